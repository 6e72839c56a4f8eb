import type { ClientBase } from 'pg'
import type { Outcome } from '../../payout/outcome.ts'
import type { PayoutState } from '../../payout/state.ts'
import { storedJson, type Words } from '../../words/sentence.ts'
import {
  type ClaimTime,
  type GroupCommitState,
  grow,
  keyOf,
  type Settled,
  takeOutOfHand,
  type WaitingClaim,
  type WaitingSettle,
} from './connection.ts'
import type { CommitResult, Settlement } from './statement.ts'

interface StoredOutcome {
  state: PayoutState
  reference: string | null
  code: string | null
  /** JSON: a sentence, or the provider's own words. */
  message: string | null
}

/** How the ledger stores an outcome. The one place that says which state each outcome leads to. */
export function storedOutcome(outcome: Outcome): StoredOutcome {
  switch (outcome.kind) {
    case 'paid':
      return { state: 'paid', reference: outcome.providerReference, code: null, message: null }
    case 'accepted':
    case 'failed':
    case 'unknown':
      return {
        state: outcome.kind,
        reference: outcome.providerReference,
        code: outcome.code,
        message: storedMessage(outcome.message),
      }
    case 'not_taken':
      return { state: 'pending', reference: null, code: outcome.code, message: storedMessage(outcome.message) }
  }
}

/** The provider's own words are one sentence, never a page. */
const storedMessage = (message: Words): string =>
  storedJson(typeof message === 'string' ? message.replaceAll('\0', '').slice(0, 500) : message)

/**
 * A connection broke under these claims, so they may have been committed. They are read back before anything is sent: a row that is
 * `sending` under our number is ours, with the clock running since the first try (the 5 s guard decides); `otherwise` says what becomes of
 * the rest. Settles need none of this: they can simply be repeated.
 *
 * Crash window: the server may still be working on the commit of the lost connection, so what isn't found now may be there a moment later.
 * The repeated claim then waits for that commit, is refused, and is read back once more.
 */
export async function readBackClaims(
  state: GroupCommitState,
  claims: WaitingClaim[],
  otherwise: (state: GroupCommitState, waiting: WaitingClaim) => void,
): Promise<void> {
  while (claims.length > 0 && !state.closed) {
    try {
      const values = [
        claims.map(({ item }) => item.batchNo),
        claims.map(({ item }) => item.line),
        claims.map(({ item }) => item.workerNo),
      ]
      const { rows } = await state.connection.use((client) =>
        client.query<{ claimed: number[]; attempts: number[] }>(readBackSql, values),
      )
      for (const waiting of answerClaims(state, rows[0]!, claims)) otherwise(state, waiting)
      return
    } catch (error) {
      state.onTrouble(error)
      await new Promise((wake) => setTimeout(wake, grow(state)))
    }
  }
  for (const waiting of claims) refuse(state, waiting)
}

/** Hand out what the server says is claimed; what was read back counts from its first try. @returns the claims that it doesn't name */
export function answerClaims(
  state: GroupCommitState,
  { claimed, attempts }: Pick<CommitResult, 'claimed' | 'attempts'>,
  claims: WaitingClaim[],
  claimedAt?: ClaimTime,
): WaitingClaim[] {
  const attemptOf = new Map(claimed.map((n, index) => [n, attempts[index]]))
  return claims.filter((waiting, index) => {
    const attempt = attemptOf.get(index + 1)
    const since = isWhole(state) ? (claimedAt ?? waiting.brokenAt) : longAgo
    if (attempt === undefined || since === undefined) return true
    state.taken.set(keyOf(waiting.item), attempt)
    waiting.resolve({ ok: true, attempt: { ...waiting.item, attempt }, claimedAt: since })
    return false
  })
}

/** Mark a commit outside of the ledger. Also resolves when the process stops: what rests on the commit is not sent then. */
export function keepMark(state: GroupCommitState, { workers, commits }: CommitResult): Promise<void> | undefined {
  const { past, unmarked } = state
  const kept = past ? workers.map((workerNo, index) => past.keep(workerNo, commits[index] ?? 0)) : []
  if (!kept.some((each) => each !== undefined)) return undefined
  return new Promise((resolve, reject) => {
    const goOn = () => {
      unmarked.delete(goOn)
      resolve()
    }
    unmarked.add(goOn)
    Promise.all(kept).then(goOn, reject)
  })
}

/** If the ledger was found fenced since the commit, its claims are handed out too late to be sent. */
const isWhole = ({ past }: GroupCommitState): boolean => past === undefined || past.last()?.kind === 'whole'

/** A claim this old is not sent: the 5 s guard gives it back. */
export const longAgo: ClaimTime = { monotonicMs: Number.NEGATIVE_INFINITY, wallMs: 0 }

export function refuse(state: GroupCommitState, waiting: WaitingClaim): void {
  state.taken.delete(keyOf(waiting.item))
  waiting.resolve({ ok: false })
}

/** @returns the settles that the server doesn't name: their rows are no longer `sending` under their attempt */
export function answerSettles(
  state: GroupCommitState,
  result: CommitResult,
  settles: WaitingSettle[],
): WaitingSettle[] {
  const settled = new Set(result.settled)
  const contradicted = new Set(result.contradicted)
  return settles.filter((waiting, index) => {
    const n = index + 1
    if (!settled.has(n)) return true
    const to = contradicted.has(n) ? 'unknown' : storedOutcome(waiting.item.outcome).state
    answerSettle(state, waiting, { state: to, own: true })
    return false
  })
}

function answerSettle(state: GroupCommitState, waiting: WaitingSettle, settled: Settled): void {
  const { attempt } = waiting.item
  takeOutOfHand(state, waiting)
  if (state.taken.get(keyOf(attempt)) === attempt.attempt) state.taken.delete(keyOf(attempt))
  waiting.resolve(settled)
}

/** The row was settled before (by a repeated flush), was swept to unknown, or belongs to another attempt by now. */
export async function answerLate(state: GroupCommitState, waiting: WaitingSettle): Promise<void> {
  try {
    const settled = await state.connection.use((client) => settleLate(client, waiting.item))
    if (settled !== 'again') return answerSettle(state, waiting, settled)
  } catch (error) {
    state.onTrouble(error)
    grow(state)
  }
  waiting.isRepeated = true
  takeOutOfHand(state, waiting)
  state.settles.push(waiting)
}

const readBackSql = `
select coalesce(array_agg(c.n::int), '{}') as claimed,
       coalesce(array_agg(p.attempts), '{}') as attempts
  from unnest($1::int[], $2::int[], $3::int[]) with ordinality as c(batch_no, line, worker_no, n)
  join payrun.payouts p on p.batch_no = c.batch_no and p.line = c.line
 where p.state = 'sending'
   and p.worker_no = c.worker_no`

/**
 * Settle the answer of an attempt that is no longer `sending`.
 *
 * - Its worker was taken for dead, and the sweep made the row `unknown`: the answer of that same attempt is better knowledge and settles it.
 *   An answer that decides nothing (accepted, unknown) moves nothing, but its reference is kept for the person who looks into the row.
 * - This very attempt has settled it already (a flush that was repeated after a lost connection): there is nothing to do.
 * - The row has moved on to another attempt, or a person settled it: the answer moves nothing, except that a row which a retry has made
 *   pending again becomes what the answer says. Otherwise a late `paid` or `accepted` is kept as a discrepancy (payrun.keep_late_answer).
 * - The ledger went back in time and has forgotten the attempt: `again` when the claim is recorded anew and the answer may settle it;
 *   otherwise the answer has settled the row, or is kept as evidence (payrun.recall_attempt).
 */
export async function settleLate(client: ClientBase, { attempt, outcome }: Settlement): Promise<Settled | 'again'> {
  const stored = storedOutcome(outcome)
  const token = [attempt.batchNo, attempt.line, attempt.workerNo, attempt.attempt]
  let late: Settled['late'] = 'nothing_new'
  // A request that the provider did not take in is as good as never sent: there is nothing to lose.
  if (stored.state !== 'pending') {
    const recalled = await client.query<{ found: string }>(recallSql, [...token, stored.state, stored.reference])
    const found = recalled.rows[0]?.found
    if (found === 'recalled') return 'again'
    if (found === 'settled') return { state: stored.state, own: true, late: 'settled' }
    if (found !== 'known') late = 'kept'
  }
  if (stored.state === 'paid' || stored.state === 'failed') {
    const { rows } = await client.query<{ state: PayoutState }>(lateSql, [
      ...token,
      stored.state,
      stored.reference,
      stored.code,
      stored.message,
    ])
    if (rows[0]) return { state: rows[0].state, own: true, late: 'settled' }
  }
  // A person may have called the row not paid meanwhile, and it may be on its way again: what the provider says must not be lost.
  // Nor must a refusal, where somebody has called the row paid.
  if (stored.state === 'paid' || stored.state === 'accepted' || stored.state === 'failed') {
    const { state, reference, code, message } = stored
    const { rows } = await client.query<{ late: typeof late }>(keepLateSql, [...token, state, reference, code, message])
    if (late !== 'kept') late = rows[0]?.late ?? late
  }
  const { rows } = await client.query<{ state: PayoutState; own: boolean; kept: boolean }>(
    `with kept as (
       select m.line
         from payrun.payouts p
        cross join lateral payrun.move_rows(array[payrun.a_move(
           p.batch_no, array[p.line], 'unknown', 'unknown',
           reference => $5, code => p.error_code, message => p.error_message,
           note => payrun.sentence('stored.late_reference')
         )]) m
        where p.batch_no = $1
          and p.line = $2
          and p.state = 'unknown'
          and p.worker_no = $3
          and p.attempts = $4
          and p.provider_reference is null
          and $5::text is not null
     )
     select state,
            (
              worker_no = $3
              and attempts = $4
              and not exists (
                select from payrun.events e
                 where e.batch_no = $1
                   and e.line = $2
                   and e.seq = p.seq
                   and e.actor is not null
              )
            ) as own,
            exists (select from kept) as kept
       from payrun.payouts p
      where batch_no = $1
        and line = $2`,
    [...token, stored.reference],
  )
  const { state, own, kept } = rows[0] ?? { state: 'unknown', own: false, kept: false }
  if (kept) late = 'kept'
  return own && late === 'nothing_new' ? { state, own } : { state, own, late }
}

const recallSql = 'select payrun.recall_attempt($1, $2, $3, $4, $5, $6) as found'

const keepLateSql = 'select payrun.keep_late_answer($1, $2, $3, $4, $5, $6, $7, $8) as late'

const lateSql = `
with standing as materialized (
  select batch_no, line
    from payrun.payouts
   where batch_no = $1
     and line = $2
     and state = 'unknown'
     and worker_no = $3
     and attempts = $4
     for update
), held as (
  insert into payrun.provider_references (reference, batch_no, line)
  select $6, batch_no, line
    from standing
   where $6::text is not null
     and $5::payrun.payout_state = 'paid'
  on conflict (reference) do nothing
  returning reference
), answered as materialized (
  select batch_no, line
    from standing
   where $6 is null
      or $5 = 'failed'
      or exists (select from held)
      or exists (
           select from payrun.provider_references r
            where r.reference = $6 and r.batch_no = $1 and r.line = $2)
)
select m.state
  from answered a
 cross join lateral payrun.move_rows(array[payrun.a_move(
    a.batch_no, array[a.line], 'unknown', $5,
    worker_no => $3, reference => $6, code => $7, message => $8,
    note => payrun.sentence('stored.late_answer_same_attempt')
  )]) m`
