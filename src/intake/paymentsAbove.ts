import { type CheckRowOptions, checkRow } from './checkRow.ts'
import type { ColumnMap } from './columnMap.ts'
import type { DuplicateFinder } from './duplicates.ts'
import type { PayoutFile } from './payoutFile.ts'
import { readRows } from './readRows.ts'
import type { Limits, Refused } from './row.ts'

interface Options extends CheckRowOptions {
  limits?: Limits
  map?: ColumnMap
}

/**
 * Reads the file once more, and keeps the payments of the rows above the first one without reference. To the file's end, where
 * it is known to be what it was on the first reading. @returns why the file is refused, null when it is not
 */
export async function keepPaymentsAbove(
  line: number,
  file: PayoutFile,
  options: Options,
  duplicates: DuplicateFinder,
): Promise<Refused | null> {
  const { columns, batches } = readRows(file, options.limits, 'payouts', options.map)
  for (;;) {
    const next = await batches.next()
    if (next.done) return next.value
    for (const row of next.value) {
      if (row.line >= line) break
      const checked = checkRow(row, columns, options)
      if (checked.ok) duplicates.samePayment(checked.payable, true, row.line)
    }
  }
}
