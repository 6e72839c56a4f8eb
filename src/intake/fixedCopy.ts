import { guardFormula } from '../payout/formulaCell.ts'
import { type CheckedRow, type CheckOptions, type CheckResult, checkFile, type FileCheck } from './checkFile.ts'
import type { Columns } from './columns.ts'
import { delimiterOf } from './delimiter.ts'
import { type Mend, mendRow } from './mendRow.ts'
import { createCsvPatcher } from './patchCsv.ts'
import type { PayoutFile } from './payoutFile.ts'
import type { Refused } from './row.ts'
import { textChunks } from './textChunks.ts'

export interface FixedCopy {
  /** The copy's bytes: UTF-8. Worthless when `result` says that the file is refused. */
  pieces: AsyncGenerator<Buffer, void>
  /** What was found of the file itself, once `pieces` has been read to its end. */
  result(): CheckResult
}

const bom = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * The copy of a CSV file with the mends that are certain (mendRow.ts), and every other byte as it was, but for the encoding:
 * UTF-8, with a byte order mark where the file had one or was no UTF-8, so that Excel reads it right. The file is checked
 * while it is copied: memory stays small whatever its length.
 */
export function fixedCopy(file: PayoutFile, options: CheckOptions, onMend: (mend: Mend) => void): FixedCopy {
  const check = checkFile(file, options)
  let broken: Refused | null = null
  async function* copy(): AsyncGenerator<Buffer, void> {
    const patcher = createCsvPatcher(delimiterOf(file))
    const mends = createMendFeed(check, onMend)
    if (file.bomBytes > 0 || file.encoding !== 'utf-8') yield bom
    const chunks = textChunks(file)
    for (;;) {
      const next = await chunks.next()
      if (next.done) {
        broken = next.value
        break
      }
      await mends.readTo(patcher.line() + lineBreaks(next.value))
      const patched = patcher.patch(next.value, mends.patches)
      mends.forgetBefore(patcher.recordLine())
      if (patched.length > 0) yield patched
    }
    await mends.readTo(Number.POSITIVE_INFINITY)
    yield patcher.end()
  }
  return { pieces: copy(), result: () => broken ?? check.result() }
}

/** Reads the checked rows just ahead of the copying. */
function createMendFeed(check: FileCheck, onMend: (mend: Mend) => void) {
  const patches = new Map<number, Map<number, string>>()
  let line = 0
  let isOver = false
  const add = (row: CheckedRow) => {
    line = row.line
    if (row.problems.length === 0 || row.problems.some(({ code }) => code === 'malformed')) return
    const mends = mendRow(row, check.layout)
    if (mends.length === 0) return
    patches.set(
      row.line,
      new Map(mends.map((mend) => [check.layout.places[mend.index] ?? -1, cellText(mend, check.layout)])),
    )
    for (const mend of mends) onMend(mend)
  }
  return {
    patches,
    /** Until all rows that begin on this line or before it are known. */
    async readTo(last: number): Promise<void> {
      while (!isOver && line <= last) {
        const next = await check.batches.next()
        if (next.done) isOver = true
        else for (const row of next.value) add(row)
      }
    },
    forgetBefore(line: number): void {
      for (const known of patches.keys()) {
        if (known >= line) break
        patches.delete(known)
      }
    },
  }
}

/** A report guards its cells against spreadsheets, and its copy is one again. */
const cellText = (mend: Mend, columns: Columns): string => (columns.isReport ? guardFormula(mend.after) : mend.after)

function lineBreaks(chunk: Buffer): number {
  let count = 0
  for (const byte of chunk) if (byte === 10 || byte === 13) count++
  return count
}
