import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { listPage } from '../../../app/batches/status.ts'
import { batchStates } from '../../../payout/state.ts'
import { emptyState, pageHead, pager, written } from '../../../web/parts.ts'
import { batchStateOf, type Sentence, say } from '../../../words/sentence.ts'
import { succeeded } from '../../api/problem.ts'
import { livePart } from '../layout.ts'
import { type AskedBy, type Live, page, type Shown } from '../page.ts'
import { readRoomy } from '../room.ts'
import { batchCells, batchColumns, batchTable, noBatches } from './batchParts.ts'

/** `/batches`: all batches, newest first, or those in one state. */
export const batchesPage = page('/batches', 'everybody', { get: listed, live })

const shownBatches = 25

async function listed(asked: AskedBy): Promise<Shown> {
  const body = html`
    ${pageHead({ title: say('deskPages.batches'), text: say('deskBatch.list_text') })}
    ${stateLinks(shelfOf(asked))}
    ${livePart(await live(asked))}
  `
  return { kind: 'page', title: say('deskPages.batches'), body }
}

/** The states, but with `scheduled` as its own list: a batch that is paused until its start time needs no attention. */
const shelves = batchStates.flatMap((state) => (state === 'paused' ? (['scheduled', state] as const) : [state]))
type Shelf = (typeof shelves)[number]

const shelfOf = ({ query }: AskedBy): Shelf | undefined => shelves.find((each) => each === query['state'])

const whatIsOn = (shelf: Shelf | undefined) =>
  shelf === 'scheduled'
    ? ({ state: 'paused', reason: 'scheduled' } as const)
    : { state: shelf, without: shelf === 'paused' ? (['scheduled'] as const) : [] }

const nameOf = (shelf: Shelf): Sentence =>
  shelf === 'scheduled' ? say('deskNext.scheduled') : written(batchStateOf(shelf))

const address = (state: Shelf | undefined, before?: string): string => {
  const query = new URLSearchParams({ ...(state && { state }), ...(before && { before }) }).toString()
  return query === '' ? '/batches' : `/batches?${query}`
}

const stateLinks = (chosen: Shelf | undefined): VNode => html`
  <nav class="tabs" aria-label=${say('deskBatch.show')}>
    ${[undefined, ...shelves].map(
      (state) => html`<a href=${address(state)} aria-current=${state === chosen ? 'page' : undefined}>
        ${state === undefined ? say('deskBatch.all') : nameOf(state)}
      </a>`,
    )}
  </nav>
`

async function live(asked: AskedBy): Promise<Live> {
  const { app, query, visit } = asked
  const state = shelfOf(asked)
  const cursor = /^\d{1,9}$/.test(query['before'] ?? '') ? query['before'] : undefined
  const read = async (limit: number) => succeeded(await listPage(app, { ...whatIsOn(state), cursor, limit })).page
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
        : emptyState(html`${say('deskBatch.none_of_state', { state: nameOf(state) })} ${comesHere[state]}`)
  return { body, over: false }
}

/** When a batch is listed in each state. */
const comesHere: Readonly<Record<Shelf, Sentence>> = {
  awaiting_approval: say('deskPages.none_awaiting'),
  running: say('deskPages.none_running'),
  scheduled: say('deskNext.none_scheduled'),
  paused: say('deskPages.none_paused'),
  settled: say('deskPages.none_settled'),
  cancelled: say('deskPages.none_cancelled'),
}
