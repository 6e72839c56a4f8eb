import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { moveBatch, takeForeground } from '../../../src/ledger/batches/batches.ts'
import { type LedgerReportRow, readReportRows } from '../../../src/ledger/batches/readReport.ts'
import { hasTooManyUnknown, readTotals } from '../../../src/ledger/batches/totals.ts'
import { holdOperator, listHolds, releaseOperators } from '../../../src/ledger/policy/holds.ts'
import {
  closeChunk,
  closeStoppedChunks,
  countOpenRows,
  loadChunk,
  openChunks,
  workLeft,
} from '../../../src/ledger/rows/chunks.ts'
import { endWorker, sweepLostRows } from '../../../src/ledger/rows/workers.ts'
import { keyHoldingStates, type PayoutState } from '../../../src/payout/state.ts'
import { renderWords } from '../../../src/words/render.ts'
import { say } from '../../../src/words/sentence.ts'
import { inEnglish } from '../../harness/inEnglish.ts'
import {
  type LedgerServer,
  payableRows,
  row,
  rowsRead,
  startLedgerServer,
  type TestLedger,
} from '../../harness/ledger.ts'
import { anySentence } from '../../harness/words.ts'
import { rowsOfTwoOperators } from '../paidRows.ts'

let server: LedgerServer
let db: TestLedger

beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  db = await server.open({ lent: false })
  return () => db.close()
})

/** Brings one row to a state, by way of `sending`, each move with its event. */
async function bring(batchNo: number, line: number, ...states: PayoutState[]): Promise<void> {
  for (const state of states) {
    await db.query(
      `with before as (select batch_no, line, state from payrun.payouts where batch_no = $1 and line = $2), moved as (
         update payrun.payouts p set state = $3, holds_key = $4, seq = seq + 1 from before b where p.batch_no = b.batch_no and p.line = b.line
         returning p.*)
       insert into payrun.events (batch_no, line, seq, attempt, from_state, to_state)
       select m.batch_no, m.line, m.seq, m.attempts, b.state, m.state from moved m, before b`,
      [batchNo, line, state, keyHoldingStates.includes(state)],
    )
  }
}

/** Chunk 1 has lines 2 and 4, chunk 2 lines 3 and 5. */
const twoOperators = () => rowsOfTwoOperators(4)

test("a chunk is loaded as its pending rows, in the file's order, with amounts as bigint", async () => {
  const { batchNo } = await db.batchOf(twoOperators())
  await bring(batchNo, 2, 'sending')
  expect(await loadChunk(db.ledger, batchNo, 1)).toEqual([
    { line: 4, operator: 'mtn-benin', phone: '2290197100002', amountMinor: 102n, currency: 'XOF', name: null },
  ])
  expect((await loadChunk(db.ledger, batchNo, 2))?.map(({ line }) => line)).toEqual([3, 5])
  expect(await loadChunk(db.ledger, batchNo, 3)).toBeUndefined()
})

test.each<{ last: PayoutState[]; closed: boolean }>([
  { last: [], closed: false },
  { last: ['sending'], closed: false },
  { last: ['sending', 'pending'], closed: false },
  { last: ['sending', 'paid'], closed: true },
  { last: ['sending', 'failed'], closed: true },
  { last: ['sending', 'accepted'], closed: true },
  { last: ['sending', 'unknown'], closed: true },
  { last: ['cancelled'], closed: true },
])('a chunk whose last row went to $last: closed $closed', async ({ last, closed }) => {
  const { batchNo } = await db.batchOf(payableRows(2))
  await bring(batchNo, 2, 'sending', 'paid')
  await bring(batchNo, 3, ...last)
  expect(await closeChunk(db.ledger, batchNo, 1)).toBe(closed)
  expect(await closeChunk(db.ledger, batchNo, 1)).toBe(closed)
  expect(await workLeft(db.ledger, batchNo)).toBe(closed ? 'none' : 'work')
  expect(await countOpenRows(db.ledger, batchNo)).toBe(closed ? 0 : 1)
  if (closed) expect(await loadChunk(db.ledger, batchNo, 1)).toBeUndefined()
})

test('a chunk whose last row is settled late while it is about to be cancelled is closed', async () => {
  const { batchNo } = await db.batchOf(payableRows(1))
  await bring(batchNo, 2, 'sending', 'pending')
  await db.query(`update payrun.batches set state = 'cancelled' where batch_no = $1`, [batchNo])
  const late = await db.ledger.pool.connect()
  try {
    await late.query('begin')
    await late.query(`update payrun.payouts set state = 'sending' where batch_no = $1`, [batchNo])
    await late.query(`update payrun.payouts set state = 'paid' where batch_no = $1`, [batchNo])
    const closing = closeChunk(db.ledger, batchNo, 1)
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await vi.waitUntil(async () => (await db.query(waiting)).length > 0, { timeout: 20_000, interval: 20 })
    await late.query('commit')
    expect(await closing).toBe(true)
  } finally {
    late.release(true)
  }
})

test('a chunk that is not there does not count as closed', async () => {
  const { batchNo } = await db.batchOf(payableRows(1))
  expect(await closeChunk(db.ledger, batchNo, 9)).toBe(false)
})

test('a batch is held when all that is left is of held operators', async () => {
  const { batchNo } = await db.batchOf(twoOperators())
  await holdOperator(db.ledger, false, 'mtn-benin', say('stored.unreadable_answers'), 60_000)
  expect(await workLeft(db.ledger, batchNo)).toBe('work')
  await holdOperator(db.ledger, false, 'momo-kenya', say('stored.unreadable_answers'), 60_000)
  expect(await workLeft(db.ledger, batchNo)).toBe('operator_held')
  expect((await openChunks(db.ledger, false)).map(({ held }) => held)).toEqual(['operator_held', 'operator_held'])
  await db.query(`update payrun.operator_holds set until = now() - interval '1 s' where operator = 'momo-kenya'`)
  expect(await workLeft(db.ledger, batchNo)).toBe('work')
  expect((await openChunks(db.ledger, false)).map(({ held }) => held)).toEqual(['operator_held', null])
})

test('workers see the open chunks of running batches of their kind that no living foreground command pays', async () => {
  const here = await db.batchOf(twoOperators())
  const there = await db.batchOf(payableRows(1), { sandbox: true })
  const paused = await db.batchOf(payableRows(1))
  await moveBatch(db.ledger, paused.batchNo, ['running'], { to: 'paused', reason: 'person' })
  const seen = async (sandbox: boolean, batchNo?: number) =>
    (await openChunks(db.ledger, sandbox, batchNo)).map((chunk) => `${chunk.batchId} ${chunk.chunkNo} ${chunk.roundNo}`)
  expect(await seen(false)).toEqual([`${here.batchId} 1 1`, `${here.batchId} 2 1`])
  expect(await seen(true)).toEqual([`${there.batchId} 1 1`])
  const workerNo = await db.worker()
  await takeForeground(db.ledger, here.batchNo, workerNo)
  expect(await seen(false)).toEqual([])
  expect(await seen(false, here.batchNo)).toEqual([`${here.batchId} 1 2`, `${here.batchId} 2 2`])
  await endWorker(db.ledger, workerNo)
  expect(await seen(false)).toEqual([`${here.batchId} 1 2`, `${here.batchId} 2 2`])
})

test('a hold by hand stays as it is; an automatic one is renewed and released', async () => {
  await db.query(
    `insert into payrun.operator_holds (operator, sandbox, manual, reason) values ('mtn-benin', false, true, '"by Awa"')`,
  )
  await holdOperator(db.ledger, false, 'mtn-benin', say('stored.unreadable_answers'), 60_000)
  await holdOperator(db.ledger, false, 'momo-kenya', say('stored.status_call'), 1_000)
  await holdOperator(db.ledger, false, 'momo-kenya', say('stored.notification'), 60_000)
  const held = (await listHolds(db.ledger, false)).map(({ operator, manual, reason, until }) => [
    operator,
    manual,
    inEnglish(reason),
    until,
  ])
  expect(held).toEqual([
    ['momo-kenya', false, 'notification', expect.any(Date)],
    ['mtn-benin', true, 'by Awa', null],
  ])
  await releaseOperators(db.ledger, false, ['mtn-benin', 'momo-kenya'])
  expect((await listHolds(db.ledger, false)).map(({ operator }) => operator)).toEqual(['mtn-benin'])
})

test('counts and sums are those of the rows, by state and currency, larger than a number can hold', async () => {
  const rows = [
    ...twoOperators(),
    row({
      line: 9,
      reference: 'big',
      payable: {
        operator: 'momo-kenya',
        phone: '254712345678',
        amountMinor: 9_007_199_254_740_993n,
        currency: 'KES',
        name: null,
      },
    }),
    { ...row({ line: 10 }), payable: null, key: null },
  ]
  const [{ batchNo }, other] = [await db.batchOf(rows), await db.batchOf(payableRows(1))]
  await bring(batchNo, 2, 'sending', 'paid')
  const totals = await readTotals(db.ledger, [batchNo, other.batchNo, 999])
  expect([...totals.keys()]).toEqual([batchNo, other.batchNo])
  expect(totals.get(batchNo)).toEqual({
    counts: { pending: 4, paid: 1, invalid: 1 },
    sums: { pending: { XOF: 102n, KES: 9_007_199_254_741_197n }, paid: { XOF: 100n } },
  })
})

test('a batch has too many unknown rows from the very number that it may have', async () => {
  const { batchNo } = await db.batchOf(payableRows(3))
  for (const line of [2, 3]) await bring(batchNo, line, 'sending', 'unknown')
  expect(await hasTooManyUnknown(db.ledger, batchNo, 3)).toBe(false)
  expect(await hasTooManyUnknown(db.ledger, batchNo, 2)).toBe(true)
  expect(await hasTooManyUnknown(db.ledger, batchNo, 1)).toBe(true)
})

test("a report has each row once, in the file's order, in groups; one that stops early gives its connection back", async () => {
  const problem = {
    line: 1,
    column: 'amount',
    value: '',
    code: 'missing_amount' as const,
    message: anySentence('No amount.'),
  }
  const second = { ...problem, code: 'missing_phone' as const, message: anySentence('No number.') }
  const invalid = { ...row({ line: 5_000 }), payable: null, key: null, problems: [problem, second] }
  const rows = [...payableRows(2_500, (i) => ({ line: 2_501 - i })), invalid]
  const { batchNo } = await db.batchOf(rows)
  await bring(batchNo, 2, 'sending', 'paid')
  await db.query(
    `update payrun.payouts set provider_reference = 'TX', attempts = 1, sent_at = '2026-11-21T04:00:00Z' where line = 2`,
  )
  const groups: LedgerReportRow[][] = []
  for await (const group of readReportRows(db.ledger, batchNo, (words) => renderWords(words, 'en'))) groups.push(group)
  expect(groups.map(({ length }) => length)).toEqual([1000, 1000, 501])
  const all = groups.flat()
  expect(all.map(({ line }) => line)).toEqual([...Array.from({ length: 2_500 }, (_, i) => i + 2), 5_000])
  for (let n = 0; n < 10; n++)
    for await (const group of readReportRows(db.ledger, batchNo, (words) => renderWords(words, 'en')))
      if (group.length > 0) break
  expect(all[0]).toMatchObject({
    status: 'paid',
    providerReference: 'TX',
    attempts: 1,
    cells: ['Person 2', '1500'],
    sentAt: new Date('2026-11-21T04:00:00Z'),
  })
  expect(all.at(-1)).toMatchObject({
    status: 'invalid',
    errorCode: 'missing_amount',
    errorMessage: 'No amount. No number.',
  })
})

/** Its statistics are those from before the batch was there, which has 30 chunks of 200 rows. */
async function unknownBatch(): Promise<number> {
  for (const first of [2, 3002]) await db.batchOf(payableRows(3000, (i) => ({ line: first + i })))
  await db.query('update payrun.chunks set open = false')
  await db.query('analyze')
  return (await db.batchOf(payableRows(6000, (i) => ({ line: 10_000 + i })))).batchNo
}

test('a chunk is loaded and closed by its own rows, in a batch that the statistics do not know', async () => {
  const batchNo = await unknownBatch()
  await db.query(
    `update payrun.payouts set state = 'cancelled', holds_key = false where batch_no = ${batchNo} and chunk_no = 3`,
  )
  expect(await rowsRead(db, ['payouts'], () => closeChunk(db.ledger, batchNo, 3))).toBeLessThan(1000)
  expect(await rowsRead(db, ['payouts'], () => loadChunk(db.ledger, batchNo, 4))).toBeLessThan(1000)
  expect(await loadChunk(db.ledger, batchNo, 4)).toHaveLength(200)
})

test('the sweep reads the rows of chunks that somebody has begun, and none when nobody has ended', async () => {
  const batchNo = await unknownBatch()
  const workerNo = await db.worker()
  await bring(batchNo, 10_000, 'sending')
  await db.query(`update payrun.payouts set worker_no = ${workerNo} where batch_no = ${batchNo} and line = 10000`)
  expect(await rowsRead(db, ['payouts'], () => sweepLostRows(db.ledger))).toBe(0)
  await endWorker(db.ledger, workerNo)
  let lost = 0
  const read = await rowsRead(db, ['payouts'], async () => {
    lost = await sweepLostRows(db.ledger)
  })
  expect(lost).toBe(1)
  expect(read).toBeLessThan(300)
})

test('of a batch that waits for its time the sweep reads no row', async () => {
  await db.batchOf(payableRows(1000), { startAt: new Date(Date.now() + 86_400_000) })
  expect(await rowsRead(db, ['payouts'], () => closeStoppedChunks(db.ledger))).toBe(0)
})
