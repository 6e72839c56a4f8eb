import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/settings.ts'

export const messages: Translation<typeof english> = {
  'settings.must_desk_url':
    "{name} doit être l'adresse que les gens utilisent, sans chemin : https://pay.example.com, ou http://127.0.0.1 et un port.",
  // What is wrong with a variable of the environment, or with a file that is to be written.
  'settings.set_environment_env': "{problem} Définissez-la dans l'environnement ou dans .env.",
  'settings.the_environment': "l'environnement",
  'settings.cant_read_check_text_file_you':
    "Impossible de lire {path} : vérifiez que c'est un fichier texte et que vous avez le droit de le lire.",
  'settings.env_line_unreadable':
    "La ligne {line} de {path} est illisible. Écrivez NOM=valeur, avec des guillemets autour de toute la valeur ou sans guillemets, et sans espace après le = d'une valeur vide.",
  'settings.env_not_utf_8': "{path} n'est pas enregistré en UTF-8 : enregistrez-le comme texte brut en UTF-8.",
  'settings.certificates_unchecked':
    'NODE_TLS_REJECT_UNAUTHORIZED=0 désactive la vérification des certificats : un intermédiaire pourrait lire les clés et répondre à la place du prestataire. Supprimez cette variable. Pour faire confiance à votre propre autorité de certification, indiquez son fichier dans NODE_EXTRA_CA_CERTS.',
  'settings.must_key':
    "{name} doit être une clé sans espace, sans retour à la ligne et sans caractère hors de l'ASCII : copiez-la à nouveau.",
  'settings.must_address_only':
    '{name} doit être une adresse sans utilisateur, sans mot de passe, sans « ? » ni « # ».',
  'settings.must_address_such': '{name} doit être une adresse comme {example}.',
  'settings.must_address_such_redis_127_0':
    "{name} doit être une adresse comme redis://127.0.0.1:6379, ou celle de sentinelles ou d'un cluster.",
  'settings.must_whole_number': '{name} doit être un nombre entier de {min} à {max}.',
  'settings.must_path_such_v1_payment_status':
    '{name} doit être un chemin qui contient {field}, comme /v1/payment/status/{field}.',
  'settings.must_words_of_refusal':
    '{name} doit être une liste de mots séparés par des virgules, dont aucun ne signifie un délai dépassé, un doublon, un paiement en cours ou un succès.',
  'settings.must_be_webhook_secret':
    '{name} doit être whsec_ suivi de 24 à 64 octets en base64, ou un texte qui commence autrement.',
  'settings.must_least_16_characters': '{name} doit avoir au moins 16 caractères.',
  'settings.must_22_100_letters_digits': '{name} doit avoir 22 à 100 lettres, chiffres, - ou _.',
  'settings.must_address_listen_such_127_0': "{name} doit être une adresse d'écoute, comme 127.0.0.1 ou 0.0.0.0.",
  'settings.must_port_off': '{name} doit être un port ou off.',
  'settings.must_1_0': '{name} doit être 1 ou 0.',
  'settings.must_e_mail_address_such_payrun': '{name} doit être une adresse e-mail comme payrun@example.com.',
  'settings.must_e_mail_addresses_commas_between':
    "{name} doit être une liste d'adresses e-mail séparées par des virgules.",
  'settings.must_be_log_level': '{name} doit être fatal, error, warn, info, debug, trace ou silent.',
  'settings.must_be_cleartext': '{name} doit contenir un ou plusieurs de ces mots, séparés par des virgules : {kinds}.',
  'settings.in_the_clear':
    "{name} désigne une autre machine sans TLS : n'importe qui sur le chemin pourrait lire ce qui est envoyé, y compris les mots de passe. Utilisez {instead}, ou autorisez-le avec PAYRUN_ALLOW_CLEARTEXT={kind}.",
  'settings.not_yours':
    "{path} appartient à un autre utilisateur (uid {uid}, vous êtes uid {own}), qui pourrait y placer ses propres fichiers : payrun n'y utilise rien. Travaillez dans un dossier à vous, ou indiquez-en un avec PAYRUN_HOME.",
  'settings.others_may_write':
    "{path} peut être modifié par d'autres utilisateurs (mode {mode}) : payrun n'y utilise rien. Retirez ce droit : chmod go-w {path}",
  'settings.link_of_another':
    "{path} est un lien d'un autre utilisateur, dans un dossier où tout le monde peut écrire : payrun n'écrit rien à travers ce lien. Indiquez un fichier dans un dossier à vous.",
  'settings.must_en_fr': '{name} doit être en ou fr.',
  'settings.must_number_payouts_second_such_20':
    '{name} doit être un nombre de paiements par seconde, comme 20 ou 0.5.',
  'settings.must_more_0_most_100000': '{name} doit être supérieur à 0 et de 100000 au plus.',
  'settings.must_list_operators_payouts_second_such':
    "{name} doit être une liste d'opérateurs avec leurs paiements par seconde, comme mtn-benin=20,wave-senegal=0.5.",
  'settings.payrun_crash_point_payruns_own_fault':
    'PAYRUN_CRASH_POINT sert aux tests de panne de payrun et est refusé ici : retirez cette variable.',
  'settings.payrun_crash_point_must_token_point':
    'PAYRUN_CRASH_POINT doit être un jeton, un point ({crashPoints}), kill, stop, throw ou block=MS, et éventuellement un nombre.',
  'settings.report_cant_written': "Impossible d'écrire le rapport dans {path} : {reason}",
  'settings.copy_cant_written': "Impossible d'écrire la copie dans {path} : {reason}",
  'settings.template_cant_written': "Impossible d'écrire le modèle dans {path} : {reason}",
  'settings.anchor_cant_written': "Impossible d'écrire l'ancrage dans {path} : {reason}",
  'settings.folder_does_not_exist_create_name':
    "le dossier {path} n'existe pas. Créez-le, ou indiquez un autre fichier.",
  'settings.part_file_not_folder_name_another':
    'une partie de {path} est un fichier, pas un dossier. Indiquez un autre fichier.',
  'settings.folder_name_file': "c'est un dossier. Indiquez un fichier de ce dossier.",
  'settings.you_may_not_write_folder_permission':
    "vous n'avez pas le droit d'écrire dans le dossier {path}. Faites changer les droits, ou indiquez un autre fichier.",
  'settings.disk_can_only_read_name_file': 'ce disque est en lecture seule. Indiquez un fichier sur un autre disque.',
  'settings.disk_full_make_room_name_file':
    'le disque est plein. Faites de la place, ou indiquez un fichier sur un autre disque, puis essayez de nouveau.',
  'settings.larger_file_may_name_file_another':
    'il dépasse la taille permise à cet endroit. Indiquez un fichier sur un autre disque.',
  'settings.name_too_long_choose_shorter_one': 'le nom est trop long. Choisissez-en un plus court.',
  'settings.links_way_go_round_circle_name': 'les liens qui y mènent forment une boucle. Indiquez un autre fichier.',
  'settings.system_answered_try_again_name_another':
    'le système a répondu {code}. Essayez de nouveau, ou indiquez un autre fichier.',
  'settings.unknown_error': 'une erreur inconnue',
  'settings.report_cant_written_not_plain_file':
    "Impossible d'écrire le rapport dans {path} : ce n'est pas un fichier ordinaire. Indiquez un fichier, ou omettez-le pour recevoir le rapport sur la sortie standard.",
  'settings.copy_cant_written_not_plain_file':
    "Impossible d'écrire la copie dans {path} : ce n'est pas un fichier ordinaire. Indiquez un fichier.",
  'settings.template_cant_written_not_plain_file':
    "Impossible d'écrire le modèle dans {path} : ce n'est pas un fichier ordinaire. Indiquez un fichier, ou omettez-le pour recevoir le modèle sur la sortie standard.",
  'settings.anchor_cant_written_not_plain_file':
    "Impossible d'écrire l'ancrage dans {path} : ce n'est pas un fichier ordinaire. Indiquez un fichier.",
  'settings.unknown_error_2': 'erreur inconnue',
  'settings.system_answered_write_report_again_another':
    'le système a répondu {code}. Écrivez le rapport de nouveau, ou à un autre endroit.',
  'settings.report_could_not_written': "Le rapport n'a pas pu être écrit : {why}",

  // What doctor finds.
  'settings.ok': 'bon',
  'settings.warning': 'attention',
  'settings.problem': 'problème',
  'settings.check': 'Point',
  'settings.finding': 'Constat',
  'settings.all_well': 'Tout va bien.',
  'settings.only_warnings': "Rien n'empêche de payer. Avertissements : {warnings}.",
  'settings.problems_found': 'Problèmes à corriger avant de payer : {problems}. Avertissements : {warnings}.',

  'settings.name_home': 'dossier de travail',
  'settings.name_outbox': 'réponses en attente',
  'settings.name_disk': 'espace disque',
  'settings.name_ledger': 'registre',
  'settings.name_primary': 'registre : serveur principal',
  'settings.name_fsync': 'registre : fsync',
  'settings.name_synchronous_commit': 'registre : synchronous_commit',
  'settings.name_full_page_writes': 'registre : full_page_writes',
  'settings.name_checksums': 'registre : sommes de contrôle',
  'settings.name_schema': 'registre : schéma',
  'settings.name_past': 'registre : passé',
  'settings.name_marks': 'registre : repères',
  'settings.name_replication': 'registre : réplication',
  'settings.past_whole': 'Le registre a tout ce que payrun en a vu.',
  'settings.past_asked':
    "Le registre a changé de serveur ; payrun demande à ses processus de paiement s'il est complet.",
  'settings.past_awaits_statement':
    "Ce qui s'est passé depuis le {since} manque au registre. Chargez le relevé du prestataire depuis cette heure : {command} recover --statement FILE",
  'settings.past_advice': "Rien n'est envoyé tant que vous n'avez pas dit ce qui s'est passé : {command} recover",
  'settings.marks_kept': '{marks} en dehors du registre',
  'settings.marks_none_yet':
    "aucun pour l'instant : les processus de paiement les gardent dans PAYRUN_HOME, et dans Redis s'il y en a un",
  'settings.marks_none':
    "Des processus de paiement ont payé depuis ce registre et aucun de leurs repères n'est ici : depuis cette machine, on ne remarquerait pas un registre revenu en arrière.",
  'settings.marks_advice': 'Gardez PAYRUN_HOME sur un volume qui survit aux redémarrages, ou définissez REDIS_URL.',
  'settings.replication_confirmed':
    'Chaque écriture attend {standbys} : après une bascule vers un serveur de secours synchrone, payrun continue de lui-même.',
  'settings.replication_unconfirmed':
    "La base n'attend pas qu'un serveur de secours ait les mêmes données. Si un serveur de secours prend le relais après une panne, les derniers paiements peuvent y manquer : payrun n'envoie alors rien jusqu'à ce que vous lanciez recover, sauf si des repères dans Redis montrent que rien ne manque. Pour l'éviter, réglez la base pour qu'elle attende chaque serveur de secours (synchronous_standby_names).",
  'settings.name_clock': 'registre : horloge',
  'settings.name_float': 'provision : {currency}',
  'settings.name_float_sandbox': 'provision : {currency} (bac à sable)',
  'settings.name_schedule': 'paiement planifié : {name}',
  'settings.name_queue': "file d'attente",
  'settings.name_policy': "file d'attente : maxmemory-policy",
  'settings.name_persistence': "file d'attente : persistance",
  'settings.name_provider': 'prestataire',

  'settings.node_too_old': 'payrun a besoin de Node 24, et vous utilisez la version {version}.',

  'settings.env_file_open':
    "D'autres utilisateurs de cette machine peuvent lire {path}, qui contient des secrets. Exécutez chmod 600 sur ce fichier.",
  'settings.variable_unknown': "payrun n'a pas de variable de ce nom : est-ce une faute de frappe ?",
  'settings.variable_wrong': "pas vérifié : la valeur de {variable} n'est pas valable",
  'settings.value_wrong': '{wrong} Elle est définie dans {from}.',
  'settings.set': 'défini dans {from}',
  'settings.set_to': 'défini dans {from} : {value}',
  'settings.default': 'par défaut : {value}',
  'settings.rate': '{rate} par seconde',
  'settings.not_set': 'non défini',
  'settings.not_set_needed': 'non défini : sans cette variable, seul --sandbox peut payer',
  'settings.not_set_database': 'non défini : le registre est sur le Postgres intégré de PAYRUN_HOME',
  'settings.not_set_redis': "non défini : la file d'attente est sur le Postgres du registre",
  'settings.not_set_rate': 'non défini : pas de limite',
  'settings.not_set_status_path': 'non défini : les lignes acceptées attendent un relevé ou une personne',
  'settings.not_set_log_level': 'non défini : info pour worker, warn pour les autres commandes',

  'settings.home_to_be_made': "{home} n'existe pas encore : payrun va le créer",
  'settings.home_cannot_be_made': "{home} n'existe pas et ne peut pas être créé dans {parent}.",
  'settings.home_no_folder':
    "PAYRUN_HOME doit être un dossier, et {path} n'en est pas un. Donnez-lui un dossier qui vous appartient.",
  'settings.home_takes_no_folders':
    "PAYRUN_HOME ne peut pas être dans {path}, où l'on ne peut pas créer de dossier. Donnez-lui un dossier qui vous appartient.",
  'settings.home_not_writable': 'payrun ne peut pas écrire dans {home} ({code}).',
  'settings.home_not_writable_unknown':
    'payrun ne peut pas écrire dans {home}, pour une raison que le système ne donne pas.',
  'settings.home_advice': 'Donnez à PAYRUN_HOME un dossier qui vous appartient.',
  'settings.home_writable': 'payrun peut écrire dans {home} (mode {mode})',
  'settings.home_open':
    "D'autres utilisateurs de cette machine peuvent regarder dans {home} (mode {mode}). Exécutez chmod 700 sur ce dossier.",
  'settings.outbox_empty': 'vide',
  'settings.outbox_waiting':
    "{files, plural, one {# fichier de réponses attend d'être inscrit au registre. Le prochain run, resume ou worker avec ce PAYRUN_HOME l'inscrira.} other {# fichiers de réponses attendent d'être inscrits au registre. Le prochain run, resume ou worker avec ce PAYRUN_HOME les inscrira.}}",
  'settings.outbox_of_others':
    "{files, plural, one {# fichier de réponses dans {folder} appartient à un autre registre : rien de ce qui utilise celui-ci ne l'inscrira. Lancez payrun une fois avec le DATABASE_URL de ce registre-là et ce PAYRUN_HOME. S'il a disparu pour de bon, supprimez le fichier.} other {# fichiers de réponses dans {folder} appartiennent à un autre registre : rien de ce qui utilise celui-ci ne les inscrira. Lancez payrun une fois avec le DATABASE_URL de ce registre-là et ce PAYRUN_HOME. S'il a disparu pour de bon, supprimez les fichiers.}}",
  'settings.outbox_unreadable':
    '{files, plural, one {# fichier était illisible et a été mis de côté avec le suffixe .bad dans {folder}. Il contient des réponses du prestataire : examinez-le.} other {# fichiers étaient illisibles et ont été mis de côté avec le suffixe .bad dans {folder}. Ils contiennent des réponses du prestataire : examinez-les.}}',
  'settings.disk_free': '{gib} Gio libres',
  'settings.disk_low': 'Il ne reste que {mib} Mio libres.',
  'settings.disk_full': 'Le disque est plein.',
  'settings.disk_unknown': "Ce système n'indique pas la place libre.",
  'settings.disk_advice': 'Faites de la place, ou donnez à PAYRUN_HOME un dossier sur un autre disque.',

  'settings.ledger_not_reached': 'pas vérifié : le registre est injoignable',
  'settings.postgres_answers': 'Postgres {version} répond',
  'settings.embedded_postgres_answers': 'le Postgres intégré {version} répond',
  'settings.takes_writes': 'accepte les écritures',
  'settings.synchronous_commit_by_payrun':
    'on dans les sessions de payrun, qui le règlent elles-mêmes ; {byDefault} par défaut sur le serveur',
  'settings.checksums_off': 'off : une page abîmée par le disque ne serait pas remarquée aussitôt',
  'settings.schema_newer':
    'Le registre est à la version {version}, que ce payrun ne connaît pas. Utilisez un payrun plus récent.',
  'settings.schema_of_other_edition':
    'Le registre a été créé par une autre édition de payrun. Utilisez celle-là, ou une autre base de données ou un autre PAYRUN_HOME.',
  'settings.schema_to_be_made': 'aucun pour le moment : la première commande le crée',
  'settings.schema_older': 'version {version} : la prochaine commande le met à jour',
  'settings.schema_up_to_date': 'version {version}, à jour',
  'settings.clock_agrees': 'à la même heure que cette machine',
  'settings.clock_ahead': "L'horloge de la base de données avance de {seconds} s sur celle de cette machine.",
  'settings.clock_behind': "L'horloge de la base de données retarde de {seconds} s sur celle de cette machine.",
  'settings.clock_advice': 'Synchronisez les deux par NTP.',
  'settings.float_left': 'il reste {left} à dépenser ; {open} à envoyer dans les lots ouverts',
  'settings.float_short': 'Il ne reste que {left} à dépenser, pour {open} à envoyer dans les lots ouverts.',
  'settings.float_waits':
    "{n, plural, one {{count} lot l'attend ({batches}) : il reste {left} à dépenser, pour {open} à envoyer.} other {{count} lots l'attendent ({batches}) : il reste {left} à dépenser, pour {open} à envoyer.}}",

  'settings.queue_on_ledger': 'sur le Postgres du registre',
  'settings.queue_ledger_not_checked': 'pas vérifié : elle est sur le Postgres du registre',
  'settings.redis_not_reached': 'pas vérifié : Redis est injoignable',
  'settings.redis_not_looked_at': "pas vérifié : Redis n'a pas donné cette base",
  'settings.redis_answers': 'Redis répond, sans indiquer sa version',
  'settings.redis_version_answers': 'Redis {version} répond',
  'settings.redis_policy_hidden': "Ce Redis ne l'indique pas : assurez-vous que c'est noeviction",
  'settings.redis_append_only_file': 'fichier append-only',
  'settings.redis_snapshots':
    "instantanés seulement : les dernières tâches peuvent se perdre, et sont remises dans la file d'attente",

  'settings.provider_is_sandbox': "Ici, le prestataire est le bac à sable intégré. Personne n'est réellement payé.",
  'settings.provider_not_set': "pas vérifié : PAYRUN_PROVIDER_URL n'est pas défini",
  'settings.provider_answers': "répond (HTTP {httpStatus} à un HEAD de l'adresse de base)",
  'settings.provider_in_the_clear':
    'Il répond (HTTP {httpStatus}), mais en http : les clés et les paiements peuvent être lus en chemin. Utilisez https.',
  'settings.provider_out_of_order': 'Il répond par HTTP {httpStatus} : il est peut-être en panne.',
  'settings.provider_unreadable':
    "Il accepte les connexions, mais n'a pas donné de réponse lisible à un HEAD de l'adresse de base.",
  'settings.provider_advice': 'Vérifiez PAYRUN_PROVIDER_URL et le réseau.',
}
