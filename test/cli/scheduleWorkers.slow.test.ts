import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { approve } from '../../src/app/approvals/approve.ts'
import type { App } from '../../src/app/context.ts'
import { readConfig } from '../../src/config.ts'
import { markerName } from '../../src/crashPoint.ts'
import { createLog } from '../../src/log.ts'
import { setUpPaying } from '../harness/paying.ts'
import { writePayroll } from '../harness/payroll.ts'
import { startPayrun, until } from '../harness/payrun.ts'
import { findRedis } from '../harness/redis.ts'

const paying = setUpPaying()
const json = async (...args: string[]) => JSON.parse((await paying.call(...args, '--json')).stdout)
const monthly = ['--cron', '0 8 1 * *', '--tz', 'Africa/Abidjan', '--period-format', 'yyyy-MM', '--name', 'Salaries']
const add = (...args: string[]) => paying.call('schedule', 'add', 'payroll.csv', ...monthly, ...args)

async function sql(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: paying.env['DATABASE_URL'] })
  await client.connect()
  await client.query(text)
  await client.end()
}
/** As if the latest time had passed while nobody looked. */
const makeDue = () =>
  sql(`update payrun.schedules set handled_until = now() - interval '40 days', created_at = now() - interval '40 days'`)
const worker = (env: NodeJS.ProcessEnv = {}) =>
  startPayrun(['worker'], { env: { ...paying.env, ...env }, cwd: paying.folder })
const listed = async () => (await json('schedule', 'list')).schedules

/** The use case as somebody else on this machine calls it. */
function asLogin(user: string): App {
  const read = readConfig(paying.env, paying.folder)
  if (!read.ok) throw new Error('not configured')
  const log = createLog('silent', () => undefined)
  return { config: { ...read.config, user }, log, language: 'en', say: () => undefined }
}

describe('a schedule that workers run', () => {
  it('is run by a worker at its time, for the period of that time, as one batch', async () => {
    writePayroll(paying.folder, 3)
    await add()
    await makeDue()
    const workers = [worker(), worker()]
    await until('it is paid', async () => (await listed())[0].last_run?.batch_state === 'settled')
    const { batches } = await json('list')
    const now = new Date().toISOString()
    expect(batches).toMatchObject([{ name: 'Salaries', period: now.slice(0, 7), counts: { paid: 3 } }])
    expect(paying.provider.seen).toHaveLength(3)
    for (const { child, ended } of workers) {
      child.kill('SIGTERM')
      expect((await ended).code).toBe(0)
    }
    // Once more, by hand: the period is paid.
    const again = await paying.call('schedule', 'run', 'Salaries')
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('already made for this run') })
    expect(paying.provider.seen).toHaveLength(3)
  })

  it('fails when its file has ended two workers, and is not opened a third time', async () => {
    writePayroll(paying.folder, 3)
    await add()
    await makeDue()
    const token = 'x'.repeat(16)
    mkdirSync(paying.env['PAYRUN_HOME'] ?? '', { recursive: true })
    writeFileSync(join(paying.env['PAYRUN_HOME'] ?? '', markerName), token)
    // In the middle of the file, as if its memory were used up.
    for (const _ of [1, 2])
      expect(await worker({ PAYRUN_CRASH_POINT: `${token} in-intake kill 1` }).ended).toMatchObject({
        signal: 'SIGKILL',
      })
    const living = worker({ PAYRUN_CRASH_POINT: `${token} in-intake kill 1` })
    await until('it has failed', async () => (await listed())[0].last_run?.code === 'unexpected')
    expect((await paying.call('schedule', 'runs', 'Salaries')).stdout).toContain(
      'The worker died 2 times while it read',
    )
    expect((await json('list')).batches).toEqual([])
    living.child.kill('SIGTERM')
    expect((await living.ended).code).toBe(0)
  })

  it('waits for an approval, by somebody other than who added it', async () => {
    paying.env['PAYRUN_APPROVALS'] = '2'
    writePayroll(paying.folder, 2)
    await add('--as', 'Awa')
    // A worker that does not know of approvals changes nothing about the schedule's.
    paying.env['PAYRUN_APPROVALS'] = '1'
    await makeDue()
    const running = worker()
    await until('it waits', async () => (await listed())[0].last_run?.batch_state === 'awaiting_approval')
    expect((await paying.call('approve', 'last', '--as', 'awa')).code).toBe(2)
    // Another name of the same login is the same person.
    expect((await paying.call('approve', 'last', '--as', 'Kofi')).code).toBe(2)
    expect(await approve(asLogin('kofi'), 'last', { expectCount: null, expectTotal: null })).toMatchObject({ ok: true })
    await until('it is paid', async () => (await listed())[0].last_run?.batch_state === 'settled')
    running.child.kill('SIGTERM')
    await running.ended
  })

  it('of the sandbox is run by workers of the sandbox only', async () => {
    writePayroll(paying.folder, 2)
    await add('--sandbox')
    await makeDue()
    const running = startPayrun(['worker', '--sandbox'], { env: paying.env, cwd: paying.folder })
    await until('it is paid', async () => (await listed())[0].last_run?.batch_state === 'settled')
    expect(paying.provider.seen).toEqual([])
    running.child.kill('SIGTERM')
    await running.ended
  })
})

const redis = await findRedis()
describe.skipIf('skipped' in redis && !process.env['CI'])('a schedule on Redis', () => {
  it('a queue that is flushed loses no planned time', async () => {
    if ('skipped' in redis) throw new Error(redis.skipped)
    const { Redis } = await import('ioredis')
    const env = { REDIS_URL: redis.url }
    Object.assign(paying.env, env)
    writePayroll(paying.folder, 2)
    await add()
    const running = worker()
    await until('the worker is ready', () => running.output().stderr.includes('worker is ready'))
    const client = new Redis(redis.url)
    await client.flushall()
    await makeDue()
    await until('it is paid', async () => (await listed())[0].last_run?.batch_state === 'settled')
    await until('the schedulers are there again', async () => (await client.keys('*schedules:repeat*')).length > 0)
    client.disconnect()
    running.child.kill('SIGTERM')
    await running.ended
    await redis.stop()
  })
})
