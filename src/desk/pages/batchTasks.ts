import { html } from 'htm/preact'
import { type Deed, forbids } from '../../app/accounts/actor.ts'
import type { BatchLook } from '../../app/watch.ts'
import { notice, sectionHead, type Tone } from '../../web/parts.ts'
import type { Piece } from '../../words/page.ts'
import { count, type Sentence, say } from '../../words/sentence.ts'
import type { AskedBy } from './page.ts'

export const may = ({ app }: AskedBy, deed: Deed): boolean => forbids(app, deed) === undefined

/** Rows that are named one by one. */
const shownLines = 10

/** What of it needs somebody, each with what to do. */
export function tasks(look: BatchLook, asked: AskedBy): Piece {
  const { batch, retryWaits, contradicted } = look
  const { id, state, counts } = batch
  const { unknown = 0, accepted = 0, failed = 0, invalid = 0 } = counts
  const isRetryable = (state === 'settled' || state === 'paused') && (counts.pending ?? 0) === 0
  const show = (status: string) =>
    html`<a href=${`/batches/${id}?status=${status}#rows`}>${say('deskBatch.show_them')}</a>`
  const again =
    isRetryable && may(asked, 'retry') ? html`<a href=${`/batches/${id}/retry`}>${say('deskBatch.retry')}</a>` : null
  const statement = may(asked, 'reconcile')
    ? html`<a href=${`/batches/${id}/reconcile`}>${say('deskBatch.reconcile')}</a>`
    : null
  const lines: { rows: number; tone: Tone; text: Sentence; links: Piece }[] = [
    {
      rows: unknown,
      tone: 'ask',
      text: say('deskBatch.unknown_rows', { rows: count(unknown) }),
      links: [show('unknown'), statement],
    },
    {
      rows: accepted,
      tone: 'ask',
      text: say('deskBatch.accepted_rows', { rows: count(accepted) }),
      links: [show('accepted'), statement],
    },
    {
      rows: failed,
      tone: 'wrong',
      text:
        state === 'cancelled'
          ? say('deskBatch.failed_rows_of_cancelled', { rows: count(failed) })
          : say('deskBatch.failed_rows', { rows: count(failed) }),
      links: [show('failed'), again],
    },
    {
      rows: invalid,
      tone: 'wrong',
      text: say('deskBatch.invalid_rows', { rows: count(invalid) }),
      links: [show('invalid')],
    },
    {
      rows: contradicted.length,
      tone: 'wrong',
      text: say('deskRetry.contradicted_rows', { rows: count(contradicted.length) }),
      links: contradicted
        .slice(0, shownLines)
        .map((line) => html`<a href=${`/batches/${id}/rows/${line}`}>${say('deskBatch.row_of_line', { line })}</a>`),
    },
    {
      rows: retryWaits?.lines.length ?? 0,
      tone: 'ask',
      text: say('deskBatch.retry_waits', {
        rows: count(retryWaits?.lines.length ?? 0),
        who: retryWaits?.requester ?? '',
      }),
      links: may(asked, 'approve') ? [html`<a href=${`/approvals/${id}`}>${say('deskBatch.review')}</a>`] : [],
    },
  ]
  const open = lines.filter(({ rows }) => rows > 0)
  if (open.length === 0) return null
  return html`
    ${sectionHead(say('deskBatch.what_to_do'))}
    ${open.map(({ tone, text, links }) => notice(tone, html`${text}<span class="links">${links}</span>`))}
  `
}
