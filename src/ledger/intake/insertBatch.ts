import type { PoolClient } from 'pg'
import type { Corrected, Expected } from '../../payout/correction.ts'
import type { Decided } from '../../payout/decided.ts'
import type { Payable } from '../../payout/keys.ts'
import { defaultMaxRefused, type MaxRefused } from '../../payout/outcome.ts'
import type { Problem } from '../../payout/problem.ts'
import type { Reported, ReportFormat } from '../../payout/report.ts'
import type { Hours } from '../../payout/times/hours.ts'
import { storedJson } from '../../words/sentence.ts'
import { largestShown, numbersOf } from '../batches/toBePaid.ts'
import { insertBatchRun, type PlannedRun } from '../schedules/scheduleRuns.ts'
import { bindRequestKeys, type RequestKey } from './requestKeys.ts'

/** A checked row of a file on its way into the ledger. `payable: null` for a row that failed a check. */
export interface RowToStore {
  line: number
  cells: readonly (string | null)[]
  payable: Payable | null
  reference: string | null
  /** The idempotency key, 32 hex characters; null for a row without one because it is invalid. */
  key: string | null
  /** What a report that goes in again says of the row's payout; left out: it is no row of a report. */
  reported?: Reported | null
  problems: readonly Problem[]
}

export interface BatchToStore {
  name: string
  period: string | null
  sandbox: boolean
  maxUnknown: number
  /** Refusals alike in a row that pause it, of one operator and over all of them; left out: `defaultMaxRefused`. */
  maxRefused?: MaxRefused | undefined
  reportPath: string | null
  reportFormat: ReportFormat
  fileName: string
  /** Who submits, for the batch's history: by their account, as they call themselves, or by their login name. */
  actor: string
  /** Their login name, if it differs; null: an account vouches for who it is. */
  login?: string | null
  /** How many people it needs, if that is more than the ledger's policy asks for. Left out: 1. */
  peopleNeeded?: number
  /** Nothing of it is paid before this time. */
  startAt?: Date | null
  /** In which hours of each day it may be paid; null: in any. */
  hours?: Hours | null
  /** The planned time of a schedule that it is the batch of, stored together with it. */
  run?: PlannedRun | null
  /** The total that its submitter stated; null or left out: it is no file. */
  expected?: Expected | null
  /** What they corrected in it before; null or left out: nothing. */
  corrected?: Corrected | null
  /** What else they decided about it; null or left out: it is no file. */
  decided?: Decided | null
  /** The key of the request that it is stored for, bound to it in the same transaction. */
  requestKey?: RequestKey | undefined
}

/** Known only when the last row has been read. */
export interface FileFacts {
  sha256: string
  /** Of a workbook: a digest of its cells, since a spreadsheet program changes the bytes whenever it saves. */
  cellsSha256?: string | null
  columns: readonly string[]
}

/** A batch whose payouts are staged. */
interface StagedBatch {
  id: string
  batch: BatchToStore
  facts: FileFacts
  /** The one staged row that is all of it, by its line; 0: it is of all staged rows. */
  line: number
}

/**
 * Insert batches whose payouts are staged, with their payouts and their first event: one batch of all staged rows, or (`each`) one for each of them, with
 * the payout as its line 1.
 *
 * @returns their numbers, in the order given
 */
export async function insertBatches(
  client: PoolClient,
  batches: readonly StagedBatch[],
  each: boolean,
): Promise<number[]> {
  const given = storedJson(batches.map(batchRecord))
  const { rows } = await client.query<{ id: string; batch_no: number }>(batchesSql, [each, given])
  const numbers = new Map(rows.map(({ id, batch_no }) => [id, batch_no]))
  const inserted = batches.map(({ id, batch, line }) => ({ ...batch, line, batchNo: numbers.get(id)! }))
  for (const { run, batchNo } of inserted) if (run) await insertBatchRun(client, run, batchNo)
  const bound = inserted.flatMap(({ requestKey, batchNo }) => (requestKey ? { requestKey, batchNo } : []))
  if (bound.length > 0) await bindRequestKeys(client, bound)
  const batchNos = inserted.map(({ batchNo }) => batchNo)
  const ofLines = [each, batchNos, inserted.map(({ line }) => line)]
  await client.query(chunksSql, ofLines)
  await client.query(payoutsSql, ofLines)
  await client.query(
    `insert into payrun.batch_events (batch_no, to_state, reason, actor)
     select batch_no, state, reason, submitter
       from payrun.batches
      where batch_no = any($1)
      order by batch_no`,
    [batchNos],
  )
  return batchNos
}

/** As batchesSql takes it. */
const batchRecord = ({ id, batch, facts, line }: StagedBatch) => ({
  of_line: line,
  id,
  name: batch.name,
  period: batch.period,
  sandbox: batch.sandbox,
  file_name: batch.fileName,
  file_sha256: facts.sha256,
  cells_sha256: facts.cellsSha256 ?? null,
  file_columns: facts.columns,
  max_unknown: batch.maxUnknown,
  max_refused: (batch.maxRefused ?? defaultMaxRefused).ofOperator,
  max_refused_all: (batch.maxRefused ?? defaultMaxRefused).overAll,
  report_path: batch.reportPath,
  report_format: batch.reportFormat,
  submitter: batch.actor,
  submitter_login: batch.login === undefined ? batch.actor : batch.login,
  people: batch.peopleNeeded ?? 1,
  start_at: batch.startAt ?? null,
  pay_from: batch.hours?.from ?? null,
  pay_until: batch.hours?.to ?? null,
  pay_zone: batch.hours?.zone ?? null,
  expected: batch.expected ?? null,
  corrected: batch.corrected ?? null,
  decided: batch.decided ?? null,
})

const stagedToPay = `select * from staging where state = 'pending'`

const largestLines = `array(
         select l.line
           from jsonb_object_keys(s.totals) c (currency)
          cross join lateral (
            select g.line
              from staging g
             where g.state = 'pending'
               and g.currency = c.currency
             order by g.amount_minor desc, g.line
             limit ${largestShown}
          ) l
       )`

/**
 * Each batch needs as many people as the ledger's policy asks for, or more if this process was told so. First it waits for approval, then for its time;
 * with neither, it runs at once.
 */
const batchesSql = `
insert into payrun.batches (
  id, name, period, sandbox, file_name, file_sha256, file_rows, file_columns, max_unknown,
  max_refused, max_refused_all, report_path, report_format, submitter, submitter_login,
  approvals_needed, start_at, state, reason, invalid_totals, cells_sha256,
  pay_from, pay_until, pay_zone, expected, corrected, decided, created_at, numbers, largest
)
select n.id, n.name, n.period, n.sandbox, n.file_name, n.file_sha256, coalesce(s.rows, 0),
       n.file_columns, n.max_unknown, n.max_refused, n.max_refused_all,
       n.report_path, n.report_format, n.submitter, n.submitter_login, p.people, n.start_at,
       case
         when p.people > 1 then 'awaiting_approval'
         when n.start_at is not null then 'paused'
         else 'running'
       end::payrun.batch_state,
       case when p.people = 1 and n.start_at is not null then 'scheduled' end,
       s.invalid_totals, n.cells_sha256, n.pay_from, n.pay_until, n.pay_zone,
       n.expected, n.corrected, n.decided,
       -- not the time at which the file began to be read: a retry may have been asked for since
       clock_timestamp(),
       case when p.people > 1 and not $1 then ${numbersOf(`(${stagedToPay})`)} end,
       case when p.people > 1 and not $1 then ${largestLines} end
  from jsonb_to_recordset($2::jsonb) as n (
         of_line integer, id text, name text, period text, sandbox boolean, file_name text,
         file_sha256 text, cells_sha256 text, file_columns jsonb, max_unknown integer,
         max_refused integer, max_refused_all integer, report_path text, report_format text,
         submitter text, submitter_login text, people integer, start_at timestamptz,
         pay_from time, pay_until time, pay_zone text, expected jsonb, corrected jsonb,
         decided jsonb)
  left join (
    select t.of_line, sum(t.rows)::int as rows,
           jsonb_object_agg(t.currency, t.minor::text) filter (where t.state = 'pending') as totals,
           array_agg((t.state, t.currency, t.rows, t.minor)::payrun.total)
             filter (where t.state = 'invalid') as invalid_totals
      from (
        select case when $1 then line else 0 end as of_line, state, currency,
               count(*)::int as rows, sum(amount_minor) as minor
          from staging
         group by 1, 2, 3
      ) t
     group by t.of_line
  ) s using (of_line)
 cross join lateral (
    select greatest(n.people, payrun.people_needed(coalesce(s.totals, '{}'))) as people
  ) p
 order by n.of_line
returning id, batch_no`

/** The batch that each staged row is of. */
const fromStaged = `
  from unnest($2::int[], $3::int[]) as n (batch_no, of_line)
  join staging s on case when $1 then s.line else 0 end = n.of_line`

const chunksSql = `
insert into payrun.chunks (batch_no, chunk_no, operator, rows, first_line, last_line, totals)
select batch_no, chunk_no, min(operator), sum(rows), min(first_line), max(last_line),
       array_agg(('pending', currency, rows, minor)::payrun.total)
  from (
    select n.batch_no, s.chunk_no, s.currency, min(s.operator) as operator, count(*)::int as rows,
           min(case when $1 then 1 else s.line end) as first_line,
           max(case when $1 then 1 else s.line end) as last_line,
           sum(s.amount_minor) as minor
    ${fromStaged}
     where s.state = 'pending'
     group by n.batch_no, s.chunk_no, s.currency
  ) c
 group by batch_no, chunk_no`

const payoutsSql = `
insert into payrun.payouts (
  batch_no, line, chunk_no, state, holds_key, operator, phone, currency, amount_minor, name,
  reference, payout_key, problems, cells, chain_hash)
select b.batch_no, l.line, case when s.state = 'pending' then s.chunk_no end, s.state,
       s.state = 'pending', s.operator, s.phone, s.currency, s.amount_minor, s.name, s.reference,
       s.payout_key, s.problems, s.cells,
       payrun.first_chain_hash(
         b.id, l.line, case when s.state = 'pending' then s.chunk_no end, s.operator,
         payrun.person_hash(b.salt, l.line, s.phone, s.name, s.cells, s.problems), s.currency,
         s.amount_minor, s.reference, s.payout_key)
  ${fromStaged}
  join payrun.batches b on b.batch_no = n.batch_no
 cross join lateral (select case when $1 then 1 else s.line end) as l (line)
 order by s.line`

/**
 * A row of a file as one line of COPY's text format, with the columns of the staging table. It is built as one text: joining a list of cells takes half as
 * long again.
 */
export function copyLine(row: RowToStore, chunkNo: number | null): string {
  const { payable, key, reported, problems } = row
  const paid = payable
    ? `pending\t${payable.operator}\t${payable.phone}\t${payable.currency}\t${payable.amountMinor}\t${copyCell(payable.name)}`
    : 'invalid\t\\N\t\\N\t\\N\t\\N\t\\N'
  const form = key?.slice(0, 16)
  // The keys of its form lie between the last two (payrun.first_key_of_form). Computed here, they cost half as much.
  const keys = key === null ? '\\N\t\\N\t\\N' : `${key}\t${form}0000000000000000\t${form}ffffffffffffffff`
  const says = reported?.isSandbox ? 'sandbox' : (reported?.says ?? null)
  const report = reported ? `${copyCell(reported.payrunId)}\t${copyCell(says)}` : '\\N\t\\N'
  const why = problems.length > 0 ? copyCell(problemsJson(problems)) : '\\N'
  // Not String() of the line: V8 caches its results, each of which would outlive two garbage collections and make the heap grow.
  return `${row.line.toFixed(0)}\t${chunkNo ?? '\\N'}\t${paid}\t${copyCell(row.reference)}\t${keys}\t${report}\t${why}\t${copyCell(cellsJson(row))}\n`
}

const problemsJson = (problems: readonly Problem[]): string => storedJson(problems)

/** Postgres keeps json as it comes, and would fail at such cells whenever they are read. Intake leaves none of them. */
function cellsJson({ line, cells }: RowToStore): string {
  const json = JSON.stringify(cells)
  if (json.includes('\\u') && cells.some((cell) => cell?.includes('\0') || cell?.isWellFormed() === false)) {
    throw new Error(`line ${line}: a cell with a NUL or half a character can't be kept`)
  }
  return json
}

const special = /[\\\t\n\r]/
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function copyCell(cell: string | null): string {
  if (cell === null) return '\\N'
  return special.test(cell) ? cell.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character) : cell
}
