import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSeenTable } from '../../src/intake/seenTable.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

test('it answers as a Map would, while it grows far past what it was made for', () => {
  const table = createSeenTable(2, 0)
  const map = new Map<string, [number, number]>()
  for (let index = 1; index <= 30_000; index++) {
    const key = digest(String((index * 7919) % 20_000))
    const known = map.get(key)
    const { place, isNew } = table.find(key, index)
    expect(isNew).toBe(known === undefined)
    if (known) expect([table.get(place, 0), table.get(place, 1)]).toEqual(known)
    else map.set(key, [index, 0])
    if (index % 3 === 0) {
      table.set(place, 1, index)
      map.set(key, [map.get(key)?.[0] ?? 0, index])
    }
  }
  expect(table.size()).toBe(20_000)
})

test('digests that differ only in their last compared bits, or that are all zeros or ones, are told apart', () => {
  const table = createSeenTable(1, 0)
  const digests = ['0'.repeat(24), `${'0'.repeat(23)}1`, 'f'.repeat(24), `${'f'.repeat(23)}e`, `1${'0'.repeat(23)}`]
  for (const [index, each] of digests.entries()) expect(table.find(each, index + 1).isNew).toBe(true)
  for (const [index, each] of digests.entries()) {
    const { place, isNew } = table.find(each, 99)
    expect([isNew, table.get(place, 0)]).toEqual([false, index + 1])
  }
})

test('lines up to the largest are kept', () => {
  const table = createSeenTable(1, 10)
  table.find(digest('a'), 2 ** 32 - 1)
  expect(table.get(table.find(digest('a'), 1).place, 0)).toBe(2 ** 32 - 1)
})
