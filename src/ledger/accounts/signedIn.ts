import { type Ledger, readOnlySql } from '../connection/ledger.ts'
import { type Account, accountColumns, fromAccounts, readSecrets } from './accounts.ts'

/** How long a session lasts without a request, and at most, in minutes. */
const sessionMinutes = { idle: 30, longest: 12 * 60 }

/** After so many wrong tries for one account or from one address within so many minutes, nobody gets in that way. */
const wrongTries = { most: 10, minutes: 15 }

/** @param complete false: a code of the second factor is still missing */
export async function insertSession(
  { pool }: Ledger,
  tokenHash: Buffer,
  accountNo: number,
  complete: boolean,
): Promise<void> {
  await pool.query('delete from payrun.sessions where created_at < now() - make_interval(mins => $1)', [
    sessionMinutes.longest,
  ])
  await pool.query('insert into payrun.sessions (token_hash, account_no, complete) values ($1, $2, $3)', [
    tokenHash,
    accountNo,
    complete,
  ])
}

export interface Session {
  account: Account
  complete: boolean
  /** What the next page shows (`carry`), as JSON. */
  carried: unknown
}

/**
 * The session with this token, while it lasts and its account is not disabled.
 *
 * @param keeps whether this counts as activity: not if a page asks by itself
 */
export async function useSession(ledger: Ledger, tokenHash: Buffer, keeps = true): Promise<Session | undefined> {
  const { rows } = await ledger.pool.query<{ accountNo: number; complete: boolean; carried: unknown; stale: boolean }>(
    `select s.account_no as "accountNo", s.complete, s.carried,
            s.seen_at < now() - interval '1 minute' and not ${readOnlySql} as stale
       from payrun.sessions s
       join payrun.accounts a using (account_no)
      where s.token_hash = $1
        and a.disabled_at is null
        and s.seen_at > now() - make_interval(mins => $2)
        and s.created_at > now() - make_interval(mins => $3)`,
    [tokenHash, sessionMinutes.idle, sessionMinutes.longest],
  )
  const [found] = rows
  if (!found) return undefined
  if (found.stale && keeps)
    await ledger.pool.query('update payrun.sessions set seen_at = now() where token_hash = $1', [tokenHash])
  const account = await readSecrets(ledger, found.accountNo)
  return account && { account, complete: found.complete, carried: found.carried }
}

/** The key with this hash, if it is valid. Records that it was used. */
export async function useKey({ pool }: Ledger, keyHash: Buffer): Promise<Account | undefined> {
  const { rows } = await pool.query<Account & { isStale: boolean }>(
    `select ${accountColumns},
            coalesce(a.used_at < now() - interval '1 minute', true)
              and not ${readOnlySql} as "isStale"
       ${fromAccounts}
      where a.key_hash = $1
        and a.disabled_at is null
        and f.disabled_at is null
        and (a.expires_at is null or a.expires_at > now())`,
    [keyHash],
  )
  const [found] = rows
  // Not at each request: the time of its last use is shown to the minute.
  if (found?.isStale)
    await pool.query('update payrun.accounts set used_at = now() where account_no = $1', [found.accountNo])
  return found
}

/** Keep something for the session's next page; null: it has been shown. */
export async function carry({ pool }: Ledger, tokenHash: Buffer, carried: object | null): Promise<void> {
  await pool.query('update payrun.sessions set carried = $2 where token_hash = $1', [
    tokenHash,
    carried === null ? null : JSON.stringify(carried),
  ])
}

export async function endSession({ pool }: Ledger, tokenHash: Buffer): Promise<void> {
  await pool.query('delete from payrun.sessions where token_hash = $1', [tokenHash])
}

/** Store a link that works once; earlier links for the same account don't work any more. `accountNo: null`: for the first account. */
export async function insertLink(
  { pool }: Ledger,
  tokenHash: Buffer,
  accountNo: number | null,
  minutes: number,
): Promise<void> {
  await pool.query(
    `with before as (
       delete from payrun.one_time_links where account_no is not distinct from $2
     )
     insert into payrun.one_time_links (token_hash, account_no, expires_at)
     values ($1, $2, now() + make_interval(mins => $3))`,
    [tokenHash, accountNo, minutes],
  )
}

/** Whose password the link sets; `accountNo: null`: it creates the first account. Undefined: it doesn't work any more. */
export async function readLink({ pool }: Ledger, tokenHash: Buffer): Promise<{ accountNo: number | null } | undefined> {
  const { rows } = await pool.query<{ accountNo: number | null }>(
    `select l.account_no as "accountNo"
       from payrun.one_time_links l
       left join payrun.accounts a using (account_no)
      where l.token_hash = $1
        and l.expires_at > now()
        and a.disabled_at is null`,
    [tokenHash],
  )
  return rows[0]
}

/** Use up a link. @returns false when somebody else just did */
export async function spendLink({ pool }: Ledger, tokenHash: Buffer): Promise<boolean> {
  const { rowCount } = await pool.query(
    'delete from payrun.one_time_links where token_hash = $1 and expires_at > now()',
    [tokenHash],
  )
  return rowCount === 1
}

type Tried = { kind: 'may_try'; tries: readonly string[] } | { kind: 'throttled'; retryAfterSeconds: number }

/**
 * Count a try as wrong before it is checked, so that of fifty at once, no more than ten are checked. A right one is taken back (`forgetTries`).
 *
 * @param subjects hashes: of the account's name, of the address
 */
export async function countTry({ pool }: Ledger, subjects: readonly Buffer[]): Promise<Tried> {
  await pool.query('delete from payrun.wrong_tries where at < now() - make_interval(mins => $1)', [wrongTries.minutes])
  const { rows } = await pool.query<{ tryNo: string }>(
    `insert into payrun.wrong_tries (subject, at)
     select subject, clock_timestamp()
       from unnest($1::bytea[]) s (subject)
     returning try_no as "tryNo"`,
    [subjects],
  )
  const tries = rows.map(({ tryNo }) => tryNo)
  const { rows: counted } = await pool.query<{ wait: number }>(
    `select ceil(extract(epoch from min(w.at) + make_interval(mins => $2) - now()))::int as wait
       from payrun.wrong_tries w
      where w.subject = any ($1)
      group by w.subject
     having count(*) > $3`,
    [subjects, wrongTries.minutes, wrongTries.most],
  )
  if (counted.length === 0) return { kind: 'may_try', tries }
  await forgetTries({ pool }, tries)
  return { kind: 'throttled', retryAfterSeconds: Math.max(1, ...counted.map(({ wait }) => wait)) }
}

/** Take tries back that were right, or were not checked. */
export async function forgetTries({ pool }: Pick<Ledger, 'pool'>, tries: readonly string[]): Promise<void> {
  await pool.query('delete from payrun.wrong_tries where try_no = any ($1::bigint[])', [tries])
}

/** The latest try for each account and from each address that this process checks. */
const lastTries = new Map<string, Promise<unknown>>()

/** Check tries one after the other: of many right ones at once, none counts as a wrong one against the next. */
export async function inTurn<Done>(subjects: readonly Buffer[], act: () => Promise<Done>): Promise<Done> {
  const keys = subjects.map((subject) => subject.toString('hex'))
  const trying = Promise.allSettled(keys.map((key) => lastTries.get(key))).then(act)
  for (const key of keys) lastTries.set(key, trying)
  try {
    return await trying
  } finally {
    for (const key of keys) if (lastTries.get(key) === trying) lastTries.delete(key)
  }
}

/** Use up a code. @returns false if a code of this time step, or of a later one, was used before */
export async function spendCode({ pool }: Ledger, accountNo: number, step: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update payrun.accounts
        set last_code_step = $2
      where account_no = $1
        and coalesce(last_code_step, 0) < $2`,
    [accountNo, step],
  )
  return rowCount === 1
}
