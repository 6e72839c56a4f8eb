import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { Language } from '../words/catalogue.ts'
import type { Piece } from '../words/page.ts'
import { moneyText, unprintable } from '../words/render.ts'
import { type Sentence, say } from '../words/sentence.ts'

/** The problems in a form, by the name of the field. */
export type Problems = Readonly<Record<string, Sentence>>

export interface FieldProps {
  name: string
  /** Needed if several forms on a page have a field of this name. The name by default. */
  id?: string
  label: Sentence
  hint?: Sentence
  problem?: Sentence | undefined
  value?: string
  /** Attributes of the input: type, inputmode, autocomplete and so on. */
  input: Readonly<Record<string, string>>
  optional?: boolean
}

/** A labelled input with its hint and its problem. */
export function field({
  name,
  id = name,
  label,
  hint,
  problem,
  value = '',
  input,
  optional = false,
}: FieldProps): VNode {
  return framed(
    { name: id, label, hint, problem },
    html`<input
      id=${id}
      name=${name}
      value=${value}
      required=${!optional}
      aria-invalid=${problem ? 'true' : undefined}
      aria-describedby=${describedBy(id, hint, problem)}
      ...${input}
    />`,
  )
}

/** The same with the text and the problem of a posted form. */
export const typedField = (form: Form, problems: Problems, props: FieldProps): VNode =>
  field({ value: form[props.name] ?? '', problem: problems[props.name], ...props })

interface SelectProps extends Omit<FieldProps, 'value' | 'input' | 'optional'> {
  /** An option with a value must be chosen. */
  required?: boolean
  children: Piece
}

/** A labelled list to choose from; `children` are its options. */
export function selectField({ name, id = name, label, hint, problem, required, children }: SelectProps): VNode {
  return framed(
    { name: id, label, hint, problem },
    html`<select
      id=${id}
      name=${name}
      required=${required}
      aria-invalid=${problem ? 'true' : undefined}
      aria-describedby=${describedBy(id, hint, problem)}
    >
      ${children}
    </select>`,
  )
}

/** An option of such a list. @param chosen the value that is selected; none by default */
export const option = (value: string, label: Piece, chosen?: string): VNode =>
  html`<option value=${value} selected=${value === chosen}>${label}</option>`

/** What has to be corrected, at the top of the page, with a link to each field. Screen readers read it first. */
export function problemSummary(problems: Problems): VNode | null {
  const entries = Object.entries(problems)
  if (entries.length === 0) return null
  return html`
    <div class="problems" role="alert" tabindex="-1" autofocus>
      <h2>${say('web.to_correct')}</h2>
      <ul>
        ${entries.map(([name, problem]) => html`<li><a href=${`#${name}`}>${problem}</a></li>`)}
      </ul>
    </div>
  `
}

interface Frame {
  name: string
  label: Sentence
  hint: Sentence | undefined
  problem: Sentence | undefined
}

const framed = ({ name, label, hint, problem }: Frame, control: VNode): VNode => html`
  <div class=${problem ? 'field wrong' : 'field'}>
    <label for=${name}>${label}</label>
    ${hint ? html`<p class="hint" id=${`${name}-hint`}>${hint}</p>` : null}
    ${problem ? html`<p class="problem" id=${`${name}-problem`}>${problem}</p>` : null}
    ${control}
  </div>
`

function describedBy(name: string, hint: Sentence | undefined, problem: Sentence | undefined): string | undefined {
  const ids = [...(hint ? [`${name}-hint`] : []), ...(problem ? [`${name}-problem`] : [])]
  return ids.length > 0 ? ids.join(' ') : undefined
}

/** A posted form. If a field was sent several times, the last value counts. */
export type Form = Readonly<Record<string, string | undefined>>

/** Reads a parsed body or query. Values that are not text are left out, and NUL is replaced: Postgres can't store it. */
export function readForm(body: unknown): Form {
  if (typeof body !== 'object' || body === null) return {}
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
      const last: unknown = Array.isArray(value) ? value.at(-1) : value
      return typeof last === 'string' ? [[withoutNul(name), withoutNul(last)]] : []
    }),
  )
}

const withoutNul = (text: string): string => text.replaceAll('\0', '\ufffd')

/**
 * A merchant's text in which marks that could make it look like another text become U+FFFD, and line ends become spaces. The templates
 * escape it for HTML.
 */
export const shown = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\t\r\n]+/g, ' ')
    .replaceAll(unprintable, '\ufffd')

/**
 * An amount as people write it in a language: `1 250 000 FCFA`, `150,50 KES` in French, `1,250,000 FCFA` in English.
 *
 * @param amount the digits as the merchant sent them; no digit is dropped or rounded
 * @param currency ISO 4217
 */
export function amountText(amount: string, currency: string, language: Language): string {
  if (/^\d+(?:\.\d+)?$/.test(amount) && /^[A-Z]{3}$/.test(currency)) return moneyText(amount, currency, language)
  return `${shown(amount)}\u00a0${shown(currency)}`
}
