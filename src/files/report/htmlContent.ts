import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { formatWireAmount } from '../../payout/money/money.ts'
import { type KeptColumn, keptColumns } from '../../payout/report.ts'
import type { Doubt, PayoutState } from '../../payout/state.ts'
import type { Language } from '../../words/catalogue.ts'
import { moneyText } from '../../words/render.ts'
import type { Sentence } from '../../words/sentence.ts'
import { type ColumnMap, type Field, fieldIn } from '../payroll/header/columns.ts'
import { columnOfAmounts, type ReportContent, type ReportRow, type ReportTotals, timesOf } from './row.ts'

/** The most rows on the page that need attention. The other formats have all of them. */
export const attentionRows = 500
/** The most paid rows to list if they are requested. */
export const paidRows = 5_000
/** The number of the file's columns to show. */
const shownColumns = 6

/** The states in their order: done, to be looked at, still open. */
export const shownStates: readonly PayoutState[] = [
  'paid',
  'failed',
  'unknown',
  'accepted',
  'invalid',
  'cancelled',
  'pending',
  'sending',
]

export interface StateSum {
  rows: number
  /** `1,250,000 FCFA`, one for each currency. */
  amounts: string[]
}

export interface HtmlContent {
  language: Language
  facts: Record<'id' | 'name' | 'file' | 'period' | 'state' | 'submitter' | 'approvals', string>
  times: ReturnType<typeof timesOf>
  /** The columns that are shown. */
  columns: readonly KeptColumn[]
  /** The index of the amounts among the file's columns; null if unknown. */
  amountAt: number | null
  rows: number
  byState: ReadonlyMap<PayoutState, StateSum>
  totals: ReportTotals
  /** Of all states together. */
  all: StateSum
  byOperator: readonly { operator: string; rows: number; byState: ReadonlyMap<PayoutState, StateSum> }[]
  /** The first of the rows that need attention, in the file's order. */
  attention: readonly ReportRow[]
  /** The number of rows that need attention, by state; those in doubt by that. */
  attentionCounts: ReadonlyMap<PayoutState | Doubt, number>
  /** The first of the paid rows if they are requested; otherwise null. */
  paid: readonly ReportRow[] | null
}

type Sum = { rows: number; minor: Map<string, bigint> }

/** Reads the rows once, and keeps what the page shows. */
export async function gatherHtml({
  language,
  timeZone,
  batch,
  columns,
  rows,
  ...content
}: ReportContent): Promise<HtmlContent> {
  const times = timesOf({ batch, language, timeZone })
  const kept = keptColumns(columns)
  let amountAt = content.amountColumn ?? null
  const paid: ReportRow[] | null = content.withPaid ? [] : null
  const all = new Map<PayoutState, Sum>()
  const operators = new Map<string, Map<PayoutState, Sum>>()
  const attention: ReportRow[] = []
  const attentionCounts = new Map<PayoutState | Doubt, number>()
  let count = 0
  for await (const group of rows) {
    amountAt ??= columnOfAmounts(kept, group)
    for (const row of group) {
      count += 1
      add(all, row)
      const operator = row.operator ?? ''
      const own = operators.get(operator) ?? new Map<PayoutState, Sum>()
      operators.set(operator, own)
      add(own, row)
      if (row.status === 'paid' && paid && paid.length < paidRows) paid.push(row)
      const why = row.doubt ?? row.status
      if (why === 'paid') continue
      attentionCounts.set(why, (attentionCounts.get(why) ?? 0) + 1)
      if (attention.length < attentionRows) attention.push(row)
    }
  }
  const byOperator = [...operators]
    .map(([operator, sums]) => ({ operator, rows: rowsIn(sums), byState: shownSums(sums, language) }))
    .sort((one, other) => other.rows - one.rows || (one.operator < other.operator ? -1 : 1))
  return {
    language,
    facts: factsOf(batch, content.people, times.clock),
    times,
    columns: shownOf(kept, amountAt, content.map ?? {}),
    amountAt,
    rows: count,
    byState: shownSums(all, language),
    totals: content.totals,
    all: { rows: count, amounts: amountsOf(everything(all), language) },
    byOperator,
    attention,
    attentionCounts,
    paid,
  }
}

/** Whom each row pays, by name, number and operator; then the amount, the reference and the first others, in the file's order. */
function shownOf(kept: readonly KeptColumn[], amountAt: number | null, map: ColumnMap): KeptColumn[] {
  const of = (field: Field): KeptColumn[] =>
    kept.filter(({ name, index }) => (index === amountAt ? 'amount' : fieldIn(map, name)) === field)
  const payee = [...of('name'), ...of('phone_number'), ...of('operator')]
  const wanted = [...of('amount'), ...of('phone_number'), ...of('operator'), ...of('name'), ...of('reference'), ...kept]
  const shown = [...new Set(wanted)].slice(0, shownColumns)
  return [...new Set([...payee, ...kept])].filter((each) => shown.includes(each))
}

function add(sums: Map<PayoutState, Sum>, { status, amountMinor, currency }: ReportRow): void {
  const sum = sums.get(status) ?? { rows: 0, minor: new Map<string, bigint>() }
  sums.set(status, sum)
  sum.rows += 1
  if (!amountMinor || !currency) return
  sum.minor.set(currency, (sum.minor.get(currency) ?? 0n) + BigInt(amountMinor))
}

const rowsIn = (sums: Map<PayoutState, Sum>): number => [...sums.values()].reduce((all, { rows }) => all + rows, 0)

/** In the order of `shownStates`. */
function shownSums(sums: Map<PayoutState, Sum>, language: Language): ReadonlyMap<PayoutState, StateSum> {
  return new Map(
    shownStates.flatMap((state): [PayoutState, StateSum][] => {
      const sum = sums.get(state)
      if (!sum) return []
      return [[state, { rows: sum.rows, amounts: amountsOf(sum.minor, language) }]]
    }),
  )
}

/** By currency, always in the same order, because people compare sums down a column. */
const amountsOf = (minors: ReadonlyMap<string, bigint>, language: Language): string[] =>
  [...minors]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, minor]) => moneyText(formatWireAmount(minor, currency), currency, language))

function everything(sums: ReadonlyMap<PayoutState, Sum>): Map<string, bigint> {
  const added = new Map<string, bigint>()
  for (const { minor } of sums.values()) {
    for (const [currency, amount] of minor) added.set(currency, (added.get(currency) ?? 0n) + amount)
  }
  return added
}

/** `13,950`, in French `13 950`. */
export const countText = (count: number, language: Language): string => new Intl.NumberFormat(language).format(count)

const factsOf = (
  batch: ReportContent['batch'],
  people: ReportContent['people'],
  clock: (iso: string) => string,
): HtmlContent['facts'] => ({
  id: batch.id ?? '',
  name: batch.name ?? '',
  file: batch.file?.name ?? '',
  period: batch.period ?? '',
  state: batch.state ?? '',
  submitter: people?.submitter ?? '',
  approvals: (people?.approvals ?? []).map(({ by, at }) => `${by} (${clock(at.toISOString())})`).join(', '),
})

/** The amount of a row with its currency; null if the row is not payable. */
export const moneyOf = (
  { amountMinor, currency }: Pick<ReportRow, 'amountMinor' | 'currency'>,
  language: Language,
): string | null =>
  amountMinor == null || currency == null
    ? null
    : moneyText(formatWireAmount(BigInt(amountMinor), currency), currency, language)

/** The page's style sheet. Its contrasts meet WCAG AA. */
export const htmlStyle = `
:root { color-scheme: light dark; --ground: #eef1f5; --card: #fff; --text: #17202b; --soft: #526071; --line: #d5dce4;
  --paid: #0a6b4d; --failed: #a8201a; --unknown: #7a2e8f; --accepted: #0b5c8a; --waiting: #5b6675; --invalid: #8a5a00; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ground: #10151b; --card: #19212a; --text: #e9eef4; --soft: #a9b5c3; --line: #2e3a47;
    --paid: #57cfa3; --failed: #ff9a92; --unknown: #dba4ec; --accepted: #7cc4ee; --waiting: #a9b5c3; --invalid: #f0c060; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); overflow-wrap: break-word;
  font: 100%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 1rem; }
header, section { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; margin: 0 0 1rem; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 0 0 .75rem; font-size: 1.15rem; }
h3 { margin: 0; font-size: 1rem; font-weight: 600; }
.kind { margin: 0; color: var(--soft); }
.state { display: inline-block; margin: .5rem 0; padding: .1rem .6rem; border: 1px solid currentcolor; border-radius: 1rem; font-weight: 600; }
.state.all-paid { color: var(--paid); } .state.not-all-paid, .state.paused, .state.awaiting_approval { color: var(--invalid); } .state.cancelled { color: var(--failed); }
.sandbox { margin: .5rem 0; padding: .5rem .75rem; border: 2px solid var(--invalid); border-radius: .5rem; color: var(--invalid); font-weight: 700; }
.state.trial { color: var(--waiting); }
.facts { display: flex; flex-wrap: wrap; gap: .25rem 2rem; margin: 0; }
.facts dt { color: var(--soft); font-size: .875rem; } .facts dd { margin: 0; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .45rem .75rem .45rem 0; text-align: start; vertical-align: top; border-top: 1px solid var(--line); font-weight: 400; }
thead th { border-top: 0; color: var(--soft); font-size: .875rem; }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.line, .reference { display: block; } .reference { color: var(--soft); font-size: .875rem; }
.whole { white-space: nowrap; }
td.long, td:last-child { overflow-wrap: anywhere; }
.mark { font-weight: 600; white-space: nowrap; }
.mark.paid { color: var(--paid); } .mark.failed { color: var(--failed); } .mark.unknown, .mark.doubt { color: var(--unknown); }
.mark.accepted { color: var(--accepted); } .mark.invalid { color: var(--invalid); }
.mark.pending, .mark.sending, .mark.cancelled { color: var(--waiting); }
.all th, .all td { font-weight: 600; }
.operators, .todo { list-style: none; margin: 0; padding: 0; }
.operators li { margin: 0 0 1rem; } .todo li { margin: 0 0 .5rem; }
.bar { display: flex; height: .9rem; margin: .25rem 0; border-radius: .25rem; overflow: hidden; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.bar .paid { background: var(--paid); } .bar .failed { background: var(--failed); } .bar .unknown { background: var(--unknown); }
.bar .accepted { background: var(--accepted); } .bar .invalid { background: var(--invalid); }
.bar .pending, .bar .sending, .bar .cancelled { background: var(--waiting); }
.figures { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; }
footer { color: var(--soft); padding: 0 .25rem 1rem; } footer p { margin: 0; }
@media screen and (max-width: 44rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { display: block; padding: .5rem 0; border-top: 1px solid var(--line); }
  th[scope="row"], td { display: flex; gap: 1rem; justify-content: space-between; padding: .15rem 0; border: 0; text-align: end; white-space: normal; }
  td[data-label]::before, th[data-label]::before { content: attr(data-label); color: var(--soft); text-align: start; flex: none; max-width: 40%; }
  td, th { overflow-wrap: anywhere; }
  td:empty { display: none; }
}
@page { margin: 12mm 14mm; }
@media print {
  :root { color-scheme: light; font-size: 9pt; } body { background: #fff; line-height: 1.35; } main { max-width: none; padding: 0; }
  header, section { border: 0; padding: 0; margin-bottom: .6rem; } h2 { margin-bottom: .3rem; } .operators li { margin-bottom: .4rem; } .todo li { margin-bottom: .2rem; } th, td { padding: .2rem .5rem .2rem 0; } .rows, .rows th { font-size: .85rem; } h2 { break-after: avoid; }
  tr, .operators li { break-inside: avoid; } thead { display: table-header-group; }
}
`

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
