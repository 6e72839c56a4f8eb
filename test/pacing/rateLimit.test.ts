import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openLedger } from '../../src/ledger/connection/ledger.ts'
import { takeRate } from '../../src/ledger/policy/takeRate.ts'
import { createRateLimit, type RateLimit, type RateStore, rateWindow } from '../../src/pacing/rateLimit.ts'
import { openBackend } from '../../src/queue/backend.ts'
import { ignore, type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { findRedis } from '../harness/redis.ts'
import { seed } from '../properties/seeded.ts'

fc.configureGlobal(seed())

test.each([
  { rate: 1, points: 1, durationSeconds: 1 },
  { rate: 100, points: 100, durationSeconds: 1 },
  { rate: 0.5, points: 1, durationSeconds: 2 },
  { rate: 2.5, points: 5, durationSeconds: 2 },
  { rate: 0.7, points: 7, durationSeconds: 10 },
  { rate: 1 / 3, points: 1, durationSeconds: 3 },
  { rate: 0.1 + 0.2, points: 3, durationSeconds: 10 },
  { rate: 0.01, points: 1, durationSeconds: 100 },
  { rate: 0.19, points: 2, durationSeconds: 11 },
])('$rate payouts a second are $points in $durationSeconds s', ({ rate, points, durationSeconds }) => {
  expect(rateWindow(rate)).toEqual({ points, durationSeconds })
})

test('whatever the rate, a window holds whole payouts, never more than the rate and not much less', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 100_000, noNaN: true }), (rate) => {
      const { points, durationSeconds } = rateWindow(rate)
      expect(Number.isSafeInteger(points) && points >= 1 && Number.isSafeInteger(durationSeconds)).toBe(true)
      expect(points / durationSeconds).toBeLessThanOrEqual(rate * (1 + 1e-6))
      expect(points / durationSeconds).toBeGreaterThanOrEqual(rate * 0.949)
    }),
  )
})

const redis = await findRedis()

interface Process {
  store: RateStore
  close(): Promise<void>
}

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(async () => {
  await server.stop()
  if (!('skipped' in redis)) await redis.stop()
})

/** A place for one test; `process` connects to it as another process would. */
async function onPostgres(): Promise<() => Promise<Process>> {
  const { address } = await server.open()
  return async () => {
    const ledger = openLedger(address, ignore)
    return {
      store: { kind: 'ledger', take: (window, wanted) => takeRate(ledger, window, wanted) },
      close: ledger.close,
    }
  }
}

let places = 0
async function onRedis(): Promise<() => Promise<Process>> {
  if ('skipped' in redis) throw new Error(`CI must test on Redis, too: ${redis.skipped}`)
  places += 1
  const prefix = `{payrun-rate-${process.pid}-${places}}`
  return async () => {
    const opened = await openBackend({ kind: 'redis', url: redis.url, prefix })
    if (!opened.ok || !opened.backend.redis) throw new Error('no Redis')
    return { store: { kind: 'redis', client: opened.backend.redis, prefix }, close: () => opened.backend.close() }
  }
}

const skipRedis = 'skipped' in redis && !process.env['CI']
const stores = [
  { name: 'Postgres', place: onPostgres, skip: false },
  { name: 'skipped' in redis ? `Redis (${redis.skipped})` : 'Redis', place: onRedis, skip: skipRedis },
]

describe.each(stores)('a rate over all processes, on $name', ({ place, skip }) => {
  if (skip) return void test.skip('everything', () => {})
  const opened: Process[] = []
  let connect: () => Promise<Process>
  beforeEach(async () => {
    const here = await place()
    connect = async () => {
      const process = await here()
      opened.push(process)
      return process
    }
    return async () => {
      for (const process of opened.splice(0)) await process.close()
    }
  })

  const limitOf = async (rate: number): Promise<RateLimit> => createRateLimit((await connect()).store, 'payouts', rate)

  test('two processes together get no more than the rate, in any number of windows', async () => {
    const [points, limits] = [10, [await limitOf(10), await limitOf(10)]]
    const began = performance.now()
    let total = 0
    await Promise.all(
      limits.map(async (limit) => {
        while (total < 2.5 * points) {
          const { tokens, waitMs } = await limit.take(3)
          total += tokens
          if (tokens === 0) await delay(waitMs)
        }
      }),
    )
    // A window begins a second after the one before it at the earliest; 50 ms for the rounding of two clocks.
    const windows = Math.floor((performance.now() - began + 50) / 1_000) + 1
    expect(total).toBeLessThanOrEqual(points * windows)
  })

  test('what is left of a window is handed out, then nothing, with the time to wait', async () => {
    // A window long enough that it can't end in the meantime.
    const [here, there] = [await limitOf(1 / 6), await limitOf(1 / 6)]
    expect(await here.take(1)).toEqual({ tokens: 1, waitMs: 0 })
    const { tokens, waitMs } = await there.take(1)
    expect(tokens).toBe(0)
    expect(waitMs).toBeGreaterThan(0)
    expect(waitMs).toBeLessThanOrEqual(6_000)
  })

  test('a take that fits only in part gets that part', async () => {
    const limits = [await limitOf(0.7), await limitOf(0.7)]
    expect((await limits[0]!.take(5)).tokens).toBe(5)
    expect((await limits[1]!.take(5)).tokens).toBe(2)
    expect((await limits[0]!.take(5)).tokens).toBe(0)
  })

  test('a hundred takes at the same moment share one window', async () => {
    const limits = [await limitOf(0.7), await limitOf(0.7)]
    const takes = await Promise.all(Array.from({ length: 100 }, (_, n) => limits[n % 2]!.take(1)))
    expect(takes.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(7)
  })

  test('more than a window is never handed out at once', async () => {
    expect((await (await limitOf(0.7)).take(1_000)).tokens).toBe(7)
  })

  test('a store that is away hands out nothing, and is asked again', async () => {
    const process = await connect()
    const limit = createRateLimit(process.store, 'payouts', 10)
    await process.close()
    opened.length = 0
    expect(await limit.take(1)).toEqual({ tokens: 0, waitMs: 1_000 })
  })
})

test("a window that the server's clock has left in the far future, before it was set right, makes way for a new one", async () => {
  const { ledger, query } = await server.open()
  await query(
    `insert into payrun.rate_limits values ('payouts', 100, extract(epoch from now() + interval '1 day')::bigint * 1000)`,
  )
  expect(await takeRate(ledger, { key: 'payouts', points: 10, durationMs: 1_000 }, 4)).toMatchObject({ tokens: 4 })
})
