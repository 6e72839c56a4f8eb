import { foreignSign, type UnitsFound, unitsIn } from '../../../payout/money/writtenAmount.ts'
import { isProblemHeading, isSandboxColumn } from '../../../payout/report.ts'
import { clipped, fold } from '../../../payout/typedText.ts'
import { type Sentence, say } from '../../../words/sentence.ts'
import { type Field, fieldOf, requiredFields } from '../field.ts'
import { type Refused, type Row, refused, type StatedMember, type TailLine } from '../row.ts'
import { anyOf, fieldWords } from './fields.ts'
import { likelyColumns } from './guessedColumns.ts'
import { splitCases } from './headingWords.ts'
import { type NamePart, namePartOf } from './nameParts.ts'

export { type Field, fieldOf, requiredFields } from '../field.ts'

/** `fieldOf` with `--map`: a mapped column stands only for its field, and no other column stands for that field. */
export function fieldIn(map: ColumnMap, name: string): Field | null {
  const mapped = mappedField(map, name)
  if (mapped !== null) return mapped
  const field = fieldOf(name)
  return field !== null && map[field] !== undefined ? null : field
}

/** Whether these cells name all columns that a payout needs. */
export function namesRequired(map: ColumnMap, cells: readonly string[]): boolean {
  const found = new Set(cells.map((cell) => fieldIn(map, cell)))
  return requiredFields.every((field) => found.has(field))
}

/** The columns that are kept, and where the fields are among them. Grows while a JSON file is read. */
export interface Columns {
  /** The trimmed names in the file, without the report's own columns; and the index of each field in them. */
  names: string[]
  index: Partial<Record<Field, number>>
  /** The columns of names, and the indexes of those that together are the name, in the file's order. */
  ofNames: { at: number; part: NamePart }[]
  nameAt: number[]
  /** Columns whose names stand for a field for which another one is read. Refused if their cells could be meant, too. */
  rivals: Map<number, Field>
  /** True if the file has the columns that a report adds, and so is a report of payrun. */
  isReport: boolean
  /** In a statement, every column is kept and none stands for a payout's field: statementColumns.ts reads the names. */
  of: 'payouts' | 'statement'
  /** For each kept column: its index among all columns of the table. Empty for JSON. */
  places: number[]
  /** The line of the column names. */
  headerLine: number
  /** In a copy with marked problems: the place of the column of reasons, and of the first column without a name before it. */
  problemsAt?: number
  problemsFrom?: number
  /** Whether the column at this place of the table is left out (`--hidden skip`). */
  isLeftOut?: (place: number) => boolean
  /** In a workbook, once all rows are read: whether the cell at this place is merged with those below it as far as the last line. */
  isMerged?: (place: number, line: number, last: number) => boolean
  /** `--map`: the column that stands for a field, whatever the names. For a statement, which has other fields, `statementMap`. */
  map: ColumnMap
  statementMap?: Readonly<Partial<Record<string, string>>>
  /** The columns that `isAnswered` found: they stand for no field, but mark their rows. */
  answers: Set<string>
  /** What was assumed when reading the file, as sentences for people. */
  notes: Sentence[]
  /** The currency signs in the heading of the amounts, in a title above it or in the sheet's name. Each row's currency must agree. */
  units: (UnitsFound['currencies'][number] & { line?: number; sheet?: string })[]
  /** Totals in the titles above a table, the lines below its last payout, and totals beside the rows of JSON. Known at the end. */
  above: TailLine[]
  tail: TailLine[]
  stated: StatedMember[]
  /** Rows have been checked with them, so none may change its meaning any more. */
  isSettled: boolean
}

export const noColumns = (of: Columns['of'] = 'payouts', map: ColumnMap = {}): Columns => ({
  names: [],
  index: {},
  ofNames: [],
  nameAt: [],
  rivals: new Map(),
  isReport: false,
  of,
  places: [],
  headerLine: 1,
  map,
  answers: new Set(),
  notes: [],
  units: [],
  above: [],
  tail: [],
  stated: [],
  isSettled: false,
})

/** An example of a row in JSON, for sentences. */
export const exampleOf = {
  payouts: '{"operator": …, "amount": …}',
  statement: '{"reference": …, "status": …}',
} as const

/** Of several columns with names for one field: `rival` if its cells may be meant, too, and `needless` if they can't be. */
export type Role = 'rival' | 'needless'

/** Adds a column. Returns its index among the kept ones, -1 if it is not kept, or why the file is refused. */
export function addColumn(columns: Columns, written: string, role?: Role): number | Refused {
  const name = written.trim()
  if (name.includes('\0') || !name.isWellFormed()) {
    return refused(say('files.name_column_holds_characters_no_text', { names: columns.names.length + 1 }), 1)
  }
  if (columns.of === 'statement') return columns.names.push(name) - 1
  if (isSandboxColumn(name) || isProblemHeading(name)) return -1
  const field = fieldAmong(columns, name)
  const index = columns.names.length
  if (field !== null && role !== 'needless') {
    if (role === 'rival' || !takeColumn(columns, field, index, name)) columns.rivals.set(index, field)
    else {
      const wrong = field === 'amount' ? takeUnits(columns, unitsIn(splitCases(name)), name) : null
      if (wrong) return wrong
    }
  }
  columns.names.push(name)
  return index
}

/** The field that a column stands for, unless its cells are yes and no. */
export const fieldAmong = ({ answers, map }: Columns, name: string): Field | null =>
  answers.has(name) && mappedField(map, name) === null ? null : fieldIn(map, name)

/** Returns false if another column is read for the field. */
function takeColumn(columns: Columns, field: Field, index: number, name: string): boolean {
  if (field === 'name') return addName(columns, index, name)
  if (columns.index[field] !== undefined) return false
  columns.index[field] = index
  return true
}

/**
 * Adds a column of names. Family names and given names in columns of their own are the name together, in the file's order. A column that
 * has the whole name is the name alone.
 *
 * @returns false if another column is read instead, and only the cells can tell which one is meant
 */
function addName(columns: Columns, at: number, name: string): boolean {
  const part = partOf(columns, name)
  if (columns.ofNames.some((each) => each.part === part && isWhole(part))) return false
  const isRepeated = columns.ofNames.some((each) => fold(columns.names[each.at] ?? '') === fold(name))
  if (isRepeated || (part === 'family' && columns.ofNames.some((each) => each.part === part))) return true
  const all = [...columns.ofNames, { at, part }]
  const now = together(all)
  // Rows have been read by the columns before.
  if (columns.isSettled && !columns.nameAt.every((each) => now.includes(each))) return false
  columns.ofNames = all
  columns.nameAt = now
  columns.index.name = now[0] ?? at
  return true
}

/** The part of the name in a column; all of it if a person chose the column. */
export const partOf = ({ map }: Pick<Columns, 'map'>, name: string): NamePart =>
  map.name === undefined ? namePartOf(name) : 'whole'

/** Whether a column with this part may be the name alone. */
export const isWhole = (part: NamePart): boolean => part === 'whole' || part === 'any'

/** Of all columns of names, those that together are the name. */
function together(all: Columns['ofNames']): number[] {
  const first = (wanted: NamePart) => all.find(({ part }) => part === wanted)
  const alone = first('whole') ?? (first('family') && first('given') ? first('any') : undefined)
  return alone ? [alone.at] : all.map(({ at }) => at)
}

/** Keeps the unit that the heading of the amounts names, or returns why nothing in such a unit can be paid. */
export function takeUnits(columns: Columns, found: UnitsFound, name: string): Refused | null {
  const wrong = unpayableUnit(found, name)
  if (!wrong) columns.units.push(...found.currencies)
  return wrong
}

/** Why nothing in a heading's unit can be paid: thousands, or a currency that payrun never pays. Null if it can. */
export function unpayableUnit(found: UnitsFound, name: string): Refused | null {
  const column = clipped(name)
  if (found.scale !== null) return refused(say('files.heading_in_multiples', { column, scale: found.scale }), 1)
  const sign = foreignSign(found)
  return sign === null ? null : refused(say('files.heading_foreign', { column, sign }), 1)
}

/** Why the file can't be paid: it lacks a required column, or one that `--map` names. Null if it has them all. */
export function missingColumns(columns: Columns, advice: Sentence, line = 1): Refused | null {
  if (columns.of === 'statement') return null
  const seen = columns.names.filter((name) => name !== '').map((name) => clipped(name))
  const unseen = (Object.keys(columns.map) as Field[]).find((field) => columns.index[field] === undefined)
  if (unseen !== undefined) {
    return { ...refused(unseenSentence(columns.map[unseen] ?? '', unseen, seen), line), fault: 'command' }
  }
  const missing = requiredFields.filter((field) => columns.index[field] === undefined)
  if (missing.length === 0) return null
  const used = new Set(fieldPlaces(columns).map(([, at]) => at))
  const free = columns.names.filter((name, at) => name !== '' && !used.has(at))
  const guesses = likelyColumns(missing, free).map(({ field, column }) => mapOption(field, column))
  const isOneForAll = missing.length > 1 && free.length === 1
  const help =
    guesses.length > 0 && !isOneForAll
      ? say('files.likely_columns', { options: guesses })
      : seen.length > 1
        ? say('files.rename_or_map', { options: missing.map((field) => `--map ${field}=…`) })
        : advice
  return refused(
    seen.length === 0
      ? say('files.no_column_no_names', { fields: anyOf(missing), help })
      : say('files.no_column', { fields: anyOf(missing), seen, help }),
    line,
  )
}

const unseenSentence = (column: string, field: Field, seen: readonly string[]): Sentence =>
  seen.length === 0
    ? say('files.no_column_map_names_file_names', { column, field: fieldWords[field] })
    : say('files.no_column_map_names_file', { column, field: fieldWords[field], seen })

/** The unchanged cell of a field; '' if absent. The name may be in several cells. */
export function cellOf(row: Pick<Row, 'cells'>, columns: Columns, field: Field): string {
  if (field === 'name') return joinedName(columns, (at) => row.cells[at] ?? '')
  const index = columns.index[field]
  return index === undefined ? '' : (row.cells[index] ?? '')
}

/**
 * The name in a row: the cell itself if one column has the name; otherwise its parts, without empty ones. A given name that the column
 * `Nom` has, too, is not repeated.
 */
export function joinedName(
  { nameAt, ofNames }: Pick<Columns, 'nameAt' | 'ofNames'>,
  text: (at: number) => string,
): string {
  const [first = -1, second] = nameAt
  if (second === undefined) return text(first)
  const any = wordsIn(text(ofNames.find(({ part }) => part === 'any')?.at ?? -1))
  const parts = nameAt.map((at) => text(at).trim())
  return parts.filter((part) => part !== '' && !isAmong(wordsIn(part), any)).join(' ')
}

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')

const isAmong = (words: readonly string[], all: readonly string[]): boolean =>
  words.length < all.length && words.every((word) => all.includes(word))

/** The file's name for a column, or the canonical name if the file has none. */
export function columnName(columns: Columns, field: Field): string {
  if (field === 'name' && columns.nameAt.length > 1) return columns.nameAt.map((at) => columns.names[at]).join(' + ')
  const index = columns.index[field]
  return index === undefined ? field : (columns.names[index] ?? field)
}

/** The fields with the indexes of their columns; the name may have several. */
export const fieldPlaces = ({ index, nameAt }: Pick<Columns, 'index' | 'nameAt'>): [Field, number][] => [
  ...(Object.entries(index) as [Field, number][]).filter(([field]) => field !== 'name'),
  ...nameAt.map((at): [Field, number] => ['name', at]),
]

/** `--map FIELD=COLUMN`: the file's column for each field. */
export type ColumnMap = Partial<Record<Field, string>>

/** The field that a column is mapped to; null if there is none. */
export function mappedField<Key extends string>(map: Partial<Record<Key, string>>, column: string): Key | null {
  const name = column.trim()
  const folded = fold(name)
  for (const field of Object.keys(map) as Key[]) {
    const wanted = map[field]
    if (wanted === undefined) continue
    if (wanted === name || (folded !== '' && fold(wanted) === folded)) return field
  }
  return null
}

/** A column's name as people type it after `--map field=`. */
const shownAs = (name: string): string => (/^[\p{L}\p{N}_.-]+$/u.test(name) ? name : `"${name}"`)

/** The option as people type it. */
export const mapOption = (field: Field, column: string): string => `--map ${field}=${shownAs(column)}`
