import { createHash } from 'node:crypto'
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { checkFile, checkWholeFile } from '../../../src/files/payroll/checkFile.ts'
import { payoutKey } from '../../../src/payout/keys.ts'
import { operators } from '../../../src/payout/operators/operator.ts'
import type { Problem } from '../../../src/payout/problem.ts'
import { english, saying } from '../../harness/words.ts'
import { checkContent, payoutFileOf } from './checkContent.ts'

const header = 'reference,operator,phone_number,amount'
const csv = (...lines: string[]) => `${[header, ...lines].join('\n')}\n`
const codesOf = (rows: { line: number; problems: Problem[] }[]) =>
  rows.flatMap(({ problems }) => problems.map(({ line, code }) => [line, code]))

describe('a reference comes once in a file', () => {
  test('the second and third rows carry the problem and name the first; none of them may be paid', async () => {
    const { rows, result } = await checkContent(
      csv(
        'A,mtn-benin,0197000001,1500',
        'B,mtn-benin,0197000002,1500',
        ' A ,mtn-benin,0197000003,1500',
        'A,mtn-benin,0197000004,1500',
      ),
    )
    expect(codesOf(rows)).toEqual([
      [4, 'duplicate_reference'],
      [5, 'duplicate_reference'],
    ])
    expect(rows[3]?.problems).toMatchObject([{ column: 'reference', value: 'A', message: saying('line 2') }])
    expect(rows.map(({ payable }) => payable !== null)).toEqual([true, true, false, false])
    expect(result).toMatchObject({ summary: { rows: 4, valid: 2, invalid: 2 } })
  })
  test('a row that is wrong otherwise holds its reference too, and shows both problems', async () => {
    const { rows } = await checkContent(csv('A,mtn-benin,,1500', 'A,mtn-benin,0197000001,'))
    expect(codesOf(rows)).toEqual([
      [2, 'missing_phone'],
      [3, 'missing_amount'],
      [3, 'duplicate_reference'],
    ])
  })
})

describe('the same payment twice', () => {
  const twice = ',mtn-benin,0197000001,1500'
  const huge = ',mtn-benin,0197000001,99999999999999'
  test.each<[string, string[], [number, string][]]>([
    ['both without reference', [twice, twice], [[3, 'possible_duplicate']]],
    ['only the first with one', [`A${twice}`, twice], [[3, 'possible_duplicate']]],
    ['only the second with one', [twice, `A${twice}`], [[3, 'possible_duplicate']]],
    ['both with one', [`A${twice}`, `B${twice}`], []],
    [
      'three: with, without, with',
      [`A${twice}`, twice, `B${twice}`],
      [
        [3, 'possible_duplicate'],
        [4, 'possible_duplicate'],
      ],
    ],
    ['written otherwise', [twice, ',MTN-Benin,+229 01 97 00 00 01,1 500.00'], [[3, 'possible_duplicate']]],
    ['another amount', [twice, ',mtn-benin,0197000001,1501'], []],
    ['amounts alike in their last 32 bits', [twice, ',mtn-benin,0197000001,4294968796'], []],
    ['a huge amount', [`${huge}9`, `${huge}9`], [[3, 'possible_duplicate']]],
    ['another huge amount', [`${huge}9`, `${huge}8`], []],
    ['another number', [twice, ',mtn-benin,0197000002,1500'], []],
  ])('%s', async (_, lines, expected) => {
    expect(codesOf((await checkContent(csv(...lines))).rows)).toEqual(expected)
  })
  test('names the earlier line: the one without reference when this one has one', async () => {
    const { rows } = await checkContent(csv(`A${twice}`, twice, `B${twice}`))
    expect(rows.map(({ problems }) => problems[0] && english(problems[0].message).match(/Line \d+/)?.[0])).toEqual([
      undefined,
      'Line 2',
      'Line 3',
    ])
  })
  test('may be allowed', async () => {
    const { result } = await checkContent(csv(twice, twice), 'csv', { allowDuplicates: true })
    expect(result).toMatchObject({ kind: 'checked', summary: { valid: 2, problemCount: 0 } })
  })
})

describe('keys', () => {
  test('with a reference depend on it and the period, without one on the file and the line', async () => {
    const text = csv('A,mtn-benin,0197000001,1500', ',mtn-benin,0197000002,1500')
    const keys = async (content: string, period?: string) =>
      (await checkContent(content, 'csv', period === undefined ? {} : { period })).rows.map(({ identity }) =>
        payoutKey(identity),
      )
    const first = await keys(text)
    expect(await keys(text)).toEqual(first)
    const changed = await keys(`${text}\n`)
    expect([changed[0] === first[0], changed[1] === first[1]]).toEqual([true, false])
    const inPeriod = await keys(text, '2026-11')
    expect([inPeriod[0] === first[0], inPeriod[1] === first[1]]).toEqual([false, false])
  })
})

describe('the summary', () => {
  const text = csv(
    'A,mtn-benin,0197000001,1500',
    'B,momo-kenya,0712123456,150.50',
    'C,mtn-ci,0501020304,500',
    'D,mtn-ci,x,y',
  )
  test('has counts, sums by currency of the rows that can be paid, and the hash of the bytes', async () => {
    const { result } = await checkContent(text)
    expect(result).toMatchObject({
      kind: 'checked',
      summary: {
        columns: ['reference', 'operator', 'phone_number', 'amount'],
        rows: 4,
        valid: 3,
        invalid: 1,
        totals: new Map([
          ['XOF', 2000n],
          ['KES', 15050n],
        ]),
        problemCount: 2,
        sha256: createHash('sha256').update(text).digest('hex'),
      },
    })
  })
  test('keeps as many problems as asked for; all of them are with their rows', async () => {
    const { rows, result } = await checkContent(text, 'csv', { keepProblems: 1 })
    const heard = rows.flatMap(({ problems }) => problems)
    expect(result).toMatchObject({ summary: { problemCount: 2, problems: [{ code: 'invalid_phone' }] } })
    expect(heard.map(({ code }) => code)).toEqual(['invalid_phone', 'invalid_amount'])
  })
  test('is not there before the end', async () => {
    const check = checkFile(await payoutFileOf(text))
    expect(() => check.result()).toThrow('not been read to its end')
  })
})

describe('control totals', () => {
  const francs = csv('A,mtn-benin,0197000001,1500', 'B,mtn-ci,0501020304,500', 'C,mtn-ci,x,900')
  test.each([[{ expectCount: 2 }], [{ expectTotal: '2000' }], [{ expectTotal: '2 000,00', expectCount: 2 }]])(
    '%j agrees with the rows that can be paid',
    async (options) => {
      expect((await checkContent(francs, 'csv', options)).result.kind).toBe('checked')
    },
  )
  test.each<[object, string[]]>([
    [{ expectCount: 3 }, ['expected 3 payable rows', 'has 2']],
    [{ expectTotal: '2900' }, ['2,900 FCFA', 'add up to 2,000 FCFA']],
    [{ expectCount: 3, expectTotal: '1' }, ['expected 3', '1 FCFA', '2,000 FCFA']],
    [{ expectTotal: '2.000' }, ['--expect-total', 'write 2000']],
    [{ expectTotal: 'two' }, ['--expect-total', 'not an amount']],
    [{ maxAmount: '1.500' }, ['--max-amount']],
  ])('%j is refused with both figures', async (options, words) => {
    const { result } = await checkContent(francs, 'csv', options)
    for (const word of words) expect(result).toMatchObject({ kind: 'refused', message: saying(word) })
  })
  test('a refusal for control totals has the summary too', async () => {
    expect((await checkContent(francs, 'csv', { expectCount: 1 })).result).toMatchObject({
      kind: 'refused',
      summary: { valid: 2, invalid: 1 },
    })
  })
  test('a total needs one currency and a payable row', async () => {
    const mixed = csv('A,mtn-benin,0197000001,1500', 'B,momo-kenya,0712123456,150.50')
    expect((await checkContent(mixed, 'csv', { expectTotal: '1650.50' })).result).toMatchObject({
      kind: 'refused',
      message: saying('1,500 FCFA, 150.50 KES'),
    })
    expect((await checkContent(csv('A,x,y,z'), 'csv', { expectTotal: '5' })).result).toMatchObject({
      kind: 'refused',
      message: saying('no row'),
    })
  })
})

describe('a file that changes while it is read is refused', () => {
  const text = csv('A,mtn-benin,0197000001,1500')
  test.each<[string, (path: string) => Promise<void>]>([
    ['a row more', (path) => appendFile(path, 'B,mtn-benin,0197000002,1500\n')],
    ['another amount', (path) => writeFile(path, text.replace('1500', '9500'))],
    ['gone', (path) => rm(path)],
  ])('%s', async (_, change) => {
    for (const extension of ['csv', 'json', 'ndjson']) {
      const file = await payoutFileOf(
        extension === 'csv' ? text : '[{"operator":"a","phone":"b","amount":"c"}]',
        extension,
      )
      await change(file.path)
      const result = await checkWholeFile(file)
      expect(result.kind).toBe('refused')
      if (extension === 'csv') expect(result).toMatchObject({ message: saying('changed while') })
    }
  })
})

test('a reader that stops early leaves nothing open', async () => {
  const file = await payoutFileOf(
    csv(...Array.from({ length: 3000 }, (_, index) => `${index},mtn-benin,019700${1000 + index},1500`)),
  )
  let seen = 0
  for await (const batch of checkFile(file).batches) {
    seen += batch.length
    break
  }
  expect(seen).toBeGreaterThan(0)
  expect(seen).toBeLessThan(3000)
})

const examples = ['payroll.csv', 'payroll.json']
test.each(examples)(
  'every row of %s can be paid, in all countries, with the planned scripted numbers',
  async (name) => {
    const path = new URL(`../../../fixtures/${name}`, import.meta.url)
    const { rows, result } = await checkContent(await readFile(path), name.split('.')[1])
    expect(result).toMatchObject({ kind: 'checked', summary: { rows: 500, valid: 500, problemCount: 0 } })
    expect(new Set(rows.map(({ payable }) => payable?.operator))).toEqual(new Set(operators.map(({ code }) => code)))
    const endings: Record<string, number> = {}
    const scripted = rows.filter(({ payable }) => /99[01]\d$/.test(payable?.phone ?? ''))
    for (const { payable } of scripted) {
      const ending = payable?.phone.slice(-4) ?? ''
      endings[ending] = (endings[ending] ?? 0) + 1
    }
    expect(endings).toEqual({ 9901: 4, 9902: 1, 9903: 1, 9904: 1, 9905: 1, 9906: 1, 9908: 1, 9909: 2 })
    expect(new Set(scripted.map(({ payable }) => payable?.operator)).size).toBe(12)
  },
)
