import { expect, it } from 'vitest'
import { numbersBeside } from '../../../src/files/statement/lineWords.ts'
import { number } from './reading.ts'

it.each([
  'Transfert vers 01 97 00 00 01 frais inclus',
  'TRANSFERT VERS +229 01 97 00 00 01',
  '00229 01.97.00.00.01',
  '(229) 01-97-00-00-01',
  '0197\u00a0000\u00a0001',
  '17 000 01 97 00 00 01 170',
  'Tél:97000001',
  'TRF2290197000001',
  '2290190000000 > 2290197000001',
  `${'x'.repeat(600)} 0197000001`,
  `${'1 '.repeat(5_000)}01 97 00 00 01 000 229 01 97`,
  '000 229 01 97 00 00 01',
])('%s may name the number', (text) => {
  expect(numbersBeside(['', text], [])).toContain(number)
})

it.each(['Transfert vers 01 97 00 00 0', 'Le 26/11/2026 à 10:15', '0197 - - 000001', 'Transfert', ''])(
  '%s names no such number',
  (text) => {
    expect(numbersBeside([text], [])).not.toContain(number)
  },
)

it('a number that the line has anyway is not named once more', () => {
  expect(numbersBeside([`Transfert vers +${number}`], [number])).toEqual([])
})
