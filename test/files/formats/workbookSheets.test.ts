import { describe, expect, it } from 'vitest'
import { reportColumns } from '../../../src/payout/report.ts'
import { said, saying } from '../../harness/words.ts'
import { row, workbook } from '../../harness/workbook.ts'
import { checkContent, openContent } from '../payroll/checkContent.ts'
import { good, names } from './payrollSheet.ts'

const readMe = row(1, ['This workbook holds the payroll of our agencies.']) + row(2, ['Ask Awa before you change it.'])
const october = { name: 'Octobre', data: names + good(2) }
const november = { name: 'Novembre é', data: names + good(2) + good(3, 1700) }

describe('a workbook with several sheets', () => {
  it('says how many rows of each its sum is of', async () => {
    const data = names + good(2) + row(3, ['mtn-benin', '', 700, 'E-3']) + good(4)
    const { result } = await checkContent(
      await workbook({
        sheets: [
          { name: 'A', data },
          { name: 'B', data },
        ],
      }),
      'xlsx',
    )
    expect(result).toMatchObject({
      kind: 'refused',
      message: saying('"A" (3 rows, of which 2 are payable as they are: 3,000 FCFA)'),
    })
  })
  it('is refused where more than one may be paid, with the rows and sums of each', async () => {
    const content = await workbook({ sheets: [october, { name: 'Lisez-moi', data: readMe }, november] })
    const { result, rows } = await checkContent(content, 'xlsx')
    expect(rows).toEqual([])
    expect(result).toEqual({
      kind: 'refused',
      message: said(
        'Several sheets of the workbook could be paid: "Octobre" (one row, 1,500 FCFA), "Novembre é" (2 rows, 3,200 FCFA). Choose one, as in --sheet "Octobre".',
      ),
    })
  })

  it('passes over a sheet that has the columns and no row yet, but not one that is refused', async () => {
    const december = { name: 'Décembre', data: names + row(2, ['', '', 0]) }
    const { result } = await checkContent(await workbook({ sheets: [december, november] }), 'xlsx')
    expect(result).toMatchObject({ kind: 'checked', summary: { valid: 2 } })
    const inEuros = { name: 'Euros', data: row(1, ['operator', 'phone', 'amount (€)']) + good(2) }
    const both = await checkContent(await workbook({ sheets: [inEuros, november] }), 'xlsx')
    expect(both.result).toMatchObject({ kind: 'refused', message: saying('Several sheets') })
  })

  it('passes over a directory, but not one with a number that may be an amount', async () => {
    const directory = (heading: string, value: string | number) => ({
      name: 'Annuaire',
      data:
        row(1, ['Annuaire du personnel']) +
        row(2, ['N°', 'Nom', 'Opérateur', 'Téléphone', 'WhatsApp', heading]) +
        row(3, [1, 'Awa', 'mtn-benin', '0197000001', '0197000002', value]),
    })
    const check = async (heading: string, value: string | number) =>
      (await checkContent(await workbook({ sheets: [november, directory(heading, value)] }), 'xlsx')).result
    const others = { Poste: '2e classe', Embauche: '15/01/2020', 'Salaire de base': 5_000, 'N° CNSS': 1_234_567 }
    for (const [heading, value] of Object.entries(others))
      expect(await check(heading, value)).toMatchObject({ kind: 'checked', summary: { valid: 2 } })
    for (const [heading, value] of Object.entries({ '': 5_000, Prime: '5 000 F', Salaire: 5_000 }))
      expect(await check(heading, value)).toMatchObject({ kind: 'refused', message: saying('Several sheets') })
  })

  it('is read at the sheet that is named, in any case; each sheet has a digest of its own', async () => {
    const content = await workbook({ sheets: [october, november] })
    const first = await openContent(content, 'a.xlsx', 'octobre ')
    const second = await openContent(content, 'a.xlsx', 'NOVEMBRE É')
    if (first.kind !== 'opened' || second.kind !== 'opened') throw new Error('not opened')
    expect(second.file.sha256).not.toBe(first.file.sha256)
    expect(await openContent(content, 'a.xlsx', 'Décembre')).toEqual({
      kind: 'unreadable',
      message: said('The workbook has no sheet "Décembre". Its sheets: "Octobre", "Novembre é".'),
    })
    const { result } = await checkContent(content, 'xlsx', { sheet: 'Novembre é' })
    expect(result).toMatchObject({
      kind: 'checked',
      summary: { valid: 2, notes: [saying('Only "Novembre é" was read. Not read: "Octobre".')] },
    })
  })

  it('is read at the only sheet with the columns, wherever it stands; naming it is the same file', async () => {
    const content = await workbook({ sheets: [{ name: 'Lisez-moi', data: readMe }, november] })
    const { result } = await checkContent(content, 'xlsx')
    expect(result).toMatchObject({ kind: 'checked', summary: { valid: 2 } })
    const named = await checkContent(content, 'xlsx', { sheet: 'novembre é' })
    if (result.kind !== 'checked' || named.result.kind !== 'checked') throw new Error('not checked')
    expect(named.result.summary.sha256).toBe(result.summary.sha256)
  })

  it('knows the sheet by the columns that --map names', async () => {
    const data = row(1, ['opérateur', 'contact', 'à verser']) + row(2, ['mtn-benin', '0197000001', 1500])
    const map = { phone_number: 'contact', amount: 'à verser' }
    const content = await workbook({
      sheets: [
        { name: 'Lisez-moi', data: readMe },
        { name: 'Paie', data },
      ],
    })
    expect((await checkContent(content, 'xlsx', { map })).result).toMatchObject({ summary: { valid: 1 } })
  })

  it('is refused, too, where another sheet only lacks a column, or has payouts without any names', async () => {
    const lacking = row(1, ['operator', 'phone', 'xyz']) + row(2, ['mtn-benin', '0197000001', 1500])
    const unnamed = row(1, ['Solde du mois']) + row(2, ['mtn-benin', '0197000001', 1500])
    for (const data of [lacking, unnamed]) {
      const content = await workbook({ sheets: [october, { name: 'Novembre', data }] })
      const { result } = await checkContent(content, 'xlsx')
      expect(result).toMatchObject({ kind: 'refused', message: saying(/"Octobre" .*"Novembre" .*--sheet/) })
    }
  })

  it('without the columns anywhere says what the likeliest sheet lacks', async () => {
    const lacking = row(1, ['operator', 'phone', 'xyz']) + row(2, ['mtn-benin', '0197000001', 1500])
    const content = await workbook({
      sheets: [
        { name: 'Lisez-moi', data: readMe },
        { name: 'Paie', data: lacking },
      ],
    })
    expect((await checkContent(content, 'xlsx')).result).toMatchObject({
      kind: 'refused',
      message: saying('the file has: operator, phone, xyz'),
    })
  })

  it.each(['hidden', 'veryHidden'])('never takes a %s sheet by itself, and says so', async (state) => {
    const content = await workbook({ sheets: [{ ...november, state }, october] })
    const { result } = await checkContent(content, 'xlsx')
    expect(result).toMatchObject({
      kind: 'checked',
      summary: { valid: 1, notes: [saying(/hidden sheets.*--sheet.*"Novembre é"/)] },
    })
    const named = await checkContent(content, 'xlsx', { sheet: 'Novembre é' })
    expect(named.result).toMatchObject({ summary: { valid: 2 } })
  })

  it.each([
    { says: 'has other columns', data: row(1, ['Nom', 'Début']) + row(2, ['Awa', 'mars']) },
    { says: 'is empty', data: '' },
  ])('where the sheet that can be seen $says, the reason names the hidden one that may be meant', async ({ data }) => {
    const book = await workbook({
      sheets: [
        { name: 'Dates', data },
        { name: 'Paie', data: names + good(2), state: 'hidden' },
      ],
    })
    const { result } = await checkContent(book, 'xlsx')
    expect(result).toMatchObject({ kind: 'refused', message: saying(/hidden sheets.*"Paie".*show it.*--sheet/) })
  })
})

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
