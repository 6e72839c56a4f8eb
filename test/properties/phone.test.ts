import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { type CountryCode, countries, countryOf } from '../../src/payout/operators/operator.ts'
import { isReckoned, parsePhone } from '../../src/payout/phone/phone.ts'
import { english } from '../harness/words.ts'
import { seeded } from './seeded.ts'

/** Mobile numbers of each country, without their last four digits, spread over its numbering plan. */
const blocks = new Map<CountryCode, string[]>(countries.map(({ code }) => [code, mobileBlocks(code)]))
const country = fc.constantFrom(...countries.map(({ code }) => code))
const mobile = country.chain((code) =>
  fc.record({
    code: fc.constant(code),
    digits: fc
      .tuple(fc.constantFrom(...(blocks.get(code) ?? [])), fc.nat(9999))
      .map(([block, end]) => block + String(end).padStart(4, '0')),
  }),
)

test('the numbers of these tests come from all over the plan of each country', () => {
  const few = [...blocks].filter(([, found]) => found.length < 5)
  expect(few).toEqual([])
})

describe('a number is accepted as itself or not at all', () => {
  test('national, with plus, with 00 and bare, spaced in any way: all come to the same digits', () => {
    const gap = fc.constantFrom('', '', '', ' ', '-', '.', '\u00a0', '(', ')', '\u2011', '\u200e', '\ufeff')
    fc.assert(
      fc.property(mobile, fc.array(gap, { minLength: 20, maxLength: 20 }), ({ code, digits }, gaps) => {
        const national = nationalOf(digits)
        for (const form of [`+${digits}`, `00${digits}`, digits, national, ...trunk(code, national)]) {
          const spaced = [...form].map((char, at) => char + (gaps[at] ?? '')).join('')
          const read = parsePhone(spaced, code)
          // One point with a digit or two behind it, as in 70015000.0, looks like a number with decimals.
          if (isReckoned(spaced.replace(/[\u200e\ufeff]/g, ''))) expect([spaced, read.ok]).toEqual([spaced, false])
          else expect([code, spaced, read]).toEqual([code, spaced, { ok: true, digits }])
        }
      }),
      seeded(2000),
    )
  })

  test('whatever is accepted is a mobile number of that country, with just the digits that were written', () => {
    const symbols = fc.constantFrom(...'0012345678900+ -.()\u00a0\u200b')
    const spoiled = fc
      .tuple(mobile, fc.nat(14), symbols, fc.nat(2), fc.constantFrom('', '+', '00', '0', '+00', '000'))
      .map(([{ digits }, at, symbol, drop, prefix]) => prefix + digits.slice(0, at) + symbol + digits.slice(at + drop))
    const texts = fc.oneof(
      fc.string({ unit: symbols, maxLength: 20 }),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      spoiled,
      mobile.map(({ digits }) => digits),
      mobile.map(({ digits }) => nationalOf(digits)),
    )
    fc.assert(
      fc.property(texts, country, (text, code) => {
        const result = parsePhone(text, code)
        if (!result.ok) {
          expect(english(result.message)).toMatch(/[.…]$/)
          return
        }
        const { diallingCode } = countryOf(code)
        expect(result.digits.startsWith(diallingCode)).toBe(true)
        const judged = parsePhoneNumberFromString(`+${result.digits}`)
        expect([judged?.country, judged?.isValid(), judged?.number]).toEqual([code, true, `+${result.digits}`])
        expect(['MOBILE', 'FIXED_LINE_OR_MOBILE']).toContain(judged?.getType())
        const national = result.digits.slice(diallingCode.length)
        const mayBeWritten = [national, `0${national}`, result.digits, `${diallingCode}0${national}`]
        expect(mayBeWritten.flatMap((written) => [written, `00${written}`])).toContain(text.replace(/[^0-9]/g, ''))
      }),
      seeded(10_000),
    )
  })

  test('a number of another country is never accepted, in any form that names its country', () => {
    fc.assert(
      fc.property(mobile, country, ({ code, digits }, other) => {
        fc.pre(code !== other)
        for (const text of [`+${digits}`, `00${digits}`, digits]) {
          expect([text, parsePhone(text, other)]).toMatchObject([text, { ok: false, code: 'phone_country_mismatch' }])
        }
      }),
      seeded(3000),
    )
  })

  test('nor one of any country of the world', () => {
    const abroad = fc.tuple(fc.constantFrom('+', '00'), fc.bigInt({ min: 10n ** 7n, max: 10n ** 15n - 1n }))
    fc.assert(
      fc.property(abroad, country, ([prefix, digits], code) => {
        fc.pre(!String(digits).startsWith(countryOf(code).diallingCode))
        expect(parsePhone(`${prefix}${digits}`, code).ok).toBe(false)
      }),
      seeded(3000),
    )
  })
})

test('text of any length is refused without a long search', () => {
  const units = fc.constantFrom('1', '0', '+', ' ', '(', '229', '\u200b', '00', 'a', '٣', '\ud800')
  fc.assert(
    fc.property(units, fc.integer({ min: 21, max: 50_000 }), country, (unit, count, code) => {
      const result = parsePhone(unit.repeat(count), code)
      expect(result.ok).toBe(false)
      if (!result.ok) expect(english(result.message).length).toBeLessThan(300)
    }),
    seeded(300),
  )
})

const nationalOf = (digits: string): string => digits.slice(3)

/** Countries where people put a 0 before a number that they dial at home. */
const trunk = (code: CountryCode, national: string): string[] =>
  ['RW', 'KE', 'UG', 'TZ', 'ZM', 'GH'].includes(code) ? [`0${national}`] : []

/** Found with the library alone, in international form. */
function mobileBlocks(code: CountryCode): string[] {
  const { diallingCode } = countryOf(code)
  const length = code === 'BJ' || code === 'CI' ? 10 : ['BF', 'ML', 'TG'].includes(code) ? 8 : 9
  const count = 10 ** (length - 4)
  // A stride that has no factor in common with the count comes by all the beginnings.
  const stride = Math.floor(count / 1500) | 1
  const found: string[] = []
  for (let head = 0; head < count; head += stride) {
    const block = diallingCode + String(head).padStart(length - 4, '0')
    const number = parsePhoneNumberFromString(`+${block}0000`)
    const isMobile = number?.getType() === 'MOBILE' || number?.getType() === 'FIXED_LINE_OR_MOBILE'
    if (number?.isValid() && number.country === code && isMobile) found.push(block)
  }
  return found
}
