import type { PoolClient } from 'pg'
import { moment, readSentence, type Sentence, say } from '../../words/sentence.ts'
import type { Ledger, Queryable } from '../connection/ledger.ts'

/**
 * Answers by which money moved, or may have, for rows that the ledger has forgotten, and which nothing else accounts for: no
 * statement that was loaded has their reference, no row has it, and nobody has looked into them. While there are any, what
 * statements have shown is not everything that was paid. As SQL about `w`.
 *
 * An unknown answer without a reference can't be found on a statement: its line bars the row, if it was carried out.
 */
export const isUnmatched = `(
  w.source = 'answer'
  and not w.set_aside
  and (w.state in ('paid', 'accepted') or w.state = 'unknown' and w.reference is not null)
  and not exists (
    select from payrun.provider_references r
     where r.reference = w.reference)
  and not exists (
    select from payrun.payments_without_row o
     where o.source = 'statement'
       and o.reference = w.reference)
)`

/** What a ledger that went back in time may be missing. */
export interface Gap {
  /** Payments since then may be missing, until a statement is loaded; null: nothing is missing, or a statement has filled the gap. */
  since: Date | null
  /** How many answers no statement accounts for, and the references of the first five, with an ellipsis if there are more. */
  unmatched: number
  references: string[]
}

const gapSql = `
select s.awaiting_statement_since as since,
       s.fenced_why as "fencedWhy",
       u.unmatched,
       u.references
  from payrun.server s
 cross join lateral (
   select count(*)::int as unmatched,
          coalesce((array_agg(coalesce(w.reference, '–') order by w.payment_no))[:6], '{}') as references
     from payrun.payments_without_row w
    where ${isUnmatched}
 ) u`

export const readGap = ({ pool }: Ledger): Promise<Gap> => askGap(pool, gapSql)

async function askGap<Asked extends Gap>(client: Queryable, sql: string): Promise<Asked> {
  const { rows } = await client.query<Asked>(sql)
  const gap = rows[0]!
  return gap.references.length > 5 ? { ...gap, references: [...gap.references.slice(0, 5), '…'] } : gap
}

/**
 * Why no new file is taken by a ledger that went back in time: it may bring what was paid after that point, and the ledger doesn't
 * know of it any more. Undefined where it is whole, or statements have filled the gap.
 */
export async function whyNoSubmission(
  client: PoolClient,
): Promise<{ isFenced: boolean; message: Sentence } | undefined> {
  const { fencedWhy, since, unmatched, references } = await askGap<Gap & { fencedWhy: unknown }>(
    client,
    `${gapSql}\n   for share of s`,
  )
  const why = readSentence(fencedWhy)
  if (why) return { isFenced: true, message: say('stored.submissions_wait_for_fence', { why }) }
  if (unmatched > 0) {
    return { isFenced: false, message: say('stored.submissions_wait_for_answers', { answers: unmatched, references }) }
  }
  if (!since) return undefined
  return { isFenced: false, message: say('stored.submissions_wait_for_statement', { since: moment(since, 'second') }) }
}
