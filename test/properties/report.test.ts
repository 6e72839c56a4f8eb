import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldOf, reportColumns } from '../../src/intake/columns.ts'
import { problemCodes } from '../../src/payout/problem.ts'
import { payoutStates } from '../../src/payout/state.ts'
import { type ReportRow, textFormats } from '../../src/report/row.ts'
import { reportPieces, reportText } from '../../src/report/text.ts'
import { readContent } from './readContent.ts'
import { seeded } from './seeded.ts'

/** As a ledger keeps cells: any text without NUL and without halves of characters. */
const formula = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠', "'", "'=", "''+")
const plain = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.constantFrom(',', ';', '"', '\n', '\r\n', ' '))
const text = fc
  .tuple(fc.oneof(formula, fc.constant('')), plain, fc.oneof(plain, formula))
  .map((parts) => parts.join('').toWellFormed().replaceAll('\0', ''))
const isOwn = (name: string) => reportColumns.some((own) => own === name.trim().toLowerCase())
const columnName = text.map((name) => name.trim()).filter((name) => fieldOf(name) === null && !isOwn(name))

const instant = fc.option(fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }))
const results = fc.record({
  status: fc.constantFrom(...payoutStates),
  providerReference: fc.option(text),
  errorCode: fc.option(fc.constantFrom(...problemCodes)),
  errorMessage: fc.option(text),
  attempts: fc.nat(9),
  sentAt: instant,
  settledAt: instant,
})
const content = fc.record({
  extra: fc.array(columnName, { maxLength: 4 }),
  rows: fc.array(fc.record({ results, cells: fc.array(text, { minLength: 8, maxLength: 8 }) }), {
    minLength: 1,
    maxLength: 5,
  }),
})

type TextFormat = (typeof textFormats)[number]

describe('a report can go in again as a payout file', () => {
  test.each(textFormats)(
    'as %s: every cell of the input comes back as it was, the results are left out',
    async (format) => {
      await fc.assert(
        fc.asyncProperty(content, async ({ extra, rows }) => {
          const columns = ['operator', 'phone_number', 'amount', 'reference', ...distinct(extra, format)]
          const kept = rows.map(({ cells }) => columns.map((_, at) => cells[at] ?? ''))
          const report = rows.map((row, at) => ({ ...row.results, line: at + 2, cells: kept[at] ?? [] }))
          const read = await readContent(await textOf(format, columns, report), format)
          expect(read.result).toMatchObject({ kind: 'checked' })
          expect(read.columns).toEqual(columns)
          expect(read.rows.map(({ cells }) => cells)).toEqual(kept)
        }),
        seeded(400),
      )
    },
  )

  test.each(['en', 'fr'] as const)('as a workbook (%s): every cell comes back as it was', async (language) => {
    await fc.assert(
      fc.asyncProperty(content, async ({ extra, rows }) => {
        const columns = ['operator', 'phone_number', 'amount', 'reference', ...extra]
        const kept = rows.map(({ cells }) => columns.map((_, at) => cells[at] ?? ''))
        const report = rows.map((row, at) => ({ ...row.results, line: at + 2, cells: kept[at] ?? [] }))
        const pieces: Buffer[] = []
        const whole = { format: 'xlsx' as const, columns, language, batch: {}, totals: {}, rows: inOne(report) }
        for await (const piece of reportPieces(whole)) pieces.push(Buffer.from(piece))
        const read = await readContent(Buffer.concat(pieces), 'xlsx')
        expect(read.result).toMatchObject({ kind: 'checked' })
        expect(read.columns).toEqual(columns)
        expect(read.rows.map(({ cells }) => cells)).toEqual(kept)
      }),
      seeded(100),
    )
  })

  test('and again, and again: the third report is the second one, to the byte', async () => {
    await fc.assert(
      fc.asyncProperty(content, async ({ extra, rows }) => {
        const columns = ['operator', 'phone_number', 'amount', ...extra]
        const report = rows.map((row, at) => ({
          ...row.results,
          line: at + 2,
          cells: row.cells.slice(0, columns.length),
        }))
        const second = await textOf('csv', columns, report)
        const read = await readContent(second, 'csv')
        const again = report.map((row, at) => ({ ...row, cells: read.rows[at]?.cells ?? [] }))
        expect(await textOf('csv', read.columns, again)).toBe(second)
      }),
      seeded(150),
    )
  })
})

test('no cell of a CSV report begins as a formula does, wherever it came from', async () => {
  await fc.assert(
    fc.asyncProperty(content, async ({ extra, rows }) => {
      const columns = ['operator', 'phone_number', 'amount', ...extra]
      const written = await textOf(
        'csv',
        columns,
        rows.map((row, at) => ({ ...row.results, line: at + 2, cells: row.cells })),
      )
      for (const cell of cellsOf(written)) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
    }),
    seeded(400),
  )
})

/** JSON can't have a key twice: there the report numbers the second one, and it isn't what was put in. */
const distinct = (names: string[], format: TextFormat): string[] =>
  format === 'csv' ? names : [...new Set(names)].filter((name) => !/_\d+$/.test(name))

async function* inOne(rows: ReportRow[]) {
  yield rows
}

async function textOf(format: TextFormat, columns: string[], rows: ReportRow[]): Promise<string> {
  let whole = ''
  for await (const piece of reportText({ format, columns, batch: {}, totals: {}, rows: inOne(rows) })) whole += piece
  return whole
}

/** The cells of an RFC 4180 text, as a spreadsheet sees them: read by hand, knowing nothing of how they were written. */
function cellsOf(csv: string): string[] {
  const cells = csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(?:,|\n)/g)
  return [...cells].map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '')
}
