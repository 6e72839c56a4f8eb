import { expect, test } from 'vitest'
import type { TailLine } from '../../../../src/files/payroll/row.ts'
import { compareControlTotals, compareTail } from '../../../../src/files/payroll/tail/compareTotals.ts'

const sums = { rows: 2, payable: new Map([['XOF', 5_000n]]), others: 0n, among: { isAny: false, since: [] } }
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

test.each([
  [
    'XOF',
    522_500n,
    ['522500', '522 500', '522 500 FCFA', 'FCFA 522 500', '522\u202f500\u00a0FCFA', '522 500 F CFA', 'XOF 522500'],
  ],
  ['XAF', 522_500n, ['522 500 FCFA (XAF)', '522500 XAF', '522 500 FCFA']],
  ['KES', 15_050n, ['150.50', '150,50 KES', 'KSh 150.50']],
])('a total in %s may have its own unit beside it', (currency, sum, all) => {
  for (const expectTotal of all)
    expect(compareControlTotals({ expectTotal }, 2, new Map([[currency, sum]])), expectTotal).toBeNull()
})

test.each([
  '522 500 EUR',
  '522 500 XAF',
  '522 k',
  '522 500 milliers',
  '(522 500)',
  '-522 500',
  '522 501 FCFA',
  '522,500',
  'FCFA',
])('a total is not %s', (expectTotal) => {
  expect(compareControlTotals({ expectTotal }, 2, new Map([['XOF', 522_500n]]))).not.toBeNull()
})
