import { describe, expect, test } from 'vitest'
import { totalLabel } from '../../../src/files/payroll/tail/lineBelow.ts'
import { verdictIn } from '../../../src/files/payroll/verdict.ts'
import { saying } from '../../harness/words.ts'
import { row, workbook } from '../../harness/workbook.ts'
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
  'PAID - 25 Nov 2026',
  'Virements exécutés le 25/11/2025',
  'Etat des paiements effectués le 25/11/2025',
  'Disbursed on 25/11/2025',
  'Payroll paid 25 November 2025',
  'Net pay already disbursed',
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
  'LISTE DES AGENTS SUSPENDUS',
  'Agents démissionnaires',
  'DEMISSIONNAIRES',
  'Démissionnaires et licenciés',
  '* démissionnaire',
  'Personnel décédé',
  'Terminated staff',
  'Employees on hold',
  'AGENTS NON PAYES / EN ATTENTE',
  'Do not process',
  'Not for payment',
  'Etat provisoire, à ne pas exécuter',
  'Ne pas payer avant le 30/12/2099',
  'Visa DG : refusé',
  'REJETE PAR LE DAF',
  'Non validé',
  'OBSOLETE',
  'SPECIMEN',
  'ANCIENNE VERSION',
  'Remplacé par la version du 25/11',
])('says that it is not to be paid: %s', (text) => {
  expect(verdictIn(text)).toMatchObject({ says: 'not_to_pay' })
})

test.each([
  'ANNULE ET REMPLACE la version du 12',
  'Annule et remplace',
  'Annule / remplace la liste du 12/11/2026',
  'ANNULE - REMPLACE LA VERSION DU 12',
  'Cet état annule le précédent',
  'Cet état annule le précédent',
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
  'Ne pas payer avant le 01/01/2020',
  'Ne pas payer les heures supplémentaires',
  'Les primes ne seront pas payées ce mois',
  'Virements exécutés le 25/11/2099',
  'Paiements effectués par mobile money',
  'Paiements rejetés',
  "Rejeté par l'opérateur",
  'Paiements en attente',
  'Indemnités des agents licenciés',
  'Démissionnaires : solde de tout compte',
  'Suspendus : néant',
  'Décédés : aucun',
  'Rappel de salaires bloqués en octobre',
  'A payer uniquement via MTN MoMo',
  'Net à payer, sauf erreur ou omission',
  'Etat des salaires (sauf cadres)',
  'Ne pas supprimer la ligne 3',
  'Cash transfer list',
  'Avance payée en espèces',
  'Sont à payer : les lignes en vert',
  'Orange Money : ne pas payer deux fois',
  'Vu et approuvé',
  'Payé par : ____',
  'Do not pay in cash',
  'Do not pay twice',
  'Ne pas diffuser',
  'Ne pas modifier les colonnes',
  'Brouillon',
  'Draft',
  'Provisoire',
  'Feuil1',
  'Novembre 2026',
  'Règles',
  'Seules les personnes figurant sur la présente liste seront payées',
  'Only staff on this list will be paid',
  'Seul le net à payer fait foi',
  'Tout agent absent ne sera pas payé le mois prochain',
  'Les cellules en gris ne doivent pas être modifiées',
  'Agents décédés (ayants droit)',
  'Agents décédés : capital décès',
])('says neither: %s', (text) => {
  expect(verdictIn(text)).toBeNull()
})

/** Those that may stand before what is judged. Two ways to match one of them double the time with each repetition. */
const repeated =
  "le la les ce cet cette ces the this these de des du of for pour au mois month all tous toutes tout est sont is are nb janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre january february march april may june july august september october november december 1 2026 etat etats liste listes fichier bordereau tableau document feuille sheet list file batch lot paie paies paye payes salaire salaires solde soldes net nets virement virements versement versements paiement paiements payroll payment payments payout payouts salaries salary wage wages pay prime primes bonus indemnite indemnites allowance allowances agent agents employe employes employee employees personnel beneficiaire beneficiaires ouvrier ouvriers staff worker workers beneficiaries people a to be payer regler verser payable paid montant grand sous sub general overall masse l' d' -"

test('words that are repeated take no longer than others', () => {
  for (const word of repeated.split(' ')) {
    const words = `${`${word} `.repeat(300)}zz`
    expect(verdictIn(words), word).toBeNull()
    expect(totalLabel.test(words), word).toBe(false)
  }
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

test.each([
  'NB : les lignes en rouge ne sont pas à payer',
  'Rouge = ne pas payer',
  'Jaune = payé',
  'Les lignes surlignées en jaune ont déjà été payées',
  'Lignes surlignées = déjà payées',
  'Les agents en rouge ont démissionné',
  "Les agents marqués d'une * ne sont pas à payer",
  'NB : ADJOVI Paul (E4) ne doit pas être payé ce mois',
  'Ne pas payer SOSSA Luc',
  'NB: E3 a démissionné',
  'KOFFI Jean est suspendu',
  'SOSSA Luc : à payer en espèces',
  'Salaires à payer en espèces',
  'Espèces',
  'Payer uniquement E1 et E2',
  'Only pay rows in green',
  'Seuls les agents en vert sont à payer',
  'Sauf E3 et E4 (en congé)',
  'Annuler la ligne 3',
  'La ligne 3 est à supprimer',
])('says that some are not to be paid: %s', (text) => {
  expect(verdictIn(text)).toMatchObject({ says: 'some' })
})

describe('what refuses above the rows refuses between and below them', () => {
  const other = 'E2;mtn-benin;0197000002;2500\n'
  test.each([
    'NE PAS PAYER',
    ';;Déjà payé;',
    'DEMISSIONNAIRES;;;',
    'Rouge : à ne pas payer',
    '* démissionnaire;;;',
    'Payer uniquement E1 et E2',
    'NB : ne pas payer SOSSA Luc;;;',
    'Visa DG;refusé;;',
    'PAYE LE 25/11/2025;;;',
  ])('%s', async (line) => {
    for (const content of [
      `${line}\n${table}`,
      `${table}${line}\n${other}`,
      `${table}${line}\n`,
      `${table}TOTAL;;;1500\n${line}\n`,
    ])
      expect((await checkContent(content)).result).toMatchObject({ kind: 'refused', message: saying(/^Line \d/) })
    const cells = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((each) => each.split(';'))
    const data = cells(`${table}${line}\n${other}`)
      .map((each, at) => row(at + 1, each))
      .join('')
    const { result } = await checkContent(await workbook({ sheets: [{ name: 'Paie', data }] }), 'xlsx')
    expect(result).toMatchObject({ kind: 'refused', line: 3, message: saying("payrun can't tell which") })
  })
  test('a legend right of a payout refuses the file, and a remark there is a problem of its row', async () => {
    const beside = async (text: string) => {
      const data = [...`${table}${other}`.trim().split('\n')].map((each, at) =>
        row(at + 1, [...each.split(';'), ...(at === 1 ? ['', text] : [])]),
      )
      return (await checkContent(await workbook({ sheets: [{ name: 'Paie', data: data.join('') }] }), 'xlsx')).result
    }
    expect(await beside('Rouge : ne pas payer')).toMatchObject({ kind: 'refused', line: 2 })
    expect(await beside('ne pas payer')).toMatchObject({ kind: 'checked', summary: { valid: 1, invalid: 1 } })
  })
  test('but a row that lacks its number is only a problem of that row', async () => {
    const { result } = await checkContent(`${table}E3;;;\nE4 (suspendu);démissionnaire;;\n${other}`)
    expect(result).toMatchObject({ kind: 'checked', summary: { valid: 2, invalid: 2 } })
  })
})
