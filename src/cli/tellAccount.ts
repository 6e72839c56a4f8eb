import { InvalidArgumentError } from 'commander'
import type { AccountDone } from '../app/accounts/accounts.ts'
import type { Account, Role } from '../app/accounts/actor.ts'
import type { Core, Failure } from '../app/context.ts'
import { moment } from '../words/sentence.ts'
import { type Cli, exitCode, fail } from './cli.ts'
import { readPassword } from './commandOptions.ts'
import { printable, t } from './terminal/text.ts'

const roles: readonly Role[] = ['viewer', 'preparer', 'approver', 'admin']

/** Reads one or more roles, separated by commas or spaces, without duplicates. */
export function readRole(text: string, before: Role[] = []): Role[] {
  const read = text.split(',').map((word) => roles.find((role) => role === word.trim().toLowerCase()))
  if (read.includes(undefined)) throw new InvalidArgumentError(t('accounts.must_be_role', { roles: roles.join(', ') }))
  return [...new Set([...before, ...read.filter((role) => role !== undefined)])]
}

/** Change an account and print it, with the link to set a password if there is one. @returns the exit code */
export async function changeAccount(
  cli: Cli,
  passwordStdin: boolean,
  change: (core: Core, password: string | undefined) => Promise<AccountDone | Failure>,
): Promise<number> {
  const read = passwordStdin ? await readPassword(cli, true) : undefined
  if (read && !read.ok) return fail(cli, read)
  const { withCore } = await import('../app/open/openCore.ts')
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
export async function tellKey(
  cli: Cli,
  wish: { name: string; roles: readonly Role[]; expiresDays?: number | undefined; forAccount?: string | undefined },
): Promise<number> {
  const { withCore } = await import('../app/open/openCore.ts')
  const { addKey } = await import('../app/accounts/accounts.ts')
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
  const { withCore } = await import('../app/open/openCore.ts')
  const { listAccounts } = await import('../app/accounts/accounts.ts')
  const listed = await withCore(cli, async (core) => ({ ok: true as const, all: await listAccounts(core, kind) }))
  if (!listed.ok) return fail(cli, listed)
  const documents = listed.all.map(accountDocument)
  if (cli.json) cli.printJson(kind === 'key' ? { keys: documents } : { accounts: documents })
  else if (listed.all.length > 0) cli.print(listed.all.map(accountLine).join('\n'))
  else cli.print(kind === 'key' ? t('accounts.no_keys') : t('accounts.no_accounts'))
  return exitCode.done
}

export async function disable(cli: Cli, name: string, kind: Account['kind']): Promise<number> {
  const { disableAccount } = await import('../app/accounts/disable.ts')
  const { runningSchedulesOf } = await import('../app/schedules/listSchedules.ts')
  let left: string[] = []
  const code = await changeAccount(cli, false, async (core) => {
    const done = await disableAccount(cli, core, name, kind)
    if (done.ok) left = await runningSchedulesOf(core, done.account.name)
    return done
  })
  if (left.length > 0 && !cli.json)
    cli.say(t('accounts.schedules_go_on', { schedules: left.map(printable).join(', '), command: cli.config.command }))
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
