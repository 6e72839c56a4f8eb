import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createDuplicateFinder, createSeenTable } from '../../../src/files/payroll/duplicates.ts'

const keyOf = (text: string): [number, number, number] => {
  const digest = createHash('sha256').update(text).digest()
  return [digest.readUInt32BE(0), digest.readUInt32BE(4), digest.readUInt32BE(8)]
}

test.each([
  ['that look random', (n: number) => keyOf(String(n))],
  ['that count up', (n: number): [number, number, number] => [0, 97_000_000 + n, 1_000]],
])('with keys %s it answers as a Map would, while it grows far past what it was made for', (_, key) => {
  const table = createSeenTable(0)
  const map = new Map<number, number>()
  for (let index = 1; index <= 30_000; index++) {
    const n = (index * 7919) % 20_000
    expect(table.find(...key(n), index)).toBe(map.get(n) ?? 0)
    if (!map.has(n)) map.set(n, index)
  }
  expect(table.size()).toBe(20_000)
})

test('keys that differ in their last bits only, or that are all zeros or ones, are told apart', () => {
  const table = createSeenTable(0)
  const most = 2 ** 32 - 1
  const keys: [number, number, number][] = [
    [0, 0, 0],
    [0, 0, 1],
    [most, most, most],
    [most, most, most - 1],
    [2 ** 31, 0, 0],
    [0, 1, 0],
  ]
  for (const [index, key] of keys.entries()) expect(table.find(...key, index + 1)).toBe(0)
  for (const [index, key] of keys.entries()) expect(table.find(...key, 99)).toBe(index + 1)
})

test('numbers up to the largest are kept', () => {
  const table = createSeenTable(10)
  table.find(...keyOf('a'), 2 ** 32 - 1)
  expect(table.find(...keyOf('a'), 1)).toBe(2 ** 32 - 1)
})

test('a reference that is written like what a report calls another row is none of its', () => {
  const { sameReference } = createDuplicateFinder(10)
  expect(sameReference({ reference: 'kxxxxxxxxx:2' }, 2)).toBeNull()
  expect(sameReference({ payrunId: 'kxxxxxxxxx:2' }, 3)).toBeNull()
  expect(sameReference({ payrunId: 'KXXXXXXXXX:2' }, 4)).toBeNull()
  expect(sameReference({ payrunId: 'kxxxxxxxxx:2' }, 5)).toEqual({ line: 3, isVariant: false })
  expect(sameReference({ reference: 'KXXXXXXXXX:2' }, 6)).toEqual({ line: 2, isVariant: true })
})
