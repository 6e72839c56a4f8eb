import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { row as sheetRow, workbook } from '../../harness/workbook.ts'
import { fieldsOf, press } from '../browserForm.ts'
import { batches, csv, type DraftOf, draftOfAwa, good, row } from '../uploads.ts'
import type { Seen } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const draft = (...of: DraftOf) => draftOfAwa(server, ...of)

describe('what was typed on the page of a new batch', () => {
  const bad = csv(row(1), row(2, { phone: '12' }), row(3, { amount: 'x' }), row(4))
  const details = {
    batch_name: 'Primes de fin d’année',
    period: '2027-02',
    expect_count: '3',
    expect_total: '4 507',
    at: '2027-03-01T08:00',
    between: '08:00-18:00',
  }

  it('is nothing where marks that nobody sees came back as the page shows them', async () => {
    // As a number is copied from a phone's address book.
    const copied = '\u202a12 34\u202c'
    const { desk, awa, page } = await draft(csv(row(1, { phone: copied }), row(2)), 'Paie\u200e.csv')
    expect(fieldsOf(page)).toMatchObject({ 'cell-2-1': '\ufffd12 34\ufffd', batch_name: 'Paie\ufffd.csv' })
    const same = await press(awa, page, 'Correct and check again')
    expect(same.html).toContain('Nothing was changed')
    const left = await press(awa, same, 'Leave out this row')
    await press(awa, left, 'Pay 1 person')
    expect(await batches(desk)).toMatchObject([{ name: 'Paie\u200e.csv' }])
  })

  it('is nothing in a reference that another row has but for such a mark: it stays used twice', async () => {
    const twice = ['R-1', 'R-1\u200b'].map((reference) => `mtn-benin,2290197000001,500,${reference}`)
    const { awa, page } = await draft(`operator,phone_number,amount,reference\n${twice.join('\n')}\n`)
    const said = 'Reference used twice in the file'
    expect(page.html).toContain(said)
    const same = await press(awa, page, 'Correct and check again')
    expect(same.html).toContain('Nothing was changed')
    expect(same.html).toContain(said)
  })

  it('stays when rows with problems are left out, which takes corrections that were typed with it', async () => {
    const { awa, page } = await draft(bad)
    const left = await press(awa, page, 'Leave out these 2 rows', { ...details, 'cell-3-1': '2290197000002' })
    expect(left.html).toContain('Done: 1 cell corrected.')
    expect(left.html).toContain('1 row with a problem is left out')
    expect(fieldsOf(left)).toMatchObject(details)
    const back = await press(awa, left, 'Do not leave them out', { 'cell-4-2': '1503', period: '2027-03' })
    expect(fieldsOf(back)).toMatchObject({ ...details, period: '2027-03' })
    expect(back.html).toContain('2 cells corrected')
  })

  it('stays when cells are corrected, and when one that holds two lines was not touched', async () => {
    const { awa, page } = await draft(csv(row(1), row(2, { phone: '12' }), row(3, { amount: '"1\n500"' })))
    const fixed = await press(awa, page, 'Correct and check again', { ...details, 'cell-3-1': '2290197000002' })
    expect(fixed.html).toContain('Done: 1 cell corrected.')
    expect(fieldsOf(fixed)).toMatchObject(details)
  })

  it('stays when a row is left out, and when a cell cannot be corrected', async () => {
    const lines = [
      ['operator', 'phone_number', 'amount', 'reference', 'name'],
      ['mtn-benin', '2290197000001', 1500, 'R-1', 'Awa'],
      ['mtn-benin', '<c t="str"><f>CONCAT("1","2")</f><v>12</v></c>', 1501, 'R-2', 'Yao'],
      ['mtn-benin', '2290197000003', 'x', 'R-3', 'Ama'],
    ]
    const book = await workbook({ sheets: [{ data: lines.map((cells, at) => sheetRow(at + 1, cells)).join('') }] })
    const { awa, page } = await draft(new Uint8Array(book), 'paie.xlsx')
    // A cell with a formula has no field; as a page of an earlier release has it.
    const before = { ...page, html: `${page.html}<input name="cell-3-1" form="draft" value="2290197000002"/>` }
    const typed = { ...details, 'cell-4-2': '1503' }
    const refused = await press(awa, before, 'Leave out these 2 rows', typed)
    expect(refused.html).toContain('This could not be corrected here')
    expect(fieldsOf(refused)).toMatchObject(typed)
    const left = await press(awa, refused, 'Correct and check again', { 'leave-4': 'yes' })
    expect(left.html).toContain('Done: 1 row left out.')
    expect(fieldsOf(left)).toMatchObject(details)
  })

  it('stays when rows of a file of JSON are left out', async () => {
    const people = [1, 2].map((n) => ({ operator: 'mtn-benin', phone_number: `229019700000${n}`, amount: 1500 }))
    const { awa, page } = await draft(JSON.stringify([...people, { ...people[0], phone_number: '12' }]), 'paie.json')
    const left = await press(awa, page, 'Leave out this row', { ...details, expect_count: '2', expect_total: '3000' })
    expect(fieldsOf(left)).toMatchObject({ ...details, expect_count: '2', expect_total: '3000' })
    expect(left.html).toContain('Pay 2 people 3,000 FCFA')
  })

  it('stays when the file is read otherwise, and becomes the batch’s', async () => {
    const { desk, awa, page } = await draft(good.replace('reference', 'Code'))
    const typed = { ...details, expect_total: '4506', 'column-reference': 'Code' }
    const read = await press(awa, page, 'Check again', typed)
    expect(fieldsOf(read)).toMatchObject(typed)
    await press(awa, read, 'Pay 3 people')
    expect(await batches(desk)).toMatchObject([{ name: details.batch_name, period: '2027-02' }])
  })

  it('is looked at before it is paid: a correction that comes with the button pays nothing yet', async () => {
    const { desk, awa, page } = await draft(bad)
    const left = await press(awa, page, 'Leave out these 2 rows')
    const looked = await press(awa, left, 'Pay 2 people', { 'cell-3-1': '2290197000002' })
    expect([looked.status, looked.html]).toEqual([409, expect.stringContaining('Check the batch, then press again.')])
    expect(looked.html).toContain('Pay 3 people 4,507 FCFA')
    expect(await batches(desk)).toEqual([])
    await press(awa, looked, 'Pay 3 people')
    expect(await batches(desk)).toHaveLength(1)
  })

  it('leaves the batch the name of its file where nobody typed one', async () => {
    const { desk, awa, page } = await draft(bad, 'primes.csv', 'fr')
    const fixed = await press(awa, page, 'Corriger et vérifier', { 'cell-3-1': '2290197000002', 'leave-4': 'yes' })
    expect(fieldsOf(fixed)['batch_name']).toBe('primes.csv')
    await press(awa, fixed, 'Payer')
    expect(await batches(desk)).toMatchObject([{ name: 'primes.csv' }])
  })
})

describe('what was typed, when somebody goes to other rows or changes the language', () => {
  const number = (line: number) => `22901970001${String(line).padStart(2, '0')}`
  const cell = (line: number) => `cell-${line}-1`
  /** Lines 3 to 52 have no number that could be paid. */
  const bad = csv(row(1), ...Array.from({ length: 50 }, (_, at) => row(at + 2, { phone: '12' })))
  const details = { batch_name: 'Primes', expect_count: '7', at: '2027-03-01T08:00' }
  const cells = (page: Seen) => Object.keys(fieldsOf(page)).filter((name) => name.startsWith('cell-'))

  it('is kept, and no row is skipped because rows before it were corrected', async () => {
    const { awa, page } = await draft(bad)
    const all = await press(awa, page, 'Show all 50', { ...details, [cell(3)]: number(3) })
    expect(all.html).toContain('Done: 1 cell corrected.')
    expect(fieldsOf(all)).toMatchObject(details)
    expect(cells(all)).toEqual(Array.from({ length: 40 }, (_, at) => cell(at + 4)))
    const next = await press(awa, all, 'Next rows', { [cell(4)]: number(4), [cell(43)]: number(43), period: '2027-02' })
    expect(next.html).toContain('Done: 2 cells corrected.')
    expect(cells(next)).toEqual(Array.from({ length: 9 }, (_, at) => cell(at + 44)))
    const before = await press(awa, next, 'Previous rows', { [cell(52)]: number(52) })
    expect(cells(before)[0]).toBe(cell(5))
    const kinds = await press(awa, before, 'All problems', { 'leave-5': 'yes', between: '08:00-18:00' })
    expect(kinds.html).toContain('4 cells corrected, 1 row left out')
    expect(kinds.html).toContain('Show all 45')
    expect(fieldsOf(kinds)).toMatchObject({ ...details, period: '2027-02', between: '08:00-18:00' })
  })

  it('is not mentioned if nothing was typed', async () => {
    const { awa, page } = await draft(bad)
    const all = await press(awa, page, 'Show all 50')
    const next = await press(awa, all, 'Next rows')
    expect(cells(next)).toEqual(Array.from({ length: 10 }, (_, at) => cell(at + 43)))
    const french = await press(awa, next, 'Français')
    expect(cells(french)).toEqual(cells(next))
    for (const { html } of [all, next, french]) expect(html).not.toContain('class="notice good"')
  })

  it('leaves rows to look at if all those of the last page were corrected', async () => {
    const { awa, page, path } = await draft(bad)
    const next = await press(awa, await press(awa, page, 'Show all 50'), 'Next rows')
    const typed = Object.fromEntries(cells(next).map((name, at) => [name, number(at)]))
    expect((await press(awa, next, 'Correct and check again', typed)).html).toContain('10 cells corrected')
    const again = await awa.get(`${path}?kind=invalid_phone&from=40`)
    expect(cells(again)).toEqual(cells(page).concat(Array.from({ length: 34 }, (_, at) => cell(at + 9))))
  })

  it('stays in its fields in the other language, with the same rows, and Enter does not change the language', async () => {
    const { awa, page, path } = await draft(bad)
    const all = await press(awa, page, 'Show all 50')
    const typed = { ...details, [cell(9)]: number(9) }
    const french = await press(awa, all, 'Français', { ...typed, 'leave-10': 'yes' })
    expect(french.html).not.toContain('corrigée')
    expect(fieldsOf(french)).toMatchObject(typed)
    expect(french.html).toMatch(/name="leave-10"[^>]* checked/)
    expect(cells(french)).toEqual(cells(all))
    expect(fieldsOf(await awa.get(path))).not.toMatchObject(details)
    expect((await press(awa, french, 'Corriger')).html).toContain('1 cellule corrigée, 1 ligne retirée')
    const first = /<button[^>]* form="draft"[^>]*>/.exec(french.html)?.[0]
    expect(first).toContain('value="check"')
  })

  it.each(['Previous rows', 'Français', 'Correct and check again', 'Check again'])(
    'stays in its fields, with the same rows, if the draft was changed in another window: %s',
    async (button) => {
      const { awa, page, path } = await draft(bad)
      const next = await press(awa, await press(awa, page, 'Show all 50'), 'Next rows')
      await press(awa, await awa.get(path), 'Leave out these 50 rows')
      const typed = { ...details, [cell(50)]: number(50) }
      const stale = await press(awa, next, button, typed)
      const [says, back] =
        button === 'Français' ? ['une autre fenêtre', 'Tous les'] : ['another window', 'All problems']
      expect([stale.status, stale.html]).toEqual([409, expect.stringContaining(says)])
      expect(fieldsOf(stale)).toMatchObject(typed)
      expect(fieldsOf(await press(awa, stale, back))).toMatchObject(details)
    },
  )

  it('stays in its fields if a cell cannot be corrected', async () => {
    const formula = '<c t="str"><f>CONCAT("1","2")</f><v>12</v></c>'
    const lines = [
      ['operator', 'phone_number', 'amount', 'reference'],
      ['mtn-benin', '2290197000001', 1500, 'R-1'],
      ...[3, 4, 5, 6, 7, 8, 9].map((line) => ['mtn-benin', formula, 1500 + line, `R-${line}`]),
    ]
    const book = await workbook({ sheets: [{ data: lines.map((cells, at) => sheetRow(at + 1, cells)).join('') }] })
    const { awa, page } = await draft(new Uint8Array(book), 'paie.xlsx')
    // As a page of an earlier release has it.
    const before = { ...page, html: `${page.html}<input name="${cell(4)}" form="draft" value="12"/>` }
    const refused = await press(awa, before, 'Show all 7', { ...details, [cell(4)]: number(4) })
    expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('This could not be corrected here')])
    expect(fieldsOf(refused)).toMatchObject(details)
  })

  it('has no field where a cell has a formula: what to do is said there, before anything is typed', async () => {
    const formula = '<c><f>0-5</f><v>-5</v></c>'
    const lines = [
      ['operator', 'phone_number', 'amount', 'reference'],
      ['mtn-benin', '2290197000001', 1500, 'R-1'],
      ['mtn-benin', '2290197000002', formula, 'R-2'],
      ['mtn-benin', '12', 1600, 'R-3'],
    ]
    const book = await workbook({ sheets: [{ data: lines.map((cells, at) => sheetRow(at + 1, cells)).join('') }] })
    const { awa, page } = await draft(new Uint8Array(book), 'paie.xlsx')
    const says = 'This cell has a formula, so it cannot be corrected here.'
    expect(page.html.split(says)).toHaveLength(2)
    expect(page.html).toContain('<code>-5</code>')
    for (const name of ['cell-3-2', 'leave-3']) expect(fieldsOf(page)).not.toHaveProperty([name])
    const fixed = await press(awa, page, 'Correct and check again', { [cell(4)]: number(4) })
    expect(fixed.html).toContain('Done: 1 cell corrected.')
    const left = await press(awa, fixed, 'Leave out this row')
    expect(left.html).toContain('Pay 2 people')
  })
})

describe('what is wrong with a new batch', () => {
  it('is said at the top and beside each field: totals and hours that are wrong at once', async () => {
    const { desk, awa, page } = await draft(good)
    const typed = { expect_count: '7', expect_total: '1', between: '8 to 18', at: '2020-01-01T08:00' }
    const { html, status } = await press(awa, page, 'Pay 3 people', typed)
    expect(status).toBe(409)
    expect(html).not.toContain('press the button again')
    for (const [name, says] of [
      ['expect_count', 'You expected 7 payouts, but the file has 3.'],
      ['expect_total', 'You expected a total of 1 FCFA, but the rows add up to 4,506 FCFA.'],
      ['between', '&quot;8 to 18&quot; is not a span of hours'],
      ['at', 'This time is in the past'],
    ]) {
      expect(html).toContain(`<a href="#${name}">${says}`)
      expect(html).toContain(`id="${name}-problem">${says}`)
    }
    expect(html).not.toContain('value="pay"')
    const many = await press(awa, { ...page, html }, 'Check again', { ...typed, expect_count: 'many' })
    expect(many.html).toContain('id="expect_count-problem">Expected number of payouts: write a whole number')
    expect(await batches(desk)).toEqual([])
  })

  it.each([
    ['en', 'Not chosen yet', 'Check again', 'Pay 1 person 1,500 FCFA'],
    ['fr', 'Pas encore choisi', 'Vérifier à nouveau', 'Payer 1 500 FCFA à 1 personne'],
  ] as const)(
    'begins a list at nothing where the automatic choice is the problem: %s',
    async (language, none, check, pay) => {
      const head = 'Opérateur,Téléphone,Ancien montant,Montant'
      const { awa, page } = await draft(`${head}\nmtn-benin,2290197000001,1400,1500\n`, 'paie.csv', language)
      const list = page.html.split('id="column-amount"')[1]?.split('</select>')[0] ?? ''
      expect(list.match(/<option[^>]*>[^<]*/)?.[0]).toContain(none)
      const chosen = await press(awa, page, check, { 'column-amount': 'Montant' })
      expect(chosen.html.replaceAll(/[\u202f\u00a0]/g, ' ')).toContain(pay)
    },
  )

  it('counts no rows of sheets whose columns are not sure yet', async () => {
    const data = [
      ['Opérateur', 'Téléphone', 'Ancien montant', 'Montant'],
      ['mtn-benin', '2290197000001', 1400, 1500],
    ].map((cells, at) => sheetRow(at + 1, cells))
    const book = await workbook({ sheets: ['Octobre', 'Novembre'].map((name) => ({ name, data: data.join('') })) })
    const { page } = await draft(new Uint8Array(book), 'paie.xlsx')
    expect(page.html).toContain('could be paid: &quot;Octobre&quot;, &quot;Novembre&quot;. Choose one below.')
    expect(page.html).not.toMatch(/0 rows|none payable/)
  })

  it('says a likely number once', async () => {
    const { page } = await draft(csv(row(1), row(2, { phone: '197700004' })))
    const why = /id="invalid_phone-3-1-why">(.*?)<\/p>/s.exec(page.html)?.[1] ?? ''
    expect(why).toContain('did you mean +2290197700004?')
    expect(why.split('+2290197700004')).toHaveLength(2)
  })

  it('lets an unknown operator be chosen from a list, without a command of the terminal', async () => {
    const { awa, page } = await draft(csv('zzz,0197000002,1502,R-2,Yao'))
    expect(page.html).not.toContain('payrun operators')
    expect(page.html).toContain('There is no operator &quot;zzz&quot;. Choose one from the list, or leave the row out.')
    const list = /<select[^>]*name="cell-2-0".*?<\/select>/s.exec(page.html)?.[0] ?? ''
    expect(list.match(/<option/g)).toHaveLength(22)
    const fixed = await press(awa, page, 'Correct and check again', { 'cell-2-0': 'moov-benin' })
    expect(fixed.html).toContain('Pay 1 person')
  })
})
