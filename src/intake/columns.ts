import { t } from '../words/t.ts'
import { likelyColumns } from './columnAdvice.ts'
import { type ColumnMap, mappedField, shownAs } from './columnMap.ts'
import { type Field, fieldOf, requiredFields } from './field.ts'
import { type Refused, refused } from './row.ts'

export { type Field, fieldOf } from './field.ts'

/** The columns that a report adds (contract, "The report"). In an input they are left out: the next report replaces them. */
export const reportColumns = [
  'line',
  'status',
  'provider_reference',
  'error_code',
  'error_message',
  'attempts',
  'sent_at',
  'settled_at',
] as const

/** The same with `--map`: a mapped column stands for its field alone, and nothing else stands for that field. */
export function fieldIn(map: ColumnMap, name: string): Field | null {
  const mapped = mappedField(map, name)
  if (mapped !== null) return mapped
  const field = fieldOf(name)
  return field !== null && map[field] !== undefined ? null : field
}

/** Whether a line of these cells names all that a payout needs. */
export function namesRequired(map: ColumnMap, cells: readonly string[]): boolean {
  const found = new Set(cells.map((cell) => fieldIn(map, cell)))
  return requiredFields.every((field) => found.has(field))
}

/** Whether a column is one that a report adds. */
export const isReportColumn = (name: string): boolean =>
  (reportColumns as readonly string[]).includes(name.trim().toLowerCase())

/** The columns that are kept, and where the fields are among them. Grows while a JSON file is read. */
export interface Columns {
  /** As the file names them, trimmed, without the report's own. */
  names: string[]
  /** Index into `names`. */
  index: Partial<Record<Field, number>>
  /** True when the file has all the columns that a report adds: it is one of ours. */
  isReport: boolean
  /** Of a statement every column is kept and none stands for a field of a payout: statementColumns.ts looks at the names. */
  of: 'payouts' | 'statement'
  /** Of each kept column: its index among all columns of the table, left out ones included. Empty for JSON. */
  places: number[]
  /** `--map`: which column stands for a field, whatever the names say. */
  map: ColumnMap
  /** What was taken for granted in reading the file, each a sentence for people. */
  notes: string[]
}

export const noColumns = (of: Columns['of'] = 'payouts', map: ColumnMap = {}): Columns => ({
  names: [],
  index: {},
  isReport: false,
  of,
  places: [],
  map,
  notes: [],
})

/** What a row looks like in JSON, for sentences. */
export const exampleOf = {
  payouts: '{"operator": …, "amount": …}',
  statement: '{"reference": …, "status": …}',
} as const

/** Adds a column. Returns its index among the kept ones, -1 when it is not kept, or why the file can't be taken. */
export function addColumn(columns: Columns, written: string): number | Refused {
  const name = written.trim()
  if (name.includes('\0') || !name.isWellFormed()) {
    return refused(
      t`The name of column ${columns.names.length + 1} holds characters that are no text: write it anew.`,
      1,
    )
  }
  if (columns.of === 'statement') return columns.names.push(name) - 1
  if (isReportColumn(name)) return -1
  const field = fieldIn(columns.map, name)
  const index = columns.names.length
  if (field !== null) {
    const other = columns.index[field]
    if (other !== undefined) return twice(columns.names[other] ?? '', name, field)
    columns.index[field] = index
  }
  columns.names.push(name)
  return index
}

/** Why the file can't be paid: a required column that it does not have, or one that `--map` names. Null when it has them all. */
export function missingColumns(columns: Columns, advice: string, line = 1): Refused | null {
  if (columns.of === 'statement') return null
  const seen = columns.names
    .filter((name) => name !== '')
    .map(shorten)
    .join(', ')
  const unseen = (Object.keys(columns.map) as Field[]).find((field) => columns.index[field] === undefined)
  if (unseen !== undefined) {
    return { ...refused(unseenSentence(columns.map[unseen] ?? '', unseen, seen), line), fault: 'command' }
  }
  const missing = requiredFields.filter((field) => columns.index[field] === undefined)
  if (missing.length === 0) return null
  const used = new Set(Object.values(columns.index))
  const free = columns.names.filter((name, at) => name !== '' && !used.has(at))
  const guesses = missing.flatMap((field) =>
    likelyColumns(field, free).map(
      (name) => t`"${shorten(name)}" may be the ${field}: add --map ${field}=${shownAs(name)}, or rename the column.`,
    ),
  )
  const help = guesses.length === 0 ? advice : guesses.join(' ')
  return refused(`${missingSentence(missing.join(', '), seen)} ${help}`, line)
}

const unseenSentence = (column: string, field: Field, seen: string): string =>
  seen === ''
    ? t`There is no column "${column}", which --map names for ${field}; the file names no columns.`
    : t`There is no column "${column}", which --map names for ${field}; the file has: ${seen}.`

const missingSentence = (fields: string, seen: string): string =>
  seen === ''
    ? t`There is no column for ${fields}; the file names no columns.`
    : t`There is no column for ${fields}; the file has: ${seen}.`

const twice = (one: string, other: string, field: Field): Refused =>
  one === other
    ? refused(t`There are two columns "${shorten(one)}": keep one of them.`, 1)
    : refused(t`The columns "${shorten(one)}" and "${shorten(other)}" both stand for ${field}: keep one of them.`, 1)

const shorten = (name: string): string => (name.length > 40 ? `${name.slice(0, 39)}…` : name)
