import type { OperatorCode } from '../../payout/operators/operator.ts'
import { readStored, type Sentence, say, storedJson, type Words } from '../../words/sentence.ts'
import type { Ledger } from '../connection/ledger.ts'

export interface Hold {
  operator: OperatorCode
  /** By a person; only a person ends it. */
  manual: boolean
  reason: Words
  since: Date
  /** When an automatic hold is probed; null for one by hand. */
  until: Date | null
  /** Its time is over, and no clear answer has come yet: half-open, with one row at a time. */
  probed: boolean
  /** Who holds it by hand, with their note. */
  actor: string | null
  note: string | null
}

const columns = `h.operator, h.manual, h.reason, h.since, h.until, coalesce(h.until <= now(), false) as probed, h.actor, h.note`

const holdOf = (row: Hold): Hold => ({ ...row, reason: readStored(row.reason) })

/** Operators that nothing is sent to at this moment, and those that are being probed. */
export async function listHoldsAndProbes(ledger: Ledger, sandbox: boolean): Promise<Hold[]> {
  const { rows } = await ledger.pool.query<Hold>(
    `select ${columns}
       from payrun.operator_holds h
      where h.sandbox = $1
      order by h.operator`,
    [sandbox],
  )
  return rows.map(holdOf)
}

/** Operators that nothing is sent to at this moment. */
export const listHolds = async (ledger: Ledger, sandbox: boolean): Promise<Hold[]> =>
  (await listHoldsAndProbes(ledger, sandbox)).filter(({ probed }) => !probed)

/** Holds and probes of operators that a batch still has rows to pay for. */
export async function listHoldsOfBatch(ledger: Ledger, batchNo: number): Promise<Hold[]> {
  const { rows } = await ledger.pool.query<Hold>(
    `select ${columns}
       from payrun.operator_holds h
       join payrun.batches b on b.sandbox = h.sandbox
      where b.batch_no = $1
        and exists (
          select from payrun.chunks c
           where c.batch_no = b.batch_no
             and c.open
             and c.operator = h.operator
        )
      order by h.operator`,
    [batchNo],
  )
  return rows.map(holdOf)
}

/** Whether everything that a batch still has to pay goes to operators held by hand: nothing is sent before one of them is released. */
export async function isHeldByHand({ pool }: Ledger, batchNo: number): Promise<boolean> {
  const { rows } = await pool.query<{ held: boolean | null }>(
    `select bool_and(exists (
              select from payrun.operator_holds h
               where h.operator = c.operator
                 and h.sandbox = b.sandbox
                 and h.manual
            )) as held
       from payrun.batches b
       join payrun.chunks c on c.batch_no = b.batch_no and c.open
      where b.batch_no = $1`,
    [batchNo],
  )
  return rows[0]?.held === true
}

/** Hold an operator for a while. A hold by hand stays as it is. */
export async function holdOperator(
  ledger: Ledger,
  sandbox: boolean,
  operator: OperatorCode,
  reason: Sentence,
  forMs: number,
): Promise<void> {
  await ledger.pool.query(
    `insert into payrun.operator_holds (operator, sandbox, manual, reason, until)
     values ($1, $2, false, $3, now() + make_interval(secs => $4))
     on conflict (operator, sandbox) do update
        set reason = excluded.reason,
            until = greatest(operator_holds.until, excluded.until),
            probe_worker_no = null,
            probe_until = null
      where not operator_holds.manual`,
    [operator, sandbox, storedJson(reason), forMs / 1000],
  )
}

/**
 * Take the turn to send the one row that all processes together may send to an operator whose hold has run out. It is this worker's turn until the
 * row is answered, `forMs` are over, or the worker has ended.
 *
 * @returns `anothers`: another worker has it; `held`: it is held (again); `no_hold`: it is not held at all
 */
export async function takeProbe(
  ledger: Ledger,
  { operator, sandbox, workerNo, forMs }: Probe & { forMs: number },
): Promise<'mine' | 'anothers' | 'held' | 'no_hold'> {
  const values = [operator, sandbox, workerNo, forMs / 1000]
  const { rows } = await ledger.pool.query<{ turn: 'mine' | 'anothers' | 'held' }>(takeProbeSql, values)
  return rows[0]?.turn ?? 'no_hold'
}

interface Probe {
  operator: OperatorCode
  sandbox: boolean
  workerNo: number
}

const takeProbeSql = `
with taken as (
  update payrun.operator_holds h
     set probe_worker_no = $3,
         probe_until = now() + make_interval(secs => $4)
   where h.operator = $1
     and h.sandbox = $2
     and h.until <= now()
     and (
          h.probe_until is null
       or h.probe_until <= now()
       or exists (
            select from payrun.workers w
             where w.worker_no = h.probe_worker_no
               and w.ended_at is not null
          )
     )
  returning h.operator
)
select case
         when exists (select from taken) then 'mine'
         when h.until <= now() then 'anothers'
         else 'held'
       end as turn
  from payrun.operator_holds h
 where h.operator = $1
   and h.sandbox = $2`

/** Give the turn back: the row was not sent, or its answer leaves the operator half-open. */
export async function giveProbeBack(ledger: Ledger, { operator, sandbox, workerNo }: Probe): Promise<void> {
  await ledger.pool.query(
    `update payrun.operator_holds
        set probe_worker_no = null, probe_until = null
      where operator = $1
        and sandbox = $2
        and probe_worker_no = $3`,
    [operator, sandbox, workerNo],
  )
}

/**
 * End automatic holds: the operator answers again, or a person says to go on, by a resume or a retry. Holds by hand stay.
 *
 * Crash window: if the process dies between the commit of the resume or the retry and this, the rows wait until the holds run out.
 */
export async function releaseOperators(ledger: Ledger, sandbox: boolean, operators: readonly string[]): Promise<void> {
  await ledger.pool.query(
    `delete from payrun.operator_holds
      where operator = any($1)
        and sandbox = $2
        and not manual`,
    [operators, sandbox],
  )
}

export interface HandWish {
  operator: OperatorCode
  sandbox: boolean
  /** A login name. */
  actor: string
  /** Without personal data: it is kept, and shown to whoever looks at the operators. */
  note: string | null
}

/**
 * A person holds an operator: nothing is sent to it until a person releases it. An automatic hold becomes theirs; a hold by hand stays as it is.
 *
 * @returns false when it was held by hand already
 */
export async function holdByHand(ledger: Ledger, { operator, sandbox, actor, note }: HandWish): Promise<boolean> {
  const { rowCount } = await ledger.pool.query(
    `with held as (
       insert into payrun.operator_holds as h (operator, sandbox, manual, reason, actor, note)
       values ($1, $2, true, $5, $3, $4)
       on conflict (operator, sandbox) do update
          set manual = true,
              reason = excluded.reason,
              since = now(),
              until = null,
              probe_worker_no = null,
              probe_until = null,
              actor = excluded.actor,
              note = excluded.note
        where not h.manual
       returning operator, sandbox, actor, note
     )
     insert into payrun.operator_events (operator, sandbox, action, actor, note)
     select operator, sandbox, 'held', actor, note
       from held`,
    [operator, sandbox, actor, note, storedJson(say('stored.held_by_person'))],
  )
  return rowCount === 1
}

/**
 * A person ends an operator's hold, whether by hand or automatic; with `since`, a hold by hand only if it began at that time.
 *
 * @returns false when there was none
 */
export async function releaseByHand(
  ledger: Ledger,
  { operator, sandbox, actor, note, since }: HandWish & { since?: Date | undefined },
): Promise<boolean> {
  const { rowCount } = await ledger.pool.query(
    `with released as (
       delete from payrun.operator_holds
        where operator = $1
          and sandbox = $2
          and (not manual or $5::timestamptz is null or date_trunc('milliseconds', since) = $5)
       returning operator, sandbox
     )
     insert into payrun.operator_events (operator, sandbox, action, actor, note)
     select operator, sandbox, 'released', $3, $4
       from released`,
    [operator, sandbox, actor, note, since ?? null],
  )
  return rowCount === 1
}

/** Who has released an operator since a moment; null: nobody, for example because an automatic hold ended by itself. */
export async function whoReleased(
  { pool }: Ledger,
  { operator, sandbox }: Pick<HandWish, 'operator' | 'sandbox'>,
  since: Date,
): Promise<string | null> {
  const { rows } = await pool.query<{ actor: string }>(
    `select actor
       from payrun.operator_events
      where operator = $1
        and sandbox = $2
        and action = 'released'
        and at >= $3
      order by event_no desc
      limit 1`,
    [operator, sandbox, since],
  )
  return rows[0]?.actor ?? null
}

/** Batches that were paused because an operator was held, and have unsent rows for it: they wait for `resume`. */
export async function batchesPausedByHold(
  ledger: Ledger,
  { operator, sandbox }: Pick<HandWish, 'operator' | 'sandbox'>,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await ledger.pool.query<{ id: string; name: string }>(
    `select b.id, b.name
       from payrun.batches b
      where b.state = 'paused'
        and b.reason = 'operator_held'
        and b.sandbox = $2
        and exists (
          select from payrun.chunks c
           where c.batch_no = b.batch_no
             and c.open
             and c.operator = $1
        )
      order by b.batch_no`,
    [operator, sandbox],
  )
  return rows
}
