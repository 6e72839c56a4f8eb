import type { Attributes } from '../xml/readXml.ts'
import { isTrue } from './openWorkbook.ts'

/** Merged cells, with the last ones included: lines from 1, columns from 0. Only the first cell is shown. */
export interface Merge {
  /** As the sheet names it: `B3:B5`. */
  name: string
  top: number
  bottom: number
  left: number
  right: number
}

/** What is visible in a sheet, as far as it has been read: columns come before the rows, merged cells after them. */
export interface SheetShape {
  isColumnHidden(column: number): boolean
  isRowHidden(attributes: Attributes): boolean
  merges: readonly Merge[]
  /** Takes note of an element outside the rows. @returns false if there are too many of them */
  see(name: string, attributes: Attributes): boolean
}

/** In characters and in points: a narrower column or a lower row can't be seen. */
const least = { width: 0.5, height: 1 }
/** More than any sheet needs, and few enough to keep. */
const most = { columns: 20_000, merges: 200_000 }

const [seenColumn, hiddenColumn] = [1, 2]

const isBelow = (text: string | undefined, limit: number): boolean => text !== undefined && Number(text) < limit

export function createSheetShape(): SheetShape {
  /** 0 if no element names the column; the first one that does counts. */
  const columns = new Uint8Array(maxSheetColumns)
  let columnElements = 0
  const merges: Merge[] = []
  let isHiddenByDefault = false
  let areRowsHidden = false
  return {
    merges,
    isColumnHidden(column) {
      const own = columns[column] ?? 0
      return own === 0 ? isHiddenByDefault : own === hiddenColumn
    },
    isRowHidden: ({ hidden, ht }) =>
      hidden === undefined && ht === undefined ? areRowsHidden : isTrue(hidden) || isBelow(ht, least.height),
    see(name, attributes) {
      if (name === 'sheetFormatPr') {
        isHiddenByDefault = isBelow(attributes['defaultColWidth'], least.width)
        areRowsHidden = isTrue(attributes['zeroHeight']) || isBelow(attributes['defaultRowHeight'], least.height)
      } else if (name === 'col') {
        const { min, max, hidden, width } = attributes
        const shown = isTrue(hidden) || isBelow(width, least.width) ? hiddenColumn : seenColumn
        const last = Math.min(Number(max ?? min), maxSheetColumns) - 1
        for (let column = Math.max(Number(min), 1) - 1; column <= last; column++) columns[column] ||= shown
        columnElements++
      } else if (name === 'mergeCell') {
        const merge = readMerge(attributes['ref'] ?? '')
        if (merge) merges.push(merge)
      }
      return columnElements <= most.columns && merges.length <= most.merges
    },
  }
}

function readMerge(name: string): Merge | null {
  const [, from = '', top = '', to = '', bottom = ''] =
    /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(name) ?? []
  if (from === '') return null
  return { name, top: Number(top), bottom: Number(bottom), left: columnOf(from), right: columnOf(to) }
}

/** `B7` → 1; -1 if it isn't a cell's name. */
export function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
    if (column > maxSheetColumns) break
  }
  return column - 1
}

export const maxSheetColumns = 16_384
