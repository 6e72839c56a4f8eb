import type { Payable } from '../../../payout/keys.ts'
import { parseAmount } from '../../../payout/money/money.ts'
import { currenciesOf, foreignSign, parseWrittenAmount, unitsIn } from '../../../payout/money/writtenAmount.ts'
import { type Currency, currencyDecimals, isCurrency } from '../../../payout/operators/operator.ts'
import { quote } from '../../../payout/typedText.ts'
import { count, money, moneyOf, type Sentence, say, type Value } from '../../../words/sentence.ts'
import { type Refused, refused, type StatedMember, type TailLine, type TotalLine } from '../row.ts'
import { isSubtotal } from './lineBelow.ts'

/** The rows' amounts in the file, whether they can be paid or not. */
export interface Sums {
  rows: number
  /** The sums of the payable rows, in minor units by currency. */
  payable: Map<string, bigint>
  /** The sum of the others, in hundredths; null if one of their amounts is unreadable. */
  others: bigint | null
}

export const noSums = (): Sums => ({ rows: 0, payable: new Map(), others: 0n })

/** @param written the amount of a row that can't be paid */
export function addRow(sums: Sums, payable: Payable | null, written: string): void {
  sums.rows++
  if (payable) {
    const { currency, amountMinor } = payable
    sums.payable.set(currency, (sums.payable.get(currency) ?? 0n) + amountMinor)
  } else if (sums.others !== null) {
    const amount = shownAmount(written)
    sums.others = amount === null ? null : sums.others + amount
  }
}

/** The sums of the rows that came after others. */
export const difference = (all: Sums, before: Sums): Sums => ({
  rows: all.rows - before.rows,
  payable: new Map([...all.payable].map(([each, sum]) => [each, sum - (before.payable.get(each) ?? 0n)])),
  others: all.others === null ? null : all.others - (before.others ?? 0n),
})

/** The amount of an unpayable row, in hundredths, for the file's sum. Null if it is unreadable. */
function shownAmount(text: string): bigint | null {
  if (/^[\s0.,]*$/.test(text)) return 0n
  const amount = parseWrittenAmount(text, null)
  return amount.ok ? amount.amountMinor : null
}

/** Lines among the rows that are no payouts. */
export interface Subtotals {
  isAny: boolean
  /** The rows since each heading and subtotal, and all. */
  since: readonly Sums[]
}

interface ShownSums extends Sums {
  among: Subtotals
  /** Rows were corrected since the file was written, or its total is set aside: differences are reported, but refuse nothing. */
  isToldOnly: boolean
}

/**
 * Compares the lines below a table, and the totals above it, with its rows. A total that agrees is a note; one that differs refuses
 * the file. A total without a currency may be that of one currency, or of the whole column, as a spreadsheet adds it up.
 */
export function compareTail(tail: readonly TailLine[], sums: ShownSums): Compared {
  const lastOnes = tail.filter((below, at) => isLastSubtotal(below, tail.slice(at + 1), sums))
  const compared = gathered(tail.flatMap((below) => (lastOnes.includes(below) ? [] : compareLine(below, sums))))
  if ('kind' in compared) return compared
  const lines = tail
    .filter((below) => below.kind === 'words' || lastOnes.includes(below))
    .map((below) => say('titles.line_quoted', { line: below.line, text: quote(textOf(below)) }))
  const [line] = lines
  if (line === undefined) return compared
  const unread = lines.length === 1 ? say('files.line_below', { line }) : say('files.lines_below', { lines })
  return { notes: [...compared.notes, unread] }
}

/** Compares the totals beside the rows of a JSON document with them, like the lines below a table. */
export const compareStated = (stated: readonly StatedMember[], sums: ShownSums): Compared =>
  gathered(stated.map((member) => compareMember(member, sums)))

const textOf = (below: TailLine): string =>
  below.kind === 'words' ? below.text : below.kind === 'total' ? below.label : below.count

type Compared = { notes: Sentence[] } | Refused

/** The notes of all, or the first refusal. */
function gathered(all: readonly (Sentence | Refused)[]): Compared {
  const notes: Sentence[] = []
  for (const each of all) {
    if ('kind' in each) return each
    notes.push(each)
  }
  return { notes }
}

function compareLine(below: TailLine, sums: ShownSums): (Sentence | Refused)[] {
  const { line } = below
  switch (below.kind) {
    case 'count':
      return [compareCount(below, sums)]
    case 'words': {
      const wrong = unitsBelow(below)
      return wrong ? [wrong] : below.sums.map((text) => compareTotal({ line, label: '', amount: text }, sums))
    }
    case 'total':
      return [below.amount === '' ? say('files.total_without_amount', { line }) : compareTotal(below, sums)]
  }
}

/** A subtotal of the last department only; those of the others are between the rows. `TOTAL ATELIER` is one if that of all follows. */
function isLastSubtotal(below: TailLine, following: readonly TailLine[], sums: ShownSums): boolean {
  if (below.kind !== 'total' || agrees(below, sums)) return false
  if (sums.among.isAny && isSubtotal(below.label)) return true
  return sums.among.since.some((each) => agrees(below, each)) && following.some((each) => statesSum(each, sums))
}

/** Whether a line gives the sum of all rows. */
export const statesSum = (below: TailLine, sums: Sums): boolean =>
  below.kind === 'total'
    ? agrees(below, sums)
    : below.kind === 'words' &&
      below.sums.some((amount) => agrees({ ...below, kind: 'total', label: '', amount, isDoubtful: false }, sums))

/** Whether a total is exactly the sum of some rows. */
export const agrees = ({ amount, label, isDoubtful }: Omit<TotalLine, 'line'>, sums: Sums): boolean =>
  !isDoubtful && sums.others !== null && judgeTotal(amount, label, sums)?.agrees === true

function compareCount(
  { line, count: written }: Extract<TailLine, { kind: 'count' }>,
  sums: ShownSums,
): Sentence | Refused {
  const of = { line, rows: count(sums.rows) }
  if (Number(written) === sums.rows) return say('files.count_agrees', of)
  if (sums.isToldOnly) return say('files.count_before_correction', { ...of, written })
  return refused(say('files.count_differs', { ...of, written }), line)
}

function unitsBelow({ line, units }: Extract<TailLine, { kind: 'words' }>): Refused | null {
  for (const unit of units) {
    if (unit.scale !== null) return refused(say('files.line_in_multiples', { line, scale: unit.scale }), line)
    const sign = foreignSign(unit)
    if (sign !== null) return refused(say('files.line_foreign', { line, sign }), line)
  }
  return null
}

function compareTotal(
  { line, label, amount, isDoubtful = false }: { line: number; label: string; amount: string; isDoubtful?: boolean },
  sums: ShownSums,
): Sentence | Refused {
  const of = { line, written: grouped(amount) }
  if (sums.others === null) return say('files.total_not_compared', of)
  const judged = isDoubtful ? null : judgeTotal(amount, label, sums)
  if (judged === null) return refused(say('files.total_unreadable', of), line)
  if (judged.agrees) return say('files.total_agrees', { line, sum: judged.sum })
  if (sums.isToldOnly) return say('files.total_before_correction', { ...of, sums: judged.sums })
  return refused(say('files.total_differs', { ...of, sums: judged.sums }), line)
}

/** Whether a total agrees with the rows, and their sum; null if the total is unreadable. */
function judgeTotal(
  text: string,
  label: string,
  sums: Sums,
): { agrees: true; sum: Value | string } | { agrees: false; sums: (Value | string)[] } | null {
  const meant = currenciesNamed(`${label} ${text}`)
  const readings = readingsOf(text)
  if (readings.length === 0) return null
  const possible = possibleSums(sums, meant)
  const right = possible.find(({ hundredths }) => readings.includes(hundredths))
  const isOther = meant !== null && sums.payable.size > 0 && ![...sums.payable.keys()].some((each) => meant.has(each))
  if (right && !isOther) return { agrees: true, sum: right.shown }
  const shown = possible.map((each) => each.shown)
  return { agrees: false, sums: shown.length > 0 ? shown : ['0'] }
}

function compareMember({ place, kind, written, unit }: StatedMember, sums: ShownSums): Sentence | Refused {
  const of = { place, written: grouped(written) }
  if (kind === 'unclear') return refused(say('beside.unclear', of))
  const rows = count(sums.rows)
  const isCount = kind !== 'total' && /^\d+(?:\.0+)?$/.test(written.trim()) && Number(written) === sums.rows
  if (isCount) return say('beside.count_agrees', { place, rows })
  if (kind === 'count') {
    return sums.isToldOnly
      ? say('beside.count_before_correction', { ...of, rows })
      : refused(say('beside.count_differs', { ...of, rows }))
  }
  if (sums.others === null) return say('beside.total_not_compared', of)
  const judged = judgeTotal(written, unit, sums)
  if (judged === null) return refused(say('beside.total_unreadable', of))
  if (judged.agrees) return say('beside.total_agrees', { place, sum: judged.sum })
  if (sums.isToldOnly) return say('beside.total_before_correction', { ...of, sums: judged.sums })
  return kind === 'either'
    ? refused(say('beside.total_or_count_differs', { ...of, rows, sums: judged.sums }))
    : refused(say('beside.total_differs', { ...of, sums: judged.sums }))
}

/** Groups digits like the sums beside them; anything else stays as it is in the file. */
export const grouped = (text: string): Value | string => (/^[1-9]\d{0,14}$/.test(text) ? count(Number(text)) : text)

function currenciesNamed(text: string): ReadonlySet<string> | null {
  const [first] = unitsIn(text).currencies
  return first?.codes ?? currenciesOf(text)
}

interface PossibleSum {
  hundredths: bigint
  shown: Value | string
}

export function possibleSums({ payable, others }: Sums, meant: ReadonlySet<string> | null): PossibleSum[] {
  const rest = others ?? 0n
  const sums = [...payable].flatMap(([currency, minor]) =>
    isCurrency(currency) ? [{ currency, hundredths: minor * scaleOf(currency), minor }] : [],
  )
  const all = sums.reduce((sum, { hundredths }) => sum + hundredths, rest)
  const one = sums.length === 1 ? sums[0] : undefined
  // The currency of unpayable rows is unknown. In a file with one currency they count in that one.
  if (sums.length === 0 || one) return [{ hundredths: all, shown: inCurrency(all, one?.currency ?? null) }]
  const named = sums.filter(({ currency }) => meant === null || meant.has(currency))
  const each = named.map(({ hundredths, currency }) => ({ hundredths, shown: inCurrency(hundredths, currency) }))
  return meant === null ? [...each, { hundredths: all, shown: inCurrency(all, null) }] : each
}

const scaleOf = (currency: Currency): bigint => 10n ** BigInt(2 - currencyDecimals[currency])

function inCurrency(hundredths: bigint, currency: Currency | null): Value | string {
  if (currency !== null) return money(hundredths / scaleOf(currency), currency)
  const digits = String(hundredths).padStart(3, '0')
  return digits.endsWith('00') ? digits.slice(0, -2) : `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** All amounts that a text may mean, in hundredths: a reading of `150.000` is right if the rows agree with it. */
function readingsOf(text: string): bigint[] {
  const [, before = '', number = '', after = ''] = amountParts.exec(text.normalize('NFKC').trim()) ?? []
  const beside = unitsIn(`${before} ${after}`)
  if (/^0+(?:[.,]0+)?$/.test(number)) return [0n]
  if (number === '' || beside.scale !== null || /[^\s:=()]/.test(beside.rest)) return []
  const read = parseAmount(number, 'KES')
  if (read.ok) return [read.amountMinor]
  return /^\d{1,3}(?:[.,]\d{3})+$/.test(number) ? [BigInt(number.replace(/\D/g, '')) * 100n] : []
}

const amountParts = /^(\D*?)(\d(?:[\d.,'’ \u00a0\u2009\u202f]*\d)?)(\D*)$/u

export interface ControlTotals {
  /** `--expect-count`: the expected number of payable rows. */
  expectCount?: number | null
  /** `--expect-total`: the expected sum, as text, in the file's only currency. */
  expectTotal?: string | null
}

/**
 * Compares what a person expects with what would be paid. Null if they agree or nothing is expected.
 *
 * @param of whether the rows are a file's payable ones, or those of a batch to be retried
 */
export function compareControlTotals(
  expected: ControlTotals,
  valid: number,
  totals: ReadonlyMap<string, bigint>,
  of: 'file' | 'retry' = 'file',
): Refused | null {
  const messages: Sentence[] = []
  if (expected.expectCount != null && expected.expectCount !== valid) {
    const found = { expectCount: expected.expectCount, valid }
    messages.push(
      of === 'file'
        ? say('payout.expected_payable_rows_expect_count_but', found)
        : say('payout.expected_retry_count', found),
    )
  }
  const total = expected.expectTotal == null ? null : compareControl(expected.expectTotal, totals, of)
  if (total !== null) messages.push(total)
  const [first, second] = messages
  if (!first) return null
  return refused(second ? say('payout.count_and_total', { count: first, total: second }) : first)
}

function compareControl(text: string, totals: ReadonlyMap<string, bigint>, of: 'file' | 'retry'): Sentence | null {
  const [only, ...others] = totals
  if (others.length > 0) {
    const found = moneyOf(totals)
    return of === 'file'
      ? say('payout.expect_total_works_file_one_currency', { found })
      : say('payout.expected_retry_currencies', { found })
  }
  if (!only) return say('payout.expected_total_expect_total_but_no', { text })
  const [currency, sum] = only
  if (!isCurrency(currency)) throw new Error(`no currency ${currency}`)
  // `FCFA (XAF)`, as web pages write it.
  const expected = parseWrittenAmount(text.replace(/\(([A-Z]{3})\)/, ' $1'), currency)
  if (!expected.ok) return say('payout.expect_total', { message: expected.message })
  if (expected.amountMinor === sum) return null
  const told = { amount: money(expected.amountMinor, currency), sum: money(sum, currency) }
  return of === 'file'
    ? say('payout.expected_total_expect_total_but_payable', told)
    : say('payout.expected_retry_total', told)
}
