import type { Payable, PayoutIdentity } from '../../payout/keys.ts'
import { type LimitTable, limitWarning } from '../../payout/operators/operator.ts'
import type { Problem } from '../../payout/problem.ts'
import type { Reported } from '../../payout/report.ts'
import { fold } from '../../payout/typedText.ts'
import type { Warning, WarningCode, WarningCounts, Warnings } from '../../payout/warning.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { columnLetters } from '../formats/xlsx/sheetXml.ts'
import { type CheckRowOptions, shorten } from './checkRow.ts'
import { createSeenTable, placeOf } from './duplicates.ts'
import type { ColumnMap, Columns, Field } from './header/columns.ts'
import { cellOf, columnName } from './header/columns.ts'
import type { PayoutFile } from './payoutFile.ts'
import type { Limits, Refused, Row } from './row.ts'
import { addRow, type ControlTotals, compareStated, compareTail, noSums, type Subtotals } from './tail/compareTotals.ts'

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
  const sums = noSums()
  const problems: Problem[] = []
  const warner = createWarner(options.operatorLimits ?? new Map(), expectedRows)
  let rows = 0
  let valid = 0
  let problemCount = 0
  let last: CheckedRow | null = null
  return {
    /** Why the file is refused because of totals above, below or beside its rows, or null. Totals that agree become notes. */
    compareOwn({ above, tail, stated, notes }: Columns, among: Subtotals): Refused | null {
      const isToldOnly = options.toldTotals === true
      const shown = { ...sums, rows, among, isToldOnly }
      for (const compared of [compareTail([...above, ...tail], shown), compareStated(stated, shown)]) {
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
        warner.add(row, row.payable, columns)
      }
      if (!row.isTotal) addRow(sums, row.payable, row.payable ? '' : cellOf(row, columns, 'amount'))
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
      totals: sums.payable,
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

/** Of two columns with the same name, the first counts: a field's name is unique. */
const lettersOf = (names: readonly string[], places: readonly number[]): Map<string, string> =>
  new Map(names.map((name, at) => [name, columnLetters(places[at] ?? at)] as const).reverse())

/** A row with its trimmed reference. */
type NamedRow = Pick<Row, 'line' | 'cells'> & { reference: string | null }

/** The most warnings to keep of each code: every amount in a file may have one. */
const keptOfEach = 1_000
/** What more rows have for a name is a word for all of them: `Salaire mensuel`. */
const mostNamesakes = 20

/**
 * Finds warnings that need no ledger: the operators' limits, another person in the file with the same number, and the same person twice.
 */
export function createWarner(operatorLimits: LimitTable, expectedRows: number) {
  const counts: WarningCounts = {}
  const shown: Warning[] = []
  const repeats = createRepeatFinder(expectedRows)
  /** By the line that they repeat. */
  const namesakes = new Map<number, Warning[]>()
  const warn = (warning: Warning) => {
    const before = counts[warning.code] ?? 0
    counts[warning.code] = before + 1
    if (before < keptOfEach) shown.push(warning)
  }
  return {
    warnings(): Warnings {
      const told = [...namesakes.values()].filter(({ length }) => length < mostNamesakes).flat()
      if (told.length === 0) return { counts, shown }
      told.sort((one, other) => (one.line ?? 0) - (other.line ?? 0))
      return { counts: { ...counts, name_repeated: told.length }, shown: [...shown, ...told.slice(0, keptOfEach)] }
    },
    numbersDiffer: repeats.numbersDiffer,
    add(row: NamedRow, payable: Payable, columns: Columns) {
      const { line } = row
      const warningOf = (field: Field, code: WarningCode, message: Sentence): Warning => {
        return { line, column: columnName(columns, field), value: shorten(cellOf(row, columns, field)), code, message }
      }
      const limit = limitWarning(payable, operatorLimits)
      if (limit) warn(warningOf('amount', limit.code, limit.message))
      const other = repeats.sameName(payable, line)
      const repeated = repeats.sameNumber(row, payable)
      if (repeated) warn(warningOf('phone_number', 'number_repeated', repeated))
      else if (other !== 0 && (namesakes.has(other) || namesakes.size < keptOfEach)) {
        const others = namesakes.get(other) ?? []
        namesakes.set(other, others)
        if (others.length === mostNamesakes) return
        others.push(warningOf('name', 'name_repeated', say('warnings.name_repeated', { other })))
      }
    },
  }
}

function createRepeatFinder(expectedRows: number) {
  const numbers = createSeenTable(expectedRows, { marked: true })
  /** By name and amount. */
  let names: ReturnType<typeof createSeenTable> | null = null
  let numbersDiffer = true
  return {
    numbersDiffer: () => numbersDiffer,
    /** An earlier row that pays this number. Two references of one person mean two payouts, if their amounts differ. */
    sameNumber({ line, reference }: NamedRow, payable: Payable): Sentence | null {
      const digits = Number(payable.phone)
      const [high, low] = [Math.floor(digits / 2 ** 32), digits >>> 0]
      const mark = markOf(payable, reference)
      const first = numbers.find(0, high, low, line, mark)
      if (first === 0) return null
      numbersDiffer = false
      const firstMark = numbers.mark()
      if (mark === 0 || firstMark === 0) return null
      // Payments after the first have keys of their own: the first may be for another person or another amount.
      const same = firstMark === mark ? first : numbers.find(mark, high, low, line)
      if (same !== 0) return say('warnings.payment_repeated', { other: same })
      if (personIn(firstMark) !== personIn(mark)) return say('warnings.number_repeated', { other: first })
      return reference === null ? say('warnings.person_repeated', { other: first }) : null
    },
    /** The line of the first row with this name and amount; 0 if there is none. `Client` is the name of many. */
    sameName({ name, amountMinor }: Payable, line: number): number {
      if (name === null || !severalWords.test(name)) return 0
      names ??= createSeenTable(expectedRows)
      const amount = Number(amountMinor)
      return names.find(Math.floor(amount / 2 ** 32) >>> 0, hashOfWords(name), amount >>> 0, line)
    },
  }
}

const severalWords = /\p{L}{2}[^\p{L}]+\p{L}{2}/u

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
