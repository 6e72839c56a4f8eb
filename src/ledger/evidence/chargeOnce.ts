import { newBatchId } from '../../payout/keys.ts'
import type { Ledger } from '../connection/ledger.ts'
import { type Charge, type ChargeRow, type ChargeToAsk, chargeColumns, chargeOf } from './charges.ts'

type RecordedOnce =
  | { kind: 'recorded'; id: string }
  /** It was requested before: `same`, with the very same values. */
  | { kind: 'there'; charge: Charge; same: boolean }
  /** The ledger may have forgotten that it was requested: see payrun.server. */
  | { kind: 'fenced' }

/**
 * The same under a reference of the merchant's own, once: of several callers at the same moment, one gets `recorded`, and sends.
 *
 * @param values everything that is requested, as one text, of which only a hash is kept
 */
export async function recordChargeOnce(
  ledger: Ledger,
  charge: ChargeToAsk,
  ownReference: string,
  values: string,
): Promise<RecordedOnce> {
  const id = newBatchId()
  const { rowCount } = await ledger.pool.query(
    `insert into payrun.charges
       (id, kind, amount_minor, currency, operator, sandbox, own_reference, values_salt, values_hash)
     select $1, $2, $3, $4, $5, $6, $7, s.salt, sha256(uuid_send(s.salt) || convert_to($8, 'UTF8'))
       from (select gen_random_uuid() as salt offset 0) s
      where not exists (
              select from payrun.server v
               where v.fenced_at is not null
                  or v.moved_at is not null
            )
     on conflict (own_reference) do nothing`,
    [
      id,
      charge.kind,
      charge.amountMinor,
      charge.currency,
      charge.operator,
      charge.sandbox ?? false,
      ownReference,
      values,
    ],
  )
  if (rowCount === 1) return { kind: 'recorded', id }
  const { rows } = await ledger.pool.query<ChargeRow & { same: boolean }>(
    `select ${chargeColumns}, values_hash = sha256(uuid_send(values_salt) || convert_to($2, 'UTF8')) as same
       from payrun.charges
      where own_reference = $1`,
    [ownReference, values],
  )
  if (!rows[0]) return { kind: 'fenced' }
  const { same, ...row } = rows[0]
  return { kind: 'there', charge: chargeOf(row), same }
}
