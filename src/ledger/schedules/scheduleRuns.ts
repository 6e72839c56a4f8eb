import type { PoolClient } from 'pg'
import type { PauseReason } from '../../payout/outcome.ts'
import type { BatchState } from '../../payout/state.ts'
import { readStoredOrNull, storedJson, type Words } from '../../words/sentence.ts'
import type { Ledger } from '../connection/ledger.ts'

/** Why a planned time made no batch. `unexpected`: a bug; the log has more. */
export type RunFailure = 'missing' | 'refused' | 'unexpected'

/** A planned time, and the file that is paid for it. */
export interface PlannedRun {
  scheduleNo: number
  /** The planned minute, as the zone's clocks show it. */
  planned: string
  plannedAt: Date
  period: string
  /** The schedule's file, or the name of one in its folder. */
  file: string
  inFolder: boolean
  /** Who runs it by hand; null: the schedule itself. */
  actor: string | null
  /** Planned times before it that nobody ran. */
  missed: number
}

export interface ScheduleRun extends PlannedRun {
  at: Date
  batchId: string | null
  batchState: BatchState | null
  /** Why that is paused. */
  batchReason: PauseReason | null
  /** Its batch was cancelled: the time may be run again. */
  setAside: boolean
  code: RunFailure | null
  message: Words | null
}

/**
 * Whether the run `r` stands in the way of another one: its batch goes on, or was cancelled when some of it had been sent.
 * A batch that was cancelled before that leaves its time free.
 */
export const stands = `(r.batch_no is not null and (not r.set_aside
  or exists (select from payrun.payouts p where p.batch_no = r.batch_no and p.holds_key)))`

/** The schedules `s` that pay the same path as schedule $1, itself among them: one that was removed and added again, say. */
const samePath = `
  (s.path, s.sandbox) = (
    select o.path, o.sandbox
      from payrun.schedules o
     where o.schedule_no = $1
  )`

/**
 * The batch that a planned time has made already; undefined when it may make one. A period of a file, and a file of a
 * folder, count for all schedules that pay that path, and for removed ones.
 */
export async function findBatchOfRun(client: PoolClient, run: PlannedRun): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `select b.id
       from payrun.schedule_runs r
       join payrun.schedules s using (schedule_no)
       join payrun.batches b using (batch_no)
      where ${samePath}
        and ${stands}
        and r.in_folder = $5
        and (
          r.schedule_no = $1 and r.planned = $2 and r.file = $3
          or not $5 and r.period = $4
          or $5 and r.file = $3
        )
      limit 1`,
    [run.scheduleNo, run.planned, run.file, run.period, run.inFolder],
  )
  return rows[0]?.id
}

/** Put a run in together with its batch, in the batch's transaction. @throws a unique violation when it was run already */
export async function insertBatchRun(client: PoolClient, run: PlannedRun, batchNo: number): Promise<void> {
  await client.query(insertSql, [...valuesOf(run), batchNo, null, null])
}

/** A planned time made no batch. */
export async function recordFailedRun(
  ledger: Ledger,
  run: PlannedRun,
  { code, message }: { code: RunFailure; message: Words },
): Promise<void> {
  await ledger.pool.query(insertSql, [...valuesOf(run), null, code, storedJson(message)])
}

const insertSql = `
  insert into payrun.schedule_runs (
    schedule_no, planned, planned_at, period, file, in_folder, actor, missed, batch_no, code, message
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`

const valuesOf = ({ scheduleNo, planned, plannedAt, period, file, inFolder, actor, missed }: PlannedRun) => [
  scheduleNo,
  planned,
  plannedAt,
  period,
  file,
  inFolder,
  actor,
  missed,
]

/** A file of a schedule as it is now. */
export interface TriedFile {
  scheduleNo: number
  file: string
  /** Another one when the file was changed. */
  version: string
}

/**
 * Count a try of a file, before the file is opened: a file may end the process that reads it.
 *
 * @returns how many tries of it before this one have not come to an end; with a schedule's lock in hand, they ended their process
 */
export async function beginTry(ledger: Ledger, { scheduleNo, file, version }: TriedFile): Promise<number> {
  const { rows } = await ledger.pool.query<{ tries: number }>(
    `insert into payrun.schedule_tries as t (schedule_no, file, version, tries)
     values ($1, $2, $3, 1)
     on conflict (schedule_no, file, version) do update
       set tries = t.tries + 1
     returning tries`,
    [scheduleNo, file, version],
  )
  return (rows[0]?.tries ?? 1) - 1
}

/** A try has come to an end, whatever came of it: its process lives. */
export async function endTry(ledger: Ledger, { scheduleNo, file, version }: TriedFile): Promise<void> {
  await ledger.pool.query(
    `update payrun.schedule_tries
        set tries = tries - 1
      where schedule_no = $1
        and file = $2
        and version = $3
        and tries > 0`,
    [scheduleNo, file, version],
  )
}

/** The runs of a schedule, latest first. */
export async function listRuns(ledger: Ledger, scheduleNo: number, limit = 1_000): Promise<ScheduleRun[]> {
  const { rows } = await ledger.pool.query<ScheduleRun>(
    `${runsSql}
      where r.schedule_no = $1
      order by r.run_no desc
      limit $2`,
    [scheduleNo, limit],
  )
  return rows.map(readRun)
}

/**
 * What a schedule's latest planned time came to: where a file of its folder failed and has not been submitted since, that one,
 * however the files beside it went.
 */
export async function latestRun(ledger: Ledger, scheduleNo: number): Promise<ScheduleRun | undefined> {
  const { rows } = await ledger.pool.query<ScheduleRun>(
    `with latest as (
       select planned
         from payrun.schedule_runs
        where schedule_no = $1
        order by run_no desc
        limit 1
     )
     ${runsSql}
      where r.schedule_no = $1
        and r.planned = (select planned from latest)
        and not exists (
          select from payrun.schedule_runs later
           where later.schedule_no = $1
             and later.planned = r.planned
             and (later.file = r.file or not r.in_folder)
             and later.run_no > r.run_no
        )
      order by r.code is not null desc, r.run_no desc
      limit 1`,
    [scheduleNo],
  )
  return rows.map(readRun)[0]
}

const runsSql = `
     select r.schedule_no as "scheduleNo", r.planned, r.planned_at as "plannedAt", r.period, r.file,
            r.in_folder as "inFolder", r.actor, r.missed, r.at, b.id as "batchId",
            b.state as "batchState", b.reason as "batchReason", r.set_aside as "setAside", r.code, r.message
       from payrun.schedule_runs r
       left join payrun.batches b on b.batch_no = r.batch_no`

const readRun = (run: ScheduleRun): ScheduleRun => ({ ...run, message: readStoredOrNull(run.message) })

/** What became of a file of a folder so far. */
interface FolderRun {
  /** It was paid, or is being paid: it is not taken again. */
  taken: boolean
  /** A person cancelled its batch before anything of it was sent. */
  cancelled: boolean
  /** When it was refused last. */
  failedAt: Date | null
}

/** By file name; of all schedules that pay this one's folder, or did before they were removed. */
export async function readFolderRuns(ledger: Ledger, scheduleNo: number): Promise<Map<string, FolderRun>> {
  const { rows } = await ledger.pool.query<FolderRun & { file: string }>(
    `select r.file, bool_or(${stands}) as taken, bool_or(r.set_aside) as cancelled,
            max(r.at) filter (where r.code is not null) as "failedAt"
       from payrun.schedule_runs r
       join payrun.schedules s using (schedule_no)
      where ${samePath}
        and r.in_folder
      group by r.file`,
    [scheduleNo],
  )
  return new Map(rows.map(({ file, ...run }) => [file, run]))
}
