import type { MaxRefused, PauseReason } from '../../payout/outcome.ts'
import type { ReportFormat } from '../../payout/report.ts'
import type { BatchState } from '../../payout/state.ts'
import type { Hours } from '../../payout/times/hours.ts'
import type { WarningCounts } from '../../payout/warning.ts'
import { inTransaction, type Ledger, type Queryable } from '../connection/ledger.ts'

/** A batch's own row. Counts and sums are derived from its payouts: see totals.ts. */
export interface Batch {
  batchNo: number
  id: string
  name: string
  period: string | null
  state: BatchState
  reason: PauseReason | null
  /** What the provider said that made payrun pause it, in its words. */
  reasonSays: string | null
  sandbox: boolean
  fileName: string
  /** Null once it is purged. */
  fileSha256: string | null
  fileRows: number
  columns: string[]
  maxUnknown: number
  /** Refusals alike in a row that pause it: of one operator, and over all of them. */
  maxRefused: MaxRefused
  reportPath: string | null
  reportFormat: ReportFormat
  roundNo: number
  /** The foreground command that pays it, while that process lives; null: the workers do. */
  foregroundNo: number | null
  /** Who submitted it; null for batches from before this was recorded. */
  submitter: string | null
  /** How many people it needs before it is paid, its submitter among them. 1: nobody approves it. */
  peopleNeeded: number
  /** Who has approved it so far. */
  approvers: string[]
  /** Names and phone numbers are blank since: nothing of it can be paid any more. */
  purgedAt: Date | null
  /** What its submitter was warned of, by code. */
  warnings: WarningCounts
  /** Not paid before this time (`--at`); null: at once. */
  startAt: Date | null
  /** In which hours of each day it may be paid; null: in any. */
  hours: Hours | null
  /** When they begin next, of a batch that waits for them; null: it is within them, has none, or is over. */
  hoursBegin: Date | null
  createdAt: Date
  settledAt: Date | null
}

/** From when a batch may be paid, as far as its time says: its hours count from then on. */
const fromThen = `greatest(
        now(),
        case when b.state = 'awaiting_approval' or b.reason = 'scheduled' then b.start_at end
      )`

const columns = `
  b.batch_no as "batchNo", b.id, b.name, b.period, b.state, b.reason, b.reason_says as "reasonSays",
  b.sandbox, b.file_name as "fileName", b.file_sha256 as "fileSha256", b.file_rows as "fileRows",
  b.file_columns as columns, b.max_unknown as "maxUnknown",
  json_build_object('ofOperator', b.max_refused, 'overAll', b.max_refused_all) as "maxRefused",
  b.report_path as "reportPath", b.report_format as "reportFormat", b.round_no as "roundNo",
  (
    select k.worker_no
      from payrun.workers k
     where k.worker_no = b.foreground_no
       and k.ended_at is null
  ) as "foregroundNo",
  b.submitter,
  b.start_at as "startAt",
  case when b.pay_from is not null then
    json_build_object(
      'from', left(b.pay_from::text, 5), 'to', left(b.pay_until::text, 5), 'zone', b.pay_zone)
  end as hours,
  case
    when b.state in ('settled', 'cancelled')
      or payrun.in_hours(b.pay_from, b.pay_until, b.pay_zone, ${fromThen}) then null
    else payrun.hours_begin(b.pay_from, b.pay_zone, ${fromThen})
  end as "hoursBegin",
  b.purged_at as "purgedAt",
  array(
    select a.approver
      from payrun.approvals a
     where a.batch_no = b.batch_no
     order by a.nth
  ) as approvers,
  case
    when b.state = 'awaiting_approval' then payrun.people_needed_by(b.batch_no)
    else b.approvals_needed
  end as "peopleNeeded",
  coalesce(
    (
      select w.counts
        from payrun.warnings_seen w
       where w.batch_no = b.batch_no
         and w.deed = 'submitted'
       order by w.seen_no
       limit 1
    ),
    '{}'
  ) as warnings,
  b.created_at as "createdAt", b.settled_at as "settledAt"`

type Found = { kind: 'found'; batch: Batch } | { kind: 'none' } | { kind: 'several'; ids: string[] }

/** A batch by its id (all are equally long), a unique beginning of it, or `last` (the one submitted last). */
export async function findBatch(ledger: Ledger, name: string): Promise<Found> {
  if (name === 'last') {
    const [last] = await selectBatches(ledger, 'order by b.batch_no desc limit 1', [])
    return last ? { kind: 'found', batch: last } : { kind: 'none' }
  }
  const found = await selectBatches(
    ledger,
    `where starts_with(b.id, $1)
      order by b.batch_no desc
      limit 6`,
    [name.toLowerCase()],
  )
  const [first] = found
  if (!first || name === '') return { kind: 'none' }
  if (found.length === 1) return { kind: 'found', batch: first }
  return { kind: 'several', ids: found.map(({ id }) => id) }
}

/** Batches `b`, by the clauses after `from`. */
async function selectBatches({ pool }: Ledger, clauses: string, values: unknown[]): Promise<Batch[]> {
  const { rows } = await pool.query<Batch>(
    `select ${columns}
       from payrun.batches b
      ${clauses}`,
    values,
  )
  return rows
}

/** A batch as it stands now. */
export async function readBatch(ledger: Ledger, batchNo: number): Promise<Batch> {
  const [batch] = await selectBatches(ledger, 'where b.batch_no = $1', [batchNo])
  if (!batch) throw new Error(`batch ${batchNo} has gone from the ledger`)
  return batch
}

/** When its hours begin, if it waits for nothing else; null: it is within them, or has none. */
export async function hoursBeginNow({ pool }: Ledger, batchNo: number): Promise<Date | null> {
  const { rows } = await pool.query<{ begin: Date | null }>(
    `select case
              when not payrun.in_hours(pay_from, pay_until, pay_zone, now())
                then payrun.hours_begin(pay_from, pay_zone, now())
            end as begin
       from payrun.batches
      where batch_no = $1`,
    [batchNo],
  )
  return rows[0]?.begin ?? null
}

/** Batches, newest first: all, or up to `limit` of a state that are older than the one numbered `before`. */
export const listBatches = (
  ledger: Ledger,
  {
    state,
    before,
    limit,
    reason,
    without = [],
  }: {
    state?: BatchState | undefined
    before?: number | undefined
    limit?: number
    reason?: PauseReason | undefined
    /** Leaves out those that are paused for one of these reasons. */
    without?: readonly PauseReason[]
  } = {},
): Promise<Batch[]> =>
  selectBatches(
    ledger,
    `where ($1::payrun.batch_state is null or b.state = $1)
        and ($2::int is null or b.batch_no < $2)
        and ($5::text is null or b.reason = $5)
        and (b.reason is null or b.reason <> all ($4::text[]))
      order by b.batch_no desc
      limit $3`,
    [state ?? null, before ?? null, limit ?? null, without, reason ?? null],
  )

/** Running and paused batches without an open chunk: whoever closed the last one died before settling the batch. */
export const finishedBatches = (ledger: Ledger, sandbox: boolean, batchNo?: number): Promise<Batch[]> =>
  selectBatches(
    ledger,
    `where b.state in ('running', 'paused')
        and b.sandbox = $1
        and ($2::int is null or b.batch_no = $2)
        and not exists (
          select from payrun.chunks c
           where c.batch_no = b.batch_no
             and c.open
        )`,
    [sandbox, batchNo ?? null],
  )

/** Running batches that have as many unknown rows as they may have. */
export const batchesWithTooManyUnknown = (ledger: Ledger, sandbox: boolean): Promise<Batch[]> =>
  selectBatches(
    ledger,
    `where b.state = 'running'
        and b.sandbox = $1
        and b.max_unknown <= (
          select count(*)
            from (
              select from payrun.unknown_rows q
               where q.batch_no = b.batch_no
               limit b.max_unknown
            ) u
        )`,
    [sandbox],
  )

interface Move {
  to: BatchState
  reason?: PauseReason
  /** The provider's words that led to a pause, without anybody's number or name. */
  says?: string | undefined
  actor?: string
  /** That person's own words. */
  note?: string | null
}

/**
 * Pause, resume or settle, if it's in one of the states `from` (payrun.move_batch). To cancel, which takes rows along, see
 * cancelBatch (moveAsked.ts).
 *
 * @returns whether this call moved it: of two callers only one is told so
 */
export async function moveBatch(
  ledger: { pool: Queryable },
  batchNo: number,
  from: readonly BatchState[],
  move: Move,
): Promise<boolean> {
  const { rows } = await ledger.pool.query<{ was: BatchState | null }>(
    'select payrun.move_batch($1, $2, $3, $4, $5, the_words => $6, the_note => $7) as was',
    [batchNo, from, move.to, move.reason ?? null, move.actor ?? null, move.says ?? null, move.note ?? null],
  )
  return rows[0]!.was !== null
}

/**
 * Start batches whose time has come (`--at`). One that a person has paused meanwhile has another reason, and stays paused.
 *
 * @returns their ids; if several processes call this at once, each batch is returned to one of them
 */
export async function startDueBatches(ledger: Ledger, sandbox: boolean): Promise<string[]> {
  const { rows } = await ledger.pool.query<{ id: string }>(
    `with due as materialized (
       select batch_no, id
         from payrun.batches
        where state = 'paused'
          and reason = 'scheduled'
          and start_at <= now()
          and sandbox = $1
          for no key update skip locked
     )
     select id
       from due
      where payrun.move_batch(batch_no, '{paused}', 'running', the_event => 'scheduled')
            is not null`,
    [sandbox],
  )
  return rows.map(({ id }) => id)
}

/**
 * Make this worker the batch's foreground payer, unless another living worker is, and start a new round: jobs that a dead process still holds
 * don't count.
 *
 * @returns whether it is the payer now: of two commands at the same moment, only one is
 */
export const takeForeground = (ledger: Ledger, batchNo: number, workerNo: number): Promise<boolean> =>
  inTransaction(ledger, async (client) => {
    // Locked first, so that the next statement sees every worker that was registered before.
    await client.query('select from payrun.batches where batch_no = $1 for update', [batchNo])
    const { rowCount } = await client.query(
      `update payrun.batches b
          set foreground_no = $2, round_no = round_no + 1
        where batch_no = $1
          and not exists (
            select from payrun.workers k
             where k.worker_no = b.foreground_no
               and k.worker_no <> $2
               and k.ended_at is null
          )`,
      [batchNo, workerNo],
    )
    return { commit: true, value: rowCount === 1 }
  })
