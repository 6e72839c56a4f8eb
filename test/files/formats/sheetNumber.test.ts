import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSheetNumber } from '../../../src/files/formats/xlsx/sheetCell.ts'
import { seed } from '../../properties/seeded.ts'

fc.configureGlobal(seed())

test.each([
  ['1500', '1500', null],
  ['1500.50', '1500.5', null],
  ['1E+6', '1000000', null],
  ['2.29970000012E11', '229970000012', null],
  ['1.5e-3', '0.0015', null],
  ['-5', '-5', null],
  ['-0', '0', null],
  ['007', '7', null],
  ['0', '0', null],
  ['1500.4999999999998', '1500.4999999999998', 'remainder'],
  ['0.30000000000000004', '0.30000000000000004', 'remainder'],
  ['1234567890123456', '1234567890123456', 'digits_lost'],
  ['1234567890123450', '1234567890123450', 'digits_lost'],
  ['123456789012345', '123456789012345', null],
  ['1E+15', '1000000000000000', 'digits_lost'],
])('%s is %s, doubt: %s', (raw, text, doubt) => {
  expect(readSheetNumber(raw)).toEqual({ text, doubt })
})

test.each(['', 'abc', '1,5', '0x10', '1e999', 'NaN', 'Infinity', '1.2.3', '--1'])('"%s" is no number', (raw) => {
  expect(readSheetNumber(raw)).toBeNull()
})

test('every amount of 13 digits and two decimals comes back, with the 17 digits that Excel writes of it', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 999_999_999_999_999n), (minor) => {
      const digits = String(minor).padStart(3, '0')
      const amount = `${digits.slice(0, -2)}.${digits.slice(-2)}`
      const plain = amount.replace(/\.?0+$/, '')
      expect(readSheetNumber(Number(amount).toPrecision(17))).toEqual({ text: plain, doubt: null })
      expect(readSheetNumber(String(Number(amount)))).toEqual({ text: plain, doubt: null })
    }),
  )
})
