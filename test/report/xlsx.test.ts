import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, it, onTestFinished, test } from 'vitest'
import type { ReportContent, ReportRow } from '../../src/report/row.ts'
import { writeReportFile } from '../../src/report/writeReportFile.ts'
import { openWorkbook, type Workbook } from '../../src/spreadsheet/openWorkbook.ts'
import { readSheet, type SheetRow } from '../../src/spreadsheet/readSheet.ts'
import { setLanguage } from '../../src/words/t.ts'
import { libreOfficeTitle, openLibreOffice, withoutLibreOffice } from '../harness/libreOffice.ts'
import { inBatches, manyRows, paidRow, sampleReport } from './sampleReport.ts'

const folder = mkdtempSync(join(tmpdir(), 'payrun-xlsx-'))
const office = openLibreOffice()
afterAll(() => {
  office.close()
  rmSync(folder, { recursive: true, force: true })
})

const columns = ['reference', 'name', 'phone', 'amount', 'note']
const rows: ReportRow[] = [
  {
    ...paidRow,
    cells: ['007', 'Afi Dossou', '+2290197000001', '1 500 000', '=HYPERLINK("http://x")'],
    amountMinor: '1500000',
    currency: 'XOF',
  },
  {
    ...paidRow,
    line: 3,
    status: 'unknown',
    errorCode: 'timeout',
    errorMessage: '-No answer came.',
    settledAt: null,
    cells: ['EMP-2', 'Keïta & <fils> "1"', '254711000002', '1,250.50', '@SUM(A1)'],
    amountMinor: '125050',
    currency: 'KES',
  },
  {
    ...paidRow,
    line: 4,
    status: 'invalid',
    attempts: 0,
    sentAt: null,
    settledAt: null,
    errorCode: 'invalid_amount',
    errorMessage: 'two\r\nlines',
    cells: ['1E5', ' spaces ', '0197', 'ten', null],
    amountMinor: null,
    currency: null,
  },
]
const content = (more: Partial<ReportContent> = {}): ReportContent => ({
  format: 'xlsx',
  columns,
  amountColumn: 3,
  batch: {
    id: '7hk2m9pq4x',
    name: 'November <payroll>',
    period: '2026-11',
    state: 'settled',
    file: { name: 'payroll.csv', sha256: 'x', rows: 3 },
    created_at: '2026-11-21T05:36:54.017Z',
    settled_at: '2026-11-21T05:37:54.017Z',
  },
  totals: {
    counts: { invalid: 1, unknown: 1, paid: 1 },
    sums: { unknown: { KES: '1250.50' }, paid: { XOF: '1500000', KES: '0.25' } },
  },
  rows: inBatches(rows, 2),
  ...more,
})

let files = 0
async function write(more: Partial<ReportContent> = {}): Promise<string> {
  const path = join(folder, `report-${++files}.xlsx`)
  expect(await writeReportFile({ ...content(more), path })).toEqual({ ok: true, path })
  return path
}

async function openBook(path: string): Promise<Workbook> {
  const book = await openWorkbook(path)
  if (book.kind === 'broken') throw new Error(book.reason)
  return book
}

async function readRows(path: string, sheet = 0): Promise<SheetRow[]> {
  const book = await openBook(path)
  const read: SheetRow[] = []
  const wanted = book.sheets[sheet]
  if (!wanted) throw new Error('no such sheet')
  for await (const batch of readSheet(book, wanted, 1_000_000)) read.push(...batch)
  book.zip.close()
  return read
}

const texts = ({ cells }: SheetRow) => cells.map(({ text }) => text)

async function partOf(path: string, name: string): Promise<string> {
  const { zip } = await openBook(path)
  let text = ''
  for await (const chunk of zip.read(name)) text += chunk.toString()
  zip.close()
  return text
}

describe('a report as a workbook', () => {
  it('has the rows first: amounts as numbers, everything else as text, to the character', async () => {
    const [heading, ...below] = await readRows(await write())
    expect(heading && texts(heading)).toEqual([
      ...columns,
      'line',
      'status',
      'provider_reference',
      'error_code',
      'error_message',
      'attempts',
      'sent_at',
      'settled_at',
    ])
    expect(below.map(({ cells }) => cells.slice(0, 5).map(({ text, kind }) => [text, kind]))).toEqual([
      [
        ['007', 'text'],
        ['Afi Dossou', 'text'],
        ['+2290197000001', 'text'],
        ['1500000', 'number'],
        ['=HYPERLINK("http://x")', 'text'],
      ],
      [
        ['EMP-2', 'text'],
        ['Keïta & <fils> "1"', 'text'],
        ['254711000002', 'text'],
        ['1250.5', 'number'],
        ['@SUM(A1)', 'text'],
      ],
      [
        ['1E5', 'text'],
        [' spaces ', 'text'],
        ['0197', 'text'],
        ['ten', 'text'],
        ['4', 'number'],
      ],
    ])
    expect(below[2]?.cells.map(({ text }) => text)).toContain('two\r\nlines')
  })

  it('writes the digits of an amount with all decimals of its currency, and never as a formula', async () => {
    const xml = await partOf(await write(), 'xl/worksheets/sheet1.xml')
    expect(xml).toContain('<v>1250.50</v>')
    expect(xml).toContain('<v>1500000</v>')
    expect(xml).not.toMatch(/<f[ >]/)
  })

  it('keeps its heading in sight, filters by every column, and is opened at the summary', async () => {
    const path = await write()
    const xml = await partOf(path, 'xl/worksheets/sheet1.xml')
    expect(xml).toContain('state="frozen"')
    expect(xml).toContain('<autoFilter ref="A1:M4"/>')
    expect(await partOf(path, 'xl/workbook.xml')).toContain('activeTab="1"')
  })

  it('finds the amounts in a column of any name, where no name tells', async () => {
    const xml = await partOf(
      await write({ amountColumn: null, columns: ['reference', 'name', 'phone', 'Net à payer', 'note'] }),
      'xl/worksheets/sheet1.xml',
    )
    expect(xml).toContain('<v>1250.50</v>')
  })

  it('leaves an amount of more than 15 digits as text, since no spreadsheet keeps more', async () => {
    const row = {
      ...paidRow,
      cells: ['a', 'b', 'c', '9999999999999999'],
      amountMinor: '9999999999999999',
      currency: 'XOF',
    }
    const [, read] = await readRows(await write({ rows: inBatches([row], 1) }))
    expect(read?.cells[3]).toMatchObject({ text: '9999999999999999', kind: 'text' })
  })

  it('has a summary: what batch it is, rows and sums by status and currency, all rows', async () => {
    const summary = (await readRows(await write(), 1)).map(texts)
    expect(summary[0]).toEqual(['November <payroll>'])
    expect(summary).toContainEqual(['Batch', '7hk2m9pq4x'])
    expect(summary).toContainEqual(['Submitted (UTC)', '2026-11-21 05:36'])
    expect(summary).toContainEqual(['Status', 'What it means', 'Rows', 'Amount in KES', 'Amount in XOF'])
    expect(summary).toContainEqual(['paid', 'The provider said that it was paid.', '1', '0.25', '1500000'])
    expect(summary.at(-1)).toEqual(['All rows', '3', '1250.75', '1500000'])
  })

  it('speaks French: headings, statuses, summary', async () => {
    await setLanguage('fr')
    onTestFinished(() => setLanguage('en'))
    const path = await write()
    const [heading, paid] = (await readRows(path)).map(texts)
    expect(heading).toContain('statut')
    expect(paid).toContain('payé')
    const summary = (await readRows(path, 1)).map(texts)
    expect(summary).toContainEqual(['Statut', 'Signification', 'Lignes', 'Montant en KES', 'Montant en XOF'])
  })

  it('is whole, private, and leaves the old one when the rows fail half way', async () => {
    const path = await write()
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    await writeFile(path, 'old')
    const failing = new Error('the ledger is away')
    const broken = (async function* () {
      yield* manyRows(5_000)
      throw failing
    })()
    await expect(writeReportFile({ ...content({ rows: broken }), path })).rejects.toBe(failing)
    expect(await readFile(path, 'utf8')).toBe('old')
  })

  it('of 100,000 rows is read back whole', async () => {
    const path = await write({ rows: manyRows(100_000), columns: ['reference', 'filler'], amountColumn: null })
    const read = await readRows(path)
    expect(read).toHaveLength(100_001)
    expect(read.at(-1)?.cells[0]?.text).toBe('EMP-99999')
  })
})

test.skipIf(withoutLibreOffice)(`LibreOffice shows a report as it was written${libreOfficeTitle}`, async () => {
  const path = await write()
  // Every cell as it is shown.
  const shown = await office.convert(path, 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true', folder)
  const cells: string[][] = parse(await readFile(shown, 'utf8'), { relax_column_count: true })
  expect(cells.map((row) => row.slice(0, 7))).toEqual([
    ['reference', 'name', 'phone', 'amount', 'note', 'line', 'status'],
    ['007', 'Afi Dossou', '+2290197000001', '1,500,000', '=HYPERLINK("http://x")', '2', 'paid'],
    ['EMP-2', 'Keïta & <fils> "1"', '254711000002', '1,250.50', '@SUM(A1)', '3', 'unknown'],
    ['1E5', ' spaces ', '0197', 'ten', '', '4', 'invalid'],
  ])
})

test.skipIf(withoutLibreOffice)(
  `a report that LibreOffice has opened and saved can go in again${libreOfficeTitle}`,
  async () => {
    const saved = await office.convert(await write(), 'xlsx', join(folder, 'saved'))
    const [heading, first] = await readRows(saved)
    expect(heading && texts(heading).slice(0, 5)).toEqual(columns)
    expect(first && texts(first).slice(0, 5)).toEqual([
      '007',
      'Afi Dossou',
      '+2290197000001',
      '1500000',
      '=HYPERLINK("http://x")',
    ])
  },
)

test('the sample of everything that has gone wrong in a report is written and read', async () => {
  const path = join(folder, 'sample.xlsx')
  expect(await writeReportFile({ ...sampleReport('xlsx'), path })).toEqual({ ok: true, path })
  expect((await readRows(path)).length).toBeGreaterThan(8)
})
