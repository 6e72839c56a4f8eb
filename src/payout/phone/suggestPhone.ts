import { plainDigits } from '../digits.ts'
import { type Country, type CountryCode, countries, countryOf } from '../operators/operator.ts'
import { isReckoned, parsePhone } from './phone.ts'

/** What was probably meant by a number that is none as it stands. */
export interface PhoneSuggestion {
  /** With country code, no plus: a mobile number of the country. */
  digits: string
  why: PhoneMistake
  /**
   * Whether nothing else can have been meant: the text has the whole number in it, and only its writing is corrected, or it
   * has the old form of Benin, whose renumbering is a rule without exceptions.
   */
  isCertain: boolean
}

export type PhoneMistake = 'letters' | 'decimals' | 'old_benin' | 'code_twice' | 'plus_without_code' | 'lost_zero'

/** The writing of a number in two steps: what the text says when letters and decimals are out of the way. */
interface Written {
  /** Digits, and the pluses where they stand. */
  text: string
  why: 'letters' | 'decimals' | null
}

interface Reading {
  digits: string
  why: PhoneMistake
  isCertain: boolean
}

const longest = 60
const punctuation = /[\s.()\u2010-\u2015-]/g
/** A spreadsheet's or a program's number: `2290197000001.0`. */
const decimalTail = /^(\+?[\d\s]{8,})[.,]0{1,2}$/

/**
 * What was probably meant by a text that `parsePhone` refuses for `country`. All ways of reading it are tried; when two of
 * them lead to different numbers, nothing is suggested. Null when there is no way.
 */
export function suggestPhone(text: string, country: CountryCode): PhoneSuggestion | null {
  const written = text.length > longest ? null : readWriting(text)
  if (!written) return null
  const readings = readingsOf(written, countryOf(country))
  const [first] = readings
  if (!first || readings.some(({ digits }) => digits !== first.digits)) return null
  return readings.find(({ isCertain }) => isCertain) ?? first
}

/** The country that an international number says it is of, when it is one of the 13. */
export function countryOfNumber(text: string): Country | null {
  const digits = text.replace(/\D/g, '').replace(/^00/, '')
  return countries.find(({ diallingCode }) => digits.startsWith(diallingCode)) ?? null
}

/** Whether a spreadsheet shortened the number (`2.29E+11`): its last digits are gone. */
export const isShortened = (text: string): boolean => /^\s*\+?\d(?:[.,]\d{1,15})?E\+?\d{1,3}\s*$/i.test(text)

/** Null when something stands in the text that no digit can have been. */
function readWriting(text: string): Written | null {
  const visible = plainDigits(text)
  if (!visible.ok) return null
  const plain = visible.text.trim()
  const whole = decimalTail.exec(plain)?.[1]
  if (whole === undefined && isReckoned(plain)) return null
  const bare = (whole ?? plain).replace(punctuation, '')
  const digits = bare.replace(/o/gi, '0').replace(/[lI]/g, '1')
  if (!/^[+\d]+$/.test(digits) || bare.replace(/\D/g, '').length < 4) return null
  if (digits !== bare) return { text: digits, why: 'letters' }
  return { text: digits, why: whole === undefined ? null : 'decimals' }
}

function readingsOf({ text, why }: Written, country: Country): Reading[] {
  const found: Reading[] = []
  const add = (digits: string | null, mistake: PhoneMistake, isCertain = true) => {
    if (digits !== null) found.push({ digits, why: why ?? mistake, isCertain })
  }
  const { code, diallingCode } = country
  if (why !== null) add(mobile(text, code), why)
  const isInternational = /^(?:\+|00)/.test(text)
  const digits = text.replace(/\+/g, '').replace(/^00/, '')
  const afterCode = digits.startsWith(diallingCode) ? digits.slice(diallingCode.length) : null
  // With a plus and without a code, eight digits may be a number of some other country that has lost digits.
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

/** Benin went from eight digits to ten on 30 November 2024: each number got 01 in front. */
const withoutOldForm = (digits: string, code: CountryCode): string | null =>
  code === 'BJ' && digits.length === 8 ? mobile(`+22901${digits}`, code) : null

function mobile(text: string, code: CountryCode): string | null {
  const phone = parsePhone(text, code)
  return phone.ok ? phone.digits : null
}
