import { moveBatch } from '../../../src/ledger/batches/batches.ts'
import { cancelBatch } from '../../../src/ledger/batches/moveAsked.ts'
import { createGroupCommit, type GroupCommit } from '../../../src/ledger/commit/groupCommit.ts'
import { settleAccepted } from '../../../src/ledger/evidence/statusQuestions.ts'
import { closeChunk } from '../../../src/ledger/rows/chunks.ts'
import { endWorker, sweepLostRows } from '../../../src/ledger/rows/workers.ts'
import type { NotTakenCode, Outcome, UnknownCode } from '../../../src/payout/outcome.ts'
import { ignore, row, type TestLedger } from '../../harness/ledger.ts'
import { anySentence } from '../../harness/words.ts'
import type { ModelOutcome } from './answers.ts'
import type { Model, RowName } from './model.ts'
import { type FileRow, linesFrom, type Operation } from './operations.ts'
import { person } from './people.ts'
import { performForPeople } from './realPeople.ts'

/** A ledger under test, with two processes' groupCommits; they outlive the runs. */
export interface Lane {
  db: TestLedger
  groupCommits: [GroupCommit, GroupCommit]
  /** The last run did not come to its end: its workers may still hold rows. */
  isLeft: boolean
}

/** One run: what the model's names stand for in the ledger. */
export interface Real {
  lane: Lane
  /** Before every reference of this run: no other run has it. */
  prefix: string
  batches: Map<number, { batchNo: number; batchId: string }>
  workers: Map<number, number>
}

export const openGroupCommit = (db: TestLedger): GroupCommit => createGroupCommit(db.ledger.connection, ignore)

let runs = 0

export async function startReal(lane: Lane): Promise<Real> {
  runs += 1
  if (lane.isLeft) {
    await lane.db.query('update payrun.workers set ended_at = now() where ended_at is null')
    await sweepLostRows(lane.db.ledger)
  }
  lane.isLeft = true
  const [one, other] = await Promise.all([lane.db.worker(), lane.db.worker()])
  return {
    lane,
    prefix: `${process.pid}.${runs}-`,
    batches: new Map(),
    workers: new Map([
      [0, one],
      [1, other],
    ]),
  }
}

/** Does the operation to the ledger, by the very functions that payrun uses. Says what the caller was told, in the model's names. */
export async function perform(real: Real, operation: Operation, model: Model): Promise<unknown> {
  const { ledger } = real.lane.db
  switch (operation.kind) {
    case 'submit':
      return submit(real, operation)
    case 'claim': {
      const groupCommit = real.lane.groupCommits[operation.slot]
      const workerNo = workerNoOf(real, operation.worker)
      const claims = operation.rows.map((name) => groupCommit.claim({ ...placeOf(real, name), workerNo }))
      return (await Promise.all(claims)).map((claim) => (claim.ok ? claim.attempt.attempt : 'refused'))
    }
    case 'answer': {
      const attempt = model.attempts[operation.attempt]
      if (!attempt) throw new Error(`no attempt ${operation.attempt}`)
      const { row: name, number, worker } = attempt
      const token = { ...placeOf(real, name), attempt: number, workerNo: workerNoOf(real, worker) }
      const outcome = outcomeOf(operation.outcome, real.prefix)
      // What became of a late answer is told by its words in the log; what it changed is compared.
      const { state, own } = await real.lane.groupCommits[operation.via].settle({ attempt: token, outcome })
      return { state, own }
    }
    case 'crash':
      return crash(real, operation)
    case 'sweep':
      return sweepLostRows(ledger)
    case 'pause':
      return moveBatch(ledger, batchNoOf(real, operation.batch), ['running'], {
        to: 'paused',
        reason: 'person',
        actor: person,
      })
    case 'resume':
      return moveBatch(ledger, batchNoOf(real, operation.batch), ['paused'], { to: 'running', actor: person })
    case 'settle':
      return moveBatch(ledger, batchNoOf(real, operation.batch), ['running', 'paused'], { to: 'settled' })
    case 'cancel':
      return cancelBatch(ledger, batchNoOf(real, operation.batch), person)
    case 'close':
      return closeChunk(ledger, batchNoOf(real, operation.batch), operation.chunk)
    case 'status':
      return status(real, operation)
    case 'resolve':
    case 'retry':
    case 'reconcile':
      return performForPeople(real, operation)
  }
}

type Of<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>

async function submit(real: Real, { batch, file, rows, skipInvalid }: Of<'submit'>): Promise<unknown> {
  const wish = { sha256: real.prefix + file, skipInvalid }
  const stored = await real.lane.db.store(
    rows.map((each, index) => fileRow(each, index + linesFrom, real.prefix)),
    wish,
  )
  switch (stored.kind) {
    case 'stored':
      real.batches.set(batch, stored)
      return { kind: 'stored', invalidated: stored.invalidated }
    case 'same_file':
    case 'already_run':
      return { kind: stored.kind }
    case 'barred':
      throw new Error('a ledger that never went back in time refuses files')
    case 'refused':
      return { kind: 'refused', lines: stored.inUse.map(({ line }) => line) }
  }
}

function fileRow({ reference, operator, isInvalid }: FileRow, line: number, prefix: string) {
  const payable = row({ line }).payable
  if (isInvalid || !payable) {
    const problem = {
      line,
      column: 'amount',
      value: '',
      code: 'missing_amount',
      message: anySentence('The amount is missing.'),
    } as const
    return row({ line, reference: prefix + reference, payable: null, problems: [problem] })
  }
  return row({ line, reference: prefix + reference, payable: { ...payable, operator } })
}

async function crash(real: Real, { slot, worker, successor, gone }: Of<'crash'>): Promise<null> {
  const { db, groupCommits } = real.lane
  await endWorker(db.ledger, workerNoOf(real, worker))
  real.workers.set(successor, await db.worker())
  if (!gone) return null
  await groupCommits[slot].close()
  groupCommits[slot] = openGroupCommit(db)
  return null
}

function status(real: Real, { row: name, attempt, reference, found }: Of<'status'>): Promise<boolean> {
  const [payable, batch] = [row({ line: 2 }).payable, real.batches.get(Number(name.split('/')[0]))]
  if (!payable || !batch) throw new Error(`no row ${name}`)
  const question = {
    ...placeOf(real, name),
    batchId: batch.batchId,
    attempt,
    reference: real.prefix + reference,
    payable,
  }
  const word = found === 'paid' ? { kind: found } : { kind: found, message: 'No.' }
  return settleAccepted(real.lane.db.ledger, question, word)
}

function outcomeOf({ kind, reference, code }: ModelOutcome, prefix: string): Outcome {
  const providerReference = reference === null ? null : prefix + reference
  switch (kind) {
    case 'paid':
      return { kind, providerReference }
    case 'accepted':
      if (providerReference === null) throw new Error('accepted without a reference')
      return { kind, providerReference, code: 'not_final', message: 'Under way.' }
    case 'failed':
      return { kind, providerReference, code: 'refused', message: 'Refused.' }
    case 'unknown':
      return { kind, providerReference, code: code as UnknownCode, message: 'Nobody knows.' }
    case 'not_taken':
      return { kind, code: code as NotTakenCode, message: 'Not taken.' }
  }
}

export function batchNoOf(real: Real, name: number): number {
  const batch = real.batches.get(name)
  if (!batch) throw new Error(`batch ${name} was not stored`)
  return batch.batchNo
}

export function workerNoOf(real: Real, name: number): number {
  const workerNo = real.workers.get(name)
  if (workerNo === undefined) throw new Error(`worker ${name} was not registered`)
  return workerNo
}

export function placeOf(real: Real, name: RowName): { batchNo: number; line: number } {
  const [batch = '', line = ''] = name.split('/')
  return { batchNo: batchNoOf(real, Number(batch)), line: Number(line) }
}
