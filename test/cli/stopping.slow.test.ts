import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { intakeLock } from '../../src/ledger/intake/storeBatch.ts'
import { setUpPaying } from '../harness/paying.ts'
import { writePayroll } from '../harness/payroll.ts'
import { startPayrun, until } from '../harness/payrun.ts'
import { holdAnswers, succeed } from '../harness/provider.ts'

const paying = setUpPaying()
beforeEach(() => {
  paying.env['PAYRUN_CONCURRENCY'] = '20'
})
const call = paying.call
const start = (...args: string[]) => startPayrun(args, { env: paying.env, cwd: paying.folder })

const times = () => [...paying.provider.paidTimes().values()]

async function counts(): Promise<Record<string, number>> {
  return JSON.parse((await call('status', 'last', '--json')).stdout).counts
}

describe('a polite stop', () => {
  it.each([
    { signal: 'SIGINT', code: 130, says: 'You interrupted the payment.', after: / paused this batch on / },
    ...(['SIGTERM', 'SIGHUP'] as const).map((signal) => ({
      signal,
      code: 143,
      says: 'The payment was interrupted.',
      after: /^- The process that was paying this batch was told to stop on /m,
    })),
  ] as const)(
    'by $signal finishes what is in flight, says so, ends with $code, and can be resumed',
    async ({ signal, code, says, after: statusSays }) => {
      const gate = holdAnswers(paying.provider, 10)
      writePayroll(paying.folder, 100)
      const running = start('run', 'payroll.csv')
      await until('requests wait for their answer', () => paying.provider.open() >= 5)
      const sent = paying.provider.seen.length
      process.kill(running.pid, signal)
      await until('it says that it is stopping', () => running.output().stderr.includes('Stopping'))
      expect(running.output().stderr).toMatch(/Stopping: \d+ requests? (is|are) in flight and will be finished/)
      gate.open()
      const ended = await running.ended
      expect(ended.code).toBe(code)
      expect(ended.stdout).toContain(says)
      expect((await call('status', 'last')).stdout).toMatch(statusSays)
      // Slots that were free already may have let a few more through before the signal arrived.
      expect(paying.provider.seen.length).toBeLessThanOrEqual(sent + 20)
      const after = await counts()
      expect(after['unknown'] ?? 0).toBe(0)
      expect(after['sending'] ?? 0).toBe(0)
      expect(after['paid']).toBe(paying.provider.seen.length)
      paying.provider.answer = succeed
      expect((await call('resume', 'last')).code).toBe(0)
      expect(times()).toEqual(Array(100).fill(1))
    },
  )

  it('a second Ctrl-C says what is in flight, and quits', async () => {
    holdAnswers(paying.provider)
    writePayroll(paying.folder, 30)
    const running = start('run', 'payroll.csv')
    await until('requests wait for their answer', () => paying.provider.open() >= 5)
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
    paying.provider.answer = succeed
    expect((await call('resume', 'last')).code).toBe(4)
    expect(await counts()).toEqual({ paid: 25, unknown: 5 })
    expect(times()).toEqual(Array(30).fill(1))
  })
})

it.each(['run', 'submit'])('Ctrl-C before %s has stored the file says where to see whether it has', async (command) => {
  writePayroll(paying.folder, 3)
  const db = new pg.Client({ connectionString: paying.env['DATABASE_URL'] })
  await db.connect()
  try {
    await db.query(`select pg_advisory_lock(${intakeLock})`)
    const running = start(command, 'payroll.csv')
    const waits = `select from pg_locks where locktype = 'advisory' and not granted`
    await until('it waits', async () => (await db.query(waits)).rowCount === 1)
    process.kill(running.pid, 'SIGINT')
    expect(await running.ended).toMatchObject({
      code: 130,
      stderr: expect.stringContaining('payrun list shows whether'),
    })
  } finally {
    await db.end()
  }
  expect(JSON.parse((await call('list', '--json')).stdout).batches).toEqual([])
  expect(paying.provider.seen).toEqual([])
})

describe('from a second terminal', () => {
  it('status works, pause stops the unsent rows, and the run exits with code 5', async () => {
    const gate = holdAnswers(paying.provider, 10)
    writePayroll(paying.folder, 100)
    const running = call('run', 'payroll.csv')
    await until('requests wait for their answer', () => paying.provider.open() >= 5)
    expect(JSON.parse((await call('status', 'last', '--json')).stdout).state).toBe('running')
    expect((await call('pause', 'last')).code).toBe(0)
    expect((await call('resume', 'last')).code).not.toBe(0)
    gate.open()
    const ended = await running
    expect(ended.code).toBe(5)
    const after = await counts()
    expect(after['paid']).toBe(paying.provider.seen.length)
    expect((after['paid'] ?? 0) + (after['pending'] ?? 0)).toBe(100)
  })

  it('cancel stops the unsent rows for good', async () => {
    const gate = holdAnswers(paying.provider, 10)
    writePayroll(paying.folder, 100)
    const running = call('run', 'payroll.csv')
    await until('requests wait for their answer', () => paying.provider.open() >= 5)
    const cancelled = await call('cancel', 'last')
    expect(cancelled).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\d rows are in flight and still settle; see/),
    })
    gate.open()
    const ended = await running
    expect(ended.code).toBe(4)
    const after = await counts()
    expect(after['paid']).toBe(paying.provider.seen.length)
    expect(after).toEqual({ paid: after['paid'], cancelled: 100 - (after['paid'] ?? 0) })
    expect((await call('resume', 'last')).code).toBe(2)
    paying.provider.answer = succeed
    expect((await call('run', 'payroll.csv', '--json')).code).toBe(3)
  })
})

it('rows that a killed run leaves unknown count towards --max-unknown: resume pauses, and goes on when asked again', async () => {
  const gate = holdAnswers(paying.provider)
  writePayroll(paying.folder, 40)
  const running = start('run', 'payroll.csv', '--max-unknown', '3')
  // A slow start: these 5 are all that is claimed.
  await until('rows are in flight', () => paying.provider.open() === 5)
  running.child.kill('SIGKILL')
  await running.ended
  gate.open()
  const sent = paying.provider.seen.length
  const paused = await call('resume', 'last', '--json')
  expect(paused.code).toBe(5)
  expect(JSON.parse(paused.stdout)).toMatchObject({
    state: 'paused',
    reason: 'too_many_unknown',
    counts: { unknown: sent },
  })
  expect(paying.provider.seen).toHaveLength(sent)
  expect((await call('resume', 'last')).code).toBe(4)
  expect(await counts()).toEqual({ paid: 40 - sent, unknown: sent })
  expect(new Set(times())).toEqual(new Set([1]))
})

it('of two resumes at the same moment one pays the batch, and the other says that it is being paid', async () => {
  const gate = holdAnswers(paying.provider, 5)
  writePayroll(paying.folder, 60)
  const running = start('run', 'payroll.csv')
  await until('rows are in flight', () => paying.provider.open() >= 3)
  running.child.kill('SIGKILL')
  await running.ended
  const both = [start('resume', 'last'), start('resume', 'last')]
  const first = await Promise.race(both.map(({ ended }) => ended))
  expect(first.code).toBe(2)
  expect(first.stderr).toContain('Another payrun command is paying batch')
  gate.open()
  expect((await Promise.all(both.map(({ ended }) => ended))).map(({ code }) => code).sort()).toEqual([2, 4])
  expect(new Set(times())).toEqual(new Set([1]))
})

it('a batch whose last chunk was closed by a process that died right after is settled by resume', async () => {
  writePayroll(paying.folder, 3)
  expect((await call('run', 'payroll.csv')).code).toBe(0)
  const client = new pg.Client({ connectionString: paying.env['DATABASE_URL'] ?? '' })
  await client.connect()
  await client.query(`update payrun.batches set state = 'running', settled_at = null`)
  await client.end()
  const resumed = await call('resume', 'last', '--json')
  expect(resumed.code).toBe(0)
  expect(JSON.parse(resumed.stdout)).toMatchObject({ state: 'settled', counts: { paid: 3 } })
  expect(paying.provider.seen).toHaveLength(3)
})

it('workers never pay a sandbox batch at the provider', async () => {
  writePayroll(paying.folder, 5)
  expect((await call('submit', 'payroll.csv', '--sandbox')).code).toBe(0)
  const real = start('worker')
  await until('the worker is ready', () => real.output().stderr.includes('worker is ready'))
  const sandbox = start('worker', '--sandbox')
  await until(
    'the batch has settled',
    async () => JSON.parse((await call('status', 'last', '--json')).stdout).state === 'settled',
  )
  for (const worker of [real, sandbox]) process.kill(worker.pid, 'SIGTERM')
  await Promise.all([real.ended, sandbox.ended])
  expect(paying.provider.seen).toHaveLength(0)
  expect(await counts()).toEqual({ paid: 5 })
})
