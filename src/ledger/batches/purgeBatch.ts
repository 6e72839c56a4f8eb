import type { PoolClient } from 'pg'
import { inTransaction, type Ledger } from '../connection/ledger.ts'
import { namesPayout } from '../intake/findReported.ts'
import { slowHash } from '../intake/repeats.ts'
import { barredFor } from '../people/calledNotPaid.ts'
import { maybePaidFor } from '../people/findings.ts'
import { totalsSql } from './totals.ts'

/** A batch that has been over for long enough, and still says who was paid. */
export interface PurgeCandidate {
  batchNo: number
  id: string
  name: string
  rows: number
  /** As the file names them, in order. */
  columns: string[]
  overAt: Date
  /** Rows that are still open: while there are any, the names are needed. */
  open: number
  /** Rows of a retry that waits for approval: whoever approves it has to see whom it pays. */
  waiting: number
  /** Failed and cancelled rows that evidence of late calls paid: another payout to their numbers is warned of. */
  maybePaid: number
  /** Rows that a person called "not paid": who approves another payout to their numbers is compared with that person. */
  calledNotPaid: number
  /** Other batches with rows that have to be compared with this one, by number and amount, when they are settled or tried again. */
  neededBy: string[]
  reportPath: string | null
  reportFormat: string
}

/** Settled and cancelled batches that were over before that time, oldest first. */
export async function listPurgeable(ledger: Ledger, before: Date): Promise<PurgeCandidate[]> {
  const { rows } = await ledger.pool.query<PurgeCandidate>(
    `select b.batch_no as "batchNo", b.id, b.name, b.file_rows as rows, b.file_columns as columns,
            o.at as "overAt",
            (
              select coalesce(sum(t.rows), 0)::int
                from ${totalsSql('array[b.batch_no]')} t
               where t.state in ('pending', 'sending', 'accepted', 'unknown')
            ) as open,
            coalesce(
              (
                select cardinality(q.lines)
                  from payrun.retry_requests q
                 where q.batch_no = b.batch_no
                   and q.decision is null
              ),
              0
            ) as waiting,
            (
              select count(distinct k.line)::int ${maybePaidSql('b.batch_no')}
            ) as "maybePaid",
            (
              select count(*)::int ${calledSql('b.batch_no')}
            ) as "calledNotPaid",
            array(
              select distinct other.id ${neededBySql('b.batch_no')}
              order by other.id
            ) as "neededBy",
            b.report_path as "reportPath", b.report_format as "reportFormat"
       from payrun.batches b
       join lateral (
         select max(e.at) as at
           from payrun.batch_events e
          where e.batch_no = b.batch_no
       ) o on true
      where b.state in ('settled', 'cancelled')
        and b.purged_at is null
        and o.at < $1
      order by b.batch_no`,
    [before],
  )
  return rows
}

const maybePaidSql = (batchNo: string) => `
                from payrun.discrepancies k
                join payrun.payouts p on (p.batch_no, p.line) = (k.batch_no, k.line)
               where k.batch_no = ${batchNo}
                 and k.says_paid
                 and not k.set_aside
                 and k.at > now() - ${maybePaidFor}
                 and p.state in ('failed', 'cancelled')`

const calledSql = (batchNo: string) => `
                from payrun.rows_called_not_paid() w
               where w.batch_no = ${batchNo}
                 and w.at > now() - ${barredFor}`

/**
 * Payouts of other batches to the same numbers and of the same amounts, which ask for those of this one:
 *
 * - a statement's lines about unknown and accepted rows (readKnown; it matches within two days, and a recovery's rows within the time lost);
 * - a retry of failed rows without a reference, if these were paid since (findPossibleDuplicates).
 *
 * @param besides batches that are purged together with this one: none of their rows is settled or retried afterwards
 */
const neededBySql = (batchNo: string, besides = `'{}'::int[]`) => `
                from payrun.payouts p
                join payrun.batches own on own.batch_no = p.batch_no
                join payrun.payouts q
                     on reverse(q.phone) collate "C" = reverse(p.phone) collate "C"
                     and q.phone = p.phone
                     and q.amount_minor = p.amount_minor
                     and q.currency = p.currency
                     and q.batch_no <> p.batch_no
                join payrun.batches other
                     on other.batch_no = q.batch_no
                     and other.sandbox = own.sandbox
               where p.batch_no = ${batchNo}
                 and q.batch_no <> all (${besides})
                 and p.sent_at is not null
                 and (
                   q.state in ('accepted', 'unknown')
                   and p.sent_at between q.sent_at - interval '31 days'
                                     and q.sent_at + interval '31 days'
                   or q.state = 'failed'
                   and q.reference is null
                   and other.state <> 'cancelled'
                   and p.state = 'paid'
                   and p.sent_at > q.settled_at
                 )`

/**
 * Blank who was paid in batches that are over, in all of them or in none:
 *
 * - phone numbers, names, the provider's words, and what was wrong with invalid rows, but for other payouts that they are or may be;
 * - what was corrected before it was submitted, and what was noted in reading the file;
 * - the file's hashes, by which a guess could be confirmed: what is kept takes too long to try for each guess;
 * - the input's cells, except for those of the columns `keep` (indexes) in valid rows.
 *
 * Operators, amounts, states, times, references and the chains of events are kept. The chains can still be verified: see payrun.person_hash.
 *
 * Crash window: if the process dies before the commit, none of it is blank; after it, all of it is.
 *
 * @param batches with the columns to keep. Several only if each is needed by others of them: they are purged together or never
 * @returns false when one isn't over any more, its names are still needed, or it was purged already: nothing was done
 */
export function purgeBatches(
  ledger: Ledger,
  batches: readonly { batchNo: number; keep: readonly number[] }[],
  actor: string,
): Promise<boolean> {
  const batchNos = batches.map(({ batchNo }) => batchNo)
  return inTransaction<boolean>(ledger, async (client) => {
    const { rows: hashes } = await client.query<Hashes & { batchNo: number }>(
      `select b.batch_no as "batchNo",
              case when b.decided is not null then b.file_sha256 end as "fileSha256",
              b.cells_sha256 as "cellsSha256", i.id as "ledgerId"
         from payrun.batches b
        cross join payrun.installation i
        where batch_no = any ($1::int[])
          and state in ('settled', 'cancelled')
          and purged_at is null
        order by batch_no
          for no key update of b`,
      [batchNos],
    )
    if (hashes.length < batches.length) return { commit: false, value: false }
    // Checked under the locks: whoever asks for a retry, or resolves a row, holds one until that can be seen.
    for (const batchNo of batchNos)
      if (await isNeeded(client, batchNo, batchNos)) return { commit: false, value: false }
    for (const { batchNo, ...hash } of hashes) {
      const { keep = [] } = batches.find((each) => each.batchNo === batchNo) ?? {}
      await client.query(blankSql, [batchNo, keep, namesPayout])
      await forgetBatch(client, batchNo, hash, actor)
    }
    return { commit: true, value: true }
  })
}

/** Null of a single payout, which is no file: its reference tells it. */
interface Hashes {
  fileSha256: string | null
  cellsSha256: string | null
  ledgerId: string
}

async function isNeeded(client: PoolClient, batchNo: number, together: readonly number[]): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from payrun.payouts
      where batch_no = $1
        and state in ('pending', 'sending', 'accepted', 'unknown')
      union all
     select from payrun.retry_requests
      where batch_no = $1
        and decision is null
      union all
     select ${maybePaidSql('$1')}
      union all
     select ${calledSql('$1')}
      union all
     select ${neededBySql('$1', '$2::int[]')}
      limit 1`,
    [batchNo, together],
  )
  return rowCount !== 0
}

async function forgetBatch(
  client: PoolClient,
  batchNo: number,
  { fileSha256, cellsSha256, ledgerId }: Hashes,
  actor: string,
): Promise<void> {
  await client.query('update payrun.request_keys set answer = null where batch_no = $1', [batchNo])
  await client.query('update payrun.warnings_seen set shown = null where batch_no = $1', [batchNo])
  await client.query(
    `update payrun.batches
        set purged_at = now(), salt = null, file_sha256 = null, cells_sha256 = null,
            corrected = null,
            purged_file = $2, purged_cells = $3,
            decided = decided - '{sheet,columns,notes}'::text[]
      where batch_no = $1`,
    [batchNo, await slowHash(fileSha256, ledgerId), await slowHash(cellsSha256, ledgerId)],
  )
  await client.query(
    `insert into payrun.batch_events (batch_no, from_state, to_state, reason, actor, checkpoint)
     select batch_no, to_state, to_state, 'purged', $2, (
              select sha256(
                       string_agg(
                         sha256(convert_to(concat(p.cells, p.problems), 'UTF8')),
                         ''::bytea
                         order by p.line
                       )
                     )
                from payrun.payouts p
               where p.batch_no = $1
            )
       from payrun.batch_events
      where batch_no = $1
      order by event_no desc
      limit 1`,
    [batchNo, actor],
  )
}

/** The same for one batch. */
export const purgeBatch = (ledger: Ledger, batchNo: number, keep: readonly number[], actor: string): Promise<boolean> =>
  purgeBatches(ledger, [{ batchNo, keep }], actor)

/** A kept cell that has the row's phone number or name in it (a column that was mapped differently, a number as a reference) is blanked, too. */
const blankSql = `
update payrun.payouts p
   set person = payrun.person_hash(b.salt, p.line, p.phone, p.name, p.cells, p.problems),
       message_hash = case when p.error_message is not null then
         payrun.message_hash(b.salt, p.line, p.error_message) end,
       phone = case when p.phone is not null then '' end,
       name = null,
       error_message = null,
       problems = (
         select jsonb_agg(
                  jsonb_build_object(
                    'line', q->'line', 'column', q->'column', 'value', '', 'code', q->'code',
                    'message', case when q->'message'->>'key' ~ $3 then q->'message' else '""' end
                  )
                )
           from jsonb_array_elements(p.problems) q
       ),
       cells = coalesce(
         (
           select json_agg(
                    case when c.n - 1 = any($2::int[])
                    and p.state <> 'invalid'
                    and position(right(p.phone, 8) in regexp_replace(c.cell, '\\D', '', 'g')) = 0
                    and coalesce(position(lower(btrim(p.name)) in lower(c.cell)), 0) = 0 then c.cell
                    else '' end order by c.n
                  )
             from json_array_elements_text(p.cells) with ordinality c(cell, n)
         ),
         '[]'
       )
  from payrun.batches b
 where p.batch_no = $1
   and b.batch_no = p.batch_no`
