import type { PayoutState } from '../../../src/payout/state.ts'
import {
  type AttemptName,
  hasEvidence,
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
 * An answer settles its own attempt, early or late, and no other. A reference is held with the row that moves; one that another
 * payout holds already makes an early `paid` or `accepted` unknown.
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
  const belongs = () => {
    if (reference === null || to === 'failed') return true
    model.references[reference] ??= attempt.row
    return model.references[reference] === attempt.row
  }
  const told = (state: PayoutState, own: boolean) => {
    attempt.isAnswered = true
    if (model.taken[via][attempt.row] === attempt.number) delete model.taken[via][attempt.row]
    return { state, own }
  }

  const binds = reference !== null && (to === 'paid' || to === 'accepted')
  if (binds && row.state === 'sending' && isOurs()) model.references[reference] ??= attempt.row
  const isHeld = binds && model.references[reference] !== attempt.row
  // It isn't sent once more against evidence that it was paid: looked for as the statement begins, and with the row in hand.
  const isWithheld = to === 'pending' && hasEvidence(row)
  yield
  model.committing.add(attempt.worker)
  yield
  model.committing.delete(attempt.worker)
  if (row.state === 'sending' && isOurs()) {
    const isContradicted = isHeld || isWithheld
    const state = isContradicted ? 'unknown' : to
    settleRow(row, state, reference, isContradicted ? 'contradictory_answer' : code, { worker: attempt.worker })
    if (state === 'pending' && hasEvidence(row)) withhold(row)
    return told(state, true)
  }
  yield
  if ((to === 'paid' || to === 'failed') && row.state === 'unknown' && isOurs() && belongs()) {
    settleRow(row, to, reference, code, { worker: attempt.worker, note: 'late answer of the same attempt' })
    return told(to, true)
  }
  yield
  if (to === 'paid' || to === 'accepted' || to === 'failed') {
    keepLateAnswer(model, row, attempt, { ...outcome, kind: to })
    yield
  }
  // Read as the statement begins, which may then wait for the row: who is told so acts on nothing by it.
  const [state, own] = [row.state, isOurs() && row.events.at(-1)?.actor === null]
  yield
  if (row.state === 'unknown' && isOurs() && row.providerReference === null && reference !== null) {
    move(row, 'unknown', { code: row.code, worker: null, note: 'a late answer brought a reference' })
    row.providerReference = reference
  }
  return told(state, own)
}

/**
 * A `paid` or `accepted` that comes when the row has moved on settles it where it waits to be sent again, as an attempt
 * that is not sent; else it is kept as evidence, unless it is the very answer that settled the row. A `failed` of the very attempt
 * that a person or a statement has called paid is kept, too.
 */
function keepLateAnswer(
  model: Model,
  row: ModelRow,
  attempt: ModelAttempt,
  { kind, reference, code }: ModelOutcome & { kind: 'paid' | 'accepted' | 'failed' },
): void {
  if (kind === 'failed') {
    if (row.state === 'paid' && row.attempts === attempt.number)
      keepCase(row, attempt.number, 'late_answer', false, reference)
    return
  }
  if (row.state === 'pending' && row.attempts >= attempt.number) {
    if (reference !== null) model.references[reference] ??= attempt.row
    const isOthers = reference !== null && model.references[reference] !== attempt.row
    const end = isOthers ? { to: 'unknown' as const, code: 'contradictory_answer' } : { to: kind, code }
    const note = `late answer of attempt ${attempt.number}: not sent again`
    settleUnsent(row, attempt.worker, { ...end, reference }, note)
    return
  }
  const isSame = (row.state === 'paid' || row.state === 'accepted') && row.providerReference === reference
  const isOver = row.state === 'failed' || row.state === 'cancelled' || row.attempts > attempt.number
  if (!isSame && isOver) keepCase(row, attempt.number, 'late_answer', true, reference)
}

/** A pending row that is not to be sent goes by way of sending, as an attempt of its own. */
function settleUnsent(
  row: ModelRow,
  worker: number | null,
  end: { to: PayoutState; reference: string | null; code: string | null },
  note: string,
): void {
  row.attempts += 1
  Object.assign(row, { worker, isSent: true })
  move(row, 'sending', { worker, note })
  settleRow(row, end.to, end.reference, end.code, { worker })
}

/** A row that is pending again is not sent against evidence that it was paid. */
export const withhold = (row: ModelRow): void =>
  settleUnsent(
    row,
    null,
    { to: 'unknown', reference: null, code: 'contradictory_answer' },
    'evidence of payment: not sent again',
  )

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
