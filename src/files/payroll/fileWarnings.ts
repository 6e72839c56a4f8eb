import type { Payable } from '../../payout/keys.ts'
import { type LimitTable, limitWarning } from '../../payout/operators/operator.ts'
import { fold } from '../../payout/typedText.ts'
import type { Warning, WarningCode, WarningCounts, Warnings } from '../../payout/warning.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { cellOf, columnName, shorten } from './checkRow.ts'
import { createSeenTable, placeOf } from './duplicates.ts'
import type { Columns, Field } from './header/columns.ts'
import type { Row } from './row.ts'

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
