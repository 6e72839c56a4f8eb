import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openWorkbook } from '../../../src/files/formats/xlsx/openWorkbook.ts'
import { countries } from '../../../src/payout/operators/operator.ts'
import { libreOfficeTitle, openLibreOffice, withoutLibreOffice } from '../../harness/libreOffice.ts'
import { check, contentOf } from './checkTemplate.ts'

const folder = mkdtempSync(join(tmpdir(), 'payrun-template-'))
const office = openLibreOffice()
afterAll(() => {
  office.close()
  rmSync(folder, { recursive: true, force: true })
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
