import type { SheetCell } from '../xlsx/sheetCell.ts'
import { columnOf } from '../xlsx/sheetShape.ts'

/** What decides when a rule of a conditional format holds (ECMA-376 part 1, 18.3.1.10). */
export interface RuleText {
  type: string
  operator: string
  text: string
  formulas: readonly string[]
}

/** The first cell of a rule's range, to which the references in its formulas are relative. */
export interface Origin {
  line: number
  column: number
}

/**
 * Whether a rule may hold for a cell, given the non-empty cells of its row. False only if that is certain without calculating a
 * formula.
 */
export type Condition = (cell: SheetCell, row: readonly SheetCell[]) => boolean

const may: Condition = () => true
const never: Condition = () => false

/** @param origin null if it isn't clear which of several ranges comes first */
export function conditionOf({ type, operator, text, formulas }: RuleText, origin: Origin | null): Condition {
  const [first = '', second = ''] = formulas.map((formula) => formula.trim())
  switch (type) {
    case 'cellIs':
      return cellIs(operator, constantOf(first), constantOf(second))
    case 'expression':
      return expression(first, origin)
    case 'containsBlanks':
      return never
    case 'containsErrors':
      return mayBeError
    case 'containsText':
      return contains(text, (value, part) => value.includes(part))
    case 'notContainsText':
      return contains(text, (value, part) => !value.includes(part))
    case 'beginsWith':
      return contains(text, (value, part) => value.startsWith(part))
    case 'endsWith':
      return contains(text, (value, part) => value.endsWith(part))
    default:
      return may
  }
}

/** Null for an empty cell. */
type Value = number | string | null

/** The marks of footnotes and struck-through text, and NUL, which are not part of a cell's real value. */
const altered = /\u0336|[\0⁰¹²³⁴-⁹₀-₉]/

/** Undefined if only a spreadsheet could tell. */
function valueIn(cell: SheetCell | undefined): Value | undefined {
  if (cell === undefined) return null
  if (cell.kind === 'number') return Number(cell.text)
  return cell.kind === 'text' && !altered.test(cell.text) ? folded(cell.text) : undefined
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

const mayBeError = (cell: SheetCell | undefined): boolean => cell?.kind === 'error' || cell?.kind === 'no_value'

function contains(part: string, holds: (value: string, part: string) => boolean): Condition {
  // Wildcards may match any character.
  if (part === '' || /[*?~]/.test(part)) return may
  return (cell) => {
    const value = valueIn(cell)
    return value == null || holds(folded(cell.text), folded(part))
  }
}

/** `1500`, `"B"`. Null for anything that has to be calculated. */
function constantOf(formula: string): number | string | null {
  if (/^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(formula)) return Number(formula)
  const [, quoted] = /^"((?:[^"]|"")*)"$/.exec(formula) ?? []
  return quoted === undefined ? null : folded(quoted.replaceAll('""', '"'))
}

type Constant = ReturnType<typeof constantOf>

function cellIs(operator: string, first: Constant, second: Constant): Condition {
  const sign = signs[operator]
  if (sign !== undefined) return (cell) => compares(valueIn(cell), sign, first)
  return (cell) => {
    const value = valueIn(cell)
    if (operator === 'between') return compares(value, '>=', first) && compares(value, '<=', second)
    return operator !== 'notBetween' || compares(value, '<', first) || compares(value, '>', second)
  }
}

const signs: Readonly<Record<string, string>> = {
  equal: '=',
  notEqual: '<>',
  lessThan: '<',
  lessThanOrEqual: '<=',
  greaterThan: '>',
  greaterThanOrEqual: '>=',
}

/** Numbers come before texts. The order of texts depends on the language, so any comparison of them may hold. */
function compares(value: Value | undefined, sign: string, constant: Constant): boolean {
  if (value === undefined || constant === null) return true
  const own = value ?? (typeof constant === 'number' ? 0 : '')
  if (own === constant) return sign.includes('=')
  if (sign === '=' || sign === '<>') return sign === '<>'
  if (typeof own === 'string' && typeof constant === 'string') return true
  const isLess = typeof own === typeof constant ? own < constant : typeof own === 'number'
  return sign.startsWith(isLess ? '<' : '>')
}

const reference = String.raw`(\$?)([A-Z]{1,3})(\$?)(\d{1,7})`
const comparison = new RegExp(String.raw`^${reference}\s*(=|<>|<=|>=|<|>)\s*(.+)$`, 'is')
const blankness = new RegExp(String.raw`^(?:ISBLANK\(${reference}\)|LEN\((?:TRIM\()?${reference}\)?\)\s*=\s*0)$`, 'i')
const errors = new RegExp(String.raw`^(?:ISERROR|ISERR|ISNA)\(${reference}\)$`, 'i')

/** Reads `$F2="B"`, `E2<0`, `ISERROR(E2)` or `FALSE`, about a cell in the same row. */
function expression(formula: string, origin: Origin | null): Condition {
  if (/^(?:FALSE(?:\(\))?|0)$/i.test(formula)) return never
  if (origin === null) return may
  const compared = comparison.exec(formula)
  const named = compared ?? blankness.exec(formula) ?? errors.exec(formula)
  if (!named) return may
  const [dollar = '', letters = '', lineDollar, line] = named.slice(1, 9).filter((part) => part !== undefined)
  if (lineDollar !== '' || Number(line) !== origin.line) return may
  const at = columnOf(letters.toUpperCase())
  const meant = (cell: SheetCell, row: readonly SheetCell[]) => {
    const column = dollar === '' ? cell.column + at - origin.column : at
    return row.find((each) => each.column === column)
  }
  if (compared) {
    const [sign = '', constant = ''] = compared.slice(5)
    return (cell, row) => compares(valueIn(meant(cell, row)), sign, constantOf(constant.trim()))
  }
  if (/^IS(?:ERR|NA)/i.test(formula)) return (cell, row) => mayBeError(meant(cell, row))
  return (cell, row) => (meant(cell, row)?.text.trim() ?? '') === ''
}
