import { expect, test } from 'vitest'
import {
  countries,
  currencyDecimals,
  findCountry,
  findOperator,
  nearestOperator,
  operatorOf,
  operators,
  operatorTable,
} from '../../src/payout/operators/operator.ts'

test('the table has the 21 operators of the interface in 13 countries and 8 currencies', () => {
  expect(operators).toHaveLength(21)
  expect(new Set(operators.map(({ code }) => code)).size).toBe(21)
  expect(new Set(operators.map(({ country }) => country)).size).toBe(13)
  expect(new Set(operatorTable().map(({ currency }) => currency))).toEqual(new Set(Object.keys(currencyDecimals)))
  expect(operatorTable()[0]).toEqual({
    code: 'mtn-benin',
    name: 'MTN Benin',
    country: 'Benin',
    currency: 'XOF',
    dialling_code: '229',
  })
})

test.each([
  ['mtn-benin', 'mtn-benin'],
  ['MTN-Benin', 'mtn-benin'],
  ['mtn benin', 'mtn-benin'],
  ['ORANGE_MONEY_SENEGAL', 'orange-money-senegal'],
  ['  t-money-togo ', 't-money-togo'],
  ['Moov Bénin', 'moov-benin'],
])('%j is the operator %s', (text, code) => {
  expect(findOperator(text)?.code).toBe(code)
})

test.each(['', 'mtn', 'mtn-france', '__proto__', 'constructor'])('%j is no operator', (text) => {
  expect(findOperator(text)).toBeNull()
  expect(operatorOf(text)).toBeNull()
})

test.each([
  ['mtn-bennin', 'mtn-benin'],
  ['orange-money-senegl', 'orange-money-senegal'],
  ['wave-sénégall', 'wave-senegal'],
])('%j is near %s', (text, code) => {
  expect(nearestOperator(text)?.code).toBe(code)
})

test('nothing is suggested for a text that is near nothing', () => {
  expect(nearestOperator('paypal')).toBeNull()
  expect(nearestOperator('x'.repeat(60_000))).toBeNull()
})

test.each([
  ['Benin', 'BJ'],
  ['BÉNIN', 'BJ'],
  ['bj', 'BJ'],
  ['Ben', 'BJ'],
  ["Côte d'Ivoire", 'CI'],
  ['Cote d’Ivoire', 'CI'],
  ['COTE_D-IVOIRE', 'CI'],
  ['Ivory Coast', 'CI'],
  ['Ouganda', 'UG'],
  ['Cameroun', 'CM'],
  ['Tanzanie', 'TZ'],
  ['Zambie', 'ZM'],
  ['burkina', 'BF'],
  ['République du Bénin', 'BJ'],
  ['REPUBLIQUE DE COTE D’IVOIRE', 'CI'],
  ["République de l'Ouganda", 'UG'],
  ['The United Republic of Tanzania', 'TZ'],
  ['République unie de Tanzanie', 'TZ'],
  ['République togolaise', 'TG'],
  ['RCI', 'CI'],
])('%j is the country %s', (text, code) => {
  expect(findCountry(text)?.code).toBe(code)
})

test('every country answers to its codes and both its names, and no other does', () => {
  for (const { code, iso3, name, frenchName } of countries) {
    for (const text of [code, iso3, name, frenchName]) expect(findCountry(text)?.code).toBe(code)
  }
  for (const text of ['France', 'NG', '', 'XX', 'RDC', 'République du Congo']) expect(findCountry(text)).toBeNull()
})
