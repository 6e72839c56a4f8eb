import { describe, expect, test } from 'vitest'
import { parseAmount, suggestAmount } from '../../src/payout/money/money.ts'
import {
  type CountryCode,
  type Currency,
  countryOf,
  findOperator,
  operators,
  suggestCountry,
  suggestOperator,
} from '../../src/payout/operators/operator.ts'

describe('an amount is suggested where it can only have been meant so', () => {
  test.each<[text: string, currency: Currency, suggestion: string]>([
    ['1.500', 'XOF', '1500'],
    ['1,250,000 FCFA', 'XAF', '1250000'],
    ['1 500 F CFA', 'XOF', '1500'],
    ['XOF 1500', 'XOF', '1500'],
    ['1,5OO', 'XOF', '1500'],
    ['KSh 1,500.50', 'KES', '1500.50'],
    ['1,50,000', 'KES', '150000'],
    ['1 50 000', 'XOF', '150000'],
    ['1500/=', 'UGX', '1500'],
    ['1500.', 'XOF', '1500'],
    ['GH₵ 20.50', 'GHS', '20.50'],
  ])('%j in %s: %s', (text, currency, suggestion) => {
    expect(parseAmount(text, currency).ok).toBe(false)
    expect(suggestAmount(text, currency)).toBe(suggestion)
    expect(parseAmount(suggestion, currency).ok).toBe(true)
  })
  test.each<[text: string, currency: Currency, why: string]>([
    ['1.500', 'KES', 'a decimal mark or a group'],
    ['KSh 1,500', 'KES', 'the same with its currency'],
    ['1500.5', 'XOF', 'rounding is not ours'],
    ['1500 XAF', 'XOF', 'another currency'],
    ['1500 FCFA', 'KES', 'another currency, in words'],
    ['1 50', 'KES', 'a space where there is no group'],
    ['-500', 'XOF', 'a sign'],
    ['2.29E+11', 'XOF', 'an exponent'],
    ['OlO', 'XOF', 'no digit at all'],
    ['ten', 'XOF', 'words'],
  ])('nothing for %j in %s: %s', (text, currency) => {
    expect(suggestAmount(text, currency)).toBeNull()
  })
})

describe('an operator', () => {
  test.each<[text: string, home: CountryCode | null, codes: string[]]>([
    ['mtn-bennin', null, ['mtn-benin']],
    ['MTN', 'BJ', ['mtn-benin']],
    ['MTN', null, ['mtn-benin', 'mtn-cm', 'mtn-ci']],
    ['mtn-c', null, ['mtn-cm', 'mtn-ci']],
    ['mtn-c', 'CI', ['mtn-ci']],
    ['Orange', 'ML', ['orange-money-ml']],
    ['wave', null, ['wave-senegal']],
    ['orange-senegal', null, ['orange-money-senegal']],
    ['Orange Cameroun', null, ['orange-money-cm']],
    ['Free SN', null, ['free-money-senegal']],
  ])('%j (%s) may be %j', (text, home, codes) => {
    const found = suggestOperator(text, home && countryOf(home))
    expect(found?.operators.map(({ code }) => code)).toEqual(codes)
    expect(found?.isCertain).toBe(false)
  })
  test.each([
    ["MTN Côte d'Ivoire", 'mtn-ci'],
    ['Moov (CI)', 'moov-ci'],
    ['Cameroun Orange Money', 'orange-money-cm'],
    ['MOOV BFA', 'moov-burkina-faso'],
  ])('%j is certainly %s: its brand and its country', (text, code) => {
    expect(suggestOperator(text, null)).toMatchObject({ operators: [{ code }], isCertain: true })
  })
  test('of its own name or code is certain, or needs no suggestion', () => {
    for (const operator of operators) {
      for (const text of [operator.name, operator.code.toUpperCase()]) {
        const found = findOperator(text) ?? suggestOperator(text, null)?.operators[0]
        expect([text, found?.code]).toEqual([text, operator.code])
      }
    }
  })
  test('that is far from all is not suggested', () => {
    for (const text of ['paypal', '', 'x'.repeat(60_000)]) expect(suggestOperator(text, null)).toBeNull()
  })
})

test('a country is suggested by its usual misspellings', () => {
  expect(suggestCountry('Bennin')?.code).toBe('BJ')
  expect(suggestCountry('Cameron')?.code).toBe('CM')
  for (const text of ['France', 'RCA', 'République du Niger', 'République gabonaise'])
    expect(suggestCountry(text)).toBeNull()
})
