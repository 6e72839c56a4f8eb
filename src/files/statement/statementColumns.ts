import { unitsIn } from '../../payout/money/writtenAmount.ts'
import { clipped } from '../../payout/typedText.ts'
import { say } from '../../words/sentence.ts'
import { addMapping, type ColumnMapResult, mappedField, unpayableUnit } from '../payroll/columns.ts'
import { splitCases } from '../payroll/field.ts'
import { type Refused, refused } from '../payroll/row.ts'
import { fields, isField, moneyFields, placeOf, type StatementField } from './statementFields.ts'

export type { StatementField } from './statementFields.ts'

/** `--map FIELD=COLUMN` of a statement. */
export type StatementMap = Readonly<Partial<Record<StatementField, string>>>

/** Adds one `--map` to those before it; the field goes by any name that a column of it may have (`débit`, `n° transaction`). */
export const addToStatementMap = (map: StatementMap, text: string): ColumnMapResult<StatementField> =>
  addMapping<StatementField>(map, text, (name) => (isField(name) ? name : (placeOf(name)?.field ?? null)), fields)

/** A map as it was kept: what is none of its fields is left out. */
export function readStatementMap(kept: unknown): StatementMap {
  if (typeof kept !== 'object' || kept === null) return {}
  return Object.fromEntries(
    Object.entries(kept).filter(([field, column]) => isField(field) && typeof column === 'string'),
  )
}

export interface StatementColumns {
  /** Index among the file's columns. */
  index: Partial<Record<StatementField, number>>
  names: readonly string[]
}

/** Finds what each column of a statement stands for; or why the statement can't be used. */
export function findStatementColumns(
  columns: readonly string[],
  map: StatementMap = {},
): { ok: true; columns: StatementColumns } | Refused {
  const found = placeColumns(columns, map)
  if ('kind' in found) return found
  const index = withOneAmount(found, map)
  if (index === null) return eitherAmount(columns, found)
  const unseen = fields.find((field) => map[field] !== undefined && index[field] === undefined)
  if (unseen !== undefined) {
    const seen = columns.filter((name) => name !== '').map((name) => clipped(name))
    return {
      ...refused(say('files.statement_map_no_column', { column: map[unseen] ?? '', field: unseen, seen }), 1),
      fault: 'command',
    }
  }
  const wrong = wrongUnit(columns, index)
  if (wrong) return wrong
  const hasMoney = index.amount !== undefined || index.debit !== undefined || index.credit !== undefined
  const hasNumber = (index.phone !== undefined || index.label !== undefined) && hasMoney && index.date !== undefined
  if (index.reference !== undefined || hasNumber) return { ok: true, columns: { index, names: columns } }
  const seen = columns.some(isLongNumber) ? [] : columns.filter((name) => name !== '').map((name) => clipped(name))
  return refused(seen.length === 0 ? say('files.statement_no_names') : say('files.statement_no_columns', { seen }), 1)
}

/** A person's number, or an amount: of a line, and no name of a column. */
const isLongNumber = (name: string): boolean =>
  /^\s*\+?\d[\d\s.,()-]*$/.test(name) && name.replace(/\D/g, '').length >= 7

function placeColumns(columns: readonly string[], map: StatementMap): StatementColumns['index'] | Refused {
  const index: StatementColumns['index'] = {}
  const ranks: Partial<Record<StatementField, number>> = {}
  for (const [at, name] of columns.entries()) {
    const mapped = mappedField(map, name)
    const place = mapped === null ? placeOf(name) : { field: mapped, rank: -1 }
    if (!place || (mapped === null && map[place.field] !== undefined)) continue
    const { field, rank } = place
    const before = ranks[field]
    if (before === rank) return twice(columns[index[field] ?? 0] ?? '', name, field)
    if (before !== undefined && before < rank) continue
    index[field] = at
    ranks[field] = rank
  }
  // An hour without a day is one with it: `Time` may be all that there is.
  if (index.date === undefined && index.time !== undefined) {
    index.date = index.time
    delete index.time
  }
  return index
}

/** Amounts in one column, or in two: `Montant` beside `Débit` may be either, and only a person can say. Null where nobody has. */
function withOneAmount(index: StatementColumns['index'], map: StatementMap): StatementColumns['index'] | null {
  const hasSides = index.debit !== undefined || index.credit !== undefined
  if (index.amount === undefined || !hasSides) return index
  const { amount, debit, credit, ...rest } = index
  if (map.amount !== undefined) return { ...rest, amount }
  if (map.debit === undefined && map.credit === undefined) return null
  return { ...rest, ...(debit !== undefined && { debit }), ...(credit !== undefined && { credit }) }
}

const eitherAmount = (columns: readonly string[], { amount = 0, debit, credit }: StatementColumns['index']): Refused =>
  refused(
    say('files.statement_either_amount', {
      amount: clipped(columns[amount] ?? ''),
      side: clipped(columns[debit ?? credit ?? 0] ?? ''),
      field: debit === undefined ? 'credit' : 'debit',
    }),
    1,
  )

function wrongUnit(columns: readonly string[], index: StatementColumns['index']): Refused | null {
  for (const field of moneyFields) {
    const at = index[field]
    if (at === undefined) continue
    const name = columns[at] ?? ''
    const wrong = unpayableUnit(unitsIn(splitCases(name)), name)
    if (wrong) return wrong
  }
  return null
}

/**
 * Which of a file's first records names the columns of a statement: the first that names more than one of them and would do,
 * since a title, an account and a period may stand above; else the first that would do. One that names them and can't be used
 * (two columns for one thing) is it as well: the file is refused for that, and not for a title above it.
 *
 * @returns -1 where none does
 */
export function findStatementNames(records: readonly { cells: readonly string[] }[], map: StatementMap = {}): number {
  const named = records.map(({ cells }) => {
    const found = findStatementColumns(cells, map)
    if ('ok' in found) return Object.keys(found.columns.index).length
    const placed = placeColumns(cells, map)
    return 'kind' in placed || Object.keys(placed).length > 2 ? 0.5 : 0
  })
  const certain = named.findIndex((fields) => fields > 1)
  if (certain !== -1) return certain
  const possible = named.indexOf(1)
  return possible === -1 ? named.findIndex((fields) => fields > 0) : possible
}

/** Whether a record above the names would be a line of the statement if it stood below them: it is not to be left out unseen. */
export function mayBeStatementLine(
  cells: readonly string[],
  names: readonly string[],
  map: StatementMap = {},
): boolean {
  const found = findStatementColumns(names, map)
  if (!('ok' in found)) return false
  const { reference, phone, amount, debit, credit } = found.columns.index
  const has = shownIn(cells)
  const isAmount = /^\s*[-+'\u2212]?\s*\d[\d\s.,]*$/
  return [amount, debit, credit].some((at) => has(at, isAmount)) && (has(reference, /\S/) || has(phone, /\d{6}/))
}

const shownIn =
  (cells: readonly string[]) =>
  (at: number | undefined, what: RegExp): boolean =>
    at !== undefined && what.test(cells[at] ?? '')

/** Whether a record tells of a payout: by what it is known, and digits for the amount and the date where there are such columns. */
export function readsAsLine(cells: readonly string[], { index }: StatementColumns): boolean {
  const { reference, phone, label, amount, debit, credit, date } = index
  const has = shownIn(cells)
  const money = [amount, debit, credit].filter((at) => at !== undefined)
  const isKnown = has(reference, /\d/) || has(phone, /\d{6}/) || (money.length > 0 && has(label, /\S/))
  return isKnown && (money.length === 0 || money.some((at) => has(at, /\d/))) && (date === undefined || has(date, /\d/))
}

const twice = (one: string, other: string, field: StatementField): Refused =>
  refused(say('files.columns_both_may_remove_rename_one', { one: clipped(one), other: clipped(other), field }), 1)
