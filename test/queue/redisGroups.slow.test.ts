import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writePayroll } from '../harness/payroll.ts'
import { payrun, startPayrun, temporaryFolder, until } from '../harness/payrun.ts'
import { startTestPostgres, type TestPostgres } from '../harness/postgres.ts'
import { type CountingProvider, startProvider, succeed } from '../harness/provider.ts'
import { hasRedisServer } from '../harness/redis.ts'
import { startRedisCluster, startRedisSentinel } from '../harness/redisCluster.ts'

if (!hasRedisServer() && process.env['CI']) throw new Error("these tests can't be left out in CI: install redis-server")
const why = hasRedisServer() ? '' : ' (skipped: there is no redis-server on the PATH)'

let postgres: TestPostgres
let provider: CountingProvider
let folder: ReturnType<typeof temporaryFolder>
let env: NodeJS.ProcessEnv

describe.skipIf(!hasRedisServer())(`the queue on more than one Redis${why}`, () => {
  beforeAll(async () => {
    postgres = await startTestPostgres()
    provider = await startProvider()
  })
  afterAll(async () => {
    await provider.close()
    await postgres.stop()
  })
  beforeEach(async () => {
    folder = temporaryFolder()
    provider.paidTimes().clear()
    provider.answer = succeed
    env = {
      DATABASE_URL: (await postgres.createLedger()).url,
      PAYRUN_HOME: join(folder.path, 'home'),
      PAYRUN_PROVIDER_URL: provider.url,
      PAYRUN_APP_KEY: 'app',
      PAYRUN_MERCHANT_KEY: 'merchant',
      PAYRUN_WORKER_PORT: '0',
    }
    return () => folder.remove()
  })
  const options = () => ({ env, cwd: folder.path })
  const call = (...args: string[]) => payrun(args, options())
  const state = async () => JSON.parse((await call('status', 'last', '--json')).stdout)

  async function payWithTwoWorkers(rows: number, meanwhile: () => Promise<void>): Promise<void> {
    writePayroll(folder.path, rows)
    const workers = [startPayrun(['worker'], options()), startPayrun(['worker'], options())]
    const submitted = await call('submit', 'payroll.csv')
    expect(submitted.code, submitted.stderr).toBe(0)
    await until('some rows are paid', () => provider.paidTimes().size > 10)
    await meanwhile()
    await until('the batch has settled', async () => (await state()).state === 'settled')
    for (const { child } of workers) child.kill('SIGTERM')
    for (const { ended } of workers) expect((await ended).code).toBe(0)
    expect((await state()).counts).toEqual({ paid: rows })
    expect([...provider.paidTimes().values()]).toEqual(Array(rows).fill(1))
  }

  it('a cluster of three: two workers pay under one rate, and every key of a ledger lies on one node', async () => {
    const cluster = await startRedisCluster()
    try {
      env = { ...env, REDIS_URL: cluster.url, PAYRUN_RATE: '400' }
      let holding = 0
      await payWithTwoWorkers(1_200, async () => {
        const keys = await Promise.all(cluster.servers.map(({ url }) => keysOf(url)))
        holding = keys.filter((each) => each.length > 0).length
        expect(keys.flat().every((key) => /^\{payrun-[0-9a-f]{12}\}:/.test(key))).toBe(true)
      })
      expect(holding).toBe(1)
      const doctor = await payrun(['doctor', '--json'], { ...options(), env: { ...env, PAYRUN_PROVIDER_URL: '' } })
      expect(JSON.parse(doctor.stdout).checks).toContainEqual(
        expect.objectContaining({ name: 'queue: maxmemory-policy', state: 'ok', detail: 'noeviction' }),
      )
      expect(
        (await call('run', writePayroll(folder.path, 20, { name: 'more.csv', prefix: 'MORE', firstAmount: 5001 })))
          .code,
      ).toBe(0)
    } finally {
      await cluster.stop()
    }
  })

  it('a cluster of which one node may evict keys is refused', async () => {
    const cluster = await startRedisCluster()
    try {
      env = { ...env, REDIS_URL: cluster.url }
      const redis = new Redis(cluster.servers[2]!.url)
      await redis.config('SET', 'maxmemory-policy', 'allkeys-lru')
      redis.disconnect()
      const ended = await call('worker')
      expect(ended.code).toBe(2)
      expect(ended.stderr).toContain('maxmemory-policy noeviction')
    } finally {
      await cluster.stop()
    }
    const away = await call('worker')
    expect(away.code).toBe(6)
    expect(away.stderr).toMatch(/REDIS_URL: cannot reach Redis/)
  })

  it('sentinels: the primary is found by its name, and another one takes over while rows are paid', async () => {
    const group = await startRedisSentinel()
    try {
      env = { ...env, REDIS_URL: group.url, PAYRUN_RATE: '300' }
      await payWithTwoWorkers(900, group.failOver)
    } finally {
      await group.stop()
    }
  })
})

async function keysOf(url: string): Promise<string[]> {
  const redis = new Redis(url)
  try {
    return await redis.keys('*')
  } finally {
    redis.disconnect()
  }
}
