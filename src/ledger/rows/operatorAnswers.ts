import type { Ledger } from '../connection/ledger.ts'

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
