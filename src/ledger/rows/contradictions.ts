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
 * Line by line: of a batch that its statistics don't know yet Postgres expects one row, and would begin with reading all of them. An array
 * of the lines is looked up in the index by a server from 17 on only.
 */
export async function readContradicted(ledger: Ledger, batchNo: number): Promise<Contradicted> {
  const { rows } = await ledger.pool.query<Contradicted>(
    `select count(*)::int as rows, (count(*) filter (where p.state = 'failed'))::int as failed,
            coalesce((array_agg(p.line order by p.line))[1:10], '{}') as first
       from (
         select distinct line
           from payrun.discrepancies
          where batch_no = $1
            and not set_aside
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
