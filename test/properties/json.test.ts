import fc from 'fast-check'
import { expect, test } from 'vitest'
import { doubtOf } from '../../src/files/payroll/field.ts'
import { fieldOf } from '../../src/files/payroll/header/columns.ts'
import { isReportColumn } from '../../src/payout/report.ts'
import { readContent } from './readContent.ts'
import { anyCharacter, seeded } from './seeded.ts'

/** A value as JSON text, and the cell that it has to be read as. */
interface Written {
  json: string
  cell: string | null
}

const texts = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.string({ unit: anyCharacter, maxLength: 8 }))
const text = texts.map((each): Written => {
  const kept = each.toWellFormed().replaceAll('\0', '0')
  return { json: JSON.stringify(kept), cell: kept }
})
/** Numbers as people and machines write them: the digits have to come out as they stand, not as a double would. */
const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.bigInt({ min: 0n, max: 10n ** 40n }),
    fc.constantFrom('', '.0', '.50', '.10', '.123456789012345678901234567890'),
    fc.constantFrom('', '', 'e5', 'E+999', 'e-7'),
  )
  .map((parts): Written => ({ json: parts.join(''), cell: parts.join('') }))
const other = fc.constantFrom<Written>(
  { json: 'null', cell: null },
  { json: 'true', cell: 'true' },
  { json: '[1, {"a" : "b"}]', cell: '[1,{"a":"b"}]' },
  { json: '{ }', cell: '{}' },
)
const value = fc.oneof(text, number, other)
const plainKey = fc.oneof(
  texts.map((each) => each.toWellFormed().replaceAll('\0', '0').trim()),
  fc.constantFrom('__proto__', 'constructor', '0', 'toString', '\u2028', 'rows'),
)
/** Under a sign alone, what only some rows have is taken for ticks. */
const hasWord = (key: string): boolean => /[\p{L}\p{N}]/u.test(key)
const keys = fc.uniqueArray(
  plainKey.filter((key) => hasWord(key) && fieldOf(key) === null && doubtOf(key) === null && !isReportColumn(key)),
  { maxLength: 4 },
)
const space = fc.constantFrom('', ' ', '\t', '  ')
const line = fc.constantFrom('', '\n', '\r\n')

test.each(['json', 'ndjson'])(
  'every value comes out of %s as it was written, a number to its last digit',
  async (extension) => {
    const rows = fc.array(fc.array(value, { minLength: 7, maxLength: 7 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(keys, rows, space, line, fc.nat(20_000), async (extra, values, gap, lineEnd, padding) => {
        const names = ['operator', 'phone_number', 'amount', ...extra]
        // The padding puts the ends of the reader's chunks anywhere.
        const objects = values.map((row, at) => {
          const entries = names.map((name, index) => `${gap}${JSON.stringify(name)}${gap}:${gap}${row[index]?.json}`)
          return `{${gap.repeat(at === 0 ? padding : 0)}${entries.join(`${gap},`)}${gap}}`
        })
        const content =
          extension === 'json' ? `${lineEnd}[${objects.join(`${gap},${lineEnd}`)}${lineEnd}]` : objects.join('\n')
        const read = await readContent(content, extension)
        expect(read.result).toMatchObject({ kind: 'checked' })
        expect(read.columns).toEqual(names.map((name) => name.trim()))
        const cells = values.map((row) => names.map((_, index) => row[index]?.cell ?? null))
        expect(read.rows.map((row) => row.cells)).toEqual(cells)
        expect(read.rows.map((row) => row.line)).toEqual(values.map((_, index) => index + 1))
      }),
      seeded(300),
    )
  },
)
