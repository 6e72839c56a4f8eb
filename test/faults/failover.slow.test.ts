import { afterEach, expect, it, onTestFinished } from 'vitest'
import { type Replicated, standbyName, startReplicated } from '../harness/failover.ts'
import { writePayroll } from '../harness/payroll.ts'
import { until } from '../harness/payrun.ts'
import { type CountingProvider, holdAnswers, startProvider } from '../harness/provider.ts'
import { startRedisServer } from '../harness/redis.ts'
import { mostTimes, openScene, type Scene, stopPolitely, untilSaid } from './scene.ts'

let postgres: Replicated
let provider: CountingProvider
let scene: Scene & { remove(): Promise<void> }

async function begin(settings: string[] = []): Promise<void> {
  postgres = await startReplicated(settings)
  provider = await startProvider()
  scene = openScene(postgres.url, provider, { PAYRUN_CONCURRENCY: '30' })
}
afterEach(async () => {
  await provider.close()
  await scene.remove()
  await postgres.remove()
})

it('a standby promoted without the last claims, 30 rows in flight: the late answers settle them, and nothing more is sent', async () => {
  await begin()
  await scene.submit(300)
  const before = holdAnswers(provider, 60)
  const worker = await scene.worker()
  await until('30 rows wait for their answers', () => provider.open() === 30 && provider.seen.length === 90)
  await postgres.caughtUp()
  await postgres.cut()
  before.open()
  const gate = holdAnswers(provider)
  await until('the next 30 are in flight', () => provider.open() === 30 && provider.seen.length === 120)
  const sent = provider.seen.length
  await postgres.failOver()
  gate.open()
  await untilSaid(worker, 'The ledger is fenced')
  await until('nothing is being sent', async () => {
    const { paid = 0, sending = 0 } = await scene.counts().catch(() => ({ sending: 1 }) as Record<string, number>)
    return paid >= 30 && sending === 0
  })
  await stopPolitely(worker)
  expect(provider.seen).toHaveLength(sent)
  expect(mostTimes(scene)).toBe(1)
})

it('a standby promoted without the last settles: what nobody has in hand is unknown, and nothing is sent again', async () => {
  await begin()
  await scene.submit(60)
  const gate = holdAnswers(provider)
  const worker = await scene.worker()
  await until('rows are in flight', () => provider.open() === 5)
  await postgres.caughtUp()
  await postgres.cut()
  gate.open()
  await until('all are paid', async () => (await scene.counts())['paid'] === 60)
  await postgres.failOver()
  await untilSaid(worker, 'The ledger is fenced')
  await until('nothing is being sent', async () => {
    const counts = await scene.counts().catch(() => ({ sending: 1 }) as Record<string, number>)
    return counts['unknown'] === 5 && counts['sending'] === undefined
  })
  await stopPolitely(worker)
  expect(provider.seen).toHaveLength(60)
  expect(mostTimes(scene)).toBe(1)
})

it('a failover that lost nothing goes on by itself: each commit had waited for the standby', async () => {
  await begin([`synchronous_standby_names = '${standbyName}'`])
  await scene.submit(400)
  const worker = await scene.worker()
  await until('it has begun', () => provider.seen.length > 60)
  const gate = holdAnswers(provider)
  await until('30 rows are in flight', () => provider.open() === 30)
  await postgres.failOver()
  gate.open()
  await untilSaid(worker, 'the ledger is whole')
  await scene.untilBatch('settled', 120_000)
  await stopPolitely(worker)
  expect(worker.output().stderr).not.toContain('fenced')
  expect(mostTimes(scene)).toBe(1)
  expect(provider.paidTimes().size).toBe(400)
  const { paid = 0, unknown = 0 } = await scene.counts()
  expect(paid + unknown).toBe(400)
  expect(unknown).toBe(0)
})

it('a standby promoted without a cancellation, all marks in Redis: what was cancelled is not paid', async () => {
  await begin()
  const redis = await startRedisServer()
  onTestFinished(() => redis.stop())
  scene.env['REDIS_URL'] = redis.url
  await scene.submit(20)
  const first = await scene.worker()
  await scene.untilBatch('settled')
  await stopPolitely(first)
  writePayroll(scene.folder, 20, { name: 'december.csv', prefix: 'D', firstAmount: 5001 })
  expect(await scene.call('submit', 'december.csv')).toMatchObject({ code: 0 })
  await postgres.caughtUp()
  await postgres.cut()
  expect(await scene.call('cancel', 'last')).toMatchObject({ code: 0 })
  await postgres.failOver()
  const second = await scene.worker()
  await untilSaid(second, 'The ledger is fenced')
  await stopPolitely(second)
  expect(provider.seen).toHaveLength(20)
})
