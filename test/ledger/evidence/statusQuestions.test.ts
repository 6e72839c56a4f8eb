import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  keepAnswer,
  readStatusAnswers,
  type StatusQuestion,
  type StatusTiming,
  settleAccepted,
  takeDueQuestions,
} from '../../../src/ledger/evidence/statusQuestions.ts'
import { accepted, acceptedBatch, letPass } from '../../harness/accepted.ts'
import { type LedgerServer, startLedgerServer, type TestLedger } from '../../harness/ledger.ts'
import { expectIntactTrails, expectWholeHistory } from '../audit/history.ts'

let server: LedgerServer
let db: TestLedger

beforeAll(async () => {
  server = await startLedgerServer()
})
beforeEach(async () => {
  db = await server.open()
})
afterEach(async () => {
  await expectWholeHistory(db)
  await expectIntactTrails(db)
  await db.close()
})
afterAll(() => server.stop())

const timing: StatusTiming = { firstWaitMs: 120_000, longestWaitMs: 6 * 3_600_000, endMs: 72 * 3_600_000 }
const provider = { sandbox: false, batchNo: undefined }
const take = (limit = 100, scope: Parameters<typeof takeDueQuestions>[1] = provider) =>
  takeDueQuestions(db.ledger, scope, timing, limit)
const linesOf = (questions: StatusQuestion[]) => questions.map(({ line }) => line)
const questions = () => db.query('select batch_no, line from payrun.status_questions order by 1, 2')
const payoutOf = async (batchNo: number, line: number) =>
  (
    await db.query(
      `select state, holds_key, seq, provider_reference, error_code, error_message from payrun.payouts
        where batch_no = $1 and line = $2`,
      [batchNo, line],
    )
  )[0]

async function one(): Promise<StatusQuestion> {
  await letPass(db, '2 minutes')
  const [question, ...others] = await take()
  expect(others).toEqual([])
  return question!
}

test('an accepted row is due two minutes after it was accepted, with all that a question needs', async () => {
  const { batchNo, batchId, references } = await acceptedBatch(db, 1)
  expect(await take()).toEqual([])
  await letPass(db, '119 seconds')
  expect(await take()).toEqual([])
  await letPass(db, '1 second')
  expect(await take()).toEqual([
    {
      batchNo,
      batchId,
      line: 2,
      attempt: 1,
      reference: references.get(2),
      payable: expect.objectContaining({
        operator: 'mtn-benin',
        phone: '2290197000002',
        amountMinor: 1002n,
        currency: 'XOF',
      }),
    },
  ])
})

test('then it is due ever more rarely, and after three days no more', async () => {
  await acceptedBatch(db, 1)
  await letPass(db, '2 minutes')
  const waitsMinutes: number[] = []
  for (let n = 0; n < 100 && (await take()).length === 1; n += 1) {
    const [next] = await db.query<{ seconds: number }>(
      `select case when next_at = 'infinity' then null else extract(epoch from next_at - now())::float end as seconds
         from payrun.status_questions`,
    )
    if (next?.seconds == null) break
    waitsMinutes.push(Math.round(next.seconds / 60))
    expect(await take()).toEqual([])
    await letPass(db, `${next.seconds} seconds`)
  }
  expect(waitsMinutes.slice(0, 9)).toEqual([4, 8, 16, 32, 64, 128, 256, 360, 360])
  expect(waitsMinutes.reduce((sum, wait) => sum + wait, 2)).toBeLessThanOrEqual(72 * 60)
  expect(waitsMinutes.reduce((sum, wait) => sum + wait, 2)).toBeGreaterThan(72 * 60 - 361)
  await letPass(db, '30 days')
  expect(await take()).toEqual([])
})

test('a row that nobody could ask about in its three days is asked about once', async () => {
  await acceptedBatch(db, 1)
  await letPass(db, '10 days')
  expect(await take()).toHaveLength(1)
  await letPass(db, '10 days')
  expect(await take()).toEqual([])
})

test('rows that are not accepted are never due: unknown ones, with a reference and without', async () => {
  const unknown = { kind: 'unknown', code: 'contradictory_answer', message: 'Odd.' } as const
  await acceptedBatch(db, 4, {}, (reference, line) => {
    if (line === 2) return { ...unknown, providerReference: reference }
    if (line === 3) return { ...unknown, providerReference: null }
    return line === 4 ? { kind: 'paid', providerReference: reference } : accepted(reference)
  })
  await letPass(db, '1 hour')
  expect(linesOf(await take())).toEqual([5])
})

test('the sandbox and the provider are asked about their own batches only; a foreground command about its own', async () => {
  const [real, sandboxed, other] = [
    await acceptedBatch(db, 1),
    await acceptedBatch(db, 1, { sandbox: true }),
    await acceptedBatch(db, 1),
  ]
  await letPass(db, '1 hour')
  const batchesOf = (due: StatusQuestion[]) => due.map(({ batchNo }) => batchNo)
  expect(batchesOf(await take(9, { sandbox: true, batchNo: undefined }))).toEqual([sandboxed.batchNo])
  expect(batchesOf(await take(9, { sandbox: false, batchNo: other.batchNo }))).toEqual([other.batchNo])
  expect(batchesOf(await take())).toEqual([real.batchNo])
})

test('of many processes that ask at once, each row is handed to one', async () => {
  await acceptedBatch(db, 30)
  await letPass(db, '2 minutes')
  const taken = await Promise.all(Array.from({ length: 6 }, () => take(10)))
  // Some may have looked while the others held all that was due: what is left is due still.
  const all = [...taken.flat(), ...(await take())]
  expect(linesOf(all).sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index + 2))
})

test('settled as paid: one event without a worker, the reference is held, and no question is left', async () => {
  const { batchNo, references } = await acceptedBatch(db, 1)
  const question = await one()
  expect(await settleAccepted(db.ledger, question, { kind: 'paid' })).toBe(true)
  expect(await payoutOf(batchNo, 2)).toEqual({
    state: 'paid',
    holds_key: true,
    seq: 3,
    provider_reference: references.get(2),
    error_code: null,
    error_message: null,
  })
  expect(
    await db.query('select from_state, to_state, attempt, worker_no, actor, note from payrun.events where seq = 3'),
  ).toEqual([
    { from_state: 'accepted', to_state: 'paid', attempt: 1, worker_no: null, actor: null, note: 'status call' },
  ])
  expect(await db.query('select reference, batch_no, line from payrun.provider_references')).toEqual([
    { reference: references.get(2), batch_no: batchNo, line: 2 },
  ])
  expect(await questions()).toEqual([])
})

test("settled as failed: refused, in the provider's words, and the row gives its key up", async () => {
  const { batchNo } = await acceptedBatch(db, 1)
  expect(await settleAccepted(db.ledger, await one(), { kind: 'failed', message: 'No\0 funds.' })).toBe(true)
  expect(await payoutOf(batchNo, 2)).toMatchObject({
    state: 'failed',
    holds_key: false,
    error_code: 'refused',
    error_message: 'No funds.',
  })
})

test('of several processes with an answer to the same question one settles it', async () => {
  const { batchNo } = await acceptedBatch(db, 1)
  const question = await one()
  const settled = await Promise.all([
    settleAccepted(db.ledger, question, { kind: 'paid' }),
    settleAccepted(db.ledger, question, { kind: 'failed', message: 'No.' }),
    settleAccepted(db.ledger, question, { kind: 'paid' }),
  ])
  expect(settled.filter(Boolean)).toHaveLength(1)
  expect(await payoutOf(batchNo, 2)).toMatchObject({ seq: 3 })
})

test('an answer to an earlier attempt, or to another reference, settles nothing', async () => {
  const { batchNo } = await acceptedBatch(db, 1)
  const question = await one()
  expect(await settleAccepted(db.ledger, { ...question, attempt: 2 }, { kind: 'paid' })).toBe(false)
  expect(await settleAccepted(db.ledger, { ...question, reference: 'TX-other' }, { kind: 'paid' })).toBe(false)
  await db.query('update payrun.provider_references set batch_no = 0')
  expect(await settleAccepted(db.ledger, question, { kind: 'paid' })).toBe(false)
  expect(await payoutOf(batchNo, 2)).toMatchObject({ state: 'accepted', seq: 2 })
})

test('answers that decide nothing are kept and counted; silence does not take the place of a word', async () => {
  const { batchNo } = await acceptedBatch(db, 4)
  const keep = (line: number, kind: string, shown: string) => keepAnswer(db.ledger, { batchNo, line }, { kind, shown })
  await keep(2, 'unanswered', 'HTTP 500')
  await keep(2, 'unrecognised', 'ON\0_HOLD')
  await keep(2, 'unanswered', 'HTTP 503')
  await keep(3, 'unrecognised', 'ON_HOLD')
  await keep(4, 'unanswered', 'HTTP 500')
  await keep(4, 'unanswered', 'HTTP 404')
  await db.query(`update payrun.status_questions set next_at = 'infinity' where line = 3`)
  expect(await readStatusAnswers(db.ledger, batchNo)).toEqual([
    { kind: 'unrecognised', answer: 'ON_HOLD', rows: 2, over: 1 },
    { kind: 'unanswered', answer: 'HTTP 404', rows: 1, over: 0 },
  ])
  expect(await readStatusAnswers(db.ledger, batchNo + 1)).toEqual([])
})
