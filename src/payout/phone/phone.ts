import { createRequire } from 'node:module'
import type { PhoneNumber } from 'libphonenumber-js/max'
import { country as countryValue, type Sentence, say } from '../../words/sentence.ts'
import { type Country, type CountryCode, countries, countryOf } from '../operators/operator.ts'
import { clipped, plainDigits } from '../typedText.ts'

export type PhoneProblem = 'invalid_phone' | 'phone_country_mismatch' | 'phone_not_mobile'

type PhoneResult = { ok: true; digits: string } | { ok: false; code: PhoneProblem; message: Sentence }

/** What people write between digits. With anything else (letters, extensions, `;`, `/`), the text is not a number. */
export const punctuation = /[\s.()\u2010-\u2015-]/g

/**
 * A calculated number: with decimals (`77123456.0`) or negative (`-712345424`, which a spreadsheet makes of `+254-712345678`). Its
 * digits without point and minus would be another number.
 */
const reckoned = /^\s*(?:\+?\d{5,}\.\d{1,2}\s*$|[-\u2010-\u2015\u2212])/

export const isReckoned = (text: string): boolean => reckoned.test(text)

/** `07-11-2026` and `2026-11-07`: without its marks, a date may be a phone number in Burkina Faso, or an old one in Benin. */
const date =
  /^\s*(?:(?:19|20)\d{2}([./\u2010-\u2015-])\d{1,2}\1\d{1,2}|\d{1,2}([./\u2010-\u2015-])\d{1,2}\2(?:19|20)\d{2})\s*$/

const plain = /^(?!00)\+?\d{4,20}$/

/**
 * Blocks of 10,000 mobile numbers, by all but the last four digits as written, with those digits in the form to send. Numbering plans
 * assign whole blocks, and no mobile pattern of the 13 countries uses the last four digits (a test reads the patterns), so a block is
 * parsed only once. Otherwise the full parser would take most of a file's time.
 */
const mobileBlocks = new Map<CountryCode, Map<string, string>>(countries.map(({ code }) => [code, new Map()]))
const blockDigits = 4
/** The most blocks to remember in each country. */
const maxBlocks = 5_000

/**
 * Reads a mobile number of `country`, written internationally (`+229…`, `00229…`, `229…`) or nationally.
 *
 * Digits alone are read as a national number if that is valid, otherwise as an international one. In countries whose numbers don't
 * distinguish fixed lines from mobile ones, they count as mobile.
 *
 * @returns digits with the country code and no plus, the form in which numbers are sent (interface document, 2.6).
 */
export function parsePhone(text: string, country: CountryCode): PhoneResult {
  const written = plain.test(text) ? text : withoutMarks(text)
  if (!plain.test(written)) return invalid(text, country)
  const blocks = mobileBlocks.get(country)
  const block = written.slice(0, -blockDigits)
  const known = blocks?.get(block)
  if (known !== undefined) return { ok: true, digits: known + written.slice(-blockDigits) }
  const result = parseFully(text, written, country)
  if (result.ok && blocks) {
    if (blocks.size >= maxBlocks) blocks.clear()
    blocks.set(block, result.digits.slice(0, -blockDigits))
  }
  return result
}

const nationalDigits = 8
const mostDigits = 14

/**
 * Whether a text, by its form alone, can't be a number of any of the 13 countries. For rows without a country, for which checking the
 * numbering plans of 13 countries would take most of a file's time.
 */
export function isNowhere(text: string): boolean {
  const written = withoutMarks(text)
  if (!plain.test(written)) return true
  const digits = written.replace('+', '')
  if (digits.length < nationalDigits || digits.length > mostDigits) return true
  return written.startsWith('+') && !countries.some(({ diallingCode }) => digits.startsWith(diallingCode))
}

/** The digits without what people and programs write around them; '' if the text can't be a phone number. */
function withoutMarks(text: string): string {
  const plain = plainDigits(text)
  if (!plain.ok) return ''
  // Excel keeps a zero by an apostrophe before it, and payrun's own reports keep a formula from running.
  const written = plain.text.replace(/^\s*['’]/, '').replace('\uff0b', '+')
  return isReckoned(written) || date.test(written) ? '' : written.replace(punctuation, '').replace(/^00/, '+')
}

/** The same without the remembered blocks. @param written `text` without marks, with a plus only at its beginning */
export function parseFully(text: string, written: string, country: CountryCode): PhoneResult {
  const phone = parse(written, country)
  if (phone?.isValid()) return judge(phone, text, country)
  if (!written.startsWith('+')) {
    const foreign = parse(`+${written}`, country)
    if (foreign?.isValid()) return judge(foreign, text, country)
  }
  return invalid(text, country)
}

/** Loaded on first use: with the numbering plans of all countries, it takes as long to load as the rest of the program. */
let library: typeof import('libphonenumber-js/max') | undefined

function parse(written: string, defaultCountry: CountryCode): PhoneNumber | undefined {
  library ??= createRequire(import.meta.url)('libphonenumber-js/max') as typeof import('libphonenumber-js/max')
  return library.parsePhoneNumberFromString(written, { defaultCountry, extract: false })
}

function judge(phone: PhoneNumber, text: string, country: CountryCode): PhoneResult {
  const name = countryValue(country)
  if (phone.ext) return invalid(text, country)
  if (phone.country !== country) {
    const message = say('payout.number_another_country_operator_correct_one', { text: quote(text), name })
    return { ok: false, code: 'phone_country_mismatch', message }
  }
  const type = phone.getType()
  if (type !== 'MOBILE' && type !== 'FIXED_LINE_OR_MOBILE') {
    const message = say('payout.not_mobile_number_mobile_money_needs', { text: quote(text), name })
    return { ok: false, code: 'phone_not_mobile', message }
  }
  return { ok: true, digits: phone.number.slice(1) }
}

const invalid = (text: string, country: CountryCode): PhoneResult => ({
  ok: false,
  code: 'invalid_phone',
  message: whyInvalid(text, country),
})

function whyInvalid(text: string, country: CountryCode): Sentence {
  const plainText = plainDigits(text)
  if (!plainText.ok) return plainText.message
  const quoted = { text: quote(text) }
  if (isReckoned(text)) return say('payout.minus_decimals_numbers_spreadsheet_calculated_format', quoted)
  if (date.test(plainText.text)) return say('payout.number_is_like_date', quoted)
  if (isOldBenin(bareDigits(text), country)) return say('payout.number_benin_old_form_put_01', quoted)
  const { diallingCode } = countryOf(country)
  return say('payout.not_phone_number_write_number_digits', { ...quoted, country: countryValue(country), diallingCode })
}

/** Benin changed from eight digits to ten on 30 November 2024, by 01 before them: mobile numbers began with 4, 5, 6 or 9. */
const isOldBenin = (digits: string, country: CountryCode): boolean =>
  country === 'BJ' && /^(?:229)?[4-9]\d{7}$/.test(digits)

const quote = (text: string): Sentence => say('payout.text', { text: clipped(text) })

/** What was probably meant by an invalid number. */
export interface PhoneSuggestion {
  /** A mobile number of the country, with the country code and no plus. */
  digits: string
  why: PhoneMistake
  /**
   * Whether nothing else can have been meant: the text contains the whole number, and only its notation is corrected, or it is an old
   * number of Benin, whose renumbering has no exceptions.
   */
  isCertain: boolean
}

export type PhoneMistake = 'letters' | 'decimals' | 'old_benin' | 'code_twice' | 'plus_without_code' | 'lost_zero'

/** A text after the first step of reading: without letters and decimals. */
interface Written {
  /** Digits and pluses in their places. */
  text: string
  why: 'letters' | 'decimals' | null
}

const longest = 60
/** A spreadsheet's or a program's number: `2290197000001.0`. */
const decimalTail = /^(\+?[\d\s]{8,})[.,]0{1,2}$/

/**
 * What was probably meant by a text that `parsePhone` refuses for `country`. All readings are tried. Null if there is none, or if two
 * of them lead to different numbers.
 */
export function suggestPhone(text: string, country: CountryCode): PhoneSuggestion | null {
  const written = text.length > longest ? null : readWriting(text)
  if (!written) return null
  const readings = readingsOf(written, countryOf(country))
  const [first] = readings
  if (!first || readings.some(({ digits }) => digits !== first.digits)) return null
  return readings.find(({ isCertain }) => isCertain) ?? first
}

/** The digits of a number, without a `00` before the country code. */
export const bareDigits = (text: string): string => text.replace(/\D/g, '').replace(/^00/, '')

/** The country of an international number, if it is one of the 13. */
export function countryOfNumber(text: string): Country | null {
  const digits = bareDigits(text)
  return countries.find(({ diallingCode }) => digits.startsWith(diallingCode)) ?? null
}

/** Whether a spreadsheet clipped the number (`2.29E+11`): its last digits are gone. */
export const isShortened = (text: string): boolean => /^\s*\+?\d(?:[.,]\d{1,15})?E\+?\d{1,3}\s*$/i.test(text)

/** Null if the text contains something that can't stand for a digit. */
function readWriting(text: string): Written | null {
  const visible = plainDigits(text)
  if (!visible.ok) return null
  const plain = visible.text.trim()
  const whole = decimalTail.exec(plain)?.[1]
  if (whole === undefined && (isReckoned(plain) || date.test(plain))) return null
  const bare = (whole ?? plain).replace(punctuation, '')
  const digits = bare.replace(/o/gi, '0').replace(/[lI]/g, '1')
  if (!/^[+\d]+$/.test(digits) || bare.replace(/\D/g, '').length < 4) return null
  if (digits !== bare) return { text: digits, why: 'letters' }
  return { text: digits, why: whole === undefined ? null : 'decimals' }
}

function readingsOf({ text, why }: Written, country: Country): PhoneSuggestion[] {
  const found: PhoneSuggestion[] = []
  const add = (digits: string | null, mistake: PhoneMistake, isCertain = true) => {
    if (digits !== null) found.push({ digits, why: why ?? mistake, isCertain })
  }
  const { code, diallingCode } = country
  if (why !== null) add(mobile(text, code), why)
  const isInternational = /^(?:\+|00)/.test(text)
  const digits = text.replace(/\+/g, '').replace(/^00/, '')
  const afterCode = digits.startsWith(diallingCode) ? digits.slice(diallingCode.length) : null
  // With a plus and without a country code, eight digits may be a number of another country that has lost digits.
  if (!isInternational) add(withoutOldForm(digits, code), 'old_benin')
  if (afterCode !== null) {
    add(withoutOldForm(afterCode, code), 'old_benin')
    const again = new RegExp(`^(?:00)?${diallingCode}`).exec(afterCode)?.[0]
    if (again !== undefined) {
      const rest = afterCode.slice(again.length)
      add(mobile(`+${diallingCode}${rest}`, code) ?? withoutOldForm(rest, code), 'code_twice')
    }
  }
  // No country's code begins with 0: what follows such a plus can only be a national number, or 00 and the code.
  if (text.startsWith('+0')) add(mobile(text.slice(1), code), 'plus_without_code')
  else if (isInternational) add(mobile(digits, code), 'plus_without_code', false)
  if (code === 'BJ' || code === 'CI') {
    const national = afterCode ?? digits
    if (national.length === 9) add(mobile(`+${diallingCode}0${national}`, code), 'lost_zero', false)
  }
  return found
}

/** Benin changed from eight digits to ten on 30 November 2024: each number got a leading 01. */
const withoutOldForm = (digits: string, code: CountryCode): string | null =>
  code === 'BJ' && digits.length === 8 ? mobile(`+22901${digits}`, code) : null

function mobile(text: string, code: CountryCode): string | null {
  const phone = parsePhone(text, code)
  return phone.ok ? phone.digits : null
}
