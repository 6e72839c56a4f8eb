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
}

const isInDoubt = `p.state = 'failed' and d.says_paid`

/**
 * Line by line: of a batch that its statistics don't know yet Postgres expects one row, and would begin with reading all of them. An array
 * of the lines is looked up in the index by a server from 17 on only.
 */
export async function readContradicted(ledger: Ledger, batchNo: number): Promise<Contradicted> {
  const { rows } = await ledger.pool.query<Contradicted>(
    `select count(*)::int as rows, (count(*) filter (where ${isInDoubt}))::int as failed,
            coalesce((array_agg(p.line order by p.line))[1:10], '{}') as first,
            coalesce((array_agg(p.line order by p.line) filter (where ${isInDoubt}))[1:10], '{}') as "firstFailed"
       from (
         select line, bool_or(says_paid) as says_paid
           from payrun.discrepancies
          where batch_no = $1
            and not set_aside
          group by line
       ) d
      cross join lateral (
         select line, state
           from payrun.payouts
          where batch_no = $1
            and line = d.line
         offset 0
       ) p`,
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

/** How many failed rows of each of these batches may have been paid by such evidence. */
export async function countMaybePaid(ledger: Ledger, batches: readonly number[]): Promise<Map<number, number>> {
  const counts = await Promise.all(
    batches.map(async (batchNo) => [batchNo, (await readContradicted(ledger, batchNo)).failed] as const),
  )
  return new Map(counts)
}
