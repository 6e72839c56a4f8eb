import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writePayroll } from '../harness/payroll.ts'
import { payrun, startPayrun, temporaryFolder, until } from '../harness/payrun.ts'
import { startTestPostgres, type TestPostgres, waitUntilServerGone } from '../harness/postgres.ts'
import { type CountingProvider, startProvider, succeed } from '../harness/provider.ts'

let postgres: TestPostgres
let provider: CountingProvider
let folder: ReturnType<typeof temporaryFolder>
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  postgres = await startTestPostgres()
})
afterAll(() => postgres.stop())
beforeEach(async () => {
  folder = temporaryFolder()
  provider = await startProvider()
  const { url } = await postgres.createLedger()
  env = {
    DATABASE_URL: url,
    PAYRUN_HOME: join(folder.path, 'home'),
    PAYRUN_PROVIDER_URL: provider.url,
    PAYRUN_APP_KEY: 'app',
    PAYRUN_MERCHANT_KEY: 'merchant',
    PAYRUN_CONCURRENCY: '20',
  }
  return async () => {
    await provider.close()
    folder.remove()
  }
})

const options = () => ({ env, cwd: folder.path })
const call = (...args: string[]) => payrun(args, options())

/** A latch: requests wait until it opens. */
function latch() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** Provider answers `fast` requests at once and holds the others at the latch. The money moves before the wait. */
function holdAfter(fast: number) {
  const gate = latch()
  provider.answer = async (each) => {
    const { nth, response } = each
    const reference = each.carryOut()
    if (nth > fast) await gate.opened
    if (response.destroyed) return
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ error: false, status: 'success', reference }))
  }
  return gate
}

const times = () => [...provider.paidTimes().values()]

async function counts(): Promise<Record<string, number>> {
  return JSON.parse((await call('status', 'last', '--json')).stdout).counts
}

describe.each([{ where: 'the given Postgres' }, { where: 'the embedded Postgres' }])(
  'a run that is killed, on $where',
  ({ where }) => {
    it('is taken up by resume: no row is paid twice, none is lost', async () => {
      if (where === 'the embedded Postgres') delete env['DATABASE_URL']
      const gate = holdAfter(100)
      writePayroll(folder.path, 400)
      const running = startPayrun(['run', 'payroll.csv'], options())
      await until('20 requests wait for their answer', () => provider.seen.length >= 120)
      process.kill(running.pid, 'SIGKILL')
      await running.ended
      gate.open()
      provider.answer = succeed
      const resumed = await call('resume', 'last', '--json')
      expect(resumed.code).toBe(4)
      const document = JSON.parse(resumed.stdout)
      expect(document.state).toBe('settled')
      expect(document.counts.paid + document.counts.unknown).toBe(400)
      expect(document.counts.unknown).toBeLessThanOrEqual(20)
      expect(times()).toHaveLength(400)
      expect(times().every((n) => n === 1)).toBe(true)
      const report = (await call('report', 'last')).stdout.trimEnd().split('\n')
      expect(report).toHaveLength(401)
      expect(report.filter((line) => line.includes(',unknown,,worker_lost,'))).toHaveLength(document.counts.unknown)
      if (where === 'the embedded Postgres') await waitUntilServerGone(env['PAYRUN_HOME'] ?? '')
    })
  },
)

describe('a polite stop', () => {
  it.each([
    { signal: 'SIGINT', code: 130 },
    { signal: 'SIGTERM', code: 143 },
  ] as const)(
    'by $signal finishes what is in flight, ends with $code, and can be resumed',
    async ({ signal, code }) => {
      const gate = holdAfter(10)
      writePayroll(folder.path, 100)
      const running = startPayrun(['run', 'payroll.csv'], options())
      await until('requests wait for their answer', () => provider.open() >= 5)
      const sent = provider.seen.length
      process.kill(running.pid, signal)
      await until('it says that it is stopping', () => running.output().stderr.includes('Stopping'))
      expect(running.output().stderr).toMatch(/Stopping: \d+ requests? (is|are) in flight and will be finished/)
      gate.open()
      const ended = await running.ended
      expect(ended.code).toBe(code)
      // Slots that were free already may have let a few more through before the signal arrived.
      expect(provider.seen.length).toBeLessThanOrEqual(sent + 20)
      const after = await counts()
      expect(after['unknown'] ?? 0).toBe(0)
      expect(after['sending'] ?? 0).toBe(0)
      expect(after['paid']).toBe(provider.seen.length)
      provider.answer = succeed
      expect((await call('resume', 'last')).code).toBe(0)
      expect(times()).toEqual(Array(100).fill(1))
    },
  )

  it('a second Ctrl-C says what is in flight, and quits', async () => {
    holdAfter(0)
    writePayroll(folder.path, 30)
    const running = startPayrun(['run', 'payroll.csv'], options())
    await until('requests wait for their answer', () => provider.open() >= 5)
    process.kill(running.pid, 'SIGINT')
    await until('it says that it is stopping', () => running.output().stderr.includes('Stopping'))
    // Until it counts as a second one: npm hands a first Ctrl-C on, so that it arrives twice.
    await until('it quits', () => {
      running.child.kill('SIGINT')
      return running.output().stderr.includes('Quitting')
    })
    const ended = await running.ended
    expect(ended.code).toBe(130)
    expect(ended.stderr).toMatch(/Quitting now with 5 requests in flight: these rows may or may not be paid/)
    provider.answer = succeed
    expect((await call('resume', 'last')).code).toBe(4)
    expect(await counts()).toEqual({ paid: 25, unknown: 5 })
    expect(times()).toEqual(Array(30).fill(1))
  })
})

describe('from a second terminal', () => {
  it('status works, pause stops the unsent rows, and the run exits with code 5', async () => {
    const gate = holdAfter(10)
    writePayroll(folder.path, 100)
    const running = startPayrun(['run', 'payroll.csv'], options())
    await until('requests wait for their answer', () => provider.open() >= 5)
    expect(JSON.parse((await call('status', 'last', '--json')).stdout).state).toBe('running')
    expect((await call('pause', 'last')).code).toBe(0)
    expect((await call('resume', 'last')).code).not.toBe(0)
    gate.open()
    const ended = await running.ended
    expect(ended.code).toBe(5)
    const after = await counts()
    expect(after['paid']).toBe(provider.seen.length)
    expect((after['paid'] ?? 0) + (after['pending'] ?? 0)).toBe(100)
  })

  it('cancel stops the unsent rows for good', async () => {
    const gate = holdAfter(10)
    writePayroll(folder.path, 100)
    const running = startPayrun(['run', 'payroll.csv'], options())
    await until('requests wait for their answer', () => provider.open() >= 5)
    expect((await call('cancel', 'last')).code).toBe(0)
    gate.open()
    const ended = await running.ended
    expect(ended.code).toBe(4)
    const after = await counts()
    expect(after['paid']).toBe(provider.seen.length)
    expect(after).toEqual({ paid: after['paid'], cancelled: 100 - (after['paid'] ?? 0) })
    expect((await call('resume', 'last')).code).toBe(2)
    provider.answer = succeed
    expect((await call('run', 'payroll.csv', '--json')).code).toBe(3)
  })
})

it('rows that a killed run leaves unknown count towards --max-unknown: resume pauses, and goes on when asked again', async () => {
  const gate = holdAfter(0)
  writePayroll(folder.path, 40)
  const running = startPayrun(['run', 'payroll.csv', '--max-unknown', '3'], options())
  // A slow start: these 5 are all that is claimed.
  await until('rows are in flight', () => provider.open() === 5)
  running.child.kill('SIGKILL')
  await running.ended
  gate.open()
  const sent = provider.seen.length
  const paused = await call('resume', 'last', '--json')
  expect(paused.code).toBe(5)
  expect(JSON.parse(paused.stdout)).toMatchObject({
    state: 'paused',
    reason: 'too_many_unknown',
    counts: { unknown: sent },
  })
  expect(provider.seen).toHaveLength(sent)
  expect((await call('resume', 'last')).code).toBe(4)
  expect(await counts()).toEqual({ paid: 40 - sent, unknown: sent })
  expect(new Set(times())).toEqual(new Set([1]))
})

it('of two resumes at the same moment one pays the batch, and the other says that it is being paid', async () => {
  const gate = holdAfter(5)
  writePayroll(folder.path, 60)
  const running = startPayrun(['run', 'payroll.csv'], options())
  await until('rows are in flight', () => provider.open() >= 3)
  running.child.kill('SIGKILL')
  await running.ended
  const both = [startPayrun(['resume', 'last'], options()), startPayrun(['resume', 'last'], options())]
  const first = await Promise.race(both.map(({ ended }) => ended))
  expect(first.code).toBe(2)
  expect(first.stderr).toContain('Another payrun command is paying batch')
  gate.open()
  expect((await Promise.all(both.map(({ ended }) => ended))).map(({ code }) => code).sort()).toEqual([2, 4])
  expect(new Set(times())).toEqual(new Set([1]))
})

it('a batch whose last chunk was closed by a process that died right after is settled by resume', async () => {
  writePayroll(folder.path, 3)
  expect((await call('run', 'payroll.csv')).code).toBe(0)
  const client = new pg.Client({ connectionString: env['DATABASE_URL'] ?? '' })
  await client.connect()
  await client.query(`update payrun.batches set state = 'running', settled_at = null`)
  await client.end()
  const resumed = await call('resume', 'last', '--json')
  expect(resumed.code).toBe(0)
  expect(JSON.parse(resumed.stdout)).toMatchObject({ state: 'settled', counts: { paid: 3 } })
  expect(provider.seen).toHaveLength(3)
})

describe('workers', () => {
  it('pay what is submitted, share it, and survive the loss of one of them', async () => {
    const gate = holdAfter(600)
    // 20 chunks: more than one worker takes at once.
    writePayroll(folder.path, 4000)
    const workers = [startPayrun(['worker'], options()), startPayrun(['worker'], options())]
    // Each widens by its own good answers only: a worker that comes late would find none left.
    await until('both are ready', () => workers.every((each) => each.output().stderr.includes('worker is ready')))
    const submitted = await call('submit', 'payroll.csv')
    expect(submitted.code).toBe(0)
    expect(submitted.stdout.trim()).toMatch(/^[a-z0-9]{10}$/)
    await until('both wait for answers', () => provider.open() >= 40)
    const [first, second] = workers
    process.kill(first!.pid, 'SIGKILL')
    await first!.ended
    gate.open()
    provider.answer = succeed
    await until(
      'the batch has settled',
      async () => JSON.parse((await call('status', 'last', '--json')).stdout).state === 'settled',
    )
    const after = await counts()
    expect((after['paid'] ?? 0) + (after['unknown'] ?? 0)).toBe(4000)
    expect(after['unknown'] ?? 0).toBeLessThanOrEqual(20)
    expect(times()).toEqual(Array(4000).fill(1))
    process.kill(second!.pid, 'SIGTERM')
    expect((await second!.ended).code).toBe(0)
  })

  it('never pay a sandbox batch at the provider', async () => {
    writePayroll(folder.path, 5)
    expect((await call('submit', 'payroll.csv', '--sandbox')).code).toBe(0)
    const real = startPayrun(['worker'], options())
    await until('the worker is ready', () => real.output().stderr.includes('worker is ready'))
    const sandbox = startPayrun(['worker', '--sandbox'], options())
    await until(
      'the batch has settled',
      async () => JSON.parse((await call('status', 'last', '--json')).stdout).state === 'settled',
    )
    for (const worker of [real, sandbox]) process.kill(worker.pid, 'SIGTERM')
    await Promise.all([real.ended, sandbox.ended])
    expect(provider.seen).toHaveLength(0)
    expect(await counts()).toEqual({ paid: 5 })
  })
})
