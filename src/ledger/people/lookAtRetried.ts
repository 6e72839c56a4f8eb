import type { PoolClient } from 'pg'
import type { Payable } from '../../payout/keys.ts'
import type { LimitTable } from '../../payout/operators/operator.ts'
import type { Sentence } from '../../words/sentence.ts'
import type { WarnedOf } from '../policy/policy.ts'
import { isNotLarge } from './findings.ts'
import { lookAtStaged, type PeopleFound } from './lookAtPeople.ts'

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
