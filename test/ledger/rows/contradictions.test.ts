import { expect, test } from 'vitest'
import {
  nothingElsewhere,
  readContradicted,
  readDoubts,
  readElsewhere,
} from '../../../src/ledger/rows/contradictions.ts'
import { payableRows, rowsRead } from '../../harness/ledger.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger({ lent: false })

const contradict = (batchNo: number, line: number) =>
  db.query(
    `insert into payrun.discrepancies (batch_no, line, attempt, kind, says_paid, note)
     values ($1, $2, 1, 'notification', true, payrun.sentence('stored.notification_says', '{"status": "success"}'))`,
    [batchNo, line],
  )

test('only contradicted and invalid rows are read, of a batch that is too young for statistics, too', async () => {
  const before = await db.batchOf(payableRows(300))
  await contradict(before.batchNo, 7)
  await db.query('analyze')
  const { batchNo } = await db.batchOf(payableRows(1_000))
  await contradict(batchNo, 3)
  await contradict(batchNo, 9)
  const read = await rowsRead(db, ['payouts'], async () => {
    expect(await readContradicted(db.ledger, batchNo)).toEqual({
      rows: 2,
      failed: 0,
      first: [3, 9],
      firstFailed: [],
      paid: 0,
    })
    expect((await readDoubts(db.ledger.pool, batchNo)).size).toBe(0)
    expect(await readElsewhere(db.ledger, batchNo)).toEqual(nothingElsewhere)
  })
  expect(read).toBeLessThan(50)
})
