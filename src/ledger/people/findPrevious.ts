import type { PoolClient } from 'pg'
import type { PlannedRun } from '../schedules/scheduleRuns.ts'

/** A file that was paid before. */
export interface PreviousFile {
  batchNo: number
  id: string
  name: string
  createdAt: Date
}

/** As many numbers are asked after, to find the files that paid them. */
const sampled = 60
export const mostFiles = 3

interface Staged {
  sandbox: boolean
  run?: PlannedRun | null | undefined
  period: string | null
  /** Payable rows. */
  rows: number
}

/**
 * The last three files that this one goes on from, the latest first: those of the same schedule, or those that paid half of its
 * people or more and not more than twice as many. A file of the same period is no file before.
 */
export async function findPrevious(
  client: PoolClient,
  { sandbox, run, period, rows }: Staged,
): Promise<PreviousFile[]> {
  if (rows === 0) return []
  if (run && !run.inFolder) return (await client.query<PreviousFile>(scheduledSql, [run.scheduleNo, mostFiles])).rows
  const everyNth = Math.max(1, Math.floor(rows / sampled))
  const findSince = async (batchNo: number) =>
    (await client.query<PreviousFile>(similarSql, [sandbox, everyNth, sampled, rows, period, mostFiles, batchNo])).rows
  const late = await client.query<{ batchNo: number }>(lateSql, [sandbox, rows])
  const since = late.rows[0]?.batchNo ?? 0
  const latest = await findSince(since)
  return latest.length === mostFiles || since === 0 ? latest : findSince(0)
}

/**
 * Since which batch there have been a dozen files that may be those. Somebody who is paid each week has hundreds of payments behind them,
 * and the latest files are enough where the files before are among them.
 */
const lateSql = `
select b.batch_no as "batchNo"
  from (
    select batch_no, state, file_rows, sandbox
      from payrun.batches
     order by batch_no desc
     limit 1000
  ) b
 where b.sandbox = $1
   and b.state = 'settled'
   and b.file_rows between least(10, $2::int) and 2 * $2::int
 order by b.batch_no desc
offset 11
 limit 1`

const scheduledSql = `
select b.batch_no as "batchNo", b.id, b.name, b.created_at as "createdAt"
  from payrun.schedule_runs r
  join payrun.schedules s using (schedule_no)
  join payrun.batches b using (batch_no)
 where (s.path, s.sandbox) = (
         select o.path, o.sandbox from payrun.schedules o where o.schedule_no = $1
       )
   and not r.set_aside
   and b.purged_at is null
 order by r.run_no desc
 limit $2`

/** Number by number: in a join, Postgres would rather read a whole ledger for these few than trust the index of reversed numbers. */
const similarSql = `
with sample as materialized (
  select distinct s.phone
    from (
      select phone
        from staging
       where state = 'pending'
         and line % $2 = 0
       limit $3
    ) s
), hits as (
  select p.batch_no, count(*) as people
    from sample s
   cross join lateral (
     select distinct o.batch_no
       from payrun.payouts o
      where reverse(o.phone) collate "C" = reverse(s.phone) collate "C"
        and o.batch_no >= $7
        and o.state = 'paid'
   ) p
   group by p.batch_no
)
select b.batch_no as "batchNo", b.id, b.name, b.created_at as "createdAt"
  from hits h
  join payrun.batches b using (batch_no)
 where b.sandbox = $1
   and h.people * 2 >= (select count(*) from sample)
   and b.file_rows <= 2 * $4
   and (b.period is null or b.period is distinct from $5)
 order by b.batch_no desc
 limit $6`
