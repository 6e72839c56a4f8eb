import type { Catalogue } from '../catalogue.ts'

/** What the commands say before, while and after they pay; why they refuse. */
export const cliCommands: Catalogue = {
  '{1}: no problems.': '{1} : aucun problème.',
  '{1}: no problems. {2}.': '{1} : aucun problème. {2}.',
  '… and {1} more. --json prints all of them.': '… et encore {1}. --json les imprime tous.',
  '… and {1} more': '… et encore {1}',
  'element {1}': 'élément {1}',
  '{1}{2}: {3}': '{1}{2} : {3}',
  '{1}: {2} problem.': '{1} : {2} problème.',
  '{1}: {2} problems.': '{1} : {2} problèmes.',
  '{1}: {2} problem in {3} ({4}).': '{1} : {2} problème dans {3} ({4}).',
  '{1}: {2} problems in {3} ({4}).': '{1} : {2} problèmes dans {3} ({4}).',
  'Mend {1} and give it again.': 'Corrigez {1} et donnez-le de nouveau.',
  'To pay the other rows now and leave these out, add --skip-invalid.':
    'Pour payer maintenant les autres lignes et laisser celles-ci, ajoutez --skip-invalid.',
  'Rows that look like duplicates and are meant: add --allow-duplicates.':
    'Si des lignes semblent en double et sont voulues : ajoutez --allow-duplicates.',
  'The cell names the operator by its brand and its country.':
    "La cellule donne l'opérateur par sa marque et son pays.",
  'Letters that look like digits are digits now.':
    'Des lettres qui ressemblent à des chiffres sont devenues des chiffres.',
  'Decimals that a spreadsheet gave to the number are gone.':
    "Les décimales qu'un tableur a ajoutées au numéro sont enlevées.",
  'Benin put 01 before all numbers on 30 November 2024.':
    'Le Bénin a mis 01 devant tous les numéros le 30 novembre 2024.',
  'The country code stood there twice.': "L'indicatif du pays y était deux fois.",
  'The number began like an international one and had no country code.':
    'Le numéro commençait comme un numéro international, sans indicatif de pays.',
  '{1}, {2}: "{3}" → "{4}". {5}': '{1}, {2} : « {3} » → « {4} ». {5}',
  '… and {1} more mends. --json prints all of them.': '… et encore {1} corrections. --json les imprime toutes.',
  '{1} is no CSV file, and --fix writes copies of those only: save it as CSV first.':
    "{1} n'est pas un fichier CSV, et --fix n'écrit de copies que de ceux-là : enregistrez-le d'abord en CSV.",
  'The copy is a CSV file: give it a name that ends in .csv instead of {1}.':
    'La copie est un fichier CSV : donnez-lui un nom qui finit par .csv au lieu de {1}.',
  '{1} is the file itself: name another file for the copy.':
    '{1} est le fichier lui-même : nommez un autre fichier pour la copie.',
  '{1}: a copy of {2} with {3} mended cell.': '{1} : une copie de {2} avec {3} cellule corrigée.',
  '{1}: a copy of {2} with {3} mended cells.': '{1} : une copie de {2} avec {3} cellules corrigées.',
  'The copy is UTF-8; every other cell is as it was.':
    'La copie est en UTF-8 ; toutes les autres cellules sont inchangées.',
  'standard input': 'entrée standard',
  '{1} payable row': '{1} ligne à payer',
  '{1} payable rows': '{1} lignes à payer',
  'one-off payout': 'paiement unique',
  'Nothing was paid now.': "Rien n'a été payé cette fois.",
  'batch {1}, line {2}': 'lot {1}, ligne {2}',
  'A payout of the same amount to the same number is {1} in {2}, less than 24 hours ago: give this one a --reference, or add --allow-duplicates if both are meant.':
    'Un paiement du même montant au même numéro date de moins de 24 heures (« {1} », {2}) : donnez une --reference à celui-ci, ou ajoutez --allow-duplicates si les deux sont voulus.',
  'This reference is paid already, in {1}.': 'Cette référence est déjà payée ({1}).',
  "This reference is paid already, in {1}, under the provider's reference {2}.":
    'Cette référence est déjà payée ({1}), sous la référence {2} du prestataire.',
  'This reference is waiting to be paid in {1}: {2} status {3} says what it waits for.':
    "Cette référence attend d'être payée ({1}) : {2} status {3} dit ce qu'elle attend.",
  'This reference is being paid at this moment, in {1}: {2} status {3} follows it.':
    'Cette référence est en cours de paiement en ce moment ({1}) : {2} status {3} la suit.',
  'The provider has this reference, and has not said yet whether it is paid ({1}): {2} status {3} shows what it says.':
    "Le prestataire a cette référence et n'a pas encore dit si elle est payée ({1}) : {2} status {3} montre ce qu'il dit.",
  'This reference may or may not be paid ({1}): say what became of it with {2} resolve {3} --line {4}.':
    "Cette référence est peut-être payée, peut-être pas ({1}) : dites ce qu'elle est devenue avec {2} resolve {3} --line {4}.",
  'This reference is {1} in {2}, and there is evidence that it was paid after all: ask the provider first ({3} audit {4} --line {5}).':
    "Cette référence est « {1} » ({2}), et des indices montrent qu'elle a tout de même été payée : demandez d'abord au prestataire ({3} audit {4} --line {5}).",
  'Submitted {1}.': 'Soumis : {1}.',
  'Submitted {1}, {2} invalid row left out.': 'Soumis : {1}, {2} ligne invalide laissée de côté.',
  'Submitted {1}, {2} invalid rows left out.': 'Soumis : {1}, {2} lignes invalides laissées de côté.',
  'Nothing is paid until somebody other than {1} approves it: {2} approve {3} --as NAME':
    "Rien n'est payé avant que quelqu'un d'autre que {1} l'approuve : {2} approve {3} --as NOM",
  'Workers pay it from {1} UTC on; to stop it before: {2} cancel {3}':
    "Les workers le paient à partir du {1} UTC ; pour l'arrêter avant : {2} cancel {3}",
  'Workers pay it; follow with: {1} status {2} --watch': 'Les workers le paient ; pour suivre : {1} status {2} --watch',
  'This planned time was run already, as batch {1}: see {2} status {3}. Nothing was paid now.':
    "Cette échéance a déjà été traitée, par le lot {1} : voir {2} status {3}. Rien n'a été payé cette fois.",
  'This very file was already submitted, as batch {1} ({2} UTC): see {3} status {4}. Nothing was paid now.':
    "Ce même fichier a déjà été soumis, comme lot {1} ({2} UTC) : voir {3} status {4}. Rien n'a été payé cette fois.",
  'This very file was already submitted for the period {1}, as batch {2} ({3} UTC): see {4} status {5}. Nothing was paid now.':
    "Ce même fichier a déjà été soumis pour la période {1}, comme lot {2} ({3} UTC) : voir {4} status {5}. Rien n'a été payé cette fois.",
  'The file was refused.': 'Le fichier a été refusé.',
  'No row of the file can be paid.': 'Aucune ligne du fichier ne peut être payée.',
  '--tz is the time zone of --at.': '--tz est le fuseau horaire de --at.',
  'A workbook needs a file to go to: name one, as in -o payouts.xlsx.':
    'Un classeur doit aller dans un fichier : nommez-en un, comme dans -o paiements.xlsx.',
  'Template: {1}. Fill it in, then: {2} validate {3}': 'Modèle : {1}. Remplissez-le, puis : {2} validate {3}',
  'payrun pays to no country "{1}". It pays to {2}.': 'payrun ne paie pas vers « {1} ». Il paie vers : {2}.',
  'A workbook is not for reading on a terminal: name a file, as in -o paid.xlsx.':
    'Un classeur ne se lit pas dans un terminal : nommez un fichier, comme dans -o payes.xlsx.',
  "The report can't be written to {1}: the folder can't be made. payrun report writes it anywhere else.":
    "Le rapport ne peut pas être écrit dans {1} : le dossier ne peut pas être créé. payrun report l'écrit ailleurs.",
  'A sheet holds {1} rows, and the file has {2}: have the report as CSV, with --format csv.':
    'Une feuille contient {1} lignes, et le fichier en a {2} : demandez le rapport en CSV, avec --format csv.',
  "Answers of an earlier process are still in the spool, and the ledger did not take them: rows can't be judged without them. Try again, and see {1} doctor.":
    "Des réponses d'un processus précédent attendent encore sur le disque, et le registre ne les a pas prises : on ne peut pas juger les lignes sans elles. Essayez de nouveau, et voyez {1} doctor.",
  'Several batches begin with "{1}": {2}. Give more of the id.':
    'Plusieurs lots commencent par « {1} » : {2}. Donnez-en davantage.',
  'There is no batch yet.': "Il n'y a pas encore de lot.",
  'There is no batch "{1}". The command list shows all of them.':
    "Il n'y a pas de lot « {1} ». La commande list les montre tous.",
  'the Postgres of DATABASE_URL': 'le Postgres de DATABASE_URL',
  'the embedded Postgres': 'le Postgres intégré',
  'Cannot sign in to {1}: check the user and password in DATABASE_URL.':
    "Connexion refusée par {1} : vérifiez l'utilisateur et le mot de passe dans DATABASE_URL.",
  "The database that DATABASE_URL names doesn't exist: create it first (createdb).":
    "La base de données nommée par DATABASE_URL n'existe pas : créez-la d'abord (createdb).",
  "The user of DATABASE_URL may not use payrun's tables, or not create them: call payrun migrate as their owner, who may create in the database.":
    "L'utilisateur de DATABASE_URL n'a pas le droit d'utiliser les tables de payrun, ou de les créer : lancez payrun migrate comme leur propriétaire, qui peut créer dans la base.",
  'Cannot reach {1} ({2}). Check that it is running and that DATABASE_URL is right.':
    "Injoignable : {1} ({2}). Vérifiez qu'il est en marche et que DATABASE_URL est juste.",
  'Cannot reach {1} ({2}). Check that it is running.': "Injoignable : {1} ({2}). Vérifiez qu'il est en marche.",
  'The provider cannot be used.': "Le prestataire n'est pas utilisable.",
  '{1} is not set: set it in the environment or in .env, or try it out with --sandbox.':
    "{1} n'est pas défini : définissez-le dans l'environnement ou dans .env, ou essayez avec --sandbox.",
  '{1} are not set: set them in the environment or in .env, or try it out with --sandbox.':
    "{1} ne sont pas définis : définissez-les dans l'environnement ou dans .env, ou essayez avec --sandbox.",
  '{1} is not set: set it in the environment or in .env, or those of a running sandbox ({2} sandbox).':
    "{1} n'est pas défini : définissez-le dans l'environnement ou dans .env, ou prenez ceux d'un bac à sable en marche ({2} sandbox).",
  '{1} are not set: set them in the environment or in .env, or those of a running sandbox ({2} sandbox).':
    "{1} ne sont pas définis : définissez-les dans l'environnement ou dans .env, ou prenez ceux d'un bac à sable en marche ({2} sandbox).",
  'Batch {1} is being paid by another payrun command at this moment: see {2} status {3}':
    'Le lot {1} est en cours de paiement par une autre commande payrun : voir {2} status {3}',
  'Batch {1} is being finished by another payrun command at this moment: see {2} status {3}':
    "Le lot {1} est en train d'être terminé par une autre commande payrun : voir {2} status {3}",
  'Batch {1} goes on, paid by the workers. Follow with: {2} status {3} --watch':
    'Le lot {1} reprend, payé par les workers. Pour suivre : {2} status {3} --watch',
  'Stopping: {1} request is in flight and will be finished. Nothing more is sent.':
    "Arrêt : {1} requête est en route et sera terminée. Plus rien n'est envoyé.",
  'Stopping: {1} requests are in flight and will be finished. Nothing more is sent.':
    "Arrêt : {1} requêtes sont en route et seront terminées. Plus rien n'est envoyé.",
  'Go on with: {1} resume {2}': 'Pour reprendre : {1} resume {2}',
  'Quitting now with {1} request in flight: these rows may or may not be paid, and will be unknown.':
    'Arrêt immédiat avec {1} requête en route : cette ligne est peut-être payée, peut-être pas, et sera inconnue.',
  'Quitting now with {1} requests in flight: these rows may or may not be paid, and will be unknown.':
    'Arrêt immédiat avec {1} requêtes en route : ces lignes sont peut-être payées, peut-être pas, et seront inconnues.',
  'Quitting now. Nothing is in flight.': "Arrêt immédiat. Rien n'est en route.",
  "Batch {1} can't be cancelled: it is {2} already.": 'Le lot {1} ne peut pas être annulé : il est déjà « {2} ».',
  'Batch {1} is cancelled: {2} unsent row will not be sent. Rows in flight still settle; see: {3} status {4}':
    'Le lot {1} est annulé : {2} ligne non envoyée ne partira pas. Les lignes en route se règlent encore ; voir : {3} status {4}',
  'Batch {1} is cancelled: {2} unsent rows will not be sent. Rows in flight still settle; see: {3} status {4}':
    'Le lot {1} est annulé : {2} lignes non envoyées ne partiront pas. Les lignes en route se règlent encore ; voir : {3} status {4}',
  "Batch {1} can't be paused: it is {2}.": 'Le lot {1} ne peut pas être mis en pause : il est « {2} ».',
  'Batch {1} is paused. Go on with: {2} resume {3}': 'Le lot {1} est en pause. Pour reprendre : {2} resume {3}',
  'Batch {1} was paused already. Go on with: {2} resume {3}':
    'Le lot {1} était déjà en pause. Pour reprendre : {2} resume {3}',
  "Batch {1} can't be resumed: it is cancelled.": 'Le lot {1} ne peut pas être repris : il est annulé.',
  'Batch {1} waits for somebody other than its submitter to approve it: {2} approve {3} --as NAME':
    "Le lot {1} attend l'approbation de quelqu'un d'autre que celui qui l'a soumis : {2} approve {3} --as NOM",
  '{1} is held. Workers send nothing to it from now on, those that are paying within 5 seconds; what is in flight settles. Other operators go on. To end it: {2} operators release {3}':
    "{1} est suspendu. Les workers ne lui envoient plus rien dès maintenant, ceux qui paient d'ici 5 secondes ; ce qui est en route se règle. Les autres opérateurs continuent. Pour y mettre fin : {2} operators release {3}",
  '{1} was held by hand already, which stays as it is.': '{1} était déjà suspendu à la main, cela reste ainsi.',
  '{1} is released. Workers send to it again within 5 seconds, carefully at first.':
    "{1} est libéré. Les workers lui envoient de nouveau d'ici 5 secondes, prudemment d'abord.",
  '{1} was not held.': "{1} n'était pas suspendu.",
  'Batch {1} was paused by the hold. To go on with it: {2} resume {3}':
    'Le lot {1} a été mis en pause par la suspension. Pour le reprendre : {2} resume {3}',
  'There is no operator "{1}". Perhaps {2} is meant; {3} operators shows all of them.':
    "Il n'y a pas d'opérateur « {1} ». Peut-être vouliez-vous dire {2} ; {3} operators les montre tous.",
  'There is no operator "{1}": {2} operators shows all of them.':
    "Il n'y a pas d'opérateur « {1} » : {2} operators les montre tous.",
  'Applied {1}.': 'Appliqué : {1}.',
  'The tables are up to date.': 'Les tables sont à jour.',
  '{1} has its rights.': '{1} a ses droits.',
}
