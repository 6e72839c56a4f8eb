import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { good, mtn, pass, throttleOf, turns, wave } from './senders.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A rate limit that hands out what it is told to, and keeps what was wanted of it. */
function scripted(grants: number[], waitMs = 1_000) {
  const wanted: number[] = []
  return {
    wanted,
    rate: {
      windowMs: 1_000,
      take: async (count: number) => {
        wanted.push(count)
        const tokens = Math.min(count, grants.shift() ?? 0)
        return { tokens, waitMs: tokens === count ? 0 : waitMs }
      },
    },
  }
}

test('with a rate, nobody goes in without a token, and the store is asked again when it says', async () => {
  const { rate } = scripted([1, 1, 0, 3])
  const { senders } = throttleOf(50, { rates: { all: rate, of: new Map() } })
  await senders.come(10)
  expect(senders.inFlight).toHaveLength(2)
  await pass(999)
  expect(senders.inFlight).toHaveLength(2)
  await pass(1)
  expect(senders.inFlight).toHaveLength(5)
})

test('tokens are asked for only as far as they can be used at once', async () => {
  const { rate, wanted } = scripted([100, 100, 100])
  const { senders } = throttleOf(50, { rates: { all: rate, of: new Map() } })
  await senders.come(1)
  await senders.come(29)
  await pass(0)
  expect(senders.inFlight).toHaveLength(5)
  expect(wanted.reduce((sum, n) => sum + n, 0)).toBe(5)
})

test('an operator with a rate of its own waits for it alone: others go on', async () => {
  const own = scripted([1, 1, 0, 3], 700)
  const common = scripted([100, 100, 100, 100, 100])
  const { senders } = throttleOf(50, { rates: { all: common.rate, of: new Map([[mtn, own.rate]]) } })
  await senders.come(10, mtn)
  await senders.come(10, wave)
  expect([senders.count(mtn), senders.count(wave)]).toEqual([2, 5])
  await senders.end(1, good, wave)
  await pass(699)
  expect([senders.count(mtn), senders.count(wave)]).toEqual([2, 6])
  await pass(1)
  await turns()
  expect([senders.count(mtn), senders.count(wave)]).toEqual([5, 6])
  // Nothing of what all share was taken for rows that their operator's own rate kept back.
  expect(common.wanted.reduce((sum, n) => sum + n, 0)).toBe(12)
  expect(own.wanted).toEqual([1, 4, 3, 3])
})

test('what was fetched of a rate and not used is given up with its window: a long pause does not end in a burst', async () => {
  const { rate, wanted } = scripted([5, 2, 0])
  const { throttle, senders } = throttleOf(50, { rates: { all: rate, of: new Map() } })
  await senders.come(2)
  await senders.come(3)
  throttle.evict(1)
  const had = senders.inFlight.length
  await pass(5_000)
  await senders.come(5)
  expect(senders.inFlight.length - had).toBeLessThanOrEqual(2)
  expect(wanted.length).toBeGreaterThan(1)
})

test('of two reasons to wait, the one that ends first wakes', async () => {
  const slow = scripted([1, 0, 5], 5_000)
  const quick = scripted([1, 0, 5], 300)
  const rates = {
    all: undefined,
    of: new Map([
      [mtn, slow.rate],
      [wave, quick.rate],
    ]),
  }
  const { senders } = throttleOf(50, { rates })
  await senders.come(3, wave)
  await senders.come(3, mtn)
  await pass(300)
  expect([senders.count(mtn), senders.count(wave)]).toEqual([1, 3])
  await pass(4_700)
  expect([senders.count(mtn), senders.count(wave)]).toEqual([3, 3])
})

test.each([
  { title: 'one long window', waitMs: 5_000, grants: [1, 0] },
  { title: 'short windows that others empty', waitMs: 1_000, grants: [1, 0, 0, 0, 0, 0] },
])('a long wait for the rate is told at once, and once: $title', async ({ waitMs, grants }) => {
  const { rate } = scripted([...grants, 1], waitMs)
  const { said, senders } = throttleOf(50, { rates: { all: rate, of: new Map() } })
  await senders.come(9)
  await pass(4_000)
  expect(said).toEqual(['waits for the rate'])
  await pass(60_000)
  expect([senders.inFlight.length, said.length]).toEqual([2, 1])
})

test.each([
  {
    title: 'a wait of some seconds',
    rate: scripted([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0], 1_000).rate,
    passMs: 11_000,
  },
  {
    title: 'a ledger that is away',
    rate: { windowMs: 1_000, take: async () => ({ tokens: 0, waitMs: 1_000, away: true as const }) },
    passMs: 60_000,
  },
])('nothing is told of $title', async ({ rate, passMs }) => {
  const { said, senders } = throttleOf(50, { rates: { all: rate, of: new Map() } })
  await senders.come(9)
  await pass(passMs)
  expect(said).toEqual([])
})
