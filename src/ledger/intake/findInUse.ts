import type { PoolClient } from 'pg'
import { currencyDecimals } from '../../payout/operators/operator.ts'
import type { Problem } from '../../payout/problem.ts'
import type { PayoutState } from '../../payout/state.ts'
import { type Sentence, say, stateOf } from '../../words/sentence.ts'
import { saysPaidUntold } from '../evidence/notifications.ts'
import type { OtherPeriod } from '../people/sameReference.ts'
import { likePayoutsSql } from './alreadyPaid.ts'
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
  /** The period of that payout, where it holds the same reference in another period; null: it has none. */
  heldPeriod?: string | null
  /** Under that period, only what is paid would be refused: no row of the file is held in another one. */
  periodHelps?: boolean
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
  const sql = likePayoutsSql(`${held}, ${sameReference}`)
  const alike = await client.query<InUse>(sql, [sandbox, run?.scheduleNo ?? null, run?.planned ?? null])
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

/** The file's columns that a problem is reported under. */
export interface InUseColumns {
  reference(): string
  phone(): string
}

export function heldElsewhere(likely: readonly OtherPeriod[]): InUse[] {
  const periodHelps = new Set(likely.map(({ heldPeriod }) => heldPeriod)).size === 1
  return likely.map(({ reference: value, ...held }) => ({
    ...{ ...held, kind: 'possible_duplicate', value, heldVariant: null, periodHelps },
  }))
}

export function problemOf(use: InUse, columnOf: InUseColumns): Problem {
  const { heldPeriod: period } = use
  if (period !== undefined) {
    const { line, value, kind: code } = use
    return { line, column: columnOf.reference(), value, code, message: whyHeldElsewhere(use, period) }
  }
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

function whyHeldElsewhere({ heldState, batchId, heldLine, periodHelps }: InUse, period: string | null): Sentence {
  const told = { state: stateOf(heldState), batchId, heldLine }
  if (!periodHelps) {
    const held = period === null ? say('stored.no_period') : say('stored.period', { period })
    return say('stored.held_elsewhere', { ...told, held })
  }
  return period === null ? say('stored.held_without_period', told) : say('stored.held_in_period', { ...told, period })
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

interface Barred {
  line: number
  value: string
  byReference: boolean
  statementLine: number
  payment: string
}

/**
 * Staged rows for which a statement has a payment that no row of the ledger is known for: under their reference, or of their
 * amount to their number.
 */
export async function findBarred(
  client: PoolClient,
  allowDuplicates: boolean,
  columnOf: InUseColumns,
  looked: LookedUp,
): Promise<Problem[]> {
  const { rows: kept } = await client.query(
    `select from payrun.payments_without_row
      where source = 'statement'
        and not set_aside
      limit 1`,
  )
  if (kept.length === 0) return []
  const { rows } = await client.query<Barred>(barredSql(looked), [allowDuplicates, wholeCurrencies])
  return rows.map(({ line, value, byReference, statementLine, payment }) => ({
    line,
    column: byReference ? columnOf.reference() : columnOf.phone(),
    value,
    code: byReference ? 'reference_in_use' : 'possible_duplicate',
    message: byReference
      ? say('stored.paid_without_row_reference', { line: statementLine, payment })
      : say('stored.paid_without_row_number', { line: statementLine, payment }),
  }))
}

/** Of which the minor unit is the unit. */
const wholeCurrencies = Object.entries(currencyDecimals).flatMap(([code, decimals]) => (decimals === 0 ? [code] : []))

const barredSql = (looked: LookedUp): string => `
with unknown_payments as materialized (
  select w.payment_no, w.reference, w.hashes, w.statement_line
    from payrun.payments_without_row w
   where w.source = 'statement'
     and not w.set_aside
), keyed as materialized (
  select s.line, s.reference, s.phone,
         payrun.payment_hash(
           s.phone,
           s.amount_minor::numeric * case when s.currency = any ($2) then 100 else 1 end) as hash
    from staging s
   where ${looked}
)
select distinct on (k.line) k.line,
       case when k.reference = u.reference then k.reference else k.phone end as value,
       k.reference is not distinct from u.reference and k.reference is not null as "byReference",
       u.statement_line as "statementLine",
       u.payment_no::text as payment
  from keyed k
  join unknown_payments u
       on u.reference = k.reference
       or not $1 and k.hash = any (u.hashes)
 order by k.line, 3 desc, u.payment_no`
