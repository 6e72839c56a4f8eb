import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ProbeLease } from '../../src/pacing/circuitBreaker.ts'
import { ambiguous, good, mtn, refused, throttleOf, wave } from './senders.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const none = new Set<never>()

test("when another process' hold runs out, this one probes too: one row at a time, and a clear answer opens it", async () => {
  const { throttle, said, senders } = throttleOf(50)
  await senders.come(5)
  await senders.end(5, good)
  throttle.holdElsewhere(new Set([mtn]))
  throttle.holdElsewhere(none, new Set([mtn]))
  await senders.come(30)
  expect(senders.count(mtn)).toBe(1)
  await senders.come(5, wave)
  expect(senders.count(wave)).toBe(5)
  await senders.end(1, good)
  expect(said).toEqual([`${mtn} released`])
  expect(senders.count(mtn)).toBe(5)
  // The ledger may not have heard of it yet: what is open stays open.
  throttle.holdElsewhere(none, new Set([mtn]))
  expect(senders.count(mtn)).toBe(5)
  await senders.end(5, good)
  expect(senders.count(mtn)).toBe(10)
})

test('a probe of a hold that another process began holds it anew after a single unclear answer', async () => {
  const { throttle, said, senders } = throttleOf(50)
  throttle.holdElsewhere(none, new Set([mtn]))
  await senders.come(30)
  expect(senders.count(mtn)).toBe(1)
  await senders.end(1, ambiguous)
  expect(said).toEqual([`${mtn} held 30000`])
  expect(senders.count(mtn)).toBe(0)
})

/** What the ledger is to several processes: one turn. */
function oneTurn(): ProbeLease {
  let taken = false
  return {
    take: async () => {
      if (taken) return 'anothers'
      taken = true
      return 'mine'
    },
    giveBack: async () => {
      taken = false
    },
  }
}

test('four processes probe with one row together, and each in its turn', async () => {
  const probes = oneTurn()
  const four = [1, 2, 3, 4].map(() => throttleOf(50, { probes }))
  for (const { throttle } of four) throttle.holdElsewhere(new Set([mtn]))
  for (const { throttle } of four) throttle.holdElsewhere(none, new Set([mtn]))
  for (const { senders } of four) await senders.come(100)
  const inFlight = () => four.map(({ senders }) => senders.count(mtn))
  expect(inFlight()).toEqual([1, 0, 0, 0])
  await four[0]?.senders.end(1, refused)
  await vi.advanceTimersByTimeAsync(500)
  expect(inFlight().reduce((all, each) => all + each)).toBe(1)
  // Those who go home give their turn to the next.
  for (const { throttle } of four) throttle.evict(1)
  for (const { senders } of four) if (senders.count(mtn) > 0) await senders.end(1, { kind: 'unused' })
  await four[3]?.senders.come(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(inFlight()).toEqual([0, 0, 0, 1])
})

test('what a person holds is sent nothing, however much time passes', async () => {
  const { throttle, senders } = throttleOf(50)
  throttle.holdElsewhere(new Set([mtn]))
  await vi.advanceTimersByTimeAsync(24 * 3_600_000)
  throttle.holdElsewhere(new Set([mtn]))
  await senders.come(3)
  expect(senders.away).toEqual(['held', 'held', 'held'])
})
