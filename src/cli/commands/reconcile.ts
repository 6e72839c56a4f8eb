import { InvalidArgumentError, Option } from 'commander'
import type { ReconcileWish, RefusedStatement } from '../../app/reconcile/reconcile.ts'
import { addToStatementMap, type StatementMap } from '../../app/submit/choices.ts'
import { readFeeTolerance } from '../../payout/reconciliation.ts'
import { count, fileNamed } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import { addCommand, example, type Program, type Run } from '../commandOptions.ts'
import type { ToldReconciliation } from '../terminal/reconciliation.ts'
import { t, text } from '../terminal/text.ts'

export const addReconcile = (program: Program, run: Run) =>
  addCommand(program, 'reconcile')
    .argument('<batch>', t('help.batch_or_all'))
    .argument('[statement]', t('help.statement_file'))
    .option('--all', t('help.reconcile_all'))
    .option('--complete', t('help.statement_all_paid_unknown_accepted_rows'))
    .addOption(new Option('--covers <operator>', t('help.statement_covers')).argParser(addCodes))
    .option('--dry-run', t('help.say_done_change_nothing'))
    .optionsGroup(t('help.how_file_read'))
    .addOption(mapOption())
    .option('--sheet <name>', t('help.statement_sheet'))
    .option('--from-account <account>', t('help.statement_account'))
    .addOption(new Option('--fee-tolerance <percent>', t('help.fee_tolerance')).argParser(readTolerance))
    .option('--as <name>', t('help.statement_as'))
    .addHelpText(
      'after',
      example(
        [
          t('help.payrun_reconcile_last_november_csv_dry'),
          t('help.reconcile_example_map'),
          t('help.reconcile_example_all'),
        ],
        notes(),
      ),
    )
    .action((first, second, options, command) => {
      const { complete = false, dryRun = false, fromAccount: account, all = false, json, ...reading } = options
      const isAll = all || first === 'all' || second === undefined
      if (all && second !== undefined) command.error(t('help.error_all_or_batch'))
      const wish = { ...reading, account, complete, dryRun, statement: second ?? first }
      return run(json ? { json } : {}, (cli) => (isAll ? reconcileAll(cli, wish) : reconcile(cli, first, wish)))
    })

const notes = () => [
  t('helpNotes.columns_found_french_english_names_reference'),
  t('helpNotes.line_matched_row_providers_reference_else'),
  t('helpNotes.complete_says_statement_made_after_batchs'),
  t('helpNotes.contradicts_paid_failed_row_changes_nothing'),
]

const addCodes = (given: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...given.split(',').map((code) => code.trim()),
]

export const mapOption = () =>
  new Option('--map <field=column>', t('help.statement_map')).argParser((given: string, before: StatementMap = {}) => {
    const added = addToStatementMap(before, given)
    if (added.ok) return added.map
    throw new InvalidArgumentError(text(added.message))
  })

export function readTolerance(given: string): number {
  const tolerance = readFeeTolerance(given)
  if (tolerance !== undefined) return tolerance
  throw new InvalidArgumentError(t('help.must_be_fee_tolerance'))
}

type Options = Omit<ReconcileWish, 'stdin'>

/** Settle a batch's unknown and accepted rows with the provider's statement. */
async function reconcile(cli: Cli, name: string, options: Options): Promise<number> {
  const { reconcile: reconcileBatch } = await import('../../app/reconcile/reconcile.ts')
  const reconciled = await reconcileBatch(cli, name, { ...options, stdin: cli.streams.stdin })
  switch (reconciled.kind) {
    case 'failed':
      return fail(cli, reconciled)
    case 'refused':
      return tellRefused(cli, reconciled)
    case 'reconciled': {
      const told = { ...reconciled, ...howItWasAsked(options) }
      if (cli.json) {
        const { reconciliationDocument } = await import('../../app/reconcile/reconciliationDocument.ts')
        cli.printJson(reconciliationDocument(told))
      } else await print(cli, told)
      return codeOf(cli, [told])
    }
  }
}

/** The same for all batches with such rows. */
async function reconcileAll(cli: Cli, options: Options): Promise<number> {
  const { reconcileAll: reconcileBatches } = await import('../../app/reconcile/reconcile.ts')
  const all = await reconcileBatches(cli, { ...options, stdin: cli.streams.stdin })
  if (all.kind === 'failed') return fail(cli, all)
  if (all.kind === 'refused') return tellRefused(cli, all)
  const told = all.batches.map((each) => ({ ...each, ...howItWasAsked(options) }))
  if (cli.json) {
    const { reconciledAllDocument } = await import('../../app/reconcile/reconciliationDocument.ts')
    cli.printJson(reconciledAllDocument(all, options))
  } else {
    for (const each of told) await print(cli, each)
    for (const { batch, message } of all.refused)
      cli.say(t('terminal.batch_refused', { id: batch.id, why: text(message) }))
    if (told.length === 0 && all.refused.length === 0) cli.say(t('terminal.no_open_batch'))
    if (all.ofSandbox > 0)
      cli.say(t('commands.sandbox_left_out', { batches: count(all.ofSandbox), command: cli.config.command }))
  }
  return all.refused.length > 0 ? exitCode.refused : codeOf(cli, told)
}

const howItWasAsked = (options: Options) => ({
  given: options.statement,
  reading: (feeTolerance = options.feeTolerance) => asTyped({ ...options, feeTolerance }),
  complete: options.complete,
  dryRun: options.dryRun,
})

/** The options for reading the statement, quoted for a shell. */
function asTyped({ covers, map = {}, sheet, account, feeTolerance, as }: Options): string {
  const percent = feeTolerance === undefined ? undefined : `${feeTolerance / 100}%`
  const given: [option: string, value: string | undefined][] = [
    ['--covers', covers?.join(',')],
    ...Object.entries(map).map(([field, column]): [string, string] => ['--map', `${field}=${column}`]),
    ['--sheet', sheet],
    ['--from-account', account],
    ['--fee-tolerance', percent],
    ['--as', as],
  ]
  const quoted = (value: string) =>
    /^[\p{L}\p{N}_.,=%@-]+$/u.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`
  return given.flatMap(([option, value]) => (value === undefined ? [] : [`${option} ${quoted(value)}`])).join(' ')
}

async function print(cli: Cli, told: ToldReconciliation): Promise<void> {
  const { renderReconciliation } = await import('../terminal/reconciliation.ts')
  cli.print(renderReconciliation(told, { command: cli.config.command, width: cli.width, style: cli.style }))
}

function codeOf(cli: Cli, told: readonly ToldReconciliation[]): number {
  const [unwritten] = told.flatMap(({ report }) => report.message ?? [])
  if (unwritten !== undefined) cli.say(unwritten)
  const isDone = told.every(({ matched }) => matched.left.length === 0 && matched.discrepancies.length === 0)
  return isDone && unwritten === undefined ? exitCode.done : exitCode.notAllPaid
}

export async function tellRefused(cli: Cli, { file, problems, message }: RefusedStatement): Promise<number> {
  if (cli.json) {
    const told = problems.map((each) => ({ ...each, message: text(each.message) }))
    cli.printJson({ file, problems: told, ...(message === null ? {} : { message: text(message) }) })
  } else if (problems.length > 0) {
    const { renderProblems } = await import('../terminal/problems.ts')
    cli.print(
      renderProblems(problems, { file: text(fileNamed(file)), isStatement: true, style: cli.style, width: cli.width }),
    )
  }
  cli.say(message ?? t('terminal.nothing_changed'))
  return exitCode.refused
}
