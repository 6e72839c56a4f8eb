import type { BatchState } from '../../payout/state.ts'
import { readSentence, type Sentence } from '../../words/sentence.ts'
import type { Ledger } from '../connection/ledger.ts'

/** An alert that is due. */
export type DueAlert = {
  /** Identifies the alert for good: sent twice, it is the same. */
  subject: string
  at: Date
  /** This is the n-th try, from 1. */
  attempt: number
} & (
  | {
      event: 'batch.settled' | 'batch.paused' | 'batch.awaiting_approval'
      batchNo: number
      reason: string | null
    }
  | {
      event: 'schedule.failed'
      schedule: { id: string; name: string; code: string }
      /** One file of a folder failed: others of it may be paid. */
      inFolder: boolean
    }
  | { event: 'ledger.fenced'; why: Sentence }
)

/** An alert that nobody has tried to send for so long is too old to be of use. */
const newHours = 24
/** An alert that was tried is tried again for three days (alertRetrySeconds), and a while longer in case no process was there. */
const oldestHours = 96
/** After so long, another process may take over an alert from one that died with it in hand. */
const inHandSeconds = 120

const eventOfState = {
  settled: 'batch.settled',
  paused: 'batch.paused',
  awaiting_approval: 'batch.awaiting_approval',
} as const satisfies Partial<Record<BatchState, DueAlert['event']>>

interface DueRow {
  subject: string
  at: Date
  attempt: number
  /** A batch's state, null for a schedule's run. */
  to: keyof typeof eventOfState | null
  batchNo: number | null
  /** Why a batch paused, or a code of why a run failed. */
  reason: string | null
  scheduleNo: number | null
  scheduleName: string | null
  inFolder: boolean | null
  /** Why the ledger is fenced. */
  fencedWhy: unknown
}

/**
 * Begin a channel with what happens from now on, or has happened since this process started: whoever sets one up isn't told of what was over
 * before. Changes nothing if it has begun already.
 */
export async function beginAlerts(ledger: Ledger, channel: string, sinceSeconds: number): Promise<void> {
  await ledger.pool.query(
    `insert into payrun.alerts (subject, channel, attempts, next_at, done_at)
     select 'beginning', $1, 0, b.at, b.at
       from (select now() - make_interval(secs => $2) as at) b
      where not exists (select from payrun.alerts where channel = $1)
     on conflict do nothing`,
    [channel, sinceSeconds],
  )
}

/**
 * Take the alerts of a channel that are due, so that no other process sends them at the same time. They come from the events of batches and the
 * runs of schedules of the last days, which are committed together with what they are about, so that none is missed.
 *
 * Crash window: if the process dies before `markTold`, another process takes the alert over after a while, and it is sent twice, with the
 * same subject.
 */
export async function takeDueAlerts(ledger: Ledger, channel: string, sandbox: boolean): Promise<DueAlert[]> {
  const { rows } = await ledger.pool.query<DueRow>(
    `with happened as (
       select 'event ' || e.event_no as subject, e.at, e.to_state::text as "to",
              e.batch_no as "batchNo", e.reason, null::int as "scheduleNo", null as "scheduleName",
              null::boolean as "inFolder", null::jsonb as "fencedWhy",
              b.state = e.to_state and e.to_state <> 'settled' as lasts
         from payrun.batch_events e
         join payrun.batches b using (batch_no)
        where e.to_state = any($4::payrun.batch_state[])
          and e.at > now() - make_interval(hours => $3)
          and b.sandbox = $2
          -- Paused at its birth or by its approval, it waits for its time alone. A purge moves
          -- nothing.
          and not (
            e.to_state = 'paused'
            and coalesce(e.from_state, 'awaiting_approval') = 'awaiting_approval'
          )
          and e.from_state is distinct from e.to_state
       union all
       select 'run ' || r.run_no, r.at, null, null, r.code, s.schedule_no, s.name, r.in_folder, null,
              false
         from payrun.schedule_runs r
         join payrun.schedules s using (schedule_no)
        where r.code is not null
          and r.at > now() - make_interval(hours => $3)
          and s.sandbox = $2
       union all
       select 'fence ' || extract(epoch from v.fenced_at)::bigint, v.fenced_at,
              null, null, null, null, null, null, v.fenced_why, true
         from payrun.server v
        where v.fenced_at is not null
     ), beginning as (
       select done_at as at
         from payrun.alerts
        where subject = 'beginning'
          and channel = $1
     ), due as (
       select h.*
         from happened h
         left join payrun.alerts a on a.subject = h.subject and a.channel = $1
        where a.subject is null
              and (h.at > now() - make_interval(hours => $6) or h."fencedWhy" is not null)
              and (h.lasts or h.at > coalesce((select at from beginning), '-infinity'))
           or a.done_at is null and a.next_at <= now()
        order by h.at
        limit 5
     ), taken as (
       insert into payrun.alerts as a (subject, channel, attempts, next_at)
       select subject, $1, 1, now() + make_interval(secs => $5)
         from due
       on conflict (subject, channel) do update
          set attempts = a.attempts + 1, next_at = excluded.next_at
        where a.done_at is null
          and a.next_at <= now()
       returning subject, attempts
     )
     select d.*, t.attempts as attempt
       from taken t
       join due d using (subject)
      order by d.at, d.subject`,
    [channel, sandbox, oldestHours, Object.keys(eventOfState), inHandSeconds, newHours],
  )
  return rows.map(dueAlert)
}

function dueAlert(row: DueRow): DueAlert {
  const { subject, at, attempt, to, batchNo, reason, scheduleNo, scheduleName, inFolder } = row
  if (to !== null && batchNo !== null) return { subject, at, attempt, event: eventOfState[to], batchNo, reason }
  const why = readSentence(row.fencedWhy)
  if (why) return { subject, at, attempt, event: 'ledger.fenced', why }
  const schedule = { id: String(scheduleNo), name: scheduleName ?? '', code: reason ?? '' }
  return { subject, at, attempt, event: 'schedule.failed', schedule, inFolder: inFolder ?? false }
}

/** The alert was sent, or is given up (`why`: a few words without personal data). */
export async function markTold(ledger: Ledger, channel: string, subject: string, why: string | null): Promise<void> {
  await ledger.pool.query(
    `update payrun.alerts
        set done_at = now(), trouble = $3
      where subject = $1
        and channel = $2
        and done_at is null`,
    [subject, channel, why],
  )
}

/** The alert didn't get through: it is due again in a while. */
export async function markUntold(
  ledger: Ledger,
  channel: string,
  subject: string,
  why: string,
  inSeconds: number,
): Promise<void> {
  await ledger.pool.query(
    `update payrun.alerts
        set next_at = now() + make_interval(secs => $4), trouble = $3
      where subject = $1
        and channel = $2
        and done_at is null`,
    [subject, channel, why, inSeconds],
  )
}
