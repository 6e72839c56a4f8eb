import { parseLimit } from '../payout/money.ts'
import type { Payable } from '../payout/payable.ts'
import { payoutKey } from '../payout/payoutKey.ts'
import type { Problem } from '../payout/problem.ts'
import { t } from '../words/t.ts'
import { type CheckRowOptions, cellOf, checkRow, columnName, type RowCheck, shorten } from './checkRow.ts'
import type { ColumnMap } from './columnMap.ts'
import type { Columns, Field } from './columns.ts'
import { type ControlTotals, compareControlTotals } from './controlTotals.ts'
import { createDuplicateFinder, type DuplicateFinder } from './duplicates.ts'
import { keepPaymentsAbove } from './paymentsAbove.ts'
import type { PayoutFile } from './payoutFile.ts'
import { readRows } from './readRows.ts'
import { defaultLimits, type Limits, type Refused, type Row, refused } from './row.ts'

export interface CheckOptions extends CheckRowOptions, ControlTotals {
  /** `--period`: the scope of references. Null: none. */
  period?: string | null
  /** `--sandbox`: a scope of its own, too. */
  sandbox?: boolean
  allowDuplicates?: boolean
  /** How many problems the summary keeps (default 1,000); `onProblem` gets them all, in the file's order. */
  keepProblems?: number
  onProblem?: (problem: Problem) => void
  limits?: Limits
  /** `--map`. */
  map?: ColumnMap
}

/** A row of the file with all that was found out about it. `payable` is null when there is any problem. */
export interface CheckedRow {
  line: number
  /** In the order of the columns; may be shorter than them. */
  cells: (string | null)[]
  payable: Payable | null
  /** Trimmed; null when there is none. */
  reference: string | null
  /** The idempotency key: 32 hex characters. */
  key: string
  problems: Problem[]
}

export interface Summary {
  /** The input's columns as they were, without those that a report adds. */
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
  /** What was taken for granted in reading the file, each a sentence for people. */
  notes: string[]
}

/** `refused`: nothing of the file may be paid; with a summary when it was read to its end (control totals). */
export type CheckResult = { kind: 'checked'; summary: Summary } | (Refused & { summary?: Summary })

export interface FileCheck {
  /** The rows in the file's order, in batches; read at the caller's pace. */
  batches: AsyncGenerator<CheckedRow[], void>
  /** What became of the file, once `batches` has been read to its end. */
  result(): CheckResult
  /** The columns so far: complete with the first batch for CSV, at the end for JSON. */
  columns(): string[]
  /** All that is known of them. */
  layout: Columns
  /** The column of a field as the file names it; the canonical name where the file has none. */
  columnName(field: Field): string
}

/**
 * Checks a whole file as it streams: each row by itself, then against the rows before it, then the control totals.
 * Memory stays small whatever the file's length. `valid` rows may be paid only when the result is `checked`, and the
 * caller decides whether invalid ones stop the rest.
 */
export function checkFile(file: PayoutFile, options: CheckOptions = {}): FileCheck {
  const { columns, batches } = readRows(file, options.limits ?? defaultLimits, 'payouts', options.map)
  const tally = createTally(options)
  const check = createCheck(file, columns, options)
  let result: CheckResult | null = null
  return {
    batches: (async function* () {
      result = badLimit(options)
      if (result) return
      for (;;) {
        const next = await batches.next()
        if (next.done) {
          const summary = tally.summary(columns, file.sha256)
          const differs = next.value ? null : compareControlTotals(options, summary.valid, summary.totals)
          result = next.value ?? (differs ? { ...differs, summary } : { kind: 'checked', summary })
          return
        }
        const checked = await check(next.value)
        if (!Array.isArray(checked)) {
          result = checked
          await batches.return(null)
          return
        }
        for (const row of checked) tally.add(row)
        yield checked
      }
    })(),
    result() {
      if (!result) throw new Error('the file has not been read to its end')
      return result
    },
    columns: () => columns.names,
    layout: columns,
    columnName: (field) => columnName(columns, field),
  }
}

/** Checks a file for its result alone. */
export async function checkWholeFile(file: PayoutFile, options: CheckOptions = {}): Promise<CheckResult> {
  const check = checkFile(file, options)
  for await (const _ of check.batches);
  return check.result()
}

/** `--max-amount` is read in each row's currency; whether it is an amount at all does not depend on that. */
function badLimit({ maxAmount }: CheckOptions): Refused | null {
  const limit = maxAmount == null ? null : parseLimit(maxAmount, 'KES')
  return limit && !limit.ok ? refused(t`--max-amount: ${limit.message}`) : null
}

type Check = (rows: readonly Row[]) => Promise<CheckedRow[] | Refused>

/**
 * Payments count only once a row without reference has come, and are kept from there on: in most files every row has one, or
 * none has.
 */
function createCheck(file: PayoutFile, columns: Columns, options: CheckOptions): Check {
  const duplicates = createDuplicateFinder(Math.min(roughRows(file), (options.limits ?? defaultLimits).rows))
  const compare = createComparison(file, columns, options, duplicates)
  let hasPaymentsAbove = false
  let comparesPayments = false
  return async (rows) => {
    const checked = rows.map((row) => ({ row, alone: checkRow(row, columns, options) }))
    if (!comparesPayments && !options.allowDuplicates) {
      const at = checked.findIndex(({ alone }) => alone.ok && alone.reference === null)
      comparesPayments = at !== -1
      const above = comparesPayments ? checked.slice(0, at) : checked
      hasPaymentsAbove ||= above.some(({ alone }) => alone.ok)
      if (comparesPayments && hasPaymentsAbove) {
        const refusal = await keepPaymentsAbove(checked[at]!.row.line, file, options, duplicates)
        if (refusal) return refusal
      }
    }
    return checked.map(({ row, alone }) => compare(row, alone, comparesPayments))
  }
}

/** Of a row that was checked by itself: whether it stands against one before it. */
function createComparison(file: PayoutFile, columns: Columns, options: CheckOptions, duplicates: DuplicateFinder) {
  const scope = { period: options.period ?? null, sandbox: options.sandbox ?? false }
  return (row: Row, checked: RowCheck, comparesPayments: boolean): CheckedRow => {
    const { line, cells } = row
    const { reference } = checked
    const problems = checked.ok ? [] : checked.problems
    const key = payoutKey(reference === null ? { ...scope, fileSha256: file.sha256, line } : { ...scope, reference })
    // Every row registers its reference, also one that is wrong otherwise: people should see all problems at once.
    const first = reference === null ? null : duplicates.sameReference(key, line)
    if (first !== null) {
      const message = t`The reference "${shorten(reference ?? '')}" is already on line ${first}: give each payout its own.`
      const value = shorten(cellOf(row, columns, 'reference'))
      problems.push({ line, column: columnName(columns, 'reference'), value, code: 'duplicate_reference', message })
    }
    if (checked.ok && comparesPayments) {
      const earlier = duplicates.samePayment(checked.payable, reference !== null, line)
      if (earlier !== null) {
        const message = t`Line ${earlier} pays the same amount to the same number: remove one, give both a reference, or use --allow-duplicates if both are meant.`
        const value = shorten(cellOf(row, columns, 'phone_number'))
        problems.push({ line, column: columnName(columns, 'phone_number'), value, code: 'possible_duplicate', message })
      }
    }
    const payable = checked.ok && problems.length === 0 ? checked.payable : null
    return { line, cells, payable, reference, key, problems }
  }
}

/** How many rows the file may have, to size tables by: its line breaks; for JSON, whose layout is free, by its bytes. */
const roughRows = (file: PayoutFile): number => (file.format === 'json' ? Math.ceil(file.bytes / 160) : file.lineBreaks)

function createTally(options: CheckOptions) {
  const keepProblems = options.keepProblems ?? 1000
  const totals = new Map<string, bigint>()
  const problems: Problem[] = []
  let rows = 0
  let valid = 0
  let problemCount = 0
  return {
    add(row: CheckedRow) {
      rows++
      if (row.payable) {
        valid++
        const { currency, amountMinor } = row.payable
        totals.set(currency, (totals.get(currency) ?? 0n) + amountMinor)
      }
      for (const problem of row.problems) {
        problemCount++
        if (problems.length < keepProblems) problems.push(problem)
        options.onProblem?.(problem)
      }
    },
    summary: ({ names, notes }: Columns, sha256: string): Summary => ({
      columns: names,
      rows,
      valid,
      invalid: rows - valid,
      totals,
      problems,
      problemCount,
      sha256,
      notes,
    }),
  }
}
