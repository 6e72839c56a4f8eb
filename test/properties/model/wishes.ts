import fc from 'fast-check'
import type { ModelOutcome } from './answers.ts'
import {
  type AttemptName,
  batchNamed,
  batchOf,
  holds,
  isOpen,
  type Model,
  type ModelBatch,
  type RowName,
  rowNames,
  rowOf,
  rowsOfChunk,
  type Slot,
} from './model.ts'
import type { FileRow, Operation } from './operations.ts'

/** What fast-check makes up before it is known what there is: becomes an operation when its turn comes, or nothing. */
export interface Wish {
  words: string
  operation(model: Model): Operation | null
  /** Wished again and again, until nothing is left to do. */
  repeats?: boolean
}

const slot = fc.constantFrom<Slot>(0, 1)
/** Which of those that there are; often, of those where the operation can do something. */
const pick = fc.record({ at: fc.nat(30), isSensible: fc.nat(4).map((n) => n > 0) })
type Pick = { at: number; isSensible: boolean }

function choose<T>(all: readonly T[], { at, isSensible }: Pick, makesSense: (each: T) => boolean): T | undefined {
  const sensible = isSensible ? all.filter(makesSense) : []
  const from = sensible.length > 0 ? sensible : all
  return from[at % Math.max(1, from.length)]
}

const wish = <T>(name: string, parts: fc.Arbitrary<T>, operation: (model: Model, parts: T) => Operation | null) =>
  parts.map(
    (made): Wish => ({ words: `${name} ${JSON.stringify(made)}`, operation: (model) => operation(model, made) }),
  )

const fileRow = fc.record<FileRow>({
  reference: fc.nat(7).map((n) => `ref${n}`),
  operator: fc.constantFrom('mtn-benin', 'mtn-benin', 'moov-benin'),
  isInvalid: fc.nat(9).map((n) => n === 0),
})
const file = fc.uniqueArray(fileRow, { minLength: 1, maxLength: 4, selector: ({ reference }) => reference })

export const firstFile: FileRow[] = [
  { reference: 'ref0', operator: 'mtn-benin', isInvalid: false },
  { reference: 'ref1', operator: 'mtn-benin', isInvalid: false },
  { reference: 'ref2', operator: 'moov-benin', isInvalid: false },
  { reference: 'ref3', operator: 'mtn-benin', isInvalid: true },
]

export function newBatch(model: Model, rows: FileRow[], skipInvalid = false, sameFile = false): Operation {
  const batch = model.named.batches++
  return { kind: 'submit', batch, file: `file${sameFile ? 0 : batch}`, rows, skipInvalid }
}

const submit = wish(
  'submit',
  fc.record({ rows: file, skipInvalid: fc.boolean(), same: fc.nat(7), again: fc.boolean() }),
  (model, made) => {
    // Often a payout that was refused or stopped before: its key is free, until somebody tries it again.
    const free = rowNames(model)
      .map((name) => rowOf(model, name))
      .find((row) => row.chunk !== null && !holds(row))
    const rows = made.again && free ? [{ ...firstFile[0]!, reference: free.reference }] : made.rows
    return newBatch(model, rows, made.skipInvalid, made.same === 0)
  },
)

const isPending = (model: Model) => (name: RowName) =>
  rowOf(model, name).state === 'pending' && batchOf(model, name).state === 'running'

const claim = wish(
  'claim',
  fc.record({ slot, picks: fc.array(pick, { minLength: 1, maxLength: 3 }), old: fc.nat(9) }),
  (model, made) => {
    const names = rowNames(model)
    const rows = made.picks.map((each) => choose(names, each, isPending(model))).filter((name) => name !== undefined)
    // Sometimes under a number that was given up: its lease has ended.
    const worker = made.old === 0 ? Math.max(0, model.slots[made.slot] - 2) : model.slots[made.slot]
    return rows.length === 0 ? null : { kind: 'claim', slot: made.slot, worker, rows: [...new Set(rows)] }
  },
)

/** References come anew, or from a few that other answers bring too. */
const providerReference = fc.oneof(
  { weight: 4, arbitrary: fc.constant<'new'>('new') },
  { weight: 2, arbitrary: fc.nat(2).map((n) => `TX${n}`) },
)
const outcomeKind = fc.constantFrom('paid', 'paid', 'accepted', 'failed', 'unknown', 'not_taken', 'not_taken')
const outcome = fc.record({ kind: outcomeKind, reference: fc.option(providerReference, { freq: 5 }), code: fc.nat(5) })
const codes = {
  unknown: ['timeout', 'connection_lost', 'server_error', 'unreadable_answer', 'contradictory_answer', 'redirected'],
  not_taken: ['not_sent', 'rate_limited', 'unauthorized'],
}

function outcomeOf(
  model: Model,
  { kind, reference, code }: typeof outcome extends fc.Arbitrary<infer T> ? T : never,
): ModelOutcome {
  const wished = reference ?? (kind === 'accepted' ? 'new' : null)
  const named = wished === 'new' ? `N${model.named.references++}` : wished
  if (kind === 'not_taken') return { kind, reference: null, code: codes.not_taken[code % 3] ?? null }
  if (kind === 'unknown') return { kind, reference: named, code: codes.unknown[code] ?? null }
  return { kind, reference: named, code: kind === 'paid' ? null : kind === 'failed' ? 'refused' : 'not_final' }
}

const answer = wish('answer', fc.record({ pick, outcome, elsewhere: fc.nat(5), slot }), (model, made) => {
  const names: AttemptName[] = Object.keys(model.attempts)
  const attempt = choose(names, made.pick, (name) => model.attempts[name]?.isAnswered === false)
  if (attempt === undefined) return null
  const via = made.elsewhere === 0 ? made.slot : (model.attempts[attempt]?.slot ?? 0)
  return { kind: 'answer', via, attempt, outcome: outcomeOf(model, made.outcome) }
})

/** An attempt that was answered before answers again, where its row has gone on: to another attempt, most of all. */
const answerAgain = wish('answer again', fc.record({ pick, outcome }), (model, made) => {
  const old = Object.keys(model.attempts).filter((name) => model.attempts[name]?.isAnswered)
  const attempt = choose(old, made.pick, (name) => {
    const { row: rowName = '', number } = model.attempts[name] ?? {}
    const row = rowOf(model, rowName)
    return row.attempts !== number && (row.state === 'unknown' || row.state === 'sending')
  })
  if (attempt === undefined) return null
  return { kind: 'answer', via: model.attempts[attempt]?.slot ?? 0, attempt, outcome: outcomeOf(model, made.outcome) }
})

/** Pays whatever can be paid: every pending row of a running batch is claimed, and every claimed one is answered. */
const payOff = wish('pay off', fc.array(outcome, { minLength: 3, maxLength: 3 }), (model, outcomes) => {
  const names = rowNames(model)
  const isOut = ({ row, number }: { row: RowName; number: number }) =>
    rowOf(model, row).state === 'sending' && rowOf(model, row).attempts === number
  const attempt = Object.entries(model.attempts).find(([, each]) => isOut(each))
  if (attempt) {
    const [name, { slot: via, row }] = attempt
    const made = outcomes[names.indexOf(row) % outcomes.length]!
    const kind = made.kind === 'not_taken' ? 'failed' : made.kind
    return { kind: 'answer', via, attempt: name, outcome: outcomeOf(model, { ...made, kind }) }
  }
  const row = names
    .filter(isPending(model))
    .find((name) => [0, 1].some((at) => model.taken[at as Slot][name] === undefined))
  if (row === undefined) return null
  const at: Slot = model.taken[0][row] === undefined ? 0 : 1
  return { kind: 'claim', slot: at, worker: model.slots[at], rows: [row] }
}).map((each): Wish => ({ ...each, repeats: true }))

const crashed = (gone: boolean) =>
  wish(gone ? 'die' : 'lose the lease', slot, (model, at) => {
    return { kind: 'crash', slot: at, worker: model.slots[at], successor: model.named.workers++, gone }
  })

const sweep = wish('sweep', fc.nat(4), (model, n) => {
  const isNeeded = Object.values(model.workers).some(({ isEnded, isSwept }) => isEnded && !isSwept)
  return isNeeded || n === 0 ? { kind: 'sweep' } : null
})

/** Where nothing could come of it, only one in five is tried all the same. */
const onBatch = (kind: 'pause' | 'resume' | 'settle' | 'cancel', from: string[]) =>
  wish(kind, pick, (model, made) => {
    const names = Object.keys(model.batches).map(Number)
    const isDone = (batch: ModelBatch) => Object.values(batch.chunks).every((is) => is === 'closed')
    // Into a cancelled batch, what was not taken comes back.
    const hasReturned = ({ state, rows }: ModelBatch) =>
      state === 'cancelled' && Object.values(rows).some((row) => row.state === 'pending')
    const makesSense = (name: number) => {
      const batch = batchNamed(model, name)
      if (kind === 'cancel' && hasReturned(batch)) return true
      return from.includes(batch.state) && (kind !== 'settle' || isDone(batch))
    }
    if (made.isSensible && !names.some(makesSense)) return null
    const batch = choose(names, made, makesSense)
    return batch === undefined ? null : { kind, batch }
  })

const close = wish('close', pick, (model, made) => {
  const all = Object.entries(model.batches).flatMap(([batch, { chunks }]) =>
    Object.entries(chunks).map(([chunk, is]) => ({ batch: Number(batch), chunk: Number(chunk), is })),
  )
  const isReady = ({ batch, chunk, is }: (typeof all)[number]) =>
    is === 'open' && !rowsOfChunk(batchNamed(model, batch), chunk).some(isOpen)
  if (made.isSensible && !all.some(isReady)) return null
  const chosen = choose(all, made, isReady)
  return chosen === undefined ? null : { kind: 'close', batch: chosen.batch, chunk: chosen.chunk }
})

const status = wish(
  'status',
  fc.record({ pick, found: fc.constantFrom('paid', 'failed'), past: fc.nat(7) }),
  (model, made) => {
    const names = rowNames(model).filter((name) => rowOf(model, name).providerReference !== null)
    const isAccepted = (name: RowName) => rowOf(model, name).state === 'accepted'
    if (made.pick.isSensible && !names.some(isAccepted)) return null
    const row = choose(names, made.pick, isAccepted)
    if (row === undefined) return null
    const { attempts, providerReference: reference } = rowOf(model, row)
    return reference === null
      ? null
      : { kind: 'status', row, attempt: made.past === 0 ? attempts - 1 : attempts, reference, found: made.found }
  },
)

const resolve = wish(
  'resolve',
  fc.record({ pick, verdict: fc.constantFrom('paid', 'not_paid'), reference: fc.option(providerReference) }),
  (model, made) => {
    const names = rowNames(model)
    const isUndecided = (name: RowName) => ['unknown', 'accepted'].includes(rowOf(model, name).state)
    if (made.pick.isSensible && !names.some(isUndecided)) return null
    const row = choose(names, made.pick, isUndecided)
    if (row === undefined) return null
    // Often the one that the row has already.
    const wished = made.reference ?? rowOf(model, row).providerReference ?? 'new'
    return {
      kind: 'resolve',
      row,
      verdict: made.verdict,
      reference: wished === 'new' ? `N${model.named.references++}` : wished,
    }
  },
)

const retry = wish(
  'retry',
  fc.record({
    pick,
    lines: fc.array(fc.integer({ min: 2, max: 5 }), { maxLength: 2 }),
    codes: fc.nat(5),
    despiteEvidence: fc.nat(3).map((n) => n === 0),
  }),
  (model, made) => {
    const names = Object.keys(model.batches).map(Number)
    const hasFailed = (name: number) =>
      Object.values(batchNamed(model, name).rows).some(({ state }) => state === 'failed')
    if (made.pick.isSensible && !names.some(hasFailed)) return null
    const batch = choose(names, made.pick, hasFailed)
    if (batch === undefined) return null
    const lines = [...new Set(made.pick.isSensible ? [] : made.lines)].sort()
    const codes = [['timeout'], ['refused'], ['resolved_not_paid']][made.codes] ?? []
    return { kind: 'retry', batch, lines, codes, despiteEvidence: made.despiteEvidence }
  },
)

const meaning = fc.constantFrom('carried_out', 'carried_out', 'not_carried_out', 'under_way')
const statementLines = fc.array(fc.record({ at: fc.nat(9), meaning }), { maxLength: 4 })
const reconcile = wish(
  'reconcile',
  fc.record({ pick, lines: statementLines, complete: fc.boolean() }),
  (model, made) => {
    const names = Object.keys(model.batches).map(Number)
    const batch = choose(names, made.pick, (name) =>
      Object.values(batchNamed(model, name).rows).some(({ state }) => state === 'unknown' || state === 'accepted'),
    )
    const kept = rowNames(model).map((name) => rowOf(model, name).providerReference)
    const known = [...new Set([...Object.keys(model.references), ...kept, 'TX0'])].filter((each) => each !== null)
    if (batch === undefined) return null
    const wished = made.lines.map(({ at, meaning: each }) => ({
      reference: known[at % known.length] ?? 'TX0',
      meaning: each,
    }))
    // A complete one has what was paid.
    const paid = Object.values(batchNamed(model, batch).rows).filter(({ state }) => made.complete && state === 'paid')
    const lines = [
      ...wished,
      ...paid.flatMap(({ providerReference: reference }) =>
        reference === null ? [] : [{ reference, meaning: 'carried_out' as const }],
      ),
    ]
    const distinct = lines.filter(
      ({ reference }, index) => lines.findIndex((line) => line.reference === reference) === index,
    )
    return { kind: 'reconcile', batch, lines: distinct, complete: made.complete }
  },
)

/** In about the measure in which they come; the rare ones often enough. */
export const wishes = {
  submit,
  claim,
  answer,
  answerAgain,
  payOff,
  die: crashed(true),
  loseLease: crashed(false),
  sweep,
  pause: onBatch('pause', ['running']),
  resume: onBatch('resume', ['paused']),
  settle: onBatch('settle', ['running', 'paused']),
  cancel: onBatch('cancel', ['running', 'paused']),
  close,
  status,
  resolve,
  retry,
  reconcile,
}
