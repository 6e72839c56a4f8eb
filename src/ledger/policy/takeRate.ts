import type { Ledger } from '../connection/ledger.ts'

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
         when r.expire > excluded.expire + 5000 or r.expire <= excluded.expire - $2::int - $2::int / 2
           then excluded.expire
         when r.expire <= excluded.expire - $2::int
           then r.expire + $2::int
         else r.expire
       end
returning points, (expire - (select ms from clock))::int as ends_in_ms`
