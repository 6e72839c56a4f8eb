import { describe, expect, test } from 'vitest'
import { parseWrittenAmount } from '../../../src/payout/money/writtenAmount.ts'
import type { Currency } from '../../../src/payout/operators/operator.ts'
import { saying } from '../../harness/words.ts'

describe('an amount with its unit beside it', () => {
  test.each<[text: string, currency: Currency, amountMinor: bigint]>([
    ['1500', 'XOF', 1500n],
    ['1 500 FCFA', 'XOF', 1500n],
    ['1\u202f500 F CFA', 'XAF', 1500n],
    ['1500F', 'XOF', 1500n],
    ['FCFA 1 500', 'XOF', 1500n],
    ['1500 xof', 'XOF', 1500n],
    ['KSh 2000', 'KES', 200000n],
    ['Ksh. 2,000.00', 'KES', 200000n],
    ['KES2000', 'KES', 200000n],
    ['2000/=', 'UGX', 2000n],
    ['2 000 /-', 'TZS', 200000n],
    ['K 20', 'ZMW', 2000n],
    ['K20.50', 'ZMW', 2050n],
    ['GH₵150.50', 'GHS', 15050n],
    ['150,50 cedis', 'GHS', 15050n],
    ['FRw 1 500', 'RWF', 1500n],
    ['1 500,00 F', 'XOF', 1500n],
    ["'1500", 'XOF', 1500n],
    ['1 500,- F', 'XOF', 1500n],
  ])('%j in %s', (text, currency, amountMinor) => {
    expect(parseWrittenAmount(text, currency)).toEqual({ ok: true, amountMinor })
  })
  test.each<[text: string, currency: Currency, sign: string]>([
    ['€ 20', 'XOF', '€'],
    ['20 €', 'XOF', '€'],
    ['20 EUR', 'XOF', 'EUR'],
    ['$1500', 'KES', '$'],
    ['1500 USD', 'KES', 'USD'],
    ['1 500 FCFA', 'KES', 'FCFA'],
    ['KSh 2000', 'UGX', 'KSh'],
    ['K 20', 'XOF', 'K'],
    ['2000/=', 'XOF', '/='],
    ['1500 GNF', 'XOF', 'GNF'],
    ['₦1500', 'XOF', '₦'],
  ])('%j is not in %s', (text, currency, sign) => {
    const read = parseWrittenAmount(text, currency)
    expect(read).toMatchObject({ ok: false, code: 'currency_mismatch', message: saying(`marked as ${sign}`) })
  })
  test.each<[text: string, currency: Currency]>([
    ['20k', 'XOF'],
    ['20 K', 'ZMW'],
    ['20 k FCFA', 'XOF'],
    ['20 KFCFA', 'XOF'],
    ['20 mille', 'XOF'],
    ['1,5 million', 'XOF'],
    ['2M FCFA', 'XOF'],
    ['150 000 centimes', 'XOF'],
  ])('%j in %s is a multiple: refused', (text, currency) => {
    expect(parseWrittenAmount(text, currency)).toMatchObject({
      ok: false,
      code: 'invalid_amount',
      message: saying('not written in full'),
    })
  })
  test.each<[text: string, currency: Currency]>([
    ['1500 par mois', 'XOF'],
    ['environ 1500', 'XOF'],
    ['1500 FCFA/jour', 'XOF'],
    ['1500 + 200', 'XOF'],
    ['+1500', 'XOF'],
    ['~1500', 'XOF'],
    ['1500*', 'XOF'],
    ['(1500)', 'XOF'],
    ['1 500 FCFA (1)', 'XOF'],
    ['l500', 'XOF'],
    ['15O0', 'XOF'],
    ['#1500', 'XOF'],
    ['1500 = 3 jours', 'XOF'],
  ])('%j says more than an amount: refused', (text, currency) => {
    expect(parseWrittenAmount(text, currency)).toMatchObject({ ok: false, code: 'invalid_amount' })
  })
})

describe('separators in odd places', () => {
  test.each<[text: string, currency: Currency]>([
    ['10,0000', 'XOF'],
    ['10.0000', 'KES'],
    ['10,000000', 'XOF'],
    ['150.5000', 'KES'],
    ['1500,000', 'XOF'],
    ['1500.000', 'KES'],
    ['1.2345,00', 'XOF'],
    ['1,23,456', 'XOF'],
    ['1 00', 'XOF'],
    ['1 5000', 'XOF'],
    ['10 000 0', 'XOF'],
    ['1 500,0000 FCFA', 'XOF'],
    ['1.500', 'XOF'],
    ['1,500 FCFA', 'XOF'],
    ['15 00', 'XOF'],
    ['1..500', 'XOF'],
    ['1, 500', 'XOF'],
    ['1 500 . 00', 'XOF'],
  ])('%j in %s is refused', (text, currency) => {
    expect(parseWrittenAmount(text, currency)).toMatchObject({ ok: false, code: 'invalid_amount' })
  })
  test.each(['0.005', '0,1234', '1500.5055', '1500.505'])('%s has too many decimals', (text) => {
    expect(parseWrittenAmount(text, 'GHS')).toMatchObject({ ok: false, code: 'too_many_decimals' })
  })
  test('three digits after a point may be thousands in a text, and are decimals in a number of JSON', () => {
    expect(parseWrittenAmount('150.505', 'GHS')).toMatchObject({ code: 'invalid_amount' })
    for (const currency of ['GHS', 'XOF'] as const)
      expect(parseWrittenAmount('150.505', currency, true)).toMatchObject({ code: 'too_many_decimals' })
    expect(parseWrittenAmount('150.500', 'GHS', true)).toMatchObject({ code: 'invalid_amount' })
  })
  test('what a program made of too many digits is told apart from an amount', () => {
    expect(parseWrittenAmount('10,0000', 'XOF')).toMatchObject({ message: saying('4 digits after a comma') })
  })
})

describe('digits that are none', () => {
  test.each([
    ['1500²', 'a footnote'],
    ['¹500', 'a superscript'],
    ['15₀₀', 'subscripts'],
    ['①500', 'a circled digit'],
    ['𝟏𝟓𝟎𝟎', 'mathematical digits'],
    ['1500½', 'a fraction'],
    ['½', 'a fraction by itself'],
    ['１5００', 'full-width and ASCII'],
    ['١5٠٠', 'Arabic and ASCII'],
    ['١٥۰٠', 'Arabic and Persian'],
    ['१५००', 'Devanagari'],
    ['١ ٥٠٠', 'Arabic in groups, which are shown the other way round'],
    ['Ⅿ', 'a Roman numeral'],
    ['1\u0336500', 'crossed out'],
    ['1500\ufe0f\u20e3', 'a key'],
  ])('%s: %s', (text) => {
    expect(parseWrittenAmount(text, 'XOF')).toMatchObject({ ok: false, code: 'invalid_amount' })
  })
  test.each([
    ['１５００', 'full-width'],
    ['１５００．００', 'full-width with decimals'],
    ['١٥٠٠', 'Arabic'],
    ['۱۵۰۰', 'Persian'],
    ['\ufeff1500', 'a mark of byte order'],
    ['1\u200b500', 'zero width'],
    ['\u202a1500\u202c', 'marks of an address book'],
    ['\u20681500\u2069 FCFA', 'isolated'],
  ])('%s is 1500: %s', (text) => {
    expect(parseWrittenAmount(text, 'XOF')).toEqual({ ok: true, amountMinor: 1500n })
  })
  test.each(['\u202e0051\u202c', '\u200f1 500', '\u202b1 500', '\u20671500\u2069', '\u061c1500'])(
    'what turns the writing round is refused: %j',
    (text) => {
      expect(parseWrittenAmount(text, 'XOF')).toMatchObject({
        ok: false,
        code: 'invalid_amount',
        message: saying('direction of writing'),
      })
    },
  )
})
