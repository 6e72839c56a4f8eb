import { InvalidArgumentError } from 'commander'
import type { AccountDone } from '../../app/accounts/accounts.ts'
import type { Account, Role } from '../../app/accounts/actor.ts'
import type { Core, Failure } from '../../app/context.ts'
import { listed, moment } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import {
  addCommand,
  example,
  type Program,
  passwordOption,
  type Run,
  readPassword,
  wholeNumber,
} from '../commandOptions.ts'
import { printable, t } from '../terminal/text.ts'

/** People's accounts. */
export function addAccount(program: Program, run: Run): void {
  const account = addCommand(program, 'account').addHelpText('after', example('payrun account list'))
  addCommand(account, 'add', t('accounts.help_add'))
    .argument('<name>', t('accounts.help_name'))
    .requiredOption('--role <role...>', t('accounts.help_role'), readRole)
    .option('--login <login>', t('accounts.help_login'))
    .addOption(passwordOption())
    .addHelpText('after', example('payrun account add "Awa Diop" --role preparer --login awa', linkNotes()))
    .action((name, { role: roles, login, passwordStdin }, command) =>
      run(command.optsWithGlobals(), (cli) =>
        changeAccount(cli, passwordStdin === true, async (core, password) => {
          const { addAccount } = await import('../../app/accounts/accounts.ts')
          return addAccount(cli, core, { name, roles, login, password })
        }),
      ),
    )
  addCommand(account, 'list', t('accounts.help_list'))
    .addHelpText('after', example('payrun account list'))
    .action((_options, command) => run(command.optsWithGlobals(), (cli) => list(cli, 'account')))
  addCommand(account, 'disable', t('accounts.help_disable'))
    .argument('<name>', t('accounts.help_name'))
    .addHelpText('after', example('payrun account disable "Awa Diop"'))
    .action((name, _options, command) => run(command.optsWithGlobals(), (cli) => disable(cli, name, 'account')))
  addCommand(account, 'role', t('accounts.help_roles'))
    .argument('<name>', t('accounts.help_name'))
    .argument('<role...>', t('accounts.help_role'), readRole)
    .addHelpText('after', example('payrun account role "Awa Diop" preparer approver'))
    .action((name, roles, _options, command) =>
      run(command.optsWithGlobals(), (cli) =>
        changeAccount(cli, false, async (core) => {
          const { setRoles } = await import('../../app/accounts/accounts.ts')
          return setRoles(cli, core, name, roles)
        }),
      ),
    )
  addCommand(account, 'reset', t('accounts.help_reset'))
    .argument('<name>', t('accounts.help_name'))
    .addOption(passwordOption())
    .addHelpText('after', example('payrun account reset "Awa Diop"', linkNotes()))
    .action((name, { passwordStdin }, command) =>
      run(command.optsWithGlobals(), (cli) =>
        changeAccount(cli, passwordStdin === true, async (core, password) => {
          const { resetAccount } = await import('../../app/accounts/accounts.ts')
          return resetAccount(cli, core, name, password)
        }),
      ),
    )
}

const linkNotes = () => [t('accounts.note_link')]

/** Keys of programs that use the API. */
export function addKey(program: Program, run: Run): void {
  const key = addCommand(program, 'key').addHelpText('after', example('payrun key list'))
  addCommand(key, 'add', t('accounts.help_key_add'))
    .argument('<name>', t('accounts.help_key_name'))
    .requiredOption('--role <role...>', t('accounts.help_role'), readRole)
    .option('--expires <days>', t('accounts.help_expires'), wholeNumber(1, 3_650))
    .option('--for <account>', t('accounts.help_for'))
    .addHelpText('after', example('payrun key add hr-program --role preparer --expires 365', [t('accounts.note_key')]))
    .action((name, { role: roles, expires: expiresDays, for: forAccount }, command) =>
      run(command.optsWithGlobals(), (cli) => tellKey(cli, { name, roles, expiresDays, forAccount })),
    )
  addCommand(key, 'list', t('accounts.help_key_list'))
    .addHelpText('after', example('payrun key list'))
    .action((_options, command) => run(command.optsWithGlobals(), (cli) => list(cli, 'key')))
  addCommand(key, 'revoke', t('accounts.help_key_revoke'))
    .argument('<name>', t('accounts.help_key_name'))
    .addHelpText('after', example('payrun key revoke hr-program'))
    .action((name, _options, command) => run(command.optsWithGlobals(), (cli) => disable(cli, name, 'key')))
}

const roles: readonly Role[] = ['viewer', 'preparer', 'approver', 'admin']

/** Reads one or more roles, separated by commas or spaces, without duplicates. */
function readRole(text: string, before: Role[] = []): Role[] {
  const read = text.split(',').map((word) => roles.find((role) => role === word.trim().toLowerCase()))
  if (read.includes(undefined)) throw new InvalidArgumentError(t('accounts.must_be_role', { roles: listed(roles) }))
  return [...new Set([...before, ...read.filter((role) => role !== undefined)])]
}

/** Change an account and print it, with the link to set a password if there is one. @returns the exit code */
async function changeAccount(
  cli: Cli,
  passwordStdin: boolean,
  change: (core: Core, password: string | undefined) => Promise<AccountDone | Failure>,
): Promise<number> {
  const read = passwordStdin ? await readPassword(cli, true) : undefined
  if (read && !read.ok) return fail(cli, read)
  const { withCore } = await import('../../app/open/openCore.ts')
  const done = await withCore(cli, (core) => change(core, read?.password))
  if (!done.ok) return fail(cli, done)
  const { account } = done
  const address = cli.config.deskUrl?.origin ?? 'http://127.0.0.1:8080'
  const link = done.link === null ? null : `${address}${done.link}`
  if (cli.json) cli.printJson({ ...accountDocument(account), ...(link !== null && { link }) })
  else {
    cli.print(accountLine(account))
    if (link !== null) {
      cli.say(t('accounts.link_follows'))
      cli.print(link)
      if (!cli.config.deskUrl) cli.say(t('accounts.address_assumed', { address, variable: 'PAYRUN_DESK_URL' }))
    }
    const first = done.noLongerPrepares
    if (first !== undefined)
      cli.say(t('accounts.prepares_instead', { name: printable(account.name), first: printable(first) }))
  }
  return exitCode.done
}

/** Add a key and print it. It can't be shown again. */
async function tellKey(
  cli: Cli,
  wish: { name: string; roles: readonly Role[]; expiresDays?: number | undefined; forAccount?: string | undefined },
): Promise<number> {
  const { withCore } = await import('../../app/open/openCore.ts')
  const { addKey } = await import('../../app/accounts/accounts.ts')
  const added = await withCore(cli, (core) => addKey(cli, core, wish))
  if (!added.ok) return fail(cli, added)
  if (cli.json) cli.printJson({ ...accountDocument(added.account), key: added.key })
  else {
    cli.say(t('accounts.key_told_once'))
    cli.print(added.key)
  }
  return exitCode.done
}

/** Print accounts or keys, one per line. */
export async function list(cli: Cli, kind: Account['kind']): Promise<number> {
  const { withCore } = await import('../../app/open/openCore.ts')
  const { listAccounts } = await import('../../app/accounts/accounts.ts')
  const listed = await withCore(cli, async (core) => ({ ok: true as const, all: await listAccounts(core, kind) }))
  if (!listed.ok) return fail(cli, listed)
  const documents = listed.all.map(accountDocument)
  if (cli.json) cli.printJson(kind === 'key' ? { keys: documents } : { accounts: documents })
  else if (listed.all.length > 0) cli.print(listed.all.map(accountLine).join('\n'))
  else cli.print(kind === 'key' ? t('accounts.no_keys') : t('accounts.no_accounts'))
  return exitCode.done
}

async function disable(cli: Cli, name: string, kind: Account['kind']): Promise<number> {
  const { disableAccount } = await import('../../app/accounts/disable.ts')
  const { runningSchedulesOf } = await import('../../app/schedules/listSchedules.ts')
  let left: string[] = []
  const code = await changeAccount(cli, false, async (core) => {
    const done = await disableAccount(cli, core, name, kind)
    if (done.ok) left = await runningSchedulesOf(core, done.account.name)
    return done
  })
  if (left.length > 0 && !cli.json)
    cli.say(t('accounts.schedules_go_on', { schedules: listed(left.map(printable)), command: cli.config.command }))
  return code
}

/** An account or key as `--json` prints it. */
function accountDocument(account: Account) {
  const { kind, name, login, forAccount, hasPassword, hasSecondFactor } = account
  const at = (date: Date | null) => date?.toISOString() ?? null
  const times = { created_at: at(account.createdAt), used_at: at(account.usedAt) }
  return kind === 'key'
    ? {
        name,
        roles: account.roles,
        for: forAccount,
        expires_at: at(account.expiresAt),
        ...times,
        revoked_at: at(account.disabledAt),
      }
    : {
        name,
        roles: account.roles,
        login,
        password: hasPassword,
        second_factor: hasSecondFactor,
        ...times,
        disabled_at: at(account.disabledAt),
      }
}

/** `Awa Diop: preparer, approver (login awa; second factor)` */
function accountLine(account: Account): string {
  const { name, login, forAccount, isForDisabled, kind, expiresAt, disabledAt } = account
  const facts = [
    ...(disabledAt ? [kind === 'key' ? t('accounts.revoked') : t('accounts.disabled')] : []),
    ...(login === null ? [] : [t('accounts.with_login', { login: printable(login) })]),
    ...(forAccount === null ? [] : [t('accounts.for_person', { name: printable(forAccount) })]),
    ...(isForDisabled && !disabledAt ? [t('accounts.person_disabled')] : []),
    ...(expiresAt !== null && expiresAt.getTime() <= Date.now() ? [t('deskAdmin.expired')] : []),
    ...(expiresAt === null ? [] : [t('accounts.until', { at: moment(expiresAt) })]),
    ...(kind === 'account' && !account.hasPassword && !disabledAt ? [t('accounts.without_password')] : []),
    ...(account.hasSecondFactor ? [t('accounts.with_second_factor')] : []),
  ]
  const line = { name: printable(name), roles: account.roles.join(', ') }
  return facts.length === 0 ? t('accounts.line', line) : t('accounts.line_facts', { ...line, facts: facts.join('; ') })
}
