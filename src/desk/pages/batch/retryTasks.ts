import { html } from 'htm/preact'
import { rejectedRetrySentence } from '../../../app/batches/batchDocument.ts'
import type { BatchLook } from '../../../app/batches/watch.ts'
import type { Tone } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { count, type Sentence, say } from '../../../words/sentence.ts'
import { batchLink } from '../links.ts'

/** Something to do about a number of rows of a batch. */
export interface Task {
  rows: number
  tone: Tone
  text: Piece
  links: Piece
}

export function failedText(
  { batch: { state, purged_at: purgedAt }, retryWaits }: BatchLook,
  failed: number,
  mayRetry: boolean,
): Sentence {
  const rows = count(failed)
  if (purgedAt !== undefined) return say('summary.rows_failed_purged', { rows })
  if (retryWaits) return say('deskRetry.failed_while_waiting', { rows })
  if (state === 'cancelled') return say('deskBatch.failed_rows_of_cancelled', { rows })
  return mayRetry ? say('deskBatch.failed_rows', { rows }) : say('deskNext.failed_rows', { rows })
}

/** Failed rows that another batch pays, or seems to. */
export const elsewhereTask = ({ failedElsewhere: { rows, batches } }: BatchLook): Task => ({
  rows,
  tone: 'ask',
  text: say('deskRetry.failed_elsewhere', { rows: count(rows) }),
  links: batches.map((each) => batchLink(each, each)),
})

/** A retry that waits for approval or was rejected. */
export function retryLines({ batch, retryWaits, rejectedRetry }: BatchLook, mayApprove: boolean): Task[] {
  const { id, name } = batch
  if (retryWaits) {
    const { lines, requester: who, nobodyElse } = retryWaits
    const text = say('deskBatch.retry_waits', { rows: count(lines.length), who })
    return [
      {
        rows: lines.length,
        tone: 'ask',
        text: nobodyElse ? html`${text} ${say('deskRetry.nobody_else')}` : text,
        links: mayApprove ? [html`<a href=${`/approvals/${id}`}>${say('deskBatch.review')}</a>`] : [],
      },
    ]
  }
  if (!rejectedRetry) return []
  const { rows, note } = rejectedRetry
  const text = rejectedRetrySentence(name, rejectedRetry)
  const told = note === null ? text : html`${text} ${say('deskApprove.reason', { note })}`
  return [{ rows, tone: 'wrong', text: told, links: [] }]
}
