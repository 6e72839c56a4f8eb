import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { unfitFor, writeReport } from '../../files/report/writeReport.ts'
import { recordChange } from '../../ledger/accounts/trail.ts'
import type { Batch } from '../../ledger/batches/batches.ts'
import type { Sentence } from '../../words/sentence.ts'
import { type App, type Failure, failure } from '../context.ts'
import { withBatch } from '../open/openCore.ts'
import { type ReportWish, reportContent, writeBatchReportFile } from './reportFile.ts'

export type { ReportFormat, ReportWish } from './reportFile.ts'

type Reported =
  /** `path` is null if it was written to a stream. */
  | { kind: 'written'; batch: Batch; path: string | null }
  /** Part of it may already be in the stream. */
  | { kind: 'cut_off'; message: Sentence }
  | Failure

/** The batch, if there is a report of it in this format. Nothing is read yet, and nobody has taken it. */
export const lookAtReport = (
  app: App,
  name: string,
  { format }: ReportWish,
): Promise<{ ok: true; batch: Batch } | Failure> =>
  withBatch<{ ok: true; batch: Batch } | Failure>(app, name, async (_, batch) => {
    const unfit = unfitFor(format, batch.fileRows, batch.columns)
    return unfit ? failure('usage', unfit) : { ok: true, batch }
  })

/**
 * Write a batch's report, as it stands now, to a file or a stream. A reader that closes the stream early has what it wanted. That an account
 * or a key took the report is recorded first: it has names and numbers of people.
 */
export function report(app: App, name: string, out: string | Writable, wish: ReportWish): Promise<Reported> {
  return withBatch<Reported>(app, name, async ({ ledger }, batch) => {
    const unfit = unfitFor(wish.format, batch.fileRows, batch.columns)
    if (unfit) return failure('usage', unfit)
    if (app.actor?.account) {
      const details = { format: wish.format, rows: batch.fileRows, ...(wish.receipts && { receipts: wish.receipts }) }
      await recordChange(ledger.pool, app.actor.name, 'report.taken', batch.id, details)
    }
    if (typeof out === 'string') {
      const written = await writeBatchReportFile(ledger, batch, resolve(app.config.calledFrom, out), wish, app.language)
      return written.ok ? { kind: 'written', batch, path: written.path } : failure('usage', written.message)
    }
    const written = await writeReport({ out, ...(await reportContent(ledger, batch, wish, app.language)) })
    return written.ok || written.reason === 'closed'
      ? { kind: 'written', batch, path: null }
      : { kind: 'cut_off', message: written.message }
  })
}
