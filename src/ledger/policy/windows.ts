import type { OperatorCode } from '../../payout/operators/operator.ts'
import type { Ledger } from '../connection/ledger.ts'
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
    `select o.window_no as "windowNo", o.operator, to_char(o.starts, 'YYYY-MM-DD"T"HH24:MI') as "from",
            to_char(o.ends, 'YYYY-MM-DD"T"HH24:MI') as "to", o.every, o.time_zone as "timeZone",
            o.actor, o.note,
            payrun.window_end(o, now()) as "openUntil", payrun.window_start(o, now()) as next
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
    `select o.operator, w.begins as "from", payrun.window_end(o, greatest(w.begins, $2::timestamptz)) as until
       from payrun.operator_windows o
      cross join lateral (
         select case
                  when payrun.window_end(o, $2::timestamptz) is null then payrun.window_start(o, $2::timestamptz)
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
    `insert into payrun.operator_windows (operator, sandbox, starts, ends, every, time_zone, actor, note)
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
