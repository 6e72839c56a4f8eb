import type { Writable } from 'node:stream'
import { type Options, stringify } from 'csv-stringify/sync'
import { type ReplaceResult, replaceFile } from '../../durableFile.ts'
import {
  guardFormula,
  type KeptColumn,
  keptColumns,
  type ReportFormat,
  reportColumns,
  sandboxColumn,
  type textFormats,
} from '../../payout/report.ts'
import type { Language } from '../../words/catalogue.ts'
import { renderWords } from '../../words/render.ts'
import { count, type Sentence, say, type Words } from '../../words/sentence.ts'
import { jsonReport, ndjsonReport } from './json.ts'
import { cameAsPain001, pain002Report } from './pain002.ts'
import {
  amountDigits,
  type CsvRecords,
  columnOfAmounts,
  headingsIn,
  maxXlsxRows,
  payrunIdIn,
  type ReportContent,
  type ReportRow,
  sandboxMark,
  stateWordsIn,
} from './row.ts'

type WriteReportResult =
  | { ok: true }
  /** The reader stopped (`| head`), or the disk is full: whoever owns the stream says so. */
  | { ok: false; reason: 'closed' }
  | { ok: false; reason: 'failed'; message: Sentence }

/**
 * Writes a report to a stream, piece by piece, each after the previous one has been written, so that memory stays small however slow
 * the reader is. The stream is left open (it may be standard output). Errors of `rows` itself (the ledger's) are thrown.
 */
export async function writeReport({ out, ...content }: ReportContent & { out: Writable }): Promise<WriteReportResult> {
  const sink = watch(out)
  let error: Error | null = null
  try {
    for await (const piece of reportPieces(content)) {
      error = await sink.write(piece)
      // Leaving the loop ends the generator, and with it the caller's rows (for example a database cursor).
      if (error !== null) break
    }
  } finally {
    // Keep listening to a broken stream: its 'error' comes after the callback, and without a listener it would end the process.
    if (error === null) sink.release()
  }
  return error === null ? { ok: true } : failure(error)
}

const closedCodes: ReadonlySet<string> = new Set([
  'EPIPE',
  'ECONNRESET',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ERR_STREAM_PREMATURE_CLOSE',
  ...['ENOSPC', 'EDQUOT', 'EFBIG'],
])

/**
 * Writes to a stream. A write ends with its callback or with the stream: a stream that is destroyed during a write never calls back.
 */
function watch(out: Writable) {
  let over: Error | null = null
  let wake = (): void => {}
  const onError = (error: Error): void => {
    over ??= error
    wake()
  }
  const onClose = (): void => onError(Object.assign(new Error('closed'), { code: 'ERR_STREAM_PREMATURE_CLOSE' }))
  out.on('error', onError)
  out.on('close', onClose)
  return {
    async write(piece: string | Buffer): Promise<Error | null> {
      if (over !== null) return over
      await new Promise<void>((resolve) => {
        wake = resolve
        out.write(piece, (error) => {
          if (error) over ??= error
          resolve()
        })
      })
      return over
    },
    release(): void {
      out.off('error', onError)
      out.off('close', onClose)
    },
  }
}

function failure(error: Error): WriteReportResult {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  if (code !== null && closedCodes.has(code)) return { ok: false, reason: 'closed' }
  const why = say('settings.system_answered_write_report_again_another', {
    code: code ?? say('settings.unknown_error_2'),
  })
  return { ok: false, reason: 'failed', message: say('settings.report_could_not_written', { why }) }
}

/** Writes a report to a file, completely or not at all (see src/durableFile.ts). */
export const writeReportFile = ({ path, ...content }: ReportContent & { path: string }): Promise<ReplaceResult> =>
  replaceFile({ path, what: 'report', pieces: reportPieces(content) })

type TextFormat = (typeof textFormats)[number]

const writers = { csv: csvReport, json: jsonReport, ndjson: ndjsonReport } satisfies Record<TextFormat, unknown>

/** Smaller pieces are collected: writing each of them would cost more than making it. */
const pieceLength = 64 * 1024

/** A report in its format, piece by piece. */
export async function* reportPieces(content: ReportContent): AsyncGenerator<string | Buffer> {
  const { format, csvRecords, isForExcel, receipts } = content
  if (format === 'xlsx') return yield* (await import('./xlsx.ts')).xlsxReport(content)
  if (format === 'pain.002') return yield* pain002Report(content)
  if (format === 'html' && receipts) return yield* (await import('./receipts.ts')).receiptsPage(content, receipts)
  if (format === 'html') return yield* (await import('./html.ts')).htmlReport(content)
  if (format === 'csv' && csvRecords && !isForExcel) return yield* csvReportOf(csvRecords, content)
  yield* reportText({ ...content, format })
}

/** A text report in pieces of at least 64 Ki characters, except the last one. */
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
 * A cell that a spreadsheet would run as a formula gets a `'` before it, which intake removes. csv-stringify's `escape_formulas` can't
 * be undone, because it doesn't change a cell that already has such a `'`.
 */
const options: Options = {
  cast: { string: guardFormula },
  record_delimiter: '\n',
  quote_record_delimiter: true,
}

/** A CSV report in pieces: UTF-8 without BOM, LF, RFC 4180 quotes. Absent values are empty cells. */
async function* csvReport(content: ReportContent): AsyncGenerator<string> {
  const { columns, rows, language } = content
  if (content.isForExcel) return yield* excelReport(content)
  const kept = keptColumns(columns, reportColumns)
  const ending = endingOf(content)
  yield stringify([headingsOf(content, kept, reportColumns)], options)
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
 * The same for Excel, which recognises UTF-8 only by a byte order mark, splits a CSV file at its language's delimiter, and turns
 * everything that looks like a number or a date into one: `001` becomes 1, `+2290197000001` 2.29E+12, and `03-04` a day in April. A
 * tab before such a cell prevents that, is invisible, and is removed when the report is submitted again. Amounts are numbers with the
 * language's decimal mark; headings and states are in that language.
 */
async function* excelReport(content: ReportContent): AsyncGenerator<string> {
  const { columns, rows, language } = content
  const added = headingsIn(language)
  const kept = keptColumns(columns, added)
  const states = stateWordsIn(language)
  const ending = endingOf(content)
  const forExcel = {
    ...options,
    delimiter: language === 'fr' ? ';' : ',',
    record_delimiter: '\r\n',
    quoted_match: /[\t\r\n]/,
  }
  let amountAt = content.amountColumn ?? null
  yield `\ufeff${stringify([headingsOf(content, kept, added).map(guardFormula)], { ...forExcel, cast: {} })}`
  for await (const batch of rows) {
    amountAt ??= columnOfAmounts(kept, batch)
    const records = batch.map((row) =>
      [...record(kept, row, language, states[row.status]), ...ending(row.line)].map((cell, at) => {
        const column = kept[at]
        const digits = column && column.index === amountAt ? amountDigits(row, cell) : null
        if (digits !== null) return language === 'fr' ? digits.replace('.', ',') : digits
        return cell === null ? null : keptByExcel(guardFormula(cell))
      }),
    )
    if (records.length > 0) yield stringify(records, { ...forExcel, cast: {} })
  }
}

/** Digits and signs alone, which Excel reads as a number, a date or a time; and months, in both languages. */
const numeric = /^[\s+\-(.,]*\d[\d\s.,:/()+\-%eE]*$/
const monthly =
  /^(?=.*\d)\d{0,4}[\s./-]?(?:jan|f[eé]v|feb|mar|a[pv]r|mai|may|jui?n|jui?l|ao[uû]|aug|sep|oct|nov|d[eé]c)\p{L}*[\s./-]?\d{0,4}$/iu

const keptByExcel = (cell: string): string =>
  !/^(?:0|[1-9]\d{0,7})$/.test(cell) && (numeric.test(cell) || monthly.test(cell)) ? `\t${cell}` : cell

/** The same from records that are already CSV. */
async function* csvReportOf(records: CsvRecords, content: ReportContent): AsyncGenerator<string | Buffer> {
  const kept = keptColumns(content.columns, reportColumns)
  yield stringify([headingsOf(content, kept, reportColumns)], options)
  yield* records(kept.map(({ index }) => index))
}

const headingsOf = (content: ReportContent, kept: readonly KeptColumn[], added: readonly string[]): string[] => [
  ...kept.map(({ name }) => name),
  ...added,
  ...(content.batch.sandbox ? [sandboxColumn] : []),
]

/** The last cells of every record. */
function endingOf(content: ReportContent): (line: number) => (string | null)[] {
  const payrunId = payrunIdIn(content)
  const mark = sandboxMark(content)
  return (line) => [payrunId(line), ...(mark === null ? [] : [mark])]
}

function record(
  kept: readonly KeptColumn[],
  row: ReportRow,
  language: Language,
  status: string = row.status,
): (string | null)[] {
  const cells: (string | null)[] = []
  for (const { index } of kept) cells.push(row.cells[index] ?? null)
  cells.push(
    String(row.line),
    status,
    row.providerReference,
    row.errorCode,
    row.errorMessage && renderWords(row.errorMessage, language),
    String(row.attempts),
    row.sentAt === null ? null : row.sentAt.toISOString(),
    row.settledAt === null ? null : row.settledAt.toISOString(),
  )
  return cells
}

/** The texts of a report or of a copy of a file, in the language of whoever asked for it. */
export const wordsIn =
  (language: Language) =>
  (words: Words): string =>
    renderWords(words, language)

/** Why this format can't have a report with so many rows or these columns; null if it can. */
export function unfitFor(format: ReportFormat, rows: number, columns: readonly string[]): Sentence | null {
  if (format === 'pain.002' && !cameAsPain001(columns)) return say('commands.report_pain_002_answers_pain_001')
  return format === 'xlsx' && rows > maxXlsxRows
    ? say('commands.sheet_holds_rows_file_report_csv', { maxXlsxRows: count(maxXlsxRows), rows: count(rows) })
    : null
}
