import { expect, test } from 'vitest'
import { noColumns } from '../../../src/files/payroll/header/columns.ts'
import { createWarner } from '../../../src/files/payroll/tally.ts'
import type { Payable } from '../../../src/payout/keys.ts'
import type { OperatorLimits } from '../../../src/payout/operators/operator.ts'
import { say } from '../../../src/words/sentence.ts'
import { beninNumber } from '../../harness/payroll.ts'

const unknown = { operator: 'mtn-benin', least: null, most: null, multipleOf: null, mostADay: null } as const
const limitsOf = (some: Partial<OperatorLimits>) =>
  new Map([['mtn-benin' as const, { ...unknown, source: '', asOf: '', checked: '', ...some }]])

interface WarnedRow {
  line: number
  payable: Payable
  reference: string | null
}

const rowOf = (line: number, amountMinor: bigint, name: string | null, reference: string | null = null): WarnedRow => ({
  line,
  payable: { operator: 'mtn-benin', phone: beninNumber(1), amountMinor, currency: 'XOF', name },
  reference,
})

const at = (row: WarnedRow, number: number): WarnedRow => ({
  ...row,
  payable: { ...row.payable, phone: beninNumber(number) },
})

function warnerOf(rows: readonly WarnedRow[], some: Partial<OperatorLimits> = {}) {
  const warner = createWarner(limitsOf(some), rows.length)
  for (const { payable, ...row } of rows) warner.add({ cells: [], ...row }, payable, noColumns())
  return warner
}

const warned = (rows: readonly WarnedRow[], some?: Partial<OperatorLimits>) => warnerOf(rows, some).warnings()

const codes = (rows: readonly WarnedRow[], some?: Partial<OperatorLimits>) =>
  warned(rows, some).shown.map(({ line, code }) => [line, code])

test.each([
  { says: 'below the least', some: { least: 100n }, amount: 99n, code: 'amount_below_least' },
  { says: 'the least', some: { least: 100n }, amount: 100n, code: undefined },
  { says: 'above the most', some: { most: 100n }, amount: 101n, code: 'amount_above_most' },
  { says: 'the most', some: { most: 100n }, amount: 100n, code: undefined },
  { says: 'no multiple', some: { multipleOf: 5n }, amount: 101n, code: 'amount_not_multiple' },
  { says: 'a multiple', some: { multipleOf: 5n }, amount: 100n, code: undefined },
  { says: 'of which nothing is known', some: {}, amount: 3n, code: undefined },
  { says: 'the largest of a payroll', some: {}, amount: 10_000_000n, code: undefined },
  { says: 'more than anybody is paid', some: {}, amount: 10_000_001n, code: 'unusual_amount' },
  {
    says: 'more than that, even where the operator takes it',
    some: { most: 20_000_000n },
    amount: 10_000_001n,
    code: 'unusual_amount',
  },
])('an amount that is $says', ({ some, amount, code }) => {
  expect(codes([rowOf(2, amount, 'Awa')], some)).toEqual(code === undefined ? [] : [[2, code]])
})

test.each([
  { one: 'Awa Diop', other: 'DIOP  awa', same: true },
  { one: 'Aïcha Koné', other: 'Kone, Aicha', same: true },
  { one: 'Awa Diop', other: 'Awa Ba', same: false },
])('$one and $other at one number: the same person is $same', ({ one, other, same }) => {
  expect(codes([rowOf(2, 1n, one, 'A'), rowOf(3, 2n, other, 'B')])).toEqual(same ? [] : [[3, 'number_repeated']])
})

test('rows without names are told apart by their references, and rows without either by nothing', () => {
  expect(codes([rowOf(2, 1n, null, 'A'), rowOf(3, 1n, null, 'B')])).toEqual([[3, 'number_repeated']])
  expect(codes([rowOf(2, 1n, null), rowOf(3, 1n, null)])).toEqual([])
})

test('a row that pays the same person the same amount again is told, beside whichever row it repeats', () => {
  const rows = [rowOf(2, 152_000n, 'Awa Diop', 'A'), rowOf(3, 2_000n, 'Awa Diop', 'B')]
  expect(warned(rows).shown).toEqual([])
  expect(warned(rows.map((row) => ({ ...row, reference: null }))).shown).toMatchObject([
    { line: 3, code: 'number_repeated', message: say('warnings.person_repeated', { other: 2 }) },
  ])
  const repeated = [...rows, rowOf(4, 152_000n, 'DIOP Awa', 'C'), rowOf(5, 2_000n, 'Awa Diop', 'D')]
  expect(warned([...repeated, rowOf(6, 1n, 'Awa Ba'), rowOf(7, 1n, 'Awa Ba')]).shown).toMatchObject([
    { line: 4, code: 'number_repeated', message: say('warnings.payment_repeated', { other: 2 }) },
    { line: 5, code: 'number_repeated', message: say('warnings.payment_repeated', { other: 3 }) },
    { line: 6, code: 'number_repeated', message: say('warnings.number_repeated', { other: 2 }) },
    { line: 7, code: 'number_repeated', message: say('warnings.payment_repeated', { other: 6 }) },
  ])
})

test('one name with one amount at two numbers is told, but not a name of one word nor another amount', () => {
  const rows = (
    [
      [1, 5n, 'Sossa Luc'],
      [2, 5n, 'LUC SOSSA'],
      [3, 6n, 'Sossa Luc'],
      [2, 5n, 'Sossa Luc'],
      [4, 5n, 'Client'],
      [5, 5n, 'Client'],
    ] as const
  ).map(([number, amount, name], index) => at(rowOf(index + 2, amount, name, `E${index}`), number))
  expect(warned(rows).shown).toMatchObject([
    { line: 5, code: 'number_repeated', message: say('warnings.payment_repeated', { other: 3 }) },
    { line: 3, column: 'name', code: 'name_repeated', message: say('warnings.name_repeated', { other: 2 }) },
  ])
})

test('what more than 20 rows have for a name is no name', () => {
  const rows = Array.from({ length: 21 }, (_, index) => at(rowOf(index + 2, 5n, 'Prime mensuelle', `E${index}`), index))
  expect(warned(rows.slice(1)).counts).toEqual({ name_repeated: 19 })
  expect(warned(rows).counts).toEqual({})
})

test.each([
  { says: 'one number', phones: [1], differ: true },
  { says: 'two numbers', phones: [1, 2], differ: true },
  { says: 'one number twice, whoever it is', phones: [1, 2, 1], differ: false },
])('$says: that the numbers differ is $differ', ({ phones, differ }) => {
  const rows = phones.map((number, index) => at(rowOf(index + 2, 1n, null), number))
  expect(warnerOf(rows).numbersDiffer()).toBe(differ)
})

test('of each code the first thousand are kept, and all are counted', () => {
  const rows = Array.from({ length: 1_500 }, (_, at) => rowOf(at + 2, 1n, null))
  const { counts, shown } = warned(rows, { least: 2n })
  expect(counts).toEqual({ amount_below_least: 1_500 })
  expect(shown).toHaveLength(1_000)
})
