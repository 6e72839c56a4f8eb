import type { Payable } from '../../payout/keys.ts'
import type { LimitTable } from '../../payout/operators/limits.ts'
import type { BatchToStore, RowToStore } from '../batches/insertBatch.ts'
import { stageRows } from '../batches/stageRows.ts'
import { inTransaction, type Ledger } from '../connection/ledger.ts'
import { findOverDaily, told } from './findOverDaily.ts'
import { lookAtPeople, nobodyKnown, type PeopleFound } from './lookAtPeople.ts'

/** Look at the people of a file that somebody only looks at: nothing is stored. A ledger without a batch knows nobody. */
export async function lookAtFile(
  ledger: Ledger,
  rows: AsyncIterable<readonly RowToStore[]>,
  of: Pick<BatchToStore, 'sandbox' | 'period'>,
  limits: LimitTable,
): Promise<PeopleFound> {
  return inTransaction(ledger, async (client) => {
    const { rows: some } = await client.query('select from payrun.batches where sandbox = $1 limit 1', [of.sandbox])
    const isLookedAt = ({ operator }: Payable) => some.length > 0 || (limits.get(operator)?.mostADay ?? null) !== null
    const none = { all: 0, first: [] }
    const firstPayments: PeopleFound['firstPayments'] = { all: 0, first: [] }
    await stageRows(client, payableOnly(rows, isLookedAt, firstPayments), () => 1)
    await client.query('analyze staging')
    if (some.length > 0) return { commit: false, value: await lookAtPeople(client, of, limits) }
    const overDaily = await findOverDaily(client, { sandbox: of.sandbox, rows: firstPayments.all }, limits)
    return { commit: false, value: { ...nobodyKnown, compared: null, missing: none, overDaily, firstPayments } }
  })
}

/** The payable rows that are looked at, without what is only for the ledger to keep; each is taken for somebody's first payment. */
async function* payableOnly(
  groups: AsyncIterable<readonly RowToStore[]>,
  isLookedAt: (payable: Payable) => boolean,
  firstPayments: PeopleFound['firstPayments'],
): AsyncGenerator<RowToStore[]> {
  for await (const rows of groups) {
    const staged: RowToStore[] = []
    for (const row of rows) {
      if (!row.payable) continue
      firstPayments.all += 1
      if (firstPayments.all <= told) firstPayments.first.push({ line: row.line, phone: row.payable.phone })
      if (isLookedAt(row.payable)) staged.push({ ...row, key: null, cells: [], problems: [] })
    }
    yield staged
  }
}
