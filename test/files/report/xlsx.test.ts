import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { setLanguage } from '../../../src/cli/terminal/text.ts'
import { writeReportFile } from '../../../src/files/report/writeReport.ts'
import { inBatches, manyRows, paidRow, sampleReport } from './sampleReport.ts'
import { columns, content, folder, openBook, readRows, texts, write } from './workbookReport.ts'

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
      'payrun_id',
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
    expect(xml).toContain('<autoFilter ref="A1:N4"/>')
    expect(await partOf(path, 'xl/workbook.xml')).toContain('activeTab="1"')
  })

  it('prints on landscape pages, one page wide, with the heading on each page and no sentence cut', async () => {
    const path = await write()
    for (const sheet of ['sheet1', 'sheet2']) {
      const xml = await partOf(path, `xl/worksheets/${sheet}.xml`)
      expect(xml).toContain('<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>')
      expect(xml).toMatch(
        /<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"\/><\/worksheet>$/,
      )
    }
    expect(await partOf(path, 'xl/worksheets/sheet2.xml')).toMatch(
      /<row r="\d+" ht="30">(?!<row).*The provider confirmed/,
    )
    expect(await partOf(path, 'xl/workbook.xml')).toContain(
      `<definedName name="_xlnm.Print_Titles" localSheetId="0">'Rows'!$1:$1</definedName>`,
    )
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
    const paid = 'The provider confirmed that it was paid, or somebody recorded it as paid.'
    expect(summary).toContainEqual(['paid', paid, '1', '0.25', '1500000'])
    expect(summary.at(-1)).toEqual(['All rows', '3', '1250.75', '1500000'])
  })

  it('speaks French: headings, statuses, summary', async () => {
    setLanguage('fr')
    onTestFinished(() => setLanguage('en'))
    const path = await write({ language: 'fr' })
    const [heading, paid] = (await readRows(path)).map(texts)
    expect(heading).toContain('statut')
    expect(paid).toContain('payé')
    const summary = (await readRows(path, 1)).map(texts)
    expect(summary).toContainEqual(['Statut', 'Signification', 'Lignes', 'Montant en KES', 'Montant en XOF'])
  })

  it('has real dates on the clock of a reader who has one: its own times, and the days of the file', async () => {
    const columns = ['reference', 'hired', 'phone', 'amount', 'note']
    const cells = ['2022-11-02', '2022-11-02', '2290197000001', '1500', '2022-02-30']
    const rows = () => inBatches([{ ...paidRow, cells, amountMinor: '1500', currency: 'XOF' }], 1)
    const path = await write({ rows: rows(), columns, timeZone: 'Africa/Nairobi', language: 'fr' })
    const told = (await readRows(path)).map(({ cells }) => cells.map(({ text, kind }) => `${kind} ${text}`))
    expect(told[1]?.slice(0, 5)).toEqual([
      'text 2022-11-02',
      'date 2022-11-02',
      'text 2290197000001',
      'number 1500',
      'text 2022-02-30',
    ])
    expect(told[1]?.slice(-3, -1)).toEqual(['date 2026-11-20T11:00:00', 'date 2026-11-20T11:00:00'])
    expect((await readRows(path, 1)).map(texts)).toContainEqual(['Soumis (Africa/Nairobi)', '21 nov. 2026, 08:36'])
    const forPrograms = (await readRows(await write({ rows: rows(), columns })))[1]
    expect(forPrograms && texts(forPrograms)).toEqual(
      expect.arrayContaining(['2022-11-02', '2026-11-20T08:00:00.000Z']),
    )
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
})

test('the sample of everything that has gone wrong in a report is written and read', async () => {
  const path = join(folder, 'sample.xlsx')
  expect(await writeReportFile({ ...sampleReport('xlsx'), path })).toEqual({ ok: true, path })
  expect((await readRows(path)).length).toBeGreaterThan(8)
})
