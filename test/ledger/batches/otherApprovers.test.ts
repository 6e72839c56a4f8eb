import { expect, test } from 'vitest'
import { insertAccount } from '../../../src/ledger/accounts/accounts.ts'
import { whoSubmitted } from '../../../src/ledger/batches/approveBatch.ts'
import { countOtherApprovers, judgePeople } from '../../../src/ledger/batches/otherApprovers.ts'
import { payableRows } from '../../harness/ledger.ts'
import { answer, openGroupCommit, paid, settleBatch, unclear } from '../paidRows.ts'
import { mostRead, type Plan } from '../plans.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger()

const add = async (name: string, login: string | null = null, passwordHash: string | null = 'kept') => {
  const account = { kind: 'account', name, roles: ['approver'], login, passwordHash } as const
  const added = await insertAccount(db.ledger, account, 'admin')
  if (added.kind !== 'added') throw new Error(added.kind)
  return added.account.accountNo
}

test('of many batches it is judged as the database judges one: by name, look-alike, login, account and key', async () => {
  const awa = await add('Awa Diop', 'awa')
  await add('A. Diop', 'awa')
  await add('Kofi', 'kofi')
  await insertAccount(
    db.ledger,
    { kind: 'key', name: 'hers', roles: ['preparer'], forAccount: awa, keyHash: Buffer.alloc(32) },
    'admin',
  )
  await insertAccount(
    db.ledger,
    { kind: 'key', name: 'robot', roles: ['preparer'], keyHash: Buffer.alloc(32, 1) },
    'Kofi',
  )
  await insertAccount(
    db.ledger,
    { kind: 'key', name: 'other', roles: ['approver'], keyHash: Buffer.alloc(32, 2) },
    'Kofi',
  )
  const submitters = [
    ['Awa Diop', null],
    ['AWA  DIОP', 'root'],
    ['hers', null],
    ['somebody', 'awa'],
    ['somebody', 'root'],
    ['kofi', 'kofi'],
    ['robot', null],
  ] as const
  const batches: number[] = []
  for (const [actor, login] of submitters)
    batches.push((await db.batchOf(payableRows(1), { peopleNeeded: 2, actor, login })).batchNo)
  const people = [
    ['A. Diop', null],
    ['Somebody', 'kofi'],
    ['Kofi', 'root'],
    ['A. Diop', 'kofi'],
    ['other', null],
  ] as const
  for (const [name, login] of [...submitters, ...people]) {
    const judged = await judgePeople(db.ledger, batches, { name, login: login ?? name })
    const one = await Promise.all(batches.map((batchNo) => whoSubmitted(db.ledger, batchNo, name, login ?? name)))
    expect(
      batches.map((batchNo) => judged.get(batchNo)?.isOwn),
      name,
    ).toEqual(one)
    const [made] = await db.query<{ has: boolean }>('select payrun.has_made_key($1, $2, $3) as has', [
      name,
      login ?? name,
      'robot',
    ])
    expect(judged.get(batches.at(-1)!)?.key?.isOwn, name).toBe(made?.has)
    expect(made?.has, name).toBe(['Kofi', 'kofi', 'Somebody'].includes(name))
  }
  const judged = await judgePeople(db.ledger, batches)
  expect(batches.map((batchNo) => judged.get(batchNo)?.others)).toEqual([1, 1, 1, 1, 3, 2, 2])
})

test('who has no password yet can approve nothing, and does not count', async () => {
  await add('Awa')
  await add('Kofi', null, null)
  expect(await countOtherApprovers(db.ledger, 'Awa', null)).toBe(0)
  await db.query(`update payrun.accounts set password_hash = 'kept' where name = 'Kofi'`)
  expect(await countOtherApprovers(db.ledger, 'Awa', null)).toBe(1)
})

test('without accounts nobody can be counted', async () => {
  expect(await countOtherApprovers(db.ledger, 'Awa', null)).toBe(null)
})

test('who called rows "not paid" is found by the keys of those rows, and not by comparing each with all rows that wait', async () => {
  const before = payableRows(200)
  const { batchNo } = await db.batchOf(before)
  await answer(
    db,
    openGroupCommit(db),
    batchNo,
    before.map(() => unclear()),
  )
  await settleBatch(db, batchNo)
  await db.query(
    `select payrun.move_rows(array(
    select payrun.a_move(batch_no, array[line], 'unknown', 'failed', actor => 'Ben', code => 'resolved_not_paid')
      from payrun.payouts where batch_no = $1))`,
    [batchNo],
  )
  // As of a ledger of millions of rows, of which few wait.
  await db.query('analyze')
  await db.query(`update pg_class set reltuples = 3e4 * relpages where oid = 'payrun.payouts'::regclass`)
  const waiting = await db.batchOf(payableRows(1000), { peopleNeeded: 2, actor: 'Awa' })
  expect(await readForCallers(waiting.batchNo)).toBeLessThanOrEqual(2000)
})

test('where nobody called a row "not paid", the rows that wait are not read to find who did', async () => {
  const before = payableRows(20)
  const { batchNo } = await db.batchOf(before)
  await answer(
    db,
    openGroupCommit(db),
    batchNo,
    before.map((_, n) => paid(`P-${n}`)),
  )
  await settleBatch(db, batchNo)
  const waiting = await db.batchOf(payableRows(3000), { peopleNeeded: 2, actor: 'Awa' })
  // As of a ledger of millions of rows.
  await db.query('analyze')
  await db.query(`update pg_class set reltuples = 3e4 * relpages where oid = 'payrun.payouts'::regclass`)
  expect(await readForCallers(waiting.batchNo)).toBeLessThanOrEqual(40)
})

/** How many rows the step reads that reads most. */
async function readForCallers(batchNo: number): Promise<number> {
  const [explained] = await db.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    'explain (analyze, format json) select * from payrun.callers_of($1)',
    [[batchNo]],
  )
  return mostRead(explained!['QUERY PLAN'][0].Plan)
}
