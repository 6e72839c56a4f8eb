import type { Catalogue } from '../catalogue.ts'

/** What people are told by webhook and e-mail. */
export const alerts: Catalogue = {
  '{1}: the one row is paid.': '{1} : la seule ligne est payée.',
  '{1}: all {2} rows are paid.': '{1} : les {2} lignes sont toutes payées.',
  '{1}: settled, with {2} of {3} rows paid. See: payrun status {4}':
    '{1} : réglé ; lignes payées : {2} sur {3}. Voir : payrun status {4}',
  '{1}: paused ({2}). Nothing more is sent until somebody goes on with: payrun resume {3}':
    "{1} : en pause ({2}). Rien d'autre ne part avant que quelqu'un reprenne avec : payrun resume {3}",
  "{1}: waits for a second person's approval: payrun approve {2}":
    "{1} : attend l'approbation d'une deuxième personne : payrun approve {2}",
  'The schedule {1} failed ({2}): nobody was paid. See: payrun schedule runs {3}':
    "La planification {1} a échoué ({2}) : personne n'a été payé. Voir : payrun schedule runs {3}",
  'payrun: {1} is settled': 'payrun : {1} est réglé',
  'payrun: {1} is paused': 'payrun : {1} est en pause',
  'payrun: {1} waits for an approval': 'payrun : {1} attend une approbation',
  'payrun: the schedule {1} failed': 'payrun : la planification {1} a échoué',
}
