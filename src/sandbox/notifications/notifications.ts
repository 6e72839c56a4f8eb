import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { signatureHeader, signNotification } from '../../provider/notifications/signature.ts'
import { type Clock, createAlarms, isoTime } from '../state/clock.ts'
import type { NotificationRecord } from '../state/records.ts'
import type { Kept } from '../state/store.ts'
import { postNotification } from './postNotification.ts'

/** The delay before the next try, after each failed one: 8 tries in about an hour and a half. */
export const notificationDelaysMs: readonly number[] = [1, 5, 30, 120, 600, 1800, 3600].map((seconds) => seconds * 1000)

/**
 * The body of a notification. The interface document doesn't show one (section 6: "not shown"), so this form is ours. Undefined fields are
 * left out of the JSON.
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

/** A notification that has no id yet. */
export type Notice = Omit<NotificationBody, 'id'>

interface NotifierOptions {
  clock: Clock
  /** Signs each attempt. Undefined: no signature. */
  secret?: string | undefined
  delaysMs?: readonly number[] | undefined
  timeoutMs?: number | undefined
}

export interface Notifier {
  /**
   * Sends it until the receiver answers with 2xx.
   * @param times how often to send it: each time the same bytes, the next one after the previous one arrived
   */
  notify(url: string, notice: Notice, times?: number): void
  resend(id: string): Promise<NotificationRecord | null>
  /** The references of all payments and collections that have a notification. */
  references(): Set<string>
  /** Resumes what an earlier run left open. */
  start(): void
  /** Aborts requests in flight: they are tried again after the next start. */
  close(): Promise<void>
}

/** The most at the same time, so that one slow receiver doesn't take all sockets. */
const maxInFlight = 50

/** Delivers notifications. Each record keeps the answer to every attempt. */
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
    // It rejects only if the journal can't be written: then the record stays open, as it was.
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
    // Aborted by our own shutdown, which says nothing about the receiver.
    if (!record || stopped.signal.aborted) return record
    record.attempts.push({ at: isoTime(startedMs), ms: clock.nowMs() - startedMs, byHand, ...posted })
    const delivered = posted.status !== null && posted.status >= 200 && posted.status < 300
    if (delivered) Object.assign(record, { state: 'delivered', nextAt: null })
    // If it was delivered by hand meanwhile, nothing more is due.
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

/** Attempts by hand don't count as planned tries. */
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

/** Runs at most this many at once. The others wait in order. */
function createTurns(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) await new Promise<void>((turn) => waiting.push(turn))
    else running += 1
    try {
      return await work()
    } finally {
      // Pass the turn on, or give it back.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
