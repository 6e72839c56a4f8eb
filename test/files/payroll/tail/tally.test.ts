import { expect, test } from 'vitest'
import { compareControlTotals } from '../../../../src/files/payroll/tail/tally.ts'

test.each([
  [
    'XOF',
    522_500n,
    ['522500', '522 500', '522 500 FCFA', 'FCFA 522 500', '522\u202f500\u00a0FCFA', '522 500 F CFA', 'XOF 522500'],
  ],
  ['XAF', 522_500n, ['522 500 FCFA (XAF)', '522500 XAF', '522 500 FCFA']],
  ['KES', 15_050n, ['150.50', '150,50 KES', 'KSh 150.50']],
])('a total in %s may have its own unit beside it', (currency, sum, all) => {
  for (const expectTotal of all)
    expect(compareControlTotals({ expectTotal }, 2, new Map([[currency, sum]])), expectTotal).toBeNull()
})

test.each([
  '522 500 EUR',
  '522 500 XAF',
  '522 k',
  '522 500 milliers',
  '(522 500)',
  '-522 500',
  '522 501 FCFA',
  '522,500',
  'FCFA',
])('a total is not %s', (expectTotal) => {
  expect(compareControlTotals({ expectTotal }, 2, new Map([['XOF', 522_500n]]))).not.toBeNull()
})
