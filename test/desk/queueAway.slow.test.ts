import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { setApprovals, setPolicy } from '../../src/app/accounts/policy.ts'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { payrun, until } from '../harness/payrun.ts'
import { hasRedisServer, type RedisServer, startRedisServer } from '../harness/redis.ts'
import { openTestDesk } from './desk.ts'
import { batches, csv, draftOf, good, hiddenOf, row } from './uploads.ts'
import { readText, signedIn, type Visitor } from './visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

/** A desk whose queue is on a Redis of its own. */
async function deskOnRedis(pays: boolean) {
  const redis: RedisServer = await startRedisServer()
  onTestFinished(() => redis.stop())
  return { redis, desk: await openTestDesk(server, { pays, redisUrl: redis.url }) }
}

// Without a redis-server on the PATH there is nothing to start and kill. In CI there must be one.
describe.skipIf(!hasRedisServer() && !process.env['CI'])('a desk whose Redis is gone', () => {
  it('answers whoever pays, resumes or approves: the ledger has it, and the queue is not waited for', async () => {
    const { desk, redis } = await deskOnRedis(false)
    await setApprovals(desk.app, desk.core, 2)
    await setPolicy(desk.app, desk.core, 'keys_approve', true)
    const waits = (await desk.call('POST', '/batches', { file: csv(row(9)) })).json
    const approver = await desk.newKey('controller', ['approver'])
    await setApprovals(desk.app, desk.core, 1)
    await redis.kill()
    const approved = await desk.call('POST', `/batches/${waits.id}/approve`, { key: approver, body: {} })
    expect(approved).toMatchObject({ status: 200, json: { state: 'running' } })
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const { path, page } = await draftOf(desk, awa, good)
    const form = { ...hiddenOf(page, `${path}/pay`), act: 'pay', batch_name: 'Salaires', period: '' }
    const paid = await awa.post(`${path}/pay`, form)
    const [batch] = await batches(desk)
    expect(paid).toMatchObject({ status: 303, location: `/batches/${batch?.id}` })
    const posted = await desk.call('POST', '/batches', { file: csv(row(7)) })
    expect(posted).toMatchObject({ status: 201, json: { state: 'running' } })
    const { id } = posted.json
    expect((await desk.call('POST', `/batches/${id}/pause`)).status).toBe(200)
    expect(await desk.call('POST', `/batches/${id}/resume`)).toMatchObject({ status: 200, json: { state: 'running' } })
  }, 60_000)

  it('says so at home, with the batch, on Work and by status, until Redis is back', async () => {
    const { desk, redis } = await deskOnRedis(false)
    const { id } = (await desk.call('POST', '/batches', { file: good })).json
    const [awa, binta] = [await signedIn(desk, 'Awa', ['viewer']), await signedIn(desk, 'Binta', ['viewer'], 'fr')]
    const paths = ['/', `/batches/${id}`, '/work']
    const texts = (visitor: Visitor) => Promise.all(paths.map(async (path) => readText(await visitor.get(path))))
    const env = { DATABASE_URL: desk.db.url, REDIS_URL: redis.url }
    const status = async () => (await payrun(['status', id], { env, cwd: desk.app.config.home })).stdout
    const [away, absente] = [
      /The queue does not answer, so no further payment is sent\./,
      /La file d'attente ne répond pas/,
    ]
    for (const text of [...(await texts(awa)), await status()]) expect(text).not.toMatch(away)
    expect((await desk.call('GET', `/batches/${id}`)).json).not.toHaveProperty('queue_unreachable')
    await redis.kill()
    for (const text of [...(await texts(awa)), (await status()).replaceAll(/\s+/g, ' ')]) expect(text).toMatch(away)
    for (const text of await texts(binta)) expect(text).toMatch(absente)
    expect((await texts(awa))[0]).not.toContain('Nothing needs attention')
    expect((await desk.call('GET', `/batches/${id}`)).json.queue_unreachable).toBe(true)
    await redis.restart()
    const isSaid = async () => [...(await texts(awa)), await status()].some((text) => away.test(text))
    await until('nobody says so any more', async () => !(await isSaid()))
  }, 60_000)

  it('answers whoever changes a schedule', async () => {
    const { desk, redis } = await deskOnRedis(false)
    await redis.kill()
    const body = { path: 'salaries.csv', cron: '0 9 28 * *', tz: 'Africa/Porto-Novo', name: 'Salaries' }
    expect((await desk.call('POST', '/schedules', { body })).status).toBe(201)
    expect((await desk.call('POST', '/schedules/Salaries/pause')).status).toBe(200)
    const resumed = await desk.call('POST', '/schedules/Salaries/resume')
    expect(resumed).toMatchObject({ status: 200, json: { state: 'active' } })
  }, 60_000)

  it('pays each row once when Redis is back, though nothing could be enqueued meanwhile', async () => {
    const { desk, redis } = await deskOnRedis(true)
    await redis.kill()
    const { json } = await desk.call('POST', '/batches', { file: good })
    expect((await desk.call('GET', `/batches/${json.id}`)).json.counts.paid).toBeUndefined()
    await redis.restart()
    const now = async () => (await desk.call('GET', `/batches/${json.id}`)).json
    await until('the batch has settled', async () => (await now()).state === 'settled')
    expect((await now()).counts).toEqual({ paid: 3 })
  }, 60_000)
})
