import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { Alike } from '../../../app/drafts/draftCheck.ts'
import type { Draft } from '../../../app/drafts/drafts.ts'
import type { ProblemGroup } from '../../../app/drafts/lookAtDraft.ts'
import type { ProblemCode } from '../../../payout/problem.ts'
import { shown } from '../../../web/fields.ts'
import { notice } from '../../../web/parts.ts'
import { count, type Sentence, say } from '../../../words/sentence.ts'
import { bytesOf, roomFor } from '../room.ts'
import { button, type DraftView, draftForm, type NamedRows, operatorsAt, previewed, rowsAction } from './draftView.ts'
import { cellInput, hasFormula, likelyInAll, likelyOf, operatorList, rowPart } from './problemRow.ts'
import { isOfHeldReference } from './told.ts'

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

/** Whether there are rows with problems that nobody has decided to leave out. */
export const isUndecided = ({ draft: { wishes }, look: { found } }: DraftView): boolean =>
  found.kind === 'readable' && (previewed(found.preview)?.leftOut.rows ?? 0) > 0 && !wishes.skipInvalid

const countListed = ({ groups }: DraftView['look']['found']): number =>
  groups.reduce((sum, group) => sum + group.count, 0)

/** Whether there are more problems than are listed. */
function isCut({ found }: DraftView['look']): boolean {
  const all = found.kind === 'refused' ? found.problemCount : previewed(found.preview)?.leftOut.problemCount
  return (all ?? 0) > countListed(found)
}

/** The problems by kind: each row with a field to correct, as many as fit into these bytes. */
export function problemsPart(view: DraftView, bytes: number): VNode | null {
  const { draft, look, rows: at } = view
  const { found } = look
  const listed = countListed(found)
  if (listed === 0) return null
  const left = found.kind === 'readable' ? (previewed(found.preview)?.leftOut ?? null) : null
  const rows = count(rowsIn(look))
  const path = `/batches/new/${draft.id}`
  const room: Room = { left: bytes, offered: new Set() }
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
      ${isCut(look) ? html`<p class="small">${say('deskNew.first_problems', { count: count(listed) })}</p>` : null}
      ${at.only === null ? null : html`<p>${toRows(draft, { only: null, from: 0, of: null }, say('deskNew.all_kinds'))}</p>`}
      ${found.groups.filter((group) => group.shown.length > 0).map((group) => groupPart(view, group, room))}
      ${look.rowsAre === 'entries' ? html`<p class="small">${say('deskNew.becomes_csv')}</p>` : null}
      <button type="submit" form=${draftForm} formaction=${`${path}/fix`} name="act" value="fix">${say('deskNew.fix')}</button>
      <div class="actions">
        ${left && !draft.wishes.skipInvalid ? button(draft, 'skip_invalid', 'yes', say('deskNew.leave_all', { rows })) : null}
        <a class="button" href=${`${path}/problems`}>${say('deskNew.problems_workbook')}</a>
      </div>
    </section>
  `
}

interface Room {
  /** The bytes left for rows with problems. */
  left: number
  /** The cells and rows that already have a field: one with two problems has only one field. */
  offered: Set<string>
}

/** The room for a heading and the links below it. */
const groupBytes = 700

function groupPart(view: DraftView, group: ProblemGroup, room: Room): VNode {
  const { asked, draft, rows } = view
  const { code, count: all, from, shown: some } = group
  const isOne = rows.only === code
  const to = (at: number, of: number | null, text: Sentence) => toRows(draft, { only: code, from: at, of }, text)
  const advice = adviceOn(group)
  room.left -= groupBytes + (advice ? bytesOf(advice, asked.visit) : 0)
  const alike = group.alike.map((each, nth) => alikePart(view, group, each, nth))
  const offered = alike.slice(0, roomFor(alike, asked.visit, room.left))
  room.left -= offered.reduce((sum, each) => sum + bytesOf(each, asked.visit), 0)
  const drawn = rowsWithRoom(view, group, { room, least: isOne ? 1 : 0 })
  // If everything fits on this page, the previous one is assumed to be full.
  const before = drawn.length < some.length ? drawn.length : rows.most
  return html`
    <fieldset class="kind">
      <legend>${kinds[code]} <span class="badge wrong">${String(all)}</span></legend>
      ${advice} ${offered}
      <ul>
        ${drawn}
      </ul>
      <p class="more">
        ${!isOne && all > drawn.length ? to(0, null, say('deskNew.more_of_kind', { n: all, count: count(all) })) : null}
        ${isOne && from > 0 ? to(Math.max(0, from - before), null, say('deskNew.previous_rows')) : null}
        ${isOne && from + drawn.length < all ? to(from + drawn.length, all, say('deskNew.next_rows')) : null}
        ${leaveKind(view, group)}
      </p>
    </fieldset>
  `
}

/** Problems that the list of operators helps with. */
const ofOperators: readonly ProblemCode[] = ['missing_operator', 'unknown_operator', 'operator_country_mismatch']

/** A payroll has the same references each month: nobody should change them, or pay a month twice. */
function adviceOn({ code, shown: some }: ProblemGroup): VNode | null {
  if (ofOperators.includes(code))
    return html`<p><a href=${`/batches/new#${operatorsAt}`} target="_blank">${say('deskNext.see_operators')}</a></p>`
  const isHeld = some.some(({ problem }) => isOfHeldReference(problem.message))
  return isHeld ? html`<p>${say('deskNew.reference_once')} ${say('deskNew.other_month')}</p>` : null
}

/** A button to leave out all rows with this kind of problem, if there are several, it can, and other rows have problems too. */
function leaveKind({ draft, look }: DraftView, { code, rows, shown: some }: ProblemGroup): VNode | null {
  if (rows < 2 || rows === rowsIn(look) || some.some(hasFormula)) return null
  const text = isCut(look) ? say('deskNew.leave_kind_many') : say('deskNew.leave_all', { rows: count(rows) })
  return html`
    <button class="plain" type="submit" form=${draftForm} formaction=${`/batches/new/${draft.id}/fix`} name="leave_kind" value=${code}>
      ${text}
    </button>
  `
}

/** How many rows have a problem. */
const rowsIn = ({ found }: DraftView['look']): number =>
  found.kind === 'refused' ? found.rows : (previewed(found.preview)?.leftOut.rows ?? countListed(found))

/** As many of these rows as fit. A row that doesn't fit marks no fields as used, because another problem of it may show them. */
function rowsWithRoom(view: DraftView, group: ProblemGroup, { room, least }: { room: Room; least: number }): VNode[] {
  const drawn: VNode[] = []
  for (const one of group.shown) {
    const offered = new Set(room.offered)
    const row = rowPart(view, group, one, offered)
    const bytes = bytesOf(row, view.asked.visit)
    if (bytes > room.left && drawn.length >= least) break
    room.left -= bytes
    room.offered = offered
    drawn.push(row)
  }
  return drawn
}

/** One field for all rows with the same value in this column. */
function alikePart(
  { asked: { form, visit }, look }: DraftView,
  group: ProblemGroup,
  { column, value, rows, at, suggestion }: Alike,
  nth: number,
) {
  const name = `alike-${group.code}-${at}-${nth}`
  // A typed value is kept only if it was for this text.
  const cell = { id: name, name, now: '', typed: form[`${name}-is`] === value ? form[name] : undefined }
  const meant = likelyOf(suggestion)
  const isMeant = meant.length > 0
  const likely = { codes: isMeant ? meant : likelyInAll(look, group, value), isChosen: isMeant }
  const of = { column: shown(column), value: shown(value) }
  const some = { ...of, rows: count(rows) }
  const all = value === '' ? say('deskNew.alike_many_empty', of) : say('deskNew.alike_many', of)
  const told = value === '' ? say('deskNew.alike_empty', some) : say('deskNew.alike', some)
  return html`
    <div class="alike">
      <input type="hidden" name=${`${name}-is`} value=${value} form=${draftForm} />
      <label for=${name}>${isCut(look) ? all : told}</label>
      ${look.columns[at]?.field === 'operator' ? operatorList({ ...cell, likely }, visit) : cellInput(cell)}
    </div>
  `
}

/** A button that shows other rows, and stores what was typed. */
const toRows = (draft: Draft, at: NamedRows, text: Sentence): VNode => html`
  <button class="plain" type="submit" form=${draftForm} formaction=${rowsAction(draft, at)}>${text}</button>
`
