import type { ColumnMap } from './columnMap.ts'
import { type Columns, noColumns } from './columns.ts'
import { readCsv } from './csvRows.ts'
import { readJson } from './jsonRows.ts'
import { readNdjson } from './ndjsonRows.ts'
import type { PayoutFile } from './payoutFile.ts'
import { defaultLimits, type Limits, type Refused, type Row } from './row.ts'
import { readXlsx } from './xlsxRows.ts'

export interface Rows {
  /** Known with the first batch for CSV; complete at the end for JSON. */
  columns: Columns
  batches: AsyncGenerator<Row[], Refused | null>
}

/**
 * Reads an opened file's rows in batches, with bounded memory. The generator returns why the file is refused, null when
 * it was read to its end; `for await` loses that, `yield*` gives it.
 */
export function readRows(
  file: PayoutFile,
  limits: Limits = defaultLimits,
  of: Columns['of'] = 'payouts',
  map: ColumnMap = {},
): Rows {
  const columns = noColumns(of, map)
  const read = { csv: readCsv, json: readJson, ndjson: readNdjson, xlsx: readXlsx }[file.format]
  return { columns, batches: read(file, columns, limits) }
}
