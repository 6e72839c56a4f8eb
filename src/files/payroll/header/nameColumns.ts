import { fold } from '../../../payout/typedText.ts'
import { type Field, type NamePart, namePartOf } from '../field.ts'
import type { Row } from '../row.ts'

/** What is needed of the columns of a file (columns.ts). */
interface NameColumns {
  names: readonly string[]
  index: Partial<Record<Field, number>>
  ofNames: { at: number; part: NamePart }[]
  nameAt: number[]
  map: { name?: string }
  isSettled: boolean
}

/**
 * Adds a column of names. Family names and given names in columns of their own are the name together, in the file's order. A column that
 * has the whole name is the name alone.
 *
 * @returns false if another column is read instead, and only the cells can tell which one is meant
 */
export function addName(columns: NameColumns, at: number, name: string): boolean {
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
export const partOf = ({ map }: Pick<NameColumns, 'map'>, name: string): NamePart =>
  map.name === undefined ? namePartOf(name) : 'whole'

/** Whether a column with this part may be the name alone. */
export const isWhole = (part: NamePart): boolean => part === 'whole' || part === 'any'

/** Of all columns of names, those that together are the name. */
function together(all: NameColumns['ofNames']): number[] {
  const first = (wanted: NamePart) => all.find(({ part }) => part === wanted)
  const alone = first('whole') ?? (first('family') && first('given') ? first('any') : undefined)
  return alone ? [alone.at] : all.map(({ at }) => at)
}

/**
 * The name in a row: the cell itself if one column has the name; otherwise its parts, without empty ones. A given name that the column
 * `Nom` has, too, is not repeated.
 */
export function joinedName(
  { nameAt, ofNames }: Pick<NameColumns, 'nameAt' | 'ofNames'>,
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

/** The fields with the indexes of their columns; the name may have several. */
export const fieldPlaces = ({ index, nameAt }: Pick<NameColumns, 'index' | 'nameAt'>): [Field, number][] => [
  ...(Object.entries(index) as [Field, number][]).filter(([field]) => field !== 'name'),
  ...nameAt.map((at): [Field, number] => ['name', at]),
]

/** The unchanged cell of a field; '' if absent. The name may be in several cells. */
export function cellOf(row: Pick<Row, 'cells'>, columns: NameColumns, field: Field): string {
  if (field === 'name') return joinedName(columns, (at) => row.cells[at] ?? '')
  const index = columns.index[field]
  return index === undefined ? '' : (row.cells[index] ?? '')
}

/** The file's name for a column, or the canonical name if the file has none. */
export function columnName(columns: NameColumns, field: Field): string {
  if (field === 'name' && columns.nameAt.length > 1) return columns.nameAt.map((at) => columns.names[at]).join(' + ')
  const index = columns.index[field]
  return index === undefined ? field : (columns.names[index] ?? field)
}
