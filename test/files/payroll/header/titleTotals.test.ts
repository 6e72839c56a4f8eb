import { describe, expect, test } from 'vitest'
import { statedTotals } from '../../../../src/files/payroll/header/titles.ts'
import { saying } from '../../../harness/words.ts'
import { row as cells, workbook } from '../../../harness/workbook.ts'
import { checkContent } from '../checkContent.ts'

const header = 'Matricule;Opérateur;Téléphone;Montant'
const rows = ['E1;mtn-benin;0197000001;1500', 'E2;moov-benin;0195000002;2500']
const check = (...titles: string[]) => checkContent(`${[...titles, header, ...rows].join('\n')}\n`)
const stated = (...titles: string[]) =>
  statedTotals(titles.map((each, at) => ({ line: at + 1, cells: each.split(';') }))).map((each) =>
    each.kind === 'total' ? each.amount : `${each.count} rows`,
  )

describe('a total above the table', () => {
  test.each([
    'Total à payer : 4 000 FCFA',
    'TOTAL : 4000',
    'Total général … 4000',
    'Total général ........ 4 000',
    'Total net à payer = 4.000 F CFA',
    'Total 4 000',
    'Montant total;4000',
    'Montant global : 4 000,00',
    'Total (FCFA) : 4000',
    'NET À PAYER : 4 000',
    'Total novembre 2026 : 4 000',
    'Total amount: XOF 4,000',
    'Total;2;4000',
    'Mois;Total\n11/2026;4000',
    'Mois : novembre - Total : 4 000 FCFA',
    'Total : 4 000 FCFA pour 2 agents',
    'Virement de la somme de 4 000 FCFA',
  ])('agrees with the rows, which is said: %j', async (title) => {
    expect((await check(title)).result).toMatchObject({
      kind: 'checked',
      summary: { rows: 2, notes: [saying('found on line'), saying(/total of the file: 4[^\d]000/)] },
    })
  })
  test.each([
    'Total à payer : 5 000 FCFA',
    'TOTAL;5000',
    'Total général … 9999',
    'Total 5,000',
    'Montant total;;5000',
    'Total;2;5000',
    'Mois;Total\n11/2026;5000',
    'Total : 4 000 €',
    'Virement de la somme de 5 000 FCFA',
  ])('refuses the file where it differs, with both sums: %j', async (title) => {
    expect((await check(title)).result).toMatchObject({
      kind: 'refused',
      message: saying(/gives a total of .+, but the rows add up to .*4[^\d]000/),
      summary: { rows: 2 },
    })
  })
  test('between commas, in a workbook, and told only of a file whose total was set aside', async () => {
    const table = 'operator,phone,amount\nmtn-benin,0197000001,1500\n'
    expect((await checkContent(`Total : 1,500 FCFA\n${table}`)).result).toMatchObject({ kind: 'checked' })
    const differs = `Total : 15,500 FCFA,,\n${table}`
    expect((await checkContent(differs)).result).toMatchObject({ kind: 'refused', line: 1, message: saying('15,500') })
    expect((await checkContent(differs, 'csv', { toldTotals: true })).result).toMatchObject({
      kind: 'checked',
      summary: { notes: [{}, saying('is not compared')] },
    })
    const data = cells(1, ['Total général', '', '', 9999]) + cells(2, header.split(';')) + cells(3, rows[0]!.split(';'))
    const book = await workbook({ sheets: [{ name: 'Paie', data }] })
    expect((await checkContent(book, 'xlsx')).result).toMatchObject({ kind: 'refused', line: 1 })
  })
  test('that is not written in digits alone is refused, as below the rows', async () => {
    expect((await check('Total : 5 millions FCFA')).result).toMatchObject({
      kind: 'refused',
      message: saying("can't be read"),
    })
  })
})

describe('a number of payouts above the table', () => {
  test.each([
    'Nombre de bénéficiaires : 2',
    "Nombre d'agents;2",
    'Nbre de salariés : 2',
    'Effectif : 2',
    'Bénéficiaires : 2',
    'Total agents : 2',
    'Total : 2 agents',
    'Number of employees: 2',
    'Nombre de virements : 2',
  ])('agrees: %j', async (title) => {
    expect((await check(title)).result).toMatchObject({
      kind: 'checked',
      summary: { notes: [{}, saying('gives the number of rows')] },
    })
    const { result } = await check(title.replace('2', '3'))
    expect(result).toMatchObject({ kind: 'refused', line: 1, message: saying('there are 3 rows, but the file has 2') })
  })
})

test.each([
  'Total Énergies Bénin;Paie 11/2026',
  'TOTAL BENIN SA - Paie novembre 2026',
  'Station Total 3',
  'Total 2026',
  'Total du 1 au 30 novembre',
  'Total à payer le 30/11/2026',
  'Récapitulatif;Total\nMTN;1500\nMoov;2500',
  'Total',
  'Total brut : 6 000',
  'Masse salariale : 312 000 FCFA',
  'Convention n° 12/UE - montant total 25 000 000 FCFA',
  'Total des retenues : 500',
  'Total CNSS : 300',
  'Total heures : 346',
  'Total jours : 22',
  'Total : 22 jours',
  'Total Orange Money : 1 500',
  'Total des avances;500',
  'Total paiements : 2',
  'Montant : 2 000 FCFA',
  'Montant;2000',
  'Prime : une somme de 2 000 FCFA par agent',
  'Part du total : 100 %',
  'Nombre de jours ouvrés : 22',
  'Nombre de pages : 3',
  'NB : voir la note 3',
  'NB : paie de novembre 2026',
  'Agents : 001-120',
  "Nombre d'agents : 2 sur 120",
  'Date : 30/11/2026',
  'Page 1/3',
  'Tél. : 21 30 00 00',
  'Société au capital de 10 000 000 FCFA',
  'Compte : 0012345',
  'Effectif',
])('other words and numbers are compared with nothing: %j', async (title) => {
  expect(stated(...title.split('\n'))).toEqual([])
  expect((await check(title)).result).toMatchObject({ kind: 'checked', summary: { valid: 2 } })
})
