import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { wholeOf } from '../../../app/batches/batchDocument.ts'
import type { BatchLook } from '../../../app/batches/watch.ts'
import { operatorName } from '../../../payout/operators/operator.ts'
import { amountText } from '../../../web/fields.ts'
import { bar, sectionHead, table, written } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { count, type Sentence, say } from '../../../words/sentence.ts'
import type { Visit } from '../page.ts'
import { stateBadge, sumLines } from './batchParts.ts'

/** Sums and counts by state and by operator. */
export function figures({ batch, operators }: BatchLook, visit: Visit): VNode {
  const states = Object.entries(batch.counts) as [keyof typeof batch.counts, number][]
  const whole = [say('deskNext.in_all'), written(count(batch.file.rows)), sumLines(wholeOf(batch), visit)]
  const byState = states.map(([state, rows]) => [
    html`<a class="plain" href=${`/batches/${batch.id}?status=${state}#rows`}>${stateBadge(state)}</a>`,
    written(count(rows)),
    html`<span>${sumLines(Object.entries(batch.sums[state] ?? {}), visit)}</span>`,
  ])
  const byOperator = operators.map(({ operator, rows, counts, sums }) => [
    html`<span class="operator">${operatorName(operator)}${operatorBar(operator, rows, counts)}</span>`,
    html`<span>${written(count(counts.paid ?? 0))} / ${written(count(rows))}</span>`,
    html`<span>${sums.map((sum) => paidSum(sum, visit))}</span>`,
  ])
  return html`<div class="columns">
    ${part(say('deskBatch.by_state'), say('deskPages.state'), say('deskBatch.rows'), [
      ...byState,
      whole.map((each) => html`<strong>${each}</strong>`),
    ])}
    ${part(say('report.by_operator'), say('deskBatch.operator'), say('deskBatch.paid'), byOperator, say('deskBatch.paid_sum'))}
  </div>`
}

const part = (
  label: Sentence,
  of: Sentence,
  counted: Sentence,
  rows: readonly (readonly Piece[])[],
  amount = say('deskBatch.amount'),
): VNode => html`
  <section>
    ${sectionHead(label)}
    ${table(label, [{ name: of }, { name: counted, number: true }, { name: amount, number: true }], rows)}
  </section>
`

/** What an operator's rows were paid, of what they come to. */
function paidSum({ currency, paid, all }: BatchLook['operators'][number]['sums'][number], { language }: Visit): VNode {
  const of = paid === all ? null : say('deskBatch.of_sum', { sum: amountText(all, currency, language) })
  return html`<div>${amountText(paid, currency, language)}${of && html`<span class="small">${of}</span>`}</div>`
}

function operatorBar(operator: string, rows: number, counts: BatchLook['operators'][number]['counts']): VNode {
  const { paid = 0, failed = 0, unknown = 0, accepted = 0 } = counts
  const label = say('deskBatch.operator_bar', {
    operator: operatorName(operator),
    paid: count(paid),
    rows: count(rows),
    failed: count(failed),
    unknown: count(unknown),
    accepted: count(accepted),
  })
  return bar(label, rows, [
    { tone: 'good', of: paid },
    { tone: 'wrong', of: failed },
    { tone: 'ask', of: unknown + accepted },
  ])
}
