import type { PoolClient } from 'pg'
import { isUnusual } from './findings.ts'

/** Somebody whose reference or name was last paid at another number. */
export interface ChangedNumber {
  line: number
  phone: string
  before: string
  /** The reference by which the person is known; null: by the name. */
  reference: string | null
  name: string | null
  batchId: string
  heldLine: number
}

/** Looking up more people by their names would take longer than an intake may. */
const mostLookedUp = 100

/** Which kinds of findings there are at all. */
interface OfNote {
  /** How many rows may pay somebody whose number changed, and were not looked up. */
  notLookedUp: number
  hasOtherNames: boolean
  /** There are amounts beyond what the number usually gets. */
  hasUnusual: boolean
}

/**
 * Find people whose number changed: rows with a number that was never paid under that name, for somebody who was paid at another one. First by the
 * previous file, whose numbers they replace; then by their references and names among all payouts.
 *
 * @param of staged rows; `isOneFile`: they are of one file; `previous`: the files before, of which the latest was laid beside them
 *   (comparePeople)
 * @returns what was counted on the way
 */
export async function findChanged(
  client: PoolClient,
  {
    sandbox,
    isOneFile,
    rows,
    previous,
  }: { sandbox: boolean; isOneFile: boolean; rows: number; previous: readonly unknown[] },
): Promise<OfNote> {
  // Statements without values take one way to the server and back together.
  const answers: unknown = await client.query(
    [createSql, ...(previous.length > 0 ? [byFileBeforeSql] : []), openSql].join(';\n'),
  )
  const [counted] = (answers as { rows: Counted[] }[]).slice(-1)
  const { open, hasOtherNames, hasUnusual } = counted!.rows[0]!
  if (open === 0) return { notLookedUp: 0, hasOtherNames, hasUnusual }
  // The planner can't know how rare each row's word is, and would read all payouts for each of them.
  await client.query('set local enable_seqscan = off')
  const most = isOneFile ? mostLookedUp : rows
  await client.query(lookUpSql, [sandbox, most, isOneFile])
  await client.query('set local enable_seqscan = on')
  return { notLookedUp: Math.max(0, open - most), hasOtherNames, hasUnusual }
}

type Counted = Omit<OfNote, 'notLookedUp'> & { open: number }

const createSql = `
create temp table changed (
  line integer, before text, is_by_reference boolean, batch_id text, held_line integer
) on commit drop`

const byFileBeforeSql = `
insert into changed
select m.line, m.before, m.is_by_reference, m.batch_id, m.held_line
  from moved m
  join known k on k.line = m.line and (k.payments = 0 or k.is_other_name)`

const openSql = `
select (count(*) filter (
         where (k.payments = 0 or k.is_other_name)
           and (k.reference is not null or k.name is not null)
           and c.line is null
       ))::int as open,
       coalesce(bool_or(k.is_other_name), false) as "hasOtherNames",
       coalesce(bool_or(${isUnusual}), false) as "hasUnusual"
  from known k
  left join (select distinct line from changed) c using (line)`

/**
 * A name that more people of a file have than these is no person's: a word for all of them, perhaps. So many that nobody brings them
 * along unseen, so that a changed number is not told.
 */
const mostNamesakes = 20

/**
 * One who came for one who went, so that nobody is counted twice: by their reference, or else by their name. Not by the name who was
 * in that file with their own number, or their own reference, and was not paid: whoever went is somebody else of that name.
 */
export const movedSql = `
create temp table moved on commit drop as
with by_reference as materialized (
  select n.line, g.phone, g.was_line
    from compared n
    join compared g on g.was_reference = n.reference
   where n.was_line is null
     and g.line is null
), unpaid as materialized (
  select phone, name, reference
    from payrun.payouts
   where batch_no = $2
     and state = 'failed'
), come as (
  select line, lower(name) as name,
         row_number() over (partition by lower(name) order by line) as nth
    from compared
   where was_line is null
     and line not in (select line from by_reference)
     and not exists (
       select from unpaid u
        where lower(u.name) = lower(compared.name)
          and u.phone = compared.phone
     )
     and not exists (
       select from unpaid u
        where lower(u.name) = lower(compared.name)
          and u.reference = compared.reference
     )
), gone as (
  select phone, was_line, lower(was_name) as name,
         row_number() over (partition by lower(was_name) order by was_line) as nth,
         count(*) over (partition by lower(was_name)) as namesakes
    from compared
   where line is null
     and phone not in (select phone from by_reference)
)
select line, phone as before, true as is_by_reference, $1::text as batch_id, was_line as held_line
  from by_reference
union all
select c.line, g.phone, false, $1, g.was_line
  from come c
  join gone g using (name, nth)
 where g.namesakes <= ${mostNamesakes}`

/** A query for all words of a text, whole. By the beginnings of words, as people search, all rows with a common one would be read. */
export const wholeWords = (text: string): string => `(
              select string_agg(quote_literal(word), ' & ')::tsquery
                from unnest(tsvector_to_array(payrun.search_words(${text}, ''))) word
            )`

/** If more payments have a name, it says nothing about who it is. */
const mostOfName = 500

/** The batch of such a row: each looked up by itself, so that nothing but the index of words leads to the rows. */
const batchOf = (row: string): string =>
  `select b.id from payrun.batches b where b.batch_no = ${row}.batch_no and b.sandbox = $1 offset 0`

/**
 * A name that is another person's of this file, too, says nothing of whose number changed. Nor does one that many have; and of those
 * no more are read, nor for each of them: materialized, they are read by the index of words, and only as far as is asked for.
 *
 * `own` are rows of batches that have the row's name with its number or its reference. Whoever else of this name is in such a batch is
 * another person; so is whoever stands with a reference of their own in this file (`beside`). The file is read whole for these two, and
 * only where anybody was paid under one of the names at all.
 */
const lookUpSql = `
insert into changed
with asked as materialized (
  select k.*
    from known k
   where (k.payments = 0 or k.is_other_name)
     and (k.reference is not null or k.name is not null)
     and not exists (select from changed c where c.line = k.line)
   order by k.line
   limit $2
), paid as materialized (
  select a.name
    from (select distinct name from asked) a
   where exists (
     select
       from payrun.payouts p
      where payrun.search_words(p.name, p.reference) @@ ${wholeWords('a.name')}
        and p.state = 'paid'
   )
), common as materialized (
  select lower(s.name) as name
    from staging s
   where $3
     and s.state = 'pending'
     and lower(s.name) in (select lower(p.name) from paid p)
   group by 1
  having count(*) > ${mostNamesakes}
), named as materialized (
  select k.line as asked_line, w.*
    from asked k
   cross join lateral (
     with worded as materialized (
       select p.phone, p.name, p.reference, p.batch_no, p.line
         from payrun.payouts p
        where payrun.search_words(p.name, p.reference) @@ ${wholeWords('k.name')}
          and p.state = 'paid'
          and lower(k.name) not in (select name from common)
     )
     select *, count(*) over () as payments
       from (
         select *
           from worded
           join lateral (${batchOf('worded')}) b on true
          limit ${mostOfName + 1}
       ) w
   ) w
   where w.payments <= ${mostOfName}
     and payrun.same_name(w.name, k.name)
), beside as materialized (
  select line, phone, reference
    from staging
   where $3
     and state = 'pending'
     and exists (select from named)
     and (phone in (select n.phone from named n) or reference in (select n.reference from named n))
), own as materialized (
  select k.line, o.batch_no, o.held_line, o.reference
    from asked k
   cross join lateral (
     select p.batch_no, p.line as held_line, p.reference, p.name, p.state
       from payrun.payouts p
      where reverse(p.phone) collate "C" = reverse(k.phone) collate "C"
      union
     select p.batch_no, p.line, p.reference, p.name, p.state
       from payrun.payouts p
      where payrun.search_words(p.name, p.reference) @@ ${wholeWords('k.reference')}
        and p.reference = k.reference
   ) o
   where o.state not in ('invalid', 'cancelled')
     and payrun.same_name(o.name, k.name)
)
select k.line, f.phone, f.is_by_reference, f.id, f.held_line
  from asked k
 cross join lateral (
   select *
     from (
       (
         with referred as materialized (
           select p.phone, p.batch_no, p.line
             from payrun.payouts p
            where payrun.search_words(p.name, p.reference) @@ ${wholeWords('k.reference')}
              and p.reference = k.reference
              and p.state = 'paid'
         )
         select r.phone, r.batch_no, r.line as held_line, b.id, true as is_by_reference
           from referred r
           join lateral (${batchOf('r')}) b on true
          order by r.batch_no desc
          limit 1
       )
       union all
       (
         select p.phone, p.batch_no, p.line, p.id, false
           from named p
          where p.asked_line = k.line
            and not exists (
              select from beside o
               where (o.phone = p.phone or o.reference = p.reference)
                 and o.line <> k.line
            )
            and not exists (
              select from own o
               where (o.line, o.batch_no) = (k.line, p.batch_no)
                 and o.held_line <> p.line
                 and (o.reference <> p.reference) is not false
            )
          order by p.batch_no desc
          limit 1
       )
     ) found
    where found.phone <> k.phone
    order by found.is_by_reference desc
    limit 1
 ) f`

/** What `findChanged` has found. */
export const changedSql = `
select k.line, k.phone, c.before, case when c.is_by_reference then k.reference end as reference,
       k.name,
       c.batch_id as "batchId", c.held_line as "heldLine"
  from changed c
  join known k using (line)`
