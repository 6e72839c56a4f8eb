import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatWireAmount, parseAmount, parseLimit, suggestAmount } from '../../../src/payout/money/money.ts'
import { type Currency, currencyDecimals } from '../../../src/payout/operators/operator.ts'
import { showMoney } from '../../../src/words/render.ts'
import { english, said, saying } from '../../harness/words.ts'
import { seed } from '../../properties/seeded.ts'

fc.configureGlobal(seed())

const currencies = Object.keys(currencyDecimals) as Currency[]

const read: [text: string, currency: Currency, amountMinor: bigint, why: string][] = [
  ['1500', 'XOF', 1500n, 'plain digits'],
  ['1500', 'KES', 150000n, 'plain digits, minor units'],
  ['1', 'XOF', 1n, 'the least amount'],
  ['0.01', 'KES', 1n, 'the least amount with decimals'],
  ['1500.00', 'XOF', 1500n, 'zeros beyond the decimals'],
  ['1500,00', 'XOF', 1500n, 'zeros beyond the decimals, comma'],
  ['1500.000', 'XOF', 1500n, 'four digits before a mark are not a group'],
  ['150.5', 'KES', 15050n, 'one decimal'],
  ['150,5', 'KES', 15050n, 'one decimal, comma'],
  ['150.50', 'KES', 15050n, 'two decimals'],
  ['150.5000', 'KES', 15050n, 'trailing zeros, not three digits'],
  ['1 500', 'XOF', 1500n, 'space'],
  ['1\u00a0500', 'XOF', 1500n, 'no-break space'],
  ['1\u202f500', 'XOF', 1500n, 'narrow no-break space'],
  ["1'500", 'XOF', 1500n, 'apostrophe'],
  ['1’500', 'XOF', 1500n, 'apostrophe as it is printed'],
  ['1\u2009500,50', 'KES', 150050n, 'thin space'],
  ['12 345 678', 'XOF', 12345678n, 'several groups'],
  ['1 500,50', 'KES', 150050n, 'French'],
  ['1.500,00', 'XOF', 1500n, 'German'],
  ['1,500.00', 'XOF', 1500n, 'English'],
  ['1.500.000', 'XOF', 1500000n, 'two marks of one kind can only group'],
  ['1,500,000', 'XOF', 1500000n, 'two marks of one kind can only group, comma'],
  ['1.234.567,89', 'KES', 123456789n, 'groups and decimals'],
  ['  1500  ', 'XOF', 1500n, 'spaces around'],
  ['007', 'XOF', 7n, 'leading zeros'],
  ['999999999999999', 'KES', 99999999999999900n, 'fifteen digits'],
]

const refusedTexts: [text: string, currency: Currency, code: string, why: string][] = [
  ['1.500', 'XOF', 'invalid_amount', 'ambiguous for francs'],
  ['1,500', 'XOF', 'invalid_amount', 'ambiguous for francs, comma'],
  ['1.500', 'KES', 'invalid_amount', 'ambiguous with decimals'],
  ['150.500', 'KES', 'invalid_amount', 'three digits after one mark'],
  ['0.500', 'KES', 'invalid_amount', 'three digits after one mark, zero before'],
  ['1 500,000', 'KES', 'invalid_amount', 'three digits after one mark, grouped before'],
  ['1500.50', 'XOF', 'too_many_decimals', 'francs have none'],
  ['1.505,5', 'XOF', 'too_many_decimals', 'francs have none, grouped'],
  ['150.5050', 'KES', 'too_many_decimals', 'three that matter'],
  ['0.001', 'KES', 'too_many_decimals', 'no thousands after a zero'],
  ['0.0001', 'KES', 'too_many_decimals', 'below the least amount'],
  ['0', 'XOF', 'amount_not_positive', 'zero'],
  ['0.00', 'XOF', 'amount_not_positive', 'zero with decimals'],
  ['-5', 'XOF', 'amount_not_positive', 'negative'],
  ['\u22121 500', 'XOF', 'amount_not_positive', 'negative with a real minus sign'],
  ['- 5', 'XOF', 'amount_not_positive', 'negative with a space'],
  ['--5', 'XOF', 'invalid_amount', 'two signs'],
  ['+5', 'XOF', 'invalid_amount', 'plus sign'],
  ['5-', 'XOF', 'invalid_amount', 'sign behind'],
  ['', 'XOF', 'invalid_amount', 'nothing'],
  ['   ', 'XOF', 'invalid_amount', 'spaces only'],
  ['1 50', 'XOF', 'invalid_amount', 'a group of two'],
  ['1,50,000', 'XOF', 'invalid_amount', 'Indian groups'],
  ['1 500 00', 'XOF', 'invalid_amount', 'a last group of two'],
  ["1 500'000", 'XOF', 'invalid_amount', 'two kinds of groups'],
  ['1.500,000.00', 'XOF', 'invalid_amount', 'two kinds of marks in groups'],
  ['1.5.0', 'KES', 'invalid_amount', 'two marks without groups'],
  ['1,500.00.00', 'KES', 'invalid_amount', 'three marks'],
  ['.5', 'KES', 'invalid_amount', 'nothing before the mark'],
  ['5.', 'KES', 'invalid_amount', 'nothing after the mark'],
  ['1e3', 'XOF', 'invalid_amount', 'exponent'],
  ['0x10', 'XOF', 'invalid_amount', 'hexadecimal'],
  ['1_500', 'XOF', 'invalid_amount', 'underscore'],
  ['1500 XOF', 'XOF', 'invalid_amount', 'letters'],
  ['$1500', 'KES', 'invalid_amount', 'currency sign'],
  ['١٥٠٠', 'XOF', 'invalid_amount', 'digits that are not ASCII'],
  ['１５００', 'XOF', 'invalid_amount', 'full-width digits'],
  ['NaN', 'XOF', 'invalid_amount', 'not a number'],
  ['Infinity', 'XOF', 'invalid_amount', 'no end'],
  ['1000000000000000', 'XOF', 'invalid_amount', 'sixteen digits'],
]

describe('an amount is read exactly or refused', () => {
  test.each(read)('%j in %s is %s: %s', (text, currency, amountMinor) => {
    expect(parseAmount(text, currency)).toEqual({ ok: true, amountMinor })
  })
  test.each(refusedTexts)('%j in %s is %s: %s', (text, currency, code) => {
    expect(parseAmount(text, currency)).toMatchObject({ ok: false, code })
  })
  test('an ambiguous amount says both readings and how to write each', () => {
    expect(parseAmount('1.500', 'KES')).toMatchObject({
      message: said(
        '"1.500" can be read as 1500 or as 1.50: write 1500 or 1500.00 for the first, 1.50 for the second, if the currency has decimals.',
      ),
    })
  })
  test.each([
    ['150.555', 'KES', '"150.555" can be read as 150555, or has three decimals, which no amount has: write 150555 or'],
    ['1 500,555', 'KES', 'can be read as 1500555, or has three decimals'],
    [
      '1 500,555',
      'XOF',
      'or as an amount with decimals, which XOF does not have: write 1500555 if that is the amount.',
    ],
    ['1.500', 'XOF', 'can be read as 1500, or as an amount with decimals, which XOF does not have: write 1500 if'],
    ['0.010', 'XOF', '"0.010" has three digits after the comma or point'],
    ['0,500', 'KES', 'Write the amount in digits, such as 150.50.'],
    ['00.150', 'XOF', 'Write the amount in digits, such as 150000.'],
    ['012.500', 'KES', 'can be read as 12500 or as 12.50: write 12500 or 12500.00 for the first, 12.50 for the second'],
  ] as const)('%s in %s is told by the readings that it can have', (text, currency, words) => {
    expect(parseAmount(text, currency)).toMatchObject({ ok: false, code: 'invalid_amount', message: saying(words) })
    expect(suggestAmount('0.001', 'XOF')).toBe(null)
  })
  test('any text gives a result, and an amount that is taken is above zero and fits a bigint of Postgres', () => {
    const texts = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."0123456789.,' -+e") }))
    fc.assert(
      fc.property(texts, fc.constantFrom(...currencies), (text, currency) => {
        const result = parseAmount(text, currency)
        if (result.ok) expect(result.amountMinor > 0n && result.amountMinor < 2n ** 63n).toBe(true)
        else expect(english(result.message)).toMatch(/[.?]$/)
      }),
      { numRuns: 2000 },
    )
  })
  test('what is written for the wire is read back as the same amount, what is shown to people never as another one', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }),
        fc.constantFrom(...currencies),
        (amountMinor, currency) => {
          expect(parseAmount(formatWireAmount(amountMinor, currency), currency)).toEqual({ ok: true, amountMinor })
          const shown = parseAmount(showMoney(String(amountMinor), currency, 'en').replace(/ [A-Z].*$/, ''), currency)
          // `1,500` is 1500 to some and 1.5 to others: refused.
          if (shown.ok) expect(shown).toEqual({ ok: true, amountMinor })
        },
      ),
    )
  })
})

describe('an amount is written with exactly the decimals of its currency', () => {
  test.each([
    [1500n, 'XOF', '1500', '1,500 FCFA'],
    [1250000n, 'UGX', '1250000', '1,250,000 UGX'],
    [15050n, 'KES', '150.50', '150.50 KES'],
    [5n, 'GHS', '0.05', '0.05 GHS'],
    [0n, 'ZMW', '0.00', '0.00 ZMW'],
    [123456789n, 'TZS', '1234567.89', '1,234,567.89 TZS'],
    [-5n, 'KES', '-0.05', '-0.05 KES'],
  ])('%s %s is %s', (amountMinor, currency, wire, shown) => {
    expect(formatWireAmount(amountMinor, currency)).toBe(wire)
    expect(showMoney(String(amountMinor), currency, 'en')).toBe(shown)
  })
  test('a currency that is not in the table is a bug', () => {
    expect(() => formatWireAmount(1n, 'EUR')).toThrow('EUR')
    expect(() => formatWireAmount(1n, 'toString')).toThrow('toString')
  })
})

test('a limit with decimals is cut to what the currency has', () => {
  expect(parseLimit('1500.50', 'XOF')).toEqual({ ok: true, amountMinor: 1500n })
  expect(parseLimit('1500.50', 'KES')).toEqual({ ok: true, amountMinor: 150050n })
  expect(parseLimit('1.500', 'KES')).toMatchObject({ ok: false, code: 'invalid_amount' })
})
