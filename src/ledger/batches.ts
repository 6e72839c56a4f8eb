import type { PauseReason } from '../payout/outcome.ts'
import type { BatchState } from '../payout/state.ts'
import { inTransaction } from './inTransaction.ts'
import type { Ledger } from './ledger.ts'

/** A batch's own row. Counts and sums are derived from its payouts: see status.ts. */
export interface Batch {
  batchNo: number
  id: string
  name: string
  period: string | null
  state: BatchState
  reason: PauseReason | null
  sandbox: boolean
  fileName: string
  fileSha256: string
  fileRows: number
  columns: string[]
  maxUnknown: number
  reportPath: string | null
  reportFormat: string
  ringNo: number
  /** The foreground command that pays it, while that process lives; null: the workers do. */
  foregroundNo: number | null
  /** Who submitted it; null in what was stored before anybody asked. */
  submitter: string | null
  /** 2: somebody else has to approve it before it is paid. */
  approvalsNeeded: number
  /** Who approved it, once somebody has. */
  approver: string | null
  /** Names and phone numbers are blank since: nothing of it can be paid any more. */
  purgedAt: Date | null
  /** Not paid before this time (`--at`); null: at once. */
  startAt: Date | null
  createdAt: Date
  settledAt: Date | null
}

const columns = `b.batch_no as "batchNo", b.id, b.name, b.period, b.state, b.reason, b.sandbox, b.file_name as "fileName",
  b.file_sha256 as "fileSha256", b.file_rows as "fileRows", b.file_columns as columns, b.max_unknown as "maxUnknown",
  b.report_path as "reportPath", b.report_format as "reportFormat", b.ring_no as "ringNo",
  (select k.worker_no from payrun.workers k where k.worker_no = b.foreground_no and k.ended_at is null) as "foregroundNo",
  b.submitter, b.approvals_needed as "approvalsNeeded", b.start_at as "startAt", b.purged_at as "purgedAt",
  (select a.approver from payrun.approvals a where a.batch_no = b.batch_no) as approver,
  b.created_at as "createdAt", b.settled_at as "settledAt"`

export type Found = { kind: 'found'; batch: Batch } | { kind: 'none' } | { kind: 'several'; ids: string[] }

/** A batch by its id, a unique beginning of it, or `last` (the one submitted last). */
export async function findBatch(ledger: Ledger, name: string): Promise<Found> {
  if (name === 'last') {
    const { rows } = await ledger.pool.query<Batch>(
      `select ${columns} from payrun.batches b order by batch_no desc limit 1`,
    )
    return rows[0] ? { kind: 'found', batch: rows[0] } : { kind: 'none' }
  }
  const { rows } = await ledger.pool.query<Batch>(
    `select ${columns} from payrun.batches b where b.id = $1 or starts_with(b.id, $1) order by b.id = $1 desc, b.batch_no desc limit 6`,
    [name.toLowerCase()],
  )
  const [first] = rows
  if (!first || name === '') return { kind: 'none' }
  if (first.id === name || rows.length === 1) return { kind: 'found', batch: first }
  return { kind: 'several', ids: rows.map(({ id }) => id) }
}

/** A batch as it stands now. */
export async function readBatch(ledger: Ledger, batchNo: number): Promise<Batch> {
  const { rows } = await ledger.pool.query<Batch>(`select ${columns} from payrun.batches b where b.batch_no = $1`, [
    batchNo,
  ])
  if (!rows[0]) throw new Error(`batch ${batchNo} has gone from the ledger`)
  return rows[0]
}

/** All batches, newest first. */
export async function listBatches(ledger: Ledger): Promise<Batch[]> {
  const { rows } = await ledger.pool.query<Batch>(`select ${columns} from payrun.batches b order by b.batch_no desc`)
  return rows
}

/** Running and paused batches that have no open chunk: whoever closed the last one died before settling the batch. */
export async function finishedBatches(ledger: Ledger, sandbox: boolean, batchNo?: number): Promise<Batch[]> {
  const { rows } = await ledger.pool.query<Batch>(
    `select ${columns} from payrun.batches b
      where b.state in ('running', 'paused') and b.sandbox = $1 and ($2::int is null or b.batch_no = $2)
        and not exists (select from payrun.chunks c where c.batch_no = b.batch_no and c.open)`,
    [sandbox, batchNo ?? null],
  )
  return rows
}

/** Running batches that have as many unknown rows as they may have. */
export async function batchesWithTooManyUnknown(ledger: Ledger, sandbox: boolean): Promise<Batch[]> {
  const { rows } = await ledger.pool.query<Batch>(
    `select ${columns} from payrun.batches b
      where b.state = 'running' and b.sandbox = $1 and b.max_unknown <= (
        select count(*) from (select from payrun.unknown_rows q where q.batch_no = b.batch_no limit b.max_unknown) u)`,
    [sandbox],
  )
  return rows
}

export interface Move {
  to: BatchState
  reason?: PauseReason
  actor?: string
}

/**
 * Pause, resume or settle: one statement that moves the batch, if it's in one of the states `from`, and writes the
 * batch's event. To cancel, which takes rows along, see cancelBatch.
 *
 * @returns whether this call moved it: of two callers only one is told so
 */
export async function moveBatch(
  ledger: Ledger,
  batchNo: number,
  from: readonly BatchState[],
  move: Move,
): Promise<boolean> {
  const { rows } = await ledger.pool.query(
    `with before as (
       select batch_no, state from payrun.batches where batch_no = $1 and state = any($2::payrun.batch_state[]) for update
     ), moved as (
       update payrun.batches b set state = $3, reason = $4,
              settled_at = case when $3 = 'settled'::payrun.batch_state then now() end
         from before where b.batch_no = before.batch_no ${guards[move.to] ?? ''}
       returning b.batch_no, before.state as was
     ), logged as (
       insert into payrun.batch_events (batch_no, from_state, to_state, reason, actor, seal)
       select batch_no, was, $3, $4, $5, case when $3 = 'settled'::payrun.batch_state then (
         select sha256(string_agg(c.seal, ''::bytea order by c.chunk_no)) from payrun.chunks c where c.batch_no = $1) end from moved
     )
     select batch_no from moved`,
    [batchNo, from, move.to, move.reason ?? null, move.actor ?? null],
  )
  return rows.length > 0
}

/**
 * Settled means that no row is pending or sending. A batch is only ever paused when it has something left to do.
 *
 * A retry may have opened a chunk while this statement waited for the batch: it looks at the chunks as they were when it
 * began, and would settle a batch with pending rows. The retry's new ring shows it; the next sweep settles what is done.
 */
const guards: Partial<Record<BatchState, string>> = {
  settled: `and not exists (select from payrun.chunks c where c.batch_no = b.batch_no and c.open)
    and b.ring_no = (select s.ring_no from payrun.batches s where s.batch_no = b.batch_no)`,
  paused: 'and exists (select from payrun.chunks c where c.batch_no = b.batch_no and c.open)',
}

/**
 * Let batches run whose time has come (`--at`). One that a person has paused meanwhile has another reason, and stays.
 *
 * @returns their ids; of several callers each batch is told to one
 */
export async function startDueBatches(ledger: Ledger, sandbox: boolean): Promise<string[]> {
  const { rows } = await ledger.pool.query<{ id: string }>(
    `with due as (
       select batch_no from payrun.batches
        where state = 'paused' and reason = 'scheduled' and start_at <= now() and sandbox = $1 for update skip locked
     ), started as (
       update payrun.batches b set state = 'running', reason = null from due where b.batch_no = due.batch_no returning b.batch_no, b.id
     ), logged as (
       insert into payrun.batch_events (batch_no, from_state, to_state, reason) select batch_no, 'paused', 'running', 'scheduled' from started
     )
     select id from started`,
    [sandbox],
  )
  return rows.map(({ id }) => id)
}

/**
 * Stop a batch for good: no pending row of it is ever sent. @returns how many rows were cancelled; null when it's over already
 *
 * The batch isn't locked against the look-ups of foreign keys: a late answer that holds a row makes one, and each would wait
 * for the other. Claims of many rows may cross it all the same: then it is done once more.
 */
export function cancelBatch(ledger: Ledger, batchNo: number, actor: string): Promise<number | null> {
  return inTransaction<number | null>(ledger, async (client) => {
    const { rows } = await client.query<{ state: BatchState }>(
      `select state from payrun.batches where batch_no = $1 and state in ('awaiting_approval', 'running', 'paused') for no key update`,
      [batchNo],
    )
    if (!rows[0]) return { commit: false, value: null }
    await client.query(`update payrun.batches set state = 'cancelled', reason = null where batch_no = $1`, [batchNo])
    await client.query(
      `insert into payrun.batch_events (batch_no, from_state, to_state, actor) values ($1, $2, 'cancelled', $3)`,
      [batchNo, rows[0].state, actor],
    )
    const { rowCount } = await client.query(cancelRowsSql, [batchNo, actor])
    await client.query(closeCancelledSql, [batchNo])
    return { commit: true, value: rowCount ?? 0 }
  })
}

const cancelRowsSql = `
with stopped as (
  update payrun.payouts set state = 'cancelled', holds_key = false, seq = seq + 1, settled_at = now(),
         head = payrun.next_head(head, seq + 1, attempts, null, now(), 'pending', 'cancelled', null, $2, null)
   where batch_no = $1 and state = 'pending' returning batch_no, line, seq, attempts
), logged as (
  insert into payrun.events (batch_no, line, seq, attempt, from_state, to_state, actor)
  select batch_no, line, seq, attempts, 'pending', 'cancelled', $2 from stopped
)
select line from stopped`

/**
 * A statement of its own: it sees the claims that the update above waited for. Were such a chunk closed with a row still
 * in flight, the sweep would never find that row.
 */
const closeCancelledSql = `
select payrun.close_chunk(c.batch_no, c.chunk_no) from payrun.chunks c where c.batch_no = $1 and c.open`

/**
 * Make this worker the batch's foreground payer, unless another living one is, and start a new ring: jobs that a dead
 * process still holds don't count.
 *
 * @returns whether it is the payer now: of two commands at the same moment only one is told so
 */
export async function takeForeground(ledger: Ledger, batchNo: number, workerNo: number): Promise<boolean> {
  const client = await ledger.pool.connect()
  try {
    await client.query('begin')
    // Locked first: the next statement then sees every worker that was registered before the lock was had.
    await client.query('select from payrun.batches where batch_no = $1 for update', [batchNo])
    const { rowCount } = await client.query(
      `update payrun.batches b set foreground_no = $2, ring_no = ring_no + 1
        where batch_no = $1 and not exists (
          select from payrun.workers k where k.worker_no = b.foreground_no and k.worker_no <> $2 and k.ended_at is null)`,
      [batchNo, workerNo],
    )
    await client.query('commit')
    return rowCount === 1
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
