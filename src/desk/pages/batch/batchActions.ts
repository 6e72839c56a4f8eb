import { html } from 'htm/preact'
import { type Deed, forbids } from '../../../app/accounts/actor.ts'
import { type BatchDocument, openElsewhere, paidElsewhere } from '../../../app/batches/batchDocument.ts'
import { cancel, lookAtCancel, pause } from '../../../app/batches/pause.ts'
import { lookAtResume, resume } from '../../../app/batches/resume.ts'
import type { BatchLook } from '../../../app/batches/watch.ts'
import { reportFormats } from '../../../app/submit/choices.ts'
import { wallText, wallTime } from '../../../payout/times/zonedTime.ts'
import { notice, sectionHead } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { count, moment, money, type Sentence, say } from '../../../words/sentence.ts'
import { ApiProblem, invalid, succeeded } from '../../api/problem.ts'
import { sendReport } from '../../api/rows.ts'
import { askAgain } from '../approvals/askAgain.ts'
import { batchLink, rowLink, rowsLink } from '../links.ts'
import { rewordedWords } from '../newBatch/reworded.ts'
import { type AskedBy, page, type Shown } from '../page.ts'
import { batchNow, goOnLabel, sumText, whyPaused } from './batchParts.ts'
import { elsewhereTask, failedText, retryLines, type Task } from './retryTasks.ts'

const toBatch = ({ params }: AskedBy): string => `/batches/${encodeURIComponent(params['id'] ?? '')}`
/** A form that was not carried out, for example because a session ended, leads back to the batch with its button. */
const back = async (asked: AskedBy): Promise<Shown> => ({ kind: 'go', to: toBatch(asked) })

/** The actions on a batch, each with a button. */
export const batchActionPages = [
  page('/batches/:id/pause', ['preparer', 'approver', 'admin'], { get: back, post: paused }),
  page('/batches/:id/resume', ['preparer', 'approver'], { get: back, post: resumed }),
  page('/batches/:id/cancel', ['preparer', 'approver'], { get: back, post: cancelled }),
  page('/batches/:id/report', 'everybody', { get: reported }),
  page('/batches/:id/receipts', 'everybody', { get: receipts }),
  page('/batches/:id/rows/:line/receipt', 'everybody', { get: receipts }),
]

/** The same limit as for other notes. */
const longestNote = 500

async function paused(asked: AskedBy): Promise<Shown> {
  const { app, form, params } = asked
  const { changed, totals } = succeeded(
    await pause(app, params['id'] ?? '', { note: form['note']?.slice(0, longestNote) }),
  )
  return {
    kind: 'go',
    to: toBatch(asked),
    says: changed
      ? say('deskBatch.was_paused', { sending: count(totals.counts.sending ?? 0) })
      : say('deskBatch.was_paused_already'),
  }
}

/** Money leaves, so it first says how much goes to how many people. If somebody else resumed it meanwhile, it says so. */
async function resumed(asked: AskedBy): Promise<Shown> {
  const { app, form, params } = asked
  const goTo = (says: Sentence): Shown => ({ kind: 'go', to: toBatch(asked), says })
  const look = succeeded(await lookAtResume(app, params['id'] ?? ''))
  if (look.kind === 'goes_on') return goTo(say('deskBatch.was_resumed'))
  const { rows, time, hoursBegin, seen } = look
  const { batch, stop, holds } = await batchNow(asked)
  const { name } = batch
  const sums = look.sums.map(([currency, sum]) => money(sum, currency))
  const pays =
    rows === 0
      ? say('deskMeanwhile.resume_pays_nothing')
      : say('deskMeanwhile.resume_pays', { sums, rows: count(rows) })
  const isPlanned = time === 'waits'
  const atItsTime = whyPaused({ ...batch, reason: 'scheduled' })
  const at = hoursBegin && moment(hoursBegin)
  const question = await askAgain(
    { ...asked, form: { ...form, seen: form['seen'] ?? seen } },
    {
      title: isPlanned ? say('deskMeanwhile.pay_now_title', { name }) : say('deskMeanwhile.resume_title', { name }),
      text: html`<p>${whyPaused(batch, stop, holds, true)}</p><p>${pays}</p>${time === 'put_off' && html`<p>${atItsTime}</p>`}${hoursBegin && html`<p>${outsideHours(batch, hoursBegin)}</p>`}`,
      button: isPlanned && at ? say('deskMeanwhile.pay_from', { at }) : goOnLabel(batch),
      back: toBatch(asked),
    },
  )
  if (question) return question
  if (form['seen'] !== seen) {
    if (look.isWaitingAgain) return goTo(atItsTime)
    throw new ApiProblem('wrong_state', say('deskMeanwhile.paused_anew', { name }))
  }
  const went = succeeded(await resume(app, batch.id, 'workers', { onlyIfPaused: true, early: isPlanned }))
  if (went.kind === 'waits_again') return goTo(atItsTime)
  return goTo(at ? say('deskMeanwhile.resumed_for_hours', { at }) : say('deskBatch.was_resumed'))
}

/** Resuming outside of the paying hours: it still waits for them, and so may not be paid now or as planned. */
function outsideHours({ between, reason, start_at, waits_until }: BatchDocument, begin: Date): Sentence {
  const { from = '', to = '', tz = 'UTC' } = between ?? {}
  const told = { clock: wallText(wallTime(new Date(), tz)).slice(11), from, to, tz, at: moment(begin) }
  const planned = reason === 'scheduled' ? new Date(waits_until ?? start_at ?? begin) : begin
  return planned.getTime() === begin.getTime()
    ? say('deskMeanwhile.outside_hours', told)
    : say('deskMeanwhile.outside_hours_not_planned', { ...told, planned: moment(planned) })
}

async function cancelled(asked: AskedBy): Promise<Shown> {
  const { app, visit } = asked
  const { batch } = await batchNow(asked)
  if (batch.state !== 'cancelled' && batch.state !== 'settled') succeeded(await lookAtCancel(app, batch.id))
  const unsent = batch.counts.pending ?? 0
  const sum = sumText(Object.entries(batch.sums.pending ?? {}), visit)
  const question =
    batch.state === 'cancelled' || batch.state === 'settled'
      ? undefined
      : await askAgain(asked, {
          title: say('deskBatch.cancel_title', { name: batch.name }),
          text: html`${say('deskBatch.cancel_text', { rows: count(unsent), sum })} ${say('deskBatch.cancel_stays')}`,
          button: say('deskBatch.cancel'),
          back: toBatch(asked),
          danger: true,
        })
  if (question) return question
  const { rows } = succeeded(await cancel(app, batch.id))
  return { kind: 'go', to: toBatch(asked), says: say('deskBatch.was_cancelled', { rows: count(rows) }) }
}

/** A page to print with receipts for all paid rows, or for the row on one line. It is a download, like the reports. */
async function receipts({ app, params: { id = '', line }, reply, visit: { timeZone } }: AskedBy): Promise<Shown> {
  if (line !== undefined && !/^\d{1,9}$/.test(line)) throw new ApiProblem('not_found', say('deskBatch.no_such_row'))
  const wanted = line === undefined ? 'all' : Number(line)
  return { kind: 'sent', reply: await sendReport(app, reply, id, { format: 'html', receipts: wanted, timeZone }) }
}

/**
 * Downloads a report, with times in the reader's time zone. The download is in the trail. The report to print includes the paid rows,
 * because people who use this page may have no command line.
 */
async function reported({ app, params, query, reply, visit: { timeZone } }: AskedBy): Promise<Shown> {
  const asked = query['format'] ?? 'csv'
  const format = reportFormats.find((each) => each === asked)
  if (!format) throw invalid('format', say('desk.field_one_of', { choices: reportFormats }))
  const isForExcel = format === 'csv' && query['excel'] === 'yes'
  const isForPeople = isForExcel || format === 'html' || format === 'xlsx'
  const wish = { format, isForExcel, timeZone, withPaid: true, ...(isForPeople && { reword: rewordedWords }) }
  return { kind: 'sent', reply: await sendReport(app, reply, params['id'] ?? '', wish) }
}

export const may = ({ app }: AskedBy, deed: Deed): boolean => forbids(app, deed) === undefined

/** What somebody needs to do about the batch. */
export function tasks(look: BatchLook, asked: AskedBy): Piece {
  const { batch, retryWaits, contradicted, elsewhere, failedElsewhere } = look
  const { id, state, counts } = batch
  const { unknown = 0, accepted = 0 } = counts
  const { paid, paidIn, open: openElse, openIn } = elsewhere
  const invalid = (counts.invalid ?? 0) - paid - openElse
  // Rows that may have been paid have their own entry.
  const failed = (counts.failed ?? 0) - contradicted.failed - failedElsewhere.rows
  const told = failedText(look, failed, may(asked, 'retry'))
  const isPurged = batch.purged_at !== undefined
  const isOver = (state === 'settled' || state === 'paused') && (counts.pending ?? 0) === 0
  const isRetryable = !retryWaits && !isPurged && isOver
  const again =
    isRetryable && may(asked, 'retry') ? html`<a href=${`/batches/${id}/retry`}>${say('deskBatch.retry')}</a>` : null
  const statement = may(asked, 'reconcile')
    ? html`<a href=${`/batches/${id}/reconcile`}>${say('deskBatch.reconcile')}</a>`
    : null
  const lines: Task[] = [
    {
      rows: unknown,
      tone: 'ask',
      text: may(asked, 'resolve')
        ? say('deskBatch.unknown_rows', { rows: count(unknown) })
        : say('deskNext.unknown_rows', { rows: count(unknown) }),
      links: [rowsLink(id, 'unknown'), statement],
    },
    {
      rows: accepted,
      tone: 'ask',
      text: say('deskBatch.accepted_rows', { rows: count(accepted) }),
      links: [rowsLink(id, 'accepted'), statement],
    },
    {
      rows: contradicted.rows,
      tone: 'wrong',
      text: html`${say('deskRetry.contradicted_rows', { rows: count(contradicted.rows) })}${' '}${contradicted.failed > 0 ? say('deskRetry.maybe_paid_of_batch', { rows: count(contradicted.failed) }) : null} ${contradicted.paid > 0 ? say('deskRetry.maybe_not_paid_of_batch', { rows: count(contradicted.paid) }) : null}`,
      links: contradicted.first.map((line) => rowLink(id, line, say('deskBatch.row_of_line', { line }))),
    },
    {
      rows: failed,
      tone: 'wrong',
      text: isRetryable ? html`${told} ${say('deskRetry.wrong_number')}` : told,
      links: [rowsLink(id, 'failed'), again],
    },
    elsewhereTask(look),
    {
      rows: invalid,
      tone: 'wrong',
      text: may(asked, 'submit')
        ? say('deskBatch.invalid_rows', { rows: count(invalid) })
        : say('deskNext.invalid_rows', { rows: count(invalid) }),
      links: [rowsLink(id, 'invalid')],
    },
    {
      rows: openElse,
      tone: 'ask',
      text: openElsewhere(openElse, openIn),
      links: openIn.map((each) => batchLink(each, each)),
    },
    { rows: paid, tone: 'good', text: paidElsewhere(paid, paidIn), links: paidIn.map((each) => batchLink(each, each)) },
    ...retryLines(look, may(asked, 'approve')),
  ]
  const open = lines.filter(({ rows }) => rows > 0)
  if (open.length === 0) return null
  return html`
    ${sectionHead(say('deskBatch.what_to_do'))}
    ${open.map(({ tone, text, links }) => notice(tone, html`${text}<span class="links">${links}</span>`))}
  `
}
