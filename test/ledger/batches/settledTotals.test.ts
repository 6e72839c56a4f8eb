import { expect, test } from 'vitest'
import { moveBatch } from '../../../src/ledger/batches/batches.ts'
import { readOperatorShares, readTotals } from '../../../src/ledger/batches/totals.ts'
import { closeChunk } from '../../../src/ledger/rows/chunks.ts'
import { resolveRow } from '../../../src/ledger/rows/resolveRow.ts'
import { retryRows } from '../../../src/ledger/rows/retryRows.ts'
import { payableRows, rowsRead } from '../../harness/ledger.ts'
import { answer, openGroupCommit, paid, refused, rowsOfTwoOperators, settleBatch, unclear } from '../paidRows.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger({ lent: false })

/** Of which line 2 is failed, 3 is unknown, and the others are paid. */
async function settledOfTwo(): Promise<number> {
  const { batchNo } = await db.batchOf(rowsOfTwoOperators(6))
  const others = [4, 5, 6, 7].map((line) => paid(`P${line}`))
  await answer(db, openGroupCommit(db), batchNo, [refused(), unclear(), ...others])
  await settleBatch(db, batchNo)
  return batchNo
}

/** What is told of a batch's rows has to be what they add up to at that moment. */
async function expectRight(batchNo: number): Promise<void> {
  const counted = await db.query<{ operator: string; state: string; currency: string; rows: number; sum: string }>(
    `select operator, state, currency, count(*)::int as rows, sum(amount_minor)::text as sum
       from payrun.payouts
      where batch_no = $1
      group by 1, 2, 3
      order by 1, 2, 3`,
    [batchNo],
  )
  const told = (await readOperatorShares(db.ledger, batchNo)).map((share) => ({ ...share, sum: String(share.sum) }))
  expect(told).toEqual(counted)
  const { counts } = (await readTotals(db.ledger, [batchNo])).get(batchNo)!
  expect(new Set(Object.keys(counts))).toEqual(new Set(counted.map(({ state }) => state)))
}

const resolve = (batchNo: number, line: number) =>
  resolveRow(db.ledger, {
    batchNo,
    line,
    verdict: { kind: 'paid', reference: `P${line}` },
    note: 'They have it',
    actor: 'Awa',
  })

const retry = (batchNo: number, line: number) => retryRows(db.ledger, { batchNo, lines: [line], actor: 'Awa' })

test('of a settled batch neither chunks nor rows are read for what it comes to', async () => {
  const batchNo = await settledOfTwo()
  await expectRight(batchNo)
  const read = await rowsRead(db, ['chunks', 'payouts', 'events'], () => readTotals(db.ledger, [batchNo]))
  expect(read).toBe(0)
})

test('a row that is resolved later counts as what it became, once', async () => {
  const batchNo = await settledOfTwo()
  expect(await resolve(batchNo, 3)).toMatchObject({ kind: 'resolved' })
  await expectRight(batchNo)
})

test('a row that is tried again counts while the batch is paid again, once it is settled, and when it is resolved after that', async () => {
  const batchNo = await settledOfTwo()
  expect(await retry(batchNo, 2)).toMatchObject({ kind: 'retried' })
  await expectRight(batchNo)
  await answer(db, openGroupCommit(db), batchNo, [unclear()])
  await expectRight(batchNo)
  await settleBatch(db, batchNo)
  await expectRight(batchNo)
  await resolve(batchNo, 2)
  await resolve(batchNo, 3)
  await expectRight(batchNo)
})

test('a row that is resolved at the moment in which its batch settles is counted once, whoever is first', async () => {
  const { batchNo } = await db.batchOf(rowsOfTwoOperators(6))
  await answer(db, openGroupCommit(db), batchNo, [refused(), unclear(), null, paid('P5'), null, unclear()])
  await answer(db, openGroupCommit(db), batchNo, [null, null, paid('P4'), null, paid('P6')])
  for (const chunk of [1, 2]) expect(await closeChunk(db.ledger, batchNo, chunk)).toBe(true)
  const resolving = await db.ledger.pool.connect()
  try {
    await resolving.query('begin')
    await resolving.query(
      `select from payrun.move_rows(array[payrun.a_move($1, '{3}', 'unknown', 'failed', code => 'refused')])`,
      [batchNo],
    )
    expect(await moveBatch(db.ledger, batchNo, ['running'], { to: 'settled' })).toBe(true)
    await expectRight(batchNo)
    await resolving.query('commit')
  } finally {
    resolving.release()
  }
  await expectRight(batchNo)
  await resolve(batchNo, 7)
  await expectRight(batchNo)
})

test('a batch of one chunk has no totals beside those of its chunk', async () => {
  const { batchNo } = await db.batchOf(payableRows(2))
  await answer(db, openGroupCommit(db), batchNo, [paid('P2'), paid('P3')])
  await settleBatch(db, batchNo)
  await expectRight(batchNo)
  expect(await db.query('select from payrun.settled_totals')).toEqual([])
})
