import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPostgresBackend, Worker } from 'bullmq'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openBackend } from '../../src/queue/backend.ts'
import { until } from '../harness/payrun.ts'
import { succeed } from '../harness/provider.ts'
import { english } from '../harness/words.ts'
import { assertInvariants } from './invariants.ts'
import { queueText } from './queueText.ts'
import { type Scene, stopPolitely } from './scene.ts'
import { setUpScenes } from './setUp.ts'

const here = setUpScenes()

/** The workers' queue of the scene's ledger, as another program would reach it. */
async function workersQueue(scene: Scene) {
  const opened = await openBackend({
    kind: 'postgres',
    connection: { connectionString: scene.env['DATABASE_URL'] ?? '' },
  })
  if (!opened.ok) throw new Error(english(opened.message))
  const queue = opened.backend.queue('payouts')
  queue.on('error', () => undefined)
  onTestFinished(() => queue.close())
  return queue
}

it('one job delivered ten times in parallel, among forged ones: each row is sent once, the forged are ignored', async () => {
  const { scene, provider } = here
  const id = await scene.submit(100)
  scene.queueTexts.push(await queueText(scene))
  expect(scene.queueTexts[0]).toContain('pay-chunk')
  const queue = await workersQueue(scene)
  const copies = Array.from({ length: 10 }, (_, n) => ({ data: { batch: id, chunk: 1 }, opts: { jobId: `copy-${n}` } }))
  const forged = [
    { batch: 'nosuchbatch', chunk: 1 },
    { batch: id, chunk: 99 },
    { batch: 'last', chunk: 1 },
    { batch: id, chunk: '1; drop table payrun.payouts' },
    { batch: id, chunk: 1, phoneNumber: '2290000000000', amount: '1000000' },
    null,
  ]
  const payloads = forged.map((data) => ({ data, opts: {} }))
  await queue.addBulk([...payloads, ...copies].map((job) => ({ name: 'pay-chunk', ...job })) as never)
  const workers = await Promise.all([scene.worker(), scene.worker()])
  await scene.untilBatch('settled')
  for (const worker of workers) await stopPolitely(worker)
  expect(provider.seen).toHaveLength(100)
  const logs = workers.map((worker) => worker.output().stderr).join('')
  expect(logs.match(/a job in the queue is not one of payrun's: ignored/g)).toHaveLength(3)
  expect(logs.match(/a job names a batch that is not in the ledger: ignored/g)).toHaveLength(2)
  await assertInvariants(scene, { unknownAtMost: 0 })
})

it('a job that BullMQ has failed by its stall limit: the sweep enqueues again, and the chunk is paid', async () => {
  const { scene } = here
  await scene.submit(30)
  const options = {
    connection: { connectionString: scene.env['DATABASE_URL'] ?? '', schema: 'payrun_queue', max: 2 },
    lockDuration: 500,
    stalledInterval: 500,
    maxStalledCount: 0,
    // The job's lock is not renewed: its holder looks dead.
    skipLockRenewal: true,
  }
  const stalled: string[] = []
  const forever = Promise.withResolvers<void>()
  const holder = new Worker('payouts', () => forever.promise, options, createPostgresBackend)
  holder.on('error', () => undefined)
  holder.on('stalled', (jobId) => stalled.push(jobId))
  await until('BullMQ takes the job for stalled, more often than it may be', () => stalled.length > 0)
  forever.resolve()
  await holder.close(true)
  const worker = await scene.worker()
  await until('BullMQ fails the job', () => /stalled more than/.test(worker.output().stderr))
  await scene.untilBatch('settled')
  await stopPolitely(worker)
  await assertInvariants(scene, { unknownAtMost: 0 })
})

describe("a worker's wall clock", () => {
  const dayMs = 86_400_000
  const withClock = (scene: Scene) => {
    const path = join(scene.folder, 'clock')
    const set = (offsetMs: number) => writeFileSync(path, `${offsetMs}`)
    set(0)
    return { set, options: { preload: 'clock.ts', env: { FAULTS_CLOCK: path } } }
  }

  it.each([
    { what: '10 minutes ahead', offsetMs: 600_000 },
    { what: '10 minutes behind', offsetMs: -600_000 },
  ])('that is $what of the other’s: each row is sent once', async ({ offsetMs }) => {
    const { scene, provider } = here
    const clock = withClock(scene)
    clock.set(offsetMs)
    provider.answer = async (each) => {
      await new Promise((wake) => setTimeout(wake, 20))
      await succeed(each)
    }
    // More chunks than one worker takes at once. The second looks for stalled jobs as it starts, and by its clock all are.
    await scene.submit(2_400)
    const first = await scene.worker()
    await until('the first is at work', () => provider.seen.length > 50)
    const workers = [first, await scene.worker(clock.options)]
    await scene.untilBatch('settled')
    for (const worker of workers) expect(await stopPolitely(worker)).toMatchObject({ code: 0 })
    expect(provider.seen).toHaveLength(2_400)
    await assertInvariants(scene, { unknownAtMost: 0 })
  })

  it('that steps back and forward a day in the middle: each row is paid once, none is lost', async () => {
    const { scene, provider } = here
    const clock = withClock(scene)
    const steps = [-dayMs, 0, dayMs, 0, -dayMs, dayMs, 0]
    provider.answer = async (each) => {
      await new Promise((wake) => setTimeout(wake, 5))
      if (each.nth % 40 === 0) clock.set(steps[each.nth / 40] ?? 0)
      await succeed(each)
    }
    await scene.submit(400)
    const worker = await scene.worker({ ...clock.options, env: { ...clock.options.env, PAYRUN_RATE: '200' } })
    await scene.untilBatch('settled')
    expect(await stopPolitely(worker)).toMatchObject({ code: 0 })
    expect(provider.seen).toHaveLength(400)
    await assertInvariants(scene, { unknownAtMost: 0 })
  })
})
