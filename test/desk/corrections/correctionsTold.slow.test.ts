import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { row as sheetRow, workbook } from '../../harness/workbook.ts'
import { csv, type DraftOf, row } from '../uploads.ts'
import { correcting, listed, plain, type Steps, sentCorrected } from './correctedDesk.ts'

/** What an approver is told of a file that was corrected is what the file said, and of what they approve. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

async function told(steps: Steps, ...of: DraftOf) {
  const { kofi, id, draft, desk } = await sentCorrected(server, steps, ...of)
  const page = await kofi.get(`/approvals/${id}`)
  const { json } = await desk.call('GET', `/batches/${id}`)
  return {
    approver: listed(page),
    text: plain(page.html),
    preparer: listed(draft),
    draft,
    file: json.file,
  }
}

const sheetOf = (name: string, phone: string, hidden = 0) => {
  const people = ['Awa', 'Yao', 'Ama'].map((who, n) => ['mtn-benin', `${phone}${n + 1}`, 1500 + n, `${name}-${n}`, who])
  const cells = [['operator', 'phone_number', 'amount', 'reference', 'name'], ...people]
  const rows = cells.map((each, at) => sheetRow(at + 1, each)).join('')
  return { name, data: rows.replace(`<row r="${hidden}"`, `<row hidden="1" r="${hidden}"`) }
}
const book = async (...sheets: ReturnType<typeof sheetOf>[]) => new Uint8Array(await workbook({ sheets }))
const months = () => book(sheetOf('Octobre', '229019700010'), sheetOf('Novembre', '229019700020'))

describe('of a row that was left out', () => {
  const falsified = { 'cell-3-4': 'Test row', 'cell-3-2': '1', 'cell-3-1': '000' }

  it('an approver reads what the file said, whatever was typed into it first', async () => {
    const file = csv(row(1), row(2, { phone: '12', name: 'Madame Diallo', amount: '150000' }), row(3))
    const { approver, preparer } = await told([falsified, { 'leave-3': 'yes' }], file)
    expect(approver).toEqual(['Line 3 Row left out: Madame Diallo, 12, 150000'])
    expect(preparer).toEqual(approver)
  })

  it('an approver reads what the entry said, in a file that became a table', async () => {
    const people = [1, 2, 3].map((n) => ({
      operator: 'mtn-benin',
      phone_number: n === 2 ? '12' : `229019700000${n}`,
      amount: 1500 + n,
      reference: `R-${n}`,
      name: `Awa ${n}`,
    }))
    const ofEntry = { 'cell-2-4': 'Test row', 'cell-2-2': '1', 'cell-2-1': '000' }
    const { approver } = await told([ofEntry, { 'leave-3': 'yes' }], JSON.stringify(people), 'paie.json')
    expect(approver).toEqual(['Line 3 Row left out: Awa 2, 12, 1502'])
  })

  it('an approver reads the number masked, though another column was read as the number then', async () => {
    const rows = [1, 2, 3].map((n) => `mtn-benin,229019700000${n},150${n},R-${n},Awa ${n},229019711110${n}`)
    const file = `operator,tel,amount,reference,name,mobile\n${rows.join('\n')}\n`
    const asName = { 'column-phone_number': 'tel', 'column-name': 'mobile' }
    const asPhone = { 'column-phone_number': 'mobile', 'column-name': 'name' }
    const { approver } = await told([asName, { 'leave-3': 'yes' }, asPhone], file)
    expect(approver).toEqual(['Line 3 Row left out: Awa 2, 229********02, 1502'])
  })
})

describe('of a workbook', () => {
  const corrected = { 'cell-3-2': '99000', 'leave-4': 'yes' }
  const elsewhere = 'The file was corrected in places that are not paid'

  it('an approver is told of nothing that was corrected on another sheet; its preparer, on which', async () => {
    const steps = [{ sheet: 'Octobre' }, corrected, { sheet: 'Novembre' }]
    const { approver, preparer, text, file } = await told(steps, await months(), 'paie.xlsx')
    expect(approver).toEqual([])
    expect(text).not.toContain('corrected the file')
    expect(text).toContain(elsewhere)
    expect(file).toEqual({ name: 'paie.xlsx', sha256: expect.anything(), rows: 3 })
    expect(preparer).toEqual([
      'Line 3 of the sheet "Octobre" amount: "1501" → "99000"',
      'Line 4 of the sheet "Octobre" Row left out: Ama, 2290197000103, 1502',
    ])
  })

  it('an approver is told of the sheet that is paid, also where another has the same corrections', async () => {
    const steps = [{ sheet: 'Octobre' }, corrected, { sheet: 'Novembre' }, { 'cell-3-2': '99000' }]
    const { approver, preparer, text, file } = await told(steps, await months(), 'paie.xlsx')
    expect(approver).toEqual(['Line 3 amount: "1501" → "99000"'])
    expect(text).toContain('Awa corrected the file before submitting it: 1 cell corrected.')
    expect(text).toContain(elsewhere)
    expect(file).toMatchObject({ name: 'paie.xlsx' })
    expect(preparer.filter((each) => !each.includes('Octobre'))).toEqual(approver)
  })

  it('an approver is told of no row that is hidden and not paid', async () => {
    const file = await book(sheetOf('A', '229019700000', 3))
    const all = [{ hidden: 'pay' }, { 'cell-3-2': '99000', 'cell-4-2': '1600' }]
    const paid = await told(all, file, 'paie.xlsx')
    expect(paid.approver).toEqual(['Line 3 amount: "1501" → "99000"', 'Line 4 amount: "1502" → "1600"'])
    const skipped = await told([...all, { hidden: 'skip' }], file, 'paie.xlsx')
    expect(skipped.approver).toEqual(['Line 4 amount: "1502" → "1600"'])
    expect([paid, skipped].map(({ text }) => text.includes(elsewhere))).toEqual([false, true])
    const left = await told([{ hidden: 'pay' }, { 'leave-3': 'yes' }, { hidden: 'skip' }], file, 'paie.xlsx')
    expect(left.approver).toEqual([])
  })

  it('an approver is told of no column that is hidden and does not count', async () => {
    const { data } = sheetOf('A', '229019700000')
    const noted = data.replaceAll(/<\/row>/g, '<c t="inlineStr"><is><t>note</t></is></c></row>')
    const cols = '<cols><col min="6" max="6" width="9" hidden="1"/></cols>'
    const part = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${cols}<sheetData>${noted}</sheetData></worksheet>`
    const parts = { 'xl/worksheets/sheet1.xml': part }
    const file = new Uint8Array(await workbook({ sheets: [{ name: 'A', data }], parts }))
    const steps = [{ hidden: 'pay' }, { 'cell-3-5': 'x', 'cell-4-2': '1600' }]
    expect((await told(steps, file, 'paie.xlsx')).approver).toHaveLength(2)
    const skipped = await told([...steps, { hidden: 'skip' }], file, 'paie.xlsx')
    expect(skipped.approver).toEqual(['Line 4 amount: "1502" → "1600"'])
  })

  it('the list of all corrections names the sheet, too', async () => {
    const { awa, path, through } = await correcting(server, await months(), 'paie.xlsx')
    const steps = [{ sheet: 'Octobre' }, corrected, { sheet: 'Novembre' }, { 'cell-3-2': '7' }]
    await through(steps)
    expect(listed(await awa.get(`${path}/corrected`)).map((each) => each.split(/ (?:amount|Row)/)[0])).toEqual([
      'Line 3 of the sheet "Octobre"',
      'Line 3',
      'Line 4 of the sheet "Octobre"',
    ])
  })
})

describe('of a number', () => {
  it('an approver sees no more than lists show, though its column was read as one only later', async () => {
    const rows = [1, 2, 3].map((n) => `mtn-benin,229019700000${n},150${n},R-${n},Awa ${n},229019711110${n}`)
    const file = `operator,tel,amount,reference,name,mobile\n${rows.join('\n')}\n`
    const later = [
      { 'column-phone_number': 'tel' },
      { 'cell-3-5': '2290197222203' },
      { 'column-phone_number': 'mobile' },
    ]
    const { approver } = await told(later, file)
    expect(approver).toEqual(['Line 3 mobile: "229********02" → "229********03"'])
  })
})
