import type { Catalogue } from '../catalogue.ts'

/** What doctor finds. */
export const cliDoctor: Catalogue = {
  'not checked: {1} is wrong': 'pas vérifié : {1} est faux',
  'payrun needs Node 24, and this is {1}.': 'payrun a besoin de Node 24, et ceci est {1}.',
  ok: 'bon',
  warning: 'attention',
  problem: 'problème',
  Check: 'Point',
  'How it is': 'Comment il va',
  'All is well.': 'Tout va bien.',
  'Nothing is in the way. Warnings: {1}.': "Rien ne s'y oppose. Avertissements : {1}.",
  'Problems: {1}, to be mended before paying. Warnings: {2}.':
    'Problèmes : {1}, à corriger avant de payer. Avertissements : {2}.',
  'home folder': 'dossier de travail',
  spool: 'réponses en attente',
  'disk space': 'espace disque',
  ledger: 'registre',
  'ledger: primary': 'registre : serveur principal',
  'ledger: fsync': 'registre : fsync',
  'ledger: synchronous_commit': 'registre : synchronous_commit',
  'ledger: full_page_writes': 'registre : full_page_writes',
  'ledger: data checksums': 'registre : sommes de contrôle',
  'ledger: schema': 'registre : schéma',
  'ledger: clock': 'registre : horloge',
  queue: "file d'attente",
  'queue: maxmemory-policy': "file d'attente : maxmemory-policy",
  'queue: persistence': "file d'attente : persistance",
  provider: 'prestataire',
  'Others on this machine can read {1}, which holds secrets: chmod 600 it.':
    "D'autres sur cette machine peuvent lire {1}, qui contient des secrets : faites chmod 600.",
  'payrun has no variable of this name: is it a slip of the pen?':
    "payrun n'a pas de variable de ce nom : est-ce une faute de frappe ?",
  'It {1}. It is set in {2}.': 'La valeur {1}. Elle est définie dans {2}.',
  'set in {1}': 'défini dans {1}',
  'set in {1}: {2}': 'défini dans {1} : {2}',
  'not set: without it only --sandbox can pay': 'non défini : sans cela, seul --sandbox peut payer',
  'default: {1}': 'par défaut : {1}',
  'not set': 'non défini',
  'not set: {1}': 'non défini : {1}',
  'the embedded Postgres of PAYRUN_HOME': 'le Postgres intégré de PAYRUN_HOME',
  "the queue is on the ledger's Postgres": "la file d'attente est sur le Postgres du registre",
  'no limit': 'pas de limite',
  'accepted rows wait for a statement or a person': 'les lignes acceptées attendent un relevé ou une personne',
  'info for worker, warn for the rest': 'info pour worker, warn pour les autres',
  '{1} a second': '{1} par seconde',
  '{1} is not there yet: payrun makes it': "{1} n'existe pas encore : payrun le crée",
  "{1} is not there, and can't be made in {2}: set PAYRUN_HOME to a folder of your own.":
    "{1} n'existe pas et ne peut pas être créé dans {2} : donnez à PAYRUN_HOME un dossier à vous.",
  '{1} is no folder: set PAYRUN_HOME to one of your own.':
    "{1} n'est pas un dossier : donnez à PAYRUN_HOME un dossier à vous.",
  "{1} can't be written to ({2}): set PAYRUN_HOME to a folder of your own.":
    "{1} refuse l'écriture ({2}) : donnez à PAYRUN_HOME un dossier à vous.",
  '{1} can be written to (mode {2})': "{1} accepte l'écriture (mode {2})",
  'Others on this machine can look into {1} (mode {2}): chmod 700 it.':
    "D'autres sur cette machine peuvent regarder dans {1} (mode {2}) : faites chmod 700.",
  'unknown reason': 'raison inconnue',
  '{1} of its files could not be read and was set aside (.bad in {2}): they hold answers of the provider, so look into them.':
    '{1} fichier était illisible et a été mis de côté (.bad dans {2}) : il contient des réponses du prestataire, regardez-le.',
  '{1} of its files could not be read and were set aside (.bad in {2}): they hold answers of the provider, so look into them.':
    '{1} fichiers étaient illisibles et ont été mis de côté (.bad dans {2}) : ils contiennent des réponses du prestataire, regardez-les.',
  empty: 'vide',
  '{1} file of answers waits for the ledger: the next run, resume or worker of this PAYRUN_HOME records them.':
    '{1} fichier de réponses attend le registre : le prochain run, resume ou worker de ce PAYRUN_HOME les enregistre.',
  '{1} files of answers wait for the ledger: the next run, resume or worker of this PAYRUN_HOME records them.':
    '{1} fichiers de réponses attendent le registre : le prochain run, resume ou worker de ce PAYRUN_HOME les enregistre.',
  'This system does not tell how much is free.': 'Ce système ne dit pas combien de place reste libre.',
  '{1} GiB free': '{1} Gio libres',
  'Make room, or set PAYRUN_HOME to a folder on another disk.':
    'Faites de la place, ou donnez à PAYRUN_HOME un dossier sur un autre disque.',
  'Only {1} GiB free.': 'Seulement {1} Gio libres.',
  'The disk is full.': 'Le disque est plein.',
  'not checked: the ledger was not reached': "pas vérifié : le registre n'a pas été atteint",
  'Postgres {1} answers': 'Postgres {1} répond',
  'embedded Postgres {1} answers': 'le Postgres {1} intégré répond',
  'it takes writes': 'il accepte les écritures',
  "on in payrun's sessions, which set it themselves; {1} by the server's default":
    'on dans les sessions de payrun, qui le règlent elles-mêmes ; {1} par défaut sur le serveur',
  'off: a disk that spoils a page would not be noticed at once':
    'off : un disque qui abîme une page ne serait pas remarqué aussitôt',
  "The ledger is at version {1}, which this payrun doesn't know: use a newer payrun.":
    'Le registre est à la version {1}, que ce payrun ne connaît pas : utilisez un payrun plus récent.',
  'The ledger was made by another edition of payrun: use that one, or another database or PAYRUN_HOME.':
    'Le registre a été créé par une autre édition de payrun : utilisez celle-là, ou une autre base de données ou un autre PAYRUN_HOME.',
  'there is none yet: the first command makes it': "il n'y en a pas encore : la première commande le crée",
  'version {1}: the next command brings it up to date': 'version {1} : la prochaine commande le met à jour',
  'version {1}, up to date': 'version {1}, à jour',
  'agrees with this machine': "d'accord avec cette machine",
  'The database is {1} s ahead of this machine: set both by a time service (NTP).':
    'La base de données avance de {1} s sur cette machine : réglez les deux par un service de temps (NTP).',
  'The database is {1} s behind this machine: set both by a time service (NTP).':
    'La base de données retarde de {1} s sur cette machine : réglez les deux par un service de temps (NTP).',
  'not checked: PAYRUN_PROVIDER_URL is not set': "pas vérifié : PAYRUN_PROVIDER_URL n'est pas défini",
  'It {1}, but over http: the keys and the payouts can be read on the way. Use https.':
    'Il {1}, mais en http : les clés et les paiements peuvent être lus en chemin. Utilisez https.',
  'It answers, with HTTP {1}: it may be out of order.': 'Il répond, par HTTP {1} : il est peut-être en panne.',
  'answers (HTTP {1} to a HEAD of the base address)': "répond (HTTP {1} à un HEAD de l'adresse de base)",
  '{1}: check PAYRUN_PROVIDER_URL and the network.': '{1} : vérifiez PAYRUN_PROVIDER_URL et le réseau.',
  'It takes connections, but gave no readable answer to a HEAD of the base address.':
    "Il accepte les connexions, mais n'a pas donné de réponse lisible à un HEAD de l'adresse de base.",
  "on the ledger's Postgres": 'sur le Postgres du registre',
  "not checked: it is on the ledger's Postgres": 'pas vérifié : elle est sur le Postgres du registre',
  'not checked: Redis was not reached': "pas vérifié : Redis n'a pas été atteint",
  'Redis {1} answers': 'Redis {1} répond',
  '(version not told)': '(version inconnue)',
  'this Redis does not tell it: make sure that it is noeviction':
    "ce Redis ne le dit pas : assurez-vous que c'est noeviction",
  'append-only file': 'fichier à ajout seul (append-only)',
  'snapshots only: the latest rings may be lost, and are rung again':
    'instantanés seulement : les derniers signaux peuvent se perdre, et sont redonnés',
}
