import { passingReasons } from '../../payout/outcome.ts'
import { inTransaction, type Ledger, type Queryable } from '../connection/ledger.ts'
import { bindRequestKey, type RequestKey } from '../intake/requestKeys.ts'

interface Asked {
  actor: string
  note: string | null
  /** Under which it was asked for: what moves the batch binds it. */
  requestKey: RequestKey | undefined
}

/**
 * Whether a batch `b` was approved for a time that has not come yet, nobody has begun to pay it, and this person ($2, by the login $3)
 * submitted it: nobody brings forward what others approved for later.
 */
const isTooEarly = `b.start_at > now()
            and b.state = 'paused'
            and b.approvals_needed > 1
            and payrun.has_submitted(b, $2, $3)
            and not exists (
              select from payrun.batch_events e
               where e.batch_no = b.batch_no
                 and e.to_state = 'running'
            )`

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

/** Resume a paused batch as a person asks, unless it is theirs and before its time. @returns whether this call moved it */
export const resumeAsked = (ledger: Ledger, batchNo: number, asked: AskedBy): Promise<boolean> =>
  bound(ledger, batchNo, asked, async ({ pool }) => {
    const { rows } = await pool.query<{ was: string | null }>(
      `with moving as materialized (
         select b.batch_no
           from payrun.batches b
          where b.batch_no = $1
            and (${isTooEarly}) is not true
            for no key update
       )
       select payrun.move_batch(
                batch_no, '{paused}', 'running', the_actor => $2, the_note => $4
              ) as was
         from moving`,
      [batchNo, asked.actor, asked.login, asked.note],
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
