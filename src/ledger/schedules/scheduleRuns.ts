import type { PoolClient } from 'pg'
import type { PauseReason } from '../../payout/outcome.ts'
import type { BatchState } from '../../payout/state.ts'
import { readStoredOrNull, storedJson, type Words } from '../../words/sentence.ts'
import type { Ledger } from '../connection/ledger.ts'

/** Why there is no batch for a planned time. `unexpected`: a bug; the log has more. */
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
  /** Its batch was cancelled, and the time may be run again. */
  setAside: boolean
  code: RunFailure | null
  message: Words | null
}

/**
 * An SQL expression: whether the run `r` stands in the way of another one, because its batch was not cancelled, or only after some of it was sent. A
 * batch that was cancelled before that leaves its time free.
 */
export const stands = `(r.batch_no is not null and (not r.set_aside
  or exists (select from payrun.payouts p where p.batch_no = r.batch_no and p.holds_key)))`

/** An SQL condition: schedules `s` that pay the same path as schedule $1, including itself; one may have been removed and added again. */
const samePath = `
  (s.path, s.sandbox) = (
    select o.path, o.sandbox
      from payrun.schedules o
     where o.schedule_no = $1
  )`

export interface BatchOfRun {
  batchId: string
  isChanged: boolean
  /** `cancelled`: only a person may pay in its place. `changed`: a person ran this very time early, and the file has changed since. */
  became: 'already' | 'cancelled' | 'changed'
}

/**
 * The batch that exists for a planned time; undefined when there may be one. The period of a file, and a file of a folder, count for all schedules that
 * pay that path, including removed ones. What a person has cancelled is submitted again by a person only.
 *
 * @param facts of the file as it is now
 * @returns `isChanged`: that batch had other content
 */
export async function findBatchOfRun(
  client: PoolClient,
  run: PlannedRun,
  { sha256, cellsSha256 = null }: { sha256: string; cellsSha256?: string | null },
): Promise<BatchOfRun | undefined> {
  const { rows } = await client.query<BatchOfRun>(
    `select b.id as "batchId", is_changed as "isChanged",
            case
              when not ${stands} then 'cancelled'
              when is_changed and $6 and r.actor is not null and r.planned = $2 then 'changed'
              else 'already'
            end as became
       from payrun.schedule_runs r
       join payrun.schedules s using (schedule_no)
       join payrun.batches b using (batch_no)
      cross join coalesce(b.file_sha256 <> $7 and coalesce(b.cells_sha256 <> $8, true), false) as is_changed
      where ${samePath}
        and (${stands} or r.set_aside and $6)
        and r.in_folder = $5
        and (
          r.schedule_no = $1 and r.planned = $2 and r.file = $3
          or not $5 and r.period = $4
          or $5 and r.file = $3
        )
      order by ${stands} desc, r.run_no desc
      limit 1`,
    [run.scheduleNo, run.planned, run.file, run.period, run.inFolder, run.actor === null, sha256, cellsSha256],
  )
  return rows[0]
}

interface OtherSchedule {
  id: number
  name: string
}

/** A schedule of the same path whose periods are written otherwise: one that pays, or has paid. None once schedule $1 has a batch itself. */
export async function findOtherPeriods(
  { pool }: Ledger,
  scheduleNo: number,
): Promise<(OtherSchedule & { format: string }) | undefined> {
  const hasBatch = (which: string) =>
    `exists (select from payrun.schedule_runs r where r.schedule_no = ${which} and r.batch_no is not null)`
  const { rows } = await pool.query<OtherSchedule & { format: string }>(
    `select s.schedule_no as id, s.name, s.period_format as format
       from payrun.schedules s
       join payrun.schedules its on its.schedule_no = $1
      where ${samePath}
        and s.period_format <> its.period_format
        and (s.removed_at is null or ${hasBatch('s.schedule_no')})
        and not ${hasBatch('$1')}
      order by s.removed_at is not null, s.schedule_no desc
      limit 1`,
    [scheduleNo],
  )
  return rows[0]
}

/** The batch that another schedule of the same file has made for a period. */
export async function findPaidElsewhere(
  { pool }: Ledger,
  scheduleNo: number,
  period: string,
): Promise<(OtherSchedule & { batchId: string }) | undefined> {
  const { rows } = await pool.query<OtherSchedule & { batchId: string }>(
    `select s.schedule_no as id, s.name, b.id as "batchId"
       from payrun.schedule_runs r
       join payrun.schedules s using (schedule_no)
       join payrun.batches b using (batch_no)
      where ${samePath}
        and r.schedule_no <> $1
        and not r.in_folder
        and r.period = $2
      order by r.set_aside, r.run_no desc
      limit 1`,
    [scheduleNo, period],
  )
  return rows[0]
}

/** Store a run together with its batch, in the batch's transaction. @throws a unique violation if it was run already */
export async function insertBatchRun(client: PoolClient, run: PlannedRun, batchNo: number): Promise<void> {
  await client.query(insertSql, [...valuesOf(run), batchNo, null, null])
}

/** Record that there is no batch for a planned time, and why. */
export async function recordFailedRun(
  ledger: Ledger,
  run: PlannedRun,
  { code, message }: { code: RunFailure; message: Words },
): Promise<void> {
  await ledger.pool.query(insertSql, [...valuesOf(run), null, code, storedJson(message)])
}

const insertSql = `
  insert into payrun.schedule_runs (
    schedule_no, planned, planned_at, period, file, in_folder, actor, missed, batch_no, code,
    message
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
  /** Changes with the file. */
  version: string
}

/**
 * Count a try of a file before it is opened: a file may end the process that reads it.
 *
 * @returns how many earlier tries have not come to an end; since this process has the schedule's lock, those ended their process
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

/** A try has come to an end, whatever its result: its process is still alive. @param left how many tries stay counted */
export async function endTry(ledger: Ledger, { scheduleNo, file, version }: TriedFile, left: number): Promise<void> {
  await ledger.pool.query(
    `update payrun.schedule_tries
        set tries = $4
      where schedule_no = $1
        and file = $2
        and version = $3`,
    [scheduleNo, file, version, left],
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

/** The run of a schedule's latest planned time; if a file of its folder failed and has not been submitted since, the run of that file. */
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
            b.state as "batchState", b.reason as "batchReason", r.set_aside as "setAside", r.code,
            r.message
       from payrun.schedule_runs r
       left join payrun.batches b on b.batch_no = r.batch_no`

const readRun = (run: ScheduleRun): ScheduleRun => ({ ...run, message: readStoredOrNull(run.message) })

/** What has become of a file of a folder. */
interface FolderRun {
  /** It was paid or is being paid, and isn't taken again. */
  taken: boolean
  /** When it was refused last. */
  failedAt: Date | null
  /** The latest batch of it: by which it is taken, or one that a person cancelled before anything of it was sent. */
  batchId: string | null
  /** When that was submitted, for which time if a person did so, and its content then; null once purged. */
  batchAt: Date | null
  byHandFor: string | null
  sha256: string | null
}

const ofItsBatch = (column: string): string =>
  `(array_agg(${column} order by ${stands} desc, r.run_no desc) filter (where b.batch_no is not null))[1]`

/** By file name, for all schedules that pay this one's folder, including removed ones. */
export async function readFolderRuns(ledger: Ledger, scheduleNo: number): Promise<Map<string, FolderRun>> {
  const { rows } = await ledger.pool.query<FolderRun & { file: string }>(
    `select r.file, bool_or(${stands}) as taken,
            max(r.at) filter (where r.code is not null) as "failedAt",
            ${ofItsBatch('b.id')} as "batchId",
            ${ofItsBatch('r.at')} as "batchAt",
            ${ofItsBatch('case when r.actor is not null then r.planned end')} as "byHandFor",
            ${ofItsBatch('b.file_sha256')} as sha256
       from payrun.schedule_runs r
       join payrun.schedules s using (schedule_no)
       left join payrun.batches b on b.batch_no = r.batch_no
      where ${samePath}
        and r.in_folder
      group by r.file`,
    [scheduleNo],
  )
  return new Map(rows.map(({ file, ...run }) => [file, run]))
}
