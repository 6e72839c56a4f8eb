import { type Account, anyAccounts, type Role } from '../../ledger/accounts/accounts.ts'
import { maskNote } from '../../payout/maskNote.ts'
import { listed, type Sentence, say } from '../../words/sentence.ts'
import { type Actor, type App, type Core, type Failure, failure, refused } from '../context.ts'

export { type Account, type Role, roles } from '../../ledger/accounts/accounts.ts'
export type { Actor } from '../context.ts'

/** The actions, and the roles that allow each (one is enough). Everybody may read. */
const allowed = {
  submit: ['preparer'],
  pause: ['preparer', 'approver', 'admin'],
  resume: ['preparer', 'approver'],
  cancel: ['preparer', 'approver'],
  retry: ['preparer'],
  approve: ['approver'],
  reject: ['approver'],
  resolve: ['approver'],
  reconcile: ['approver'],
  collect: ['preparer'],
  hold_operators: ['admin'],
  change_schedules: ['admin'],
  resend_events: ['admin'],
  change_accounts: ['admin'],
  change_policy: ['admin'],
  set_float: ['admin'],
} as const satisfies Record<string, readonly Role[]>

export type Deed = keyof typeof allowed

/** The caller of a use case. */
export const actorOf = ({ actor, config }: App): Actor => actor ?? loginActor(config.user)

/** A caller on the command line, identified only by the login name. */
const loginActor = (login: string): Actor => ({
  kind: 'login',
  name: login,
  login,
  account: null,
  roles: ['viewer', 'preparer', 'approver', 'admin'],
})

export const accountActor = (account: Account, login: string | null = null): Actor => ({
  kind: account.kind,
  name: account.name,
  login,
  account,
  roles: account.roles,
})

/** The caller's login, or at the desk, where there is none, their name. */
export const loginOf = ({ login, name }: Actor): string => login ?? name

/** The login that the ledger stores with the submitter's name. Null if an account proves who it is. */
export const loginKept = (actor: Actor): string | null => (actor.account ? null : loginOf(actor))

/** The caller's note, with phone numbers masked, or null if it is empty. */
export const noteOf = ({ note }: { note?: string | undefined }): string | null =>
  note?.trim() ? maskNote(note.trim(), { name: null }) : null

const longestNote = 500

/** Why a required note is refused. It says how a person knows what they claim. */
export function refuseNote(note: string): Failure | undefined {
  const { length } = note.trim()
  if (length > 0 && length <= longestNote) return undefined
  return failure('usage', say('terminal.note_length', { longest: longestNote }))
}

/** Nobody takes a name with `--as` once accounts vouch for who people are. */
export const refuseAs = async (app: App, { ledger }: Core, as: string | undefined): Promise<Failure | undefined> =>
  as !== undefined && actorOf(app).account === null && (await anyAccounts(ledger)) ? accountNeeded(app) : undefined

export const accountNeeded = ({ config: { command } }: Pick<App, 'config'>): Failure =>
  refused('unauthorized', say('accounts.account_needed', { command }))

/** Undefined if the caller may do this, otherwise why not. */
export function forbids(app: App, deed: Deed): Failure | undefined {
  const { roles, name } = actorOf(app)
  const needed: readonly Role[] = allowed[deed]
  if (roles.some((role) => needed.includes(role))) return undefined
  return refused('forbidden', say('accounts.role_lacking', { name, roles: needed.map(roleSentence) }))
}

export const refuseDisabled = ({ disabledAt, name }: Account): Failure | undefined =>
  disabledAt === null ? undefined : refused('wrong_state', say('accounts.is_disabled', { name }))

/** A key that counts as a person can't do what the person may not. A person who loses a role loses it with their keys (lostRoles.ts). */
export function refuseUnfit(person: Account, roles: readonly Role[]): Failure | undefined {
  const { name, roles: own } = person
  const disabled = refuseDisabled(person)
  if (disabled) return disabled
  const lacking = [...new Set(roles)].filter((role) => role !== 'viewer' && !own.includes(role))
  if (lacking.length === 0) return undefined
  return failure('usage', say('accounts.key_exceeds', { name, roles: listed(lacking.map(roleSentence)) }))
}

const roleSentence = (role: Role): Sentence => {
  switch (role) {
    case 'viewer':
      return say('accounts.viewer')
    case 'preparer':
      return say('accounts.preparer')
    case 'approver':
      return say('accounts.approver')
    case 'admin':
      return say('accounts.admin')
  }
}
