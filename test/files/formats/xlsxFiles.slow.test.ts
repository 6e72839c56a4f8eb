import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { type CheckedRow, checkFile } from '../../../src/files/payroll/checkFile.ts'
import { openPayoutFile } from '../../../src/files/payroll/payoutFile.ts'
import { libreOfficeTitle, openLibreOffice, withoutLibreOffice } from '../../harness/libreOffice.ts'
import { english, saying } from '../../harness/words.ts'
import { temporaryFolder } from '../payroll/checkContent.ts'

const office = openLibreOffice()
afterAll(() => office.close())

async function check(path: string) {
  const opened = await openPayoutFile({ path, incomingDir: join(path, '..') })
  if (opened.kind !== 'opened') throw new Error(english(opened.message))
  const checking = checkFile(opened.file)
  const rows: CheckedRow[] = []
  for await (const batch of checking.batches) rows.push(...batch)
  return { rows, result: checking.result() }
}

describe.skipIf(withoutLibreOffice)(`a workbook that LibreOffice made of a CSV file${libreOfficeTitle}`, () => {
  it('has phone numbers and amounts as numbers, dates, formulas and their values', async () => {
    const folder = await temporaryFolder()
    const csv = join(folder, 'payroll.csv')
    await writeFile(
      csv,
      [
        'matricule,nom,opérateur,téléphone,montant,embauché',
        '1,"Awa ""A"" Koné",mtn-benin,2290197000001,150000,2024-03-01',
        '2,Keïta,momo-kenya,254711000002,=1250+0.5,2024-03-02',
        '3,Afi,mtn-benin,0197000003,=0.1+0.2,x',
        '4,Yao,mtn-benin,2290197000004,=NA(),x',
      ].join('\n'),
    )
    // UTF-8, numbers and dates recognised, formulas evaluated.
    const book = await office.convert(csv, 'xlsx', folder, [
      '--infilter=CSV:44,34,76,1,,1033,false,true,false,false,false,-1,true',
    ])
    const { rows } = await check(book)
    expect(rows.slice(0, 2).map(({ cells, payable }) => [cells, payable?.phone, payable?.amountMinor])).toEqual([
      [['1', 'Awa "A" Koné', 'mtn-benin', '2290197000001', '150000', '2024-03-01'], '2290197000001', 150_000n],
      [['2', 'Keïta', 'momo-kenya', '254711000002', '1250.5', '2024-03-02'], '254711000002', 125_050n],
    ])
    expect(rows[2]?.problems.map(({ column, code }) => [column, code])).toEqual([
      ['téléphone', 'invalid_phone'],
      ['montant', 'too_many_decimals'],
    ])
    expect(rows[3]?.problems).toMatchObject([{ column: 'montant', message: saying('#N/A') }])
  })
})

test('a workbook that another program wrote (write-excel-file) is read', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'payroll.xlsx')
  const text = (value: string) => ({ value, type: String })
  const number = (value: number) => ({ value, type: Number })
  const day = { value: new Date('2026-11-21T00:00:00Z'), type: Date, format: 'dd/mm/yyyy' }
  const file = await writeXlsxFile([
    ['opérateur', 'numéro', 'montant', 'nom', 'jour'].map(text),
    [text('momo-kenya'), number(254711000001), number(1500.1), text('Awa <Koné> & Cie'), day],
  ])
  await file.toFile(path)
  const { rows } = await check(path)
  expect(rows.map(({ cells, payable }) => [cells, payable?.amountMinor])).toEqual([
    [['momo-kenya', '254711000001', '1500.1', 'Awa <Koné> & Cie', '2026-11-21'], 150_010n],
  ])
})
