import type { RefusedStatement } from '../../app/reconcile.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import { addBatchCommand, example, type Program, type Run } from '../commandOptions.ts'
import type { ToldReconciliation } from '../terminal/reconciliation.ts'
import { t, text } from '../terminal/text.ts'

export const addReconcile = (program: Program, run: Run) =>
  addBatchCommand(program, 'reconcile')
    .argument('<statement>', t('help.xlsx_csv_json_ndjson_standard_input'))
    .option('--complete', t('help.statement_all_paid_unknown_accepted_rows'))
    .option('--dry-run', t('help.say_done_change_nothing'))
    .addHelpText('after', example(t('help.payrun_reconcile_last_november_csv_dry'), notes()))
    .action((name, statement, { complete = false, dryRun = false, ...options }) =>
      run(options, (cli) => reconcile(cli, name, { statement, complete, dryRun })),
    )

const notes = () => [
  t('helpNotes.columns_found_french_english_names_reference'),
  t('helpNotes.line_matched_row_providers_reference_else'),
  t('helpNotes.complete_says_statement_made_after_batchs'),
  t('helpNotes.contradicts_paid_failed_row_changes_nothing'),
]

interface ReconcileOptions {
  /** A path, or `-`. */
  statement: string
  complete: boolean
  dryRun: boolean
}

/** Settle a batch's unknown and accepted rows by the provider's statement. */
async function reconcile(cli: Cli, name: string, options: ReconcileOptions): Promise<number> {
  const { reconcile: reconcileBatch } = await import('../../app/reconcile.ts')
  const reconciled = await reconcileBatch(cli, name, { ...options, stdin: cli.streams.stdin })
  switch (reconciled.kind) {
    case 'failed':
      return fail(cli, reconciled)
    case 'refused':
      return tellRefused(cli, reconciled)
    case 'reconciled':
      return tell(cli, { ...reconciled, given: options.statement, complete: options.complete, dryRun: options.dryRun })
  }
}

async function tell(cli: Cli, told: ToldReconciliation): Promise<number> {
  const { renderReconciliation } = await import('../terminal/reconciliation.ts')
  const { reconciliationDocument } = await import('../../app/reconcile.ts')
  if (cli.json) cli.printJson(reconciliationDocument(told))
  else cli.print(renderReconciliation(told, { command: cli.config.command, width: cli.width, style: cli.style }))
  const { matched, report } = told
  if (report.message !== undefined) {
    cli.say(report.message)
    return exitCode.bug
  }
  return matched.left.length === 0 && matched.discrepancies.length === 0 ? exitCode.done : exitCode.notAllPaid
}

async function tellRefused(cli: Cli, { file, problems, message }: RefusedStatement): Promise<number> {
  if (cli.json) {
    const told = problems.map((each) => ({ ...each, message: text(each.message) }))
    cli.printJson({ file, problems: told, ...(message === null ? {} : { message: text(message) }) })
  } else if (problems.length > 0) {
    const { renderProblems } = await import('../terminal/problems.ts')
    const name = file === '-' ? t('files.standard_input') : file
    cli.print(renderProblems(problems, { file: name, maySkip: false, style: cli.style, width: cli.width }))
  }
  cli.say(message ?? t('terminal.nothing_changed'))
  return exitCode.refused
}
