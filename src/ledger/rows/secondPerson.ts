import type { ClientBase } from 'pg'
import { readStoredOrNull, type Words } from '../../words/sentence.ts'
import type { Ledger, Queryable } from '../connection/ledger.ts'
import { type EvidenceOfPayment, findEvidence, findSeemingDuplicates, type PaidElsewhere } from './findAgainstRetry.ts'

/** A person said of a row that it was not paid, and nobody has tried it again since. */
export interface CalledNotPaid {
  line: number
  by: string
  at: Date
  /** How they know. */
  note: Words | null
  /** They gave in a statement that says so. Others than they may have the row tried again without an approval. */
  byStatement: boolean
}

/** Which of these rows a person called "not paid", in their own words or by a statement that they gave in. */
export async function readSaidNotPaid(
  { pool }: { pool: Queryable },
  batchNo: number,
  lines: readonly number[],
): Promise<CalledNotPaid[]> {
  const { rows } = await pool.query<CalledNotPaid>(
    `select p.line, e.actor as by, e.at, e.note, e.code <> 'resolved_not_paid' as "byStatement"
       from payrun.payouts p
       join payrun.events e on e.batch_no = p.batch_no and e.line = p.line and e.seq = p.seq
      where p.batch_no = $1
        and p.line = any($2)
        and p.state = 'failed'
        and e.actor is not null
      order by p.line`,
    [batchNo, lines],
  )
  return rows.map((row) => ({ ...row, note: readStoredOrNull(row.note) }))
}

/** Those of them that people called so in their own words: none of these people decides on a retry (payrun.called_not_paid_by). */
export const readCalledNotPaid = async (
  ledger: Pick<Ledger, 'pool'>,
  batchNo: number,
  lines: readonly number[],
): Promise<CalledNotPaid[]> => (await readSaidNotPaid(ledger, batchNo, lines)).filter(({ byStatement }) => !byStatement)

/** What somebody insists on who asks for a retry: evidence calls rows paid, or they look like payouts of other batches. */
export interface Insisted {
  evidence: EvidenceOfPayment[]
  duplicates: PaidElsewhere[]
}

/** What speaks against these rows that the wish sets aside. */
export const findInsisted = async (
  client: ClientBase,
  wish: { batchNo: number; allowDuplicates?: boolean; despiteEvidence?: boolean },
  lines: readonly number[],
): Promise<Insisted> => ({
  evidence: wish.despiteEvidence ? await findEvidence(client, wish.batchNo, lines) : [],
  duplicates: wish.allowDuplicates ? await findSeemingDuplicates(client, wish.batchNo, lines) : [],
})

/** An approver rejected a retry of these lines, and nothing has become of them since. */
export interface RejectedRetry {
  lines: number[]
  by: string
  at: Date
  note: string | null
}

/** The rejected retries of these rows, the latest first. */
export async function readRejectedRetries(
  { pool }: { pool: Queryable },
  batchNo: number,
  lines: readonly number[],
): Promise<RejectedRetry[]> {
  const { rows } = await pool.query<RejectedRetry>(
    `select array_agg(p.line order by p.line) as lines, q.decided_by as by, q.decided_at as at, q.note
       from payrun.retry_requests q
       join payrun.payouts p
            on p.batch_no = q.batch_no
            and p.line = any(q.lines)
            and p.state = 'failed'
       join payrun.events e on e.batch_no = p.batch_no and e.line = p.line and e.seq = p.seq
      where q.batch_no = $1
        and q.decision = 'rejected'
        and q.decided_at > e.at
        and p.line = any($2)
      group by q.request_no
      order by q.request_no desc`,
    [batchNo, lines],
  )
  return rows
}

/** Why a retry waits for a second person. At least one of them holds. */
export interface WhyWaits extends Insisted {
  /** Lines that a person called "not paid". */
  calledNotPaid: number[]
  /** Lines that a statement calls not paid which the person who asks for the retry gave in, or somebody without an account. */
  ownStatement: number[]
  /** Rejected retries of some of them. */
  rejected: RejectedRetry[]
  /** The policy asks for one more person because of the warnings. */
  oneMore: boolean
}

interface Asked {
  batchNo: number
  lines: readonly number[]
  requester: string
  /** Null: an account vouches for who it is. */
  login: string | null
}

/**
 * Where approvals are required, nobody alone calls a row "not paid" and has it retried, or has one retried although something speaks against it,
 * or although an approver rejected that.
 * A retry with such rows waits for a second person; so does one for which the policy asks it. The caller has locked the rows.
 *
 * @returns null when it need not wait
 */
export async function whyWaits(
  client: ClientBase,
  { batchNo, lines, ...who }: Asked,
  insisted: Insisted,
  { peopleNeeded, oneMore }: { peopleNeeded: number; oneMore: boolean },
): Promise<WhyWaits | null> {
  if (!oneMore && !(await asksForApproval(client, batchNo, peopleNeeded))) return null
  const said = await readSaidNotPaid({ pool: client }, batchNo, lines)
  const given = said.filter(({ byStatement }) => byStatement)
  const own = await namesOf(client, new Set(given.map(({ by }) => by)), who)
  const why = {
    ...insisted,
    calledNotPaid: said.filter(({ byStatement }) => !byStatement).map(({ line }) => line),
    ownStatement: given.filter(({ by }) => own.has(by)).map(({ line }) => line),
    rejected: await readRejectedRetries({ pool: client }, batchNo, lines),
    oneMore,
  }
  const { calledNotPaid, ownStatement, rejected, evidence, duplicates } = why
  return oneMore || [calledNotPaid, ownStatement, rejected, evidence, duplicates].some(({ length }) => length > 0)
    ? why
    : null
}

/** Whether the batch needs more than one person. */
async function asksForApproval(client: ClientBase, batchNo: number, peopleNeeded: number): Promise<boolean> {
  const { rows } = await client.query<{ people: number }>('select payrun.people_needed_by($1) as people', [batchNo])
  return Math.max(rows[0]!.people, peopleNeeded) > 1
}

/**
 * Those of these names that are this person's, or may be: once there are accounts, a login name that belongs to none of them is nobody's
 * in particular, and whoever sits at a terminal is there under it.
 */
async function namesOf(
  client: ClientBase,
  names: ReadonlySet<string>,
  { requester, login }: Pick<Asked, 'requester' | 'login'>,
): Promise<Set<string>> {
  if (names.size === 0) return new Set()
  const { rows } = await client.query<{ name: string }>(
    `select given.name
       from unnest($1::text[]) given (name)
      where payrun.is_one_person(given.name, $2)
         or $3::text is not null and payrun.is_one_person(given.name, $3)
         or exists (select from payrun.accounts)
            and not exists (
              select from payrun.accounts a where payrun.is_one_person(given.name, a.name)
            )`,
    [[...names], requester, login],
  )
  return new Set(rows.map(({ name }) => name))
}
