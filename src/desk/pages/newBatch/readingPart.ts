import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { isNothing } from '../../../app/drafts/lookAtDraft.ts'
import { hiddenChoices } from '../../../app/submit/choices.ts'
import { fieldName } from '../../../app/submit/preview.ts'
import { field, option, selectField, shown } from '../../../web/fields.ts'
import { type Sentence, say } from '../../../words/sentence.ts'
import { bytesOf, roomFor } from '../room.ts'
import { type DraftView, draftForm, isUndecidedField } from './draftView.ts'
import { clocks } from './payPart.ts'

/** The fields for which a column can be chosen. */
export const mapped = ['operator', 'phone_number', 'amount', 'reference', 'country', 'currency', 'name'] as const
type Mapped = (typeof mapped)[number]

/**
 * The choices that the command line has as options, open if the file can't be read without one. They are inside the page's form, to which
 * the fields elsewhere also belong. If nothing can be chosen, it is a link to choose another file.
 */
export function readingPart(view: DraftView): VNode {
  const { draft, look } = view
  const path = `/batches/new/${draft.id}`
  if (isNothing(look, draft))
    return html`
      <form id=${draftForm} method="post" action=${`${path}/pay`}>${hiddenFields(view)}</form>
      <p class="actions"><a class="primary" href="/batches/new">${say('deskNew.choose_another')}</a></p>
    `
  return html`
    <details class="panel reading" open=${look.found.kind === 'refused'}>
      <summary><h2>${say('deskNew.how_read')}</h2></summary>
      <p class="small">${say('deskNew.how_read_text')}</p>
      <form class="grid" id=${draftForm} method="post" action=${`${path}/pay`}>
        ${hiddenFields(view)} ${look.sheets.length > 0 ? sheetLists(view) : null}
        ${look.columns.length === 0 && noneChosen(view) ? null : isWide(view) ? [...mapped.map((each) => columnField(view, each)), columnNames(view)] : mapped.map((each) => columnList(view, each))}
        <div class="whole"><button type="submit" formaction=${path}>${say('deskNew.check_again')}</button></div>
      </form>
    </details>
  `
}

/** If a workbook's sheet is empty or not chosen yet, no column can be chosen. */
const noneChosen = ({ draft }: DraftView): boolean => Object.keys(draft.wishes.map).length === 0

/**
 * Enter in any field presses the first button of its form: this one, which stores what was typed and pays nothing. It comes before all
 * other buttons of the page, including those for the language. The `div` is hidden and not the button, because the style of buttons would
 * show it.
 */
export const enterButton = (): VNode => html`
  <div hidden><button type="submit" form=${draftForm} name="act" value="check"></button></div>
`

function hiddenFields(view: DraftView): VNode {
  const { draft, look, rows } = view
  const [atZone, hoursZone] = clocks(view)
  return html`
    <input type="hidden" name="revision" value=${String(draft.revision)} />
    ${look.found.kind === 'readable' ? html`<input type="hidden" name="seen" value=${look.found.seen} />` : null}
    <input type="hidden" name="kind" value=${rows.only ?? ''} />
    <input type="hidden" name="from" value=${String(rows.from)} />
    <input type="hidden" name="at_zone" value=${atZone} />
    <input type="hidden" name="between_zone" value=${hoursZone} />
  `
}

const hiddenWords = { pay: say('deskNew.hidden_pay'), skip: say('deskNew.hidden_skip') }

/** The room for the list of sheets. */
const sheetsBytes = 4_000

function sheetField({ asked, draft: { wishes }, look }: DraftView): VNode {
  const sheet = asked.form['sheet'] ?? wishes.sheet ?? ''
  const options = look.sheets.map((each) => option(each, shown(each), sheet))
  const label = say('deskNew.sheet')
  if (bytesOf(html`${options}`, asked.visit) <= sheetsBytes)
    return selectField({ name: 'sheet', label, children: [option('', say('deskNew.by_itself'), sheet), ...options] })
  const names = look.sheets.slice(0, mostSuggested).map((each) => html`<option value=${each} />`)
  const input = { type: 'text', list: sheetsId, autocomplete: 'off', maxlength: '1000' }
  return html`
    ${field({ name: 'sheet', label, hint: say('deskNew.by_itself'), value: sheet, optional: true, input })}
    <datalist id=${sheetsId}>${names.slice(0, roomFor(names, asked.visit, sheetsBytes))}</datalist>
  `
}

const sheetsId = 'sheets'

function sheetLists(view: DraftView): VNode[] {
  const hidden = view.asked.form['hidden'] ?? view.draft.wishes.hidden ?? ''
  return [
    sheetField(view),
    selectField({
      name: 'hidden',
      label: say('deskNew.hidden'),
      children: [
        option('', say('deskNew.hidden_ask'), hidden),
        ...hiddenChoices.map((each) => option(each, hiddenWords[each], hidden)),
      ],
    }),
  ]
}

/** The room for the lists of columns. */
const listsBytes = 9_000

const columnOptions = ({ look }: DraftView): VNode[] => look.columns.map(({ name }) => option(name, shown(name)))

/** Whether the columns are too many or too long to list them for each field. */
const isWide = (view: DraftView): boolean =>
  mapped.length * bytesOf(html`${columnOptions(view)}`, view.asked.visit) > listsBytes

const columnsId = 'columns'

/** Suggests as many names as fit, in one list for all fields. Others can be typed. */
const columnNames = (view: DraftView): VNode => {
  const names = view.look.columns.slice(0, mostSuggested).map(({ name }) => html`<option value=${name} />`)
  return html`<datalist id=${columnsId}>${names.slice(0, roomFor(names, view.asked.visit, listsBytes))}</datalist>`
}

const mostSuggested = 1_000

function columnField({ asked: { form }, draft, look }: DraftView, each: Mapped): VNode {
  const { map } = draft.wishes
  return field({
    name: `column-${each}`,
    label: say('deskNew.column_for', { field: fieldName(each) }),
    hint: unchosen(look, map, each),
    value: form[`column-${each}`] ?? map[each] ?? '',
    optional: true,
    input: { type: 'text', list: columnsId, autocomplete: 'off', maxlength: '1000' },
  })
}

function columnList({ asked: { form }, draft, look }: DraftView, each: Mapped): VNode {
  const { map } = draft.wishes
  const chosen = form[`column-${each}`] ?? map[each] ?? ''
  // A chosen column that the file doesn't have stays chosen until somebody changes it, so that a button elsewhere doesn't undo it.
  const names = new Set([...look.columns.map(({ name }) => name), map[each] ?? ''])
  return selectField({
    name: `column-${each}`,
    label: say('deskNew.column_for', { field: fieldName(each) }),
    children: [
      option('', unchosen(look, map, each), chosen),
      ...[...names].filter((name) => name !== '').map((name) => option(name, shown(name), chosen)),
    ],
  })
}

/** Which column is read if nobody chooses one. */
function unchosen(
  { columns, found }: DraftView['look'],
  map: DraftView['draft']['wishes']['map'],
  each: Mapped,
): Sentence {
  if (map[each] !== undefined) return say('deskNew.by_itself')
  if (isUndecidedField(found, each)) return say('deskNew.choose')
  const own = columns.filter(({ field }) => field === each).map(({ name }) => name)
  return own.length === 0
    ? say('deskNew.no_such_column')
    : say('deskNew.by_itself_as', { name: shown(own.join(' + ')) })
}
