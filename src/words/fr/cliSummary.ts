import type { Catalogue } from '../catalogue.ts'

/** What the commands say of a batch: its state, its rows, what to do next. */
export const cliSummary: Catalogue = {
  paid: 'payé',
  failed: 'échoué',
  unknown: 'inconnu',
  accepted: 'accepté',
  sending: "en cours d'envoi",
  pending: 'en attente',
  invalid: 'invalide',
  cancelled: 'annulé',
  asked: 'demandé',
  'under way': 'en cours',
  refused: 'refusé',
  expired: 'expiré',
  'awaiting approval': "en attente d'approbation",
  running: 'en cours',
  paused: 'en pause',
  settled: 'réglé',
  '1 paid': '1 payée',
  '{1} paid': '{1} payées',
  '1 failed': '1 échouée',
  '{1} failed': '{1} échouées',
  '1 unknown': '1 inconnue',
  '{1} unknown': '{1} inconnues',
  '1 accepted': '1 acceptée',
  '{1} accepted': '{1} acceptées',
  '{1} sending': "{1} en cours d'envoi",
  '{1} pending': '{1} en attente',
  '1 invalid': '1 invalide',
  '{1} invalid': '{1} invalides',
  '1 cancelled': '1 annulée',
  '{1} cancelled': '{1} annulées',
  '{1} row': '{1} ligne',
  '{1} rows': '{1} lignes',
  '{1}/{2} rows': '{1}/{2} lignes',
  'held, no clear answers: {1}': 'en suspens, pas de réponses claires : {1}',
  '{1}; held: {2}': '{1} ; en suspens : {2}',
  '{1}: {2}': '{1} : {2}',
  'about {1} left': 'encore {1} environ',
  '{1} days': '{1} jours',
  Paying: 'Paiement',
  Watching: 'Suivi',
  'What to do next': 'Que faire ensuite',
  'Report: {1}': 'Rapport : {1}',
  'Batch {1}': 'Lot {1}',
  'Batch: {1}': 'Lot : {1}',
  'Batch {1}: {2}.': 'Lot {1} : {2}.',
  'Awaiting approval': "En attente d'approbation",
  'Being paid': 'Paiement en cours',
  Paused: 'En pause',
  Cancelled: 'Annulé',
  'The one row is paid': 'La seule ligne est payée',
  'All {1} rows are paid': 'Les {1} lignes sont toutes payées',
  'Settled, but {1} of {2} rows is not paid': "Réglé, mais {1} ligne sur {2} n'est pas payée",
  'Settled, but {1} of {2} rows are not paid': 'Réglé, mais {1} lignes sur {2} ne sont pas payées',
  total: 'total',
  Status: 'Statut',
  Rows: 'Lignes',
  Amount: 'Montant',
  'It took {1}.': 'Durée : {1}.',
  'It took {1}: {2} rows/s.': 'Durée : {1}, soit {2} lignes/s.',
  'Provider reference: {1}': 'Référence du prestataire : {1}',
  'Why: {1}': 'Pourquoi : {1}',
  'The batch is paused.': 'Le lot est en pause.',
  'To go on:': 'Pour reprendre :',
  '{1} row waits to be paid.': "{1} ligne attend d'être payée.",
  '{1} rows wait to be paid.': "{1} lignes attendent d'être payées.",
  '{1} row is still to be paid, by whatever `{2} worker` is running. To follow it:':
    '{1} ligne reste à payer, par un `{2} worker` en marche. Pour suivre :',
  '{1} rows are still to be paid, by whatever `{2} worker` is running. To follow it:':
    '{1} lignes restent à payer, par un `{2} worker` en marche. Pour suivre :',
  'Nothing is paid until somebody approves it. Whoever submitted it can not:':
    "Rien n'est payé avant que quelqu'un l'approuve. Celui qui l'a soumis ne le peut pas :",
  NAME: 'NOM',
  STATEMENT: 'RELEVÉ',
  "{1} row may or may not have been paid; payrun will never send it again by itself. The provider's statement settles it (or, row by row, resolve):":
    '{1} ligne a peut-être été payée, peut-être pas ; payrun ne la renverra jamais de lui-même. Le relevé du prestataire tranche (ou, ligne par ligne, resolve) :',
  "{1} rows may or may not have been paid; payrun will never send them again by itself. The provider's statement settles them (or, row by row, resolve):":
    '{1} lignes ont peut-être été payées, peut-être pas ; payrun ne les renverra jamais de lui-même. Le relevé du prestataire tranche (ou, ligne par ligne, resolve) :',
  '{1} row failed: the provider refused it, and no money moved.':
    "{1} ligne a échoué : le prestataire l'a refusée, et aucun argent n'est parti.",
  '{1} rows failed: the provider refused them, and no money moved.':
    "{1} lignes ont échoué : le prestataire les a refusées, et aucun argent n'est parti.",
  '{1} report {2} says why.': '{1} report {2} dit pourquoi.',
  'See the report for why.': 'Le rapport dit pourquoi.',
  'Once that is mended, put it into a new file.': 'Une fois la cause corrigée, mettez-la dans un nouveau fichier.',
  'Once that is mended, put them into a new file.': 'Une fois la cause corrigée, mettez-les dans un nouveau fichier.',
  'Once that is mended, and the batch goes on, try again:':
    'Une fois la cause corrigée et le lot repris, essayez de nouveau :',
  'Once that is mended, try again:': 'Une fois la cause corrigée, essayez de nouveau :',
  '{1} row is with the provider, which has not yet said whether it is paid.':
    "{1} ligne est chez le prestataire, qui n'a pas encore dit si elle est payée.",
  '{1} rows are with the provider, which has not yet said whether they are paid.':
    "{1} lignes sont chez le prestataire, qui n'a pas encore dit si elles sont payées.",
  'Workers ask it. Wait, and look again:': 'Les workers le lui demandent. Attendez, puis regardez de nouveau :',
  "The provider's statement settles it (or, row by row, resolve):":
    'Le relevé du prestataire la règle (ou, ligne par ligne, resolve) :',
  "The provider's statement settles them (or, row by row, resolve):":
    'Le relevé du prestataire les règle (ou, ligne par ligne, resolve) :',
  '{1} row is invalid and was skipped. The report has the reasons. Mend it, and give it in a new file.':
    '{1} ligne est invalide et a été laissée de côté. Le rapport dit pourquoi. Corrigez-la et donnez-la dans un nouveau fichier.',
  '{1} rows are invalid and were skipped. The report has the reasons. Mend them, and give them in a new file.':
    '{1} lignes sont invalides et ont été laissées de côté. Le rapport dit pourquoi. Corrigez-les et donnez-les dans un nouveau fichier.',
  '{1} row was cancelled before being sent. No money moved for it.':
    "{1} ligne a été annulée avant l'envoi. Aucun argent n'est parti.",
  '{1} rows were cancelled before being sent. No money moved for them.':
    "{1} lignes ont été annulées avant l'envoi. Aucun argent n'est parti.",
  'For a report to print or send on:': 'Pour un rapport à imprimer ou à transmettre :',
  'Somebody paused this batch.': "Quelqu'un a mis ce lot en pause.",
  'This batch waits for its time: the workers pay it then, and resume pays it now.':
    'Ce lot attend son heure : les workers le paient alors, et resume le paie maintenant.',
  'The provider turned the credentials down. Check PAYRUN_APP_KEY and PAYRUN_MERCHANT_KEY.':
    "Le prestataire a refusé les clés d'accès. Vérifiez PAYRUN_APP_KEY et PAYRUN_MERCHANT_KEY.",
  'There is no payout interface at the provider address. Check PAYRUN_PROVIDER_URL.':
    "Il n'y a pas d'interface de paiement à l'adresse du prestataire. Vérifiez PAYRUN_PROVIDER_URL.",
  'The provider answered with the address of another place, which payrun does not follow, since that could pay twice. Check PAYRUN_PROVIDER_URL: perhaps it should begin with https:// or name another host.':
    'Le prestataire a répondu par une autre adresse, que payrun ne suit pas, car cela pourrait payer deux fois. Vérifiez PAYRUN_PROVIDER_URL : peut-être doit-elle commencer par https:// ou nommer un autre serveur.',
  "The provider's certificate can't be trusted, so nothing was sent to it. Check PAYRUN_PROVIDER_URL and this machine's date; if both are right, ask the provider.":
    "Le certificat du prestataire n'est pas digne de confiance, donc rien ne lui a été envoyé. Vérifiez PAYRUN_PROVIDER_URL et la date de cette machine ; si les deux sont justes, demandez au prestataire.",
  "Too many rows may or may not have been paid, so payrun stopped before there were more. Find out what happened from the provider's statement first.":
    "Pour trop de lignes, on ne sait pas si elles ont été payées : payrun s'est arrêté avant qu'il y en ait plus. Regardez d'abord ce qui s'est passé dans le relevé du prestataire.",
  'An operator is held: its rows got no clear answers, or somebody held it, and no other rows are left to pay. `{1} operators` shows which one.':
    "Un opérateur est suspendu : ses lignes n'ont pas eu de réponses claires, ou quelqu'un l'a suspendu, et il ne reste pas d'autres lignes à payer. `{1} operators` montre lequel.",
  'The provider could not be reached for 2 minutes. Nothing is lost. Check the network and PAYRUN_PROVIDER_URL.':
    "Le prestataire était injoignable pendant 2 minutes. Rien n'est perdu. Vérifiez le réseau et PAYRUN_PROVIDER_URL.",
  'Asked about accepted rows, the provider said': 'Interrogé sur les lignes acceptées, le prestataire a dit',
  "{1}; not asked about any more: look into the provider's statement.":
    '{1} ; plus demandé : regardez le relevé du prestataire.',
  "{1}; {2} of them not asked about any more: look into the provider's statement.":
    "{1} ; pour {2} d'entre elles, plus demandé : regardez le relevé du prestataire.",
  'under way ({1})': 'en cours ({1})',
  '{1}. This decides nothing': '{1}. Cela ne décide rien',
  'no answer ({1})': 'pas de réponse ({1})',
  '"{1}", which payrun does not know. This decides nothing': '« {1} », que payrun ne connaît pas. Cela ne décide rien',
  somebody: "quelqu'un",
  '{1} is held by {2} since {3}{4}: nothing is sent to it until somebody releases it.':
    "{1} est suspendu par {2} depuis le {3}{4} : rien ne lui est envoyé avant que quelqu'un le libère.",
  'answers in a row that could not be read': 'des réponses de suite qui étaient illisibles',
  '{1} was held for {2} and is being probed: one row at a time, until a clear answer comes.':
    "{1} a été suspendu pour {2} et il est sondé : une ligne à la fois, jusqu'à une réponse claire.",
  '{1} is held since {2} for {3}: it is probed from {4} UTC on, one row at a time.':
    '{1} est suspendu depuis le {2} pour {3} : il est sondé à partir de {4} UTC, une ligne à la fois.',
  'Not to be paid before {1} UTC.': 'À ne pas payer avant le {1} UTC.',
  'No batches yet. Submit a file: {1} run FILE': 'Pas encore de lot. Soumettez un fichier : {1} run FICHIER',
  Batch: 'Lot',
  Name: 'Nom',
  Period: 'Période',
  State: 'État',
  Paid: 'Payées',
  'Submitted (UTC)': 'Soumis (UTC)',
  Country: 'Pays',
  Code: 'Code',
  Operator: 'Opérateur',
  Currency: 'Devise',
  'Dialling code': 'Indicatif',
  Held: 'Suspendu',
  held: 'suspendu',
  probed: 'sondé',
}
