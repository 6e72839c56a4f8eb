import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { row as sheetRow, workbook } from '../../harness/workbook.ts'
import { csv, type DraftOf, row } from '../uploads.ts'
import { correcting, listed, type Steps, sentCorrected } from './correctedDesk.ts'

/** A cell that says something else than in the file is listed, and its two texts never look the same. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

async function lists(steps: Steps, ...of: DraftOf) {
  const { kofi, id, draft } = await sentCorrected(server, steps, ...of)
  return { approver: listed(await kofi.get(`/approvals/${id}`)), preparer: listed(draft) }
}
const sheet = async (amount: string | number) => {
  const people = [1500, amount, 1502].map((each, n) => [
    'mtn-benin',
    `229019700000${n + 1}`,
    each,
    `A-${n}`,
    `Awa ${n}`,
  ])
  const cells = [['operator', 'phone_number', 'amount', 'reference', 'name'], ...people]
  return new Uint8Array(
    await workbook({ sheets: [{ name: 'A', data: cells.map((each, at) => sheetRow(at + 1, each)).join('') }] }),
  )
}
/** With a note on line 3, which is column 5. */
const noted = (note: string) =>
  csv(row(1), row(2), row(3))
    .split('\n')
    .map((line, at) => (line === '' ? line : `${line},${at === 0 ? 'note' : at === 2 ? note : ''}`))
    .join('\n')
const unseen = 'which differ only in spaces, line ends or invisible characters'

describe('a corrected number', () => {
  it.each([
    ['2290197000002', '2290197999902', '"229****000002" → "229****999902"'],
    ['2290197000002', '2290197050002', '"229*****0**02" → "229*****5**02"'],
    ['2290197000002', '2290197000003', '"229********02" → "229********03"'],
  ])('shows what differs, and no more of it: %s, then %s', async (before, after, seen) => {
    const { approver } = await lists([{ 'cell-3-1': after }], csv(row(1), row(2, { phone: before }), row(3)))
    expect(approver).toEqual([`Line 3 phone_number: ${seen}`])
  })

  it('shows what differs where spaces stand between', async () => {
    const file = csv(row(1), row(2, { phone: '229 01 97 00 00 02' }), row(3))
    const { approver } = await lists([{ 'cell-3-1': '229 01 97 50 00 02' }], file)
    expect(approver).toEqual(['Line 3 phone_number: "229*******0*****02" → "229*******5*****02"'])
  })
})

describe('a long text', () => {
  it.each([82, 290, 330, 990])('that differs at its character %i is cut around that', async (at) => {
    const long = 'Association des femmes productrices de la commune '.repeat(20).slice(0, at)
    const { approver, preparer } = await lists([{ 'cell-3-5': `${long}sud` }], noted(`${long}nord`))
    for (const [each] of [approver, preparer]) expect(each).toMatch(/^Line 3 note: "….{5,80}nord" → "….{5,80}sud"$/)
  })

  it('that only lost its end is one, beyond 1,000 characters, too', async () => {
    const long = 'a b c d e f g h i '.repeat(70)
    const { approver } = await lists([{ 'cell-3-5': 'x' }, { 'cell-3-5': long.slice(0, 1000) }], noted(`${long}z`))
    expect(approver).toHaveLength(1)
    const [, from, to] = /note: "(.*)" → "(.*)"$/.exec(approver[0] ?? '') ?? []
    expect(from).not.toBe(to)
  })
})

describe('a cell that is typed nearly as in the file', () => {
  it('is a correction where it has no line end any more', async () => {
    const steps = [{ 'cell-3-2': '7', 'cell-2-2': '1600' }, { 'cell-3-2': '1501' }]
    const { approver } = await lists(steps, await sheet('15\n01'), 'paie.xlsx')
    expect(approver).toEqual(['Line 2 amount: "1500" → "1600"', 'Line 3 amount: "15 01" → "1501"'])
  })

  it('is a correction where nobody sees the difference, which is said', async () => {
    const mark = await lists([{ 'cell-3-5': 'x' }, { 'cell-3-5': 'Awa\ufffd Diop' }], noted('Awa\u200b Diop'))
    expect(mark.approver).toEqual([`Line 3 note: "Awa\ufffd Diop" → "Awa\ufffd Diop", ${unseen}`])
    const soft = await lists([{ 'cell-3-5': 'Awa Di\u00adop' }], noted('Awa Diop'))
    expect(soft.approver[0]).toContain(unseen)
  })

  it('shows what everybody sees, though what nobody sees stands far before it', async () => {
    const long = 'a b c d e f g h i '.repeat(30)
    const { approver } = await lists([{ 'cell-3-5': `x\u00ad${long}sud` }], noted(`x${long}nord`))
    expect(approver[0]).toMatch(/^Line 3 note: "….{5,80}nord" → "….{5,80}sud"$/)
  })

  it('is none where it is typed exactly so', async () => {
    const { through } = await correcting(server, csv(row(1), row(2), row(3)))
    const seen = await through([{ 'cell-3-4': 'x', 'cell-4-4': 'y' }, { 'cell-3-4': 'Awa 2' }])
    expect(listed(seen)).toEqual(['Line 4 name: "Awa 3" → "y"'])
  })
})
