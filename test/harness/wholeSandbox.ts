import { request } from 'undici'
import { onTestFinished } from 'vitest'
import type { WholeSandboxOptions } from '../../src/sandbox/createWholeSandbox.ts'
import { sandboxAppKey, sandboxMerchantKey, startWholeSandbox } from '../../src/sandbox/startSandbox.ts'
import type { Clock } from '../../src/sandbox/state/clock.ts'
import type { NotificationRecord } from '../../src/sandbox/state/records.ts'
import { until } from './payrun.ts'
import { type Receiver, startReceiver } from './receiver.ts'

/** The headers of every call (interface document, 4). */
export const keys = { accept: 'application/json', 'app-key': sandboxAppKey, 'merchant-key': sandboxMerchantKey }
export const asJson = { ...keys, 'content-type': 'application/json' }

export interface Answered {
  status: number
  body: Record<string, unknown>
  headers: Record<string, string | string[] | undefined>
}

interface HandClock extends Clock {
  /** Advances the time, and runs what is due by then, in order. */
  advance(ms: number): void
}

/** A clock that the test advances. */
export function handClock(startMs = Date.parse('2026-11-21T08:00:00Z')): HandClock {
  let nowMs = startMs
  let timers: { at: number; run: () => void }[] = []
  return {
    nowMs: () => nowMs,
    after: (ms, run) => {
      const timer = { at: nowMs + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((each) => each !== timer)
      }
    },
    advance: (ms) => {
      const endMs = nowMs + ms
      for (;;) {
        const due = timers.filter(({ at }) => at <= endMs).sort((a, b) => a.at - b.at)[0]
        if (!due) break
        timers = timers.filter((each) => each !== due)
        nowMs = Math.max(nowMs, due.at)
        due.run()
      }
      nowMs = endMs
    },
  }
}

/** The whole sandbox on the loopback, until the test ends, with a clock that the test advances. */
export async function wholeSandbox(options: WholeSandboxOptions = {}) {
  const clock = handClock()
  const sandbox = await startWholeSandbox({ clock, slowMs: 1, ...options })
  let open = true
  const close = async () => {
    if (open) await sandbox.close()
    open = false
  }
  onTestFinished(close)

  async function call(method: 'GET' | 'POST' | 'PUT', path: string, headers: Record<string, string>, body?: unknown) {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await request(sandbox.url + path, { method, headers, body: text ?? null })
    const answered = await answer.body.text()
    const read = answered.startsWith('{') ? (JSON.parse(answered) as Record<string, unknown>) : {}
    return { status: answer.statusCode, headers: answer.headers, body: read } satisfies Answered
  }

  return {
    ...sandbox,
    clock,
    close,
    call,
    /** Posts JSON with the keys. */
    post: (path: string, body: unknown, headers: Record<string, string> = asJson) => call('POST', path, headers, body),
    /** Waits until this notification has been tried this many times. */
    tried: async (reference: string, times: number): Promise<NotificationRecord> => {
      const find = () =>
        sandbox.services.notifications.list({ offset: 0, limit: 100 }).rows.find((each) => each.reference === reference)
      await until(`${times} attempts`, () => (find()?.attempts.length ?? 0) >= times)
      return find()!
    },
  }
}

export type TestSandbox = Awaited<ReturnType<typeof wholeSandbox>>

/** A merchant's server for notifications, until the test ends. */
export async function merchant(): Promise<Receiver> {
  const receiver = await startReceiver()
  onTestFinished(receiver.close)
  return receiver
}

export const paymentSample = {
  amount: 1500,
  currency: 'XOF',
  payment_mode: 'ALL',
  return_url: 'https://shop.example/thanks',
  cancel_url: 'https://shop.example/cart',
}

export const collectionSample = { amount: 1500, operator: 'mtn-benin', phoneNumber: '+2290197000001' }

export const payoutSample = { operator: 'mtn-benin', amount: '1500', phoneNumber: '2290197000001', currency: 'XOF' }

export const paymentPath = '/v1/payment/init'
export const collectionPath = '/v1/payment/payin/mobile'
export const payoutPath = '/v1/payment/payout/mobile'
