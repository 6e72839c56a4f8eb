import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { noteOfStop } from '../../../app/batches/batchDocument.ts'
import { type BatchDeed, readBatchDeeds } from '../../../app/batches/watch.ts'
import { type Column, pageHead, sectionHead, table } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { count, isSentence, type Sentence, say } from '../../../words/sentence.ts'
import { succeeded } from '../../api/problem.ts'
import { moment } from '../layout.ts'
import { batchLink } from '../links.ts'
import { type AskedBy, page, type Shown, type Visit } from '../page.ts'
import { pagedTable, roomForRows } from '../room.ts'
import { batchNow, reasonWord } from './batchParts.ts'

/** `/batches/ID/history`: the whole history of a batch. The batch's own page shows the latest part. */
export const historyPage = page('/batches/:id/history', 'everybody', { get: whole })

const latest = { most: 10, bytes: 5_000 }
/** More than people ever do with one batch. */
const mostDeeds = 10_000

/** The latest deeds on a batch, newest first, with a link to the rest. */
export async function historyPart({ app, visit }: AskedBy, id: string): Promise<VNode> {
  const { deeds } = succeeded(await readBatchDeeds(app, id, latest.most + 1))
  const rows = deeds
    .toReversed()
    .slice(0, latest.most)
    .map((deed) => cellsOf(deed, visit))
  const shown = roomForRows(columns, rows, visit, latest.bytes)
  return html`
    ${sectionHead(
      say('deskBatch.history'),
      shown < deeds.length ? html`<a href=${`/batches/${id}/history`}>${say('deskBatch.whole_history')}</a>` : null,
    )}
    ${table(say('deskBatch.history'), columns, rows.slice(0, shown))}
  `
}

async function whole(asked: AskedBy): Promise<Shown> {
  const { app, visit } = asked
  const { id, name } = (await batchNow(asked)).batch
  const { deeds } = succeeded(await readBatchDeeds(app, id, mostDeeds))
  const title = say('deskBatch.history')
  const body = html`
    ${pageHead({ title, crumb: batchLink(id, name) })}
    ${pagedTable(asked, { label: title, columns, items: deeds.toReversed(), cells: (deed) => cellsOf(deed, visit) })}
  `
  return { kind: 'page', title, body }
}

const columns: readonly Column[] = [
  { name: say('deskBatch.when') },
  { name: say('deskBatch.who') },
  { name: say('deskBatch.what') },
]

const cellsOf = (deed: BatchDeed, visit: Visit): Piece[] => [
  moment(deed.at.toISOString(), visit),
  deed.by ?? say('deskBatch.payrun'),
  withNote(deed),
]

function withNote(deed: BatchDeed): Sentence {
  const note = noteOfStop(deed.note)
  if (note === null) return whatHappened(deed)
  // Payrun's own words are not quoted.
  return isSentence(note)
    ? say('deskBatch.did_pause_why', { why: note })
    : say('deskBatch.with_note', { what: whatHappened(deed), note })
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
    case 'retry_withdrawn':
      return say('deskRetry.did_withdraw', { rows })
    case 'reconciled':
      return say('deskRetry.did_reconcile', { rows, contradicted: count(deed.contradicted ?? 0) })
    case 'moved':
      return moved(deed)
  }
}

function moved({ from, to, reason, by }: BatchDeed): Sentence {
  if (from === null) return say('deskBatch.did_submit')
  if (reason === 'purged') return say('deskBatch.did_purge')
  switch (to) {
    case 'running':
      if (from === 'settled') return say('deskBatch.did_retry')
      return from === 'paused' && by !== null ? say('deskBatch.did_resume') : say('deskBatch.did_begin')
    case 'paused': {
      if (from === 'awaiting_approval') return say('deskBatch.did_schedule')
      if (reason === 'scheduled') return say('deskBatch.did_resume')
      const why = by === null ? reasonWord(reason) : null
      return why ? say('deskBatch.did_pause_why', { why }) : say('deskBatch.did_pause')
    }
    case 'cancelled':
      return reason === 'rejected' ? say('deskBatch.did_reject') : say('deskBatch.did_cancel')
    default:
      return say('deskBatch.did_settle')
  }
}
