import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { writeReportFile } from '../../../src/files/report/writeReport.ts'
import { libreOfficeTitle, openLibreOffice, withoutLibreOffice } from '../../harness/libreOffice.ts'
import { checkContent, temporaryFolder } from '../payroll/checkContent.ts'
import { inBatches, paidRow, sampleReport } from './sampleReport.ts'

/** Only such a row of a report can be paid when the report goes in again. */
const unsent = { status: 'invalid', providerReference: null, attempts: 0, sentAt: null, settledAt: null } as const
const columns = ['reference', 'operator', 'phone_number', 'amount', 'note']
const cells = ['001', 'momo-kenya', '+254712345678', '1500.50', '03-04']

describe.skipIf(withoutLibreOffice)(`a CSV report for Excel in LibreOffice${libreOfficeTitle}`, () => {
  const office = withoutLibreOffice ? null : openLibreOffice()
  afterAll(() => office?.close())

  /** What a spreadsheet that makes numbers and dates of all that looks like one (as Excel does) saves as CSV again. */
  async function saved(isForExcel: boolean): Promise<string> {
    if (!office) throw new Error('without LibreOffice there is nothing to save')
    const folder = await temporaryFolder()
    const path = join(folder, 'report.csv')
    const rows = inBatches([{ ...paidRow, ...unsent, cells, amountMinor: '150050', currency: 'KES' }], 1)
    await writeReportFile({ ...sampleReport('csv'), path, columns, language: 'fr', isForExcel, rows })
    const delimiter = isForExcel ? 59 : 44
    const [read, write] = [
      `--infilter=CSV:${delimiter},34,76,1,,1036,false,true`,
      'csv:Text - txt - csv (StarCalc):59,34,76,1,,1036,false,true,false',
    ]
    return readFile(await office.convert(path, write, await temporaryFolder(), [read]), 'utf8')
  }

  test('opened and saved, zeros, the plus, and what looks like a date are there; without --excel they are lost', async () => {
    const kept = await checkContent(await saved(true))
    expect(kept.rows[0]?.cells).toEqual([
      '001',
      'momo-kenya',
      '+254712345678',
      expect.stringMatching(/^1500[.,]50?$/),
      '03-04',
    ])
    expect(kept.rows[0]?.problems).toEqual([])
    expect(kept.rows[0]?.payable).toMatchObject({ phone: '254712345678', amountMinor: 150050n })
    const lost = await checkContent(await saved(false))
    expect(lost.rows[0]?.cells.slice(0, 3)).toEqual(['1', 'momo-kenya', '254712345678'])
  })
})
