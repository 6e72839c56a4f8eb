import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Running, until } from '../../harness/payrun.ts'
import { assertInvariants } from '../invariants.ts'
import { queueText } from '../queueText.ts'
import { killHard, stopWell } from '../scene.ts'
import { chanceOf } from './chance.ts'
import { answerSlowly, isLeftOut, queues, setUpLong } from './setUpLong.ts'

const rows = 2_500
const kills = 15
const concurrency = 20

describe.each(queues)('the queue on $queue', ({ queue }) => {
  if (isLeftOut(queue)) return void it.skip('there is no redis-server on the PATH', () => {})
  const here = setUpLong(queue)

  it(`${kills} kills at random moments, ${rows} rows, 2 workers`, async () => {
    const { scene, provider } = here
    const chance = chanceOf(`kills ${queue}`)
    answerSlowly(provider, chance, 400)
    await scene.submit(rows, '--max-unknown', `${rows}`)
    scene.queueTexts.push(await queueText(scene))
    const workers: Running[] = [scene.start(['worker']), scene.start(['worker'])]
    const moments = Array.from({ length: kills }, () => 20 + chance.below(rows - 500)).sort((a, b) => a - b)
    for (const moment of moments) {
      await until(`${moment} requests have come`, () => provider.seen.length >= moment, 120_000)
      const victim = chance.below(2)
      // Now and then one that is still starting.
      if (chance.below(5) > 0) await isReady(workers[victim]!)
      await pause(chance.below(200))
      await killHard(workers[victim]!)
      workers[victim] = scene.start(['worker'])
    }
    await scene.untilBatch('settled', 180_000)
    for (const worker of workers) {
      // The last one may still be starting, and would be ended by the signal.
      await isReady(worker)
      await stopWell(worker)
    }
    expect(provider.seen.length).toBeLessThanOrEqual(rows)
    const { totals } = await assertInvariants(scene, { unknownAtMost: kills * concurrency })
    // Kills that hit nothing in flight would prove nothing.
    expect(totals.counts['unknown']).toBeGreaterThan(kills)
  })
})

const isReady = (worker: Running) => until('it is ready', () => worker.output().stderr.includes('worker is ready'))
