import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { type NextStep, nextStepOf } from '../../../app/accounts/policy.ts'
import { readCorrections } from '../../../app/drafts/corrections.ts'
import type { ShownProblems } from '../../../app/drafts/draftCheck.ts'
import { fixedWhat, isCorrected } from '../../../app/drafts/draftOptions.ts'
import { type Draft, findDraft, markUnreadable } from '../../../app/drafts/drafts.ts'
import { type DraftLook, isNothing, lookAtDraft } from '../../../app/drafts/lookAtDraft.ts'
import { fieldName, paysAgain } from '../../../app/submit/preview.ts'
import { operatorName } from '../../../payout/operators/operator.ts'
import { problemSummary, shown } from '../../../web/fields.ts'
import { badge, facts, notice, pageHead, sectionHead, steps, type Tone, table, written } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { count, money, moneyOf, type Sentence, say } from '../../../words/sentence.ts'
import { succeeded } from '../../api/problem.ts'
import { maskedPhone } from '../batch/batchParts.ts'
import { heldPart, warnedPart } from '../batch/warnedPart.ts'
import { batchLink } from '../links.ts'
import type { AskedBy, Shown, Visit } from '../page.ts'
import { bytesOf, pageBytes, roomFor } from '../room.ts'
import { correctedPart } from './correctedPart.ts'
import { duplicatesPart, saysSetAside, totalsPart } from './decisions.ts'
import { isUndecided, problemsPart } from './draftParts.ts'
import {
  beginningOf,
  type DraftView,
  draftForm,
  isUndecidedField,
  notHere,
  previewed,
  readShownRows,
  rowsAction,
} from './draftView.ts'
import { detailsPart, isReady, payPart, payProblems, type Readable } from './payPart.ts'
import { enterButton, readingPart } from './readingPart.ts'
import { submittedBefore } from './submitted.ts'
import { told } from './told.ts'

interface Said {
  /** The result of a form that this page answers. */
  notice?: { tone: Tone; title?: Sentence; text: Sentence }
  /** What the person changed, and must check before it is paid. */
  changed?: readonly Sentence[]
  status?: number
}

/** How many problems to show: of each kind at first, and on a page of one kind. */
const most = { ofEach: 6, ofOne: 40 }

/** The current state of a draft: what would be paid, and what prevents it. */
export async function draftPage(asked: AskedBy, said: Said = {}): Promise<Shown> {
  const { app, desk, params } = asked
  const found = await findDraft(app, params['draft'] ?? '')
  if (!found.ok) return notHere(found.message)
  const { draft } = found
  if (draft.batch !== null) return submittedBefore(asked, draft.batch)
  const wanted = rowsShown(asked)
  const look = succeeded(
    await lookAtDraft(app, draft, { sandbox: desk.sandbox, shown: wanted, anew: said.status !== undefined }),
  )
  if (isNothing(look, draft) && !look.isAway) await markUnreadable(app, draft)
  const from = look.found.groups.find(({ code }) => code === wanted.only)?.from ?? 0
  const rows = { ...wanted, from, of: null }
  const view = { asked, draft, look, rows, corrections: await readCorrections(draft) }
  const problems = payProblems(view)
  const title = say('deskNew.check_file', { name: shown(draft.name) })
  const text = noticeOf(said, view)
  const above = html`
    ${text ? notice(text.tone, text.text, { role: 'alert', ...(text.title && { title: text.title }) }) : null}
    ${problemSummary(problems)}
    ${pageHead({ title, crumb: html`<a href="/batches/new">${say('deskNew.to_others')}</a>` })}
    ${wayOf(isReady(view) ? 2 : 1, await nextStep(view))}
    ${factsPart(view)}
    ${refusedPart(view)}
  `
  const below = html`
    ${look.found.kind === 'readable' || isNothing(look, draft) ? null : detailsPart(view)}
    ${correctedPart(view)} ${totalsPart(view)} ${duplicatesPart(view)}
    ${look.found.kind === 'readable' ? sumsPart(view, look.found) : null}
    ${firstRows(look, asked.visit)}
    ${readingPart(view)}
    ${look.found.kind === 'readable' ? payPart(view, look.found) : null}
    <form class="quiet-end" method="post" action=${`/batches/new/${draft.id}/drop`}>
      <button class="link" type="submit">${say('deskNew.drop')}</button>
    </form>
  `
  const room = roomBeside - bytesOf(above, asked.visit) - bytesOf(below, asked.visit)
  const body = html`${above} ${problemsPart(view, room)} ${below}`
  const form = { id: draftForm, action: rowsAction(draft, rows), enter: enterButton() }
  return { kind: 'page', title, body, problems, form, status: said.status ?? 200 }
}

/** If a changed field is wrong, the request to check the changes is left out, because the field says so. */
function noticeOf({ notice: given, changed = [] }: Said, view: DraftView): Said['notice'] {
  if (changed.length === 0) return given
  const isWrong = Object.keys(payProblems(view)).length > 0
  return isWrong ? undefined : { tone: 'ask', text: say('deskNew.look_again', { what: changed }) }
}

/** The room for the content of the page. The frame and what surrounds the problems take the rest. */
const roomBeside = pageBytes - 8_000

/** A form that is shown again keeps its rows, wherever its button would have led. */
function rowsShown({ form, query }: AskedBy): ShownProblems {
  const named = readShownRows(form['kind'] === undefined ? query : form)
  return { ...named, most: named.only === null ? most.ofEach : most.ofOne }
}

/** The steps to a batch. The last one is reached once nothing prevents it. */
export const wayOf = (at: number, next: NextStep): VNode =>
  steps([say('deskNew.step_file'), say('deskNew.step_check'), lastSteps[next]], at)

const lastSteps: Readonly<Record<NextStep, Sentence>> = {
  pay: say('deskNew.step_pay'),
  send: say('deskNew.step_send'),
  either: say('deskNew.step_either'),
}

/** The next step, as soon as it is known what is paid. */
const nextStep = async ({ asked: { app, core }, look: { found } }: DraftView): Promise<NextStep> =>
  found.kind === 'refused' ? nextStepOf(app, core) : found.preview.needsApproval ? 'send' : 'pay'

function factsPart(view: DraftView): VNode {
  const { draft, look } = view
  const { found, sha256 } = look
  const file = found.kind === 'readable' ? previewed(found.preview) : null
  const isFixed = isCorrected(draft)
  const pairs: [Piece, Piece][] = []
  if (found.kind === 'readable') {
    const { toBePaid } = found.preview
    pairs.push(
      [
        isUndecided(view) ? say('deskNew.sum_valid') : say('deskNew.sum'),
        moneyOf(toBePaid.totals).map((sum) => html`<div class="big">${written(sum)}</div>`),
      ],
      [say('deskPages.people'), html`<span class="big">${written(count(toBePaid.people))}</span>`],
      [say('paying.preview_payouts'), html`<span class="big">${written(count(toBePaid.rows))}</span>`],
    )
  }
  if (file) {
    const left = draft.fixed.rows + (draft.wishes.skipInvalid ? file.leftOut.rows : 0)
    const big = (rows: number) => html`<span class="big">${written(count(rows))}</span>`
    pairs.push([say('deskNew.found_rows'), big(file.rows + draft.fixed.rows)])
    if (left > 0) pairs.push([say('deskNew.left_out'), big(left)])
  }
  if (file?.sheet) pairs.push([say('deskBatch.sheet'), shown(file.sheet)])
  if (isFixed) pairs.push([say('deskNew.fixed_cells'), say('web.value', { value: fixedWhat(draft.fixed) })])
  if (pairs.length === 0 && sha256 === null) return html`<div></div>`
  return html`
    <div class="panel">
      ${pairs.length === 0 ? null : facts(pairs)}
      ${draft.fixed.isRewritten ? html`<p>${say('deskNew.is_csv', { name: shown(draft.name), column: shown(look.columns.at(-1)?.name ?? '') })}</p>` : null}
      ${
        sha256 === null
          ? null
          : html`<p class="small hash">${isFixed ? say('deskNew.hash_fixed') : say('deskBatch.sha256')} <code>${sha256}</code></p>`
      }
    </div>
  `
}

function refusedPart({ look: { found } }: DraftView): VNode | null {
  if (found.kind !== 'refused') {
    const against = [found.repeats, found.ownTotal].flatMap((each) => (each === null ? [] : [told(each)]))
    const notes = html`${against.map((each) => html`<span class="note">${each}</span>`)}`
    return against.length > 0 ? notice('wrong', notes, { title: say('deskNew.cannot_pay') }) : null
  }
  const { message, sameAs } = found
  const text = html`${message ? told(message) : say('deskNew.nothing_payable')}
  ${sameAs === null ? null : html` ${say('deskNew.other_month')}<br />${batchLink(sameAs, say('deskNew.same_batch'))}`}`
  return notice('wrong', text, { title: say('deskNew.cannot_pay') })
}

/** If an ISO 20022 file asked for a day, says so until somebody says when to pay. */
function dayAsked({ fixed: { dayAsked: day }, wishes }: Draft): Sentence[] {
  const isAhead = day !== null && day > new Date().toISOString().slice(0, 10)
  return isAhead && wishes.at === '' ? [say('files.pain_asks_for_day', { day })] : []
}

function sumsPart({ asked: { visit }, draft, look: { rowsAre } }: DraftView, { preview, ownTotal }: Readable): VNode {
  const { operators, largest } = preview.toBePaid
  const file = previewed(preview)
  const isSetAside = ownTotal === null
  // What would be paid again is shown with the button that undoes the decision.
  const noted = (file?.notes ?? []).filter((note) => !paysAgain(note) && (isSetAside || !saysSetAside(note)))
  const notes = [...noted, ...dayAsked(draft)]
  return html`
    ${
      notes.length > 0
        ? notice('ask', html`${notes.map((note) => html`<span class="note">${told(note)}</span>`)}`, {
            title: say('paying.preview_notes'),
          })
        : null
    }
    ${file ? warnedPart({ ...file.warned, notes: [] }, visit, null, 7_000) : null}
    ${heldPart(preview.toBePaid)}
    ${sectionHead(say('report.by_operator'))}
    ${table(
      say('report.by_operator'),
      [
        { name: say('summary.operator') },
        { name: say('paying.preview_payouts'), number: true },
        { name: say('report.amount'), number: true },
      ],
      operators.map(({ operator, currency, rows, amountMinor }) => [
        operatorName(operator),
        written(count(rows)),
        written(money(amountMinor, currency)),
      ]),
    )}
    ${sectionHead(say('paying.preview_largest', { n: largest.length }))}
    ${table(
      say('paying.preview_largest', { n: largest.length }),
      [
        { name: lineHead(rowsAre), number: true },
        { name: say('summary.name_head') },
        { name: say('paying.preview_number') },
        { name: say('summary.operator') },
        { name: say('report.amount'), number: true },
      ],
      largest.map(({ line, name, phone, operator, currency, amountMinor }) => [
        String(line),
        shown(name ?? ''),
        maskedPhone(phone),
        operatorName(operator),
        written(money(amountMinor, currency)),
      ]),
    )}
  `
}

const lineHead = (rowsAre: DraftLook['rowsAre']): Sentence =>
  rowsAre === 'entries' ? say('deskNew.entry_head') : say('deskBatch.line')

const firstBytes = 4_000

/** The columns that are paid by, in the order in which a person compares them with the file. */
const paidBy: readonly DraftLook['columns'][number]['field'][] = [
  ...(['phone_number', 'amount', 'operator', 'name', 'reference', 'country', 'currency'] as const),
]

/** The first rows as in the file, with as many columns as fit. Where one may still have to be chosen, they are in the file's order. */
function firstRows({ columns: all, first, rowsAre, found }: DraftLook, visit: Visit): VNode | null {
  if (first.length === 0 || all.length === 0) return null
  const decided = all.map((each, at) => ({
    ...each,
    at,
    ...(isUndecidedField(found, each.field ?? '') && { field: null }),
  }))
  const isFound = paidBy.slice(0, 3).every((field) => decided.some((each) => each.field === field))
  const columns = isFound
    ? [...paidBy, null].flatMap((field) => decided.filter((each) => each.field === field))
    : decided
  const label = say('deskNew.first_rows')
  const head = (
    column: DraftLook['columns'][number],
  ) => html`<th scope="col" class=${column.field ? 'used' : undefined}>
    ${shown(beginningOf(column.name))}
    ${column.field ? html`<span class="read-as">${fieldName(column.field)}</span>` : null}
  </th>`
  const cell = (cells: readonly (string | null)[], at: number) => html`<td>${shown(beginningOf(cells[at] ?? ''))}</td>`
  const drawn = columns
    .slice(0, mostColumns)
    .map((column) => html`<div>${head(column)}${first.map(({ cells }) => cell(cells, column.at))}</div>`)
  const some = columns.slice(0, roomFor(drawn, visit, firstBytes))
  const more = columns.length - some.length
  return html`
    ${sectionHead(label)}
    <div class="as-is" role="region" aria-label=${label} tabindex="0">
      <table aria-label=${label}>
        <thead>
          <tr>
            <th scope="col">${lineHead(rowsAre)}</th>
            ${some.map(head)}
          </tr>
        </thead>
        <tbody>
          ${first.map(
            ({ line, cells, isHidden }) => html`<tr>
              <td>${String(line)}${isHidden ? html` ${badge('quiet', say('deskNew.hidden_row'))}` : null}</td>
              ${some.map(({ at }) => cell(cells, at))}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${more > 0 ? html`<p class="small">${say('deskNew.more_columns', { n: more, count: count(more) })}</p>` : null}
  `
}

/** No page has room for more. */
const mostColumns = 100
