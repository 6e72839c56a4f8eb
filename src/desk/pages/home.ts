import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { forbids } from '../../app/accounts/actor.ts'
import { listNeeded, type Needed } from '../../app/needed.ts'
import { readOutages } from '../../app/work/standstill.ts'
import { emptyState, notice, pageHead, sectionHead } from '../../web/parts.ts'
import type { Piece } from '../../words/page.ts'
import { count, moment as momentOf, type Sentence, say } from '../../words/sentence.ts'
import { succeeded } from '../api/problem.ts'
import { shareReads } from '../shareReads.ts'
import { waitingTable } from './approvals/approvals.ts'
import {
  actionForm,
  batchCells,
  batchColumns,
  batchTable,
  goOnLabel,
  holdLine,
  noBatches,
  whyPaused,
} from './batch/batchParts.ts'
import { quoted } from './batch/batchRows.ts'
import { livePart, wallClock } from './layout.ts'
import { batchLink, rowsLink } from './links.ts'
import { rewordedWords } from './newBatch/reworded.ts'
import { type AskedBy, type Live, page, type Shown } from './page.ts'
import { ofEachDesk } from './recent.ts'
import { pagedPieces, roomForRows } from './room.ts'
import { outageNotices } from './standstill.ts'

/** `/`: what needs the reader's attention, and the latest batches. */
export const homePage = page('/', 'everybody', { get: home, live })

/** Outages are the same for all readers. */
const outagesOf = ofEachDesk((desk) => shareReads(() => readOutages(desk.app, desk.sandbox), 0.5))

/** The limits of each list. Its links lead to the next entries or to a page of its own. */
const few = { bytes: 8_000, most: 10 }

async function home(asked: AskedBy): Promise<Shown> {
  const { app, person } = asked
  const body = html`
    ${pageHead({
      title: say('deskPages.hello', { name: person.name }),
      text: say('deskPages.home_text'),
      actions: forbids(app, 'submit')
        ? null
        : html`<a class="primary" href="/batches/new">${say('deskPages.new_batch')}</a>`,
    })}
    ${livePart(await live(asked))}
  `
  return { kind: 'page', title: say('deskPages.home'), body }
}

async function live(asked: AskedBy): Promise<Live> {
  const { app, desk, visit } = asked
  const needed = succeeded(await listNeeded(app, desk.sandbox))
  const outages = succeeded(await outagesOf(desk)(''))
  const [waiting, told] = [approvals(needed, asked), [...outageNotices(outages), ...notices(needed, asked)]]
  const cells = needed.latest.map((batch) => batchCells(batch, visit))
  const latest = needed.latest.slice(0, roomForRows(batchColumns, cells, visit, few.bytes))
  const body = html`
    ${sectionHead(say('deskPages.needs_you'))}
    ${waiting}
    ${pagedPieces(asked, { name: 'needed', bytes: 16_000, items: told })}
    ${waiting === null && told.length === 0 ? emptyState(needed.asked.length > 0 ? say('deskPages.nothing_of_you') : say('deskPages.nothing_needed')) : null}
    ${needed.asked.length > 0 ? [sectionHead(say('deskPages.home_asked')), waitingTable(needed.asked, asked, { ...few, name: 'asked' })] : null}
    ${sectionHead(say('deskPages.last_batches'), html`<a href="/batches">${say('deskPages.home_all_batches')}</a>`)}
    ${latest.length > 0 ? batchTable(say('deskPages.last_batches'), latest, visit) : noBatches(app)}
  `
  return { body, over: false }
}

const approvals = ({ approvals: waiting }: Needed, asked: AskedBy): Piece =>
  waiting.length === 0
    ? null
    : html`<div>
        <h3>${say('deskPages.home_wait_for_you', { batches: count(waiting.length) })}</h3>
        ${waitingTable(waiting, asked, { ...few, name: 'approvals' })}
      </div>`

const rowsNotice = (text: Sentence, id: string, status: string): VNode =>
  notice(
    'ask',
    html`${text}
      <span class="links">${rowsLink(id, status)}</span>`,
  )

/** The most operators on hold to list next to a batch. The others have their own notices. */
const mostHolds = 3

const handOf = (hold: Needed['holds'][number]) => ({ ...hold, by: hold.manual ? hold.actor : null })

const stuckNotice = ({ kind, batch: { id, name } }: Needed['stuck'][number]): VNode =>
  notice(
    'wrong',
    html`${kind === 'batch' ? say('deskApprove.stuck', { name }) : say('deskApprove.retry_stuck', { name })}
      <span class="links">
        <a href=${`/approvals/${id}`}>${say('deskPages.home_look')}</a>
        <a href="/admin/accounts/new">${say('deskAdmin.add_account')}</a>
      </span>`,
  )

function notices(
  { rejected, stuck, paused, unknown, accepted, failed, maybePaid, maybeNotPaid, failedSchedules, holds }: Needed,
  { app, visit }: AskedBy,
): VNode[] {
  const mayGoOn = !forbids(app, 'resume')
  const toldOf = new Set(paused.flatMap(({ itsHolds }) => itsHolds.slice(0, mostHolds).map(({ operator }) => operator)))
  return [
    ...rejected.map(({ kind, batchId, name, rows, by, at, note }) => {
      const told = { name, by: by ?? '', at: momentOf(at) }
      return notice(
        'wrong',
        html`${kind === 'batch' ? say('deskPages.home_rejected', told) : say('deskPages.home_retry_rejected', { ...told, rows: count(rows) })}
          ${note === null ? null : html`${' '}${say('deskApprove.reason', { note })}`}
          <span class="links">${batchLink(batchId, say('deskPages.home_look'))}</span>`,
      )
    }),
    ...stuck.map(stuckNotice),
    ...paused.map((batch) =>
      notice(
        'ask',
        html`${say('deskPages.home_paused', { name: batch.name, why: whyPaused(batch, batch.stop, batch.itsHolds, mayGoOn) })}
          ${batch.itsHolds.slice(0, mostHolds).map((each) => html`<div>${holdLine(handOf(each))}</div>`)}
          <span class="links">
            ${batchLink(batch.id, say('deskPages.home_look'))}
            ${mayGoOn && !batch.staysPaused ? actionForm(batch.id, 'resume', goOnLabel(batch)) : null}
          </span>`,
      ),
    ),
    ...unknown.map(({ id, name, rows }) =>
      rowsNotice(say('deskPages.home_unknown', { name, rows: count(rows) }), id, 'unknown'),
    ),
    ...accepted.map(({ id, name, rows }) =>
      rowsNotice(say('deskPages.home_accepted', { name, rows: count(rows) }), id, 'accepted'),
    ),
    ...maybePaid.map(({ id, name, rows }) =>
      rowsNotice(say('deskRetry.maybe_paid_home', { name, rows: count(rows) }), id, 'failed'),
    ),
    ...maybeNotPaid.map(({ id, name, rows }) =>
      notice(
        'ask',
        html`${say('deskRetry.maybe_not_paid_home', { name, rows: count(rows) })}
          <span class="links">${batchLink(id, say('deskPages.home_look'))}</span>`,
      ),
    ),
    ...(forbids(app, 'retry') ? [] : failed).map(({ id, name, rows }) =>
      notice(
        'ask',
        html`${say('deskRetry.home_failed', { name, rows: count(rows) })} ${say('deskRetry.wrong_number')}
          <span class="links">
            ${rowsLink(id, 'failed')}
            <a href=${`/batches/${id}/retry`}>${say('deskBatch.retry')}</a>
          </span>`,
      ),
    ),
    ...failedSchedules.map(({ scheduleNo, name, planned, message, inFolder }) => {
      const run = { name, planned: wallClock(planned, visit) }
      const failed = inFolder
        ? say('deskPages.home_schedule_file_failed', run)
        : say('deskPages.home_schedule_failed', run)
      return notice(
        'wrong',
        html`${failed} ${message && quoted(rewordedWords(message))} ${say('deskPages.home_schedule_go_on')}
          <span class="links"><a href=${`/schedules/${scheduleNo}`}>${say('deskPlaces.see_schedule')}</a></span>`,
      )
    }),
    // Holds that a batch is waiting for are shown with that batch.
    ...holds.filter(({ operator }) => !toldOf.has(operator)).map((each) => notice('ask', holdLine(handOf(each)))),
  ]
}
