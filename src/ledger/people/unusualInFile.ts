import type { PoolClient } from 'pg'
import type { Staged } from '../batches/stageRows.ts'
import { type Found, firstOfEach } from './findOverDaily.ts'

export interface UnusualAmount {
  line: number
  amountMinor: string
  /** What the number usually gets; of one that was never paid, the median of the file in its currency. */
  usualMinor: string
  currency: string
  isNew: boolean
}

/** So many rows of a currency have a usual amount, and an amount of so many times it may have a zero too many. */
const inFile = { least: 10, times: 20 }

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

/** Of numbers that were never paid. The median is looked for only where amounts are that far apart at all. */
export const unusualInFileSql = (rows: string, areNew: string): string => `
select k.line, k.amount_minor::text as "amountMinor", m.median_minor::text as "usualMinor", k.currency, true as "isNew"
  from ${rows} k
  join (
    select c.currency, h.median_minor
      from (
        select s.currency
          from staging s
         where s.state = 'pending'
         group by s.currency
        having count(*) >= ${inFile.least}
           and max(s.amount_minor) > ${inFile.times} * min(s.amount_minor)
      ) c
     cross join lateral (
       select percentile_disc(0.5) within group (order by s.amount_minor) as median_minor
         from staging s
        where s.state = 'pending'
          and s.currency = c.currency
     ) h
  ) m using (currency)
 where ${areNew}
   and k.amount_minor > ${inFile.times} * m.median_minor`
