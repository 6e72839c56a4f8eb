import { withhold } from './answers.ts'
import {
  batchNamed,
  hasEvidence,
  holds,
  keepCase,
  type Model,
  type ModelBatch,
  type ModelRow,
  move,
  type RowName,
  rowOf,
} from './model.ts'
import { judge, type StatementWish, statementWords } from './statements.ts'

/** What people do to rows whose fate is not known, or whose payout was refused. */
export type PeopleOperation =
  | { kind: 'resolve'; row: RowName; verdict: 'paid' | 'not_paid'; reference: string }
  | { kind: 'retry'; batch: number; lines: number[]; codes: string[]; despiteEvidence: boolean }
  | { kind: 'reconcile'; batch: number; lines: StatementWish[]; complete: boolean }

export const person = 'ann'
export const resolveNote = 'the operator was asked'

type Of<Kind extends PeopleOperation['kind']> = Extract<PeopleOperation, { kind: Kind }>

const isUndecided = ({ state }: ModelRow): boolean => state === 'unknown' || state === 'accepted'

/**
 * A person's word settles what is unknown or accepted, unless another payout holds the reference. The code says that it was a
 * person who called it not paid, and not the provider.
 */
export function resolve(model: Model, { row: name, verdict, reference }: Of<'resolve'>): unknown {
  const row = rowOf(model, name)
  if (!isUndecided(row)) return { kind: 'not_open', state: row.state, by: row.events.at(-1)?.actor ?? null }
  if (verdict === 'not_paid') {
    settleByEvidence(model, name, { to: 'failed', code: 'resolved_not_paid' }, null, resolveNote)
    return { kind: 'resolved', to: 'failed' }
  }
  return settleByEvidence(model, name, { to: 'paid', code: null }, reference, resolveNote)
    ? { kind: 'resolved', to: 'paid' }
    : { kind: 'reference_held' }
}

/** @returns false when another payout holds the reference: then nothing happens */
function settleByEvidence(
  model: Model,
  name: RowName,
  { to, code }: { to: 'paid' | 'failed'; code: string | null },
  reference: string | null,
  note: string,
): boolean {
  const row = rowOf(model, name)
  if (reference !== null) {
    model.references[reference] ??= name
    if (model.references[reference] !== name) return false
  }
  move(row, to, { code, actor: person, note })
  const kept = to === 'failed' ? (reference ?? row.providerReference) : reference
  Object.assign(row, { code, providerReference: kept, isSettled: true })
  return true
}

/**
 * Failed rows, and no others, go back to pending under the same key, if nobody has taken it and no evidence says that they
 * were paid; all of them or none. Rows that a pause holds back aren't let go with them.
 */
export function retry(model: Model, { batch: name, lines, codes, despiteEvidence }: Of<'retry'>): unknown {
  const batch = batchNamed(model, name)
  if (batch.state === 'cancelled') return { kind: 'not_open' }
  const waiting = Object.values(batch.rows).filter(({ state }) => state === 'pending').length
  if (batch.state === 'paused' && waiting > 0) return { kind: 'paused', pending: waiting }
  const isWanted = (row: ModelRow | undefined) =>
    row?.state === 'failed' && (codes.length === 0 || codes.includes(row.code ?? ''))
  const named =
    lines.length > 0
      ? lines
      : Object.keys(batch.rows)
          .map(Number)
          .filter((line) => isWanted(batch.rows[line]))
  const wrong = named.filter((line) => !isWanted(batch.rows[line]))
  if (wrong.length > 0) return { kind: 'not_retryable', lines: wrong }
  if (named.length === 0) return { kind: 'nothing' }
  const calledPaid = named.filter((line) => hasEvidence(rowOf(model, `${name}/${line}`)))
  if (calledPaid.length > 0 && !despiteEvidence) return { kind: 'evidence_of_payment', lines: calledPaid }
  const held = new Set(
    Object.values(model.batches).flatMap(({ rows }) =>
      Object.values(rows)
        .filter(holds)
        .map(({ reference }) => reference),
    ),
  )
  const taken = named.filter((line) => held.has(batch.rows[line]?.reference ?? ''))
  if (taken.length > 0) return { kind: 'keys_taken', lines: taken }
  for (const line of named) {
    const row = rowOf(model, `${name}/${line}`)
    for (const each of Object.values(row.discrepancies)) each.isSetAside ||= despiteEvidence
    retryRow(model, batch, `${name}/${line}`)
  }
  if (batch.state !== 'running') batch.events.push(`${batch.state}>running null ${person}`)
  const from = batch.state
  batch.state = 'running'
  batch.rings += 1
  return { kind: 'retried', lines: named, from }
}

function retryRow(model: Model, batch: ModelBatch, name: RowName): void {
  const row = rowOf(model, name)
  if (row.providerReference !== null) model.references[row.providerReference] ??= name
  move(row, 'pending', { actor: person })
  Object.assign(row, { providerReference: null, code: null, isSent: false, isSettled: false })
  if (row.chunk !== null) batch.chunks[row.chunk] = 'open'
}

/**
 * References are looked up, then rows, and it is judged what the statement says of which; then that is done, to rows that
 * are still where they were.
 */
export function* reconcile(model: Model, wish: Of<'reconcile'>): Generator<undefined, unknown> {
  const { batch } = wish
  const references = { ...model.references }
  yield
  const judged = judge(model, wish, references)
  if (typeof judged === 'string') return judged
  yield
  const before = { ...model.references }
  const done = judged.resolutions.filter(({ row: { line, state }, to, reference, by, statementLine }) => {
    const name = `${batch}/${line}`
    if (rowOf(model, name).state !== state) return false
    const isAbsent = by === 'absence'
    const note = isAbsent
      ? `not in ${statementWords}, which is complete`
      : `${statementWords}, line ${statementLine}, by ${by === 'number' ? 'number, amount and time' : by}`
    // Two that keep the same reference may both be called unpaid: it goes to the first of them.
    const isShared =
      to === 'failed' && reference !== null && !before[reference] && model.references[reference] !== undefined
    const code = to === 'failed' ? 'refused' : null
    return settleByEvidence(model, name, { to, code }, isShared ? null : reference, note)
  })
  for (const { row, kind, lines: its } of judged.discrepancies) {
    const paying = its.find(({ meaning }) => meaning === 'carried_out')
    const told = rowOf(model, `${batch}/${row.line}`)
    keepCase(
      told,
      told.attempts,
      kind,
      paying !== undefined || kind === 'failed_but_maybe_carried_out',
      (paying ?? its[0])?.reference ?? null,
    )
  }
  yield
  // A row that a retry has made pending again is not sent against such evidence.
  for (const { row, kind, lines: its } of judged.discrepancies) {
    const told = rowOf(model, `${batch}/${row.line}`)
    const saysPaid = kind === 'failed_but_maybe_carried_out' || its.some(({ meaning }) => meaning === 'carried_out')
    if (saysPaid && told.state === 'pending') withhold(told)
  }
  return done.map(({ row: { line }, to }) => `${batch}/${line} ${to}`)
}
