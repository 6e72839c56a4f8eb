import { resolve } from 'node:path'
import type { ReportFormat } from '../report/row.ts'
import { t } from '../words/t.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, failure } from './exitCode.ts'
import { withBatch } from './withBatch.ts'
import { writeBatchReport, writeBatchReportFile } from './writeBatchReport.ts'

export interface ReportOptions {
  output: string | undefined
  format: ReportFormat
}

/** A batch's report, as it stands now: to a file, or to standard output. */
export function report(cli: Cli, name: string, { output, format }: ReportOptions): Promise<number> {
  return withBatch(cli, name, async (core, batch) => {
    if (output === undefined && format === 'xlsx' && !cli.json && process.stdout.isTTY) {
      return fail(
        cli,
        failure(exitCode.usage, t`A workbook is not for reading on a terminal: name a file, as in -o paid.xlsx.`),
      )
    }
    if (output === undefined) {
      const written = await writeBatchReport(core.ledger, batch, process.stdout, cli.json ? 'json' : format)
      // Whoever read it stopped early (`| head`): they have what they wanted.
      if (written.ok || written.reason === 'closed') return exitCode.done
      return fail({ ...cli, json: false }, failure(exitCode.usage, written.message))
    }
    const written = await writeBatchReportFile(core.ledger, batch, resolve(cli.config.calledFrom, output), format)
    if (!written.ok) return fail(cli, failure(exitCode.usage, written.message))
    if (cli.json) cli.printJson({ batch: batch.id, report: written.path })
    else cli.say(t`Report: ${written.path}`)
    return exitCode.done
  })
}
