import { type Reconciled, type ReconcileWish, reconcile } from '../../../src/ledger/evidence/reconcile.ts'
import type { LineMeaning, StatementLine } from '../../../src/payout/reconciliation.ts'
import { judgeStatement, type NotComplete } from '../../../src/reconcile/matchStatement.ts'
import { daysLater } from '../../harness/daysLater.ts'
import type { TestLedger } from '../../harness/ledger.ts'

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

/** Somebody else's payment of an hour later: the statement certainly reaches until then. */
export function later(): StatementLine {
  const atMs = Date.now() + 3_600_000
  return listed('carried_out', 77, 'LATER', { at: { fromMs: atMs, toMs: atMs } })
}

export const sha256 = '0123456789ab'.padEnd(64, 'c')

/** Reconcile a batch with a statement of these lines. One that is complete has been made since. */
export const reconcileWith =
  (db: TestLedger) =>
  (
    batchNo: number,
    lines: StatementLine[],
    { covers, ...change }: Partial<ReconcileWish> & { covers?: string[] } = {},
  ) => {
    const wish: ReconcileWish = {
      batchNo,
      statement: { name: 'november.csv', sha256, lines, dateOrder: 'certain' },
      complete: false,
      dryRun: false,
      actor: 'ann',
      ...change,
    }
    const judged = () =>
      reconcile(db.ledger, wish, (known) => judgeStatement(wish.statement, wish.complete, { ...known, covers }))
    return wish.complete ? daysLater(judged) : judged()
  }

/** As if a person had looked into all discrepancies an hour ago, when they were found. */
export const setAside = (db: TestLedger) =>
  db.query(`update payrun.discrepancies set set_aside = true, at = now() - interval '1 hour'`)

/** Whether discrepancies stand in the way, and are of this minute. */
export const standing = (db: TestLedger, batchNo: number) =>
  db.query(
    `select set_aside, at > now() - interval '1 minute' as is_new from payrun.discrepancies where batch_no = $1`,
    [batchNo],
  )

/** What became of each row: `2 paid by number`, `2 left ambiguous`, `2 discrepancy amount_differs`; else the kind of result. */
export function words(reconciled: Reconciled<NotComplete>): string[] {
  if (reconciled.kind !== 'reconciled') return [reconciled.refusal.kind]
  const { resolutions, left, discrepancies } = reconciled.matched
  return [
    ...resolutions.map((each) => `${each.row.line} ${each.to} by ${each.by}`),
    ...left.map((each) => `${each.row.line} left ${each.why}`),
    ...discrepancies.map((each) => `${each.row.line} discrepancy ${each.kind}`),
  ]
}
