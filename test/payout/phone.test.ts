import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CountryCode, countries } from '../../src/payout/operators/operator.ts'
import { parseFully, parsePhone, suggestPhone } from '../../src/payout/phone/phone.ts'
import { saying } from '../harness/words.ts'
import { seed } from '../properties/seeded.ts'

fc.configureGlobal(seed())

const numbers: [country: CountryCode, national: string, digits: string][] = [
  ['BJ', '01 97 00 00 01', '2290197000001'],
  ['BF', '70 12 34 56', '22670123456'],
  ['CM', '6 71 23 45 67', '237671234567'],
  ['CI', '07 01 23 45 67', '2250701234567'],
  ['ML', '65 01 23 45', '22365012345'],
  ['SN', '77 123 45 67', '221771234567'],
  ['TG', '90 11 23 45', '22890112345'],
  ['RW', '0788 123 456', '250788123456'],
  ['KE', '0712 123456', '254712123456'],
  ['UG', '0712 345678', '256712345678'],
  ['TZ', '0754 123 456', '255754123456'],
  ['ZM', '096 6123456', '260966123456'],
  ['GH', '024 412 3456', '233244123456'],
]

describe('a mobile number of each country is read however it is written', () => {
  test.each(numbers)('%s: %s', (country, national, digits) => {
    const spaced = digits.replace(/(?=(?:\d\d)+$)/g, ' ').trim()
    const withoutTrunk = country === 'BJ' || country === 'CI' ? national : national.replace(/^0/, '')
    const forms = [
      national,
      withoutTrunk,
      digits,
      `+${digits}`,
      `00${digits}`,
      `+${spaced}`,
      `(+${digits.slice(0, 3)}) ${digits.slice(3)}`,
    ]
    const marked = [
      `\u202a+${digits}\u202c`,
      `+${digits.slice(0, 3)}\u00a0${digits.slice(3)}`,
      ` ${national.replaceAll(' ', '-')} `,
      `'${national}`,
      `\uff0b${digits}`,
    ]
    for (const form of [...forms, ...marked])
      expect([form, parsePhone(form, country)]).toEqual([form, { ok: true, digits }])
  })
  test('all 13 countries are in the table of this test', () => {
    expect(numbers.map(([country]) => country).sort()).toEqual(countries.map(({ code }) => code).sort())
  })
})

test('a number that was reckoned is said to be one: what it looks like without its marks is not suggested', () => {
  for (const text of ['-97000001', '9700000.1', '+22997000.01'])
    expect(parsePhone(text, 'BJ')).toMatchObject({
      ok: false,
      message: saying(/minus or decimals.*as text/),
    })
})

test('a date is said to look like one, though its digits would be a number of somebody', () => {
  for (const country of ['BF', 'BJ'] as const)
    for (const text of ['07-11-2026', '7.11.2026', '07/11/2026', '2026-11-07', ' 2026\u201111\u201107 ']) {
      expect([text, parsePhone(text, country)]).toMatchObject([
        text,
        { ok: false, message: saying(/looks like a date/) },
      ])
      expect([text, suggestPhone(text, country)]).toEqual([text, null])
    }
  for (const text of ['07-11-20-26', '07.11.20.26', '07 11 20 26', '0711-2026', '07112026'])
    expect([text, parsePhone(text, 'BF')]).toEqual([text, { ok: true, digits: '22607112026' }])
})

describe('what is no mobile number of the country is refused', () => {
  test.each<[text: string, country: CountryCode, code: string, why: string]>([
    ['', 'BJ', 'invalid_phone', 'nothing'],
    ['+221771234567', 'BJ', 'phone_country_mismatch', 'a number of Senegal'],
    ['221771234567', 'BJ', 'phone_country_mismatch', 'a number of Senegal without plus'],
    ['00221771234567', 'BJ', 'phone_country_mismatch', 'a number of Senegal with 00'],
    ['+33612345678', 'BJ', 'phone_country_mismatch', 'a number of France'],
    ['+221338214500', 'SN', 'phone_not_mobile', 'a fixed line of Senegal'],
    ['+2252721234567', 'CI', 'phone_not_mobile', 'a fixed line of Ivory Coast'],
    ['97000001', 'BJ', 'invalid_phone', 'eight digits, as Benin had until 2024'],
    ['77123456.0', 'SN', 'invalid_phone', 'a digit too few, and a decimal that would make up for it'],
    ['22177123456.0', 'SN', 'invalid_phone', 'the same with the country code'],
    ['+22177123456.1', 'SN', 'invalid_phone', 'the same of a calculation'],
    ['-712345678', 'KE', 'invalid_phone', 'what a spreadsheet makes of +254-… typed as a formula'],
    ['\u2212 0712345678', 'KE', 'invalid_phone', 'the same with a typographic minus'],
    ['7712345.67', 'SN', 'invalid_phone', 'a number with decimals, not a number in groups'],
    ['22997000001', 'BJ', 'invalid_phone', 'eight digits with the country code'],
    ['+22177123456', 'SN', 'invalid_phone', 'a digit too few'],
    ['+2217712345678', 'SN', 'invalid_phone', 'a digit too many'],
    ['771234567 ext. 5', 'SN', 'invalid_phone', 'an extension'],
    ['771234567;ext=5', 'SN', 'invalid_phone', 'an extension per RFC 3966'],
    ['771234567x5', 'SN', 'invalid_phone', 'an extension with x'],
    ['tel:+221771234567', 'SN', 'invalid_phone', 'a scheme'],
    ['77 123 45 67 / 77 123 45 68', 'SN', 'invalid_phone', 'two numbers'],
    ['77I234567', 'SN', 'invalid_phone', 'a letter for a digit'],
    ['++221771234567', 'SN', 'invalid_phone', 'two plus signs'],
    ['221+771234567', 'SN', 'invalid_phone', 'a plus sign inside'],
    ['2.21771E+11', 'SN', 'invalid_phone', 'a number that a spreadsheet spoiled'],
    ['123', 'SN', 'invalid_phone', 'far too short'],
  ])('%j for %s is %s: %s', (text, country, code) => {
    expect(parsePhone(text, country)).toMatchObject({ ok: false, code })
  })
  test('the old form of Benin says how to fix it', () => {
    expect(parsePhone('+229 97 00 00 01', 'BJ')).toMatchObject({ message: saying('put 01 before') })
  })
  test('no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...countries), (text, { code }) => {
        expect(typeof parsePhone(text, code).ok).toBe('boolean')
      }),
    )
  })
})

describe('digits that are none, and marks that nobody sees', () => {
  test.each([
    ['+2290197000001²', 'a footnote'],
    ['+229019700000¹', 'a superscript for a digit'],
    ['+229019700000①', 'a circled digit'],
    ['+229 01 97 00 00 0１', 'full-width among ASCII'],
    ['٠١٩٧٠٠٠٠٠1', 'Arabic and ASCII'],
    ['٠١ ٩٧ ٠٠ ٠٠ ٠١', 'Arabic in groups, which are shown the other way round'],
    ['𝟎𝟏𝟗𝟕𝟎𝟎𝟎𝟎𝟎𝟏', 'mathematical digits'],
  ])('%s is refused: %s', (text) => {
    expect(parsePhone(text, 'BJ')).toMatchObject({
      ok: false,
      code: 'invalid_phone',
      message: saying('look like digits'),
    })
    expect(suggestPhone(text, 'BJ')).toBeNull()
  })
  test.each([
    '\u202e10000079102290\u202c',
    '\u200f01 97 00 00 01',
    '\u202b01 97 00 00 01\u202c',
    '\u206701 97 00 00 01',
  ])('what turns the writing round is refused: %j', (text) => {
    expect(parsePhone(text, 'BJ')).toMatchObject({ ok: false, message: saying('direction of writing') })
    expect(suggestPhone(text, 'BJ')).toBeNull()
  })
  test.each([
    '０１９７０００００１',
    '＋２２９０１９７０００００１',
    '٠١٩٧٠٠٠٠٠١',
    '۰۱۹۷۰۰۰۰۰۱',
    '\u202a+229 0197000001\u202c',
    '01\u200b97000001',
  ])('%s is the number', (text) => {
    expect(parsePhone(text, 'BJ')).toEqual({ ok: true, digits: '2290197000001' })
  })
})

describe('a block of numbers that is known to be mobile answers as the full parser would', () => {
  test('in all 13 countries no mobile pattern looks at the last four digits', () => {
    for (const [code, , digits] of numbers) {
      expect(digits.slice(3)).toMatch(new RegExp(`^(?:${mobilePattern(code)})$`))
      const alternatives = topAlternatives(mobilePattern(code))
      for (const alternative of alternatives) expect(`${code} ${alternative}`).toMatch(/\\d\{[4-9]\}$/)
    }
  })
  // Every block by `npm run test:slow`.
  const stride = process.env['FC_THOROUGH'] === '1' ? 1 : 7

  test('for the numbering plan of each country, block after block', () => {
    for (const [code, , digits] of numbers) {
      const national = digits.length - 3
      // Ten digits begin with 0 in the two countries that have them; the longer plans are walked in strides.
      const count = 10 ** Math.min(national - 4, 5)
      const differing: string[] = []
      for (let head = 0; head < count; head += stride * (national === 8 ? 1 : 5)) {
        const block = `+${digits.slice(0, 3)}${String(head).padStart(national - 4, '0')}`
        parsePhone(`${block}0000`, code)
        const text = block + String((head * 7919) % 10_000).padStart(4, '0')
        if (JSON.stringify(parsePhone(text, code)) !== JSON.stringify(parseFully(text, text, code)))
          differing.push(text)
      }
      expect(differing).toEqual([])
    }
  })
  test('anywhere among the digits', () => {
    const anywhere = fc.tuple(fc.constantFrom(...countries), fc.nat(99_999), fc.nat(99_999), fc.boolean())
    fc.assert(
      fc.property(anywhere, ([{ code, diallingCode }, head, tail, isInternational]) => {
        const national = `${head}${String(tail).padStart(5, '0')}`
        const text = isInternational ? `+${diallingCode}${national}` : national
        parsePhone(`${text.slice(0, -4)}0000`, code)
        expect(parsePhone(text, code)).toEqual(parseFully(text, text.replace(/^00/, '+'), code))
      }),
      { numRuns: 3000 },
    )
  })
})

/** The national pattern of mobile numbers in libphonenumber's own metadata: the second of the types. */
function mobilePattern(country: CountryCode): string {
  const path = createRequire(import.meta.url).resolve('libphonenumber-js/metadata.max.json')
  const metadata: { countries: Record<string, unknown[]> } = JSON.parse(readFileSync(path, 'utf8'))
  const types = metadata.countries[country]?.[11]
  const mobile: unknown = Array.isArray(types) ? types[1] : null
  const pattern: unknown = Array.isArray(mobile) ? mobile[0] : null
  if (typeof pattern !== 'string') throw new Error(`no mobile pattern for ${country}`)
  return pattern
}

function topAlternatives(pattern: string): string[] {
  const parts = ['']
  let depth = 0
  for (const char of pattern) {
    if (char === '(' || char === '[') depth++
    if (char === ')' || char === ']') depth--
    if (char === '|' && depth === 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts
}
