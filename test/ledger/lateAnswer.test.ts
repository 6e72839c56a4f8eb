import { expect, test } from 'vitest'
import type { Exchange } from '../../src/ledger/exchange.ts'
import type { Attempt } from '../../src/ledger/exchangeStatement.ts'
import { sweepLostRows } from '../../src/ledger/sweepLost.ts'
import { endWorker } from '../../src/ledger/workers.ts'
import type { Outcome } from '../../src/payout/outcome.ts'
import { claimedRow, freshReference, payoutOf } from './claimedRow.ts'
import { openExchange, paid, refused } from './paidRows.ts'
import { setUpLedger } from './setUpLedger.ts'

const db = setUpLedger({ one: true })

/** A row that was claimed by a worker which was then taken for dead. */
async function lost(exchange: Exchange): Promise<Attempt> {
  const attempt = await claimedRow(db, exchange)
  await endWorker(db.ledger, attempt.workerNo)
  await sweepLostRows(db.ledger)
  return attempt
}

test('the late answer of a worker that was taken for dead settles its own row', async () => {
  const exchange = openExchange(db)
  const [first, second] = [await lost(exchange), await lost(exchange)]
  const reference = freshReference()
  expect(await exchange.settle({ attempt: first, outcome: paid(reference) })).toEqual({ state: 'paid', own: true })
  expect(await payoutOf(db, first.batchNo, first.line)).toMatchObject({ state: 'paid', error_code: null, seq: 3 })
  expect(await exchange.settle({ attempt: second, outcome: refused() })).toEqual({ state: 'failed', own: true })
  expect(await payoutOf(db, second.batchNo, second.line)).toMatchObject({ holds_key: false, error_code: 'refused' })
})

test('a late answer that decides nothing moves nothing, but its reference is kept', async () => {
  const exchange = openExchange(db)
  const attempt = await lost(exchange)
  const late: Outcome = { kind: 'unknown', providerReference: 'TX-SEEN', code: 'unreadable_answer', message: 'Odd.' }
  expect(await exchange.settle({ attempt, outcome: late })).toEqual({ state: 'unknown', own: true })
  expect(await payoutOf(db, attempt.batchNo, attempt.line)).toMatchObject({
    state: 'unknown',
    error_code: 'worker_lost',
    provider_reference: 'TX-SEEN',
    seq: 2,
  })
})

test('a late success with a reference that another payout holds does not settle the row', async () => {
  const exchange = openExchange(db)
  const [holder, late] = [await claimedRow(db, exchange), await lost(exchange)]
  const reference = freshReference()
  await exchange.settle({ attempt: holder, outcome: paid(reference) })
  expect(await exchange.settle({ attempt: late, outcome: paid(reference) })).toEqual({ state: 'unknown', own: true })
})

test('a late success whose reference is noted as its own settles the row', async () => {
  const exchange = openExchange(db)
  const attempt = await lost(exchange)
  // As when the sweep came between the two halves of the first settle: the reference is in, the row had moved.
  const reference = freshReference()
  await db.query('insert into payrun.provider_references values ($1, $2, $3)', [reference, attempt.batchNo, 2])
  expect(await exchange.settle({ attempt, outcome: paid(reference) })).toEqual({ state: 'paid', own: true })
})

test("a late answer after a person's word is not used", async () => {
  const exchange = openExchange(db)
  const attempt = await lost(exchange)
  await db.query(
    `with moved as (update payrun.payouts set state = 'failed', holds_key = false, seq = seq + 1,
          head = payrun.next_head(head, seq + 1, attempts, null, now(), 'unknown', 'failed', null, 'awa', null)
        where batch_no = $1 and line = 2 returning batch_no, line, seq, attempts)
     insert into payrun.events (batch_no, line, seq, attempt, from_state, to_state, actor)
     select batch_no, line, seq, attempts, 'unknown', 'failed', 'awa' from moved`,
    [attempt.batchNo],
  )
  expect(await exchange.settle({ attempt, outcome: paid(freshReference()) })).toEqual({ state: 'failed', own: false })
})
