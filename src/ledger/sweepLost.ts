import { closeStoppedChunks } from './chunks.ts'
import { inTransaction } from './inTransaction.ts'
import type { Ledger } from './ledger.ts'

/**
 * The rows that ended workers left in `sending` become `unknown` (`worker_lost`): their request may have left, and
 * nobody can know. Their batches start a new ring, since the dead process's jobs still count as taken. What a dead process
 * left open in cancelled and paused batches is closed, where nothing of it is to be paid.
 *
 * Safe to run anywhere, any number of times: a worker is swept once, in the statement that moves its rows.
 * Crash window: died between the end of a lease and this, the worker is unswept still, and the next sweep anywhere finds it.
 *
 * @returns the rows moved
 */
export async function sweepLostRows(ledger: Ledger): Promise<number> {
  const ended = await ledger.pool.query(
    'select from payrun.workers where ended_at is not null and swept_at is null limit 1',
  )
  const lost = ended.rowCount === 0 ? 0 : await sweepEnded(ledger)
  // Crash window: died before this, those chunks are open still, and every sweep looks for them.
  await closeStoppedChunks(ledger)
  return lost
}

function sweepEnded(ledger: Ledger): Promise<number> {
  return inTransaction(ledger, async (client) => {
    // Row by row from payouts_chunk. What it finds in a million open rows does not fit into a bitmap, and each row would be
    // compared with the whole list of chunks.
    await client.query('set local enable_seqscan = off; set local enable_bitmapscan = off')
    const { rows } = await client.query<{ lost: number }>(sweepSql)
    return { commit: true, value: rows[0]?.lost ?? 0 }
  })
}

const sweepSql = `
with ended as (
  select worker_no from payrun.workers where ended_at is not null and swept_at is null for update skip locked
), lost as (
  update payrun.payouts p set state = 'unknown', seq = p.seq + 1, settled_at = now(), error_code = 'worker_lost',
         head = payrun.next_head(p.head, p.seq + 1, p.attempts, p.worker_no, now(), 'sending', 'unknown', 'worker_lost', null, null),
         error_message = 'The process that was paying this row was lost before it recorded an answer.'
   where p.state = 'sending' and p.worker_no in (select worker_no from ended)
     -- As a list, and no join: the planner can't know how few rows a chunk has, and would read the whole table for many chunks.
     and payrun.chunk_key(p.batch_no, p.chunk_no) = any (array(
           select payrun.chunk_key(c.batch_no, c.chunk_no) from payrun.chunks c where c.open))
  returning p.batch_no, p.line, p.seq, p.attempts, p.worker_no
), logged as (
  insert into payrun.events (batch_no, line, seq, attempt, worker_no, from_state, to_state, code)
  select batch_no, line, seq, attempts, worker_no, 'sending', 'unknown', 'worker_lost' from lost
), rung as (
  update payrun.batches set ring_no = ring_no + 1
   where state = 'running' and batch_no in (select batch_no from lost)
), swept as (
  update payrun.workers set swept_at = now() where worker_no in (select worker_no from ended)
)
select count(*)::int as lost from lost`
