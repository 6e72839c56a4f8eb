import type { Ledger } from '../connection/ledger.ts'
import { type FeedEvent, readFeed } from './feed.ts'

/** At most so many events in one post. */
const pageEvents = 100
/** How long a process has to post a page and record the answer, before another one may take the page. */
const inHandSeconds = 60

/** A page of the feed that is in hand, to be posted. */
export interface Delivery {
  deliveryNo: number
  firstN: number
  lastN: number
  /** This is the n-th try, from 1. */
  attempt: number
  events: FeedEvent[]
}

/** A page as people see it. */
export interface DeliveryState {
  firstN: number
  lastN: number
  resent: boolean
  attempts: number
  /** When it is tried next; null: it is done, or was given up. */
  nextAt: Date | null
  doneAt: Date | null
  givenUpAt: Date | null
  trouble: string | null
}

/**
 * Begin deliveries with what happens from now on, or has happened since this process started: whoever sets up a webhook isn't sent last year's
 * events. Number the feed first: events without a number count as new. Changes nothing if deliveries have begun already.
 */
export async function beginDeliveries(ledger: Ledger, sinceSeconds: number): Promise<void> {
  await ledger.pool.query(
    `insert into payrun.webhook_deliveries (first_n, last_n, resent, done_at)
     select b.n + 1, b.n, false, now()
       from (
         select coalesce(max(f.last_n), 0) as n
           from (
             select f.last_n
               from payrun.feed f
              where coalesce(
                      (select e.at from payrun.batch_events e where e.event_no = f.event_no),
                      (select r.at
                         from payrun.events r
                        where r.batch_no = f.batch_no and r.line = f.lines[1] and r.seq = f.seqs[1])
                    ) < now() - make_interval(secs => $1)
              order by f.last_n desc
              limit 1
           ) f
       ) b
      where not exists (select from payrun.webhook_deliveries where last_n < first_n)
     on conflict do nothing`,
    [sinceSeconds],
  )
}

/** The pages that wait, in order. More than ten that fail hold up everything. */
const waitingSql = `
  select delivery_no, next_at, coalesce(tried_at, now()) > now() - interval '1 hour' as holds_up
    from payrun.webhook_deliveries
   where done_at is null
     and given_up_at is null
   order by delivery_no
   limit 11`

/**
 * Take the next page to post: the first one that waits, or else new events. Pages go one after the other: what comes after a page waits while it
 * is in hand, and during the first hour in which it fails.
 *
 * Crash window: if the process dies before `markReceived`, another process takes the page after a while, and it is posted twice.
 *
 * @returns undefined when there is nothing to post now
 */
export const takeDelivery = async (ledger: Ledger): Promise<Delivery | undefined> =>
  (await takeWaiting(ledger)) ?? (await takeNew(ledger))

async function takeWaiting(ledger: Ledger): Promise<Delivery | undefined> {
  const { rows } = await ledger.pool.query<{ deliveryNo: string; firstN: string; lastN: string; attempt: number }>(
    `with waiting as (${waitingSql}
     ), due as (
       select w.delivery_no
         from waiting w
        where w.next_at <= now()
          and not exists (select from waiting e where e.delivery_no < w.delivery_no and e.holds_up)
        order by w.delivery_no
        limit 1
     )
     update payrun.webhook_deliveries d
        set attempts = d.attempts + 1, tried_at = coalesce(d.tried_at, now()),
            next_at = now() + make_interval(secs => $1)
       from due
      where d.delivery_no = due.delivery_no
        and d.next_at <= now()
        and d.done_at is null
        and d.given_up_at is null
     returning d.delivery_no as "deliveryNo", d.first_n as "firstN", d.last_n as "lastN",
               d.attempts as attempt`,
    [inHandSeconds],
  )
  const [taken] = rows
  if (!taken) return undefined
  const { deliveryNo, attempt } = taken
  const [firstN, lastN] = [Number(taken.firstN), Number(taken.lastN)]
  const events = (await readFeed(ledger, firstN - 1, pageEvents)).filter(({ n }) => n <= lastN)
  return { deliveryNo: Number(deliveryNo), firstN, lastN, attempt, events }
}

async function takeNew(ledger: Ledger): Promise<Delivery | undefined> {
  const {
    rows: [last],
  } = await ledger.pool.query<{ n: string | null }>(
    'select max(last_n) as n from payrun.webhook_deliveries where not resent',
  )
  if (!last?.n) return undefined
  const events = await readFeed(ledger, Number(last.n), pageEvents)
  const [firstN, lastN] = [events[0]?.n, events.at(-1)?.n]
  if (firstN === undefined || lastN === undefined) return undefined
  const { rows } = await ledger.pool.query<{ deliveryNo: string }>(
    `with waiting as (${waitingSql}
     )
     insert into payrun.webhook_deliveries (first_n, last_n, resent, attempts, tried_at, next_at)
     select $1, $2, false, 1, now(), now() + make_interval(secs => $3)
      where (select count(*) from waiting) < 11
        and not exists (select from waiting where holds_up)
        and $4 = (select max(last_n) from payrun.webhook_deliveries where not resent)
     on conflict do nothing
     returning delivery_no as "deliveryNo"`,
    [firstN, lastN, inHandSeconds, last.n],
  )
  const deliveryNo = rows[0]?.deliveryNo
  return deliveryNo === undefined ? undefined : { deliveryNo: Number(deliveryNo), firstN, lastN, attempt: 1, events }
}

export async function markReceived(ledger: Ledger, deliveryNo: number): Promise<void> {
  await ledger.pool.query(
    `update payrun.webhook_deliveries
        set done_at = now(), trouble = null
      where delivery_no = $1
        and done_at is null
        and given_up_at is null`,
    [deliveryNo],
  )
}

/** A page is tried again until so long after its first try. */
const triesDays = 3

/**
 * It didn't get through: it is due again in a while, or given up after three days.
 *
 * @param why a few words without anybody's data
 */
export async function markNotReceived(
  ledger: Ledger,
  deliveryNo: number,
  why: string,
  inSeconds: number,
): Promise<'waits' | 'given_up'> {
  const { rows } = await ledger.pool.query<{ givenUp: boolean }>(
    `update payrun.webhook_deliveries
        set trouble = $2, next_at = now() + make_interval(secs => $3),
            given_up_at = case
              when tried_at < now() - make_interval(days => $4) then now()
            end
      where delivery_no = $1
        and done_at is null
        and given_up_at is null
     returning given_up_at is not null as "givenUp"`,
    [deliveryNo, why, inSeconds, triesDays],
  )
  return rows[0]?.givenUp ? 'given_up' : 'waits'
}

/** Ask for the events after one number, up to another, to be posted again, in pages of their own. */
export async function resendFeed(
  ledger: Ledger,
  after: number,
  until: number | null,
): Promise<{ events: number; posts: number }> {
  const { rows } = await ledger.pool.query<{ events: number; posts: number }>(
    `with numbers as (
       select u.n, (row_number() over (order by u.n) - 1) / $3 as page
         from payrun.feed f
        cross join generate_series(greatest(f.first_n, $1 + 1), least(f.last_n, $2)) u(n)
        where f.last_n > $1
          and f.first_n <= coalesce($2, f.first_n)
     ), pages as (
       insert into payrun.webhook_deliveries (first_n, last_n, resent)
       select min(n), max(n), true
         from numbers
        group by page
        order by page
       returning 1
     )
     select (select count(*) from numbers)::int as events,
            (select count(*) from pages)::int as posts`,
    [after, until, pageEvents],
  )
  return rows[0] ?? { events: 0, posts: 0 }
}

/** The pages that wait, those that were given up, and the last one that was received, newest first. */
export async function listDeliveries(ledger: Ledger, most: number): Promise<DeliveryState[]> {
  const { rows } = await ledger.pool.query<Omit<DeliveryState, 'firstN' | 'lastN'> & { firstN: string; lastN: string }>(
    `(select d.* from (${stateSql} where done_at is null order by delivery_no desc limit $1) d
      union all
      select d.* from (${stateSql} where done_at is not null and last_n >= first_n order by delivery_no desc limit 1) d)
      order by no desc`,
    [most],
  )
  return rows.map((row) => ({ ...row, firstN: Number(row.firstN), lastN: Number(row.lastN) }))
}

const stateSql = `
  select delivery_no as no, first_n as "firstN", last_n as "lastN", resent, attempts,
         case when done_at is null and given_up_at is null then next_at end as "nextAt",
         done_at as "doneAt", given_up_at as "givenUpAt", trouble
    from payrun.webhook_deliveries`
