import { createGroupCommit } from '../../src/ledger/commit/groupCommit.ts'
import type { RowToStore } from '../../src/ledger/intake/insertBatch.ts'
import type { Outcome } from '../../src/payout/outcome.ts'
import { ignore, payableRows, type StoreWish, type TestLedger } from './ledger.ts'

export interface AcceptedBatch {
  batchNo: number
  batchId: string
  /** The provider's reference of each row, by line. */
  references: Map<number, string>
}

let references = 0

/** A batch whose rows were all sent and accepted, or have the outcomes of `outcomeOf`. */
export async function acceptedBatch(
  db: TestLedger,
  rows: number | readonly RowToStore[],
  wish: StoreWish = {},
  outcomeOf: (reference: string, line: number) => Outcome = accepted,
): Promise<AcceptedBatch> {
  const groupCommit = createGroupCommit(db.ledger.connection, ignore)
  try {
    const [{ batchNo, batchId }, workerNo] = [
      await db.batchOf(typeof rows === 'number' ? payableRows(rows) : rows, wish),
      await db.worker(),
    ]
    const byLine = new Map<number, string>()
    for (let line = 2; line < (typeof rows === 'number' ? rows : rows.length) + 2; line += 1) {
      const claim = await groupCommit.claim({ batchNo, line, workerNo })
      if (!claim.ok) throw new Error('the claim was refused')
      references += 1
      byLine.set(line, `TX/${references} é`)
      await groupCommit.settle({ attempt: claim.attempt, outcome: outcomeOf(byLine.get(line)!, line) })
    }
    return { batchNo, batchId, references: byLine }
  } finally {
    await groupCommit.close()
  }
}

/** Sends one row of a batch and settles it. Without an outcome, it stays in the state `sending`. */
export async function sendRow(
  db: TestLedger,
  { batchId, line }: { batchId: string; line: number },
  outcome?: Outcome,
): Promise<void> {
  const groupCommit = createGroupCommit(db.ledger.connection, ignore)
  try {
    const [batch] = await db.query<{ no: number }>('select batch_no as no from payrun.batches where id = $1', [batchId])
    const claim = await groupCommit.claim({ batchNo: batch?.no ?? 0, line, workerNo: await db.worker() })
    if (!claim.ok) throw new Error('the claim was refused')
    if (outcome) await groupCommit.settle({ attempt: claim.attempt, outcome })
  } finally {
    await groupCommit.close()
  }
}

export const accepted = (providerReference: string): Outcome => ({
  kind: 'accepted',
  providerReference,
  code: 'not_final',
  message: 'Under way.',
})

/** Makes questions about accepted rows older by this interval. */
export const letPass = (db: TestLedger, interval: string) =>
  db.query(`update payrun.status_questions set next_at = next_at - $1::interval, since = since - $1::interval`, [
    interval,
  ])
