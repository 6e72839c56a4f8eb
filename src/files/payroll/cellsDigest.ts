import { createHash } from 'node:crypto'
import { readRows } from '../formats/readRows.ts'
import type { CheckRowOptions } from './checkRow.ts'
import type { ColumnMap, Columns } from './columns.ts'
import type { PayoutFile } from './payoutFile.ts'
import type { Limits, Refused, Row } from './row.ts'

/**
 * A digest of what a workbook's sheet says: its name, its columns and its rows. A spreadsheet program changes a workbook's
 * bytes whenever it saves it, so that they don't tell whether it is the same payroll.
 */
export function createCellsDigest({ sheetName }: PayoutFile) {
  const digest = createHash('sha256').update(JSON.stringify(sheetName))
  let sha256: string | null = null
  return {
    add: (rows: readonly Row[]) => {
      for (const { line, cells } of rows) digest.update(JSON.stringify([line, cells]))
    },
    /** Once all rows have been added. */
    sha256: ({ names }: Columns): string => {
      sha256 ??= digest.update(JSON.stringify(names)).digest('hex')
      return sha256
    },
  }
}

interface Options extends CheckRowOptions {
  limits?: Limits
  map?: ColumnMap
}

/** Reads the file once more, for the digest alone. */
export async function digestCells(file: PayoutFile, { limits, map }: Options): Promise<string | Refused> {
  const { columns, batches } = readRows(file, limits, 'payouts', map)
  const digest = createCellsDigest(file)
  for (;;) {
    const next = await batches.next()
    if (next.done) return next.value ?? digest.sha256(columns)
    digest.add(next.value)
  }
}
