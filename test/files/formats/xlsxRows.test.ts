import { describe, expect, it } from 'vitest'
import { saying } from '../../harness/words.ts'
import { row } from '../../harness/workbook.ts'
import { checkContent, openContent } from '../payroll/checkContent.ts'
import { bookOf, check, good, names } from './payrollSheet.ts'

describe('a sheet', () => {
  it('is read like any payout file: numbers, texts from the table, rich and inline texts, formulas and their values', async () => {
    const strings =
      '<si><t>moov-benin</t></si><si><r><t>Afi</t></r><r><rPr><b/></rPr><t xml:space="preserve"> Dossou</t></r><rPh><t>x</t></rPh></si>'
    const data =
      row(1, ['operator', 'phone', 'amount', 'name', 'resident']) +
      row(2, ['mtn-benin', 2290197000001, 1500, '<c t="s"><v>1</v></c>', '<c t="b"><v>1</v></c>']) +
      row(5, [
        '<c t="s"><v>0</v></c>',
        '0195000001',
        '<c><f>A1*2</f><v>1.5E+3</v></c>',
        '<c t="str"><f>x</f><v>K&amp;A</v></c>',
      ])
    const { rows, result, columns } = await check(data, { strings })
    expect(result.kind).toBe('checked')
    expect(columns).toEqual(['operator', 'phone', 'amount', 'name', 'resident'])
    expect(rows.map(({ line, cells }) => [line, cells])).toEqual([
      [2, ['mtn-benin', '2290197000001', '1500', 'Afi Dossou', 'TRUE']],
      [5, ['moov-benin', '0195000001', '1500', 'K&A', '']],
    ])
    expect(rows.map(({ payable }) => payable?.amountMinor)).toEqual([1500n, 1500n])
  })

  it('keeps a column that it does not know as the sheet shows it: dates as ISO 8601, zeros in front, errors', async () => {
    const data =
      row(1, ['operator', 'phone', 'amount', 'a', 'b', 'c', 'd']) +
      row(2, [
        'mtn-benin',
        2290197000001,
        1500,
        '<c s="1"><v>46347</v></c>',
        '<c s="1"><v>46347.25</v></c>',
        '<c s="2"><v>42</v></c>',
        '<c t="e"><v>#N/A</v></c>',
      ])
    const { rows } = await check(data, { formats: ['[$-40C]d mmmm yyyy', '00000'] })
    expect(rows[0]?.cells.slice(3)).toEqual(['2026-11-21', '2026-11-21T06:00:00', '00042', '#N/A'])
    expect(rows[0]?.payable).not.toBeNull()
    const macintosh = await check(data, { formats: ['d.m.yy', '0'], date1904: true })
    expect(macintosh.rows[0]?.cells[3]).toBe('2030-11-22')
  })

  it('may have a title above the names; lines are the rows as the sheet numbers them', async () => {
    const { rows, result } = await check(
      row(1, ['Payroll of November']) + row(3, names.match(/(?<=preserve">)[^<]+/g) ?? []) + good(7),
    )
    expect(rows.map(({ line, problems }) => [line, problems])).toEqual([[7, []]])
    expect(result).toMatchObject({ summary: { notes: [saying('line 3')] } })
  })

  it('says when its program left the formulas to be calculated by the next one that opens it', async () => {
    const formula = '<c><f>D2*2</f><v>1500</v></c>'
    const data = names + good(2, formula) + good(3, 1600) + good(4, formula.replace('1500', '1700'))
    const book = (calc: string) =>
      `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Payroll" r:id="s0"/></sheets>${calc}</workbook>`
    const notesOf = async (rows: string, calc: string) => {
      const { result } = await check(rows, { parts: { 'xl/workbook.xml': book(calc) } })
      return result.kind === 'checked' && result.summary.notes
    }
    expect(await notesOf(data, '<calcPr fullCalcOnLoad="1"/>')).toEqual([saying(/to be recalculated.*2 rows/)])
    expect(await notesOf(data, '<calcPr calcId="191029"/>')).toEqual([])
    // A formula in a column that nothing is paid by does not matter.
    const beside =
      names.replace('>note<', '>team<') + row(2, ['mtn-benin', '0197000001', 5, 'R', '<c><f>1</f><v>1</v></c>'])
    expect(await notesOf(beside, '<calcPr fullCalcOnLoad="1"/>')).toEqual([])
  })

  it('that is asked for by name has to be in a workbook', async () => {
    expect(await openContent('operator,phone,amount\n', 'a.csv', 'x')).toMatchObject({
      kind: 'unreadable',
      message: saying('--sheet'),
    })
  })

  it('is found by content on standard input and under any name', async () => {
    const { result } = await checkContent(await bookOf(names + good(2)), 'csv')
    expect(result).toMatchObject({ kind: 'checked', summary: { valid: 1 } })
  })

  it('may use prefixes for its tags, leave out the names of cells, and hold texts with escapes', async () => {
    const data = `<x:row><x:c t="inlineStr"><x:is><x:t>operator</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>phone</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>amount</x:t></x:is></x:c><x:c t="str"><x:v>a_x005F_x000D_b</x:v></x:c></x:row><x:row><x:c t="inlineStr"><x:is><x:t>mtn-benin</x:t></x:is></x:c><x:c><x:v>2.290197000001E12</x:v></x:c><x:c><x:v>15</x:v></x:c></x:row>`
    const sheet = `<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>${data}</x:sheetData></x:worksheet>`
    const { rows, columns } = await check('', { parts: { 'xl/worksheets/sheet1.xml': sheet } })
    expect(columns[3]).toBe('a_x000D_b')
    expect(rows[0]).toMatchObject({ line: 2, payable: { phone: '2290197000001', amountMinor: 15n } })
  })
})
