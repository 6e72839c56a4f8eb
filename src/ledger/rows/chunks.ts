import type { Payable } from '../../payout/keys.ts'
import type { OperatorCode } from '../../payout/operators/operator.ts'
import { totalsSql } from '../batches/status.ts'
import type { Ledger } from '../connection/ledger.ts'

/** What the queue carries, and all that it carries: which chunk of which batch has work. */
export interface ChunkRef {
  batchId: string
  chunkNo: number
}

/** A pending row, ready to be claimed and sent. */
export interface PendingRow extends Payable {
  line: number
}

export interface ChunkWork {
  batchNo: number
  operator: OperatorCode
  rows: PendingRow[]
}

/** The pending rows of an open chunk, in the file's order; undefined when there is no such open chunk. */
export async function loadChunk(ledger: Ledger, batchNo: number, chunkNo: number): Promise<ChunkWork | undefined> {
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
  const pending = rows.flatMap(({ line, ...row }) =>
    line === null ? [] : { ...row, line, amountMinor: BigInt(row.amountMinor) },
  )
  return { batchNo, operator: rows[0].operator, rows: pending }
}

/**
 * Close a chunk when none of its rows is pending or sending. In a cancelled batch a row that was in flight, and came back
 * as not taken, is cancelled before: nobody would ever send it.
 *
 * @returns whether it is closed now
 */
export async function closeChunk(ledger: Ledger, batchNo: number, chunkNo: number): Promise<boolean> {
  if (await close(ledger, batchNo, chunkNo)) return true
  await ledger.pool.query(cancelReturnedSql, [batchNo, chunkNo])
  // Also when that cancelled nothing: a late answer may have settled the last row in between.
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
 * Close what is left open in cancelled and paused batches, though nothing of it is to be paid: chunks whose last rows were
 * in flight when the batch was stopped, under a process that ended before it could close them. Nobody enqueues them.
 */
export async function closeStoppedChunks(ledger: Ledger): Promise<void> {
  const { rows } = await ledger.pool.query<{ batch_no: number; chunk_no: number }>(
    `select c.batch_no, c.chunk_no
       from payrun.batches b
       join payrun.chunks c on c.batch_no = b.batch_no and c.open
      where b.state = 'cancelled'
         or b.state = 'paused'
        and not exists (
          select from payrun.payouts p
           where payrun.chunk_key(p.batch_no, p.chunk_no) = payrun.chunk_key(c.batch_no, c.chunk_no)
             and p.state in ('pending', 'sending')
        )`,
  )
  for (const chunk of rows) await closeChunk(ledger, chunk.batch_no, chunk.chunk_no)
}

/** An open chunk, with what decides whether to enqueue it. */
export interface OpenChunk extends ChunkRef {
  batchNo: number
  operator: OperatorCode
  roundNo: number
  held: boolean
}

/**
 * Open chunks of running batches: of those named, or of all batches that no living foreground command pays.
 * `held`: its operator is held at this moment. The operators' chunks come in turn, so that one with many (or a slow one)
 * doesn't stand before all the others.
 */
export async function openChunks(
  ledger: Ledger,
  sandbox: boolean,
  batchNo?: number | readonly number[],
): Promise<OpenChunk[]> {
  const { rows } = await ledger.pool.query<OpenChunk>(
    `select b.batch_no as "batchNo", b.id as "batchId", c.chunk_no as "chunkNo", c.operator,
            b.round_no as "roundNo",
            exists (
              select from payrun.operator_holds h
               where h.operator = c.operator
                 and h.sandbox = b.sandbox
                 and (h.until is null or h.until > now())
            ) as held
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

/** What a batch has left: `none` of its chunks is open; all that are open are `held`; or there is `work`. */
export async function workLeft(ledger: Ledger, batchNo: number): Promise<'none' | 'held' | 'work'> {
  const { rows } = await ledger.pool.query<{ open: boolean; work: boolean }>(
    `select exists (
              select from payrun.chunks
               where batch_no = $1
                 and open
            ) as open,
            exists (
              select from payrun.chunks c
                join payrun.batches b on b.batch_no = c.batch_no
               where c.batch_no = $1
                 and c.open
                 and not exists (
                   select from payrun.operator_holds h
                    where h.operator = c.operator
                      and h.sandbox = b.sandbox
                      and (h.until is null or h.until > now())
                 )
            ) as work`,
    [batchNo],
  )
  const { open, work } = rows[0]!
  return work ? 'work' : open ? 'held' : 'none'
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
