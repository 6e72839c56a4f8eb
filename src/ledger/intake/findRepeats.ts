import type { PoolClient } from 'pg'
import type { BatchToStore } from './insertBatch.ts'
import { mostBeside, readWhole, type Staged } from './stageRows.ts'

/** So many rows of a file have to be alike before it counts as a repetition. */
export const fewestRows = 5

export type AlikeInFile = { numbers: number; line: number; otherLine: number }

export const noneAlike: AlikeInFile = { numbers: 0, line: 0, otherLine: 0 }

/** Numbers that several references pay the same amount, and two lines of the first. */
export async function findAlikeInFile(client: PoolClient): Promise<AlikeInFile> {
  const { rows } = await client.query<AlikeInFile>(
    `select count(*)::int as numbers, coalesce(min(line), 0) as line,
            coalesce((array_agg(other_line order by line))[1], 0) as "otherLine"
       from (
         select min(line) as line, max(line) as other_line
           from staging
          where state = 'pending'
            and reference is not null
          -- the number tells the currency; and one number of 64 bits is grouped in half the time
          group by hashtextextended(phone, amount_minor)
         having count(*) > 1
       ) alike`,
  )
  return rows[0]!
}

/** What is alike: the first is of all batches together, without lines; then a batch each, beginning with the one that has most. */
export interface Alike {
  batchNo: number
  batchId: string
  name: string
  period: string | null
  createdAt: Date
  /** Staged rows, and those of them that are like a payout of the last 24 hours. */
  rows: number
  recent: number
  line: number
  heldLine: number
}

const valuesOf = ({ sandbox, period, run }: BatchToStore) => [
  sandbox,
  period,
  run?.scheduleNo ?? null,
  run?.planned ?? null,
]

type Candidate = { no: number; ofPeriod: boolean; rows: number }

/** Batches that may have payouts like the staged rows, those of them that are of the file's period, and the rows of all. */
export interface Candidates {
  all: number[]
  ofPeriod: number[]
  rows: number
}

/** Null: the file has so few rows that each is looked up, whatever other batches there are. */
export async function findCandidates(
  client: PoolClient,
  batch: BatchToStore,
  staged: Staged,
): Promise<Candidates | null> {
  if (staged.rows < fewestRows) return null
  const { rows: batches } = await client.query<Candidate>(candidatesSql, valuesOf(batch))
  const [all, ofPeriod] = [batches, batches.filter((batch) => batch.ofPeriod)].map((some) => some.map(({ no }) => no))
  return { all: all!, ofPeriod: ofPeriod!, rows: batches.reduce((sum, { rows }) => sum + rows, 0) }
}

/** Handing the staged rows to another connection takes as long as reading some five times as many of the ledger. */
export const isWorthSharing = (candidates: Candidates | null, { payable }: Staged): boolean =>
  candidates !== null && candidates.rows > 5 * payable

/**
 * Staged rows with the number, amount and currency of payouts of the last 24 hours (paid, perhaps paid, or about to be), or
 * of this period. The batches of a schedule's other planned times don't count.
 *
 * @param numbersDiffer whether it is known that no two of the rows pay one number
 */
export async function findAlike(
  client: PoolClient,
  batch: BatchToStore,
  staged: Staged,
  candidates: Candidates | null,
  numbersDiffer = false,
): Promise<Alike[]> {
  if (candidates === null) return (await client.query<Alike>(probeSql, valuesOf(batch))).rows
  const { all, ofPeriod, rows: theirRows } = candidates
  // The usual case: nobody was paid lately, and nothing is compared.
  if (all.length === 0) return []
  if (theirRows > mostBeside(staged.payable)) return (await client.query<Alike>(alikeSql, [all, ofPeriod])).rows
  const sql = !numbersDiffer && (await repeatsRows(client)) ? besideRepeatedSql : besideSql
  const { rows } = await readWhole(client, () => client.query<Alike>(sql, [all, ofPeriod]))
  return rows
}

/**
 * Whether batch `b` was paid for another planned time of the same path: what a schedule pays again is meant to be the same. Not
 * where the periods are written otherwise: then another period may be the same month.
 *
 * @param scheduleNo the parameter that holds the schedule's number, null where no schedule submits; `planned`: its time
 */
export const isOtherRunOf = (scheduleNo: string, planned: string): string => `exists (
  select from payrun.schedule_runs r
    join payrun.schedules s using (schedule_no)
   where r.batch_no = b.batch_no
     and r.planned <> ${planned}::text
     and (s.path, s.sandbox, s.period_format) = (
       select o.path, o.sandbox, o.period_format
         from payrun.schedules o
        where o.schedule_no = ${scheduleNo}::int
     ))`

/** Batches of which something happened in the last 24 hours or may happen yet, and those of this period. */
const candidatesSql = `
select b.batch_no as no, coalesce(b.period = $2, false) as "ofPeriod", b.file_rows as rows
  from payrun.batches b
 where b.sandbox = $1
   and (
     b.state in ('awaiting_approval', 'running', 'paused')
     or b.period = $2
     or b.batch_no in (
       select e.batch_no from payrun.batch_events e where e.at > now() - interval '24 hours'
     )
   )
   and not ${isOtherRunOf('$3', '$4')}`

/** Of a payout `o`. */
export const counts = `o.state in ('pending', 'sending', 'accepted', 'unknown', 'paid')`
export const isRecent = `(o.state = 'pending' or o.sent_at > now() - interval '24 hours')`
/** And of a staged row `s`: by the index of numbers. */
export const isLike = `reverse(o.phone) collate "C" = reverse(s.phone) collate "C"
        and o.amount_minor = s.amount_minor
        and o.phone = s.phone
        and o.currency = s.currency
        and ${counts}`

/** Summed up: `alike` selects `line, batch_no, held_line, recent`, once for each staged row and batch. */
const summedSql = (alike: string): string => `
with alike as materialized (${alike})
select a.batch_no as "batchNo", b.id as "batchId", b.name, b.period, b.created_at as "createdAt",
       a.rows,
       a.recent, (a.first >> 32)::int as line, (a.first & 4294967295)::int as "heldLine"
  from (
    select batch_no, count(*)::int as rows, (count(*) filter (where recent))::int as recent,
           -- the first line and what it is like, in one number: sorting all takes far longer
           min(line::bigint << 32 | held_line) as first
      from alike
     group by batch_no
    union all
    select null, count(*)::int, (count(*) filter (where recent))::int, null
      from (
        select bool_or(recent) as recent
          from alike
         group by line
      ) each_line
    having count(*) > 0
  ) a
  left join payrun.batches b using (batch_no)
 order by a.batch_no is not null, a.recent desc, a.rows desc, a.batch_no desc
 limit 2`

/**
 * Row by row, each by the index of numbers: in a join, Postgres would rather read a whole ledger for a file, as it can't know how
 * little an index of reversed numbers leaves. The batches are named in a way that the planner can't see through: of one that its
 * statistics don't know yet it expects no rows, and would rather read all of them for each staged row.
 */
const alikeSqlOf = (isCandidate: string, isOfPeriod: string): string =>
  summedSql(`
  select s.line, p.batch_no, p.held_line, p.recent
    from (
      select line, phone, amount_minor, currency, reference is not null as has_reference
        from staging
       where state = 'pending'
      offset 0
    ) s
   cross join lateral (
     select o.batch_no, min(o.line) as held_line, bool_or(${isRecent}) as recent
       from payrun.payouts o
      where ${isLike}
        and ${isCandidate}
        and (${isRecent} or s.has_reference and ${isOfPeriod})
      group by o.batch_no
   ) p`)

const alikeSql = alikeSqlOf('o.batch_no = any(array(select unnest($1::int[])))', 'o.batch_no = any($2)')

/** The same for batches that are read whole. */
const besideSql = summedSql(`
  select s.line, o.batch_no, min(o.line) as held_line, bool_or(${isRecent}) as recent
    from staging s
    join payrun.payouts o using (phone, amount_minor, currency)
   where s.state = 'pending'
     and o.batch_no = any($1)
     and ${counts}
     and (${isRecent} or s.reference is not null and o.batch_no = any($2))
   group by s.line, o.batch_no`)

/** The same for a file that repeats rows: what batches pay a number is put together first, so that it isn't read once for each of them. */
const besideRepeatedSql = summedSql(`
  select s.line, h.batch_no,
         case when s.reference is null then h.recent_line else h.held_line end as held_line,
         h.recent_line is not null as recent
    from staging s
    join (
      select o.phone, o.amount_minor, o.currency, o.batch_no, min(o.line) as held_line,
             min(o.line) filter (where ${isRecent}) as recent_line
        from payrun.payouts o
       where (o.phone, o.amount_minor) in (
               select phone, amount_minor
                 from staging
                where state = 'pending'
             )
         and o.batch_no = any($1)
         and ${counts}
         and (${isRecent} or o.batch_no = any($2))
       group by o.phone, o.amount_minor, o.currency, o.batch_no
    ) h using (phone, amount_minor, currency)
   where s.state = 'pending'
     and (h.recent_line is not null or s.reference is not null)`)

/** Whether a number is to be paid the same amount by many rows. */
async function repeatsRows(client: PoolClient): Promise<boolean> {
  const { rowCount } = await client.query(
    `select
       from staging
      where state = 'pending'
      group by hashtextextended(phone, amount_minor)
     having count(*) > ${mostAlike}
      limit 1`,
  )
  return rowCount !== 0
}

/** So many rows with one number and amount cost little to compare each by itself. */
const mostAlike = 10

const ofBatch = (condition: string) => `exists (
          select from payrun.batches b where b.batch_no = o.batch_no and ${condition}
        )`

const probeSql = alikeSqlOf(
  ofBatch(`b.sandbox = $1
             and (
               b.state in ('awaiting_approval', 'running', 'paused')
               or b.period = $2
               or exists (
                 select from payrun.batch_events e
                  where e.batch_no = b.batch_no
                    and e.at > now() - interval '24 hours'
               )
             )
             and not ${isOtherRunOf('$3', '$4')}`),
  ofBatch('b.period = $2'),
)
