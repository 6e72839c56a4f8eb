import type { Command } from 'commander'
import type { Float, FloatChange } from '../../app/pay/float.ts'
import { count, listed, money, type Sentence } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import {
  type AccountOptions,
  accountOption,
  actAs,
  addCommand,
  example,
  type Program,
  passwordOption,
  type Run,
} from '../commandOptions.ts'
import { shown, t, text } from '../terminal/text.ts'

/** What may be spent in each currency: the float, and daily and monthly budgets. */
export function addFloat(program: Program, run: Run): void {
  const float = addCommand(program, 'float')
    .option('--sandbox', t('paying.float_help_sandbox'))
    .addHelpText('after', example(['payrun float', 'payrun float set XOF 5000000'], [t('paying.float_note_float')]))
    .action(({ sandbox = false, ...options }) => run(options, (cli) => show(cli, sandbox)))
  addAmount(float, run, 'set', t('paying.float_help_set'), [t('paying.float_note_set')])
  addAmount(float, run, 'add', t('paying.float_help_add'), [])
  addBudget(float, run)
}

type FloatCommand = Command<[], { json?: true; sandbox?: true }>

function addAmount(float: FloatCommand, run: Run, kind: 'set' | 'add', description: string, notes: string[]): void {
  addCommand(float, kind, description)
    .argument('<currency>', t('paying.float_help_currency'))
    .argument('<amount>', kind === 'set' ? t('paying.float_help_amount') : t('paying.float_help_added'))
    .option('--sandbox', t('paying.float_help_sandbox'))
    .addOption(accountOption())
    .addOption(passwordOption())
    .addHelpText('after', example(`payrun float ${kind} XOF 5000000`, notes))
    .action((currency, amount, _options, command) => {
      const options = command.optsWithGlobals()
      return run(options, (cli) => change(cli, currency, { kind, amount }, options))
    })
}

const addBudget = (float: FloatCommand, run: Run) =>
  addCommand(float, 'budget', t('paying.float_help_budget'))
    .argument('<currency>', t('paying.float_help_currency'))
    .option('--daily <amount>', t('paying.float_help_daily'))
    .option('--monthly <amount>', t('paying.float_help_monthly'))
    .option('--tz <zone>', t('paying.float_help_tz'))
    .option('--sandbox', t('paying.float_help_sandbox'))
    .addOption(accountOption())
    .addOption(passwordOption())
    .addHelpText(
      'after',
      example('payrun float budget XOF --daily 2000000 --monthly 30000000 --tz Africa/Porto-Novo', [
        t('paying.float_note_budget'),
      ]),
    )
    .action((currency, { daily, monthly, tz }, command) => {
      const options = command.optsWithGlobals()
      return run(options, (cli) => change(cli, currency, { kind: 'budgets', daily, monthly, timeZone: tz }, options))
    })

interface ChangeOptions extends AccountOptions {
  json?: true
  sandbox?: boolean
}

async function show(cli: Cli, sandbox: boolean): Promise<number> {
  const { listFloats } = await import('../../app/pay/float.ts')
  const found = await listFloats(cli, sandbox)
  return found.ok ? tell(cli, found.floats, sandbox) : fail(cli, found)
}

async function change(
  cli: Cli,
  currency: string,
  wish: FloatChange,
  { sandbox = false, ...options }: ChangeOptions,
): Promise<number> {
  const as = await actAs(cli, options)
  if (!as.ok) return fail(cli, as)
  const { changeFloat } = await import('../../app/pay/float.ts')
  const changed = await changeFloat(as.app, currency, wish, sandbox)
  return changed.ok ? tell(cli, changed.floats, sandbox) : fail(cli, changed)
}

async function tell(cli: Cli, floats: readonly Float[], sandbox: boolean): Promise<number> {
  const { budgetSentences, floatDocument, setCommand } = await import('../../app/pay/float.ts')
  if (cli.json) cli.printJson({ floats: floats.map(floatDocument) })
  else if (floats.length === 0) cli.print(t('paying.float_none_set', { set: setCommand(cli, sandbox) }))
  else
    cli.print(
      [await tableText(cli, floats), ...floats.flatMap((float) => linesOf(float, budgetSentences(float)))].join('\n'),
    )
  return exitCode.done
}

async function tableText(cli: Cli, floats: readonly Float[]): Promise<string> {
  const { renderTable } = await import('../terminal/table.ts')
  const right = 'right' as const
  return renderTable({
    columns: [
      { head: t('summary.currency') },
      { head: t('paying.float_set'), align: right },
      { head: t('paying.float_spent'), align: right },
      { head: t('paying.float_held'), align: right },
      { head: t('paying.float_left'), align: right },
    ],
    rows: floats.map(({ currency, set, spent, held, left }) => {
      const text = (minor: bigint | null) =>
        minor === null ? t('paying.float_no_limit') : shown(money(minor, currency))
      return [currency, text(set), text(spent), text(held), text(left)]
    }),
    width: cli.width,
    style: cli.style,
  })
}

/** The budgets of a currency, and the batches that wait for money. */
function linesOf(float: Float, budgets: Sentence[]): string[] {
  const { currency, waiting } = float
  return [
    ...budgets.map((budget) => `- ${text(budget)}`),
    ...(waiting.length > 0
      ? [
          `- ${t('paying.float_waiting_line', { currency, n: waiting.length, batches: listed(waiting), count: count(waiting.length) })}`,
        ]
      : []),
  ]
}
