import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { DraftLook, ProblemGroup } from '../../../app/drafts/lookAtDraft.ts'
import { findCountry, type OperatorCode, operators, operatorsOf } from '../../../payout/operators/operator.ts'
import { operatorName } from '../../../payout/operators/operatorName.ts'
import { countryOfNumber } from '../../../payout/phone/phone.ts'
import { isInUse, type Problem, type ProblemCode } from '../../../payout/problem.ts'
import { option, shown } from '../../../web/fields.ts'
import { renderWords } from '../../../words/render.ts'
import { isSentence, type Sentence, say } from '../../../words/sentence.ts'
import type { Visit } from '../page.ts'
import { seeHeld } from '../reworded.ts'
import { beginningOf, type DraftView, draftForm } from './draftView.ts'
import { told } from './told.ts'

type Field = NonNullable<DraftLook['columns'][number]['field']>

/** Another reference or number would only hide that somebody is paid a second time: such a row is left out, or meant. */
const notTyped: readonly ProblemCode[] = ['malformed', 'reference_in_use', 'possible_duplicate']

/** What a cell of the file itself says of its row: clearing it is a decision, as leaving the row out is. */
const marks: readonly string[] = ['payout.marked_paid', 'payout.marked_not_to_pay']

/** What is typed would be struck through, or in the colour of the background, like what it replaces. */
const unseen: readonly string[] = ['payout.sheet_strikes_value_through', 'payout.sheet_hides_value_by_color']

/** Sentences that say which cells could be the wrong ones, beside the one that has the problem. */
const alsoMeant: Readonly<Record<string, Field>> = {
  'payout.brand_in_several_countries': 'phone_number',
  'payout.number_another_country_operator_correct_one': 'operator',
  'payout.operator_not_correct_one_two': 'operator',
  'payout.payouts_not_correct_currency_amount': 'amount',
}

/** Where a row is told to be in use, whatever else is wrong with it. */
const inUseKind = say('deskNew.kind_reference_in_use')

type ShownRow = ProblemGroup['shown'][number]

/**
 * A row with a problem: the cells to type anew, and whether to leave it out.
 *
 * @param offered the cells and rows that have a field already; those of this row come to it
 */
export function rowPart(view: DraftView, group: ProblemGroup, one: ShownRow, offered: Set<string>): VNode {
  const { asked, look } = view
  const { form } = asked
  const { problem, row, at, inUse } = one
  const { line, value, message } = problem
  const nameAt = look.columns.findIndex((each) => each.field === 'name')
  const name = row?.cells[nameAt] ?? ''
  const leave = `leave-${line}`
  const mayBeTyped = !inUse && (!notTyped.includes(group.code) || marks.includes(message.key))
  const meant = (mayBeTyped ? [at, ...alsoAt(look, message)] : []).filter(
    (column) => column !== -1 && !offered.has(nameOf(line, column)),
  )
  // The copy has to hold what the file holds, but for what was typed: a formula would come to something else again.
  const isFormula = (column: number): boolean => row?.formulas?.includes(column) === true
  const isUnseen = (column: number): boolean => column === at && unseen.includes(message.key)
  const cells = meant.filter((column) => !isFormula(column) && !isUnseen(column))
  // Its cells would have to become empty ones. All rows with problems may be left out together, by a button.
  const mayLeave = !offered.has(leave) && row?.formulas === undefined
  for (const column of cells) offered.add(nameOf(line, column))
  if (mayLeave) offered.add(leave)
  const why = `${group.code}-${line}-${at}-why`
  const place = placeOf(look, line, row)
  return html`
    <li>
      <div class="what">
        <strong>${place.name}</strong>${name === '' ? null : html` · ${shown(beginningOf(name))}`}
        ${cells.includes(at) || value === '' ? null : html` · <code>${shown(value)}</code>`}
        <p id=${why}>${told(message)}${seeHeld(message)}</p>
        ${meant.some(isFormula) ? html`<p>${say('deskNew.cell_has_formula')}</p>` : meant.some(isUnseen) ? html`<p>${say('deskNew.cell_not_here')}</p>` : null}
        ${inUse && !isInUse(problem) ? html`<p>${say('deskNew.in_use_first', { kind: inUseKind })}</p>` : null}
      </div>
      ${
        cells.length === 0
          ? null
          : html`<div class="new">${cells.map((column) => cellPart(view, group, one, { column, why }))}</div>`
      }
      ${
        mayLeave
          ? html`<label class="check">
              <input type="checkbox" name=${leave} value="yes" form=${draftForm} checked=${form[leave] !== undefined} />
              <span>${place.leave}</span>
            </label>`
          : null
      }
    </li>
  `
}

const nameOf = (line: number, column: number): string => `cell-${line}-${column}`

/** The column that a sentence means, too, where the file has it. */
function alsoAt({ columns }: DraftLook, message: Sentence): number[] {
  const { problem } = message.args
  const field = alsoMeant[isSentence(problem) ? problem.key : message.key]
  return field === undefined ? [] : [columns.findIndex((each) => each.field === field)]
}

function cellPart(
  { asked: { form, visit }, look }: DraftView,
  { code, alike }: ProblemGroup,
  { problem, row, at }: ShownRow,
  { column, why }: { column: number; why: string },
): VNode {
  const { line, value } = problem
  const id = `${code}-${line}-${column}`
  const name = nameOf(line, column)
  const cellOf = (field: Field) => row?.cells[look.columns.findIndex((each) => each.field === field)] ?? ''
  const cell: Cell = { id, why, name, now: row?.cells[column] ?? '', typed: form[name] }
  const label = column === at ? problem.column : (look.columns[column]?.name ?? '')
  // One choice for all of them is offered: what is chosen for one row by itself would stand against it.
  const isChosen = column === at && !alike.some((each) => each.value === value)
  const likely = {
    codes: likelyOperators(problem, { country: cellOf('country'), phone: cellOf('phone_number') }),
    isChosen,
  }
  return html`
    <label for=${id}>${placeOf(look, line, row).value(shown(label))}</label>
    ${look.columns[column]?.field === 'operator' ? operatorList({ ...cell, likely }, visit) : cellInput(cell)}
  `
}

/** Where a row is, in words: in what was uploaded, or in the table that was made of it. */
function placeOf({ rowsAre, columns }: DraftLook, at: number, row: ShownRow['row']) {
  const line = String(at)
  const entry = rowsAre === 'lines_of_entries' ? (row?.cells[columns.length - 1] ?? '') : ''
  return rowsAre === 'entries'
    ? {
        name: say('deskNew.entry', { entry: line }),
        value: (column: string) => say('deskNew.new_value_entry', { column, entry: line }),
        leave: say('deskNew.leave_entry', { entry: line }),
      }
    : {
        name:
          entry === '' ? say('deskNew.line', { line }) : say('deskNew.line_of_entry', { line, entry: shown(entry) }),
        value: (column: string) => say('deskNew.new_value', { column, line }),
        leave: say('deskNew.leave_row', { line }),
      }
}

/** A cell of the file in which somebody may type, or for an operator choose. */
interface Cell {
  id: string
  /** The id of what says why it is asked for. */
  why?: string
  name: string
  now: string
  /** Undefined: nothing came back. */
  typed: string | undefined
  /** Operators that are probably meant; of one alone it is the choice, until somebody makes another. */
  likely?: Likely
}

interface Likely {
  codes: readonly OperatorCode[]
  /** Chosen for whoever looks: only what the one button says that corrects. */
  isChosen: boolean
}

export const cellInput = ({ id, why, name, now, typed }: Cell): VNode => html`
  <input
    id=${id}
    name=${name}
    form=${draftForm}
    value=${typed ?? now}
    maxlength="1000"
    autocomplete="off"
    aria-describedby=${why}
  />
`

const codes: readonly OperatorCode[] = operators.map(({ code }) => code)
const isCode = (text: unknown): text is OperatorCode => (codes as readonly unknown[]).includes(text)

/** The name of a field that says which choice was made for whoever looked: it counts with the button that corrects. */
export const suggestedName = (cell: string): string => `suggested-${cell}`

/**
 * What stands in the cell comes first, so that a row which nobody looked at stays as it is; then those that are probably meant. Where
 * that is one, it is chosen already.
 */
export function operatorList({ id, why, name, now, typed, likely }: Cell, { language }: Visit): VNode {
  const few = likely?.codes ?? []
  const suggested = typed === undefined && likely?.isChosen && few.length === 1 ? few[0] : undefined
  const chosen = typed ?? suggested ?? now
  const others = [...new Set([now, chosen])].filter((each) => !isCode(each))
  const byName = (some: readonly OperatorCode[]) =>
    some
      .map((code) => ({ code, text: renderWords(operatorName(code), language) }))
      .sort((one, other) => one.text.localeCompare(other.text, language))
      .map(({ code, text }) => option(code, text, chosen))
  return html`
    <select id=${id} name=${name} form=${draftForm} aria-describedby=${why}>
      ${others.map((each) => option(each, each === '' ? say('deskNew.choose') : shown(each), chosen))}
      ${byName(few)} ${byName(codes.filter((code) => !few.includes(code)))}
    </select>
    ${suggested === undefined ? null : html`<input type="hidden" name=${suggestedName(name)} value=${suggested} form=${draftForm} />`}
  `
}

/** What a problem's sentence names, else all operators of the country to which the row pays. @param given the row's country and number */
function likelyOperators(
  { message, suggestion }: Pick<Problem, 'message' | 'suggestion'>,
  given: { country: string; phone: string },
): OperatorCode[] {
  const named = [...new Set([...likelyOf(suggestion), ...codesOf(message)])]
  if (named.length > 0) return named
  const home = findCountry(given.country) ?? (isInternational(given.phone) ? countryOfNumber(given.phone) : null)
  return home === null ? [] : operatorsOf(home).map(({ code }) => code)
}

const isInternational = (phone: string): boolean => /^\s*(?:\+|00)/.test(phone)

function codesOf({ key, args }: Sentence): OperatorCode[] {
  if (key === 'payout.operator_not_correct_one_two') return likelyOf(args['operators'])
  return Object.values(args).flatMap((value) => (isSentence(value) ? codesOf(value) : likelyOf(value)))
}

/** The operators in what a sentence or a suggestion names; undefined names none. */
export const likelyOf = (value: unknown): OperatorCode[] => (Array.isArray(value) ? value : [value]).filter(isCode)
