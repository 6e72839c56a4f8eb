import { describe, expect, test } from 'vitest'
import { likelyCountryIn } from '../../../src/files/payroll/likelyCountry.ts'
import { english } from '../../harness/words.ts'
import { checkContent, payoutFileOf } from './checkContent.ts'

const csv = (...lines: string[]) =>
  `reference,operator,phone_number,amount\n${lines.map((line, at) => `R${at},${line},1500\n`).join('')}`

const burkina = Array.from({ length: 9 }, (_, n) => `Orange Money,7612345${n}`)
const [ci, benin] = ['mtn-ci,0504123456', 'mtn-benin,0197000001']
const abidjan = Array.from({ length: 9 }, (_, n) => `Wave,0${[7, 5, 1][n % 3]}0712345${n}`)

test.each<[string | null, string, string[]]>([
  ['CI', 'all numbers', ['Wave,0707123456', 'MTN,0504123456', 'Moov,0102030405']],
  ['CI', 'all numbers without their zeros', ['Wave,707123456', 'MTN,504123456', 'Moov,102030405']],
  [null, 'numbers of several countries', ['Wave,0707123456', 'Wave,0707123457']],
  [null, 'no country for all numbers', ['Wave,771234567', 'T-Money,90112345']],
  ['CI', 'all numbers, with spaces', ['Wave,07 07 12 34 56', 'MTN,05.04.12.34.56', 'Moov,01-02-03-04-05']],
  [null, 'numbers of two countries and a stray one of one', [...burkina, 'Orange Money,97123456']],
  ['CI', 'all numbers but a stray one', [...abidjan, 'Wave,771234567']],
  ['CI', 'numbers with a country code', ['Wave,0707123456', 'MTN,+2250504123456', 'MTN,2250504123457']],
  ['CI', 'codes and names of operators', ['Wave,0707123456', 'mtn-ci,0504123456', 'Moov CI,0102030405']],
  [null, 'a fifth of the rows', [1, 2, 3, 4].map((n) => `MTN,019700000${n}`).concat('mtn-ci,0504123456')],
  ['CI', 'the first rows', [...Array(1_500).fill(ci), ...Array(9_000).fill(benin)]],
  [null, 'as many rows of another', ['MTN,0197000001', 'mtn-ci,0504123456', 'wave-senegal,771234567']],
])('the likely country is %s by %s', async (code, _, lines) => {
  expect((await likelyCountryIn(await payoutFileOf(csv(...lines)), {})).likely?.code ?? null).toBe(code)
})

describe('a file that says nowhere in which country its operators are', () => {
  const told = async (...lines: string[]) => {
    const { rows } = await checkContent(csv(...lines))
    expect(rows.some(({ payable, cells }) => payable !== null && !cells[1]?.includes('-'))).toBe(false)
    return rows.map(({ problems }) => problems.map((each) => [english(each.message), each.suggestion ?? null]))
  }
  const inAbidjan =
    'in Ivory Coast, the country that the rest of the file suggests. Its operators there: mtn-ci, moov-ci.'
  test('is advised by the one country of all its numbers, or that most rows tell', async () => {
    const others = [['Orange,0707123456', 'MTN,0504123456', 'Airtel,0102030405'], ['mtn-ci,0504123456']]
    for (const rows of others) {
      const [wave, ...more] = await told('Wave,0707000001', ...rows)
      expect(wave).toEqual([[`payrun has no operator "Wave" ${inAbidjan}`, null]])
      if (more.length === 1) continue
      expect(more.map((each) => each[0]?.[1])).toEqual([null, null, null])
      expect(more.map((each) => each[0]?.[0])).toEqual([
        `payrun has no operator "Orange" ${inAbidjan}`,
        expect.stringContaining('it is probably mtn-ci. If so, write this code'),
        `payrun has no operator "Airtel" ${inAbidjan}`,
      ])
    }
  })
  test.each<[string, string | null, string]>([
    ['Orange Money,771234567', null, 'it is probably orange-money-senegal'],
    ['Wave,771234567', 'wave-senegal', 'did you mean wave-senegal?'],
    ['Orrange money,771234567', null, 'There is no operator "Orrange money"'],
    ['Wave,', 'wave-senegal', 'did you mean wave-senegal?'],
    ['mtn-bennin,97000001', 'mtn-benin', 'did you mean mtn-benin?'],
    ['Wave,0707123456', null, '"Wave" only as wave-senegal, and this number is of another country'],
    ['wave-sengal,0707123456', null, '"wave-sengal" only as wave-senegal, and this number is of'],
    ['Wave CI,0707123456', null, 'no operator "Wave CI" in Ivory Coast. Its operators there: mtn-ci, moov-ci.'],
  ])('%s alone suggests %s', async (row, suggestion, words) => {
    expect((await told(row))[0]?.[0]).toEqual([expect.stringContaining(words), suggestion])
  })
  test.each<[string, ...string[]]>([
    ['Wave,707123456', 'Wave,747123456', 'Wave,757123456', 'Wave,709123456'],
    ['Wave,771234567', 'mtn-ci,0504123456', 'moov-ci,0102030405'],
  ])('is suggested no country that its other rows speak against: %s', async (...lines) => {
    const words = 'only as wave-senegal, but the rest of the file is of another country. If this number is of Senegal,'
    expect((await told(...lines))[0]).toEqual([[expect.stringContaining(words), null]])
  })
  test('is suggested the country that its numbers, but a stray one, may be of', async () => {
    const [row] = await told(...[1, 6, 7, 8, 0].map((n) => `Wave,7${n}1234567`.replace('71', '75')), 'Wave,747123456')
    expect(row?.[0]?.[1]).toBe('wave-senegal')
  })
  test('is not advised by a country of few rows, nor a row by one that its number is not of', async () => {
    const rows = ['MTN,0197000001', 'MTN,0197000002', 'MTN,0195000003', 'MTN,0197000006', 'mtn-ci,0504123456']
    expect((await told(...rows))[0]).toEqual([[expect.stringContaining('(mtn-benin, mtn-ci)'), null]])
    const [other] = await told('T-Money,90112345', 'mtn-ci,0504123456')
    expect(other).toEqual([['There is no operator "T-Money": did you mean t-money-togo?', 't-money-togo']])
  })
})
