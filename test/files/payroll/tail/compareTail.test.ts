import { expect, test } from 'vitest'
import type { TailLine } from '../../../../src/files/payroll/row.ts'
import { compareTail } from '../../../../src/files/payroll/tail/compareTail.ts'

const sums = { rows: 2, payable: new Map([['XOF', 5_000n]]), others: 0n, hasSubtotals: false }
const total = (amount: string): TailLine => ({ kind: 'total', line: 5, label: 'TOTAL', amount, isDoubtful: false })
const keysOf = (found: ReturnType<typeof compareTail>) =>
  'kind' in found ? [found.message.key] : found.notes.map(({ key }) => key)

test.each([
  { what: 'the sum', below: total('7500'), refused: 'files.total_differs', told: 'files.total_before_correction' },
  {
    what: 'the number of rows',
    below: { kind: 'count', line: 6, count: '3' } satisfies TailLine,
    refused: 'files.count_differs',
    told: 'files.count_before_correction',
  },
])('$what that a file states refuses it where it differs, and is told only of rows that were corrected', (each) => {
  expect(keysOf(compareTail([each.below], { ...sums, isToldOnly: false }))).toEqual([each.refused])
  expect(keysOf(compareTail([each.below], { ...sums, isToldOnly: true }))).toEqual([each.told])
})

test('what agrees is said of corrected rows, too, and what can not be read is refused', () => {
  expect(keysOf(compareTail([total('5000')], { ...sums, isToldOnly: true }))).toEqual(['files.total_agrees'])
  expect(keysOf(compareTail([total('5OO0')], { ...sums, isToldOnly: true }))).toEqual(['files.total_unreadable'])
  expect(keysOf(compareTail([total('0')], { ...sums, isToldOnly: false }))).toEqual(['files.total_differs'])
})
