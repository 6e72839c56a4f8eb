import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { cancelBatch, moveBatch } from '../../src/ledger/batches.ts'
import { type Claim, createExchange, type Exchange } from '../../src/ledger/exchange.ts'
import type { Attempt } from '../../src/ledger/exchangeStatement.ts'
import { sweepLostRows } from '../../src/ledger/sweepLost.ts'
import { endWorker } from '../../src/ledger/workers.ts'
import type { Outcome } from '../../src/payout/outcome.ts'
import { ignore, type LedgerServer, payableRows, row, startLedgerServer, type TestLedger } from '../harness/ledger.ts'
import { expectIntactTrails, expectWholeHistory } from './history.ts'

let server: LedgerServer
let db: TestLedger

beforeAll(async () => {
  server = await startLedgerServer()
  db = await server.open()
})
afterEach(async () => {
  await expectWholeHistory(db)
  await expectIntactTrails(db)
})
afterAll(() => server.stop())

function openExchange(): Exchange {
  const exchange = createExchange(db.ledger.connection, ignore)
  onTestFinished(() => exchange.close())
  return exchange
}

const payoutOf = async (batchNo: number, line: number) =>
  (
    await db.query(
      `select state, attempts, seq, holds_key, worker_no, provider_reference, error_code, error_message,
              sent_at is not null as sent, settled_at is not null as settled
         from payrun.payouts where batch_no = $1 and line = $2`,
      [batchNo, line],
    )
  )[0]

/** A batch of one row, claimed. */
async function claimed(exchange: Exchange): Promise<Attempt> {
  const [{ batchNo }, workerNo] = [await db.batchOf(payableRows(1)), await db.worker()]
  return attemptOf(await exchange.claim({ batchNo, line: 2, workerNo }))
}

function attemptOf(claim: Claim): Attempt {
  if (!claim.ok) throw new Error('the claim was refused')
  return claim.attempt
}

const paid = (providerReference: string | null): Outcome => ({ kind: 'paid', providerReference })
const unknown: Outcome = { kind: 'unknown', providerReference: null, code: 'timeout', message: 'No answer came.' }
const refused: Outcome = { kind: 'failed', providerReference: null, code: 'refused', message: 'Unknown wallet.' }

let references = 0
function freshReference(): string {
  references += 1
  return `TX-${references}`
}

test('of two processes that claim the same 200 rows at once, each row is claimed by exactly one', async () => {
  const { batchNo } = await db.batchOf(payableRows(200))
  const processes = await Promise.all(
    [openExchange(), openExchange()].map(async (exchange) => ({ exchange, workerNo: await db.worker() })),
  )
  const claims = await Promise.all(
    processes.flatMap(({ exchange, workerNo }) =>
      Array.from({ length: 200 }, (_, index) => exchange.claim({ batchNo, line: index + 2, workerNo })),
    ),
  )
  const won = claims.filter((claim) => claim.ok).map(({ attempt }) => attempt)
  expect(won.map(({ line }) => line).sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, i) => i + 2))
  expect(new Set(won.map(({ attempt }) => attempt))).toEqual(new Set([1]))
  for (const { line, workerNo } of won) {
    expect(await payoutOf(batchNo, line)).toMatchObject({ state: 'sending', worker_no: workerNo, sent: true, seq: 1 })
  }
})

test('one process that is rung twice for a chunk claims each row once, not once per caller', async () => {
  const { batchNo } = await db.batchOf(payableRows(20))
  const [exchange, workerNo] = [openExchange(), await db.worker()]
  const lines = Array.from({ length: 20 }, (_, index) => index + 2)
  const claims = await Promise.all([...lines, ...lines].map((line) => exchange.claim({ batchNo, line, workerNo })))
  const won = claims.filter((claim) => claim.ok).map(({ attempt }) => attempt.line)
  expect(won.sort((a, b) => a - b)).toEqual(lines)
})

test('a row that was proved not to be taken may be claimed again by the same process, as a second attempt', async () => {
  const exchange = openExchange()
  const attempt = await claimed(exchange)
  await exchange.settle({ attempt, outcome: { kind: 'not_taken', code: 'not_sent', message: 'Refused.' } })
  expect(await exchange.claim(attempt)).toMatchObject({ ok: true, attempt: { ...attempt, attempt: 2 } })
})

const outcomes: [string, Outcome, Record<string, unknown>][] = [
  [
    'paid',
    paid('TX-A'),
    { state: 'paid', provider_reference: 'TX-A', error_code: null, error_message: null, settled: true, sent: true },
  ],
  ['paid without a reference', paid(null), { state: 'paid', provider_reference: null, settled: true, holds_key: true }],
  [
    'accepted',
    { kind: 'accepted', providerReference: 'TX-B', code: 'not_final', message: 'It is under way.' },
    { state: 'accepted', provider_reference: 'TX-B', error_code: 'not_final', error_message: 'It is under way.' },
  ],
  [
    'failed: the key is free again',
    { kind: 'failed', providerReference: 'TX-C', code: 'refused', message: 'Wallet closed.' },
    { state: 'failed', provider_reference: 'TX-C', error_code: 'refused', holds_key: false, settled: true },
  ],
  [
    'unknown',
    unknown,
    { state: 'unknown', error_code: 'timeout', error_message: 'No answer came.', holds_key: true, settled: true },
  ],
  [
    'not taken: pending again, with the reason',
    { kind: 'not_taken', code: 'rate_limited', message: 'Asked to wait.' },
    { state: 'pending', error_code: 'rate_limited', holds_key: true, sent: false, settled: false, attempts: 1 },
  ],
]

test.each(outcomes)('an answer is stored: %s', async (_name, outcome, expected) => {
  const exchange = openExchange()
  const attempt = await claimed(exchange)
  const settled = await exchange.settle({ attempt, outcome })
  expect(settled).toEqual({ state: expected['state'], own: true })
  expect(await payoutOf(attempt.batchNo, attempt.line)).toMatchObject({ seq: 2, attempts: 1, ...expected })
})

test('a message with a NUL, or of a thousand characters, is stored as Postgres can hold it', async () => {
  const exchange = openExchange()
  const attempt = await claimed(exchange)
  await exchange.settle({ attempt, outcome: { ...refused, message: `a\0b${'x'.repeat(1_000)}` } as Outcome })
  expect(await payoutOf(attempt.batchNo, attempt.line)).toMatchObject({ error_message: `ab${'x'.repeat(498)}` })
})

test.each([
  { why: 'another attempt', change: { attempt: 2 } },
  { why: 'another worker', change: { workerNo: 999_999 } },
])('a settle with the token of $why changes nothing', async ({ change }) => {
  const exchange = openExchange()
  const attempt = await claimed(exchange)
  const settled = await exchange.settle({ attempt: { ...attempt, ...change }, outcome: paid(freshReference()) })
  expect(settled).toEqual({ state: 'sending', own: false })
  expect(await payoutOf(attempt.batchNo, attempt.line)).toMatchObject({ state: 'sending', seq: 1 })
})

test('a settle that is repeated changes nothing', async () => {
  const exchange = openExchange()
  const attempt = await claimed(exchange)
  const reference = freshReference()
  await exchange.settle({ attempt, outcome: paid(reference) })
  const before = await payoutOf(attempt.batchNo, attempt.line)
  expect(await exchange.settle({ attempt, outcome: paid(reference) })).toEqual({ state: 'paid', own: true })
  expect(await exchange.settle({ attempt, outcome: unknown })).toEqual({ state: 'paid', own: true })
  expect(await payoutOf(attempt.batchNo, attempt.line)).toEqual(before)
})

const contradiction = {
  state: 'unknown',
  error_code: 'contradictory_answer',
  error_message: 'The provider answered with a reference that another payout holds.',
}

test('a reference that another payout holds makes the row unknown, and leaves the other as it is', async () => {
  const exchange = openExchange()
  const [first, second] = [await claimed(exchange), await claimed(exchange)]
  await exchange.settle({ attempt: first, outcome: paid('TX-HELD') })
  expect(await exchange.settle({ attempt: second, outcome: paid('TX-HELD') })).toEqual({ state: 'unknown', own: true })
  expect(await payoutOf(second.batchNo, second.line)).toMatchObject({ ...contradiction, provider_reference: 'TX-HELD' })
  expect(await payoutOf(first.batchNo, first.line)).toMatchObject({ state: 'paid' })
})

test.each([
  { where: 'within one flush', processes: 1 },
  { where: 'from two processes at the same moment', processes: 2 },
])('one reference for ten rows $where: one row is paid, nine are unknown', async ({ processes }) => {
  const exchanges = Array.from({ length: processes }, openExchange)
  const reference = freshReference()
  const attempts = await Promise.all(
    Array.from({ length: 10 }, async (_, i) => {
      const exchange = exchanges[i % processes]!
      return { exchange, attempt: await claimed(exchange) }
    }),
  )
  const settled = await Promise.all(
    attempts.map(({ exchange, attempt }) => exchange.settle({ attempt, outcome: paid(reference) })),
  )
  expect(settled.map(({ state }) => state).sort()).toEqual(['paid', ...Array(9).fill('unknown')])
})

test.each(['paused', 'cancelled'] as const)('nothing of a batch that is %s is claimed', async (state) => {
  const { batchNo } = await db.batchOf(payableRows(1))
  if (state === 'paused') await moveBatch(db.ledger, batchNo, ['running'], { to: 'paused', reason: 'person' })
  else await cancelBatch(db.ledger, batchNo, 'tester')
  expect(await openExchange().claim({ batchNo, line: 2, workerNo: await db.worker() })).toEqual({ ok: false })
})

test('a worker whose lease has ended claims nothing, in the same flush in which another does', async () => {
  const { batchNo } = await db.batchOf(payableRows(2))
  const [ended, living] = [await db.worker(), await db.worker()]
  await endWorker(db.ledger, ended)
  const exchange = openExchange()
  const claims = [
    exchange.claim({ batchNo, line: 2, workerNo: ended }),
    exchange.claim({ batchNo, line: 3, workerNo: living }),
  ]
  expect((await Promise.all(claims)).map(({ ok }) => ok)).toEqual([false, true])
})

test('an invalid row and a line that is not there are never claimed', async () => {
  const { batchNo } = await db.batchOf([...payableRows(1), { ...row({ line: 3 }), payable: null, key: null }])
  const [exchange, workerNo] = [openExchange(), await db.worker()]
  expect(await exchange.claim({ batchNo, line: 3, workerNo })).toEqual({ ok: false })
  expect(await exchange.claim({ batchNo, line: 99, workerNo })).toEqual({ ok: false })
})

async function lost(exchange: Exchange): Promise<Attempt> {
  const attempt = await claimed(exchange)
  await endWorker(db.ledger, attempt.workerNo)
  await sweepLostRows(db.ledger)
  return attempt
}

test('the late answer of a worker that was taken for dead settles its own row', async () => {
  const exchange = openExchange()
  const [first, second] = [await lost(exchange), await lost(exchange)]
  const reference = freshReference()
  expect(await exchange.settle({ attempt: first, outcome: paid(reference) })).toEqual({ state: 'paid', own: true })
  expect(await payoutOf(first.batchNo, first.line)).toMatchObject({ state: 'paid', error_code: null, seq: 3 })
  expect(await exchange.settle({ attempt: second, outcome: refused })).toEqual({ state: 'failed', own: true })
  expect(await payoutOf(second.batchNo, second.line)).toMatchObject({ holds_key: false, error_code: 'refused' })
})

test('a late answer that decides nothing moves nothing, but its reference is kept', async () => {
  const exchange = openExchange()
  const attempt = await lost(exchange)
  const late: Outcome = { kind: 'unknown', providerReference: 'TX-SEEN', code: 'unreadable_answer', message: 'Odd.' }
  expect(await exchange.settle({ attempt, outcome: late })).toEqual({ state: 'unknown', own: true })
  expect(await payoutOf(attempt.batchNo, attempt.line)).toMatchObject({
    state: 'unknown',
    error_code: 'worker_lost',
    provider_reference: 'TX-SEEN',
    seq: 2,
  })
})

test('a late success with a reference that another payout holds does not settle the row', async () => {
  const exchange = openExchange()
  const [holder, late] = [await claimed(exchange), await lost(exchange)]
  const reference = freshReference()
  await exchange.settle({ attempt: holder, outcome: paid(reference) })
  expect(await exchange.settle({ attempt: late, outcome: paid(reference) })).toEqual({ state: 'unknown', own: true })
})

test('a late success whose reference is noted as its own settles the row', async () => {
  const exchange = openExchange()
  const attempt = await lost(exchange)
  // As when the sweep came between the two halves of the first settle: the reference is in, the row had moved.
  const reference = freshReference()
  await db.query('insert into payrun.provider_references values ($1, $2, $3)', [reference, attempt.batchNo, 2])
  expect(await exchange.settle({ attempt, outcome: paid(reference) })).toEqual({ state: 'paid', own: true })
})

test("a late answer after a person's word is not used", async () => {
  const exchange = openExchange()
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

test('closing refuses the claims that wait and those that come later', async () => {
  const { batchNo } = await db.batchOf(payableRows(1))
  const [exchange, workerNo] = [openExchange(), await db.worker()]
  const waiting = exchange.claim({ batchNo, line: 2, workerNo })
  await exchange.close()
  expect(await waiting).toEqual({ ok: false })
  expect(await exchange.claim({ batchNo, line: 2, workerNo })).toEqual({ ok: false })
  expect(await payoutOf(batchNo, 2)).toMatchObject({ state: 'pending' })
})

test('an answer that comes after closing is kept as unsettled', async () => {
  const exchange = openExchange()
  const attempt = await claimed(exchange)
  await exchange.close()
  void exchange.settle({ attempt, outcome: refused })
  expect(exchange.unsettled()).toEqual([{ attempt, outcome: refused }])
})

test('references and messages of any letters are kept as they were said', async () => {
  const exchange = openExchange()
  const said = ['NULL', '', ' ', '{a,"b"}', 'a\\b', '\\', '"', 'é😀', "it's; drop", 'line\nbreak\ttab', ',', 'null']
  const { batchNo } = await db.batchOf(payableRows(said.length))
  const workerNo = await db.worker()
  await Promise.all(
    said.map(async (message, index) => {
      const attempt = attemptOf(await exchange.claim({ batchNo, line: index + 2, workerNo }))
      const providerReference = `${freshReference()} ${message}`
      await exchange.settle({ attempt, outcome: { kind: 'failed', code: 'refused', providerReference, message } })
    }),
  )
  const rows = await db.query(
    `select error_message, substr(provider_reference, strpos(provider_reference, ' ') + 1) as rest, error_code
       from payrun.payouts where batch_no = $1 order by line`,
    [batchNo],
  )
  expect(rows).toEqual(said.map((text) => ({ error_message: text, rest: text, error_code: 'refused' })))
})
