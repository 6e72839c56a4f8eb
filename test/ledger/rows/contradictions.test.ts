import { expect, test } from 'vitest'
import { recover } from '../../../src/ledger/past/recover.ts'
import {
  nothingElsewhere,
  readContradicted,
  readDoubts,
  readElsewhere,
} from '../../../src/ledger/rows/contradictions.ts'
import { resolveRow } from '../../../src/ledger/rows/resolveRow.ts'
import { payableRows, rowsRead } from '../../harness/ledger.ts'
import { accepted, answer, openGroupCommit } from '../paidRows.ts'
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

test('what a recovery says of a row contradicts nothing until the row would be paid again', async () => {
  const { batchNo } = await db.batchOf(payableRows(2))
  const contradicted = async () => (await readContradicted(db.ledger, batchNo)).rows
  await answer(db, openGroupCommit(db), batchNo, [accepted('R-1'), accepted('R-2')])
  await recover(db.ledger, { since: new Date(Date.now() - 3_600_000), actor: 'ann', note: 'restored' })
  expect(await contradicted()).toBe(0)
  await resolveRow(db.ledger, { batchNo, line: 2, verdict: { kind: 'not_paid' }, actor: 'ann', note: 'asked' })
  expect(await contradicted()).toBe(1)
})
