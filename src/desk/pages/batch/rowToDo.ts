import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { forbids } from '../../../app/accounts/actor.ts'
import type { Contradiction, RowOfBatch } from '../../../app/batches/rows.ts'
import { type Sentence, say, stateOf } from '../../../words/sentence.ts'
import type { AskedBy } from '../page.ts'

/** A link to the page where something can be done about a row. */
interface Way {
  to: string
  says: Sentence
}

/** What to do about a row: a sentence, with a link if the reader may do it. */
export function rowToDo(asked: AskedBy, found: RowOfBatch): VNode | null {
  const [text, way] = toDo(asked, found) ?? []
  if (!text) return null
  const { row, batch, elsewhere } = found
  const isRefused = row.status === 'failed' && row.error_code !== 'resolved_not_paid'
  const mayHelp =
    isRefused &&
    !elsewhere &&
    !row.maybe_paid &&
    batch.state === 'settled' &&
    batch.retryAskedBy === null &&
    !batch.isPurged
  return html`<p>${text}${mayHelp ? html` ${say('deskRetry.wrong_number')}` : null}${way ? html` <a href=${way.to}>${way.says}</a>` : null}</p>`
}

function toDo(asked: AskedBy, found: RowOfBatch): [Sentence, Way?] | null {
  const { app } = asked
  const { row, batch } = found
  if (row.maybe_not_paid) return [say('deskRetry.maybe_not_paid_ask')]
  if (row.maybe_paid) {
    const canBeRetried = row.status === 'failed' && !batch.isPurged && batch.state !== 'cancelled'
    if (!canBeRetried) return [say('deskRetry.maybe_paid_ask_then_anew')]
    const told = { command: app.config.command, id: batch.id, line: row.line }
    return [
      forbids(app, 'retry') && forbids(app, 'change_accounts')
        ? say('deskRetry.maybe_paid_ask_provider')
        : say('deskRetry.maybe_paid_ask_then_command', told),
    ]
  }
  const statement: Way = { to: `/batches/${batch.id}/reconcile`, says: say('deskNext.statement') }
  switch (row.status) {
    case 'unknown':
      return forbids(app, 'resolve') ? [say('deskNext.unknown_others')] : [say('deskBatch.do_unknown'), statement]
    case 'accepted':
      return forbids(app, 'reconcile') ? [say('deskNext.accepted_others')] : [say('deskNext.accepted'), statement]
    case 'failed':
      return failed(asked, found)
    case 'pending':
      return pending(batch)
    case 'sending':
      return [say('deskNext.sending')]
    case 'cancelled':
      return forbids(app, 'submit') ? [say('deskNext.anew_others')] : [say('deskNext.anew'), newBatch]
    case 'invalid':
    case 'paid':
      return null
  }
}

const newBatch: Way = { to: '/batches/new', says: say('deskPages.new_batch') }

function failed({ app }: AskedBy, { row, batch, elsewhere }: RowOfBatch): [Sentence, Way?] {
  const { id, state, isPurged, retryAskedBy } = batch
  if (isPurged || state === 'cancelled')
    return forbids(app, 'submit') ? [say('deskNext.anew_others')] : [say('deskNext.anew'), newBatch]
  if (retryAskedBy !== null) {
    const waits = say('deskNext.retry_waits', { who: retryAskedBy })
    return forbids(app, 'approve') ? [waits] : [waits, { to: `/approvals/${id}`, says: say('deskBatch.review') }]
  }
  if (elsewhere) return paidElsewhere(elsewhere)
  if (state !== 'settled') return [say('deskNext.failed_later')]
  if (forbids(app, 'retry')) return [say('deskNext.failed_others')]
  return [say('deskNext.failed'), { to: `/batches/${id}/retry?line=${row.line}`, says: say('deskNext.retry_row') }]
}

function paidElsewhere({ batchId, heldLine, heldState }: NonNullable<RowOfBatch['elsewhere']>): [Sentence, Way] {
  const held = { to: `/batches/${batchId}/rows/${heldLine}`, says: say('deskNext.see_elsewhere') }
  return [say('deskNext.paid_elsewhere', { state: stateOf(heldState), batchId, heldLine }), held]
}

function pending({ state }: RowOfBatch['batch']): [Sentence] | null {
  if (state === 'awaiting_approval') return [say('deskNext.pending_unapproved')]
  return state === 'running' ? [say('deskNext.pending_running')] : [say('deskNext.pending_paused')]
}

/** What contradicts a row: that a row called unpaid was paid, or a paid one was not. */
export function whoSaysOtherwise({ kind, saysPaid }: Contradiction): Sentence {
  if (!saysPaid) {
    if (kind === 'notification') return say('deskRetry.maybe_not_paid_by_notification')
    return kind === 'late_answer'
      ? say('deskRetry.maybe_not_paid_by_answer')
      : say('deskRetry.maybe_not_paid_by_statement')
  }
  switch (kind) {
    case 'failed_but_carried_out':
      return say('deskRetry.maybe_paid_by_statement')
    case 'notification':
      return say('deskRetry.maybe_paid_by_notification')
    case 'late_answer':
      return say('deskRetry.maybe_paid_by_answer')
    default:
      return say('deskRetry.maybe_paid_by_evidence')
  }
}
