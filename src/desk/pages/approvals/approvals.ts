import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { askedBy, listWaiting, type Waiting } from '../../../app/approvals/approvals.ts'
import { approve, differsFromExpected } from '../../../app/approvals/approve.ts'
import { type ApprovalLook, lookAtApproval } from '../../../app/approvals/lookAtApproval.ts'
import { reject } from '../../../app/approvals/reject.ts'
import type { Failure } from '../../../app/context.ts'
import { field, type Problems, problemSummary } from '../../../web/fields.ts'
import { emptyState, facts, notice, pageHead, sectionHead, written } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { count, fileNamed, money, type Sentence, say } from '../../../words/sentence.ts'
import { ApiProblem, problemOf, succeeded } from '../../api/problem.ts'
import { batchNow, whenPaid } from '../batch/batchParts.ts'
import { heldPart, warnedPart } from '../batch/warnedPart.ts'
import { enterOf, inChosenLanguage, typedAt } from '../language.ts'
import { livePart, moment } from '../layout.ts'
import { controlTotals, correctedPart } from '../newBatch/corrections.ts'
import { reworded } from '../newBatch/reworded.ts'
import { type AskedBy, type Live, page, type Shown } from '../page.ts'
import { type Listed, pagedTable } from '../room.ts'
import {
  alarmsPart,
  calledPart,
  decidedBriefly,
  decidedPart,
  insistedPart,
  largestTable,
  newPeople,
  newPeoplePage,
  operatorTable,
  payPeople,
  warnedBeside,
} from './approvalParts.ts'
import { askAgain } from './askAgain.ts'

/** The list of what waits for an approver, and a page for each with everything they need to decide. */
export const approvalPages = [
  page('/approvals', 'everybody', { get: listed, live: listedLive }),
  page('/approvals/:id', 'everybody', { get: shown }),
  page('/approvals/:id/new-people', 'everybody', { get: newPeoplePage }),
  page('/approvals/:id/approve', ['approver'], {
    get: shown,
    post: async (asked) => (await inChosenLanguage(asked, shown)) ?? decide(asked, approved),
  }),
  page('/approvals/:id/reject', ['approver'], { get: shown, post: (asked) => decide(asked, rejected) }),
]

async function listed(asked: AskedBy): Promise<Shown> {
  const body = html`
    ${pageHead({ title: say('deskPages.approvals'), text: say('deskApprove.text') })} ${livePart(await listedLive(asked))}
  `
  return { kind: 'page', title: say('deskPages.approvals'), body }
}

async function listedLive(asked: AskedBy): Promise<Live> {
  const { waiting } = succeeded(await listWaiting(asked.app))
  return { body: waiting.length > 0 ? waitingTable(waiting, asked) : emptyState(say('deskApprove.none')), over: false }
}

/**
 * The table of what waits, with links to the pages to decide.
 * @param place its name in the address when it is on another page
 */
export const waitingTable = (
  items: readonly Waiting[],
  asked: AskedBy,
  place: Pick<Listed<Waiting>, 'name' | 'bytes' | 'most'> = {},
): VNode =>
  pagedTable(asked, {
    ...place,
    label: say('deskPages.approvals'),
    columns: [
      { name: say('deskPages.batch') },
      { name: say('deskApprove.what') },
      { name: say('deskApprove.asked_by') },
      { name: say('deskBatch.amount'), number: true },
      { name: say('deskApprove.since') },
      { name: say('deskApprove.you') },
    ],
    items,
    cells: ({ kind, batch, by, rows, leftOut, sums, since, whyNot, onlyReject, whyNobody }): Piece[] => [
      html`<a href=${`/approvals/${batch.id}`}>${batch.name}</a>`,
      kind === 'batch'
        ? html`<span>${say('deskApprove.pay_rows', { rows: count(rows) })}${leftOutOf(leftOut)}</span>`
        : say('deskApprove.retry_rows', { rows: count(rows) }),
      by ?? say('deskBatch.nobody_known'),
      sums &&
        html`<span>${[...sums].map(([currency, sum]) => html`<div>${written(money(sum, currency))}</div>`)}</span>`,
      moment(since, asked.visit),
      html`<span>${whyNot ?? onlyReject ?? say('deskApprove.your_turn')}${whyNobody && html`<div>${whyNobody}</div>`}</span>`,
    ],
  })

const leftOutOf = (rows: number): Piece =>
  rows > 0 ? html`<div class="small">${say('deskApprove.left_out', { rows: count(rows) })}</div>` : null

async function shown(asked: AskedBy): Promise<Shown> {
  const look = await lookAtApproval(asked.app, asked.params['id'] ?? '')
  return look.ok ? approvalPage(asked, look) : decidedPage(asked, look)
}

/** Somebody else decided first, or nothing is waiting: shows who decided and when, and links to the batch. */
async function decidedPage(asked: AskedBy, failed: Failure): Promise<Shown> {
  if (failed.code !== 'wrong_state') throw problemOf(failed)
  const { batch } = await batchNow(asked)
  const title = asked.request.method === 'POST' ? say('deskPages.changed_meanwhile') : say('deskApprove.nothing_here')
  const body = html`
    ${pageHead({ title, crumb: html`<a href="/approvals">${say('deskPages.approvals')}</a>` })}
    <div class="panel">
      <p>${failed.message}</p>
      ${failed.details?.map((each) => html`<p>${each}</p>`)}
      <p class="actions">
        <a class="button" href=${`/batches/${batch.id}`}>${say('deskApprove.look_at_batch', { name: batch.name })}</a>
      </p>
    </div>
  `
  return { kind: 'page', title, body, status: 409 }
}

/** If the approval is no longer waiting, shows who decided first. */
async function tooLate(asked: AskedBy, failed: Failure): Promise<Shown> {
  const look = failed.code === 'wrong_state' ? await lookAtApproval(asked.app, asked.params['id'] ?? '') : null
  if (!look || look.ok) throw problemOf(failed)
  return decidedPage(asked, look)
}

interface Wrong {
  /** Which of the approver's expectations is not met. */
  differs?: Sentence | undefined
  problems?: Problems
}

function approvalPage(asked: AskedBy, look: ApprovalLook, { differs, problems = {} }: Wrong = {}): Shown {
  const { visit, form } = asked
  const { batch, note, kind, since, toBePaid } = look
  const title = kind === 'batch' ? say('deskApprove.title', { name: batch.name }) : retryTitle(batch)
  const body = html`
    ${problemSummary(problems)}
    ${pageHead({ title, crumb: html`<a href="/approvals">${say('deskPages.approvals')}</a>` })}
    ${differs && notice('ask', differs, { title: say('deskApprove.not_as_expected') })}
    ${alarmsPart(look)}
    ${look.rejected.map((each) => notice('wrong', each))}
    <div class="panel">
      <p class="sum-head">${payPeople(toBePaid)}</p>
      ${kind === 'retry' ? html`<p>${say('deskApprove.retry_text')}</p>` : null}
      ${facts([
        [kind === 'batch' ? say('deskBatch.submitted_by') : say('deskApprove.asked_by'), askedBy(look)],
        ...(note === null ? [] : [[say('deskApprove.note'), note] as const]),
        [say('deskApprove.since'), moment(since, visit)],
        [say('deskBatch.file'), fileNamed(batch.file.name)],
        [
          kind === 'batch' ? say('deskApprove.rows_to_pay') : say('deskApprove.rows_to_retry'),
          written(count(toBePaid.rows)),
        ],
        [say('deskPages.people'), written(count(toBePaid.people))],
        ...controlTotals(look),
        ...whenPaid(batch, visit),
        ...(batch.period === null ? [] : [[say('deskPlaces.period'), batch.period] as const]),
        ...(batch.approval && kind === 'batch'
          ? [
              [
                say('deskApprove.approved_by'),
                batch.approval.approvers.join(', ') || say('deskApprove.nobody_yet'),
              ] as const,
            ]
          : []),
      ])}
      <p class="small">${say('deskBatch.sha256')}<br /><code>${batch.file.sha256 ?? say('deskBatch.purged')}</code></p>
      <p><a href=${`/batches/${batch.id}#rows`}>${say('deskApprove.all_rows')}</a></p>
    </div>
    ${decidedPart(look, visit)}
    ${insistedPart(look)}
    ${calledPart(look, visit)}
    ${correctedPart(look, visit)}
    ${warnedPart(warnedBeside(look), visit, batch.id, undefined, say('warnings.before_you_approve'))}
    ${newPeople(look)}
    ${heldPart(toBePaid)}
    <div class="columns">
      <section>${sectionHead(say('report.by_operator'))} ${operatorTable(toBePaid)}</section>
      <section>${sectionHead(say('deskApprove.largest'))} ${largestTable(batch.id, toBePaid)}</section>
    </div>
    ${look.whyNobody && notice('wrong', look.whyNobody)}
    ${look.isEnough ? notice('ask', say('deskApprove.enough_now')) : null}
    ${decision(look, form, problems)}
  `
  const typed =
    look.whyNot || look.onlyReject ? null : typedAt(approvalForm, approvalPath(batch), enterOf(approvalForm))
  return { kind: 'page', title, body, problems, ...(differs && { status: 422 }), ...(typed && { form: typed }) }
}

const approvalForm = 'approval'
const approvalPath = ({ id }: ApprovalLook['batch']): string => `/approvals/${id}/approve`

const retryTitle = ({ name }: ApprovalLook['batch']): Sentence => say('deskApprove.retry_title', { name })

function decision(look: ApprovalLook, form: AskedBy['form'], problems: Problems): VNode {
  const { batch, kind, whyNot, onlyReject } = look
  if (whyNot) return notice('ask', whyNot)
  const ofNote = { name: 'note', input: { type: 'text', maxlength: '500', autocomplete: 'off' } }
  const input = { type: 'text', autocomplete: 'off', maxlength: '40' }
  const expected = (name: string, label: Sentence, inputmode: string) =>
    field({ name, label, value: form[name] ?? '', optional: true, input: { ...input, inputmode } })
  const approval = html`<form class="fields" id=${approvalForm} method="post" action=${approvalPath(batch)}>
        <input type="hidden" name="seen" value=${seenOf(look)} />
        ${expected('expect_count', kind === 'batch' ? say('deskApprove.expect_count') : say('deskApprove.expect_retry_count'), 'numeric')}
        ${expected('expect_total', kind === 'batch' ? say('deskApprove.expect_total') : say('deskApprove.expect_retry_total'), 'decimal')}
        ${field({ ...ofNote, id: 'approve-note', value: form['note'] ?? '', label: say('deskApprove.approve_note'), optional: true })}
        <button class="primary" type="submit">${say('deskApprove.approve')}</button>
      </form>`
  const text = kind === 'batch' ? say('deskApprove.decide_text') : say('deskApprove.decide_retry_text')
  return html`<div class="panel">
    <h2>${say('deskApprove.decide')}</h2>
    ${onlyReject ? notice('ask', html`<p>${onlyReject}</p>${look.against.length > 0 ? html`<ul>${look.against.map((each) => html`<li>${reworded(each)}</li>`)}</ul>` : null}`) : html`<p>${text}</p>`}
    <div class="columns">
      ${onlyReject ? null : approval}
      <form class="fields" method="post" action=${`/approvals/${batch.id}/reject`}>
        <input type="hidden" name="seen" value=${seenOf(look)} />
        ${field({ ...ofNote, id: 'reject-note', label: say('deskApprove.why_reject'), hint: say('deskApprove.why_reject_hint'), problem: problems['reject-note'] })}
        <button type="submit">${say('deskApprove.reject')}</button>
      </form>
    </div>
  </div>`
}

const seenOf = ({ requestNo, attempts, toBePaid: { rows, totals } }: ApprovalLook): string =>
  JSON.stringify([requestNo, attempts, rows, [...totals].map(([currency, sum]) => [currency, String(sum)])])

/** Checks that the approver decides what they were shown: the form's copy of it must match what is waiting now. */
async function decide(
  asked: AskedBy,
  decision: (asked: AskedBy, look: ApprovalLook) => Promise<Shown>,
): Promise<Shown> {
  const { app, form, params } = asked
  const look = await lookAtApproval(app, params['id'] ?? '')
  if (!look.ok) return decidedPage(asked, look)
  const seen = seenOf(look)
  if ((form['seen'] ?? seen) !== seen)
    throw new ApiProblem('wrong_state', say('deskApprove.changed', { name: look.batch.name }))
  return decision({ ...asked, form: { seen, ...form } }, look)
}

async function approved(asked: AskedBy, look: ApprovalLook): Promise<Shown> {
  const { app, form } = asked
  const { batch, kind, requestNo, toBePaid } = look
  const differs = differsFromExpected(look, { count: form['expect_count'] ?? '', total: form['expect_total'] ?? '' })
  if (differs) return approvalPage(asked, look, { differs: reworded(differs) })
  const when = whenPaid(batch, asked.visit)
  const question = await askAgain(asked, {
    title: kind === 'batch' ? say('deskApprove.approve_title', { name: batch.name }) : retryTitle(batch),
    text: html`<p>${payPeople(toBePaid)}</p>${when.length > 0 ? facts(when) : null}${look.rejected.map((each) => html`<p>${each}</p>`)}${decidedBriefly(look, asked.visit)}`,
    button: say('deskApprove.approve'),
    back: `/approvals/${batch.id}`,
    proof: true,
  })
  if (question) return question
  const done = await approve(app, batch.id, {
    note: form['note'],
    sha256: batch.file.sha256 ?? undefined,
    expectCount: toBePaid.rows,
    expectTotal: null,
    requestNo,
  })
  if (!done.ok) return tooLate(asked, done)
  const says =
    done.missing > 0
      ? say('deskApprove.approved_missing', { people: count(done.missing) })
      : batch.start_at
        ? say('deskApprove.approved_for_later')
        : say('deskApprove.approved')
  return { kind: 'go', to: `/batches/${batch.id}`, says }
}

async function rejected(asked: AskedBy, look: ApprovalLook): Promise<Shown> {
  const { app, form } = asked
  const { batch, kind } = look
  const note = form['note']?.trim() ?? ''
  if (note === '') return approvalPage(asked, look, { problems: { 'reject-note': say('deskApprove.say_why') } })
  const question = await askAgain(asked, {
    title: say('deskApprove.reject_title', { name: batch.name }),
    text: html`
      <p>${kind === 'batch' ? say('deskApprove.reject_text') : say('deskApprove.reject_retry_text')}</p>
      <p>${say('deskApprove.reason', { note })}</p>
    `,
    button: say('deskApprove.reject'),
    back: `/approvals/${batch.id}`,
    danger: true,
  })
  if (question) return question
  const done = await reject(app, batch.id, { note })
  if (!done.ok) return tooLate(asked, done)
  const says = done.kind === 'batch' ? say('deskApprove.rejected') : say('deskApprove.retry_rejected')
  return { kind: 'go', to: `/batches/${batch.id}`, says }
}
