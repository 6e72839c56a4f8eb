import { currencyDecimals } from '../../payout/operators/operator.ts'
import { amountsOf, numbersOf, type Statement } from '../../payout/reconciliation.ts'
import type { Ledger } from '../connection/ledger.ts'

/** For how many days before the gap an operator counts as one that may have been paid through in it: a month's payroll, and some. */
const usedDays = 40

const withoutDecimals = Object.entries(currencyDecimals).flatMap(([currency, decimals]) =>
  decimals === 0 ? [currency] : [],
)

/**
 * Finds the operators that were paid through in the weeks before a gap of the ledger (`used`), and those of such payouts that a statement
 * lists (`listed`). A line lists the payout that has its reference; without one, what was paid to its number with its amount, unless
 * that went through several operators. Trials in the sandbox count for neither.
 */
export async function findOperators(
  ledger: Ledger,
  { lines }: Statement,
  since: Date,
): Promise<{ used: string[]; listed: string[] }> {
  const wanted = lines.map((line) => ({
    line: line.line,
    reference: line.reference,
    phones: numbersOf(line),
    amounts: amountsOf(line).map(({ from }) => String(from)),
  }))
  const { rows } = await ledger.pool.query<{ used: string[]; listed: string[] }>(operatorsSql, [
    JSON.stringify(wanted),
    since,
    withoutDecimals,
  ])
  return rows[0]!
}

const isOfLate = `p.state in ('accepted', 'paid')
     and p.sent_at > $2::timestamptz - make_interval(days => ${usedDays})`

const operatorsSql = `
with lines as materialized (
  select *
    from json_to_recordset($1::json)
         as l(line integer, reference text, phones text[], amounts numeric[])
), batches as materialized (
  select b.batch_no
    from payrun.batches b
   where not b.sandbox
     and exists (
           select from payrun.batch_events e
            where e.batch_no = b.batch_no
              and e.at > $2::timestamptz - make_interval(days => ${usedDays})
         )
), used as (
  select distinct p.operator
    from batches b
    join payrun.payouts p on p.batch_no = b.batch_no
   where ${isOfLate}
), referenced as (
  select l.line, p.operator
    from lines l
    join payrun.provider_references r on r.reference = l.reference
    join payrun.payouts p
         on p.batch_no = r.batch_no
         and p.line = r.line
    join batches b on b.batch_no = p.batch_no
   where ${isOfLate}
     -- A purged row has no number.
     and (l.phones = '{}' or p.phone = '' or p.phone = any(l.phones))
), numbered as (
  select min(p.operator) as operator
    from lines l
   cross join unnest(l.phones) n(phone)
    join payrun.payouts p
         on reverse(p.phone) collate "C" = reverse(n.phone) collate "C"
         and p.phone = n.phone
    join batches b on b.batch_no = p.batch_no
   where ${isOfLate}
     and p.amount_minor * case when p.currency = any($3::text[]) then 100 else 1 end
         = any(l.amounts)
     and not exists (
           select from payrun.provider_references r
            where r.reference = l.reference
         )
   group by l.line
  having count(distinct p.operator) = 1
), listed as (
  select operator from referenced
   union
  select operator from numbered
)
select array(select operator from used order by operator) as used,
       array(select operator from listed order by operator) as listed`

/**
 * The batches with rows that are paid and were sent between two times, oldest first. Trials in the sandbox are not among them; nor are
 * purged batches, whose rows can't be found in a statement by their numbers.
 */
export async function findPaidBetween({ pool }: Ledger, since: Date, until: Date): Promise<number[]> {
  const { rows } = await pool.query<{ batchNo: number }>(
    `select b.batch_no as "batchNo"
       from payrun.batches b
      where not b.sandbox
        and b.purged_at is null
        -- None goes on for longer without any event.
        and exists (
          select from payrun.batch_events e
           where e.batch_no = b.batch_no
             and e.at > $1::timestamptz - make_interval(days => ${usedDays})
        )
        and exists (
          select from payrun.payouts p
           where p.batch_no = b.batch_no
             and p.state = 'paid'
             and p.sent_at between $1 and $2
        )
      order by b.batch_no`,
    [since, until],
  )
  return rows.map(({ batchNo }) => batchNo)
}
