import type { Pool } from 'pg'
import type { Ledger } from '../connection/ledger.ts'

/** The key by which something was asked for. */
export interface OfKey {
  /** Who made it: an account, or a login. */
  by: string
  at: Date
  /** Whether that is who looks, and so can't approve it: payrun.has_made_key. */
  isOwn: boolean
}

interface Who {
  name: string
  login: string
}

/** Of whom an account vouches for, the login doesn't count. */
interface Known {
  name: string
  login: string | null
}

/**
 * How many people may approve what this one asks for (with the login, if no account vouches for who it is), other than they, whoever made
 * their key, whoever called "not paid" what it pays again, and keys that one of them made. An account with a password, and a key if the policy lets keys approve, counts for its person. Null: there are no
 * accounts, so that any other login may.
 */
export const countOtherApprovers = async (
  ledger: Pick<Ledger, 'pool'>,
  name: string,
  login: string | null,
  callers: readonly string[] = [],
): Promise<number | null> => (await judgeAsked(ledger, { name, login }, callers, null)).others

/** The same, with the key by which it is asked for, and whether somebody is one of the callers. */
export async function judgeAsked(
  ledger: Pick<Ledger, 'pool'>,
  by: Known,
  callers: readonly string[],
  who: Who | null,
): Promise<Omit<OfBatch, 'isOwn' | 'hasApproved'>> {
  const asked = { submitter: by.name, login: by.login, callers }
  const people = await readKnownPeople(ledger, [by.name, by.login, ...callers, who?.name, who?.login])
  return judged(people, asked, [], who)
}

/** Whose batch it is, and who else may approve it. */
export interface OfBatch {
  /** Whether that person submitted it, under whatever name: payrun.has_submitted. */
  isOwn: boolean
  /** Whether that person, or a key between the two, called "not paid" what it pays again, so that they can't approve it: payrun.speaks_as. */
  hasCalled: boolean
  /** Whether that person has approved it, under any name, or by a key that they made, or is the key of somebody who has. */
  hasApproved: boolean
  /** How many people may approve it: none of those above, nor who made the key that submitted it; null: any other login. */
  others: number | null
  key: OfKey | null
}

/** The same for many batches, and whether somebody submitted them, in two or three queries, however many there are. */
export const judgePeople = (
  ledger: Pick<Ledger, 'pool'>,
  batchNos: readonly number[],
  who: Who | null = null,
): Promise<ReadonlyMap<number, OfBatch>> => judgeBatches(ledger, batchNos, who, true)

/** Only whether somebody submitted a batch, and by which key: without looking up who called "not paid" what it pays again. */
export const judgeOwn = async (
  ledger: Pick<Ledger, 'pool'>,
  batchNo: number,
  who: Who,
): Promise<Pick<OfBatch, 'isOwn' | 'key'> | undefined> =>
  (await judgeBatches(ledger, [batchNo], who, false)).get(batchNo)

async function judgeBatches(
  ledger: Pick<Ledger, 'pool'>,
  batchNos: readonly number[],
  who: Who | null,
  withCallers: boolean,
): Promise<ReadonlyMap<number, OfBatch>> {
  if (batchNos.length === 0) return new Map()
  const { rows } = await ledger.pool.query<Asked & { batchNo: number; approvers: Known[] }>(
    `with called as materialized (
       select batch_no, by from payrun.callers_of($1) where $2
     )
     select b.batch_no as "batchNo", b.submitter, b.submitter_login as login,
            (
              select coalesce(json_agg(json_build_object(
                       'name', a.approver, 'login', case when k.name is null then a.login end)), '[]')
                from payrun.approvals a
                left join payrun.accounts k on k.name = a.approver and k.created_at <= a.at
               where a.batch_no = b.batch_no
            ) as approvers,
            array(select c.by from called c where c.batch_no = b.batch_no) as callers
       from payrun.batches b
      where b.batch_no = any ($1)`,
    [batchNos, withCallers],
  )
  const all = rows.flatMap((row) => [row.submitter, row.login, ...namesOf(row.approvers), ...row.callers])
  const people = await readKnownPeople(ledger, [...all, who?.name, who?.login])
  return new Map(
    rows.map(({ batchNo, submitter, login, approvers, callers }) => {
      const asked = { submitter, login, callers }
      const isOwn = who !== null && hasSubmitted(people, asked, who)
      return [batchNo, { isOwn, ...judged(people, asked, approvers, who) }] as const
    }),
  )
}

interface Asked {
  submitter: string | null
  login: string | null
  /** Who called "not paid" what it pays again. */
  callers: readonly string[]
}

const judged = (
  people: KnownPeople,
  asked: Asked,
  approvers: readonly Known[],
  who: Who | null,
): Omit<OfBatch, 'isOwn'> => ({
  hasCalled: who !== null && hasCalled(people, asked.callers, who),
  hasApproved: who !== null && approvers.some((by) => hasApproved(people, by, who)),
  others: countOthers(people, asked, approvers),
  key: keyOf(people, asked, who),
})

function keyOf(people: KnownPeople, { submitter, login }: Asked, who: Who | null): OfKey | null {
  const key = login === null && submitter !== null ? people.keys.get(submitter) : undefined
  if (!key || submitter === null) return null
  return { ...key, isOwn: who !== null && hasMadeKey(people, who, submitter) }
}

/** payrun.has_made_key. */
function hasMadeKey({ keys, accounts, knownAs }: KnownPeople, { name, login }: Known, key: string): boolean {
  const maker = keys.get(key)?.by
  if (maker === undefined) return false
  const isMaker = (one: string) => meet(knownAs(one), knownAs(maker))
  return isMaker(name) || (login !== null && !accounts.has(name) && isMaker(login))
}

/** payrun.speaks_as: by name, by login, or because one of the two is a key that the other made. */
function hasCalled(people: KnownPeople, callers: readonly string[], who: Who): boolean {
  const { knownAs } = people
  return callers.some(
    (by) =>
      [who.name, who.login].some((name) => meet(knownAs(name), knownAs(by))) ||
      hasMadeKey(people, who, by) ||
      hasMadeKey(people, { name: by, login: null }, who.name),
  )
}

/** As the database judges a second approval of one person: by name, by login, or because one of the two is a key that the other made. */
const hasApproved = (people: KnownPeople, by: Known, who: Who): boolean =>
  hasSubmitted(people, { submitter: by.name, login: by.login }, who) ||
  hasMadeKey(people, who, by.name) ||
  hasMadeKey(people, by, who.name)

const namesOf = (known: readonly Known[]) => known.flatMap(({ name, login }) => [name, login])

function countOthers(people: KnownPeople, asked: Asked, besides: readonly Known[]): number | null {
  const { approvers, knownAs, keys } = people
  if (approvers === null) return null
  const { submitter, login, callers } = asked
  const makers = [...callers, ...besides.map(({ name }) => name)].map((by) => keys.get(by)?.by ?? null)
  const leftOut = [submitter, login, keyOf(people, asked, null)?.by ?? null, ...callers, ...makers, ...namesOf(besides)]
  const looks = new Set(leftOut.flatMap((name) => (name === null ? [] : [...knownAs(name)])))
  const isMade = (key: string) =>
    (submitter !== null && hasMadeKey(people, { name: submitter, login }, key)) ||
    besides.some((by) => hasMadeKey(people, by, key)) ||
    callers.some((name) => hasMadeKey(people, { name, login: null }, key))
  const others = approvers.filter(({ name }) => !meet(knownAs(name), looks) && !isMade(name))
  return new Set(others.map(({ person }) => person)).size
}

/** As the database judges it. */
function hasSubmitted(
  { knownAs }: KnownPeople,
  { submitter, login }: Pick<Asked, 'submitter' | 'login'>,
  who: Who,
): boolean {
  const [named, loggedIn] = [knownAs(who.name), knownAs(who.login)]
  const isOf = (one: ReadonlySet<string>, name: string | null) => name !== null && meet(one, knownAs(name))
  if (isOf(named, submitter)) return true
  return login !== null && (isOf(named, login) || isOf(loggedIn, login) || isOf(loggedIn, submitter))
}

const meet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => [...one].some((look) => other.has(look))

/** Who is who among the names of a ledger, by the rule of payrun.known_as, for many names at once. */
interface KnownPeople {
  /** Null: there are no accounts, and so any login may approve. */
  approvers: readonly { person: number; name: string }[] | null
  /** The names of accounts and keys; and keys, with who made them. */
  accounts: ReadonlySet<string>
  keys: ReadonlyMap<string, Pick<OfKey, 'by' | 'at'>>
  /** Everything that a name looks like, and what else the same person goes by. */
  knownAs(name: string): ReadonlySet<string>
}

interface AccountRow {
  person: number
  kind: 'account' | 'key'
  name: string
  login: string | null
  approves: boolean
  /** Who made it, if it is a key, and when. */
  maker: string | null
  madeAt: Date
}

/** What a name looks like takes the database a third of a millisecond. It depends on the name alone, and so is kept for as long as the process lives. */
const looksOf = new WeakMap<Pool, Map<string, readonly string[]>>()
const mostKept = 20_000

/** @param names that `knownAs` will be asked for, besides those of accounts */
async function readKnownPeople(
  { pool }: Pick<Ledger, 'pool'>,
  given: readonly (string | null | undefined)[],
): Promise<KnownPeople> {
  const names = given.filter((name) => typeof name === 'string')
  const maySignIn = (await maySeePasswords(pool)) ? "(a.kind = 'key' or a.password_hash is not null)" : 'true'
  const { rows: accounts } = await pool.query<AccountRow>(
    `select coalesce(a.for_account, a.account_no) as person, a.kind, a.name, a.login,
            'approver' = any (a.roles)
              and ${maySignIn}
              and payrun.why_no_approver(a.name) is null as approves,
            c.actor as maker, a.created_at as "madeAt"
       from payrun.accounts a
       left join payrun.changes c on c.what = 'key.added' and c.subject = a.name and a.kind = 'key'`,
  )
  const ofAccounts = accounts.flatMap(({ name, login, maker }) => [name, login, maker].filter((each) => each !== null))
  const looks = await readLooks(pool, [...ofAccounts, ...names])
  const known = accounts.map(({ person, name, login }) => ({
    person,
    looks: [...(looks.get(name) ?? []), ...((login !== null && looks.get(login)) || [])],
  }))
  return {
    approvers: accounts.some(({ kind }) => kind === 'account') ? accounts.filter(({ approves }) => approves) : null,
    accounts: new Set(accounts.map(({ name }) => name)),
    keys: new Map(
      accounts.flatMap(({ name, maker: by, madeAt: at }) => (by === null ? [] : [[name, { by, at }] as const])),
    ),
    knownAs: memoized((name) => {
      const mine = new Set(looks.get(name))
      const people = new Set(
        known.filter(({ looks }) => looks.some((look) => mine.has(look))).map(({ person }) => person),
      )
      return new Set([...mine, ...known.flatMap(({ person, looks }) => (people.has(person) ? looks : []))])
    }),
  }
}

/**
 * Whether this session may see who has a password. Whoever has never set one can't sign in, and so can't approve. A worker's role sees no passwords
 * (grantRoles.ts), and counts such accounts, too.
 */
function maySeePasswords(pool: Pool): Promise<boolean> {
  const before = seesPasswords.get(pool)
  if (before) return before
  const found = pool
    .query<{ may: boolean }>(`select has_column_privilege('payrun.accounts', 'password_hash', 'select') as may`)
    .then(({ rows }) => rows[0]?.may === true)
  seesPasswords.set(pool, found)
  found.catch(() => seesPasswords.delete(pool))
  return found
}

const seesPasswords = new WeakMap<Pool, Promise<boolean>>()

function memoized(find: (name: string) => ReadonlySet<string>): KnownPeople['knownAs'] {
  const found = new Map<string, ReadonlySet<string>>()
  return (name) => {
    const before = found.get(name)
    if (before) return before
    const now = find(name)
    found.set(name, now)
    return now
  }
}

/** Look up all names that are not known yet, in one query. */
async function readLooks(pool: Pool, names: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const kept = looksOf.get(pool) ?? new Map<string, readonly string[]>()
  looksOf.set(pool, kept)
  const missing = [...new Set(names)].filter((name) => !kept.has(name))
  if (missing.length === 0) return kept
  if (kept.size + missing.length > mostKept) {
    kept.clear()
    return readLooks(pool, names)
  }
  const { rows } = await pool.query<{ name: string; looks: string[] }>(
    'select n.name, payrun.looks(n.name) as looks from unnest($1::text[]) n (name)',
    [missing],
  )
  for (const { name, looks } of rows) kept.set(name, looks)
  return kept
}
