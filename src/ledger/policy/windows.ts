import type { OperatorCode } from '../../payout/operators/operator.ts'
import { offsetMs } from '../../payout/times/zonedTime.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { inTransaction, type Ledger, type Queryable, sqlStateOf } from '../connection/ledger.ts'
import type { HandWish } from './holds.ts'

/** Planned maintenance of an operator, during which nothing is sent to it. */
export interface OperatorWindow {
  windowNo: number
  operator: OperatorCode
  /** On the clocks of `timeZone`, as YYYY-MM-DDTHH:MM; the first time, if it repeats. */
  from: string
  to: string
  every: 'day' | 'week' | null
  timeZone: string
  actor: string
  note: string | null
  /** Until when, if it is on at this moment. */
  openUntil: Date | null
  /** When it begins next; null: not again. */
  next: Date | null
}

/** Windows that are on or still to come, in the order in which they begin. */
export async function listWindows({ pool }: Ledger, sandbox: boolean): Promise<OperatorWindow[]> {
  const { rows } = await pool.query<OperatorWindow>(
    `select o.window_no as "windowNo", o.operator,
            to_char(o.starts, 'YYYY-MM-DD"T"HH24:MI') as "from",
            to_char(o.ends, 'YYYY-MM-DD"T"HH24:MI') as "to", o.every, o.time_zone as "timeZone",
            o.actor, o.note, payrun.window_end(o, now()) as "openUntil",
            payrun.window_start(o, now()) as next
       from payrun.operator_windows o
      where o.sandbox = $1
        and o.removed_at is null
        and (payrun.window_end(o, now()) is not null or payrun.window_start(o, now()) is not null)
      order by payrun.window_end(o, now()) is null, next, o.window_no`,
    [sandbox],
  )
  return rows
}

/** One occurrence of planned maintenance. */
export interface Maintenance {
  operator: OperatorCode
  from: Date
  until: Date
}

/** Maintenance that is on at a moment or begins within the hour after it: it affects what is paid from then on. */
export async function windowsAround({ pool }: Ledger, sandbox: boolean, at: Date): Promise<Maintenance[]> {
  const { rows } = await pool.query<Maintenance>(
    `select o.operator, w.begins as "from",
            payrun.window_end(o, greatest(w.begins, $2::timestamptz)) as until
       from payrun.operator_windows o
      cross join lateral (
         select case
                  when payrun.window_end(o, $2::timestamptz) is null
                    then payrun.window_start(o, $2::timestamptz)
                  else $2::timestamptz - payrun.window_elapsed(o, $2::timestamptz)
                end as begins
       ) w
      where o.sandbox = $1
        and o.removed_at is null
        and w.begins < $2::timestamptz + interval '1 hour'
        and payrun.window_end(o, greatest(w.begins, $2::timestamptz)) is not null
      order by w.begins, o.window_no`,
    [sandbox, at],
  )
  return rows
}

/** Plan maintenance. `from` and `to`: on the clocks of the time zone, as YYYY-MM-DDTHH:MM. */
export async function planWindow(
  { pool }: Ledger,
  { operator, sandbox, actor, note }: HandWish,
  { from, to, every, timeZone }: Pick<OperatorWindow, 'from' | 'to' | 'every' | 'timeZone'>,
): Promise<void> {
  await pool.query(
    `insert into payrun.operator_windows
       (operator, sandbox, starts, ends, every, time_zone, actor, note)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [operator, sandbox, from, to, every, timeZone, actor, note],
  )
}

/**
 * Remove planned maintenance of an operator: one window by its number, or all of them.
 *
 * @returns how many windows were removed; 0: it is over, or was removed already
 */
export async function removeWindows(
  { pool }: Ledger,
  { operator, sandbox, actor }: HandWish,
  windowNo?: number,
): Promise<number> {
  const { rowCount } = await pool.query(
    `update payrun.operator_windows o
        set removed_at = now(), removed_by = $3
      where o.operator = $1
        and o.sandbox = $2
        and ($4::integer is null or o.window_no = $4)
        and o.removed_at is null
        and (payrun.window_end(o, now()) is not null or payrun.window_start(o, now()) is not null)`,
    [operator, sandbox, actor, windowNo ?? null],
  )
  return rowCount ?? 0
}

const dayMs = 86_400_000
/** The days after the first moment at which clocks are compared. */
const lookedAtDays = [0, 7, 31]
const unknownZone = '22023'

/**
 * Why hours in a time zone can't be kept. The database keeps them, and its time zone data is not this process's: one of the two may be older than a
 * country's last change of its clocks (Morocco, 2026), and Postgres takes a zone such as IST or BST for an abbreviation of its own.
 *
 * @returns undefined if both show the same time, at that moment and in the month after it
 */
export async function whyOtherClocks(client: Queryable, zone: string, from: Date): Promise<Sentence | undefined> {
  const moments = lookedAtDays.map((days) => new Date(from.getTime() + days * dayMs))
  const theirs = await offsetsOf(client, zone, moments)
  if (!theirs) return say('stored.clocks_unknown', { zone })
  const at = moments.findIndex((moment, n) => offsetMs(moment, zone) !== theirs[n])
  const [moment, their] = [moments[at], theirs[at]]
  if (!moment || their === undefined) return undefined
  return say('stored.clocks_differ', { zone, here: clock(moment, offsetMs(moment, zone)), there: clock(moment, their) })
}

/** The same outside of a transaction. */
export const whyClocksDiffer = (ledger: Ledger, zone: string, from: Date): Promise<Sentence | undefined> =>
  inTransaction(ledger, async (client) => ({ commit: false, value: await whyOtherClocks(client, zone, from) }))

/** The time on a clock, with the date, which may be in the future. */
const clock = (moment: Date, aheadMs: number): string =>
  new Date(moment.getTime() + aheadMs).toISOString().slice(0, 16).replace('T', ' ')

/** How far the zone's clocks are ahead of UTC at these moments, in ms, as the database has them. */
async function offsetsOf(client: Queryable, zone: string, moments: readonly Date[]): Promise<number[] | undefined> {
  await client.query('savepoint clocks')
  try {
    const { rows } = await client.query<{ aheadMs: number }>(
      `select (
                extract(epoch from (m at time zone $1) - (m at time zone 'UTC')) * 1000
              )::int as "aheadMs"
         from unnest($2::timestamptz[]) with ordinality u(m, n)
        order by n`,
      [zone, moments],
    )
    return rows.map(({ aheadMs }) => aheadMs)
  } catch (error) {
    if (sqlStateOf(error) !== unknownZone) throw error
    await client.query('rollback to savepoint clocks')
    return undefined
  }
}
