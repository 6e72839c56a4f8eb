import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ambiguous, good, mtn, throttleOf, wave } from './senders.ts'

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
  expect(senders.count(mtn)).toBe(5)
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

test('four processes probe with one row each, not with a window each', async () => {
  const four = [throttleOf(50), throttleOf(50), throttleOf(50), throttleOf(50)]
  for (const { throttle } of four) throttle.holdElsewhere(new Set([mtn]))
  for (const { throttle } of four) throttle.holdElsewhere(none, new Set([mtn]))
  for (const { senders } of four) await senders.come(100)
  expect(four.map(({ senders }) => senders.count(mtn))).toEqual([1, 1, 1, 1])
})

test('what a person holds is sent nothing, however much time passes', async () => {
  const { throttle, senders } = throttleOf(50)
  throttle.holdElsewhere(new Set([mtn]))
  await vi.advanceTimersByTimeAsync(24 * 3_600_000)
  throttle.holdElsewhere(new Set([mtn]))
  await senders.come(3)
  expect(senders.away).toEqual(['held', 'held', 'held'])
})
