import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ambiguous, good, mtn, pass, throttleOf, turns, wave } from './senders.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('an operator begins with 5 rows in flight, and gets one more with each good answer up to the concurrency', async () => {
  const { senders } = throttleOf(50)
  await senders.come(1_000)
  for (let answers = 0; answers <= 60; answers++) {
    expect(senders.inFlight).toHaveLength(Math.min(50, 5 + answers))
    await senders.end(1, good)
  }
})

test('a small concurrency is never passed, not by the first window either', async () => {
  const { throttle, senders } = throttleOf(3)
  await senders.come(100)
  for (let n = 0; n < 60; n++) {
    expect(senders.inFlight).toHaveLength(3)
    expect(throttle.inFlight()).toBe(3)
    await senders.end(1, good)
  }
})

test('the concurrency counts all operators together', async () => {
  const { senders } = throttleOf(8)
  await senders.come(50, mtn)
  await senders.come(50, wave)
  expect([senders.count(mtn), senders.count(wave)]).toEqual([5, 3])
  await senders.end(1, good, mtn)
  expect(senders.inFlight).toHaveLength(8)
})

test('a slot is given back once, however often it is released', async () => {
  const { throttle, senders } = throttleOf(5)
  await senders.come(5)
  const [first] = senders.inFlight
  first?.slot.release(good)
  first?.slot.release(good)
  first?.slot.release(ambiguous)
  expect(throttle.inFlight()).toBe(4)
})

test('what a request came to counts at once, though its slot is kept', async () => {
  const { throttle, senders, said } = throttleOf(8)
  await senders.come(20)
  await senders.end(3, good)
  const unclear = senders.inFlight.splice(0, 5)
  for (const { slot } of unclear) slot.answered(ambiguous)
  await senders.end(3, good)
  expect(said).toEqual([`${mtn} held 30000`])
  expect(throttle.inFlight()).toBe(5)
  for (const { slot } of unclear) slot.release(ambiguous)
  expect(throttle.inFlight()).toBe(0)
  expect(said).toHaveLength(1)
})

test('the waiters of one batch are sent away, those of others stay', async () => {
  const { throttle, senders } = throttleOf(5)
  await senders.come(5, mtn, 1)
  await senders.come(3, mtn, 1)
  await senders.come(2, mtn, 2)
  throttle.evict(1)
  await turns()
  expect(senders.away).toEqual(['stopped', 'stopped', 'stopped'])
  await senders.end(5, good)
  expect(senders.inFlight).toHaveLength(2)
})

test('a throttle that was stopped sends everybody away, for good, and what is in flight may end', async () => {
  const { throttle, senders } = throttleOf(5)
  await senders.come(9)
  throttle.stop()
  await turns()
  await senders.come(1)
  expect(senders.away).toEqual(Array(5).fill('stopped'))
  await senders.end(5, { kind: 'busy', waitMs: 1_000 })
  await pass(10_000)
  expect(throttle.inFlight()).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})
