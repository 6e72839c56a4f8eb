import type { PoolClient } from 'pg'
import type { OperatorCode } from '../../payout/operators/operator.ts'
import type { BatchState } from '../../payout/state.ts'
import type { Sentence } from '../../words/sentence.ts'
import { attemptsOf, readToBePaid, type ToBePaid } from '../batches/toBePaid.ts'
import { totalsSql } from '../batches/totals.ts'
import { type Ending, inTransaction, isUniqueViolation, type Ledger } from '../connection/ledger.ts'
import { bindRequestKey, type RequestKey } from '../intake/requestKeys.ts'
import { lockIntake } from '../intake/storeBatch.ts'
import { lookAtRetried, type RetryLook } from '../people/lookAtRetried.ts'
import { recordWarnings } from '../policy/policy.ts'
import {
  type AgainstRetry,
  findAgainst,
  keepEarlyNotifications,
  keepReferences,
  lockRows,
  type NotRetryable,
  type PaidElsewhere,
  withoutElsewhere,
  withoutMaybePaid,
} from './findAgainstRetry.ts'
import {
  type AgainstRequest,
  changedSinceAsked,
  decideRetry,
  insertRetryRequest,
  type RetryDecision,
  type RetryInserted,
  refusalOf,
} from './retryRequests.ts'
import { findInsisted, type Insisted, type WhyWaits, whyWaits } from './secondPerson.ts'

export interface RetryWish {
  batchNo: number
  /** The failed rows on these lines; left out or empty: on all. */
  lines?: readonly number[]
  /** Only failed rows with one of these error codes; left out or empty: whatever the code. */
  codes?: readonly string[]
  /** Also rows that look like a payout of another batch. */
  allowDuplicates?: boolean
  /** Also rows that evidence calls paid: a person has made sure. */
  despiteEvidence?: boolean
  /** Leave out rows that evidence calls paid, or that another batch pays, if there are others; without it, they stop the whole retry. */
  leaveOut?: boolean
  /** The rows' attempts in all when somebody looked at them; left out: nobody has. */
  attempts?: number | undefined
  /** Whether it would wait for a second person when somebody looked at them; left out: nobody has. */
  waits?: boolean
  /** The actor's own words. */
  note?: string | null
  actor: string
  /** The login name of who asks; null: an account vouches for who it is. Left out: as `actor`. */
  login?: string | null
  /** How many people a batch needs, where that is more than the ledger's policy asks for. */
  peopleNeeded?: number
  /** How the rows' people are looked at, and what the policy makes of it; left out: they are not. */
  look?: RetryLook
  /** A second person's decision on a retry that waits (`WhyWaits`). */
  decision?: RetryDecision
  /** The request that is looked at or decided on. */
  requestNo?: number
  /** Bound to the batch in the transaction of the retry, or of the request that waits. */
  requestKey?: RequestKey | undefined
}

export type Retried =
  | { kind: 'retried'; lines: number[]; operators: OperatorCode[]; from: BatchState }
  /** No row has failed (with those codes). */
  | { kind: 'nothing' }
  | { kind: 'not_retryable'; rows: NotRetryable[] }
  /** `others`: the lines that no other batch pays. */
  | Exclude<AgainstRetry, { kind: 'keys_taken' }>
  | (Extract<AgainstRetry, { kind: 'keys_taken' }> & { others: number[] })
  /** The policy forbids to pay rows with such warnings. */
  | { kind: 'blocked'; why: Sentence }
  /** The batch is cancelled, or nobody has approved it yet. */
  | { kind: 'not_open'; state: BatchState }
  /** It is paused with pending rows: a retry would send them, too, and nobody has asked for that. */
  | { kind: 'paused'; pending: number }
  /** It was purged: nobody knows any more whom it pays. */
  | { kind: 'purged' }
  /** Another living command pays the batch at this moment. */
  | { kind: 'busy'; state: BatchState }
  | RetryInserted
  | AgainstRequest
  /** Whoever approves it has asked for it, or has said "not paid". */
  | { kind: 'same_person' }
  /** Whoever approves it has made the key that asked for it. */
  | { kind: 'own_key' }
  /** No account that may approve. */
  | { kind: 'no_approver' }
  /** They were tried again since somebody looked at them. */
  | { kind: 'tried_since' }
  /** It waits for a second person, though it didn't when somebody looked at it; or the other way round. */
  | { kind: 'policy_since' }
  /** It was decided on meanwhile. */
  | { kind: 'not_waiting' }

/**
 * Move failed rows back to pending, as new attempts under the same key, and let the batch run again: all of them in one transaction, or none
 * if anything speaks against it. No other state is ever retried: of an unknown row, nobody knows whether the money moved.
 */
export async function retryRows(ledger: Ledger, wish: RetryWish): Promise<Retried> {
  try {
    return await inTransaction(ledger, (client) => retry(client, wish))
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal) return { kind: refusal }
    // Somebody took a key between the look-up and the update. The second look-up says who.
    if (!isUniqueViolation(error)) throw error
    return inTransaction(ledger, (client) => retry(client, wish))
  }
}

/** What a retry of these rows would pay, or what speaks against it. Nothing is changed. */
export const lookAtRetry = (ledger: Ledger, wish: RetryWish): Promise<NotRetried | LookedAt> =>
  inTransaction<NotRetried | LookedAt>(ledger, async (client) => {
    const judged = await judge(client, wish)
    if (judged.kind !== 'retryable') return { commit: false, value: judged }
    const { lines, leftOut, elsewhere, insisted } = judged
    const toBePaid = await readToBePaid(client, { of: 'batch', batchNo: wish.batchNo, lines })
    const attempts = await attemptsOf(client, wish.batchNo, lines)
    const why = await whyItWaits(client, wish, judged)
    return { commit: false, value: { kind: 'looked', lines, leftOut, elsewhere, toBePaid, attempts, insisted, why } }
  })

/** Null: the retry need not wait for a second person, or one has decided on it. */
const whyItWaits = (
  client: PoolClient,
  { batchNo, actor, login = actor, requestNo, peopleNeeded = 1 }: RetryWish,
  { lines, insisted, told }: Retryable,
): Promise<WhyWaits | null> | null =>
  requestNo === undefined
    ? whyWaits(client, { batchNo, lines, requester: actor, login }, insisted, {
        peopleNeeded,
        oneMore: told?.oneMore === true,
      })
    : null

async function retry(client: PoolClient, wish: RetryWish): Promise<Ending<Retried>> {
  const judged = await judge(client, wish)
  if (judged.kind !== 'retryable') return { commit: false, value: judged }
  const { lines, from } = judged
  if (wish.attempts !== undefined && wish.attempts !== (await attemptsOf(client, wish.batchNo, lines)))
    return { commit: false, value: { kind: 'tried_since' } }
  const { actor, login = actor, note = null } = wish
  await bindRequestKey(client, wish.requestKey, wish.batchNo)
  const { warned } = judged.told ?? {}
  const deed = wish.decision ? 'approved' : 'retried'
  if (warned && Object.keys(warned.counts).length > 0)
    await recordWarnings(client, [{ batchNo: wish.batchNo, deed, actor, warned }])
  const why = await whyItWaits(client, wish, judged)
  if (wish.waits !== undefined && wish.waits !== (why !== null))
    return { commit: false, value: { kind: 'policy_since' } }
  if (why) {
    const asked = { batchNo: wish.batchNo, lines, requester: actor, login, note }
    const waits = await insertRetryRequest(client, asked, why)
    return { commit: waits.kind === 'waits_for_approval', value: waits }
  }
  if (wish.decision && !(await decideRetry(client, wish.decision)))
    return { commit: false, value: { kind: 'not_waiting' } }
  await keepReferences(client, wish.batchNo, lines)
  // A person has made sure of them: the evidence so far doesn't stand in the way any more.
  if (wish.despiteEvidence)
    await client.query(
      `update payrun.discrepancies
          set set_aside = true
        where batch_no = $1
          and line = any($2)`,
      [wish.batchNo, lines],
    )
  const operators = await openChunksOf(client, wish.batchNo, lines)
  await client.query(moveSql, [wish.batchNo, lines, wish.actor])
  await run(client, wish)
  return { commit: true, value: { kind: 'retried', lines, operators, from } }
}

interface LookedAt {
  kind: 'looked'
  lines: number[]
  /** Those that evidence calls paid. */
  leftOut: number[]
  /** Those that another batch pays, or seems to. */
  elsewhere: PaidElsewhere[]
  toBePaid: ToBePaid
  /** So often these lines were tried so far, in all. */
  attempts: number
  insisted: Insisted
  /** Why it would wait for a second person; null: it wouldn't, or it waits already. */
  why: WhyWaits | null
}

export type NotRetried = Exclude<Retried, { kind: 'retried' }>
type RetryAccepted = Exclude<ReturnType<RetryLook['accept']>, { blocked: Sentence }>

interface Retryable extends Pick<LookedAt, 'lines' | 'leftOut' | 'elsewhere' | 'insisted'> {
  kind: 'retryable'
  from: BatchState
  told?: RetryAccepted
}

/** Which rows may be retried, all locked by this transaction from here on; or what speaks against it. */
async function judge(client: PoolClient, wish: RetryWish): Promise<NotRetried | Retryable> {
  await lockIntake(client)
  const batch = await lockBatch(client, wish.batchNo)
  if (batch.state === 'cancelled' || batch.state === 'awaiting_approval')
    return { kind: 'not_open', state: batch.state }
  if (batch.purged) return { kind: 'purged' }
  if (batch.busy) return { kind: 'busy', state: batch.state }
  if (batch.state === 'paused' && batch.pending > 0) return { kind: 'paused', pending: batch.pending }
  const found = await lockRows(client, wish)
  const changed = await changedSinceAsked(client, wish.requestNo)
  if (changed) return changed
  if (found.notRetryable.length > 0) return { kind: 'not_retryable', rows: found.notRetryable }
  if (found.lines.length === 0) return { kind: 'nothing' }
  await keepEarlyNotifications(client, wish.batchNo, found.lines)
  const early = await changedSinceAsked(client, wish.requestNo, 0)
  if (early) return early
  const { lines: maybe, leftOut } = await withoutMaybePaid(client, wish, found.lines)
  const { lines, elsewhere } = await withoutElsewhere(client, wish, maybe)
  const against = await findAgainst(client, wish, lines)
  if (against?.kind !== 'keys_taken' && against) return against
  if (against) return { ...against, others: (await withoutElsewhere(client, { ...wish, leaveOut: true }, lines)).lines }
  const insisted = await findInsisted(client, wish, lines)
  const retryable = { kind: 'retryable' as const, lines, leftOut, elsewhere, insisted, from: batch.state }
  if (!wish.look) return retryable
  const told = await lookAtRetried(client, wish.batchNo, lines, wish.look)
  return told.blocked ? { kind: 'blocked', why: told.blocked } : { ...retryable, told }
}

interface LockedBatch {
  state: BatchState
  purged: boolean
  busy: boolean
  pending: number
}

async function lockBatch(client: PoolClient, batchNo: number): Promise<LockedBatch> {
  // `no key update` lets foreign keys be checked: a late answer that holds a row does that, and each would wait for the other.
  await client.query('select from payrun.batches where batch_no = $1 for no key update', [batchNo])
  const { rows } = await client.query<LockedBatch>(
    `select b.state, b.purged_at is not null as purged,
            exists (
              select from payrun.workers k
               where k.worker_no = b.foreground_no
                 and k.ended_at is null
            ) as busy,
            case
              when b.state = 'paused'
                then (
                  select coalesce(sum(t.rows), 0)::int
                    from ${totalsSql('array[$1::int]')} t
                   where t.state = 'pending'
                )
              else 0
            end as pending
       from payrun.batches b
      where b.batch_no = $1`,
    [batchNo],
  )
  if (!rows[0]) throw new Error(`batch ${batchNo} has gone from the ledger`)
  return rows[0]
}

/** Open the rows' chunks before the rows move: whoever closes a chunk locks it, too, and then sees its rows pending (payrun.close_chunk). */
async function openChunksOf(client: PoolClient, batchNo: number, lines: readonly number[]): Promise<OperatorCode[]> {
  const { rows } = await client.query<{ operator: OperatorCode }>(
    `update payrun.chunks c
        set open = true
      where c.batch_no = $1
        and c.chunk_no in (
          select chunk_no
            from payrun.payouts
           where batch_no = $1
             and line = any($2)
        )
     returning c.operator`,
    [batchNo, lines],
  )
  return [...new Set(rows.map(({ operator }) => operator))]
}

const moveSql = `
select line from payrun.move_rows(array[payrun.a_move($1, $2, 'failed', 'pending', actor => $3)])`

/** Let the batch run in a new round: earlier jobs of the same chunks don't count. */
async function run(client: PoolClient, { batchNo, actor, note = null }: RetryWish): Promise<void> {
  await client.query(
    `update payrun.batches
        set round_no = round_no + 1
      where batch_no = $1`,
    [batchNo],
  )
  await client.query(
    `select payrun.move_batch(
              $1, '{paused, settled}', 'running', the_actor => $2, the_note => $3)`,
    [batchNo, actor, note],
  )
}
