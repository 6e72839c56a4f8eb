import { formatWireAmount } from '../payout/money.ts'
import { payoutStates } from '../payout/state.ts'
import type { WrittenCell } from '../spreadsheet/sheetXml.ts'
import { amountCell } from './amountCell.ts'
import type { JsonValue, ReportContent } from './row.ts'
import { statusColours } from './statusColours.ts'
import type { XlsxWords } from './xlsxWords.ts'

export const summaryWidths = [22, 44, 12, 20, 20, 20, 20, 20, 20, 20, 20]

/** The summary of a report: what batch it is, then rows and sums, status by status and currency by currency. */
export function summaryRows({ batch, totals }: ReportContent, words: XlsxWords): WrittenCell[][] {
  const counts = countsIn(memberOf(totals, 'counts'))
  const sums = sumsIn(memberOf(totals, 'sums'))
  const currencies = [...new Set([...sums.values()].flatMap((sum) => [...sum.keys()]))].sort()
  const heading = (text: string): WrittenCell => ({ kind: 'text', text, style: 'heading' })
  return [
    [{ kind: 'text', text: textOf(memberOf(batch, 'name')) || words.batch, style: 'title' }],
    [],
    ...factRows(batch, words),
    [],
    [
      heading(words.statusHeading),
      heading(words.meaningHeading),
      heading(words.count),
      ...currencies.map((currency) => heading(words.amountIn(currency))),
    ],
    ...payoutStates
      .filter((state) => counts.has(state))
      .map((state): WrittenCell[] => [
        { kind: 'text', text: words.status[state], style: statusColours[state] },
        { kind: 'text', text: words.meaning[state], style: 'wrapped' },
        { kind: 'number', digits: String(counts.get(state) ?? 0), style: 'count' },
        ...currencies.map((currency) => sumCell(sums.get(state)?.get(currency), currency)),
      ]),
    [
      { kind: 'text', text: words.all, style: 'label' },
      null,
      { kind: 'number', digits: String([...counts.values()].reduce((all, n) => all + n, 0)), style: 'count' },
      ...currencies.map((currency) => sumCell(totalOf(sums, currency), currency)),
    ],
  ]
}

function factRows(batch: JsonValue, words: XlsxWords): WrittenCell[][] {
  const state = textOf(memberOf(batch, 'state'))
  const facts: [string, string][] = [
    [words.batch, textOf(memberOf(batch, 'id'))],
    [words.file, textOf(memberOf(memberOf(batch, 'file'), 'name'))],
    [words.period, textOf(memberOf(batch, 'period'))],
    [words.state, words.batchState[state] ?? state],
    [words.created, atMinute(textOf(memberOf(batch, 'created_at')))],
    [words.settled, atMinute(textOf(memberOf(batch, 'settled_at')))],
  ]
  return facts
    .filter(([, text]) => text !== '')
    .map(([label, text]) => [
      { kind: 'text', text: label, style: 'label' },
      { kind: 'text', text, style: 'text' },
    ])
}

/** `2026-11-21T05:36:54.017Z` → `2026-11-21 05:36` */
const atMinute = (iso: string): string => iso.slice(0, 16).replace('T', ' ')

type Sums = Map<string, Map<string, string>>

function totalOf(sums: Sums, currency: string): string {
  let minor = 0n
  for (const sum of sums.values()) minor += BigInt((sum.get(currency) ?? '0').replace('.', ''))
  return formatWireAmount(minor, currency)
}

const sumCell = (digits: string | undefined, currency: string): WrittenCell =>
  digits === undefined ? null : amountCell(digits, currency)

function sumsIn(value: JsonValue | undefined): Sums {
  const sums: Sums = new Map()
  for (const [state, byCurrency] of membersOf(value)) {
    sums.set(state, new Map(membersOf(byCurrency).map(([currency, sum]) => [currency, textOf(sum)])))
  }
  return sums
}

const countsIn = (value: JsonValue | undefined): Map<string, number> =>
  new Map(membersOf(value).flatMap(([state, n]): [string, number][] => (typeof n === 'number' ? [[state, n]] : [])))

const membersOf = (value: JsonValue | undefined): [string, JsonValue | undefined][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []

const memberOf = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  membersOf(value).find(([key]) => key === name)?.[1]

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')
