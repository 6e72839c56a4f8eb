import { hash } from 'node:crypto'
import { currencyDecimals } from '../payout/country.ts'
import type { Payable } from '../payout/payable.ts'
import { createSeenTable } from './seenTable.ts'

export type DuplicateFinder = ReturnType<typeof createDuplicateFinder>

/**
 * Finds, within one file, references that come twice and rows that pay the same number the same amount. The second and
 * later rows carry the problem.
 *
 * @param expectedRows from the file's line breaks: sizes the tables.
 */
export function createDuplicateFinder(expectedRows: number) {
  const references = createSeenTable(expectedRows)
  /** Twice the line of the first such row, and one more where that row has a reference. */
  const payments = createSeenTable(expectedRows)
  /** Of payments whose first row has a reference: the line of the first row without. Every such row is a problem, so they are few. */
  const withoutReference = new Map<string, number>()
  return {
    /**
     * The line that had this reference first, null when this is the first. References are told apart by their digests.
     *
     * @param key the row's payout key
     */
    sameReference(key: string, line: number): number | null {
      const earlier = references.find(hexWord(key, 0), hexWord(key, 1), hexWord(key, 2), line)
      return earlier === 0 ? null : earlier
    },
    /**
     * The line of an earlier row with the same number, amount and currency, when at least one of the two has no reference
     * (two references say that two payouts are meant). Null when there is none.
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

/** Beyond it the line that is named would be wrong, and nothing else. */
const maxLine = 2 ** 31 - 1
const maxAmount = 2n ** 43n
const currencies = new Map(Object.keys(currencyDecimals).map((currency, index) => [currency, index]))

/** Number, amount and currency fit into a table's key as they are; what is too large for that goes in by its digest. */
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

/** 32 bits of a digest in lower-case hex, digit by digit: parseInt of slices takes three times as long. */
function hexWord(hex: string, index: number): number {
  let word = 0
  for (let at = index * 8; at < index * 8 + 8; at++) {
    const code = hex.charCodeAt(at)
    word = (word << 4) | (code < 0x3a ? code - 0x30 : code - 0x57)
  }
  return word >>> 0
}
