import type { PoolClient } from 'pg'
import type { LimitTable } from '../../payout/operators/operator.ts'
import { counts, isRecent } from '../intake/findRepeats.ts'
import { type Found, first, nothingFound } from './found.ts'

export interface OverDaily {
  line: number
  phone: string
  operator: string
  currency: string
  sumMinor: string
  mostMinor: string
}

/** Of fewer rows each number is looked up by itself, whatever other batches there are. */
const fewRows = 2_000

/** Numbers that the staged rows, and what was paid to them or waits for them, bring over what their operator allows in a day. */
export async function findOverDaily(
  client: PoolClient,
  { sandbox, rows }: { sandbox: boolean; rows: number },
  limits: LimitTable,
): Promise<Found<OverDaily>> {
  const daily = [...limits.values()].flatMap(({ operator, mostADay }) =>
    mostADay === null ? [] : [{ operator, mostADay }],
  )
  if (daily.length === 0) return nothingFound
  const staged = daily.map(({ operator }) => operator)
  const { rows: some } = await client.query(
    `select from staging where state = 'pending' and operator = any($1) limit 1`,
    [staged],
  )
  if (some.length === 0) return nothingFound
  const most = daily.map(({ mostADay }) => String(mostADay))
  return first<OverDaily>(client, overDailySql(rows < fewRows ? byNumber : byBatch), [staged, most, sandbox])
}

/** Each by itself: in a join, Postgres would rather read all payouts while it knows little of them, as after a large file. */
const byNumber = `
  select w.phone, t.minor
    from wanted w
   cross join lateral (
     select sum(o.amount_minor) as minor
       from payrun.payouts o
       join payrun.batches b on b.batch_no = o.batch_no and b.sandbox = $3
      where reverse(o.phone) collate "C" = reverse(w.phone) collate "C"
        and ${counts}
        and ${isRecent}
   ) t`

/** Of many rows: only the batches of which something happened lately, or may happen yet, are read. */
const byBatch = `
  select o.phone, sum(o.amount_minor) as minor
    from payrun.payouts o
   where ${counts}
     and ${isRecent}
     and o.batch_no in (
       select b.batch_no
         from payrun.batches b
        where b.sandbox = $3
          and (
            b.state in ('awaiting_approval', 'running', 'paused')
            or b.batch_no in (
              select e.batch_no from payrun.batch_events e where e.at > now() - interval '24 hours'
            )
          )
     )
   group by o.phone`

const overDailySql = (others: string) => `
with wanted as materialized (
  select s.phone, min(s.operator) as operator, min(s.currency) as currency, min(s.line) as line,
         sum(s.amount_minor) as minor, min(l.most) as most
    from staging s
    join unnest($1::text[], $2::bigint[]) as l (operator, most) using (operator)
   where s.state = 'pending'
   group by s.phone
), others as materialized (${others})
select w.line, w.phone, w.operator, w.currency,
       (w.minor + coalesce(o.minor, 0))::text as "sumMinor",
       w.most::text as "mostMinor"
  from wanted w
  left join others o using (phone)
 where w.minor + coalesce(o.minor, 0) > w.most`
