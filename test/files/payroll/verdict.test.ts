import { expect, test } from 'vitest'
import { saysSome, verdictIn } from '../../../src/files/payroll/verdict.ts'
import { saying } from '../../harness/words.ts'
import { checkContent } from './checkContent.ts'

test.each([
  'ETAT DEJA PAYE - NE PAS PAYER',
  'État déjà payé',
  'DEJA PAYE',
  'Déjà payés le 12/11/2026',
  'Paie de novembre 2026 - déjà payée',
  'Salaires de novembre déjà payés',
  'Liste des agents déjà payés par chèque',
  'Virements déjà réglés',
  'Primes déjà versées',
  'Already paid',
  'November payroll (already paid in cash)',
  'This payroll has been paid',
  'Les salaires ont été payés le 30/11/2026',
  'Payé',
  'PAYÉ LE 12/11/2026',
  'PAYE LE 12/11/2026',
  'Payés en espèces',
  'Statut : payé',
  'Paid on 12/11/2026',
  'Etat payé le 30/10/2026',
  'PAID',
])('says that it is paid: %s', (text) => {
  expect(verdictIn(text)).toMatchObject({ says: text.includes('NE PAS') ? expect.any(String) : 'paid' })
})

test.each([
  'NE PAS PAYER',
  'À ne pas payer !',
  'Agents absents, ne pas payer',
  'Ne plus payer',
  'DO NOT PAY',
  "Don't pay",
  'Not to be paid',
  'ANNULÉ',
  'Annule',
  'ETAT ANNULE',
  'Paie de novembre annulée',
  'Novembre (annulé)',
  'Annulé et remplacé par la version du 14',
  'ANNULE ET REMPLACE PAR LA VERSION DU 14',
  'November payroll - CANCELLED',
  'Canceled',
  'Suspendus',
  'Paiements suspendus',
  'On hold',
])('says that it is not to be paid: %s', (text) => {
  expect(verdictIn(text)).toMatchObject({ says: 'not_to_pay' })
})

test.each([
  'ANNULE ET REMPLACE la version du 12',
  'Annule et remplace',
  'Annule / remplace la liste du 12/11/2026',
  'ANNULE - REMPLACE LA VERSION DU 12',
  'Cancels and replaces the list of 12 November',
  'PAYE',
  'Paye novembre 2026',
  'Paye du 12/11/2026',
  'À payer',
  'État à payer le 30/11/2026',
  'Net à payer',
  'Salaires payés le 30/11/2026',
  'Non payés',
  'Impayés',
  'Unpaid',
  'Not yet paid',
  'Liste des agents non encore payés',
  'Salaires payés par mobile money',
  'Agents payés par Orange Money',
  'Paid by: Orange Money',
  'Payé par : Awa Diop',
  'Payés le 25 de chaque mois',
  'Indemnités de congés payés',
  'Congés payés novembre 2026',
  'Paid leave',
  'Net à payer, avances déjà versées déduites',
  'Avances déjà versées',
  'Hors agents déjà payés',
  'Agents déjà payés exclus',
  'Payé : non',
  'Payé / Non payé',
  'Ne pas payer en espèces',
  'Ne pas payer deux fois',
  'Ne pas payer sans visa du DAF',
  'Do not pay in cash',
  'Do not pay twice',
  'Ne pas diffuser',
  'Ne pas modifier les colonnes',
  'Liste des agents suspendus',
  'Brouillon',
  'Draft',
  'Provisoire',
  'Feuil1',
  'Novembre 2026',
  'Règles',
])('says neither: %s', (text) => {
  expect(verdictIn(text)).toBeNull()
})

const table = 'Matricule;Opérateur;Téléphone;Montant\nE1;mtn-benin;0197000001;1500\n'

test.each([
  ['ETAT DEJA PAYE - NE PAS PAYER', 'has been paid already ("ETAT DEJA PAYE")'],
  ['Société X;;DO NOT PAY', 'is not to be paid ("DO NOT PAY")'],
  ['Statut;Payé', 'has been paid already ("Payé")'],
])('a title that says so refuses the file: %s', async (title, words) => {
  const { result } = await checkContent(`Société X\n${title}\n${table}`)
  expect(result).toMatchObject({ kind: 'refused', line: 2, message: saying(words) })
})

test('that of a corrected payroll does not', async () => {
  const { result } = await checkContent(`ANNULE ET REMPLACE la version du 12\n${table}`)
  expect(result).toMatchObject({ kind: 'checked', summary: { valid: 1 } })
})

test('knows a legend of marked rows', () => {
  expect(saysSome('NB : les lignes en rouge ne sont pas à payer')).not.toBeNull()
  for (const text of [
    'Sont à payer : les lignes en vert',
    'Orange Money : ne pas payer deux fois',
    'Ne pas payer en espèces',
  ])
    expect(saysSome(text)).toBeNull()
})
