import type { OperatorCode } from '../../payout/operators/operator.ts'
import type { RefusalsToShare } from '../../payout/outcome.ts'
import type { Ledger } from '../connection/ledger.ts'

// What all processes that pay from a ledger share about the provider: each learns from the answers of the others.

/** Keep that the provider has asked to wait (429, `Retry-After`), for other and later processes, by the ledger's clock. */
export async function keepRetryAfter({ pool }: Ledger, sandbox: boolean, waitMs: number): Promise<void> {
  await pool.query(keepSql, [keyOf(sandbox), Math.min(Math.ceil(waitMs), longestMs)])
}

/** The longest that a provider is waited for (src/provider/answers/outcome.ts). */
const longestMs = 300_000

const keyOf = (sandbox: boolean): string => (sandbox ? 'sandbox retry after' : 'retry after')

/** Of two waits, the one that ends later counts, unless it ends later than any could that was requested by now (the clock was set back). */
const keepSql = `
with clock as (
  select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms
)
insert into payrun.rate_limits as r (key, points, expire)
select $1, 0, ms + $2::int
  from clock
on conflict (key) do update
   set expire = case
         when r.expire > excluded.expire - $2::int + ${longestMs} then excluded.expire
         else greatest(r.expire, excluded.expire)
       end`

/** How long the provider still has to be waited for, whichever process it asked; 0: not at all. */
export async function readRetryAfterMs({ pool }: Ledger, sandbox: boolean): Promise<number> {
  const { rows } = await pool.query<{ waitMs: string }>(
    `select expire - (extract(epoch from clock_timestamp()) * 1000)::bigint as "waitMs"
       from payrun.rate_limits
      where key = $1`,
    [keyOf(sandbox)],
  )
  const waitMs = Number(rows[0]?.waitMs ?? 0)
  return waitMs > longestMs ? 0 : Math.max(0, waitMs)
}

/** So many payouts in so long: one window of a rate. */
interface RateWindow {
  /** What the rate is on. */
  key: string
  points: number
  durationMs: number
}

/**
 * Take up to `wanted` payouts from the window that all processes of this ledger share, by the database's clock: a process whose own clock is wrong, or
 * is set while it runs, gets no more than the others and holds up nobody.
 *
 * @returns how many it got, and in how many milliseconds the window ends
 */
export async function takeRate(
  ledger: Ledger,
  { key, points, durationMs }: RateWindow,
  wanted: number,
): Promise<{ tokens: number; endsInMs: number }> {
  const { rows } = await ledger.pool.query<{ points: number; ends_in_ms: number }>({
    name: 'payrun-take-rate',
    text: takeSql,
    values: [wanted, durationMs, key],
  })
  const { points: counted, ends_in_ms } = rows[0]!
  // Everything wanted was counted, though only some may have fitted. What fitted is ours: nobody else gets it.
  const before = counted - wanted
  return { tokens: Math.min(wanted, Math.max(0, points - before)), endsInMs: Math.max(0, ends_in_ms) }
}

/**
 * If the next window is asked for before it is half over, it begins where the last one ended: whoever waits for it is a little late each time, which
 * would add up. A window that is over, or that ends later than any could that has begun by now (the server's clock was set back), is replaced by a new
 * one. The 5 s: this clock was read before the row was locked, and somebody with a later reading may have been first.
 */
const takeSql = `
with clock as (
  select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms
)
insert into payrun.rate_limits as r (key, points, expire)
select $3::text, $1::int, ms + $2::int
  from clock
on conflict (key) do update
   set points = case
         when r.expire <= excluded.expire - $2::int or r.expire > excluded.expire + 5000
           then excluded.points
         else least(r.points::bigint + excluded.points, 1000000000)::int
       end,
       expire = case
         when r.expire > excluded.expire + 5000
           or r.expire <= excluded.expire - $2::int - $2::int / 2
           then excluded.expire
         when r.expire <= excluded.expire - $2::int
           then r.expire + $2::int
         else r.expire
       end
returning points, (expire - (select ms from clock))::int as ends_in_ms`

/**
 * Add a process's refusals in a row to a batch's counts over all processes. Other words than those counted so far start a new series.
 *
 * @returns how many there are in a row now, for each operator that was given
 */
export async function shareRefusals(
  ledger: Ledger,
  batchNo: number,
  added: readonly RefusalsToShare[],
): Promise<Map<OperatorCode | '', number>> {
  const ordered = added.toSorted((one, other) => (one.operator < other.operator ? -1 : 1))
  const { rows } = await ledger.pool.query<{ operator: OperatorCode | ''; rows: number }>(
    `select operator, rows
       from payrun.count_refusals($1, $2, $3, $4, $5)`,
    [
      batchNo,
      ordered.map(({ operator }) => operator),
      ordered.map(({ words }) => words),
      ordered.map(({ rows }) => rows),
      ordered.map(({ anew }) => anew),
    ],
  )
  return new Map(rows.map(({ operator, rows }) => [operator, rows]))
}

/** How an operator answered in a minute, as one worker counted it. */
export interface AnswersCounted {
  operator: string
  good: number
  refused: number
  unclear: number
  /** How many took so long, by `answerSteps`. */
  took: readonly number[]
}

/** Add what a worker has counted since it wrote last, to the minute that it is. Counts of days past go. */
export async function writeOperatorAnswers(
  ledger: Ledger,
  { workerNo, sandbox, counted }: { workerNo: number; sandbox: boolean; counted: readonly AnswersCounted[] },
): Promise<void> {
  await ledger.pool.query(
    `with gone as (
       delete from payrun.operator_answers
        where minute < now() - interval '1 day'
     )
     insert into payrun.operator_answers as a
       (minute, operator, sandbox, worker_no, good, refused, unclear, took)
     select date_trunc('minute', now()), c.operator, $1, $2, c.good, c.refused, c.unclear, c.took
       from jsonb_to_recordset($3)
            as c (operator text, good int, refused int, unclear int, took int[])
     on conflict (minute, operator, sandbox, worker_no) do update
        set good = a.good + excluded.good,
            refused = a.refused + excluded.refused,
            unclear = a.unclear + excluded.unclear,
            took = (
              select array_agg(coalesce(x.old, 0) + coalesce(x.more, 0) order by x.nth)
                from unnest(a.took, excluded.took) with ordinality as x (old, more, nth)
            )`,
    [sandbox, workerNo, JSON.stringify(counted)],
  )
}

/** The last hour of an operator. */
export interface OperatorHour {
  operator: string
  good: number
  refused: number
  unclear: number
  took: number[]
  /** Of each minute with an answer: how long ago, 0 to 59. */
  minutes: { ago: number; good: number; refused: number; unclear: number }[]
}

/** How operators answered within the last hour, over all workers; those that were asked nothing are left out. */
export async function readOperatorHours(ledger: Ledger, sandbox: boolean): Promise<OperatorHour[]> {
  const { rows } = await ledger.pool.query<OperatorHour>(
    `with counted as (
       select a.operator,
              (extract(epoch from date_trunc('minute', now()) - a.minute) / 60)::int as ago,
              a.good, a.refused, a.unclear, a.took
         from payrun.operator_answers a
        where a.minute > now() - interval '1 hour'
          and a.sandbox = $1
     ), minutes as (
       select operator, ago,
              sum(good)::int as good, sum(refused)::int as refused, sum(unclear)::int as unclear
         from counted
        group by operator, ago
     ), times as (
       select operator, array_agg(of_step order by nth) as took
         from (
           select c.operator, t.nth, sum(t.answers)::int as of_step
             from counted c, unnest(c.took) with ordinality as t (answers, nth)
            group by c.operator, t.nth
         ) steps
        group by operator
     )
     select m.operator, sum(m.good)::int as good, sum(m.refused)::int as refused,
            sum(m.unclear)::int as unclear, min(t.took) as took,
            jsonb_agg(
              jsonb_build_object(
                'ago', m.ago, 'good', m.good, 'refused', m.refused, 'unclear', m.unclear)
              order by m.ago desc) as minutes
       from minutes m
       join times t using (operator)
      group by m.operator
      order by m.operator`,
    [sandbox],
  )
  return rows
}

/** Steps by which times of answers are counted, in ms: longer than the one before, and up to this. The last has no end. */
export const answerSteps = [50, 100, 200, 350, 500, 750, 1_000, 2_000, 3_000, 5_000, 10_000, 30_000, Infinity] as const

export const stepOf = (tookMs: number): number => answerSteps.findIndex((most) => tookMs <= most)

/**
 * How long answers usually take: half of them at most `usualMs`, and 19 of 20 at most `slowMs`.
 *
 * @param took how many by step
 * @returns ends of steps; null without an answer. Infinity: longer than the last end.
 */
export function usualTimes(took: readonly number[]): { usualMs: number; slowMs: number } | null {
  const all = took.reduce((sum, of) => sum + of, 0)
  if (all === 0) return null
  const within = (share: number): number => {
    const step = took.findIndex((_of, at) => took.slice(0, at + 1).reduce((sum, of) => sum + of, 0) >= share * all)
    return answerSteps[step] ?? Infinity
  }
  return { usualMs: within(0.5), slowMs: within(0.95) }
}
