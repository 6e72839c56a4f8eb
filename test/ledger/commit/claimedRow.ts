import type { Claim, GroupCommit } from '../../../src/ledger/commit/groupCommit.ts'
import type { Attempt } from '../../../src/ledger/commit/statement.ts'
import { payableRows, type TestLedger } from '../../harness/ledger.ts'

/** A batch of one row, claimed. */
export async function claimedRow(db: TestLedger, groupCommit: GroupCommit): Promise<Attempt> {
  const [{ batchNo }, workerNo] = [await db.batchOf(payableRows(1)), await db.worker()]
  return attemptOf(await groupCommit.claim({ batchNo, line: 2, workerNo }))
}

export function attemptOf(claim: Claim): Attempt {
  if (!claim.ok) throw new Error('the claim was refused')
  return claim.attempt
}

/** The lines of so many rows, as `payableRows` numbers them. */
export const linesOf = (rows: number): number[] => Array.from({ length: rows }, (_, index) => index + 2)

/** That this attempt paid its row, under a reference of its own. */
export const paidAttempt = (attempt: Attempt) =>
  ({
    attempt,
    outcome: { kind: 'paid', providerReference: `TX-${attempt.batchNo}-${attempt.line}-${attempt.attempt}` },
  }) as const

/** How many rows of a batch are in each state. */
export const statesIn = async (db: TestLedger, batchNo: number): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await db.query<{ state: string; n: number }>(
        'select state, count(*)::int as n from payrun.payouts where batch_no = $1 group by 1',
        [batchNo],
      )
    ).map(({ state, n }) => [state, n]),
  )

export const payoutOf = async (db: TestLedger, batchNo: number, line: number) =>
  (
    await db.query(
      `select state, attempts, seq, holds_key, worker_no, provider_reference, error_code, error_message,
              sent_at is not null as sent, settled_at is not null as settled
         from payrun.payouts where batch_no = $1 and line = $2`,
      [batchNo, line],
    )
  )[0]

/** How many rows of a batch, whose every row has been claimed once at most, were `sending` after each commit. */
export const sendingAfterCommits = async (db: TestLedger, batchNo: number): Promise<number[]> =>
  (
    await db.query<{ sending: number }>(
      `select sum(sum(case when to_state = 'sending' then 1 else -1 end)) over (order by at)::int as sending
         from payrun.events
        where batch_no = $1
        group by at`,
      [batchNo],
    )
  ).map(({ sending }) => sending)

let references = 0
/** A provider's reference that no other row of the test file has. */
export function freshReference(): string {
  references += 1
  return `TX-${references}`
}
