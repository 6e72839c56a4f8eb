import { randomUUID } from 'node:crypto'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { operatorName } from '../../payout/operators/operator.ts'
import { payrunIdOf } from '../../payout/report.ts'
import { type Piece, renderPage, renderPiece, visibly } from '../../words/page.ts'
import { moment, type Sentence, say } from '../../words/sentence.ts'
import { fact, moneyOf, pageHead } from './htmlContent.ts'
import { type Receipt, type Receipts, type ReportContent, zoneName } from './row.ts'

/**
 * A slip for each paid person, to print and hand out: name, amount, time, the provider's reference and the batch. No slip is split
 * between two sheets of paper.
 *
 * @yields the page in pieces of some slips each, so that a large batch is never in memory as a whole
 */
export async function* receiptsPage(content: ReportContent, receipts: Receipts): AsyncGenerator<string> {
  const { language, timeZone } = content
  const batch = batchOf(content)
  // Marks the place of the slips in the page. No other text can contain it.
  const place = randomUUID()
  const [head = '', tail = ''] = visibly(renderPage(frame(content, batch.name, place), language)).split(place)
  yield head
  let count = 0
  for await (const group of receipts) {
    count += group.length
    if (group.length > 0)
      yield visibly(group.map((each) => renderPiece(slip(each, batch, content), language, timeZone)).join(''))
  }
  if (count === 0) yield renderPiece(html`<p>${say('report.nobody_paid_yet')}</p>`, language)
  yield tail
}

interface BatchFacts {
  id: string
  name: string
  isSandbox: boolean
}

function batchOf({ batch }: ReportContent): BatchFacts {
  const { id = '', name = '', sandbox = false } = batch
  return { id, name, isSandbox: sandbox }
}

const frame = ({ language }: ReportContent, name: string, place: string): VNode => html`
  <html lang=${language}>
    ${pageHead(say('report.receipts_title', { name }), slipStyle)}
    <body>
      <main>
        <h1>${say('report.receipts_title', { name })}</h1>
        ${place}
      </main>
    </body>
  </html>
`

function slip(receipt: Receipt, { id, name, isSandbox }: BatchFacts, { language, timeZone }: ReportContent): VNode {
  const { line, phone, operator, reference, providerReference } = receipt
  const number = payrunIdOf(id, line)
  return html`
    <article class="slip" aria-label=${say('report.receipt_number', { number })}>
      <p class="kind">${say('report.receipt')}</p>
      <h2>${receipt.name ?? say('report.receipt_line', { line })}</h2>
      ${isSandbox ? html`<p class="sandbox">${say('report.sandbox')}</p>` : null}
      <p class="amount">${moneyOf({ amountMinor: receipt.amountMinor, currency: receipt.currency }, language)}</p>
      <dl>
        ${fact(say('report.receipt_phone'), phone && `+${phone}`)}
        ${fact(say('report.receipt_operator'), operatorName(operator))}
        ${timesOf(receipt, timeZone)}
        ${fact(say('report.reference_of_provider'), providerReference)}
        ${fact(say('report.receipt_reference'), reference)}
        ${fact(say('report.batch'), name)} ${fact(say('report.receipt_of'), number)}
      </dl>
    </article>
  `
}

/** When somebody says that it was paid, it was paid long before: by its sending at the earliest. */
function timesOf({ sentAt, settledAt, saidBy, isWord }: Receipt, timeZone: string | undefined): Piece {
  const at = settledAt && momentOf(settledAt, timeZone)
  if (saidBy === null) return fact(say('report.receipt_paid_at'), at)
  const said = isWord && at ? say('report.receipt_said_by', { at, by: saidBy }) : null
  return html`
    ${fact(say('report.receipt_sent_at'), sentAt && momentOf(sentAt, timeZone))}
    ${fact(say('report.receipt_said_paid'), said)}
  `
}

/** In the reader's time zone, with its name; without one in UTC, which a moment names itself. */
const momentOf = (at: Date, timeZone: string | undefined): Sentence =>
  timeZone === undefined
    ? say('report.receipt_moment', { at: moment(at) })
    : say('report.receipt_moment_in', { at: moment(at), timeZone: zoneName(timeZone) })

/** The contrasts meet WCAG AA. */
const slipStyle = `
:root { color-scheme: light dark; --ground: #eef1f5; --card: #fff; --text: #17202b; --soft: #526071; --line: #d5dce4; --warn: #8a5a00; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ground: #10151b; --card: #19212a; --text: #e9eef4; --soft: #a9b5c3; --line: #2e3a47; --warn: #f0c060; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); overflow-wrap: anywhere;
  font: 100%/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: 1rem; max-width: 68rem; margin: 0 auto; padding: 1rem; }
h1 { grid-column: 1 / -1; margin: 0; font-size: 1.4rem; line-height: 1.25; }
.slip { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; }
h2, .amount, .kind, dl, dd { margin: 0; }
h2 { font-size: 1.15rem; } .kind, dt { color: var(--soft); font-size: .875rem; }
.amount { font-size: 1.5rem; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
.sandbox { margin: .25rem 0; color: var(--warn); font-weight: 700; }
dl > div { display: flex; gap: 1rem; justify-content: space-between; border-top: 1px solid var(--line); padding: .2rem 0; }
dt { flex: none; } dd { text-align: end; font-variant-numeric: tabular-nums; }
@page { margin: 10mm; }
@media print {
  :root { color-scheme: light; font-size: 9.5pt; } body { background: #fff; } h1 { display: none; }
  main { display: block; max-width: none; padding: 0; columns: 2; column-gap: 0; }
  .slip { break-inside: avoid; border: 1px dashed #888; border-radius: 0; padding: 4mm 5mm; }
}
`
