import type { ClientBase } from 'pg'

/** What became of an unknown or accepted row, by a person's word or the provider's statement. */
export interface OpenRowSettled {
  line: number
  from: 'unknown' | 'accepted'
  to: 'paid' | 'failed'
  /** The provider's reference to keep; null keeps none for a paid row, and what there is for a failed one. */
  reference: string | null
  /** For a failed row: why, in a sentence for the report. */
  message: string | null
  /** Into the event: no personal data. */
  note: string
}

/**
 * Move unknown and accepted rows to where the evidence says, with their events, in one statement. A row that is no longer
 * in its state `from` stays, and so does one whose reference another payout holds.
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
    rows.map(({ message }) => message),
    rows.map(({ note }) => note),
    actor,
  ])
  return new Set(settled.rows.map(({ line }) => line))
}

const settleSql = `
with wanted as materialized (
  select w.*, case when w.to_state = 'failed' then 'refused' end as code
    from unnest($2::int[], $3::payrun.payout_state[], $4::payrun.payout_state[], $5::text[], $6::text[], $7::text[])
      as w(line, from_state, to_state, reference, message, note)
), held as (
  insert into payrun.provider_references (reference, batch_no, line)
  select reference, $1, line from wanted where reference is not null order by reference
  on conflict (reference) do nothing returning reference
), settled as (
  update payrun.payouts p set state = w.to_state, holds_key = (w.to_state <> 'failed'), seq = p.seq + 1, settled_at = now(),
         provider_reference = case when w.to_state = 'paid' then w.reference else coalesce(w.reference, p.provider_reference) end,
         error_code = w.code, error_message = case when w.to_state = 'failed' then w.message end,
         head = payrun.next_head(p.head, p.seq + 1, p.attempts, null, now(), w.from_state, w.to_state, w.code, $8, w.note)
    from wanted w
   where p.batch_no = $1 and p.line = w.line and p.state = w.from_state and p.state in ('unknown', 'accepted')
     and (w.reference is null or w.reference in (select reference from held)
          or exists (select from payrun.provider_references r
                      where r.reference = w.reference and r.batch_no = $1 and r.line = w.line))
  returning p.batch_no, p.line, p.seq, p.attempts, w.from_state, p.state, p.error_code, w.note
), logged as (
  insert into payrun.events (batch_no, line, seq, attempt, from_state, to_state, code, actor, note)
  select batch_no, line, seq, attempts, from_state, state, error_code, $8, note from settled
)
select line from settled`
