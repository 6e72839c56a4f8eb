import { expect, it } from 'vitest'
import { sumOf } from '../../../src/files/statement/sumWords.ts'
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
  ['a total', '26/11/2026;;;63000;;Total des mouvements;', undefined],
])('%s', async (_what, line, sum) => {
  const [read] = await linesOf(`${head}\n${line}\n`)
  expect(read?.sum).toBe(sum)
})
