import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { until } from '../../harness/payrun.ts'
import { assertInvariants } from '../invariants.ts'
import { queueText } from '../queueText.ts'
import { stopWell } from '../scene.ts'
import { chanceOf } from './chance.ts'
import { answerSlowly, isLeftOut, setUpLong } from './setUpLong.ts'

describe.skipIf(isLeftOut('Redis'))('a Redis that is lost in the middle of a batch', () => {
  const here = setUpLong('Redis')

  /** Submit to two workers, let `faults` happen while they pay, and see that every row is paid once. */
  async function payThrough(rows: number, faults: () => Promise<void>): Promise<void> {
    const { scene, provider } = here
    answerSlowly(provider, chanceOf('redis'), 200)
    await scene.submit(rows)
    scene.queueTexts.push(await queueText(scene))
    const workers = [await scene.worker(), await scene.worker()]
    await faults()
    await scene.untilBatch('settled', 240_000)
    for (const worker of workers) await stopWell(worker)
    expect(provider.seen).toHaveLength(rows)
    const { totals } = await assertInvariants(scene, { unknownAtMost: 0 })
    expect(totals.counts).toEqual({ paid: rows })
  }

  const untilSent = (n: number) => until(`${n} requests have come`, () => here.provider.seen.length >= n, 240_000)

  it('FLUSHALL, three times', () =>
    payThrough(2_400, async () => {
      const redis = new Redis(here.redis!.url)
      for (let n = 1; n <= 3; n += 1) {
        await untilSent(n * 500)
        await redis.flushall()
      }
      redis.disconnect()
    }))

  it('kill -9 without persistence, and empty again, twice', () =>
    payThrough(2_400, async () => {
      for (let n = 1; n <= 2; n += 1) {
        await untilSent(n * 700)
        await here.redis!.restart()
      }
    }))

  it('a Redis that is away for 60 s in the middle of a batch', () =>
    payThrough(4_000, async () => {
      await untilSent(600)
      await here.redis!.kill()
      await pause(60_000)
      await here.redis!.restart()
    }))
})
