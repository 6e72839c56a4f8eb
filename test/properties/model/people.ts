import { batchNamed, holds, type Model, type ModelBatch, type ModelRow, move, type RowName, rowOf } from './model.ts'

/** What people do to rows whose fate is not known, or whose payout was refused. */
export type PeopleOperation =
  | { kind: 'resolve'; row: RowName; verdict: 'paid' | 'not_paid'; reference: string }
  | { kind: 'retry'; batch: number; lines: number[]; codes: string[] }
  | { kind: 'reconcile'; batch: number; lines: StatementWish[]; complete: boolean }

/** A line of a provider's statement that names a reference, and nothing else to know the payout by. */
export interface StatementWish {
  reference: string
  meaning: 'carried_out' | 'not_carried_out' | 'under_way'
}

export const person = 'ann'
export const resolveNote = 'the operator was asked'
export const statementName = 'march.csv'

type Of<Kind extends PeopleOperation['kind']> = Extract<PeopleOperation, { kind: Kind }>

const isUndecided = ({ state }: ModelRow): boolean => state === 'unknown' || state === 'accepted'

/** A person's word settles what is unknown or accepted, unless another payout holds the reference. */
export function resolve(model: Model, { row: name, verdict, reference }: Of<'resolve'>): unknown {
  const row = rowOf(model, name)
  if (!isUndecided(row)) return { kind: 'not_open', state: row.state, by: row.events.at(-1)?.actor ?? null }
  if (verdict === 'not_paid') {
    settleByEvidence(model, name, 'failed', null, resolveNote)
    return { kind: 'resolved', to: 'failed' }
  }
  return settleByEvidence(model, name, 'paid', reference, resolveNote)
    ? { kind: 'resolved', to: 'paid' }
    : { kind: 'reference_held' }
}

/** @returns false when another payout holds the reference: then nothing happens */
function settleByEvidence(
  model: Model,
  name: RowName,
  to: 'paid' | 'failed',
  reference: string | null,
  note: string,
): boolean {
  const row = rowOf(model, name)
  if (reference !== null) {
    model.references[reference] ??= name
    if (model.references[reference] !== name) return false
  }
  const code = to === 'failed' ? 'refused' : null
  move(row, to, { code, actor: person, note })
  const kept = to === 'failed' ? (reference ?? row.providerReference) : reference
  Object.assign(row, { code, providerReference: kept, isSettled: true })
  return true
}

/** Failed rows, and no others, go back to pending under the same key, if nobody has taken it; all of them or none. */
export function retry(model: Model, { batch: name, lines, codes }: Of<'retry'>): unknown {
  const batch = batchNamed(model, name)
  if (batch.state === 'cancelled') return { kind: 'not_open' }
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
  const held = new Set(
    Object.values(model.batches).flatMap(({ rows }) =>
      Object.values(rows)
        .filter(holds)
        .map(({ reference }) => reference),
    ),
  )
  const taken = named.filter((line) => held.has(batch.rows[line]?.reference ?? ''))
  if (taken.length > 0) return { kind: 'keys_taken', lines: taken }
  for (const line of named) retryRow(model, batch, `${name}/${line}`)
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
 * A statement's line settles the unknown or accepted row that holds its reference, or the only one that keeps it. With
 * `complete`, rows that the statement doesn't have were not paid, unless a line that belongs to nobody may be theirs; and
 * one that lacks paid rows too is not complete.
 */
export function reconcile(model: Model, { batch: name, lines, complete }: Of<'reconcile'>): unknown {
  const batch = batchNamed(model, name)
  const names = Object.keys(batch.rows).map((line) => `${name}/${line}`)
  const sent = names.filter((each) => rowOf(model, each).attempts > 0)
  const dealtWith = new Set<RowName>()
  const listed = new Set<RowName>()
  const own = new Map<RowName, StatementWish[]>()
  let mayBeAnyones = false
  for (const line of lines) {
    const owners = ownersOf(model, line.reference, sent, name)
    if (owners === 'other batch') continue
    for (const each of owners) listed.add(each)
    if (owners.length === 0 && line.meaning !== 'not_carried_out') mayBeAnyones = true
    if (owners.length > 1) for (const each of owners) dealtWith.add(each)
    const [owner] = owners
    if (owner === undefined || owners.length > 1) continue
    if (isOfLatestAttempt(model, owner, line.reference)) own.set(owner, [...(own.get(owner) ?? []), line])
    else if (line.meaning === 'carried_out') dealtWith.add(owner)
  }
  const wanted: { row: RowName; to: 'paid' | 'failed'; reference: string | null; note: string }[] = []
  for (const [row, its] of own) {
    if (!isUndecided(rowOf(model, row)) || dealtWith.has(row)) continue
    dealtWith.add(row)
    const [line] = its
    if (!line || its.length > 1 || line.meaning === 'under_way') continue
    const note = `statement ${statementName}, line ${lines.indexOf(line) + 2}, by reference`
    wanted.push({ row, to: line.meaning === 'carried_out' ? 'paid' : 'failed', reference: line.reference, note })
  }
  const absent = sent.filter((row) => !dealtWith.has(row) && isUndecided(rowOf(model, row)))
  if (complete && !mayBeAnyones && absent.length > 0) {
    if (sent.some((row) => rowOf(model, row).state === 'paid' && !listed.has(row))) return 'not_complete'
    const note = `not in statement ${statementName}, complete`
    for (const row of absent) wanted.push({ row, to: 'failed', reference: referenceOf(model, row), note })
  }
  wanted.sort((one, other) => (one.row < other.row ? -1 : 1))
  const referencesBefore = { ...model.references }
  const done = wanted.filter(({ row, to, reference, note }) => {
    // Two that keep the same reference may both be called unpaid: it goes to the first of them.
    if (
      to === 'failed' &&
      reference !== null &&
      referencesBefore[reference] === undefined &&
      model.references[reference]
    ) {
      settleByEvidence(model, row, to, null, note)
      return true
    }
    return settleByEvidence(model, row, to, reference, note)
  })
  return done.map(({ row, to }) => `${row} ${to}`)
}

function ownersOf(model: Model, reference: string, sent: RowName[], batch: number): RowName[] | 'other batch' {
  const owner = model.references[reference]
  if (owner === undefined) return sent.filter((name) => rowOf(model, name).providerReference === reference)
  return owner.startsWith(`${batch}/`) ? [owner] : 'other batch'
}

/** The reference that a row keeps, unless another payout holds it. */
function referenceOf(model: Model, name: RowName): string | null {
  const { providerReference } = rowOf(model, name)
  const holder = providerReference === null ? undefined : model.references[providerReference]
  return holder === undefined || holder === name ? providerReference : null
}

function isOfLatestAttempt(model: Model, name: RowName, reference: string): boolean {
  const kept = referenceOf(model, name)
  const wasRetried = rowOf(model, name).events.some(({ from }) => from === 'failed')
  return kept === reference || (kept === null && !wasRetried)
}
