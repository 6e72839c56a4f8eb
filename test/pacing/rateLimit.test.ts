import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Ledger, openLedger } from '../../src/ledger/connection/ledger.ts'
import { takeRate } from '../../src/ledger/policy/sharedByPayers.ts'
import { createRateLimit, type RateLimit, rateWindow } from '../../src/pacing/rateLimit.ts'
import { ignore, type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { seed } from '../properties/seeded.ts'

fc.configureGlobal(seed())

test.each([
  { rate: 1, points: 1, durationMs: 1_000 },
  { rate: 10, points: 1, durationMs: 100 },
  { rate: 15, points: 1, durationMs: 67 },
  { rate: 100, points: 10, durationMs: 100 },
  { rate: 0.5, points: 1, durationMs: 2_000 },
  { rate: 2.5, points: 1, durationMs: 400 },
  { rate: 1 / 3, points: 1, durationMs: 3_000 },
  { rate: 0.1 + 0.2, points: 1, durationMs: 3_334 },
  { rate: 0.01, points: 1, durationMs: 100_000 },
])('$rate payouts a second are $points in $durationMs ms', ({ rate, points, durationMs }) => {
  expect(rateWindow(rate)).toEqual({ points, durationMs })
})

test('whatever the rate, a window holds whole payouts, never more than the rate and hardly less', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 100_000, noNaN: true }), (rate) => {
      const { points, durationMs } = rateWindow(rate)
      expect(Number.isSafeInteger(points) && points >= 1 && Number.isSafeInteger(durationMs)).toBe(true)
      expect(points / (durationMs / 1_000)).toBeLessThanOrEqual(rate * (1 + 1e-6))
      expect(points / (durationMs / 1_000)).toBeGreaterThanOrEqual(rate * 0.98)
      // As much as two windows can add to one second, where one is emptied at its end and the next at its beginning.
      expect(points).toBeLessThanOrEqual(Math.max(1, rate / 10))
    }),
  )
})

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const limitOn = (ledger: Ledger, rate: number): RateLimit =>
  createRateLimit((window, wanted) => takeRate(ledger, window, wanted), 'payouts', rate)

describe('a rate over all processes', () => {
  const opened: Ledger[] = []
  let connect: () => Ledger
  beforeEach(async () => {
    const { address } = await server.open()
    connect = () => {
      const ledger = openLedger(address, ignore)
      opened.push(ledger)
      return ledger
    }
    return async () => {
      for (const ledger of opened.splice(0)) await ledger.close()
    }
  })

  const limitOf = (rate: number): RateLimit => limitOn(connect(), rate)
  /** One in 6 s: a window long enough that it can't end in the meantime. */
  const slow = 1 / 6

  test('two processes together get the rate, and in no second more than one window beyond it', async () => {
    const limits = [limitOf(20), limitOf(20)]
    const taken: number[] = []
    const began = performance.now()
    await Promise.all(
      limits.map(async (limit) => {
        while (performance.now() - began < 2_500) {
          const { tokens, waitMs } = await limit.take(3)
          for (let each = 0; each < tokens; each += 1) taken.push(performance.now())
          if (tokens === 0) await delay(waitMs)
        }
      }),
    )
    taken.sort((one, other) => one - other)
    const within = taken.map((from) => taken.filter((at) => at >= from && at < from + 950).length)
    expect(Math.max(...within)).toBeLessThanOrEqual(22)
    // A machine with much else to do is late, and gets less; never more.
    expect(taken.length).toBeGreaterThan(10)
    expect(taken.length).toBeLessThanOrEqual(2 * (Math.floor((taken.at(-1)! - began + 50) / 100) + 1))
  })

  test('what is left of a window is handed out, then nothing, with the time to wait', async () => {
    const [here, there] = [limitOf(slow), limitOf(slow)]
    expect(await here.take(1)).toEqual({ tokens: 1, waitMs: 0 })
    const { tokens, waitMs } = await there.take(1)
    expect(tokens).toBe(0)
    expect(waitMs).toBeGreaterThan(0)
    expect(waitMs).toBeLessThanOrEqual(6_000)
  })

  test('a take that fits only in part gets that part', async () => {
    const ledger = connect()
    const window = { key: 'payouts', points: 7, durationMs: 10_000 }
    expect((await takeRate(ledger, window, 5)).tokens).toBe(5)
    expect((await takeRate(connect(), window, 5)).tokens).toBe(2)
    expect((await takeRate(ledger, window, 5)).tokens).toBe(0)
  })

  test('a hundred takes at the same moment share one window', async () => {
    const ledgers = [connect(), connect()]
    const window = { key: 'payouts', points: 7, durationMs: 10_000 }
    const takes = await Promise.all(Array.from({ length: 100 }, (_, n) => takeRate(ledgers[n % 2]!, window, 1)))
    expect(takes.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(7)
  })

  test('more than a window is never handed out at once', async () => {
    expect((await limitOf(1_000).take(1_000)).tokens).toBe(100)
  })

  test('a window that is asked for a little late begins where the one before it ended, one that is asked for later begins then', async () => {
    const ledger = connect()
    const window = { key: 'payouts', points: 1, durationMs: 60_000 }
    const ended = (agoMs: number) =>
      ledger.pool.query(
        `insert into payrun.rate_limits values ('payouts', 1, (extract(epoch from clock_timestamp()) * 1000)::bigint - $1)
         on conflict (key) do update set points = 1, expire = excluded.expire`,
        [agoMs],
      )
    await ended(20_000)
    expect((await takeRate(ledger, window, 1)).endsInMs).toBeLessThanOrEqual(40_000)
    await ended(40_000)
    expect((await takeRate(ledger, window, 1)).endsInMs).toBeGreaterThan(50_000)
  })

  test('a ledger that is away hands out nothing, and is asked again', async () => {
    const ledger = connect()
    const limit = limitOn(ledger, 10)
    await ledger.close()
    opened.length = 0
    expect(await limit.take(1)).toEqual({ tokens: 0, waitMs: 1_000, away: true })
  })
})

test("a window that the server's clock has left in the far future, before it was set right, makes way for a new one", async () => {
  const { ledger, query } = await server.open()
  await query(
    `insert into payrun.rate_limits values ('payouts', 100, extract(epoch from now() + interval '1 day')::bigint * 1000)`,
  )
  expect(await takeRate(ledger, { key: 'payouts', points: 10, durationMs: 1_000 }, 4)).toMatchObject({ tokens: 4 })
})
