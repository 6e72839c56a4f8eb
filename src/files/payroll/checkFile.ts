import type { PayoutIdentity } from '../../payout/keys.ts'
import { parseLimit } from '../../payout/money/money.ts'
import { isInUse, type Problem, reportedSentence, withoutAdvice } from '../../payout/problem.ts'
import type { Reported } from '../../payout/report.ts'
import { money, type Sentence, say } from '../../words/sentence.ts'
import { readRows } from '../formats/readRows.ts'
import type { Whereabouts } from './advice.ts'
import { checkRow, type RowCheck, shorten } from './checkRow.ts'
import {
  createCellsDigest,
  createDuplicateFinder,
  type DuplicateFinder,
  digestCells,
  keepPaymentsAbove,
  type SameReference,
} from './duplicates.ts'
import type { Columns, Field } from './header/columns.ts'
import { cellOf, columnName } from './header/columns.ts'
import { likelyCountryIn } from './likelyCountry.ts'
import type { PayoutFile } from './payoutFile.ts'
import { defaultLimits, type Limits, type Refused, type Row, refused } from './row.ts'
import { compareControlTotals } from './tail/compareTotals.ts'
import { findLinesAmong, type LinesAmong, noLinesAmong, withoutLines } from './tail/linesAmong.ts'
import { type CheckedRow, type CheckOptions, createTally, type Summary } from './tally.ts'

export type { CheckedRow, CheckOptions, Summary } from './tally.ts'

/** `refused`: nothing in the file may be paid. It has a summary if the file was read to its end (control totals). */
export type CheckResult =
  | { kind: 'checked'; summary: Summary }
  | (Refused & {
      summary?: Summary
      /** What was read above the place where the file breaks off. */
      above?: Summary
    })

export interface FileCheck {
  /** The rows in the file's order, in batches; read at the caller's pace. */
  batches: AsyncGenerator<CheckedRow[], void>
  /** The result, once `batches` has been read to its end. */
  result(): CheckResult
  /** The columns so far: complete with the first batch for CSV, at the end for JSON. */
  columns(): string[]
  /** Everything known about the columns. */
  layout: Columns
  /** The file's name for a field's column, or the canonical name if the file has none. */
  columnName(field: Field): string
  /** Whether no two payable rows pay the same number, once `batches` has been read to its end. */
  numbersDiffer(): boolean
  /** Whether the line among the rows is no payout, and not in the batches that have been read so far. */
  isLeftOut(line: number): boolean
  /** The digest of a workbook's cells, once it has been read to its end. Null for any other file. */
  cellsSha256(): string | null
}

/**
 * Checks a whole file as a stream: each row by itself, then against the rows before it, then the control totals. Memory stays small,
 * whatever the file's length. Valid rows may be paid only if the result is `checked`, and the caller decides whether invalid ones
 * stop the rest.
 */
export function checkFile(file: PayoutFile, options: CheckOptions = {}): FileCheck {
  const { limits = defaultLimits, map } = options
  const { columns, batches } = readRows(file, map, limits)
  const tally = createTally(options, roughRows(file, limits))
  const check = createCheck(file, columns, options)
  const cells = file.format === 'xlsx' ? createCellsDigest(file) : null
  let linesAmong: LinesAmong | null = null
  let result: CheckResult | null = null
  return {
    batches: (async function* () {
      result = badLimit(options.maxAmount ?? null)
      if (result) return
      for (;;) {
        const next = await batches.next()
        if (next.done) {
          const { notes, total, among, refusal } = linesAmong ?? noLinesAmong
          if (total) columns.tail.unshift(total)
          const note = next.value ? null : openEndNote(file, columns, tally.last())
          columns.notes.push(...notes, ...(note ? [note] : []))
          const summary = tally.summary(columns, file)
          const differs = next.value
            ? null
            : (tally.compareOwn(columns, among) ??
              refusal ??
              compareControlTotals(options, summary.valid, summary.totals))
          if (next.value) result = next.value.breaksOff ? { ...next.value, above: summary } : next.value
          else result = differs ? { ...differs, summary } : { kind: 'checked', summary }
          return
        }
        cells?.add(next.value)
        // Lines that may be no payouts: the total at the end tells, so the file is read a second time.
        if (next.value.some(({ aside }) => aside)) linesAmong ??= await findLinesAmong(file, options)
        const checked = await check(linesAmong ? withoutLines(next.value, linesAmong) : next.value)
        if (!Array.isArray(checked)) {
          result = checked
          await batches.return(null)
          return
        }
        for (const row of checked) tally.add(row, columns)
        if (checked.length > 0) yield checked
      }
    })(),
    result() {
      if (!result) throw new Error('the file has not been read to its end')
      return result
    },
    columns: () => columns.names,
    layout: columns,
    columnName: (field) => columnName(columns, field),
    numbersDiffer: tally.numbersDiffer,
    isLeftOut: (line) => linesAmong?.lines.has(line) ?? false,
    cellsSha256: () => cells?.sha256(columns) ?? null,
  }
}

/** Checks a file and returns only the result. */
export async function checkWholeFile(file: PayoutFile, options: CheckOptions = {}): Promise<CheckResult> {
  const check = checkFile(file, options)
  for await (const _ of check.batches);
  return check.result()
}

/** Refuses a `--max-amount` that is not an amount. It is read in each row's currency, but that doesn't matter here. */
function badLimit(maxAmount: string | null): Refused | null {
  const limit = maxAmount === null ? null : parseLimit(maxAmount, 'KES')
  return limit && !limit.ok ? refused(say('payout.max_amount', { message: limit.message })) : null
}

type Check = (rows: readonly Row[]) => Promise<CheckedRow[] | Refused>

/**
 * Payments are compared only from the first row without a reference on: in most files every row has one, or none has. The payments
 * above that row are then read a second time.
 */
function createCheck(file: PayoutFile, columns: Columns, options: CheckOptions): Check {
  const duplicates = createDuplicateFinder(roughRows(file, options.limits ?? defaultLimits))
  const compare = createComparison(columns, options, duplicates)
  let hasPaymentsAbove = false
  let comparesPayments = false
  /** Undefined until a row needs it. */
  let whereabouts: Whereabouts | undefined
  /** With their lines, the key of rows without a reference. */
  let fileSha256 = file.format === 'xlsx' ? null : file.sha256
  return async (rows) => {
    const checked = rows.map((row) => ({ row, alone: checkRow(row, columns, options) }))
    for (const each of checked) {
      if (each.alone.ok || !each.alone.problems.some(({ code }) => code === 'unknown_operator')) continue
      whereabouts ??= await likelyCountryIn(file, options)
      if (whereabouts.likely || whereabouts.unlikely.size > 0)
        each.alone = checkRow(each.row, columns, { ...options, whereabouts })
    }
    if (fileSha256 === null && checked.some(({ row, alone }) => namedBy(row, alone) === null)) {
      const digest = await digestCells(file, options)
      if (typeof digest !== 'string') return digest
      fileSha256 = digest
    }
    const sha256 = fileSha256 ?? file.sha256
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
    return checked.map(({ row, alone }) => compare(row, alone, sha256, comparesPayments))
  }
}

/** Compares a row that was checked by itself with the rows before it. */
function createComparison(columns: Columns, options: CheckOptions, duplicates: DuplicateFinder) {
  const scope = { period: options.period ?? null, sandbox: options.sandbox ?? false }
  const identityOf = ({ line, reported }: Row, reference: string | null, fileSha256: string): PayoutIdentity => {
    if (reference !== null) return { ...scope, reference }
    const payrunId = reported?.payrunId ?? null
    // Without the period: a report's row is one payout, however often it is submitted.
    return payrunId === null ? { ...scope, fileSha256, line } : { ...scope, period: null, payrunId }
  }
  return (row: Row, checked: RowCheck, fileSha256: string, comparesPayments: boolean): CheckedRow => {
    const { line, cells } = row
    const reported = options.isOneOff ? null : (row.reported ?? null)
    const { reference } = checked
    // A row that is paid in cash or through a bank needs neither.
    const needless = reported?.says === 'marked_other_way' ? ['missing_operator', 'missing_phone'] : []
    const own = checked.ok ? [] : checked.problems.filter(({ code }) => !needless.includes(code))
    const paid = reported && whyNotAgain(reported, options)
    const problems = paid ? [{ line, ...paid }, ...(isInUse(paid) ? own.map(withoutAdvice) : own)] : own
    // Every row registers its reference, even if it has other problems: people should see all problems at once.
    const identity = identityOf(row, reference, fileSha256)
    const named = namedBy(row, checked)
    const earlier = 'fileSha256' in identity ? null : duplicates.sameReference(identity, line)
    if (named !== null && earlier !== null && !(earlier.isVariant && options.allowDuplicates)) {
      const value = shorten(reference === null ? named : cellOf(row, columns, 'reference'))
      const column = reference === null ? 'payrun_id' : columnName(columns, 'reference')
      problems.push({
        line,
        column,
        value,
        code: 'duplicate_reference',
        message: sameReference(shorten(named), earlier),
      })
    }
    if (checked.ok && comparesPayments) {
      const earlier = duplicates.samePayment(checked.payable, reference !== null, line)
      if (earlier !== null) {
        const message = say('payout.line_pays_same_amount_same_number', { earlier })
        const value = shorten(cellOf(row, columns, 'phone_number'))
        problems.push({ line, column: columnName(columns, 'phone_number'), value, code: 'possible_duplicate', message })
      }
    }
    const payable = checked.ok && problems.length === 0 ? checked.payable : null
    return { line, cells, payable, reference, identity, reported, problems, ...(row.isTotal && { isTotal: true }) }
  }
}

/** What identifies a row's payout: its reference, or its id in a report. Null if only its place in the file does. */
const namedBy = ({ reported }: Row, { reference }: RowCheck): string | null => reference ?? reported?.payrunId ?? null

/**
 * Why a row of a report can't be paid again, as far as the file tells: only invalid and cancelled ones can. A sandbox payment never
 * prevents a real one.
 */
function whyNotAgain(reported: Reported, options: CheckOptions): Omit<Problem, 'line'> | null {
  const { payrunId, says, isSandbox, column, value } = reported
  const isMarked = says.startsWith('marked')
  if (payrunId !== null && options.asksLedger && !isMarked) return null
  if (isSandbox && !options.sandbox) return null
  if (says === 'invalid' || says === 'cancelled' || (says === 'in_use' && payrunId !== null)) return null
  const code = isMarked && says !== 'marked_paid' ? 'malformed' : 'reference_in_use'
  return { column, value: shorten(value), code, message: reportedSentence(says) }
}

const sameReference = (reference: string, { line: first, isVariant }: SameReference): Sentence =>
  isVariant
    ? say('payout.reference_variant_of_line', { reference, first })
    : say('payout.reference_already_line_give_each_payout', { reference, first })

/** An estimate of the file's rows, for the size of tables: from its line breaks, or from its bytes for JSON and XML. */
function roughRows({ format, bytes, lineBreaks }: PayoutFile, { rows }: Limits): number {
  const rough = format === 'json' || format === 'xml' ? Math.ceil(bytes / (format === 'json' ? 160 : 600)) : lineBreaks
  return Math.min(rough, rows)
}

/**
 * A note about a CSV file whose last line has no line break and ends with the amount or the number of a payout. Many programs omit
 * this break, but in a file that was cut off there, `250000` may be left as `250`, and nothing else shows it.
 *
 * @param last the last row of the file; null if it has none, or was not read to its end
 */
function openEndNote(file: PayoutFile, columns: Columns, last: CheckedRow | null): Sentence | null {
  if (!last?.payable || !isOpen(file)) return null
  // There is another line below it, or there are other cells beside it that aren't kept.
  if (columns.tail.length > 0 || columns.isReport || columns.problemsAt !== undefined) return null
  const { amount, phone_number } = columns.index
  const { line, payable } = last
  switch (last.cells.findLastIndex((cell) => cell !== null && cell.trim() !== '')) {
    case amount:
      return say('payout.last_amount_maybe_cut', { line, amount: money(payable.amountMinor, payable.currency) })
    case phone_number:
      return say('payout.last_number_maybe_cut', { line, number: shorten(last.cells[phone_number ?? -1] ?? '') })
    default:
      return null
  }
}

/** Whether more could have followed: after a line break, a delimiter or a quote, the cell is complete. */
function isOpen({ format, encoding, end }: PayoutFile): boolean {
  if (format !== 'csv') return false
  const [before = 0, last = 0] = end
  const code = encoding === 'utf-16le' ? last * 256 + before : encoding === 'utf-16be' ? before * 256 + last : last
  return !'\r\n",;\t|'.includes(String.fromCharCode(code))
}
