import { say } from '../../../words/sentence.ts'
import { columnLetters } from '../../formats/xlsx/sheetXml.ts'
import type { Malformed } from '../row.ts'
import type { Columns } from './columns.ts'

/** The places of nameless columns right after the amount or the phone number, for example under a heading over two columns. */
export function unnamedIn({ of, index, names, places }: Columns): number[] {
  if (of === 'statement') return []
  return [index.amount, index.phone_number].flatMap((at = names.length) => {
    let end = at + 1
    while (names[end] === '') end++
    return places.slice(at + 1, end)
  })
}

/**
 * Finds a number in such a column, which may be the one that is meant. `FCFA` beside an amount is not a problem.
 *
 * @param unnamed the places of these columns
 */
export function unnamedNumber(cells: readonly string[], unnamed: readonly number[]): Malformed | null {
  const place = unnamed.find((at) => /\d/.test(cells[at] ?? ''))
  return place === undefined ? null : valueWithoutName(place, cells[place] ?? '')
}

/** @param place the place of its column, from 0 */
export function valueWithoutName(place: number, value: string): Malformed {
  const letters = columnLetters(place)
  return { column: letters, value, message: say('payout.something_column_no_name_above_name', { letters }) }
}
