import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { Draft } from '../../../app/drafts/drafts.ts'
import { calledOf, type DraftLook, type ProblemGroup } from '../../../app/drafts/lookAtDraft.ts'
import type { Preview } from '../../../app/preview.ts'
import type { ProblemCode } from '../../../payout/problem.ts'
import { hoursSentence } from '../../../payout/times/hours.ts'
import { field, type Problems, shown } from '../../../web/fields.ts'
import { notice } from '../../../web/parts.ts'
import { count, type Sentence, say } from '../../../words/sentence.ts'
import { moment } from '../layout.ts'
import { type AskedBy, isTimeZone } from '../page.ts'
import { reworded } from '../reworded.ts'
import { button, type DraftView, previewed, sumsOf } from './draftView.ts'

const kinds: Readonly<Record<ProblemCode, Sentence>> = {
  malformed: say('deskNew.kind_malformed'),
  missing_operator: say('deskNew.kind_missing_operator'),
  unknown_operator: say('deskNew.kind_unknown_operator'),
  operator_country_mismatch: say('deskNew.kind_operator_country_mismatch'),
  unknown_country: say('deskNew.kind_unknown_country'),
  missing_phone: say('deskNew.kind_missing_phone'),
  invalid_phone: say('deskNew.kind_invalid_phone'),
  phone_country_mismatch: say('deskNew.kind_phone_country_mismatch'),
  phone_not_mobile: say('deskNew.kind_phone_not_mobile'),
  missing_amount: say('deskNew.kind_missing_amount'),
  invalid_amount: say('deskNew.kind_invalid_amount'),
  amount_not_positive: say('deskNew.kind_amount_not_positive'),
  too_many_decimals: say('deskNew.kind_too_many_decimals'),
  amount_over_limit: say('deskNew.kind_amount_over_limit'),
  unknown_currency: say('deskNew.kind_unknown_currency'),
  currency_mismatch: say('deskNew.kind_currency_mismatch'),
  invalid_name: say('deskNew.kind_invalid_name'),
  duplicate_reference: say('deskNew.kind_duplicate_reference'),
  reference_in_use: say('deskNew.kind_reference_in_use'),
  possible_duplicate: say('deskNew.kind_possible_duplicate'),
}

/** Another reference or number would only hide that somebody is paid a second time: such a row is left out, or meant. */
const notTyped: readonly ProblemCode[] = ['malformed', 'reference_in_use', 'possible_duplicate']

/** What is wrong, by its kind: each row with the cell to type anew. */
export function problemsPart(view: DraftView): VNode | null {
  const { draft, look, asked } = view
  const { found } = look
  const told = found.groups.reduce((sum, group) => sum + group.count, 0)
  if (told === 0) return null
  const left = found.kind === 'readable' && found.preview.of.kind === 'file' ? found.preview.of.leftOut : null
  const rows = count(left?.rows ?? told)
  const path = `/batches/new/${draft.id}`
  const only = asked.query['kind']
  return html`
    <section class="panel problem-list" id="problems">
      ${
        draft.wishes.skipInvalid && left
          ? notice('ask', button(draft, 'skip_invalid', 'no', say('deskNew.take_in')), {
              title: say('deskNew.left_out_now', { rows }),
            })
          : html`
              <h2>${say('deskNew.with_problems', { rows })}</h2>
              <p>${say('deskNew.with_problems_text')}</p>
            `
      }
      ${left && left.problemCount > told ? html`<p class="small">${say('deskNew.first_problems', { count: count(told) })}</p>` : null}
      ${only === undefined ? null : html`<p><a href=${`${path}#problems`}>${say('deskNew.all_kinds')}</a></p>`}
      <form method="post" action=${`${path}/fix${only === undefined ? '' : `?kind=${encodeURIComponent(only)}`}`}>
        <input type="hidden" name="revision" value=${String(draft.revision)} />
        ${found.groups.filter((group) => group.shown.length > 0).map((group) => groupPart(view, group))}
        ${look.isEditable ? html`<button type="submit">${say('deskNew.fix')}</button>` : html`<p class="small">${say('deskNew.not_editable')}</p>`}
      </form>
      <div class="actions">
        ${left && !draft.wishes.skipInvalid ? button(draft, 'skip_invalid', 'yes', say('deskNew.leave_all', { rows })) : null}
        ${look.isEditable ? html`<a class="button" href=${`${path}/problems`}>${say('deskNew.problems_workbook')}</a>` : null}
      </div>
    </section>
  `
}

function groupPart(view: DraftView, group: ProblemGroup): VNode {
  const { asked, draft } = view
  const { code, count: all, shown: some } = group
  const address = (from: number) => `/batches/new/${draft.id}?kind=${code}&from=${from}#problems`
  const isOne = asked.query['kind'] === code
  const from = isOne ? Number(asked.query['from'] ?? 0) || 0 : 0
  return html`
    <fieldset class="kind">
      <legend>${kinds[code]} <span class="badge wrong">${String(all)}</span></legend>
      <ul>
        ${some.map((one) => rowPart(view, code, one))}
      </ul>
      <p class="more">
        ${!isOne && all > some.length ? html`<a href=${address(0)}>${say('deskNew.more_of_kind', { n: all, count: count(all) })}</a>` : null}
        ${isOne && from > 0 ? html`<a href=${address(Math.max(0, from - 40))}>${say('deskNew.previous_rows')}</a>` : null}
        ${isOne && from + some.length < all ? html`<a href=${address(from + some.length)}>${say('deskNew.next_rows')}</a>` : null}
      </p>
    </fieldset>
  `
}

function rowPart(
  { asked: { form }, look }: DraftView,
  code: ProblemCode,
  { problem, row, at }: ProblemGroup['shown'][number],
): VNode {
  const { line, column, value, message, suggestion } = problem
  const nameAt = look.columns.findIndex((each) => each.field === 'name')
  const name = row?.cells[nameAt] ?? ''
  const isTyped = look.isEditable && at !== -1 && !notTyped.includes(code)
  const field = `cell-${line}-${at}`
  const leave = `leave-${line}`
  const id = `${code}-${line}-${at}`
  return html`
    <li>
      <div class="what">
        <strong>${say('deskNew.line', { line: String(line) })}</strong>${name === '' ? null : html` · ${shown(name.slice(0, 80))}`}
        ${isTyped || value === '' ? null : html` · <code>${shown(value)}</code>`}
        <p id=${`${id}-why`}>${reworded(message)}${suggestion ? html` ${say('deskNew.suggestion', { suggestion })}` : null}</p>
      </div>
      ${
        isTyped
          ? html`<div class="new">
              <label for=${id}>${say('deskNew.new_value', { column: shown(column), line: String(line) })}</label>
              <input
                id=${id}
                name=${field}
                value=${form[field] ?? row?.cells[at] ?? ''}
                maxlength="1000"
                autocomplete="off"
                aria-describedby=${`${id}-why`}
              />
            </div>`
          : null
      }
      ${
        look.isEditable
          ? html`<label class="check">
              <input type="checkbox" name=${leave} value="yes" checked=${form[leave] !== undefined} />
              <span>${say('deskNew.leave_row', { line: String(line) })}</span>
            </label>`
          : null
      }
    </li>
  `
}

type Readable = Extract<DraftLook['found'], { kind: 'readable' }>

/** When, under what name, and the button that says how much to how many. */
export function payPart({ asked, draft, look }: DraftView, found: Readable, problems: Problems): VNode {
  const { visit, form } = asked
  const { wishes } = draft
  const typed = (name: string, kept: string) => form[name] ?? kept
  const input = { type: 'text', autocomplete: 'off', maxlength: '200' }
  const atZone = zoneOf(asked, 'at', wishes.at === '' ? visit.timeZone : wishes.zone)
  const hoursZone = zoneOf(asked, 'between', wishes.between === '' ? visit.timeZone : wishes.hoursZone || wishes.zone)
  return html`
    <form class="panel grid" id="pay" method="post" action=${`/batches/new/${draft.id}/pay`}>
      <h2 class="whole">${say('deskNew.pay_title')}</h2>
      <input type="hidden" name="revision" value=${String(draft.revision)} />
      <input type="hidden" name="seen" value=${found.seen} />
      ${field({ name: 'batch_name', label: say('deskNew.batch_name'), hint: say('deskNew.batch_name_hint'), value: typed('batch_name', wishes.batchName || calledOf(asked.app, draft)), optional: true, input })}
      ${field({ name: 'period', label: say('deskNew.period'), hint: say('deskNew.period_hint'), value: typed('period', wishes.period), optional: true, input })}
      ${field({ name: 'expect_count', label: say('deskNew.expect_count'), hint: say('deskNew.expect_hint'), value: typed('expect_count', wishes.expectCount), optional: true, input: { ...input, inputmode: 'numeric' } })}
      ${field({ name: 'expect_total', label: say('deskNew.expect_total'), hint: say('deskNew.expect_hint'), value: typed('expect_total', wishes.expectTotal), optional: true, input: { ...input, inputmode: 'decimal' } })}
      <input type="hidden" name="at_zone" value=${atZone} />
      <input type="hidden" name="between_zone" value=${hoursZone} />
      ${field({ name: 'at', label: say('deskNew.at'), hint: say('deskNew.at_hint', { timeZone: atZone.replaceAll('_', ' ') }), value: typed('at', wishes.at), problem: problems['at'], optional: true, input: { type: 'datetime-local' } })}
      ${field({ name: 'between', label: say('deskNew.between'), hint: say('deskNew.between_hint', { timeZone: hoursZone.replaceAll('_', ' ') }), value: typed('between', wishes.between), problem: problems['between'], optional: true, input })}
      <div class="whole">${verdict(draft, found)} ${payButtons(asked, draft, look, found)}</div>
    </form>
  `
}

/** The clock of what stands in the field: as it was typed, or as it was kept. */
function zoneOf({ form }: AskedBy, name: string, kept: string): string {
  const typed = form[`${name}_zone`]
  return form[name] !== undefined && isTimeZone(typed) ? typed : kept
}

function verdict({ wishes }: Draft, { differs }: Readable): VNode | null {
  if (differs) {
    const text =
      wishes.expectCount !== '' &&
      differs.key.includes('count') &&
      /\D/.test(wishes.expectCount.replaceAll(/[\s\u202f\u00a0,.']/g, ''))
        ? say('deskNew.say_number')
        : reworded(differs)
    return notice('wrong', text, { title: say('deskNew.not_agree') })
  }
  return wishes.expectCount + wishes.expectTotal === '' ? null : notice('good', say('deskNew.agrees'))
}

function payButtons({ visit }: AskedBy, { wishes }: Draft, { start, hours }: DraftLook, found: Readable): VNode {
  const { preview, differs } = found
  const hasProblems = (previewed(preview)?.leftOut.rows ?? 0) > 0 && !wishes.skipInvalid
  const isReady = !hasProblems && differs === null && start.kind !== 'wrong' && hours?.ok !== false
  const check = html`<button type="submit" name="act" value="check">${say('deskNew.check_again')}</button>`
  if (!isReady)
    return html`${hasProblems ? html`<p>${say('deskNew.first_solve')}</p>` : null}<div class="actions">${check}</div>`
  const text = preview.needsApproval
    ? say('deskNew.send_text')
    : start.kind === 'at'
      ? null
      : say('deskNew.pay_now_text')
  return html`
    <p>
      ${preview.sandbox ? html`<strong>${say('deskNew.sandbox_text')}</strong> ` : null}${text}
      ${start.kind === 'at' ? html` ${say('deskNew.pay_at_from')} ${moment(start.at.toISOString(), visit)}.` : null}
      ${hours?.ok ? html` ${hoursSentence(hours.hours, false)}` : null}
    </p>
    <div class="actions">
      <button class="primary" type="submit" name="act" value="pay">${actOf(preview)}</button>
      ${check}
    </div>
  `
}

/** How much to how many: what the button does, in its own words. */
function actOf({ toBePaid: { rows, people, totals }, needsApproval }: Preview): Sentence {
  const told = { people: count(people), sums: sumsOf(totals) }
  const all = { ...told, rows: count(rows) }
  if (rows === people) return needsApproval ? say('deskNew.send', told) : say('deskNew.pay', told)
  return needsApproval ? say('deskNew.send_payouts', all) : say('deskNew.pay_payouts', all)
}
