import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, test } from 'vitest'
import { type CheckedRow, checkFile } from '../../src/intake/checkFile.ts'
import { fieldOf } from '../../src/intake/field.ts'
import { openPayoutFile } from '../../src/intake/payoutFile.ts'
import { countries, countryOf } from '../../src/payout/country.ts'
import { operators } from '../../src/payout/operator.ts'
import { openWorkbook } from '../../src/spreadsheet/openWorkbook.ts'
import { readSheet } from '../../src/spreadsheet/readSheet.ts'
import { payoutTemplate, type TemplateWish } from '../../src/template/payoutTemplate.ts'
import { templateFields } from '../../src/template/words.ts'
import { libreOfficeTitle, openLibreOffice, withoutLibreOffice } from '../harness/libreOffice.ts'

const folder = mkdtempSync(join(tmpdir(), 'payrun-template-'))
const office = openLibreOffice()
afterAll(() => {
  office.close()
  rmSync(folder, { recursive: true, force: true })
})

async function contentOf(wish: TemplateWish): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of payoutTemplate(wish).pieces()) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

async function check(path: string, sheet: string | null = null) {
  const opened = await openPayoutFile({ path, sheet, spoolDir: folder })
  if (opened.kind !== 'opened') throw new Error(opened.message)
  const checking = checkFile(opened.file)
  const rows: CheckedRow[] = []
  for await (const batch of checking.batches) rows.push(...batch)
  return { rows, result: checking.result(), columns: checking.columns() }
}

describe.each(['en', 'fr'] as const)('a template in %s', (language) => {
  test.each(['csv', 'xlsx'] as const)(
    'as %s has the columns that intake knows, and nothing that could be paid',
    async (format) => {
      const path = join(folder, `empty-${language}.${format}`)
      await writeFile(path, await contentOf({ format, language, countries: [] }))
      const { rows, result, columns } = await check(path)
      expect(columns.map(fieldOf)).toEqual([...templateFields])
      expect(rows).toEqual([])
      expect(result).toMatchObject({ kind: 'refused', message: expect.stringContaining('no rows') })
    },
  )

  it('as a workbook has no sheet that could be paid by name either', async () => {
    const path = join(folder, `sheets-${language}.xlsx`)
    await writeFile(path, await contentOf({ format: 'xlsx', language, countries: [] }))
    const book = await openWorkbook(path)
    if (book.kind === 'broken') throw new Error(book.reason)
    book.zip.close()
    expect(book.sheets).toHaveLength(3)
    for (const { name } of book.sheets) expect((await check(path, name)).result.kind).toBe('refused')
  })

  it('lists the operators of the countries that were asked for, and no other', async () => {
    const chosen = [countryOf('BJ'), countryOf('CI')]
    const codes = operators.filter(({ country }) => country === 'BJ' || country === 'CI').map(({ code }) => code)
    const wish: TemplateWish = { format: 'xlsx', language, countries: chosen }
    expect(payoutTemplate(wish).operators.map(({ code }) => code)).toEqual(codes)
    const path = join(folder, `countries-${language}.xlsx`)
    await writeFile(path, await contentOf(wish))
    const book = await openWorkbook(path)
    if (book.kind === 'broken') throw new Error(book.reason)
    const [, sheet] = book.sheets
    const listed: string[] = []
    for await (const rows of readSheet(book, sheet ?? book.sheets[0]!, 10_000)) {
      for (const { line, cells } of rows) if (line > 1) listed.push(cells[0]?.text ?? '')
    }
    let xml = ''
    for await (const chunk of book.zip.read('xl/worksheets/sheet1.xml')) xml += chunk.toString()
    book.zip.close()
    expect(listed).toEqual(codes)
    expect(xml).toContain(`$A$2:$A$${codes.length + 1}`)
    expect(xml).toContain('$G$2:$G$3')
    expect(xml).toContain('$H$2:$H$2')
  })
})

test('a French CSV template is for a French Excel: UTF-8 with a mark, semicolons', async () => {
  const content = await contentOf({ format: 'csv', language: 'fr', countries: [] })
  expect(content.toString()).toBe('\ufeffréférence;nom;pays;opérateur;téléphone;montant;devise\r\n')
})

test.skipIf(withoutLibreOffice)(
  `a template that was filled in and saved by LibreOffice keeps zeros and pluses, and is payable${libreOfficeTitle}`,
  async () => {
    const language = 'fr'
    const path = join(folder, 'filled.csv')
    const header = (await contentOf({ format: 'csv', language, countries: [] })).toString()
    const row = '007;Afi Dossou;Bénin;mtn-benin;0197000001;150000;XOF\r\n'
    await writeFile(path, `${header}${row}`)
    const asText = 'CSV:59,34,76,1,1/2/2/2/3/2/4/2/5/2/6/1/7/2'
    const book = await office.convert(path, 'xlsx', folder, [`--infilter=${asText}`])
    const { rows } = await check(book)
    expect(rows.map(({ payable, reference }) => [payable?.phone, payable?.amountMinor, reference])).toEqual([
      ['2290197000001', 150_000n, '007'],
    ])
  },
)

test.skipIf(withoutLibreOffice)(`LibreOffice opens a template, with all its sheets${libreOfficeTitle}`, async () => {
  const path = join(folder, 'open.xlsx')
  await writeFile(path, await contentOf({ format: 'xlsx', language: 'fr', countries: [...countries] }))
  const saved = await office.convert(path, 'ods', folder)
  const back = await office.convert(saved, 'xlsx', join(folder, 'back'))
  const book = await openWorkbook(back)
  if (book.kind === 'broken') throw new Error(book.reason)
  let xml = ''
  for await (const chunk of book.zip.read('xl/worksheets/sheet1.xml')) xml += chunk.toString()
  book.zip.close()
  expect(book.sheets.map(({ name }) => name)).toEqual(['Paiements', 'Opérateurs', 'Comment remplir'])
  expect(xml.match(/<dataValidation /g)).toHaveLength(3)
  const shown = await office.convert(path, 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true', folder)
  expect((await readFile(shown, 'utf8')).trim()).toBe('référence,nom,pays,opérateur,téléphone,montant,devise')
})
