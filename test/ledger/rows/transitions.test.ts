import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BatchState,
  batchStates,
  batchTransitions,
  keyHoldingStates,
  type PayoutState,
  payoutStates,
  payoutTransitions,
} from '../../../src/payout/state.ts'
import { type LedgerServer, payableRows, startLedgerServer, type TestLedger } from '../../harness/ledger.ts'

let server: LedgerServer
let db: TestLedger

beforeAll(async () => {
  server = await startLedgerServer()
  db = await server.open()
})
afterAll(() => server.stop())

/** Ways to each state from a row's birth, by legal moves only. */
const wayTo: Record<PayoutState, PayoutState[]> = {
  invalid: ['invalid'],
  pending: ['pending'],
  sending: ['pending', 'sending'],
  accepted: ['pending', 'sending', 'accepted'],
  unknown: ['pending', 'sending', 'unknown'],
  paid: ['pending', 'sending', 'paid'],
  failed: ['pending', 'sending', 'failed'],
  cancelled: ['pending', 'cancelled'],
}

let line = 1_000
async function payoutIn(state: PayoutState): Promise<{ batchNo: number; line: number }> {
  batchNo ??= (await db.batchOf(payableRows(1))).batchNo
  line += 1
  const [born, ...moves] = wayTo[state]
  await db.query(
    `insert into payrun.payouts (batch_no, line, chunk_no, amount_minor, payout_key, state, holds_key, operator, phone, currency, cells, chain_hash)
     values ($1, $2, 1, 100, gen_random_uuid(), $3, $4, 'mtn-benin', '2290197000001', 'XOF', '[]', '')`,
    [batchNo, line, born, born === 'pending'],
  )
  for (const to of moves) await movePayout(batchNo, line, to)
  return { batchNo, line }
}
let batchNo: number | undefined

const movePayout = (batch: number, at: number, to: PayoutState) =>
  db.query('update payrun.payouts set state = $3, holds_key = $4 where batch_no = $1 and line = $2', [
    batch,
    at,
    to,
    keyHoldingStates.includes(to),
  ])

const payoutPairs = payoutStates.flatMap((from) =>
  payoutStates.filter((to) => to !== from).map((to) => ({ from, to, legal: payoutTransitions[from].includes(to) })),
)

test.each(payoutPairs)('the database has a payout $from → $to: $legal', async ({ from, to, legal }) => {
  const payout = await payoutIn(from)
  const moving = movePayout(payout.batchNo, payout.line, to)
  if (legal) await moving
  else await expect(moving).rejects.toThrow(`payrun: illegal transition of payouts from ${from} to ${to}`)
  const [now] = await db.query('select state from payrun.payouts where batch_no = $1 and line = $2', [
    payout.batchNo,
    payout.line,
  ])
  expect(now).toEqual({ state: legal ? to : from })
})

test.each(payoutStates.filter((state) => state !== 'pending' && state !== 'invalid'))(
  'no payout is born %s',
  async (state) => {
    const { batchNo: batch } = await payoutIn('pending')
    const born = db.query(
      `insert into payrun.payouts (batch_no, line, chunk_no, amount_minor, payout_key, state, holds_key, operator, phone, currency, cells, chain_hash)
       values ($1, 1, 1, 100, gen_random_uuid(), $2, $3, 'mtn-benin', '2290197000001', 'XOF', '[]', '')`,
      [batch, state, keyHoldingStates.includes(state)],
    )
    await expect(born).rejects.toThrow(`illegal transition of payouts from (new) to ${state}`)
  },
)

test.each(payoutStates)(
  'a payout that is %s holds its key as the table says, and can not do otherwise',
  async (state) => {
    const payout = await payoutIn(state)
    const holds = keyHoldingStates.includes(state)
    const otherwise = db.query('update payrun.payouts set holds_key = $3 where batch_no = $1 and line = $2', [
      payout.batchNo,
      payout.line,
      !holds,
    ])
    await expect(otherwise).rejects.toThrow(/holds its key though it may not, or does not/)
  },
)

test.each([
  { from: 'pending', to: 'sending' },
  { from: 'sending', to: 'paid' },
] as const)('a payout keeps its key on the way from $from to $to', async ({ from, to }) => {
  const payout = await payoutIn(from)
  const moving = db.query('update payrun.payouts set state = $3, holds_key = false where batch_no = $1 and line = $2', [
    payout.batchNo,
    payout.line,
    to,
  ])
  await expect(moving).rejects.toThrow(/holds its key though it may not, or does not/)
})

test.each([
  'chunk_no = null',
  'amount_minor = 0',
  'amount_minor = null',
  'payout_key = null',
  'operator = null',
  'phone = null',
  'currency = null',
])('what is to be paid stays known: no payout gets %s', async (change) => {
  const payout = await payoutIn('pending')
  const changing = db.query(`update payrun.payouts set ${change} where batch_no = $1 and line = $2`, [
    payout.batchNo,
    payout.line,
  ])
  await expect(changing).rejects.toThrow(/lacks what is to be paid/)
})

const batchWayTo: Record<BatchState, BatchState[]> = {
  awaiting_approval: ['awaiting_approval'],
  running: ['running'],
  paused: ['running', 'paused'],
  settled: ['running', 'settled'],
  cancelled: ['running', 'cancelled'],
}

let files = 0
async function batchIn(state: BatchState): Promise<number> {
  const [born, ...moves] = batchWayTo[state]
  files += 1
  const [batch] = await db.query<{ batch_no: number }>(
    `insert into payrun.batches (id, name, state, submitter, sandbox, file_name, file_sha256, file_rows, file_columns, max_unknown, report_format)
     values ($1, 'x', $2, 'awa', false, 'f.csv', $1, 1, '[]', 100, 'csv') returning batch_no`,
    [`transition${files}`, born],
  )
  for (const to of moves) await moveBatchTo(batch!.batch_no, to)
  return batch!.batch_no
}

const moveBatchTo = (batch: number, to: BatchState) =>
  db.query('update payrun.batches set state = $2 where batch_no = $1', [batch, to])

const batchPairs = batchStates.flatMap((from) =>
  batchStates.filter((to) => to !== from).map((to) => ({ from, to, legal: batchTransitions[from].includes(to) })),
)

test.each(batchPairs)('the database has a batch $from → $to: $legal', async ({ from, to, legal }) => {
  const batch = await batchIn(from)
  if (from === 'awaiting_approval')
    await db.query(
      `insert into payrun.approvals (batch_no, approver, login, file_sha256, rows, totals) select batch_no, 'kofi', 'kofi', id, 0, '{}' from payrun.batches where batch_no = $1`,
      [batch],
    )
  const moving = moveBatchTo(batch, to)
  if (legal) await moving
  else await expect(moving).rejects.toThrow(`payrun: illegal transition of batches from ${from} to ${to}`)
  const [now] = await db.query('select state from payrun.batches where batch_no = $1', [batch])
  expect(now).toEqual({ state: legal ? to : from })
})

test.each(['paused', 'settled', 'cancelled'] as const)('no batch is born %s', async (state) => {
  const born = db.query(
    `insert into payrun.batches (id, name, state, sandbox, file_name, file_sha256, file_rows, file_columns, max_unknown, report_format)
     values ($1, 'x', $2, false, 'f.csv', $1, 1, '[]', 100, 'csv')`,
    [`born${state}`, state],
  )
  await expect(born).rejects.toThrow(`illegal transition of batches from (new) to ${state}`)
})

test('the enumerations of the database are those of the code', async () => {
  const [enums] = await db.query(
    `select enum_range(null::payrun.payout_state)::text[] as payouts, enum_range(null::payrun.batch_state)::text[] as batches`,
  )
  expect(enums).toEqual({ payouts: payoutStates, batches: batchStates })
})

test.each(['events', 'batch_events'])('%s takes rows and gives none back: no update, no delete', async (table) => {
  const batch = await batchIn('running')
  if (table === 'events') {
    await db.query(
      `insert into payrun.events (batch_no, line, seq, attempt, from_state, to_state) values ($1, 2, 1, 1, 'pending', 'sending')`,
      [batch],
    )
  } else {
    await db.query(`insert into payrun.batch_events (batch_no, to_state) values ($1, 'running')`, [batch])
  }
  await expect(db.query(`update payrun.${table} set at = now() where batch_no = $1`, [batch])).rejects.toThrow(
    `payrun: ${table} is append-only`,
  )
  await expect(db.query(`delete from payrun.${table} where batch_no = $1`, [batch])).rejects.toThrow(
    `payrun: ${table} is append-only`,
  )
  expect(await db.query(`select from payrun.${table} where batch_no = $1`, [batch])).toHaveLength(1)
})
