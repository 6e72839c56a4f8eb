import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { Sentence } from '../../words/sentence.ts'

/** The head of a self-contained page, which people send on as one file. */
export const pageHead = (title: Sentence, style: string): VNode => html`
  <head>
    <meta charset="utf-8" />
    <title>${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <style dangerouslySetInnerHTML=${{ __html: style }} />
  </head>
`

/** One entry in a list of facts; null if the value is empty. */
export const fact = (label: Sentence, value: Sentence | string | null): VNode | null =>
  value === null || value === ''
    ? null
    : html`<div>
        <dt>${label}</dt>
        <dd>${value}</dd>
      </div>`
