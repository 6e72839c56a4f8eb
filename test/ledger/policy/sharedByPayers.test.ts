import { expect, test } from 'vitest'
import { moveBatch } from '../../../src/ledger/batches/batches.ts'
import { keepRetryAfter, readRetryAfterMs, shareRefusals } from '../../../src/ledger/policy/sharedByPayers.ts'
import type { RefusalsToShare } from '../../../src/payout/outcome.ts'
import { payableRows as rows } from '../../harness/ledger.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger()

const readWait = (sandbox = false) => readRetryAfterMs(db.ledger, sandbox)

test('of two waits the longer one counts, and the sandbox has its own', async () => {
  expect(await readWait()).toBe(0)
  await keepRetryAfter(db.ledger, false, 200_000)
  await keepRetryAfter(db.ledger, false, 10_000)
  const waitMs = await readWait()
  expect(waitMs).toBeGreaterThan(10_000)
  expect(waitMs).toBeLessThanOrEqual(200_000)
  expect(await readWait(true)).toBe(0)
})

test('one that is over is none, and neither is one that a clock which was set back has left', async () => {
  await keepRetryAfter(db.ledger, false, 10_000)
  const shift = (ms: number) => db.query('update payrun.rate_limits set expire = expire + $1', [ms])
  await shift(-10_000)
  expect(await readWait()).toBe(0)
  await shift(3_600_000)
  expect(await readWait()).toBe(0)
  await keepRetryAfter(db.ledger, false, 10_000)
  expect(await readWait()).toBeGreaterThan(0)
})

const of = (rows: number, words = 'a', anew = false): RefusalsToShare[] => [
  { operator: 'mtn-benin', words, rows, anew },
  { operator: '', words, rows, anew },
]

test('refusals of several processes add up, unless one of them begins anew or finds other words', async () => {
  const { batchNo } = await db.batchOf(rows(3))
  const share = async (added: RefusalsToShare[]) => (await shareRefusals(db.ledger, batchNo, added)).get('mtn-benin')
  expect(await share(of(3))).toBe(3)
  expect(await share(of(4))).toBe(7)
  expect(await share(of(2, 'a', true))).toBe(2)
  expect(await share(of(2, 'b'))).toBe(2)
  expect(await share(of(0, '', true))).toBe(0)
  expect(await share(of(1))).toBe(1)
})

test('those of many processes at once are all counted', async () => {
  const { batchNo } = await db.batchOf(rows(3))
  await Promise.all(Array.from({ length: 20 }, () => shareRefusals(db.ledger, batchNo, of(1))))
  expect((await shareRefusals(db.ledger, batchNo, of(0))).get('')).toBe(20)
})

test('when a person lets the batch go on, none are in a row', async () => {
  const { batchNo } = await db.batchOf(rows(3))
  await shareRefusals(db.ledger, batchNo, of(9))
  await moveBatch(db.ledger, batchNo, ['running'], { to: 'paused', reason: 'refused_in_a_row', says: 'No money' })
  await moveBatch(db.ledger, batchNo, ['paused'], { to: 'running' })
  expect((await shareRefusals(db.ledger, batchNo, of(1))).get('mtn-benin')).toBe(1)
})
