import { describe, expect, it } from 'vitest'
import { reportColumns } from '../../../src/payout/report.ts'
import { saying } from '../../harness/words.ts'
import { row, workbook } from '../../harness/workbook.ts'
import { checkContent } from '../payroll/checkContent.ts'
import { good, names } from './payrollSheet.ts'

/** A sheet with more around its rows. */
const sheetXml = (data: string, before = '', after = '') =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${before}<sheetData>${data}</sheetData>${after}</worksheet>`
const check = async (xml: string, options: Parameters<typeof checkContent>[2] = {}) =>
  checkContent(
    await workbook({ sheets: [{ name: 'Paie', data: '' }], parts: { 'xl/worksheets/sheet1.xml': xml } }),
    'xlsx',
    options,
  )

describe('hidden rows', () => {
  const hiding = (attributes: string) => names + good(2) + good(3, 1600).replace('<row', `<row ${attributes}`)

  it.each(['hidden="1"', 'hidden="true"', 'ht="0" customHeight="1"', 'hidden="1" outlineLevel="1"'])(
    'refuse the sheet (%s), until somebody says what becomes of them',
    async (attributes) => {
      const { result } = await check(sheetXml(hiding(attributes)))
      expect(result).toMatchObject({
        kind: 'refused',
        message: saying(/"Paie" has one hidden or filtered-out row \(line 3\).*--hidden pay.*--hidden skip/),
      })
      const paid = await check(sheetXml(hiding(attributes)), { hidden: 'pay' })
      expect(paid.result).toMatchObject({ summary: { valid: 2, notes: [saying('counts like the others')] } })
      const skipped = await check(sheetXml(hiding(attributes)), { hidden: 'skip' })
      expect(skipped.rows.map(({ line }) => line)).toEqual([2])
      expect(skipped.result).toMatchObject({ summary: { valid: 1, notes: [saying('One hidden row')] } })
    },
  )

  it('are those of a sheet whose rows are hidden unless they say otherwise', async () => {
    const data = names.replace('<row', '<row hidden="0"') + good(2).replace('<row', '<row hidden="0"') + good(3)
    const { result } = await check(sheetXml(data, '<sheetFormatPr defaultRowHeight="15" zeroHeight="1"/>'))
    expect(result).toMatchObject({ kind: 'refused', message: saying('(line 3)') })
  })

  it('count up to ten by name; above the names of the columns, or empty, they do not matter', async () => {
    const many = Array.from({ length: 12 }, (_, at) =>
      good(at + 2, 1500, 2290197000001 + at).replace('<row', '<row hidden="1"'),
    )
    expect((await check(sheetXml(names + many.join('')))).result).toMatchObject({
      message: saying(/12 hidden or filtered-out rows \(lines 2, .*11 and 2 more\)/),
    })
    const title = row(1, ['Paie de novembre'], ' hidden="1"')
    const rest = names.replaceAll('1"', '2"') + good(3) + row(4, [''], ' hidden="1"')
    expect((await check(sheetXml(title + rest))).result.kind).toBe('checked')
  })

  it('are said together with hidden columns, so that one answer is given to both', async () => {
    const { result } = await check(
      sheetXml(hiding('hidden="1"'), '<cols><col min="4" max="4" width="9" hidden="1"/></cols>'),
    )
    expect(result).toMatchObject({ kind: 'refused', message: saying(/reference \(D\).*\(line 3\)/) })
  })
})

describe('hidden columns', () => {
  const data =
    row(1, ['operator', 'Téléphone', 'amount', 'Nouveau numéro']) +
    row(2, ['mtn-benin', '0197000001', 1500, '0197000002'])
  const cols = (attributes: string) => `<cols><col min="2" max="2" ${attributes}/></cols>`

  it.each(['width="9" hidden="1"', 'width="0" customWidth="1"', 'width="9" hidden="true" collapsed="true"'])(
    'that payouts are made of refuse the sheet (%s), until somebody says what becomes of them',
    async (attributes) => {
      const xml = sheetXml(data, cols(attributes))
      expect((await check(xml, { map: { phone_number: 'Téléphone' } })).result).toMatchObject({
        kind: 'refused',
        message: saying(/Téléphone \(B\).*--hidden pay.*--hidden skip/),
      })
      const paid = await check(xml, { hidden: 'pay', map: { phone_number: 'Téléphone' } })
      expect(paid.rows[0]?.payable?.phone).toBe('2290197000001')
      expect(paid.result).toMatchObject({ summary: { notes: [saying('Téléphone (B)')] } })
      const skipped = await check(xml, { hidden: 'skip', map: { phone_number: 'Nouveau numéro' } })
      expect(skipped.rows[0]?.payable?.phone).toBe('2290197000002')
      expect(skipped.columns).toEqual(['operator', 'amount', 'Nouveau numéro'])
    },
  )

  it('that are skipped are as if they were not there', async () => {
    const { result } = await check(sheetXml(names + good(2), '<cols><col min="2" max="2" hidden="1"/></cols>'), {
      hidden: 'skip',
    })
    expect(result).toMatchObject({ kind: 'refused', message: saying('no column for') })
  })

  it('of a report still say what became of its rows, even where they are skipped', async () => {
    const heads = ['operator', 'phone', 'amount', 'reference', ...reportColumns]
    const cells = heads.map((name) => (name === 'status' ? 'paid' : name === 'line' ? '2' : 'x'))
    const paid = row(2, ['mtn-benin', '0197000001', 1500, 'EMP-2', ...cells.slice(4)])
    const xml = sheetXml(row(1, heads) + paid, '<cols><col min="5" max="20" width="9" hidden="1"/></cols>')
    for (const hidden of ['pay', 'skip'] as const) {
      const { rows } = await check(xml, { hidden })
      expect([hidden, rows[0]?.reported?.says, rows[0]?.payable]).toEqual([hidden, 'paid', null])
    }
  })

  it('that nothing is paid by do not matter', async () => {
    const { result } = await check(sheetXml(names + good(2), '<cols><col min="5" max="16384" hidden="1"/></cols>'))
    expect(result).toMatchObject({ kind: 'checked', summary: { notes: [] } })
  })
})

describe('merged cells', () => {
  const merged = (ref: string) => `<mergeCells count="1"><mergeCell ref="${ref}"/></mergeCells>`
  const xml = (data: string, ref: string) => sheetXml(data, '', merged(ref))

  it('over several payouts refuse the sheet: each row seems to have the first one’s value', async () => {
    const data =
      row(1, ['operator', 'phone', 'amount', 'currency']) +
      row(2, ['mtn-benin', '0197000001', 5, 'XOF']) +
      row(3, ['mtn-benin', '0197000002', 6])
    const { result } = await check(xml(data, 'D2:D3'))
    expect(result).toMatchObject({ kind: 'refused', line: 2, message: saying(/merged cells.*D2:D3/) })
  })

  it('that hide a value that would be paid refuse the sheet', async () => {
    const { result } = await check(xml(names + good(2), 'A2:B2'))
    expect(result).toMatchObject({ kind: 'refused', message: saying('A2:B2') })
    const heading = await check(
      xml(row(1, ['note', 'operator', 'phone', 'amount']) + row(2, ['x', 'mtn-benin', '0197000001', 5]), 'A1:B1'),
    )
    expect(heading.result).toMatchObject({ kind: 'refused', message: saying('A1:B1') })
  })

  it('over two columns as one heading make a number in the second a problem', async () => {
    const heading = row(1, ['operator', 'phone', 'amount', '', 'note'])
    const { rows } = await check(xml(heading + row(2, ['mtn-benin', '0197000001', 1500, 800, 'x']), 'C1:D1'))
    expect(rows).toMatchObject([{ payable: null, problems: [{ column: 'D', value: '800' }] }])
    const unit = await check(xml(heading + row(2, ['mtn-benin', '0197000001', 1500, 'FCFA', 'x']), 'C1:D1'))
    expect(unit.rows).toMatchObject([{ payable: { amountMinor: 1_500n } }])
  })

  it('tell whether a day of payment in the first row is that of the others', async () => {
    const paid = (line: number, day: string) => row(line, ['mtn-benin', `019700000${line}`, 5, day])
    const days = names.replace('reference', 'Date de paiement') + paid(2, '12/11/2025') + paid(3, '') + paid(4, '')
    for (const [ref, kind] of Object.entries({ 'D2:D4': 'checked', 'D2:D3': 'refused', 'D2:E2': 'refused' }))
      expect((await check(xml(days, ref))).result.kind).toBe(kind)
  })

  it('in a title, in a line below the payouts, and over other columns do not matter', async () => {
    const titled = row(1, ['Paie de novembre']) + names.replaceAll('1"', '2"') + good(3) + good(4, 1600)
    expect((await check(xml(titled, 'A1:E1'))).result.kind).toBe('checked')
    expect((await check(xml(titled, 'E3:E4'))).result.kind).toBe('checked')
    expect((await check(xml(titled, 'A6:D9'))).result.kind).toBe('checked')
  })
})
