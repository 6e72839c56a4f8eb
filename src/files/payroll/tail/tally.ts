import type { Payable, PayoutIdentity } from '../../../payout/keys.ts'
import { parseLimit } from '../../../payout/money/money.ts'
import { parseWrittenAmount } from '../../../payout/money/writtenAmount.ts'
import { isCurrency, type LimitTable, limitWarning } from '../../../payout/operators/operator.ts'
import type { Problem } from '../../../payout/problem.ts'
import type { Reported } from '../../../payout/reportColumns.ts'
import { fold } from '../../../payout/typedText.ts'
import type { Warning, WarningCode, WarningCounts, Warnings } from '../../../payout/warning.ts'
import { money, moneyOf, type Sentence, say } from '../../../words/sentence.ts'
import { columnLetters } from '../../formats/xlsx/sheetXml.ts'
import { type CheckRowOptions, cellOf, columnName, shorten } from '../checkRow.ts'
import { createSeenTable, placeOf } from '../duplicates.ts'
import type { ColumnMap, Columns, Field } from '../header/columns.ts'
import type { PayoutFile } from '../payoutFile.ts'
import { type Limits, type Refused, refused } from '../row.ts'
import { compareStated, compareTail } from './compareTail.ts'

export interface CheckOptions extends CheckRowOptions, ControlTotals {
  /** `--period`: the scope of references. Null for none. */
  period?: string | null
  /** `--sandbox`, which is a scope of its own, too. */
  sandbox?: boolean
  allowDuplicates?: boolean
  /** The ledger is asked about rows with a `payrun_id`; otherwise the file's own words count. */
  asksLedger?: boolean
  /** A single payout, typed by hand: its note is no mark that it was paid or must not be. */
  isOneOff?: boolean
  /** The number of problems that the summary keeps: the first in the file's order (default 1,000). */
  keepProblems?: number
  limits?: Limits
  /** The operators' limits: rows beyond them get a warning. */
  operatorLimits?: LimitTable
  map?: ColumnMap
  /** Somebody corrected rows, or says that the file's total is wrong: a different total is reported, but refuses nothing. */
  toldTotals?: boolean | undefined
}

/** A row of the file with the results of its check. `payable` is null if there is any problem. */
export interface CheckedRow {
  line: number
  /** In the order of the columns; may be shorter than them. */
  cells: (string | null)[]
  payable: Payable | null
  /** Trimmed; null if there is none. */
  reference: string | null
  /** What its idempotency key is made from, if one is needed. */
  identity: PayoutIdentity
  /** What a resubmitted report says about the row's payout. */
  reported: Reported | null
  problems: Problem[]
  /** A total between the payouts: its amount is not part of the file's sum. */
  isTotal?: true
}

export interface Summary {
  /** The input's columns as they were, without those of a report. */
  columns: string[]
  rows: number
  valid: number
  invalid: number
  /** Sum of the valid rows by currency, in minor units. */
  totals: Map<string, bigint>
  /** The first `keepProblems`. */
  problems: Problem[]
  problemCount: number
  sha256: string
  /** In a workbook: the letters of the sheet's columns, by column name. */
  letters?: ReadonlyMap<string, string>
  /** For JSON and XML, whose rows are elements counted from 1. */
  place?: 'element'
  /** What was assumed when reading the file, as sentences for people. */
  notes: Sentence[]
  /** What a person should look at, according to the file and the operators' limits. */
  warnings: Warnings
}

/** Adds up the rows of a file and collects their problems and warnings, row by row. */
export function createTally(options: CheckOptions, expectedRows: number) {
  const keepProblems = options.keepProblems ?? 1000
  const totals = new Map<string, bigint>()
  const problems: Problem[] = []
  const warner = createWarner(options, expectedRows)
  let rows = 0
  let valid = 0
  let problemCount = 0
  /** The sum of the unpayable rows, in hundredths; null if one of their amounts is unreadable. */
  let others: bigint | null = 0n
  let hasSubtotals = false
  let last: CheckedRow | null = null
  return {
    /** Why the file is refused because of totals above, below or beside its rows, or null. Totals that agree become notes. */
    compareOwn({ above, tail, stated, notes }: Columns): Refused | null {
      const isToldOnly = options.toldTotals === true
      const sums = { rows, payable: totals, others, hasSubtotals, isToldOnly }
      for (const compared of [compareTail([...above, ...tail], sums), compareStated(stated, sums)]) {
        if ('kind' in compared) return compared
        notes.push(...compared.notes)
      }
      return null
    },
    add(row: CheckedRow, columns: Columns) {
      rows++
      last = row
      if (row.payable) {
        valid++
        const { currency, amountMinor } = row.payable
        totals.set(currency, (totals.get(currency) ?? 0n) + amountMinor)
        warner.add(row, row.payable, columns)
      } else if (row.isTotal) {
        hasSubtotals = true
      } else if (others !== null) {
        const amount = shownAmount(cellOf(row, columns, 'amount'))
        others = amount === null ? null : others + amount
      }
      problemCount += row.problems.length
      for (const problem of row.problems) if (problems.length < keepProblems) problems.push(problem)
    },
    numbersDiffer: warner.numbersDiffer,
    last: () => last,
    summary: ({ names, notes, places }: Columns, { sha256, format }: PayoutFile): Summary => ({
      columns: names,
      rows,
      valid,
      invalid: rows - valid,
      totals,
      problems,
      problemCount,
      sha256,
      ...(format === 'xlsx' && { letters: lettersOf(names, places) }),
      ...((format === 'json' || format === 'xml') && { place: 'element' }),
      notes,
      warnings: warner.warnings,
    }),
  }
}

/** The amount of an unpayable row, in hundredths, for the file's sum. Null if it is unreadable. */
function shownAmount(text: string): bigint | null {
  if (/^[\s0.,]*$/.test(text)) return 0n
  const amount = parseWrittenAmount(text, null)
  return amount.ok ? amount.amountMinor : null
}

/** Of two columns with the same name, the first counts: a field's name is unique. */
const lettersOf = (names: readonly string[], places: readonly number[]): Map<string, string> =>
  new Map(names.map((name, at) => [name, columnLetters(places[at] ?? at)] as const).reverse())

/** The most warnings to keep of each code: every amount in a file may have one. */
const keptOfEach = 1_000

/** Finds warnings that need no ledger: the operators' limits, and another person in the file with the same number. */
function createWarner({ operatorLimits = new Map() }: CheckOptions, expectedRows: number) {
  const counts: WarningCounts = {}
  const shown: Warning[] = []
  const numbers = createSeenTable(expectedRows, { marked: true })
  let numbersDiffer = true
  const warn = (row: CheckedRow, columns: Columns, field: Field, code: WarningCode, message: () => Sentence) => {
    const before = counts[code] ?? 0
    counts[code] = before + 1
    if (before >= keptOfEach) return
    const value = shorten(cellOf(row, columns, field))
    shown.push({ line: row.line, column: columnName(columns, field), value, code, message: message() })
  }
  return {
    warnings: { counts, shown },
    numbersDiffer: () => numbersDiffer,
    add(row: CheckedRow, payable: Payable, columns: Columns) {
      const limit = limitWarning(payable, operatorLimits)
      if (limit) warn(row, columns, 'amount', limit.code, () => limit.message)
      const digits = Number(payable.phone)
      const [high, low] = [Math.floor(digits / 2 ** 32), digits >>> 0]
      const mark = markOf(payable, row.reference)
      const first = numbers.find(0, high, low, row.line, mark)
      if (first === 0) return
      numbersDiffer = false
      const firstMark = numbers.mark()
      if (mark === 0 || firstMark === 0) return
      // Payments after the first have keys of their own: the first may be for another person or another amount.
      const same = firstMark === mark ? first : numbers.find(mark, high, low, row.line)
      if (same === 0 && personIn(firstMark) === personIn(mark)) return
      warn(row, columns, 'phone_number', 'number_repeated', () =>
        same === 0
          ? say('warnings.number_repeated', { other: first })
          : say('warnings.payment_repeated', { other: same }),
      )
    },
  }
}

/**
 * The person and the amount, in 16 bits each; 0 if the person is unknown. A person is identified by the name, or by the reference of a
 * row without a name (FNV-1a). Case, accents, signs and the order of words don't count: `DIOP Awa` is `Awa Diop`.
 */
function markOf({ name, amountMinor }: Payable, reference: string | null): number {
  const text = name ?? reference
  if (text === null) return 0
  const words = hashOfWords(text)
  const person = (words ^ (words >>> 16)) & 0xffff || 1
  return ((person << 16) | (placeOf(0, 0, Number(amountMinor)) >>> 16)) >>> 0
}

const personIn = (mark: number): number => mark >>> 16

/** A hash of 32 bits. */
function hashOfWords(text: string): number {
  const plain = hashOfPlain(text)
  if (plain !== null) return plain
  let hash = 0
  const words = text.normalize('NFKD').split(/[^\p{L}\p{N}\p{M}]+/u)
  for (const word of words) hash = (hash + (hashOfPlain(fold(word)) ?? hashOf(fold(word)))) >>> 0
  return hash
}

const offset = 0x811c9dc5
const prime = 0x01000193

/** The sum of the hashes of its words, so that their order doesn't matter. Null if it isn't all ASCII. */
function hashOfPlain(text: string): number | null {
  let mark = 0
  let word = offset
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7f) return null
    const letter = code >= 0x41 && code <= 0x5a ? code + 0x20 : code
    if ((letter >= 0x61 && letter <= 0x7a) || (letter >= 0x30 && letter <= 0x39)) {
      word = Math.imul(word ^ letter, prime)
      continue
    }
    if (word !== offset) mark += word
    word = offset
  }
  return (word === offset ? mark : mark + word) >>> 0
}

function hashOf(word: string): number {
  let hash = offset
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), prime)
  return hash >>> 0
}

/** Refuses a `--max-amount` that is not an amount. It is read in each row's currency, but that doesn't matter here. */
export function badLimit(maxAmount: string | null): Refused | null {
  const limit = maxAmount === null ? null : parseLimit(maxAmount, 'KES')
  return limit && !limit.ok ? refused(say('payout.max_amount', { message: limit.message })) : null
}

interface ControlTotals {
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
