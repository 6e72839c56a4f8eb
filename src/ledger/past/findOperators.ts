import { amountsOf, numbersOf, type Statement } from '../../payout/reconciliation.ts'
import type { Ledger } from '../connection/ledger.ts'

/** For how many days before the gap an operator counts as one that may have been paid through in it: a month's payroll, and some. */
const usedDays = 40

/**
 * Finds the operators of batches from the weeks before a gap of the ledger, or not settled yet (`used`), and those of payouts that a
 * statement lists, by the provider's reference or by number and amount (`listed`).
 */
export async function findOperators(
  ledger: Ledger,
  { lines }: Statement,
  since: Date,
): Promise<{ used: string[]; listed: string[] }> {
  const wanted = lines.map((line) => ({
    reference: line.reference,
    phones: numbersOf(line),
    amounts: amountsOf(line).map(({ from }) => String(from)),
  }))
  const { rows } = await ledger.pool.query<{ used: string[]; listed: string[] }>(operatorsSql, [
    JSON.stringify(wanted),
    since,
  ])
  return rows[0]!
}

const operatorsSql = `
with lines as (
  select *
    from json_to_recordset($1::json) as l(reference text, phones text[], amounts numeric[])
), used as (
  select distinct c.operator
    from payrun.batches b
    join payrun.chunks c on c.batch_no = b.batch_no
   where b.created_at > $2::timestamptz - make_interval(days => ${usedDays})
      or b.state in ('awaiting_approval', 'running', 'paused')
), listed as (
  select p.operator
    from lines l
    join payrun.provider_references r on r.reference = l.reference
    join payrun.payouts p
         on p.batch_no = r.batch_no
         and p.line = r.line
   where l.phones = '{}'
      or p.phone = any(l.phones)
   union
  select p.operator
    from lines l
   cross join unnest(l.phones) n(phone)
   cross join unnest(array[l.amounts[1], l.amounts[1] / 100]) a(minor)
    join payrun.payouts p
         on reverse(p.phone) collate "C" = reverse(n.phone) collate "C"
         and p.phone = n.phone
         and p.amount_minor = a.minor
   where p.state in ('sending', 'accepted', 'unknown', 'paid')
     and p.sent_at > $2::timestamptz - make_interval(days => ${usedDays})
)
select array(select operator from used order by operator) as used,
       array(select operator from listed order by operator) as listed`
