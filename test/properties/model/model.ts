import type { BatchState, PayoutState } from '../../../src/payout/state.ts'

/**
 * The ledger as it ought to be, in plain data: what the operations of operations.ts do to it is written from the design's
 * tables, not from the SQL. Names are the model's own (0, 1, … for batches and workers); real.ts knows the real numbers.
 */
export interface Model {
  batches: Record<number, ModelBatch>
  workers: Record<number, ModelWorker>
  /** Workers whose claim or answer is being committed at this moment: a sweep leaves them to the next one, and waits for nobody. */
  committing: Set<number>
  /** Two processes, each under its worker's present number. */
  slots: [number, number]
  /** What each process has been given and has not settled yet: nobody else in it gets that row. */
  taken: [Record<RowName, number>, Record<RowName, number>]
  attempts: Record<AttemptName, ModelAttempt>
  /** The provider's references, and the payout that each belongs to. */
  references: Record<string, RowName>
  /** How many batches, workers and new references were named so far. */
  named: { batches: number; workers: number; references: number }
}

export type Slot = 0 | 1
/** `batch/line` */
export type RowName = string
/** `batch/line#attempt` */
export type AttemptName = string

export interface ModelBatch {
  state: BatchState
  file: string
  rings: number
  chunks: Record<number, 'open' | 'closed'>
  rows: Record<number, ModelRow>
  events: string[]
}

export interface ModelRow {
  /** The merchant's own reference. */
  reference: string
  operator: string
  chunk: number | null
  amountMinor: bigint
  state: PayoutState
  attempts: number
  worker: number | null
  providerReference: string | null
  code: string | null
  isSent: boolean
  isSettled: boolean
  events: ModelEvent[]
  /** Evidence against what the row says, by `attempt kind reference`. */
  discrepancies: Record<string, ModelDiscrepancy>
}

export interface ModelEvent {
  from: PayoutState
  to: PayoutState
  attempt: number
  worker: number | null
  code: string | null
  actor: string | null
  note: string | null
}

export interface ModelWorker {
  isEnded: boolean
  isSwept: boolean
}

export interface ModelAttempt {
  row: RowName
  number: number
  worker: number
  slot: Slot
  isAnswered: boolean
}

export const newModel = (): Model => ({
  batches: {},
  workers: { 0: { isEnded: false, isSwept: false }, 1: { isEnded: false, isSwept: false } },
  committing: new Set(),
  slots: [0, 1],
  taken: [{}, {}],
  attempts: {},
  references: {},
  named: { batches: 0, workers: 2, references: 0 },
})

/** Every legal move of a payout, written out once more: the design's table of states. */
const legalMoves: ReadonlySet<string> = new Set([
  'pending sending',
  'pending cancelled',
  'sending paid',
  'sending failed',
  'sending accepted',
  'sending unknown',
  'sending pending',
  'accepted paid',
  'accepted failed',
  'unknown paid',
  'unknown failed',
  // A late answer brought a reference.
  'unknown unknown',
  'failed pending',
])

export const everyMove: readonly string[] = [...legalMoves]

const holdsKey: ReadonlySet<PayoutState> = new Set(['pending', 'sending', 'accepted', 'unknown', 'paid'])

export const holds = (row: ModelRow): boolean => holdsKey.has(row.state)

/** No other file may bring the payout: the row holds its key, or may have been paid after all. */
export const isInUse = (row: ModelRow): boolean => holds(row) || hasEvidence(row)

/** Moves a row, and writes its one event. */
export function move(row: ModelRow, to: PayoutState, event: Partial<ModelEvent> = {}): void {
  if (!legalMoves.has(`${row.state} ${to}`)) throw new Error(`the model moves a row from ${row.state} to ${to}`)
  const { attempts: attempt, state: from } = row
  row.events.push({ from, to, attempt, worker: null, code: null, actor: null, note: null, ...event })
  row.state = to
}

export interface ModelDiscrepancy {
  saysPaid: boolean
  /** A person has looked into it. */
  isSetAside: boolean
}

/** Kept once; one that says paid is not forgotten for one that doesn't, and nobody has looked into it if the other was set aside. */
export function keepCase(
  row: ModelRow,
  attempt: number,
  kind: string,
  saysPaid: boolean,
  reference: string | null,
): void {
  const name = `${attempt} ${kind} ${reference}`
  row.discrepancies[name] ??= { saysPaid, isSetAside: false }
  if (saysPaid && !row.discrepancies[name].saysPaid) row.discrepancies[name] = { saysPaid, isSetAside: false }
}

/** Something says that the row was paid, and nobody has looked into it yet. */
export const hasEvidence = ({ discrepancies }: ModelRow): boolean =>
  Object.values(discrepancies).some(({ saysPaid, isSetAside }) => saysPaid && !isSetAside)

export function rowOf(model: Model, name: RowName): ModelRow {
  const [batch = '', line = ''] = name.split('/')
  const row = model.batches[Number(batch)]?.rows[Number(line)]
  if (!row) throw new Error(`the model has no row ${name}`)
  return row
}

export const batchOf = (model: Model, name: RowName): ModelBatch => batchNamed(model, Number(name.split('/')[0]))

export function batchNamed(model: Model, name: number): ModelBatch {
  const batch = model.batches[name]
  if (!batch) throw new Error(`the model has no batch ${name}`)
  return batch
}

export const rowNames = (model: Model): RowName[] =>
  Object.entries(model.batches).flatMap(([batch, { rows }]) => Object.keys(rows).map((line) => `${batch}/${line}`))

export const isOpen = ({ state }: ModelRow): boolean => state === 'pending' || state === 'sending'

export const rowsOfChunk = (batch: ModelBatch, chunk: number): ModelRow[] =>
  Object.values(batch.rows).filter((row) => row.chunk === chunk)
