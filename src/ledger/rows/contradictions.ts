import type { Doubt, PayoutState } from '../../payout/state.ts'
import { readStored, type Words } from '../../words/sentence.ts'
import type { Ledger, Queryable } from '../connection/ledger.ts'

/** What a statement, a late answer or a notification says against a row as it is. It changed nothing. */
export interface Contradiction {
  at: Date
  note: Words
  /** A person has looked into it. */
  setAside: boolean
  /** It says that the money moved, or may yet. */
  saysPaid: boolean
  /** `late_answer`, `notification`, or a discrepancy of src/payout/reconciliation.ts. */
  kind: string
}

export async function listContradictions(ledger: Ledger, batchNo: number, line: number): Promise<Contradiction[]> {
  const { rows } = await ledger.pool.query<Contradiction>(
    `select at, note, set_aside as "setAside", says_paid as "saysPaid", kind
       from payrun.discrepancies
      where batch_no = $1
        and line = $2
      order by discrepancy_no`,
    [batchNo, line],
  )
  return rows.map((each) => ({ ...each, note: readStored(each.note) }))
}

/** Rows of a batch that evidence contradicts and that nobody has looked into: how many, and the lines of the first ten. */
export interface Contradicted {
  rows: number
  /** Of these: they failed, and may have been paid after all. */
  failed: number
  first: number[]
  /** The first ten of those that failed. */
  firstFailed: number[]
  /** Of these: they are paid, and may not have been. */
  paid: number
}

const isInDoubt = `p.state = 'failed' and d.says_paid`

/**
 * The doubt about a payout `p`, if there is one. A claim that it was paid counts whatever attempt it is about; a claim that it was not only
 * if it is about the latest one.
 */
export const doubtSql = `
  case
    when p.state in ('failed', 'cancelled') and exists (
      select from payrun.discrepancies d
       where d.batch_no = p.batch_no and d.line = p.line and d.says_paid and not d.set_aside
    ) then 'maybe_paid'
    when p.state = 'paid' and exists (
      select from payrun.discrepancies d
       where d.batch_no = p.batch_no and d.line = p.line and not d.says_paid and not d.set_aside
         and d.attempt = p.attempts
    ) then 'maybe_not_paid'
  end`

/** The rows of a batch in doubt, by line. There are few, so that a report needn't look for each row's. */
export async function readDoubts(
  client: Queryable,
  batchNo: number,
): Promise<Map<number, { state: PayoutState; doubt: Doubt }>> {
  const { rows } = await client.query<{ line: number; state: PayoutState; doubt: Doubt | null }>(
    `select p.line, p.state, ${doubtSql} as doubt
       from (
         select distinct line
           from payrun.discrepancies
          where batch_no = $1
            and not set_aside
       ) told
      cross join lateral (
         select batch_no, line, state, attempts
           from payrun.payouts
          where batch_no = $1
            and line = told.line
         offset 0
       ) p`,
    [batchNo],
  )
  return new Map(rows.flatMap(({ line, state, doubt }) => (doubt ? [[line, { state, doubt }]] : [])))
}

/**
 * Line by line: of a batch that its statistics don't know yet Postgres expects one row, and would begin with reading all of them. An array
 * of the lines is looked up in the index by a server from 17 on only.
 */
export async function readContradicted(ledger: Ledger, batchNo: number): Promise<Contradicted> {
  const { rows } = await ledger.pool.query<Contradicted>(
    `select count(*)::int as rows, (count(*) filter (where ${isInDoubt}))::int as failed,
            coalesce((array_agg(p.line order by p.line))[1:10], '{}') as first,
            coalesce(
              (array_agg(p.line order by p.line) filter (where ${isInDoubt}))[1:10],
              '{}'
            ) as "firstFailed",
            (
              count(*) filter (where p.state = 'paid' and d.unpaid_attempt = p.attempts)
            )::int as paid
       from (
         select line, bool_or(says_paid) as says_paid,
                bool_and(kind = 'may_have_been_sent') as is_of_recovery,
                max(attempt) filter (where not says_paid) as unpaid_attempt
           from payrun.discrepancies
          where batch_no = $1
            and not set_aside
          group by line
       ) d
      cross join lateral (
         select line, state, attempts
           from payrun.payouts
          where batch_no = $1
            and line = d.line
         offset 0
       ) p
      -- what a recovery says of a row counts once it would be paid again
      where not d.is_of_recovery
         or p.state not in ('accepted', 'unknown', 'paid')`,
    [batchNo],
  )
  return rows[0]!
}

/** Those of these lines of which evidence that nobody has looked into says that they were paid. */
export async function findMaybePaidLines(
  client: Queryable,
  batchNo: number,
  lines: readonly number[],
): Promise<number[]> {
  const { rows } = await client.query<{ line: number }>(
    `select distinct line
       from payrun.discrepancies
      where batch_no = $1
        and line = any($2)
        and says_paid
        and not set_aside
      order by line`,
    [batchNo, lines],
  )
  return rows.map(({ line }) => line)
}

/** The same of each of these batches. */
export const readContradictedOf = async (
  ledger: Ledger,
  batches: readonly number[],
): Promise<Map<number, Contradicted>> =>
  new Map(await Promise.all(batches.map(async (no) => [no, await readContradicted(ledger, no)] as const)))

/** Invalid rows of a batch that are payouts of other batches: how many, and in which, the first few. */
export interface Elsewhere {
  paid: number
  paidIn: string[]
  /** Failed there, not paid yet, or not known to be. */
  open: number
  openIn: string[]
}

export const nothingElsewhere: Elsewhere = { paid: 0, paidIn: [], open: 0, openIn: [] }

/** By the state that those payouts are in now. The first problem of such a row names its payout. Invalid rows have no chunk: an index has these. */
export async function readElsewhere(ledger: Ledger, batchNo: number): Promise<Elsewhere> {
  const { rows } = await ledger.pool.query<Elsewhere>(
    `select count(*) filter (where h.state = 'paid')::int as paid,
            coalesce(
              (array_agg(distinct b.id) filter (where h.state = 'paid'))[1:3],
              '{}'
            ) as "paidIn",
            count(*) filter (where h.state <> 'paid')::int as open,
            coalesce(
              (array_agg(distinct b.id) filter (where h.state <> 'paid'))[1:3],
              '{}'
            ) as "openIn"
       from payrun.payouts p
      cross join lateral (select p.problems->0->'message'->'args' as args) m
       join payrun.batches b on b.id = coalesce(args->>'takenBy', args->>'batchId')
       join payrun.payouts h
            on h.batch_no = b.batch_no
            and h.line = coalesce(args->>'takenLine', args->>'heldLine')::int
      where p.batch_no = $1
        and p.state = 'invalid'
        and p.chunk_no is null
        and p.problems->0->>'code' = 'reference_in_use'
        and h.state not in ('invalid', 'cancelled')`,
    [batchNo],
  )
  return rows[0]!
}
