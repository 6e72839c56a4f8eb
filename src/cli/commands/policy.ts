import { Argument, Option } from 'commander'
import type { Policy, PolicyChanged } from '../../app/accounts/policy.ts'
import { type Core, type Failure, failure } from '../../app/context.ts'
import { warningActions, warningCodes } from '../../payout/warning.ts'
import { money, say } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import {
  type AccountOptions,
  accountOption,
  actAs,
  addCommand,
  amountText,
  example,
  type Program,
  passwordOption,
  type Run,
  wholeNumber,
} from '../commandOptions.ts'
import { shown, t } from '../terminal/text.ts'

/** The rules that apply to everybody, whatever the environment of a process. */
export function addPolicy(program: Program, run: Run): void {
  const policy = addCommand(program, 'policy')
    .addHelpText('after', example(['payrun policy', 'payrun policy approvals 2'], [t('accounts.note_policy')]))
    .action((options) => run(options, showPolicy))
  addCommand(policy, 'approvals', t('accounts.help_approvals'))
    .argument('[people]', t('accounts.help_people'), wholeNumber(1, 9))
    .addOption(new Option('--above <amount>', t('accounts.help_above')).argParser(amountText))
    .option('--currency <currency>', t('accounts.help_currency'))
    .option('--remove', t('accounts.help_remove'))
    .addOption(accountOption())
    .addOption(passwordOption())
    .addHelpText(
      'after',
      example(['payrun policy approvals 2', 'payrun policy approvals 3 --above 10000000 --currency XOF']),
    )
    .action((people, options, command) => run(command.optsWithGlobals(), (cli) => setApprovals(cli, people, options)))
  addWarnings(policy, run)
  addSwitch(policy, run, 'keys-approve', t('accounts.help_keys_approve'))
  addSwitch(policy, run, 'second-factor', t('accounts.help_second_factor'))
}

type PolicyCommand = ReturnType<typeof addCommand>

function addWarnings(policy: PolicyCommand, run: Run): void {
  addCommand(policy, 'warnings', t('warnings.help_warnings'))
    .addArgument(new Argument('<warning>', t('warnings.help_code')).choices(warningCodes))
    .addArgument(new Argument('<action>', t('warnings.help_action')).choices(warningActions))
    .addOption(accountOption())
    .addOption(passwordOption())
    .addHelpText(
      'after',
      example(['payrun policy warnings number_changed approve', 'payrun policy warnings over_daily_limit block']),
    )
    .action((code, action, options, command) =>
      run(command.optsWithGlobals(), (cli) =>
        change(cli, options, async (app, core) => {
          const { setWarning } = await import('../../app/accounts/policy.ts')
          return setWarning(app, core, code, action)
        }),
      ),
    )
}

function addSwitch(policy: PolicyCommand, run: Run, name: 'keys-approve' | 'second-factor', description: string): void {
  addCommand(policy, name, description)
    .addArgument(new Argument('<on|off>', t('accounts.help_on_off')).choices(['on', 'off'] as const))
    .addOption(accountOption())
    .addOption(passwordOption())
    .addHelpText('after', example(`payrun policy ${name} on`))
    .action((value, options, command) =>
      run(command.optsWithGlobals(), (cli) =>
        change(cli, options, async (app, core) => {
          const { setPolicy } = await import('../../app/accounts/policy.ts')
          return setPolicy(app, core, name === 'keys-approve' ? 'keys_approve' : 'second_factor', value === 'on')
        }),
      ),
    )
}

interface ApprovalOptions extends AccountOptions {
  above?: string
  currency?: string
  remove?: true
}

async function setApprovals(cli: Cli, people: number | undefined, options: ApprovalOptions): Promise<number> {
  const { above: amount, currency, remove = false } = options
  if ((people === undefined) !== remove) return fail(cli, failure('usage', say('accounts.people_or_remove')))
  if ((amount === undefined) !== (currency === undefined))
    return fail(cli, failure('usage', say('accounts.above_with_currency')))
  const above = amount === undefined || currency === undefined ? undefined : { amount, currency }
  return change(cli, options, async (app, core) => {
    const { setApprovals } = await import('../../app/accounts/policy.ts')
    return setApprovals(app, core, people ?? null, above)
  })
}

async function change(
  cli: Cli,
  options: AccountOptions,
  act: (app: Cli, core: Core) => Promise<PolicyChanged | Failure>,
): Promise<number> {
  const as = await actAs(cli, options)
  if (!as.ok) return fail(cli, as)
  const { withCore } = await import('../../app/open/openCore.ts')
  const changed = await withCore(cli, (core) => act(as.app, core))
  return changed.ok ? tell(cli, changed.policy) : fail(cli, changed)
}

async function showPolicy(cli: Cli): Promise<number> {
  const { withCore } = await import('../../app/open/openCore.ts')
  const { readPolicy } = await import('../../app/accounts/policy.ts')
  const read = await withCore(cli, async (core) => ({ ok: true as const, policy: await readPolicy(core) }))
  return read.ok ? tell(cli, read.policy) : fail(cli, read)
}

async function tell(cli: Cli, policy: Policy): Promise<number> {
  const { policyDocument } = await import('../../app/accounts/policy.ts')
  const atLeast = cli.config.approvals
  if (cli.json) cli.printJson({ ...policyDocument(policy), environment: { approvals: atLeast } })
  else cli.print(lines(policy, atLeast).join('\n'))
  return exitCode.done
}

function lines({ approvals, keysApprove, secondFactor, warnings }: Policy, atLeast: number): string[] {
  const rules = approvals.map(({ people, above }) =>
    above === null
      ? t('accounts.people_for_all', { people })
      : t('accounts.people_above', { people, amount: shown(money(above.minor, above.currency)) }),
  )
  return [
    ...(approvals.some(({ above }) => above === null) ? [] : [t('accounts.people_for_all', { people: 1 })]),
    ...rules,
    ...(atLeast > 1 ? [t('accounts.people_by_environment', { people: atLeast })] : []),
    keysApprove ? t('accounts.keys_approve') : t('accounts.keys_do_not_approve'),
    secondFactor ? t('accounts.second_factor_for_all') : t('accounts.second_factor_by_choice'),
    ...[...warnings].map(([code, action]) =>
      action === 'block' ? t('warnings.rule_block', { code }) : t('warnings.rule_approve', { code }),
    ),
  ]
}
