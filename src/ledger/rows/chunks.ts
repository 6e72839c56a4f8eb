import type { Payable } from '../../payout/keys.ts'
import type { OperatorCode } from '../../payout/operators/operator.ts'
import type { PauseReason } from '../../payout/outcome.ts'
import { totalsSql } from '../batches/totals.ts'
import type { Ledger } from '../connection/ledger.ts'

/** A pending row, ready to be claimed and sent. */
export interface PendingRow extends Payable {
  line: number
}

/** The pending rows of an open chunk, in the file's order; undefined when there is no such open chunk. */
export async function loadChunk(ledger: Ledger, batchNo: number, chunkNo: number): Promise<PendingRow[] | undefined> {
  type Found = Omit<PendingRow, 'amountMinor' | 'line'> & { line: number | null; amountMinor: string }
  const { rows } = await ledger.pool.query<Found>({
    name: 'payrun-load-chunk',
    text: `
      select c.operator, p.line, p.phone, p.amount_minor as "amountMinor", p.currency, p.name
        from payrun.chunks c
        left join payrun.payouts p
             on payrun.chunk_key(p.batch_no, p.chunk_no) = payrun.chunk_key(c.batch_no, c.chunk_no)
             and p.state = 'pending'
       where c.batch_no = $1
         and c.chunk_no = $2
         and c.open
       order by p.line`,
    values: [batchNo, chunkNo],
  })
  if (!rows[0]) return undefined
  // An open chunk with nothing pending is one row, without a line.
  return rows.flatMap(({ line, ...row }) =>
    line === null ? [] : { ...row, line, amountMinor: BigInt(row.amountMinor) },
  )
}

/**
 * Close a chunk if none of its rows is pending or sending. In a cancelled batch, a row that was in flight and came back as not taken is
 * cancelled first: nobody would ever send it.
 *
 * @returns whether it is closed now
 */
export async function closeChunk(ledger: Ledger, batchNo: number, chunkNo: number): Promise<boolean> {
  if (await close(ledger, batchNo, chunkNo)) return true
  await ledger.pool.query(cancelReturnedSql, [batchNo, chunkNo])
  // Even if that cancelled nothing: a late answer may have settled the last row in between.
  return close(ledger, batchNo, chunkNo)
}

async function close(ledger: Ledger, batchNo: number, chunkNo: number): Promise<boolean> {
  const { rows } = await ledger.pool.query<{ closed: boolean | null }>({
    name: 'payrun-close-chunk',
    text: 'select payrun.close_chunk($1, $2) as closed',
    values: [batchNo, chunkNo],
  })
  return rows[0]?.closed === true
}

const cancelReturnedSql = `
select m.line
  from payrun.batches b
 cross join lateral payrun.move_rows(array[payrun.a_move(
    b.batch_no,
    array(
      select p.line
        from payrun.payouts p
       where payrun.chunk_key(p.batch_no, p.chunk_no) = payrun.chunk_key(b.batch_no, $2)
         and p.state = 'pending'
       order by p.line
    ),
    'pending', 'cancelled',
    actor => (
      select e.actor
        from payrun.batch_events e
       where e.batch_no = b.batch_no
         and e.to_state = 'cancelled'
    )
  )]) m
 where b.batch_no = $1
   and b.state = 'cancelled'`

/**
 * An SQL expression: whether there is an event on the lines of a chunk `c`, its own or that of another operator's row between them. Each claim
 * comes with its event, so no other chunk can have a row in flight. It is a value and not a condition, of which the planner could make a join
 * that reads all events; and it is never null, so that what follows isn't evaluated in vain.
 */
export const begunSql = `(
       select true
         from payrun.events e
        where e.batch_no = c.batch_no
          and e.line between c.first_line and c.last_line
        limit 1
     ) is true`

/**
 * Close chunks that were left open in cancelled and paused batches though they have nothing to pay: their last rows were in flight when the
 * batch was stopped, and their process ended before it could close them. Nobody enqueues such chunks.
 */
export async function closeStoppedChunks(ledger: Ledger): Promise<void> {
  const { rows } = await ledger.pool.query<{ batch_no: number; chunk_no: number }>(
    `select c.batch_no, c.chunk_no
       from payrun.batches b
       join payrun.chunks c on c.batch_no = b.batch_no and c.open
      where b.state = 'cancelled'
         or (
           b.state = 'paused'
           and ${begunSql}
           and not exists (
             select from payrun.payouts p
              where payrun.chunk_key(p.batch_no, p.chunk_no)
                    = payrun.chunk_key(c.batch_no, c.chunk_no)
                and p.state in ('pending', 'sending')
           )
         )`,
  )
  for (const chunk of rows) await closeChunk(ledger, chunk.batch_no, chunk.chunk_no)
}

/** Why nothing of a chunk is sent at this moment. All but `operator_held` end by themselves. */
type HeldBy = Extract<PauseReason, 'operator_held' | 'hours' | 'window' | 'float'>

/** An SQL expression: why the chunk `c` of the batch `b` is held, or null. A hold by hand or by refusals comes first. */
const heldSql = `
  case
    when exists (
      select from payrun.operator_holds h
       where h.operator = c.operator
         and h.sandbox = b.sandbox
         and (h.until is null or h.until > now())
    ) then 'operator_held'
    when not payrun.in_hours(b.pay_from, b.pay_until, b.pay_zone, now()) then 'hours'
    when (b.sandbox, c.operator) in (
      select o.sandbox, o.operator
        from payrun.operator_windows o
       where o.removed_at is null
         and payrun.window_end(o, now()) is not null
    ) then 'window'
    when (c.batch_no, c.operator) in (
      select w.batch_no, w.operator
        from payrun.float_waits w
       where payrun.waits_for_float(w.batch_no, w.operator)
    ) then 'float'
  end`

/** Why a batch waits that has only held chunks left: a reason that ends by itself, if there is one. */
export const mainReason = (held: readonly HeldBy[]): HeldBy =>
  held.find((each) => each !== 'operator_held') ?? 'operator_held'

/** An open chunk, with what decides whether to enqueue it. */
export interface OpenChunk {
  batchNo: number
  batchId: string
  chunkNo: number
  operator: OperatorCode
  roundNo: number
  held: HeldBy | null
}

/**
 * Open chunks of running batches: of those named, or of all batches that no running foreground command pays. The operators' chunks come in
 * turn, so that an operator with many chunks (or a slow one) isn't in front of all the others.
 */
export async function openChunks(
  ledger: Ledger,
  sandbox: boolean,
  batchNo?: number | readonly number[],
): Promise<OpenChunk[]> {
  const { rows } = await ledger.pool.query<OpenChunk>(
    `select b.batch_no as "batchNo", b.id as "batchId", c.chunk_no as "chunkNo", c.operator,
            b.round_no as "roundNo",
            ${heldSql} as held
       from payrun.batches b
       join payrun.chunks c on c.batch_no = b.batch_no and c.open
      where b.state = 'running'
        and b.sandbox = $2
        and case
              when $1::int[] is null
                then not exists (
                  select from payrun.workers k
                   where k.worker_no = b.foreground_no
                     and k.ended_at is null
                )
              else b.batch_no = any($1)
            end
      order by row_number() over (partition by b.batch_no, c.operator order by c.chunk_no),
               b.batch_no, c.chunk_no`,
    [batchNo === undefined ? null : [batchNo].flat(), sandbox],
  )
  return rows
}

/** What a batch has left: `none` of its chunks is open; there is `work`; or why all its open chunks are held. */
export async function workLeft(ledger: Ledger, batchNo: number): Promise<'none' | 'work' | HeldBy> {
  const { rows } = await ledger.pool.query<{ held: HeldBy | null }>(
    `select distinct ${heldSql} as held
       from (
         select distinct batch_no, operator
           from payrun.chunks
          where batch_no = $1
            and open
       ) c
       join payrun.batches b on b.batch_no = c.batch_no`,
    [batchNo],
  )
  if (rows.length === 0) return 'none'
  const held = rows.flatMap((row) => row.held ?? [])
  return held.length < rows.length ? 'work' : mainReason(held)
}

/** How many rows of a batch are pending or sending. */
export async function countOpenRows(ledger: Ledger, batchNo: number): Promise<number> {
  const { rows } = await ledger.pool.query<{ n: number }>(
    `select coalesce(sum(rows), 0)::int as n
       from ${totalsSql('array[$1::int]')} t
      where state in ('pending', 'sending')`,
    [batchNo],
  )
  return rows[0]!.n
}

/**
 * Resume paused batches that waited for something that ends by itself, if any of their rows may be sent now.
 *
 * @returns their ids; if several processes call this at once, each batch is returned to one of them
 */
export async function resumeOpened(ledger: Ledger, sandbox: boolean): Promise<string[]> {
  const { rows } = await ledger.pool.query<{ id: string }>(
    `with waiting as materialized (
       select b.batch_no, b.id
         from payrun.batches b
        where b.state = 'paused'
          and b.reason in ('float', 'window', 'hours')
          and b.sandbox = $1
          and case
                -- what else it waits for is found by whoever pays it
                when b.reason = 'hours'
                  then payrun.in_hours(b.pay_from, b.pay_until, b.pay_zone, now())
                else exists (
                  select from payrun.chunks c
                   where c.batch_no = b.batch_no
                     and c.open
                     and ${heldSql} is null
                )
              end
          for no key update skip locked
     )
     select id
       from waiting
      where payrun.move_batch(batch_no, '{paused}', 'running') is not null`,
    [sandbox],
  )
  return rows.map(({ id }) => id)
}

/**
 * For each batch and operator that waits for a float, find the smallest pending row. That reads all pending rows of the batch, so it is done
 * only when more of the float is left than the last time.
 */
export async function measureWaits({ pool }: Ledger, sandbox: boolean): Promise<void> {
  await pool.query(measureSql, [sandbox])
}

const measureSql = `
with waiting as materialized (
  select w.batch_no, w.operator, payrun.float_room(f) as room
    from payrun.float_waits w
    join payrun.batches b on b.batch_no = w.batch_no
    join payrun.floats f on f.sandbox = b.sandbox and f.currency = w.currency
   where b.sandbox = $1
     and b.state in ('running', 'paused')
   order by w.batch_no, w.operator
     for update of w skip locked
)
update payrun.float_waits w
   set measured_minor = t.room,
       needs_minor = coalesce(
         (
           select min(p.amount_minor)
             from payrun.chunks c
             join payrun.payouts p
               on payrun.chunk_key(p.batch_no, p.chunk_no)
                  = payrun.chunk_key(c.batch_no, c.chunk_no)
            where c.batch_no = w.batch_no
              and c.operator = w.operator
              and c.open
              and p.state = 'pending'
         ),
         w.needs_minor)
  from waiting t
 where w.batch_no = t.batch_no
   and w.operator = t.operator
   and t.room > coalesce(w.measured_minor, -1)`

/** A person resumes a batch: its rows are tried again, whatever they waited for. */
export async function forgetWaits({ pool }: Ledger, batchNo: number): Promise<void> {
  await pool.query('delete from payrun.float_waits where batch_no = $1', [batchNo])
}
