import type { PoolClient } from 'pg'
import type { LimitTable } from '../../payout/operators/operator.ts'
import type { BatchToStore } from '../intake/insertBatch.ts'
import { mostBeside, readWhole, type Staged } from '../intake/stageRows.ts'
import { type Comparison, comparePeople, type MissingPerson } from './comparePeople.ts'
import { type ChangedNumber, changedSql, findChanged } from './findChanged.ts'
import {
  areFarApart,
  type FirstPayment,
  type Found,
  findMaybePaid,
  findOverDaily,
  firstOfEach,
  type MaybePaid,
  mostListed,
  noneSql,
  nothingFound,
  type OtherName,
  type OverDaily,
  type UnusualAmount,
  unusualInFirst,
  unusualSql,
} from './findings.ts'
import { findPrevious, type PreviousFile } from './findPrevious.ts'
import { noSameReference, type SameReference } from './sameReference.ts'

/** What the ledger knows of the people of the staged rows that somebody should look at. Amounts are minor units. */
export interface PeopleFound extends SameReference {
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
  /** Numbers to which a payout failed, or was cancelled, that was paid after all by what somebody says. */
  maybePaid: Found<MaybePaid>
  /** New numbers of which nobody looked whether they belong to somebody who had another one: there are too many. */
  notLookedUp: number
}

/**
 * Look at the people of the staged rows, by what they were paid before. Most rows of most files are paid as they were in the file
 * before, to the same name at the same number and not much more: these are told apart by one join with that file, and only the
 * others are looked for in all payments. `staging` has been analysed.
 *
 * @param payable how many of the staged rows are payable; `operators`: by whom, and maybe some of the others
 */
export async function lookAtPeople(
  client: PoolClient,
  { sandbox, run, period }: Pick<BatchToStore, 'sandbox' | 'run' | 'period'>,
  { payable: rows, operators, amounts }: Pick<Staged, 'payable' | 'operators' | 'amounts'>,
  limits: LimitTable,
): Promise<PeopleFound> {
  if (rows === 0) return nobodyFound
  const previous = await findPrevious(client, { sandbox, run, period, rows })
  const theirs = new Map([...limits].filter(([operator]) => operators.has(operator)))
  return lookAtStaged(client, { sandbox, rows, previous, isOneFile: true, amounts }, theirs)
}

/** The same for payouts that were given each by itself: no file came before them, and what one of them says is nothing of another. */
export const lookAtPayouts = (
  client: PoolClient,
  { sandbox, rows }: { sandbox: boolean; rows: number },
  limits: LimitTable,
): Promise<PeopleFound> => lookAtStaged(client, { sandbox, rows, previous: [], isOneFile: false }, limits)

/** Staged rows whose people are looked at. */
interface StagedPeople {
  sandbox: boolean
  rows: number
  previous: readonly PreviousFile[]
  /** The staged rows are of one file. */
  isOneFile: boolean
  /** The smallest and the largest amount in each currency, of these rows and maybe others; left out: not known. */
  amounts?: Staged['amounts']
}

/** @param again the batch whose rows they are already */
export async function lookAtStaged(
  client: PoolClient,
  staged: StagedPeople,
  limits: LimitTable,
  again: number | null = null,
): Promise<PeopleFound> {
  const { sandbox, rows, previous } = staged
  const { compared, missing } = await comparePeople(client, previous)
  const common = {
    compared: rows > 1 ? compared : null,
    missing,
    overDaily: await findOverDaily(client, { sandbox, rows }, limits),
    maybePaid: await findMaybePaid(client, sandbox, again),
  }
  // The first file of a ledger: nobody's number can have changed, and an amount is unusual beside the others of the file only.
  if (!(await mayAnybodyBePaid(client, sandbox))) {
    const { rows: some } = await client.query<FirstPayment>(stagedSql)
    const unusualAmounts = mayBeUnusual(staged) ? await unusualInFirst(client) : nothingFound
    return { ...nobodyFound, ...common, unusualAmounts, firstPayments: { all: rows, first: some } }
  }
  await findKnown(client, sandbox, await lookAtOthers(client, staged))
  const { notLookedUp, hasOtherNames, hasUnusual } = await findChanged(client, staged)
  const inFile = mayBeUnusual(staged)
  const [firstPayments, changedNumbers, otherNames, unusualAmounts] = await firstOfEach<
    [FirstPayment, ChangedNumber, OtherName, UnusualAmount]
  >(
    client,
    firstSql,
    changedSql,
    hasOtherNames ? otherNamesSql : noneSql,
    hasUnusual || inFile ? unusualSql(inFile) : noneSql,
  )
  return { ...noSameReference, ...common, firstPayments, changedNumbers, otherNames, unusualAmounts, notLookedUp }
}

/** Whether an amount can be unusual beside the others of the file. */
const mayBeUnusual = ({ isOneFile, amounts }: StagedPeople): boolean =>
  isOneFile && (amounts === undefined || areFarApart(amounts))

/** Of rows that pay nobody; of others, what is true of a ledger that knows nobody. */
export const nobodyFound: PeopleFound = {
  ...noSameReference,
  compared: null,
  firstPayments: nothingFound,
  changedNumbers: nothingFound,
  otherNames: nothingFound,
  unusualAmounts: nothingFound,
  missing: nothingFound,
  overDaily: nothingFound,
  maybePaid: nothingFound,
  notLookedUp: 0,
}

/** False where no batch was ever begun: it has no events, however many rows it has. */
async function mayAnybodyBePaid(client: PoolClient, sandbox: boolean): Promise<boolean> {
  const { rows } = await client.query(
    `select
       from payrun.batches b
      where exists (select from payrun.events)
        and b.sandbox = $1
        and ${isBegun}
      limit 1`,
    [sandbox],
  )
  return rows.length > 0
}

const stagedSql = `
select line, phone
  from staging
 where state = 'pending'
 order by line
 limit ${mostListed}`

/** Somebody may have been paid of batch `b`: it has events. From its first line on, so that one look into an index tells. */
const isBegun = `exists (
          select from payrun.events e
           where e.batch_no = b.batch_no
           order by e.line
           limit 1
          offset 0
        )`

/** The rows that are looked up, and in what they stand. */
interface Looked {
  rows: number
  relation: string
}

/** Rows that are not as the file before had them: all, where there is none. */
async function lookAtOthers(client: PoolClient, { rows, previous }: StagedPeople): Promise<Looked> {
  if (previous.length === 0) return { rows, relation: allStaged }
  const { rowCount } = await client.query(lookedSql)
  await client.query('analyze looked')
  return { rows: rowCount ?? 0, relation: 'looked' }
}

const lookedSql = `
create temp table looked on commit drop as
select s.line, s.phone, s.name, s.reference, s.amount_minor, s.currency, c.was_minor
  from staging s
  left join compared c on c.phone = s.phone
 where s.state = 'pending'
   and (
     c.is_paid
     and s.name is not distinct from c.was_name
     and s.amount_minor <= 3 * c.was_minor
   ) is not true`
const allStaged = `(
    select s.line, s.phone, s.name, s.reference, s.amount_minor, s.currency,
           null::numeric as was_minor
      from staging s
     where s.state = 'pending'
  )`

/** The table `known`: those rows with the five latest payments to the number of each, but for those that are paid as ever. */
async function findKnown(client: PoolClient, sandbox: boolean, { rows, relation }: Looked): Promise<void> {
  const most = mostBeside(rows)
  const { fits, begun } = most === 0 ? { fits: false, begun: null } : await readBatches(client, sandbox, most)
  if (fits) await readWhole(client, () => client.query(allKnownSql(relation), [sandbox, begun]))
  else await client.query(knownSql(relation), [sandbox])
}

/**
 * @returns whether all batches, of both kinds, have no more rows than `most`; and those in which somebody may have been paid: one that
 *   waits has as many rows as another, and none of them says anything of anybody. Null: there are too many to be named
 */
async function readBatches(client: PoolClient, sandbox: boolean, most: number) {
  const { rows } = await client.query<{ fits: boolean; begun: number[] | null }>(
    `select a.rows <= $1 as fits,
            case when a.rows <= $1 and a.n <= 10000 then array(
              select b.batch_no
                from payrun.batches b
               where b.sandbox = $2
                 and ${isBegun}
            ) end as begun
       from (
         select count(*) as n, coalesce(sum(b.file_rows), 0) as rows
           -- each has one row or more: no more of them are read
           from (select file_rows from payrun.batches limit $1::int + 1) b
       ) a`,
    [most, sandbox],
  )
  return rows[0]!
}

const payments = `count(*)::int as payments,
          percentile_disc(0.5) within group (order by p.amount_minor) as usual_minor,
          (array_agg(p.name order by p.batch_no desc, p.line desc))[1] as last_name,
          (array_agg(p.id order by p.batch_no desc, p.line desc))[1] as batch_id,
          (array_agg(p.line order by p.batch_no desc, p.line desc))[1] as held_line`
/** Of these rows of such a table: the others are paid as ever. Not put into one with its query, which would compare each name twice. */
const ofNote = (known: string): string => `
create temp table known on commit drop as
select *
  from (${known}
 offset 0
 ) k
 where k.payments = 0
    or k.is_other_name
    or k.amount_minor > 3 * greatest(k.usual_minor, k.was_minor)`
const isOtherName = `l.name is not null
         and h.last_name is not null
         and not payrun.same_name(l.name, h.last_name) as is_other_name`

/** By reading all payments of the ledger. */
const allKnownSql = (looked: string): string =>
  ofNote(`
select l.*, coalesce(h.payments, 0) as payments, h.usual_minor, h.last_name, h.batch_id,
       h.held_line, ${isOtherName}
  from ${looked} l
  left join (
    select p.phone, ${payments}
      from (
        select p.phone, p.amount_minor, p.name, p.batch_no, p.line, b.id,
               row_number() over (partition by p.phone order by p.batch_no desc, p.line desc) as nth
          from payrun.payouts p
          join payrun.batches b using (batch_no)
         where p.state = 'paid'
           and ($2::int[] is null or p.batch_no = any($2))
           and b.sandbox = $1
           and p.phone in (select o.phone from ${looked} o)
      ) p
     where p.nth <= 5
     group by p.phone
  ) h using (phone)`)

/** By looking up each number. */
const knownSql = (looked: string): string =>
  ofNote(`
select l.*, h.*, ${isOtherName}
  from ${looked} l
 cross join lateral (
   select ${payments}
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
 ) h`)

const firstSql = `
select k.line, k.phone
  from known k
 where k.payments = 0
   and not exists (select from changed c where c.line = k.line)`

const otherNamesSql = `
select k.line, k.name, k.last_name as before, k.batch_id as "batchId", k.held_line as "heldLine"
  from known k
 where k.is_other_name`
