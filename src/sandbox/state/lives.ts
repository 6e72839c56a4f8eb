import type { Notice, Notifier } from '../notifications/notifications.ts'
import { type Clock, createAlarms, isoTime } from './clock.ts'
import type { CollectionRecord, PaymentRecord } from './records.ts'
import type { Kept } from './store.ts'

type Living = PaymentRecord | CollectionRecord

/** A final state, with the other fields that change with it. */
export type End<Row extends Living> = Pick<Row, 'state'> & Partial<Row>

interface Lives<Row extends Living> {
  clock: Clock
  notifier: Notifier
  /** The only state that is not final. */
  open: Row['state']
  /** How it ends `byItselfMs` after it was created if nobody does anything, or null if it only expires. */
  endByItself?(row: Row): End<Row> | null
  byItselfMs?: number
  /** How often its end is notified. */
  times(row: Row): number
  noticeOf(row: Row): Notice
}

/** The events of payments or collections that need no person: expiry, scripts, ends and their notifications. */
export function openLives<Row extends Living>(kept: Kept<Row>, lives: Lives<Row>) {
  const { clock, notifier, open, endByItself = () => null, byItselfMs = 0, times, noticeOf } = lives
  const alarms = createAlarms(clock, ring)

  /** An open one whose time is over expires before anybody sees it. */
  function find(reference: string): Row | null {
    const row = kept.get(reference)
    if (row?.state !== open || Date.parse(row.expiresAt) > clock.nowMs()) return row
    return settle(row, { state: 'expired' } as End<Row>)
  }

  function settle(row: Row, end: End<Row>): Row {
    const settled = { ...row, ...end, settledAt: isoTime(clock.nowMs()) }
    kept.put(settled)
    alarms.forget(row.reference)
    // A crash here leaves an end without its notification: the next start finds and sends it.
    notify(settled)
    return settled
  }

  function notify(settled: Row): void {
    const often = times(settled)
    if (settled.callbackUrl !== null && often > 0) notifier.notify(settled.callbackUrl, noticeOf(settled), often)
  }

  /** Stores a new one. */
  function begin(row: Row): Row {
    kept.put(row)
    if (row.state === open) watch(row)
    return row
  }

  /** Sets the alarm for its end if nobody does anything: by its script, or when it expires. */
  function watch(row: Row): void {
    const byItselfAt = isoTime(Date.parse(row.createdAt) + byItselfMs)
    const isFirst = endByItself(row) !== null && byItselfAt < row.expiresAt
    alarms.set(row.reference, isFirst ? byItselfAt : row.expiresAt)
  }

  function ring(reference: string): void {
    const row = find(reference)
    if (row?.state !== open) return
    const end = endByItself(row)
    if (end) settle(row, end)
    // A timer may ring slightly before the clock reaches its time.
    else watch(row)
  }

  /** Resumes what an earlier run left open, or left without its notification. */
  function start(): void {
    const notified = notifier.references()
    for (const row of kept.all()) {
      if (row.state === open) watch(row)
      else if (!notified.has(row.reference)) notify(row)
    }
  }

  return { find, settle, begin, start, close: alarms.close }
}
