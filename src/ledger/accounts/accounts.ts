import type { ClientBase } from 'pg'
import { inTransaction, type Ledger, type Queryable, sqlStateOf } from '../connection/ledger.ts'
import { endPreparingAlone, takeFromKeys } from './lostRoles.ts'
import { type ChangeKind, recordChange } from './trail.ts'

/** What an account may do; it may have several (docs/accounts.md). */
export const roles = ['viewer', 'preparer', 'approver', 'admin'] as const
export type Role = (typeof roles)[number]

/** A person's account, or a program's key. */
export interface Account {
  accountNo: number
  kind: 'account' | 'key'
  name: string
  roles: Role[]
  /** The person's login name on the command line. */
  login: string | null
  /** Of a key: the account of whoever it counts as. Where that is disabled, it opens nothing. */
  forAccount: string | null
  isForDisabled: boolean
  language: string | null
  /** IANA's name of the time zone that was chosen for the pages. */
  timeZone: string | null
  hasPassword: boolean
  hasSecondFactor: boolean
  /** Of a key: it opens nothing from then on. */
  expiresAt: Date | null
  createdAt: Date
  usedAt: Date | null
  /** Disabled, or revoked. */
  disabledAt: Date | null
}

/** An account with the secrets by which a person proves who they are. */
export interface Secrets extends Account {
  passwordHash: string | null
  /** Base32: the second factor that is set up, or about to be. */
  secondFactor: string | null
  lastCodeStep: number | null
}

interface NewAccount {
  kind: Account['kind']
  name: string
  roles: readonly Role[]
  login?: string | null
  /** The number of that account. */
  forAccount?: number | null
  language?: string | null
  passwordHash?: string | null
  keyHash?: Buffer | null
  expiresAt?: Date | null
  /** The first account: it also prepares until another account does. */
  preparesAlone?: boolean
}

export type Added =
  | { kind: 'added'; account: Account }
  /** Another account looks the same. */
  | { kind: 'looks_like'; name: string }
  /** The name is nothing but spaces and signs. */
  | { kind: 'no_name' }
  /** There is a first account already. */
  | { kind: 'not_first' }
  /** The key may not count as this person, as the account is by now. */
  | { kind: 'unfit'; person: Account }

/** A key has the roles that its person has, too, whatever it was made with, and may always view. */
export const accountColumns = `
  a.account_no as "accountNo", a.kind, a.name, a.login,
  coalesce(nullif(array(
    select r from unnest(a.roles) r where f.roles is null or r = 'viewer' or r = any (f.roles)
  ), '{}'), '{viewer}')::text[] as roles,
  f.name as "forAccount", f.disabled_at is not null as "isForDisabled", a.language,
  a.time_zone as "timeZone", a.password_hash is not null as "hasPassword",
  a.second_factor_since is not null as "hasSecondFactor",
  a.expires_at as "expiresAt", a.created_at as "createdAt", a.used_at as "usedAt",
  a.disabled_at as "disabledAt"`

export const fromAccounts = 'from payrun.accounts a left join payrun.accounts f on f.account_no = a.for_account'

/** Add an account, unless its name looks like another's. `setUp`: only if there is none yet. `isFit`: if a key may be that person's. */
export async function insertAccount(
  ledger: Ledger,
  account: NewAccount,
  actor: string,
  { setUp = false, isFit = () => true }: { setUp?: boolean; isFit?: (person: Account) => boolean } = {},
): Promise<Added> {
  try {
    return await inTransaction<Added>(ledger, async (client) => {
      await client.query(accountsLockSql)
      if (setUp && (await hasAccounts(client))) return { commit: false, value: { kind: 'not_first' } }
      const { forAccount: accountNo = null } = account
      const [person] = accountNo === null ? [] : await readAccounts(client, { accountNo })
      if (person && !isFit(person)) return { commit: false, value: { kind: 'unfit', person } }
      const { rows } = await client.query<{ accountNo: number }>(
        `insert into payrun.accounts
           (kind, name, roles, login, for_account, language, password_hash, key_hash, expires_at,
            prepares_alone)
         values ($1, $2, $3::payrun.role[], $4, $5, $6, $7, $8, $9, $10)
         returning account_no as "accountNo"`,
        [
          account.kind,
          account.name,
          account.roles,
          account.login ?? null,
          accountNo,
          account.language ?? null,
          account.passwordHash ?? null,
          account.keyHash ?? null,
          account.expiresAt ?? null,
          account.preparesAlone ?? false,
        ],
      )
      const added = (await readAccounts(client, { accountNo: rows[0]!.accountNo }))[0]!
      const { name, login, forAccount, expiresAt } = added
      await recordChange(client, actor, `${account.kind}.added`, name, {
        roles: added.roles,
        ...(login !== null && { login }),
        ...(forAccount !== null && { for: forAccount }),
        ...(expiresAt !== null && { expires_at: expiresAt.toISOString() }),
      })
      if (added.kind === 'account' && added.roles.includes('preparer')) await endPreparingAlone(client, added, actor)
      return { commit: true, value: { kind: 'added', account: added } }
    })
  } catch (error) {
    if (sqlStateOf(error) === 'PA010') return { kind: 'no_name' }
    if (sqlStateOf(error) !== 'PA011') throw error
    return { kind: 'looks_like', name: (error as Error).message.replace(/^payrun: /, '') }
  }
}

/** Accounts are added and changed one after the other. The trigger that judges names takes the same lock (0011_accounts.sql). */
const accountsLockSql = 'select pg_advisory_xact_lock(1885433202)'

const hasAccounts = async (client: Queryable): Promise<boolean> =>
  (await client.query(`select from payrun.accounts where kind = 'account' limit 1`)).rowCount === 1

/** Whether there is a person's account: from then on, only accounts approve. */
export const anyAccounts = ({ pool }: Ledger): Promise<boolean> => hasAccounts(pool)

/** Accounts and keys by name. */
export const listAccounts = ({ pool }: Ledger, kind: Account['kind']): Promise<Account[]> =>
  readAccounts(pool, { kind })

async function readAccounts(
  client: Queryable,
  { accountNo = null, kind = null }: { accountNo?: number | null; kind?: string | null },
): Promise<Account[]> {
  const { rows } = await client.query<Account>(
    `select ${accountColumns} ${fromAccounts}
      where ($1::int is null or a.account_no = $1)
        and ($2::text is null or a.kind = $2)
      order by a.name`,
    [accountNo, kind],
  )
  return rows
}

/** An account or key by its name, whatever the case; a name that only looks like it doesn't find it. */
export async function findAccount({ pool }: Ledger, name: string): Promise<Secrets | undefined> {
  return (await pool.query<Secrets>(`${secretsSql} where lower(a.name) = lower($1)`, [name])).rows[0]
}

export async function readSecrets({ pool }: Ledger, accountNo: number): Promise<Secrets | undefined> {
  return (await pool.query<Secrets>(`${secretsSql} where a.account_no = $1`, [accountNo])).rows[0]
}

const secretsSql = `
select ${accountColumns}, a.password_hash as "passwordHash", a.second_factor as "secondFactor",
       a.last_code_step::int as "lastCodeStep"
  ${fromAccounts}`

/** What may change about an account; its name, its login and whom it counts as never do. */
interface AccountChange {
  roles?: readonly Role[]
  passwordHash?: string | null
  language?: string
  /** Null: the browser's. */
  timeZone?: string | null
  /** A secret; null removes the second factor. `since`: it is in use from now on. */
  secondFactor?: { secret: string | null; since: boolean }
  disabled?: true
  /** End its sessions and its links. */
  endsSessions?: boolean
}

export interface Trail {
  actor: string
  what: ChangeKind
  details?: Record<string, unknown>
}

/** Change an account, with its line in the trail. @returns the account as it is now */
export const changeAccount = (
  ledger: Ledger,
  accountNo: number,
  change: AccountChange,
  trail: Trail | null,
): Promise<Account> =>
  inTransaction(ledger, async (client) => ({
    commit: true,
    value: await applyChange(client, accountNo, change, trail),
  }))

/** `last_admin`: no administrator would be left, or none who has a password by now. Nothing is changed then. */
type ChangedAccount = { kind: 'changed'; account: Account } | { kind: 'last_admin' | 'other_than_seen' }

/** Change an account that is not disabled, with its line in the trail. @param seen the roles that it has to have; left out: any */
export const changeButLastAdmin = (
  ledger: Ledger,
  accountNo: number,
  change: AccountChange,
  trail: Trail,
  seen?: readonly Role[],
): Promise<ChangedAccount> =>
  inTransaction<ChangedAccount>(ledger, async (client) => {
    await client.query(accountsLockSql)
    const { rows } = await client.query<{ accountNo: number; roles: Role[]; isAdmin: boolean; enters: boolean }>(
      `select account_no as "accountNo", roles::text[] as roles,
              password_hash is not null as enters,
              kind = 'account' and 'admin' = any (roles) as "isAdmin"
         from payrun.accounts
        where disabled_at is null
          and (account_no = $1 or kind = 'account' and 'admin' = any (roles))`,
      [accountNo],
    )
    const own = rows.find((each) => each.accountNo === accountNo)
    if (!own || (seen && seen.toSorted().join() !== own.roles.toSorted().join()))
      return { commit: false, value: { kind: 'other_than_seen' } }
    const admins = rows.filter(({ isAdmin }) => isAdmin)
    const isLast = own.isAdmin && !admins.some((each) => each !== own && (each.enters || !own.enters))
    const stays = !change.disabled && (change.roles?.includes('admin') ?? true)
    if (isLast && !stays) return { commit: false, value: { kind: 'last_admin' } }
    const account = await applyChange(client, accountNo, change, trail)
    const kept = own.roles.filter((role) => change.roles?.includes(role))
    const taken = roles.filter((role) => role !== 'viewer' && !kept.includes(role))
    if (change.roles) await takeFromKeys(client, accountNo, taken, trail.actor)
    return { commit: true, value: { kind: 'changed', account } }
  })

async function applyChange(
  client: ClientBase,
  accountNo: number,
  change: AccountChange,
  trail: Trail | null,
): Promise<Account> {
  const {
    roles: newRoles,
    passwordHash,
    language,
    timeZone,
    secondFactor,
    disabled = false,
    endsSessions = false,
  } = change
  await client.query(
    `update payrun.accounts
        set roles = coalesce($2::payrun.role[], roles),
            prepares_alone = prepares_alone and $2 is null,
            password_hash = case when $3 then $4 else password_hash end,
            language = coalesce($5, language),
            second_factor = case when $6 then $7 else second_factor end,
            second_factor_since = case
              when not $6 then second_factor_since
              when $8 then now()
            end,
            last_code_step = case
              when $6 and second_factor is distinct from $7 then null
              else last_code_step
            end,
            time_zone = case when $10 then $11 else time_zone end,
            disabled_at = case when $9 then coalesce(disabled_at, now()) else disabled_at end
      where account_no = $1`,
    [
      accountNo,
      newRoles ?? null,
      passwordHash !== undefined,
      passwordHash ?? null,
      language ?? null,
      secondFactor !== undefined,
      secondFactor?.secret ?? null,
      secondFactor?.since ?? false,
      disabled,
      timeZone !== undefined,
      timeZone ?? null,
    ],
  )
  if (endsSessions || disabled) {
    await client.query('delete from payrun.sessions where account_no = $1', [accountNo])
    await client.query('delete from payrun.one_time_links where account_no = $1', [accountNo])
  }
  const account = (await readAccounts(client, { accountNo }))[0]!
  if (trail) await recordChange(client, trail.actor, trail.what, account.name, trail.details ?? {})
  if (newRoles?.includes('preparer')) await endPreparingAlone(client, account, trail?.actor ?? account.name)
  return account
}
