import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { work } from '../../src/app/work.ts'
import { readConfig } from '../../src/config.ts'
import { giveProbeBack, holdOperator, listHolds, releaseOperators, takeProbe } from '../../src/ledger/policy/holds.ts'
import { endWorker } from '../../src/ledger/rows/workers.ts'
import { createLog } from '../../src/log.ts'
import { say } from '../../src/words/sentence.ts'
import { type LedgerServer, payableRows, startLedgerServer, type TestLedger } from '../harness/ledger.ts'
import { temporaryFolder, until } from '../harness/payrun.ts'
import { reply, startProvider, succeed } from '../harness/provider.ts'
import { mtn } from './senders.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const why = say('stored.unreadable_answers')
const inAMinute = 60_000

/** A hold that has run out. */
async function halfOpen(db: TestLedger): Promise<void> {
  await holdOperator(db.ledger, false, mtn, why, 0)
}

test('one worker has the turn to probe, until it gives it back, ends, or its time is over', async () => {
  const db = await server.open()
  const [one, two] = [await db.worker(), await db.worker()]
  const take = (workerNo: number, forMs = inAMinute) =>
    takeProbe(db.ledger, { operator: mtn, sandbox: false, workerNo, forMs })
  expect(await take(one)).toBe('no_hold')
  await halfOpen(db)
  expect(await takeProbe(db.ledger, { operator: mtn, sandbox: true, workerNo: two, forMs: inAMinute })).toBe('no_hold')
  const both = await Promise.all([take(one), take(two)])
  expect(both.toSorted()).toEqual(['anothers', 'mine'])
  const [mine, other] = both[0] === 'mine' ? [one, two] : [two, one]
  await giveProbeBack(db.ledger, { operator: mtn, sandbox: false, workerNo: other })
  expect(await take(other)).toBe('anothers')
  await giveProbeBack(db.ledger, { operator: mtn, sandbox: false, workerNo: mine })
  expect(await take(other, 0)).toBe('mine')
  expect(await take(mine)).toBe('mine')
  await endWorker(db.ledger, mine)
  expect(await take(other)).toBe('mine')
  // Its answer was unclear: held again, and nobody has the turn when that is over.
  await holdOperator(db.ledger, false, mtn, why, inAMinute)
  expect(await take(other)).toBe('held')
  await db.query(`update payrun.operator_holds set until = now() - interval '1 second'`)
  expect(await take(other)).toBe('mine')
  await releaseOperators(db.ledger, false, [mtn])
  expect(await take(other)).toBe('no_hold')
  await db.close()
})

const refusals = 12

test('two workers send one row at a time to a half-open operator, together, and all the rest once it answers well', async () => {
  const db = await server.open()
  const folder = temporaryFolder()
  const provider = await startProvider()
  // More chunks than one worker takes at once, so that both have rows that wait.
  const batches = 12
  for (let n = 0; n < batches; n++) await db.batchOf(payableRows(3))
  await halfOpen(db)
  let [most, good] = [0, false]
  provider.answer = async (call) => {
    if (good) return succeed(call)
    most = Math.max(most, provider.open())
    if (call.nth === 1) await until('both workers have work', async () => (await activeJobs(db)) > 8)
    most = Math.max(most, provider.open())
    if (call.nth <= refusals)
      return reply(call.response, 200, { error: true, status: 'FAILED', message: `No ${call.nth}` })
    good = true
    return succeed(call)
  }
  const stop = new AbortController()
  const workers = ['one', 'two'].map((name) => workIn(db, join(folder.path, name), provider.url, stop.signal))
  await until(
    'all is over',
    async () => (await db.query(`select from payrun.batches where state = 'settled'`)).length === batches,
  )
  stop.abort()
  await Promise.all(workers)
  expect(most).toBe(1)
  expect(provider.seen).toHaveLength(batches * 3)
  expect(await db.query('select state, count(*)::int from payrun.payouts group by 1 order by 1')).toEqual([
    { state: 'paid', count: batches * 3 - refusals },
    { state: 'failed', count: refusals },
  ])
  expect(await listHolds(db.ledger, false)).toEqual([])
  await provider.close()
  folder.remove()
  await db.close()
})

/** As BullMQ's tables have it. */
const activeJobs = async (db: TestLedger): Promise<number> =>
  (await db.query(`select from payrun_queue.job where state = 'active'`)).length

async function workIn(db: TestLedger, home: string, providerUrl: string, stop: AbortSignal): Promise<void> {
  mkdirSync(home, { mode: 0o700 })
  const read = readConfig({
    DATABASE_URL: db.url,
    PAYRUN_HOME: home,
    PAYRUN_PROVIDER_URL: providerUrl,
    PAYRUN_APP_KEY: 'planted-app-key',
    PAYRUN_MERCHANT_KEY: 'planted-merchant-key',
    PAYRUN_TIMEOUT_MS: '170000',
  })
  if (!read.ok) throw new Error('not configured')
  const app = {
    config: read.config,
    log: createLog('silent', () => undefined),
    language: 'en' as const,
    say: () => undefined,
  }
  const worked = await work(app, { sandbox: false, healthPort: 'off', listen: () => stop, onReady: () => undefined })
  expect(worked).toEqual({ ok: true })
}
