import { isAscii, isUtf8 } from 'node:buffer'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { doubtOf } from '../../src/files/payroll/field.ts'
import { fieldOf } from '../../src/files/payroll/header/columns.ts'
import { problemCodes } from '../../src/payout/problem.ts'
import { reportColumns } from '../../src/payout/report.ts'
import { english } from '../harness/words.ts'
import { readContent } from './readContent.ts'
import { anyCharacter, seeded } from './seeded.ts'

const delimiters = [',', ';', '\t', '|'] as const
const lineEnds = ['\n', '\r\n', '\r'] as const
const encodings = ['utf-8', 'utf-8 with mark', 'utf-16le', 'utf-16be', 'windows-1252'] as const

type Encoding = (typeof encodings)[number]

/** The characters that make CSV hard, among the usual ones. No NUL: a cell with one comes out as malformed. */
const hard = fc.constantFrom(...delimiters, '"', '""', '\n', '\r', '\r\n', "'", '=', ' ', '\u00a0', '\ufeff', '\u2028')
const cell = (encoding: Encoding) =>
  encoding === 'windows-1252'
    ? fc.string({
        unit: fc.oneof(fc.constantFrom(...'àèéêëîïôöùûüçñABz019;,"|\t\n\r'), fc.constant('Fr')),
        maxLength: 12,
      })
    : fc.oneof(
        fc.string({ unit: fc.oneof(hard, fc.string({ unit: 'grapheme', maxLength: 3 })), maxLength: 12 }),
        fc.string({ unit: anyCharacter, maxLength: 8 }).map(storable),
      )

const table = fc
  .record({
    delimiter: fc.constantFrom(...delimiters),
    lineEnd: fc.constantFrom(...lineEnds),
    encoding: fc.constantFrom(...encodings),
    quoteAll: fc.boolean(),
    endsWithLineEnd: fc.boolean(),
    blankLines: fc.nat(2),
    /** Long cells put the ends of the reader's chunks (16 KiB) anywhere among the characters that matter. */
    padding: fc.oneof(fc.constant(0), fc.integer({ min: 8_000, max: 8_250 }), fc.integer({ min: 16_150, max: 16_450 })),
  })
  .chain((style) =>
    fc.record({
      style: fc.constant(style),
      extraNames: fc.array(cell(style.encoding).filter(isPlainColumn), { maxLength: 3 }),
      rows: fc.array(fc.array(cell(style.encoding), { minLength: 6, maxLength: 6 }), { minLength: 1, maxLength: 6 }),
    }),
  )

describe('what is written as CSV is read as it was', () => {
  test('every cell and the line on which its row starts, for any delimiter, line end, encoding and quoting', async () => {
    await fc.assert(
      fc.asyncProperty(table, async ({ style, extraNames, rows }) => {
        const header = ['operator', 'phone_number', 'amount', ...extraNames]
        const filled = rows.map((row, at) => [
          // Never blank as a whole: blank lines do not count as rows.
          `op${row[0]}x`,
          row[1] ?? '',
          (row[2] ?? '') + 'é'.repeat(at === 0 ? style.padding : 0),
          ...extraNames.map((_, index) => row[3 + index] ?? ''),
        ])
        const { text, lines } = written([header, ...filled], style)
        const bytes = encoded(text, style.encoding)
        // The same bytes are both: a file that is valid UTF-8 is never read as Windows-1252.
        fc.pre(style.encoding !== 'windows-1252' || !isUtf8(bytes) || isAscii(bytes))
        const read = await readContent(bytes, 'csv')
        expect(read.result).toMatchObject({ kind: 'checked' })
        expect(read.columns).toEqual(header.map((name) => name.trim()))
        expect(read.rows.map(({ cells }) => cells)).toEqual(filled)
        expect(read.rows.map(({ line }) => line)).toEqual(lines.slice(1))
      }),
      seeded(350),
    )
  })
})

describe('a file without quotes, which is split without a parser', () => {
  const piece = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(',', ',', '\n', '\r\n', '\r', ' ', '\0', '\ufeff', '\u2028') },
    { weight: 8, arbitrary: fc.constantFrom('mtn-benin,0197000001,1500', ',,', '\n\n', '\n\r', 'é', '€', '😀', "'=") },
    { weight: 1, arbitrary: fc.integer({ min: 16_200, max: 16_400 }).map((length) => 'x'.repeat(length)) },
    { weight: 1, arbitrary: fc.integer({ min: 65_500, max: 65_600 }).map((length) => 'é'.repeat(length / 2)) },
  )

  test('is read as by the parser, which one quoted name in the header calls in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const body = `,phone_number,amount\n${pieces.join('')}`
        const split = await readContent(`operator${body}`, 'csv')
        const parsed = await readContent(`"operator"${body}`, 'csv')
        // Of a refused file the rows that came before are worthless, and how many do depends on the chunks.
        const shown = ({ rows, columns, result }: typeof split) => ({
          rows: result.kind === 'checked' && rows.map(({ line, cells, problems }) => ({ line, cells, problems })),
          columns,
          result: { ...result, summary: { ...result.summary, sha256: '' }, above: undefined },
        })
        expect(shown(split)).toEqual(shown(parsed))
      }),
      seeded(200),
    )
  })
})

describe('any bytes at all are read or refused in a sentence', () => {
  const fragments = fc.constantFrom(
    'operator,phone_number,amount',
    'operator;phone;montant',
    '\n',
    '\r',
    '\r\n',
    ',',
    '"',
    '""',
    'mtn-benin,0197000001,1500',
    '{"operator":"mtn-benin","phone":"0197000001","amount":1500}',
    '[',
    ']',
    '{',
    '}',
    '{"a":',
    '[[[[',
    '\\u',
    '\\ud800',
    '1e999',
    '-',
    ':',
    'null',
    'tru',
    'sep=;',
    '\0',
    '\ufeff',
    'PK\u0003\u0004',
    'é',
    '\u2028',
  )
  const bytes = fc
    .array(
      fc.oneof(
        fragments.map((text) => Buffer.from(text)),
        fragments.map((text) => Buffer.from(text, 'utf16le')),
        fc.uint8Array({ maxLength: 6 }).map((some) => Buffer.from(some)),
        fc
          .constantFrom([0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf], [0xc3], [0xd8, 0x00])
          .map((some) => Buffer.from(some)),
      ),
      { maxLength: 20 },
    )
    .map((parts) => Buffer.concat(parts))

  test.each(['csv', 'json', 'ndjson', 'dat'])('as .%s', async (extension) => {
    await fc.assert(
      fc.asyncProperty(bytes, fc.boolean(), async (content, hasHeader) => {
        const head = hasHeader && extension === 'csv' ? 'operator,phone_number,amount\n' : ''
        const { rows, result } = await readContent(Buffer.concat([Buffer.from(head), content]), extension)
        if (result.kind === 'refused') expect(english(result.message)).toMatch(/[.?!]$/)
        else expect(result.summary.rows).toBe(rows.length)
        for (const { payable, problems, cells } of rows) {
          expect(payable === null).toBe(problems.length > 0)
          for (const problem of problems) {
            expect(problemCodes).toContain(problem.code)
            expect(english(problem.message)).toMatch(/[.?!…]$/)
          }
          // A database can keep them: no NUL, no half of a character.
          for (const text of cells) expect(text?.includes('\0') || text?.isWellFormed() === false).toBe(false)
        }
        const lines = rows.map(({ line }) => line)
        expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b))
      }),
      seeded(125),
    )
  })
})

/** A header's name that is no field and none of the report's, and not empty (a last column without a name is dropped). */
function isPlainColumn(name: string): boolean {
  const trimmed = name.trim()
  return (
    trimmed !== '' &&
    fieldOf(name) === null &&
    doubtOf(name) === null &&
    !reportColumns.some((own) => own === trimmed.toLowerCase())
  )
}

function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '0')
}

type Style = typeof table extends fc.Arbitrary<{ style: infer S }> ? S : never

/** The text of a CSV file, and the line on which each record starts: LF, CR and CRLF each end a line. */
function written(records: string[][], style: Style): { text: string; lines: number[] } {
  const { delimiter, lineEnd, quoteAll, blankLines, endsWithLineEnd } = style
  const options = { delimiter, record_delimiter: lineEnd, quoted: quoteAll, quote_record_delimiter: true }
  const lines: number[] = []
  let text = ''
  for (const record of records) {
    lines.push(text.split(/\r\n|\r|\n/).length)
    text += stringify([record], options)
    // Not before the second row: a blank line under the header is as good a place as any.
    text += lineEnd.repeat(blankLines)
  }
  return { text: endsWithLineEnd ? text : text.slice(0, text.length - lineEnd.length * (1 + blankLines)), lines }
}

function encoded(text: string, encoding: Encoding): Buffer {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text)
    case 'utf-8 with mark':
      return Buffer.from(`\ufeff${text}`)
    case 'utf-16le':
      return Buffer.from(`\ufeff${text}`, 'utf16le')
    case 'utf-16be':
      return Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
    case 'windows-1252':
      return Buffer.from(text, 'latin1')
  }
}
