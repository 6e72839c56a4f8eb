import type { ChargeEnd, ChargeKind, ChargeState } from '../../payout/charge.ts'
import { newBatchId } from '../../payout/keys.ts'
import { isUniqueViolation, type Ledger } from '../connection/ledger.ts'

/** A charge as it is kept: no name, no phone number, no description. */
export interface Charge {
  id: string
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
  createdAt: Date
  settledAt: Date | null
}

export type ChargeToAsk = Pick<Charge, 'kind' | 'amountMinor' | 'currency' | 'operator'>

/** What the provider's answer, or the lack of one, says. */
export type ChargeAnswer =
  | { state: 'under_way'; reference: string }
  | { state: 'refused'; code: string }
  | { state: 'unknown'; code: string; reference: string | null }

/**
 * Record that a charge is about to be asked for. Committed when this returns, and only then may the request leave.
 *
 * Crash window: died from here to the recorded answer, the charge is `asked`, and nobody knows whether the request left.
 * `giveUpUnanswered` makes it `unknown` when no answer can come any more.
 *
 * @returns its id
 */
export async function recordChargeAsked(ledger: Ledger, charge: ChargeToAsk): Promise<string> {
  const id = newBatchId()
  await ledger.pool.query(
    `insert into payrun.charges (id, kind, amount_minor, currency, operator)
     values ($1, $2, $3, $4, $5)`,
    [id, charge.kind, charge.amountMinor, charge.currency, charge.operator],
  )
  return id
}

/**
 * Record what came of a charge that was asked for; late, too, when it has become `unknown` meanwhile. Safe to repeat.
 *
 * @returns the state that it has now: `unknown` where the answer's reference belongs to another charge
 */
export async function recordChargeAnswer(ledger: Ledger, id: string, answer: ChargeAnswer): Promise<ChargeState> {
  try {
    return await moveAnswered(ledger, id, answer)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // Two charges with one reference: which of them it is can't be told.
    return moveAnswered(ledger, id, { state: 'unknown', code: 'contradictory_answer', reference: null })
  }
}

async function moveAnswered(ledger: Ledger, id: string, answer: ChargeAnswer): Promise<ChargeState> {
  const { rows } = await ledger.pool.query<{ state: ChargeState }>(
    `with moved as (
       update payrun.charges
          set state = $2,
              reference = coalesce($3, reference),
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
    ],
  )
  if (!rows[0]) throw new Error(`charge ${id} has gone from the ledger`)
  return rows[0].state
}

export type ChargeSettled =
  | { kind: 'settled'; charge: Charge }
  /** It was in this state already: the same word once more. */
  | { kind: 'already'; charge: Charge }
  /** It has another end already, which stays: the two contradict each other. */
  | { kind: 'contradicts'; charge: Charge }
  | { kind: 'no_charge' }

/**
 * Evidence (a notification) says what became of the charge with this reference of the provider's. Of two at the same moment
 * one settles it, and the other is told what it is by then.
 */
export async function settleCharge(ledger: Ledger, reference: string, state: ChargeEnd): Promise<ChargeSettled> {
  const { rows } = await ledger.pool.query<ChargeRow>(
    `update payrun.charges
        set state = $2, code = null, settled_at = now()
      where reference = $1
        and state in ('under_way', 'unknown')
     returning ${columns}`,
    [reference, state],
  )
  if (rows[0]) return { kind: 'settled', charge: chargeOf(rows[0]) }
  const charge = await findCharge(ledger, reference)
  if (!charge) return { kind: 'no_charge' }
  return { kind: charge.state === state ? 'already' : 'contradicts', charge }
}

/** The charge of this reference of the provider's, null when there is none. */
export async function findCharge(ledger: Ledger, reference: string): Promise<Charge | null> {
  const { rows } = await ledger.pool.query<ChargeRow>(
    `
    select ${columns}
      from payrun.charges
     where reference = $1`,
    [reference],
  )
  return rows[0] ? chargeOf(rows[0]) : null
}

/**
 * Charges whose asker died: still `asked` long after any deadline that a request can have (PAYRUN_TIMEOUT_MS is ten minutes at
 * most). They become `unknown`; an answer that comes later still is recorded.
 */
export async function giveUpUnanswered(ledger: Ledger): Promise<Charge[]> {
  const { rows } = await ledger.pool.query<ChargeRow>(
    `update payrun.charges
        set state = 'unknown', code = 'worker_lost'
      where state = 'asked'
        and created_at < now() - interval '15 minutes'
     returning ${columns}`,
  )
  return rows.map(chargeOf)
}

const columns = `id, kind, reference, amount_minor as "amountMinor", currency, operator, state, code,
  created_at as "createdAt", settled_at as "settledAt"`

type ChargeRow = Omit<Charge, 'amountMinor'> & { amountMinor: string }

const chargeOf = (row: ChargeRow): Charge => ({ ...row, amountMinor: BigInt(row.amountMinor) })
