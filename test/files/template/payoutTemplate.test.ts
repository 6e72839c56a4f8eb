import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, test } from 'vitest'
import { openWorkbook } from '../../../src/files/formats/xlsx/openWorkbook.ts'
import { readSheet } from '../../../src/files/formats/xlsx/readSheet.ts'
import { fieldOf } from '../../../src/files/payroll/field.ts'
import { payoutTemplate, type TemplateWish, templateFields } from '../../../src/files/template/payoutTemplate.ts'
import { countryOf, operators } from '../../../src/payout/operators/operator.ts'
import { saying } from '../../harness/words.ts'
import { contextOf } from '../report/workbookReport.ts'
import { check, contentOf } from './checkTemplate.ts'

const folder = mkdtempSync(join(tmpdir(), 'payrun-template-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(['en', 'fr'] as const)('a template in %s', (language) => {
  test.each(['csv', 'xlsx'] as const)(
    'as %s has the columns that intake knows, and nothing that could be paid',
    async (format) => {
      const path = join(folder, `empty-${language}.${format}`)
      await writeFile(path, await contentOf({ format, language, countries: [] }))
      const { rows, result, columns } = await check(path)
      expect(columns.map(fieldOf)).toEqual([...templateFields])
      expect(rows).toEqual([])
      expect(result).toMatchObject({ kind: 'refused', message: saying('no rows') })
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
    for await (const rows of readSheet(
      { workbook: book, sheet: sheet ?? book.sheets[0]!, context: await contextOf(book) },
      10_000,
    ).batches) {
      for (const { line, cells } of rows) if (line > 1) listed.push(`${cells[0]?.text}: ${cells[1]?.text}`)
    }
    let xml = ''
    for await (const chunk of book.zip.read('xl/worksheets/sheet1.xml')) xml += chunk.toString()
    book.zip.close()
    expect(listed.map((each) => each.split(': ')[0])).toEqual(codes)
    expect(listed).toContain(language === 'fr' ? "mtn-ci: MTN Côte d'Ivoire" : 'mtn-ci: MTN Ivory Coast')
    expect(xml).toContain(`$A$2:$A$${codes.length + 1}`)
    expect(xml).toContain('$G$2:$G$3')
    expect(xml).toContain('$H$2:$H$2')
  })
})

test('a French CSV template is for a French Excel: UTF-8 with a mark, semicolons', async () => {
  const content = await contentOf({ format: 'csv', language: 'fr', countries: [] })
  expect(content.toString()).toBe('\ufeffréférence;nom;pays;opérateur;téléphone;montant;devise\r\n')
})
