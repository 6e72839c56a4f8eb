import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { beninNumber, writePayroll } from '../harness/payroll.ts'
import { payrun, startPayrun, temporaryFolder, until } from '../harness/payrun.ts'
import { startTestPostgres, type TestPostgres } from '../harness/postgres.ts'
import { type CountingProvider, startProvider, succeed } from '../harness/provider.ts'
import { findRedis } from '../harness/redis.ts'

const redis = await findRedis()
if ('skipped' in redis && process.env['CI']) throw new Error(`Redis tests can't be left out in CI: ${redis.skipped}`)
const url = 'skipped' in redis ? '' : redis.url
const title = `on Redis${'skipped' in redis ? ` (skipped: ${redis.skipped})` : ''}`

describe.skipIf('skipped' in redis)(title, () => {
  let postgres: TestPostgres
  let provider: CountingProvider
  let folder: ReturnType<typeof temporaryFolder>
  let env: NodeJS.ProcessEnv
  let client: Redis

  beforeAll(async () => {
    postgres = await startTestPostgres()
    provider = await startProvider()
    client = new Redis(url)
  })
  afterAll(async () => {
    client.disconnect()
    await provider.close()
    await postgres.stop()
    if ('stop' in redis) await redis.stop()
  })
  beforeEach(async () => {
    folder = temporaryFolder()
    provider.seen.length = 0
    provider.paidTimes().clear()
    provider.answer = succeed
    env = {
      DATABASE_URL: (await postgres.createLedger()).url,
      REDIS_URL: url,
      // In containers they are at another address than the loopback.
      PAYRUN_ALLOW_CLEARTEXT: 'postgres,redis',
      PAYRUN_HOME: join(folder.path, 'home'),
      PAYRUN_PROVIDER_URL: provider.url,
      PAYRUN_APP_KEY: 'app',
      PAYRUN_MERCHANT_KEY: 'merchant',
      PAYRUN_CONCURRENCY: '20',
    }
    return () => folder.remove()
  })
  const options = () => ({ env, cwd: folder.path })
  const call = (...args: string[]) => payrun(args, options())
  const state = async () => JSON.parse((await call('status', 'last', '--json')).stdout)

  it('a run pays every row once, and leaves no queue behind', async () => {
    writePayroll(folder.path, 500)
    expect((await call('run', 'payroll.csv')).code).toBe(0)
    expect([...provider.paidTimes().values()]).toEqual(Array(500).fill(1))
    expect((await client.keys('*payouts-of-*')).length).toBe(0)
  })

  it('the queue holds ids only, and losing all of it loses nothing', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    provider.answer = async (each) => {
      if (each.nth > 100) await gate
      await succeed(each)
    }
    writePayroll(folder.path, 2_000)
    const workers = [startPayrun(['worker'], options())]
    expect((await call('submit', 'payroll.csv')).code).toBe(0)
    await until('requests wait for their answer', () => provider.open() >= 15)
    const stored = await everything(client)
    expect(stored).toContain('pay-chunk')
    for (const secret of [beninNumber(150), 'Person 150', 'EMP-150']) expect(stored).not.toContain(secret)
    await client.flushall()
    open()
    await until('the batch has settled', async () => (await state()).state === 'settled')
    expect((await state()).counts).toEqual({ paid: 2_000 })
    expect([...provider.paidTimes().values()]).toEqual(Array(2_000).fill(1))
    for (const worker of workers) process.kill(worker.pid, 'SIGTERM')
    for (const worker of workers) expect((await worker.ended).code).toBe(0)
  })

  it('PAYRUN_RATE is kept by two workers together', async () => {
    writePayroll(folder.path, 60)
    env['PAYRUN_RATE'] = '20'
    const times: number[] = []
    provider.answer = async (each) => {
      times.push(performance.now())
      await succeed(each)
    }
    const workers = [startPayrun(['worker'], options()), startPayrun(['worker'], options())]
    expect((await call('submit', 'payroll.csv')).code).toBe(0)
    await until('the batch has settled', async () => (await state()).state === 'settled')
    for (const worker of workers) process.kill(worker.pid, 'SIGTERM')
    await Promise.all(workers.map((worker) => worker.ended))
    expect(times).toHaveLength(60)
    // 20 a second: the 41st can't come before the third second has begun, however fast the machine is.
    expect((times[40] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1_500)
  })
})

/** All that the server holds, as text. */
async function everything(client: Redis): Promise<string> {
  const parts: string[] = []
  for (const key of await client.keys('*')) {
    const type = await client.type(key)
    if (type === 'hash') parts.push(key, JSON.stringify(await client.hgetall(key)))
    else if (type === 'list') parts.push(key, ...(await client.lrange(key, '0', '-1')))
    else if (type === 'zset') parts.push(key, ...(await client.zrange(key, '0', '-1')))
    else if (type === 'stream') parts.push(key, JSON.stringify(await client.xrange(key, '-', '+')))
    else if (type === 'set') parts.push(key, ...(await client.smembers(key)))
    else parts.push(key, String(await client.get(key)))
  }
  return parts.join('\n')
}
