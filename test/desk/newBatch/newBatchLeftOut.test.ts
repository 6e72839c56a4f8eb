import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { row as sheetRow, workbook } from '../../harness/workbook.ts'
import { press } from '../browserForm.ts'
import { csv, draftOfAwa, row } from '../uploads.ts'
import type { Seen } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

/** Lines 3 to 12 have no number, lines 13 and 14 no amount, and line 14 no number either. */
const file = csv(
  row(1),
  ...Array.from({ length: 10 }, (_, n) => row(n + 2, { phone: '12' })),
  row(12, { amount: 'x' }),
  row(13, { amount: 'x', phone: '12' }),
)
const factsOf = ({ html }: Seen) =>
  Object.fromEntries(
    [...html.matchAll(/<dt>([^<]*)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/<[^>]*>/g, ''),
    ]),
  )

describe('rows that are left out', () => {
  it('are all of one kind with one button, which leaves those of other kinds', async () => {
    const { awa, page, path } = await draftOfAwa(server, file)
    const after = await press(awa, page, 'Leave out these 11 rows', { 'cell-13-2': '1500' })
    expect(after.html).toContain('Done: 1 cell corrected and 11 rows left out.')
    expect(after.html).toContain('No row has a problem any more.')
    expect(after.html).toContain('Pay 2 people')
    expect(factsOf(after)).toMatchObject({ 'Rows in the file': '13', 'Rows left out': '11', Payouts: '2' })
    expect((await awa.get(path)).html).not.toContain('12 rows have problems')
  })

  it('are counted where all of them are, in what is said and in the figures above', async () => {
    const { awa, page } = await draftOfAwa(server, file, 'paie.csv', 'fr')
    expect(factsOf(page)).not.toHaveProperty('Lignes laissées de côté')
    const left = await press(awa, page, 'Laisser ces 12 lignes de côté')
    expect(left.html).toContain('12 lignes sont laissées de côté.')
    expect(factsOf(left)).toMatchObject({ 'Lignes du fichier': '13', 'Lignes laissées de côté': '12', Paiements: '1' })
    const back = await press(awa, left, 'Ne pas les laisser de côté')
    expect(back.html).toContain('12 lignes qui posent problème ne sont plus laissées de côté.')
    expect(factsOf(back)).not.toHaveProperty('Lignes laissées de côté')
  })

  it('are all rows with problems, not one or a kind, where a row has a formula: the page says why', async () => {
    const lines = [
      ['operator', 'phone_number', 'amount', 'reference'],
      ...[1, 2, 3].map((n) => ['mtn-benin', `229019700000${n}`, `<c><f>1500+${n}</f><v>${1500 + n}</v></c>`, 'R-1']),
      ['mtn-benin', '12', 1600, 'R-2'],
    ]
    const book = await workbook({ sheets: [{ data: lines.map((cells, at) => sheetRow(at + 1, cells)).join('') }] })
    const { awa, page } = await draftOfAwa(server, new Uint8Array(book), 'paie.xlsx', 'fr')
    const says = 'Cette ligne contient une formule et ne peut pas être retirée seule.'
    expect(page.html.split(says)).toHaveLength(3)
    expect(page.html.match(/(?<=name=")leave[^"]*/g)).toEqual(['leave-5'])
    expect(page.html).not.toContain('ou retirez la ligne')
    const left = await press(awa, page, 'Laisser ces 3 lignes de côté')
    expect(factsOf(left)).toMatchObject({ 'Lignes laissées de côté': '3', Paiements: '1' })
  })

  it('and corrected ones are told with how many rows still have a problem', async () => {
    const { awa, page } = await draftOfAwa(server, file)
    const fixed = await press(awa, page, 'Correct and check again', { 'cell-3-1': '2290197000002', 'cell-4-1': '13' })
    expect(fixed.html).toContain('Done: 2 cells corrected.')
    expect(fixed.html).toContain('11 rows still have a problem.')
  })

  it('have no button for all where there is one, and none of a kind that nobody has', async () => {
    const { awa, path, page } = await draftOfAwa(server, csv(row(1), row(2, { phone: '12' })))
    expect(page.html).not.toContain('name="leave_kind"')
    const hidden = /name="revision" value="(\d+)"/.exec(page.html)?.[1] ?? ''
    const wrong = await awa.follow(await awa.post(`${path}/fix`, { revision: hidden, leave_kind: 'constructor' }))
    expect(wrong.html).toContain('Nothing was changed')
  })
})
