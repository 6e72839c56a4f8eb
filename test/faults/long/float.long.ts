import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Running, until } from '../../harness/payrun.ts'
import { reply } from '../../harness/provider.ts'
import { assertInvariants } from '../invariants.ts'
import { killHard, stopWell } from '../scene.ts'
import { chanceOf } from './chance.ts'
import { answerSlowly, isLeftOut, queues, setUpLong } from './setUpLong.ts'

const rows = 5_000
const kills = 10
const concurrency = 20
/** Of some 17.5 million that the rows add up to: enough for 2,500 requests, whatever the kills leave unknown. */
const float = 9_000_000

describe.each(queues)('the queue on $queue', ({ queue }) => {
  if (isLeftOut(queue)) return void it.skip('there is no redis-server on the PATH', () => {})
  const here = setUpLong(queue)

  it(`a float is exact through ${kills} kills over ${rows} rows, waits, and goes on by itself`, async () => {
    const { scene, provider } = here
    const chance = chanceOf(`float ${queue}`)
    answerSlowly(provider, chance, 200)
    const slowly = provider.answer
    // One in twenty is refused, and gives back.
    provider.answer = (each) =>
      each.nth % 20 === 0 ? reply(each.response, 400, { status: 400, message: 'INVALID_NUMBER' }) : slowly(each)
    expect((await scene.call('float', 'set', 'XOF', String(float))).code).toBe(0)
    await scene.submit(rows, '--max-unknown', `${rows}`)
    const workers: Running[] = [scene.start(['worker']), scene.start(['worker']), scene.start(['worker'])]
    const moments = Array.from({ length: kills }, () => 20 + chance.below(2_200)).sort((a, b) => a - b)
    for (const moment of moments) {
      await until(`${moment} requests have come`, () => provider.seen.length >= moment, 120_000)
      const victim = chance.below(workers.length)
      await pause(chance.below(200))
      await killHard(workers[victim]!)
      workers[victim] = scene.start(['worker'])
    }
    await scene.untilBatch('paused', 180_000)
    // What is refused late gives back, and lets the batch go on for a moment, until no row is left that would fit.
    await until(
      'nothing is on its way, and nothing fits',
      async () => (await isStill()) && (await nothingFits()),
      60_000,
    )
    const waiting = await shownAndTrue()
    // No more was spent than there was.
    expect(waiting.left).toBeGreaterThanOrEqual(0)
    expect(carriedOut()).toBeLessThanOrEqual(float)
    expect((await scene.call('float', 'add', 'XOF', '20000000')).code).toBe(0)
    await scene.untilBatch('settled', 180_000)
    for (const worker of workers) await stopWell(worker)
    await shownAndTrue()
    const { totals } = await assertInvariants(scene, { unknownAtMost: kills * concurrency })
    expect(totals.counts['unknown']).toBeGreaterThan(0)
    expect(totals.counts['failed']).toBeGreaterThan(50)

    /** What `float` shows is what the rows say, to the last franc. */
    async function shownAndTrue() {
      const [shown] = JSON.parse((await scene.call('float', '--json')).stdout).floats
      const [sums] = await scene.query<{ taken: string; unknown: string }>(
        `select sum(amount_minor) filter (where state in ('sending', 'accepted', 'unknown', 'paid'))::text as taken,
                coalesce(sum(amount_minor) filter (where state = 'unknown'), 0)::text as unknown from payrun.payouts`,
      )
      const { set, spent, held, left } = shown
      expect({ held, taken: Number(spent) + Number(held) }).toEqual({ held: sums!.unknown, taken: Number(sums!.taken) })
      expect(Number(left)).toBe(Number(set) - Number(spent) - Number(held))
      return { left: Number(left) }
    }

    async function isStill(): Promise<boolean> {
      const [batch] = await scene.query('select reason from payrun.batches')
      return batch?.['reason'] === 'float' && ((await scene.counts())['sending'] ?? 0) === 0
    }

    async function nothingFits(): Promise<boolean> {
      const [found] = await scene.query<{ least: number }>(
        `select min(amount_minor)::int as least from payrun.payouts where state = 'pending'`,
      )
      return Number(JSON.parse((await scene.call('float', '--json')).stdout).floats[0].left) < found!.least
    }

    function carriedOut(): number {
      return [...provider.paidTimes()].reduce((sum, [row, times]) => sum + Number(row.split(' ')[1]) * times, 0)
    }
  })
})
