import type { Ledger } from '../connection/ledger.ts'
import { digitsOf, type FoundRow, most, readMessages, rowColumns } from '../rows/findRows.ts'

/**
 * Numbers of people after the one given, by how words of the name or the reference begin, or how the number ends; in the order of
 * the numbers read backwards. In that order an index has them: of a name that thousands have, only as many are looked at as are wanted.
 */
export async function findPhones(
  ledger: Ledger,
  { search, after, limit }: { search: string; after: string; limit: number },
): Promise<string[]> {
  const digits = digitsOf(search)
  if (digits === null) {
    const { rows } = await ledger.pool.query<{ phones: string[]; n: number }>(fewSql, [search, after, limit, most])
    if (rows[0] && rows[0].n < most) return rows[0].phones
  }
  const { rows } = await ledger.pool.query<{ phone: string }>(
    digits === null
      ? `select reverse(f.backwards) as phone
           from (
             select distinct w.backwards
               from (${withWords}) w
              order by w.backwards
              limit $3
           ) f
          order by f.backwards`
      : `select reverse(f.backwards) as phone
           from (
             ${withWords}
              union
             select reverse(p.phone) collate "C" as backwards
               from payrun.payouts p
              where reverse(p.phone) collate "C" > reverse($2)
                and reverse(p.phone) collate "C" like reverse($4) || '%'
           ) f
          order by f.backwards
          limit $3`,
    [search, after, limit, ...(digits === null ? [] : [digits])],
  )
  return rows.map(({ phone }) => phone)
}

const withWords = `
  select reverse(p.phone) collate "C" as backwards
    from payrun.payouts p
   where payrun.search_words(p.name, p.reference) @@ payrun.search_query($1)
     and reverse(p.phone) collate "C" > reverse($2)`

/**
 * Of words that few have, all rows by the index of words: the planner does not know how many they are, and would read the numbers in
 * their order until it has enough, or to the end. Materialized, what is found is read by that index, and no more of it than is asked for.
 */
const fewSql = `
with found as materialized (${withWords}),
     few as (select backwards from found limit $4)
select (select count(*)::int from few) as n,
       array(
         select reverse(d.backwards)
           from (select distinct backwards from few order by backwards limit $3) d
          order by d.backwards
       ) as phones`

/** So many of a number's latest payouts and trials are looked through. */
const mostLookedAt = 5_000

/** What these numbers were paid or are to be paid, latest first: so many of each, and so many of its trials in the sandbox. */
export async function listRowsOfPhones(ledger: Ledger, phones: readonly string[], ofEach: number): Promise<FoundRow[]> {
  const { rows } = await ledger.pool.query<FoundRow>(
    `select ${rowColumns}
       from unnest($1::text[]) wanted (phone)
      cross join (values (false), (true)) kinds (sandbox)
      cross join lateral (
        select p.batch_no, p.line
          from (
            -- who was never tried, or only tried, has all of theirs read, and a merchant may have very many
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
