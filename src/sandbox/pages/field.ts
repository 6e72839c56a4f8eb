import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { Piece } from './layout.ts'
import type { Words } from './words.ts'

/** What is wrong with a form, by the name of the field. */
export type Problems = Readonly<Record<string, string>>

export interface FieldProps {
  name: string
  label: string
  hint?: string
  problem?: string | undefined
  value?: string
  /** Attributes of the input: type, inputmode, autocomplete and so on. */
  input: Readonly<Record<string, string>>
  optional?: boolean
}

/** A labelled input, with its hint and what is wrong with it beside it. */
export function field({ name, label, hint, problem, value = '', input, optional = false }: FieldProps): VNode {
  return framed(
    { name, label, hint, problem },
    html`<input
      id=${name}
      name=${name}
      value=${value}
      required=${!optional}
      aria-invalid=${problem ? 'true' : undefined}
      aria-describedby=${describedBy(name, hint, problem)}
      ...${input}
    />`,
  )
}

export interface SelectProps {
  name: string
  label: string
  hint?: string
  problem?: string | undefined
  children: Piece
}

/** A labelled list to choose from; `children` are its options. */
export function selectField({ name, label, hint, problem, children }: SelectProps): VNode {
  return framed(
    { name, label, hint, problem },
    html`<select
      id=${name}
      name=${name}
      aria-invalid=${problem ? 'true' : undefined}
      aria-describedby=${describedBy(name, hint, problem)}
    >
      ${children}
    </select>`,
  )
}

/** What has to be corrected, at the top of the page: the first thing that is read out, with a link to each field. */
export function problemSummary(words: Words, problems: Problems): VNode | null {
  const entries = Object.entries(problems)
  if (entries.length === 0) return null
  return html`
    <div class="problems" role="alert" tabindex="-1" autofocus>
      <h2>${words.problems.heading}</h2>
      <ul>
        ${entries.map(([name, text]) => html`<li><a href=${`#${name}`}>${text}</a></li>`)}
      </ul>
    </div>
  `
}

interface Frame {
  name: string
  label: string
  hint: string | undefined
  problem: string | undefined
}

const framed = ({ name, label, hint, problem }: Frame, control: VNode): VNode => html`
  <div class=${problem ? 'field wrong' : 'field'}>
    <label for=${name}>${label}</label>
    ${hint ? html`<p class="hint" id=${`${name}-hint`}>${hint}</p>` : null}
    ${problem ? html`<p class="problem" id=${`${name}-problem`}>${problem}</p>` : null}
    ${control}
  </div>
`

function describedBy(name: string, hint: string | undefined, problem: string | undefined): string | undefined {
  const ids = [...(hint ? [`${name}-hint`] : []), ...(problem ? [`${name}-problem`] : [])]
  return ids.length > 0 ? ids.join(' ') : undefined
}
