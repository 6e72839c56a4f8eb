import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CountryCode, countries } from '../../src/payout/operators/operator.ts'
import { countryOfNumber, isShortened, parsePhone, suggestPhone } from '../../src/payout/phone/phone.ts'
import { seeded } from '../properties/seeded.ts'

const ofCountry: Record<CountryCode, string> = {
  BJ: '2290197000001',
  BF: '22670123456',
  CM: '237671234567',
  CI: '2250701234567',
  ML: '22365012345',
  SN: '221771234567',
  TG: '22890112345',
  RW: '250788123456',
  KE: '254712123456',
  UG: '256712345678',
  TZ: '255754123456',
  ZM: '260966123456',
  GH: '233244123456',
}

describe('a fix is certain where the text has the whole number in it, or the old form of Benin', () => {
  test.each<[text: string, country: CountryCode, why: string]>([
    ['97000001', 'BJ', 'old_benin'],
    ['97 00 00 01', 'BJ', 'old_benin'],
    ['+229 97-00-00-01', 'BJ', 'old_benin'],
    ['22997000001', 'BJ', 'old_benin'],
    ['0022997000001', 'BJ', 'old_benin'],
    ['O197OOOO0l', 'BJ', 'letters'],
    ['+229 0I97 oo0001', 'BJ', 'letters'],
    ['97OO0001', 'BJ', 'letters'],
    ['+0197000001', 'BJ', 'plus_without_code'],
    ['+002290197000001', 'BJ', 'plus_without_code'],
    ['2292290197000001', 'BJ', 'code_twice'],
    ['+229 +229 01 97 00 00 01', 'BJ', 'code_twice'],
    ['+229 00229 0197000001', 'BJ', 'code_twice'],
    ['22922997000001', 'BJ', 'code_twice'],
    ['2290197000001.0', 'BJ', 'decimals'],
    ['2290197000001,00', 'BJ', 'decimals'],
  ])('%j in %s: %s', (text, country, why) => {
    expect(parsePhone(text, country).ok).toBe(false)
    expect(suggestPhone(text, country)).toEqual({ digits: ofCountry[country], why, isCertain: true })
  })
})

describe('what may have been meant otherwise is only suggested', () => {
  test.each<[text: string, country: CountryCode, digits: string]>([
    ['197000001', 'BJ', '2290197000001'],
    ['229197000001', 'BJ', '2290197000001'],
    ['701234567', 'CI', '2250701234567'],
    ['+771234567', 'SN', '221771234567'],
    ['++221771234567', 'SN', '221771234567'],
  ])('%j in %s may be %s', (text, country, digits) => {
    expect(suggestPhone(text, country)).toMatchObject({ digits, isCertain: false })
  })
})

describe('nothing is suggested', () => {
  test.each<[text: string, country: CountryCode, why: string]>([
    ['+97000001', 'BJ', 'eight digits after a plus may be of another country'],
    ['21000001', 'BJ', 'eight digits that were a fixed line'],
    ['97000001', 'TG', 'eight digits of Benin, in another country'],
    ['07070707', 'CI', "Ivory Coast's old form, whose new prefix depends on the operator of then"],
    ['77123456', 'SN', 'a digit too few'],
    ['7712345678', 'SN', 'a digit too many'],
    ['77S234567', 'SN', 'a letter that is like no digit alone'],
    ['lOl', 'SN', 'nothing but letters'],
    ['77 123 45 67 / 77 123 45 68', 'SN', 'two numbers'],
    ['2.21771E+11', 'SN', 'digits that are lost'],
    ['', 'BJ', 'nothing'],
    ['-97000001', 'BJ', 'a negative number, which a spreadsheet has reckoned'],
    ['9700000.1', 'BJ', 'a number with decimals, which has lost its digits'],
    ['77123456.0', 'SN', 'a digit too few, with decimals'],
  ])('for %j in %s: %s', (text, country) => {
    expect(suggestPhone(text, country)).toBeNull()
  })
})

test('a number that a spreadsheet shortened is recognised, in English and in French', () => {
  for (const text of ['2.29E+11', '2,29E+11', '2.29019E+12', ' 2E+12 '])
    expect([text, isShortened(text)]).toEqual([text, true])
  for (const text of ['2290197000001', 'E+11', '22.9E+11', '2.29'])
    expect([text, isShortened(text)]).toEqual([text, false])
})

test('the country of an international number is told for all 13, and for no other', () => {
  for (const { code, name } of countries) expect(countryOfNumber(`+${ofCountry[code]}`)?.name).toBe(name)
  expect(countryOfNumber('+33612345678')).toBeNull()
})

test('doubling the code, letters for digits and decimals of any number of any country lead back to that very number', () => {
  const spoiled = fc
    .tuple(
      fc.constantFrom(...countries),
      fc.nat(9999),
      fc.constantFrom('twice', 'twice with 00', 'letters', 'decimals'),
    )
    .map(([{ code, diallingCode }, end, how]) => {
      const digits = ofCountry[code].slice(0, -4) + String(end).padStart(4, '0')
      const text = {
        twice: `+${diallingCode}${digits}`,
        'twice with 00': `00${diallingCode}00${digits}`,
        letters: `+${digits.slice(0, 4)}${digits.slice(4).replace(/0/g, 'O').replace(/1/g, 'l')}`,
        decimals: `${digits}.0`,
      }[how]
      return { code, digits, text }
    })
  fc.assert(
    fc.property(spoiled, ({ code, digits, text }) => {
      const read = parsePhone(text, code)
      const found = read.ok ? read.digits : suggestPhone(text, code)?.digits
      expect([text, found]).toEqual([text, digits])
    }),
    seeded(2000),
  )
})

test('whatever is suggested for any text is a mobile number of that country, made of its digits', () => {
  const texts = fc.string({ unit: fc.constantFrom(...'0011223456789OolI+ .,-'), maxLength: 20 })
  fc.assert(
    fc.property(texts, fc.constantFrom(...countries), (text, { code, diallingCode }) => {
      const found = suggestPhone(text, code)
      if (!found) return
      expect(parsePhone(`+${found.digits}`, code)).toEqual({ ok: true, digits: found.digits })
      const national = found.digits.slice(diallingCode.length)
      const digits = text.replace(/o/gi, '0').replace(/[lI]/g, '1').replace(/\D/g, '')
      // Of a certain one all digits stand in the text, but for the code and Benin's 01; else a 0 may be missing, too.
      const kept = found.isCertain ? national.replace(code === 'BJ' ? /^01/ : /^$/, '') : national.slice(1)
      expect([text, digits.includes(kept)]).toEqual([text, true])
    }),
    seeded(5000),
  )
})
