import type { ChargeEnd, ChargeKind, ChargeState } from '../../payout/charge.ts'
import { maskNote } from '../../payout/maskNote.ts'
import { isUniqueViolation, type Ledger } from '../connection/ledger.ts'

/** A charge as it is kept: no name, no phone number, no description. */
export interface Charge {
  id: string
  /** Grows with each. */
  no: number
  kind: ChargeKind
  /** The provider's; null until its answer is known. */
  reference: string | null
  amountMinor: bigint
  currency: string
  /** Of a collection. */
  operator: string | null
  state: ChargeState
  /** Why it is refused or unknown: an error code of src/payout/outcome.ts; null otherwise. */
  code: string | null
  /** Nobody is charged. */
  sandbox: boolean
  /** The merchant's own. */
  ownReference: string | null
  /** Of a payment that is under way or was: where the payer pays. */
  paymentUrl: string | null
  createdAt: Date
  settledAt: Date | null
  /** The person who said what became of it, and how they know. */
  settledBy: string | null
  note: string | null
  /** What a notification or a statement says against its state, since the last person's word on it; null: nothing. */
  doubt: 'maybe_paid' | 'maybe_not_paid' | null
}

export type ChargeToAsk = Pick<Charge, 'kind' | 'amountMinor' | 'currency' | 'operator'> & { sandbox?: boolean }

/** The provider's answer, or the lack of one. */
export type ChargeAnswer =
  | { state: 'under_way'; reference: string; paymentUrl?: string }
  | { state: 'refused'; code: string }
  | { state: 'unknown'; code: string; reference: string | null }

/**
 * Record what came of a requested charge, even late, when it has become `unknown` meanwhile. Safe to repeat.
 *
 * @returns the state that it has now: `unknown` where the answer's reference belongs to another charge
 */
export async function recordChargeAnswer(ledger: Ledger, id: string, answer: ChargeAnswer): Promise<ChargeState> {
  try {
    return await moveAnswered(ledger, id, answer)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // Two charges with one reference: nobody can tell which of them it belongs to.
    return moveAnswered(ledger, id, { state: 'unknown', code: 'contradictory_answer', reference: null })
  }
}

async function moveAnswered(ledger: Ledger, id: string, answer: ChargeAnswer): Promise<ChargeState> {
  const { rows } = await ledger.pool.query<{ state: ChargeState }>(
    `with moved as (
       update payrun.charges
          set state = $2,
              reference = coalesce($3, reference),
              payment_url = coalesce($5, payment_url),
              code = $4,
              answered_at = now(),
              settled_at = case when $2 = 'refused' then now() end
        where id = $1
          and state in ('asked', 'unknown')
       returning state
     )
     select state
       from moved
     union all
     select state
       from payrun.charges
      where id = $1
      limit 1`,
    [
      id,
      answer.state,
      'reference' in answer ? answer.reference : null,
      answer.state === 'under_way' ? null : answer.code,
      answer.state === 'under_way' ? answer.paymentUrl : null,
    ],
  )
  if (!rows[0]) throw new Error(`charge ${id} has gone from the ledger`)
  return rows[0].state
}

type ChargeSettled =
  | { kind: 'settled'; charge: Charge }
  /** It was in this state already: the same evidence once more. */
  | { kind: 'already'; charge: Charge }
  /** It has ended in another state, which stays: the two contradict each other. */
  | { kind: 'contradicts'; charge: Charge }
  | { kind: 'no_charge' }

/**
 * Settle the charge with this reference of the provider's by evidence (a notification). Of two callers at the same moment, one settles it, and the
 * other gets its state by then.
 */
export async function settleCharge(ledger: Ledger, reference: string, state: ChargeEnd): Promise<ChargeSettled> {
  const { rows } = await ledger.pool.query<ChargeRow>(
    `update payrun.charges
        set state = $2, code = null, settled_at = now()
      where reference = $1
        and state in ('under_way', 'unknown')
     returning ${chargeColumns}`,
    [reference, state],
  )
  if (rows[0]) return { kind: 'settled', charge: chargeOf(rows[0]) }
  const charge = await findCharge(ledger, reference)
  if (!charge) return { kind: 'no_charge' }
  return { kind: charge.state === state ? 'already' : 'contradicts', charge }
}

/** The charge of this reference of the provider's, null when there is none. */
export const findCharge = async (ledger: Ledger, reference: string): Promise<Charge | null> =>
  (await selectCharges(ledger, 'where reference = $1', [reference]))[0] ?? null

/** The charge with this id; null: there is none of that kind. */
export const findChargeById = async (ledger: Ledger, kind: ChargeKind, id: string): Promise<Charge | null> =>
  (await selectCharges(ledger, 'where id = $1 and kind = $2', [id, kind]))[0] ?? null

/** Charges by their id, the merchant's own reference or the provider's. Usually one. */
export const findChargesNamed = (ledger: Ledger, word: string): Promise<Charge[]> =>
  selectCharges(
    ledger,
    `where id = $1
         or own_reference = $1
         or reference = $1
      order by charge_no
      limit 10`,
    [word],
  )

/** Charges by the clauses after `from`. */
async function selectCharges({ pool }: Ledger, clauses: string, values: unknown[]): Promise<Charge[]> {
  const { rows } = await pool.query<ChargeRow>(
    `select ${chargeColumns}
       from payrun.charges
      ${clauses}`,
    values,
  )
  return rows.map(chargeOf)
}

interface ChargeFilter {
  /** Left out: both. */
  kind: ChargeKind | undefined
  state: ChargeState | undefined
  /** Older than the charge of this number. */
  before: number | undefined
  limit: number
}

/** Charges, newest first. */
export const listCharges = (ledger: Ledger, { kind, state, before, limit }: ChargeFilter): Promise<Charge[]> =>
  selectCharges(
    ledger,
    `where ($1::text is null or kind = $1)
        and ($2::text is null or state = $2)
        and ($3::bigint is null or charge_no < $3)
      order by charge_no desc
      limit $4`,
    [kind, state, before, limit],
  )

/**
 * Record a person's word on an open charge. That it was paid they may have seen while it was under way; that it was not paid they can only know a
 * day after the provider accepted it, when no customer pays any more.
 *
 * @returns false when neither applies (any more): nothing was done
 */
export async function resolveCharge(
  ledger: Ledger,
  { id, end, actor, note }: { id: string; end: ChargeEnd; actor: string; note: string },
): Promise<boolean> {
  const { rowCount } = await ledger.pool.query(
    `update payrun.charges
        set state = $2, code = null, settled_at = now(), settled_by = $3, note = $4
      where id = $1
        and (state = 'unknown'
             or (
               state = 'under_way'
               and ($2 = 'paid' or answered_at < now() - interval '24 hours')
             ))`,
    [id, end, actor, maskNote(note, { name: null })],
  )
  return rowCount === 1
}

/**
 * Give up charges whose process died: they are still `asked` long after any deadline of a request (PAYRUN_TIMEOUT_MS is ten minutes at most). They
 * become `unknown`; an even later answer is still recorded.
 */
export async function giveUpUnanswered(ledger: Ledger): Promise<Charge[]> {
  const { rows } = await ledger.pool.query<ChargeRow>(
    `update payrun.charges
        set state = 'unknown', code = 'worker_lost'
      where ${isUnanswered}
     returning ${chargeColumns}`,
  )
  return rows.map(chargeOf)
}

/** An SQL condition: no answer can come any more. */
export const isUnanswered = `state = 'asked' and created_at < now() - interval '15 minutes'`

export const chargeColumns = `id, charge_no as no, kind, reference, amount_minor as "amountMinor", currency, operator, state, code,
  sandbox, own_reference as "ownReference", payment_url as "paymentUrl", created_at as "createdAt",
  settled_at as "settledAt", settled_by as "settledBy", note,
  case
    when exists (
           select 1
             from payrun.notifications n
            where n.reference = charges.reference
              and n.effect = 'contradicts'
              and (lower(btrim(n.status)) = 'success') <> (charges.state = 'paid')
              and (charges.settled_by is null or n.received_at > charges.settled_at)
           union all
           select 1
             from payrun.charge_discrepancies d
            where d.charge_id = charges.id
              and d.says_paid <> (charges.state = 'paid')
              and (charges.settled_by is null or d.at > charges.settled_at)
         ) then case charges.state when 'paid' then 'maybe_not_paid' else 'maybe_paid' end
  end as doubt`

export type ChargeRow = Omit<Charge, 'amountMinor' | 'no'> & { amountMinor: string; no: string }

export const chargeOf = (row: ChargeRow): Charge => ({
  ...row,
  no: Number(row.no),
  amountMinor: BigInt(row.amountMinor),
})
