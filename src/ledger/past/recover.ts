import { amountsOf, mayBeTo, numbersOf, type Statement, type StatementLine } from '../../payout/reconciliation.ts'
import { zoneSlackMs } from '../../payout/times/zonedTime.ts'
import { readSentence, type Sentence } from '../../words/sentence.ts'
import { totalsSql } from '../batches/totals.ts'
import { inTransaction, type Ledger } from '../connection/ledger.ts'
import { isUnmatched, showsLoss } from './judgePast.ts'

/** Where a ledger that went back in time stands. */
export interface Recovery {
  /** `lossShown`: a mark shows that it lacks commits, so rows that look unsent may have been paid. */
  fenced: { at: Date; why: Sentence; lossShown: boolean } | null
  /** Payments since then may be missing from it, until a statement is loaded that is enough. */
  awaitingStatementSince: Date | null
  /** Since when a person has last said that it lacks something. */
  lastSince: Date | null
  /** And when that was said: until then, anything may have been sent. */
  lastSaidAt: Date | null
  /** Its number. */
  lastNo: number | null
  /** Rows that recover --since would put in doubt, but for failed and cancelled ones. */
  unsent: { pending: number; sending: number; failed: number }
  /** Payments that no row is known for, and that nobody has looked into. */
  withoutRow: { answers: number; statement: number }
  /** Of the answers: those that no statement accounts for. No new file is taken because of them. */
  unmatched: number
  /** The first 100 of these, unmatched ones first. */
  payments: PaymentWithoutRow[]
  /** What a person had changed may be as it was before: how much there is of it. */
  cameBack: { holds: number; schedules: number; unapproved: number; purged: number }
}

/** A payment that no row is known for: by a line of the statement that was loaded, or by an answer about a forgotten row. */
type PaymentWithoutRow = {
  /** Names it, for whoever sets it aside. */
  payment: number
  /** The provider's. */
  reference: string | null
} & (
  | { source: 'statement'; statement: string; statementLine: number }
  | { source: 'answer'; batchNo: number; line: number; state: string; unmatched: boolean }
)

export async function readRecovery(ledger: Ledger): Promise<Recovery> {
  const { rows } = await ledger.pool.query<{
    fencedAt: Date | null
    fencedWhy: unknown
    since: Date | null
    lastSince: Date | null
    lastSaidAt: Date | null
    lastNo: number | null
    unsent: Recovery['unsent']
    withoutRow: Recovery['withoutRow']
    unmatched: number
    payments: Recovery['payments']
    cameBack: Recovery['cameBack']
  }>(recoverySql)
  const { fencedAt, fencedWhy, since, ...more } = rows[0]!
  const why = readSentence(fencedWhy)
  const fenced = fencedAt && why ? { at: fencedAt, why, lossShown: showsLoss(why) } : null
  return { fenced, awaitingStatementSince: since, ...more }
}

const unpurged = 'array(select o.batch_no from payrun.batches o where o.purged_at is null)'

const recoverySql = `
select s.fenced_at as "fencedAt",
       s.fenced_why as "fencedWhy",
       s.awaiting_statement_since as since,
       v.since as "lastSince",
       v.at as "lastSaidAt",
       v.recovery_no::int as "lastNo",
       (
         select count(*)::int
           from payrun.payments_without_row w
          where ${isUnmatched}
       ) as unmatched,
       (
         select json_build_object(
                  'pending', coalesce(sum(t.rows) filter (where t.state = 'pending'), 0),
                  'sending', coalesce(sum(t.rows) filter (where t.state = 'sending'), 0),
                  'failed', coalesce(
                    sum(t.rows) filter (where t.state = 'failed' and b.state <> 'cancelled'), 0))
           from ${totalsSql(unpurged)} t
           join payrun.batches b on b.batch_no = t.batch_no
       ) as unsent,
       (
         select json_build_object(
                  'answers', count(*) filter (where w.source = 'answer'),
                  'statement', count(*) filter (where w.source = 'statement'))
           from payrun.payments_without_row w
          where not w.set_aside
       ) as "withoutRow",
       coalesce((
         select json_agg(json_build_object(
                  'payment', w.payment_no,
                  'source', w.source,
                  'reference', w.reference,
                  'statement', w.statement,
                  'statementLine', w.statement_line,
                  'batchNo', w.batch_no,
                  'line', w.line,
                  'state', w.state,
                  'unmatched', w.unmatched) order by not w.unmatched, w.payment_no)
           from (
             select w.*, ${isUnmatched} as unmatched
               from payrun.payments_without_row w
              where not w.set_aside
              order by not ${isUnmatched}, w.payment_no
              limit 100
           ) w
       ), '[]') as payments,
       json_build_object(
         'holds', (select count(*) from payrun.operator_holds h where h.manual),
         'schedules', (select count(*) from payrun.schedules c where c.removed_at is null),
         'unapproved', (select count(*) from payrun.batches b where b.state = 'awaiting_approval'),
         'purged', (select count(*) from payrun.batches b where b.purged_at is not null)
       ) as "cameBack"
  from payrun.server s
  left join lateral (
         select r.since, r.at, r.recovery_no
           from payrun.recoveries r
          where r.kind = 'since'
          order by r.recovery_no desc
          limit 1
       ) v on true`

/**
 * Record a person's word: nothing was lost, or what happened after `since` is missing.
 *
 * @param againstMarks the person knows of the mark that shows a loss, and that nothing was sent
 * @returns how many rows are in doubt by such words; null: a mark shows that commits are missing, and nothing was recorded
 */
export function recover(
  ledger: Ledger,
  {
    since,
    actor,
    note,
    againstMarks = false,
  }: { since: Date | null; actor: string; note: string; againstMarks?: boolean },
): Promise<number | null> {
  return inTransaction(ledger, async (client) => {
    // Somebody may have looked at this for minutes: meanwhile, another process can have found such a mark.
    const fenced = await client.query<{ why: unknown }>('select fenced_why as why from payrun.server for update')
    const why = readSentence(fenced.rows[0]?.why)
    if (since === null && !againstMarks && why && showsLoss(why)) return { commit: false, value: null }
    const said = [since, actor, note]
    await client.query('select payrun.recover($1, $2, $3)', said)
    // Those of an earlier time too: they wait for the same statement.
    const { rows } = await client.query<{ rows: number }>(
      `select count(*)::int as rows
         from payrun.unknown_rows u
         join payrun.payouts p on p.batch_no = u.batch_no and p.line = u.line
        where p.error_message ->> 'key' = 'stored.may_have_been_sent_since'`,
    )
    return { commit: true, value: rows[0]?.rows ?? 0 }
  })
}

/**
 * A person has looked into a payment without a row: it stops no row any more. Recorded with their note.
 *
 * @returns false when there is no such payment, or it was set aside already: of two people at once, one is told so
 */
export async function setPaymentAside(
  ledger: Ledger,
  { payment, actor, note }: { payment: number; actor: string; note: string },
): Promise<boolean> {
  const { rowCount } = await ledger.pool.query(
    `with aside as (
       update payrun.payments_without_row
          set set_aside = true
        where payment_no = $1
          and not set_aside
       returning payment_no
     )
     insert into payrun.recoveries (kind, payment_no, actor, note)
     select 'set_aside', payment_no, $2, $3
       from aside`,
    [payment, actor, note],
  )
  return rowCount === 1
}

/**
 * Keep the payments of a statement that no row of the ledger is known for, and end the wait for it, unless it lacks some that
 * the provider has answered about. A line is known by the provider's reference of a row, or by its number and amount where a row
 * of these was sent, may have been, or is paid; not if such an answer has its reference.
 *
 * @param note a person's word that it has all there is; null: its lines show it
 * @param said what the ledger lacks, as it was looked at (`lastNo`): what a person has said since stays to be waited for
 * @returns how many lines are about no row
 */
export function takeStatement(
  ledger: Ledger,
  {
    statement,
    since,
    actor,
    note,
    said,
  }: { statement: Statement; since: Date; actor: string; note: string | null; said: number | null },
): Promise<number> {
  return inTransaction(ledger, async (client) => {
    // Before the others: they see all of a recovery that has just ended, and the next one waits for this.
    await client.query('select from payrun.server for no key update')
    const answered = await client.query<{ reference: string; saysPaid: boolean }>(
      `select w.reference, bool_or(w.state = 'paid') as "saysPaid"
         from payrun.payments_without_row w
        where ${isUnmatched}
          and w.reference is not null
        group by w.reference`,
    )
    const saysPaid = new Map(answered.rows.map((each) => [each.reference, each.saysPaid]))
    const lines = statement.lines.flatMap((each) => {
      const { line, reference } = each
      const paid = reference === null ? undefined : saysPaid.get(reference)
      const mayBe = mayBeUnknown(each, since)
      if (!mayBe && paid === undefined) return []
      // One that was under way and then not carried out bars nobody. A known row of a number that only its words name doesn't answer for
      // the line's own number.
      const barred = mayBe || paid ? mayBeTo(each) : []
      const numbers = numbersOf(each)
      const phones = numbers.length > 0 ? numbers : barred
      const amounts = amountsOf(each).map(({ from }) => String(from))
      return [{ line, reference, phones, barred, amounts, answered: paid !== undefined }]
    })
    const { rowCount } = await client.query(withoutRowSql, [
      statement.sha256.slice(0, 12),
      JSON.stringify(lines),
      since,
    ])
    const rows = rowCount ?? 0
    await client.query(
      `insert into payrun.recoveries (kind, rows, statement, actor, note)
       values ('statement', $1, $2, $3, $4)`,
      [rows, statement.sha256.slice(0, 12), actor, note],
    )
    await client.query(
      `update payrun.server
          set awaiting_statement_since = null
        where not exists (
                select from payrun.payments_without_row w
                 where ${isUnmatched})
          and not exists (
                select from payrun.recoveries r
                 where r.kind = 'since'
                   and r.recovery_no > $1)`,
      [said ?? 0],
    )
    return { commit: true, value: rows }
  })
}

function mayBeUnknown(line: StatementLine, since: Date): boolean {
  const { meaning, reference, settlesNothing, at } = line
  const hasNumber = mayBeTo(line).length > 0
  return (
    meaning !== 'not_carried_out' &&
    // Money that came in has a reference, too; a fee is no second payment to its number.
    (meaning === 'doubtful' ? hasNumber && settlesNothing !== 'fee' : hasNumber || reference !== null) &&
    (at === null || at.toMs >= since.getTime() - zoneSlackMs)
  )
}

const withoutRowSql = `
with lines as (
  select l.line, l.reference, l.phones, l.amounts, l.answered,
         array(
           select payrun.payment_hash(n.phone, a.hundredths)
             from unnest(l.barred) n(phone)
            cross join unnest(l.amounts) a(hundredths)
         ) as hashes
    from json_to_recordset($2::json) as l(
      line integer, reference text, phones text[], barred text[], amounts numeric[],
      answered boolean
    )
)
insert into payrun.payments_without_row (source, statement, statement_line, reference, hashes)
select 'statement', $1, l.line, l.reference, l.hashes
  from lines l
 where not exists (
         select from payrun.provider_references r
          where r.reference = l.reference)
   -- A statement that was loaded before had it, too.
   and not exists (
         select from payrun.payments_without_row o
          where o.source = 'statement'
            and o.reference = l.reference
            and o.hashes = l.hashes)
   and (l.answered or not exists (
         select from unnest(l.phones) n(phone)
          cross join unnest(array[l.amounts[1], l.amounts[1] / 100]) a(minor)
           join payrun.payouts p
                on reverse(p.phone) collate "C" = reverse(n.phone) collate "C"
                and p.phone = n.phone
                and p.amount_minor = a.minor
          where p.state in ('sending', 'accepted', 'unknown', 'paid')
            and p.sent_at > $3::timestamptz - interval '1 day'))
on conflict do nothing`
