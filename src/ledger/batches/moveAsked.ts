import { passingReasons } from '../../payout/outcome.ts'
import { inTransaction, type Ledger, type Queryable } from '../connection/ledger.ts'
import { bindRequestKey, type RequestKey } from '../intake/requestKeys.ts'
import { moveBatch } from './batches.ts'

interface Asked {
  actor: string
  note: string | null
  /** Under which it was asked for: what moves the batch binds it. */
  requestKey: RequestKey | undefined
}

/** Resume a paused batch as a person asks. @returns whether this call moved it */
export const resumeAsked = (ledger: Ledger, batchNo: number, asked: Asked): Promise<boolean> =>
  bound(ledger, batchNo, asked, (on) => moveBatch(on, batchNo, ['paused'], { to: 'running', ...asked }))

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
