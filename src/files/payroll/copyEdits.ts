import type { Problem } from '../../payout/problem.ts'
import type { CellEdit, RowEdit } from '../formats/xlsx/editSheet.ts'
import type { CheckedRow, FileCheck } from './checkFile.ts'
import { type Fix, fixRow } from './fixRow.ts'

/**
 * The cells that are certain to be fixed (fixRow.ts), row by row in the order of their lines.
 *
 * @param onFix called for each when it is written
 */
export async function* fixedCells(check: FileCheck, onFix: (fix: Fix) => void): AsyncGenerator<RowEdit, void> {
  for await (const rows of check.batches) {
    for (const row of rows) {
      const fixes = isFixable(row) ? fixRow(row, check.layout) : []
      if (fixes.length === 0) continue
      const cells = fixes.map((fix): [number, CellEdit] => [
        check.layout.places[fix.index] ?? -1,
        { text: fix.after, done: () => onFix(fix) },
      ])
      yield { line: row.line, cells: new Map(cells) }
    }
  }
}

const isFixable = ({ problems }: CheckedRow): boolean =>
  problems.length > 0 && !problems.some(({ code }) => code === 'malformed')

/** What a copy with its problems says, in the language of whoever asked for it. */
export interface Told {
  /** Of the column that says what is wrong. */
  heading: string
  /** Of all problems of a row. */
  reason(problems: readonly Problem[]): string
}

/**
 * The wrong cells of each row, and the reason in a column of its own. A column of an earlier copy is used again: what it says
 * of rows that are right now is taken out.
 *
 * @param end where that column is, when the file has none yet
 */
export async function* marks(check: FileCheck, told: Told, end: number): AsyncGenerator<RowEdit, void> {
  let isBegun = false
  for await (const rows of check.batches) {
    const { headerLine, problemsAt } = check.layout
    const at = problemsAt ?? end
    if (!isBegun) yield { line: headerLine, cells: new Map([[at, { text: told.heading, isMarked: true }]]) }
    isBegun = true
    for (const row of rows) {
      if (row.problems.length === 0 && problemsAt === undefined) continue
      const cells = new Map<number, CellEdit>(wrongCells(row, check).map((place) => [place, { isMarked: true }]))
      cells.set(at, { text: row.problems.length === 0 ? '' : told.reason(row.problems) })
      const isRagged = row.problems.some(({ code }) => code === 'malformed')
      yield { line: row.line, cells, isCleared: problemsAt !== undefined, isRagged }
    }
  }
}

function wrongCells({ problems }: CheckedRow, { layout }: FileCheck): number[] {
  return problems.flatMap(({ column }) => {
    const place = layout.places[layout.names.indexOf(column)]
    return column === '' || place === undefined ? [] : [place]
  })
}
