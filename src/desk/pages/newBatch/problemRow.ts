import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { DraftLook, ProblemGroup } from '../../../app/drafts/lookAtDraft.ts'
import {
  countryOf,
  findCountry,
  type OperatorCode,
  operatorName,
  operators,
  operatorsOf,
} from '../../../payout/operators/operator.ts'
import { homesOf } from '../../../payout/phone/homes.ts'
import { countryOfNumber } from '../../../payout/phone/phone.ts'
import { isInUse, type ProblemCode } from '../../../payout/problem.ts'
import { option, shown } from '../../../web/fields.ts'
import { renderWords } from '../../../words/render.ts'
import { isSentence, type Sentence, say } from '../../../words/sentence.ts'
import type { Visit } from '../page.ts'
import { beginningOf, type DraftView, draftForm } from './draftView.ts'
import { seeHeld } from './reworded.ts'
import { told } from './told.ts'

type Field = NonNullable<DraftLook['columns'][number]['field']>

/** A different reference or number would only hide that somebody is paid twice. Such a row is left out, or confirmed. */
const notTyped: readonly ProblemCode[] = ['malformed', 'reference_in_use', 'possible_duplicate']

/** Problems from a mark in the file itself. Clearing it is a decision, like leaving the row out. */
const marks: readonly string[] = ['payout.marked_paid', 'payout.marked_not_to_pay', 'payout.marked_other_way']

/** A corrected value would have the same style as the old one: struck through, or in the colour of the background. */
const unseen: readonly string[] = ['payout.sheet_strikes_value_through', 'payout.sheet_hides_value_by_color']

/** Sentences that name a second cell that could be the wrong one. */
const alsoMeant: Readonly<Record<string, Field>> = {
  'payout.brand_in_several_countries': 'phone_number',
  'payout.brand_probably': 'phone_number',
  'payout.no_operator_of_file': 'phone_number',
  'payout.no_operator_of_number': 'phone_number',
  'payout.number_another_country_operator_correct_one': 'operator',
  'payout.operator_not_correct_one_two': 'operator',
  'payout.payouts_not_correct_currency_amount': 'amount',
}

/** The kind of problem that says a row is in use, if it has other problems too. */
const inUseKind = say('deskNew.kind_reference_in_use')

type ShownRow = ProblemGroup['shown'][number]

/** Leaving out such a row would empty its cells, including the formulas. A button can still leave out all rows with problems. */
export const hasFormula = ({ row }: ShownRow): boolean => row?.formulas !== undefined

/**
 * A row with a problem: fields for the cells to correct, and a box to leave it out.
 *
 * @param offered the cells and rows that already have a field; this adds those of the row
 */
export function rowPart(view: DraftView, group: ProblemGroup, one: ShownRow, offered: Set<string>): VNode {
  const { asked, look } = view
  const { form } = asked
  const { problem, row, at, inUse } = one
  const { line, value, message } = problem
  const ofName = (row?.cells ?? []).filter((cell, column) => cell && look.columns[column]?.field === 'name')
  const name = ofName.join(' ')
  const leave = `leave-${line}`
  const mayBeTyped = !inUse && (!notTyped.includes(group.code) || marks.includes(message.key))
  const meant = (mayBeTyped ? [at, ...alsoAt(look, message)] : []).filter(
    (column) => column !== -1 && !offered.has(nameOf(line, column)),
  )
  // The corrected copy keeps the file's other contents, and a formula could get a different result there.
  const isFormula = (column: number): boolean => row?.formulas?.includes(column) === true
  const isUnseen = (column: number): boolean => column === at && unseen.includes(message.key)
  const cells = meant.filter((column) => !isFormula(column) && !isUnseen(column))
  const isFirst = !offered.has(leave)
  const mayLeave = isFirst && !hasFormula(one)
  for (const column of cells) offered.add(nameOf(line, column))
  offered.add(leave)
  const why = `${group.code}-${line}-${at}-why`
  const place = placeOf(look, line, row)
  return html`
    <li>
      <div class="what">
        <strong>${place.name}</strong>${name === '' ? null : html` · ${shown(beginningOf(name))}`}
        ${cells.includes(at) || value === '' ? null : html` · <code>${shown(value)}</code>`}
        <p id=${why}>${told(message)}${seeHeld(message)}</p>
        ${meant.some(isFormula) ? html`<p>${say('deskNew.cell_has_formula')}</p>` : meant.some(isUnseen) ? html`<p>${say('deskNew.cell_not_here')}</p>` : null}
        ${isFirst && !mayLeave ? html`<p>${say('deskNew.row_has_formula')}</p>` : null}
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

/** The second column that a sentence means, if the file has it. */
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
  const cell: Cell = { id, why, name, now: row?.cells[column] ?? '', typed: form[name] }
  const label = column === at ? problem.column : (look.columns[column]?.name ?? '')
  // If there is one field for all such rows, this row has no suggestion of its own, which would compete with it.
  const isAlone = column === at && !alike.some((each) => each.value === value)
  const { codes, isTold } = likelyOperators(look, { problem, row })
  const likely = { codes, isChosen: isAlone && isTold }
  return html`
    <label for=${id}>${placeOf(look, line, row).value(shown(label))}</label>
    ${look.columns[column]?.field === 'operator' ? operatorList({ ...cell, likely }, visit) : cellInput(cell)}
  `
}

/** The place of a row in words, in the uploaded file or in the table made from it. */
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

/** A cell of the file with a text field, or with a list of operators. */
interface Cell {
  id: string
  /** The id of the text that explains the problem. */
  why?: string
  name: string
  now: string
  /** Undefined if the form was not posted. */
  typed: string | undefined
  /** The operators that are probably meant. A single one is preselected. */
  likely?: Likely
}

interface Likely {
  codes: readonly OperatorCode[]
  /** Preselected, and counts only with the button that corrects. */
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

/** The name of a field that holds a preselected choice: it counts only with the button that corrects. */
export const suggestedName = (cell: string): string => `suggested-${cell}`

/**
 * The cell's current text comes first, so that an untouched row stays as it is, then the operators that are probably meant. A single one of
 * these is preselected.
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

/** The operators that a row probably means. `isTold`: the row itself tells them, by its words or its country. */
function likelyOperators(
  { columns }: DraftLook,
  { problem: { message, suggestion }, row }: Pick<ShownRow, 'problem' | 'row'>,
): { codes: OperatorCode[]; isTold: boolean } {
  const cellOf = (field: Field) => row?.cells[columns.findIndex((each) => each.field === field)] ?? ''
  const isOtherwhere = ['payout.no_operator_of_file', 'payout.no_operator_of_number'].includes(message.key)
  const named = [...new Set([...likelyOf(suggestion), ...(isOtherwhere ? [] : codesOf(message))])]
  if (named.length > 0) return { codes: named, isTold: !notNamed.includes(message.key) }
  const phone = cellOf('phone_number')
  const home = findCountry(cellOf('country')) ?? (isInternational(phone) ? countryOfNumber(phone) : null)
  if (home !== null) return { codes: operatorsOf(home).map(({ code }) => code), isTold: true }
  return {
    codes: homesOf(phone).flatMap((code) => operatorsOf(countryOf(code)).map((each) => each.code)),
    isTold: false,
  }
}

/** Sentences that name operators which the row doesn't: by the rest of the file, or instead of the one that it names. */
const notNamed: readonly string[] = [
  'payout.brand_probably',
  'payout.no_operator_in_likely_country',
  'payout.no_operator_there',
]

/** The operators that most of the shown rows with the same text probably mean. */
export function likelyInAll(look: DraftLook, { shown: rows }: ProblemGroup, value: string): OperatorCode[] {
  const named = new Map<OperatorCode, number>()
  for (const one of rows) {
    if (one.problem.value !== value) continue
    for (const code of likelyOperators(look, one).codes) named.set(code, (named.get(code) ?? 0) + 1)
  }
  const most = Math.max(...named.values())
  return [...named].filter(([, times]) => times === most).map(([code]) => code)
}

const isInternational = (phone: string): boolean => /^\s*(?:\+|00)/.test(phone)

function codesOf({ key, args }: Sentence): OperatorCode[] {
  if (key === 'payout.operator_not_correct_one_two') return likelyOf(args['operators'])
  return Object.values(args).flatMap((value) => (isSentence(value) ? codesOf(value) : likelyOf(value)))
}

/** The operators in an argument of a sentence or in a suggestion. Undefined has none. */
export const likelyOf = (value: unknown): OperatorCode[] => (Array.isArray(value) ? value : [value]).filter(isCode)
