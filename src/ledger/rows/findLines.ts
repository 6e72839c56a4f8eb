import type { Ledger } from '../connection/ledger.ts'

/** What the indexes of words and of numbers know of a search in a batch. */
export interface IndexedLines {
  /** Lines on which each word that was typed begins one of the row's, or the number ends with the digits. */
  lines: number[]
  /** No other line has such words. Otherwise many have, and are found soon enough row by row. */
  areAll: boolean
}

/** How many of the next rows show which words are common, and from how many of them on a word is. */
const [walked, common] = [300, 15]
/** So many of the next rows that match are enough to go on row by row. */
const dense = 3
/** At most so many rows, of all batches, are read by an index. */
const mostIndexed = 2_000

/**
 * Lines after the one given. The index of words reads all rows of each word, in the whole ledger, before it returns one: common words are
 * left to be compared with the rows that the others lead to.
 */
export async function findLines(
  { pool }: Ledger,
  batchNo: number,
  search: string,
  after: number,
): Promise<IndexedLines> {
  const { rows } = await pool.query<IndexedLines>(linesSql, [batchNo, after, search, digitsOf(search)])
  return rows[0]!
}

/** Materialized, each part is read by its index, and no more of it than is asked for. */
const linesSql = `
with passed as materialized (
  select payrun.search_words(p.name, p.reference) as words
    from payrun.payouts p
   where p.batch_no = $1
     and p.line > $2
   order by p.line
   limit ${walked}
), asked as materialized (
  select word,
         (
           select count(*)
             from passed p
            where p.words @@ (quote_literal(word) || ':*')::tsquery
         ) as hits
    from unnest(tsvector_to_array(payrun.search_words($3, ''))) word
), rare as materialized (
  select string_agg(quote_literal(word) || ':*', ' & ')::tsquery as words
    from asked
   where hits < ${common}
     and (
       select count(*)
         from passed p
        where p.words @@ payrun.search_query($3)
     ) < ${dense}
), worded as materialized (
  select p.batch_no, p.line, p.name, p.reference
    from payrun.payouts p
   where payrun.search_words(p.name, p.reference) @@ (select words from rare)
), few as materialized (
  select * from worded limit ${mostIndexed}
), numbered as materialized (
  select p.line
    from payrun.payouts p
   where reverse(p.phone) collate "C" like reverse($4) || '%'
     and p.batch_no = $1
     and p.line > $2
), found as (
  select line
    from few p
   where p.batch_no = $1
     and p.line > $2
     and payrun.search_words(p.name, p.reference) @@ payrun.search_query($3)
   union
  (select line from numbered limit ${mostIndexed})
)
select array(select line from found) as lines,
       not exists (select from asked)
       or (select words is not null from rare) and (select count(*) from few) < ${mostIndexed}
         as "areAll"`

/** Of at least four digits, however they are grouped; null: nothing of a number. */
export function digitsOf(search: string | undefined): string | null {
  const digits = (search ?? '').replace(/[\s().+-]/g, '')
  return /^\d{4,15}$/.test(digits) ? digits : null
}
