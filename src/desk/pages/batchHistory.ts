import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { type BatchDeed, readBatchDeeds } from '../../app/watch.ts'
import { sectionHead, table } from '../../web/parts.ts'
import { count, type Sentence, say } from '../../words/sentence.ts'
import { succeeded } from '../api/problem.ts'
import { reasonWord } from './batchParts.ts'
import { moment } from './layout.ts'
import type { AskedBy } from './page.ts'

/** Who did what with a batch, and when, latest first. */
export async function historyPart({ app, visit }: AskedBy, id: string): Promise<VNode> {
  const { deeds } = succeeded(await readBatchDeeds(app, id))
  const columns = [{ name: say('deskBatch.when') }, { name: say('deskBatch.who') }, { name: say('deskBatch.what') }]
  return html`
    ${sectionHead(say('deskBatch.history'))}
    ${table(
      say('deskBatch.history'),
      columns,
      deeds
        .toReversed()
        .map((deed) => [
          moment(deed.at.toISOString(), visit),
          deed.by ?? say('deskBatch.payrun'),
          deed.note === null
            ? whatHappened(deed)
            : say('deskBatch.with_note', { what: whatHappened(deed), note: deed.note }),
        ]),
    )}
  `
}

function whatHappened(deed: BatchDeed): Sentence {
  const rows = count(deed.rows ?? 0)
  switch (deed.kind) {
    case 'approved':
      return say('deskBatch.did_approve', { rows })
    case 'resolved':
      return deed.reason === 'paid'
        ? say('deskBatch.did_call_paid', { rows })
        : say('deskBatch.did_call_not_paid', { rows })
    case 'retry_asked':
      return say('deskBatch.did_ask_retry', { rows })
    case 'retry_approved':
      return say('deskBatch.did_approve_retry', { rows })
    case 'retry_rejected':
      return say('deskBatch.did_reject_retry', { rows })
    case 'retry_replaced':
      return say('deskBatch.did_replace_retry')
    case 'reconciled':
      return say('deskRetry.did_reconcile', { rows, contradicted: count(deed.contradicted ?? 0) })
    case 'moved':
      return moved(deed)
  }
}

function moved({ from, to, reason, by }: BatchDeed): Sentence {
  if (from === null) return say('deskBatch.did_submit')
  switch (to) {
    case 'running':
      if (from === 'settled') return say('deskBatch.did_retry')
      return from === 'paused' && by !== null ? say('deskBatch.did_resume') : say('deskBatch.did_begin')
    case 'paused': {
      if (from === 'awaiting_approval') return say('deskBatch.did_schedule')
      const why = by === null ? reasonWord(reason) : null
      return why ? say('deskBatch.did_pause_why', { why }) : say('deskBatch.did_pause')
    }
    case 'cancelled':
      return reason === 'rejected' ? say('deskBatch.did_reject') : say('deskBatch.did_cancel')
    default:
      return say('deskBatch.did_settle')
  }
}
