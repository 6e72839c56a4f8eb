import { afterEach, expect, it } from 'vitest'
import { type Replicated, standbyName, startReplicated } from '../harness/failover.ts'
import { type Running, until } from '../harness/payrun.ts'
import { type CountingProvider, startProvider, succeed } from '../harness/provider.ts'
import { openScene, type Scene, stopPolitely } from './scene.ts'

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

/** The money moves, and the answers wait at a gate. */
function holdAnswers(): { open(): void } {
  const gate = Promise.withResolvers<void>()
  provider.answer = async (each) => {
    const reference = each.carryOut()
    await gate.promise
    await succeed({ ...each, carryOut: () => reference })
  }
  return {
    open: () => {
      provider.answer = succeed
      gate.resolve()
    },
  }
}

const mostTimes = (): number => Math.max(0, ...provider.paidTimes().values())
const said = (worker: Running, words: string) =>
  until(`the worker says "${words}"`, () => worker.output().stderr.includes(words))

it('a standby promoted without the last claims, 30 rows in flight: the late answers settle them, and nothing more is sent', async () => {
  await begin()
  await scene.submit(300)
  const worker = await scene.worker()
  await until('it has begun', () => provider.seen.length > 60)
  await postgres.caughtUp()
  await postgres.cut()
  const gate = holdAnswers()
  await until('30 rows are in flight', () => provider.open() === 30)
  const sent = provider.seen.length
  await postgres.failOver()
  gate.open()
  await said(worker, 'The ledger is fenced')
  await until('nothing is being sent', async () => {
    const { paid = 0, sending = 0 } = await scene.counts().catch(() => ({ sending: 1 }) as Record<string, number>)
    return paid >= 30 && sending === 0
  })
  await stopPolitely(worker)
  expect(provider.seen).toHaveLength(sent)
  expect(mostTimes()).toBe(1)
})

it('a standby promoted without the last settles: what nobody has in hand is unknown, and nothing is sent again', async () => {
  await begin()
  await scene.submit(60)
  const gate = holdAnswers()
  const worker = await scene.worker()
  await until('rows are in flight', () => provider.open() === 5)
  await postgres.caughtUp()
  await postgres.cut()
  gate.open()
  await until('all are paid', async () => (await scene.counts())['paid'] === 60)
  await postgres.failOver()
  await said(worker, 'The ledger is fenced')
  await until('nothing is being sent', async () => {
    const counts = await scene.counts().catch(() => ({ sending: 1 }) as Record<string, number>)
    return counts['unknown'] === 5 && counts['sending'] === undefined
  })
  await stopPolitely(worker)
  expect(provider.seen).toHaveLength(60)
  expect(mostTimes()).toBe(1)
})

it('a failover that lost nothing goes on by itself: each commit had waited for the standby', async () => {
  await begin([`synchronous_standby_names = '${standbyName}'`])
  await scene.submit(400)
  const worker = await scene.worker()
  await until('it has begun', () => provider.seen.length > 60)
  const gate = holdAnswers()
  await until('30 rows are in flight', () => provider.open() === 30)
  await postgres.failOver()
  gate.open()
  await said(worker, 'the ledger is whole')
  await scene.untilBatch('settled', 120_000)
  await stopPolitely(worker)
  expect(worker.output().stderr).not.toContain('fenced')
  expect(mostTimes()).toBe(1)
  expect(provider.paidTimes().size).toBe(400)
  const { paid = 0, unknown = 0 } = await scene.counts()
  expect(paid + unknown).toBe(400)
  expect(unknown).toBe(0)
})
