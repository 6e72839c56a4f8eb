import type { PoolClient } from 'pg'
import { payoutKey } from '../../payout/keys.ts'
import type { PayoutState } from '../../payout/state.ts'
import type { Queryable } from '../connection/ledger.ts'
import { type Found, first, mostListed, nothingFound } from './findings.ts'

/** Payouts of the same reference as staged rows, which these may repeat though the key is free. */
export interface SameReference {
  /** Of rows that are staged with their keys. */
  calledNotPaid: Found<CalledBefore>
  otherPeriods: Found<OtherPeriod>
}

export const noSameReference: SameReference = { calledNotPaid: nothingFound, otherPeriods: nothingFound }

/** A row that a person called "not paid" and nobody has tried again, with the key of a staged row. */
export interface CalledBefore {
  line: number
  batchId: string
  heldLine: number
  /** What it was until then. */
  was: PayoutState
  by: string
}

export const findCalledNotPaid = (client: PoolClient): Promise<Found<CalledBefore>> =>
  first<CalledBefore>(
    client,
    `select distinct on (s.line) s.line, b.id as "batchId", w.line as "heldLine", w.was, w.by
       from payrun.rows_called_not_paid() w
       join payrun.batches b using (batch_no)
       join staging s
            on s.form_first = payrun.first_key_of_form(w.payout_key)
            and s.state = 'pending'
      order by s.line, w.batch_no desc, w.line`,
    [],
  )

/**
 * A payout that holds the reference of a row, where one of the two has a period and the other has none: perhaps somebody forgot it, and
 * they are one. Two periods that people gave are two payouts (docs/design.md, rule 7).
 */
export interface OtherPeriod {
  line: number
  reference: string
  batchId: string
  heldLine: number
  heldState: PayoutState
  /** Null: the row has a period, and the payout that holds its reference has none. */
  heldPeriod: string | null
}

interface Scope {
  sandbox: boolean
  period: string | null
}

type Referenced = Pick<OtherPeriod, 'line' | 'reference'>

/** So long a new file is told of them: next month, the same references are another payroll. */
const toldFor = `interval '31 days'`

/** Single payouts are batches, too: so many of the latest batches are asked for their periods by a new file. */
const latestBatches = '(select * from payrun.batches order by batch_no desc limit 2000)'

/** So many references are looked up for a file, each in one period at least and in this many of the latest at most. */
const mostLookedUp = 30_000
const mostPeriods = 12
const atOnce = 10_000
/** Each of them in all these periods, so that the keys of few are in memory. */
const failedAtOnce = 1_000

/** The latest periods that rows of the other kind may be in, of batches in which something happened since then. */
async function readPeriods(client: Queryable, { sandbox, period }: Scope, since: Date | null, batches: string) {
  const { rows } = await client.query<{ period: string | null }>(
    `select b.period
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
      limit ${mostPeriods}`,
    [sandbox, period, since],
  )
  return rows.map((each) => each.period)
}

/** Those of these rows whose reference one of these periods holds, however it is written: waiting, or sent since then. */
async function findHeld(
  client: Queryable,
  { sandbox }: Scope,
  periods: readonly (string | null)[],
  since: Date | null,
  rows: readonly Referenced[],
): Promise<OtherPeriod[]> {
  if (periods.length === 0 || rows.length === 0) return []
  const looked = rows.flatMap(({ line, reference }) =>
    periods.map((period) => ({ line, key: payoutKey({ reference, period, sandbox }) })),
  )
  const { rows: held } = await client.query<Omit<OtherPeriod, 'reference'>>(heldSql, [
    looked.map(({ line }) => line),
    looked.map(({ key }) => key),
    since,
  ])
  const references = new Map(rows.map(({ line, reference }) => [line, reference]))
  return held.map((each) => ({ ...each, reference: references.get(each.line) ?? '' }))
}

/** Key by key, in the order of the index, as `formSql` of src/ledger/intake/findInUse.ts. */
const heldSql = `
select distinct on (k.line) k.line, b.id as "batchId", p.line as "heldLine", p.state as "heldState",
       b.period as "heldPeriod"
  from (
    select line, key, nth
      from unnest($1::int[], $2::uuid[]) with ordinality as k (line, key, nth)
     order by key
  ) k
 cross join lateral (
   select o.batch_no, o.line, o.state
     from payrun.payouts o
    where o.payout_key between payrun.first_key_of_form(k.key) and payrun.last_key_of_form(k.key)
      and o.holds_key
      and (o.state = 'pending' or o.sent_at > coalesce($3, now() - ${toldFor}))
    order by o.payout_key
    limit 1
 ) p
  join payrun.batches b using (batch_no)
 order by k.line, k.nth`

/** Those among staged rows. Of a large file, only the latest periods are looked at, and the first rows. */
export async function findOtherPeriods(client: PoolClient, scope: Scope, payable: number): Promise<Found<OtherPeriod>> {
  const periods = await readPeriods(client, scope, null, latestBatches)
  if (periods.length === 0) return nothingFound
  const looked = periods.slice(0, Math.max(1, Math.floor(mostLookedUp / payable)))
  await client.query(
    `declare referenced no scroll cursor for
      select line, reference
        from staging
       where state = 'pending'
         and reference is not null
       limit ${mostLookedUp}`,
  )
  const found: Found<OtherPeriod> = { all: 0, first: [] }
  for (;;) {
    const { rows } = await client.query<Referenced>(`FETCH ${atOnce} FROM referenced`)
    const held = await findHeld(client, scope, looked, null, rows)
    found.all += held.length
    found.first.push(...held.slice(0, mostListed - found.first.length))
    if (rows.length < atOnce) break
  }
  await client.query('close referenced')
  return found
}

/** The same of payouts that were given each by itself, each with a period of its own or none. */
export async function findOtherPeriodsOf(
  client: PoolClient,
  sandbox: boolean,
  payouts: readonly (Referenced & { period: string | null })[],
): Promise<Found<OtherPeriod>> {
  const found: OtherPeriod[] = []
  for (const [period, rows] of Map.groupBy(payouts, (payout) => payout.period)) {
    const scope = { sandbox, period }
    found.push(...(await findHeld(client, scope, await readPeriods(client, scope, null, latestBatches), null, rows)))
  }
  return { all: found.length, first: found }
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
  const periods = await readPeriods(client, scope, since, 'payrun.batches')
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
    found.push(...(await findHeld(client, scope, periods, since, rows.slice(at, at + failedAtOnce))))
  return found
}
