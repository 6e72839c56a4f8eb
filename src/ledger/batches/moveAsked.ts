import type { PoolClient } from 'pg'
import { passingReasons } from '../../payout/outcome.ts'
import type { BatchState } from '../../payout/state.ts'
import { inTransaction, type Ledger, type Queryable } from '../connection/ledger.ts'
import { bindRequestKey, type RequestKey } from '../intake/requestKeys.ts'
import { readTotals } from './totals.ts'

interface Asked {
  actor: string
  note: string | null
  /** Under which it was asked for: what moves the batch binds it. */
  requestKey: RequestKey | undefined
}

/** Whether the time of a batch `b` has not come yet, and nobody has begun to pay it. */
const isBeforeItsTime = `b.start_at > now()
            and b.state = 'paused'
            and not exists (
              select from payrun.batch_events e
               where e.batch_no = b.batch_no
                 and e.to_state = 'running'
            )`

/** Whether it then also waits for a person, who paused it. Resumed, it waits for its time alone. */
const isPutOff = `b.reason is distinct from 'scheduled'
            and ${isBeforeItsTime}`

/**
 * Whether it waits for a time that it was approved for, and this person ($2, by the login $3) submitted it: nobody brings forward what others
 * approved for later.
 */
const isTooEarly = `b.reason = 'scheduled'
            and ${isBeforeItsTime}
            and b.approvals_needed > 1
            and payrun.has_submitted(b, $2, $3)`

export async function isPausedBeforeItsTime({ pool }: Ledger, batchNo: number): Promise<boolean> {
  const { rowCount } = await pool.query(`select from payrun.batches b where b.batch_no = $1 and ${isPutOff}`, [batchNo])
  return rowCount === 1
}

export async function isOwnBeforeItsTime(
  { pool }: Ledger,
  batchNo: number,
  { actor, login }: Pick<AskedBy, 'actor' | 'login'>,
): Promise<boolean> {
  const { rows } = await pool.query<{ isTooEarly: boolean | null }>(
    `select ${isTooEarly} as "isTooEarly" from payrun.batches b where b.batch_no = $1`,
    [batchNo, actor, login],
  )
  return rows[0]?.isTooEarly === true
}

interface AskedBy extends Asked {
  /** The login name that it is asked under; of an account at the desk, its name. */
  login: string
}

/**
 * Resume a paused batch as a person asks, unless it is theirs and before its time. One that was paused before its time waits for it again.
 *
 * @param early whether it is to be paid even if it waits for its time: of two who resume it at once, the second must not pay it by mistake
 * @returns whether this call moved it
 */
export const resumeAsked = (ledger: Ledger, batchNo: number, asked: AskedBy & { early: boolean }): Promise<boolean> =>
  bound(ledger, batchNo, asked, async ({ pool }) => {
    const { rows } = await pool.query<{ was: string | null }>(
      `with moving as materialized (
         select b.batch_no,
                case when ${isPutOff} then 'scheduled' end as reason
           from payrun.batches b
          where b.batch_no = $1
            and (${isTooEarly}) is not true
            and (b.reason is distinct from 'scheduled' or $5)
            for no key update
       )
       select payrun.move_batch(
                batch_no,
                '{paused}',
                case when reason is null then 'running' else 'paused' end::payrun.batch_state,
                the_reason => reason,
                the_actor => $2,
                the_note => $4
              ) as was
         from moving`,
      [batchNo, asked.actor, asked.login, asked.note, asked.early],
    )
    return rows.some(({ was }) => was !== null)
  })

/**
 * Pause a batch as a person asks: one that is running, or paused for a reason that ends by itself. It no longer goes on by itself then.
 *
 * @returns whether this call paused it
 */
export const pauseAsked = (ledger: Ledger, batchNo: number, asked: Asked): Promise<boolean> =>
  bound(ledger, batchNo, asked, async ({ pool }) => {
    const { rows } = await pool.query<{ was: string | null }>(
      `with moving as materialized (
         select batch_no
           from payrun.batches
          where batch_no = $1
            and (state = 'running' or state = 'paused' and reason = any ($2))
            for no key update
       )
       select payrun.move_batch(
                batch_no, '{running,paused}', 'paused', 'person', $3, the_note => $4
              ) as was
         from moving`,
      [batchNo, [...passingReasons], asked.actor, asked.note],
    )
    return rows.some(({ was }) => was !== null)
  })

const bound = (
  ledger: Ledger,
  batchNo: number,
  { requestKey }: Asked,
  move: (on: { pool: Queryable }) => Promise<boolean>,
): Promise<boolean> =>
  requestKey === undefined
    ? move(ledger)
    : inTransaction<boolean>(ledger, async (client) => {
        const moved = await move({ pool: client })
        if (moved) await bindRequestKey(client, requestKey, batchNo)
        return { commit: moved, value: moved }
      })

/** How many chunks (of 200 rows) are cancelled in one commit: a claim that meets one of their rows waits no longer than that. */
const chunksAtOnce = 10

/**
 * Stop a batch for good: none of its pending rows is ever sent. The batch and its first rows are cancelled in one commit, and from then on none
 * of its rows is claimed. The other rows follow a few chunks at a time: claims of other batches share commits with claims of this one, and must
 * never wait for a million rows.
 *
 * Crash window: if the process dies between two commits, the batch is cancelled and has pending rows left, which nobody sends. The next
 * call, or a worker's sweep (closeStoppedChunks), cancels them, too.
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
                case
                  when $3 then '{awaiting_approval}'
                  else '{awaiting_approval, running, paused}'
                end::payrun.batch_state[],
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
