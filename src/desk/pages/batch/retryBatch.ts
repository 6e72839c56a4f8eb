import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { withdrawRetry } from '../../../app/approvals/reject.ts'
import { rejectedBefore, saidDropped } from '../../../app/batches/droppedRows.ts'
import { previewRetry, type RetryApproval, type RetryWhyWaits, retry } from '../../../app/batches/retry.ts'
import type { BatchLook } from '../../../app/batches/watch.ts'
import { errorCodes, notTakenCodes, unknownCodes } from '../../../payout/outcome.ts'
import { field, option, type Problems, problemSummary, selectField } from '../../../web/fields.ts'
import { notice, pageHead } from '../../../web/parts.ts'
import { count, moneyOf, type Sentence, say } from '../../../words/sentence.ts'
import { ApiProblem, succeeded } from '../../api/problem.ts'
import { askAgain } from '../approvals/askAgain.ts'
import { batchLink, rowLink } from '../links.ts'
import { reworded } from '../newBatch/reworded.ts'
import { type AskedBy, page, type Shown } from '../page.ts'
import { batchNow } from './batchParts.ts'
import { heldPart, warnedPart } from './warnedPart.ts'

/** The pages to retry failed rows of a batch: all, those with one code, or some lines. The total is shown before. */
export const retryPages = [
  page('/batches/:id/retry', ['preparer'], { get: chosen, post: retried }),
  page('/batches/:id/withdraw-retry', ['preparer'], {
    get: async ({ params }) => ({ kind: 'go', to: `/batches/${params['id'] ?? ''}` }),
    post: withdrawn,
  }),
]

/** The error codes of failed rows. */
const codes = errorCodes.filter(
  (code) => code !== 'not_final' && ![...unknownCodes, ...notTakenCodes].some((each) => each === code),
)

async function chosen(asked: AskedBy, problems: Problems = {}): Promise<Shown> {
  const { batch, retryWaits, contradicted, failedElsewhere } = await batchNow(asked)
  const { failed: inDoubt, firstFailed } = contradicted
  const left = Math.max(0, (batch.counts.failed ?? 0) - inDoubt - failedElsewhere.rows)
  const isEmpty = left === 0 && inDoubt > 0
  const title = say('deskRetry.title', { name: batch.name })
  const body = html`
    ${problemSummary(problems)}
    ${pageHead({
      title,
      text: isEmpty ? null : say('deskRetry.text', { rows: count(left) }),
      crumb: batchLink(batch.id, batch.name),
    })}
    ${retryWaits && waitingNotice(batch.id, retryWaits)}
    ${inDoubt > 0 ? leftOutNotice(batch.id, firstFailed, isEmpty ? say('deskRetry.maybe_paid_none_left') : leftOutOf(inDoubt)) : null}
    ${isEmpty ? null : retryForm(asked, batch.id, problems, inDoubt > 0)}
  `
  return { kind: 'page', title, body, problems }
}

function retryForm({ form, query }: AskedBy, id: string, problems: Problems, isCut: boolean): VNode {
  const { reason = '', lines = query['line'] ?? '' } = form
  return html`
    <div class="panel">
      <form class="fields" method="post" action=${`/batches/${id}/retry`}>
        ${selectField({
          // Not named `code`: askAgain drops that field, because it is the code of a second factor.
          name: 'reason',
          label: say('deskRetry.which'),
          children: [
            option('', isCut ? say('deskRetry.maybe_paid_all_others') : say('deskRetry.all')),
            ...codes.map((each) => option(each, nameOf(each), reason)),
          ],
        })}
        ${field({
          name: 'lines',
          label: say('deskRetry.lines'),
          hint: say('deskRetry.lines_hint'),
          value: lines,
          problem: problems['lines'],
          optional: true,
          input: { type: 'text', inputmode: 'numeric', autocomplete: 'off', maxlength: '2000' },
        })}
        <div class="actions">
          <button class="primary" type="submit">${say('deskRetry.look')}</button>
          <a class="button" href=${`/batches/${id}`}>${say('deskPages.back')}</a>
        </div>
      </form>
    </div>
  `
}

const leftOutOf = (rows: number): Sentence => say('deskRetry.maybe_paid_left_out', { rows: count(rows) })

/** Failed rows that may have been paid, with links to the first ones. Their pages say what to do. */
const leftOutNotice = (id: string, lines: readonly number[], text: Sentence): VNode =>
  notice(
    'ask',
    html`${text}
      <span class="links">
        ${lines.slice(0, 10).map((line) => rowLink(id, line, say('deskBatch.row_of_line', { line })))}
      </span>`,
  )

/** Failed rows that other batches pay, each with the payout that does. */
const elsewhereNotice = (rows: readonly Sentence[]): VNode =>
  notice(
    'ask',
    html`${say('deskRetry.elsewhere_left_out')}<ul>${rows.map((each) => html`<li>${reworded(each)}</li>`)}</ul>`,
  )

/** Somebody has already requested a retry; a second person who requests one should know. */
const waitingNotice = (id: string, { lines, requester: who }: NonNullable<BatchLook['retryWaits']>): VNode =>
  notice(
    'ask',
    html`${say('deskBatch.retry_waits', { rows: count(lines.length), who })}
      <span class="links"><a href=${`/approvals/${id}`}>${say('deskRetry.see_waiting')}</a></span>`,
  )

const nameOf = (code: (typeof codes)[number]) =>
  code === 'resolved_not_paid' ? say('deskRetry.called_not_paid') : say('deskRetry.refused')

async function retried(asked: AskedBy): Promise<Shown> {
  const { app, form, params } = asked
  const lines = readLines(form['lines'] ?? '')
  if (lines === null) return chosen(asked, { lines: say('deskRetry.lines_wrong') })
  const wish = { lines, codes: form['reason'] ? [form['reason']] : [] }
  const previewed = await previewRetry(app, params['id'] ?? '', wish)
  if (!previewed.ok && previewed.message.key === 'ledger.evidence_of_payment')
    return chosen(
      asked,
      lines.length > 0 || form['reason'] ? { lines: say('deskRetry.maybe_paid_lines_left_out') } : {},
    )
  const looked = succeeded(previewed)
  const { batch, lines: shown, leftOut, attempts, toBePaid, warned, approval } = looked
  const sums = moneyOf(toBePaid.totals)
  // A fingerprint of the rows: other rows may have the same number and sum.
  const rows = createHash('sha256')
    .update(JSON.stringify([shown, warned.warnings.counts, approval !== null]))
    .digest('base64url')
  const seen = `${rows} ${attempts}`
  const question = await askAgain(
    { ...asked, form: { ...form, seen: form['seen'] ?? seen } },
    {
      title: say('deskRetry.ask_title', { rows: count(toBePaid.rows) }),
      text: html`
        <p>${say('deskRetry.ask_text', { rows: count(toBePaid.rows), people: count(toBePaid.people), sums })}</p>
        ${leftOut.length > 0 ? leftOutNotice(batch.id, leftOut, leftOutOf(leftOut.length)) : null}
        ${looked.elsewhere.length > 0 ? elsewhereNotice(looked.elsewhere) : null}
        ${approval && approvalPart(batch.id, approval)}
        ${warnedPart(warned, asked.visit, batch.id)}
        ${heldPart(toBePaid)}
      `,
      button: approval ? say('deskRetry.ask_for_approval') : say('deskRetry.do_it'),
      back: `/batches/${batch.id}/retry`,
    },
  )
  if (question) return question
  // Pay only what was shown. Otherwise other rows have failed since, or somebody else retried them first.
  if (form['seen'] !== seen) {
    const isTried = form['seen']?.split(' ')[0] === rows
    throw new ApiProblem('wrong_state', isTried ? say('deskRetry.tried_since') : say('deskRetry.changed'))
  }
  const done = succeeded(
    await retry(app, batch.id, {
      ...wish,
      leaveOut: true,
      allowDuplicates: false,
      despiteEvidence: false,
      by: 'workers',
      onRetried: () => undefined,
      confirm: async ({ of, needsApproval }) =>
        of.kind === 'batch' &&
        isDeepStrictEqual([of.lines, of.attempts, needsApproval], [shown, attempts, approval !== null]),
    }),
  )
  const says =
    done.kind === 'waits_for_approval' ? saysWhy(done.why) : say('deskRetry.done', { rows: count(toBePaid.rows) })
  const dropped = done.kind === 'waits_for_approval' && saidDropped(done)
  const to = `/batches/${batch.id}`
  return { kind: 'go', to, says: dropped ? say('deskNew.done_and', { done: says, still: dropped }) : says }
}

/** Says that somebody else must approve it first, why, whether anybody can, and which rows need no approval. */
function approvalPart(id: string, { why, others, hasApprover }: RetryApproval): VNode {
  const lines = others.join(', ')
  const isShort = lines.length <= mostLines
  return html`
    <p>${whoApproves(why)}</p>
    ${rejectedBefore(why.rejected).map((each) => notice('ask', each))}
    ${hasApprover ? null : notice('wrong', say('deskRetry.nobody_else'))}
    ${
      others.length > 0
        ? html`<p>
            ${say('deskRetry.others_at_once', { rows: count(others.length) })}${' '}
            <a href=${`/batches/${id}/retry${isShort ? `?line=${encodeURIComponent(lines)}` : ''}`}>
              ${isShort ? say('deskRetry.choose_others', { rows: count(others.length) }) : say('deskRetry.choose_rows')}
            </a>
          </p>`
        : null
    }
  `
}

/** The maximum length of the field. */
const mostLines = 2_000

/** Needs no confirmation, because the same retry can be requested again. */
async function withdrawn({ app, params }: AskedBy): Promise<Shown> {
  const id = params['id'] ?? ''
  const { rows } = succeeded(await withdrawRetry(app, id))
  return { kind: 'go', to: `/batches/${id}`, says: say('deskRetry.withdrawn', { rows: count(rows) }) }
}

function whoApproves({ calledNotPaid, ownStatement, rejected }: RetryWhyWaits): Sentence {
  if (calledNotPaid.length > 0) return say('deskRetry.needs_approver', { rows: count(calledNotPaid.length) })
  return ownStatement.length > 0
    ? say('deskRetry.needs_approver_statement', { rows: count(ownStatement.length) })
    : rejected.length > 0
      ? say('deskRetry.needs_approver_rejected')
      : say('deskRetry.needs_approver_unusual')
}

function saysWhy({ calledNotPaid, ownStatement, rejected }: RetryWhyWaits): Sentence {
  if (calledNotPaid.length > 0) return say('deskRetry.waits')
  if (ownStatement.length > 0) return say('deskRetry.waits_statement')
  return rejected.length > 0 ? say('deskRetry.waits_rejected') : say('deskRetry.waits_unusual')
}

/** Parses `2, 5 7`. An empty list means all rows; null means invalid text. */
function readLines(text: string): number[] | null {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '')
  return parts.every((part) => /^\d{1,9}$/.test(part)) ? parts.map(Number) : null
}
