import type { PoolClient } from 'pg'
import type { LimitTable } from '../../payout/operators/operator.ts'
import type { BatchToStore } from '../batches/insertBatch.ts'
import { type Comparison, comparePeople, findPrevious, type MissingPerson, type PreviousFile } from './comparePeople.ts'
import { type Found, findOverDaily, first, type OverDaily } from './findOverDaily.ts'

export type { Comparison } from './comparePeople.ts'
export type { Found } from './findOverDaily.ts'

/** What the ledger knows of the people of the staged rows that somebody should look at. Amounts are minor units. */
export interface PeopleFound {
  /** With the file that paid most of the same people last; null: there is none. */
  compared: Comparison | null
  firstPayments: Found<FirstPayment>
  /** Somebody whose reference or name was last paid at another number. */
  changedNumbers: Found<ChangedNumber>
  otherNames: Found<OtherName>
  unusualAmounts: Found<UnusualAmount>
  /** Those of each of the last three files who are not in this one. */
  missing: Found<MissingPerson>
  /** Numbers that would get more in a day than their operator allows. */
  overDaily: Found<OverDaily>
  /** New numbers of which nobody looked whether they belong to somebody who had another one: there are too many. */
  notLookedUp: number
}

export interface FirstPayment {
  line: number
  phone: string
}

export interface ChangedNumber {
  line: number
  phone: string
  before: string
  /** By which the person is known; null: by the name. */
  reference: string | null
  name: string | null
  batchId: string
  heldLine: number
}

export interface OtherName {
  line: number
  name: string
  before: string
  batchId: string
  heldLine: number
}

export interface UnusualAmount {
  line: number
  amountMinor: string
  usualMinor: string
  currency: string
}

/** Looking up more people by their names takes longer than an intake may. */
const mostLookedUp = 100

/**
 * Look at the people of the staged rows, by what they were paid before. Most rows of most files are paid as they were in the file
 * before, to the same name at the same number and not much more: these are told apart by one join with that file, and only the
 * others are looked up, each in an index. `staging` has been analysed.
 *
 * @param rows how many of the staged rows are payable
 */
export async function lookAtPeople(
  client: PoolClient,
  { sandbox, run, period }: Pick<BatchToStore, 'sandbox' | 'run' | 'period'>,
  rows: number,
  limits: LimitTable,
): Promise<PeopleFound> {
  if (rows === 0) return { compared: null, missing: none, overDaily: none, firstPayments: none, ...nobodyKnown }
  const previous = await findPrevious(client, { sandbox, run, period, rows })
  return lookAtStaged(client, { sandbox, rows, previous, isOneFile: true }, limits)
}

/** The same for payouts that were given each by itself: no file came before them, and what one of them says is nothing of another. */
export const lookAtPayouts = (
  client: PoolClient,
  { sandbox, rows }: { sandbox: boolean; rows: number },
  limits: LimitTable,
): Promise<PeopleFound> => lookAtStaged(client, { sandbox, rows, previous: [], isOneFile: false }, limits)

/** The same for rows of one batch that are tried again: the file before was compared with when the batch was submitted. */
export const lookAtAgain = (
  client: PoolClient,
  { sandbox, rows }: { sandbox: boolean; rows: number },
  limits: LimitTable,
): Promise<PeopleFound> => lookAtStaged(client, { sandbox, rows, previous: [], isOneFile: true }, limits)

interface Staged {
  sandbox: boolean
  rows: number
  previous: readonly PreviousFile[]
  /** The staged rows are of one file. */
  isOneFile: boolean
}

async function lookAtStaged(client: PoolClient, staged: Staged, limits: LimitTable): Promise<PeopleFound> {
  const { sandbox, rows, previous } = staged
  const { compared, missing } = await comparePeople(client, previous)
  const common = {
    compared: rows > 1 ? compared : null,
    missing,
    overDaily: await findOverDaily(client, { sandbox, rows }, limits),
  }
  // The first file of a ledger: nobody's number can have changed, nor is any amount unusual.
  if (!(await mayAnybodyBePaid(client, sandbox))) {
    return { ...common, ...nobodyKnown, firstPayments: await first<FirstPayment>(client, stagedSql) }
  }
  await client.query(lookedSql(previous.length > 0))
  await client.query('analyze looked')
  await client.query(knownSql, [sandbox])
  const notLookedUp = await findChanged(client, staged)
  return {
    ...common,
    firstPayments: await first<FirstPayment>(client, firstSql),
    changedNumbers: await first<ChangedNumber>(client, changedSql),
    otherNames: await first<OtherName>(client, otherNamesSql),
    unusualAmounts: await first<UnusualAmount>(client, unusualSql),
    notLookedUp,
  }
}

const none = { all: 0, first: [] }
export const nobodyKnown = { changedNumbers: none, otherNames: none, unusualAmounts: none, notLookedUp: 0 }

/**
 * False where no batch was ever begun: it has no events, however many rows it has. Batch by batch and from its first line on, so that one
 * look into an index tells.
 */
async function mayAnybodyBePaid(client: PoolClient, sandbox: boolean): Promise<boolean> {
  const { rows } = await client.query(
    `select
       from payrun.batches b
      where exists (select from payrun.events)
        and b.sandbox = $1
        and exists (select from payrun.events e where e.batch_no = b.batch_no order by e.line limit 1 offset 0)
      limit 1`,
    [sandbox],
  )
  return rows.length > 0
}

const stagedSql = `select line, phone from staging where state = 'pending'`

/** Rows that are not as the file before had them: all, where there is none. */
const lookedSql = (hasFileBefore: boolean): string => `
create temp table looked on commit drop as
select s.line, s.phone, s.name, s.reference, s.amount_minor, s.currency, c.was_minor
  from staging s
  left join ${hasFileBefore ? 'compared' : nothingCompared} c on c.phone = s.phone
 where s.state = 'pending'
   and (
     c.is_paid
     and s.name is not distinct from c.was_name
     and s.amount_minor <= 3 * c.was_minor
   ) is not true`
const nothingCompared = `
       (select '' as phone, '' as was_name, 0::numeric as was_minor, false as is_paid where false)`

/** The five latest payments to each number of those rows. */
const knownSql = `
create temp table known on commit drop as
select l.*, h.*,
       l.name is not null and h.last_name is not null and not payrun.same_name(l.name, h.last_name) as is_other_name
  from looked l
 cross join lateral (
   select count(*)::int as payments,
          percentile_disc(0.5) within group (order by p.amount_minor) as usual_minor,
          (array_agg(p.name order by p.batch_no desc, p.line desc))[1] as last_name,
          (array_agg(p.id order by p.batch_no desc, p.line desc))[1] as batch_id,
          (array_agg(p.line order by p.batch_no desc, p.line desc))[1] as held_line
     from (
       select p.amount_minor, p.name, p.batch_no, p.line, b.id
         from payrun.payouts p
         join payrun.batches b using (batch_no)
        where reverse(p.phone) collate "C" = reverse(l.phone) collate "C"
          and p.state = 'paid'
          and b.sandbox = $1
        order by p.batch_no desc, p.line desc
        limit 5
     ) p
 ) h`

/**
 * Whose number changed: rows at a number that was never paid under that name, of somebody who was paid at another one. First by
 * the file before, in which they are missing; then by their references and names among all payouts.
 *
 * @returns how many of those rows were not looked up
 */
async function findChanged(client: PoolClient, { sandbox, isOneFile, rows, previous }: Staged): Promise<number> {
  await client.query(`create temp table changed (${changedColumns}) on commit drop`)
  if (previous.length > 0)
    await client.query(`
      insert into changed
      select m.line, m.before, m.is_by_reference, m.batch_id, m.held_line
        from moved m
        join known k on k.line = m.line and (k.payments = 0 or k.is_other_name)`)
  const counted = await client.query<{ n: number }>(
    `select count(*)::int as n
       from known k
      where (k.payments = 0 or k.is_other_name)
        and (k.reference is not null or k.name is not null)
        and not exists (select from changed c where c.line = k.line)`,
  )
  const open = counted.rows[0]!.n
  if (open === 0) return 0
  // The planner can't know how rare a word is that comes with each row, and would rather read all payouts for each of them.
  await client.query('create index on staging (phone); set local enable_seqscan = off')
  const most = isOneFile ? mostLookedUp : rows
  await client.query(lookUpSql, [sandbox, most, isOneFile])
  await client.query('set local enable_seqscan = on')
  return Math.max(0, open - most)
}

const changedColumns = 'line integer, before text, is_by_reference boolean, batch_id text, held_line integer'

/** All words of a text, whole: with the beginnings of words, as people search, a common one would be read to its end. */
const wordsOf = (text: string): string => `(
              select string_agg(quote_literal(word), ' & ')::tsquery
                from unnest(tsvector_to_array(payrun.search_words(${text}, ''))) word
            )`

/** A name that is another person's of this file, too, says nothing of whose number changed. */
const lookUpSql = `
insert into changed
select k.line, f.phone, f.is_by_reference, f.id, f.held_line
  from (
    select k.*
      from known k
     where (k.payments = 0 or k.is_other_name)
       and (k.reference is not null or k.name is not null)
       and not exists (select from changed c where c.line = k.line)
     order by k.line
     limit $2
  ) k
 cross join lateral (
   select *
     from (
       (
         select p.phone, p.batch_no, p.line as held_line, b.id, true as is_by_reference
           from payrun.payouts p
           join payrun.batches b using (batch_no)
          where payrun.search_words(p.name, p.reference) @@ ${wordsOf('k.reference')}
            and p.reference = k.reference
            and p.state = 'paid'
            and b.sandbox = $1
          order by p.batch_no desc
          limit 1
       )
       union all
       (
         select p.phone, p.batch_no, p.line, b.id, false
           from payrun.payouts p
           join payrun.batches b using (batch_no)
          where payrun.search_words(p.name, p.reference) @@ ${wordsOf('k.name')}
            and payrun.same_name(p.name, k.name)
            and p.state = 'paid'
            and b.sandbox = $1
            and not exists (
              select from staging o
               where $3
                 and o.phone = p.phone
                 and o.state = 'pending'
                 and o.line <> k.line
            )
          order by p.batch_no desc
          limit 1
       )
     ) found
    where found.phone <> k.phone
    order by found.is_by_reference desc
    limit 1
 ) f`

const firstSql = `
select k.line, k.phone
  from known k
 where k.payments = 0
   and not exists (select from changed c where c.line = k.line)`

const changedSql = `
select k.line, k.phone, c.before, case when c.is_by_reference then k.reference end as reference, k.name,
       c.batch_id as "batchId", c.held_line as "heldLine"
  from changed c
  join known k using (line)`

const otherNamesSql = `
select k.line, k.name, k.last_name as before, k.batch_id as "batchId", k.held_line as "heldLine"
  from known k
 where k.is_other_name`

const unusualSql = `
select k.line, k.amount_minor::text as "amountMinor", greatest(k.usual_minor, k.was_minor)::text as "usualMinor", k.currency
  from known k
 where k.payments > 0
   and k.amount_minor > 3 * greatest(k.usual_minor, k.was_minor)`
