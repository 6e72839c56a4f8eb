import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { Piece } from '../words/page.ts'
import { count, type Sentence, say, type Value } from '../words/sentence.ts'

/**
 * The building blocks of pages; fields.ts has the fields of forms. A tone is shown by an icon and a word, never by its colour
 * alone: `good` is done, `busy` in progress, `ask` needs a person, `wrong` failed, `quiet` is none of these.
 */
export type Tone = 'good' | 'busy' | 'ask' | 'wrong' | 'quiet'

const signs: Readonly<Record<Tone, string>> = {
  good: 'M4 12.5l5 5L20 7',
  busy: 'M12 7v5l3.5 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18',
  ask: 'M12 3L2.5 20h19zM12 10v4.5M12 17.2v.1',
  wrong: 'M6 6l12 12M18 6L6 18',
  quiet: 'M6 12h12',
}

/** The icon of a tone. Screen readers skip it: the word beside it says the same. */
const sign = (tone: Tone): VNode => html`
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${signs[tone]} /></svg>
`

/** A single value in the reader's language: `count(4000)`, `money(…)`, `batchStateOf('paused')`. */
export const written = (value: Value): Sentence => say('web.value', { value })

export const badge = (tone: Tone, text: Piece): VNode =>
  html`<span class=${`badge ${tone}`}>${sign(tone)}${text}</span>`

/** A message. Use `role: 'status'` for what was just done. */
export const notice = (
  tone: Tone,
  text: Piece,
  { title, role }: { title?: Sentence; role?: string } = {},
): VNode => html`
  <div class=${`notice ${tone}`} role=${role}>
    ${sign(tone)}
    <div>
      ${title ? html`<h2>${title}</h2>` : null}
      <p>${text}</p>
    </div>
  </div>
`

interface PageHead {
  title: Piece
  /** A sentence below it. */
  text?: Piece
  /** Above it: a link to the page that this one belongs to. */
  crumb?: Piece
  /** Links and buttons beside it. */
  actions?: Piece
}

export const pageHead = ({ title, text, crumb, actions }: PageHead): VNode => html`
  <div class="page-head">
    <div>
      ${crumb ? html`<p class="crumb">${crumb}</p>` : null}
      <h1>${title}</h1>
      ${text ? html`<p>${text}</p>` : null}
    </div>
    ${actions ? html`<div class="actions">${actions}</div>` : null}
  </div>
`

/** A heading of a part of a page, and a link beside it. */
export const sectionHead = (title: Piece, link: Piece = null): VNode => html`
  <div class="section-head"><h2>${title}</h2>${link}</div>
`

/** Stands in for an empty list: says what would be there, and how it gets there. */
export const emptyState = (text: Piece, action: Piece = null): VNode => html`
  <div class="empty"><p>${text}</p>${action}</div>
`

export interface Column {
  name: Sentence
  /** Amounts and counts are right-aligned. */
  number?: boolean
}

/**
 * On a narrow screen the style sheet turns each row into a card; with the roles, it stays a table for screen readers.
 *
 * @param rows the cells of each, in the order of the columns
 */
export const table = (label: Sentence, columns: readonly Column[], rows: readonly (readonly Piece[])[]): VNode =>
  tableOf(
    label,
    columns,
    rows.map((cells) => tableRow(columns, cells)),
  )

/** The same with rows made by `tableRow`. */
export const tableOf = (label: Sentence, columns: readonly Column[], rows: readonly VNode[]): VNode => html`
  <table class="sheet" role="table" aria-label=${label}>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(({ name, number }) => html`<th role="columnheader" scope="col" class=${classOf(number)}>${name}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows}
    </tbody>
  </table>
`

/** One row of such a table. */
export const tableRow = (columns: readonly Column[], cells: readonly Piece[]): VNode =>
  html`<tr role="row">
    ${columns.map(
      ({ name, number }, at) =>
        html`<td role="cell" data-label=${name} class=${classOf(number)}>${cells[at] ?? null}</td>`,
    )}
  </tr>`

const classOf = (number = false): string | undefined => (number ? 'number' : undefined)

/** Labels with their values: `facts([[say('…'), value]])`. */
export const facts = (pairs: readonly (readonly [Piece, Piece])[]): VNode => html`
  <dl class="facts">
    ${pairs.map(([name, value]) => html`<div class="fact"><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>
`

/**
 * A bar of shares of a whole, drawn by the server.
 *
 * @param label says in words what it shows
 */
export function bar(label: Sentence, whole: number, shares: readonly { tone: Tone; of: number }[]): VNode {
  let from = 0
  const rects = shares.map(({ tone, of }) => {
    const [x, width] = [share(from, whole), share(of, whole)]
    from += of
    return html`<rect class=${tone} x=${x} width=${width} height="100%" />`
  })
  return html`<svg class="meter" role="img" aria-label=${label} focusable="false">${rects}</svg>`
}

const share = (part: number, whole: number): string => `${whole > 0 ? Number(((100 * part) / whole).toFixed(2)) : 0}%`

/** Progress through several pages. @param at the current step, from 0 */
export const steps = (names: readonly Sentence[], at: number): VNode => html`
  <ol class="steps" aria-label=${say('web.steps')}>
    ${names.map(
      (
        name,
        index,
      ) => html`<li class=${index < at ? 'past' : undefined} aria-current=${index === at ? 'step' : undefined}>
        ${name}
      </li>`,
    )}
  </ol>
`

/** An identifier such as `amount_below_least`. In a narrow column it breaks after an underscore, never within a word. */
export const codeWord = (word: string): VNode =>
  html`<code>${word.split(/(?<=_)/).map((part, at) => (at === 0 ? part : html`<wbr />${part}`))}</code>`

interface Pager {
  /** URLs; null if there is no such page. */
  newer: string | null
  older: string | null
  /** For lists whose pages are counted. */
  page?: { number: number; of: number }
  /** By default, those of a list in order of time, latest first. */
  words?: PagerWords
}

interface PagerWords {
  before: Sentence
  after: Sentence
}

const byTime: PagerWords = { before: say('web.newer'), after: say('web.older') }

/** For lists in any other order: on to the next page, or back to the first. */
export const byPage: PagerWords = { before: say('web.first_page'), after: say('web.next_page') }

/** Links to the pages before and after; null if there is only one page. */
export function pager({ newer, older, page, words = byTime }: Pager): VNode | null {
  if (newer === null && older === null) return null
  return html`
    <nav class="pager" aria-label=${say('web.pages')}>
      ${newer === null ? null : html`<a rel="prev" href=${newer}>${words.before}</a>`}
      ${page ? html`<span>${say('web.page_of', { page: count(page.number), pages: count(page.of) })}</span>` : null}
      ${older === null ? null : html`<a rel="next" href=${older}>${words.after}</a>`}
    </nav>
  `
}
