import type { PayoutState } from '../payout/state.ts'

/** One row of a report: the input's cells as they were, and what became of the payout. */
export interface ReportRow {
  /** In the order of the report's `columns`; may be shorter (a JSON element without a key): the rest is absent. */
  cells: readonly (string | null)[]
  /** The line of the file on which the row starts (JSON: the element's index from 1). */
  line: number
  status: PayoutState
  providerReference: string | null
  /** A row problem code or an ErrorCode; null for rows that are paid. */
  errorCode: string | null
  errorMessage: string | null
  /** Its code; null where the row is not payable. Only HTML reports use it. */
  operator?: string | null
  /** Minor units of `currency`, as digits; null where the row is not payable. Only workbooks and HTML reports use it. */
  amountMinor?: string | null
  currency?: string | null
  attempts: number
  sentAt: Date | null
  settledAt: Date | null
}

/** Rows in the file's order, in batches: each batch is in memory at once, so some hundreds of rows each. */
export type ReportRows = AsyncIterable<readonly ReportRow[]>

/**
 * The same rows as records of a CSV report, in pieces of any size: the cells of the columns at `kept` (indexes), then the
 * report's own, guarded and quoted as csv.ts does it.
 */
export type CsvRecords = (kept: readonly number[]) => AsyncIterable<Buffer>

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined }

/** Formats that are text. */
export const textFormats = ['csv', 'json', 'ndjson'] as const

export const reportFormats = [...textFormats, 'xlsx', 'html'] as const

export type ReportFormat = (typeof reportFormats)[number]

/** What a sheet holds below its heading. A longer batch has its report as CSV, JSON or NDJSON. */
export const maxXlsxRows = 1_048_575

export interface ReportContent {
  format: ReportFormat
  /** The input's columns, as the file names them, in its order. */
  columns: readonly string[]
  /** Index into `columns` of the amounts, which a workbook holds as numbers; null where it is not known. */
  amountColumn?: number | null
  /** The `status --json` document; JSON reports and the summary of a workbook carry it, the others leave it out. */
  batch: JsonValue
  /** Sums and counts for JSON reports and the summary of a workbook; the others leave it out. */
  totals: JsonValue
  rows: ReportRows
  /** A CSV report is made of these instead of `rows`, where whoever has the rows can write them faster. */
  csvRecords?: CsvRecords | undefined
}
