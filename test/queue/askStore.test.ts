import { beforeEach, expect, test, vi } from 'vitest'
import { askStore } from '../../src/queue/backend.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => void vi.useRealTimers()
})

const never = new Promise<void>(() => undefined)

test('a store that does not answer is not waited for, and taken for away for ten seconds', async () => {
  const { ask, isAway } = askStore()
  expect(isAway()).toBe(false)
  const asked = expect(ask(2_000, never)).rejects.toThrow('the queue did not answer within 2 s')
  await vi.advanceTimersByTimeAsync(2_000)
  await asked
  expect(isAway()).toBe(true)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(isAway()).toBe(false)
})

test('one that fails is away, until it answers', async () => {
  const { ask, isAway } = askStore()
  await expect(ask(2_000, Promise.reject(new Error('Connection is closed.')))).rejects.toThrow('closed')
  expect(isAway()).toBe(true)
  expect(await ask(2_000, Promise.resolve(7))).toBe(7)
  expect(isAway()).toBe(false)
})

test('an answer after its deadline shows that the store is back, and a failure then troubles nobody', async () => {
  const { ask, isAway } = askStore()
  const late = Promise.withResolvers<void>()
  const failing = Promise.withResolvers<void>()
  const asked = Promise.allSettled([ask(2_000, late.promise), ask(2_000, failing.promise)])
  await vi.advanceTimersByTimeAsync(2_000)
  await asked
  failing.reject(new Error('Connection is closed.'))
  await vi.advanceTimersByTimeAsync(0)
  expect(isAway()).toBe(true)
  late.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(isAway()).toBe(false)
})

test('to close something is waited for while the store answers, and not while it is away', async () => {
  const { ask, end } = askStore()
  await end(Promise.resolve())
  await expect(ask(2_000, Promise.reject(new Error('Connection is closed.')))).rejects.toThrow('closed')
  await end(never)
  await end(Promise.reject(new Error('Connection is closed.')))
})
