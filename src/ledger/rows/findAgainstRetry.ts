import type { ClientBase } from 'pg'
import type { PayoutState } from '../../payout/state.ts'
import { readStored, type Words } from '../../words/sentence.ts'
import type { Queryable } from '../connection/ledger.ts'
import { saysPaidUntold } from '../evidence/notifications.ts'
import { findOtherPeriodsOfRows, type OtherPeriod } from '../people/sameReference.ts'
import { doubtSql, findMaybePaidLines } from './contradictions.ts'

/** A named line that can't be tried again. */
export interface NotRetryable {
  line: number
  /** Null: there is no such row. `failed`: its error code is none of those that were asked for. */
  state: PayoutState | null
  code: string | null
}

/** A failed row that another batch pays, or seems to. */
export type PaidElsewhere = Pick<OtherPeriod, 'line' | 'batchId' | 'heldLine' | 'heldState'> | OtherPeriod

/** A failed row of which something says that the money moved. */
export interface EvidenceOfPayment {
  line: number
  /** `late_answer`, `notification`, or a discrepancy of src/payout/reconciliation.ts. */
  kind: string
  /** The provider's, when the evidence names one. */
  reference: string | null
  note: Words
}

export type AgainstRetry =
  /** Other batches have taken the keys of these rows since. */
  | { kind: 'keys_taken'; rows: PaidElsewhere[] }
  /** These rows look like payouts of other batches: by number and amount, without a reference, or by their reference and no period. */
  | { kind: 'possible_duplicate'; rows: PaidElsewhere[] }
  /** Of these rows a late answer, or a statement, says that the money moved. */
  | { kind: 'evidence_of_payment'; rows: EvidenceOfPayment[] }

/** The failed rows that are asked for, locked; and named ones that can't be tried again. */
export async function lockRows(
  client: ClientBase,
  { batchNo, lines = [], codes = [] }: { batchNo: number; lines?: readonly number[]; codes?: readonly string[] },
): Promise<{ lines: number[]; notRetryable: NotRetryable[] }> {
  if (lines.length === 0) {
    const { rows } = await client.query<{ line: number }>(
      `select line
         from payrun.payouts
        where batch_no = $1
          and state = 'failed'
          and (cardinality($2::text[]) = 0 or error_code = any($2))
        order by line
          for update`,
      [batchNo, codes],
    )
    return { lines: rows.map(({ line }) => line), notRetryable: [] }
  }
  const { rows } = await client.query<{ line: number; state: PayoutState; code: string | null }>(
    `select line, state, error_code as code
       from payrun.payouts
      where batch_no = $1
        and line = any($2)
      order by line
        for update`,
    [batchNo, lines],
  )
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const named = [...new Set(lines)].sort((one, other) => one - other)
  const isWanted = (code: string | null) => codes.length === 0 || (code !== null && codes.includes(code))
  const notRetryable = named.flatMap((line): NotRetryable[] => {
    const row = byLine.get(line)
    if (!row) return [{ line, state: null, code: null }]
    return row.state === 'failed' && isWanted(row.code) ? [] : [row]
  })
  return { lines: named, notRetryable }
}

/**
 * What speaks against a retry of these rows. Whoever records evidence locks the row, and this transaction has locked all of them: nothing is
 * missed.
 */
export async function findAgainst(
  client: ClientBase,
  wish: { batchNo: number; allowDuplicates?: boolean; despiteEvidence?: boolean },
  lines: readonly number[],
): Promise<AgainstRetry | null> {
  const { batchNo, allowDuplicates = false, despiteEvidence = false } = wish
  const evidence = despiteEvidence ? [] : await findEvidence(client, batchNo, lines)
  if (evidence.length > 0) return { kind: 'evidence_of_payment', rows: evidence }
  const taken = await findTakenKeys(client, batchNo, lines, allowDuplicates)
  if (taken.length > 0) return { kind: 'keys_taken', rows: taken }
  const alike = allowDuplicates ? [] : await findDuplicates(client, batchNo, lines)
  return alike.length > 0 ? { kind: 'possible_duplicate', rows: alike } : null
}

/** Rows with discrepancies that call them paid, with the latest of each. */
export async function findEvidence(
  client: Queryable,
  batchNo: number,
  lines: readonly number[],
): Promise<EvidenceOfPayment[]> {
  const { rows } = await client.query<EvidenceOfPayment>(
    `select distinct on (line) line, kind, reference, note
       from payrun.discrepancies
      where batch_no = $1
        and line = any($2)
        and says_paid
        and not set_aside
      order by line, discrepancy_no desc`,
    [batchNo, lines],
  )
  return rows.map((row) => ({ ...row, note: readStored(row.note) }))
}

/**
 * Rows of which another batch seems to pay somebody, by a reference that is written otherwise, or that has a period only there or only
 * here, or, without one, by number and amount.
 */
export const findSeemingDuplicates = async (
  client: Queryable,
  batchNo: number,
  lines: readonly number[],
): Promise<PaidElsewhere[]> => [
  ...(await findTakenKeys(client, batchNo, lines, false)),
  ...(await findDuplicates(client, batchNo, lines)),
]

/** The same of all failed rows of a batch but those that evidence calls paid. All rows of the batch are read. */
export async function findFailedElsewhere({ pool }: { pool: Queryable }, batchNo: number): Promise<PaidElsewhere[]> {
  const { rows } = await pool.query<{ line: number }>(
    `select p.line
       from payrun.payouts p
      where p.batch_no = $1
        and p.state = 'failed'
        and ${doubtSql} is null`,
    [batchNo],
  )
  const lines = rows.map(({ line }) => line)
  return lines.length === 0 ? [] : findSeemingDuplicates(pool, batchNo, lines)
}

const findDuplicates = async (client: Queryable, batchNo: number, lines: readonly number[]): Promise<PaidElsewhere[]> =>
  [
    ...(await findPossibleDuplicates(client, batchNo, lines)),
    ...(await findOtherPeriodsOfRows(client, batchNo, lines)),
  ].sort((one, other) => one.line - other.line)

/**
 * Rows whose key another batch has taken since they failed; unless duplicates are allowed, also rows whose reference another
 * batch has, written otherwise (see payoutKey).
 */
async function findTakenKeys(
  client: Queryable,
  batchNo: number,
  lines: readonly number[],
  allowDuplicates: boolean,
): Promise<PaidElsewhere[]> {
  const { rows } = await client.query<PaidElsewhere>(
    `select distinct on (p.line) p.line, b.id as "batchId", q.line as "heldLine",
            q.state as "heldState"
       from payrun.payouts p
       join payrun.payouts q
            on q.payout_key between payrun.first_key_of_form(p.payout_key)
                                and payrun.last_key_of_form(p.payout_key)
            and q.holds_key
            and (q.payout_key = p.payout_key or q.batch_no <> p.batch_no and not $3)
       join payrun.batches b on b.batch_no = q.batch_no
      where p.batch_no = $1
        and p.line = any($2)
      order by p.line, q.payout_key <> p.payout_key, q.batch_no desc, q.line`,
    [batchNo, lines, allowDuplicates],
  )
  return rows
}

/**
 * Rows without a reference that look like a payout of another batch: same number, amount and currency; waiting to be sent,
 * or sent since the row failed or in the last 24 hours (docs/design.md, rule 7; intake asks the same of a new file).
 */
async function findPossibleDuplicates(
  client: Queryable,
  batchNo: number,
  lines: readonly number[],
): Promise<PaidElsewhere[]> {
  const { rows } = await client.query<PaidElsewhere>(
    `select distinct on (p.line) p.line, o.id as "batchId", q.line as "heldLine",
            q.state as "heldState"
       from payrun.payouts p
       join payrun.batches b on b.batch_no = p.batch_no
       join payrun.payouts q
            on q.phone = p.phone
            and q.amount_minor = p.amount_minor
            and q.currency = p.currency
            and reverse(q.phone) collate "C" = reverse(p.phone) collate "C"
            and q.batch_no <> p.batch_no
       join payrun.batches o on o.batch_no = q.batch_no and o.sandbox = b.sandbox
      where p.batch_no = $1
        and p.line = any($2)
        and p.reference is null
        and (
          q.state = 'pending'
          or (
            q.state in ('sending', 'accepted', 'unknown', 'paid')
            and q.sent_at > least(p.settled_at, now() - interval '24 hours')
          )
        )
      order by p.line, q.batch_no desc, q.line`,
    [batchNo, lines],
  )
  return rows
}

/** Leave out the lines that evidence calls paid, if that is wanted and leaves any. */
export async function withoutMaybePaid(
  client: ClientBase,
  { batchNo, leaveOut = false }: { batchNo: number; leaveOut?: boolean },
  lines: number[],
): Promise<{ lines: number[]; leftOut: number[] }> {
  const leftOut = leaveOut ? await findMaybePaidLines(client, batchNo, lines) : []
  if (leftOut.length === 0 || leftOut.length === lines.length) return { lines, leftOut: [] }
  const isLeftOut = new Set(leftOut)
  return { lines: lines.filter((line) => !isLeftOut.has(line)), leftOut }
}

/** Leave out the lines that another batch pays, or seems to, if that is wanted and leaves any. */
export async function withoutElsewhere(
  client: ClientBase,
  { batchNo, leaveOut = false }: { batchNo: number; leaveOut?: boolean },
  lines: number[],
): Promise<{ lines: number[]; elsewhere: PaidElsewhere[] }> {
  const elsewhere = leaveOut ? await findSeemingDuplicates(client, batchNo, lines) : []
  const held = new Set(elsewhere.map(({ line }) => line))
  const left = lines.filter((line) => !held.has(line))
  return left.length === 0 ? { lines, elsewhere: [] } : { lines: left, elsewhere }
}

/**
 * Turn notifications of a success that nobody has been told of into discrepancies: those that came before the answer which called the row
 * failed, and those that are not applied yet, of any attempt. Most of the first are discrepancies since that answer
 * (0041_early_notifications.sql), but not one that was looked at just as it came.
 */
export async function keepEarlyNotifications(
  client: ClientBase,
  batchNo: number,
  lines: readonly number[],
): Promise<void> {
  await client.query(
    `with of_rows as (
       select batch_no, line, attempts, provider_reference as reference
         from payrun.payouts
        where batch_no = $1
          and line = any($2)
          and provider_reference is not null
        union
       select p.batch_no, p.line, p.attempts, r.reference
         from payrun.notifications n
         join payrun.provider_references r using (reference)
         join payrun.payouts p using (batch_no, line)
        where ${saysPaidUntold}
          and r.batch_no = $1
          and r.line = any($2)
     ), early as (
       update payrun.notifications n
          set effect = 'contradicts'
         from of_rows p
        where n.reference = p.reference
          and ${saysPaidUntold}
       returning p.batch_no, p.line, p.attempts, n.reference, n.status
     )
     insert into payrun.discrepancies as k
       (batch_no, line, attempt, kind, says_paid, reference, note)
     select distinct on (line, reference) batch_no, line, attempts, 'notification', true, reference,
            payrun.sentence('stored.notification_says', jsonb_build_object('status', status))
       from early
      order by line, reference
     on conflict (batch_no, line, attempt, kind, coalesce(reference, '')) do update
        set says_paid = true, note = excluded.note, set_aside = false, at = clock_timestamp()
      where not k.says_paid`,
    [batchNo, lines],
  )
}

/** Keep the references that refusals brought with their rows: a statement that lists one is about that attempt, not the one to come. */
export async function keepReferences(client: ClientBase, batchNo: number, lines: readonly number[]): Promise<void> {
  await client.query(
    `insert into payrun.provider_references (reference, batch_no, line)
     select provider_reference, batch_no, line
       from payrun.payouts
      where batch_no = $1
        and line = any($2)
        and provider_reference is not null
      order by provider_reference
     on conflict (reference) do nothing`,
    [batchNo, lines],
  )
}
