import { describe, expect, it } from 'vitest'
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

  it('passes over a summary by operator, but not over one with a number that may be a phone number', async () => {
    const summary = (...rows: (string | number)[][]) => ({
      name: 'Récap',
      data: rows.map((cells, at) => row(at + 1, cells)).join(''),
    })
    const check = async (sheet: { name: string; data: string }) =>
      (await checkContent(await workbook({ sheets: [november, sheet] }), 'xlsx')).result
    const [title, totals] = [['Récapitulatif'], ['TOTAL', 60, 97_000_001]]
    for (const sheet of [
      summary(title, ['Opérateur', 'Effectif', 'Montant'], ['MTN', 45, 97_000_001], totals),
      summary(title, ['Réseau', 'Nombre', 'Total (FCFA)'], ['mtn-benin', 45, '97 000 001'], totals),
      summary(['Network', 'People', 'Sum', 'Amount'], ['mtn-benin', 45, 97_000_001, 97_000_001]),
    ])
      expect(await check(sheet)).toMatchObject({
        kind: 'checked',
        summary: { valid: 2, notes: [saying('Only "Novembre é" was read. Not read: "Récap".')] },
      })
    for (const sheet of [
      summary(['Opérateur', 'Montant', 'xyz'], ['MTN', 1_500, '0197000001']),
      summary(['Opérateur', 'Montant', ''], ['MTN', 1_500, '0197000001']),
      summary(['Opérateur', 'Montant', 'Contact'], ['MTN', 1_500_000, '97000001']),
      summary(['Opérateur', 'Montant'], ['mtn-benin', '0197000001']),
      summary(['MTN', 45, 97_000_001], ['MTN', 45, 97_000_001]),
      summary(['Opérateur', 'Solde'], ['0197000001', 'MTN', 1_500]),
    ])
      expect(await check(sheet)).toMatchObject({ kind: 'refused', message: saying('Several sheets') })
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
