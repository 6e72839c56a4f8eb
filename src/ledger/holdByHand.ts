import type { OperatorCode } from '../payout/operator.ts'
import type { Ledger } from './ledger.ts'

export interface HandWish {
  operator: OperatorCode
  sandbox: boolean
  /** A login name. */
  actor: string
  /** Without personal data: it is kept, and shown to whoever looks at the operators. */
  note: string | null
}

/**
 * A person holds an operator: nothing is sent to it until a person releases it. An automatic hold becomes theirs; one by
 * hand stays as it is.
 *
 * @returns false when it was held by hand already
 */
export async function holdByHand(ledger: Ledger, { operator, sandbox, actor, note }: HandWish): Promise<boolean> {
  const { rowCount } = await ledger.pool.query(
    `with held as (
       insert into payrun.operator_holds as h (operator, sandbox, manual, reason, actor, note)
       values ($1, $2, true, 'held by a person', $3, $4)
       on conflict (operator, sandbox) do update
          set manual = true, reason = excluded.reason, since = now(), until = null, actor = excluded.actor, note = excluded.note
        where not h.manual
       returning operator, sandbox, actor, note
     )
     insert into payrun.operator_events (operator, sandbox, action, actor, note)
     select operator, sandbox, 'held', actor, note from held`,
    [operator, sandbox, actor, note],
  )
  return rowCount === 1
}

/** A person ends whatever hold there is on an operator, theirs or an automatic one. @returns false when there was none */
export async function releaseByHand(ledger: Ledger, { operator, sandbox, actor, note }: HandWish): Promise<boolean> {
  const { rowCount } = await ledger.pool.query(
    `with released as (
       delete from payrun.operator_holds where operator = $1 and sandbox = $2 returning operator, sandbox
     )
     insert into payrun.operator_events (operator, sandbox, action, actor, note)
     select operator, sandbox, 'released', $3, $4 from released`,
    [operator, sandbox, actor, note],
  )
  return rowCount === 1
}

/** Paused batches with unsent rows of an operator: they wait for `resume`. */
export async function batchesPausedByHold(
  ledger: Ledger,
  { operator, sandbox }: Pick<HandWish, 'operator' | 'sandbox'>,
): Promise<string[]> {
  const { rows } = await ledger.pool.query<{ id: string }>(
    `select b.id from payrun.batches b
      where b.state = 'paused' and b.reason = 'operator_held' and b.sandbox = $2
        and exists (select from payrun.chunks c where c.batch_no = b.batch_no and c.open and c.operator = $1)
      order by b.batch_no`,
    [operator, sandbox],
  )
  return rows.map(({ id }) => id)
}
