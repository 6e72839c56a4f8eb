import { type CheckOptions, type CheckResult, checkFile } from './checkFile.ts'
import type { Columns } from './columns.ts'
import type { PayoutFile } from './payoutFile.ts'
import { readRows } from './readRows.ts'
import type { Row } from './row.ts'

export interface CopyCheck {
  result: CheckResult
  /**
   * Whether the copy has the original's rows on their lines, and all cells but operators and numbers are the same: nothing
   * that decides how much is paid may ever be changed.
   */
  isFaithful: boolean
}

/** Checks a mended copy as if it were to be paid, and holds it against the original row by row. */
export async function checkCopy(original: PayoutFile, copy: PayoutFile, options: CheckOptions): Promise<CopyCheck> {
  const check = checkFile(copy, options)
  const source = readRows(original, options.limits, 'payouts', options.map)
  const originals = oneByOne(source.batches)
  let isFaithful = true
  for await (const rows of check.batches) {
    for (const row of rows) {
      const before = await originals.next()
      if (before.done || !isSameRow(before.value, row, source.columns)) isFaithful = false
    }
  }
  const isOver = (await originals.next()).done === true
  await originals.return()
  const sameNames = source.columns.names.join('\0') === check.columns().join('\0')
  return { result: check.result(), isFaithful: isFaithful && isOver && sameNames }
}

async function* oneByOne(batches: AsyncGenerator<Row[], unknown>): AsyncGenerator<Row, void> {
  for await (const rows of batches) yield* rows
}

function isSameRow(before: Row, after: Pick<Row, 'line' | 'cells'>, { index }: Columns): boolean {
  return (
    before.line === after.line &&
    before.cells.length === after.cells.length &&
    before.cells.every((cell, at) => cell === after.cells[at] || at === index.operator || at === index.phone_number)
  )
}
