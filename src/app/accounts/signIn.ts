import { generateSecret, generateURI, verify } from 'otplib'
import { type Account, changeAccount, findAccount, readSecrets, type Secrets } from '../../ledger/accounts/accounts.ts'
import {
  countTry,
  endSession,
  forgetTries,
  insertSession,
  inTurn,
  carry as keepCarried,
  type Session,
  spendCode,
  useKey,
  useSession,
} from '../../ledger/accounts/signedIn.ts'
import { readPolicy } from '../../ledger/policy/policy.ts'
import type { Language } from '../../words/catalogue.ts'
import { say } from '../../words/sentence.ts'
import { type App, type Failure, refused } from '../context.ts'
import type { Core } from '../open/openCore.ts'
import { type Actor, accountActor } from './actor.ts'
import { hashPassword, hashToken, isPassword, newToken, refusePassword } from './secrets.ts'

/** The IP address that somebody signs in from, or null on the command line. */
type Address = string | null

interface SignedIn {
  ok: true
  /** For the cookie. Only its hash is stored. */
  token: string
  account: Account
  /** `code_needed`: the session gives no access before `giveCode`. `set_up_second_factor`: the policy requires a second factor. */
  next: 'signed_in' | 'code_needed' | 'set_up_second_factor'
}

/**
 * Start a session by name and password. After ten wrong attempts within 15 minutes, for one account or from one address, no more are
 * accepted.
 */
export async function signIn(
  core: Core,
  name: string,
  password: string,
  address: Address,
): Promise<SignedIn | Failure> {
  const proved = await provePassword(core, name, password, address)
  return proved.ok ? beginSession(core, proved.account) : proved
}

/** Start a session for a person who has just proved who they are, by a password or a link. */
export async function beginSession(core: Core, account: Account): Promise<SignedIn> {
  const token = newToken()
  await insertSession(core.ledger, hashToken(token), account.accountNo, !account.hasSecondFactor)
  return { ok: true, token, account, next: account.hasSecondFactor ? 'code_needed' : await nextOf(core, account) }
}

/** The second step: a code of the second factor. The session gets a new token, so that a token planted earlier gives no access. */
export async function giveCode(core: Core, token: string, code: string, address: Address): Promise<SignedIn | Failure> {
  const session = await useSession(core.ledger, hashToken(token))
  if (!session) return refused('unauthorized', say('accounts.signed_out'))
  const { account } = session
  const proved = await attempt(core, account.name, address, async () => {
    const secrets = await readSecrets(core.ledger, account.accountNo)
    return secrets && (await isCode(core, secrets, code)) ? secrets : undefined
  })
  if (!proved.ok) return proved
  await endSession(core.ledger, hashToken(token))
  const fresh = newToken()
  await insertSession(core.ledger, hashToken(fresh), account.accountNo, true)
  return { ok: true, token: fresh, account, next: 'signed_in' }
}

/** A person's session, and what they must do before anything else. */
export interface FoundSession extends Session {
  next: SignedIn['next']
}

/**
 * Find a session. It ends after 30 minutes without use, or after 12 hours.
 *
 * @param keeps whether this counts as use
 */
export async function lookUpSession(core: Core, token: string, keeps = true): Promise<FoundSession | undefined> {
  const session = await useSession(core.ledger, hashToken(token), keeps)
  return session && { ...session, next: session.complete ? await nextOf(core, session.account) : 'code_needed' }
}

/** Store what the session's next page shows, as JSON. Null clears it. */
export const carry = (core: Core, token: string, carried: object | null): Promise<void> =>
  keepCarried(core.ledger, hashToken(token), carried)

export const signOut = (core: Core, token: string): Promise<void> => endSession(core.ledger, hashToken(token))

/** The caller with this API key (`pr_…`). A wrong key counts as an attempt from its address. */
export async function authenticateKey(
  core: Core,
  key: string,
  address: Address,
): Promise<{ ok: true; actor: Actor } | Failure> {
  const account = /^pr_[\w-]{43,200}$/.test(key) ? await useKey(core.ledger, hashToken(key)) : undefined
  if (account) return { ok: true, actor: accountActor(account) }
  const counted = await countTry(core.ledger, subjectsOf(null, address))
  return counted.kind === 'throttled'
    ? throttled(counted.retryAfterSeconds)
    : refused('unauthorized', say('accounts.wrong_key'))
}

/** Identify a person on the command line by their account's name and password, and a code if it has a second factor. */
export async function identify(
  app: App,
  core: Core,
  name: string,
  proof: { password: string; code?: string | undefined },
): Promise<{ ok: true; actor: Actor } | Failure> {
  const proved = await provePassword(core, name, proof.password, null)
  if (!proved.ok) return proved
  const { account } = proved
  if (account.hasSecondFactor) {
    if (proof.code === undefined) return refused('unauthorized', say('accounts.code_missing'))
    const coded = await confirm(core, account, { code: proof.code })
    if (!coded.ok) return coded
  } else if ((await nextOf(core, account)) === 'set_up_second_factor') {
    return refused('forbidden', say('accounts.second_factor_required', { name: account.name }))
  }
  return { ok: true, actor: accountActor(account, app.config.user) }
}

/**
 * Ask for the password again, or for a code of the second factor, before approving, resolving and changing policy. Attempts are counted
 * only by account, not by address, so that colleagues behind the same router don't affect each other.
 */
export const confirm = (
  core: Core,
  { accountNo, name }: Account,
  proof: { password: string } | { code: string },
): Promise<{ ok: true; account: Account } | Failure> =>
  attempt(core, name, null, async () => {
    const secrets = await readSecrets(core.ledger, accountNo)
    if (!secrets || secrets.disabledAt !== null) return undefined
    const isRight =
      'code' in proof ? await isCode(core, secrets, proof.code) : await isPassword(proof.password, secrets.passwordHash)
    return isRight ? secrets : undefined
  })

/** Change a password. All sessions end; a new one goes on here (if the process dies before that, the person signs in with the new password). */
export async function changePassword(
  core: Core,
  account: Account,
  wish: { before: string; password: string },
): Promise<{ ok: true; token: string } | Failure> {
  const proved = await confirm(core, account, { password: wish.before })
  if (!proved.ok) return proved
  const weak = refusePassword(wish.password, account.name)
  if (weak) return weak
  const passwordHash = await hashPassword(wish.password)
  const change = { passwordHash, endsSessions: true }
  await changeAccount(core.ledger, account.accountNo, change, { actor: account.name, what: 'account.password' })
  return { ok: true, token: await goOn(core, account) }
}

async function goOn(core: Core, { accountNo }: Account): Promise<string> {
  const token = newToken()
  await insertSession(core.ledger, hashToken(token), accountNo, true)
  return token
}

/** The language of the account's pages. It gives no access, so it is not recorded in the audit trail. */
export async function chooseLanguage(core: Core, { accountNo }: Account, language: Language): Promise<void> {
  await changeAccount(core.ledger, accountNo, { language }, null)
}

/** The time zone of the account's pages, or null for the browser's. */
export async function chooseTimeZone(core: Core, { accountNo }: Account, timeZone: string | null): Promise<void> {
  await changeAccount(core.ledger, accountNo, { timeZone }, null)
}

/** A second factor that is being set up: a secret (base32) for an app, and the address for its QR code. */
export interface PendingFactor {
  ok: true
  secret: string
  uri: string
}

/**
 * Start to set up a second factor. It takes effect once a code is given. It needs the password: otherwise somebody at an unattended desk
 * could set up their own second factor, and approve with its codes.
 */
export async function beginSecondFactor(
  core: Core,
  account: Account,
  password: string,
): Promise<PendingFactor | Failure> {
  if (account.hasSecondFactor) return refused('wrong_state', say('accounts.has_second_factor'))
  const proved = await confirm(core, account, { password })
  if (!proved.ok) return proved
  const secret = generateSecret()
  await changeAccount(core.ledger, account.accountNo, { secondFactor: { secret, since: false } }, null)
  return pendingOf(account, secret)
}

/** A second factor whose set-up is not finished, or undefined. */
export async function pendingSecondFactor(core: Core, account: Account): Promise<PendingFactor | undefined> {
  const secrets = await readSecrets(core.ledger, account.accountNo)
  if (!secrets || secrets.secondFactor === null || secrets.hasSecondFactor) return undefined
  return pendingOf(account, secrets.secondFactor)
}

const pendingOf = ({ name }: Account, secret: string): PendingFactor => ({
  ok: true,
  secret,
  uri: generateURI({ issuer: 'payrun', label: name, secret }),
})

/** Finish the set-up with the first code: the second factor takes effect, and all sessions end, as with a new password. */
export async function endSecondFactorSetUp(
  core: Core,
  account: Account,
  code: string,
): Promise<{ ok: true; token: string } | Failure> {
  const secrets = await readSecrets(core.ledger, account.accountNo)
  if (!secrets || secrets.secondFactor === null || secrets.hasSecondFactor)
    return refused('wrong_state', say('accounts.has_second_factor'))
  const proved = await attempt(core, account.name, null, async () =>
    (await isCode(core, secrets, code)) ? secrets : undefined,
  )
  if (!proved.ok) return proved
  await changeAccount(
    core.ledger,
    account.accountNo,
    { secondFactor: { secret: secrets.secondFactor, since: true }, endsSessions: true },
    { actor: account.name, what: 'account.second_factor', details: { to: true } },
  )
  return { ok: true, token: await goOn(core, account) }
}

/** Remove the second factor, unless the policy requires one. Ask for the password first (`confirm`). */
export async function removeSecondFactor(core: Core, account: Account): Promise<{ ok: true } | Failure> {
  if ((await readPolicy(core.ledger)).secondFactor)
    return refused('forbidden', say('accounts.second_factor_required', { name: account.name }))
  await changeAccount(
    core.ledger,
    account.accountNo,
    { secondFactor: { secret: null, since: false } },
    { actor: account.name, what: 'account.second_factor', details: { to: false } },
  )
  return { ok: true }
}

const nextOf = async (core: Core, { hasSecondFactor }: Account): Promise<'signed_in' | 'set_up_second_factor'> =>
  !hasSecondFactor && (await readPolicy(core.ledger)).secondFactor ? 'set_up_second_factor' : 'signed_in'

const provePassword = (core: Core, name: string, password: string, address: Address) =>
  attempt(core, name, address, async () => {
    const found = await findAccount(core.ledger, name.trim())
    const isTheirs = await isPassword(password, found?.passwordHash ?? null)
    return found && isTheirs && found.kind === 'account' && found.disabledAt === null ? found : undefined
  })

/** Makes one attempt. It counts as wrong from the start, and stops counting if it is right. */
function attempt(
  core: Core,
  name: string,
  address: Address,
  prove: () => Promise<Secrets | undefined>,
): Promise<{ ok: true; account: Account } | Failure> {
  const subjects = subjectsOf(name, address)
  return inTurn(subjects, async () => {
    const counted = await countTry(core.ledger, subjects)
    if (counted.kind === 'throttled') return throttled(counted.retryAfterSeconds)
    const account = await prove()
    if (!account) return refused('unauthorized', say('accounts.wrong'))
    await forgetTries(core.ledger, counted.tries)
    return { ok: true, account }
  })
}

const throttled = (retryAfterSeconds: number): Failure => ({
  ...refused('too_many_requests', say('accounts.throttled', { minutes: Math.ceil(retryAfterSeconds / 60) })),
  retryAfterSeconds,
})

/** What attempts are counted by, as hashes, because people may type a password into the name field. */
const subjectsOf = (name: string | null, address: Address): Buffer[] => [
  ...(name === null ? [] : [hashToken(`account ${name.trim().normalize('NFKC').toLowerCase()}`)]),
  ...(address === null ? [] : [hashToken(`address ${address}`)]),
]

/** Whether it is the code of this half minute, the previous or the next one, and later than the last code that was used. */
async function isCode(core: Core, { accountNo, secondFactor, lastCodeStep }: Secrets, code: string): Promise<boolean> {
  const token = code.replace(/\s/g, '')
  if (secondFactor === null || !/^\d{6}$/.test(token)) return false
  const result = await verify({ secret: secondFactor, token, epochTolerance: 30 })
  if (!result.valid || !('timeStep' in result) || result.timeStep <= (lastCodeStep ?? 0)) return false
  return spendCode(core.ledger, accountNo, result.timeStep)
}
