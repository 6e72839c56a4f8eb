import type { PoolClient } from 'pg'
import type { BatchState } from '../../payout/state.ts'
import { inTransaction, type Ledger, sqlStateOf } from '../connection/ledger.ts'
import { bindRequestKey, type RequestKey } from '../intake/requestKeys.ts'
import { readWarned, recordWarnings } from '../policy/policy.ts'
import { totalPayouts } from './totals.ts'

/** What an approval covers: the file's bytes, the rows that would be paid, and their sums in minor units by currency. */
export interface ApprovedFigures {
  fileSha256: string
  rows: number
  totals: ReadonlyMap<string, bigint>
}

export interface ApprovalWish extends ApprovedFigures {
  batchNo: number
  /** By their account, or as they call themselves. */
  approver: string
  /** The login name that it is given under; of an account at the desk, its name. */
  login: string
  /** Without personal data. */
  note: string | null
  requestKey?: RequestKey | undefined
}

export type Approved =
  /** `paused`: its time (`--at`) has not come yet. `awaiting_approval`: so many more people have to. */
  | { kind: 'approved'; state: BatchState; missing: number }
  /** The approver is who submitted it. */
  | { kind: 'same_person' }
  /** The approver has made the key that submitted it. */
  | { kind: 'own_key' }
  /** The approver has called "not paid" what it pays again. */
  | { kind: 'called_not_paid' }
  /** The approver has approved it already. */
  | { kind: 'approved_before' }
  /** No account that may approve. */
  | { kind: 'no_approver' }
  /** The batch doesn't hold what was approved. */
  | { kind: 'differs' }
  | { kind: 'not_waiting' }

/** What an approval of a batch would cover: its file, and its rows that are still to be paid. */
export async function readFigures(ledger: Ledger, batchNo: number): Promise<ApprovedFigures> {
  const { rows: batches } = await ledger.pool.query<{ sha256: string }>(
    'select file_sha256 as sha256 from payrun.batches where batch_no = $1',
    [batchNo],
  )
  const pending = `payrun.payouts where batch_no = $1 and state = 'pending'`
  return { fileSha256: batches[0]!.sha256, ...(await totalPayouts(ledger.pool, pending, [batchNo])) }
}

/**
 * Record somebody's approval, and let the batch go once it has as many as it needs: it runs, or waits for its time. The database judges who may
 * approve, and whether the figures are the batch's: the trigger approvals_judged. What was approved is part of the batch's
 * chain of events.
 *
 * Crash window: if the process dies before the commit, nothing has happened; after it, the batch runs, and the workers' sweep enqueues its
 * chunks.
 */
export async function approveBatch(ledger: Ledger, wish: ApprovalWish, tries = 3): Promise<Approved> {
  const { batchNo, approver, login, note, fileSha256, rows, totals } = wish
  const sums = Object.fromEntries([...totals].map(([currency, sum]) => [currency, sum.toString()]))
  try {
    return await inTransaction<Approved>(ledger, async (client) => {
      // In hand from here on, also if the approval is rolled back alone.
      await client.query('select from payrun.batches where batch_no = $1 for no key update', [batchNo])
      await client.query('savepoint before_approval')
      const insert = client.query(
        `insert into payrun.approvals (batch_no, approver, login, note, file_sha256, rows, totals)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [batchNo, approver, login, note, fileSha256, rows, JSON.stringify(sums)],
      )
      const isNew = await insert.then(() => true, throwUnlessApprovedBefore)
      if (!isNew) await client.query('rollback to savepoint before_approval')
      // The policy was made laxer since: who approved it then lets it go.
      if (!isNew && (await countMissing(client, batchNo)) > 0)
        return { commit: false, value: { kind: 'approved_before' } }
      await bindRequestKey(client, wish.requestKey, batchNo)
      const warned = await readWarned(client, batchNo)
      if (warned) await recordWarnings(client, [{ batchNo, deed: 'approved', actor: approver, warned }])
      const covered = [`approved ${rows} rows`, ...Object.entries(sums).map(([currency, sum]) => `${currency} ${sum}`)]
      const missing = await countMissing(client, batchNo)
      if (missing > 0) return { commit: true, value: { kind: 'approved', state: 'awaiting_approval', missing } }
      const moved = await client.query<{ state: BatchState }>(moveSql, [batchNo, covered.join(', '), approver])
      const { state } = moved.rows[0]!
      return { commit: true, value: { kind: 'approved', state, missing } }
    })
  } catch (error) {
    const state = sqlStateOf(error) ?? ''
    // The rules became stricter after the missing people were counted, and nothing was recorded: count anew.
    if (state === 'PA004' && tries > 1) return approveBatch(ledger, wish, tries - 1)
    const refused = refusals[state]
    if (!refused) throw error
    return { kind: refused }
  }
}

function throwUnlessApprovedBefore(error: unknown): false {
  if (refusals[sqlStateOf(error) ?? ''] !== 'approved_before') throw error
  return false
}

async function countMissing(client: PoolClient, batchNo: number): Promise<number> {
  const { rows } = await client.query<{ missing: number }>(
    `select greatest(
              0,
              payrun.people_needed_by($1) - 1
                - (select count(*) from payrun.approvals a where a.batch_no = $1)
            )::int as missing`,
    [batchNo],
  )
  return rows[0]!.missing
}

/** Whether this is who submitted the batch, under this name or this login. */
export async function whoSubmitted(ledger: Ledger, batchNo: number, name: string, login: string): Promise<boolean> {
  const { rows } = await ledger.pool.query<{ same: boolean }>(
    'select payrun.has_submitted(b, $2, $3) as same from payrun.batches b where b.batch_no = $1',
    [batchNo, name, login],
  )
  return rows[0]?.same ?? false
}

/** What somebody asked for, and an approver did not let happen. */
export interface Rejection {
  /** The whole batch, or a retry of some of its rows. */
  kind: 'batch' | 'retry'
  batchId: string
  name: string
  rows: number
  /** Who rejected it. */
  by: string | null
  at: Date
  /** Why, in that person's words. */
  note: string | null
}

/** What was rejected of this person's in the last week, the latest first. */
export async function readRejections({ pool }: Ledger, name: string, login: string): Promise<Rejection[]> {
  const { rows } = await pool.query<Rejection>(
    `with rejected as (
       select 'batch' as kind, e.batch_no, b.file_rows as rows, e.actor as by, e.at,
              -- Until 0029_notes_of_deeds.sql the words of a rejection stood behind its reason.
              coalesce(e.note, substring(e.reason from '^rejected: (.*)$')) as note
         from payrun.batches b
         join payrun.batch_events e using (batch_no)
        where b.state = 'cancelled'
          and b.reason = 'rejected'
          and e.to_state = 'cancelled'
          and e.at > now() - interval '7 days'
          and payrun.has_submitted(b, $1, $2)
        union all
       select 'retry', batch_no, ${stillFailed}, decided_by, decided_at, note
         from payrun.retry_requests q
        where decision = 'rejected'
          and requester = $1
          and decided_at > now() - interval '7 days'
     )
     select kind, id as "batchId", name, rows, by, at, note
       from rejected
       join payrun.batches using (batch_no)
      where rows > 0
      order by at desc
      limit 10`,
    [name, login],
  )
  return rows
}

/** Of the latest retry of a batch, if it was rejected and its rows are as they were; null otherwise. */
export async function readRejectedRetry({ pool }: Ledger, batchNo: number): Promise<RejectedNow | null> {
  const { rows } = await pool.query<RejectedNow>(
    `select ${stillFailed} as rows, decided_by as by, decided_at as at, note
       from (
         select *
           from payrun.retry_requests
          where batch_no = $1
          order by request_no desc
          limit 1
       ) q
      where decision = 'rejected'`,
    [batchNo],
  )
  return rows[0] && rows[0].rows > 0 ? rows[0] : null
}

export type RejectedNow = Pick<Rejection, 'rows' | 'by' | 'at' | 'note'>

/** How many rows of a retry `q` of which nothing has become since it was rejected. */
const stillFailed = `(
         select count(*)::int
           from payrun.payouts p
           join payrun.events e on e.batch_no = p.batch_no and e.line = p.line and e.seq = p.seq
          where p.batch_no = q.batch_no
            and p.line = any(q.lines)
            and p.state = 'failed'
            and e.at < q.decided_at
       )`

const moveSql = `
with approved as materialized (
  select batch_no, case when start_at > now() then 'scheduled' end as reason
    from payrun.batches
   where batch_no = $1
), moved as materialized (
  select payrun.move_batch(
           batch_no,
           '{awaiting_approval}',
           case when reason is null then 'running' else 'paused' end::payrun.batch_state,
           the_reason => reason,
           the_actor => $3,
           the_event => $2)
    from approved
)
select case when reason is null then 'running' else 'paused' end as state
  from approved, moved`

/** What the database says no with. */
const refusals: Readonly<Record<string, Exclude<Approved['kind'], 'approved'>>> = {
  PA001: 'same_person',
  PA002: 'differs',
  PA003: 'not_waiting',
  PA005: 'no_approver',
  PA008: 'approved_before',
  PA012: 'own_key',
  PA013: 'called_not_paid',
}
