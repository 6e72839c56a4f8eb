import type { BatchState } from '../../../src/payout/state.ts'
import { answer, type ModelOutcome, settleRow } from './answers.ts'
import {
  type AttemptName,
  batchNamed,
  batchOf,
  isInUse,
  isOpen,
  type Model,
  type ModelBatch,
  type ModelRow,
  move,
  type RowName,
  rowOf,
  rowsOfChunk,
  type Slot,
} from './model.ts'
import { type PeopleOperation, person, reconcile, resolve, retry } from './people.ts'

/** One thing that somebody does to the ledger. Everything in it is named, so that it can be done to model and ledger alike. */
export type Operation =
  | { kind: 'submit'; batch: number; file: string; rows: FileRow[]; skipInvalid: boolean }
  | { kind: 'claim'; slot: Slot; worker: number; rows: RowName[] }
  /** `via`: the process that records it: its own, or one that replays its outbox. */
  | { kind: 'answer'; via: Slot; attempt: AttemptName; outcome: ModelOutcome }
  /** `gone`: the process is dead; else it only lost its lease, and goes on under a new number. */
  | { kind: 'crash'; slot: Slot; worker: number; successor: number; gone: boolean }
  | { kind: 'sweep' }
  | { kind: 'pause' | 'resume' | 'settle' | 'cancel'; batch: number }
  | { kind: 'close'; batch: number; chunk: number }
  | { kind: 'status'; row: RowName; attempt: number; reference: string; found: 'paid' | 'failed' }
  | PeopleOperation

export interface FileRow {
  reference: string
  operator: 'mtn-benin' | 'moov-benin'
  isInvalid: boolean
}

/** Each step is one commit of the ledger's; between two steps, somebody else's may come. Returns what the caller is told. */
export type Steps = Iterator<undefined, unknown>
type Stepwise = Generator<undefined, unknown>

export const linesFrom = 2

export function operate(model: Model, operation: Operation): Steps {
  switch (operation.kind) {
    case 'submit':
      return atOnce(() => submit(model, operation))
    case 'claim':
      return claim(model, operation)
    case 'answer':
      return answer(model, operation)
    case 'crash':
      return atOnce(() => crash(model, operation))
    case 'sweep':
      return sweep(model)
    case 'pause':
      return atOnce(() => moveTo(model, operation.batch, ['running'], 'paused', 'person', person))
    case 'resume':
      return atOnce(() => moveTo(model, operation.batch, ['paused'], 'running', null, person))
    case 'settle':
      return atOnce(() => moveTo(model, operation.batch, ['running', 'paused'], 'settled', null, null))
    case 'cancel':
      return cancel(model, operation.batch)
    case 'close':
      return close(batchNamed(model, operation.batch), operation.chunk)
    case 'status':
      return atOnce(() => status(model, operation))
    case 'resolve':
      return atOnce(() => resolve(model, operation))
    case 'retry':
      return atOnce(() => retry(model, operation))
    case 'reconcile':
      return reconcile(model, operation)
  }
}

const atOnce = (act: () => unknown): Steps => ({ next: () => ({ done: true, value: act() }) })

/** Does an operation with nobody else about. */
export function operateAlone(model: Model, operation: Operation): unknown {
  const steps = operate(model, operation)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

type Of<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>

/** A file is taken whole or not at all; a key that is held anywhere is refused, also of a row that can't be paid as it is. */
function submit(model: Model, { batch, file, rows, skipInvalid }: Of<'submit'>): unknown {
  const isSame = Object.values(model.batches).some((each) => each.file === file && each.state !== 'cancelled')
  if (isSame) return { kind: 'same_file' }
  const held = new Set(
    Object.values(model.batches)
      .flatMap((each) => Object.values(each.rows))
      .filter(isInUse)
      .map(({ reference }) => reference),
  )
  const inUse = rows.map(({ reference }) => held.has(reference))
  const lines = inUse.flatMap((isHeld, index) => (isHeld ? [index + linesFrom] : []))
  if (lines.length > 0 && !skipInvalid) return { kind: 'refused', lines }
  const made: ModelBatch = {
    state: 'running',
    file,
    rings: 1,
    chunks: {},
    rows: {},
    events: ['null>running null tester'],
  }
  const chunkOf: Record<string, number> = {}
  rows.forEach(({ reference, operator, isInvalid }, index) => {
    const line = index + linesFrom
    if (!isInvalid) chunkOf[operator] ??= Object.keys(chunkOf).length + 1
    const isPayable = !isInvalid && !inUse[index]
    const chunk = isPayable ? (chunkOf[operator] ?? null) : null
    if (chunk !== null) made.chunks[chunk] = 'open'
    made.rows[line] = bornRow({ reference, operator }, chunk, line)
  })
  model.batches[batch] = made
  return { kind: 'stored', invalidated: rows.filter(({ isInvalid }, index) => !isInvalid && inUse[index]).length }
}

const bornRow = (of: Pick<ModelRow, 'reference' | 'operator'>, chunk: number | null, line: number): ModelRow => ({
  ...of,
  chunk,
  amountMinor: BigInt(1000 + line),
  state: chunk === null ? 'invalid' : 'pending',
  attempts: 0,
  worker: null,
  providerReference: null,
  code: null,
  isSent: false,
  isSettled: false,
  events: [],
  discrepancies: {},
})

/** Only a pending row of a running batch, for a worker with a lease, and never to two who wait for it in one process. */
function* claim(model: Model, { slot, worker, rows }: Of<'claim'>): Stepwise {
  const taken = model.taken[slot]
  const isFree = rows.map((name) => taken[name] === undefined)
  for (const name of rows) taken[name] ??= 0
  yield
  model.committing.add(worker)
  yield
  model.committing.delete(worker)
  return rows.map((name, index) => {
    if (!isFree[index]) return 'refused'
    const row = rowOf(model, name)
    const isAlive = model.workers[worker]?.isEnded === false
    if (!isAlive || batchOf(model, name).state !== 'running' || row.state !== 'pending') {
      delete taken[name]
      return 'refused'
    }
    row.attempts += 1
    Object.assign(row, { worker, providerReference: null, code: null, isSent: true, isSettled: false })
    move(row, 'sending', { attempt: row.attempts, worker })
    taken[name] = row.attempts
    model.attempts[`${name}#${row.attempts}`] = { row: name, number: row.attempts, worker, slot, isAnswered: false }
    return row.attempts
  })
}

function crash(model: Model, { slot, worker, successor, gone }: Of<'crash'>): unknown {
  const ended = model.workers[worker]
  if (ended) ended.isEnded = true
  model.workers[successor] = { isEnded: false, isSwept: false }
  model.slots[slot] = successor
  if (gone) model.taken[slot] = {}
  return null
}

/** What ended workers left in `sending` is unknown; what they left open in cancelled and paused batches is closed. */
function* sweep(model: Model): Stepwise {
  const ended = Object.entries(model.workers).filter(
    ([name, { isEnded, isSwept }]) => isEnded && !isSwept && !model.committing.has(Number(name)),
  )
  const dead = new Set(ended.map(([name]) => Number(name)))
  let lost = 0
  for (const batch of Object.values(model.batches)) {
    const rows = Object.values(batch.rows).filter((row) => row.state === 'sending' && dead.has(row.worker ?? -1))
    for (const row of rows) settleRow(row, 'unknown', row.providerReference, 'worker_lost', { worker: row.worker })
    lost += rows.length
    if (rows.length > 0 && batch.state === 'running') batch.rings += 1
  }
  for (const [, worker] of ended) worker.isSwept = true
  yield
  const left = Object.values(model.batches).flatMap((batch) =>
    openChunksOf(batch)
      .filter((chunk) => {
        const isDone = !rowsOfChunk(batch, chunk).some(isOpen)
        return batch.state === 'cancelled' || (batch.state === 'paused' && isDone)
      })
      .map((chunk) => ({ batch, chunk })),
  )
  for (const { batch, chunk } of left) {
    yield
    yield* close(batch, chunk)
  }
  return lost
}

const openChunksOf = (batch: ModelBatch): number[] =>
  Object.entries(batch.chunks).flatMap(([chunk, is]) => (is === 'open' ? [Number(chunk)] : []))

/** Settled means that nothing is open; paused, that something is. */
function moveTo(
  model: Model,
  name: number,
  from: BatchState[],
  to: BatchState,
  reason: string | null,
  actor: string | null,
): boolean {
  const batch = batchNamed(model, name)
  const hasOpen = openChunksOf(batch).length > 0
  if (!from.includes(batch.state) || (to === 'settled' && hasOpen) || (to === 'paused' && !hasOpen)) return false
  moveBatchTo(batch, to, reason, actor)
  return true
}

function moveBatchTo(batch: ModelBatch, to: BatchState, reason: string | null, actor: string | null): void {
  batch.events.push(`${batch.state}>${to} ${reason} ${actor}`)
  batch.state = to
}

/**
 * Whoever cancels a batch once more cancels what came back to it as not taken. They are told how many of its rows are cancelled by
 * now, whoever did it, or that it's over: then they cancelled nothing.
 */
function* cancel(model: Model, name: number): Stepwise {
  const batch = batchNamed(model, name)
  if (batch.state === 'awaiting_approval' || batch.state === 'settled') return null
  const isFirst = batch.state !== 'cancelled'
  if (isFirst) moveBatchTo(batch, 'cancelled', null, person)
  const pending = Object.values(batch.rows).filter(({ state }) => state === 'pending')
  for (const row of pending) cancelRow(row)
  for (const chunk of openChunksOf(batch)) {
    if (!rowsOfChunk(batch, chunk).some(isOpen)) batch.chunks[chunk] = 'closed'
  }
  if (!isFirst && pending.length === 0) return null
  yield
  return Object.values(batch.rows).filter(({ state }) => state === 'cancelled').length
}

function cancelRow(row: ModelRow): void {
  move(row, 'cancelled', { actor: person })
  row.isSettled = true
}

/**
 * A row that came back to a cancelled batch as not taken is cancelled with its chunk, in the name of whoever cancelled the batch: it
 * is their word that it isn't sent.
 */
function* close(batch: ModelBatch, chunk: number): Stepwise {
  if (batch.state === 'cancelled') {
    for (const row of rowsOfChunk(batch, chunk)) if (row.state === 'pending') cancelRow(row)
  }
  yield
  if (!rowsOfChunk(batch, chunk).some(isOpen)) batch.chunks[chunk] = 'closed'
  return batch.chunks[chunk] === 'closed'
}

/** What a status call found out settles the accepted row under the reference that was asked about. */
function status(model: Model, { row: name, attempt, reference, found }: Of<'status'>): unknown {
  const row = rowOf(model, name)
  if (row.state !== 'accepted' || row.attempts !== attempt || row.providerReference !== reference) return false
  settleRow(row, found, reference, found === 'failed' ? 'refused' : null, { note: 'status call' })
  return true
}
