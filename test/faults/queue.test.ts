import { expect, it, onTestFinished } from 'vitest'
import { openBackend } from '../../src/queue/backend.ts'
import { succeed } from '../harness/provider.ts'
import { english } from '../harness/words.ts'
import { assertInvariants } from './invariants.ts'
import { queueText } from './queueText.ts'
import { type Scene, stopPolitely, stopWell, withClock } from './scene.ts'
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

it('a batch that is cancelled in the middle leaves the rate to the next one at once', async () => {
  const { scene, provider } = here
  // More chunks than a worker takes at once: none of its turns is left for another batch.
  await scene.submit(1_800)
  const worker = await scene.worker({ env: { PAYRUN_RATE: '2' } })
  while (provider.seen.length === 0) await new Promise((wake) => setTimeout(wake, 20))
  expect(await scene.call('cancel', 'last')).toMatchObject({ code: 0 })
  const cancelledMs = performance.now()
  await scene.submit(1, '--allow-duplicates', '--period', 'next')
  await scene.untilBatch('settled')
  // By turns of the rate, all rows that were not to be sent would have taken more than two minutes.
  expect(performance.now() - cancelledMs).toBeLessThan(60_000)
  await stopPolitely(worker)
})

const dayMs = 86_400_000

it('a worker’s wall clock that steps back and forward a day in the middle: each row is paid once, none is lost', async () => {
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
  await stopWell(worker)
  expect(provider.seen).toHaveLength(400)
  await assertInvariants(scene, { unknownAtMost: 0 })
})
