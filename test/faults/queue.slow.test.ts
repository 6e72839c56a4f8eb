import { createPostgresBackend, Worker } from 'bullmq'
import { expect, it } from 'vitest'
import { until } from '../harness/payrun.ts'
import { succeed } from '../harness/provider.ts'
import { assertInvariants } from './invariants.ts'
import { stopPolitely, stopWell, withClock } from './scene.ts'
import { setUpScenes } from './setUp.ts'

const here = setUpScenes()

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

it.each([
  { what: '10 minutes ahead', offsetMs: 600_000 },
  { what: '10 minutes behind', offsetMs: -600_000 },
])('a worker’s wall clock that is $what of the other’s: each row is sent once', async ({ offsetMs }) => {
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
  for (const worker of workers) await stopWell(worker)
  expect(provider.seen).toHaveLength(2_400)
  await assertInvariants(scene, { unknownAtMost: 0 })
})
