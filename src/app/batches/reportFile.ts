import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { crashPoint } from '../../crashPoint.ts'
import type { ReplaceResult } from '../../durableFile.ts'
import { type ColumnMap, fieldIn } from '../../files/payroll/header/columns.ts'
import type { ReportContent, ReportTotals } from '../../files/report/row.ts'
import { unfitFor, wordsIn, writeReportFile } from '../../files/report/writeReport.ts'
import { readApprovals } from '../../ledger/audit/readHistory.ts'
import { type Batch, readBatch } from '../../ledger/batches/batches.ts'
import { canReadReportCsv, readPaidRows, readReportCsv, readReportRows } from '../../ledger/batches/readReport.ts'
import { readHowSubmitted } from '../../ledger/batches/submittedWith.ts'
import type { Ledger } from '../../ledger/connection/ledger.ts'
import { readDoubts } from '../../ledger/rows/contradictions.ts'
import { extensionOf, type ReportFormat } from '../../payout/report.ts'
import type { PayoutState } from '../../payout/state.ts'
import type { Language } from '../../words/catalogue.ts'
import { type Sentence, say, type Words } from '../../words/sentence.ts'
import type { App, Core } from '../context.ts'
import { documentNow, elsewhereOf } from './batchDocument.ts'

export type { ReportFormat }

/** The default path of a batch's report. */
export const defaultReportPath = (home: string, batch: Batch): string =>
  join(home, 'reports', `${batch.id}.${extensionOf(batch.reportFormat)}`)

/** Write a batch's report to the requested path, by default in PAYRUN_HOME/reports. */
export async function writeSettledReport(
  { config, language }: App,
  { ledger }: Core,
  batch: Batch,
): Promise<ReplaceResult> {
  const wish = { format: batch.reportFormat }
  if (batch.reportPath !== null) return writeBatchReportFile(ledger, batch, batch.reportPath, wish, language)
  const folder = join(config.home, 'reports')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch {
    return { ok: false, message: say('commands.report_cant_written_folder_cant_made', { home: folder }) }
  }
  return writeBatchReportFile(ledger, batch, defaultReportPath(config.home, batch), wish, language)
}

export async function writeBatchReportFile(
  ledger: Ledger,
  batch: Batch,
  path: string,
  wish: ReportWish,
  language: Language,
): Promise<ReplaceResult> {
  const unfit = unfitFor(wish.format, batch.fileRows, batch.columns)
  if (unfit !== null) return { ok: false, message: unfit }
  const { rows, csvRecords, ...content } = await reportContent(ledger, batch, wish, language)
  return writeReportFile({
    path,
    ...content,
    rows: passing(rows),
    csvRecords: csvRecords && ((kept) => passing(csvRecords(kept))),
  })
}

/**
 * Crash window: if the process dies while the report is written, its temporary file is left under a hidden name, and the old report (or
 * none) stays in place. `payrun report` writes it at any time.
 */
async function* passing<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  for await (const part of parts) {
    yield part
    crashPoint('in-report')
  }
}

export async function reportContent(
  ledger: Ledger,
  batch: Batch,
  wish: ReportWish,
  language: Language,
): Promise<ReportContent> {
  const render = wordsIn(language)
  const rendered = (words: Words): string => render(wish.reword?.(words) ?? words)
  const document = await documentNow({ ledger }, batch)
  const doubts = await readDoubts(ledger.pool, batch.batchNo)
  const map: ColumnMap = (await readHowSubmitted(ledger, batch.batchNo)).decided?.columns ?? {}
  return {
    format: wish.format,
    isForExcel: wish.isForExcel ?? false,
    withPaid: wish.withPaid ?? false,
    receipts: wish.receipts
      ? readPaidRows(ledger, batch.batchNo, wish.receipts === 'all' ? null : wish.receipts)
      : undefined,
    language,
    timeZone: wish.timeZone,
    columns: batch.columns,
    map,
    amountColumn: amountColumnOf(batch, map),
    batch: document,
    people: { submitter: batch.submitter, approvals: await readApprovals(ledger, batch.batchNo) },
    totals: {
      counts: document.counts,
      sums: document.sums,
      doubts: countsOf(doubts.values()),
      elsewhere: await elsewhereOf({ ledger }, batch, document.counts),
    },
    rows: readReportRows(ledger, batch.batchNo, rendered, doubts),
    csvRecords:
      wish.format === 'csv' && (await canReadReportCsv(ledger))
        ? (kept) => readReportCsv(ledger, batch.batchNo, kept, rendered, doubts)
        : undefined,
  }
}

function countsOf(doubts: Iterable<{ state: PayoutState }>): NonNullable<ReportTotals['doubts']> {
  const counts: NonNullable<ReportTotals['doubts']> = {}
  for (const { state } of doubts) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

function amountColumnOf({ columns }: Batch, map: ColumnMap): number | null {
  const at = columns.findIndex((name) => fieldIn(map, name) === 'amount')
  return at === -1 ? null : at
}

export interface ReportWish extends Pick<ReportContent, 'isForExcel' | 'withPaid' | 'timeZone'> {
  format: ReportFormat
  /** Payment slips (HTML) for everybody who was paid, or for the row on this line. */
  receipts?: 'all' | number | undefined
  /** Other words for readers without a command line. */
  reword?: (words: Words) => Words
}

export interface Refreshed {
  /** Where the report is; null if the batch has none yet, or it couldn't be written. */
  path: string | null
  /** Why it couldn't be written. */
  message?: Sentence
}

/**
 * Rewrites the report of a finished batch after a row has changed, at its path. A batch that is still being paid writes its report when it
 * settles.
 *
 * Crash window: if the process dies before this, the ledger has the change and the report file doesn't. `payrun report` writes it again.
 */
export const refreshReport = async (app: App, core: Core, batchNo: number): Promise<Refreshed> =>
  reportOf(app, core, await readBatch(core.ledger, batchNo))

/** The report of a finished batch: `before`, written when it settled, or written now. */
export async function reportOf(app: App, core: Core, batch: Batch, before?: ReplaceResult): Promise<Refreshed> {
  if (batch.state !== 'settled' && batch.state !== 'cancelled') return { path: null }
  const written = before ?? (await writeSettledReport(app, core, batch))
  return written.ok ? { path: written.path } : { path: null, message: written.message }
}
