import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { ApprovalLook } from '../../../app/approvals/lookAtApproval.ts'
import { correctedBy, type HowSubmitted, readCorrected } from '../../../app/submit/corrected.ts'
import type { Corrected, CorrectedCell, LeftOutRow } from '../../../payout/correction.ts'
import { parseSum } from '../../../payout/money/money.ts'
import { isCurrency, operatorName, operatorOf } from '../../../payout/operators/operator.ts'
import { type Both, cutAround, looksAlike, maskBoth } from '../../../payout/twoTexts.ts'
import { shown } from '../../../web/fields.ts'
import { emptyState, pageHead } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { count, money, type Sentence, say } from '../../../words/sentence.ts'
import { succeeded } from '../../api/problem.ts'
import { masked } from '../batch/batchParts.ts'
import { batchLink, rowLink } from '../links.ts'
import { type AskedBy, page, type Shown, type Visit } from '../page.ts'
import { pagedPart, roomFor } from '../room.ts'

/** `/batches/ID/corrected`: what was corrected in a batch's file before it was submitted. */
export const correctedPage = page('/batches/:id/corrected', 'everybody', { get: whole })

async function whole({ app, params, query, visit }: AskedBy): Promise<Shown> {
  const { batch, by, corrected } = succeeded(await readCorrected(app, params['id'] ?? ''))
  const title = say('deskCorrected.title')
  const crumb = batchLink(batch.id, batch.name)
  const body =
    corrected === null
      ? html`${pageHead({ title, crumb })} ${emptyState(say('deskCorrected.nothing'))}`
      : html`
          ${pageHead({ title, crumb, text: correctedBy(by, corrected) })}
          ${
            corrected.list.length === 0
              ? html`<p>${say('deskCorrected.too_many')}</p>`
              : pagedPart(
                  { query, visit },
                  {
                    items: corrected.list,
                    draw: (each) => correctionOf(batch.id, each, mostLines.whole),
                    around: (drawn) => html`<section class="panel"><ul class="corrections">${drawn}</ul></section>`,
                  },
                )
          }
        `
  return { kind: 'page', title, body }
}

/** The limits on a page about something else. */
const part = { most: 10, bytes: 5_000 }

/** The first corrections, for approvers, with a link to the rest. */
export function correctedPart({ batch, by, submittedWith }: ApprovalLook, visit: Visit): VNode | null {
  const corrected = submittedWith?.corrected ?? null
  if (corrected === null) return null
  const { list } = corrected
  const drawn = list.slice(0, part.most).map((each) => correctionOf(batch.id, each, mostLines.part))
  const room = roomFor(drawn, visit, part.bytes)
  const rest = html`<p><a href=${`/batches/${batch.id}/corrected`}>
    ${say('deskCorrected.show_all', { n: list.length, count: count(list.length) })}
  </a></p>`
  return html`
    <section class="panel" id="corrected">
      <h2>${say('deskCorrected.title')}</h2>
      <p>${correctedBy(by, corrected)}</p>
      ${list.length === 0 ? html`<p>${say('deskCorrected.too_many')}</p>` : html`<ul class="corrections">${drawn.slice(0, room)}</ul>`}
      ${list.length > room ? rest : null}
    </section>
  `
}

/** How many of the rows with the same correction are listed. */
const mostLines = { part: 10, whole: 100 }

function correctionOf(id: string, each: Corrected['list'][number], most: number): VNode {
  if (each.kind === 'left_out') {
    const place = say('deskNew.line', { line: each.line })
    return html`<li><div class="what"><strong>${place}</strong> <p>${leftOut(each, true)}</p></div></li>`
  }
  const more = each.lines.length - most
  return html`<li>
    <div class="what">
      ${each.lines.slice(0, most).map((line) => html`${rowLink(id, line, say('deskNew.line', { line }))} `)}
      ${more > 0 ? html`<span>${say('deskCorrected.and_more', { n: more, rows: count(more) })}</span>` : null}
      <p>${changeOf(each, each.isPhone)}</p>
    </div>
  </li>`
}

/** The most characters of a cell or a name in a list. */
const mostText = 80
const short = (text: string): string => shown(text.length > mostText ? `${text.slice(0, mostText)}…` : text)

/**
 * What a cell was, and what it is now.
 * @param isMasked mask a phone number, but show where the two differ
 */
export function changeOf(
  { column, ...texts }: Pick<CorrectedCell, 'column' | 'from' | 'to'>,
  isMasked: boolean,
): Sentence {
  const both: Both = [texts.from, texts.to]
  const [from, to] = cutAround(isMasked ? maskBoth(both, masked) : both, mostText).map(shown) as [string, string]
  const named = operatorOf(texts.to)
    ? say('deskCorrected.operator', { operator: operatorName(texts.to), code: texts.to })
    : to
  const told = { column: short(column), from, to: named }
  if (from === '') return say('deskCorrected.filled_in', { column: told.column, to: named })
  if (to === '') return say('deskCorrected.emptied', { column: told.column, from })
  return looksAlike(both) ? say('deskCorrected.changed_unseen', told) : say('deskCorrected.changed', told)
}

/** Who would have been paid by a row that was left out. */
export function leftOut({ name, phone, amount }: Omit<LeftOutRow, 'kind' | 'line'>, isMasked: boolean): Piece {
  const what = [name, isMasked ? masked(phone) : phone, amount].filter((text) => text !== '').map(short)
  return what.length === 0 ? say('deskCorrected.left_out') : say('deskCorrected.left_out_as', { what })
}

/** The control totals that the file was checked against when it was submitted. */
export function controlTotals({ submittedWith, toBePaid }: ApprovalLook): [Sentence, Sentence][] {
  const expected = submittedWith?.expected
  if (!expected) return []
  return [[say('deskApprove.control_totals'), controlTotalsTold(expected, [...toBePaid.totals.keys()])]]
}

/** @param currencies of the file's payable rows */
export function controlTotalsTold(
  { count: rows, total }: NonNullable<HowSubmitted['expected']>,
  currencies: readonly string[],
): Sentence {
  const what = [
    ...(rows === undefined ? [] : [say('deskApprove.control_count', { rows: count(rows) })]),
    ...(total === undefined ? [] : [sumOf(total, currencies)]),
  ]
  return what.length === 0 ? say('deskApprove.control_none') : say('deskApprove.control_agreed', { what })
}

/** A sum in the reader's language. A control total was only compared if the file has one currency. */
export function sumOf(text: string, [currency = '']: readonly string[]) {
  const read = isCurrency(currency) ? parseSum(text, currency) : undefined
  return read?.ok ? money(read.amountMinor, currency) : shown(text)
}
