import type { PoolClient } from 'pg'
import { payoutKey } from '../../payout/keys.ts'
import type { PayoutState } from '../../payout/state.ts'
import { looksLikePeriod } from '../../payout/times/periods.ts'
import type { Queryable } from '../connection/ledger.ts'
import type { CalledBefore } from './calledNotPaid.ts'
import { type Found, mostListed, nothingFound } from './findings.ts'

/** Payouts of the same reference as staged rows, which these may repeat though the key is free. */
export interface SameReference {
  /** Of rows that are staged with their keys. */
  calledNotPaid: Found<CalledBefore>
  otherPeriods: Found<OtherPeriod>
}

export const noSameReference: SameReference = { calledNotPaid: nothingFound, otherPeriods: nothingFound }

/**
 * A payout that holds the reference of a row in another period: one of the two has none, so that perhaps somebody forgot it, or the two
 * periods look like one, written otherwise. Any other two periods that people gave are two payouts (docs/design.md, rule 7).
 */
export interface OtherPeriod {
  line: number
  reference: string
  batchId: string
  /** The name of that batch, and when it was submitted. */
  name: string
  createdAt: Date
  heldLine: number
  heldState: PayoutState
  /** Null: the row has a period, and the payout that holds its reference has none. */
  heldPeriod: string | null
  /** The provider's reference of that payout. */
  heldReference: string | null
  /** Its batch was purged. */
  isPurged: boolean
  /** Most likely the same payment, so that a new one is refused until duplicates are allowed. Others are a warning. */
  isLikely: boolean
}

interface Scope {
  sandbox: boolean
  period: string | null
}

/** With a number, only a payout with that number, sum or name is likely the same. */
type Referenced = Pick<OtherPeriod, 'line' | 'reference'> & { phone?: string; sum?: string; who?: string | null }

/** A period in which rows may be held: by what waits, or was sent since then; null: whenever. */
interface Held {
  period: string | null
  since: Date | null
}

/** So long a new file is told of them, and refused: next month, the same references are another payroll. */
const toldFor = `interval '31 days'`
const likelyFor = `interval '21 days'`

/** Single payouts are batches, too: so many of the latest batches are asked for their periods by a new file. */
const latestBatches = '(select * from payrun.batches order by batch_no desc limit 2000)'

/** Each reference is looked up in so many periods at most: of a small file in more, of a large one in one at least, and where it seems held. */
const [mostPeriods, mostOfFile] = [12, 100]
const [mostLookedUp, mostInAll, atOnce] = [30_000, 500_000, 10_000]
/** Each of them in all these periods, so that the keys of few are in memory. */
const failedAtOnce = 1_000

/** The latest periods in which rows of this one may be held: those of the other kind, and those that look like it. */
async function readPeriods(client: Queryable, scope: Scope, since: Date | null, batches: string): Promise<Held[]> {
  const { sandbox, period } = scope
  const { rows } = await client.query<{ period: string | null; since: Date }>(
    `select b.period, coalesce($3, now() - ${toldFor}) as since
       from ${batches} b
      where b.sandbox = $1
        and (b.period is null) <> ($2::text is null)
        and (
          b.state in ('awaiting_approval', 'running', 'paused')
          or b.created_at > coalesce($3, now() - ${toldFor})
          or b.batch_no in (
            select e.batch_no
              from payrun.batch_events e
             where e.at > coalesce($3, now() - ${toldFor})
          )
        )
      group by b.period
      order by max(b.batch_no) desc
      limit ${mostOfFile}`,
    [sandbox, period, since],
  )
  if (period === null) return rows
  const alike = await readPeriodsLike(client, { sandbox, period })
  return [...alike.map((each) => ({ period: each.period, since: null })), ...rows]
}

/** Those of the latest batches that look like this one, the latest first, each with its latest batch. */
export async function readPeriodsLike(
  client: Queryable,
  { sandbox, period }: { sandbox: boolean; period: string },
): Promise<{ period: string; name: string; batchId: string }[]> {
  const { rows } = await client.query<{ period: string; name: string; batchId: string }>(
    `select period, (array_agg(name order by batch_no desc))[1] as name,
            (array_agg(id order by batch_no desc))[1] as "batchId"
       from ${latestBatches} latest
      where period <> $1
        and sandbox = $2
        and state <> 'cancelled'
      group by period
      order by max(batch_no) desc`,
    [period, sandbox],
  )
  return rows.filter((each) => looksLikePeriod(period, each.period))
}

/** Those of these rows whose reference one of these periods holds, however it is written. */
async function findHeld(
  client: Queryable,
  { sandbox }: Scope,
  periods: readonly Held[],
  rows: readonly Referenced[],
): Promise<OtherPeriod[]> {
  if (periods.length === 0 || rows.length === 0) return []
  const looked = rows.flatMap((row) =>
    periods.map(({ period, since }) => ({ ...row, since, key: payoutKey({ ...row, period, sandbox }) })),
  )
  const names = ['line', 'key', 'since', 'phone', 'sum', 'who'] as const
  const columns = names.map((name) => looked.map((each) => each[name]))
  const { rows: held } = await client.query<Omit<OtherPeriod, 'reference'>>(heldSql, columns)
  const references = new Map(rows.map(({ line, reference }) => [line, reference]))
  return held.map((each) => ({ ...each, reference: references.get(each.line) ?? '' }))
}

/** Key by key, in the order of the index, as `formSql` of src/ledger/intake/findInUse.ts. Of several, the likely one. */
const heldSql = `
select distinct on (k.line) k.line, b.id as "batchId", b.name, b.created_at as "createdAt",
       p.line as "heldLine", p.state as "heldState",
       b.period as "heldPeriod", p.provider_reference as "heldReference",
       b.purged_at is not null as "isPurged",
       (p.state = 'pending' or p.sent_at > now() - ${likelyFor} or k.since is null)
         and (k.phone is null or p.phone in ('', k.phone) or p.sum = k.sum
           or coalesce(p.who = lower(k.who), false)) as "isLikely"
  from (
    select *
      from unnest($1::int[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::text[])
           with ordinality as k (line, key, since, phone, sum, who, nth)
     order by key
  ) k
 cross join lateral (
   select o.batch_no, o.line, o.state, o.sent_at, o.provider_reference, o.phone,
          concat(o.amount_minor, o.currency) as sum, lower(o.name) as who
     from payrun.payouts o
    where o.payout_key between payrun.first_key_of_form(k.key) and payrun.last_key_of_form(k.key)
      and o.holds_key
      and (o.state = 'pending' or o.sent_at > k.since or k.since is null)
    order by o.payout_key
    limit 10
 ) p
  join payrun.batches b using (batch_no)
 order by k.line, "isLikely" desc, k.nth`

const stagedSql = `
select line, reference, phone, concat(amount_minor, currency) as sum, name as who
  from staging
 where state = 'pending'
   and reference is not null`

/** Of a file too large for all periods, those come first that hold some of a sample: single payouts have newer periods, too. */
async function choosePeriods(client: PoolClient, scope: Scope, payable: number): Promise<Held[]> {
  const periods = (await readPeriods(client, scope, null, latestBatches)).slice(0, mostOfFile)
  const most = Math.max(1, Math.floor(mostLookedUp / payable))
  if (periods.length <= most) return periods
  const sample = `${stagedSql} order by hashint4(line) limit ${Math.floor(mostLookedUp / periods.length)}`
  const { rows } = await client.query<Referenced>(sample)
  const held = Map.groupBy(await findHeld(client, scope, periods, rows), ({ heldPeriod }) => heldPeriod)
  const heldIn = ({ period }: Held) => held.get(period)?.length ?? 0
  const chosen = Math.max(most, Math.min(held.size, mostPeriods, Math.floor(mostInAll / payable)))
  return periods.toSorted((one, other) => heldIn(other) - heldIn(one)).slice(0, chosen)
}

/** Those among staged rows. */
export async function findOtherPeriods(client: PoolClient, scope: Scope, payable: number): Promise<OtherPeriod[]> {
  const looked = await choosePeriods(client, scope, payable)
  if (looked.length === 0) return []
  await client.query(`declare referenced no scroll cursor for ${stagedSql}`)
  const found: OtherPeriod[] = []
  for (;;) {
    const { rows } = await client.query<Referenced>(`FETCH ${atOnce} FROM referenced`)
    found.push(...(await findHeld(client, scope, looked, rows)))
    if (rows.length < atOnce) break
  }
  await client.query('close referenced')
  return found
}

/** Those of them of which the file has no problem yet. */
export function leftOf(all: readonly OtherPeriod[], problems: readonly { line: number }[]): OtherPeriod[] {
  const lines = new Set(problems.map(({ line }) => line))
  return all.filter(({ line }) => !lines.has(line))
}

/** What of them a new file is warned of. */
export function toldOf(all: readonly OtherPeriod[], problems: readonly { line: number }[]): Found<OtherPeriod> {
  const told = leftOf(all, problems)
  return { all: told.length, first: told.slice(0, mostListed) }
}

/** The same of payouts that were given each by itself, each with a period of its own or none. */
export async function findOtherPeriodsOf(
  client: PoolClient,
  sandbox: boolean,
  payouts: readonly (Referenced & Pick<Scope, 'period'>)[],
): Promise<OtherPeriod[]> {
  const found: OtherPeriod[] = []
  for (const [period, rows] of Map.groupBy(payouts, (payout) => payout.period)) {
    const scope = { sandbox, period }
    const periods = await readPeriods(client, scope, null, latestBatches)
    found.push(...(await findHeld(client, scope, periods.slice(0, mostPeriods), rows)))
  }
  return found
}

/**
 * The same of failed rows that are to be tried again: what waits, or was sent since their batch was submitted, or in the last 24 hours.
 */
export async function findOtherPeriodsOfRows(
  client: Queryable,
  batchNo: number,
  lines: readonly number[],
): Promise<OtherPeriod[]> {
  const { rows: batches } = await client.query<Scope & { since: Date }>(
    `select sandbox, period, least(created_at, now() - interval '24 hours') as since
       from payrun.batches
      where batch_no = $1`,
    [batchNo],
  )
  const { since, ...scope } = batches[0]!
  const periods = (await readPeriods(client, scope, since, 'payrun.batches')).slice(0, mostPeriods)
  if (periods.length === 0) return []
  const { rows } = await client.query<Referenced>(
    `select line, reference
       from payrun.payouts
      where batch_no = $1
        and line = any($2)
        and reference is not null
      order by line`,
    [batchNo, lines],
  )
  const found: OtherPeriod[] = []
  for (let at = 0; at < rows.length; at += failedAtOnce)
    found.push(...(await findHeld(client, scope, periods, rows.slice(at, at + failedAtOnce))))
  return found
}
