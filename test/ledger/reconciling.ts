import { type Reconciled, type ReconcileWish, reconcile } from '../../src/ledger/reconcile.ts'
import type { LineMeaning, StatementLine } from '../../src/payout/statement.ts'
import type { TestLedger } from '../harness/ledger.ts'

/** What the statement says of the payout on a line; with its number, amount and time. */
export function listed(
  meaning: LineMeaning,
  line: number,
  reference: string | null,
  change: Partial<StatementLine> = {},
) {
  return {
    line: 100 + line,
    reference,
    phones: [`22901${97_000_000 + line}`],
    amountHundredths: BigInt(1_000 + line) * 100n,
    currency: 'XOF',
    at: { fromMs: Date.now(), toMs: Date.now() },
    status: meaning,
    meaning,
    ...change,
  }
}

export const sha256 = '0123456789ab'.padEnd(64, 'c')

/** Reconcile a batch with a statement of these lines. */
export const reconcileWith =
  (db: TestLedger) =>
  (batchNo: number, lines: StatementLine[], change: Partial<ReconcileWish> = {}) =>
    reconcile(db.ledger, {
      batchNo,
      statement: { name: 'november.csv', sha256, lines, dateOrder: 'certain' },
      complete: false,
      dryRun: false,
      actor: 'ann',
      ...change,
    })

/** What became of each row: `2 paid by number`, `2 left ambiguous`, `2 case amount_differs`; else the kind of result. */
export function words(reconciled: Reconciled): string[] {
  if (reconciled.kind !== 'reconciled') return [reconciled.kind]
  const { resolutions, left, cases } = reconciled.matched
  return [
    ...resolutions.map((each) => `${each.row.line} ${each.to} by ${each.by}`),
    ...left.map((each) => `${each.row.line} left ${each.why}`),
    ...cases.map((each) => `${each.row.line} case ${each.kind}`),
  ]
}
