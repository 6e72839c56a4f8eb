import { describe, expect, it } from 'vitest'
import { until } from '../../harness/payrun.ts'
import { assertInvariants } from '../invariants.ts'
import { stopWell, untilStopped } from '../scene.ts'
import { isLeftOut, queues, setUpLong } from './setUpLong.ts'

describe.each(queues)('the queue on $queue', ({ queue }) => {
  if (isLeftOut(queue)) return void it.skip('there is no redis-server on the PATH', () => {})
  const here = setUpLong(queue)

  it("a loop that stands still for longer than BullMQ's lock: its job is delivered again, and no claim is made twice", async () => {
    const { scene, provider } = here
    await scene.submit(400)
    const first = await scene.worker({ crash: { at: 'after-claim', mode: 'block=45000', nth: 20 } })
    const second = await scene.worker()
    await scene.untilBatch('settled', 120_000)
    await until('the first finds itself dead', () => first.output().stderr.includes('taken for dead'), 90_000)
    for (const worker of [first, second]) await stopWell(worker)
    expect(provider.seen.length).toBeLessThanOrEqual(400)
    await assertInvariants(scene, { unknownAtMost: 20 })
  })

  // The process's state is read in /proc.
  it.skipIf(process.platform !== 'linux')(
    'a worker that is stopped: its rows are unknown within 30 s of its last heartbeat, and its late answers count',
    async () => {
      const { scene, provider } = here
      await scene.submit(400)
      const first = await scene.worker({ crash: { at: 'after-request', mode: 'stop', nth: 20 } })
      const second = await scene.worker()
      await untilStopped(first)
      await scene.untilBatch('settled', 120_000)
      const lost = (await scene.counts())['unknown'] ?? 0
      expect(lost).toBeGreaterThan(0)
      // By the database's clock: dead after 25 s of silence, and found by the next sweep, every 5 s; 2 s more on a machine at work.
      const late = await scene.query(
        `select from payrun.events e join payrun.workers w using (worker_no)
          where e.code = 'worker_lost' and e.at > w.heartbeat_at + interval '32 s'`,
      )
      expect(late).toEqual([])
      const sent = provider.seen.length
      first.child.kill('SIGCONT')
      await until('the first finds itself dead', () => first.output().stderr.includes('taken for dead'))
      for (const worker of [first, second]) await stopWell(worker)
      expect(provider.seen.length).toBe(sent)
      const { totals } = await assertInvariants(scene, { unknownAtMost: 20 })
      expect(totals.counts['unknown'] ?? 0).toBeLessThan(lost)
    },
  )
})
