import type { Catalogue } from '../catalogue.ts'

/** A statement that is compared with a batch, notifications, payments that are asked for, and what a row went through. */
export const cliReconcile: Catalogue = {
  'Cases: the statement contradicts the ledger. Nothing was changed':
    "Cas : le relevé contredit le registre. Rien n'a été changé",
  'Left as they are': 'Laissées telles quelles',
  'Batch {1} and {2}, {3}': 'Lot {1} et {2}, {3}',
  'Dry run: {1} would be settled, nothing was changed': "Essai : {1} à régler, rien n'a été changé",
  '{1} settled': 'Réglé : {1}',
  '{1} line': '{1} ligne',
  '{1} lines': '{1} lignes',
  '{1} line agrees with the ledger': '{1} ligne concorde avec le registre',
  '{1} lines agree with the ledger': '{1} lignes concordent avec le registre',
  '{1}; {2} is not of this batch.': "{1} ; {2} n'est pas de ce lot.",
  '{1}; {2} are not of this batch.': '{1} ; {2} ne sont pas de ce lot.',
  '{1} names neither a reference nor a number, and was ignored.':
    "{1} n'indique ni référence ni numéro, et a été ignorée.",
  '{1} name neither a reference nor a number, and were ignored.':
    "{1} n'indiquent ni référence ni numéro, et ont été ignorées.",
  'not in it': "n'y est pas",
  'line {1}, by number, amount, time': 'ligne {1}, par numéro, montant et heure',
  'line {1}, by reference': 'ligne {1}, par référence',
  Line: 'Ligne',
  Was: 'Avant',
  'Would be': 'Serait',
  'Is now': 'Maintenant',
  Reference: 'Référence',
  Statement: 'Relevé',
  '… and {1} more: --json has all of them.': '… et encore {1} : --json les a toutes.',
  'line {1}: {2}': 'ligne {1} : {2}',
  '(empty)': '(vide)',
  'Statuses that decide nothing': 'Statuts qui ne décident rien',
  'To do it, the same without --dry-run:': 'Pour le faire, la même commande sans --dry-run :',
  '{1} can be paid again in a new file: the batch is cancelled.':
    'À payer de nouveau dans un nouveau fichier, car le lot est annulé : {1}.',
  '{1} can be paid again:': 'À payer de nouveau si vous le voulez, {1} :',
  'Once you know what became of a row that is left:': "Quand vous saurez ce qu'est devenue une ligne laissée :",
  'REFERENCE --note "how you know"': 'RÉFÉRENCE --note "comment vous le savez"',
  'Ask the provider about the cases. The history of one:':
    "Demandez au prestataire au sujet de ces cas. L'historique de l'un d'eux :",
  '{1}, {2}': '« {1} », {2}',
  'not in the statement': 'absente du relevé',
  '{1} may be about it, or about another payout': "{1} : peut-être à son sujet, peut-être d'un autre paiement",
  '{1} says {2}, which decides nothing': 'la {1} dit {2}, ce qui ne décide rien',
  '{1} say {2}, which decides nothing': 'les {1} disent {2}, ce qui ne décide rien',
  '{1} contradicts it: see the cases': 'la {1} la contredit : voir les cas',
  '{1} contradict it: see the cases': 'les {1} la contredisent : voir les cas',
  '{1} has its number and amount, and no date: it may be an older payment':
    "la {1} a son numéro et son montant, mais pas de date : c'est peut-être un paiement plus ancien",
  '{1} have its number and amount, and no date: it may be an older payment':
    "les {1} ont son numéro et son montant, mais pas de date : c'est peut-être un paiement plus ancien",
  '{1} has its number and amount under another reference than its own':
    'la {1} a son numéro et son montant sous une autre référence que la sienne',
  '{1} have its number and amount under another reference than its own':
    'les {1} ont son numéro et son montant sous une autre référence que la sienne',
  '{1} says {2}, perhaps of an earlier attempt: it was tried again':
    "la {1} dit {2}, peut-être d'un essai précédent : la ligne a été reprise",
  '{1} say {2}, perhaps of an earlier attempt: it was tried again':
    "les {1} disent {2}, peut-être d'un essai précédent : la ligne a été reprise",
  'not listed for certain: {1} belongs to no payout and may be about it':
    "présence incertaine : la {1} n'est d'aucun paiement et peut la concerner",
  'not listed for certain: {1} belong to no payout and may be about it':
    "présence incertaine : les {1} ne sont d'aucun paiement et peuvent la concerner",
  'not in the statement, which lists what was carried out: the provider may still hold it':
    'absente du relevé, qui donne ce qui a été exécuté : le prestataire la garde peut-être encore',
  'another payout took its reference at this moment: look again':
    'un autre paiement vient de prendre sa référence : regardez de nouveau',
  '{1} of the statement': 'le relevé ({1})',
  'paid in the ledger, but {1} says {2}': 'payée dans le registre, mais {1} dit {2}',
  "failed in the ledger, but {1} says that the money moved: don't retry it":
    "échouée dans le registre, mais {1} dit que l'argent est parti : ne la reprenez pas",
  'an earlier attempt was refused, but {1} says that the money moved then':
    "un essai précédent a été refusé, mais {1} dit que l'argent est alors parti",
  '{1} in the ledger, but {2} has {3}': '{1} dans le registre, mais {2} a {3}',
  'another currency': 'une autre devise',
  '{1} has its reference and another phone number': '{1} a sa référence et un autre numéro de téléphone',
  '{1} have one reference and say different things': '{1} dit des choses différentes sous une même référence',
  'line {1}': 'ligne {1}',
  'lines {1} and {2} more': 'lignes {1} et {2} autres',
  'lines {1} and {2}': 'lignes {1} et {2}',
  nothing: 'rien',
  '{1} and {2}': '{1} et {2}',
  'Nothing was changed.': "Rien n'a été changé.",
  'Nothing was changed. Without --complete the rows that it lists are settled; {1} resolve {2} settles single rows.':
    "Rien n'a été changé. Sans --complete, les lignes qu'il contient sont réglées ; {1} resolve {2} règle une seule ligne.",
  "With --complete the statement's dates have to be certain, and all of them can be read day first or month first: write them as 2026-11-21.":
    "Avec --complete, les dates du relevé doivent être certaines, et toutes peuvent se lire jour d'abord ou mois d'abord : écrivez-les comme 2026-11-21.",
  "A statement without dates can be called complete only when it lists some row of the batch: this one lists none, so it may have been made before the batch was paid, or be another account's. Get one with dates.":
    "Un relevé sans dates ne peut être dit complet que s'il contient une ligne du lot : celui-ci n'en contient aucune ; il date peut-être d'avant le paiement du lot, ou il est d'un autre compte. Demandez-en un avec des dates.",
  "The statement is not complete: {1} paid row is not in it either, the first on line {2} of the batch. A page may be missing, or it is another account's.":
    "Le relevé n'est pas complet : {1} ligne payée n'y est pas non plus, à la ligne {2} du lot. Il manque peut-être une page, ou il est d'un autre compte.",
  "The statement is not complete: {1} paid rows are not in it either, the first on line {2} of the batch. A page may be missing, or it is another account's.":
    "Le relevé n'est pas complet : {1} lignes payées n'y sont pas non plus, la première à la ligne {2} du lot. Il manque peut-être une page, ou il est d'un autre compte.",
  "The statement doesn't cover the whole time: its dates go from {1} to {2}, and line {3} of the batch may lie outside. Get one that goes further.":
    'Le relevé ne couvre pas toute la période : ses dates vont du {1} au {2}, et la ligne {3} du lot est peut-être en dehors. Demandez-en un qui va plus loin.',
  "The statement doesn't cover the whole time: line {1} of the batch was sent at {2}, and the statement's dates go from {3} to {4}. Get one that goes further.":
    'Le relevé ne couvre pas toute la période : la ligne {1} du lot a été envoyée le {2}, et les dates du relevé vont du {3} au {4}. Demandez-en un qui va plus loin.',
  'Line {1} of batch {2} is {3} now; it was {4}.': 'Ligne {1} du lot {2} : maintenant « {3} », avant « {4} ».',
  'To pay it again, put it into a new file: the batch is cancelled.':
    'Pour la payer de nouveau, mettez-la dans un nouveau fichier : le lot est annulé.',
  'To pay it again: {1} retry {2} --line {3}': 'Pour la payer de nouveau : {1} retry {2} --line {3}',
  "Say either --paid REF (the provider's reference) or --not-paid.":
    'Dites soit --paid RÉF (la référence du prestataire), soit --not-paid.',
  '--note says how you know, in 1 to {1} characters: it is kept in the audit trail.':
    "--note dit comment vous le savez, en 1 à {1} caractères : c'est gardé dans la piste d'audit.",
  "--paid takes the provider's reference, of 1 to {1} characters.":
    '--paid attend la référence du prestataire, de 1 à {1} caractères.',
  'Batch {1} has no row on line {2}: the report says which line each row is on.':
    "Le lot {1} n'a rien à la ligne {2} : le rapport donne le numéro de chaque ligne.",
  'This reference belongs to another payout: batch {1}, line {2}. Look it up again.':
    'Cette référence appartient à un autre paiement : lot {1}, ligne {2}. Cherchez-la de nouveau.',
  'Line {1} of batch {2} is {3} already, by {4} ({5} UTC). {6} audit {7} --line {8} tells its history.':
    'Ligne {1} du lot {2} : déjà « {3} », par {4} ({5} UTC). {6} audit {7} --line {8} raconte son historique.',
  'Line {1} of batch {2} is {3}: only unknown and accepted rows are resolved by a person.':
    'Ligne {1} du lot {2} : « {3} ». Seules les lignes inconnues et acceptées sont tranchées par une personne.',
  '{1}  {2}  {3}: {4}': '{1}  {2}  {3} : {4}',
  'no payment here has this reference; nothing was done.':
    "aucun paiement n'a cette référence ici ; rien n'a été fait.",
  '{1} is {2} now.': '{1} : maintenant « {2} ».',
  '{1} was {2} already.': '{1} : déjà « {2} ».',
  '{1} stays {2}; this status decides nothing.': '{1} : reste « {2} » ; ce statut ne décide rien.',
  'this contradicts {1}, which is {2}. Nothing was changed: look into it.':
    "en contradiction avec {1}, « {2} ». Rien n'a été changé : vérifiez.",
  'line {1} of batch {2}': 'ligne {1} du lot {2}',
  'online payment {1}': 'paiement en ligne {1}',
  'collection {1}': 'encaissement {1}',
  'The provider says: {1}': 'Le prestataire dit : {1}',
  'The payment of {1} is initiated.': 'Le paiement de {1} est initié.',
  'Reference: {1}': 'Référence : {1}',
  'Send the payer to: {1}': 'Envoyez le payeur à : {1}',
  'The customer is asked for {1}. Nothing is paid before they confirm it.':
    "Demande de {1} envoyée au client. Rien n'est payé avant sa confirmation.",
  'Status: {1}': 'Statut : {1}',
  'Fees: {1}': 'Frais : {1}',
  'The provider refused it: {1} were not asked for.': "Le prestataire a refusé : {1} n'ont pas été demandés.",
  "It can't be told whether {1} were asked for.": 'On ne sait pas si {1} ont été demandés.',
  "Look into the provider's account before asking again: the customer may be charged twice.":
    'Regardez le compte chez le prestataire avant de redemander : le client pourrait être débité deux fois.',
  '{1} were not asked for. It can be done again without harm.':
    "{1} n'ont pas été demandés. Vous pouvez recommencer sans risque.",
  'The provider asks to wait for {1} s.': "Le prestataire demande d'attendre {1} s.",
  "Note: an earlier request for {1} ({2}, {3} UTC) was never answered here: the customer may be charged. Look into the provider's account.":
    "Remarque : une demande précédente de {1} ({2}, {3} UTC) n'a jamais eu de réponse ici : le client a peut-être été débité. Regardez le compte chez le prestataire.",
  'The request is out: its answer is waited for. Ctrl-C once more quits without it.':
    'La demande est partie : sa réponse est attendue. Un autre Ctrl-C quitte sans elle.',
  'The provider answered with the reference of another payment that was asked for earlier.':
    "Le prestataire a répondu par la référence d'un autre paiement demandé plus tôt.",
  'The ledger did not take this answer: keep it, since a notification about it will not be recognised.':
    "Le registre n'a pas pris cette réponse : gardez-la, car une notification à son sujet ne sera pas reconnue.",
  '--data is not JSON: quote it for the shell, as in \'{"order": 7}\'.':
    "--data n'est pas du JSON : mettez-le entre apostrophes, comme dans '{\"order\": 7}'.",
  'Warning: on {1} notifications come in without TLS, and others on the network can read the address. Put a server with TLS in front of payrun, and leave out --host.':
    "Attention : sur {1} les notifications arrivent sans TLS, et d'autres sur le réseau peuvent lire l'adresse. Mettez un serveur avec TLS devant payrun, et omettez --host.",
  'Notifications are not signed (PAYRUN_CALLBACK_SECRET is not set): whoever knows the address can say that something was paid, so keep it secret.':
    "Les notifications ne sont pas signées (PAYRUN_CALLBACK_SECRET n'est pas défini) : qui connaît l'adresse peut dire que quelque chose a été payé ; gardez-la secrète.",
  'Notifications have to be signed with PAYRUN_CALLBACK_SECRET.':
    'Les notifications doivent être signées avec PAYRUN_CALLBACK_SECRET.',
  'Listening: give the address above as callback_url.': "À l'écoute : donnez l'adresse ci-dessus comme callback_url.",
  'Stop it with Ctrl-C.': 'Arrêtez avec Ctrl-C.',
  'Port {1} on {2} is in use already: choose another with --port.':
    'Le port {1} sur {2} est déjà utilisé : choisissez-en un autre avec --port.',
  "Can't listen on {1}, port {2}: choose others with --host and --port.":
    "Impossible d'écouter sur {1}, port {2} : choisissez-en d'autres avec --host et --port.",
  '{1} holds no token: delete it, and a new one is made.':
    '{1} ne contient pas de jeton : supprimez-le, un nouveau sera créé.',
  "{1} can't be read or made: check who owns it, or set PAYRUN_LISTEN_TOKEN.":
    '{1} ne peut être ni lu ni créé : vérifiez à qui il appartient, ou définissez PAYRUN_LISTEN_TOKEN.',
  'Warning: on {1} others on the network can reach the sandbox, see what was sent to it, and have it post notifications. Leave out --host to keep it to this machine.':
    "Attention : sur {1} d'autres sur le réseau peuvent atteindre le bac à sable, voir ce qui lui a été envoyé et lui faire envoyer des notifications. Omettez --host pour le garder sur cette machine.",
  'Batch {1} has no row on line {2} of {3}.': "Le lot {1} n'a rien à la ligne {2} de {3}.",
  '{1} payouts and {2} events of batch {3}': '{1} paiements et {2} événements du lot {3}',
  'Intact: {1}. No event was edited, deleted, swapped or cut off.':
    "Intact : {1}. Aucun événement n'a été modifié, supprimé, échangé ou coupé.",
  'Seal: {1} (note it elsewhere)': 'Sceau : {1} (notez-le ailleurs)',
  'NOT intact: {1}, {2} finding:': 'PAS intact : {1}, {2} anomalie :',
  'NOT intact: {1}, {2} findings:': 'PAS intact : {1}, {2} anomalies :',
  batch: 'lot',
  'Somebody or something changed the database past payrun. Compare with a backup and with the report.':
    "Quelqu'un ou quelque chose a modifié la base de données hors de payrun. Comparez avec une sauvegarde et avec le rapport.",
  'through {1}': 'par {1}',
  'reference {1}': 'référence {1}',
  '{1}, {2} at the provider': '{1}, {2} chez le prestataire',
  'Line {1}: {2}. Now {3}{4}.': 'Ligne {1} : {2}. Maintenant : {3}{4}.',
  'not payable': 'pas payable',
  'submitted by {1}': 'soumise par {1}',
  submitted: 'soumise',
  'attempt {1} claimed': 'essai {1} pris en charge',
  'attempt {1} claimed by worker {2} on {3}': 'essai {1} pris en charge par le worker {2} sur {3}',
  'attempt {1} claimed by worker {2}': 'essai {1} pris en charge par le worker {2}',
  'attempt {1} did not reach the provider: to be paid again':
    'essai {1} jamais arrivé chez le prestataire : à payer de nouveau',
  'cancelled before it was sent': "annulée avant l'envoi",
  'settled as {1}, after it was {2}': 'réglée : « {1} », avant « {2} »',
  'attempt {1} settled as {2}': 'essai {1} réglé : « {2} »',
  'said to be paid, by {1}': 'dite payée, par {1}',
  'said not to be paid, by {1}': 'dite non payée, par {1}',
  'put back to be paid again, by {1}': 'remise à payer, par {1}',
  'cancelled, by {1}': 'annulée, par {1}',
  '{1} by {2}': '{1} par {2}',
}
