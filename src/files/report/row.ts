import { formatWireAmount, parseAmount } from '../../payout/money/money.ts'
import { isCurrency } from '../../payout/operators/operator.ts'
import { frenchHeadings, type KeptColumn, payrunIdOf, type ReportFormat, reportColumns } from '../../payout/report.ts'
import { type BatchState, type Doubt, type PayoutState, payoutStates } from '../../payout/state.ts'
import type { Language } from '../../words/catalogue.ts'
import { clockText, render, renderValue } from '../../words/render.ts'
import { count, type Sentence, say, stateOf, type Words } from '../../words/sentence.ts'
import { maxSheetRows } from '../formats/xlsx/sheetXml.ts'
import type { ColumnMap } from '../payroll/header/columns.ts'
import type { HeldElsewhere } from './settled.ts'

/** One row of a report: the input's cells as they were, and the payout's result. */
export interface ReportRow {
  /** In the order of the report's `columns`. May be shorter (a JSON element without a key): the rest is absent. */
  cells: readonly (string | null)[]
  /** The line of the file where the row starts (JSON: the element's index from 1). */
  line: number
  status: PayoutState
  providerReference: string | null
  /** A row problem code or one of `errorCodes`; null for rows that are paid. */
  errorCode: string | null
  /** payrun's own sentences are rendered in the report's language; the provider's words stay as they are. */
  errorMessage: Words | null
  /** What evidence that nobody has looked into says against the row. `errorMessage` says it, too. */
  doubt?: Doubt | null
  /** The operator's code; null if the row is not payable. Only HTML reports use it. */
  operator?: string | null
  /** Minor units of `currency`, as digits; null if the row is not payable. Only workbooks and HTML reports use it. */
  amountMinor?: string | null
  currency?: string | null
  attempts: number
  sentAt: Date | null
  settledAt: Date | null
}

/** Rows in the file's order, in batches of some hundreds, because a whole batch is in memory at once. */
type ReportRows = AsyncIterable<readonly ReportRow[]>

/** A paid row, for the person who was paid. In a purged batch, name and number are gone. */
export interface Receipt {
  line: number
  name: string | null
  phone: string | null
  /** As in the file. */
  reference: string | null
  operator: string | null
  /** Minor units of `currency`, as digits. */
  amountMinor: string | null
  currency: string | null
  providerReference: string | null
  sentAt: Date | null
  settledAt: Date | null
  /** Who said that it was paid, if the provider itself did not: by a statement, or by their word. */
  saidBy: string | null
  isWord: boolean
}

export type Receipts = AsyncIterable<readonly Receipt[]>

/**
 * The same rows as records of a CSV report, in pieces of any size: the cells of the columns with the indexes `kept`, then the report's
 * own, guarded and quoted as in writeReport.ts.
 */
export type CsvRecords = (kept: readonly number[]) => AsyncIterable<Buffer>

/** The part of the `status --json` document that a report reads. A JSON report has all of it. */
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

/** Counts by state, and sums by state and currency, as text. */
export interface ReportTotals {
  counts?: Partial<Record<PayoutState, number>>
  sums?: Partial<Record<PayoutState, Record<string, string>>>
  /** How many rows in each state are in doubt. JSON reports leave it out. */
  doubts?: Partial<Record<PayoutState, number>>
  /** Invalid rows that are payouts of other batches. JSON reports leave it out. */
  elsewhere?: HeldElsewhere
}

/** The most rows in a sheet below its heading. Reports of larger batches must be CSV, JSON or NDJSON. */
export const maxXlsxRows = maxSheetRows - 1

export interface ReportContent {
  format: ReportFormat
  /** The reader's language, for messages, and for all of a workbook or an HTML report. */
  language: Language
  /** The reader's time zone, as an IANA name. Default UTC. Only HTML reports and workbooks use it. */
  timeZone?: string | undefined
  /** The names of the input's columns, in the file's order. */
  columns: readonly string[]
  /** The columns that the submitter chose for fields. The others are known by their names. */
  map?: ColumnMap
  /** The index of the amounts in `columns`, which are numbers in a workbook; null if unknown. */
  amountColumn?: number | null
  /** JSON reports contain all of it. */
  batch: ReportBatch
  /** Who submitted it, and who approved it when. Only HTML reports say so. */
  people?: { submitter: string | null; approvals: readonly { by: string; at: Date }[] }
  /** For JSON reports, the summary of a workbook and a pain.002 message. */
  totals: ReportTotals
  rows: ReportRows
  /** A CSV report that Excel opens correctly in this language. */
  isForExcel?: boolean
  /** Whether an HTML report lists the paid rows, too. */
  withPaid?: boolean
  /** If given, an HTML report consists of a slip for each of these instead of `rows`. */
  receipts?: Receipts | undefined
  /** If given, a CSV report is made of these instead of `rows`, because the caller can write them faster. */
  csvRecords?: CsvRecords | undefined
}

/** The `payrun_id` of a line; null in a report without a batch. */
export const payrunIdIn =
  ({ batch: { id } }: ReportContent) =>
  (line: number): string | null =>
    id === undefined ? null : payrunIdOf(id, line)

/** The sentence in a sandbox report that prevents its use as proof; null in any other report. */
export const sandboxMark = ({ batch, language }: ReportContent): string | null =>
  batch.sandbox ? render(say('report.nobody_paid'), language) : null

/** When it was submitted and settled, as the reader's clock says it, with labels that name the time zone. */
export function timesOf({ batch, language, timeZone }: Pick<ReportContent, 'batch' | 'language' | 'timeZone'>) {
  const told = timeZone === undefined ? null : { timeZone: zoneName(timeZone) }
  const clock = (iso: string | null | undefined): string => {
    if (!iso) return ''
    return timeZone === undefined ? iso.slice(0, 16).replace('T', ' ') : clockText(iso, 'minute', language, timeZone)
  }
  return {
    clock,
    created: { label: told ? say('report.submitted_in', told) : say('report.submitted'), at: clock(batch.created_at) },
    settled: { label: told ? say('report.settled_in', told) : say('report.settled'), at: clock(batch.settled_at) },
  }
}

/** A time zone's name for people: `America/New York`. */
export const zoneName = (timeZone: string): string => timeZone.replaceAll('_', ' ')

/** The columns that a report for people adds. */
export const headingsIn = (language: Language): readonly string[] =>
  language === 'fr' ? reportColumns.map((name) => frenchHeadings[name]) : reportColumns

export type StateWords = Readonly<Record<PayoutState, string>>

/** Rendered once, because every row needs a word. */
export const stateWordsIn = (language: Language): StateWords =>
  Object.fromEntries(payoutStates.map((state) => [state, renderValue(stateOf(state), language)])) as StateWords

/** The row's amount as plain digits, if it was read from this cell; otherwise null. */
export function amountDigits({ amountMinor, currency }: ReportRow, cell: string | null | undefined): string | null {
  if (amountMinor == null || currency == null || cell == null || !isCurrency(currency)) return null
  const read = parseAmount(cell.trim(), currency)
  return read.ok && String(read.amountMinor) === amountMinor ? formatWireAmount(read.amountMinor, currency) : null
}

/** Finds the column whose cells are the amounts, which may have any name with --map. Null if no row has an amount. */
export function columnOfAmounts(kept: readonly KeptColumn[], group: readonly ReportRow[]): number | null {
  const payable = group.filter(({ amountMinor }) => amountMinor != null)
  if (payable.length === 0) return null
  return kept.find(({ index }) => payable.every((row) => amountDigits(row, row.cells[index]) !== null))?.index ?? null
}

/** Next to a row's state. */
export const doubtWords: Readonly<Record<Doubt, Sentence>> = {
  maybe_paid: say('report.state_maybe_paid'),
  maybe_not_paid: say('report.state_maybe_not_paid'),
}

/** What a state means, and how many rows in it may be in another one. */
export function meaningsOf(state: PayoutState, { doubts = {} }: ReportTotals): Sentence[] {
  const n = doubts[state] ?? 0
  if (n === 0) return [stateMeaning[state]]
  const rows = count(n)
  return [
    stateMeaning[state],
    state === 'paid' ? say('report.some_maybe_not_paid', { rows }) : say('report.some_maybe_paid', { rows }),
  ]
}

/** The meaning of each state, for readers who don't know the manual. */
const stateMeaning: Readonly<Record<PayoutState, Sentence>> = {
  invalid: say('report.meaning_invalid'),
  pending: say('report.meaning_pending'),
  sending: say('report.meaning_sending'),
  accepted: say('report.meaning_accepted'),
  unknown: say('report.meaning_unknown'),
  paid: say('report.meaning_paid'),
  failed: say('report.meaning_failed'),
  cancelled: say('report.meaning_cancelled'),
}
