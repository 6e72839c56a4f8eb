import { describe, expect, test } from 'vitest'
import { noColumns } from '../../../../src/files/payroll/header/columns.ts'
import { readTitles } from '../../../../src/files/payroll/header/titles.ts'
import { notSaying, saying } from '../../../harness/words.ts'
import { row as cells, workbook } from '../../../harness/workbook.ts'
import { checkContent } from '../checkContent.ts'

const header = 'Matricule;Opérateur;Téléphone;Montant'
const rows = ['E1;mtn-benin;0197000001;1500', 'E2;moov-benin;0195000002;2500']
const content = (...titles: string[]) => `${[...titles, header, ...rows].join('\n')}\n`
const check = (...titles: string[]) => checkContent(content(...titles))
/** As a spreadsheet has it: the cells of each title, above a table of one payout of 1,500. */
async function checkSheet(...titles: (string | number)[][]) {
  const at = titles.length + 1
  const table = cells(at, header.split(';')) + cells(at + 1, ['E1', 'mtn-benin', '0197000001', 1500])
  const data = titles.map((each, n) => cells(n + 1, each)).join('') + table
  return checkContent(await workbook({ sheets: [{ name: 'Paie', data }] }), 'xlsx')
}

describe('a currency that a title states', () => {
  test.each([
    ['Devise : EUR', 'are in EUR'],
    ['Devise: euros', 'are in euros'],
    ['DEVISE : €', 'are in €'],
    ["Devise : l'euro", 'are in euro'],
    ['Devise de paiement : Dollar US', 'are in Dollar'],
    ['Devise/Currency : EUR', 'are in EUR'],
    ['Devise EUR', 'are in EUR'],
    ['Devise - EUR', 'are in EUR'],
    ['Monnaie : USD', 'are in USD'],
    ['Monnaie : CHF', 'are in CHF'],
    ['Currency: EUR', 'are in EUR'],
    ['Currency code = GBP', 'are in GBP'],
    ['Mois : novembre 2026 - Devise : EUR', 'are in EUR'],
    ['Devise;EUR', 'are in EUR'],
    ['Devise :;;EUR', 'are in EUR'],
    ['Mois;Devise;Site\n11/2026;EUR;Cotonou', 'are in EUR'],
    ['Devise : k€', 'not written in full'],
    ['Devise : milliers de FCFA', 'not written in full'],
  ])('refuses the file where payrun does not pay it: %j', async (title, words) => {
    expect((await check('Société X', title)).result).toMatchObject({
      kind: 'refused',
      line: 2,
      message: saying(words),
    })
  })
  test('in a workbook and between commas as well', async () => {
    expect((await checkSheet(['Devise', 'EUR'])).result).toMatchObject({ kind: 'refused', line: 1 })
    const { result } = await checkContent('Devise,EUR\noperator,phone,amount\nmtn-benin,0197000001,1500\n')
    expect(result).toMatchObject({ kind: 'refused', line: 1 })
  })
  test.each([['Currency: KES'], ['Devise;KSh'], ['Devise : Kenya shillings']])(
    'is a problem of each row in another one: %j',
    async (title) => {
      const { rows: checked } = await check(title)
      expect(checked).toMatchObject([
        { problems: [{ code: 'currency_mismatch', message: saying(/^Line 1 above .*but this payout is in XOF/) }] },
        { problems: [{ code: 'currency_mismatch' }] },
      ])
    },
  )
  test('also where the heading of the amounts names the right one: the two contradict each other', async () => {
    const { rows: checked } = await checkContent(content('Devise : KES').replace('Montant', 'Montant (FCFA)'))
    expect(checked[0]?.problems).toMatchObject([{ code: 'currency_mismatch', message: notSaying('headed') }])
  })
  test.each([
    'Devise : FCFA',
    'Devise : XOF',
    'Devise;XOF',
    'Devise : F CFA',
    'Devise : Franc CFA (XOF)',
    'Devise : Francs CFA BCEAO',
    'Monnaie : CFA',
    'Currency: West African CFA franc',
    'Devise : FCFA (1 EUR = 655,957 FCFA)',
    'Devise : FCFA - Taux EUR : 655,957',
    'Devise : Fraternité - Justice - Travail',
    "Devise : l'union fait la force",
    'Devise : Un Peuple, Un But, Une Foi',
    'Devise : voir colonne F',
    'Devise du budget : EUR',
    'Financement : Union européenne (EUR)',
    'Cours de la devise : 1 EUR = 655,957 FCFA',
    'Devise',
    'Devise;;Mois;Novembre',
    'Taux de change : 1 USD = 600 FCFA',
    'Paie de novembre (1 EUR = 655,957 FCFA)',
  ])('says nothing against the rows: %j', async (title) => {
    const { result } = await check('Société X', title)
    expect(result).toMatchObject({ kind: 'checked', summary: { valid: 2 } })
  })
})

describe('a unit that a title states', () => {
  test.each([
    ['Unité : milliers de FCFA', 'milliers'],
    ['UNITE : MILLIERS DE FRANCS', 'MILLIERS'],
    ['Unité : 1000 FCFA', '1000'],
    ['Unité : 1 000 francs', '1 000'],
    ['Unité = x1000', 'x1000'],
    ['Unité : 1.000', '1.000'],
    ['Unité monétaire : k FCFA', 'k'],
    ['Unité de compte : million de FCFA', 'million'],
    ['Unité : milliers de FCFA, sauf indication contraire', 'milliers'],
    ['Unit: thousands', 'thousands'],
    ["Units: '000", "'000"],
    ['Unit: 1,000 KES', '1,000'],
    ['Unité;milliers de FCFA', 'milliers'],
    ['Unité;;1000 FCFA', '1000'],
    ['Mois;Unité\nnovembre;milliers', 'milliers'],
    ['Échelle : milliers', 'milliers'],
    ['Montants : milliers de FCFA', 'milliers'],
    ['Amounts: thousands', 'thousands'],
    ['Montants x1000', 'x1000'],
    [';;;milliers de FCFA', 'milliers'],
    [';;;k FCFA', 'k'],
    [';;;x1000', 'x1000'],
    ['Devise : 1000 FCFA', '1000'],
  ])('refuses the file where it is not one: %j', async (title, scale) => {
    expect((await check('Société X', title)).result).toMatchObject({
      kind: 'refused',
      line: 2,
      message: saying(`not written in full ("${scale}")`),
    })
  })
  test.each([
    ['Unité : euros', 'euros'],
    ['Unité monétaire : EUR', 'EUR'],
    ['Montants : USD', 'USD'],
    ['Montants exprimés : euros', 'euros'],
    ['PAIE EUR NOVEMBRE 2026', 'EUR'],
    ['Payroll USD', 'USD'],
    [';;;€', '€'],
  ])('or of a currency that payrun does not pay: %j', async (title, sign) => {
    expect((await check('Société X', title)).result).toMatchObject({ kind: 'refused', message: saying(`in ${sign}`) })
  })
  test('in a workbook, where a unit may be a number', async () => {
    expect((await checkSheet(['Unité', 1000])).result).toMatchObject({ kind: 'refused', line: 1 })
  })
  test.each([
    'Unité : FCFA',
    'Unité : 1 FCFA',
    'Unité : franc CFA',
    'Unité monétaire;XOF',
    'Unité : Usine de Cotonou',
    'Unité : Bloc K',
    'Unité : Mille Collines',
    'Unité : 12',
    'Unité 1000',
    'Unité F',
    'Unité K',
    'Unité de production : 1000',
    'Business unit: 1000',
    'Échelle : 1000',
    'Échelle 7, échelon 3',
    'Montants : voir colonne F',
    'Montant forfaitaire : 1000 FCFA',
    'Amounts;FCFA',
    'PAIE XOF NOVEMBRE 2026',
    'Paie GIP novembre 2026',
    'Section;F',
    'Service;RS',
    'Livre de paie',
    'Livre de paie novembre 2026',
    'Grand livre des salaires',
    'Bloc K',
    '1 000 agents',
    'Cité des Mille Collines',
    'Total Énergies;Paie de mai 2026',
  ])('says nothing against the rows: %j', async (title) => {
    expect((await check('Société X', title)).result).toMatchObject({ kind: 'checked', summary: { valid: 2 } })
  })
})

test('a unit of a title keeps its line, and the heading of the amounts goes first but where nothing else is said', () => {
  const columns = noColumns()
  const above = (line: number, text: string) => [{ line, cells: [text] }]
  for (const [at, text] of ['Montants en KES', 'Montants en UGX', 'Devise : XOF'].entries())
    expect(readTitles(above(at + 1, text), columns)).toBeNull()
  expect(columns.units.map(({ written, line }) => [written, line])).toEqual([
    ['KES', 1],
    ['XOF', 3],
  ])
})
