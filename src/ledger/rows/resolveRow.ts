import type { ClientBase, PoolClient } from 'pg'
import { maskNote } from '../../payout/maskNote.ts'
import type { SentRow } from '../../payout/reconciliation.ts'
import type { PayoutState } from '../../payout/state.ts'
import { type Sentence, say, storedJson, type Words } from '../../words/sentence.ts'
import { inTransaction, type Ledger } from '../connection/ledger.ts'
import { bindRequestKey, type RequestKey } from '../intake/requestKeys.ts'

/** A person's word on an unknown or accepted row. */
export interface ResolveWish {
  batchNo: number
  line: number
  verdict: { kind: 'paid'; reference: string } | { kind: 'not_paid' }
  /** Why: masked before it is kept. */
  note: string
  actor: string
  requestKey?: RequestKey | undefined
}

export type Resolved =
  | { kind: 'resolved'; from: 'unknown' | 'accepted'; to: 'paid' | 'failed' }
  | { kind: 'no_row' }
  /** It is neither unknown nor accepted. `by`: whoever brought it to its state, when a person did. */
  | { kind: 'not_open'; state: PayoutState; by: { actor: string; at: Date } | null }
  /** Another payout holds the reference. */
  | { kind: 'reference_held'; batchId: string; line: number }

interface FoundRow {
  state: PayoutState
  name: string | null
}

/**
 * Record a person's word on an unknown or accepted row, in one transaction with its event. If two people do so at the same moment, one gets
 * `resolved`, and the other is told who was first.
 */
export function resolveRow(ledger: Ledger, wish: ResolveWish): Promise<Resolved> {
  const { batchNo, line, verdict, actor } = wish
  return inTransaction<Resolved>(ledger, async (client) => {
    const found = await client.query<FoundRow>(
      `select state, name
         from payrun.payouts
        where batch_no = $1
          and line = $2
          for update`,
      [batchNo, line],
    )
    const row = found.rows[0]
    if (!row) return { commit: false, value: { kind: 'no_row' } }
    const { state } = row
    if (state !== 'unknown' && state !== 'accepted') {
      const last = await client.query<{ actor: string | null; at: Date }>(
        `select actor, at
           from payrun.events
          where batch_no = $1
            and line = $2
          order by seq desc
          limit 1`,
        [batchNo, line],
      )
      const by = last.rows[0]
      return {
        commit: false,
        value: { kind: 'not_open', state, by: by?.actor ? { actor: by.actor, at: by.at } : null },
      }
    }
    const reference = verdict.kind === 'paid' ? verdict.reference : null
    const to = verdict.kind === 'paid' ? 'paid' : 'failed'
    const note = maskNote(wish.note, row)
    const settled = await settleOpenRows(client, batchNo, actor, [
      {
        line,
        from: state,
        to,
        reference,
        message: say('stored.person_said_not_paid'),
        code: 'resolved_not_paid',
        note,
      },
    ])
    if (settled.has(line)) {
      await bindRequestKey(client, wish.requestKey, batchNo)
      return { commit: true, value: { kind: 'resolved', from: state, to } }
    }
    const holder = await client.query<{ batchId: string; line: number }>(
      `select b.id as "batchId", r.line
         from payrun.provider_references r
         join payrun.batches b on b.batch_no = r.batch_no
        where r.reference = $1`,
      [reference],
    )
    if (!holder.rows[0]) throw new Error('a row that is locked could not be settled')
    return { commit: false, value: { kind: 'reference_held', ...holder.rows[0] } }
  })
}

/** What became of an unknown or accepted row, by a person's word or the provider's statement. */
export interface OpenRowSettled {
  line: number
  from: 'unknown' | 'accepted'
  to: 'paid' | 'failed'
  /** The provider's reference to keep; null keeps none for a paid row, and what there is for a failed one. */
  reference: string | null
  /** For a failed row: why, in a sentence for the report. */
  message: Sentence | null
  /** Of a failed row: `resolved_not_paid` by a person's word, else `refused`. */
  code?: 'resolved_not_paid'
  /** Into the event: no personal data. */
  note: Words
}

/**
 * Settle unknown and accepted rows, which the caller has locked, as the evidence says, with their events, in one statement. A row that is no
 * longer in its state `from` stays as it is, and so does one whose reference another payout holds.
 *
 * @returns the lines moved
 */
export async function settleOpenRows(
  client: ClientBase,
  batchNo: number,
  actor: string,
  rows: readonly OpenRowSettled[],
): Promise<Set<number>> {
  if (rows.length === 0) return new Set()
  const settled = await client.query<{ line: number }>(settleSql, [
    batchNo,
    rows.map(({ line }) => line),
    rows.map(({ from }) => from),
    rows.map(({ to }) => to),
    rows.map(({ reference }) => reference),
    rows.map(({ message }) => message && storedJson(message)),
    rows.map(({ note }) => storedJson(note)),
    actor,
    rows.map(({ to, code = 'refused' }) => (to === 'failed' ? code : null)),
  ])
  return new Set(settled.rows.map(({ line }) => line))
}

const settleSql = `
with wanted as materialized (
  select *
    from unnest(
           $2::int[], $3::payrun.payout_state[], $4::payrun.payout_state[],
           $5::text[], $6::jsonb[], $7::jsonb[], $9::text[]
         ) as w (line, from_state, to_state, reference, message, note, code)
), held as (
  insert into payrun.provider_references (reference, batch_no, line)
  select reference, $1, line
    from wanted
   where reference is not null
   order by reference
  on conflict (reference) do nothing
  returning reference
), free as materialized (
  select w.*
    from wanted w
   where w.reference is null
      or w.reference in (select reference from held)
      or exists (
           select from payrun.provider_references r
            where r.reference = w.reference and r.batch_no = $1 and r.line = w.line)
)
select line
  from payrun.move_rows(array(
    select payrun.a_move(
             $1, array[f.line], f.from_state, f.to_state,
             reference => case
               when f.to_state = 'failed' then coalesce(f.reference, p.provider_reference)
               else f.reference
             end,
             code => f.code,
             message => case when f.to_state = 'failed' then f.message end,
             actor => $8,
             note => f.note)
      from free f
      join payrun.payouts p on p.batch_no = $1 and p.line = f.line
     order by f.line
  ))`

interface SentRowFound extends Omit<SentRow, 'amountMinor' | 'state' | 'sentUntilMs' | 'sharedReference'> {
  state: PayoutState
  amountMinor: string
  sentUntilMs: number | null
  sharedReference: string | null
}

/**
 * Rows that were sent. A reference that another payout holds is not the row's own, and a row that has been `failed` was retried. A row that a
 * recovery put in doubt, and that was not sent since, may have been sent at any time between what the recovery was told, or the creation of its
 * batch, and the recovery.
 *
 * @param which a condition on payouts `p` of batches `b`, with `values`
 */
export async function readSentRows(client: PoolClient, which: string, values: unknown[]): Promise<SentRow[]> {
  const { rows } = await client.query<SentRowFound>(
    `select p.batch_no as "batchNo", p.line, p.state, p.operator, p.phone, p.name,
            p.amount_minor as "amountMinor", p.currency,
            date_part('epoch', case
              when u.until is null then p.sent_at
              else greatest(p.sent_at, b.created_at)
            end) * 1000 as "sentAtMs",
            date_part('epoch', u.until) * 1000 as "sentUntilMs",
            case
              when r.reference is null or (r.batch_no = p.batch_no and r.line = p.line)
                then p.provider_reference
            end as reference,
            case
              when r.batch_no <> p.batch_no or r.line <> p.line
                then p.provider_reference
            end as "sharedReference",
            p.seq >= 3
            and exists (
              select from payrun.events e
               where e.batch_no = p.batch_no
                 and e.line = p.line
                 and e.from_state = 'failed'
            ) as retried
       from payrun.payouts p
       join payrun.batches b on b.batch_no = p.batch_no
       left join payrun.provider_references r on r.reference = p.provider_reference
      cross join lateral (
            -- A recovery's moves have its own time.
            select max(v.at) as until
              from payrun.recoveries v
             where v.kind = 'since'
               and v.at >= p.sent_at
               and exists (
                 select from payrun.events e
                  where e.batch_no = p.batch_no
                    and e.line = p.line
                    and e.to_state = 'unknown'
                    and e.at = v.at
               )
       ) u
      where (p.attempts > 0 or p.state in ('unknown', 'paid'))
        and ${which}
      order by p.batch_no, p.line`,
    values,
  )
  return rows.map(({ sentUntilMs, sharedReference, ...row }) => ({
    ...row,
    amountMinor: BigInt(row.amountMinor),
    ...(sentUntilMs === null ? {} : { sentUntilMs }),
    ...(sharedReference === null ? {} : { sharedReference }),
  }))
}
