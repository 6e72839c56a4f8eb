import { hash, randomUUID } from 'node:crypto'
import { formsOf, newBatchId } from '../../payout/keys.ts'
import type { Ledger } from '../connection/ledger.ts'
import { type Charge, type ChargeRow, type ChargeToAsk, chargeColumns, chargeOf } from './charges.ts'

/**
 * Record that a charge is about to be requested. It is committed when this returns, and only then may the request leave.
 *
 * Crash window: if the process dies between this and the recorded answer, the charge is `asked`, and nobody knows whether the request left.
 * `giveUpUnanswered` makes it `unknown` once no answer can come any more.
 *
 * @returns its id
 */
export async function recordChargeAsked(ledger: Ledger, charge: ChargeToAsk): Promise<string> {
  const id = newBatchId()
  await ledger.pool.query(
    `insert into payrun.charges (id, kind, amount_minor, currency, operator, sandbox)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, charge.kind, charge.amountMinor, charge.currency, charge.operator, charge.sandbox ?? false],
  )
  return id
}

/** Who is asked, as it was written. Only a hash of it is kept. */
interface WhoIsAsked {
  name?: string | undefined
  email?: string | undefined
  /** Digits with the country code, with or without a plus. */
  phoneNumber?: string | undefined
}

type RecordedOnce =
  | { kind: 'recorded'; id: string }
  /**
   * It was requested before: `same`, of the same customer, whatever else was requested with it, and both in the sandbox or neither.
   * `variant`: its reference is written a little differently.
   */
  | { kind: 'there'; charge: Charge; same: boolean; variant: boolean }
  /** The ledger may have forgotten that it was requested: see payrun.server. */
  | { kind: 'fenced' }

/**
 * Record that a charge is about to be requested under a reference of the merchant's own, once: of several callers at the same moment, one
 * gets `recorded`, and sends.
 */
export async function recordChargeOnce(
  ledger: Ledger,
  charge: ChargeToAsk,
  ownReference: string,
  who: WhoIsAsked,
): Promise<RecordedOnce> {
  const id = newBatchId()
  const { form, written } = formsOf(ownReference)
  const salt = randomUUID()
  const { rowCount } = await ledger.pool.query(
    `insert into payrun.charges
       (id, kind, amount_minor, currency, operator, sandbox, own_reference, own_form,
        values_salt, values_hash)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
      where not exists (
              select from payrun.server v
               where v.fenced_at is not null
                  or v.moved_at is not null
            )
     on conflict do nothing`,
    [
      id,
      charge.kind,
      charge.amountMinor,
      charge.currency,
      charge.operator,
      charge.sandbox ?? false,
      ownReference,
      form,
      salt,
      fingerprint(charge, who, salt),
    ],
  )
  if (rowCount === 1) return { kind: 'recorded', id }
  const { rows } = await ledger.pool.query<ChargeRow & { salt: string; kept: Buffer }>(
    `select ${chargeColumns}, values_salt as salt, values_hash as kept
       from payrun.charges
      where own_reference = $1
         or own_form = $2
      order by own_reference <> $1
      limit 1`,
    [ownReference, form],
  )
  if (!rows[0]) return { kind: 'fenced' }
  const { salt: keptSalt, kept, ...row } = rows[0]
  const before = chargeOf(row)
  // Earlier versions kept one hash of the whole request as it was written, which says nothing of one that is written otherwise.
  const isWhole = kept.length === hashBytes
  return {
    kind: 'there',
    charge: before,
    same:
      before.sandbox === (charge.sandbox ?? false) &&
      (isWhole ? whatOf(before) === whatOf(charge) : isSame(kept, fingerprint(charge, who, keptSalt))),
    variant: formsOf(row.ownReference ?? '').written !== written,
  }
}

const hashBytes = 32
const notGiven = Buffer.alloc(hashBytes)

const whatOf = ({ kind, amountMinor, currency, operator }: ChargeToAsk): string =>
  JSON.stringify([kind, String(amountMinor), currency, operator])

/** A hash of what is charged, and one of each thing that is known of the customer, however they are written. */
function fingerprint(charge: ChargeToAsk, { name, email, phoneNumber }: WhoIsAsked, salt: string): Buffer {
  const plain = (text?: string) => text?.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
  const facts = [whatOf(charge), plain(name), plain(email), phoneNumber?.replaceAll(/\D/g, '')]
  return Buffer.concat(facts.map((fact) => (fact ? hash('sha256', `${salt} ${fact}`, 'buffer') : notGiven)))
}

/** What only one of the two gives is not compared: a name may be added later. */
function isSame(kept: Buffer, given: Buffer): boolean {
  const parts = (whole: Buffer) =>
    Array.from({ length: given.length / hashBytes }, (_, n) => whole.subarray(n * hashBytes, (n + 1) * hashBytes))
  const others = parts(given)
  return parts(kept).every(
    (part, n) => [part, notGiven].some((each) => each.equals(others[n]!)) || part.equals(notGiven),
  )
}
