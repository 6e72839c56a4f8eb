import { expect, it } from 'vitest'
import { readStatementPhones } from '../../../src/files/statement/lineWords.ts'
import { number } from './reading.ts'

it.each([
  ['2290197000001.0', [number]],
  ['2290197000001,00', [number]],
  ['+2290197000001.00', [number]],
  ['01.97.00.00.00', ['2290197000000', '2250197000000']],
  ['197000001', [number, '2250197000001']],
  ['229197000001', [number]],
  ['+33612345678', ['33612345678']],
  ['33612345678', ['33612345678']],
  ['22901970000011', []],
  ['2,2902E+12', []],
  ['2.29E+12', []],
])('the number %s may mean %j', (text, phones) => {
  expect(readStatementPhones(text)).toEqual({ ok: true, phones })
})

it.each([
  ['97000001', number],
  ['22997000001', number],
  ['504009901', '2250504009901'],
  ['0504009901', '2250504009901'],
])('of what the number %s may mean, %s is one', (text, phone) => {
  expect(readStatementPhones(text)).toMatchObject({ ok: true, phones: expect.arrayContaining([phone]) })
})

it.each(['2290197000001', '2250504009901', '22376009901', '221771234561', '254712345671'])(
  'the number %s is not clear where it is cut short, and is nobody else’s',
  (whole) => {
    for (let digits = 6; digits < whole.length; digits += 1)
      expect(readStatementPhones(whole.slice(0, digits)), whole.slice(0, digits)).toEqual({ ok: true, phones: [] })
  },
)
