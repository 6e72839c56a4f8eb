import { formatWireAmount } from '../../payout/money/money.ts'
import type { PayoutState } from '../../payout/state.ts'
import type { Language } from '../../words/catalogue.ts'
import { moneyText } from '../../words/render.ts'
import {
  columnOfAmounts,
  type JsonValue,
  type KeptColumn,
  keptColumns,
  type ReportContent,
  type ReportRow,
} from './row.ts'

/** More rows than anybody works through from one page: the rest are in the other formats. */
export const attentionRows = 500
/** Paid rows that are listed when that is asked for. */
export const paidRows = 5_000
/** Columns of the file that are shown of a row. */
const shownColumns = 6

/** What is done, what needs a look, what is still open. */
export const shownStates: readonly PayoutState[] = [
  ...(['paid', 'failed', 'unknown', 'accepted', 'invalid', 'cancelled', 'pending', 'sending'] as const),
]

/** States that nobody has to do anything about. */
const quiet: ReadonlySet<PayoutState> = new Set(['paid'])

export interface StateSum {
  rows: number
  /** `1,250,000 FCFA`, one for each currency. */
  amounts: string[]
}

export interface HtmlContent {
  language: Language
  facts: { id: string; name: string; file: string; period: string; state: string; created: string; settled: string }
  /** Those that are shown. */
  columns: readonly KeptColumn[]
  /** Index of the amounts among the file's columns; null where it is not known. */
  amountAt: number | null
  rows: number
  byState: ReadonlyMap<PayoutState, StateSum>
  /** Of every state together. */
  all: StateSum
  byOperator: readonly { operator: string; rows: number; byState: ReadonlyMap<PayoutState, StateSum> }[]
  /** The first of the rows that need somebody, in the file's order. */
  attention: readonly ReportRow[]
  /** How many rows need somebody, by state. */
  attentionCounts: ReadonlyMap<PayoutState, number>
  /** The first of the paid rows, where they are asked for; else null. */
  paid: readonly ReportRow[] | null
}

type Sum = { rows: number; minor: Map<string, bigint> }

/** Read the rows once, and keep what the page shows. */
export async function gatherHtml({ language, batch, columns, rows, ...content }: ReportContent): Promise<HtmlContent> {
  const kept = keptColumns(columns)
  let amountAt = content.amountColumn ?? null
  const paid: ReportRow[] | null = content.withPaid ? [] : null
  const all = new Map<PayoutState, Sum>()
  const operators = new Map<string, Map<PayoutState, Sum>>()
  const attention: ReportRow[] = []
  const attentionCounts = new Map<PayoutState, number>()
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
      if (quiet.has(row.status)) continue
      attentionCounts.set(row.status, (attentionCounts.get(row.status) ?? 0) + 1)
      if (attention.length < attentionRows) attention.push(row)
    }
  }
  const byOperator = [...operators]
    .map(([operator, sums]) => ({ operator, rows: rowsIn(sums), byState: shownSums(sums, language) }))
    .sort((one, other) => other.rows - one.rows || (one.operator < other.operator ? -1 : 1))
  return {
    language,
    facts: factsOf(batch),
    columns: shownOf(kept, amountAt),
    amountAt,
    rows: count,
    byState: shownSums(all, language),
    all: { rows: count, amounts: amountsOf(everything(all), language) },
    byOperator,
    attention,
    attentionCounts,
    paid,
  }
}

/** The first of the file's columns, the amounts always among them. */
function shownOf(kept: readonly KeptColumn[], amountAt: number | null): KeptColumn[] {
  const first = kept.slice(0, shownColumns)
  const amounts = kept.find(({ index }) => index === amountAt)
  return amounts === undefined || first.includes(amounts) ? first : [...first.slice(0, -1), amounts]
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

/** By currency, in one order wherever they stand: sums are compared down a column. */
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

function factsOf(batch: JsonValue): HtmlContent['facts'] {
  const text = (name: string): string => {
    const value = memberOf(batch, name)
    return typeof value === 'string' ? value : ''
  }
  const file = memberOf(memberOf(batch, 'file'), 'name')
  return {
    id: text('id'),
    name: text('name'),
    file: typeof file === 'string' ? file : '',
    period: text('period'),
    state: text('state'),
    created: atMinute(text('created_at')),
    settled: atMinute(text('settled_at')),
  }
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return (value as { readonly [key: string]: JsonValue | undefined })[name]
}

/** `2026-11-21T05:36:54.017Z` → `2026-11-21 05:36` */
const atMinute = (iso: string): string => iso.slice(0, 16).replace('T', ' ')

/** What was to be paid by a row, with its currency; null where it is not payable. */
export const moneyOf = ({ amountMinor, currency }: ReportRow, language: Language): string | null =>
  amountMinor == null || currency == null
    ? null
    : moneyText(formatWireAmount(BigInt(amountMinor), currency), currency, language)
