import { expect, test } from 'vitest'
import { payableRows, rowsRead } from '../../harness/ledger.ts'
import { settleBatch } from '../paidRows.ts'
import { setUpLedger } from '../setUpLedger.ts'
import { lookAtRows } from './lookAtRows.ts'

// Rows are paid by SQL, without their events: there are many.
const db = setUpLedger({ checked: false, lent: false })

const people = (from: number, count = 60) =>
  payableRows(count, (n) => {
    const phone = String(2290197000000 + from + n)
    return {
      payable: { operator: 'mtn-benin', phone, amountMinor: 1_000n, currency: 'XOF', name: `Person ${from + n}` },
    }
  })

/** @returns the batch's id */
async function payAll(from: number): Promise<string> {
  const { batchNo, batchId } = await db.batchOf(people(from), { accept: () => true })
  for (const state of ['sending', 'paid'])
    await db.query('update payrun.payouts set state = $2 where batch_no = $1', [batchNo, state])
  await settleBatch(db, batchNo)
  return batchId
}

const look = (from: number) => lookAtRows(db, people(from))

test('the file before is found among many, by a few of the payments to each number', async () => {
  let latest = ''
  for (let n = 0; n < 40; n += 1) latest = await payAll(0)
  await db.query('vacuum analyze payrun.payouts, payrun.batches')
  await look(0)
  const read = await rowsRead(db, ['payouts'], async () => {
    expect((await look(0)).compared?.batchId).toBe(latest)
  })
  // Of 40 payments to each of 60 numbers, those in a dozen files, and the rows of three files once more.
  expect(read).toBeLessThan(60 * 20)
})

test('the file before is found behind any number of other files', async () => {
  const theirs = await payAll(0)
  for (let n = 0; n < 15; n += 1) await payAll(1_000)
  expect((await look(0)).compared?.batchId).toBe(theirs)
})
