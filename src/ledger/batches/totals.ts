import { formatWireAmount } from '../../payout/money/money.ts'
import type { OperatorCode } from '../../payout/operators/operator.ts'
import type { PayoutState } from '../../payout/state.ts'
import type { Ledger, Queryable } from '../connection/ledger.ts'

/** Counts and sums of a batch, derived from its rows. Sums are minor units. */
export interface BatchTotals {
  counts: Partial<Record<PayoutState, number>>
  sums: Partial<Record<PayoutState, Record<string, bigint>>>
}

/** The sums as documents have them: text, in the currency's decimals. */
export const wireSums = (sums: BatchTotals['sums']): Partial<Record<PayoutState, Record<string, string>>> =>
  Object.fromEntries(
    Object.entries(sums).map(([state, byCurrency]) => [
      state,
      Object.fromEntries(
        Object.entries(byCurrency).map(([currency, sum]) => [currency, formatWireAmount(sum, currency)]),
      ),
    ]),
  )

/**
 * What the rows of batches add up to, as a table of (batch_no, operator, state, currency, rows, minor), in several lines for a state.
 * Of invalid rows the operator is null.
 * A settled batch has its totals. The chunks of which a row has moved since are taken off them as they were, and counted again.
 * Of other batches, chunks whose totals are kept are not counted again: a million rows are 5,000 chunks, most of which have one total, which is taken
 * without a call for each; and while they are paid only those are counted that somebody has begun and not closed. An open chunk has
 * been begun if there is an event on its lines; its own, or that of a row of another operator between them. Beyond the last line
 * with an event, none has been.
 *
 * @param batchNos an SQL expression for an array of batch numbers
 */
export const totalsSql = (batchNos: string): string => `(
  with ${chunksOf(batchNos)}
  ${addedUpSql}
  union all
  select i.batch_no, null, t.*
    from payrun.batches i
   cross join unnest(i.invalid_totals) t
   where i.batch_no = any(${batchNos})
)`

/** `n`: the batches; `c`: chunks of those that are not settled; `dropped`: those of settled batches of which a row has moved since. */
const chunksOf = (batchNos: string): string => `n as materialized (
    select m.batch_no,
           m.state = 'settled'
           and exists (select from payrun.settled_totals s where s.batch_no = m.batch_no)
           and not exists (
             select from payrun.chunks o where o.batch_no = m.batch_no and o.open
           ) as is_settled
      from payrun.batches m
     where m.batch_no = any(${batchNos})
  ), c as materialized (
    select h.batch_no, h.chunk_no, h.operator, h.totals,
           totals is not null and (
             not open
             or begun.last_line is null
             or h.first_line > begun.last_line
             or not exists (
               select from payrun.events e
                where e.batch_no = h.batch_no
                  and e.line between h.first_line and h.last_line
             )
           ) as is_kept
      from (
        select n.batch_no,
               (select max(e.line) from payrun.events e where e.batch_no = n.batch_no) as last_line
          from n
         where not n.is_settled
        offset 0
      ) begun
     cross join lateral (select * from payrun.chunks o where o.batch_no = begun.batch_no offset 0) h
  ), dropped as materialized (
    select h.batch_no, h.chunk_no, h.operator, h.before
      from n
      join payrun.chunks h on h.batch_no = n.batch_no and h.totals is null
     where n.is_settled
  )`

const addedUpSql = `select batch_no, operator, (t).*
    from (
      select batch_no, operator, totals[1] as t
        from c
       where is_kept
         and cardinality(totals) > 0
      offset 0
    ) one
  union all
  select batch_no, operator, t.*
    from c
   cross join unnest(totals[2:]) t
   where is_kept
     and cardinality(totals) > 1
  union all
  select batch_no, operator, state, currency, sum(rows)::int, sum(minor)
    from (
      select s.*
        from n
        join payrun.settled_totals s using (batch_no)
       where n.is_settled
      union all
      select batch_no, operator, t.state, t.currency, -t.rows, -t.minor
        from dropped
       cross join unnest(before) t
    ) still
   group by batch_no, operator, state, currency
  having sum(rows) <> 0
  union all
  select batch_no, operator, t.*
    from (
      select batch_no, chunk_no, operator from c where not is_kept
      union all
      select batch_no, chunk_no, operator from dropped
    ) counted
   cross join lateral (
     select p.state, p.currency, count(*)::int, sum(p.amount_minor)
       from payrun.payouts p
      where payrun.chunk_key(p.batch_no, p.chunk_no)
            = payrun.chunk_key(counted.batch_no, counted.chunk_no)
      group by p.state, p.currency
   ) t`

/** Counts and sums by state and currency, of several batches at once. A batch without rows is not in the map. */
export async function readTotals(ledger: Ledger, batchNos: readonly number[]): Promise<Map<number, BatchTotals>> {
  const { rows } = await ledger.pool.query<Omit<Share, 'sum'> & { batchNo: number; sum: string }>(
    `select batch_no as "batchNo", state, currency, sum(rows)::int as rows,
            coalesce(sum(minor), 0)::text as sum
       from ${totalsSql('$1::int[]')} t
      group by 1, 2, 3
      order by 1, 2, 3`,
    [batchNos],
  )
  const shares = rows.map((row) => ({ ...row, sum: BigInt(row.sum) }))
  const byBatch = [...Map.groupBy(shares, ({ batchNo }) => batchNo)]
  return new Map(byBatch.map(([batchNo, its]) => [batchNo, totalsOfShares(its)]))
}

/** What the rows of one state and currency come to. */
interface Share {
  state: PayoutState
  /** Null: of invalid rows, which may have no amount. */
  currency: string | null
  rows: number
  /** Minor units. */
  sum: bigint
}

/** What the rows of a batch come to, by operator, state and currency; null: invalid rows, whose operator may be anything. */
export interface OperatorShare extends Share {
  operator: OperatorCode | null
}

export async function readOperatorShares(ledger: Ledger, batchNo: number): Promise<OperatorShare[]> {
  const { rows } = await ledger.pool.query<Omit<OperatorShare, 'sum'> & { sum: string }>(
    `select operator, state, currency, sum(rows)::int as rows, coalesce(sum(minor), 0)::text as sum
       from ${totalsSql('array[$1::int]')} t
      group by 1, 2, 3
      order by 1, 2, 3`,
    [batchNo],
  )
  return rows.map((row) => ({ ...row, sum: BigInt(row.sum) }))
}

/** Shares added up, of all operators together. */
export function totalsOfShares(shares: readonly Share[]): BatchTotals {
  const totals: BatchTotals = { counts: {}, sums: {} }
  for (const { state, currency, rows, sum } of shares) {
    totals.counts[state] = (totals.counts[state] ?? 0) + rows
    if (currency === null) continue
    const sums = totals.sums[state] ?? {}
    totals.sums[state] = sums
    sums[currency] = (sums[currency] ?? 0n) + sum
  }
  return totals
}

/** How many payouts there are, and what they come to: minor units by currency. */
export interface PayoutTotals {
  rows: number
  totals: Map<string, bigint>
}

/** Count and add up payouts. @param from where they are, as SQL: what follows `from` */
export async function totalPayouts(client: Queryable, from: string, values: unknown[] = []): Promise<PayoutTotals> {
  const { rows } = await client.query<{ currency: string; n: number; sum: string }>(
    `select currency, count(*)::int as n, sum(amount_minor)::text as sum
       from ${from}
      group by currency
      order by currency`,
    values,
  )
  return {
    rows: rows.reduce((sum, { n }) => sum + n, 0),
    totals: new Map(rows.map(({ currency, sum }) => [currency, BigInt(sum)])),
  }
}

/** What these rows of a batch come to, by currency, in minor units. */
export const sumsOfLines = async (
  { pool }: Ledger,
  batchNo: number,
  lines: readonly number[],
): Promise<ReadonlyMap<string, bigint>> =>
  (await totalPayouts(pool, 'payrun.payouts where batch_no = $1 and line = any ($2)', [batchNo, lines])).totals

/** Whether a batch has as many unknown rows as it may have. Looks no further than that many. */
export async function hasTooManyUnknown(ledger: Ledger, batchNo: number, maxUnknown: number): Promise<boolean> {
  const { rows } = await ledger.pool.query<{ n: number }>(
    `select count(*)::int as n
       from (
         select from payrun.unknown_rows
          where batch_no = $1
          limit $2
       ) unknown`,
    [batchNo, maxUnknown],
  )
  return rows[0]!.n >= maxUnknown
}

/** A batch with rows of which nobody knows whether they were paid. */
export interface UnknownOfBatch {
  id: string
  name: string
  rows: number
}

/** The latest batches with unknown rows. Reads those rows alone, which a table of their own has. */
export async function readUnknown({ pool }: Ledger, most: number): Promise<UnknownOfBatch[]> {
  const { rows } = await pool.query<UnknownOfBatch>(
    `select b.id, b.name, u.rows
       from (
         select batch_no, count(*)::int as rows
           from payrun.unknown_rows
          group by batch_no
          order by batch_no desc
          limit $1
       ) u
       join payrun.batches b on b.batch_no = u.batch_no
      order by b.batch_no desc`,
    [most],
  )
  return rows
}

/**
 * The latest batches with accepted rows; while a batch is paid, they come and go. Their table may have a million rows of one batch: it
 * is walked from batch to batch by its key, and the totals have how many there are.
 */
export async function listWithAccepted(
  { pool }: Ledger,
  most: number,
): Promise<{ batchNo: number; id: string; name: string }[]> {
  const { rows } = await pool.query<{ batchNo: number; id: string; name: string }>(
    `with recursive with_accepted as (
       select max(batch_no) as batch_no
         from payrun.status_questions
        union all
       select (
                select max(q.batch_no)
                  from payrun.status_questions q
                 where q.batch_no < w.batch_no
              )
         from with_accepted w
        where w.batch_no is not null
     )
     select b.batch_no as "batchNo", b.id, b.name
       from with_accepted w
       join payrun.batches b using (batch_no)
      where b.state <> 'running'
      order by b.batch_no desc
      limit $1`,
    [most],
  )
  return rows
}
