import { expect, test } from 'vitest'
import type { SheetCell } from '../../../src/files/formats/xlsx/sheetCell.ts'
import { conditionOf } from '../../../src/files/formats/xlsxStyles/ruleCondition.ts'

const numbered = (column: number, text: string): SheetCell => ({ column, text, kind: 'number' })
const worded = (column: number, text: string): SheetCell => ({ column, text, kind: 'text' })

/** A row of E2, F2 and H2; G2 is empty. The rule is that of a range which begins at E2. */
const cells = [numbered(4, '1500'), worded(5, 'Été'), { ...worded(7, ''), kind: 'error' as const }]
const rule = (type: string, formulas: string[], operator = '', text = '') => ({ type, operator, text, formulas })
const mayHold = (of: ReturnType<typeof rule>, column: number) => {
  const cell = cells.find((each) => each.column === column)
  if (!cell) throw new Error('the cell is empty')
  return conditionOf(of, { line: 2, column: 4 })(cell, cells)
}

test.each([
  ['E2=1500', true],
  ['$E2 = 1500.0', true],
  ['$E2<>1500', false],
  ['E2>=1500', true],
  ['E2<=-1', false],
  ['E2<"a"', true],
  ['E2>"a"', false],
  ['E2="1500"', false],
  ['$F2="ÉTÉ"', true],
  ['$F2="e"', false],
  ['$F2>5', true],
  ['$F2<5', false],
  ['$F2>"zzz"', true],
  ['$G2=0', true],
  ['$G2=""', true],
  ['$G2<>0', false],
  ['ISBLANK($G2)', true],
  ['ISBLANK($F2)', false],
  ['LEN(F2)=0', false],
  ['ISERROR($H2)', true],
  ['ISNA(F2)', false],
  ['$H2=1', true],
  ['0', false],
  ['FALSE()', false],
  ['E$2=0', true],
  ['E3=0', true],
  ['E2=F2', true],
  ['E2=0+0', true],
  ['NOT(E2=1500)', true],
  ['', true],
])('%s of the row: may hold %s', (formula, expected) => {
  expect(mayHold(rule('expression', [formula]), 4)).toBe(expected)
})

test.each([
  ['between', ['1000', '2000'], true],
  ['between', ['1501', '2000'], false],
  ['notBetween', ['1000', '2000'], false],
  ['notBetween', ['1501', '2000'], true],
  ['greaterThanOrEqual', ['1500'], true],
  ['lessThan', ['1500'], false],
  ['notEqual', ['"x"'], true],
  ['equal', ['$A$1'], true],
  ['somethingNew', ['0'], true],
])('an amount of 1500 that is %s %s: may hold %s', (operator, formulas, expected) => {
  expect(mayHold(rule('cellIs', formulas, operator), 4)).toBe(expected)
})

test.each([
  ['containsText', 'té', true],
  ['containsText', 'x', false],
  ['containsText', '?x', true],
  ['containsText', '', true],
  ['notContainsText', 't', false],
  ['beginsWith', 'É', true],
  ['endsWith', 'É', true],
  ['endsWith', 't', false],
  ['notContainsBlanks', '', true],
  ['containsBlanks', '', false],
  ['containsErrors', '', false],
  ['top10', '', true],
])('a word that %s "%s": may hold %s', (type, text, expected) => {
  expect(mayHold(rule(type, [], '', text), 5)).toBe(expected)
})

test('a cell that only a spreadsheet can judge may be any value', () => {
  const odd = [worded(4, 'B²'), { ...worded(5, '2026-11-26'), kind: 'date' as const }]
  const equal = conditionOf(rule('cellIs', ['"x"'], 'equal'), null)
  expect(odd.map((cell) => equal(cell, odd))).toEqual([true, true])
})
