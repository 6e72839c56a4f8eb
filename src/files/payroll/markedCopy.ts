import { delimiterOf, readRecords } from '../formats/csv/records.ts'
import type { RowEdit } from '../formats/xlsx/editSheet.ts'
import { editWorkbook, lastColumnOf } from '../formats/xlsx/editWorkbook.ts'
import { type CheckOptions, checkFile } from './checkFile.ts'
import { fixedCells, marks, type Told } from './copyEdits.ts'
import { asWorkbook, withColumn } from './editedTable.ts'
import { type FixedCopy, fixedCopy } from './fixedCopy.ts'
import type { Fix } from './fixRow.ts'
import type { PayoutFile } from './payoutFile.ts'
import { defaultLimits } from './row.ts'

/** A copy is a workbook of a workbook; of a CSV file it is either. */
export type CopyFormat = 'csv' | 'xlsx'

/**
 * The copy of a CSV file or a workbook in which the wrong cells have a colour (in a workbook) and a column at the end says what
 * is wrong. Everything else is as it was: the same sheet, the same cells, and texts stay texts. When people have corrected it,
 * it can go in as it is, since that column is no part of a payout file.
 */
export function markedCopy(
  file: PayoutFile,
  options: CheckOptions,
  told: Told & { sheet: string },
  as: CopyFormat,
): FixedCopy {
  const check = checkFile(file, options)
  async function* copy(): AsyncGenerator<Buffer, void> {
    const end = (await lastOf(file)) + 1
    const edits = marks(check, told, end)
    const first = await edits.next()
    const all = startingWith(first, edits)
    const wide = check.layout.problemsAt ?? end
    if (file.format === 'xlsx') yield* editWorkbook(file, all, check.layout.problemsAt === undefined ? wide : undefined)
    else if (as === 'csv') yield* withColumn({ file, layout: check.layout, edits: all }, end)
    else yield* asWorkbook({ file, layout: check.layout, edits: all }, told.sheet, wide)
  }
  return { pieces: copy(), result: check.result }
}

/** The copy with the fixes that are certain. A CSV file that becomes a workbook has all its cells as texts there. */
export function fixedCopyAs(
  file: PayoutFile,
  options: CheckOptions,
  onFix: (fix: Fix) => void,
  as: CopyFormat,
  sheet: string,
): FixedCopy {
  if (file.format !== 'xlsx' && as === 'csv') return fixedCopy(file, options, onFix)
  const check = checkFile(file, options)
  const edits = fixedCells(check, onFix)
  const pieces =
    file.format === 'xlsx' ? editWorkbook(file, edits) : asWorkbook({ file, layout: check.layout, edits }, sheet, null)
  return { pieces, result: check.result }
}

async function* startingWith(
  first: IteratorResult<RowEdit, void>,
  others: AsyncGenerator<RowEdit, void>,
): AsyncGenerator<RowEdit, void> {
  if (!first.done) yield first.value
  yield* others
}

/** The last column that has anything in it, from 0. */
async function lastOf(file: PayoutFile): Promise<number> {
  if (file.format === 'xlsx') return lastColumnOf(file, defaultLimits.recordBytes)
  let last = 0
  for await (const records of readRecords(file, delimiterOf(file), defaultLimits)) {
    for (const { cells } of records) last = Math.max(last, cells.length - 1)
  }
  return last
}
