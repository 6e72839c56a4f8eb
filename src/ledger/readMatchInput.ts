import type { PoolClient } from 'pg'
import type { MatchInput, SentRow } from '../payout/reconciliation.ts'
import type { PayoutState } from '../payout/state.ts'
import type { StatementLine } from '../payout/statement.ts'

type LedgerInput = Pick<MatchInput, 'rows' | 'others' | 'owners'>

/**
 * What the ledger knows that a statement's lines may be about: the batch's unknown and accepted rows, its rows with a
 * listed reference or number, who holds the listed references, and payouts of other batches to the same numbers. If the
 * statement is complete, all paid rows of the batch besides: it has to have them.
 */
export async function readMatchInput(
  client: PoolClient,
  batchNo: number,
  lines: readonly StatementLine[],
  complete: boolean,
): Promise<LedgerInput> {
  const references = [...new Set(lines.map(({ reference }) => reference).filter((each) => each !== null))]
  const { owners, ownLines } = await readOwners(client, batchNo, references)
  const free = lines.filter(({ reference }) => reference === null || !owners.has(reference))
  const phones = [...new Set(free.flatMap((line) => line.phones))]
  const rows = await readRows(
    client,
    `p.batch_no = $1 and (p.state in ('unknown', 'accepted') or p.line = any($2) or p.phone = any($3) or p.provider_reference = any($4)
       or ($5 and p.state = 'paid'))`,
    [batchNo, ownLines, phones, references, complete],
  )
  const ours = new Set(rows.map(({ phone }) => phone))
  const others = await readRows(
    client,
    `p.phone = any($2) and p.batch_no <> $1
       and b.sandbox = (select o.sandbox from payrun.batches o where o.batch_no = $1)`,
    [batchNo, phones.filter((phone) => ours.has(phone))],
  )
  return { rows, others, owners }
}

async function readOwners(client: PoolClient, batchNo: number, references: readonly string[]) {
  const { rows } = await client.query<{ reference: string; batchNo: number; line: number }>(
    `select reference, batch_no as "batchNo", line from payrun.provider_references where reference = any($1)`,
    [references],
  )
  const owners = new Map<string, number | 'other'>()
  const ownLines: number[] = []
  for (const owner of rows) {
    owners.set(owner.reference, owner.batchNo === batchNo ? owner.line : 'other')
    if (owner.batchNo === batchNo) ownLines.push(owner.line)
  }
  return { owners, ownLines }
}

interface FoundRow extends Omit<SentRow, 'amountMinor' | 'state'> {
  state: PayoutState
  amountMinor: string
}

/**
 * Rows that were sent. A reference that another payout holds is not the row's own; and a row with `failed` behind it has
 * been tried again.
 */
async function readRows(client: PoolClient, which: string, values: unknown[]): Promise<SentRow[]> {
  const { rows } = await client.query<FoundRow>(
    `select p.batch_no as "batchNo", p.line, p.state, p.phone, p.amount_minor as "amountMinor", p.currency,
            date_part('epoch', p.sent_at) * 1000 as "sentAtMs",
            case when r.reference is null or (r.batch_no = p.batch_no and r.line = p.line) then p.provider_reference end as reference,
            p.seq >= 3 and exists (select from payrun.events e
              where e.batch_no = p.batch_no and e.line = p.line and e.from_state = 'failed') as retried
       from payrun.payouts p
       join payrun.batches b on b.batch_no = p.batch_no
       left join payrun.provider_references r on r.reference = p.provider_reference
      where p.attempts > 0 and ${which} order by p.batch_no, p.line`,
    values,
  )
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }))
}
