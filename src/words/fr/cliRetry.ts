import type { Catalogue } from '../catalogue.ts'

/** Why rows are not tried again, and what to do instead. */
export const cliRetry: Catalogue = {
  'Say with --line which rows to retry: --despite-evidence is for rows that you have asked about.':
    'Dites avec --line quelles lignes reprendre : --despite-evidence est pour des lignes dont vous avez vérifié le sort.',
  'Batch {1}: {2} failed row is tried again.': 'Lot {1} : {2} ligne échouée est reprise.',
  'Batch {1}: {2} failed rows are tried again.': 'Lot {1} : {2} lignes échouées sont reprises.',
  "Batch {1} can't be retried: it is {2}.": 'Le lot {1} ne peut pas être repris ligne par ligne : il est « {2} ».',
  'Put the rows that are still to be paid into a new file.':
    'Mettez les lignes qui restent à payer dans un nouveau fichier.',
  "Batch {1} can't be retried: its names and phone numbers were purged. Put the rows that are still to be paid into a new file.":
    'Le lot {1} ne peut pas être repris : ses noms et ses numéros de téléphone ont été effacés. Mettez les lignes qui restent à payer dans un nouveau fichier.',
  'There is nothing to retry in batch {1}: no row of it has failed.':
    "Il n'y a rien à reprendre dans le lot {1} : aucune de ses lignes n'a échoué.",
  'All {1} are paid.': 'Les {1} lignes sont payées.',
  'Unknown and accepted rows are never sent again, since the money may have moved: say what became of them with {1} reconcile {2} STATEMENT, or {3} resolve {4}.':
    "Les lignes inconnues et acceptées ne sont jamais renvoyées, car l'argent est peut-être parti : dites ce qu'elles sont devenues avec {1} reconcile {2} RELEVÉ, ou {3} resolve {4}.",
  'Nothing was retried: only failed rows can be.': "Rien n'a été repris : seules les lignes échouées peuvent l'être.",
  'the file has no row there.': "le fichier n'a rien à cet endroit.",
  'it failed with another code ({1}).': 'elle a échoué avec un autre code ({1}).',
  none: 'aucun',
  'it is unknown ({1}): the money may have moved.': "elle est inconnue ({1}) : l'argent est peut-être parti.",
  'no code': 'sans code',
  'it is accepted: the provider has it and may still pay it.':
    "elle est acceptée : le prestataire l'a et peut encore la payer.",
  'it is paid.': 'elle est payée.',
  'it is invalid: mend it, and give it in a new file.':
    'elle est invalide : corrigez-la et donnez-la dans un nouveau fichier.',
  'it is pending: it is being paid already.': 'elle est en attente : son paiement est déjà prévu.',
  'it is sending: it is being paid already.': "elle est en cours d'envoi : son paiement est déjà en route.",
  'it is cancelled: give it in a new file.': 'elle est annulée : donnez-la dans un nouveau fichier.',
  'Nothing was retried: another batch pays some of these rows by now.':
    "Rien n'a été repris : un autre lot paie maintenant certaines de ces lignes.",
  'line {1}: the same payout is {2} in batch {3}, line {4}.':
    'ligne {1} : le même paiement est « {2} » dans le lot {3}, ligne {4}.',
  'Name the other lines with --line to retry those.': 'Nommez les autres lignes avec --line pour reprendre celles-là.',
  'Nothing was retried: another batch seems to pay some of these rows.':
    "Rien n'a été repris : un autre lot semble payer certaines de ces lignes.",
  'line {1}: a payout to the same number, of the same amount, is {2} in batch {3}, line {4}.':
    'ligne {1} : un paiement au même numéro, du même montant, est « {2} » dans le lot {3}, ligne {4}.',
  'If they are to be paid both times, add --allow-duplicates; else name the other lines with --line.':
    'Si elles doivent être payées les deux fois, ajoutez --allow-duplicates ; sinon nommez les autres lignes avec --line.',
  'Nothing was retried: there is evidence that some of these rows were paid after all.':
    "Rien n'a été repris : des indices montrent que certaines de ces lignes ont tout de même été payées.",
  '{1}, reference {2}': '{1}, référence {2}',
  'line {1}: {2} ({3}).': 'ligne {1} : {2} ({3}).',
  "Ask the provider about them first ({1} audit {2} --line {3} tells a row's history). Name the other lines with --line to retry those; a row that was certainly not paid is retried with --line and --despite-evidence.":
    "Demandez d'abord au prestataire ({1} audit {2} --line {3} raconte l'historique d'une ligne). Nommez les autres lignes avec --line pour reprendre celles-là ; une ligne qui n'a certainement pas été payée se reprend avec --line et --despite-evidence.",
  'late answer': 'réponse tardive',
  notification: 'notification',
  'failed but carried out': 'échouée mais exécutée',
  'conflicting lines': 'lignes contradictoires',
  'Batch {1} is paused with {2} unsent row, which a retry would send too: resume it first, or cancel it.':
    "Le lot {1} est en pause avec {2} ligne non envoyée, qui partirait aussi : reprenez-le d'abord avec resume, ou annulez-le.",
  'Batch {1} is paused with {2} unsent rows, which a retry would send too: resume it first, or cancel it.':
    "Le lot {1} est en pause avec {2} lignes non envoyées, qui partiraient aussi : reprenez-le d'abord avec resume, ou annulez-le.",
  'There is no error code "{1}" that a failed row has: the report shows them, in the column error_code.':
    "Aucune ligne échouée n'a le code d'erreur « {1} » : le rapport les montre, dans la colonne error_code.",
  '{1} is the code of unknown rows, which are never sent again: the money may have moved. Say what became of them with {2} reconcile or {3} resolve.':
    "{1} est le code de lignes inconnues, qui ne sont jamais renvoyées : l'argent est peut-être parti. Dites ce qu'elles sont devenues avec {2} reconcile ou {3} resolve.",
  'not_final is the code of accepted rows: the provider has them and may still pay them. Say what became of them with {1} reconcile or {2} resolve.':
    "not_final est le code de lignes acceptées : le prestataire les a et peut encore les payer. Dites ce qu'elles sont devenues avec {1} reconcile ou {2} resolve.",
  '{1} is the code of rows that were not sent: {2} resume goes on with them.':
    '{1} est le code de lignes non envoyées : {2} resume les reprend.',
}
