import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { PayoutState } from '../payout/state.ts'
import type { Language } from '../words/language.ts'
import { t } from '../words/t.ts'
import { attentionRows, countText, type HtmlContent, type StateSum, shownColumns, shownStates } from './htmlContent.ts'
import type { ReportRow } from './row.ts'
import type { XlsxWords } from './xlsxWords.ts'

export type Html = VNode | VNode[] | null

/** How many rows of each state there are, and what they add up to. */
export const totalsSection = ({ byState, all, language }: HtmlContent, words: XlsxWords): Html => html`
  <section aria-labelledby="totals">
    <h2 id="totals">${t`Totals`}</h2>
    <table class="totals">
      <thead>
        <tr>
          <th scope="col">${words.statusHeading}</th>
          <th scope="col" class="number">${words.count}</th>
          <th scope="col" class="number">${t`Amount`}</th>
          <th scope="col">${words.meaningHeading}</th>
        </tr>
      </thead>
      <tbody>
        ${[...byState].map(
          ([state, { rows, amounts }]) => html`<tr>
            <th scope="row">${mark(state, words)}</th>
            <td class="number" data-label=${words.count}>${countText(rows, language)}</td>
            <td class="number" data-label=${t`Amount`}>${lines(amounts)}</td>
            <td data-label=${words.meaningHeading}>${words.meaning[state]}</td>
          </tr>`,
        )}
        ${
          byState.size < 2
            ? null
            : html`<tr class="all">
                <th scope="row">${words.all}</th>
                <td class="number" data-label=${words.count}>${countText(all.rows, language)}</td>
                <td class="number" data-label=${t`Amount`}>${lines(all.amounts)}</td>
                <td></td>
              </tr>`
        }
      </tbody>
    </table>
  </section>
`

/** A bar for each operator, as long as its share of the rows, in the colours of their states; the figures beside it. */
export function operatorSection({ byOperator, language }: HtmlContent, words: XlsxWords): Html {
  const most = Math.max(1, ...byOperator.map(({ rows }) => rows))
  return html`
    <section aria-labelledby="operators">
      <h2 id="operators">${t`By operator`}</h2>
      <ul class="operators">
        ${byOperator.map(
          ({ operator, rows, byState }) => html`<li>
            <h3>${operator === '' ? t`no operator` : operator}</h3>
            <div class="bar" style=${`width: ${percent(rows, most)}`} aria-hidden="true">
              ${[...byState].map(
                ([state, sum]) => html`<span class=${state} style=${`width: ${percent(sum.rows, rows)}`}></span>`,
              )}
            </div>
            <p class="figures">${[...byState].map(([state, sum]) => figure(state, sum, words, language))}</p>
          </li>`,
        )}
      </ul>
    </section>
  `
}

const figure = (state: PayoutState, { rows, amounts }: StateSum, words: XlsxWords, language: Language): Html => html`
  <span>${mark(state, words)} ${countText(rows, language)}${amounts.length > 0 ? ` (${amounts.join(', ')})` : ''}</span>
`

/** The rows that are not paid, why, and what to do about each. */
export function attentionSection(content: HtmlContent, words: XlsxWords): Html {
  const { attention, attentionCounts, facts, columns, language } = content
  const all = [...attentionCounts.values()].reduce((sum, n) => sum + n, 0)
  if (all === 0) {
    return html`<section aria-labelledby="attention">
      <h2 id="attention">${t`Rows that need somebody`}</h2>
      <p>${t`None: every row is paid.`}</p>
    </section>`
  }
  const names = columns.slice(0, shownColumns)
  return html`
    <section aria-labelledby="attention">
      <h2 id="attention">${t`Rows that need somebody`} (${countText(all, language)})</h2>
      ${all > attentionRows ? html`<p>${t`The first ${attentionRows} of them. All are in the report as CSV.`}</p>` : null}
      <ul class="todo">
        ${shownStates.filter((state) => attentionCounts.has(state)).map((state) => html`<li>${mark(state, words)} ${whatToDo(state, facts)}</li>`)}
      </ul>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col" class="number">${t`Line`}</th>
            <th scope="col">${words.statusHeading}</th>
            ${names.map((name) => html`<th scope="col">${name}</th>`)}
            <th scope="col">${t`What happened`}</th>
          </tr>
        </thead>
        <tbody>
          ${attention.map((row) => attentionRow(row, names, words))}
        </tbody>
      </table>
    </section>
  `
}

const attentionRow = (row: ReportRow, names: readonly string[], words: XlsxWords): Html => html`
  <tr>
    <th scope="row" class="number" data-label=${t`Line`}>${row.line}</th>
    <td data-label=${words.statusHeading}>${mark(row.status, words)}</td>
    ${names.map((name, index) => html`<td data-label=${name} class=${cellClass(row.cells[index])}>${row.cells[index] ?? ''}</td>`)}
    <td data-label=${t`What happened`}>
      <span>
        ${row.errorMessage ?? ''}
        ${row.providerReference === null ? null : html`<span class="reference">${t`Reference ${row.providerReference}`}</span>`}
      </span>
    </td>
  </tr>
`

/** A word so long must be broken, or the table would be wider than the page. An amount or a phone number stays on one line: `1 250` above `000` is misread. */
function cellClass(cell: string | null | undefined): 'long' | 'whole' | undefined {
  if (/\S{24}/.test(cell ?? '')) return 'long'
  return /^[+(]?\d[\d\s.,()-]{1,20}$/.test(cell ?? '') ? 'whole' : undefined
}

/** No command that would be refused: a cancelled batch takes no retry, and one that waits for an approval no resume. */
function whatToDo(status: PayoutState, { id, state }: HtmlContent['facts']): string {
  switch (status) {
    case 'failed':
      return state === 'cancelled'
        ? t`Nothing was paid. Mend the cause, and give the row in a new file.`
        : t`Nothing was paid. Mend the cause, then try again: payrun retry ${id} --line N`
    case 'unknown':
      return t`The money may have moved: do not pay again before the provider's statement says that it did not. payrun reconcile ${id} STATEMENT`
    case 'accepted':
      return t`The provider has it and has not said how it ended. Its statement says so in the end: payrun reconcile ${id} STATEMENT`
    case 'invalid':
      return t`Was never sent. Mend the row, and give it in a new file.`
    case 'cancelled':
      return t`Was stopped before it was sent: nothing was paid. Give it in a new file if it is still to be paid.`
    case 'pending':
    case 'sending':
      return state === 'awaiting_approval'
        ? t`Is not paid until somebody else approves it: payrun approve ${id} --as NAME`
        : t`Is not over yet: payrun resume ${id}`
    case 'paid':
      return ''
  }
}

/** Colour is never all that tells: a sign and the word stand beside it. */
const mark = (state: PayoutState, words: XlsxWords): Html => html`
  <span class="mark ${state}"><span aria-hidden="true">${signs[state]}</span> ${words.status[state]}</span>
`

const signs: Readonly<Record<PayoutState, string>> = {
  paid: '✓',
  failed: '✗',
  invalid: '!',
  unknown: '?',
  accepted: '…',
  pending: '·',
  sending: '→',
  cancelled: '–',
}

/** In one box: on a phone the cell sets what is in it side by side, and sums below each other fit. */
const lines = (texts: readonly string[]): Html =>
  texts.length === 0 ? null : html`<span>${texts.map((text) => html`<span class="line">${text}</span>`)}</span>`

/** A share with a tenth of a percent; never so little that it can't be seen. */
const percent = (part: number, whole: number): string => `${Math.max(0.5, Math.round((part / whole) * 1000) / 10)}%`
