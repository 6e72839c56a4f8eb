import { readStored, type Words } from '../../words/sentence.ts'
import type { Ledger } from '../connection/ledger.ts'

/** What a statement, a late answer or a notification says against a row as it is. It changed nothing. */
export interface Contradiction {
  at: Date
  note: Words
  /** A person has looked into it. */
  setAside: boolean
}

export async function listContradictions(ledger: Ledger, batchNo: number, line: number): Promise<Contradiction[]> {
  const { rows } = await ledger.pool.query<Contradiction>(
    `select at, note, set_aside as "setAside"
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
}

/**
 * The lines are an array, which Postgres looks up in the index of rows. Of a batch that its statistics don't know yet it expects one row, and
 * would begin with reading all of them.
 */
export async function readContradicted(ledger: Ledger, batchNo: number): Promise<Contradicted> {
  const { rows } = await ledger.pool.query<Contradicted>(
    `select count(*)::int as rows, (count(*) filter (where p.state = 'failed'))::int as failed,
            coalesce((array_agg(p.line order by p.line))[1:10], '{}') as first
       from payrun.payouts p
      where p.batch_no = $1
        and p.line = any(array(select line from payrun.discrepancies where batch_no = $1 and not set_aside))`,
    [batchNo],
  )
  return rows[0]!
}
