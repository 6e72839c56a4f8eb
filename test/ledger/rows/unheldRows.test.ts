import { expect, onTestFinished, test } from 'vitest'
import { createGroupCommit } from '../../../src/ledger/commit/groupCommit.ts'
import { loseRows, readSending } from '../../../src/ledger/rows/workers.ts'
import { ignore, payableRows } from '../../harness/ledger.ts'
import { restoreTimes } from '../audit/history.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger()

/** Two rows in `sending` under a worker that lives. */
async function sending() {
  const { batchNo } = await db.batchOf(payableRows(2))
  const workerNo = await db.worker()
  const groupCommit = createGroupCommit({ ...db.ledger.connection }, ignore)
  onTestFinished(() => groupCommit.close())
  const [held, other] = await Promise.all([2, 3].map((line) => groupCommit.claim({ batchNo, line, workerNo })))
  if (!held?.ok || !other?.ok) throw new Error('not claimed')
  return { batchNo, workerNo, groupCommit, held: held.attempt }
}

const older = () => db.query(`update payrun.payouts set sent_at = sent_at - interval '1 minute'`)
const states = async () =>
  (await db.query('select line, state, error_code from payrun.payouts order by line')).map(
    ({ line, state, error_code: code }) => [line, state, code],
  )

test('a row that stands under a living worker and that nobody has in hand becomes unknown', async () => {
  const { batchNo, workerNo, groupCommit } = await sending()
  await older()
  const found = await readSending(db.ledger, workerNo, false)
  expect(found).toHaveLength(2)
  // This process has both in hand; another that claims under the same number has none.
  expect(found.filter((row) => !groupCommit.isInHand(row))).toEqual([])
  expect(await loseRows(db.ledger, workerNo, [{ batchNo, line: 3, attempt: 1 }])).toBe(1)
  expect(await states()).toEqual([
    [2, 'sending', null],
    [3, 'unknown', 'worker_lost'],
  ])
  await restoreTimes(db)
})

test('one that has been settled, or claimed again, in the meantime stays', async () => {
  const { batchNo, workerNo, groupCommit, held } = await sending()
  await older()
  const found = await readSending(db.ledger, workerNo, true)
  await groupCommit.settle({ attempt: held, outcome: { kind: 'paid', providerReference: 'TX-1' } })
  const again = found.map((row) => (row.line === 3 ? { ...row, attempt: 2 } : row))
  expect(await loseRows(db.ledger, workerNo, again)).toBe(0)
  expect(await states()).toEqual([
    [2, 'paid', null],
    [3, 'sending', null],
  ])
  expect(batchNo).toBeGreaterThan(0)
  await restoreTimes(db)
})

test('a claim that was made just now may still be on its way to whoever asked for it', async () => {
  const { workerNo } = await sending()
  expect(await readSending(db.ledger, workerNo, true)).toEqual([])
})
