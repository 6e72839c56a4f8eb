import { newBatchId } from '../payout/batchId.ts'
import type { PayinEnd, PayinKind, PayinState } from '../payout/payin.ts'
import { isUniqueViolation } from './faults.ts'
import type { Ledger } from './ledger.ts'

/** A payin as it is kept: no name, no phone number, no description. */
export interface Payin {
  id: string
  kind: PayinKind
  /** The provider's; null until its answer is known. */
  reference: string | null
  amountMinor: bigint
  currency: string
  /** Of a collection. */
  operator: string | null
  state: PayinState
  /** Why it is refused or unknown: an error code of src/payout/outcome.ts; null otherwise. */
  code: string | null
  createdAt: Date
  settledAt: Date | null
}

export type PayinToAsk = Pick<Payin, 'kind' | 'amountMinor' | 'currency' | 'operator'>

/** What the provider's answer, or the lack of one, says. */
export type PayinAnswer =
  | { state: 'under_way'; reference: string }
  | { state: 'refused'; code: string }
  | { state: 'unknown'; code: string; reference: string | null }

/**
 * Record that a payin is about to be asked for. Committed when this returns, and only then may the request leave.
 *
 * Crash window: died from here to the recorded answer, the payin is `asked`, and nobody knows whether the request left.
 * `giveUpUnanswered` makes it `unknown` when no answer can come any more.
 *
 * @returns its id
 */
export async function recordPayinAsked(ledger: Ledger, payin: PayinToAsk): Promise<string> {
  const id = newBatchId()
  await ledger.pool.query(
    'insert into payrun.payins (id, kind, amount_minor, currency, operator) values ($1, $2, $3, $4, $5)',
    [id, payin.kind, payin.amountMinor, payin.currency, payin.operator],
  )
  return id
}

/**
 * Record what came of a payin that was asked for; late, too, when it has become `unknown` meanwhile. Safe to repeat.
 *
 * @returns the state that it has now: `unknown` where the answer's reference belongs to another payin
 */
export async function recordPayinAnswer(ledger: Ledger, id: string, answer: PayinAnswer): Promise<PayinState> {
  try {
    return await moveAnswered(ledger, id, answer)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // Two payins with one reference: which of them it is can't be told.
    return moveAnswered(ledger, id, { state: 'unknown', code: 'contradictory_answer', reference: null })
  }
}

async function moveAnswered(ledger: Ledger, id: string, answer: PayinAnswer): Promise<PayinState> {
  const { rows } = await ledger.pool.query<{ state: PayinState }>(
    `with moved as (
       update payrun.payins set state = $2, reference = coalesce($3, reference), code = $4, answered_at = now(),
              settled_at = case when $2 = 'refused' then now() end
        where id = $1 and state in ('asked', 'unknown') returning state
     )
     select state from moved union all select state from payrun.payins where id = $1 limit 1`,
    [
      id,
      answer.state,
      'reference' in answer ? answer.reference : null,
      answer.state === 'under_way' ? null : answer.code,
    ],
  )
  if (!rows[0]) throw new Error(`payin ${id} has gone from the ledger`)
  return rows[0].state
}

export type PayinSettled =
  | { kind: 'settled'; payin: Payin }
  /** It was in this state already: the same word once more. */
  | { kind: 'already'; payin: Payin }
  /** It has another end already, which stays: the two contradict each other. */
  | { kind: 'contradicts'; payin: Payin }
  | { kind: 'no_payin' }

/**
 * Evidence (a notification) says what became of the payin with this reference of the provider's. Of two at the same moment
 * one settles it, and the other is told what it is by then.
 */
export async function settlePayin(ledger: Ledger, reference: string, state: PayinEnd): Promise<PayinSettled> {
  const { rows } = await ledger.pool.query<PayinRow>(
    `update payrun.payins set state = $2, code = null, settled_at = now()
      where reference = $1 and state in ('under_way', 'unknown') returning ${columns}`,
    [reference, state],
  )
  if (rows[0]) return { kind: 'settled', payin: payinOf(rows[0]) }
  const payin = await findPayin(ledger, reference)
  if (!payin) return { kind: 'no_payin' }
  return { kind: payin.state === state ? 'already' : 'contradicts', payin }
}

/** The payin of this reference of the provider's, null when there is none. */
export async function findPayin(ledger: Ledger, reference: string): Promise<Payin | null> {
  const { rows } = await ledger.pool.query<PayinRow>(`select ${columns} from payrun.payins where reference = $1`, [
    reference,
  ])
  return rows[0] ? payinOf(rows[0]) : null
}

/**
 * Payins whose asker died: still `asked` long after any deadline that a request can have (PAYRUN_TIMEOUT_MS is ten minutes at
 * most). They become `unknown`; an answer that comes later still is recorded.
 */
export async function giveUpUnanswered(ledger: Ledger): Promise<Payin[]> {
  const { rows } = await ledger.pool.query<PayinRow>(
    `update payrun.payins set state = 'unknown', code = 'worker_lost'
      where state = 'asked' and created_at < now() - interval '15 minutes' returning ${columns}`,
  )
  return rows.map(payinOf)
}

const columns = `id, kind, reference, amount_minor as "amountMinor", currency, operator, state, code,
  created_at as "createdAt", settled_at as "settledAt"`

type PayinRow = Omit<Payin, 'amountMinor'> & { amountMinor: string }

const payinOf = (row: PayinRow): Payin => ({ ...row, amountMinor: BigInt(row.amountMinor) })
