import type { PoolClient } from 'pg'
import { largeMinor } from '../../payout/operators/operator.ts'
import type { Staged } from '../intake/stageRows.ts'
import { type Found, firstOfEach } from './found.ts'

export interface UnusualAmount {
  line: number
  amountMinor: string
  /** What the number usually gets; of one that was never paid, the median of the file in its currency. */
  usualMinor: string
  currency: string
  /** How often the median goes into the amount, at least; null: it is beside what the number usually gets. */
  times: typeof inFile.times | typeof inSmallFile.times | null
}

/** So many rows of a currency have a usual amount, and an amount of so many times it may have a zero too many. */
const inFile = { least: 10, times: 20 } as const
/** Of fewer, people may be paid more unlike each other, and it may have two. */
const inSmallFile = { least: 3, times: 50 } as const

/** What is above it is told of every row, whoever is paid (`limitWarning`). */
export const isNotLarge = `k.amount_minor <= case k.currency ${Object.entries(largeMinor)
  .map(([currency, minor]) => `when '${currency}' then ${minor}`)
  .join(' ')} end`

/** Whether there is a currency with amounts that far apart at all. */
export const areFarApart = (amounts: Staged['amounts']): boolean =>
  [...amounts.values()].some(({ least, most }) => most > BigInt(inFile.times) * least)

/** Of a kind that there is nothing of. */
export const noneSql = 'select 0 as line where false'

/** Nobody was ever paid. A query alone is answered by itself, and not in a list. */
export async function unusualInFirst(client: PoolClient): Promise<Found<UnusualAmount>> {
  const [found] = await firstOfEach<[UnusualAmount, never]>(
    client,
    unusualInFileSql('staging', `k.state = 'pending'`),
    noneSql,
  )
  return found
}

/**
 * Of numbers that were never paid. The median is looked for only where amounts are that far apart at all; materialized, it is looked
 * for once in each currency, and not once more for each row, as a planner may choose that expects few of them.
 */
export const unusualInFileSql = (rows: string, areNew: string): string => `(
with far as (
  select currency, case when count(*) < ${inFile.least} then ${inSmallFile.times} else ${inFile.times} end as times
    from staging
   where state = 'pending'
   group by currency
  having count(*) >= ${inSmallFile.least}
     and max(amount_minor) > ${inFile.times} * min(amount_minor)
), usual as materialized (
  select f.currency, f.times,
         percentile_disc(0.5) within group (order by s.amount_minor) as median_minor
    from far f
    join staging s using (currency)
   where s.state = 'pending'
   group by f.currency, f.times
)
select k.line, k.amount_minor::text as "amountMinor", u.median_minor::text as "usualMinor",
       k.currency, u.times
  from ${rows} k
  join usual u using (currency)
 where ${areNew}
   and k.amount_minor > u.times * u.median_minor
   and ${isNotLarge}
)`
