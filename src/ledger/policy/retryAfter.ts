import type { Ledger } from '../connection/ledger.ts'

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

/** Keep that the provider has asked to wait (429, `Retry-After`), for other and later processes, by the ledger's clock. */
export async function keepRetryAfter({ pool }: Ledger, sandbox: boolean, waitMs: number): Promise<void> {
  await pool.query(keepSql, [keyOf(sandbox), Math.min(Math.ceil(waitMs), longestMs)])
}

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
