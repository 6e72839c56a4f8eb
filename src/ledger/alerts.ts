import type { BatchState } from '../payout/state.ts'
import type { Ledger } from './ledger.ts'

/** What somebody is told of, taken from the batches' events: where each may be told, and how often it was tried. */
export interface DueAlert {
  /** Names the alert for good: told twice, it is the same. */
  subject: string
  event: 'batch.settled' | 'batch.paused' | 'batch.awaiting_approval'
  batchNo: number
  at: Date
  reason: string | null
  /** This is the n-th try, from 1. */
  attempt: number
}

/** An alert that nobody could be told of for this long is too old to be of use. */
const oldestHours = 24
/** Another process may take an alert over when this one has died with it in hand. */
const inHandSeconds = 120

const eventOfState = {
  settled: 'batch.settled',
  paused: 'batch.paused',
  awaiting_approval: 'batch.awaiting_approval',
} as const satisfies Partial<Record<BatchState, DueAlert['event']>>

/**
 * Take the alerts of a channel that are due, so that no other process tells of them at the same time. They come from the
 * batches' events of the last day: an event is committed with what it is about, so nothing that happened is missed.
 *
 * Crash window: died before `markTold`, another process takes it over after a while, and the alert is told twice. Its
 * subject says that it is the same.
 */
export async function takeDueAlerts(ledger: Ledger, channel: string, sandbox: boolean): Promise<DueAlert[]> {
  const { rows } = await ledger.pool.query<Omit<DueAlert, 'event'> & { to: keyof typeof eventOfState }>(
    `with due as (
       select e.event_no, e.batch_no, e.at, e.to_state, e.reason from payrun.batch_events e
         join payrun.batches b using (batch_no)
         left join payrun.alerts a on a.subject = 'event ' || e.event_no and a.channel = $1
        where e.to_state = any($4::payrun.batch_state[]) and e.at > now() - make_interval(hours => $3) and b.sandbox = $2
          and (a.subject is null or (a.done_at is null and a.next_at <= now()))
        order by e.event_no limit 20
     ), taken as (
       insert into payrun.alerts as a (subject, channel, attempts, next_at)
       select 'event ' || event_no, $1, 1, now() + make_interval(secs => $5) from due
       on conflict (subject, channel) do update set attempts = a.attempts + 1, next_at = excluded.next_at
        where a.done_at is null and a.next_at <= now()
       returning subject, attempts
     )
     select t.subject, d.batch_no as "batchNo", d.at, d.to_state as "to", d.reason, t.attempts as attempt
       from taken t join due d on t.subject = 'event ' || d.event_no order by d.event_no`,
    [channel, sandbox, oldestHours, Object.keys(eventOfState), inHandSeconds],
  )
  return rows.map(({ to, ...alert }) => ({ ...alert, event: eventOfState[to] }))
}

/** Somebody was told, or never will be (`why`, a few words without anybody's data). */
export async function markTold(ledger: Ledger, channel: string, subject: string, why: string | null): Promise<void> {
  await ledger.pool.query(
    'update payrun.alerts set done_at = now(), trouble = $3 where subject = $1 and channel = $2 and done_at is null',
    [subject, channel, why],
  )
}

/** It didn't get through: it is due again in a while. */
export async function markUntold(
  ledger: Ledger,
  channel: string,
  subject: string,
  why: string,
  inSeconds: number,
): Promise<void> {
  await ledger.pool.query(
    `update payrun.alerts set next_at = now() + make_interval(secs => $4), trouble = $3
      where subject = $1 and channel = $2 and done_at is null`,
    [subject, channel, why, inSeconds],
  )
}
