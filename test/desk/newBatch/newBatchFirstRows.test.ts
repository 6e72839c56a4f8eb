import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { row as sheetRow, workbook } from '../../harness/workbook.ts'
import { press } from '../browserForm.ts'
import { draftOfAwa, good, hiddenOf } from '../uploads.ts'
import type { Seen } from '../visitor.ts'

/** The first rows of a file on its page, by which a person sees how it is read. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

/** The cells of each row of that table, its head first. */
const firstRows = ({ html }: Seen): string[][] => {
  const table = /<div class="as-is".*?<\/table>/s.exec(html)?.[0] ?? ''
  return [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, cells = '']) =>
    [...cells.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, text = '']) =>
      text
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ),
  )
}

const lacking = good.replace('phone_number', 'joignable').replace('amount', 'net')

describe('a file in which a column is missing', () => {
  it('shows its first rows below the names, so that somebody sees which column is which', async () => {
    const { page } = await draftOfAwa(server, `Paie de novembre\n${lacking}`)
    expect(page.html).toContain('There is no column for the phone number;')
    expect(firstRows(page)).toEqual([
      ['Line', 'operator operator', 'joignable', 'net amount', 'reference reference', 'name name'],
      ['3', 'mtn-benin', '2290197000001', '1501', 'R-1', 'Awa 1'],
      ['4', 'mtn-benin', '2290197000002', '1502', 'R-2', 'Awa 2'],
      ['5', 'mtn-benin', '2290197000003', '1503', 'R-3', 'Awa 3'],
    ])
  })

  it('shows all columns where two of them may stand for one field, and reads by the one that is chosen', async () => {
    const two = good.replace('phone_number,amount', 'phone,mobile,amount').replaceAll('mtn-benin,', 'mtn-benin,22901,')
    const { awa, path, page } = await draftOfAwa(server, two)
    expect(firstRows(page)).toEqual([
      ['Line', 'operator operator', 'phone', 'mobile', 'amount amount', 'reference reference', 'name name'],
      ['2', 'mtn-benin', '22901', '2290197000001', '1501', 'R-1', 'Awa 1'],
      ['3', 'mtn-benin', '22901', '2290197000002', '1502', 'R-2', 'Awa 2'],
      ['4', 'mtn-benin', '22901', '2290197000003', '1503', 'R-3', 'Awa 3'],
    ])
    await awa.post(path, { ...hiddenOf(page, `${path}/pay`), 'column-phone_number': 'mobile' })
    expect((await awa.get(path)).html).toMatch(/4,506\sFCFA/)
  })

  it('does so where it is a workbook', async () => {
    const cells = lacking.split('\n').map((line) => line.split(','))
    const data = cells.map((row, at) => sheetRow(at + 1, row)).join('')
    const { page } = await draftOfAwa(
      server,
      new Uint8Array(await workbook({ sheets: [{ name: 'Paie', data }] })),
      'paie.xlsx',
    )
    expect(firstRows(page)[1]).toEqual(['2', 'mtn-benin', '2290197000001', '1501', 'R-1', 'Awa 1'])
  })

  it.each([
    ['amount', 'Net à payer', 'Arriérés à payer', '1400,1500', /Pay 1 person 1,400\sFCFA/],
    ['amount', 'Net à payer juin 2025', '13e mois', '1400,1500', /Pay 1 person 1,400\sFCFA/],
    ['phone_number', 'Téléphone', 'Nouveau numéro', '1,2290197000001', /&quot;1&quot; is /],
  ])('is read by either of two columns for the %s: %s, %s', async (field, one, other, cells, byOne) => {
    const rest = Object.entries({ operator: 'mtn-benin', phone_number: '2290197000001', amount: '1500' })
    const own = rest.filter(([name]) => name !== field)
    const lines = [
      [one, other, ...own.map(([name]) => name)],
      [cells, ...own.map(([, value]) => value)],
    ]
    const { awa, page } = await draftOfAwa(server, `${lines.map((line) => line.join(',')).join('\n')}\n`)
    expect(page.html).toContain(`&quot;${one}&quot; and &quot;${other}&quot; could both be the column`)
    const first = await press(awa, page, 'Check again', { [`column-${field}`]: one })
    expect(first.html).toMatch(byOne)
    const second = await press(awa, first, 'Check again', { [`column-${field}`]: other })
    expect(second.html).toMatch(/Pay 1 person 1,500\sFCFA/)
  })

  it('cuts long cells, and stays within 60 kB', async () => {
    const names = Array.from({ length: 90 }, (_, at) => `c${at}${'&'.repeat(90)}`)
    const cells = names.map(() => '&é'.repeat(150))
    const lines = [['operator', ...names], ...[1, 2, 3].map(() => ['mtn-benin', ...cells])]
    const { page } = await draftOfAwa(server, `${lines.map((line) => line.join(',')).join('\n')}\n`)
    expect(firstRows(page)).toHaveLength(4)
    expect(page.html).toContain('…')
    expect(Buffer.byteLength(page.html)).toBeLessThan(60_000)
  })
})

it('the columns that are paid by come first where each is found, wherever the file has them', async () => {
  const lines = [
    'Matricule,Nom,Embauche,Service,Opérateur,Téléphone,Montant',
    'R-1,Awa,2022-11-02,RH,mtn-benin,0197000001,1501',
  ]
  const { page } = await draftOfAwa(server, `${lines.join('\n')}\n`)
  expect(firstRows(page)[0]?.map((head) => head.split(' ')[0])).toEqual([
    'Line',
    'Téléphone',
    'Montant',
    'Opérateur',
    'Nom',
    'Matricule',
    'Embauche',
    'Service',
  ])
  expect(firstRows(page)[1]).toEqual(['2', '0197000001', '1501', 'mtn-benin', 'Awa', 'R-1', '2022-11-02', 'RH'])
})

it('hidden rows of a workbook that count are marked among the first', async () => {
  const cells = good.trim().split('\n')
  const data = cells.map((line, at) => sheetRow(at + 1, line.split(','), at === 2 ? ' hidden="1"' : '')).join('')
  const book = new Uint8Array(await workbook({ sheets: [{ name: 'Paie', data }] }))
  const { awa, path, page } = await draftOfAwa(server, book, 'paie.xlsx', 'fr')
  const lines = (seen: Seen) => firstRows(seen).map(([line]) => line)
  expect(lines(page)).toEqual(['Ligne', '2', '3 masquée', '4'])
  const choose = async (hidden: string) => {
    await awa.post(path, { ...hiddenOf(await awa.get(path), `${path}/pay`), hidden })
    return awa.get(path)
  }
  const paid = await choose('pay')
  expect(paid.html).toContain('Payer 4\u202f506')
  expect(lines(paid)).toEqual(['Ligne', '2', '3 masquée', '4'])
  expect(lines(await choose('skip'))).toEqual(['Ligne', '2', '4'])
})

it('a choice of how the file is read is told of by the button that corrects, too', async () => {
  const cells = `${good}mtn-benin,abc,1504,R-4,Awa 4`.trim().split('\n')
  const data = cells.map((line, at) => sheetRow(at + 1, line.split(','), at === 2 ? ' hidden="1"' : '')).join('')
  const book = new Uint8Array(await workbook({ sheets: [{ name: 'Paie', data }] }))
  const { awa, path, page } = await draftOfAwa(server, book, 'paie.xlsx')
  await awa.post(path, { ...hiddenOf(page, `${path}/pay`), hidden: 'skip' })
  const paid = await press(awa, await awa.get(path), 'Correct and check again', { hidden: 'pay' })
  expect(paid.html).toContain('Read again with your choices.')
  expect((await press(awa, paid, 'Correct and check again')).html).toContain('Nothing was changed')
})
