import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { type Reading, type Reconciliation, readFeeTolerance } from '../../../app/reconcile/reconcile.ts'
import { operatorName, operators } from '../../../payout/operators/operator.ts'
import { type Form, option, type Problems, selectField, typedField } from '../../../web/fields.ts'
import { type Sentence, say, type Words } from '../../../words/sentence.ts'

export interface AskedReading extends Reading {
  complete: boolean
  covers: string[]
}

const columns = {
  reference: say('report.reference_of_provider'),
  phone: say('deskBatch.number'),
  amount: say('deskBatch.amount'),
  date: say('deskPlaces.when'),
  status: say('deskPages.state'),
  account: say('deskBatch.statement_account'),
} as const satisfies Record<string, Sentence>
type Mapped = keyof typeof columns
const mapped = Object.keys(columns) as Mapped[]

/** The form's label for a column. */
export const columnLabel = (name: string): Words => (mapped.includes(name as Mapped) ? columns[name as Mapped] : name)

export function askedReading(query: Form): AskedReading | { problems: Problems } {
  const text = (name: string) =>
    (query[name] ?? '')
      .toWellFormed()
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, 200) || undefined
  const fee = text('fee')
  const feeTolerance = fee === undefined ? undefined : readFeeTolerance(fee)
  if (fee !== undefined && feeTolerance === undefined)
    return { problems: { fee: say('deskBatch.statement_fee_wrong') } }
  const map = Object.fromEntries(
    mapped.flatMap((each) => {
      const column = text(`column-${each}`)
      return column === undefined ? [] : [[each, column]]
    }),
  )
  const complete = query['complete'] === 'yes'
  const covers = complete ? coversIn(query) : []
  return { map, sheet: text('sheet'), account: text('account'), feeTolerance, complete, covers }
}

const coversIn = (query: Form): string[] =>
  operators.flatMap(({ code }) => (query[`covers-${code}`] === 'yes' ? [code] : []))

/** What people can say about a statement, depending on what it is compared with. */
export interface ReadingOf {
  /** Whether people may call it complete. */
  complete: boolean
  /** Whether lines are also matched by phone number. */
  phone: boolean
  account: Sentence
  /** Operators that it may not cover: people may say that it does. */
  unlisted?: readonly string[]
}

/** How else to read the statement. The form leads to the same page and changes nothing. */
export function readingForm(
  address: string,
  query: Form,
  problems: Problems,
  found: Reconciliation['columns'] | null,
  reads: ReadingOf,
): VNode {
  const input = { type: 'text', autocomplete: 'off', maxlength: '200', spellcheck: 'false' }
  const isOpen = found === null || Object.keys(query).length > 0
  const typed = (name: string, label: Sentence, hint: Sentence) =>
    typedField(query, problems, { name, label, hint, optional: true, input })
  return html`
    <details class="panel" open=${isOpen}>
      <summary>${say('deskBatch.read_otherwise')}</summary>
      <form class="fields" method="get" action=${address}>
        ${reads.complete ? completeBox(query) : null}
        ${[...new Set([...coversIn(query), ...(reads.unlisted ?? [])])].map((code) => coversBox(query, code))}
        ${typed('fee', say('deskBatch.statement_fee'), say('deskBatch.statement_fee_hint'))}
        ${typed('account', say('deskBatch.statement_account'), reads.account)}
        ${typed('sheet', say('deskBatch.sheet'), say('deskBatch.statement_sheet_hint'))}
        <fieldset>
          <legend>${say('deskBatch.statement_columns')}</legend>
          ${mapped
            .filter((each) => reads.phone || each !== 'phone')
            .map((each) => {
              const at = found?.index[each]
              const name = at === undefined ? undefined : found?.names[at]
              const hint = name ? say('deskBatch.column_found', { name }) : say('deskBatch.column_hint')
              return found === null
                ? typed(`column-${each}`, columns[each], hint)
                : columnList(`column-${each}`, columns[each], hint, found.names, query)
            })}
        </fieldset>
        <button type="submit">${say('deskBatch.read_again')}</button>
      </form>
    </details>
  `
}

/** A list of the file's columns, so that nobody has to type a name. */
const columnList = (name: string, label: Sentence, hint: Sentence, names: readonly string[], query: Form): VNode =>
  selectField({
    name,
    label,
    hint,
    children: [
      option('', say('deskNext.column_by_itself')),
      ...[...new Set(names)].filter((each) => each.trim() !== '').map((each) => option(each, each, query[name])),
    ],
  })

const completeBox = (query: Form): VNode => html`
  <label class="check">
    <input type="checkbox" name="complete" value="yes" checked=${query['complete'] === 'yes'} />
    <span>${say('deskBatch.statement_complete')} <span class="small">${say('deskBatch.statement_complete_hint')}</span></span>
  </label>
`

const coversBox = (query: Form, code: string): VNode => html`
  <label class="check">
    <input type="checkbox" name=${`covers-${code}`} value="yes" checked=${query[`covers-${code}`] === 'yes'} />
    <span>${say('deskNext.st_covers', { operator: operatorName(code) })}</span>
  </label>
`
