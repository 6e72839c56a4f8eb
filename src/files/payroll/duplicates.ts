import { createHash, hash } from 'node:crypto'
import { formsOf, mixed, type Payable } from '../../payout/keys.ts'
import { currencyDecimals } from '../../payout/operators/operator.ts'
import { readRows } from '../formats/readRows.ts'
import { type CheckRowOptions, checkRow } from './checkRow.ts'
import type { ColumnMap, Columns } from './header/columns.ts'
import type { PayoutFile } from './payoutFile.ts'
import type { Limits, Refused, Row } from './row.ts'

export type DuplicateFinder = ReturnType<typeof createDuplicateFinder>

/** An earlier row with the same reference. `isVariant`: it is written differently there (see payoutKey). */
export interface SameReference {
  line: number
  isVariant: boolean
}

/**
 * Finds repeated references in a file, and rows that pay the same number the same amount. The second and later rows have the problem.
 *
 * @param expectedRows an estimate, for the size of the tables
 */
export function createDuplicateFinder(expectedRows: number) {
  const references = createSeenTable(expectedRows, { marked: true })
  /** References that differ from an earlier one only in how they are written. */
  let variants: ReturnType<typeof createSeenTable> | undefined
  /** Twice the line of the first row with a payment, plus one if that row has a reference. */
  const payments = createSeenTable(expectedRows)
  /** For payments whose first row has a reference: the line of the first row without one. Each such row is a problem, so they are few. */
  const withoutReference = new Map<string, number>()
  return {
    /**
     * The first row with this reference, or with one of the same form; null if this is the first. References are distinguished by 64
     * bits: among 5,000,000, one is mistaken for another once in some 100,000 files, and then its row is not paid.
     *
     * @param of the row's reference or, without one, its id in a report
     */
    sameReference(of: { reference: string } | { payrunId: string }, line: number): SameReference | null {
      const { form, written } = 'reference' in of ? formsOf(of.reference) : { form: of.payrunId, written: of.payrunId }
      const [one, other] = mixed(form)
      const [mark, rest] = form === written ? [one, other] : mixed(written)
      const first = references.find('reference' in of ? 0 : 1, one, other, line, mark)
      if (first === 0) return null
      if (references.mark() === mark) return { line: first, isVariant: false }
      variants ??= createSeenTable(0)
      const same = variants.find(one, mark, rest, line)
      return same === 0 ? { line: first, isVariant: true } : { line: same, isVariant: false }
    },
    /**
     * The line of an earlier row with the same number, amount and currency, if at least one of the two has no reference (two references
     * mean two payouts). Null if there is none.
     */
    samePayment(payable: Payable, hasReference: boolean, line: number): number | null {
      const first = findPayment(payments, payable, Math.min(line, maxLine) * 2 + (hasReference ? 1 : 0))
      if (first === 0) return null
      const firstLine = Math.floor(first / 2)
      if (first % 2 === 0) return firstLine
      const name = `${payable.phone} ${payable.amountMinor} ${payable.currency}`
      if (hasReference) return withoutReference.get(name) ?? null
      if (!withoutReference.has(name)) withoutReference.set(name, line)
      return firstLine
    },
  }
}

/** For lines beyond this, only the reported line would be wrong. */
const maxLine = 2 ** 31 - 1
const maxAmount = 2n ** 43n
const currencies = new Map(Object.keys(currencyDecimals).map((currency, index) => [currency, index]))

/** Number, amount and currency fit into a table's key directly. If they are too large, their digest is used. */
function findPayment(payments: ReturnType<typeof createSeenTable>, payable: Payable, first: number): number {
  const { phone, amountMinor, currency } = payable
  const currencyIndex = currencies.get(currency)
  if (amountMinor >= maxAmount || phone.length > 15 || currencyIndex === undefined) {
    const digest = hash('sha256', `${phone} ${amountMinor} ${currency}`, 'hex')
    return payments.find(hexWord(digest, 0), hexWord(digest, 1), hexWord(digest, 2), first)
  }
  const digits = Number(phone)
  const amount = Number(amountMinor)
  // 18 bits of the number, 11 of the amount, 3 for eight currencies.
  const rest = Math.floor(digits / 2 ** 32) * 2 ** 14 + Math.floor(amount / 2 ** 32) * 8 + currencyIndex
  return payments.find(rest, digits >>> 0, amount >>> 0, first)
}

/** 32 bits of a digest in lower-case hex. Digit by digit, because parseInt on slices takes three times as long. */
function hexWord(hex: string, index: number): number {
  let word = 0
  for (let at = index * 8; at < index * 8 + 8; at++) {
    const code = hex.charCodeAt(at)
    word = (word << 4) | (code < 0x3a ? code - 0x30 : code - 0x57)
  }
  return word >>> 0
}

/**
 * Remembers millions of keys of 96 bits, each with one number, in typed arrays: open addressing with linear probing. A Map of strings
 * would take about 200 bytes per entry; this takes 13. It keeps 64 bits of a key, and its place must also fit: among 5,000,000 keys of
 * 96 bits, two are confused once in 10^11 files.
 *
 * @param expected the number of keys to make room for at first
 * @param marked whether each key has a second number of 32 bits, its mark: 4 more bytes per entry
 */
export function createSeenTable(expected: number, { marked = false } = {}) {
  let capacity = Math.max(1024, Math.ceil(expected / maxLoad) + 1)
  /** All but the last are full. Keys are never moved: the place can't be computed from the part of a key that is kept. */
  const tables = [createTable(capacity, marked)]
  let count = 0
  let mark = 0
  return {
    /**
     * The number stored with this key, or 0 if the key is new: then `first` is stored with it.
     *
     * @param a unsigned 32 bits of the key, like `b` and `c`
     * @param first unsigned 32 bits, not 0
     */
    find(a: number, b: number, c: number, first: number, withMark = 0): number {
      const place = placeOf(a, b, c)
      // If two keys differ only in `a`, both words differ.
      const one = (b ^ Math.imul(a, 0x9e3779b1)) >>> 0
      const other = (c ^ Math.imul(a, 0x85ebca77)) >>> 0
      for (const table of tables) {
        const known = table.find(place, one, other, first, withMark)
        if (known === 0) count++
        if (known !== null) {
          mark = table.mark()
          return known
        }
      }
      capacity *= 2
      tables.push(createTable(capacity, marked))
      return this.find(a, b, c, first, withMark)
    },
    /** The mark of the key that was found last. */
    mark: () => mark,
    size: () => count,
  }
}

function createTable(capacity: number, marked: boolean) {
  /** Two words of the key, one of the number, one of the mark. */
  const entryWords = marked ? 4 : 3
  const words = new Uint32Array(capacity * entryWords)
  let free = Math.floor(capacity * maxLoad)
  let found = 0
  return {
    /** Finds or stores a key as above. @returns null if it is not here and there is no room for it */
    find(place: number, one: number, other: number, first: number, mark: number): number | null {
      let at = Math.floor((place / 2 ** 32) * capacity) * entryWords
      while (words[at + 2] !== 0) {
        if (words[at] === one && words[at + 1] === other) {
          found = at
          return words[at + 2]!
        }
        at += entryWords
        if (at === words.length) at = 0
      }
      if (free === 0) return null
      free--
      words[at] = one
      words[at + 1] = other
      words[at + 2] = first
      if (marked) words[at + 3] = mark
      found = at
      return 0
    },
    mark: () => (marked ? (words[found + 3] ?? 0) : 0),
  }
}

const maxLoad = 0.9

/** 32 bits that look random even for consecutive keys (Murmur3's last steps). */
export function placeOf(a: number, b: number, c: number): number {
  let bits = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(c, 0xc2b2ae3d)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

interface Options extends CheckRowOptions {
  limits?: Limits
  map?: ColumnMap
}

/**
 * Reads the file again, and stores the payments of the rows above the first one without a reference. It reads to the end, because
 * only then is it sure that the file hasn't changed. @returns why the file is refused, or null
 */
export async function keepPaymentsAbove(
  line: number,
  file: PayoutFile,
  options: Options,
  duplicates: DuplicateFinder,
): Promise<Refused | null> {
  const { columns, batches } = readRows(file, options.map, options.limits)
  for (;;) {
    const next = await batches.next()
    if (next.done) return next.value
    for (const row of next.value) {
      if (row.line >= line) break
      const checked = checkRow(row, columns, options)
      if (checked.ok) duplicates.samePayment(checked.payable, true, row.line)
    }
  }
}

/**
 * A digest of a sheet's content: its name, columns and rows. A spreadsheet program changes a workbook's bytes each time it saves it,
 * so they don't tell whether it is the same payroll.
 */
export function createCellsDigest({ sheetName }: PayoutFile) {
  const digest = createHash('sha256').update(JSON.stringify(sheetName))
  let sha256: string | null = null
  return {
    add: (rows: readonly Row[]) => {
      for (const { line, cells } of rows) digest.update(JSON.stringify([line, cells]))
    },
    /** Call it once all rows have been added. */
    sha256: ({ names }: Columns): string => {
      sha256 ??= digest.update(JSON.stringify(names)).digest('hex')
      return sha256
    },
  }
}

/** Reads the file again, only for the digest. */
export async function digestCells(file: PayoutFile, { limits, map }: Options): Promise<string | Refused> {
  const { columns, batches } = readRows(file, map, limits)
  const digest = createCellsDigest(file)
  for (;;) {
    const next = await batches.next()
    if (next.done) return next.value ?? digest.sha256(columns)
    digest.add(next.value)
  }
}
