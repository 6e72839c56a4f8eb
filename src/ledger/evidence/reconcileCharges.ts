import type { ChargeEnd, ChargeState } from '../../payout/charge.ts'
import { maskNote } from '../../payout/maskNote.ts'
import type { Ledger } from '../connection/ledger.ts'
import { type Charge, type ChargeRow, chargeOf, columns } from './charges.ts'

/** Charges that a reference of a statement may be of, by the provider's or the merchant's own; and those of payouts. */
export async function findChargesListed(
  { pool }: Ledger,
  references: readonly string[],
): Promise<{ charges: Charge[]; ofPayouts: Set<string> }> {
  const charges = await pool.query<ChargeRow>(
    `select ${columns}
       from payrun.charges
      where reference = any($1)
         or own_reference = any($1)
      order by charge_no`,
    [references],
  )
  const payouts = await pool.query<{ reference: string }>(
    `select distinct reference
       from payrun.provider_references
      where reference = any($1)`,
    [references],
  )
  return { charges: charges.rows.map(chargeOf), ofPayouts: new Set(payouts.rows.map(({ reference }) => reference)) }
}

/**
 * A statement says what became of charges, all in one commit. One that has moved since it was looked at stays as it is.
 *
 * @param note where in the statement it stands
 * @returns the ids of those that were settled
 */
export async function settleByStatement(
  ledger: Ledger,
  actor: string,
  settled: readonly { id: string; from: ChargeState; to: ChargeEnd; note: string }[],
): Promise<Set<string>> {
  const { rows } = await ledger.pool.query<{ id: string }>(
    `update payrun.charges c
        set state = s.ends, code = null, settled_at = now(), settled_by = $1, note = s.note
       from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as s(id, was, ends, note)
      where c.id = s.id
        and c.state = s.was
        and c.state in ('under_way', 'unknown')
     returning c.id`,
    [
      actor,
      settled.map(({ id }) => id),
      settled.map(({ from }) => from),
      settled.map(({ to }) => to),
      settled.map(({ note }) => maskNote(note, { name: null })),
    ],
  )
  return new Set(rows.map(({ id }) => id))
}
