import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Asking, askStatus, keepAsking, statusTiming } from '../../jobs/askStatus.ts'
import { moveBatch } from '../../src/ledger/batches/batches.ts'
import { readStatusAnswers } from '../../src/ledger/evidence/statusQuestions.ts'
import { closeChunk } from '../../src/ledger/rows/chunks.ts'
import type { LogFields } from '../../src/log.ts'
import { createProviderClient, type ProviderClient } from '../../src/provider/client.ts'
import { accepted, acceptedBatch, letPass } from '../harness/accepted.ts'
import { type LedgerServer, startLedgerServer, type TestLedger } from '../harness/ledger.ts'
import { expectIntactTrails, expectWholeHistory } from '../ledger/audit/history.ts'

/** Answers a question: an HTTP status, a body, and headers. */
type Answered = [number, unknown, Record<string, string>?]
type Reply = (reference: string) => Answered | Promise<Answered>

const success: Reply = (reference) => [200, { error: false, status: 'success', reference }]

let server: LedgerServer
let db: TestLedger
let client: ProviderClient
let reply: Reply
/** The references that were asked about, in order: the provider's own count. */
const asked: string[] = []
const others: string[] = []
const logged: { message: string; fields: LogFields | undefined }[] = []

const provider = createServer(async (request, response) => {
  const [, reference] = /^\/status\/([^/]+)$/.exec(request.url ?? '') ?? []
  if (request.method !== 'GET' || reference === undefined) return void others.push(`${request.method} ${request.url}`)
  asked.push(decodeURIComponent(reference))
  const [status, body, headers] = await reply(decodeURIComponent(reference))
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
})

beforeAll(async () => {
  server = await startLedgerServer()
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  client = createProviderClient({
    baseUrl: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    appKey: 'planted-app-key',
    merchantKey: 'planted-merchant-key',
    connections: 10,
    timeoutMs: 20_000,
    statusPath: '/status/{reference}',
  })
})
beforeEach(async () => {
  db = await server.open()
  reply = success
  asked.length = 0
  logged.length = 0
})
afterEach(async () => {
  expect(others).toEqual([])
  await expectWholeHistory(db)
  await expectIntactTrails(db)
  await db.close()
})
afterAll(async () => {
  await client.close()
  provider.close()
  provider.closeAllConnections()
  await server.stop()
})

const note = (message: string, fields?: LogFields) => void logged.push({ message, fields })
const payer = (change: { stopping?: boolean } = {}) => ({
  ledger: db.ledger,
  log: { debug: () => undefined, info: note, warn: note, error: note },
  sandbox: false,
  onlyBatchNo: undefined,
  stopping: false,
  ...change,
})
const asking = (): Asking => ({
  call: client.status!,
  timing: statusTiming,
  staleReports: new Set(),
  told: new Set(),
  quietUntilMs: 0,
})
const states = async (batchNo: number) =>
  Object.fromEntries(
    (
      await db.query<{ state: string; n: number }>(
        'select state, count(*)::int as n from payrun.payouts where batch_no = $1 group by 1',
        [batchNo],
      )
    ).map(({ state, n }) => [state, n]),
  )
async function settle(batchNo: number): Promise<void> {
  expect(await closeChunk(db.ledger, batchNo, 1)).toBe(true)
  expect(await moveBatch(db.ledger, batchNo, ['running'], { to: 'settled' })).toBe(true)
}

test('accepted rows are asked about after the wait, once, and settle; unknown rows are never asked about', async () => {
  const batch = await acceptedBatch(db, 12, {}, (reference, line) =>
    line === 2
      ? { kind: 'unknown', providerReference: reference, code: 'contradictory_answer', message: 'Odd.' }
      : accepted(reference),
  )
  reply = (reference) => [
    200,
    { error: false, status: reference === batch.references.get(3) ? 'FAILED' : 'success', reference },
  ]
  await askStatus(payer(), asking())
  expect(asked).toEqual([])
  await letPass(db, '2 minutes')
  await askStatus(payer(), asking())
  await letPass(db, '3 days')
  await askStatus(payer(), asking())
  const [, ...rest] = [...batch.references.values()]
  expect([...asked].sort()).toEqual(rest.sort())
  expect(await states(batch.batchNo)).toEqual({ unknown: 1, failed: 1, paid: 10 })
})

test('an unrecognised status changes nothing, is kept to be shown, and is logged once without its words', async () => {
  const { batchNo } = await acceptedBatch(db, 10)
  await letPass(db, '2 minutes')
  reply = (reference) => [200, { error: false, status: 'ON_HOLD', reference }]
  await askStatus(payer(), asking())
  expect(asked).toHaveLength(10)
  expect(await states(batchNo)).toEqual({ accepted: 10 })
  expect(await readStatusAnswers(db.ledger, batchNo)).toEqual([
    { kind: 'unrecognised', answer: 'ON_HOLD', rows: 10, over: 0 },
  ])
  expect(logged).toEqual([
    {
      message: 'the answer to a status call decides nothing: status shows it',
      fields: { batch: expect.any(String), line: expect.any(Number), code: 'unrecognised' },
    },
  ])
})

test.each([401, 404, 429, 500])('HTTP %i changes nothing, ends the round, and is asked again later', async (status) => {
  const { batchNo } = await acceptedBatch(db, 20)
  await letPass(db, '2 minutes')
  reply = () => [status, { error: true, status: 'FAILED' }]
  await askStatus(payer(), asking())
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.length).toBeLessThan(20)
  expect(await states(batchNo)).toEqual({ accepted: 20 })
  await letPass(db, '4 minutes')
  reply = success
  await askStatus(payer(), asking())
  expect(await states(batchNo)).toEqual({ paid: 20 })
})

test.each([
  { status: 429, retryAfter: () => '1200', seconds: 1_200 },
  { status: 503, retryAfter: () => new Date(Date.now() + 1_200_000).toUTCString(), seconds: 1_200 },
  { status: 429, retryAfter: () => '86400', seconds: 3_600 },
])('HTTP $status with Retry-After: nothing is asked for $seconds s, whatever is due', async (turnedAway) => {
  const { batchNo } = await acceptedBatch(db, 20)
  await letPass(db, '2 minutes')
  const one = asking()
  const waitSeconds = (seconds: number) => {
    one.quietUntilMs -= seconds * 1_000
  }
  reply = () => [turnedAway.status, {}, { 'retry-after': turnedAway.retryAfter() }]
  await askStatus(payer(), one)
  const askedBefore = asked.length
  expect(askedBefore).toBeLessThan(20)
  expect(logged.filter(({ message }) => message === 'the provider asks to wait with status calls')).toHaveLength(1)
  reply = success
  await letPass(db, '1 hour')
  // A minute of room for the test's own time.
  waitSeconds(turnedAway.seconds - 60)
  await askStatus(payer(), one)
  expect(asked).toHaveLength(askedBefore)
  waitSeconds(60)
  await askStatus(payer(), one)
  expect(await states(batchNo)).toEqual({ paid: 20 })
})

test('two workers that ask at once ask about each row once, and settle it once', async () => {
  const { batchNo, references } = await acceptedBatch(db, 40)
  await letPass(db, '2 minutes')
  await Promise.all([askStatus(payer(), asking()), askStatus(payer(), asking()), askStatus(payer(), asking())])
  // One may have looked while the others held what was due.
  await askStatus(payer(), asking())
  expect([...asked].sort()).toEqual([...references.values()].sort())
  expect(await states(batchNo)).toEqual({ paid: 40 })
  expect(await db.query(`select from payrun.events where note ->> 'key' = 'stored.status_call'`)).toHaveLength(40)
})

test('a process that is stopping asks nothing more', async () => {
  await acceptedBatch(db, 1)
  await letPass(db, '2 minutes')
  await askStatus(payer({ stopping: true }), asking())
  expect(asked).toEqual([])
})

test("a settled batch's rows are asked about too, and its report is written again when they move", async () => {
  const { batchNo, batchId } = await acceptedBatch(db, 6)
  await settle(batchNo)
  await letPass(db, '2 minutes')
  const written: string[] = []
  const onBatchSettled = async ({ id }: { id: string }) => {
    written.push(`${id} ${JSON.stringify(await states(batchNo))}`)
  }
  const kept = keepAsking({ ...payer(), onBatchSettled }, client.status!, { everyMs: 20 })
  await vi.waitUntil(() => written.length > 0, { timeout: 20_000 })
  await kept.stop()
  expect(written.at(-1)).toBe(`${batchId} {"paid":6}`)
  expect(await db.query('select state from payrun.batches')).toEqual([{ state: 'settled' }])
})

test('a report that has to wait for its turn is written at the stop', async () => {
  const { batchNo } = await acceptedBatch(db, 2)
  await settle(batchNo)
  await letPass(db, '2 minutes')
  const written: number[] = []
  const onBatchSettled = async () => void written.push((await states(batchNo))['paid'] ?? 0)
  // One row at a time, as if they came due one after the other.
  await db.query(`update payrun.status_questions set next_at = 'infinity' where line = 3`)
  const kept = keepAsking({ ...payer(), onBatchSettled }, client.status!, { everyMs: 10, reportEveryMs: 3_600_000 })
  await vi.waitUntil(() => written.length === 1, { timeout: 20_000 })
  await db.query(`update payrun.status_questions set next_at = now() - interval '1 hour', asked = 1 where line = 3`)
  await vi.waitUntil(async () => (await states(batchNo))['paid'] === 2, { timeout: 20_000 })
  expect(written).toEqual([1])
  await kept.stop()
  expect(written).toEqual([1, 2])
})
