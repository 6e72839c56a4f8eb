import type { PoolClient } from 'pg'
import type { Payable } from '../../payout/keys.ts'
import type { LimitTable } from '../../payout/operators/operator.ts'
import type { Sentence } from '../../words/sentence.ts'
import { inTransaction, type Ledger } from '../connection/ledger.ts'
import type { BatchToStore, RowToStore } from '../intake/insertBatch.ts'
import { stagePeople } from '../intake/stageRows.ts'
import type { WarnedOf } from '../policy/policy.ts'
import { findOverDaily, isNotLarge, mostListed } from './findings.ts'
import { lookAtPeople, lookAtStaged, nobodyFound, type PeopleFound } from './lookAtPeople.ts'

/** What is known of failed rows that are to be tried again. */
export interface FoundAgain {
  people: PeopleFound
  /** Large amounts, and those for operators that have limits, each once: how many rows have it, and the first of their lines. */
  amounts: { payable: Pick<Payable, 'operator' | 'amountMinor' | 'currency'>; rows: number; lines: number[] }[]
}

/** What a person is told of a retry before it moves money, and what the policy makes of it. */
export interface RetryLook {
  limits: LimitTable
  /** `oneMore`: one more person has to approve it. */
  accept(found: FoundAgain): { blocked: Sentence } | { blocked?: undefined; warned: WarnedOf; oneMore: boolean }
}

/** Look at rows of a batch that are to be tried again, as a file's are. The transaction stages no others. */
export async function lookAtRetried(
  client: PoolClient,
  batchNo: number,
  lines: readonly number[],
  { limits, accept }: RetryLook,
): Promise<ReturnType<RetryLook['accept']>> {
  const { rows: batches } = await client.query<{ sandbox: boolean }>(
    'select sandbox from payrun.batches where batch_no = $1',
    [batchNo],
  )
  await client.query(retriedSql, [batchNo, lines])
  await client.query('analyze staging')
  // With the file before, the batch was compared when it was submitted.
  const staged = { sandbox: batches[0]!.sandbox, rows: lines.length, previous: [], isOneFile: true }
  const people = await lookAtStaged(client, staged, limits, batchNo)
  const { rows } = await client.query<Pick<Payable, 'operator' | 'currency'> & Amount>(amountsSql, [[...limits.keys()]])
  const amounts = rows.map(({ operator, currency, minor, ...lined }) => ({
    payable: { operator, currency, amountMinor: BigInt(minor) },
    ...lined,
  }))
  return accept({ people, amounts })
}

interface Amount {
  minor: string
  rows: number
  lines: number[]
}

const retriedSql = `
create temp table staging on commit drop as
select line, 'pending'::payrun.payout_state as state, operator, phone, currency, amount_minor, name,
       reference
  from payrun.payouts
 where batch_no = $1
   and line = any($2)`

const amountsSql = `
select operator, currency, amount_minor::text as minor, count(*)::int as rows,
       (array_agg(line order by line))[1:20] as lines
  from staging k
 where operator = any($1)
    or not (${isNotLarge})
 group by operator, currency, amount_minor
 order by min(line)`

/** Nothing of it is stored, so that it needs no key. */
type RowToLookAt = Omit<RowToStore, 'key'>

/** Look at the people of a file that somebody only looks at: nothing is stored. A ledger without a batch knows nobody. */
export async function lookAtFile(
  ledger: Ledger,
  rows: AsyncIterable<readonly RowToLookAt[]>,
  of: Pick<BatchToStore, 'sandbox' | 'period'>,
  limits: LimitTable,
): Promise<PeopleFound> {
  return inTransaction(ledger, async (client) => {
    const { rows: some } = await client.query('select from payrun.batches where sandbox = $1 limit 1', [of.sandbox])
    const isLookedAt = ({ operator }: Payable) => some.length > 0 || (limits.get(operator)?.mostADay ?? null) !== null
    const firstPayments: PeopleFound['firstPayments'] = { all: 0, first: [] }
    const staged = await stagePeople(client, payableOnly(rows, isLookedAt, firstPayments))
    await client.query('analyze staging')
    if (some.length > 0) return { commit: false, value: await lookAtPeople(client, of, staged, limits) }
    const overDaily = await findOverDaily(client, { sandbox: of.sandbox, rows: firstPayments.all }, limits)
    return { commit: false, value: { ...nobodyFound, overDaily, firstPayments } }
  })
}

/** The payable rows that are looked at; each is taken for somebody's first payment. */
async function* payableOnly(
  groups: AsyncIterable<readonly RowToLookAt[]>,
  isLookedAt: (payable: Payable) => boolean,
  firstPayments: PeopleFound['firstPayments'],
): AsyncGenerator<RowToLookAt[]> {
  for await (const rows of groups) {
    const staged: RowToLookAt[] = []
    for (const row of rows) {
      if (!row.payable) continue
      firstPayments.all += 1
      if (firstPayments.all <= mostListed) firstPayments.first.push({ line: row.line, phone: row.payable.phone })
      if (isLookedAt(row.payable)) staged.push(row)
    }
    yield staged
  }
}
