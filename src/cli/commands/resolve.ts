import { Option } from 'commander'
import type { Resolved } from '../../app/batches/resolve.ts'
import { failure } from '../../app/context.ts'
import { type Sentence, say, stateOf } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import {
  type AccountOptions,
  accountOption,
  actAs,
  addBatchCommand,
  example,
  lineNumber,
  nameNow,
  type Program,
  passwordOption,
  type Run,
} from '../commandOptions.ts'
import { t } from '../terminal/text.ts'

export const addResolve = (program: Program, run: Run) =>
  addBatchCommand(program, 'resolve')
    .addOption(new Option('--line <n>', t('help.line_file')).argParser(lineNumber).makeOptionMandatory())
    .option('--paid <reference>', t('help.paid_under_reference_providers'))
    .option('--not-paid', t('help.not_paid'))
    .requiredOption('--note <text>', t('help.how_you_know_kept_audit_trail'))
    .addOption(accountOption())
    .addOption(passwordOption())
    .addHelpText(
      'after',
      example(t('help.payrun_resolve_last_line_17_paid'), [t('helpNotes.row_becomes_paid_failed_failed_one')]),
    )
    .action((name, options) => run(options, (cli) => resolve(cli, name, options)))

interface ResolveOptions extends AccountOptions {
  line: number
  /** The provider's reference. */
  paid?: string
  notPaid?: true
  note: string
}

/** Record a person's decision about an unknown or accepted row. */
async function resolve(cli: Cli, name: string, options: ResolveOptions): Promise<number> {
  const { line, paid, notPaid, note } = options
  if ((paid === undefined) !== (notPaid === true)) {
    return fail(cli, failure('usage', say('terminal.paid_or_not_paid')))
  }
  const named = await nameNow(cli, name, options)
  if (!named.ok) return fail(cli, named)
  const proved = await actAs(cli, options)
  if (!proved.ok) return fail(cli, proved)
  const { resolve: resolveRow } = await import('../../app/batches/resolve.ts')
  const resolved = await resolveRow(proved.app, named.name, { line, note, ...(paid !== undefined && { paid }) })
  if (!resolved.ok) return fail(cli, resolved)
  const { batch, from, to, reference, report } = resolved
  if (cli.json) {
    cli.printJson({ batch: batch.id, line, from, to, provider_reference: reference, report: report.path })
  } else {
    cli.print(nowSentence(resolved, line, cli.config.command))
    if (report.path !== null) cli.print(t('summary.report', { reportPath: report.path }))
  }
  if (report.message === undefined) return exitCode.done
  cli.say(report.message)
  return exitCode.notAllPaid
}

function nowSentence({ batch: { id, state }, from, to }: Resolved, line: number, command: string): Sentence {
  const now = { line, id, state: stateOf(to), from: stateOf(from) }
  if (to === 'paid') return say('terminal.row_is_now', now)
  return state === 'cancelled'
    ? say('terminal.row_is_now_pay_in_new_file', now)
    : say('terminal.row_is_now_retry', { ...now, command })
}
