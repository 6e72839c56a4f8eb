import { expect, it } from 'vitest'
import { sumOf } from '../../../src/files/statement/lineWords.ts'
import { linesOf } from './reading.ts'

const judged = (text: string, hasNumber = false, stated = '') => sumOf([text], { stated, hasNumber })

it.each([
  'Virement de masse 3 bénéficiaires',
  'BULK PAYMENT 26/11',
  'BULK_DISBURSEMENT',
  'Lot 12',
  'Salaires novembre',
  'VIR GROUPÉ',
  'Virements multiples',
  '12 transferts',
])('"%s" says that it is a sum', (text) => {
  expect(judged(text)).toBe('said')
})

it.each(['Loyer novembre', 'Retrait au guichet', 'Achat de 3 ordinateurs', 'Pilote', '1 virement'])(
  '"%s" does not, and may be one',
  (text) => {
    expect(judged(text)).toBe('possible')
  },
)

it.each(['Novembre 2026 salaires', 'PAIE 2026-11 salaires', 'Invoice 4521 payment', 'Facture 12/11 paiements'])(
  '"%s" to a number says no count',
  (text) => {
    expect(judged(text, true)).toBeNull()
  },
)

it('a line with a number is one only if it says how many it paid', () => {
  expect([judged('Bulk payment', true), judged('3 bénéficiaires', true), judged('', true, '3')]).toEqual([
    null,
    'said',
    'said',
  ])
  expect([judged('Loyer', false, '1'), judged('Loyer', false, '2')]).toEqual([null, 'said'])
})

const head = 'Date;N° transaction;Téléphone;Débit;Crédit;Libellé;Nombre de transactions'
it.each<[string, string, string | undefined]>([
  ['a booking without a number', '26/11/2026;B-1;;63000;;Règlement;', 'possible'],
  ['one without a reference', '26/11/2026;;;63000;;Règlement;', 'possible'],
  ['one that states its payments', '26/11/2026;B-1;;63000;;Règlement;3', 'said'],
  ['a fee', '26/11/2026;B-1;;630;;Frais virement de masse;', undefined],
  ['a masked number', '26/11/2026;B-1;229******01;63000;;Bulk;', undefined],
  ['a deposit without a reference', '26/11/2026;;;;63000;Dépôt;', undefined],
  ['what a payroll is called, like fees', '26/11/2026;;;63000;;Charges de personnel novembre;', 'possible'],
  ['missions, like fees', '26/11/2026;;;63000;;Frais de mission 12 bénéficiaires;', 'said'],
  ['last pay, like a total', '26/11/2026;;;63000;;Solde de tout compte, 2 bénéficiaires;', 'said'],
  ['a total', '26/11/2026;;;63000;;Total des mouvements;', undefined],
])('%s', async (_what, line, sum) => {
  const [read] = await linesOf(`${head}\n${line}\n`)
  expect(read?.sum).toBe(sum)
})

it('a minus of fees alone does not show that a sum came in', async () => {
  const names = 'reference,date,phone,amount,label'
  const sum = ',2026-11-21T12:00:00Z,,250000,Virement de masse 2 beneficiaires'
  const other = (amount: string, label: string) => `F,2026-11-19T09:00:00Z,,${amount},${label}`
  const sumsOf = async (line: string) => (await linesOf(`${names}\n${line}\n${sum}\n`)).map((each) => each.sum)
  expect(await sumsOf(other('-50', 'frais'))).toEqual([undefined, 'said'])
  expect(await sumsOf(other('-50000', 'Retrait'))).toEqual(['possible', undefined])
})
