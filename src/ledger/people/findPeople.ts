import type { Ledger, Queryable } from '../connection/ledger.ts'
import { digitsOf } from '../rows/findLines.ts'
import { type FoundRow, readMessages, rowColumns } from '../rows/findRows.ts'
import { wholeWords } from './findChanged.ts'

interface Wish {
  search: string
  /** A number; '' from the first one on. */
  after: string
  limit: number
}

/**
 * Numbers of people after the one given, by the beginnings of words of the name or the reference, or by the end of the number, ordered by the reversed
 * number. An index has that order: of a name that thousands have, only as many are read as are wanted.
 */
export async function findPhones(ledger: Ledger, wish: Wish): Promise<string[]> {
  const digits = digitsOf(wish.search)
  const byWords = await findByWords(ledger, wish)
  if (digits === null) return byWords
  const byNumber = await phonesOf(ledger, byNumberSql, [wish.after, wish.limit, digits])
  const backwards = [...new Set([...byWords, ...byNumber])].map(reversed).sort()
  return backwards.slice(0, wish.limit).map(reversed)
}

/** Numbers are digits. */
const reversed = (digits: string): string => [...digits].reverse().join('')

const byNumberSql = `
select distinct reverse(p.phone) collate "C" as backwards
  from payrun.payouts p
 where reverse(p.phone) collate "C" > reverse($1)
   and reverse(p.phone) collate "C" like reverse($3) || '%'
 order by backwards
 limit $2`

async function phonesOf(ledger: Ledger, sql: string, values: unknown[]): Promise<string[]> {
  const { rows } = await ledger.pool.query<{ backwards: string }>(sql, values)
  return rows.map(({ backwards }) => reversed(backwards))
}

/** How many rows are read in the order of the numbers: to learn how common the words are, and where the index of words would read more. */
const [fewWalked, manyWalked] = [1_000, 20_000]
/** At most so many rows are read by the index of words. */
const mostIndexed = 5_000

/**
 * The index of words reads all rows of each word before it returns one: that may be the whole ledger. The first rows in the order of the numbers show
 * how common the words are. People with common words are among those rows already; a word that none or few of the rows have is looked up alone, and
 * the other words are compared row by row.
 */
async function findByWords(ledger: Ledger, wish: Wish): Promise<string[]> {
  const { search, after, limit } = wish
  const { phones, isWhole, words, hits } = await walk(ledger, wish)
  if (phones.length === limit || isWhole) return phones
  const heldByUpTo = (most: number) => words.filter((_, at) => (hits[at] ?? 0) <= most)
  const found = await findByRare(ledger, wish, heldByUpTo(2))
  if (found) return found
  const further = await phonesOf(ledger, furtherSql, [search, after, limit, manyWalked])
  if (further.length === limit) return further
  return (await findByRare(ledger, wish, heldByUpTo(10))) ?? phonesOf(ledger, allSql, [search, after, limit])
}

/** Find people by these words of the search. @returns null if there are no such words, or too many rows have them */
async function findByRare(
  ledger: Ledger,
  { search, after, limit }: Wish,
  rare: readonly string[],
): Promise<string[] | null> {
  if (rare.length === 0) return null
  const values = [search, after, limit, rare, mostIndexed]
  const { rows } = await ledger.pool.query<{ phones: string[]; n: number }>(byRareSql, values)
  return rows[0] && rows[0].n < mostIndexed ? rows[0].phones : null
}

interface Walk {
  /** The first matches among the rows that were read. */
  phones: string[]
  /** There are no more rows. */
  isWhole: boolean
  /** The words of the search, and how many of the rows have each. */
  words: string[]
  hits: number[]
}

/** Read the next rows in the order of the numbers. */
async function walk(ledger: Ledger, { search, after, limit }: Wish): Promise<Walk> {
  const { rows } = await ledger.pool.query<Walk>(walkSql, [search, after, limit, fewWalked])
  return rows[0]!
}

const walkSql = `
with passed as materialized (
  select p.phone, reverse(p.phone) collate "C" as backwards,
         payrun.search_words(p.name, p.reference) as words
    from payrun.payouts p
   where reverse(p.phone) collate "C" > reverse($2)
   order by reverse(p.phone) collate "C"
   limit $4
), asked as materialized (
  select word
    from unnest(tsvector_to_array(payrun.search_words($1, ''))) word
)
select array(
         select distinct on (p.backwards) p.phone
           from passed p
          where p.words @@ payrun.search_query($1)
          order by p.backwards
          limit $3
       ) as phones,
       (select count(*) < $4 from passed) as "isWhole",
       array(select word from asked) as words,
       array(
         select (
                  select count(*)::int
                    from passed p
                   where p.words @@ (quote_literal(a.word) || ':*')::tsquery
                )
           from asked a
       ) as hits`

/** The same for more rows, but no more of them than it takes: they are not materialized. */
const furtherSql = `
select distinct p.backwards
  from (
    select reverse(o.phone) collate "C" as backwards,
           payrun.search_words(o.name, o.reference) as words
      from payrun.payouts o
     where reverse(o.phone) collate "C" > reverse($2)
     order by reverse(o.phone) collate "C"
     limit $4
  ) p
 where p.words @@ payrun.search_query($1)
 order by p.backwards
 limit $3`

/**
 * The planner doesn't know how many rows have a word, and would read the numbers in their order until it has enough, or to the end. Materialized, the
 * matches are read by the index of words, and no more of them than are asked for. A comparison with "is true" uses no index.
 */
const byRareSql = `
with found as materialized (
  select reverse(p.phone) collate "C" as backwards
    from payrun.payouts p
   where payrun.search_words(p.name, p.reference) @@ (
           select string_agg(quote_literal(word) || ':*', ' & ')::tsquery
             from unnest($4::text[]) word
         )
     and (payrun.search_words(p.name, p.reference) @@ payrun.search_query($1)) is true
     and reverse(p.phone) collate "C" > reverse($2)
), few as (
  select backwards from found limit $5
)
select (select count(*)::int from few) as n,
       array(
         select reverse(d.backwards)
           from (select distinct backwards from few order by backwards limit $3) d
          order by d.backwards
       ) as phones`

/** For words that are common each by itself, but that few people have together. */
const allSql = `
select distinct w.backwards
  from (
    select reverse(p.phone) collate "C" as backwards
      from payrun.payouts p
     where payrun.search_words(p.name, p.reference) @@ payrun.search_query($1)
       and reverse(p.phone) collate "C" > reverse($2)
  ) w
 order by w.backwards
 limit $3`

/**
 * People for whom each word of the search is a whole word of the name or the reference, if one of the words is rare: "Employee 1" and not "Employee 10".
 * None if all words are common: such people are found in the order of the numbers soon enough.
 */
export async function findExactPhones(ledger: Ledger, search: string, limit: number): Promise<string[]> {
  const { rows } = await ledger.pool.query<{ rare: string[] }>(rareWordsSql, [search, fewWalked])
  const [rare] = rows.map((row) => row.rare)
  if (!rare || rare.length === 0) return []
  return phonesOf(ledger, exactSql, [search, rare, mostIndexed, limit])
}

const rareWordsSql = `
with passed as materialized (
  select payrun.search_words(p.name, p.reference) as words
    from payrun.payouts p
   order by reverse(p.phone) collate "C"
   limit $2
)
select array(
         select a.word
           from unnest(tsvector_to_array(payrun.search_words($1, ''))) a (word)
          where (
                  select count(*)
                    from passed p
                   where p.words @@ quote_literal(a.word)::tsquery
                ) <= 10
       ) as rare`

/** By the index of words, as `byRareSql`. */
const exactSql = `
with found as materialized (
  select reverse(p.phone) collate "C" as backwards
    from payrun.payouts p
   where payrun.search_words(p.name, p.reference) @@ (
           select string_agg(quote_literal(word), ' & ')::tsquery from unnest($2::text[]) word
         )
     and (payrun.search_words(p.name, p.reference) @@ ${wholeWords('$1')}) is true
     and p.phone <> ''
   limit $3
)
select distinct backwards
  from found
 order by backwards
 limit $4`

/** The latest rows with a reference, of whatever number: somebody may have another one by now. */
export async function listRowsOfReference(client: Queryable, reference: string, limit: number): Promise<FoundRow[]> {
  const { rows } = await client.query<FoundRow>(
    `with found as materialized (
       select p.batch_no, p.line
         from payrun.payouts p
        where payrun.search_words(p.name, p.reference) @@ ${wholeWords('$1')}
          and p.reference = $1
          and p.state <> 'invalid'
        limit ${mostLookedAt}
     )
     select ${rowColumns}
       from found
       join payrun.payouts p using (batch_no, line)
       join payrun.batches b using (batch_no)
      order by batch_no desc, line
      limit $2`,
    [reference, limit],
  )
  return rows.map(readMessages)
}

/** At most so many of a number's latest payouts and trials are read. */
const mostLookedAt = 5_000

/** What these numbers were paid or are to be paid, latest first: `ofEach` for each number, and as many of its trials in the sandbox. */
export async function listRowsOfPhones(ledger: Ledger, phones: readonly string[], ofEach: number): Promise<FoundRow[]> {
  const { rows } = await ledger.pool.query<FoundRow>(
    `select ${rowColumns}
       from unnest($1::text[]) wanted (phone)
      cross join (values (false), (true)) kinds (sandbox)
      cross join lateral (
        select p.batch_no, p.line
          from (
            -- who was never tried, or only tried, has all of theirs read: maybe very many
            select o.batch_no, o.line, o.state
              from payrun.payouts o
             where reverse(o.phone) collate "C" = reverse(wanted.phone)
             order by o.batch_no desc, o.line
             limit ${mostLookedAt}
          ) p
          join payrun.batches b using (batch_no)
         where p.state <> 'invalid'
           and b.sandbox = kinds.sandbox
         order by p.batch_no desc, p.line
         limit $2
      ) latest
       join payrun.payouts p using (batch_no, line)
       join payrun.batches b using (batch_no)
      order by batch_no desc, line`,
    [phones, ofEach],
  )
  return rows.map(readMessages)
}
