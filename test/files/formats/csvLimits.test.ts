import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../../../src/files/payroll/row.ts'
import { saying } from '../../harness/words.ts'
import { seed } from '../../properties/seeded.ts'
import { checkContent } from '../payroll/checkContent.ts'

fc.configureGlobal(seed())

const header = 'operator,phone_number,amount'
const good = 'mtn-benin,+2290197000001,1500'
const valid = (lines: string[]) => `${lines.join('\n')}\n`

describe('limits', () => {
  const limits = { ...defaultLimits, rows: 3 }
  test('as many rows as allowed are taken, one more is refused', async () => {
    const rows = [1, 2, 3, 4].map((n) => `mtn-benin,+229019700000${n},1500`)
    expect((await checkContent(valid([header, ...rows.slice(0, 3)]), 'csv', { limits })).result.kind).toBe('checked')
    expect((await checkContent(valid([header, ...rows]), 'csv', { limits })).result).toMatchObject({
      kind: 'refused',
      message: saying('more than 3 rows'),
    })
  })
  test('100 columns are taken, 101 and 10,000 are refused', async () => {
    const wide = (count: number) => {
      const names = Array.from({ length: count - 3 }, (_, index) => `c${index}`).join(',')
      return valid([`${header},${names}`, good + ','.repeat(count - 3)])
    }
    expect((await checkContent(wide(100))).result.kind).toBe('checked')
    for (const count of [101, 10_000]) {
      expect((await checkContent(wide(count))).result).toMatchObject({
        kind: 'refused',
        message: saying('100 columns'),
      })
    }
  })
  test('a record of 64 KiB is taken, a longer one is refused with its line', async () => {
    const record = (length: number) =>
      valid([`${header},note`, `${good.replace('1500', '1600')},a`, `${good},${'x'.repeat(length)}`])
    expect((await checkContent(record(65_000))).result.kind).toBe('checked')
    expect((await checkContent(record(66_000))).result).toMatchObject({
      kind: 'refused',
      line: 3,
      message: saying('64 KiB'),
    })
  })
  test.each([
    ['a line of text without end', 'x'],
    ['a line of delimiters without end', ','],
    ['a line of spaces without end', ' '],
    ['a quoted cell without end', '"x'],
  ])('%s is refused with its line', async (_, unit) => {
    const { result } = await checkContent(
      `${header}\n${good}\n${unit[0]}${(unit[1] ?? unit[0] ?? '').repeat(2_000_000)}`,
    )
    expect(result).toMatchObject({ kind: 'refused', line: 3 })
  })
  test('many blank lines are no long record', async () => {
    expect((await checkContent(`${header}\n${'\n'.repeat(400_000)}${good}\n`)).rows).toMatchObject([{ line: 400_002 }])
  })
})

test('cells come out as they went in, whatever is in them', async () => {
  const cell = fc.string({
    unit: fc.oneof(
      fc.constantFrom('"', ',', '\n', '\r', ';', ' ', "'", '='),
      fc.string({ minLength: 1, maxLength: 1 }),
    ),
  })
  const cells = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(cells, async (notes) => {
      const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
      const lines = notes.map((pair) => `mtn-benin,x,1500,${pair.map(quote).join(',')}`)
      const { rows } = await checkContent([`${header},note,more`, ...lines].join('\r\n'))
      expect(rows.map((row) => row.cells.slice(3))).toEqual(
        notes.map((pair) => pair.map((text) => text.replaceAll('\0', '\ufffd'))),
      )
    }),
    { numRuns: 150 },
  )
})

test('any bytes give a result and never an exception', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ';', '\0') }),
  )
  await fc.assert(
    fc.asyncProperty(bytes, fc.constantFrom('csv', 'json', 'ndjson', 'dat'), async (content, extension) => {
      const body = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content)
      const withHeader = Buffer.concat([Buffer.from(extension === 'csv' ? `${header}\n` : '[{"amount":1'), body])
      for (const bytes of [body, withHeader]) {
        const { result } = await checkContent(bytes, extension)
        expect(['checked', 'refused']).toContain(result.kind)
      }
    }),
    { numRuns: 150 },
  )
})
