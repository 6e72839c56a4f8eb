import { type ColumnMap, type Columns, noColumns } from '../payroll/columns.ts'
import type { PayoutFile } from '../payroll/payoutFile.ts'
import { defaultLimits, type Limits, type Refused, type Row } from '../payroll/row.ts'
import { setAsideTail } from '../payroll/tail.ts'
import { readCsv } from './csv/csvRows.ts'
import { readJson, readNdjson } from './json/jsonRows.ts'
import { readXlsx } from './xlsx/xlsxRows.ts'

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
  const batches = read(file, columns, limits)
  const isTable = of === 'payouts' && (file.format === 'csv' || file.format === 'xlsx')
  return { columns, batches: isTable ? setAsideTail(batches, columns) : batches }
}
