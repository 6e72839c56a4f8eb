import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { listRows, type RowDocument } from '../../../app/batches/rows.ts'
import type { BatchLook } from '../../../app/batches/watch.ts'
import { operatorName } from '../../../payout/operators/operator.ts'
import { type PayoutState, payoutStates } from '../../../payout/state.ts'
import { field, option, selectField } from '../../../web/fields.ts'
import { byPage, type Column, emptyState, notice, pager, sectionHead, table, written } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { count, isSentence, type Sentence, say, stateOf, type Words } from '../../../words/sentence.ts'
import { succeeded } from '../../api/problem.ts'
import { liveMore } from '../layout.ts'
import { rowLink } from '../links.ts'
import { reworded } from '../newBatch/reworded.ts'
import type { AskedBy, Live, Visit } from '../page.ts'
import { roomForRows } from '../room.ts'
import { masked, rowAmount, rowBadge } from './batchParts.ts'

const shownRows = 50
/** The longest that a page searches. The next page continues, so every page is shown within a tenth of a second. */
const searchMs = 15

interface Filter {
  status: PayoutState | undefined
  q: string
  after: string | undefined
}

const filterOf = ({ query }: AskedBy): Filter => ({
  status: payoutStates.find((each) => each === query['status']),
  // Names don't contain characters that the ledger can't hold.
  q: (query['q'] ?? '')
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, 100),
  after: /^\d{1,9}$/.test(query['after'] ?? '') ? query['after'] : undefined,
})

export const isSearch = (asked: AskedBy): boolean => filterOf(asked).q !== ''

/** The rows of a batch, all or filtered by state or person; 50 a page, or as many as fit. Two parts are live: the filter and the rows. */
export function rowsSection(asked: AskedBy, { batch }: BatchLook, live: Live): VNode {
  const { status, q } = filterOf(asked)
  const isFiltered = q !== '' || status !== undefined
  return html`
    <section id="rows">
      ${sectionHead(say('deskBatch.rows'), isFiltered ? html`<a href=${`/batches/${batch.id}#rows`}>${say('deskBatch.filter_off')}</a>` : null)}
      ${liveMore(live, 'filter')} ${liveMore(live, 'rows')}
    </section>
  `
}

/** @param bytes the room for rows; as many are shown as fit */
export async function rowsParts(
  asked: AskedBy,
  { batch }: BatchLook,
  bytes: number,
): Promise<{ filter: VNode; rows: Piece }> {
  const filter = filterOf(asked)
  const { status, q, after } = filter
  const wish = {
    states: status ? [status] : [],
    search: q || undefined,
    cursor: after,
    limit: shownRows,
    withinMs: searchMs,
  }
  const found = succeeded(await listRows(asked.app, batch.id, wish))
  const cells = found.page.rows.map((row) => rowCells(batch.id, row, asked.visit, q !== ''))
  const shown = roomForRows(columns, cells, asked.visit, bytes)
  const rows = found.page.rows.slice(0, shown)
  const isCut = shown < cells.length
  const next = isCut ? String(rows.at(-1)?.line) : found.page.next
  const searchedTo = isCut ? null : found.searchedTo
  const part = html`
    ${
      rows.length > 0
        ? table(say('deskBatch.rows'), columns, cells.slice(0, shown))
        : searchedTo === null
          ? emptyState(q === '' ? say('deskBatch.no_rows_so') : say('deskBatch.no_rows_found'))
          : null
    }
    ${searchedTo === null ? null : notice('busy', searchedOf(rows, searchedTo))}
    ${pager({
      newer: after ? address(batch.id, filter) : null,
      older: next && address(batch.id, filter, next),
      words: byPage,
    })}
    ${q === '' && rows.length > 0 ? html`<p class="small">${say('deskBatch.masked')}</p>` : null}
  `
  return { filter: filterForm(batch, filter), rows: part }
}

const searchedOf = (rows: readonly RowDocument[], line: number): Sentence =>
  rows.some((row) => row.line > line)
    ? say('deskBatch.search_inside', { line: count(line) })
    : say('deskBatch.search_on', { line: count(line) })

const address = (id: string, { status, q }: Filter, after?: string): string => {
  const query = new URLSearchParams({ ...(status && { status }), ...(q && { q }), ...(after && { after }) }).toString()
  return `/batches/${id}${query && `?${query}`}#rows`
}

const filterForm = ({ id, counts }: BatchLook['batch'], { status, q }: Filter): VNode => html`
  <form class="row-filter" method="get" action=${`/batches/${id}#rows`} role="search">
    ${field({
      name: 'q',
      label: say('deskBatch.search'),
      value: q,
      optional: true,
      input: { type: 'search', autocomplete: 'off', maxlength: '100' },
    })}
    ${selectField({
      name: 'status',
      label: say('deskPages.state'),
      children: [
        option('', say('deskBatch.any_state')),
        ...payoutStates
          .filter((each) => each === status || (counts[each] ?? 0) > 0)
          .map((each) => option(each, [written(stateOf(each)), ' (', written(count(counts[each] ?? 0)), ')'], status)),
      ],
    })}
    <button type="submit">${say('deskPlaces.search')}</button>
  </form>
`

const columns: readonly Column[] = [
  { name: say('deskBatch.line'), number: true },
  { name: say('deskBatch.name') },
  { name: say('deskBatch.number') },
  { name: say('deskBatch.reference') },
  { name: say('deskBatch.amount'), number: true },
  { name: say('deskPages.state') },
]

/** A row with a link to its page. */
function rowCells(id: string, row: RowDocument, visit: Visit, unmasked: boolean): Piece[] {
  const { line, name, phone_number: phone, operator, reference, status } = row
  return [
    rowLink(id, line),
    name,
    html`<span><span class="phone">${phone === null ? null : unmasked ? phone : masked(phone)}</span> <span class="small">${operatorName(operator)}</span></span>`,
    reference,
    rowAmount(row, visit),
    html`<span>${rowBadge(row)} ${status === 'paid' ? null : html`<span class="small">${messages(row)}</span>`}</span>`,
  ]
}

/** Puts other people's words in quotes, because they may be in another language and are not payrun's. */
export const quoted = (words: Words): Sentence =>
  isSentence(words) ? reworded(words) : say('deskNext.quoted', { words })

/** Why it is not paid, in payrun's sentences or the provider's own words. */
export const messages = ({ error_message: words }: Pick<RowDocument, 'error_message'>): Piece => {
  if (words === null) return null
  return typeof words === 'string' || isSentence(words)
    ? quoted(words)
    : words.map((each) => html`<div>${quoted(each)}</div>`)
}
