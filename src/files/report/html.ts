import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { operatorName } from '../../payout/operators/operator.ts'
import { batchStates, type Doubt, type PayoutState } from '../../payout/state.ts'
import type { Language } from '../../words/catalogue.ts'
import { renderPage, visibly } from '../../words/page.ts'
import { count, type Sentence, say } from '../../words/sentence.ts'
import {
  attentionRows,
  countText,
  fact,
  gatherHtml,
  type HtmlContent,
  htmlStyle,
  moneyOf,
  pageHead,
  paidRows,
  type StateSum,
  shownStates,
} from './htmlContent.ts'
import { doubtWords, meaningsOf, type ReportContent, type ReportRow, sandboxMark } from './row.ts'
import { settledSentence } from './settled.ts'

/**
 * A report to print or send on: one self-contained page with the rows that need attention and what to do about each, then totals, a
 * bar per operator, and the paid rows if they are requested. It has no script, and is readable on a phone and on paper.
 *
 * @yields the whole page at once: it has at most `attentionRows` and `paidRows` rows
 */
export async function* htmlReport(content: ReportContent): AsyncGenerator<string> {
  const gathered = await gatherHtml(content)
  const { facts, times, language } = gathered
  const sandbox = sandboxMark(content) === null ? null : say('report.sandbox')
  const { name } = facts
  const title = sandbox ? say('report.page_title_sandbox', { name }) : say('report.page_title', { name })
  const rows = countText(gathered.rows, language)
  const page: VNode = html`
    <html lang=${language}>
      ${pageHead(title, htmlStyle)}
      <body>
        <main>
          <header>
            <p class="kind">${say('report.payout_report')}</p>
            <h1>${name}</h1>
            ${sandbox && html`<p class="sandbox">${sandbox}</p>`} ${badge(gathered, sandbox !== null)}
            <dl class="facts">
              ${fact(say('report.batch'), facts.id)} ${fact(say('report.file'), facts.file)} ${fact(say('report.period'), facts.period)}
              ${fact(say('report.submitted_by'), facts.submitter)} ${fact(times.created.label, times.created.at)}
              ${fact(say('report.approved_by'), facts.approvals)} ${fact(times.settled.label, times.settled.at)}
            </dl>
          </header>
          ${attentionSection(gathered)} ${totalsSection(gathered)} ${operatorSection(gathered)} ${paidSection(gathered)}
          <footer>
            <p>${say('report.file_rows', { n: gathered.rows, rows })}</p>
            <p>${say('report.every_row_in_csv')}</p>
          </footer>
        </main>
      </body>
    </html>
  `
  yield visibly(renderPage(page, language))
}

type Html = VNode | VNode[] | null

/** Green only if everybody is paid, because some readers look no further. */
function badge({ facts, byState, totals }: HtmlContent, isSandbox: boolean): Html {
  const state = batchStates.find((each) => each === facts.state)
  if (state === 'settled' && byState.size > 0) {
    const { doubts = {}, elsewhere = { paid: 0, open: 0 } } = totals
    const counts = Object.fromEntries([...byState].map(([each, { rows }]) => [each, rows]))
    const { isAllPaid, words } = settledSentence(counts, {
      doubted: (doubts.failed ?? 0) + (doubts.cancelled ?? 0),
      elsewhere,
    })
    if (isAllPaid && !doubts.paid) return html`<p class=${`state ${isSandbox ? 'trial' : 'all-paid'}`}>${words}</p>`
    const says = isAllPaid && doubts.paid ? say('report.some_maybe_not_paid', { rows: count(doubts.paid) }) : words
    return html`<p class="state not-all-paid">${says}</p>`
  }
  return html`<p class="state ${facts.state}">${state ? say(`names.batch_${state}`) : facts.state}</p>`
}

/** The number of rows in each state, and their sums. */
const totalsSection = ({ byState, totals, all, language }: HtmlContent): Html => html`
  <section aria-labelledby="totals">
    <h2 id="totals">${say('report.totals')}</h2>
    <table class="totals">
      <thead>
        <tr>
          <th scope="col">${say('report.status')}</th>
          <th scope="col" class="number">${say('report.rows')}</th>
          <th scope="col" class="number">${say('report.amount')}</th>
          <th scope="col">${say('report.meaning')}</th>
        </tr>
      </thead>
      <tbody>
        ${[...byState].map(
          ([state, { rows, amounts }]) => html`<tr>
            <th scope="row">${mark(state)}</th>
            <td class="number" data-label=${say('report.rows')}>${countText(rows, language)}</td>
            <td class="number" data-label=${say('report.amount')}>${lines(amounts)}</td>
            <td data-label=${say('report.meaning')}>${meaningsOf(state, totals).map((each, at) => (at === 0 ? each : html` <strong>${each}</strong>`))}</td>
          </tr>`,
        )}
        ${
          byState.size < 2
            ? null
            : html`<tr class="all">
                <th scope="row">${say('report.all_rows')}</th>
                <td class="number" data-label=${say('report.rows')}>${countText(all.rows, language)}</td>
                <td class="number" data-label=${say('report.amount')}>${lines(all.amounts)}</td>
                <td></td>
              </tr>`
        }
      </tbody>
    </table>
  </section>
`

/** A bar for each operator, whose length shows its number of rows, in the colours of their states, and the figures below it. */
function operatorSection({ byOperator, language }: HtmlContent): Html {
  const most = Math.max(1, ...byOperator.map(({ rows }) => rows))
  return html`
    <section aria-labelledby="operators">
      <h2 id="operators">${say('report.by_operator')}</h2>
      <ul class="operators">
        ${byOperator.map(
          ({ operator, rows, byState }) => html`<li>
            <h3>${operator === '' ? say('report.no_operator') : operatorName(operator)}</h3>
            <div class="bar" style=${`width: ${percent(rows, most)}`} aria-hidden="true">
              ${[...byState].map(
                ([state, sum]) => html`<span class=${state} style=${`width: ${percent(sum.rows, rows)}`}></span>`,
              )}
            </div>
            <p class="figures">${[...byState].map(([state, sum]) => figure(state, sum, language))}</p>
          </li>`,
        )}
      </ul>
    </section>
  `
}

const figure = (state: PayoutState, { rows, amounts }: StateSum, language: Language): Html => html`
  <span>${mark(state)} ${countText(rows, language)}${amounts.length > 0 ? ` (${amounts.join(', ')})` : ''}</span>
`

/** The rows that are not paid, the reasons, and what to do about them. */
function attentionSection(content: HtmlContent): Html {
  const { attention, attentionCounts, facts, language } = content
  const all = [...attentionCounts.values()].reduce((sum, n) => sum + n, 0)
  if (all === 0) {
    return html`<section aria-labelledby="attention">
      <h2 id="attention">${say('report.attention')}</h2>
      <p>${say('report.none_every_row_paid')}</p>
    </section>`
  }
  return html`
    <section aria-labelledby="attention">
      <h2 id="attention">${say('report.attention_rows', { rows: countText(all, language) })}</h2>
      ${all > attentionRows ? html`<p>${say('report.first_of_them', { rows: attentionRows })}</p>` : null}
      <ul class="todo">
        ${doubts.filter((doubt) => attentionCounts.has(doubt)).map((doubt) => html`<li>${doubtMark(doubt)} ${whatToDo(doubt, facts)}</li>`)}
        ${shownStates.filter((state) => attentionCounts.has(state)).map((state) => html`<li>${mark(state)} ${whatToDo(state, facts)}</li>`)}
      </ul>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col" class="number">${say('report.line')}</th>
            <th scope="col">${say('report.status')}</th>
            ${columnHeads(content)}
            <th scope="col">${say('report.what_happened')}</th>
          </tr>
        </thead>
        <tbody>
          ${attention.map((row) => attentionRow(row, content))}
        </tbody>
      </table>
    </section>
  `
}

/** The paid rows, with the provider's references, for a report that also serves as a receipt. */
function paidSection(content: HtmlContent): Html {
  const { paid, byState, language } = content
  const all = byState.get('paid')?.rows ?? 0
  if (paid === null || all === 0) return null
  return html`
    <section aria-labelledby="paid">
      <h2 id="paid">${say('report.paid_rows', { rows: countText(all, language) })}</h2>
      ${all > paidRows ? html`<p>${say('report.first_of_them', { rows: countText(paidRows, language) })}</p>` : null}
      <table class="rows">
        <thead>
          <tr>
            <th scope="col" class="number">${say('report.line')}</th>
            ${columnHeads(content)}
            <th scope="col">${say('report.reference_of_provider')}</th>
          </tr>
        </thead>
        <tbody>
          ${paid.map(
            (row) => html`<tr>
              <th scope="row" class="number" data-label=${say('report.line')}>${row.line}</th>
              ${rowCells(row, content)}
              <td data-label=${say('report.reference_of_provider')}><span>${row.providerReference ?? ''} ${row.doubt ? doubtMark(row.doubt) : null}</span></td>
            </tr>`,
          )}
        </tbody>
      </table>
    </section>
  `
}

const columnHeads = ({ columns, amountAt }: HtmlContent): Html =>
  columns.map(
    ({ name, index }) => html`<th scope="col" class=${index === amountAt ? 'number' : undefined}>${name}</th>`,
  ) as VNode[]

/** The file's cells as they were, and the amount with its currency. */
const rowCells = (row: ReportRow, { columns, amountAt, language }: HtmlContent): Html =>
  columns.map(({ name, index }) => {
    const money = index === amountAt ? moneyOf(row, language) : null
    const kind = index === amountAt ? 'number' : cellClass(row.cells[index])
    return html`<td data-label=${name} class=${kind}>${money ?? row.cells[index] ?? ''}</td>`
  }) as VNode[]

const attentionRow = (row: ReportRow, content: HtmlContent): Html => html`
  <tr>
    <th scope="row" class="number" data-label=${say('report.line')}>${row.line}</th>
    <td data-label=${say('report.status')}><span>${mark(row.status)} ${row.doubt ? doubtMark(row.doubt) : null}</span></td>
    ${rowCells(row, content)}
    <td data-label=${say('report.what_happened')}>
      <span>
        ${row.errorMessage ?? ''}
        ${row.providerReference === null ? null : html`<span class="reference">${say('report.provider_reference', { reference: row.providerReference })}</span>`}
      </span>
    </td>
  </tr>
`

/** Long words are broken, or the table would be too wide. Amounts and phone numbers stay on one line: `1 250` above `000` is misread. */
function cellClass(cell: string | null | undefined): 'long' | 'whole' | undefined {
  if (/\S{24}/.test(cell ?? '')) return 'long'
  return /^[+(]?\d[\d\s.,()-]{1,20}$/.test(cell ?? '') ? 'whole' : undefined
}

/** For readers of paper: no commands, and nothing that would be refused, such as a retry of a cancelled batch. */
function whatToDo(status: PayoutState | Doubt, { state }: HtmlContent['facts']): Sentence | null {
  switch (status) {
    case 'failed':
      return state === 'cancelled' ? say('report.resubmit_failed') : say('report.retry_failed')
    case 'unknown':
      return say('report.reconcile_unknown')
    case 'accepted':
      return say('report.reconcile_accepted')
    case 'invalid':
      return say('report.fix_invalid')
    case 'cancelled':
      return say('report.resubmit_cancelled')
    case 'pending':
    case 'sending':
      return state === 'awaiting_approval' ? say('report.approve') : say('report.resume')
    case 'maybe_paid':
      return say('report.ask_maybe_paid')
    case 'maybe_not_paid':
      return say('report.ask_maybe_not_paid')
    case 'paid':
      return null
  }
}

/** Colour is never the only difference: there are also a sign and a word. */
const mark = (state: PayoutState): Html => html`
  <span class="mark ${state}"><span aria-hidden="true">${signs[state]}</span> ${say(`names.state_${state}`)}</span>
`

const doubts: readonly Doubt[] = ['maybe_paid', 'maybe_not_paid']

const doubtMark = (doubt: Doubt): Html => html`
  <span class="mark doubt"><span aria-hidden="true">?</span> ${doubtWords[doubt]}</span>
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

/** In one box: on a phone, a cell puts its contents side by side, and sums fit only one below the other. */
const lines = (texts: readonly string[]): Html =>
  texts.length === 0 ? null : html`<span>${texts.map((text) => html`<span class="line">${text}</span>`)}</span>`

/** A share with a tenth of a percent, but never too small to be seen. */
const percent = (part: number, whole: number): string => `${Math.max(0.5, Math.round((part / whole) * 1000) / 10)}%`
