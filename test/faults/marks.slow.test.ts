import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { decodeMark } from '../../src/ledger/past/mark.ts'
import { type OwnPostgres, startOwnPostgres } from '../harness/ownPostgres.ts'
import { type Running, until } from '../harness/payrun.ts'
import { type CountingProvider, startProvider, succeedAfter } from '../harness/provider.ts'
import { hasRedisServer, startRedisServer } from '../harness/redis.ts'
import { openScene, type Scene, stopPolitely } from './scene.ts'

if (!hasRedisServer() && process.env['CI']) throw new Error('Redis tests cannot be left out in CI')

let postgres: OwnPostgres
let provider: CountingProvider
let scene: Scene

beforeEach(async () => {
  postgres = await startOwnPostgres()
  provider = await startProvider()
  const opened = openScene(postgres.url, provider)
  scene = opened
  return async () => {
    await provider.close()
    await opened.remove()
    await postgres.remove()
  }
})

async function coldCopy(): Promise<string> {
  await postgres.stopAtOnce()
  const copy = postgres.copy()
  await postgres.start()
  return copy
}

async function putBack(copy: string): Promise<void> {
  await postgres.stopAtOnce()
  postgres.putBack(copy)
  await postgres.start()
}

const isFenced = async (): Promise<boolean> =>
  (await scene.query('select from payrun.server where fenced_at is not null').catch(() => [])).length > 0

const homeOf = (host: string): string => join(scene.folder, `home-of-${host}`)
const workerOn = (host: string): Promise<Running> => scene.worker({ env: { PAYRUN_HOME: homeOf(host) } })

const filesIn = (home: string): string[] =>
  existsSync(home) ? readdirSync(home, { recursive: true }).map((name) => join(home, String(name))) : []

/** How many commits a host's marks have seen, by worker, and whether they know of a position. */
const marksOf = (host: string) =>
  filesIn(homeOf(host))
    .filter((path) => path.endsWith('.mark'))
    .map((path) => decodeMark(readFileSync(path, 'utf8')))
    .filter((mark) => mark !== null && mark.workerNo !== null && mark.position !== null)

it('a worker on another host, whose mark is older than that of the one that paid, fences a ledger that went back', async () => {
  await scene.submit(30)
  const copy = await coldCopy()
  const payer = await workerOn('one')
  await scene.untilBatch('settled')
  const idle = await workerOn('two')
  await until('the other host has its mark', () => marksOf('two').length > 0)
  expect(marksOf('two').every((mark) => mark?.commits === 0)).toBe(true)
  await stopPolitely(payer)
  // The host that paid is gone, together with what it knew.
  rmSync(homeOf('one'), { recursive: true })
  await putBack(copy)
  await until('it is fenced', isFenced)
  await stopPolitely(idle)
  expect(provider.seen).toHaveLength(30)
  expect(await scene.counts()).toEqual({ pending: 30 })
})

describe.skipIf(!hasRedisServer())('marks of several workers in Redis', () => {
  it('fence a ledger that went back for a host that has none; losing them all does not end the fence', async () => {
    const redis = await startRedisServer()
    onTestFinished(() => redis.stop())
    scene.env['REDIS_URL'] = redis.url
    await scene.submit(300)
    const copy = await coldCopy()
    const workers = await Promise.all([workerOn('one'), workerOn('two'), workerOn('three')])
    await scene.untilBatch('settled')
    for (const worker of workers) await stopPolitely(worker)
    for (const host of ['one', 'two', 'three']) rmSync(homeOf(host), { recursive: true })
    rmSync(join(scene.folder, 'home', 'marks'), { recursive: true, force: true })
    await putBack(copy)
    const fresh = await workerOn('four')
    await until('it is fenced', isFenced)
    const client = new Redis(redis.url)
    onTestFinished(() => client.disconnect())
    await client.flushall()
    expect((await scene.call('status', 'last')).stderr).toContain('The ledger is fenced')
    expect(provider.seen).toHaveLength(300)
    const since = `${new Date(Date.now() - 600_000).toISOString().slice(0, 19)}Z`
    // Two people at once, and a flush in between: each row is in doubt once.
    const wish = ['recover', '--since', since, '--note', 'restored', '--json']
    const [one, , two] = await Promise.all([scene.call(...wish), client.flushall(), scene.call(...wish)])
    expect([one.code, two.code]).toEqual([0, 0])
    const inDoubt = [one, two].map(({ stdout }) => Number(JSON.parse(stdout).rows_in_doubt))
    expect(inDoubt).toEqual([300, 300])
    await scene.untilBatch('settled')
    await stopPolitely(fresh)
    expect(await scene.counts()).toEqual({ unknown: 300 })
    expect(provider.seen).toHaveLength(300)
  })

  it('a worker that is stopped while Redis is away gives back what it has claimed and not marked', async () => {
    const redis = await startRedisServer()
    onTestFinished(() => redis.stop())
    scene.env['REDIS_URL'] = redis.url
    provider.answer = succeedAfter(() => delay(50))
    await scene.submit(400)
    const worker = await scene.worker({ env: { PAYRUN_CONCURRENCY: '20' } })
    await until('some are paid', async () => ((await scene.counts())['paid'] ?? 0) > 100)
    await redis.kill()
    await until('rows are claimed that can not be marked', async () => {
      const isLate = worker.output().stderr.includes('how far the ledger has come could not be marked')
      return isLate && ((await scene.counts())['sending'] ?? 0) === 20
    })
    await until('the heartbeat finds no marks', () =>
      worker.output().stderr.includes('how far the ledger has come could not be compared with its marks'),
    )
    expect(worker.output().stderr).not.toContain('the heartbeat did not reach the ledger')
    await stopPolitely(worker)
    const counts = await scene.counts()
    expect(counts).toEqual({ paid: provider.seen.length, pending: 400 - provider.seen.length })
  })
})
