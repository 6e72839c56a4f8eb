import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { PaidBy } from '../records.ts'
import { amountText } from './amountText.ts'
import { layout } from './layout.ts'
import { type LedgerEntry, type LedgerKind, ledgerKinds } from './ledgerEntries.ts'
import { moment } from './momentText.ts'
import { pager } from './pager.ts'
import { shown } from './shown.ts'
import type { Visit } from './visit.ts'

export interface LedgerPageProps {
  visit: Visit
  kind: LedgerKind
  page: number
  total: number
  entries: LedgerEntry[]
}

/** What the sandbox carried out. Numbers stand there whole: they are a test's own, and nobody's money moved. */
export function ledgerPage({ visit, kind, page, total, entries }: LedgerPageProps): string {
  const { words } = visit
  const children = html`
    <h1>${words.ledger.title}</h1>
    <p>${words.ledger.intro}</p>
    ${filter(visit, kind)}
    ${entries.length === 0 ? html`<p class="nothing">${words.ledger.none}</p>` : table(visit, entries)}
    ${pager(visit, pathOf(kind), page, total)}
  `
  return layout({ visit, title: words.ledger.title, shape: 'wide', tool: 'ledger', children })
}

const pathOf = (kind: LedgerKind): string => (kind === 'all' ? '/sandbox' : `/sandbox?kind=${kind}`)

const filter = ({ words, to }: Visit, kind: LedgerKind): VNode => html`
  <nav class="ways" aria-label=${words.ledger.filter}>
    ${ledgerKinds.map(
      (each) => html`<a href=${to(pathOf(each))} aria-current=${each === kind ? 'true' : undefined}
        >${words.ledger.kinds[each]}</a
      >`,
    )}
  </nav>
`

/** On a narrow screen each row becomes a card, by the style sheet; the roles keep it a table for those who hear it. */
function table(visit: Visit, entries: LedgerEntry[]): VNode {
  const { columns, title } = visit.words.ledger
  const heads = [columns.at, columns.kind, columns.state, columns.amount, columns.who, columns.reference]
  return html`
    <table role="table" aria-label=${title}>
      <thead role="rowgroup">
        <tr role="row">
          ${heads.map((each) => html`<th role="columnheader" scope="col">${each}</th>`)}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${entries.map((each) => row(visit, each))}
      </tbody>
    </table>
  `
}

function row({ words, language, to }: Visit, entry: LedgerEntry): VNode {
  const { columns } = words.ledger
  const { kind, at, state, amount, currency, account, reference, path } = entry
  return html`
    <tr role="row">
      <td role="cell" data-label=${columns.at}>${moment(at, language)}</td>
      <td role="cell" data-label=${columns.kind}>${words.ledger.kind[kind]}</td>
      <td role="cell" data-label=${columns.state}>
        <span class=${`state ${state}`}>${words.ledger.states[state]}</span>
      </td>
      <td role="cell" data-label=${columns.amount} class="number">${amountText(amount, currency, language)}</td>
      <td role="cell" data-label=${columns.who}>${accountText(words.ledger, account)}</td>
      <td role="cell" data-label=${columns.reference}>
        ${path ? html`<a href=${to(path)}><code>${reference}</code></a>` : html`<code>${reference}</code>`}
      </td>
    </tr>
  `
}

function accountText({ card, nobody }: Visit['words']['ledger'], account: PaidBy | null): VNode | string {
  if (!account) return html`<span class="small">${nobody}</span>`
  if (account.by === 'card') return card(account.lastFour)
  return html`<span>+${account.phone} <span class="small">${shown(account.operator)}</span></span>`
}
