import type { PoolClient } from 'pg'
import type { BatchState } from '../../payout/state.ts'
import { inTransaction, type Ledger } from '../connection/ledger.ts'
import { bindRequestKey, type RequestKey } from '../intake/requestKeys.ts'
import { readTotals } from './status.ts'

/** How many chunks (of 200 rows) are cancelled in one commit: a claim that meets one of their rows waits no longer than that. */
const chunksAtOnce = 10

/**
 * Stop a batch for good: none of its pending rows is ever sent. The batch and its first rows are cancelled in one commit, and from then on none
 * of its rows is claimed. The other rows follow a few chunks at a time: claims of other batches share commits with claims of this one, and must
 * never wait for a million rows.
 *
 * Crash window: died between two commits, the batch is cancelled and has pending rows left, which nobody sends. The next call, or a worker's
 * sweep (closeStoppedChunks), cancels them, too.
 *
 * @param note that person's own words
 * @param rejected an approver rejects it: only while it waits for an approval
 * @param requestKey bound in the commit that cancels the batch
 * @returns how many rows were cancelled; null when it's over already
 */
export async function cancelBatch(
  ledger: Ledger,
  batchNo: number,
  actor: string,
  {
    note = null,
    rejected = false,
    requestKey,
  }: { note?: string | null; rejected?: boolean; requestKey?: RequestKey | undefined } = {},
): Promise<number | null> {
  const begun = await inTransaction<Slice | null>(ledger, async (client) => {
    const { rows } = await client.query<{ was: BatchState | null; state: BatchState }>(
      `select payrun.move_batch(
                $1,
                case when $3 then '{awaiting_approval}' else '{awaiting_approval, running, paused}' end
                  ::payrun.batch_state[],
                'cancelled',
                the_reason => case when $3 then 'rejected' end,
                the_actor => $2,
                the_note => $4) as was,
              state
         from payrun.batches
        where batch_no = $1`,
      [batchNo, actor, rejected, note],
    )
    const [found] = rows
    if (!found || (found.was === null && found.state !== 'cancelled')) return { commit: false, value: null }
    if (found.was !== null) await bindRequestKey(client, requestKey, batchNo)
    const slice = await cancelSlice(client, batchNo, actor, 0)
    return { commit: true, value: { ...slice, moved: found.was !== null } }
  })
  if (begun === null) return null
  let { cancelled, lastChunk } = begun
  while (lastChunk !== null) {
    const from: number = lastChunk
    const slice = await inTransaction<Slice>(ledger, async (client) => ({
      commit: true,
      value: await cancelSlice(client, batchNo, actor, from),
    }))
    cancelled += slice.cancelled
    lastChunk = slice.lastChunk
  }
  if (!begun.moved && cancelled === 0) return null
  // A sweep may have cancelled some of them meanwhile.
  return (await readTotals(ledger, [batchNo])).get(batchNo)?.counts.cancelled ?? 0
}

interface Slice {
  cancelled: number
  /** Null: there are no more. */
  lastChunk: number | null
  moved?: boolean
}

async function cancelSlice(client: PoolClient, batchNo: number, actor: string, after: number): Promise<Slice> {
  const { rows } = await client.query<{ chunk_no: number }>(
    `select chunk_no
       from payrun.chunks
      where batch_no = $1
        and chunk_no > $2
        and open
      order by chunk_no
      limit $3`,
    [batchNo, after, chunksAtOnce],
  )
  const chunks = rows.map(({ chunk_no }) => chunk_no)
  const stopped = await client.query<{ cancelled: number }>(cancelRowsSql, [batchNo, chunks, actor])
  await client.query(closeChunksSql, [batchNo, chunks])
  return { cancelled: stopped.rows[0]!.cancelled, lastChunk: chunks.at(-1) ?? null }
}

const cancelRowsSql = `
select count(*)::int as cancelled
  from payrun.move_rows(array[payrun.a_move(
    $1,
    array(
      select p.line
        from unnest($2::int[]) c(chunk_no)
        join payrun.payouts p
          on payrun.chunk_key(p.batch_no, p.chunk_no) = payrun.chunk_key($1, c.chunk_no)
       where p.state = 'pending'
       order by p.line
    ),
    'pending', 'cancelled', actor => $3
  )])`

/**
 * A statement of its own, so that it sees the claims that the update above waited for. If a chunk were closed with a row still in flight, the
 * sweep would never find that row.
 */
const closeChunksSql = `
select payrun.close_chunk($1, c.chunk_no)
  from unnest($2::int[]) c(chunk_no)`
