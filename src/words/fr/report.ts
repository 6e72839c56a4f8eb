import type { Catalogue } from '../catalogue.ts'

/** The HTML report. */
export const report: Catalogue = {
  '{1}: payout report': '{1} : rapport de paiement',
  'Payout report': 'Rapport de paiement',
  'The file has {1} row.': 'Le fichier a {1} ligne.',
  'The file has {1} rows.': 'Le fichier a {1} lignes.',
  'Every row, one by one: payrun report {1} -o report.csv':
    'Toutes les lignes, une par une : payrun report {1} -o rapport.csv',
  Totals: 'Totaux',
  Amount: 'Montant',
  'By operator': 'Par opérateur',
  'no operator': 'sans opérateur',
  'Rows that need somebody': "Lignes qui demandent quelqu'un",
  'None: every row is paid.': 'Aucune : toutes les lignes sont payées.',
  'The first {1} of them. All are in the report as CSV.':
    'Les {1} premières. Toutes sont dans le rapport au format CSV.',
  Line: 'Ligne',
  'What happened': "Ce qui s'est passé",
  'Reference {1}': 'Référence {1}',
  'Nothing was paid. Mend the cause, then try again: payrun retry {1} --line N':
    "Rien n'a été payé. Corrigez la cause, puis essayez de nouveau : payrun retry {1} --line N",
  "The money may have moved: do not pay again before the provider's statement says that it did not. payrun reconcile {1} STATEMENT":
    "L'argent est peut-être parti : ne payez pas de nouveau avant que le relevé du prestataire dise le contraire. payrun reconcile {1} RELEVÉ",
  'The provider has it and has not said how it ended. Its statement says so in the end: payrun reconcile {1} STATEMENT':
    "Le prestataire l'a reçu et n'a pas dit comment cela s'est terminé. Son relevé le dira : payrun reconcile {1} RELEVÉ",
  'Was never sent. Mend the row, and give it in a new file.':
    "N'a jamais été envoyé. Corrigez la ligne et donnez-la dans un nouveau fichier.",
  'Was stopped before it was sent: nothing was paid. Give it in a new file if it is still to be paid.':
    "Arrêté avant l'envoi : rien n'a été payé. Donnez-le dans un nouveau fichier s'il est encore à payer.",
  'Nothing was paid. Mend the cause, and give the row in a new file.':
    "Rien n'a été payé. Corrigez la cause et donnez la ligne dans un nouveau fichier.",
  'Is not paid until somebody else approves it: payrun approve {1} --as NAME':
    "N'est pas payé avant que quelqu'un d'autre l'approuve : payrun approve {1} --as NOM",
  'Is not over yet: payrun resume {1}': "N'est pas encore terminé : payrun resume {1}",
}
