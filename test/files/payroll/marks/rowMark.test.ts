import { expect, test } from 'vitest'
import { checkContent } from '../checkContent.ts'

const lines = (...each: string[]) => `${each.join('\n')}\n`

/** What the file is said to say of each row, with its cell; null for a row that would be paid. */
const saidOf = async (name: string, words: readonly string[], map = {}) => {
  const rows = words.map((word, at) => `mtn-benin;${197000010 + at};1500;E${at};"${word}"`.replace(';1', ';01'))
  const checked = await checkContent(lines(`operator;phone;salaire net;ref;${name}`, ...rows), 'csv', { map })
  return checked.rows.map(({ problems: [problem], cells }) => {
    const said = problem?.message.key.replace('payout.marked_', '') ?? null
    return said === null ? null : [cells[4], said]
  })
}

type Said = [name: string, says: 'paid' | 'not_to_pay' | 'other_way', marked: string[], open: string[]]

test.each<Said>([
  [
    'Status',
    'paid',
    ['SUCCESS', 'Successful', 'Disbursed', 'Transaction successful', 'Payment completed', 'Transféré le 20/11', 'Viré'],
    [...['Failed', 'Rejected', 'Not sent', 'Unsuccessful', 'Delivered', 'Pending']],
  ],
  [
    'Statut',
    'paid',
    ['Soldé', 'Completed', 'Réglé', 'Sent', 'Réussi'],
    ['En attente de paiement', 'Approved', 'Impayé'],
  ],
  ['State', 'paid', ['Payé'], ['Approved', 'In progress', 'Unpaid']],
  ['État', 'paid', [], ['Completed', 'Soldé', 'Terminé', 'In progress', 'En cours']],
  [
    'Statut du paiement',
    'paid',
    ['Succès', 'Réussi', 'Transféré', 'Envoyé', 'Décaissé', 'Traité', 'Soldé', 'Virement envoyé'],
    ['À envoyer', 'Non transféré', 'Rejeté', 'Échec', 'Livré', 'Validé', 'Traitement en cours'],
  ],
  ['Statut', 'not_to_pay', ['Démissionnaire', 'Licencié', 'Sorti', 'Terminated', 'Inactif', 'Doublon'], ['Retraité']],
  ['Payment status', 'paid', ['Completed', 'Done', 'Sent'], []],
  ['Training status', 'paid', ['Paid'], ['Completed', 'Done', 'Sent', 'Success']],
  ["État d'avancement", 'paid', ['Payé'], ['Traité', 'Exécuté', 'Réussi']],
  [
    'Payé le',
    'paid',
    [
      ...['20/11/2026', '2026-11-20', '11/20/2026', '12 novembre 2026', '12-Nov-26', 'jeudi 12 nov. 2026'],
      ...['2026-11-20 10:30', 'Nov 12, 2026'],
    ],
    ['31/12/2099', '2099-12-01', '12 décembre 2099', 'fin du mois', '46347', ''],
  ],
  ['Payé le', 'paid', ['12/11/2025 10:30', '20251112'], ['']],
  [
    'Payé',
    'paid',
    ['Oui !', 'OUI.', 'ok.', 'oui (OM)', 'oui 12/11', 'fait', 'Done', '(x)', '[x]', 'XX', '√', 'Vu'],
    ['Non.', 'Non payé', '0'],
  ],
  ...['Date envoi', 'Date de décaissement', 'Transaction date', 'Effectué le', 'Sent on'].map(
    (name): Said => [name, 'paid', ['20/11/2026 10:30'], ['']],
  ),
  ['Date paid', 'paid', ['20/11/2026'], ['']],
  ['Date de paiement', 'paid', ['20/11/2026', '19 nov. 2026'], ['']],
  ['Date of payment', 'paid', ['20/11/2026', '19/11/2026'], ['']],
  ['Paid date', 'paid', ['20/11/2026'], ['']],
  ['Salaire reçu', 'paid', ['Oui'], ['non', '']],
  ['Reçu', 'paid', [], ['Oui', '1', '02/11/2026']],
  ['Received on', 'paid', [], ['02/11/2026', 'Yes']],
  ['Payés', 'paid', ['oui', '1'], ['0']],
  [
    'Observations',
    'not_to_pay',
    ['Désistée', 's’est désisté le 12/11', 'A abandonné', 'Dropped out', 'Désistement'],
    ['Désistement de la prime', 'Abandonné par son équipe'],
  ],
  ['Bank', 'other_way', ['Zanaco', 'Ecobank', 'KCB 01'], ['MoMo', 'MTN mobile money', '', '-']],
  ['Nom de la banque', 'other_way', ['NSIA'], ['Orange Money']],
  ['Bank', 'other_way', [], ['Zanaco', 'Ecobank', '']],
  ['Bank', 'other_way', [], ['MTN', 'Celtiis Cash', 'Tigo Pesa', 'HaloPesa', 'Safaricom', 'AT Money', '99']],
  ['Bank', 'other_way', [], ['Orange Bank', 'Ecobank', 'BOA']],
  ['Payment mode', 'other_way', ['Stanbic', 'Zanaco', 'Standard Chartered'], ['MoMo']],
  ['Amelipwa', 'paid', ['Ndiyo', 'ndio'], ['Hapana', 'Bado', '']],
  ['Hali ya malipo', 'paid', ['Amelipwa', 'Imelipwa 12/11/2025'], ['Hajalipwa', 'Haijalipwa', 'Bado']],
  ['Maelezo', 'not_to_pay', ['Asilipwe', 'Usilipe'], ['Mfanyakazi mpya']],
  ['Yishyuwe', 'paid', ['Yego'], ['Oya']],
  ['Status', 'paid', ['Yahembwe', 'Yishyuwe'], ['Ntiyishyuwe']],
  ['Payés', 'paid', ['oui'], ['1', '0', '2']],
  ['Exclu', 'not_to_pay', ['oui'], ['1', '0', '14']],
  ['Hold', 'not_to_pay', ['Yes'], ['No', '']],
  ['Exclu', 'not_to_pay', ['Oui'], ['Non']],
  ['Décédé', 'not_to_pay', ['Oui'], ['Non']],
  ['Ne pas payer', 'not_to_pay', ['X', 'parti'], ['', 'Non']],
  ...['Suspendu', 'Bloqué', 'isSuspended'].map(
    (name): Said => [name, 'not_to_pay', ['Oui.', 'Oui - RH', 'Oui depuis le 01/11', '[x]', 'true'], ['Non.', '']],
  ),
  ['Suspendu le', 'not_to_pay', ['20/11/2026'], ['']],
  ['Date de décès', 'not_to_pay', ['20/11/2026'], ['']],
  ['Date de sortie', 'not_to_pay', ['20/10/2025'], ['31/12/2099', '']],
  ['A payer', 'not_to_pay', ['Non', 'N'], ['Oui', 'X']],
  ['À payer ?', 'not_to_pay', ['Non'], ['Oui']],
  ['Pay (Y/N)', 'not_to_pay', ['N'], ['Y']],
  ['Décision', 'not_to_pay', ['Rejeter', 'Rejeté', 'Non'], ['Accordé', 'Payer', 'n° 12/DG']],
  ['Validé', 'not_to_pay', ['Non'], ['Oui', 'par DRH', 'No objection', 'n° 12/DG']],
  ['Validé', 'not_to_pay', ['Non'], ['par DRH', '']],
  ...['Éligible', 'Payer O/N', 'Validation RH', 'is_active'].map(
    (name): Said => [
      name,
      'not_to_pay',
      ['Non', 'Non.', 'NON !', 'NON (congé)', 'Non - RH', 'Pas encore', 'KO'],
      ['Oui'],
    ],
  ),
  [
    'Motif',
    'not_to_pay',
    ['Suspendu', 'Ne pas payer', 'Suspension du contrat', 'Suspension de contrat'],
    [
      'Suspension de séance',
      'Salaire de novembre',
      'Virement salaire',
      'Cash transfer',
      'Doublon de paiement des frais',
      'Paiement effectué',
    ],
  ],
  ['Motif', 'paid', ['Déjà payé'], ['Paiement solde', 'Frais payés par l’agent']],
  [
    'Observations',
    'paid',
    [
      'Paiement soldé ce mois, déjà payé',
      'Paid on 25 Nov',
      'payé le 25 nov.',
      'Réglé 12-Nov-26',
      'payé le 3 déc. 2025',
      'a déjà eu son salaire',
    ],
    ['Paiement solde', 'Versement solde', 'payé 13 jours'],
  ],
  ...['Observations', 'Statut', 'Info', 'Situation administrative', 'HR notes', 'Colonne1'].map(
    (name): Said => [
      name,
      'not_to_pay',
      [
        ...['Licencié le 12/10/2026', 'a démissionné', 'left company', 'contract ended', 'DCD', 'radié', 'mis à pied'],
        ...['pas payer', 'no pay', 'DNP', 'à supprimer', 'delete', 'différé', 'numéro erroné', 'wrong number', 'TBC'],
        ...['25000 au lieu de 30000', 'payer 80 000', 'changer numéro: 0196000002', 'À déduire du net'],
        ...['Démission le 12/11/2025', 'Contrat non renouvelé', 'Ne doit pas être payé'],
        ...['ne travaille plus ici', 'left employment', 'no longer with us', 'Do not disburse', 'Mauvais numéro'],
        ...['payer au 0195000009', 'nouveau numéro 0195000009'],
        ...['à payer la moitié', 'Payer à moitié', 'Pay only half', 'verser la moitié du salaire'],
        ...['ne payer que la moitié', 'payer uniquement la moitié', 'à payer pour moitié', 'pay the half'],
        ...['payer sa moitié', 'payer 50%', 'only half', 'pay 50 percent'],
      ],
      [
        ...['Intérim de M. KOFFI (suspendu)', 'Remplaçante de BIO (démissionnaire)', 'Cancelled leave', 'Left handed'],
        ...[
          'Suspended loan repayment',
          'Annule la ligne du mois passé',
          'Parti en congé',
          'Mise à pied 3 jours',
          'Vérifié',
        ],
        ...['Retraité', 'Rejeté par l’opérateur en octobre', 'Numéro changé le 12/10', 'Congé reporté'],
        ...['Contrat expire le 05/12/2099', 'Démission le 31/12/2099', 'Resigned on 31/12/2099 (notice period)'],
        ...['Contrat terminé, solde de tout compte', 'Démission - dernier salaire', 'Resigned - final dues'],
        ...['Left on 20/11/2025, paid pro rata', 'Démissionnaire, en préavis', 'Contrat expiré, renouvelé'],
        ...['licencié, réintégré le 12/11', 'mise à pied levée', '1500 au lieu de 1600', 'À payer 1 500', 'Pay 1,500'],
        'ne travaille plus le samedi',
      ],
    ],
  ),
  ['Observations', 'paid', ['payé OM 12/11', 'settled', 'cash paid', 'paid manually'], ['Payé par OM', 'Cleared']],
  ['Émargement', 'paid', ['Payé OM'], ['']],
  [
    'Notes',
    'paid',
    [
      'Was paid in cash',
      'Already paid until December',
      'Paid in advance until June 2025',
      "Payé en espèces jusqu'en juin, puis par chèque en novembre",
    ],
    [],
  ],
  ['Avis DAF', 'not_to_pay', ['Défavorable', 'Refusé', 'En attente'], ['Favorable']],
  ['Ville', 'not_to_pay', ['NE PAS PAYER', 'RH : do not pay'], ['suspendu', 'Ne pas payer la prime', 'Notto']],
  ['Ville', 'paid', ['Déjà payé', 'already paid in cash'], ['payé', 'Déjà', 'Avance déjà payée']],
  ['Loyer', 'paid', [], ['Déjà payé', 'Ne pas payer']],
  ['Type de paiement', 'other_way', ['Espèces', 'Virement BOA', 'Chèque'], ['Cash plus', 'Cash grant', 'Guichet']],
  ['Payment type', 'other_way', ['Cash', 'Bank'], ['Cash for work', 'Unconditional cash', 'Bank of seeds']],
  [
    'Mode de paiement',
    'other_way',
    ['Espèces', 'Virement BOA', 'Virement', 'Chèque', 'Cash', 'Bank transfer', 'Ecobank', 'Caisse'],
    [
      ...['Mobile money', 'MoMo', 'Orange Money', 'MTN', 'Mobile', 'MM', 'Portable', 'Virement mobile', 'Cash/MoMo'],
      ...['Mensuel', 'Transfert', 'Cash transfer', ''],
    ],
  ],
  ['Payment method', 'other_way', ['Bank', 'Cash'], ['M-Pesa/MoMo']],
  ['Canal', 'other_way', ['Banque'], ['Agence Cotonou', 'Mobile']],
  ['Bank/MoMo', 'other_way', ['Bank'], ['MoMo']],
  [
    'Observations',
    'other_way',
    ['A payer en espèces', 'Virement BOA', 'Paiement par chèque', 'To be paid in cash', 'Pay by bank', 'Espèces'],
    [
      ...['Avance en espèces déduite', 'Prime en espèces', 'Virement du 25', 'Ne plus payer par chèque', 'Caissier'],
      ...['Paiement par mobile money', 'Cash crop bonus', 'Doublon corrigé', 'Duplicate ID card issued'],
      ...['Transféré à Parakou', 'Envoyé en mission', 'Parti en congé', 'Anciennement payé par chèque'],
    ],
  ],
])('as its %s says: %s', async (name, says, marked, open) => {
  expect(await saidOf(name, [...marked, ...open])).toEqual([
    ...marked.map((word) => [word, says]),
    ...open.map(() => null),
  ])
})
test('a day on all rows is that of the payroll, and a bank needs no number', async () => {
  expect(await saidOf('Date de paiement', ['20/11/2026', '20/11/2026'])).toEqual([null, null])
  const { rows } = await checkContent(lines('operator,phone,amount,Mode', ',,1500,Virement BOA'))
  expect(rows[0]?.problems).toMatchObject([{ code: 'malformed', column: 'Mode' }])
})
test('where nothing is left to pay, once it is known what the amount is', async () => {
  const map = { amount: 'salaire net' }
  expect(await saidOf('Reste à payer', ['0', '1500', '0,00 F', ''], map)).toMatchObject([
    ['0', 'paid'],
    null,
    ['0,00 F', 'paid'],
    null,
  ])
  const names = 'N°,operator,phone,salaire net,Reste à payer'
  const template = await checkContent(lines(names, '1,mtn-benin,0197000001,1500,1500', '2,,,0,0'), 'csv', { map })
  expect(template.rows.map(({ problems }) => problems)).toEqual([[]])
  // Whoever names it as the amount is told what is wrong with its cells.
  const { rows } = await checkContent(lines('operator,phone,A payer', 'mtn-benin,0197000001,Non', ''), 'csv', {
    map: { amount: 'A payer' },
  })
  expect(rows[0]?.problems).toMatchObject([{ code: 'invalid_amount' }])
  expect(await saidOf('A payer', ['Non', 'Oui'], map)).toMatchObject([['Non', 'not_to_pay'], null])
})
