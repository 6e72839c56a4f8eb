import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { DraftLook } from '../../../app/drafts/lookAtDraft.ts'
import type { Preview } from '../../../app/submit/preview.ts'
import { hoursSentence } from '../../../payout/times/hours.ts'
import { type FieldProps, field, type Problems } from '../../../web/fields.ts'
import { notice } from '../../../web/parts.ts'
import { count, moneyOf, type Sentence, say } from '../../../words/sentence.ts'
import { moment } from '../layout.ts'
import { type AskedBy, isTimeZone, zoneName } from '../page.ts'
import { isUndecided } from './draftParts.ts'
import { type DraftView, draftForm } from './draftView.ts'
import { told } from './told.ts'

export type Readable = Extract<DraftLook['found'], { kind: 'readable' }>

/** What is wrong with the fields of `payPart` or `detailsPart`. */
export function payProblems({ look: { found, start, hours } }: DraftView): Problems {
  const differs = found.kind === 'readable' ? found.differs : null
  return {
    ...(differs?.count && { expect_count: told(differs.count) }),
    ...(differs?.total && { expect_total: told(differs.total) }),
    ...(start.kind === 'wrong' && { at: told(start.message) }),
    ...(hours?.ok === false && { between: told(hours.message) }),
  }
}

/** The name, the control totals, the time, and the button that says how much goes to how many people. */
export function payPart(view: DraftView, found: Readable): VNode {
  const { wishes } = view.draft
  return html`
    <section class="panel" id="pay">
      <h2>${say('deskNew.pay_title')}</h2>
      ${nameFields(view)}
      <div class="side-by-side">
        ${typedField(view, 'expect_count', wishes.expectCount, { label: say('deskNew.expect_count'), hint: say('deskNew.expect_hint'), input: { ...text, inputmode: 'numeric' } })}
        ${typedField(view, 'expect_total', wishes.expectTotal, { label: say('deskNew.expect_total'), hint: say('deskNew.expect_hint'), input: { ...text, inputmode: 'decimal' } })}
      </div>
      ${timeFields(view)} ${verdict(view, found)} ${payButtons(view, found)}
    </section>
  `
}

/** The name, the period and the time of a file that can't be paid as it is. */
export const detailsPart = (view: DraftView): VNode => html`
  <section class="panel" id="pay">
    <h2>${say('deskNew.details_title')}</h2>
    ${nameFields(view)} ${timeFields(view)}
    <div class="actions">${checkButton(view)}</div>
  </section>
`

const text = { type: 'text', autocomplete: 'off', maxlength: '200' }

function nameFields(view: DraftView): VNode {
  const { name, wishes } = view.draft
  return html`<div class="side-by-side">
    ${typedField(view, 'batch_name', wishes.batchName || name, { label: say('deskNew.batch_name'), hint: say('deskNew.batch_name_hint'), input: text })}
    ${typedField(view, 'period', wishes.period, { label: say('deskNew.period'), hint: say('deskNew.period_hint'), input: text })}
  </div>`
}

function timeFields(view: DraftView): VNode {
  const { wishes } = view.draft
  const [atZone, hoursZone] = clocks(view).map(zoneName) as [string, string]
  return html`<div class="side-by-side">
    ${typedField(view, 'at', wishes.at, { label: say('deskNew.at'), hint: say('deskNew.at_hint', { timeZone: atZone }), input: { type: 'datetime-local' } })}
    ${typedField(view, 'between', wishes.between, { label: say('deskNew.between'), hint: say('deskNew.between_hint', { timeZone: hoursZone }), input: text })}
  </div>`
}

const typedField = (
  view: DraftView,
  name: string,
  kept: string,
  props: Pick<FieldProps, 'label' | 'hint' | 'input'>,
): VNode =>
  field({
    ...props,
    name,
    value: view.asked.form[name] ?? kept,
    problem: payProblems(view)[name],
    optional: true,
    input: { ...props.input, form: draftForm },
  })

const checkButton = ({ draft }: DraftView): VNode => html`
  <button type="submit" form=${draftForm} formaction=${`/batches/new/${draft.id}/pay`} name="act" value="check">
    ${say('deskNew.check_again')}
  </button>
`

/** The time zones of the time and the hours in the fields, as typed or as stored. */
export function clocks({ asked: { form, visit }, draft: { wishes } }: DraftView): [at: string, between: string] {
  const { at, zone, between, hoursZone } = wishes
  return [
    zoneOf(form, 'at', at === '' ? visit.timeZone : zone),
    zoneOf(form, 'between', between === '' ? visit.timeZone : hoursZone || zone),
  ]
}

function zoneOf(form: AskedBy['form'], name: string, kept: string): string {
  const typed = form[`${name}_zone`]
  return form[name] !== undefined && isTimeZone(typed) ? typed : kept
}

function verdict({ draft: { wishes } }: DraftView, { differs }: Readable): VNode | null {
  const isCompared = wishes.expectCount + wishes.expectTotal !== ''
  return isCompared && !differs.count && !differs.total ? notice('good', say('deskNew.agrees')) : null
}

/** Whether nothing prevents it, so that the button to pay is shown. */
export const isReady = (view: DraftView): boolean => {
  const { found } = view.look
  return found.kind === 'readable' && !isOpen(view, found) && Object.keys(payProblems(view)).length === 0
}

/** Whether something above needs a decision. */
const isOpen = (view: DraftView, { ownTotal, repeats }: Readable): boolean =>
  isUndecided(view) || ownTotal !== null || repeats !== null

function payButtons(view: DraftView, found: Readable): VNode {
  const { asked, draft, look } = view
  const { preview } = found
  const { start, hours } = look
  const action = `/batches/new/${draft.id}/pay`
  const check = checkButton(view)
  if (!isReady(view)) {
    const first = isOpen(view, found) ? say('deskNew.first_solve') : say('deskNew.first_correct')
    return html`<p>${first}</p><div class="actions">${check}</div>`
  }
  const text = preview.needsApproval
    ? say('deskNew.send_text')
    : start.kind === 'at'
      ? null
      : say('deskNew.pay_now_text')
  return html`
    <p>
      ${preview.sandbox ? html`<strong>${say('deskNew.sandbox_text')}</strong> ` : null}${text}
      ${start.kind === 'at' ? html` ${say('deskNew.pay_at_from')} ${moment(start.at.toISOString(), asked.visit)}.` : null}
      ${hours?.ok ? html` ${hoursSentence(hours.hours, false)}` : null}
    </p>
    ${preview.whyNobody && notice('wrong', preview.whyNobody)}
    <div class="actions">
      <button class="primary" type="submit" form=${draftForm} formaction=${action} name="act" value="pay">${actOf(preview)}</button>
      ${check}
    </div>
  `
}

/** How much goes to how many people: the label of the button. */
function actOf({ toBePaid: { rows, people, totals }, needsApproval }: Preview): Sentence {
  const given = { people: count(people), sums: moneyOf(totals) }
  const all = { ...given, rows: count(rows) }
  if (rows === people) return needsApproval ? say('deskNew.send', given) : say('deskNew.pay', given)
  return needsApproval ? say('deskNew.send_payouts', all) : say('deskNew.pay_payouts', all)
}
