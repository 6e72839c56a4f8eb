import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, expect, it, test } from 'vitest'
import { libreOfficeTitle, openLibreOffice, withoutLibreOffice } from '../../harness/libreOffice.ts'
import { manyRows } from './sampleReport.ts'
import { columns, folder, readRows, texts, write } from './workbookReport.ts'

const office = openLibreOffice()
afterAll(() => office.close())

it('a report of 100,000 rows as a workbook is read back whole', async () => {
  const path = await write({ rows: manyRows(100_000), columns: ['reference', 'filler'], amountColumn: null })
  const read = await readRows(path)
  expect(read).toHaveLength(100_001)
  expect(read.at(-1)?.cells[0]?.text).toBe('EMP-99999')
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
  `LibreOffice prints each sheet of a report one page wide${libreOfficeTitle}`,
  async () => {
    const pdf = await readFile(await office.convert(await write(), 'pdf', folder), 'latin1')
    expect(pdf.match(/\/Type\/Page\b/g)).toHaveLength(2)
  },
)

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
