import { type Command, Option } from 'commander'
import { failure } from '../../app/context.ts'
import type { Held, Planned, Released } from '../../app/pay/hold.ts'
import type { LimitsDocument } from '../../app/pay/operatorLimits.ts'
import type { Hold, OperatorDocument, OperatorWindow } from '../../app/pay/operators.ts'
import { findCountry } from '../../payout/operators/operator.ts'
import { count, country, moment, operatorOf, type Sentence, say } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import { addCommand, example, lineNumber, type Program, type Run } from '../commandOptions.ts'
import { printable, shown, t, text } from '../terminal/text.ts'

/** The list of operators, and holding them by hand. */
export function addOperators(program: Program, run: Run): void {
  const operators = addCommand(program, 'operators')
    .option('--sandbox', t('help.sandboxs_holds'))
    .addHelpText('after', example('payrun operators'))
    .action(({ sandbox = false, ...options }) => run(options, (cli) => list(cli, sandbox)))
  addLimits(operators, run)
  addHold(operators, run)
  addRelease(operators, run)
}

/** Print the operators of each country, and which are held now, by whom and why. */
async function list(cli: Cli, sandbox: boolean): Promise<number> {
  const { listOperators, windowSentence } = await import('../../app/pay/operators.ts')
  const found = await listOperators(cli, sandbox)
  if (!found.ok) return fail(cli, found)
  const { operators, holds, windows } = found
  if (cli.json) cli.printJson({ operators })
  else {
    cli.print(
      [
        await tableText(cli, operators),
        ...holdLines(holds),
        ...windows.map((each) => `- ${text(numbered(each, windowSentence(each, each.operator)))}`),
      ].join('\n'),
    )
  }
  return exitCode.done
}

/** With the number that `release --window` takes. */
const numbered = ({ windowNo }: OperatorWindow, window: Sentence): Sentence =>
  say('paying.window_numbered', { number: String(windowNo), window })

async function tableText(cli: Cli, operators: readonly OperatorDocument[]): Promise<string> {
  const { renderTable } = await import('../terminal/table.ts')
  return renderTable({
    columns: [
      { head: t('summary.country') },
      { head: t('summary.code'), whole: true },
      { head: t('summary.operator') },
      { head: t('summary.currency') },
      { head: t('summary.dialling_code'), align: 'right' },
      { head: t('summary.held_head') },
    ],
    rows: operators.map((each) => [
      spoken(each.country),
      each.code,
      each.name.replace(each.country, spoken(each.country)),
      each.currency,
      `+${each.dialling_code.replace('+', '')}`,
      each.held ? t('summary.is_held') : each.hold ? t('summary.is_probed') : '',
    ]),
    width: cli.width,
    style: cli.style,
  })
}

/** Translates the English name of a country. */
function spoken(name: string): string {
  const found = findCountry(name)
  return found === null ? name : shown(country(found.code))
}

type Operators = Command<[], { json?: true; sandbox?: true }>

const addHold = (operators: Operators, run: Run) =>
  addChange(operators, 'hold', t('help.send_nothing_operator_until_released'))
    .option('--from <time>', t('paying.window_help_from'))
    .option('--to <time>', t('paying.window_help_to'))
    .addOption(new Option('--every <period>', t('paying.window_help_every')).choices(['day', 'week'] as const))
    .option('--tz <zone>', t('paying.window_help_tz'))
    .addHelpText(
      'after',
      example(t('help.payrun_operators_hold_mtn_benin_note'), [
        t('helpNotes.flight_settles_workers_paying_stop_within'),
        t('paying.window_note'),
      ]),
    )
    .action((code, { from, to, every, tz }, command) => {
      const { note, sandbox = false, ...options } = command.optsWithGlobals()
      return run(options, async (cli) => {
        const { hold, plan } = await import('../../app/pay/hold.ts')
        if (from !== undefined && to !== undefined) {
          const planned = await plan(cli, code, { from, to, every, timeZone: tz }, { note, sandbox })
          return planned.ok ? tellPlanned(cli, planned) : fail(cli, planned)
        }
        if (from !== undefined || to !== undefined || every !== undefined || tz !== undefined)
          return fail(cli, failure('usage', say('paying.window_from_with_to')))
        const held = await hold(cli, code, { note, sandbox })
        if (!held.ok) return fail(cli, held)
        await tellHeld(cli, held, sandbox)
        return exitCode.done
      })
    })

async function tellPlanned(cli: Cli, { operator, windows }: Planned): Promise<number> {
  const { windowDocument, windowSentence } = await import('../../app/pay/operators.ts')
  if (cli.json) cli.printJson({ operator, windows: windows.map(windowDocument) })
  else for (const each of windows) cli.print(numbered(each, windowSentence(each, operator)))
  return exitCode.done
}

async function tellHeld(cli: Cli, { operator, changed, hold }: Held, sandbox: boolean): Promise<void> {
  const release = `${cli.config.command} operators release ${operator}${sandbox ? ' --sandbox' : ''}`
  const { holdDocument } = await import('../../app/pay/operators.ts')
  if (cli.json) cli.printJson({ operator, held: true, changed, hold: hold ? holdDocument(hold) : null })
  else if (changed) cli.print(t('paying.operator_held', { operator, release }))
  else cli.print(t('paying.operator_held_already', { operator }))
}

const addRelease = (operators: Operators, run: Run) =>
  addChange(operators, 'release', t('help.send_operator_again_whoever_held'))
    .option('--planned', t('paying.window_help_planned'))
    .option('--window <number>', t('paying.window_help_window'), lineNumber)
    .addHelpText(
      'after',
      example('payrun operators release mtn-benin', [t('helpNotes.batches_paused_hold_named_payrun_resume')]),
    )
    .action((code, { planned = false, window }, command) => {
      const { note, sandbox = false, ...options } = command.optsWithGlobals()
      return run(options, async (cli) => {
        const { release, unplan } = await import('../../app/pay/hold.ts')
        if (planned || window !== undefined) {
          const removed = await unplan(cli, code, window, { note, sandbox })
          if (!removed.ok) return fail(cli, removed)
          const { operator, removed: n } = removed
          if (cli.json) cli.printJson({ operator, removed: n })
          else cli.print(t('paying.window_removed', { operator, n, count: count(n) }))
          return exitCode.done
        }
        const released = await release(cli, code, { note, sandbox })
        if (!released.ok) return fail(cli, released)
        tellReleased(cli, released)
        return exitCode.done
      })
    })

function tellReleased(cli: Cli, { operator, changed, pausedBatches }: Released): void {
  if (cli.json) {
    cli.printJson({ operator, held: false, changed, paused_batches: pausedBatches.map(({ id }) => id) })
    return
  }
  cli.print(changed ? t('paying.operator_released', { operator }) : t('paying.operator_not_held', { operator }))
  for (const { id } of pausedBatches) cli.print(t('paying.paused_by_hold', { id, command: cli.config.command }))
}

const addChange = (operators: Operators, name: string, description: string) =>
  addCommand(operators, name, description)
    .argument('<code>', t('help.code_operator'))
    .option('--note <text>', t('help.why_kept_shown_operators_status'))
    .option('--sandbox', t('help.sandboxs_operator_batches_sandbox_paid'))

const addLimits = (operators: Operators, run: Run) =>
  addCommand(operators, 'limits', t('warnings.help_limits'))
    .option('-o, --output <file>', t('warnings.help_limits_output'))
    .addHelpText('after', example('payrun operators limits -o limits.csv', [t('warnings.note_limits')]))
    .action(({ output }, command) => run(command.optsWithGlobals(), (cli) => showLimits(cli, output)))

/** Print the known limits of the operators and their sources, or write them to a file for editing. */
async function showLimits(cli: Cli, output: string | undefined): Promise<number> {
  const { limitsInUse, limitsDocument, writeLimits } = await import('../../app/pay/operatorLimits.ts')
  const found = limitsInUse(cli)
  if (found.trouble) return fail(cli, failure('usage', found.trouble))
  if (output !== undefined) {
    const written = await writeLimits(cli, found, output)
    if (!written.ok) return fail(cli, written)
    if (!cli.json) cli.print(t('warnings.limits_written', { path: output, home: cli.config.home }))
  }
  if (cli.json) cli.printJson(limitsDocument(found))
  else if (output === undefined) cli.print(await limitsText(cli, limitsDocument(found)))
  return exitCode.done
}

async function limitsText(cli: Cli, { limits }: LimitsDocument): Promise<string> {
  const { renderTable } = await import('../terminal/table.ts')
  return renderTable({
    columns: [
      { head: t('summary.operator'), whole: true },
      { head: t('warnings.least_head'), align: 'right' },
      { head: t('warnings.most_head'), align: 'right' },
      { head: t('warnings.multiple_head'), align: 'right' },
      { head: t('warnings.daily_head'), align: 'right' },
      { head: t('summary.currency') },
      { head: t('warnings.as_of_head') },
      { head: t('warnings.checked_head') },
      { head: t('warnings.source_head') },
    ],
    rows: limits.map((each) => [
      each.operator,
      each.least ?? '',
      each.most ?? '',
      each.multiple_of ?? '',
      each.most_a_day_to_one_number ?? '',
      each.currency,
      printable(each.as_of),
      each.checked === '' && each.source !== '' ? t('warnings.to_be_checked') : printable(each.checked),
      printable(each.source),
    ]),
    width: cli.width,
    style: cli.style,
  })
}

/** A sentence for each hold, for below a table. Empty if there are none. */
export const holdLines = (holds: readonly Hold[]): string[] =>
  holds.length === 0 ? [] : ['', ...holds.map((hold) => `- ${printable(holdText(hold))}`)]

/** Why nothing is sent to an operator, since when, and what ends that. */
function holdText({ operator: code, manual, reason, since, until, probed, actor, note }: Hold): string {
  const held = { operator: operatorOf(code), since: moment(since) }
  if (manual) {
    const by = { ...held, who: actor ?? t('summary.somebody') }
    return note === null ? t('summary.held_by', by) : t('summary.held_by_with_note', { ...by, note })
  }
  return probed || until === null
    ? t('summary.being_probed', { operator: operatorOf(code), why: reason })
    : t('summary.held_until_probed', { ...held, why: reason, until: moment(until, 'time') })
}
