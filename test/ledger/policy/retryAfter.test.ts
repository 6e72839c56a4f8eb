import { expect, test } from 'vitest'
import { keepRetryAfter, readRetryAfterMs } from '../../../src/ledger/policy/sharedByPayers.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger()
const read = (sandbox = false) => readRetryAfterMs(db.ledger, sandbox)

test('of two waits the longer one counts, and the sandbox has its own', async () => {
  expect(await read()).toBe(0)
  await keepRetryAfter(db.ledger, false, 200_000)
  await keepRetryAfter(db.ledger, false, 10_000)
  const waitMs = await read()
  expect(waitMs).toBeGreaterThan(10_000)
  expect(waitMs).toBeLessThanOrEqual(200_000)
  expect(await read(true)).toBe(0)
})

test('one that is over is none, and neither is one that a clock which was set back has left', async () => {
  await keepRetryAfter(db.ledger, false, 10_000)
  const shift = (ms: number) => db.query('update payrun.rate_limits set expire = expire + $1', [ms])
  await shift(-10_000)
  expect(await read()).toBe(0)
  await shift(3_600_000)
  expect(await read()).toBe(0)
  await keepRetryAfter(db.ledger, false, 10_000)
  expect(await read()).toBeGreaterThan(0)
})
