import { type Options, stringify } from 'csv-stringify/sync'
import { guardFormula, reportColumns, sandboxColumn } from '../../payout/reportColumns.ts'
import type { Language } from '../../words/catalogue.ts'
import { renderWords } from '../../words/render.ts'
import {
  amountDigits,
  type CsvRecords,
  columnOfAmounts,
  type KeptColumn,
  keptColumns,
  payrunIdIn,
  type ReportContent,
  type ReportRow,
  sandboxMark,
  type textFormats,
} from './row.ts'

type TextFormat = (typeof textFormats)[number]

const writers = { csv: csvReport, json: jsonReport, ndjson: ndjsonReport } satisfies Record<TextFormat, unknown>

/** Pieces smaller than this are gathered: a write each would cost more than making them. */
const pieceLength = 64 * 1024

/** A report in its format, piece by piece. */
export async function* reportPieces(content: ReportContent): AsyncGenerator<string | Buffer> {
  const { format, csvRecords, isForExcel, receipts } = content
  if (format === 'xlsx') return yield* (await import('./xlsx.ts')).xlsxReport(content)
  if (format === 'pain.002') return yield* (await import('./pain002.ts')).pain002Report(content)
  if (format === 'html' && receipts) return yield* (await import('./receipts.ts')).receiptsPage(content, receipts)
  if (format === 'html') return yield* (await import('./html.ts')).htmlReport(content)
  if (format === 'csv' && csvRecords && !isForExcel) return yield* csvReportOf(csvRecords, content)
  yield* reportText({ ...content, format })
}

/** A report that is text, as pieces of at least 64 Ki characters (the last one excepted). */
export async function* reportText(content: ReportContent & { format: TextFormat }): AsyncGenerator<string> {
  let gathered = ''
  for await (const piece of writers[content.format](content)) {
    gathered += piece
    if (gathered.length >= pieceLength) {
      yield gathered
      gathered = ''
    }
  }
  if (gathered !== '') yield gathered
}

/**
 * What a spreadsheet would run as a formula gets a `'` before it: intake takes it off again. csv-stringify's own `escape_formulas` can't be undone: it leaves a cell that has such a `'` already as it is.
 */
const options: Options = {
  cast: { string: guardFormula },
  record_delimiter: '\n',
  quote_record_delimiter: true,
}

/** A CSV report as pieces of text: UTF-8 without BOM, LF, RFC 4180 quotes; absent values are empty cells. */
async function* csvReport(content: ReportContent): AsyncGenerator<string> {
  const { columns, rows, language } = content
  const kept = keptColumns(columns)
  const ending = endingOf(content)
  if (content.isForExcel) return yield* excelReport(content, kept)
  yield stringify([headingsOf(content, kept)], options)
  for await (const batch of rows) {
    if (batch.length > 0) {
      yield stringify(
        batch.map((row) => [...record(kept, row, language), ...ending(row.line)]),
        options,
      )
    }
  }
}

/**
 * The same for Excel, which takes a CSV file for UTF-8 by its byte order mark only, splits it at its language's delimiter, and
 * makes numbers and dates of all that looks like one: `001` becomes 1, `+2290197000001` 2.29E+12 and `03-04` a day in April. A
 * tab before such a cell keeps it, is not seen, and is taken off when the report goes in again. Amounts are numbers, with the
 * language's decimal mark.
 */
async function* excelReport(content: ReportContent, kept: readonly KeptColumn[]): AsyncGenerator<string> {
  const { rows, language } = content
  const ending = endingOf(content)
  const forExcel = {
    ...options,
    delimiter: language === 'fr' ? ';' : ',',
    record_delimiter: '\r\n',
    quoted_match: /[\t\r\n]/,
  }
  let amountAt = content.amountColumn ?? null
  yield `\ufeff${stringify([headingsOf(content, kept).map(guardFormula)], { ...forExcel, cast: {} })}`
  for await (const batch of rows) {
    amountAt ??= columnOfAmounts(kept, batch)
    const records = batch.map((row) =>
      [...record(kept, row, language), ...ending(row.line)].map((cell, at) => {
        const column = kept[at]
        const digits = column && column.index === amountAt ? amountDigits(row, cell) : null
        if (digits !== null) return language === 'fr' ? digits.replace('.', ',') : digits
        return cell === null ? null : keptByExcel(guardFormula(cell))
      }),
    )
    if (records.length > 0) yield stringify(records, { ...forExcel, cast: {} })
  }
}

/** Digits and signs alone, which Excel reads as a number, a day or a time; and months, in both languages. */
const numeric = /^[\s+\-(.,]*\d[\d\s.,:/()+\-%eE]*$/
const monthly =
  /^(?=.*\d)\d{0,4}[\s./-]?(?:jan|f[eé]v|feb|mar|a[pv]r|mai|may|jui?n|jui?l|ao[uû]|aug|sep|oct|nov|d[eé]c)\p{L}*[\s./-]?\d{0,4}$/iu

const keptByExcel = (cell: string): string =>
  !/^(?:0|[1-9]\d{0,7})$/.test(cell) && (numeric.test(cell) || monthly.test(cell)) ? `\t${cell}` : cell

/** The same, of records that are CSV already. */
async function* csvReportOf(records: CsvRecords, content: ReportContent): AsyncGenerator<string | Buffer> {
  const kept = keptColumns(content.columns)
  yield stringify([headingsOf(content, kept)], options)
  yield* records(kept.map(({ index }) => index))
}

const headingsOf = (content: ReportContent, kept: readonly KeptColumn[]): string[] => [
  ...kept.map(({ name }) => name),
  ...reportColumns,
  ...(sandboxMark(content) === null ? [] : [sandboxColumn]),
]

/** What every record ends with. */
function endingOf(content: ReportContent): (line: number) => (string | null)[] {
  const payrunId = payrunIdIn(content)
  const mark = sandboxMark(content)
  return (line) => [payrunId(line), ...(mark === null ? [] : [mark])]
}

function record(kept: readonly KeptColumn[], row: ReportRow, language: Language): (string | null)[] {
  const cells: (string | null)[] = []
  for (const { index } of kept) cells.push(row.cells[index] ?? null)
  cells.push(
    String(row.line),
    row.status,
    row.providerReference,
    row.errorCode,
    row.errorMessage && renderWords(row.errorMessage, language),
    String(row.attempts),
    row.sentAt === null ? null : row.sentAt.toISOString(),
    row.settledAt === null ? null : row.settledAt.toISOString(),
  )
  return cells
}

/** `{batch, totals, rows}` as pieces of text, one row a line so that a person can look at it too. */
async function* jsonReport(content: ReportContent): AsyncGenerator<string> {
  const { batch, totals, rows } = content
  const toText = rowWriter(content)
  yield `{"batch":${JSON.stringify(batch)},"totals":${JSON.stringify(totals)},"rows":[`
  let separator = '\n'
  for await (const group of rows) {
    if (group.length === 0) continue
    yield separator + group.map(toText).join(',\n')
    separator = ',\n'
  }
  yield '\n]}\n'
}

/** One row a line, the same objects as in the JSON report. */
async function* ndjsonReport(content: ReportContent): AsyncGenerator<string> {
  const toText = rowWriter(content)
  for await (const group of content.rows) {
    if (group.length > 0) yield `${group.map(toText).join('\n')}\n`
  }
}

/**
 * Writes a row's object as text. Built as text, never as an object: a column named `__proto__` is a key like any
 * other, and columns named like numbers stay in their place.
 */
function rowWriter(content: ReportContent): (row: ReportRow) => string {
  const { columns, language } = content
  const payrunId = payrunIdIn(content)
  const sandbox = sandboxMark(content)
  const kept = distinctNames(keptColumns(columns)).map(({ index, name }) => ({
    index,
    key: `${JSON.stringify(name)}:`,
  }))
  return (row) => {
    let text = '{'
    for (const { index, key } of kept) text += `${key}${JSON.stringify(row.cells[index] ?? null)},`
    return text + resultText(row, { payrunId: payrunId(row.line), sandbox }, language)
  }
}

/** A second column of the same name would be lost to whoever parses the object: it becomes `name_2`, and so on. */
function distinctNames<T extends { name: string }>(columns: readonly T[]): T[] {
  const taken = new Set(columns.map(({ name }) => name))
  const seen = new Set<string>()
  return columns.map((column) => {
    let name = column.name
    for (let copy = 2; seen.has(name); copy += 1) {
      const candidate = `${column.name}_${copy}`
      if (!taken.has(candidate)) name = candidate
    }
    seen.add(name)
    taken.add(name)
    return { ...column, name }
  })
}

function resultText(
  row: ReportRow,
  { payrunId, sandbox }: { payrunId: string | null; sandbox: string | null },
  language: Language,
): string {
  const results = {
    line: row.line,
    status: row.status,
    provider_reference: row.providerReference,
    error_code: row.errorCode,
    error_message: row.errorMessage && renderWords(row.errorMessage, language),
    attempts: row.attempts,
    sent_at: row.sentAt,
    settled_at: row.settledAt,
    payrun_id: payrunId,
    ...(sandbox !== null && { [sandboxColumn]: sandbox }),
  }
  return JSON.stringify(results).slice(1)
}
