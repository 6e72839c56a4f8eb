import { describe, expect, test } from 'vitest'
import {
  currenciesOf,
  foreignSign,
  meansCurrency,
  readUnit,
  unitAgainst,
  unitsIn,
} from '../../../src/payout/money/writtenAmount.ts'
import { type Currency, currencyDecimals } from '../../../src/payout/operators/operator.ts'

const own = Object.keys(currencyDecimals) as Currency[]

describe("the signs of payrun's own currencies", () => {
  test.each([
    ['XOF', ['XOF', 'xof', 'FCFA', 'F CFA', 'f.cfa', 'F. CFA', 'CFA', 'Francs CFA', 'F', 'francs']],
    ['XAF', ['XAF', 'FCFA', 'F CFA', 'CFA', 'F']],
    ['KES', ['KES', 'KSh', 'Ksh', 'KShs', 'Shs', 'shillings', '/=']],
    ['UGX', ['UGX', 'USh', 'Sh', '/=']],
    ['TZS', ['TZS', 'TSh', 'TShs', '/=']],
    ['RWF', ['RWF', 'FRw', 'RF', 'francs']],
    ['ZMW', ['ZMW', 'K', 'ZK', 'Kwacha']],
    ['GHS', ['GHS', 'GH₵', 'GH¢', 'GHC', '₵', 'cedis']],
  ] as const)('%s', (currency, signs) => {
    for (const sign of signs) expect([sign, meansCurrency(sign, currency)]).toEqual([sign, true])
  })
  test.each(['€', 'EUR', 'euros', '$', 'US$', 'USD', '£', 'GBP', '₦', 'NGN', 'GNF', 'CDF', 'ZMK', 'CHF', '₽', '¥'])(
    '%s stands for none of them',
    (sign) => {
      expect(currenciesOf(sign)).not.toBeNull()
      expect(own.filter((currency) => meansCurrency(sign, currency))).toEqual([])
    },
  )
  test.each(['', 'k', 'net', 'à payer', 'ALL', 'TOP', 'abc', 'mad max', '15', '(1)'])('%j is no currency', (word) => {
    expect(currenciesOf(word)).toBeNull()
  })
})

describe('what a heading says of its unit', () => {
  test.each([
    ['Montant (FCFA)', 'XOF'],
    ['Montant en F CFA', 'XAF'],
    ['montant_xof', 'XOF'],
    ['Amount (KSh)', 'KES'],
    ['Amount in KES', 'KES'],
    ['Amount /=', 'UGX'],
    ['Montant (K)', 'ZMW'],
    ['GH₵ amount', 'GHS'],
    ['Salaire net (francs)', 'RWF'],
    ['Net à payer', 'KES'],
    ['Montant net par mois', 'XOF'],
    ['ALL AMOUNTS TO TOP UP', 'XOF'],
    ['Montant à payer au 30/11/2000', 'XOF'],
  ] as const)('%s: nothing against %s', (heading, currency) => {
    expect(unitAgainst(unitsIn(heading), currency)).toBeNull()
  })
  test.each([
    ['Montant (€)', 'XOF', '€'],
    ['amount ($)', 'KES', '$'],
    ['amount (usd)', 'KES', 'usd'],
    ['Montant (GNF)', 'XOF', 'GNF'],
    ['Amount (KSh)', 'UGX', 'KSh'],
    ['Montant (FCFA)', 'KES', 'FCFA'],
    ['Montant (K)', 'XOF', 'K'],
    ['Montant (k)', 'ZMW', 'k'],
    ['Montant (k FCFA)', 'XOF', 'k'],
    ['Montant KFCFA', 'XOF', 'K'],
    ['Montant M€', 'XOF', 'M'],
    ['Montant en milliers', 'XOF', 'milliers'],
    ['Montant en millions de FCFA', 'XOF', 'millions'],
    ['Montant x1000', 'XOF', 'x1000'],
    ['Montant x 1 000', 'XOF', 'x 1 000'],
    ["Amount ('000)", 'KES', "'000"],
    ['Amount (000s)', 'KES', '000s'],
    ['Amount in thousands', 'KES', 'thousands'],
    ['amount_minor', 'KES', 'minor'],
    ['Amount in cents', 'KES', 'cents'],
  ] as const)('%s can not be in %s', (heading, currency, against) => {
    expect(unitAgainst(unitsIn(heading), currency)).toBe(against)
  })
  test('a currency that payrun does not pay is told from one of another row', () => {
    expect(foreignSign(unitsIn('Montant (€)'))).toBe('€')
    expect(foreignSign(unitsIn('Montant (FCFA)'))).toBeNull()
  })
})

describe('what is written beside an amount', () => {
  test.each<[written: string, currencies: string[]]>([
    ['FCFA', ['XOF', 'XAF']],
    ['F CFA', ['XOF', 'XAF']],
    ['f.cfa', ['XOF', 'XAF']],
    ['(F CFA)', ['XOF', 'XAF']],
    ['XOF', ['XOF']],
    ['F', ['XOF', 'XAF', 'RWF']],
    ['KSh', ['KES']],
    ['Shs.', ['UGX', 'KES', 'TZS']],
    ['/=', ['UGX', 'KES', 'TZS']],
    ['K', ['ZMW']],
    ['GH₵', ['GHS']],
    ['cedis', ['GHS']],
  ])('%s is a currency that is paid', (written, currencies) => {
    expect(readUnit(written)).toEqual({ kind: 'currency', currencies })
  })

  test.each(['€', 'EUR', '$', 'US$', 'usd', '£', 'Euros', '₦', 'CHF', 'CDF', '(GNF)'])(
    '%s is never paid',
    (written) => {
      expect(readUnit(written)).toEqual({ kind: 'foreign' })
    },
  )

  test.each(['k', 'M', 'kFCFA', 'K FCFA', 'M€', 'milliers', 'en milliers', 'milliers de francs', '000 FCFA', 'x1000'])(
    '%s counts in thousands or millions',
    (written) => {
      expect(readUnit(written)).toEqual({ kind: 'scale' })
    },
  )

  test.each(['net', 'à payer', 'net à payer', 'mois', 'mobile', 'jours', 'le', 'all', '', '-', '1', '2026'])(
    '%s says nothing',
    (written) => {
      expect(readUnit(written)).toBeNull()
    },
  )
})

test('MTN is the operator, and no currency', () => {
  expect(currenciesOf('MTN')).toBeNull()
  expect(currenciesOf('MZN')).toEqual(new Set(['MZN']))
})
