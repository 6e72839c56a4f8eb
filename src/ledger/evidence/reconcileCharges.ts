import type { PoolClient } from 'pg'
import type { ChargeDiscrepancyKind, ChargeEnd } from '../../payout/charge.ts'
import { maskNote } from '../../payout/maskNote.ts'
import { inTransaction, type Ledger } from '../connection/ledger.ts'
import { markRequestKey, type RequestKey } from '../intake/requestKeys.ts'
import { type Charge, type ChargeRow, chargeColumns, chargeOf, isUnanswered } from './charges.ts'

/** Charges that a reference of a statement may be of, by the provider's or the merchant's own; and those of payouts. */
interface ChargesListed {
  charges: Charge[]
  ofPayouts: Set<string>
}

/** What a statement says of charges, as it is kept. */
interface ChargesJudged {
  /** `note`: where in the statement it stands. */
  settles: readonly { id: string; to: ChargeEnd; note: string }[]
  contradicts: readonly { id: string; kind: ChargeDiscrepancyKind; saysPaid: boolean; line: number }[]
}

interface ReconcileChargesWish {
  references: readonly string[]
  /** What the statement is known by, without its file's name. */
  statement: string
  /** Say what would be done, and do nothing. */
  dryRun: boolean
  actor: string
  /** Of the request that brought the statement. */
  requestKey?: RequestKey | undefined
}

/**
 * Settle charges by a statement, in one transaction with the charges locked: a notification, a late answer or another person at the same moment
 * comes before this or after it. What contradicts a charge that has ended doesn't change it: it is kept, once each.
 *
 * @param judge judges with the charges locked; null: nothing of the statement may be used
 */
export function reconcileListed<Judged extends ChargesJudged>(
  ledger: Ledger,
  wish: ReconcileChargesWish,
  judge: (listed: ChargesListed) => Judged | null,
): Promise<Judged | null> {
  return inTransaction<Judged | null>(ledger, async (client) => {
    const judged = judge(await findListed(client, wish))
    if (judged === null || wish.dryRun) return { commit: false, value: judged }
    await settle(client, wish.actor, judged.settles)
    await keepDiscrepancies(client, wish, judged.contradicts)
    await markRequestKey(client, wish.requestKey)
    return { commit: true, value: judged }
  })
}

/** Before a statement is applied, unanswered charges are given up (giveUpUnanswered): a dry run shows them so, too. */
async function findListed(
  client: PoolClient,
  { references, dryRun }: Pick<ReconcileChargesWish, 'references' | 'dryRun'>,
): Promise<ChargesListed> {
  const charges = await client.query<ChargeRow & { isLost: boolean }>(
    `select ${chargeColumns}, ${dryRun ? isUnanswered : 'false'} as "isLost"
       from payrun.charges
      where reference = any($1)
         or own_reference = any($1)
      order by charge_no
      ${dryRun ? '' : 'for update'}`,
    [references],
  )
  const payouts = await client.query<{ reference: string }>(
    `select distinct reference
       from payrun.provider_references
      where reference = any($1)`,
    [references],
  )
  return {
    charges: charges.rows.map(({ isLost, ...row }) => chargeOf(isLost ? { ...row, ...lost } : row)),
    ofPayouts: new Set(payouts.rows.map(({ reference }) => reference)),
  }
}

const lost = { state: 'unknown', code: 'worker_lost' } as const

async function settle(client: PoolClient, actor: string, settles: ChargesJudged['settles']): Promise<void> {
  await client.query(
    `update payrun.charges c
        set state = s.ends, code = null, settled_at = now(), settled_by = $1, note = s.note
       from unnest($2::text[], $3::text[], $4::text[]) as s(id, ends, note)
      where c.id = s.id
        and c.state in ('under_way', 'unknown')`,
    [
      actor,
      settles.map(({ id }) => id),
      settles.map(({ to }) => to),
      settles.map(({ note }) => maskNote(note, { name: null })),
    ],
  )
}

async function keepDiscrepancies(
  client: PoolClient,
  { actor, statement }: ReconcileChargesWish,
  contradicts: ChargesJudged['contradicts'],
): Promise<void> {
  await client.query(
    `insert into payrun.charge_discrepancies (charge_id, actor, kind, says_paid, statement, statement_line)
     select d.id, $1, d.kind, d.says_paid, $2, d.line
       from unnest($3::text[], $4::text[], $5::boolean[], $6::int[]) as d(id, kind, says_paid, line)
      order by d.line
     on conflict do nothing`,
    [
      actor,
      statement,
      contradicts.map(({ id }) => id),
      contradicts.map(({ kind }) => kind),
      contradicts.map(({ saysPaid }) => saysPaid),
      contradicts.map(({ line }) => line),
    ],
  )
}

/** What a statement says against a charge. */
export interface ChargeDiscrepancy {
  at: Date
  /** Who compared the two. */
  actor: string
  kind: ChargeDiscrepancyKind
  /** The customer paid, or may have. */
  saysPaid: boolean
  /** The beginning of its SHA-256. */
  statement: string
  line: number
}

/** All that statements say against a charge, in the order in which it was found. */
export async function listChargeDiscrepancies({ pool }: Ledger, id: string): Promise<ChargeDiscrepancy[]> {
  const { rows } = await pool.query<ChargeDiscrepancy>(
    `select at, actor, kind, says_paid as "saysPaid", statement, statement_line as line
       from payrun.charge_discrepancies
      where charge_id = $1
      order by discrepancy_no`,
    [id],
  )
  return rows
}
