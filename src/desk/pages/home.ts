import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { type BatchDocument, wholeOf } from '../../app/batchDocument.ts'
import { listPage } from '../../app/status.ts'
import type { BatchState } from '../../payout/state.ts'
import { amountText } from '../../web/fields.ts'
import { badge, type Column, emptyState, pageHead, sectionHead, type Tone, table, written } from '../../web/parts.ts'
import type { Piece } from '../../words/page.ts'
import { batchStateOf, count, type Sentence, say } from '../../words/sentence.ts'
import { succeeded } from '../api/problem.ts'
import { livePart, moment } from './layout.ts'
import { type AskedBy, type Live, page, type Shown, type Visit } from './page.ts'

/** `/`: what needs me, and the last batches. */
export const homePage = page('/', 'everybody', { get: home, live })

const shownBatches = 10

async function home(asked: AskedBy): Promise<Shown> {
  const body = html`
    ${pageHead({ title: say('deskPages.hello', { name: asked.person.name }), text: say('deskPages.home_text') })}
    ${livePart(await live(asked))}
  `
  return { kind: 'page', title: say('deskPages.home'), body }
}

async function live({ app, visit }: AskedBy): Promise<Live> {
  const waiting = succeeded(await listPage(app, { state: 'awaiting_approval', limit: shownBatches })).page
  const paused = succeeded(await listPage(app, { state: 'paused', limit: shownBatches })).page
  const latest = succeeded(await listPage(app, { limit: shownBatches })).page
  const needed = [...waiting.batches, ...paused.batches]
  const body = html`
    ${sectionHead(say('deskPages.needs_you'))}
    ${needed.length > 0 ? batchTable(say('deskPages.needs_you'), needed, visit) : emptyState(say('deskPages.nothing_needed'))}
    ${sectionHead(say('deskPages.last_batches'))}
    ${latest.batches.length > 0 ? batchTable(say('deskPages.last_batches'), latest.batches, visit) : emptyState(say('deskPages.no_batches'))}
  `
  return { body, over: false }
}

const columns: readonly Column[] = [
  { name: say('deskPages.batch') },
  { name: say('deskPages.state') },
  { name: say('deskPages.people_count'), number: true },
  { name: say('deskPages.sum'), number: true },
  { name: say('deskPages.submitted') },
]

const batchTable = (label: Sentence, batches: readonly BatchDocument[], visit: Visit): VNode =>
  table(
    label,
    columns,
    batches.map((batch) => cells(batch, visit)),
  )

function cells(batch: BatchDocument, visit: Visit): Piece[] {
  const { id, name, period, state, created_at: createdAt } = batch
  return [
    html`<span>${name} <span class="small">${period ?? id}</span></span>`,
    batchBadge(state),
    written(count(batch.file.rows)),
    wholeOf(batch).map(([currency, amount]) => html`<div>${amountText(amount, currency, visit.language)}</div>`),
    moment(createdAt, visit),
  ]
}

const tones: Readonly<Record<BatchState, Tone>> = {
  awaiting_approval: 'ask',
  running: 'busy',
  paused: 'ask',
  settled: 'good',
  cancelled: 'quiet',
}

export const batchBadge = (state: BatchState): VNode => badge(tones[state], written(batchStateOf(state)))
