import { type Audit, auditBatch } from '../ledger/audit/auditBatch.ts'
import { type History, type HistoryEvent, readHistory } from '../ledger/audit/readHistory.ts'
import type { Batch } from '../ledger/batches/batches.ts'
import type { PayoutState } from '../payout/state.ts'
import { type Sentence, say, stateOf } from '../words/sentence.ts'
import { type App, type Failure, failure } from './context.ts'
import { withBatch } from './open/openCore.ts'

export type { Audit, History }

export interface Audited {
  ok: true
  batch: Batch
  audit: Audit
  /** Of the row that was asked about. */
  history: History | undefined
}

/** Verify a batch's audit trail; with a line, read that payout's history. */
export function audit(app: App, name: string, line: number | undefined): Promise<Audited | Failure> {
  return withBatch<Audited | Failure>(app, name, async (core, batch) => {
    const history = line === undefined ? undefined : await readHistory(core.ledger, batch.batchNo, line)
    if (line !== undefined && !history) {
      return failure('usage', say('terminal.no_row_on_line', { id: batch.id, line, file: batch.fileName }))
    }
    return { ok: true, batch, audit: await auditBatch(core.ledger, batch.batchNo), history }
  })
}

/** One event of a payout's history in words. What stands behind it in brackets is its code and its note, as they were kept. */
export function eventSentence(event: HistoryEvent): Sentence {
  const { code, note } = event
  const what = whatHappened(event)
  if (code === null && note === null) return what
  const because = code !== null && note !== null ? say('terminal.code_and_note', { code, note }) : (code ?? note ?? '')
  return say('terminal.event_because', { what, because })
}

function whatHappened({ fromState, toState, attempt, workerNo, host, actor }: HistoryEvent): Sentence {
  if (actor !== null) return personSaid(toState, actor)
  if (fromState === 'pending' && toState === 'sending') {
    if (workerNo === null) return say('terminal.attempt_claimed', { attempt })
    const machine = host?.split(' ')[0]
    return machine
      ? say('terminal.attempt_claimed_on', { attempt, worker: workerNo, machine })
      : say('terminal.attempt_claimed_by', { attempt, worker: workerNo })
  }
  if (toState === 'pending') return say('terminal.attempt_not_delivered', { attempt })
  if (toState === 'cancelled') return say('terminal.cancelled_before_sent')
  return fromState === 'sending'
    ? say('terminal.attempt_settled', { attempt, state: stateOf(toState) })
    : say('terminal.settled_after', { state: stateOf(toState), before: stateOf(fromState) })
}

function personSaid(state: PayoutState, actor: string): Sentence {
  switch (state) {
    case 'paid':
      return say('terminal.said_paid', { actor })
    case 'failed':
      return say('terminal.said_not_paid', { actor })
    case 'pending':
      return say('terminal.put_back', { actor })
    case 'cancelled':
      return say('terminal.cancelled_by', { actor })
    default:
      return say('terminal.moved_by', { state: stateOf(state), actor })
  }
}
