import { unitsIn } from '../../payout/money/writtenAmount.ts'
import { clipped, fold } from '../../payout/typedText.ts'
import { say } from '../../words/sentence.ts'
import { addMapping, type ColumnMapResult } from '../payroll/header/columnMap.ts'
import { mappedField, unpayableUnit } from '../payroll/header/columns.ts'
import { splitCases } from '../payroll/header/headingWords.ts'
import { type Refused, refused } from '../payroll/row.ts'
import { fields, isField, moneyFields, placeOf, type StatementField } from './statementFields.ts'

export type { StatementField } from './statementFields.ts'

/** `--map FIELD=COLUMN` for a statement. */
export type StatementMap = Readonly<Partial<Record<StatementField, string>>>

/** Adds one `--map` to those before it. The field may have any name of its columns (`débit`, `n° transaction`). */
export const addToStatementMap = (map: StatementMap, text: string): ColumnMapResult<StatementField> =>
  addMapping<StatementField>(map, text, (name) => (isField(name) ? name : (placeOf(name)?.field ?? null)), fields)

/** Reads a stored map, and leaves out what isn't a field of it. */
export function readStatementMap(kept: unknown): StatementMap {
  if (typeof kept !== 'object' || kept === null) return {}
  return Object.fromEntries(
    Object.entries(kept).filter(([field, column]) => isField(field) && typeof column === 'string'),
  )
}

export interface StatementColumns {
  /** The index of each field among the file's columns. */
  index: Partial<Record<StatementField, number>>
  names: readonly string[]
  /** Those that `--map` names: what they have needs no guess. */
  mapped?: StatementMap
}

/** Finds the field of each column of a statement, or why the statement can't be used. */
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
  const hasNumber = index.phone !== undefined || index.label !== undefined
  const isTold = hasNumber && index.date !== undefined && hasAmounts({ index })
  if (index.reference !== undefined || isTold) return { ok: true, columns: { index, names: columns, mapped: map } }
  const seen = columns.some(isLongNumber) ? [] : columns.filter((name) => name !== '').map((name) => clipped(name))
  if (seen.length === 0) return refused(say('files.statement_no_names'), 1)
  const lacking = [
    ...(hasNumber ? [] : ['phone']),
    ...(hasAmounts({ index }) ? [] : ['amount']),
    ...(index.date === undefined ? ['date'] : []),
  ]
  return refused(say('files.statement_no_columns', { seen, fields: lacking }), 1)
}

export const hasAmounts = ({ index }: Pick<StatementColumns, 'index'>): boolean =>
  index.amount !== undefined || index.debit !== undefined || index.credit !== undefined

/** A phone number or an amount is part of a line, not a column's name. */
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
    const first = columns[index[field] ?? 0] ?? ''
    // Of columns with the same name, the first counts if their cells agree (see twinsOf).
    if (before === rank && fold(first) === fold(name)) continue
    if (before === rank) return twice(first, name, field)
    if (before !== undefined && before < rank) continue
    index[field] = at
    ranks[field] = rank
  }
  // A time column without a date column is taken as the date: `Time` may contain both.
  if (index.date === undefined && index.time !== undefined) {
    index.date = index.time
    delete index.time
  }
  if (map.amount === undefined && isUncertainAmount(columns, index)) delete index.amount
  return index
}

/** The columns with the same name as that of a field, by the field's column: `Currency` of the amount and of the fee. */
export function twinsOf({ index, names }: StatementColumns): ReadonlyMap<number, readonly number[]> {
  const twins = new Map<number, number[]>()
  for (const at of Object.values(index)) {
    const name = fold(names[at] ?? '')
    const others = [...names.keys()].filter((other) => other !== at && fold(names[other] ?? '') === name)
    if (name !== '' && others.length > 0) twins.set(at, others)
  }
  return twins
}

/** `Montant total` may include the fee, and only a column of fees can tell. Beside `Débit`, it and `Montant transféré` are something else. */
function isUncertainAmount(columns: readonly string[], index: StatementColumns['index']): boolean {
  const name = index.amount === undefined ? '' : (columns[index.amount] ?? '')
  if (index.debit !== undefined || index.credit !== undefined) return /total|transf/i.test(name)
  return index.fee === undefined && /total/i.test(name)
}

/** Amounts are in one column or in two. `Montant` beside `Débit` may be either, and only `--map` can tell. Null if it doesn't. */
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
 * Finds the record that names a statement's columns among the first ones: the first usable one that names more than one column, because
 * there may be a title, an account and a period above it; or else the first usable one. A record that names columns but isn't usable
 * (two columns for one field) counts, too, so that the file is refused for that reason.
 *
 * @returns its index, or -1 if there is none
 */
export function findStatementNames(records: readonly { cells: readonly string[] }[], map: StatementMap = {}): number {
  const named = records.map(({ cells }) => {
    const found = findStatementColumns(cells, map)
    if ('ok' in found) return Object.keys(found.columns.index).length
    const placed = placeColumns(cells, map)
    return 'kind' in placed || Object.keys(placed).length > 2 ? 0.5 : 0
  })
  // A title may have the same words as a column, beside what they are: `Ref no;123;Payment date;21/11/2026`.
  const untold = named.findIndex(
    (fields, at) => fields > 1 && !records[at]?.cells.some((cell) => /^[\d\s/.:-]*\d$/.test(cell)),
  )
  if (untold !== -1) return untold
  const certain = named.findIndex((fields) => fields > 1)
  if (certain !== -1) return certain
  const possible = named.indexOf(1)
  return possible === -1 ? named.findIndex((fields) => fields > 0) : possible
}

/** Whether a record above the names would be a line of the statement below them: such a record must not be left out. */
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

/** Whether a record is about a payout: it has something that identifies one, and digits for the amount and the date if it has them. */
export function readsAsLine(cells: readonly string[], { index }: StatementColumns): boolean {
  const { reference, phone, label, amount, debit, credit, date } = index
  const has = shownIn(cells)
  const money = [amount, debit, credit].filter((at) => at !== undefined)
  const isKnown = has(reference, /\d/) || has(phone, /\d{6}/) || (money.length > 0 && has(label, /\S/))
  return isKnown && (money.length === 0 || money.some((at) => has(at, /\d/))) && (date === undefined || has(date, /\d/))
}

const twice = (one: string, other: string, field: StatementField): Refused =>
  refused(say('files.columns_both_may_remove_rename_one', { one: clipped(one), other: clipped(other), field }), 1)
