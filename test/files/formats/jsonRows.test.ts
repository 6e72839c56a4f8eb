import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../../../src/files/payroll/row.ts'
import { saying } from '../../harness/words.ts'
import { seed } from '../../properties/seeded.ts'
import { checkContent } from '../payroll/checkContent.ts'

fc.configureGlobal(seed())

const good = '{"operator":"mtn-benin","phone_number":"+2290197000001","amount":1500}'
const other = '{"operator":"momo-kenya","phone":"0712123456","amount":150.50}'

describe('a JSON array', () => {
  test('its elements are rows numbered from 1, its columns the keys in the order of their first coming', async () => {
    const text = `[${good}, {"note":"x","amount":"1 500","operator":"mtn-benin","phone_number":"0197000002"}]`
    const { rows, columns } = await checkContent(text, 'json')
    expect(columns).toEqual(['operator', 'phone_number', 'amount', 'note'])
    expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, 'mtn-benin', '+2290197000001', '1500'],
      [2, 'mtn-benin', '0197000002', '1 500', 'x'],
    ])
    expect(rows.map(({ payable }) => payable?.amountMinor)).toEqual([1500n, 1500n])
  })
  test('a number with three decimals has too many; a text may group thousands', async () => {
    const ghana = (amount: string) => `{"operator":"mtn-ghana","phone_number":"0244000001","amount":${amount}}`
    const { rows } = await checkContent(`[${ghana('150.505')},${ghana('"150.505"')}]`, 'json')
    expect(rows.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
      ['too_many_decimals'],
      ['invalid_amount'],
    ])
  })
  test('numbers stay the digits that were written, far past what a JavaScript number holds', async () => {
    const literals = ['150.50', '1500.0', '0.10', '12345678901234567890.123456789', '1e3', '-0', '1E+400']
    const text = `[${literals.map((literal) => other.replace('150.50', literal)).join(',')}]`
    const { rows } = await checkContent(text, 'json', { allowDuplicates: true })
    expect(rows.map(({ cells }) => cells[2])).toEqual(literals)
    expect(rows.map(({ payable, problems }) => payable?.amountMinor ?? problems[0]?.code)).toEqual([
      15050n,
      150000n,
      10n,
      'invalid_amount',
      'invalid_amount',
      'amount_not_positive',
      'invalid_amount',
    ])
  })
  test('null is empty, true and false are text, what is nested is kept as JSON', async () => {
    const text = `[{"operator":null,"phone_number":"","amount":1,"a":true,"b":{"c":[1.50,"é\\"",null,{}]},"d":[]}]`
    const { rows } = await checkContent(text, 'json')
    expect(rows[0]?.cells).toEqual([null, '', '1', 'true', '{"c":[1.50,"é\\"",null,{}]}', '[]'])
    expect(rows[0]?.problems.map(({ code }) => code)).toEqual(['missing_operator', 'missing_phone'])
  })
  test('a key that comes twice makes the row malformed, even with the same value', async () => {
    const { rows } = await checkContent(`[${good.replace('}', ',"amount":1500}')},${good}]`, 'json')
    expect(rows[0]?.problems).toMatchObject([{ line: 1, code: 'malformed', column: 'amount' }])
    expect(rows[1]?.payable).not.toBeNull()
  })
  test('an element that is no object is malformed, and the others are read on', async () => {
    const { rows } = await checkContent(`[1, "x", null, [${good}, [2]], ${good}, true]`, 'json')
    expect(rows.map(({ line, problems }) => [line, problems[0]?.code, problems[0]?.value])).toEqual([
      [1, 'malformed', '1'],
      [2, 'malformed', 'x'],
      [3, 'malformed', 'null'],
      [4, 'malformed', '[…]'],
      [5, undefined, undefined],
      [6, 'malformed', 'true'],
    ])
  })
  test('__proto__ and constructor are keys like others', async () => {
    const { rows, columns } = await checkContent(
      `[${good.replace('}', ',"__proto__":{"amount":9},"constructor":"x"}')}]`,
      'json',
    )
    expect(columns).toEqual(['operator', 'phone_number', 'amount', '__proto__', 'constructor'])
    expect(rows[0]?.cells.slice(2)).toEqual(['1500', '{"amount":9}', 'x'])
    expect(rows[0]?.payable?.amountMinor).toBe(1500n)
  })
  test('NUL makes a row malformed, half a character does not reach the cell', async () => {
    const { rows } = await checkContent(
      `[${good.replace('}', ',"note":"a\\u0000b"}')},${good.replace('}', ',"note":"\\ud800"}')}]`,
      'json',
    )
    expect(rows[0]?.problems).toMatchObject([{ code: 'malformed', column: 'note' }])
    expect(rows.map(({ cells }) => cells[3])).toEqual(['a\ufffdb', '\ufffd'])
  })
  test('a report of ours goes in again: its rows are the rows, its own columns are left out', async () => {
    const row = {
      reference: 'A',
      operator: 'mtn-benin',
      phone_number: '0197000001',
      amount: '1500',
      line: 2,
      status: 'invalid',
      attempts: 0,
      payrun_id: 'abcdefghij:2',
    }
    const report = {
      batch: { id: 'x', rows: 1, list: [[1]] },
      totals: { paid: {} },
      rows: [row, { ...row, reference: 'B', payrun_id: 'abcdefghij:3' }],
    }
    for (const text of [JSON.stringify(report), JSON.stringify(report, null, 2)]) {
      for (const extension of ['json', 'unknown']) {
        const { rows, columns, result } = await checkContent(text, extension)
        expect(result).toMatchObject({ kind: 'checked', summary: { rows: 2, valid: 2 } })
        expect(columns).toEqual(['reference', 'operator', 'phone_number', 'amount'])
        expect(rows.map(({ line, reference }) => [line, reference])).toEqual([
          [1, 'A'],
          [2, 'B'],
        ])
      }
    }
  })
})

describe('JSON that is refused', () => {
  test.each<[string, string, string]>([
    ['breaks off in a row', `[${good},{"operator":"mtn`, 'in element 2'],
    ['breaks off between rows', `[${good},`, 'after element 1'],
    ['is not closed', `[${good}`, 'after element 1'],
    ['goes on after its end', `[${good}] [`, 'invalid or cut short'],
    ['has a comma too many', `[${good},]`, 'invalid or cut short'],
    ['has no comma', `[${good} ${good}]`, 'invalid or cut short'],
    ['is no JSON', `// ${good}`, 'invalid or cut short'],
    ['has no rows', '[]', 'no rows'],
    ['has its rows under another name', '{"data":[{"amount":1}]}\n', 'an array "data"'],
    ['is an object that is no report', '{"a":{"rows":1}}', 'no rows'],
    ['is a text', '"abc": 1', 'not a JSON array'],
    [
      'lacks a column everywhere',
      '[{"operator":"mtn-benin","montant":1}]',
      'no column for the phone number; the file has: operator, montant',
    ],
    ['has two names for one thing', `[${good},${other}]`, '"phone_number" and "phone" could both be'],
    ['is nested without end', `[${'['.repeat(5000)}`, 'nested too deeply'],
    ['is nested without end in a row', `[{"a":${'['.repeat(5000)}`, 'nested too deeply'],
    ['has an endless text in a row', `[{"a":"${'x'.repeat(1_000_000)}`, '64 KiB'],
    ['has an endless text outside', `["${'x'.repeat(1_000_000)}`, '64 KiB'],
    ['has a row over 64 KiB', `[${good},{"a":"${'x'.repeat(65_600)}"}]`, 'Element 2 is longer than 64 KiB'],
  ])('%s', async (_, text, words) => {
    expect((await checkContent(text, 'json')).result).toMatchObject({
      kind: 'refused',
      message: saying(words),
    })
  })
  test('too many rows, and too many keys', async () => {
    const limits = { ...defaultLimits, rows: 2, columns: 3 }
    const { result } = await checkContent(`[${good},${good},${good}]`, 'json', { limits })
    expect(result).toMatchObject({ kind: 'refused', message: saying('more than 2 rows') })
    const wide = await checkContent(`[${good.replace('}', ',"x":1}')}]`, 'json', { limits })
    expect(wide.result).toMatchObject({ kind: 'refused', message: saying('more than 3 columns') })
  })
})

describe('NDJSON', () => {
  test('a row has its line; blank lines and a missing last line break do no harm', async () => {
    const { rows } = await checkContent(`\n${good}\r\n\r\n  \n${good.replace('01"', '02"')}`, 'ndjson')
    expect(rows.map(({ line, payable }) => [line, payable?.phone])).toEqual([
      [2, '2290197000001'],
      [5, '2290197000002'],
    ])
  })
  test('a line that is no whole object is a malformed row and swallows nothing', async () => {
    const bad = [
      '{"operator":"mtn',
      '[1]',
      '"x"',
      '12',
      good + good,
      `${good}]`,
      'null',
      '{"amount":1,"amount":2}',
      '{"a":01}',
    ]
    const { rows, result } = await checkContent([...bad, good].join('\n'), 'jsonl')
    expect(rows.map(({ problems }) => problems[0]?.code)).toEqual([...bad.map(() => 'malformed'), undefined])
    expect(result).toMatchObject({ kind: 'checked', summary: { rows: 10, valid: 1 } })
  })
  test('rows across the edges of chunks are whole', async () => {
    const lines = Array.from({ length: 1500 }, (_, index) =>
      good.replace('0197000001', `0197${String(100_000 + index)}`).replace('}', ',"name":"é€😀"}'),
    )
    const { rows } = await checkContent(lines.join('\n'), 'ndjson')
    expect(rows.every((row, index) => row.line === index + 1 && row.payable?.name === 'é€😀')).toBe(true)
    expect(rows).toHaveLength(1500)
  })
  test.each([
    ['an endless line', `${good}\n{"a":"${'x'.repeat(500_000)}`, 'Line 2 is longer than 64 KiB'],
    ['a line over 64 KiB', `${good}\n{"a":"${'x'.repeat(65_600)}"}\n`, 'Line 2 is longer than 64 KiB'],
  ])('%s is refused', async (_, text, words) => {
    expect((await checkContent(text, 'ndjson')).result).toMatchObject({
      kind: 'refused',
      message: saying(words),
    })
  })
})

test('objects come out of an array and of NDJSON alike, as they went in', async () => {
  const key = fc.string({ minLength: 1, maxLength: 8 }).map((text) => `x${text.trim().replaceAll('\0', '')}`)
  const value = fc.oneof(
    fc.string().map((text) => text.replaceAll('\0', '')),
    fc.constant(null),
    fc.boolean(),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(key, { maxLength: 5 }),
      fc.array(fc.array(value, { minLength: 5, maxLength: 5 }), { minLength: 1, maxLength: 8 }),
      async (keys, table) => {
        const objects = table.map((values) => ({
          operator: 'a',
          phone: 'b',
          amount: 'c',
          ...Object.fromEntries(keys.map((name, at) => [name, values[at]])),
        }))
        const expected = table.map((values) => keys.map((_, at) => (values[at] == null ? null : String(values[at]))))
        const inArray = await checkContent(JSON.stringify(objects), 'json')
        const inLines = await checkContent(objects.map((object) => JSON.stringify(object)).join('\n'), 'ndjson')
        for (const { rows, columns } of [inArray, inLines]) {
          expect(columns.slice(3)).toEqual(keys)
          expect(rows.map(({ cells }) => cells.slice(3))).toEqual(expected)
        }
      },
    ),
    { numRuns: 100 },
  )
})
