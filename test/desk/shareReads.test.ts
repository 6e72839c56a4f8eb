import { expect, it } from 'vitest'
import { shareReads } from '../../src/desk/shareReads.ts'

it('reads once for all who ask meanwhile, after they asked', async () => {
  let state = 0
  let reads = 0
  const read = shareReads(async () => {
    reads += 1
    const seen = state
    await new Promise(setImmediate)
    return seen
  }, 0.5)
  const first = read('a')
  state = 1
  const later = Array.from({ length: 1000 }, () => read('a'))
  expect(await first).toBe(0)
  expect(new Set(await Promise.all(later))).toEqual(new Set([1]))
  expect(reads).toBe(2)
})

it('gives a failed read to those who shared it, and reads anew for the next', async () => {
  let isDown = true
  const read = shareReads(async () => {
    if (isDown) throw new Error('the ledger is away')
    return 'there'
  }, 0.5)
  await expect(read('a')).rejects.toThrow('away')
  const second = read('a')
  isDown = false
  expect(await second).toBe('there')
  expect(await read('b')).toBe('there')
})
