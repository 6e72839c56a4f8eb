import type { Catalogue } from '../catalogue.ts'

/** Schedules, approvals and purges. */
export const cliSchedules: Catalogue = {
  'There was nothing at {1} when it was to be paid.': "Il n'y avait rien à {1} au moment de payer.",
  '{1} was still being written when it was to be paid.': "{1} était encore en cours d'écriture au moment de payer.",
  '{1} could not be looked at when it was to be paid ({2}).': "{1} n'a pas pu être consulté au moment de payer ({2}).",
  'An unexpected error (a bug): the log of the worker has more.':
    'Une erreur inattendue (un défaut de payrun) : le journal du worker en dit plus.',
  'Batch {1} is approved by {2}: {3}.': 'Le lot {1} est approuvé par {2} : {3}.',
  'Workers pay it from {1} UTC on.': 'Les workers le paient à partir du {1} UTC.',
  'Workers pay it; without one: {1} resume {2}': 'Les workers le paient ; sans worker : {1} resume {2}',
  'Batch {1} was not approved: its rows are not what was submitted. The command audit says what has changed; cancel the batch.':
    "Le lot {1} n'a pas été approuvé : ses lignes ne sont pas celles qui ont été soumises. La commande audit dit ce qui a changé ; annulez le lot.",
  'Batch {1} was not approved: its file is another one (sha256 {2}).':
    "Le lot {1} n'a pas été approuvé : son fichier est un autre (sha256 {2}).",
  'Batch {1} was not approved.': "Le lot {1} n'a pas été approuvé.",
  "Batch {1} can't be approved by {2}, who submitted it: somebody else has to, with {3} approve {4} --as NAME":
    "Le lot {1} ne peut pas être approuvé par {2}, qui l'a soumis : quelqu'un d'autre doit le faire, avec {3} approve {4} --as NOM",
  'Batch {1} was not approved: it changed at this moment. Look at it again.':
    "Le lot {1} n'a pas été approuvé : il vient de changer. Regardez-le de nouveau.",
  "Batch {1} doesn't wait for an approval any more: see {2} status {3}":
    "Le lot {1} n'attend plus d'approbation : voir {2} status {3}",
  "Batch {1} doesn't wait for an approval: it is {2}.": "Le lot {1} n'attend pas d'approbation : il est « {2} ».",
  'Batch {1} was approved already, by {2}: it is {3}.': 'Le lot {1} a déjà été approuvé, par {2} : il est « {3} ».',
  'The database or the queue went away ({1}). Nothing is lost: call the command again when it is back.':
    "La base de données ou la file d'attente a disparu ({1}). Rien n'est perdu : relancez la commande quand elle sera revenue.",
  '--before: "{1}" is not a day such as 2026-01-31, before yesterday at the latest.':
    "--before : « {1} » n'est pas un jour comme 2026-01-31, avant-hier au plus tard.",
  'The user of DATABASE_URL may not change whom a row pays: call it as the owner of the tables (the migrator).':
    "L'utilisateur de DATABASE_URL n'a pas le droit de changer qui est payé par une ligne : lancez la commande comme propriétaire des tables (le migrateur).",
  '{1}, {2}, over since {3}': '{1}, {2}, terminé depuis le {3}',
  'Left: batch {1} has {2} row that is unknown or accepted. Settle it first.':
    "Laissé : le lot {1} a {2} ligne inconnue ou acceptée. Réglez-la d'abord.",
  'Left: batch {1} has {2} rows that are unknown or accepted. Settle them first.':
    "Laissé : le lot {1} a {2} lignes inconnues ou acceptées. Réglez-les d'abord.",
  "This report has names and is not payrun's to change; delete it, or write it anew: {1}":
    "Ce rapport contient des noms et n'appartient pas à payrun ; supprimez-le, ou écrivez-le de nouveau : {1}",
  '{1} batch would be purged; nothing was changed.': "{1} lot à effacer ; rien n'a été changé.",
  '{1} batches would be purged; nothing was changed.': "{1} lots à effacer ; rien n'a été changé.",
  "{1} batch purged: names and phone numbers are blank, and can't be brought back.":
    '{1} lot effacé : les noms et les numéros de téléphone sont vides, définitivement.',
  "{1} batches purged: names and phone numbers are blank, and can't be brought back.":
    '{1} lots effacés : les noms et les numéros de téléphone sont vides, définitivement.',
  'There is a schedule named "{1}" already: choose another name, or remove that one.':
    'Il y a déjà une planification nommée « {1} » : choisissez un autre nom, ou supprimez celle-là.',
  "There is nothing at {1} yet. It is looked for at each planned time, on the worker's machine.":
    "Il n'y a encore rien à {1}. Le fichier est cherché à chaque échéance, sur la machine du worker.",
  'Workers pay {1} at these times ({2}):': 'Les workers paient {1} à ces échéances ({2}) :',
  'No schedules yet. Add one: {1} schedule add FILE --cron "0 8 1 * *" --tz Africa/Abidjan --name NAME':
    'Pas encore de planification. Ajoutez-en une : {1} schedule add FICHIER --cron "0 8 1 * *" --tz Africa/Abidjan --name NOM',
  'It has not run yet.': 'Pas encore exécutée.',
  'A worker runs this schedule at this moment: look at its runs in a moment.':
    'Un worker exécute cette planification en ce moment : regardez ses exécutions dans un instant.',
  'This schedule has no planned time to be run for.': "Cette planification n'a pas d'échéance à exécuter.",
  'No planned time of this schedule has come since it was added. For the coming one, early: {1} schedule run {2} --next. For one before: {3} submit FILE --period PERIOD':
    "Aucune échéance n'est venue depuis l'ajout de cette planification. Pour la prochaine, en avance : {1} schedule run {2} --next. Pour une d'avant : {3} submit FICHIER --period PÉRIODE",
  'Run for {1} ({2}), period {3}.': 'Exécution pour le {1} ({2}), période {3}.',
  'The folder has no new file.': "Le dossier n'a pas de nouveau fichier.",
  '{1}: batch {2}': '{1} : lot {2}',
  '{1}: paid for already, by batch {2}': '{1} : déjà payé, par le lot {2}',
  'Schedule {1} ({2}) is paused. Its batches go on.': 'La planification {1} ({2}) est en pause. Ses lots continuent.',
  'Schedule {1} ({2}) was paused already.': 'La planification {1} ({2}) était déjà en pause.',
  'Schedule {1} ({2}) goes on. Times that passed meanwhile are not run; schedule run does so by hand.':
    'La planification {1} ({2}) reprend. Les échéances passées entre-temps ne sont pas exécutées ; schedule run le fait à la main.',
  'Schedule {1} ({2}) was not paused.': "La planification {1} ({2}) n'était pas en pause.",
  'Schedule {1} ({2}) is removed. Its batches are as they were.':
    'La planification {1} ({2}) est supprimée. Ses lots restent tels quels.',
  'There is no schedule "{1}". {2} schedule list shows all of them.':
    "Il n'y a pas de planification « {1} ». {2} schedule list les montre toutes.",
  '"{1}" can\'t be the format of periods.': '« {1} » ne peut pas être le format des périodes.',
  'Give the schedule a name (--name) that is not a number: numbers are ids.':
    "Donnez à la planification un nom (--name) qui n'est pas un nombre : les nombres sont des identifiants.",
  'period {1}': 'période {1}',
  '{1} (paused)': '{1} (en pause)',
  '{1}, in the sandbox': '{1}, dans le bac à sable',
  '{1}, periods {2}': '{1}, périodes {2}',
  'Last run: {1}': 'Dernière exécution : {1}',
  'Next:': 'Prochaines :',
  '{1}, batch {2}, {3}': '{1}, lot {2}, {3}',
  '{1} FAILED ({2}): {3}': '{1} ÉCHEC ({2}) : {3}',
  Planned: 'Échéance',
  File: 'Fichier',
  'failed ({1}): {2}': 'échec ({1}) : {2}',
  'The file {1} was refused.': 'Le fichier {1} a été refusé.',
  '{1} was refused: it has {2} problem ({3}). payrun validate lists them.':
    '{1} a été refusé : il a {2} problème ({3}). payrun validate le montre.',
  '{1} was refused: it has {2} problems ({3}). payrun validate lists them.':
    '{1} a été refusé : il a {2} problèmes ({3}). payrun validate les montre.',
}
