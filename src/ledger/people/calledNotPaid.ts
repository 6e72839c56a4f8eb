import type { PoolClient } from 'pg'
import type { PayoutState } from '../../payout/state.ts'
import { type Found, first } from './findings.ts'

/** A row that a person called "not paid" and nobody has tried again, with the key of a staged row. */
export interface CalledBefore {
  line: number
  batchId: string
  heldLine: number
  /** What it was until then. */
  was: PayoutState
  by: string
}

/** For how long whoever said so can't approve a payout to the same number under another key (payrun.callers_of): the number is kept as long. */
export const barredFor = `interval '31 days'`

/**
 * Staged rows that pay such a row again, as payrun.callers_of() has it.
 *
 * @param periods the nth is that of the line n; a single one: of all
 */
export const findCalledNotPaid = (
  client: PoolClient,
  sandbox: boolean,
  periods: readonly (string | null)[],
): Promise<Found<CalledBefore>> =>
  first<CalledBefore>(
    client,
    `with called as materialized (
       select w.batch_no, w.line, w.was, w.by, w.at, b.id, b.period,
              payrun.first_key_of_form(w.payout_key) as form_first,
              p.phone, p.reference, p.amount_minor, p.currency, p.name
         from payrun.rows_called_not_paid() w
         join payrun.payouts p using (batch_no, line)
         join payrun.batches b using (batch_no)
        where b.sandbox = $1
     ), again as (
       select s.line as staged, c.*
         from called c
         join staging s using (form_first)
        where s.state = 'pending'
        union all
       select s.line, c.*
         from called c
         join staging s using (phone)
        where s.state = 'pending'
          and (
            payrun.plain_reference(s.reference) = payrun.plain_reference(c.reference)
            or (s.reference is null or c.reference is null)
              and (s.amount_minor, s.currency) = (c.amount_minor, c.currency)
              and coalesce(payrun.plain_reference(s.name) = payrun.plain_reference(c.name), true)
              and c.at > now() - interval '21 days'
          )
          and coalesce(
            payrun.period_form(c.period)
              = payrun.period_form(($2::text[])[least(s.line, cardinality($2))]),
            true
          )
          and c.at > now() - ${barredFor}
     )
     select distinct on (staged) staged as line, id as "batchId", line as "heldLine", was, by
       from again
      order by staged, batch_no desc, again.line`,
    [sandbox, periods],
  )
