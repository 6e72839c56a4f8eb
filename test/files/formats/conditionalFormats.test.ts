import { describe, expect, test } from 'vitest'
import { mostAreas, mostRules } from '../../../src/files/formats/xlsx/hiddenParts.ts'
import { english, saying } from '../../harness/words.ts'
import { row } from '../../harness/workbook.ts'
import { checkContent } from '../payroll/checkContent.ts'
import { bookOf, names } from './payrollSheet.ts'

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const x14 = 'xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"'
const xm = 'xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"'

const struck = '<font><strike/></font>'
const white = '<font><color rgb="FFFFFFFF"/></font>'
const shownAs = (code: string) => `<numFmt numFmtId="200" formatCode="${code.replaceAll('"', '&quot;')}"/>`
const filled = (color: string) => `<fill><patternFill><bgColor rgb="FF${color}"/></patternFill></fill>`

/** The sheet's own cells: styles 1 to 3 are white on blue, a number with all its zeros, and thousands apart. */
const styles = (dxf: string) =>
  `<styleSheet ${main}><numFmts><numFmt numFmtId="200" formatCode="0000000000"/><numFmt numFmtId="201" formatCode="#,##0"/></numFmts><fonts><font/>${white}</fonts><fills><fill/><fill><patternFill patternType="solid"><fgColor rgb="FF000080"/></patternFill></fill></fills><cellXfs><xf/><xf fontId="1" fillId="1"/><xf numFmtId="200"/><xf numFmtId="201"/></cellXfs><dxfs><dxf>${dxf}</dxf></dxfs><extLst><ext><x14:dxfs ${x14}><x14:dxf>${struck}</x14:dxf></x14:dxfs></ext></extLst></styleSheet>`

const always = '<cfRule type="expression" dxfId="0" priority="1"><formula>TRUE</formula></cfRule>'
const format = (range: string, rules: string) =>
  `<conditionalFormatting sqref="${range}">${rules}</conditionalFormatting>`

const bothPaid = { kind: 'checked', summary: { rows: 2, valid: 2 } }

const rows = (amount: string | number = 2500, status = 'B', phone: string | number = '+2290197000002') =>
  row(2, ['mtn-benin', '+2290197000001', 1500, 'EMP-1', 'A']) + row(3, ['mtn-benin', phone, amount, 'EMP-2', status])

async function resultOf(dxf: string, below: string, data = rows()) {
  const sheet = `<worksheet ${main}><sheetData>${names}${data}</sheetData>${below}</worksheet>`
  const parts = { 'xl/styles.xml': styles(dxf), 'xl/worksheets/sheet1.xml': sheet }
  return (await checkContent(await bookOf('', { parts }), 'xlsx')).result
}

describe('a conditional format that lets a payout look different refuses the sheet', () => {
  test.each([
    ['strikes through', struck, 'A2:E3', 'A2:E3 (strikes A2 through)'],
    ['writes in white on white', white, 'C2:C3', 'C2:C3 (hides C2)'],
    ['fills in black', filled('000000'), 'D2', 'D2 (hides D2)'],
    ['shows thousands', shownAs('#,##0,'), 'C2:C3', 'C2:C3 (shows C2 in another number format)'],
    ['shows nothing', shownAs(';;;'), 'C3', 'C3 (shows C3 in another number format)'],
    ['shows another currency', shownAs('#,##0 "€"'), 'C:C', 'C:C (shows C2 in another number format)'],
    ['adds to a text', shownAs('@"9"'), 'B2:B3', 'B2:B3 (shows B2 in another number format)'],
    ['one range of several', struck, 'E2:E9 3:3', '3:3 (strikes A3 through)'],
  ])('%s', async (_, dxf, range, says) => {
    const result = await resultOf(dxf, format(range, always))
    expect(result).toMatchObject({ kind: 'refused', message: saying(says) })
  })

  test('as its extension for newer programs writes it', async () => {
    const rule = `<x14:cfRule type="expression" priority="1"><xm:f>TRUE</xm:f><x14:dxf>${struck}</x14:dxf></x14:cfRule>`
    const own = `<x14:conditionalFormatting ${xm}>${rule}<xm:sqref>C2:C3</xm:sqref></x14:conditionalFormatting>`
    const below = `<extLst><ext ${x14}><x14:conditionalFormattings>${own}</x14:conditionalFormattings></ext></extLst>`
    expect(await resultOf('', below)).toMatchObject({ kind: 'refused', message: saying('C2:C3 (strikes C2') })
  })

  test.each([
    [
      'a bar',
      '<dataBar showValue="0"><cfvo type="min"/><cfvo type="max"/><color rgb="FF638EC6"/></dataBar>',
      'dataBar',
    ],
    ['an icon', '<iconSet showValue="0"><cfvo type="percent" val="0"/></iconSet>', 'iconSet'],
    ['a scale from black', '<colorScale><color rgb="FF000000"/><color rgb="FF63BE7B"/></colorScale>', 'colorScale'],
  ])('%s in place of the amount', async (_, inside, type) => {
    const rule = `<cfRule type="${type}" priority="1">${inside}</cfRule>`
    expect(await resultOf('', format('C2:C3', rule))).toMatchObject({ kind: 'refused', message: saying('hides C2') })
  })

  test('and says where and what to do, and on which line it begins', async () => {
    const result = await resultOf(struck, format('C3', always) + format('B2:B3', always))
    if (result.kind !== 'refused') throw new Error('it was taken')
    expect(result.line).toBe(2)
    expect(english(result.message)).toBe(
      'In the sheet "Payroll", conditional formatting can make what is paid look different from what the cell contains: B2:B3 (strikes B2 through), C3 (strikes C3 through). Remove the rows that are not to be paid, then clear these rules of conditional formatting, and submit the file again.',
    )
  })
})

describe('a conditional format that changes nothing of a payout is fine', () => {
  test.each([
    ['a fill', filled('FFC7CE'), 'A2:E3'],
    ['bold red letters on pink', `<font><b/><color rgb="FF9C0006"/></font>${filled('FFC7CE')}`, 'A2:E3'],
    ['white letters on blue', white + filled('000080'), 'A2:E3'],
    ['a line that is switched off', '<font><strike val="0"/></font>', 'A2:E3'],
    ['thousands apart', shownAs('#,##0'), 'C2:C3'],
    ['a border in white', '<border><left style="thin"><color rgb="FFFFFFFF"/></left></border>', 'A2:E3'],
    ['a line in the column of notes', struck, 'E2:E3'],
    ['a line in the heading', struck, 'A1:E1'],
    ['a line below the payouts', struck, 'A4:E99'],
  ])('%s', async (_, dxf, range) => {
    expect(await resultOf(dxf, format(range, always))).toMatchObject(bothPaid)
  })

  test.each([
    ['dataBar', '<dataBar><cfvo type="min"/><cfvo type="max"/><color rgb="FF638EC6"/></dataBar>'],
    ['iconSet', '<iconSet iconSet="3Arrows" showValue="1"><cfvo type="percent" val="0"/></iconSet>'],
    ['colorScale', '<colorScale><color rgb="FFF8696B"/><color rgb="FF63BE7B"/></colorScale>'],
  ])('%s beside the amount', async (type, inside) => {
    const rule = `<cfRule type="${type}" priority="1">${inside}</cfRule>`
    expect(await resultOf('', format('C2:C3', rule))).toMatchObject(bothPaid)
  })

  test('duplicates in pink', async () => {
    const rule = '<cfRule type="duplicateValues" dxfId="0" priority="1"/>'
    expect(await resultOf(filled('FFC7CE'), format('B2:B3', rule))).toMatchObject(bothPaid)
  })

  test('white letters in cells that are blue by themselves', async () => {
    const amount = '<c s="1"><v>2500</v></c>'
    expect(await resultOf(white, format('C3', always), rows(amount))).toMatchObject(bothPaid)
    expect(await resultOf(filled('FFFFFF'), format('C3', always), rows(amount))).toMatchObject({ kind: 'refused' })
  })

  test('and its number format is not taken for that of a cell with the same number', async () => {
    const phone = '<c s="2"><v>197000002</v></c>'
    expect(await resultOf(shownAs(';;;'), '', rows(2500, 'B', phone))).toMatchObject(bothPaid)
    const shorter = await resultOf(shownAs('0'), format('B3', always), rows(2500, 'B', phone))
    expect(shorter).toMatchObject({ kind: 'refused', message: saying('shows B3') })
  })
})

describe('a rule that certainly holds for no payout is fine', () => {
  const cellIs = (operator: string, ...formulas: string[]) =>
    `<cfRule type="cellIs" operator="${operator}" dxfId="0">${formulas.map((each) => `<formula>${each}</formula>`).join('')}</cfRule>`
  const expression = (formula: string) => `<cfRule type="expression" dxfId="0"><formula>${formula}</formula></cfRule>`
  const containing = (type: string, text: string) => `<cfRule type="${type}" dxfId="0" text="${text}"/>`

  test.each([
    ['amounts of 0', 'C2:C3', cellIs('equal', '0')],
    ['amounts below 0', 'C2:C3', cellIs('lessThan', '0')],
    ['amounts between two', 'C2:C3', cellIs('between', '1600', '2400')],
    ['another word', 'A2:D3', cellIs('equal', '"total"')],
    ['empty cells', 'A2:D3', '<cfRule type="containsBlanks" dxfId="0"><formula>LEN(TRIM(A2))=0</formula></cfRule>'],
    ['errors', 'A2:D3', '<cfRule type="containsErrors" dxfId="0"><formula>ISERROR(A2)</formula></cfRule>'],
    ['errors, by a formula', 'A2:D3', expression('ISERROR(A2)')],
    ['an empty cell in the row', 'A2:D3', expression('$C2=""')],
    ['an empty cell, by its length', 'A2:D3', expression('LEN(TRIM($B2))=0')],
    ['an amount of 0 in the row', 'A2:D3', expression('$C2=0')],
    ['a status that nobody has', 'A2:D3', expression('$E2="Parti"')],
    ['a status of others', 'A2:D2', expression('$E2="b"')],
    ['the cell beside it', 'D2:D3', expression('C2&gt;5000')],
    ['a text that nobody has', 'A2:D3', containing('containsText', 'annul')],
    ['a beginning', 'A2:D3', containing('beginsWith', 'x')],
    ['switched off', 'A2:D3', expression('FALSE')],
  ])('%s', async (_, range, rule) => {
    expect(await resultOf(struck, format(range, rule))).toMatchObject(bothPaid)
  })

  test.each([
    ['an amount that is so', 'C2:C3', cellIs('greaterThan', '2000'), 'C3'],
    ['a status of its row', 'A2:D3', expression('$E2="b"'), 'A3'],
    ['all but one', 'A2:D3', expression('$E2&lt;&gt;"A"'), 'A3'],
    ['a status anywhere', 'A2:D3', expression('$E$3="B"'), 'A2'],
    ['a calculation', 'A2:D3', expression('AND($E2="B",TODAY()&gt;0)'), 'A2'],
    ['a formula for another row', 'A2:D3', expression('$E3="C"'), 'A2'],
    ['another cell', 'C2:C3', cellIs('equal', '$G$1'), 'C2'],
    ['a text', 'A2:D3', containing('containsText', 'MTN'), 'A2'],
    ['duplicates', 'A2:D3', '<cfRule type="duplicateValues" dxfId="0"/>', 'A2'],
  ])('but refuses the sheet with %s', async (_, range, rule, cell) => {
    const result = await resultOf(struck, format(range, rule))
    expect(result).toMatchObject({ kind: 'refused', message: saying(`strikes ${cell} through`) })
  })

  test.each([0, -1500])(
    'nor does the sheet matter where it holds for an amount of %s: its row is a problem',
    async (amount) => {
      const rule = cellIs('lessThanOrEqual', '0')
      const result = await resultOf(white, format('A2:D3', rule), rows(amount))
      expect(result).toMatchObject({
        kind: 'checked',
        summary: { valid: 1, problems: [{ code: 'amount_not_positive' }] },
      })
    },
  )

  test('nor is a row looked at that pays nobody, such as a total', async () => {
    const data = rows() + row(4, ['TOTAL', null, 4000])
    expect(await resultOf(struck, format('A4:E9', always), data)).toMatchObject(bothPaid)
  })
})

describe('of more rules than anybody needs', () => {
  const zero = '<cfRule type="cellIs" operator="equal" dxfId="0"><formula>0</formula></cfRule>'

  test('those that a cell has too many of count as if they held', async () => {
    const few = await resultOf(struck, format('C2:C3', zero).repeat(mostRules))
    expect(few).toMatchObject(bothPaid)
    const many = await resultOf(struck, format('C2:C3', zero).repeat(mostRules + 1))
    expect(many).toMatchObject({ kind: 'refused', message: saying('strikes C2 through') })
  })

  test('and as if their number formats changed it', async () => {
    expect(await resultOf(shownAs('#,##0'), format('C2:C3', always).repeat(mostRules))).toMatchObject(bothPaid)
    const many = await resultOf(shownAs('#,##0'), format('C2:C3', always).repeat(mostRules + 1))
    expect(many).toMatchObject({ kind: 'refused', message: saying('shows C2 in another number format') })
  })

  test('so many on one line that no program writes them refuse the workbook', async () => {
    const many = await resultOf(struck, format('C2:C3 '.repeat(mostAreas + 1), zero))
    expect(many).toMatchObject({ kind: 'refused', message: saying('workbook') })
  })

  test('more than are kept refuse it, too', async () => {
    const many = await resultOf(struck, format('C2:C3', zero.repeat(10_001)))
    expect(many).toMatchObject({ kind: 'refused', message: saying('workbook') })
  })

  test('five ranges are named', async () => {
    const ranges = ['A2', 'B2', 'C2', 'D2', 'A3', 'B3', 'C3']
    const result = await resultOf(struck, ranges.map((range) => format(range, always)).join(''))
    if (result.kind !== 'refused') throw new Error('it was taken')
    expect(english(result.message).match(/strikes/g)).toHaveLength(5)
  })
})
