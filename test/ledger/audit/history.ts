import { expect } from 'vitest'
import { auditBatch } from '../../../src/ledger/audit/auditBatch.ts'
import { auditLedger } from '../../../src/ledger/audit/auditLedger.ts'
import { listBatches } from '../../../src/ledger/batches/batches.ts'
import { type PayoutState, payoutTransitions } from '../../../src/payout/state.ts'
import type { TestLedger } from '../../harness/ledger.ts'

/** Every payout of the ledger has one event per transition, numbered 1 … seq, each legal and following the last. */
export async function expectWholeHistory(db: TestLedger): Promise<void> {
  const rows = await db.query<{
    state: PayoutState
    seq: number
    steps: { seq: number; from: PayoutState; to: PayoutState }[]
  }>(
    `select p.state, p.seq, coalesce(jsonb_agg(jsonb_build_object('seq', e.seq, 'from', e.from_state, 'to', e.to_state)
              order by e.seq) filter (where e.seq is not null), '[]') as steps
       from payrun.payouts p left join payrun.events e using (batch_no, line) group by p.batch_no, p.line`,
  )
  for (const { state, seq, steps } of rows) {
    expect(steps.map((step) => step.seq)).toEqual(Array.from({ length: seq }, (_, index) => index + 1))
    const last = steps.reduce<PayoutState>(
      (at, { from, to }) => {
        expect(from).toBe(at)
        // A late answer brings an unknown row a reference, and no state.
        if (from !== 'unknown' || to !== 'unknown') expect(payoutTransitions[from]).toContain(to)
        return to
      },
      state === 'invalid' ? 'invalid' : 'pending',
    )
    expect(last).toBe(state)
  }
}

/** Put the times of payouts back that a test has moved, so that the audit finds them as they were. */
export async function restoreTimes(db: TestLedger): Promise<void> {
  await db.query(
    `update payrun.payouts p
        set sent_at = (select max(at) from payrun.events e where (e.batch_no, e.line) = (p.batch_no, p.line) and to_state = 'sending'),
            settled_at = case when state not in ('pending', 'sending')
              then (select max(at) from payrun.events e where (e.batch_no, e.line) = (p.batch_no, p.line)) end
      where sent_at is not null`,
  )
}

/** The audit finds nothing in any batch: every event that was written is in its row's chain. */
export async function expectIntactTrails(db: TestLedger): Promise<void> {
  for (const { batchNo } of await listBatches(db.ledger)) {
    expect((await auditBatch(db.ledger, batchNo)).findings).toEqual([])
  }
  expect(await auditLedger(db.ledger)).toEqual([])
}
