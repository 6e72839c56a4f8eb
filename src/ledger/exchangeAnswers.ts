import {
  type ClaimTime,
  type ExchangeState,
  grow,
  keyOf,
  type Settled,
  type WaitingClaim,
  type WaitingSettle,
} from './exchangeState.ts'
import { type ExchangeRow, numbersOf, storedOutcome } from './exchangeStatement.ts'
import { settleLate } from './settleLate.ts'

/**
 * A connection broke under these claims, so their commit may have happened. They are read back before anything is sent:
 * what is found `sending` under our number is ours, with the clock running since the first try (the 5 s guard decides);
 * `otherwise` says what becomes of the rest. Settles need none of this: they may simply be repeated.
 *
 * Crash window: the server may still be at work on the commit of a connection that is gone, so what isn't found now may
 * be there a moment later. The claim made anew then waits for that commit, is refused, and is read back once more.
 */
export async function readBackClaims(
  state: ExchangeState,
  claims: WaitingClaim[],
  otherwise: (state: ExchangeState, waiting: WaitingClaim) => void,
): Promise<void> {
  while (claims.length > 0 && !state.closed) {
    try {
      const values = [
        claims.map(({ item }) => item.batchNo),
        claims.map(({ item }) => item.line),
        claims.map(({ item }) => item.workerNo),
      ]
      const { rows } = await state.connection.use((client) =>
        client.query<Pick<ExchangeRow, 'claimed' | 'attempts'>>(readBackSql, values),
      )
      for (const waiting of answerClaims(state, rows[0], claims)) otherwise(state, waiting)
      return
    } catch (error) {
      state.onTrouble(error)
      await new Promise((wake) => setTimeout(wake, grow(state)))
    }
  }
  for (const waiting of claims) refuse(state, waiting)
}

/** Hand out what the server says is claimed, read back as of when it was first tried. @returns the claims that it doesn't name */
export function answerClaims(
  state: ExchangeState,
  found: Pick<ExchangeRow, 'claimed' | 'attempts'> | undefined,
  claims: WaitingClaim[],
  claimedAt?: ClaimTime,
): WaitingClaim[] {
  const attempts = numbersOf(found?.attempts ?? null)
  const attemptOf = new Map(numbersOf(found?.claimed ?? null).map((n, index) => [n, attempts[index]]))
  return claims.filter((waiting, index) => {
    const attempt = attemptOf.get(index + 1)
    const since = claimedAt ?? waiting.brokenAt
    if (attempt === undefined || since === undefined) return true
    state.taken.set(keyOf(waiting.item), attempt)
    waiting.resolve({ ok: true, attempt: { ...waiting.item, attempt }, claimedAt: since })
    return false
  })
}

export function refuse(state: ExchangeState, waiting: WaitingClaim): void {
  state.taken.delete(keyOf(waiting.item))
  waiting.resolve({ ok: false })
}

/** @returns the settles that the server doesn't name: their rows are no longer `sending` under their attempt */
export function answerSettles(state: ExchangeState, found: ExchangeRow, settles: WaitingSettle[]): WaitingSettle[] {
  const settled = new Set(numbersOf(found.settled))
  const contradicted = new Set(numbersOf(found.contradicted))
  return settles.filter((waiting, index) => {
    const n = index + 1
    if (!settled.has(n)) return true
    const to = contradicted.has(n) ? 'unknown' : storedOutcome(waiting.item.outcome).state
    answerSettle(state, waiting, { state: to, own: true })
    return false
  })
}

function answerSettle(state: ExchangeState, waiting: WaitingSettle, settled: Settled): void {
  const { attempt } = waiting.item
  state.inHand.delete(waiting)
  if (state.taken.get(keyOf(attempt)) === attempt.attempt) state.taken.delete(keyOf(attempt))
  waiting.resolve(settled)
}

/** The row was settled before (a repeated flush), or swept to unknown, or is another attempt's by now. */
export async function answerLate(state: ExchangeState, waiting: WaitingSettle): Promise<void> {
  try {
    answerSettle(state, waiting, await state.connection.use((client) => settleLate(client, waiting.item)))
  } catch (error) {
    state.onTrouble(error)
    grow(state)
    state.inHand.delete(waiting)
    state.settles.push(waiting)
  }
}

const readBackSql = `
select array_agg(c.n)::text as claimed, array_agg(p.attempts)::text as attempts
  from unnest($1::int[], $2::int[], $3::int[]) with ordinality as c(batch_no, line, worker_no, n)
  join payrun.payouts p on p.batch_no = c.batch_no and p.line = c.line
 where p.state = 'sending' and p.worker_no = c.worker_no`
