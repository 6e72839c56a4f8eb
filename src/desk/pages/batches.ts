import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { listPage } from '../../app/status.ts'
import { type BatchState, batchStates } from '../../payout/state.ts'
import { emptyState, pageHead, pager, written } from '../../web/parts.ts'
import { batchStateOf, type Sentence, say } from '../../words/sentence.ts'
import { succeeded } from '../api/problem.ts'
import { batchCells, batchColumns, batchTable, noBatches } from './batchParts.ts'
import { livePart } from './layout.ts'
import { type AskedBy, type Live, page, type Shown } from './page.ts'
import { readRoomy } from './room.ts'

/** `/batches`: all batches, newest first, or those of a state. */
export const batchesPage = page('/batches', 'everybody', { get: listed, live })

const shownBatches = 25

async function listed(asked: AskedBy): Promise<Shown> {
  const body = html`
    ${pageHead({ title: say('deskPages.batches'), text: say('deskBatch.list_text') })}
    ${stateLinks(stateOfQuery(asked))}
    ${livePart(await live(asked))}
  `
  return { kind: 'page', title: say('deskPages.batches'), body }
}

const stateOfQuery = ({ query }: AskedBy): BatchState | undefined => batchStates.find((each) => each === query['state'])

const address = (state: BatchState | undefined, before?: string): string => {
  const query = new URLSearchParams({ ...(state && { state }), ...(before && { before }) }).toString()
  return query === '' ? '/batches' : `/batches?${query}`
}

const stateLinks = (chosen: BatchState | undefined): VNode => html`
  <nav class="tabs" aria-label=${say('deskBatch.show')}>
    ${[undefined, ...batchStates].map(
      (state) => html`<a href=${address(state)} aria-current=${state === chosen ? 'page' : undefined}>
        ${state === undefined ? say('deskBatch.all') : written(batchStateOf(state))}
      </a>`,
    )}
  </nav>
`

async function live(asked: AskedBy): Promise<Live> {
  const { app, query, visit } = asked
  const state = stateOfQuery(asked)
  const cursor = /^\d{1,9}$/.test(query['before'] ?? '') ? query['before'] : undefined
  const read = async (limit: number) => succeeded(await listPage(app, { state, cursor, limit })).page
  const page = await readRoomy(read, { most: shownBatches, columns: batchColumns, visit }, ({ batches }) =>
    batches.map((batch) => batchCells(batch, visit)),
  )
  const body =
    page.batches.length > 0
      ? html`
          ${batchTable(say('deskPages.batches'), page.batches, visit)}
          ${pager({ newer: cursor ? address(state) : null, older: page.next && address(state, page.next) })}
        `
      : state === undefined
        ? noBatches(app)
        : emptyState(html`${say('deskBatch.none_of_state', { state: batchStateOf(state) })} ${comesHere[state]}`)
  return { body, over: false }
}

/** When a batch is in a state. */
const comesHere: Readonly<Record<BatchState, Sentence>> = {
  awaiting_approval: say('deskPages.none_awaiting'),
  running: say('deskPages.none_running'),
  paused: say('deskPages.none_paused'),
  settled: say('deskPages.none_settled'),
  cancelled: say('deskPages.none_cancelled'),
}
