import type { Payable } from '../payout/payable.ts'
import type { PayoutState } from '../payout/state.ts'
import { inTransaction } from './inTransaction.ts'
import type { Ledger } from './ledger.ts'

/** The payout that a reference of the provider's belongs to. */
export interface NotifiedPayout {
  batchNo: number
  batchId: string
  line: number
  attempt: number
  state: PayoutState
  /** Whether its latest attempt has this reference; else an earlier one had it. */
  latest: boolean
  payable: Payable
}

type Row = Omit<NotifiedPayout, 'payable'> & Omit<Payable, 'amountMinor'> & { amountMinor: string }

/** Find the payout of a reference, null when no payout has it. */
export async function findNotifiedPayout(ledger: Ledger, reference: string): Promise<NotifiedPayout | null> {
  const held = await ledger.pool.query<Row>(
    `${selectSql} join payrun.provider_references r on r.batch_no = p.batch_no and r.line = p.line where r.reference = $1`,
    [reference],
  )
  // What is paid or accepted holds its reference, and so does what was tried again. The rest is looked for row by row, since
  // an index on it would make every claim and settle slower: once for a reference that nobody knows.
  const found = held.rows[0] ?? (await ledger.pool.query<Row>(looseSql, [reference])).rows[0]
  if (!found) return null
  const { operator, phone, amountMinor, currency, name, ...row } = found
  return { ...row, payable: { operator, phone, amountMinor: BigInt(amountMinor), currency, name } }
}

const selectSql = `
select p.batch_no as "batchNo", b.id as "batchId", p.line, p.attempts as attempt, p.state,
       (p.provider_reference is not distinct from $1) as latest,
       p.operator, p.phone, p.amount_minor as "amountMinor", p.currency, p.name
  from payrun.payouts p join payrun.batches b on b.batch_no = p.batch_no`

const looseSql = `${selectSql}
 where p.provider_reference = $1 and p.state in ('failed', 'unknown') order by p.batch_no, p.line limit 1`

/**
 * Keep what a notification says against a row, once for each attempt. Where it says that the row was paid, the row isn't
 * retried any more unless a person insists, and isn't sent if it has been.
 */
export function keepNotificationCase(
  ledger: Ledger,
  { batchNo, line }: Pick<NotifiedPayout, 'batchNo' | 'line'>,
  { saysPaid, reference, status }: { saysPaid: boolean; reference: string; status: string },
): Promise<void> {
  return inTransaction<void>(ledger, async (client) => {
    await client.query(
      `insert into payrun.cases as k (batch_no, line, attempt, kind, says_paid, reference, note)
       select batch_no, line, attempts, 'notification', $3, $4, 'A notification says ' || $5 || '.'
         from payrun.payouts where batch_no = $1 and line = $2
       on conflict (batch_no, line, attempt, kind, coalesce(reference, ''))
       do update set says_paid = true, note = excluded.note where excluded.says_paid and not k.says_paid`,
      [batchNo, line, saysPaid, reference, status],
    )
    if (saysPaid) await client.query('select payrun.withhold($1, $2)', [batchNo, line])
    return { commit: true, value: undefined }
  })
}
