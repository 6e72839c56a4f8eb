import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ambiguous, good, mtn, pass, throttleOf, unreachable, wave } from './senders.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('429 with a time: nobody goes in for that long, then all go on', async () => {
  const { said, senders } = throttleOf(50)
  await senders.come(8)
  await senders.end(1, { kind: 'busy', waitMs: 7_000 })
  expect(senders.inFlight).toHaveLength(4)
  await senders.come(5, wave)
  await pass(6_999)
  expect(senders.inFlight).toHaveLength(4)
  await pass(1)
  expect([senders.count(mtn), senders.count(wave)]).toEqual([5, 5])
  expect(said).toEqual(['busy 7000'])
})

test('of several 429s the longest wait counts, and a shorter one does not cut it', async () => {
  const { said, senders } = throttleOf(50)
  await senders.come(8)
  await senders.end(1, { kind: 'busy', waitMs: 5_000 })
  await senders.end(1, { kind: 'busy', waitMs: 9_000 })
  await senders.end(1, { kind: 'busy', waitMs: 9_020 })
  await senders.end(1, { kind: 'busy', waitMs: 2_000 })
  expect(said).toEqual(['busy 5000', 'busy 9000'])
  await pass(9_019)
  expect(senders.inFlight).toHaveLength(1)
  await pass(1)
  expect(senders.inFlight).toHaveLength(4)
})

test('what another process was asked to wait is waited here, too, and cuts no longer wait', async () => {
  const { throttle, said, senders } = throttleOf(50)
  throttle.waitElsewhere(7_000)
  await senders.come(8)
  expect(senders.inFlight).toHaveLength(0)
  throttle.waitElsewhere(1_000)
  await pass(4_999)
  // The same wait, as the next sweep reads it.
  throttle.waitElsewhere(2_050)
  await pass(2_049)
  expect(senders.inFlight).toHaveLength(0)
  await pass(1)
  expect(senders.inFlight).toHaveLength(5)
  expect(said).toEqual(['busy 7000'])
})

test('429 without a time: the pauses grow from 1 s to 60 s, until an answer comes', async () => {
  const { said, senders } = throttleOf(1)
  await senders.come(100)
  for (let n = 0; n < 8; n++) {
    await senders.end(1, { kind: 'busy', waitMs: undefined })
    await pass(60_000)
  }
  await senders.end(1, good)
  await senders.end(1, { kind: 'busy', waitMs: undefined })
  expect(said).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 1].map((seconds) => `busy ${seconds * 1_000}`))
})

test('a provider out of reach: growing pauses, then one probe at a time, and all again after an answer', async () => {
  const { throttle, said, senders } = throttleOf(50)
  await senders.come(100)
  await pass(500)
  const sinceMs = performance.now()
  await senders.end(5, unreachable)
  expect(said).toEqual(['unreachable 1000'])
  expect(throttle.unreachableSinceMs()).toBe(sinceMs)
  for (const forMs of [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
    await pass(60_000)
    expect(senders.inFlight).toHaveLength(1)
    await senders.end(1, unreachable)
    expect(said.at(-1)).toBe(`unreachable ${forMs}`)
    expect(senders.inFlight).toHaveLength(0)
  }
  expect(throttle.unreachableSinceMs()).toBe(sinceMs)
  await pass(60_000)
  await senders.end(1, good)
  expect(throttle.unreachableSinceMs()).toBeUndefined()
  expect(senders.inFlight).toHaveLength(6)
})

test('any answer shows that the provider is there again, an ambiguous one and a 429 as well', async () => {
  for (const use of [ambiguous, { kind: 'busy', waitMs: 1_000 } as const]) {
    const { throttle, senders } = throttleOf(50)
    await senders.come(10)
    await senders.end(1, unreachable)
    expect(throttle.unreachableSinceMs()).toBeDefined()
    await senders.end(1, use)
    expect(throttle.unreachableSinceMs()).toBeUndefined()
  }
})
