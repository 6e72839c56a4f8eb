import type { PoolClient } from 'pg'
import { inTransaction, type Ledger, type Queryable, sqlStateOf } from '../connection/ledger.ts'
import { bindRequestKey, type RequestKey } from '../intake/requestKeys.ts'
import { findAgainst, findEvidence, findSeemingDuplicates, type PaidElsewhere } from './findAgainstRetry.ts'
import type { Insisted, WhyWaits } from './secondPerson.ts'

/** A retry that waits for a second person (secondPerson.ts). The rows stay failed until then. */
export interface RetryRequest {
  requestNo: number
  batchNo: number
  lines: number[]
  allowDuplicates: boolean
  despiteEvidence: boolean
  /** Who asked for it. */
  requester: string
  /** Their login name; null: an account vouches for who they are. */
  login: string | null
  at: Date
}

const columns = `
  request_no::int as "requestNo", batch_no as "batchNo", lines,
  allow_duplicates as "allowDuplicates",
  despite_evidence as "despiteEvidence", requester, login, at`

/** The retry of a batch that waits. */
export async function waitingRetry({ pool }: { pool: Queryable }, batchNo: number): Promise<RetryRequest | undefined> {
  const { rows } = await pool.query<RetryRequest>(
    `select ${columns}
       from payrun.retry_requests
      where batch_no = $1
        and decision is null`,
    [batchNo],
  )
  return rows[0]
}

/** Whether somebody is who asked for it, by the database's rule for who may withdraw the request. */
export async function isRequester({ pool }: Ledger, requestNo: number, name: string, login: string): Promise<boolean> {
  const { rows } = await pool.query<{ isOne: boolean | null }>(
    `select payrun.is_one_person($2, requester)
            or login is not null and payrun.is_one_person($3, login) as "isOne"
       from payrun.retry_requests
      where request_no = $1`,
    [requestNo, name, login],
  )
  return rows[0]?.isOne === true
}

/** The words of whoever asked for it. Not everybody who sees that it waits may read them (grantRoles.ts). */
export async function noteOfRetry({ pool }: Ledger, requestNo: number): Promise<string | null> {
  const { rows } = await pool.query<{ note: string | null }>(
    'select asked_note as note from payrun.retry_requests where request_no = $1',
    [requestNo],
  )
  return rows[0]?.note ?? null
}

/** The retries of all batches that wait, the oldest first. */
export async function waitingRetries({ pool }: Ledger): Promise<RetryRequest[]> {
  const { rows } = await pool.query<RetryRequest>(
    `select ${columns}
       from payrun.retry_requests
      where decision is null
      order by request_no`,
  )
  return rows
}

export type AgainstRequest =
  /** A request of somebody else waits. */
  { kind: 'another_waits'; request: RetryRequest } | ChangedSince

/** Since a request was made, these rows of it were tried again or settled, or something new speaks against others. */
export interface ChangedSince {
  kind: 'changed_since'
  lines: number[]
  insisted: Insisted
}

/** The rows stay failed until a second person approves. */
export interface RetryInserted {
  kind: 'waits_for_approval'
  lines: number[]
  why: WhyWaits
  /** Lines of the request that it replaces which it doesn't ask for. */
  dropped: number[]
}

interface RetryAsked {
  batchNo: number
  lines: readonly number[]
  requester: string
  /** Null: an account vouches for who it is. */
  login: string | null
  /** Without personal data. */
  note: string | null
}

/**
 * Have a retry wait for a second person. It replaces a request of the same person, and one of an account that is disabled, which nobody could
 * withdraw. The caller has locked the batch and its rows.
 *
 * @returns another one that waits, if nothing was inserted
 */
export async function insertRetryRequest(
  client: PoolClient,
  asked: RetryAsked,
  why: WhyWaits,
): Promise<RetryInserted | Extract<AgainstRequest, { kind: 'another_waits' }>> {
  const { batchNo, lines, requester, login, note } = asked
  // What nobody had to insist on yet stays a reason against it.
  const insists = [why.duplicates.length > 0, why.evidence.length > 0]
  const { rows: replaced } = await client.query<{ lines: number[] }>(
    `update payrun.retry_requests
        set decision = 'replaced', decided_by = $2, decided_login = $3
      where batch_no = $1
        and decision is null
        and (
          payrun.is_one_person($2, requester)
          or login is not null and payrun.is_one_person($3, login)
          or exists (
               select from payrun.accounts a
                 left join payrun.accounts f on f.account_no = a.for_account
                where a.name = requester
                  and (a.disabled_at is not null or f.disabled_at is not null)
             )
        )
     returning lines`,
    [batchNo, requester, login],
  )
  const waiting = await waitingRetry({ pool: client }, batchNo)
  if (waiting) return { kind: 'another_waits', request: waiting }
  // Not the time at which the transaction began: the rows are locked now.
  await client.query(
    `insert into payrun.retry_requests
       (batch_no, lines, allow_duplicates, despite_evidence, requester, login, asked_note, at)
     values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())`,
    [batchNo, lines, ...insists, requester, login, note],
  )
  const asksFor = new Set(lines)
  const dropped = replaced.flatMap((earlier) => earlier.lines.filter((line) => !asksFor.has(line)))
  return { kind: 'waits_for_approval', lines: [...lines], why, dropped }
}

/**
 * What has changed about a request since it was made: rows that are no more what they were, and what says that others were paid, or pays
 * somebody like them, which nobody insisted on. Whoever decides has locked the rows.
 *
 * @param most how many rows are compared with other payouts: all if left out, none where only evidence can be new
 */
export async function changedSinceAsked(
  client: Queryable,
  requestNo: number | undefined,
  most?: number,
): Promise<ChangedSince | undefined> {
  if (requestNo === undefined) return undefined
  const { rows } = await client.query<{ batchNo: number; lines: number[]; moved: number[]; doubted: number[] }>(
    `select q.batch_no as "batchNo",
            case when q.allow_duplicates then q.lines else '{}' end as lines,
            array(
              select distinct e.line
                from payrun.events e
               where e.batch_no = q.batch_no
                 and e.line = any (q.lines)
                 and e.at > q.at
               order by e.line
            ) as moved,
            array(
              select d.line
                from payrun.discrepancies d
               where d.batch_no = q.batch_no
                 and d.line = any (q.lines)
                 and d.at > q.at
                 and d.says_paid
                 and not d.set_aside
                 and q.despite_evidence
            ) as doubted
       from payrun.retry_requests q
      where q.request_no = $1`,
    [requestNo],
  )
  const [request] = rows
  if (!request) return undefined
  const { batchNo, lines, moved, doubted } = request
  const evidence = doubted.length > 0 ? await findEvidence(client, batchNo, doubted) : []
  const isChanged = moved.length > 0 || evidence.length > 0
  const duplicates = isChanged ? [] : await newlyAlike(client, requestNo, batchNo, lines.slice(0, most))
  return isChanged || duplicates.length > 0
    ? { kind: 'changed_since', lines: moved, insisted: { evidence, duplicates } }
    : undefined
}

/** Lines of a request that insists on duplicates which look like a payout that was brought, or tried again, only after it was made. */
async function newlyAlike(
  client: Queryable,
  requestNo: number,
  batchNo: number,
  lines: readonly number[],
): Promise<PaidElsewhere[]> {
  if (lines.length === 0) return []
  const alike = await findSeemingDuplicates(client, batchNo, lines)
  const { rows } = await client.query<{ n: number }>(
    `select a.n::int
       from unnest($2::text[], $3::int[]) with ordinality as a (batch_id, held_line, n)
       join payrun.batches b on b.id = a.batch_id
       join payrun.retry_requests q on q.request_no = $1
      where b.created_at > q.at
         or exists (
              select from payrun.events e
               where e.batch_no = b.batch_no
                 and e.line = a.held_line
                 and e.from_state = 'failed'
                 -- the beginning of a transaction that may have waited for this request's
                 and e.at > q.at - interval '10 minutes'
            )
      order by a.n`,
    [requestNo, alike.map(({ batchId }) => batchId), alike.map(({ heldLine }) => heldLine)],
  )
  return rows.flatMap(({ n }) => alike[n - 1] ?? [])
}

/** What of the rows of a request speaks against approving it by now; of a long one, of its first rows. Nothing is locked. */
export const findAgainstRequest = (ledger: Ledger, request: RetryRequest, most: number) =>
  inTransaction(ledger, async (client) => {
    const changed = await changedSinceAsked(client, request.requestNo, most)
    return { commit: false, value: changed ?? (await findAgainst(client, request, request.lines.slice(0, most))) }
  })

/** Who decides on a retry, and what. */
export interface RetryDecision {
  requestNo: number
  /** `withdrawn`: by whoever asked for it. */
  decision: 'approved' | 'rejected' | 'withdrawn'
  by: string
  /** The login name that it is given under; of an account at the desk, its name. */
  login: string
  /** Without personal data. */
  note: string | null
}

/**
 * Decide on a retry that waits. The database judges who may (the trigger retry_requests_judged: SQLSTATE PA001, PA005).
 *
 * @returns whether it still waited
 */
export async function decideRetry(
  client: Queryable,
  { requestNo, decision, by, login, note }: RetryDecision,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update payrun.retry_requests
        set decision = $2, decided_by = $3, decided_login = $4, note = $5
      where request_no = $1
        and decision is null`,
    [requestNo, decision, by, login, note],
  )
  return rowCount === 1
}

/** Reject a retry that waits, or withdraw it: its rows stay failed. @param of its batch, with the key under which it was asked for */
export async function decideRetryAlone(
  ledger: Ledger,
  decision: RetryDecision,
  of: { batchNo: number; requestKey: RequestKey | undefined },
): Promise<'decided' | 'same_person' | 'own_key' | 'no_approver' | 'not_waiting'> {
  try {
    return await inTransaction(ledger, async (client) => {
      const isDecided = await decideRetry(client, decision)
      if (isDecided) await bindRequestKey(client, of.requestKey, of.batchNo)
      return { commit: isDecided, value: isDecided ? 'decided' : 'not_waiting' }
    })
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    return refusal
  }
}

/** Why the database doesn't let somebody decide; undefined: something else went wrong. */
export function refusalOf(error: unknown): 'same_person' | 'own_key' | 'no_approver' | undefined {
  const state = sqlStateOf(error)
  if (state === 'PA001') return 'same_person'
  if (state === 'PA012') return 'own_key'
  return state === 'PA005' ? 'no_approver' : undefined
}
