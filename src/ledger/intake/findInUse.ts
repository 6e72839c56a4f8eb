import type { PoolClient } from 'pg'
import type { Problem } from '../../payout/problem.ts'
import type { PayoutState } from '../../payout/state.ts'
import { type Sentence, say, stateOf } from '../../words/sentence.ts'
import { saysPaidUntold } from '../evidence/notifications.ts'
import { isOtherRunOf } from './findRepeats.ts'
import type { BatchToStore } from './insertBatch.ts'

/** A staged row that the ledger already has a payout for. */
export interface InUse {
  kind: 'reference_in_use' | 'possible_duplicate'
  line: number
  /** The reference, or the phone number as digits. */
  value: string
  batchId: string
  heldLine: number
  heldState: PayoutState
  /** The provider's reference of the payout that holds it. */
  heldReference: string | null
  /** The reference of the payout that holds it, where it is only written otherwise; null: it is the same. */
  heldVariant: string | null
  /** Its batch was purged: nothing of it can be retried. */
  isPurged: boolean
}

/** Which staged rows are looked up, as SQL of `s`. */
export type LookedUp = typeof payableOnly | typeof wrongToo
export const payableOnly = `s.state = 'pending'`
/**
 * Also those that can't be paid as they are, so that nobody corrects a row that is paid already; not those of which the file itself,
 * being a report, says so.
 */
export const wrongToo = `(s.problems @> '[{"code":"reference_in_use"}]' is not true or s.says = 'marked_paid')`

/**
 * Staged rows whose key another batch holds, and (unless duplicates are allowed) payable ones without a reference that look like
 * a payout of the last 24 hours (docs/design.md, rule 7). One finding a row, in the file's order.
 *
 * @param hasReferences each payable row has one
 */
export async function findInUse(
  client: PoolClient,
  { allowDuplicates, hasReferences }: { allowDuplicates: boolean; hasReferences: boolean },
  { sandbox, run }: BatchToStore,
  looked: LookedUp,
): Promise<InUse[]> {
  // Statements without values take one way to the server and back together.
  const answers: unknown = await client.query(
    ['analyze staging', ...[earlySql, evidenceSql, allowDuplicates ? keySql : formSql].map((sql) => sql(looked))].join(
      ';\n',
    ),
  )
  const found = new Map((answers as { rows: InUse[] }[]).flatMap(({ rows }) => rows).map((use) => [use.line, use]))
  if (allowDuplicates || hasReferences) return inOrder([...found.values()])
  const alike = await client.query<InUse>(duplicateSql, [sandbox, run?.scheduleNo ?? null, run?.planned ?? null])
  for (const use of alike.rows) if (!found.has(use.line)) found.set(use.line, use)
  return inOrder([...found.values()])
}

const inOrder = (uses: InUse[]): InUse[] => uses.sort((one, other) => one.line - other.line)

const held = `b.id as "batchId", b.purged_at is not null as "isPurged", p.line as "heldLine", p.state::text as "heldState",
       p.provider_reference as "heldReference"`
const sameReference = `null as "heldVariant"`
const variant = `case when p.payout_key <> s.payout_key then p.reference end as "heldVariant"`

/** A row without a reference can hold the same key too: the same file again, after its first batch was cancelled midway. */
const keySql = (looked: LookedUp): string => `
select 'reference_in_use' as kind, s.line, coalesce(s.reference, '') as value, ${held},
       ${sameReference}
  from staging s
  join payrun.payouts p on p.payout_key = s.payout_key and p.holds_key
  join payrun.batches b on b.batch_no = p.batch_no
 where ${looked}
 order by s.line`

const ofHolder = 'o.batch_no, o.line, o.state, o.provider_reference, o.reference, o.payout_key'

/**
 * And those of the same form; the very same one first, which no option lets through. Row by row: in a join, Postgres takes the keys
 * of a form for a two-hundredth of all payouts, and reads them all. In the order of the index, so that each page of it is read once;
 * and at first by its first key of the form, which is the very same one but for references that are written in two ways.
 */
const formSql = (looked: LookedUp): string => `
with of_form as materialized (
  select s.line as staged, s.reference as given, s.payout_key as own_key, s.form_first,
         s.form_last, p.*
    from (
      select *
        from staging s
       where ${looked}
       order by payout_key
    ) s
   cross join lateral (
     select ${ofHolder}
       from payrun.payouts o
      where o.payout_key between s.form_first and s.form_last
        and o.holds_key
      order by o.payout_key
      limit 1
   ) p
), held as (
  select *
    from of_form
   where payout_key = own_key
   union all
  select s.staged, s.given, s.own_key, s.form_first, s.form_last, p.*
    from of_form s
   cross join lateral (
     select ${ofHolder}
       from payrun.payouts o
      where o.payout_key between s.form_first and s.form_last
        and o.holds_key
      order by o.payout_key <> s.own_key, o.batch_no desc, o.line
      limit 1
   ) p
   where s.payout_key <> s.own_key
)
select 'reference_in_use' as kind, p.staged as line, coalesce(p.given, '') as value, ${held},
       case when p.payout_key <> p.own_key then p.reference end as "heldVariant"
  from held p
  join payrun.batches b on b.batch_no = p.batch_no
 order by p.staged`

/**
 * Rows that hold their key no more (failed, cancelled), though evidence says that they were paid: nobody may bring them anew
 * before a person has looked into it, however the reference is written.
 */
const evidenceSql = (looked: LookedUp): string => `
select 'reference_in_use' as kind, s.line, coalesce(s.reference, '') as value, ${held}, ${variant}
  from payrun.discrepancies k
  join payrun.payouts p on p.batch_no = k.batch_no and p.line = k.line and not p.holds_key
  join payrun.batches b on b.batch_no = p.batch_no
  join staging s
       on s.form_first = payrun.first_key_of_form(p.payout_key)
       and ${looked}
 where k.says_paid
   and not k.set_aside
 order by s.line`

/**
 * The same for notifications of a success that came just before the answer which called the row failed (keepEarlyNotifications), or that
 * are not applied yet, of any attempt.
 */
const earlySql = (looked: LookedUp): string => `
select 'reference_in_use' as kind, s.line, coalesce(s.reference, '') as value, ${held}, ${variant}
  from payrun.notifications n
  join (
    select reference, batch_no, line, true as is_loose from payrun.loose_references
     union all
    select reference, batch_no, line, false from payrun.provider_references
  ) l using (reference)
  join payrun.payouts p
       on p.batch_no = l.batch_no
       and p.line = l.line
       and not p.holds_key
       and (p.provider_reference = l.reference or not l.is_loose)
  join payrun.batches b on b.batch_no = p.batch_no
  join staging s
       on s.form_first = payrun.first_key_of_form(p.payout_key)
       and ${looked}
 where ${saysPaidUntold}
 order by s.line`

/**
 * `was_alike`: rows of a report that were refused there because each is like a payout still are, however late the report goes in. If the
 * payout's number was purged, it is known by its place, and the row's number must be what it was.
 */
const duplicateSql = `
with was_alike as materialized (
  select s.*, coalesce(args->>'batchId', rb.id) as held_batch,
         coalesce(args->>'heldLine', args->>'earlier')::int as held_line,
         coalesce(r.phone, '') in ('', s.phone) as has_its_number
    from staging s
    join payrun.batches rb on rb.id = split_part(s.payrun_id, ':', 1)
    join payrun.payouts r
         on r.batch_no = rb.batch_no
         and r.line = split_part(s.payrun_id, ':', 2)::int
         and r.state = 'invalid'
   cross join jsonb_path_query(
           r.problems, '$[*] ? (@.code == "possible_duplicate").message.args'
         ) args
   where s.state = 'pending'
     and s.reference is null
)
(select distinct on (s.line) 'possible_duplicate' as kind, s.line, s.phone as value, ${held},
        ${sameReference}
  from staging s
  join payrun.payouts p
       on p.phone = s.phone
       and p.amount_minor = s.amount_minor
       and p.currency = s.currency
       and reverse(p.phone) collate "C" = reverse(s.phone) collate "C"
  join payrun.batches b on b.batch_no = p.batch_no and b.sandbox = $1
 where s.state = 'pending'
   and s.reference is null
   and not ${isOtherRunOf('$2', '$3')}
   and (
     p.state = 'pending'
     or (
       p.state in ('sending', 'accepted', 'unknown', 'paid')
       and (
         p.sent_at > now() - interval '24 hours'
         or (s.line, b.id, p.line) in (select line, held_batch, held_line from was_alike)
       )
     )
   )
 order by s.line, p.batch_no desc, p.line)
 union all
select 'possible_duplicate', s.line, s.phone, ${held}, ${sameReference}
  from was_alike s
  join payrun.batches b on b.id = s.held_batch and b.sandbox = $1 and b.purged_at is not null
  join payrun.payouts p
       on p.batch_no = b.batch_no
       and p.line = s.held_line
       and p.amount_minor = s.amount_minor
       and p.currency = s.currency
 where s.has_its_number
   and p.state = 'paid'
   and not ${isOtherRunOf('$2', '$3')}`

/** The file's columns that a problem is reported under. */
export interface InUseColumns {
  reference(): string
  phone(): string
}

export function problemOf(use: InUse, columnOf: InUseColumns): Problem {
  if (use.kind === 'reference_in_use') {
    return {
      line: use.line,
      column: columnOf.reference(),
      value: use.value,
      code: 'reference_in_use',
      message: whyReferenceInUse(use),
    }
  }
  return {
    line: use.line,
    column: columnOf.phone(),
    value: use.value,
    code: 'possible_duplicate',
    message: say('stored.possible_duplicate', {
      state: stateOf(use.heldState),
      batchId: use.batchId,
      heldLine: use.heldLine,
    }),
  }
}

/** One that failed or was cancelled holds its reference no more, but for what evidence says of it. */
function whyReferenceInUse({ value, batchId, heldLine, heldState, heldVariant, isPurged }: InUse): Sentence {
  const state = stateOf(heldState)
  const held = { reference: heldVariant ?? value, batchId, heldLine }
  if (heldState === 'failed')
    return isPurged ? say('stored.reference_of_purged', held) : say('stored.reference_of_failed', held)
  if (heldState === 'cancelled') return say('stored.reference_of_cancelled', held)
  if (heldVariant !== null) return say('stored.reference_variant', { held: heldVariant, state, batchId, heldLine })
  return heldState === 'paid'
    ? say('stored.reference_already_paid', { batchId, heldLine })
    : say('stored.reference_in_use', { state, batchId, heldLine })
}
