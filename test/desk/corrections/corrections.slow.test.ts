import { readdir, readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { batchOf, painOf, proxyOf, transfer } from '../../files/formats/pain001Files.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { row as sheetRow, workbook } from '../../harness/workbook.ts'
import { fieldsOf, press } from '../browserForm.ts'
import { everyPage } from '../everyPage.ts'
import { csv, type DraftOf, draftOf, draftOfAwa, good, hiddenOf, row } from '../uploads.ts'
import { type Seen, signedIn } from '../visitor.ts'
import { correcting, listed } from './correctedDesk.ts'

/** What somebody corrected in a draft: they look at it, and take it back. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const draft = (...of: DraftOf) => draftOfAwa(server, ...of)

const hashOf = ({ html }: Seen): string => /<code>([0-9a-f]{64})/.exec(html)?.[1] ?? ''
const fix = 'Correct and check again'
const bad = csv(row(1), row(2, { phone: '07000' }), row(3, { amount: 'x' }), row(4), row(5, { phone: '12' }))
const numbers = ['2290197000002', '2290197000005'] as const

describe('what is corrected in a draft', () => {
  it('is listed with what the file says, and taken back one by one, until the file is paid as it came', async () => {
    const { awa, page } = await draft(bad)
    expect(page.html).not.toContain('Your corrections')
    const fixed = await press(awa, page, fix, { 'cell-3-1': numbers[0], 'cell-4-2': '1503', 'leave-6': 'yes' })
    expect(listed(fixed)).toEqual([
      `Line 3 phone_number: "07000" → "${numbers[0]}"`,
      'Line 4 amount: "x" → "1503"',
      'Line 6 Row left out: Awa 5, 12, 1505',
    ])
    const undone = await press(awa, fixed, 'Undo')
    expect(undone.html).toContain('Done: 1 correction undone.')
    expect(listed(undone)).toEqual(listed(fixed).slice(1))
    expect(fieldsOf(undone)['cell-3-1']).toBe('07000')
    expect(undone.html).toContain('1 cell corrected, 1 row left out')
    const back = await press(awa, undone, 'Put it back')
    expect(fieldsOf(back)['cell-6-1']).toBe('12')
    expect(listed(back)).toEqual(['Line 4 amount: "x" → "1503"'])
    const none = await press(awa, back, 'Undo')
    expect(none.html).not.toContain('Your corrections')
    expect(hashOf(none)).toBe(hashOf(page))
    expect(none.html).toContain('Fingerprint of the file')
  })

  it('says what the file says again, also where a cell was corrected twice', async () => {
    const { awa, page } = await draft(bad)
    const once = await press(awa, page, fix, { 'cell-3-1': '123', 'cell-4-2': '1503' })
    const twice = await press(awa, once, fix, { 'cell-3-1': numbers[0] })
    expect(listed(twice)[0]).toBe(`Line 3 phone_number: "07000" → "${numbers[0]}"`)
    expect(twice.html).toContain('2 cells corrected')
    const undone = await press(awa, twice, 'Undo')
    expect(fieldsOf(undone)['cell-3-1']).toBe('07000')
  })

  it('is none where somebody types what the file says: then the file itself is paid', async () => {
    const { awa, page } = await draft(bad)
    const fixed = await press(awa, page, fix, { 'cell-3-1': '123' })
    const same = await press(awa, fixed, fix, { 'cell-3-1': '07000' })
    expect(same.html).not.toContain('Your corrections')
    expect(hashOf(same)).toBe(hashOf(page))
  })

  it('makes the same file as if the others alone had been typed', async () => {
    const { desk, awa, page } = await draft(bad)
    const all = await press(awa, page, fix, { 'cell-3-1': numbers[0], 'cell-4-2': '1503', 'leave-6': 'yes' })
    const left = await press(awa, all, 'Undo')
    const other = await draftOf(desk, awa, bad, 'autre.csv')
    const typed = await press(awa, other.page, fix, { 'cell-4-2': '1503', 'leave-6': 'yes' })
    expect(hashOf(left)).toBe(hashOf(typed))
  })

  it('goes back while what was typed elsewhere on the page is kept', async () => {
    const { awa, page } = await draft(bad)
    const fixed = await press(awa, page, fix, { 'cell-3-1': numbers[0] })
    const undone = await press(awa, fixed, 'Undo', { 'cell-4-2': '1503', period: '2027-02' })
    expect(undone.html).toContain('Done: 1 cell corrected and 1 correction undone.')
    expect(listed(undone)).toEqual(['Line 4 amount: "x" → "1503"'])
    expect(fieldsOf(undone)).toMatchObject({ 'cell-3-1': '07000', period: '2027-02' })
  })

  it('keeps nothing of what was typed with it where it cannot be taken back', async () => {
    const { desk, awa, path, page } = await draft(bad)
    const fixed = await press(awa, page, fix, { 'cell-3-1': numbers[0], 'cell-4-2': '15' })
    await writeFile(`${desk.app.config.home}/${path.replace('/batches/new', 'drafts')}/upload.csv`, '')
    const refused = await press(awa, fixed, 'Undo', { 'cell-6-1': numbers[1], period: '2027-02' })
    expect(refused.status).toBe(422)
    expect(fieldsOf(refused)).toMatchObject({ 'cell-6-1': numbers[1], period: '2027-02' })
    const after = await awa.get(path)
    expect([hashOf(after), listed(after), fieldsOf(after)['period']]).toEqual([hashOf(fixed), listed(fixed), ''])
  })

  it('is taken back by one person only: the other window is told', async () => {
    const { desk, awa, path, page } = await draft(bad)
    const fixed = await press(awa, page, fix, { 'cell-3-1': numbers[0], 'cell-4-2': '1503' })
    const list = await awa.get(`${path}/corrected`)
    const undone = await press(awa, fixed, 'Undo')
    for (const seen of [fixed, list]) {
      const late = await press(awa, seen, 'Undo')
      expect([late.status, late.html]).toEqual([409, expect.stringContaining('changed in another window')])
      expect(listed(late)).toEqual(listed(undone))
    }
    const ama = await signedIn(desk, 'Ama', ['preparer'])
    expect((await ama.get(`${path}/corrected`)).status).toBe(404)
    const forged = { ...hiddenOf(undone, `${path}/pay`), undo: '0' }
    expect((await ama.post(`${path}/undo`, forged)).status).toBe(404)
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }
    expect((await awa.post(`${path}/undo`, forged, elsewhere)).status).toBe(403)
    expect(listed(await awa.get(path))).toEqual(listed(undone))
  })

  it('is taken back everywhere at once where one choice had made it, or on one row', async () => {
    const names = csv(row(1), row(2), row(3), row(4)).replaceAll(/mtn-benin(?=.*R-[234])/g, 'Acme')
    const { awa, page } = await draft(names)
    const name = Object.keys(fieldsOf(page)).find((each) => /^alike-.*-\d$/.test(each)) ?? ''
    const alike = await press(awa, page, fix, { [name]: 'mtn-benin' })
    expect(listed(alike)).toHaveLength(3)
    const one = await press(awa, alike, 'Undo')
    expect(listed(one)).toEqual([4, 5].map((line) => `Line ${line} operator: "Acme" → "MTN Benin (mtn-benin)"`))
    const none = await press(awa, one, 'Undo on all 2 rows')
    expect(none.html).toContain('Done: 2 corrections undone.')
    expect(hashOf(none)).toBe(hashOf(page))
  })

  it('is listed on pages of its own where it is much, none of them over 60 kB, and taken back there', async () => {
    const long = (n: number) => `12 ${n} `.padEnd(900, `'&é<`)
    const { awa, path, page } = await draft(
      csv(row(0), ...Array.from({ length: 70 }, (_, n) => row(n, { phone: long(n) }))),
    )
    const cells = Array.from({ length: 70 }, (_, n) => [`cell-${n + 3}-1`, `9 ${long(n)}`])
    const form = { ...hiddenOf(page, `${path}/pay`), ...Object.fromEntries(cells) }
    const seen = await awa.follow(await awa.post(`${path}/fix`, form))
    expect(Buffer.byteLength(seen.html)).toBeLessThan(60_000)
    expect(seen.html).toMatch(new RegExp(`href="${path}/corrected">\\s*Show all \\d+`))
    const pages = await everyPage(awa, `${path}/corrected`)
    for (const { html } of pages) expect(Buffer.byteLength(html)).toBeLessThan(60_000)
    const all = pages.flatMap(listed)
    expect(all).toHaveLength(70)
    expect(pages.length).toBeGreaterThan(1)
    expect(new Set(all.map((text) => text.split(' phone')[0])).size).toBe(70)
    const undone = await press(awa, pages.at(-1)!, 'Undo')
    expect(undone.html).toContain('Done: 1 correction undone.')
    expect((await everyPage(awa, `${path}/corrected`)).flatMap(listed)).toHaveLength(69)
  })

  it('leaves nothing at the desk once it is a batch', async () => {
    const { desk, awa, path, page } = await draft(bad)
    const fixed = await press(awa, page, fix, { 'cell-3-1': numbers[0], 'cell-4-2': '1503', 'leave-6': 'yes' })
    const folder = `${desk.app.config.home}/${path.replace('/batches/new', 'drafts')}`
    expect((await readdir(folder)).sort()).toEqual(['corrected-1.json', 'draft.json', 'fixed-1.csv', 'upload.csv'])
    await press(awa, await press(awa, fixed, 'Undo'), fix, { 'cell-3-1': numbers[0] })
    expect((await readdir(folder)).length).toBe(4)
    await press(awa, await awa.get(path), 'Pay 4 people')
    expect(await readdir(folder)).toEqual(['draft.json'])
  })

  it('of a file that was corrected by an older payrun is counted, and not listed', async () => {
    const { desk, awa, path, page } = await draft(bad)
    await press(awa, page, fix, { 'cell-3-1': numbers[0] })
    const file = `${desk.app.config.home}/${path.replace('/batches/new', 'drafts')}/draft.json`
    const { corrected: _, ...older } = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify(older))
    const again = await press(awa, await awa.get(path), fix, { 'cell-4-2': '1503' })
    expect(again.html).toContain('2 cells corrected')
    expect(again.html).toContain('too many corrections to list')
    expect(again.html).not.toContain('>Undo<')
  })
})

describe('what nobody typed into a field of the page', () => {
  const cells = [
    ['operator', 'phone_number', 'amount', 'reference', 'name'],
    ...[1, 2].map((n) => ['mtn-benin', `229019700000${n}`, 1500, `A-${n}`, `Awa ${n}`]),
  ]
  const sheet = () => workbook({ sheets: [{ data: cells.map((each, at) => sheetRow(at + 1, each)).join('') }] })
  const entries = JSON.stringify(
    cells.slice(1).map((each) => Object.fromEntries(each.map((it, n) => [cells[0]![n], it]))),
  )

  it.each([
    ['paie.csv', async () => good],
    ['paie.xlsx', async () => new Uint8Array(await sheet())],
    ['paie.json', async () => entries],
  ] as const)('is no correction: a column that %s does not have', async (name, file) => {
    const { page, post } = await correcting(server, await file(), name)
    for (const at of [5, 9, 999]) {
      const seen = await post(page, { [`cell-2-${at}`]: 'Kofi asked for this' })
      expect(seen.html).not.toContain('Your corrections')
      expect(hashOf(seen)).toBe(hashOf(page))
      expect(seen.html).toContain('Send for approval')
    }
  })

  it('is no correction: the number of the entry that a row was', async () => {
    const { through, page } = await correcting(server, entries, 'paie.json')
    const seen = await through([{ 'cell-1-4': 'Awa' }, { 'cell-3-5': '7' }, { 'leave-3': 'yes' }])
    expect(listed(seen)[1]).toMatch(/^Line 3 \(entry 2 of the uploaded file\) Row left out/)
    expect(hashOf(seen)).not.toBe(hashOf(page))
  })
})

describe('corrections of a file of another kind', () => {
  const person = (n: number, over = {}) => ({
    operator: 'mtn-benin',
    phone_number: `229019700000${n}`,
    amount: 1500 + n,
    ...over,
  })
  const people = [person(1), person(2, { phone_number: '12' }), person(3, { amount: '0' })]
  const transfers = [
    transfer(),
    transfer({ endToEnd: 'E-2', account: proxyOf('+229-12') }),
    transfer({ endToEnd: 'E-3', account: proxyOf('13') }),
  ]

  it.each([
    ['paie.json', JSON.stringify(people), { 'cell-2-1': numbers[0], 'leave-3': 'yes' }],
    [
      'paie.ndjson',
      `${people.map((each) => JSON.stringify(each)).join('\n')}\n`,
      { 'cell-2-1': numbers[0], 'leave-3': 'yes' },
    ],
    [
      'paie.xml',
      painOf(batchOf(transfers, { count: 3 }), { count: 3, sum: '450000' }),
      { 'cell-2-3': numbers[0], 'leave-3': 'yes' },
    ],
  ])('are taken back, and without any it is what it was again: %s', async (name, text, typed) => {
    const { awa, page } = await draft(text, name)
    const fixed = await press(awa, page, fix, typed)
    expect(fixed.html).toContain('was rewritten as a CSV file')
    expect(listed(fixed)[0]).toMatch(/^Line 3 \(entry 2 of the uploaded file\) \S+: ".*12" → "2290197000002"$/)
    expect(listed(fixed)[1]).toMatch(/^Line 4 \(entry 3 of the uploaded file\) Row left out: /)
    const back = await press(awa, fixed, 'Put it back')
    expect(listed(back)).toEqual(listed(fixed).slice(0, 1))
    expect(back.html).toMatch(/id="(invalid_phone|amount_not_positive)-4-/)
    const again = await press(awa, back, 'Undo')
    expect(again.html).not.toContain('rewritten')
    expect(hashOf(again)).toBe(hashOf(page))
    // And it is corrected once more, as at first.
    expect(hashOf(await press(awa, again, fix, typed))).toBe(hashOf(fixed))
  })

  it('are taken back in a workbook, whose other cells stay what they are, on whatever sheet they were made', async () => {
    const sheet = (code: string) =>
      [
        ['operator', 'phone_number', 'amount', 'reference', 'name'],
        ['mtn-benin', '2290197000001', 1500, `${code}-1`, 'Awa'],
        ['mtn-benin', 12, 1501, `${code}-2`, 'Yao'],
        ['mtn-benin', '2290197000003', 0, `${code}-3`, 'Ama'],
      ].map((cells, at) => sheetRow(at + 1, cells))
    const sheets = ['Octobre', 'Novembre'].map((name) => ({ name, data: sheet(name).join('') }))
    const { awa, page } = await draft(new Uint8Array(await workbook({ sheets })), 'paie.xlsx')
    const october = await press(awa, page, 'Check again', { sheet: 'Octobre' })
    const one = await press(awa, october, fix, { 'cell-3-1': numbers[0], 'leave-4': 'yes' })
    const november = await press(awa, one, 'Check again', { sheet: 'Novembre' })
    const both = await press(awa, november, fix, { 'cell-3-1': numbers[1] })
    expect(listed(both)).toHaveLength(3)
    const back = await press(awa, both, 'Put it back')
    expect(listed(back)).toEqual([
      `Line 3 of the sheet "Octobre" phone_number: "12" → "${numbers[0]}"`,
      `Line 3 phone_number: "12" → "${numbers[1]}"`,
    ])
    const first = await press(awa, back, 'Undo')
    expect(listed(first)).toEqual([`Line 3 phone_number: "12" → "${numbers[1]}"`])
    const seen = await press(awa, first, 'Check again', { sheet: 'Octobre' })
    expect(fieldsOf(seen)).toMatchObject({ 'cell-3-1': '12', 'cell-4-2': '0' })
    expect(hashOf(await press(awa, seen, 'Undo'))).toBe(hashOf(october))
  })
})
