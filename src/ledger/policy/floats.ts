import { createHash } from 'node:crypto'
import { recordChange } from '../accounts/trail.ts'
import { inTransaction, type Ledger, type Queryable } from '../connection/ledger.ts'
import { markRequestKey, type RequestKey } from '../intake/requestKeys.ts'

/** What may be spent of a currency, by the provider's batches or by the sandbox's. Minor units; null: no limit of this kind. */
export interface Float {
  currency: string
  /** What may be spent from `setAt` on. */
  set: bigint | null
  setAt: Date
  /** Of that: paid since, accepted, or in flight. */
  spent: bigint
  /** Of that: unknown rows, of whatever age: nobody knows whether their money has left. */
  held: bigint
  /** What may still be spent now, by all limits together. Below zero if evidence has shown more payments than fit. */
  left: bigint | null
  daily: Budget | null
  monthly: Budget | null
  /** IANA's name: when a day of the budgets begins. */
  timeZone: string
  /** Running and paused batches that wait for it. */
  waiting: string[]
}

export interface Budget {
  limit: bigint
  /** What was claimed in this day or month, without what was refused. */
  spent: bigint
}

interface Found {
  currency: string
  set: string | null
  setAt: Date
  taken: string
  held: string
  left: string | null
  daily: string | null
  ofDay: string
  monthly: string | null
  ofMonth: string
  timeZone: string
  waiting: string[]
}

/** All floats of the sandbox or of the provider, by currency. */
export async function readFloats({ pool }: Ledger, sandbox: boolean): Promise<Float[]> {
  const { rows } = await pool.query<Found>(floatsSql, [sandbox])
  const budget = (limit: string | null, spent: string): Budget | null =>
    limit === null ? null : { limit: BigInt(limit), spent: BigInt(spent) }
  return rows.map(({ currency, setAt, timeZone, waiting, ...found }) => ({
    currency,
    set: minor(found.set),
    setAt,
    spent: BigInt(found.taken) - BigInt(found.held),
    held: BigInt(found.held),
    left: minor(found.left),
    daily: budget(found.daily, found.ofDay),
    monthly: budget(found.monthly, found.ofMonth),
    timeZone,
    waiting,
  }))
}

const minor = (text: string | null): bigint | null => (text === null ? null : BigInt(text))

const floatsSql = `
select f.currency, f.set_minor as set, f.set_at as "setAt",
       f.taken_minor + payrun.float_changed(f, null) as taken,
       (
         select coalesce(sum(p.amount_minor), 0)::text
           from payrun.unknown_rows q
           join payrun.batches b on b.batch_no = q.batch_no and b.sandbox = f.sandbox
           join payrun.payouts p on p.batch_no = q.batch_no and p.line = q.line
          where p.currency = f.currency
       ) as held,
       payrun.float_room(f)::text as left,
       f.daily_minor as daily,
       payrun.float_used(f, 'day') as "ofDay",
       f.monthly_minor as monthly,
       payrun.float_used(f, 'month') as "ofMonth",
       f.time_zone as "timeZone",
       array(
         select b.id
           from payrun.batches b
          where b.state in ('running', 'paused')
            and b.sandbox = f.sandbox
            and exists (
              select from payrun.float_waits w
               where w.batch_no = b.batch_no
                 and w.currency = f.currency
                 and payrun.waits_for_float(w.batch_no, w.operator)
                 and exists (
                   select from payrun.chunks c
                    where c.batch_no = w.batch_no
                      and c.operator = w.operator
                      and c.open
                 )
            )
          order by b.batch_no
       ) as waiting
  from payrun.floats f
 where f.sandbox = $1
 order by f.currency`

/** What is still to be sent of all open batches, including those that wait for an approval. Minor units, by currency. */
export async function readWaiting({ pool }: Ledger, sandbox: boolean): Promise<Map<string, bigint>> {
  const { rows } = await pool.query<{ currency: string; minor: string }>(
    `select p.currency, sum(p.amount_minor)::text as minor
       from payrun.batches b
       join payrun.payouts p on p.batch_no = b.batch_no
      where b.state in ('awaiting_approval', 'running', 'paused')
        and b.sandbox = $1
        and p.state = 'pending'
      group by p.currency`,
    [sandbox],
  )
  return new Map(rows.map(({ currency, minor }) => [currency, BigInt(minor)]))
}

export interface FloatWish {
  sandbox: boolean
  currency: string
  /** Who changes it. */
  actor: string
  /** What that person has seen of it (`floatSeen`): if it was changed since, it stays as it is. Left out: it is changed in any case. */
  seen?: string | undefined
  /** Marked as done in the transaction of the change. */
  requestKey?: RequestKey | undefined
}

/** A fingerprint of what people have set of a float, without what is spent of it; '': nothing. */
export const floatSeen = (
  float: Pick<Float, 'set' | 'setAt' | 'daily' | 'monthly' | 'timeZone'> | undefined,
): string =>
  float === undefined
    ? ''
    : fingerprint([float.set, float.setAt, float.daily?.limit ?? null, float.monthly?.limit ?? null, float.timeZone])

const fingerprint = ([set, setAt, ...rest]: [bigint | null, Date, ...(bigint | string | null)[]]): string =>
  createHash('sha256')
    .update([set, setAt.toISOString(), ...rest].join(' '))
    .digest('base64url')
    .slice(0, 16)

/** `nothing_set`: there is nothing to add to. */
export type FloatChanged = 'changed' | 'nothing_set' | 'other_than_seen'

/**
 * Set what may be spent from now on; null: as much as the budgets allow. What is in flight, accepted or unknown at this moment counts as taken from
 * it: its money may still be in the account.
 */
export const setFloat = (ledger: Ledger, wish: FloatWish, minor: bigint | null): Promise<FloatChanged> =>
  inTransaction<FloatChanged>(ledger, async (client) => {
    const before = await holdFloat(client, wish)
    if (!before.isAsSeen) return { commit: false, value: 'other_than_seen' }
    await client.query(
      `update payrun.floats
          set set_minor = $3, set_at = now(), taken_minor = $4
        where sandbox = $1
          and currency = $2`,
      [wish.sandbox, wish.currency, minor, before.outstanding],
    )
    const details = { from: before.set, to: minor === null ? null : String(minor), sandbox: wish.sandbox }
    await record(client, wish, 'float.set', details)
    return { commit: true, value: 'changed' }
  })

/** Add to what may be spent. What was spent stays spent. */
export const addToFloat = (ledger: Ledger, wish: FloatWish, minor: bigint): Promise<FloatChanged> =>
  inTransaction<FloatChanged>(ledger, async (client) => {
    const { sandbox, currency, seen } = wish
    if (seen !== undefined && (await seenNow(client, wish)) !== seen) return { commit: false, value: 'other_than_seen' }
    const { rows } = await client.query<{ set: string }>(
      `update payrun.floats
          set set_minor = set_minor + $3
        where sandbox = $1
          and currency = $2
          and set_minor is not null
       returning set_minor as set`,
      [sandbox, currency, minor],
    )
    if (!rows[0]) return { commit: false, value: 'nothing_set' }
    const details = { added: String(minor), to: rows[0].set, sandbox }
    await record(client, wish, 'float.added', details)
    return { commit: true, value: 'changed' }
  })

/** What to change about budgets. Left out: it stays; null: no such limit. The time zone says when a day begins. */
export interface BudgetWish {
  daily?: bigint | null | undefined
  monthly?: bigint | null | undefined
  timeZone?: string | undefined
}

/** Change the budgets of a currency. If it had no float and no budget, they count what is claimed from now on. */
export const setBudgets = (ledger: Ledger, wish: FloatWish, budgets: BudgetWish): Promise<FloatChanged> =>
  inTransaction<FloatChanged>(ledger, async (client) => {
    const { sandbox, currency } = wish
    const { isAsSeen } = await holdFloat(client, wish)
    if (!isAsSeen) return { commit: false, value: 'other_than_seen' }
    const { daily, monthly, timeZone } = budgets
    await client.query(
      `update payrun.floats
          set daily_minor = case when $3 then $4 else daily_minor end,
              monthly_minor = case when $5 then $6 else monthly_minor end,
              time_zone = coalesce($7, time_zone)
        where sandbox = $1
          and currency = $2`,
      [
        sandbox,
        currency,
        ...[daily !== undefined, daily ?? null, monthly !== undefined, monthly ?? null],
        timeZone ?? null,
      ],
    )
    const text = (minor: bigint | null | undefined) => (minor === null || minor === undefined ? minor : String(minor))
    const details = { daily: text(daily), monthly: text(monthly), time_zone: timeZone, sandbox }
    await record(client, wish, 'float.budgets', details)
    return { commit: true, value: 'changed' }
  })

async function record(
  client: Queryable,
  { actor, currency, requestKey }: FloatWish,
  ...[what, details]: [what: `float.${'set' | 'added' | 'budgets'}`, details: Record<string, unknown>]
): Promise<void> {
  await recordChange(client, actor, what, currency, details)
  await markRequestKey(client, requestKey)
}

/** Lock the float's row, created if necessary: nobody claims or moves a payout until the transaction is over. */
async function holdFloat(
  client: Queryable,
  wish: FloatWish,
): Promise<{ set: string | null; outstanding: string; isAsSeen: boolean }> {
  const { sandbox, currency, seen } = wish
  const { rows: held } = await client.query<{ outstanding: string }>(
    'select payrun.hold_float($1, $2)::text as outstanding',
    [sandbox, currency],
  )
  const { outstanding } = held[0]!
  const { rows } = await client.query<{ set: string | null; isNew: boolean }>(
    `insert into payrun.floats (sandbox, currency, taken_minor)
     values ($1, $2, $3)
     on conflict (sandbox, currency) do update set currency = excluded.currency
     returning set_minor as set, xmax = 0 as "isNew"`,
    [sandbox, currency, outstanding],
  )
  const { set, isNew } = rows[0]!
  return { set, outstanding, isAsSeen: seen === undefined || seen === (isNew ? '' : await seenNow(client, wish)) }
}

/** `floatSeen` at this moment. The row is locked until the transaction is over. */
async function seenNow(client: Queryable, { sandbox, currency }: FloatWish): Promise<string> {
  const { rows } = await client.query<Pick<Found, 'set' | 'setAt' | 'daily' | 'monthly' | 'timeZone'>>(
    `select set_minor as set, set_at as "setAt", daily_minor as daily, monthly_minor as monthly,
            time_zone as "timeZone"
       from payrun.floats
      where sandbox = $1
        and currency = $2
        for update`,
    [sandbox, currency],
  )
  const [found] = rows
  if (!found) return ''
  return fingerprint([minor(found.set), found.setAt, minor(found.daily), minor(found.monthly), found.timeZone])
}
