import type { PayoutState } from '../../../src/payout/state.ts'
import {
  type AttemptName,
  keepCase,
  type Model,
  type ModelAttempt,
  type ModelEvent,
  type ModelRow,
  move,
  rowOf,
  type Slot,
} from './model.ts'

export interface ModelOutcome {
  kind: 'paid' | 'accepted' | 'failed' | 'unknown' | 'not_taken'
  reference: string | null
  code: string | null
}

/**
 * An answer settles its own attempt, early or late, and no other. A reference that is held already (by another payout, or
 * by an earlier answer) makes an early `paid` or `accepted` unknown.
 */
export function* answer(
  model: Model,
  { via, attempt: name, outcome }: { via: Slot; attempt: AttemptName; outcome: ModelOutcome },
): Generator<undefined, unknown> {
  const attempt = model.attempts[name]
  if (!attempt) throw new Error(`the model has no attempt ${name}`)
  const row = rowOf(model, attempt.row)
  const { reference, code } = outcome
  const to: PayoutState = outcome.kind === 'not_taken' ? 'pending' : outcome.kind
  const isOurs = () => row.worker === attempt.worker && row.attempts === attempt.number
  const told = (state: PayoutState, own: boolean) => {
    attempt.isAnswered = true
    if (model.taken[via][attempt.row] === attempt.number) delete model.taken[via][attempt.row]
    return { state, own }
  }

  const binds = reference !== null && (to === 'paid' || to === 'accepted')
  const isHeld = binds && model.references[reference] !== undefined
  if (binds && !isHeld) model.references[reference] = attempt.row
  if (row.state === 'sending' && isOurs()) {
    const state = isHeld ? 'unknown' : to
    settleRow(row, state, reference, isHeld ? 'contradictory_answer' : code, { worker: attempt.worker })
    return told(state, true)
  }
  yield
  const belongs = reference === null || to === 'failed' || model.references[reference] === attempt.row
  if ((to === 'paid' || to === 'failed') && row.state === 'unknown' && isOurs() && belongs) {
    settleRow(row, to, reference, code, { worker: attempt.worker, note: 'late answer of the same attempt' })
    return told(to, true)
  }
  yield
  if (to === 'paid') {
    keepLateSuccess(model, row, attempt, reference)
    yield
  }
  if (row.state === 'unknown' && isOurs()) row.providerReference ??= reference
  return told(row.state, isOurs() && row.events.at(-1)?.actor === null)
}

/**
 * A success that comes when the row has moved on settles it where it waits to be sent again, as an attempt that is not sent;
 * else it is kept as evidence, unless it is the very answer that settled the row.
 */
function keepLateSuccess(model: Model, row: ModelRow, attempt: ModelAttempt, reference: string | null): void {
  if (row.state === 'pending' && row.attempts >= attempt.number) {
    row.attempts += 1
    const { worker } = attempt
    Object.assign(row, { worker, isSent: true })
    move(row, 'sending', {
      attempt: row.attempts,
      worker,
      note: `late answer of attempt ${attempt.number}: not sent again`,
    })
    const isOthers = reference !== null && model.references[reference] !== attempt.row
    settleRow(row, isOthers ? 'unknown' : 'paid', reference, isOthers ? 'contradictory_answer' : null, { worker })
    return
  }
  const isSame = reference !== null && row.providerReference === reference
  const isOver = row.state === 'failed' || row.state === 'cancelled' || row.attempts > attempt.number
  if (!isSame && isOver) keepCase(row, { attempt: attempt.number, kind: 'late_answer', saysPaid: true, reference })
}

export function settleRow(
  row: ModelRow,
  to: PayoutState,
  reference: string | null,
  code: string | null,
  event: Partial<ModelEvent>,
): void {
  move(row, to, { code, ...event })
  const isBack = to === 'pending'
  Object.assign(row, { providerReference: reference, code, isSettled: !isBack, isSent: isBack ? false : row.isSent })
}
