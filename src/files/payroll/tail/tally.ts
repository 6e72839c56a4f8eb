import type { Payable, PayoutIdentity } from '../../../payout/keys.ts'
import { parseLimit } from '../../../payout/money/money.ts'
import { parseWrittenAmount } from '../../../payout/money/writtenAmount.ts'
import { isCurrency, type LimitTable } from '../../../payout/operators/operator.ts'
import type { Problem } from '../../../payout/problem.ts'
import type { Reported } from '../../../payout/reportColumns.ts'
import type { Warnings } from '../../../payout/warning.ts'
import { money, moneyOf, type Sentence, say } from '../../../words/sentence.ts'
import { columnLetters } from '../../formats/xlsx/sheetXml.ts'
import { type CheckRowOptions, cellOf } from '../checkRow.ts'
import { createWarner } from '../fileWarnings.ts'
import type { ColumnMap, Columns } from '../header/columns.ts'
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
  const warner = createWarner(options.operatorLimits ?? new Map(), expectedRows)
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
      warnings: warner.warnings(),
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
