import { hash, randomInt } from 'node:crypto'
import type { OperatorCode } from './operators/operator.ts'

/** A payout as the provider needs it: what is sent, in the provider's forms. */
export interface Payable {
  operator: OperatorCode
  /** Digits with the country code, no plus: `22997000001`. */
  phone: string
  /** Minor units of `currency`, per ISO 4217: 150050n is 1500.50 KES, 1500n is 1500 XOF. */
  amountMinor: bigint
  /** ISO 4217 code. */
  currency: string
  /** The beneficiary's name, sent as customer.name when present. */
  name: string | null
  /** Sent as customer.phoneNumber, in the form of `phone`. By default `phone` itself. */
  customerPhone?: string | undefined
}

/** What identifies a payout within its scope: the period, and the sandbox or the provider. */
export type PayoutIdentity = { period: string | null; sandbox?: boolean } & (
  | { reference: string }
  /** A row without a reference, but with the `payrun_id` of an earlier report. */
  | { payrunId: string }
  | { fileSha256: string; line: number }
)

/**
 * The idempotency key of a payout: 32 hex characters, which Postgres takes as a uuid. The first half is the form of its
 * reference; the second half distinguishes references of the same form. One index therefore finds both the same reference and
 * the same reference in another spelling.
 *
 * With a reference: the merchant's own id of the payout, compared in NFKC, within the period (null means no period, which is its
 * own scope). Without one: the id in a report, or the file and the line. JSON makes the encoding unambiguous.
 */
export function payoutKey(identity: PayoutIdentity): string {
  const scope = scopeOf(identity)
  if ('fileSha256' in identity) return digestOf(`["line",${quoted(identity.fileSha256)},${identity.line},${scope}]`)
  if ('payrunId' in identity) return digestOf(`["payrun_id",${quoted(identity.payrunId)},${scope}]`)
  const { form, written } = formsOf(identity.reference)
  const digest = digestOf(`["reference",${quoted(form)},${scope}]`)
  if (form === written) return digest
  const [one, other] = mixed(written)
  return digest.slice(0, halfKey) + inHex(one) + inHex(other)
}

/** A reference in NFKC, as references are compared, and its form (see `referenceForm`). */
export function formsOf(reference: string): { form: string; written: string } {
  const trimmed = reference.trim()
  const written = isAscii.test(trimmed) ? trimmed : trimmed.normalize('NFKC').trim()
  return { form: referenceForm(written), written }
}

/** How many hex characters of a key encode the form of a reference. */
const halfKey = 16

/** @param identity JSON, concatenated by hand, which is faster for a million rows */
const digestOf = (identity: string): string => hash('sha256', identity, 'hex').slice(0, 2 * halfKey)

const quoted = (text: string): string => JSON.stringify(text)

/** The sandbox is a scope of its own: a trial there must not block the real payout. */
const scopeOf = ({ period, sandbox }: PayoutIdentity): string =>
  `${period === null ? 'null' : quoted(period)}${sandbox ? ',"sandbox"' : ''}`

/** A 64-bit hash of a text as two words (cyrb53), at a tenth of the cost of a digest. */
export function mixed(text: string): [number, number] {
  let one = 0xdeadbeef
  let other = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 0x9e3779b1)
    other = Math.imul(other ^ code, 0x5f356495)
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35)
  other = Math.imul(other ^ (other >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35)
  return [one >>> 0, other >>> 0]
}

const bytesInHex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

const inHex = (word: number): string =>
  `${bytesInHex[word >>> 24]}${bytesInHex[(word >>> 16) & 255]}${bytesInHex[(word >>> 8) & 255]}${bytesInHex[word & 255]}`

/**
 * A reference without everything that spreadsheets, keyboards and copying change: leading zeros, decimals of a whole number, case,
 * kinds of spaces, dashes and apostrophes, composed or decomposed accents, invisible characters. Two references of the same form
 * most likely mean the same payout.
 */
export function referenceForm(reference: string): string {
  if (isForm(reference)) return reference
  const plain = isAscii.test(reference) ? reference : withoutVariants(reference)
  const form = plain
    .replace(spaces, ' ')
    .replace(guards, '')
    .replace(decimalZeros, '$1')
    .replace(leadingZeros, '')
    .toUpperCase()
  return form === '' ? reference : form
}

const isAscii = /^[\x20-\x7e]*$/
const spaces = / {2,}/g
/** Prefixes that keep a spreadsheet from reading a cell as a number or a formula. */
const guards = /^[' ]+/
/** The leading zeros of each number, but not after a decimal point: 1.05 is not 1.5. */
const leadingZeros = /(?<![\d.,])0+(?=\d)/g

/** A whole number written with decimals, as spreadsheets and programs do: `17.0`, `17,00`. */
const decimalZeros = /^(\d+)[.,]0+$/

/** Most references are their own form. This check takes a tenth of the time. */
function isForm(reference: string): boolean {
  let isInNumber = false
  for (let at = 0; at < reference.length; at++) {
    const code = reference.charCodeAt(at)
    if (code < 0x21 || code > 0x7e || (code >= 0x61 && code <= 0x7a)) return false
    if (code === zero && !isInNumber && isDigit(reference.charCodeAt(at + 1))) return false
    isInNumber = isDigit(code) || code === 0x2c || code === 0x2e
  }
  return reference.charCodeAt(0) !== 0x27 && !(isInNumber && decimalZeros.test(reference))
}

const zero = 0x30
const isDigit = (code: number): boolean => code >= zero && code <= 0x39

const withoutVariants = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Pd}\u02d7\u2043\u2212]/gu, '-')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .trim()

/** No vowels, no look-alikes: an id can be read out over the phone and never spells a word. */
const alphabet = '23456789bcdfghjkmnpqrstvwxz'

/** A new batch id: 10 characters from an alphabet of 27. The first is a letter, so no id looks like a number. */
export function newBatchId(): string {
  const letter = alphabet[8 + randomInt(alphabet.length - 8)]
  return letter + Array.from({ length: 9 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
