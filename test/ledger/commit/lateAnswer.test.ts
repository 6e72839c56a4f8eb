import { expect, test, vi } from 'vitest'
import type { GroupCommit } from '../../../src/ledger/commit/groupCommit.ts'
import type { Attempt } from '../../../src/ledger/commit/statement.ts'
import { type ResolveWish, resolveRow } from '../../../src/ledger/rows/resolveRow.ts'
import { retryRows } from '../../../src/ledger/rows/retryRows.ts'
import { endWorker, sweepLostRows } from '../../../src/ledger/rows/workers.ts'
import type { Outcome } from '../../../src/payout/outcome.ts'
import { openGroupCommit, paid, refused } from '../paidRows.ts'
import { setUpLedger } from '../setUpLedger.ts'
import { claimedRow, freshReference, payoutOf } from './claimedRow.ts'

const db = setUpLedger({ one: true })

/** A row that was claimed by a worker which was then taken for dead. */
async function lost(groupCommit: GroupCommit): Promise<Attempt> {
  const attempt = await claimedRow(db, groupCommit)
  await endWorker(db.ledger, attempt.workerNo)
  await sweepLostRows(db.ledger)
  return attempt
}

test('the late answer of a worker that was taken for dead settles its own row', async () => {
  const groupCommit = openGroupCommit(db)
  const [first, second] = [await lost(groupCommit), await lost(groupCommit)]
  const reference = freshReference()
  const settled = { own: true, late: 'settled' }
  expect(await groupCommit.settle({ attempt: first, outcome: paid(reference) })).toEqual({ state: 'paid', ...settled })
  expect(await payoutOf(db, first.batchNo, first.line)).toMatchObject({ state: 'paid', error_code: null, seq: 3 })
  expect(await groupCommit.settle({ attempt: second, outcome: refused() })).toEqual({ state: 'failed', ...settled })
  expect(await payoutOf(db, second.batchNo, second.line)).toMatchObject({ holds_key: false, error_code: 'refused' })
})

test('an answer that meets the sweep of its worker waits for the worker, with no row in hand that the sweep waits for', async () => {
  const groupCommit = openGroupCommit(db)
  const attempt = await claimedRow(db, groupCommit)
  const sweep = await db.ledger.pool.connect()
  try {
    await sweep.query('begin')
    await sweep.query('select from payrun.workers where worker_no = $1 for update', [attempt.workerNo])
    const settling = groupCommit.settle({ attempt, outcome: paid(freshReference()) })
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await vi.waitFor(async () => expect(await db.query(waiting)).toHaveLength(1), { timeout: 20_000, interval: 20 })
    await sweep.query('select from payrun.payouts where batch_no = $1 and line = $2 for update nowait', [
      attempt.batchNo,
      attempt.line,
    ])
    await sweep.query('commit')
    expect(await settling).toEqual({ state: 'paid', own: true })
  } finally {
    sweep.release(true)
  }
})

test('a late answer that decides nothing settles nothing, but its reference is kept, with an event', async () => {
  const groupCommit = openGroupCommit(db)
  const attempt = await lost(groupCommit)
  const late: Outcome = { kind: 'unknown', providerReference: 'TX-SEEN', code: 'unreadable_answer', message: 'Odd.' }
  const settled = { state: 'unknown', own: true, late: 'kept' }
  expect(await groupCommit.settle({ attempt, outcome: late })).toEqual(settled)
  expect(await payoutOf(db, attempt.batchNo, attempt.line)).toMatchObject({
    state: 'unknown',
    error_code: 'worker_lost',
    provider_reference: 'TX-SEEN',
    seq: 3,
  })
})

test('a late success with a reference that another payout holds does not settle the row', async () => {
  const groupCommit = openGroupCommit(db)
  const [holder, late] = [await claimedRow(db, groupCommit), await lost(groupCommit)]
  const reference = freshReference()
  await groupCommit.settle({ attempt: holder, outcome: paid(reference) })
  expect(await groupCommit.settle({ attempt: late, outcome: paid(reference) })).toMatchObject({
    state: 'unknown',
    own: true,
  })
})

test('a late success whose reference is noted as its own settles the row', async () => {
  const groupCommit = openGroupCommit(db)
  const attempt = await lost(groupCommit)
  // As when the sweep came between the two halves of the first settle: the reference is in, the row had moved.
  const reference = freshReference()
  await db.query('insert into payrun.provider_references values ($1, $2, $3)', [reference, attempt.batchNo, 2])
  expect(await groupCommit.settle({ attempt, outcome: paid(reference) })).toMatchObject({ state: 'paid', own: true })
})

test("a late answer after a person's word is kept, and leaves the row as it is", async () => {
  const groupCommit = openGroupCommit(db)
  const attempt = await lost(groupCommit)
  await db.query(
    `select from payrun.move_rows(array[payrun.a_move($1, array[2], 'unknown', 'failed', actor => 'awa')])`,
    [attempt.batchNo],
  )
  expect(await groupCommit.settle({ attempt, outcome: paid(freshReference()) })).toEqual({
    state: 'failed',
    own: false,
    late: 'kept',
  })
})

const resolve = ({ batchNo, line }: Attempt, verdict: ResolveWish['verdict']) =>
  resolveRow(db.ledger, { batchNo, line, verdict, note: 'looked', actor: 'ann' })

test("a late refusal that contradicts a person's `paid` is kept as a discrepancy, once, and changes nothing", async () => {
  const groupCommit = openGroupCommit(db)
  const attempt = await lost(groupCommit)
  await resolve(attempt, { kind: 'paid', reference: freshReference() })
  for (let n = 0; n < 2; n++) {
    expect(await groupCommit.settle({ attempt, outcome: refused() })).toMatchObject({
      state: 'paid',
      own: false,
      late: 'kept',
    })
  }
  const kept = await db.query('select kind, says_paid, set_aside from payrun.discrepancies where batch_no = $1', [
    attempt.batchNo,
  ])
  expect(kept).toEqual([{ kind: 'late_answer', says_paid: false, set_aside: false }])
})

test('a reference is noted only with the row that moves by it', async () => {
  const groupCommit = openGroupCommit(db)
  const attempt = await lost(groupCommit)
  await resolve(attempt, { kind: 'not_paid' })
  const reference = freshReference()
  await groupCommit.settle({ attempt, outcome: paid(reference) })
  expect(await db.query('select from payrun.provider_references where reference = $1', [reference])).toEqual([])
  const other = await claimedRow(db, groupCommit)
  expect(await groupCommit.settle({ attempt: other, outcome: paid(reference) })).toMatchObject({ state: 'paid' })
})

test('a retry that is answered with the reference of its own last attempt is paid', async () => {
  const groupCommit = openGroupCommit(db)
  const attempt = await claimedRow(db, groupCommit)
  const reference = freshReference()
  await groupCommit.settle({ attempt, outcome: { ...refused(), providerReference: reference } as Outcome })
  expect(await retryRows(db.ledger, { batchNo: attempt.batchNo, actor: 'ann' })).toMatchObject({ kind: 'retried' })
  const claim = await groupCommit.claim({ ...attempt })
  if (!claim.ok) throw new Error('not claimed')
  expect(await groupCommit.settle({ attempt: claim.attempt, outcome: paid(reference) })).toMatchObject({
    state: 'paid',
  })
})
