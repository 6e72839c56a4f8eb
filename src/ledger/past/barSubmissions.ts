import type { PoolClient } from 'pg'
import { currencyDecimals } from '../../payout/operators/operator.ts'
import type { Problem } from '../../payout/problem.ts'
import { moment, readSentence, type Sentence, say } from '../../words/sentence.ts'

/**
 * Why no new file is taken by a ledger that went back in time: it may bring what was paid after that point, and the ledger doesn't
 * know of it any more. Undefined where it is whole, or a statement has filled the gap.
 */
export async function whyNoSubmission(
  client: PoolClient,
): Promise<{ isFenced: boolean; message: Sentence } | undefined> {
  const { rows } = await client.query<{ fencedWhy: unknown; since: Date | null }>(
    `select fenced_why as "fencedWhy", awaiting_statement_since as since
       from payrun.server
        for share`,
  )
  const why = readSentence(rows[0]?.fencedWhy)
  if (why) return { isFenced: true, message: say('stored.submissions_wait_for_fence', { why }) }
  const since = rows[0]?.since
  if (!since) return undefined
  return { isFenced: false, message: say('stored.submissions_wait_for_statement', { since: moment(since, 'second') }) }
}

interface Barred {
  line: number
  value: string
  byReference: boolean
  statementLine: number
}

/**
 * Staged rows for which a statement has a payment that no row of the ledger is known for: under their reference, or of their
 * amount to their number.
 */
export async function findBarred(
  client: PoolClient,
  allowDuplicates: boolean,
  columnOf: { reference(): string; phone(): string },
): Promise<Problem[]> {
  const { rows: kept } = await client.query(
    `select from payrun.payments_without_row
      where source = 'statement'
        and not set_aside
      limit 1`,
  )
  if (kept.length === 0) return []
  const { rows } = await client.query<Barred>(barredSql, [allowDuplicates, wholeCurrencies])
  return rows.map(({ line, value, byReference, statementLine }) => ({
    line,
    column: byReference ? columnOf.reference() : columnOf.phone(),
    value,
    code: byReference ? 'reference_in_use' : 'possible_duplicate',
    message: byReference
      ? say('stored.paid_without_row_reference', { line: statementLine })
      : say('stored.paid_without_row_number', { line: statementLine }),
  }))
}

/** Of which the minor unit is the unit. */
const wholeCurrencies = Object.entries(currencyDecimals).flatMap(([code, decimals]) => (decimals === 0 ? [code] : []))

const barredSql = `
with unknown_payments as materialized (
  select w.reference, w.hashes, w.statement_line
    from payrun.payments_without_row w
   where w.source = 'statement'
     and not w.set_aside
), keyed as materialized (
  select s.line, s.reference, s.phone,
         payrun.payment_hash(
           s.phone,
           s.amount_minor::numeric * case when s.currency = any ($2) then 100 else 1 end) as hash
    from staging s
   where s.state = 'pending'
)
select distinct on (k.line) k.line,
       case when k.reference = u.reference then k.reference else k.phone end as value,
       k.reference is not distinct from u.reference and k.reference is not null as "byReference",
       u.statement_line as "statementLine"
  from keyed k
  join unknown_payments u
       on u.reference = k.reference
       or not $1 and k.hash = any (u.hashes)
 order by k.line, 3 desc`
