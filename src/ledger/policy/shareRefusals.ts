import type { OperatorCode } from '../../payout/operators/operator.ts'
import type { RefusalsToShare } from '../../payout/refusalsInARow.ts'
import type { Ledger } from '../connection/ledger.ts'

/**
 * Add a process's refusals in a row to those of a batch over all processes. Words other than those that stand there begin anew.
 *
 * @returns how many stand in a row now, of each operator that was given
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
