import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { ApprovalLook } from '../../app/approvals.ts'
import { notice, table, written } from '../../web/parts.ts'
import type { Piece } from '../../words/page.ts'
import { count, moment as momentOf, money, type Sentence, say } from '../../words/sentence.ts'
import { masked, operatorName } from './batchParts.ts'
import type { Visit } from './page.ts'
import { roomFor } from './room.ts'

/** What an approver sees of those who are about to be paid. */

/** "1,250,000 FCFA to 400 people". */
export const payPeople = ({ totals, people }: ApprovalLook['toBePaid']): Sentence =>
  say('deskApprove.pay_people', {
    sums: [...totals].map(([currency, sum]) => money(sum, currency)),
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
        ${found.shown.map(
          ({ line, name, phone }) => html`<a href=${`/batches/${batch.id}/rows/${line}`}>${name ?? masked(phone)}</a>`,
        )}
        ${more > 0 ? html`<span>${say('warnings.and_more', { more: count(more) })}</span>` : null}
      </span>`,
  )
}

export const operatorTable = ({ operators }: ApprovalLook['toBePaid']): VNode =>
  table(
    say('deskBatch.by_operator'),
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
      html`<a href=${`/batches/${id}/rows/${line}`}>${line}</a>`,
      html`<span>${name} <span class="small phone">${masked(phone)}</span></span>`,
      written(money(amountMinor, currency)),
    ]),
  )

const calledBytes = 6_000

/** Of a retry, who called which row "not paid", and how they knew; and whether there is nobody who may approve it. */
export function calledPart({ batch, kind, calledNotPaid, nobodyElse }: ApprovalLook, visit: Visit): Piece {
  if (kind === 'batch') return null
  const lines = calledNotPaid.slice(0, mostCalled).map(({ line, by, at, note }) => {
    const told = { by, at: momentOf(at) }
    return html`<li>
      <a href=${`/batches/${batch.id}/rows/${line}`}>${say('deskNew.line', { line })}</a> ·${' '}
      ${note === null ? say('deskRetry.called_by', told) : say('deskRetry.called_by_note', { ...told, note })}
    </li>`
  })
  const room = roomFor(lines, visit, calledBytes)
  const more = calledNotPaid.length - room
  return html`
    ${nobodyElse ? notice('wrong', say('deskRetry.nobody_else')) : null}
    ${
      lines.length > 0
        ? html`<section class="panel" id="called">
            <h2>${say('deskRetry.called_title')}</h2>
            <ul>
              ${lines.slice(0, room)}
              ${more > 0 ? html`<li>${say('warnings.and_more', { more: count(more) })}</li>` : null}
            </ul>
          </section>`
        : null
    }
  `
}

const mostCalled = 50
