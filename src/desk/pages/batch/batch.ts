import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { stopSentence, wholeOf } from '../../../app/batches/batchDocument.ts'
import { unreachableSentence } from '../../../app/batches/status.ts'
import { type BatchLook, mayWithdraw, readOwn } from '../../../app/batches/watch.ts'
import { type HowSubmitted, howSubmitted } from '../../../app/submit/corrected.ts'
import { passingReasons } from '../../../payout/outcome.ts'
import { field } from '../../../web/fields.ts'
import { bar, facts, notice, pageHead, sectionHead, type Tone, written } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { count, fileNamed, type Sentence, say } from '../../../words/sentence.ts'
import { succeeded } from '../../api/problem.ts'
import { decidedDetails } from '../approvals/approvalParts.ts'
import { liveMore, livePart, moment } from '../layout.ts'
import { controlTotalsTold } from '../newBatch/corrections.ts'
import { type AskedBy, type Live, page, type Shown, type Visit } from '../page.ts'
import { shareRecent } from '../recent.ts'
import { bytesOf, pageBytes, pagedPieces } from '../room.ts'
import { may, tasks } from './batchActions.ts'
import { figures } from './batchFigures.ts'
import { historyPart } from './batchHistory.ts'
import {
  actionForm,
  batchBadge,
  batchNow,
  goOnLabel,
  holdLine,
  recentBatch,
  sandboxMark,
  sumText,
  whenPaid,
  whyPaused,
} from './batchParts.ts'
import { isSearch, rowsParts, rowsSection } from './batchRows.ts'

/** `/batches/ID`: the state of a batch, and what to do with it. */
export const batchPage = page('/batches/:id', 'everybody', { get: shown, live })

async function shown(asked: AskedBy): Promise<Shown> {
  const { visit } = asked
  const look = await batchNow(asked)
  const { batch } = look
  const how = succeeded(await howSubmitted(asked.app, batch.id))
  const history = await historyPart(asked, batch.id)
  const now = await livePartOf(look, asked)
  const decided = decidedOf(look, how, visit)
  const rows = await rowsParts(asked, look, roomBeside([now.body, now.more.figures, history, decided], visit))
  const live = { ...now, more: { ...now.more, reports: reports(look, asked), history, ...rows } }
  const body = html`
    ${pageHead({
      title: batch.name,
      text: batch.period === null ? null : say('deskBatch.of_period', { period: batch.period }),
      crumb: html`<a href="/batches">${say('deskPages.batches')}</a>`,
      // A link, because on a phone the rows are several screens below.
      actions: html`<a class="button" href="#rows">${say('deskBatch.rows')}</a>`,
    })}
    ${livePart(live)} ${liveMore(live, 'pause')} ${liveMore(live, 'figures')}
    ${sectionHead(say('deskBatch.report'))} ${liveMore(live, 'reports')}
    <div class="columns">
      <section>${liveMore(live, 'history')}</section>
      <section>${sectionHead(say('deskBatch.about'))} ${about(look, how, visit)}</section>
    </div>
    ${decided}
    ${rowsSection(asked, look, live)}
  `
  return { kind: 'page', title: say('web.value', { value: batch.name }), body }
}

/** The page's frame and fixed parts take 11 kB. */
const roomBeside = (parts: readonly Piece[], visit: Visit): number =>
  pageBytes - 11_000 - bytesOf(html`${parts}`, visit)

/** Most deeds change what is in the cache's key anyway (`deedsIn`), so the history may be cached for longer. */
const historyMs = 10_000
const recentHistory = shareRecent<VNode>(historyMs)
/** The decisions of the submitter never change. */
const recentHow = shareRecent<HowSubmitted>(historyMs)
const recentRows = shareRecent<Awaited<ReturnType<typeof rowsParts>>>()

/** The results of a search are not refreshed: repeating it would read too much. */
async function live(asked: AskedBy): Promise<Live> {
  const { desk, visit } = asked
  const look = await recentBatch(asked)
  const reader = `${visit.language} ${visit.timeZone}`
  const { id } = look.batch
  const history = await recentHistory(desk, `${id} ${reader} ${deedsIn(look)}`, () => historyPart(asked, id))
  const now = await livePartOf(look, asked)
  const how = await recentHow(desk, id, async () => succeeded(await howSubmitted(asked.app, id)))
  const bytes = roomBeside([now.body, now.more.figures, history, decidedOf(look, how, visit)], visit)
  const readRows = () => rowsParts(asked, look, bytes)
  const rows = isSearch(asked) ? {} : await recentRows(desk, `${visit.here} ${reader}`, readRows)
  return { ...now, more: { ...now.more, reports: reports(look, asked), history, ...rows } }
}

const deedsIn = ({ batch: { state, reason, approval, counts }, retryWaits, contradicted }: BatchLook): string =>
  JSON.stringify([state, reason, approval, counts.unknown, counts.accepted, retryWaits, contradicted])

async function livePartOf(
  look: BatchLook,
  asked: AskedBy,
): Promise<Live & { more: Record<'pause' | 'figures', Piece> }> {
  const { state, reason } = look.batch
  const body = html`
    <div class="panel">
      <p class="now" data-state=${state}>${batchBadge(look.batch)}${sandboxMark(look.batch.sandbox)} <span>${stateSentence(look, may(asked, 'resume'))}</span></p>
      ${state === 'cancelled' && look.stop?.note ? html`<p>${say('deskApprove.reason', { note: look.stop.note })}</p>` : null}
      ${look.whyNobody && notice('wrong', look.whyNobody)}
      <p class="total">${say('deskNext.comes_to', { rows: count(look.payable), sums: sumText(wholeOf(look.batch), asked.visit) })}</p>
      ${state === 'paused' ? html`<p>${say('deskBatch.rows_wait', { rows: count(look.payable - look.done) })}</p>` : null}
      ${state === 'awaiting_approval' ? null : progress(look, asked.visit)}
      ${look.queueAway && notice('wrong', say('paying.queue_away'))}
      ${look.unreachable && notice('wrong', unreachableSentence(look.unreachable))}
      ${holdLines(look, asked)}
      ${await actions(look, asked)}
    </div>
  `
  // Apart from what changes: somebody types into it.
  const goesOn = state === 'running' || (reason !== null && passingReasons.has(reason))
  const pause = goesOn && may(asked, 'pause') ? pauseForm(look.batch.id) : null
  const more = { pause, figures: html`${tasks(look, asked)} ${figures(look, asked.visit)}` }
  return { body, more, over: (state === 'settled' || state === 'cancelled') && look.done === look.payable }
}

function stateSentence(look: BatchLook, mayGoOn: boolean): Sentence {
  const { batch, payable, done, approvalsMissing, fence, stop, holds } = look
  const { paid = 0 } = batch.counts
  if (fence && batch.state === 'running') return say('deskBatch.fenced')
  switch (batch.state) {
    case 'awaiting_approval':
      return say('deskBatch.waits_for', { people: count(approvalsMissing) })
    case 'running':
      return say('deskBatch.running', { done: count(done), rows: count(payable) })
    case 'paused':
      return whyPaused(batch, stop, holds, mayGoOn)
    case 'cancelled':
      return stop ? stopSentence(batch.reason, stop) : say('deskBatch.cancelled')
    case 'settled':
      return paid === batch.file.rows
        ? say('deskBatch.all_paid', { rows: count(paid) })
        : say('deskBatch.some_paid', { paid: count(paid), rows: count(batch.file.rows) })
  }
}

/** A progress bar with its key. */
function progress({ batch, payable, done, pace }: BatchLook, { language }: Visit): VNode {
  const { paid = 0, failed = 0, unknown = 0, accepted = 0, sending = 0 } = batch.counts
  const percent = payable === 0 ? 100 : Math.floor((100 * done) / payable)
  const label =
    batch.state === 'cancelled'
      ? say('deskBatch.progress_of_cancelled', { paid: count(paid), rows: count(payable) })
      : say('deskBatch.progress', { done: count(done), rows: count(payable), percent })
  const shares = [
    { tone: 'good', of: paid, key: say('deskBatch.key_paid', { rows: count(paid) }) },
    { tone: 'wrong', of: failed, key: say('deskBatch.key_failed', { rows: count(failed) }) },
    { tone: 'ask', of: unknown, key: say('summary.count_unknown', { rows: count(unknown) }) },
    { tone: 'ask', of: accepted, key: say('summary.count_accepted', { rows: count(accepted) }) },
    { tone: 'busy', of: sending, key: say('deskBatch.key_sending', { rows: count(sending) }) },
  ] as const satisfies readonly { tone: Tone; of: number; key: Sentence }[]
  return html`
    ${bar(label, payable, shares)}
    <p class="small bar-text">${label}${batch.state === 'running' ? paceText(pace, language) : null}</p>
    <ul class="legend">
      ${shares.map(({ tone, of, key }) => of > 0 && html`<li class=${tone}>${key}</li>`)}
    </ul>
  `
}

function paceText(pace: BatchLook['pace'], language: Visit['language']): Piece {
  if (pace === null) return null
  if (pace.secondsLeft === null) return html`<span> · ${say('deskBatch.nothing_moves')}</span>`
  const rate = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 }).format(pace.rowsPerSecond)
  return html`<span>
    ${' · '}${say('deskBatch.pace', { rate })}${' · '}${say('deskBatch.about_left', { time: timeLeft(pace.secondsLeft) })}
  </span>`
}

function timeLeft(seconds: number): Sentence {
  if (seconds < 60) return say('deskBatch.less_than_a_minute')
  if (seconds < 5_400) return say('deskBatch.minutes', { minutes: count(Math.round(seconds / 60)) })
  return say('deskBatch.hours', { hours: count(Math.round(seconds / 3_600)) })
}

const holdLines = ({ holds }: BatchLook, asked: AskedBy): VNode =>
  pagedPieces(asked, { name: 'holds', bytes: 5_000, items: holds.map((each) => notice('ask', holdLine(each))) })

async function actions(look: BatchLook, asked: AskedBy): Promise<VNode> {
  const { batch } = look
  const { id, state } = batch
  const isOpen = state === 'awaiting_approval' || state === 'running' || state === 'paused'
  const own = isOpen ? await readOwn(asked.app, look) : nothing
  const isOwnRetry = await mayWithdraw(asked.app, look)
  return html`<div class="actions">
    ${state === 'awaiting_approval' ? approvalAction(look, own, asked) : null}
    ${state === 'paused' && !look.staysPaused && may(asked, 'resume') && !own.isTooEarly ? actionForm(id, 'resume', goOnLabel(batch), 'primary') : null}
    ${own.mayCancel ? actionForm(id, 'cancel', say('deskBatch.cancel')) : null}
    ${isOwnRetry ? actionForm(id, 'withdraw-retry', say('deskRetry.withdraw')) : null}
  </div>`
}

/** Pauses without asking, because it can be undone. A note is optional. */
const pauseForm = (id: string): VNode => html`
  <form class="panel row-filter" method="post" action=${`/batches/${id}/pause`}>
    ${field({
      name: 'note',
      id: 'pause-note',
      label: say('deskNext.pause_note'),
      optional: true,
      input: { type: 'text', maxlength: '500', autocomplete: 'off' },
    })}
    <button id=${`pause-${id}`} type="submit">${say('deskBatch.pause')}</button>
  </form>
`

const nothing = { isOwn: false, isByTheirKey: false, isTooEarly: false, mayCancel: false }

function approvalAction({ batch }: BatchLook, { isOwn, isByTheirKey }: typeof nothing, asked: AskedBy): Piece {
  const { person } = asked
  if (isOwn) return html`<span>${say('deskBatch.you_submitted')}</span>`
  const { approvers = [], people_needed: needed = 1 } = batch.approval ?? {}
  if (approvers.includes(person.name) && approvers.length < needed - 1)
    return html`<span>${say('deskApprove.you_approved')}</span>`
  if (!may(asked, 'approve')) return html`<span>${say('deskBatch.ask_approver')}</span>`
  return html`<a class="primary" href=${`/approvals/${batch.id}`}>${say('deskBatch.review')}</a>
    <span>${isByTheirKey ? say('deskApprove.you_made_key') : say('deskBatch.you_approve')}</span>`
}

const formats = [
  ['xlsx', say('deskBatch.as_xlsx')],
  ['csv&excel=yes', say('deskNext.csv_for_excel')],
  ['html', say('deskBatch.as_html')],
  ['csv', say('deskBatch.as_csv')],
  ['json', say('deskBatch.as_json')],
] as const

const wasSent = ({ paid = 0, failed = 0, unknown = 0, accepted = 0, sending = 0 }: BatchLook['batch']['counts']) =>
  paid + failed + unknown + accepted + sending > 0

/** A batch of which nothing was sent has no receipts, and nothing in a statement. */
const reports = ({ batch: { id, counts } }: BatchLook, asked: AskedBy): VNode => html`
  <p class="small">${say('deskBatch.report_text')}</p>
  <p class="actions">
    ${formats.map(
      ([format, name]) => html`<a class="button" href=${`/batches/${id}/report?format=${format}`} download>${name}</a>`,
    )}
    ${(counts.paid ?? 0) > 0 ? html`<a class="button" href=${`/batches/${id}/receipts`} download>${say('deskBatch.receipts')}</a>` : null}
    ${wasSent(counts) && may(asked, 'reconcile') ? html`<a class="button" href=${`/batches/${id}/reconcile`}>${say('deskBatch.reconcile')}</a>` : null}
  </p>
`

const decidedOf = ({ batch, submitter: by }: BatchLook, { decided }: HowSubmitted, visit: Visit): VNode | null =>
  decidedDetails({ batch, by, decided, currencies: [...wholeOf(batch)].map(([currency]) => currency) }, visit)

const about = ({ batch, submitter }: BatchLook, { isCorrected, expected }: HowSubmitted, visit: Visit): VNode => html`
  <div class="panel">
    ${facts([
      [say('deskPages.batch'), batch.id],
      [
        say('deskBatch.file'),
        isCorrected
          ? html`<span>${fileNamed(batch.file.name)} <a href=${`/batches/${batch.id}/corrected`}>${say('deskCorrected.which')}</a></span>`
          : fileNamed(batch.file.name),
      ],
      [say('deskBatch.rows'), written(count(batch.file.rows))],
      [
        say('deskApprove.control_totals'),
        controlTotalsTold(
          expected ?? {},
          [...wholeOf(batch)].map(([currency]) => currency),
        ),
      ],
      [say('deskBatch.submitted_by'), submitter ?? say('deskBatch.nobody_known')],
      [say('deskBatch.submitted_at'), moment(batch.created_at, visit)],
      ...whenPaid(batch, visit),
      ...(batch.settled_at ? [[say('deskBatch.finished_at'), moment(batch.settled_at, visit)] as const] : []),
    ])}
    <p class="small">${say('deskBatch.sha256')}<br /><code>${batch.file.sha256 ?? say('deskBatch.purged')}</code></p>
  </div>
`
