import {
  type Account,
  type Added,
  anyAccounts,
  changeAccount,
  changeButLastAdmin,
  findAccount,
  insertAccount,
  type Role,
  listAccounts as readAccounts,
  type Secrets,
  type Trail,
} from '../../ledger/accounts/accounts.ts'
import { whoPreparesAlone } from '../../ledger/accounts/lostRoles.ts'
import { insertLink, readLink, spendLink } from '../../ledger/accounts/signedIn.ts'
import { type Language, languages } from '../../words/catalogue.ts'
import { say } from '../../words/sentence.ts'
import { type App, type Failure, failure, refused } from '../context.ts'
import type { Core } from '../open/openCore.ts'
import { actorOf, forbids, refuseDisabled, refuseUnfit } from './actor.ts'
import { hashPassword, hashToken, newToken, refusePassword } from './secrets.ts'

/** How long a link is valid, in minutes. */
const linkMinutes = { setUp: 60, password: 24 * 60 }

/** The account, and the path of the link to set its password; null if it has one. */
export interface AccountDone {
  ok: true
  account: Account
  link: string | null
  /** The name of the first account, if it could prepare only until this one was made. */
  noLongerPrepares?: string
}

interface NewPerson {
  name: string
  roles: readonly Role[]
  /** The person's login name on the command line. */
  login?: string | undefined
  language?: Language | undefined
  /** Without it, a link is made. */
  password?: string | undefined
}

/** Add a person's account. Without a password, the person sets one by a link that works once, within a day. */
export async function addAccount(app: App, core: Core, wish: NewPerson): Promise<AccountDone | Failure> {
  const refusal = forbids(app, 'change_accounts') ?? refuseName(wish.name) ?? refuseRoles(wish.roles)
  if (refusal) return refusal
  const { password, login } = wish
  const name = wish.name.trim()
  const weak = password === undefined ? undefined : refusePassword(password, name)
  if (weak) return weak
  const alone = await whoPreparesAlone(core.ledger)
  const added = await insertAccount(
    core.ledger,
    {
      kind: 'account',
      name,
      roles: distinct(wish.roles),
      login: login?.trim() || null,
      language: wish.language ?? null,
      passwordHash: password === undefined ? null : await hashPassword(password),
    },
    actorOf(app).name,
  )
  if (added.kind !== 'added') return refuseAdding(name, added)
  const { account } = added
  const link = account.hasPassword ? null : await passwordLink(core, account)
  return { ok: true, account, link, ...handedOver(alone, account) }
}

const handedOver = (alone: string | null, { name, roles }: Account): Pick<AccountDone, 'noLongerPrepares'> =>
  alone !== null && alone !== name && roles.includes('preparer') ? { noLongerPrepares: alone } : {}

/** People's accounts by name, or programs' keys. */
export const listAccounts = (core: Core, kind: Account['kind'] = 'account'): Promise<Account[]> =>
  readAccounts(core.ledger, kind)

/** Whether there are accounts. If so, only they can approve. */
export const hasAccounts = (core: Core): Promise<boolean> => anyAccounts(core.ledger)

/**
 * Set an account's roles. The last administrator must stay an administrator.
 *
 * @param seen the roles that the page showed; `wrong_state` if somebody has changed them since
 */
export async function setRoles(
  app: App,
  core: Core,
  name: string,
  roles: readonly Role[],
  seen?: readonly Role[],
): Promise<AccountDone | Failure> {
  const found = await accountToChange(app, core, name, 'account')
  if (!found.ok) return found
  const refusal = refuseRoles(roles) ?? refuseDisabled(found.account)
  if (refusal) return refusal
  const details = { from: found.account.roles, roles: distinct(roles) }
  const trail = { actor: actorOf(app).name, what: 'account.roles', details } as const
  const alone = await whoPreparesAlone(core.ledger)
  const done = (await keepingAnAdmin(core, found.account, { roles: details.roles }, trail, seen))!
  return done.ok ? { ...done, ...handedOver(alone, done.account) } : done
}

/** Changes an account, unless no administrator would be left. Returns null if it was to be disabled and already is. */
export async function keepingAnAdmin(
  core: Core,
  { accountNo, name }: Account,
  change: { roles: Role[] } | { disabled: true },
  trail: Trail,
  seen?: readonly Role[],
): Promise<AccountDone | Failure | null> {
  const changed = await changeButLastAdmin(core.ledger, accountNo, change, trail, seen)
  if (changed.kind === 'changed') return { ok: true, account: changed.account, link: null }
  if (changed.kind === 'last_admin') return refused('wrong_state', say('accounts.last_admin', { name }))
  return 'roles' in change ? refused('wrong_state', say('deskMeanwhile.roles_changed', { name })) : null
}

/** Reset an account after its password or second factor was lost: both are removed, sessions end, and a new link (or password) is made. */
export async function resetAccount(
  app: App,
  core: Core,
  name: string,
  password?: string,
): Promise<AccountDone | Failure> {
  const found = await accountToChange(app, core, name, 'account')
  if (!found.ok) return found
  const refusal =
    refuseDisabled(found.account) ?? (password === undefined ? undefined : refusePassword(password, found.account.name))
  if (refusal) return refusal
  const account = await changeAccount(
    core.ledger,
    found.account.accountNo,
    {
      passwordHash: password === undefined ? null : await hashPassword(password),
      secondFactor: { secret: null, since: false },
      endsSessions: true,
    },
    { actor: actorOf(app).name, what: 'account.reset' },
  )
  return { ok: true, account, link: account.hasPassword ? null : await passwordLink(core, account) }
}

/** A new key. It is shown once; only its hash is stored. */
interface KeyAdded {
  ok: true
  account: Account
  key: string
}

/** Add a program's key: `pr_` and 32 random bytes. With `forAccount`, it counts as that person, and can't do what the person may not. */
export async function addKey(
  app: App,
  core: Core,
  wish: { name: string; roles: readonly Role[]; expiresDays?: number | undefined; forAccount?: string | undefined },
): Promise<KeyAdded | Failure> {
  const refusal = forbids(app, 'change_accounts') ?? refuseName(wish.name) ?? refuseRoles(wish.roles)
  if (refusal) return refusal
  const person =
    wish.forAccount === undefined ? undefined : await accountToChange(app, core, wish.forAccount, 'account')
  if (person && !person.ok) return person
  const key = newToken('pr_')
  const name = wish.name.trim()
  const { expiresDays } = wish
  const added = await insertAccount(
    core.ledger,
    {
      kind: 'key',
      name,
      roles: distinct(wish.roles),
      forAccount: person?.account.accountNo ?? null,
      keyHash: hashToken(key),
      expiresAt: expiresDays === undefined ? null : new Date(Date.now() + expiresDays * 86_400_000),
    },
    actorOf(app).name,
    { isFit: (account) => refuseUnfit(account, wish.roles) === undefined },
  )
  return added.kind === 'added' ? { ok: true, account: added.account, key } : refuseAdding(name, added, wish.roles)
}

/** The path of a link to create the first account, which works once, within an hour. Null if there are accounts. */
export async function setUpLink(core: Core): Promise<string | null> {
  if (await anyAccounts(core.ledger)) return null
  const token = newToken()
  await insertLink(core.ledger, hashToken(token), null, linkMinutes.setUp)
  return `/setup?token=${token}`
}

/** The name of the link's account, or null for a link to create the first account. */
export async function lookAtLink(core: Core, token: string): Promise<{ ok: true; name: string | null } | Failure> {
  const link = await readLink(core.ledger, hashToken(token))
  if (!link) return linkSpent()
  return { ok: true, name: link.accountNo === null ? null : await nameOf(core, link.accountNo) }
}

const nameOf = async ({ ledger }: Core, of: number): Promise<string | null> =>
  (await readAccounts(ledger, 'account')).find(({ accountNo }) => accountNo === of)?.name ?? null

/** Create the first account by its link: an administrator, who also prepares until somebody else does. */
export async function setUp(
  core: Core,
  token: string,
  { name: written, password, language }: { name: string; password: string; language?: Language | undefined },
): Promise<AccountDone | Failure> {
  const link = await readLink(core.ledger, hashToken(token))
  if (link?.accountNo !== null) return linkSpent()
  const name = written.trim()
  const refusal = refuseName(name) ?? refusePassword(password, name)
  if (refusal) return refusal
  const passwordHash = await hashPassword(password)
  if (!(await spendLink(core.ledger, hashToken(token)))) return linkSpent()
  const added = await insertAccount(
    core.ledger,
    {
      kind: 'account',
      name,
      roles: ['preparer', 'admin'],
      preparesAlone: true,
      language: language ?? null,
      passwordHash,
    },
    name,
    { setUp: true },
  )
  return added.kind === 'added' ? { ok: true, account: added.account, link: null } : refuseAdding(name, added)
}

/** Set the password of the link's account. */
export async function setPasswordByLink(core: Core, token: string, password: string): Promise<AccountDone | Failure> {
  const link = await readLink(core.ledger, hashToken(token))
  if (!link || link.accountNo === null) return linkSpent()
  const name = (await nameOf(core, link.accountNo)) ?? ''
  const weak = refusePassword(password, name)
  if (weak) return weak
  const passwordHash = await hashPassword(password)
  if (!(await spendLink(core.ledger, hashToken(token)))) return linkSpent()
  const change = { passwordHash, endsSessions: true }
  const account = await changeAccount(core.ledger, link.accountNo, change, { actor: name, what: 'account.password' })
  return { ok: true, account, link: null }
}

const linkSpent = (): Failure => refused('unauthorized', say('accounts.link_spent'))

async function passwordLink(core: Core, { accountNo }: Account): Promise<string> {
  const token = newToken()
  await insertLink(core.ledger, hashToken(token), accountNo, linkMinutes.password)
  return `/password?token=${token}`
}

/** The account that an administrator wants to change. */
export async function accountToChange(
  app: App,
  core: Core,
  name: string,
  kind: Account['kind'],
): Promise<{ ok: true; account: Secrets } | Failure> {
  const refusal = forbids(app, 'change_accounts')
  if (refusal) return refusal
  const account = await findAccount(core.ledger, name.trim())
  if (account?.kind === kind) return { ok: true, account }
  return refused(
    'not_found',
    kind === 'key' ? say('accounts.no_such_key', { name }) : say('accounts.no_such_account', { name }),
  )
}

/** Accepts letters of any alphabet, digits, spaces and a few signs, which people can type. */
const refuseName = (name: string): Failure | undefined =>
  /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} ._@'’+-]{0,59}$/u.test(name.trim())
    ? undefined
    : failure('usage', say('accounts.bad_name', { longest: 60 }))

const refuseRoles = (roles: readonly Role[]): Failure | undefined =>
  roles.length === 0 ? failure('usage', say('accounts.no_role')) : undefined

const isSameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.toLowerCase()

function refuseAdding(name: string, added: Exclude<Added, { kind: 'added' }>, roles: readonly Role[] = []): Failure {
  switch (added.kind) {
    case 'looks_like':
      return failure(
        'usage',
        isSameName(name, added.name)
          ? say('accounts.name_taken', { name: added.name })
          : say('accounts.looks_like', { name, other: added.name }),
      )
    case 'no_name':
      return failure('usage', say('accounts.bad_name', { longest: 60 }))
    case 'not_first':
      return linkSpent()
    case 'unfit':
      return refuseUnfit(added.person, roles)!
  }
}

const distinct = (roles: readonly Role[]): Role[] => [...new Set(roles)]

export const isLanguage = (text: string): text is Language => languages.some((language) => language === text)
