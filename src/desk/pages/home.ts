import { html } from 'htm/preact'
import { listPage } from '../../app/status.ts'
import { emptyState, pageHead, sectionHead } from '../../web/parts.ts'
import { say } from '../../words/sentence.ts'
import { succeeded } from '../api/problem.ts'
import { batchTable } from './batchParts.ts'
import { livePart } from './layout.ts'
import { type AskedBy, type Live, page, type Shown } from './page.ts'

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
