import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { type ApprovalLook, listNewPeople } from '../../../app/approvals/lookAtApproval.ts'
import type { BatchDocument } from '../../../app/batches/batchDocument.ts'
import { calledSentence } from '../../../app/batches/droppedRows.ts'
import { correctedBy } from '../../../app/submit/corrected.ts'
import { decisionsOf, paysAgain, wasRejected } from '../../../app/submit/preview.ts'
import type { Decided } from '../../../payout/decided.ts'
import { operatorName } from '../../../payout/operators/operator.ts'
import { emptyState, notice, pageHead, table, written } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { count, money, moneyOf, type Sentence, say } from '../../../words/sentence.ts'
import { succeeded } from '../../api/problem.ts'
import { masked, maskedPhone } from '../batch/batchParts.ts'
import { rowLink } from '../links.ts'
import { reworded } from '../newBatch/reworded.ts'
import type { AskedBy, Shown, Visit } from '../page.ts'
import { pagedTable, roomFor } from '../room.ts'

/** "1,250,000 FCFA to 400 people". */
export const payPeople = ({ totals, people }: ApprovalLook['toBePaid']): Sentence =>
  say('deskApprove.pay_people', {
    sums: moneyOf(totals),
    people: count(people),
  })

export function newPeople({ batch, kind, newPeople: found }: ApprovalLook): Piece {
  if (kind === 'retry') return null
  if (found === null) return html`<p class="small">${say('deskApprove.too_many_to_look_up')}</p>`
  if (found.people === 0) return notice('good', say('deskApprove.no_new_people'))
  const more = found.people - found.shown.length
  return notice(
    'ask',
    html`${say('deskApprove.new_people', { people: count(found.people) })}
      <span class="links">
        ${found.shown.map(({ line, name, phone }) => rowLink(batch.id, line, name ?? masked(phone)))}
        ${more > 0 ? html`<a href=${`/approvals/${batch.id}/new-people`}>${say('warnings.and_more', { more: count(more) })}</a>` : null}
      </span>`,
  )
}

/** The warnings without those that `newPeople` already shows. */
export function warnedBeside({ newPeople: found, warned }: ApprovalLook): ApprovalLook['warned'] {
  if (!found || found.people === 0) return warned
  const { counts, shown } = warned.warnings
  const { first_payment: _told, ...others } = counts
  return {
    ...warned,
    warnings: { counts: others, shown: shown.filter(({ code }) => code !== 'first_payment') },
  }
}

/** Everybody who is paid for the first time by a batch, with their rows. */
export async function newPeoplePage(asked: AskedBy): Promise<Shown> {
  const { batch, found } = succeeded(await listNewPeople(asked.app, asked.params['id'] ?? ''))
  const title = say('deskApprove.new_people_title', { name: batch.name })
  const label = say('deskApprove.first_time')
  const body = html`
    ${pageHead({ title, crumb: html`<a href=${`/approvals/${batch.id}`}>${batch.name}</a>` })}
    ${
      found === null
        ? html`<p>${say('deskApprove.too_many_to_look_up')}</p>`
        : found.people === 0
          ? emptyState(say('deskApprove.no_new_people'))
          : pagedTable(asked, {
              label,
              columns: [
                { name: say('deskBatch.line'), number: true },
                { name: say('deskBatch.name') },
                { name: say('deskBatch.number') },
              ],
              items: found.shown,
              cells: ({ line, name, phone }) => [rowLink(batch.id, line), name, maskedPhone(phone)],
            })
    }
  `
  return { kind: 'page', title, body }
}

export const operatorTable = ({ operators }: ApprovalLook['toBePaid']): VNode =>
  table(
    say('report.by_operator'),
    [
      { name: say('deskBatch.operator') },
      { name: say('deskBatch.rows'), number: true },
      { name: say('deskBatch.amount'), number: true },
    ],
    operators.map(({ operator, rows, amountMinor, currency }) => [
      operatorName(operator),
      written(count(rows)),
      written(money(amountMinor, currency)),
    ]),
  )

export const largestTable = (id: string, { largest }: ApprovalLook['toBePaid']): VNode =>
  table(
    say('deskApprove.largest'),
    [
      { name: say('deskBatch.line'), number: true },
      { name: say('deskBatch.name') },
      { name: say('deskBatch.amount'), number: true },
    ],
    largest.map(({ line, name, phone, amountMinor, currency }) => [
      rowLink(id, line),
      html`<span>${name} <span class="small phone">${masked(phone)}</span></span>`,
      written(money(amountMinor, currency)),
    ]),
  )

const calledBytes = 6_000

/** For a retry: who resolved which row as not paid, and how they knew. */
export function calledPart({ batch, calledNotPaid }: ApprovalLook, visit: Visit): Piece {
  if (calledNotPaid.length === 0) return null
  const lines = calledNotPaid.slice(0, mostCalled).map(
    (called) => html`<li>
      ${rowLink(batch.id, called.line, say('deskNew.line', { line: called.line }))} ·${' '}${calledSentence(called)}
    </li>`,
  )
  const room = roomFor(lines, visit, calledBytes)
  const more = calledNotPaid.length - room
  return html`<section class="panel" id="called">
    <h2>${say('deskRetry.called_title')}</h2>
    <ul>
      ${lines.slice(0, room)}
      ${more > 0 ? html`<li>${say('warnings.and_more', { more: count(more) })}</li>` : null}
    </ul>
  </section>`
}

const mostCalled = 50

/** For a retry: which rows may already have been paid, if whoever asked for it wants them retried all the same. */
export function insistedPart({ by, insisted }: ApprovalLook): Piece {
  if (insisted.length === 0) return null
  const list = html`<ul>${insisted.map((each) => html`<li>${each}</li>`)}</ul>`
  return notice(
    'wrong',
    html`<p>${say('deskRetry.insisted', { by: by ?? say('deskBatch.nobody_known') })}</p>${list}`,
    {
      title: say('deskRetry.insisted_title'),
    },
  )
}

const decidedBytes = 6_000

/** A batch, its submitter, and their decisions about its file. Null if not recorded. */
interface DecidedOf {
  batch: Pick<BatchDocument, 'id' | 'file'>
  by: string | null
  decided: Decided | null
  currencies: readonly string[]
}

const decidedOf = ({ batch, by, submittedWith, toBePaid }: ApprovalLook): DecidedOf => ({
  batch,
  by,
  decided: submittedWith?.decided ?? null,
  currencies: [...toBePaid.totals.keys()],
})

const toldOf = ({ batch, decided, currencies }: DecidedOf): ReturnType<typeof decisionsOf> =>
  decided ? decisionsOf(decided, { rows: batch.file.rows, currencies }) : { decisions: [], notes: [] }

/** The heading. If there are only payrun's own notes, it names nobody. */
function titleOf(of: DecidedOf): Sentence {
  if (toldOf(of).decisions.length === 0) return say('deskDecided.notes_of_file')
  return of.by === null ? say('deskDecided.title_nobody') : say('deskDecided.title', { by: of.by })
}

const isAlarm = (note: Sentence): boolean => paysAgain(note) || wasRejected(note)

/** The warnings that people would be paid twice, or that the file was rejected before. They come before everything else that an approver reads. */
export const alarmsPart = (look: ApprovalLook): Piece =>
  (look.submittedWith?.decided?.notes ?? []).filter(isAlarm).map((each) =>
    notice('wrong', reworded(each), {
      title: paysAgain(each) ? say('deskApprove.paid_again') : say('deskApprove.rejected_before'),
    }),
  )

/** For approvers: what the submitter decided about the file, and other notes about it. */
export function decidedPart(look: ApprovalLook, visit: Visit): VNode | null {
  const { decided, ...others } = decidedOf(look)
  const besides = decided?.notes?.filter((note) => !isAlarm(note))
  const of = { ...others, decided: decided && { ...decided, ...(besides && { notes: besides }) } }
  const { decisions, notes } = toldOf(of)
  if (decisions.length + notes.length === 0) return null
  return html`
    <section class="panel" id="decided">
      <h2>${titleOf(of)}</h2>
      ${decidedLists(of, visit, decidedBytes)}
    </section>
  `
}

/** The same for everybody who looks at the batch later. */
export function decidedDetails(of: DecidedOf, visit: Visit): VNode | null {
  const { decisions, notes } = toldOf(of)
  if (decisions.length + notes.length === 0) return null
  return html`
    <details class="panel reading" id="decided">
      <summary><h2>${titleOf(of)}</h2></summary>
      ${decidedLists(of, visit, decidedBytes / 2)}
    </details>
  `
}

function decidedLists(of: DecidedOf, visit: Visit, bytes: number): Piece {
  const { decisions, notes } = toldOf(of)
  const drawn = (sentences: readonly Sentence[], most: number) => {
    const lines = sentences.map((each) => html`<li>${reworded(each)}</li>`)
    return html`<ul>${lines.slice(0, roomFor(lines, visit, most))}</ul>`
  }
  const rows = html`<p><a href=${`/batches/${of.batch.id}?status=invalid#rows`}>${say('deskDecided.see_left_out')}</a></p>`
  return html`
    ${decisions.length > 0 ? drawn(decisions, bytes) : null}
    ${(of.decided?.leftOut ?? 0) > 0 ? rows : null}
    ${decisions.length > 0 && notes.length > 0 ? html`<h2>${say('deskDecided.notes')}</h2>` : null}
    ${notes.length > 0 ? drawn(notes, bytes / 2) : null}
  `
}

/** The decisions again, and how much was corrected, next to the form to approve it. */
export function decidedBriefly(look: ApprovalLook, visit: Visit): Piece {
  const { decisions } = toldOf(decidedOf(look))
  const corrected = look.submittedWith?.corrected
  const told = [...decisions.map(reworded), ...(corrected ? [correctedBy(look.by, corrected)] : [])]
  if (told.length === 0) return null
  const by = look.by ?? say('deskBatch.nobody_known')
  const lines = told.map((each) => html`<li>${each}</li>`)
  return html`<p>${say('deskDecided.by', { by })}</p><ul>${lines.slice(0, roomFor(lines, visit, 4 * decidedBytes))}</ul>`
}
