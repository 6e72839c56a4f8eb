import type { OperatorCode } from '../../payout/operators/operator.ts'
import type { RefusalsToShare } from '../../payout/refusalsInARow.ts'
import type { Ledger } from '../connection/ledger.ts'

/**
 * Add a process's refusals in a row to a batch's counts over all processes. Other words than those counted so far start a new series.
 *
 * @returns how many there are in a row now, for each operator that was given
 */
export async function shareRefusals(
  ledger: Ledger,
  batchNo: number,
  added: readonly RefusalsToShare[],
): Promise<Map<OperatorCode | '', number>> {
  const ordered = added.toSorted((one, other) => (one.operator < other.operator ? -1 : 1))
  const { rows } = await ledger.pool.query<{ operator: OperatorCode | ''; rows: number }>(
    `select operator, rows
       from payrun.count_refusals($1, $2, $3, $4, $5)`,
    [
      batchNo,
      ordered.map(({ operator }) => operator),
      ordered.map(({ words }) => words),
      ordered.map(({ rows }) => rows),
      ordered.map(({ anew }) => anew),
    ],
  )
  return new Map(rows.map(({ operator, rows }) => [operator, rows]))
}
