import type { Statement, StatementLine } from '../../payout/reconciliation.ts'
import { readSentence, type Sentence } from '../../words/sentence.ts'
import { totalsSql } from '../batches/status.ts'
import { inTransaction, type Ledger } from '../connection/ledger.ts'

/** Where a ledger that went back in time stands. */
export interface Recovery {
  fenced: { at: Date; why: Sentence } | null
  /** Payments since then may be missing from it, until a statement is loaded. */
  awaitingStatementSince: Date | null
  /** Rows that recover --since would put in doubt, but for failed and cancelled ones. */
  unsent: { pending: number; sending: number; failed: number }
  /** Payments that no row is known for, and that nobody has looked into. */
  withoutRow: { answers: number; statement: number }
  /** The first 100 of these. */
  payments: PaymentWithoutRow[]
  /** What a person had changed may be as it was before: how much there is of it. */
  cameBack: { holds: number; schedules: number; unapproved: number; purged: number }
}

/** A payment that no row is known for: by a line of the statement that was loaded, or by an answer about a forgotten row. */
export type PaymentWithoutRow = {
  /** Names it, for whoever sets it aside. */
  payment: number
  /** The provider's. */
  reference: string | null
} & (
  | { source: 'statement'; statement: string; statementLine: number }
  | { source: 'answer'; batchNo: number; line: number; state: string }
)

/** Since when payments may be missing from the ledger; null: it is whole, or a statement has filled the gap. */
export async function readGap({ pool }: Ledger): Promise<Date | null> {
  const { rows } = await pool.query<{ since: Date | null }>(
    'select awaiting_statement_since as since from payrun.server',
  )
  return rows[0]!.since
}

export async function readRecovery(ledger: Ledger): Promise<Recovery> {
  const { rows } = await ledger.pool.query<{
    fencedAt: Date | null
    fencedWhy: unknown
    since: Date | null
    unsent: Recovery['unsent']
    withoutRow: Recovery['withoutRow']
    payments: Recovery['payments']
    cameBack: Recovery['cameBack']
  }>(recoverySql)
  const row = rows[0]!
  const why = readSentence(row.fencedWhy)
  return {
    fenced: row.fencedAt && why ? { at: row.fencedAt, why } : null,
    awaitingStatementSince: row.since,
    unsent: row.unsent,
    withoutRow: row.withoutRow,
    payments: row.payments,
    cameBack: row.cameBack,
  }
}

const recoverySql = `
select s.fenced_at as "fencedAt",
       s.fenced_why as "fencedWhy",
       s.awaiting_statement_since as since,
       (
         select json_build_object(
                  'pending', coalesce(sum(t.rows) filter (where t.state = 'pending'), 0),
                  'sending', coalesce(sum(t.rows) filter (where t.state = 'sending'), 0),
                  'failed', coalesce(sum(t.rows) filter (where t.state = 'failed' and b.state <> 'cancelled'), 0))
           from ${totalsSql('array(select o.batch_no from payrun.batches o where o.purged_at is null)')} t
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
                  'state', w.state) order by w.payment_no)
           from (
             select *
               from payrun.payments_without_row w
              where not w.set_aside
              order by w.payment_no
              limit 100
           ) w
       ), '[]') as payments,
       json_build_object(
         'holds', (select count(*) from payrun.operator_holds h where h.manual),
         'schedules', (select count(*) from payrun.schedules c where c.removed_at is null),
         'unapproved', (select count(*) from payrun.batches b where b.state = 'awaiting_approval'),
         'purged', (select count(*) from payrun.batches b where b.purged_at is not null)
       ) as "cameBack"
  from payrun.server s`

/** A person's word: nothing was lost; or what happened after `since` is missing. @returns how many rows are in doubt by that */
export async function recover(
  ledger: Ledger,
  { since, actor, note }: { since: Date | null; actor: string; note: string },
): Promise<number> {
  const { rows } = await ledger.pool.query<{ rows: number }>('select payrun.recover($1, $2, $3) as rows', [
    since,
    actor,
    note,
  ])
  return rows[0]?.rows ?? 0
}

/**
 * A person has looked into a payment without a row: it bars nothing any more. Kept with their word.
 *
 * @returns false when there is none of that number that bars anything: of two people at once, one is told so
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
 * Keep the payments of a statement that no row of the ledger is known for, and end the wait for it. A line is known by the
 * provider's reference of a row, or by its number and amount where a row of these was sent, may have been, or is paid.
 *
 * @returns how many lines are about no row
 */
export function endWaitForStatement(
  ledger: Ledger,
  { statement, since, actor }: { statement: Statement; since: Date; actor: string },
): Promise<number> {
  const paid = statement.lines.filter((line) => mayBeUnknown(line, since))
  return inTransaction(ledger, async (client) => {
    const { rowCount } = await client.query(withoutRowSql, [
      statement.sha256.slice(0, 12),
      JSON.stringify(
        paid.map(({ line, reference, phones, amountHundredths }) => ({
          line,
          reference,
          phones,
          hundredths: amountHundredths === null ? null : String(amountHundredths),
        })),
      ),
      since,
    ])
    const rows = rowCount ?? 0
    await client.query(
      `insert into payrun.recoveries (kind, rows, statement, actor)
       values ('statement', $1, $2, $3)`,
      [rows, statement.sha256.slice(0, 12), actor],
    )
    await client.query('update payrun.server set awaiting_statement_since = null')
    return { commit: true, value: rows }
  })
}

/** Clocks differ, and a line without a zone may be written in one to the west. */
const earlierMs = 24 * 3_600_000

const mayBeUnknown = ({ meaning, reference, phones, at }: StatementLine, since: Date): boolean =>
  (meaning === 'carried_out' || meaning === 'under_way' || meaning === 'unrecognised') &&
  (reference !== null || phones.length > 0) &&
  (at === null || at.toMs >= since.getTime() - earlierMs)

const withoutRowSql = `
with lines as (
  select l.line, l.reference, l.phones, l.hundredths
    from json_to_recordset($2::json) as l(
      line integer, reference text, phones text[], hundredths numeric
    )
)
insert into payrun.payments_without_row (source, statement, statement_line, reference, hashes)
select 'statement', $1, l.line, l.reference,
       array(select payrun.payment_hash(n.phone, l.hundredths) from unnest(l.phones) n(phone))
  from lines l
 where not exists (
         select from payrun.provider_references r
          where r.reference = l.reference)
   and not exists (
         select from unnest(l.phones) n(phone)
          cross join unnest(array[l.hundredths, l.hundredths / 100]) a(minor)
           join payrun.payouts p
                on reverse(p.phone) collate "C" = reverse(n.phone) collate "C"
                and p.phone = n.phone
                and p.amount_minor = a.minor
          where p.state in ('sending', 'accepted', 'unknown', 'paid')
            and p.sent_at > $3::timestamptz - interval '1 day')
on conflict do nothing`
