import type { ReportFormat } from '../../app/batches/report.ts'
import { failure } from '../../app/context.ts'
import { say } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import { addBatchCommand, example, type Program, type Run } from '../commandOptions.ts'
import { formatOf, formatOption } from '../submitOptions.ts'
import { t } from '../terminal/text.ts'

export const addReport = (program: Program, run: Run) =>
  addBatchCommand(program, 'report')
    .option('-o, --output <file>', t('help.where_write_older_report_replaced_whole'))
    .addOption(formatOption())
    .option('--excel', t('help.csv_that_excel_opens'))
    .option('--with-paid', t('help.list_paid_rows_in_html'))
    .option('--receipts', t('help.receipts_instead'))
    .addHelpText(
      'after',
      example([
        'payrun report last -o paid.csv',
        'payrun report last --excel -o paid.csv',
        'payrun report last --receipts -o slips.html',
      ]),
    )
    .action(
      (
        name,
        { output, format: wished, excel: isForExcel = false, withPaid = false, receipts = false, ...options },
        command,
      ) => {
        const format = wished ?? (receipts && output === undefined ? 'html' : formatOf(output))
        if (isForExcel && format !== 'csv') command.error(t('help.error_excel_csv'))
        if (withPaid && format !== 'html') command.error(t('help.error_with_paid_html'))
        if (receipts && format !== 'html') command.error(t('help.error_receipts_html'))
        const wish = { output, format, isForExcel, withPaid, receipts: receipts ? ('all' as const) : undefined }
        return run(options, (cli) => report(cli, name, wish))
      },
    )

interface ReportOptions {
  output: string | undefined
  format: ReportFormat
  isForExcel: boolean
  withPaid: boolean
  receipts: 'all' | undefined
}

/** Write a batch's current report to a file or to standard output. */
async function report(cli: Cli, name: string, { output, ...wish }: ReportOptions): Promise<number> {
  const { json, streams, data } = cli
  if (output === undefined && wish.format === 'xlsx' && !json && streams.stdout.isTTY) {
    return fail(cli, failure('usage', say('summary.workbook_to_terminal')))
  }
  const { report: writeReport } = await import('../../app/batches/report.ts')
  const asked = output === undefined && json ? { format: 'json' as const } : wish
  const written = await writeReport(cli, name, output ?? data, asked)
  switch (written.kind) {
    case 'failed':
      return fail(cli, written)
    case 'cut_off':
      cli.say(written.message)
      return exitCode.notAllPaid
    case 'written': {
      const { batch, path } = written
      if (path !== null && json) cli.printJson({ batch: batch.id, report: path })
      else if (path !== null) cli.say(t('summary.report', { reportPath: path }))
      return exitCode.done
    }
  }
}
