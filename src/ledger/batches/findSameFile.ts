import type { PoolClient } from 'pg'
import type { Ledger } from '../connection/ledger.ts'
import { stands } from '../schedules/scheduleRuns.ts'
import type { BatchToStore, FileFacts } from './insertBatch.ts'

/** A batch that had the same bytes; of workbooks, the same cells. */
export interface SameFile {
  batchNo: number
  batchId: string
  name: string
  createdAt: Date
  period: string | null
  /** `--allow-duplicates` lets it through: it was another period's, and not of the same scheduled folder. */
  isOtherPeriod: boolean
}

/**
 * The same file in whatever period, but for the batches of a schedule's other planned times; for a file of a schedule's folder
 * also what that folder has had, whatever it was called. A cancelled batch counts in another period only, and if some of it
 * may have been paid: its own period tells that row by row.
 */
export async function findSameFile(
  client: PoolClient,
  { sha256, cellsSha256 = null }: FileFacts,
  { period, sandbox, run }: BatchToStore,
): Promise<SameFile | undefined> {
  const values = [
    sha256,
    period,
    sandbox,
    run?.inFolder ? run.scheduleNo : null,
    run?.scheduleNo ?? null,
    run?.planned ?? null,
    cellsSha256,
  ]
  const { rows } = await client.query<SameFile>({ ...sameFile, values })
  return rows[0]
}

/**
 * Whether batch `b` was paid for another planned time of the same path: what a schedule pays again is meant to be the same.
 *
 * @param scheduleNo the parameter that holds the schedule's number, null where no schedule submits; `planned`: its time
 */
export const isOtherRunOf = (scheduleNo: string, planned: string): string => `exists (
  select from payrun.schedule_runs r
    join payrun.schedules s using (schedule_no)
   where r.batch_no = b.batch_no
     and r.planned <> ${planned}::text
     and (s.path, s.sandbox) = (
       select o.path, o.sandbox from payrun.schedules o where o.schedule_no = ${scheduleNo}::int
     ))`

/** Planning it takes far longer than looking: prepared, it is planned once for a connection. */
const sameFile = {
  name: 'payrun-same-file',
  text: `
select f.batch_no as "batchNo", f.id as "batchId", f.name, f.created_at as "createdAt", f.period,
       not f.same_period and not f.same_folder as "isOtherPeriod"
  from (
    select b.*,
           coalesce(b.period, '') = coalesce($2, '') and b.state <> 'cancelled' as same_period,
           exists (
             select from payrun.schedule_runs r
               join payrun.schedules s using (schedule_no)
              where r.batch_no = b.batch_no
                and r.in_folder
                and ${stands}
                and s.path = (
                  select o.path from payrun.schedules o where o.schedule_no = $4
                )
           ) as same_folder,
           coalesce(b.period, '') <> coalesce($2, '')
             and not ${isOtherRunOf('$5', '$6')}
             and (
               b.state <> 'cancelled'
               or exists (
                 select from payrun.payouts p where p.batch_no = b.batch_no and p.holds_key
               )
             ) as other_period
      from payrun.batches b
     where (b.file_sha256 = $1 or b.cells_sha256 = $7)
       and b.sandbox = $3
  ) f
 where f.same_period or f.same_folder or f.other_period
 order by f.same_period or f.same_folder desc, f.batch_no
 limit 1`,
}

/** The id of the latest batch that was submitted from a file of these bytes. */
export async function findByFile({ pool }: Ledger, sha256: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from payrun.batches where file_sha256 = $1 order by batch_no desc limit 1',
    [sha256],
  )
  return rows[0]?.id
}
