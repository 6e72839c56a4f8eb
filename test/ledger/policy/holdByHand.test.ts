import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { moveBatch } from '../../../src/ledger/batches/batches.ts'
import {
  batchesPausedByHold,
  holdByHand,
  holdOperator,
  listHolds,
  listHoldsAndProbes,
  listHoldsOfBatch,
  releaseByHand,
  releaseOperators,
} from '../../../src/ledger/policy/holds.ts'
import { say } from '../../../src/words/sentence.ts'
import { type LedgerServer, payableRows, startLedgerServer, type TestLedger } from '../../harness/ledger.ts'

let server: LedgerServer
let db: TestLedger
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  db = await server.open()
})
afterEach(() => db.close())

const mtn = { operator: 'mtn-benin', sandbox: false, actor: 'awa', note: 'outage' } as const

test('what a person holds is ended by no answer, no time and no resume: only by a person', async () => {
  expect(await holdByHand(db.ledger, mtn)).toBe(true)
  expect(await holdByHand(db.ledger, { ...mtn, actor: 'kofi' })).toBe(false)
  await holdOperator(db.ledger, false, 'mtn-benin', say('stored.unreadable_answers'), 1)
  await releaseOperators(db.ledger, false, ['mtn-benin'])
  expect(await listHolds(db.ledger, false)).toMatchObject([
    { operator: 'mtn-benin', manual: true, until: null, probed: false, actor: 'awa', note: 'outage' },
  ])
  expect(await listHolds(db.ledger, true)).toEqual([])
  expect(await releaseByHand(db.ledger, { ...mtn, actor: 'kofi', note: null })).toBe(true)
  expect(await releaseByHand(db.ledger, mtn)).toBe(false)
  expect(await listHoldsAndProbes(db.ledger, false)).toEqual([])
})

test('an automatic hold becomes a person’s, and stays theirs', async () => {
  await holdOperator(db.ledger, false, 'mtn-benin', say('stored.unreadable_answers'), 60_000)
  expect(await holdByHand(db.ledger, mtn)).toBe(true)
  expect(await listHolds(db.ledger, false)).toMatchObject([{ manual: true, until: null, actor: 'awa' }])
})

test('a hold that has run out is half-open until a clear answer comes', async () => {
  await holdOperator(db.ledger, false, 'mtn-benin', say('stored.unreadable_answers'), -1_000)
  expect(await listHolds(db.ledger, false)).toEqual([])
  expect(await listHoldsAndProbes(db.ledger, false)).toMatchObject([{ operator: 'mtn-benin', probed: true }])
  await releaseOperators(db.ledger, false, ['mtn-benin'])
  expect(await listHoldsAndProbes(db.ledger, false)).toEqual([])
})

test('who held and released what is kept, and can be neither changed nor deleted', async () => {
  await holdByHand(db.ledger, mtn)
  await releaseByHand(db.ledger, { ...mtn, actor: 'kofi', note: 'over' })
  expect(await db.query('select action, actor, note from payrun.operator_events order by event_no')).toEqual([
    { action: 'held', actor: 'awa', note: 'outage' },
    { action: 'released', actor: 'kofi', note: 'over' },
  ])
  await expect(db.query(`update payrun.operator_events set actor = 'x'`)).rejects.toThrow('append-only')
  await expect(db.query('delete from payrun.operator_events')).rejects.toThrow('append-only')
  await expect(db.query('truncate payrun.operator_events')).rejects.toThrow('append-only')
})

test('a batch shows the holds of operators that it has still to pay to; paused by one, it is found', async () => {
  const { batchNo, batchId } = await db.batchOf(payableRows(2))
  await holdByHand(db.ledger, mtn)
  await holdByHand(db.ledger, { ...mtn, operator: 'momo-kenya' })
  expect((await listHoldsOfBatch(db.ledger, batchNo)).map(({ operator }) => operator)).toEqual(['mtn-benin'])
  expect(await batchesPausedByHold(db.ledger, mtn)).toEqual([])
  await moveBatch(db.ledger, batchNo, ['running'], { to: 'paused', reason: 'operator_held' })
  expect(await batchesPausedByHold(db.ledger, mtn)).toMatchObject([{ id: batchId }])
  expect(await batchesPausedByHold(db.ledger, { ...mtn, operator: 'momo-kenya' })).toEqual([])
})
