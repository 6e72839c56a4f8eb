import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { signatureHeader, signNotification } from '../../provider/notifications/signature.ts'
import { type Clock, createAlarms, isoTime } from '../state/clock.ts'
import type { NotificationRecord } from '../state/records.ts'
import type { Kept } from '../state/store.ts'
import { postNotification } from './postNotification.ts'

/** How long after each failed try the next one comes: 8 tries in about an hour and a half. */
export const notificationDelaysMs: readonly number[] = [1, 5, 30, 120, 600, 1800, 3600].map((seconds) => seconds * 1000)

/**
 * What a notification says (interface document, section 6: "not shown"; this form is ours). What is undefined is left out
 * of its JSON.
 */
export const notificationBody = z.object({
  event: z.enum(['payment', 'collection']),
  reference: z.string(),
  status: z.string(),
  amount: z.string(),
  currency: z.string(),
  operator: z.string().optional(),
  phoneNumber: z.string().optional(),
  custom_data: z.unknown().optional(),
  message: z.string(),
  id: z.string(),
})

type NotificationBody = z.infer<typeof notificationBody>

/** A notification before it has an id. */
export type Notice = Omit<NotificationBody, 'id'>

interface NotifierOptions {
  clock: Clock
  /** Signs each attempt; undefined: no signature. */
  secret?: string | undefined
  delaysMs?: readonly number[] | undefined
  timeoutMs?: number | undefined
}

export interface Notifier {
  /** Sends it until the receiver answers with 2xx. @param times each the same bytes, the second after the first arrived */
  notify(url: string, notice: Notice, times?: number): void
  resend(id: string): Promise<NotificationRecord | null>
  /** The references of all payments and collections that have one. */
  references(): Set<string>
  /** Goes on with what an earlier run left open. */
  start(): void
  /** Breaks off what is in flight: it is tried again after the next start. */
  close(): Promise<void>
}

/** At most this many at once, so that one slow receiver does not take all sockets. */
const maxInFlight = 50

/** Delivers notifications. Each record keeps every attempt's answer. */
export function createNotifier(kept: Kept<NotificationRecord>, options: NotifierOptions): Notifier {
  const { clock, secret, delaysMs = notificationDelaysMs, timeoutMs = 10_000 } = options
  const alarms = createAlarms(clock, (id) => track(inTurn(() => attempt(id, false))))
  const stopped = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  const inTurn = createTurns(maxInFlight)

  function schedule({ id, nextAt }: NotificationRecord): void {
    if (nextAt !== null && !stopped.signal.aborted) alarms.set(id, nextAt)
  }

  function track(work: Promise<unknown>): void {
    underWay.add(work)
    // Only a journal that can't be written rejects: the record stays as it was, and open.
    void work.catch(() => undefined).finally(() => underWay.delete(work))
  }

  async function attempt(id: string, byHand: boolean): Promise<NotificationRecord | null> {
    const before = kept.get(id)
    if (!before || stopped.signal.aborted) return before
    const startedMs = clock.nowMs()
    const posted = await postNotification(before.url, before.body, {
      headers: headersOf(before, secret, startedMs),
      timeoutMs,
      signal: stopped.signal,
    })
    const record = kept.get(id)
    // Broken off by our own end: it says nothing about the receiver.
    if (!record || stopped.signal.aborted) return record
    record.attempts.push({ at: isoTime(startedMs), ms: clock.nowMs() - startedMs, byHand, ...posted })
    const delivered = posted.status !== null && posted.status >= 200 && posted.status < 300
    if (delivered) Object.assign(record, { state: 'delivered', nextAt: null })
    // Sent again by hand meanwhile, and delivered: nothing more is due.
    else if (!byHand && record.state === 'waiting') Object.assign(record, afterFailure(record, delaysMs, clock.nowMs()))
    kept.put(record)
    if (delivered) alarms.forget(id)
    else if (!byHand) schedule(record)
    return record
  }

  return {
    notify: (url, notice, times = 1) => {
      const record = newRecord(url, notice, isoTime(clock.nowMs()))
      kept.put(record)
      if (times === 1) return schedule(record)
      const again = async () => {
        for (let time = 1; time < times; time++) await inTurn(() => attempt(record.id, true))
      }
      track(inTurn(() => attempt(record.id, false)).then(again))
    },
    resend: (id) => inTurn(() => attempt(id, true)),
    references: () => new Set(kept.all().map(({ reference }) => reference)),
    start: () => {
      for (const record of kept.all()) schedule(record)
    },
    close: async () => {
      stopped.abort()
      alarms.close()
      await Promise.allSettled(underWay)
    },
  }
}

/** Attempts by hand use up none of the plan's. */
function afterFailure({ attempts }: NotificationRecord, delaysMs: readonly number[], nowMs: number) {
  const delayMs = delaysMs[attempts.filter((each) => !each.byHand).length - 1]
  const next = delayMs === undefined ? null : isoTime(nowMs + delayMs)
  return { state: next === null ? 'given_up' : 'waiting', nextAt: next } satisfies Partial<NotificationRecord>
}

const headersOf = (
  { body }: NotificationRecord,
  secret: string | undefined,
  nowMs: number,
): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'payrun-sandbox',
  ...(secret === undefined ? {} : { [signatureHeader]: signNotification(body, secret, nowMs) }),
})

function newRecord(url: string, notice: Notice, at: string): NotificationRecord {
  const id = randomUUID()
  const { event, reference, status } = notice
  const body = JSON.stringify({ ...notice, id } satisfies NotificationBody)
  return { id, event, reference, status, url, body, createdAt: at, state: 'waiting', nextAt: at, attempts: [] }
}

/** Runs at most so many at once; the others wait in their order. */
function createTurns(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) await new Promise<void>((turn) => waiting.push(turn))
    else running += 1
    try {
      return await work()
    } finally {
      // The turn is handed on, or given back.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
