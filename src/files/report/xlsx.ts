import { formatWireAmount } from '../../payout/money/money.ts'
import { currencyDecimals, isCurrency } from '../../payout/operators/operator.ts'
import { frenchHeadings, reportColumns, sandboxColumn } from '../../payout/reportColumns.ts'
import { batchStates, type PayoutState, payoutStates } from '../../payout/state.ts'
import type { Language } from '../../words/catalogue.ts'
import { render, renderValue, renderWords } from '../../words/render.ts'
import { batchStateOf, type Sentence, say, stateOf } from '../../words/sentence.ts'
import { columnLetters, type StyleName, type WrittenCell } from '../formats/xlsx/sheetXml.ts'
import { writeWorkbook } from '../formats/xlsx/writeWorkbook.ts'
import {
  amountDigits,
  columnOfAmounts,
  type JsonValue,
  type KeptColumn,
  keptColumns,
  maxXlsxRows,
  payrunIdIn,
  type ReportContent,
  type ReportRow,
  sandboxMark,
  stateMeaning,
} from './row.ts'

/**
 * A report as an .xlsx workbook: the rows, and a summary, which is what is seen first. The sheet of rows comes first in the
 * workbook, so that the report can go in again as a payout file. Amounts are numbers, to their last digit; everything else
 * is text, which no spreadsheet runs as a formula.
 */
export async function* xlsxReport(content: ReportContent): AsyncGenerator<Buffer> {
  const { language } = content
  const kept = keptColumns(content.columns)
  const mark = sandboxMark(content)
  const headings = [...kept.map(({ name }) => name), ...headingsIn(language), ...(mark === null ? [] : [sandboxColumn])]
  const count = rowCount(content)
  yield* writeWorkbook([
    {
      name: render(say('report.sheet_rows'), language),
      widths: [...kept.map(({ name }) => widthOf(name)), ...resultWidths, ...(mark === null ? [] : [22])],
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

/** The columns that a report adds. */
const headingsIn = (language: Language): readonly string[] =>
  language === 'fr' ? reportColumns.map((name) => frenchHeadings[name]) : reportColumns

/** line, status, provider_reference, error_code, error_message, attempts, sent_at, settled_at, payrun_id */
const resultWidths = [8, 12, 24, 20, 60, 10, 26, 26, 18]

const widthOf = (name: string): number => Math.min(40, Math.max(14, name.length + 4))

function rowCount({ batch }: ReportContent): number {
  const file = typeof batch === 'object' && batch !== null && 'file' in batch ? batch.file : null
  const rows = typeof file === 'object' && file !== null && 'rows' in file ? file.rows : null
  return typeof rows === 'number' ? Math.min(rows, maxXlsxRows) : maxXlsxRows
}

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
  let amountAt = amountColumn ?? null
  for await (const group of rows) {
    amountAt ??= columnOfAmounts(kept, group)
    for (const row of group)
      yield [...cellsOf(row, kept, amountAt, states, language), textCell(payrunId(row.line)), ...ending]
  }
}

type StateWords = Readonly<Record<PayoutState, string>>

/** Made once: a report says a state's word on every row. */
const stateWordsIn = (language: Language): StateWords =>
  Object.fromEntries(payoutStates.map((state) => [state, renderValue(stateOf(state), language)])) as StateWords

function cellsOf(
  row: ReportRow,
  kept: readonly KeptColumn[],
  amountAt: number | null,
  states: StateWords,
  language: Language,
): WrittenCell[] {
  const cells = kept.map(({ index }): WrittenCell => {
    const digits = index === amountAt ? amountDigits(row, row.cells[index]) : null
    return digits === null ? textCell(row.cells[index]) : amountCell(digits, row.currency ?? '')
  })
  cells.push(
    { kind: 'number', digits: String(row.line) },
    { kind: 'text', text: states[row.status], style: statusColours[row.status] },
    textCell(row.providerReference),
    textCell(row.errorCode),
    textCell(row.errorMessage && renderWords(row.errorMessage, language)),
    { kind: 'number', digits: String(row.attempts) },
    textCell(row.sentAt?.toISOString()),
    textCell(row.settledAt?.toISOString()),
  )
  return cells
}

const textCell = (text: string | null | undefined): WrittenCell =>
  text == null || text === '' ? null : { kind: 'text', text, style: 'text' }

const summaryWidths = [22, 44, 12, 20, 20, 20, 20, 20, 20, 20, 20]

/** The summary of a report: what batch it is, then rows and sums, status by status and currency by currency. */
function summaryRows(content: ReportContent): WrittenCell[][] {
  const { batch, totals, language } = content
  const mark = sandboxMark(content)
  const counts = countsIn(memberOf(totals, 'counts'))
  const sums = sumsIn(memberOf(totals, 'sums'))
  const currencies = [...new Set([...sums.values()].flatMap((sum) => [...sum.keys()]))].sort()
  const heading = (sentence: Sentence) => textIn(sentence, language, 'heading')
  return [
    [{ kind: 'text', text: textOf(memberOf(batch, 'name')) || render(say('report.batch'), language), style: 'title' }],
    ...(mark === null ? [] : [[textIn(say('report.sandbox'), language, 'title')]]),
    [],
    ...factRows(batch, language),
    [],
    [
      heading(say('report.status')),
      heading(say('report.meaning')),
      heading(say('report.rows')),
      ...currencies.map((currency) => heading(say('report.amount_in', { currency }))),
    ],
    ...payoutStates
      .filter((state) => counts.has(state))
      .map((state): WrittenCell[] => [
        { kind: 'text', text: renderValue(stateOf(state), language), style: statusColours[state] },
        textIn(stateMeaning[state], language, 'wrapped'),
        { kind: 'number', digits: String(counts.get(state) ?? 0), style: 'count' },
        ...currencies.map((currency) => sumCell(sums.get(state)?.get(currency), currency)),
      ]),
    [
      textIn(say('report.all_rows'), language, 'label'),
      null,
      { kind: 'number', digits: String([...counts.values()].reduce((all, n) => all + n, 0)), style: 'count' },
      ...currencies.map((currency) => sumCell(totalOf(sums, currency), currency)),
    ],
  ]
}

function factRows(batch: JsonValue, language: Language): WrittenCell[][] {
  const code = textOf(memberOf(batch, 'state'))
  const state = batchStates.find((each) => each === code)
  const facts: [Sentence, string][] = [
    [say('report.batch'), textOf(memberOf(batch, 'id'))],
    [say('report.file'), textOf(memberOf(memberOf(batch, 'file'), 'name'))],
    [say('report.period'), textOf(memberOf(batch, 'period'))],
    [say('report.state'), state ? renderValue(batchStateOf(state), language) : code],
    [say('report.submitted'), atMinute(textOf(memberOf(batch, 'created_at')))],
    [say('report.settled'), atMinute(textOf(memberOf(batch, 'settled_at')))],
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

/** `2026-11-21T05:36:54.017Z` → `2026-11-21 05:36` */
const atMinute = (iso: string): string => iso.slice(0, 16).replace('T', ' ')

type Sums = Map<string, Map<string, string>>

function totalOf(sums: Sums, currency: string): string {
  let minor = 0n
  for (const sum of sums.values()) minor += BigInt((sum.get(currency) ?? '0').replace('.', ''))
  return formatWireAmount(minor, currency)
}

const sumCell = (digits: string | undefined, currency: string): WrittenCell =>
  digits === undefined ? null : amountCell(digits, currency)

function sumsIn(value: JsonValue | undefined): Sums {
  const sums: Sums = new Map()
  for (const [state, byCurrency] of membersOf(value)) {
    sums.set(state, new Map(membersOf(byCurrency).map(([currency, sum]) => [currency, textOf(sum)])))
  }
  return sums
}

const countsIn = (value: JsonValue | undefined): Map<string, number> =>
  new Map(membersOf(value).flatMap(([state, n]): [string, number][] => (typeof n === 'number' ? [[state, n]] : [])))

const membersOf = (value: JsonValue | undefined): [string, JsonValue | undefined][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []

const memberOf = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  membersOf(value).find(([key]) => key === name)?.[1]

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')

/** Spreadsheets keep 15 digits of a number. */
const keptDigits = 15

/** Money as a number, shown with its currency's decimals; as text where a number would lose digits. */
function amountCell(digits: string, currency: string): WrittenCell {
  if (digits.replace(/\D/g, '').length > keptDigits) return { kind: 'text', text: digits, style: 'text' }
  const hasDecimals = !isCurrency(currency) || currencyDecimals[currency] > 0
  return { kind: 'number', digits, style: hasDecimals ? 'decimals' : 'whole' }
}

/** Colour is never all that tells: the word stands in the cell. */
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
