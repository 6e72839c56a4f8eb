import type { PoolClient } from 'pg'
import { matchStatement } from '../payout/matchStatement.ts'
import type { Matched, Resolution } from '../payout/reconciliation.ts'
import type { Statement } from '../payout/statement.ts'
import { type Coverage, coverageOf } from '../payout/statementCoverage.ts'
import { t } from '../words/t.ts'
import { type Ending, inTransaction } from './inTransaction.ts'
import type { Ledger } from './ledger.ts'
import { readMatchInput } from './readMatchInput.ts'
import { recordCases } from './recordCases.ts'
import { type OpenRowSettled, settleOpenRows } from './settleOpenRows.ts'

export interface ReconcileWish {
  batchNo: number
  statement: Statement
  /** The statement covers the whole period: rows that it doesn't have were not paid. */
  complete: boolean
  /** Say what would be done, and do nothing. */
  dryRun: boolean
  actor: string
}

/** `not_covered`, `not_complete`, `not_recognised`, `unclear_dates`: the statement can't be called complete for some row. Nothing was changed. */
export type Reconciled = { kind: 'reconciled'; matched: Matched } | Exclude<Coverage, { kind: 'covered' }>

/**
 * Settle a batch's unknown and accepted rows by a provider's statement, in one transaction with the rows locked. The same
 * statement again finds nothing left to do. What is doubtful stays, and contradictions of settled rows change no row: see
 * payout/matchStatement.ts. They are kept as cases, so that a row that the statement calls paid is not retried unawares.
 */
export function reconcile(ledger: Ledger, wish: ReconcileWish): Promise<Reconciled> {
  return inTransaction<Reconciled>(ledger, async (client) => {
    if (!wish.dryRun) await lockRows(client, wish.batchNo)
    const input = await readMatchInput(client, wish.batchNo, wish.statement.lines, wish.complete)
    const matched = matchStatement({ ...input, lines: wish.statement.lines, complete: wish.complete })
    const absent = matched.resolutions.filter(({ by }) => by === 'absence').map(({ row }) => row)
    const coverage = coverageOf(wish.statement, absent, matched)
    if (coverage.kind !== 'covered') return { commit: false, value: coverage }
    if (wish.dryRun) return { commit: false, value: { kind: 'reconciled', matched } }
    return apply(client, wish, matched)
  })
}

/**
 * A late answer, a status call or another person may want the same rows at this moment: one after the other. A retry wants
 * the failed ones: it comes before this, or sees the cases that this finds.
 */
async function lockRows(client: PoolClient, batchNo: number): Promise<void> {
  await client.query(
    `select from payrun.payouts where batch_no = $1 and state in ('unknown', 'accepted', 'failed') order by line for update`,
    [batchNo],
  )
}

async function apply(client: PoolClient, wish: ReconcileWish, matched: Matched): Promise<Ending<Reconciled>> {
  const statement = `statement ${wish.statement.sha256.slice(0, 12)}`
  const rows = matched.resolutions.map((resolution) => settledBy(resolution, statement))
  const moved = await settleOpenRows(client, wish.batchNo, wish.actor, rows)
  await recordCases(client, wish.batchNo, matched.cases, statement)
  // A reference may have been taken by another payout since it was looked up: that row is left.
  const taken = matched.resolutions.filter(({ row }) => !moved.has(row.line))
  const left = [...matched.left, ...taken.map(({ row }) => ({ row, why: 'reference_taken' as const, lines: [] }))]
  const resolutions = matched.resolutions.filter(({ row }) => moved.has(row.line))
  return { commit: true, value: { kind: 'reconciled', matched: { ...matched, resolutions, left } } }
}

function settledBy({ row, to, reference, by, statementLine }: Resolution, statement: string): OpenRowSettled {
  const from = row.state === 'accepted' ? 'accepted' : 'unknown'
  const isAbsent = by === 'absence'
  const message = isAbsent
    ? t`It is not in the provider's statement, which was said to be complete.`
    : t`The provider's statement says that it was not paid.`
  const note = isAbsent ? `not in ${statement}, complete` : `${statement}, line ${statementLine}, by ${by}`
  return { line: row.line, from, to, reference, message, note }
}
