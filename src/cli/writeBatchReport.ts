import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { crashPoint } from '../crashPoint.ts'
import { fieldOf } from '../intake/field.ts'
import type { Batch } from '../ledger/batches.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { readReportRows } from '../ledger/readReport.ts'
import { canReadReportCsv, readReportCsv } from '../ledger/readReportCsv.ts'
import { readTotals } from '../ledger/status.ts'
import { maxXlsxRows, type ReportContent, type ReportFormat } from '../report/row.ts'
import { type WriteReportResult, writeReport } from '../report/writeReport.ts'
import { type WriteReportFileResult, writeReportFile } from '../report/writeReportFile.ts'
import { spokenLanguage, t } from '../words/t.ts'
import { batchDocument } from './batchDocument.ts'

/** Where a batch's report goes when nobody said otherwise. */
export const defaultReportPath = (home: string, batch: Batch): string =>
  join(home, 'reports', `${batch.id}.${batch.reportFormat}`)

/** Write a batch's report where it belongs: the path that was asked for, else PAYRUN_HOME/reports. */
export async function writeSettledReport(ledger: Ledger, batch: Batch, home: string): Promise<WriteReportFileResult> {
  const format = batch.reportFormat as ReportFormat
  if (batch.reportPath !== null) return writeBatchReportFile(ledger, batch, batch.reportPath, format)
  try {
    await mkdir(join(home, 'reports'), { recursive: true, mode: 0o700 })
  } catch {
    return {
      ok: false,
      message: t`The report can't be written to ${join(home, 'reports')}: the folder can't be made. payrun report writes it anywhere else.`,
    }
  }
  return writeBatchReportFile(ledger, batch, defaultReportPath(home, batch), format)
}

export async function writeBatchReportFile(
  ledger: Ledger,
  batch: Batch,
  path: string,
  format: ReportFormat,
): Promise<WriteReportFileResult> {
  const tooLong = tooLongFor(format, batch.fileRows)
  if (tooLong !== null) return { ok: false, message: tooLong }
  const { rows, csvRecords, ...content } = await reportContent(ledger, batch, format)
  return writeReportFile({
    path,
    ...content,
    rows: passing(rows),
    csvRecords: csvRecords && ((kept) => passing(csvRecords(kept))),
  })
}

/**
 * Crash window: died while the report is written, its temporary file is left under a hidden name, and the old report (or
 * none) stays in place. `payrun report` writes it at any time.
 */
async function* passing<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  for await (const part of parts) {
    yield part
    crashPoint('in-report')
  }
}

export async function writeBatchReport(
  ledger: Ledger,
  batch: Batch,
  out: Writable,
  format: ReportFormat,
): Promise<WriteReportResult> {
  const tooLong = tooLongFor(format, batch.fileRows)
  if (tooLong !== null) return { ok: false, reason: 'failed', message: tooLong }
  return writeReport({ out, ...(await reportContent(ledger, batch, format)) })
}

async function reportContent(ledger: Ledger, batch: Batch, format: ReportFormat): Promise<ReportContent> {
  const totals = (await readTotals(ledger, [batch.batchNo])).get(batch.batchNo)
  const document = batchDocument(batch, totals)
  return {
    format,
    columns: batch.columns,
    amountColumn: amountColumnOf(batch),
    batch: { ...document },
    totals: { counts: document.counts, sums: document.sums },
    rows: readReportRows(ledger, batch.batchNo),
    csvRecords:
      format === 'csv' && (await canReadReportCsv(ledger))
        ? (kept) => readReportCsv(ledger, batch.batchNo, kept)
        : undefined,
  }
}

function amountColumnOf({ columns }: Batch): number | null {
  const at = columns.findIndex((name) => fieldOf(name) === 'amount')
  return at === -1 ? null : at
}

/** Why a report of so many rows can't be had in this format, null when it can. */
export const tooLongFor = (format: ReportFormat, rows: number): string | null =>
  format === 'xlsx' && rows > maxXlsxRows
    ? t`A sheet holds ${maxXlsxRows.toLocaleString(spokenLanguage())} rows, and the file has ${rows.toLocaleString(spokenLanguage())}: have the report as CSV, with --format csv.`
    : null
