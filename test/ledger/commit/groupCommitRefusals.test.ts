import { expect, test, vi } from 'vitest'
import { payableRows } from '../../harness/ledger.ts'
import { openGroupCommit } from '../paidRows.ts'
import { setUpLedger } from '../setUpLedger.ts'
import { attemptOf, linesOf, paidAttempt, sendingAfterCommits, statesIn } from './claimedRow.ts'

const db = setUpLedger()
const eventually = { timeout: 20_000, interval: 20 }

/** The server refuses what `when` describes (a condition on old and new), for as long as the trigger is there. */
const plant = (when: string, raise: string) =>
  db.query(`create sequence payrun.refusals;
    create function payrun.planted() returns trigger language plpgsql as $$ begin ${raise} return new; end $$;
    create trigger planted before update on payrun.payouts for each row when (${when}) execute function payrun.planted()`)

test('an answer that the server refuses blocks no other, is kept, and arrives when the server takes it', async () => {
  const [{ batchNo }, workerNo] = [await db.batchOf(payableRows(20)), await db.worker()]
  const groupCommit = openGroupCommit(db)
  await plant(`new.line = 5 and new.state = 'paid'`, `raise exception 'planted';`)
  const claims = await Promise.all(linesOf(20).map((line) => groupCommit.claim({ batchNo, line, workerNo })))
  const attempts = claims.filter((claim) => claim.ok).map(({ attempt }) => attempt)
  const settling = attempts.map((attempt) => groupCommit.settle(paidAttempt(attempt)))
  await Promise.all(settling.filter((_, index) => attempts[index]!.line !== 5))
  expect(groupCommit.unsettled().map(({ attempt }) => attempt.line)).toEqual([5])
  expect(await statesIn(db, batchNo)).toEqual({ paid: 19, sending: 1 })
  await db.query('drop trigger planted on payrun.payouts')
  await Promise.all(settling)
  expect(groupCommit.unsettled()).toEqual([])
  expect(await statesIn(db, batchNo)).toEqual({ paid: 20 })
})

test('an answer that the server refuses blocks the claims of other slots no more than those of settles', async () => {
  const [{ batchNo }, workerNo] = [await db.batchOf(payableRows(40)), await db.worker()]
  const groupCommit = openGroupCommit(db)
  await plant(`new.line = 5 and new.state = 'paid'`, `raise exception 'planted';`)
  const lines = linesOf(40)
  const claim = (line: number) => groupCommit.claim({ batchNo, line, workerNo })
  const first = (await Promise.all(lines.slice(0, 20).map(claim))).map(attemptOf)
  const settling = first.map((attempt) => groupCommit.settle(paidAttempt(attempt)))
  const claiming = lines.slice(20).map(claim)
  // The last one would be the twenty-first row that is sending.
  await vi.waitFor(
    async () => expect(await statesIn(db, batchNo)).toEqual({ paid: 19, sending: 20, pending: 1 }),
    eventually,
  )
  await db.query('drop trigger planted on payrun.payouts')
  await Promise.all(settling)
  expect((await Promise.all(claiming)).every(({ ok }) => ok)).toBe(true)
  expect(await statesIn(db, batchNo)).toEqual({ paid: 20, sending: 20 })
  expect(Math.max(...(await sendingAfterCommits(db, batchNo)))).toBe(20)
})

test('a claim that the server refuses is not made, and blocks no other', async () => {
  const [{ batchNo }, workerNo] = [await db.batchOf(payableRows(10)), await db.worker()]
  await plant(`new.line = 5 and new.state = 'sending'`, `raise exception 'planted';`)
  const groupCommit = openGroupCommit(db)
  const claims = await Promise.all(linesOf(10).map((line) => groupCommit.claim({ batchNo, line, workerNo })))
  expect(claims.map(({ ok }) => ok)).toEqual(linesOf(10).map((line) => line !== 5))
  await db.query('drop trigger planted on payrun.payouts')
  expect((await groupCommit.claim({ batchNo, line: 5, workerNo })).ok).toBe(true)
})

test.each([
  { what: 'a serialization failure', code: '40001' },
  { what: 'a deadlock', code: '40P01' },
  { what: 'a full disk', code: '53100' },
])('$what on a settle: the settle is repeated until it is taken', async ({ code }) => {
  const [{ batchNo }, workerNo] = [await db.batchOf(payableRows(3)), await db.worker()]
  const groupCommit = openGroupCommit(db)
  const claims = await Promise.all(linesOf(3).map((line) => groupCommit.claim({ batchNo, line, workerNo })))
  await plant(
    `new.state = 'paid'`,
    `if nextval('payrun.refusals') <= 3 then raise exception 'planted' using errcode = '${code}'; end if;`,
  )
  const attempts = claims.filter((claim) => claim.ok).map(({ attempt }) => attempt)
  await Promise.all(attempts.map((attempt) => groupCommit.settle(paidAttempt(attempt))))
  expect(await statesIn(db, batchNo)).toEqual({ paid: 3 })
})
