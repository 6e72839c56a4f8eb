import type { PoolClient } from 'pg'
import { type Problem, reportedSentence } from '../../payout/problem.ts'
import type { PayoutState } from '../../payout/state.ts'
import { readSentence, type Sentence, say, stateOf } from '../../words/sentence.ts'
import type { LookedUp } from './findInUse.ts'

/** A staged row of a report that may not be paid by it. */
interface ReportedRow {
  line: number
  payrunId: string
  /** By the report; `sandbox`: a payout that the built-in sandbox made. */
  says: PayoutState | 'unclear' | 'in_use' | 'sandbox'
  /** By the ledger; null: it has no such row. */
  state: PayoutState | null
  batchId: string | null
  heldLine: number | null
  /** Its batch was purged: nothing of it can be retried. */
  isPurged: boolean
  /** Its number, operator or amount is another one than that of its payout. */
  isChanged: boolean
  /** Of a cancelled row: there is evidence that it was paid. */
  seemsPaid: boolean
  /** A real batch's row, in a file for the sandbox. */
  isTrial: boolean
  /** Of a cancelled or invalid row: the payout that has its key by now. */
  takenBy: string | null
  takenLine: number | null
  takenState: PayoutState | null
  /** Another row of the file that is the same payout. */
  otherLine: number | null
}

/** Why a report's row was refused, as it is kept: because of a payout of this ledger, whose batch and line it names, or by its own words. */
const refusedByReport = String.raw`^(stored\.reported|payout\.report_)`

/** And because it is like another payout: what purging leaves of why a row was refused. It says nothing of who was paid. */
export const namesPayout = String.raw`${refusedByReport}|^(stored\.possible_duplicate|payout\.line_pays_same)`

/** A row of a report that was refused because of an earlier report of it. */
interface RefusedBefore {
  line: number
  /** The one that its report has. */
  payrunId: string
  /** Why, if it was refused by the words of that earlier report; null: because of a payout of this ledger, whose id it now has. */
  message: Sentence | null
}

/**
 * A row that was refused as a payout of an earlier report is called invalid in the report of its own batch, under an id of its own.
 * It is still that payout, however often its reports go in.
 */
export async function followReported(client: PoolClient): Promise<Map<number, RefusedBefore>> {
  await client.query('analyze staging')
  const { rows } = await client.query<RefusedBefore>(
    `with refused as materialized (
       select s.line, s.payrun_id, r.message, r.message->'args' as of
         from staging s
         join payrun.batches b on b.id = split_part(s.payrun_id, ':', 1)
         join payrun.payouts p
              on p.batch_no = b.batch_no
              and p.line = split_part(s.payrun_id, ':', 2)::int
        cross join lateral (
          select problem->'message' as message
            from jsonb_array_elements(p.problems) problem
           where problem->'message'->>'key' ~ $1
           limit 1
        ) r
        where p.state = 'invalid'
     ), followed as (
       update staging s
          set payrun_id = concat(r.of->>'batchId', ':', r.of->>'heldLine')
         from refused r
        where r.line = s.line
          and r.of ? 'heldLine'
     )
     select line, payrun_id as "payrunId", case when not of ? 'heldLine' then message end as message
       from refused`,
    [refusedByReport],
  )
  return new Map(rows.map((row) => [row.line, { ...row, message: readSentence(row.message) }]))
}

/**
 * A cancelled or invalid row that comes again without a reference is the same payout as it was, and takes its key: so its own file,
 * another report of it, or whoever gave it back its reference, finds it, and so does what is known against it. A key that is held
 * already stays: earlier versions paid an invalid row under the key of its id.
 */
export async function takeKeysOfReported(client: PoolClient, sandbox: boolean): Promise<void> {
  await client.query(
    `update staging s
        set payout_key = p.payout_key,
            form_first = payrun.first_key_of_form(p.payout_key),
            form_last = payrun.last_key_of_form(p.payout_key)
       from payrun.batches b
       join payrun.payouts p using (batch_no)
      where s.reference is null
        and b.id = split_part(s.payrun_id, ':', 1)
        and b.sandbox = $1
        and p.line = split_part(s.payrun_id, ':', 2)::int
        and (p.state = 'cancelled' or p.state = 'invalid' and p.reference is null)
        and p.payout_key is not null
        and not exists (
          select
            from payrun.payouts h
           where h.payout_key = s.payout_key
             and h.holds_key
        )`,
    [sandbox],
  )
}

/**
 * Staged rows that come from a report, and may have been paid, may be paid yet, or failed (which `retry` sends again). The ledger
 * knows better than the report; only of a row that it doesn't have the report's own word counts. What the sandbox paid bars nothing
 * real; a real batch's row is not tried in the sandbox, whose report would make it another row's. A cancelled or invalid row is paid, unless evidence says that it was, another batch has it by now,
 * or the file has it twice.
 */
export async function findReported(
  client: PoolClient,
  sandbox: boolean,
  looked: LookedUp,
  refused: Map<number, RefusedBefore>,
): Promise<Problem[]> {
  const { rows } = await client.query<ReportedRow>(
    `select distinct on (s.line) s.line, s.payrun_id as "payrunId", s.says, p.state, b.id as "batchId",
            p.line as "heldLine", b.purged_at is not null as "isPurged",
            s.state = 'pending'
              and (s.phone, s.operator, s.amount_minor, s.currency)
                is distinct from (p.phone, p.operator, p.amount_minor, p.currency) as "isChanged",
            k.line is not null as "seemsPaid", $1 and not b.sandbox as "isTrial",
            o.line as "otherLine", t.id as "takenBy", h.line as "takenLine", h.state as "takenState"
       from staging s
       left join payrun.batches b on b.id = split_part(s.payrun_id, ':', 1)
       left join payrun.payouts p
            on p.batch_no = b.batch_no
            and p.line = split_part(s.payrun_id, ':', 2)::int
       left join payrun.discrepancies k
            on k.batch_no = p.batch_no
            and k.line = p.line
            and p.state = 'cancelled'
            and k.says_paid
            and not k.set_aside
       left join payrun.payouts h
            on h.payout_key = case
                 when p.state = 'cancelled' then p.payout_key
                 when p.state = 'invalid' and s.reference is null then s.payout_key
               end
            and h.holds_key
       left join payrun.batches t on t.batch_no = h.batch_no
       left join staging o
            on o.payout_key = s.payout_key
            and o.line <> s.line
            and o.state = 'pending'
            and s.state = 'pending'
      where ${looked}
        and s.payrun_id is not null
        and case
              when s.line = any ($2) then true
              when p.line is null and s.says = 'sandbox' then $1
              when p.line is null then s.says not in ('invalid', 'cancelled')
                and s.says not like 'marked%'
              when b.sandbox and not $1 then false
              when $1 and not b.sandbox then true
              when p.state in ('cancelled', 'invalid')
                then coalesce(k.line, h.line, o.line) is not null
              else true
            end
      order by s.line`,
    [sandbox, [...refused.values()].flatMap(({ line, message }) => (message ? line : []))],
  )
  return rows.map((row) => {
    const before = refused.get(row.line)
    return {
      line: row.line,
      column: 'payrun_id',
      value: before?.payrunId ?? row.payrunId,
      code: 'reference_in_use',
      message: before?.message ?? whyNotAgain(row),
    }
  })
}

function whyNotAgain(row: ReportedRow): Sentence {
  const { says, state, batchId, heldLine, isPurged, takenBy, takenLine, takenState, otherLine } = row
  if (state === null || batchId === null || heldLine === null) return reportedSentence(barring(says))
  if (state === 'failed' && isPurged) return say('stored.reported_failed_purged', { batchId, heldLine })
  if (state === 'failed' && row.isChanged) return say('stored.reported_failed_changed', { batchId, heldLine })
  if (state === 'failed') return say('stored.reported_failed', { batchId, heldLine })
  if (row.seemsPaid) return say('stored.reported_seems_paid', { batchId, heldLine })
  if (takenBy !== null && takenLine !== null && takenState !== null)
    return say('stored.reported_taken', { batchId, heldLine, takenBy, takenLine, state: stateOf(takenState) })
  if (otherLine !== null) return say('stored.reported_twice', { batchId, heldLine, otherLine })
  if (row.isTrial && (state === 'cancelled' || state === 'invalid'))
    return say('stored.reported_trial', { batchId, heldLine })
  return say('stored.reported', { batchId, heldLine, state: stateOf(state) })
}

const barring = (says: ReportedRow['says']) =>
  says === 'sandbox' || says === 'invalid' || says === 'cancelled' ? 'unclear' : says
