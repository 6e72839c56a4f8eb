import { formatWireAmount, parseAmount } from '../../payout/money/money.ts'
import { isCurrency } from '../../payout/operators/operator.ts'
import { isReportColumn, payrunIdOf } from '../../payout/reportColumns.ts'
import type { BatchState, PayoutState } from '../../payout/state.ts'
import type { Language } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { type Sentence, say, type Words } from '../../words/sentence.ts'
import { maxSheetRows } from '../formats/xlsx/sheetXml.ts'

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
  /** A sentence of payrun's is rendered in the report's language; the provider's own words stay as they are. */
  errorMessage: Words | null
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
type ReportRows = AsyncIterable<readonly ReportRow[]>

/** A row that was paid, for the person who was. Of a purged batch, name and number are gone. */
export interface Receipt {
  line: number
  name: string | null
  phone: string | null
  /** As the file has it. */
  reference: string | null
  operator: string | null
  /** Minor units of `currency`, as digits. */
  amountMinor: string | null
  currency: string | null
  providerReference: string | null
  settledAt: Date | null
}

export type Receipts = AsyncIterable<readonly Receipt[]>

/**
 * The same rows as records of a CSV report, in pieces of any size: the cells of the columns at `kept` (indexes), then the
 * report's own, guarded and quoted as writeReport.ts does it.
 */
export type CsvRecords = (kept: readonly number[]) => AsyncIterable<Buffer>

/** The `status --json` document, as far as a report reads it; one in JSON has all of it. */
export interface ReportBatch {
  id?: string
  name?: string
  period?: string | null
  state?: BatchState
  sandbox?: boolean
  file?: { name: string; rows?: number }
  created_at?: string
  settled_at?: string | null
}

/** By state; the sums by currency, too, as text. */
export interface ReportTotals {
  counts?: Partial<Record<PayoutState, number>>
  sums?: Partial<Record<PayoutState, Record<string, string>>>
}

/** Formats that are text. */
export const textFormats = ['csv', 'json', 'ndjson'] as const

export const reportFormats = [...textFormats, 'xlsx', 'html', 'pain.002'] as const

/** What the name of a report's file ends with. */
export const extensionOf = (format: ReportFormat): string => (format === 'pain.002' ? 'xml' : format)

export type ReportFormat = (typeof reportFormats)[number]

/** What a sheet holds below its heading. A longer batch has its report as CSV, JSON or NDJSON. */
export const maxXlsxRows = maxSheetRows - 1

export interface ReportContent {
  format: ReportFormat
  /** Of its reader: the messages are in it, and all of a workbook and of an HTML report. */
  language: Language
  /** Of its reader's clock, by its IANA name; left out: UTC. Only HTML reports use it. */
  timeZone?: string | undefined
  /** The input's columns, as the file names them, in its order. */
  columns: readonly string[]
  /** Index into `columns` of the amounts, which a workbook holds as numbers; null where it is not known. */
  amountColumn?: number | null
  /** JSON reports carry it whole. */
  batch: ReportBatch
  /** For JSON reports, the summary of a workbook and a pain.002 message. */
  totals: ReportTotals
  rows: ReportRows
  /** A CSV report that Excel opens rightly in the language. */
  isForExcel?: boolean
  /** An HTML report lists the paid rows too. */
  withPaid?: boolean
  /** An HTML report is a slip for each of these instead of `rows`. */
  receipts?: Receipts | undefined
  /** A CSV report is made of these instead of `rows`, where whoever has the rows can write them faster. */
  csvRecords?: CsvRecords | undefined
}

/** What `payrun_id` is on a line of the report; null in one of no batch. */
export const payrunIdIn =
  ({ batch: { id } }: ReportContent) =>
  (line: number): string | null =>
    id === undefined ? null : payrunIdOf(id, line)

/** What a report of the sandbox says, that nobody takes it for a proof; null in any other. */
export const sandboxMark = ({ batch, language }: ReportContent): string | null =>
  batch.sandbox ? render(say('report.nobody_paid'), language) : null

/** `2026-11-21T05:36:54.017Z` → `2026-11-21 05:36` */
export const atMinute = (iso: string): string => iso.slice(0, 16).replace('T', ' ')

export interface KeptColumn {
  /** Where its cell is in a row's `cells`. */
  index: number
  name: string
}

/**
 * The input's columns that come out in the report. A report can go in again as a payout file, so columns named like
 * the report's own (trimmed, any case) are left out: the new values replace them.
 */
export const keptColumns = (columns: readonly string[]): KeptColumn[] =>
  columns.map((name, index) => ({ index, name })).filter(({ name }) => !isReportColumn(name))

/** The amount that was read from this very cell, as plain digits; null where the cell is not it. */
export function amountDigits({ amountMinor, currency }: ReportRow, cell: string | null | undefined): string | null {
  if (amountMinor == null || currency == null || cell == null || !isCurrency(currency)) return null
  const read = parseAmount(cell.trim(), currency)
  return read.ok && String(read.amountMinor) === amountMinor ? formatWireAmount(read.amountMinor, currency) : null
}

/** A column that --map names has any name: it is the one whose cells are the amounts. Null where no row has one. */
export function columnOfAmounts(kept: readonly KeptColumn[], group: readonly ReportRow[]): number | null {
  const payable = group.filter(({ amountMinor }) => amountMinor != null)
  if (payable.length === 0) return null
  return kept.find(({ index }) => payable.every((row) => amountDigits(row, row.cells[index]) !== null))?.index ?? null
}

/** What a state means, for whoever reads a report and not the manual. */
export const stateMeaning: Readonly<Record<PayoutState, Sentence>> = {
  invalid: say('report.meaning_invalid'),
  pending: say('report.meaning_pending'),
  sending: say('report.meaning_sending'),
  accepted: say('report.meaning_accepted'),
  unknown: say('report.meaning_unknown'),
  paid: say('report.meaning_paid'),
  failed: say('report.meaning_failed'),
  cancelled: say('report.meaning_cancelled'),
}
