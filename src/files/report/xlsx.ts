import { formatWireAmount } from '../../payout/money/money.ts'
import { currencyDecimals, isCurrency } from '../../payout/operators/operator.ts'
import { type KeptColumn, keptColumns, sandboxColumn } from '../../payout/report.ts'
import { type PayoutState, payoutStates } from '../../payout/state.ts'
import { dayMs, offsetMs } from '../../payout/times/zonedTime.ts'
import type { Language } from '../../words/catalogue.ts'
import { render, renderValue, renderWords } from '../../words/render.ts'
import { batchStateOf, type Sentence, say, stateOf } from '../../words/sentence.ts'
import { columnLetters, type StyleName, type WrittenCell } from '../formats/xlsx/sheetXml.ts'
import { writeWorkbook } from '../formats/xlsx/writeWorkbook.ts'
import { type ColumnMap, fieldIn } from '../payroll/header/columns.ts'
import {
  amountDigits,
  columnOfAmounts,
  doubtWords,
  headingsIn,
  maxXlsxRows,
  meaningsOf,
  payrunIdIn,
  type ReportContent,
  type ReportRow,
  type ReportTotals,
  type StateWords,
  sandboxMark,
  stateWordsIn,
  timesOf,
} from './row.ts'

/**
 * A report as an .xlsx workbook with the rows and a summary. The summary is shown first, but the sheet of rows is the first in the
 * workbook, so that the report can be submitted again as a payout file. Amounts are exact numbers, and times are dates for a reader with
 * a time zone; everything else is text, which no spreadsheet runs as a formula.
 */
export async function* xlsxReport(content: ReportContent): AsyncGenerator<Buffer> {
  const { language } = content
  const kept = keptColumns(content.columns, headingsIn(language))
  const mark = sandboxMark(content)
  const headings = [...kept.map(({ name }) => name), ...headingsIn(language), ...(mark === null ? [] : [sandboxColumn])]
  const count = rowCount(content)
  yield* writeWorkbook([
    {
      name: render(say('report.sheet_rows'), language),
      widths: [
        ...kept.map(({ name }) => widthOf(name, content.map)),
        ...resultWidths(content),
        ...(mark === null ? [] : [22]),
      ],
      isHeaderFrozen: true,
      filter: `A1:${columnLetters(headings.length - 1)}${count + 1}`,
      rows: rowsOf(content, kept, headings),
    },
    {
      name: render(say('report.sheet_summary'), language),
      widths: summaryWidths,
      isShown: true,
      rows: summaryRows(content),
    },
  ])
}

/** line, status, provider_reference, error_code, error_message, attempts, sent_at, settled_at, payrun_id */
const resultWidths = ({ timeZone }: ReportContent): number[] => {
  const time = timeZone === undefined ? 26 : 18
  return [8, 12, 24, 20, 48, 10, time, time, 18]
}

/** In print, a text that is wider than its column is cut. */
const widthOf = (name: string, map: ColumnMap = {}): number =>
  Math.min(40, Math.max(fieldIn(map, name) === 'name' ? 30 : 18, name.length + 4))

const rowCount = ({ batch }: ReportContent): number => Math.min(batch.file?.rows ?? maxXlsxRows, maxXlsxRows)

async function* rowsOf(
  content: ReportContent,
  kept: readonly KeptColumn[],
  headings: readonly string[],
): AsyncGenerator<WrittenCell[]> {
  const { rows, amountColumn, language } = content
  const payrunId = payrunIdIn(content)
  const mark = sandboxMark(content)
  const ending = mark === null ? [] : [textCell(mark)]
  yield headings.map((text) => ({ kind: 'text', text, style: 'heading' }))
  const states = stateWordsIn(language)
  const dates = datesOn(content.timeZone, content.map ?? {})
  let amountAt = amountColumn ?? null
  for await (const group of rows) {
    amountAt ??= columnOfAmounts(kept, group)
    for (const row of group)
      yield [...cellsOf(row, kept, amountAt, { states, dates, language }), textCell(payrunId(row.line)), ...ending]
  }
}

function cellsOf(
  row: ReportRow,
  kept: readonly KeptColumn[],
  amountAt: number | null,
  { states, dates, language }: { states: StateWords; dates: Dates; language: Language },
): WrittenCell[] {
  const cells = kept.map(({ index, name }): WrittenCell => {
    const digits = index === amountAt ? amountDigits(row, row.cells[index]) : null
    return digits === null ? dates.ofFile(name, row.cells[index]) : amountCell(digits, row.currency ?? '')
  })
  cells.push(
    { kind: 'number', digits: String(row.line) },
    row.doubt
      ? { kind: 'text', text: `${states[row.status]}, ${render(doubtWords[row.doubt], language)}`, style: 'doubtful' }
      : { kind: 'text', text: states[row.status], style: statusColours[row.status] },
    textCell(row.providerReference),
    textCell(row.errorCode),
    row.errorMessage ? { kind: 'text', text: renderWords(row.errorMessage, language), style: 'wrapped' } : null,
    { kind: 'number', digits: String(row.attempts) },
    dates.moment(row.sentAt),
    dates.moment(row.settledAt),
  )
  return cells
}

interface Dates {
  moment: (at: Date | null) => WrittenCell
  /** A cell of the file: a day, if payrun doesn't know its column. A reference stays as it was. */
  ofFile: (column: string, cell: string | null | undefined) => WrittenCell
}

/** Dates of the workbook for a reader with a clock; ISO 8601 as text, in UTC, for everybody else. */
function datesOn(timeZone: string | undefined, map: ColumnMap): Dates {
  if (timeZone === undefined)
    return { moment: (at) => textCell(at?.toISOString()), ofFile: (_, cell) => textCell(cell) }
  const isKnown = new Map<string, boolean>()
  // Looked up once for a quarter of an hour, in which no zone changes its clocks.
  const offset = { quarter: Number.NaN, ms: 0 }
  return {
    moment(at) {
      if (at === null) return null
      const quarter = Math.floor(at.getTime() / 900_000)
      if (quarter !== offset.quarter) Object.assign(offset, { quarter, ms: offsetMs(at, timeZone) })
      return dateCell(at.getTime() + offset.ms, 'moment')
    },
    ofFile(column, cell) {
      if (!cell || !/^(?:19[1-9]|20\d)\d-\d\d-\d\d$/.test(cell)) return textCell(cell)
      if (!isKnown.has(column)) isKnown.set(column, fieldIn(map, column) !== null)
      const day = new Date(`${cell}T00:00Z`)
      const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(cell)
      return isDay && !isKnown.get(column) ? dateCell(day.getTime(), 'day') : textCell(cell)
    },
  }
}

/** Days since 1899-12-30, as Excel counts them from March 1900 on. */
const dateCell = (wallMs: number, style: StyleName): WrittenCell => ({
  kind: 'number',
  digits: (wallMs / dayMs + 25_569).toFixed(style === 'day' ? 0 : 8),
  style,
})

const textCell = (text: string | null | undefined): WrittenCell =>
  text == null || text === '' ? null : { kind: 'text', text, style: 'text' }

const summaryWidths = [22, 44, 12, 20, 20, 20, 20, 20, 20, 20, 20]

/** The summary of a report: the batch, then rows and sums by status and currency. */
function summaryRows(content: ReportContent): WrittenCell[][] {
  const { batch, totals, language } = content
  const mark = sandboxMark(content)
  const { counts = {}, sums = {} } = totals
  const currencies = [...new Set(Object.values(sums).flatMap((sum) => Object.keys(sum)))].sort()
  const heading = (sentence: Sentence) => textIn(sentence, language, 'heading')
  return [
    [{ kind: 'text', text: batch.name || render(say('report.batch'), language), style: 'title' }],
    ...(mark === null ? [] : [[textIn(say('report.sandbox'), language, 'title')]]),
    [],
    ...factRows(content),
    [],
    [
      heading(say('report.status')),
      heading(say('report.meaning')),
      heading(say('report.rows')),
      ...currencies.map((currency) => heading(say('report.amount_in', { currency }))),
    ],
    ...payoutStates
      .filter((state) => counts[state] !== undefined)
      .map((state): WrittenCell[] => [
        { kind: 'text', text: renderValue(stateOf(state), language), style: statusColours[state] },
        {
          kind: 'text',
          text: meaningsOf(state, totals)
            .map((each) => render(each, language))
            .join(' '),
          style: 'wrapped',
        },
        { kind: 'number', digits: String(counts[state]), style: 'count' },
        ...currencies.map((currency) => sumCell(sums[state]?.[currency], currency)),
      ]),
    [
      textIn(say('report.all_rows'), language, 'label'),
      null,
      { kind: 'number', digits: String(Object.values(counts).reduce((all, n) => all + n, 0)), style: 'count' },
      ...currencies.map((currency) => sumCell(totalOf(sums, currency), currency)),
    ],
  ]
}

function factRows(content: ReportContent): WrittenCell[][] {
  const { batch, language } = content
  const { id = '', file, period, state } = batch
  const { created, settled } = timesOf(content)
  const facts: [Sentence, string][] = [
    [say('report.batch'), id],
    [say('report.file'), file?.name ?? ''],
    [say('report.period'), period ?? ''],
    [say('report.state'), state ? renderValue(batchStateOf(state), language) : ''],
    [created.label, created.at],
    [settled.label, settled.at],
  ]
  return facts
    .filter(([, text]) => text !== '')
    .map(([label, text]) => [textIn(label, language, 'label'), { kind: 'text', text, style: 'text' }])
}

const textIn = (sentence: Sentence, language: Language, style: StyleName): WrittenCell => ({
  kind: 'text',
  text: render(sentence, language),
  style,
})

function totalOf(sums: NonNullable<ReportTotals['sums']>, currency: string): string {
  let minor = 0n
  for (const sum of Object.values(sums)) minor += BigInt((sum[currency] ?? '0').replace('.', ''))
  return formatWireAmount(minor, currency)
}

const sumCell = (digits: string | undefined, currency: string): WrittenCell =>
  digits === undefined ? null : amountCell(digits, currency)

/** The digits of a number that spreadsheets keep. */
const keptDigits = 15

/** Money as a number, shown with its currency's decimals; as text if a number would lose digits. */
function amountCell(digits: string, currency: string): WrittenCell {
  if (digits.replace(/\D/g, '').length > keptDigits) return { kind: 'text', text: digits, style: 'text' }
  const hasDecimals = !isCurrency(currency) || currencyDecimals[currency] > 0
  return { kind: 'number', digits, style: hasDecimals ? 'decimals' : 'whole' }
}

/** Colour is never the only difference: the cell has a word. */
const statusColours: Readonly<Record<PayoutState, StyleName>> = {
  paid: 'good',
  failed: 'bad',
  invalid: 'bad',
  unknown: 'doubtful',
  accepted: 'waiting',
  pending: 'waiting',
  sending: 'waiting',
  cancelled: 'quiet',
}
