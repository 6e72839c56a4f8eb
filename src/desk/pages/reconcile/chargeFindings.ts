import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { ChargeDocument } from '../../../app/charges/charges.ts'
import type { ChargeFound, ReconciledCharges } from '../../../app/reconcile/reconcileCharges.ts'
import { parseAmount } from '../../../payout/money/money.ts'
import { isCurrency } from '../../../payout/operators/operator.ts'
import { facts, written } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { count, type Sentence, say } from '../../../words/sentence.ts'
import type { AskedBy } from '../page.ts'
import { amountOf, chargeBadge, chargeLink } from '../payins/payin.ts'
import { pagedTable } from '../room.ts'
import { applyForm, part, sumsOf } from './findings.ts'

/** What a statement says about payments and collections. */
export function chargeFindings(asked: AskedBy, found: ReconciledCharges): VNode {
  const { statement, resolved, cases, left, agreed, others } = found
  return html`
    <div class="panel">
      <p class="sum-head">${settledCharges(found)}</p>
      ${facts([
        [say('deskBatch.st_lines'), written(count(statement.lines.length))],
        [say('deskBatch.st_contradicts'), written(count(cases.length))],
        [say('deskPayins.left'), written(count(left.length))],
        [say('deskBatch.st_agreed'), written(count(agreed))],
        [say('deskPayins.others'), written(count(others))],
      ])}
    </div>
    ${part(say('deskBatch.st_contradictions'), say('deskPayins.contradictions_text'), cases, (label, items) =>
      foundTable(asked, 'against', label, items),
    )}
    ${part(say('deskBatch.st_would_settle'), null, resolved, (label, items) => settledTable(asked, label, items))}
    ${part(say('deskPayins.left_head'), null, left, (label, items) => foundTable(asked, 'left', label, items))}
  `
}

/** The room for each list. */
const bytes = 13_000

/** "2 as paid: 3,000 FCFA. 1 as not paid: 1,500 FCFA." */
export function settledCharges({ resolved }: Pick<ReconciledCharges, 'resolved'>): Piece {
  if (resolved.length === 0) return say('deskPayins.settles_nothing')
  const of = (end: 'paid' | 'failed') => resolved.filter(({ to }) => to === end)
  const told = (some: ReconciledCharges['resolved']) => ({
    charges: count(some.length),
    sums: sumsOf(some.map(({ charge }) => minorOf(charge))),
  })
  const [paid, failed] = [of('paid'), of('failed')]
  return [
    paid.length > 0 ? say('deskPayins.paid', told(paid)) : null,
    ' ',
    failed.length > 0 ? say('deskPayins.not_paid', told(failed)) : null,
  ]
}

function minorOf({ amount, currency }: ChargeDocument): { currency: string; amountMinor: bigint } {
  const read = isCurrency(currency) ? parseAmount(amount, currency) : null
  return { currency, amountMinor: read?.ok ? read.amountMinor : 0n }
}

type Resolved = ReconciledCharges['resolved'][number]

const settledTable = (asked: AskedBy, label: Sentence, items: readonly Resolved[]): VNode =>
  pagedTable(asked, {
    name: 'settles',
    bytes,
    label,
    columns: [
      { name: say('deskPayins.what') },
      { name: say('deskBatch.amount'), number: true },
      { name: say('deskBatch.st_now') },
      { name: say('deskBatch.st_then') },
      { name: say('deskBatch.st_line'), number: true },
    ],
    items,
    cells: ({ charge, to, line }) => [
      chargeLink(charge),
      amountOf(charge, asked.visit),
      chargeBadge(charge),
      chargeBadge({ state: to }),
      written(count(line)),
    ],
  })

const foundTable = (asked: AskedBy, name: string, label: Sentence, items: readonly ChargeFound[]): VNode =>
  pagedTable(asked, {
    name,
    bytes,
    label,
    columns: [
      { name: say('deskPayins.what') },
      { name: say('deskBatch.amount'), number: true },
      { name: say('deskPages.state') },
      { name: say('deskBatch.st_lines') },
      { name: say('deskBatch.why') },
    ],
    items,
    cells: ({ charge, message, lines }) => [
      chargeLink(charge),
      amountOf(charge, asked.visit),
      chargeBadge(charge),
      lines.join(', '),
      message,
    ],
  })

export const applyCharges = (address: string, { resolved, cases, seen }: ReconciledCharges): VNode => {
  const says = say('deskPayins.apply', { charges: count(resolved.length) })
  return applyForm(address, { settled: resolved, against: cases, seen, says })
}
