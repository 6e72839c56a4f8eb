import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/commands.ts'

export const messages: Translation<typeof english> = {
  // What the commands say before, while and after they pay; why they refuse.
  'commands.no_problems_file_payable': '{file} : aucun problème. {payable}.',
  'commands.cell_names_operator_brand_country': "L'opérateur était indiqué par sa marque et son pays.",
  'commands.letters_look_like_digits_digits_now':
    'Des lettres qui ressemblent à des chiffres ont été remplacées par des chiffres.',
  'commands.decimals_spreadsheet_gave_number_gone':
    'Les décimales ajoutées au numéro par un tableur ont été supprimées.',
  'commands.benin_put_01_before_all_numbers': 'Le Bénin a mis 01 devant tous les numéros le 30 novembre 2024.',
  'commands.country_code_stood_twice': "Le numéro contenait deux fois l'indicatif du pays.",
  'commands.number_began_like_international_one_no':
    'Le numéro commençait comme un numéro international, mais sans indicatif de pays.',
  'commands.a_column_before_after_reason': '{a}, {column} : « {before} » → « {after} ». {reason}',
  'commands.more_fixes_json_prints_all': '… et encore {hidden} corrections. --json les affiche toutes.',
  'commands.no_csv_file_fix_writes_copies':
    "{name} n'est ni un fichier CSV ni un classeur. payrun ne peut copier que ceux-là.",
  'commands.copy_csv_file_give_name_ends':
    'La copie est un fichier CSV ou un classeur. Donnez-lui un nom qui finit par .csv ou .xlsx au lieu de {path}.',
  'commands.copy_workbook_give_name_ends':
    'La copie est un classeur. Donnez-lui un nom qui finit par {own} au lieu de {path}.',
  'commands.copy_sheet_holds_rows':
    'Une feuille contient au plus {rows} lignes, et le fichier en a davantage. Donnez à la copie un nom qui finit par .csv.',
  'commands.copy_no_sheet_holds':
    'Une feuille ne peut pas contenir ce fichier tel quel : une ligne a trop ou trop peu de cellules, ou une cellule a plus de 32 767 caractères. Donnez à la copie un nom qui finit par .csv.',
  'commands.copy_with_problems_marked':
    '{rows, plural, one {{output} est une copie de {source} où {rows} ligne est marquée : la colonne « {heading} » dit ce qui ne va pas. Corrigez la copie, puis vérifiez-la de nouveau.} other {{output} est une copie de {source} où {rows} lignes sont marquées : la colonne « {heading} » dit ce qui ne va pas. Corrigez la copie, puis vérifiez-la de nouveau.}}',
  'commands.no_copy_nothing_to_mark': "Il n'y a rien à marquer : {output} n'a pas été écrit.",
  'commands.report_is_file_itself':
    '{report} est le fichier à payer, et le rapport le remplacerait. Donnez un autre nom au rapport.',
  'commands.file_itself_name_another_file_copy': "{output} est le fichier d'origine. Donnez un autre nom à la copie.",
  'commands.copy_fixed_cells':
    '{n, plural, one {{output} : une copie de {source} avec {cells} cellule corrigée.} other {{output} : une copie de {source} avec {cells} cellules corrigées.}}',
  'commands.copy_utf_8_every_other_cell': 'La copie est en UTF-8. Toutes les autres cellules sont inchangées.',
  'commands.payable_rows': '{n, plural, one {{count} ligne à payer} other {{count} lignes à payer}}',
  'commands.one_off_payout': 'paiement unique',
  'commands.nothing_paid_now': "Rien n'a été payé cette fois.",
  'commands.batch_line': 'lot {batchId}, ligne {heldLine}',
  'commands.payout_same_amount_same_number_less':
    'Il y a déjà un paiement du même montant au même numéro, de moins de 24 heures (« {state} », {where}). Donnez une --reference à celui-ci, ou ajoutez --allow-duplicates si vous voulez les deux.',
  'commands.payout_alike':
    "Un autre paiement du même montant au même numéro, sous une autre référence ou pour une autre période, a été fait récemment ou va l'être ({where}).",
  'commands.reference_variant':
    "Un autre paiement ({where}, {state}) a la référence « {held} ». Elles ne diffèrent que par des zéros au début ou après la virgule, des majuscules, le nombre d'espaces, la forme des tirets ou des apostrophes, ou des caractères invisibles. Ajoutez --allow-duplicates s'il s'agit bien de deux paiements.",
  'commands.reference_in_period':
    "Cette référence est déjà utilisée pour la période {period} (« {state} », {where}). S'il s'agit du même paiement, indiquez cette période. S'il s'agit d'un autre, donnez-lui sa propre référence ou sa propre période.",
  'commands.reference_without_period':
    "Cette référence est déjà utilisée sans période (« {state} », {where}). S'il s'agit du même paiement, n'indiquez pas de période. S'il s'agit d'un autre, donnez-lui sa propre référence.",
  'commands.reference_paid_already': 'Cette référence est déjà payée ({where}).',
  'commands.reference_paid_already_under_providers_reference':
    'Cette référence est déjà payée ({where}), avec la référence {heldReference} du prestataire.',
  'commands.reference_waiting_paid_status_says_waits':
    "Cette référence attend d'être payée ({where}). Pour voir pourquoi : {command} status {batchId}",
  'commands.reference_paid_moment_status_follows':
    'Cette référence est en cours de paiement ({where}). Pour la suivre : {command} status {batchId}',
  'commands.provider_reference_not_said_yet_whether':
    "Le prestataire a reçu cette référence, mais n'a pas encore dit si elle est payée ({where}). Pour sa dernière réponse : {command} status {batchId}",
  'commands.reference_may_may_not_paid_say':
    "Cette référence est peut-être payée, peut-être pas ({where}). Indiquez ce qu'il en est avec {command} resolve {batchId} --line {heldLine}.",
  'commands.reference_evidence_paid_after_all_ask':
    "Cette référence est « {state} » ({where}), mais il semble qu'elle ait tout de même été payée. Interrogez d'abord le prestataire ({command} audit {batchId} --line {heldLine}).",
  'commands.submitted': 'Fichier soumis, {words}.',
  'commands.submitted_invalid_rows_left_out':
    '{invalid, plural, one {Fichier soumis, {words}, {invalid} ligne invalide laissée de côté.} other {Fichier soumis, {words}, {invalid} lignes invalides laissées de côté.}}',
  'commands.nothing_paid_until_somebody_other_approves':
    "Rien n'est payé avant que quelqu'un d'autre l'approuve ({submitter} ne le peut pas) : {command} approve {id} --account NOM",
  'commands.workers_pay_utc_stop_before_cancel':
    "Les processus de paiement le paieront à partir du {startAt}. Pour l'arrêter avant : {command} cancel {id}",
  'commands.workers_pay_follow_status_watch':
    'Les processus de paiement vont le payer. Pour le suivre : {command} status {id} --watch',
  'commands.sandbox_workers_pay':
    "Bac à sable : personne n'est réellement payé. Un processus de paiement du bac à sable le paiera : {command} worker --sandbox. Pour le suivre : {command} status {id} --watch",
  'commands.planned_time_run_already_batch_see':
    "Cette échéance a déjà été traitée, par le lot {batchId} : voir {command} status {batchId}. Rien n'a été payé cette fois.",
  'commands.very_file_already_submitted_batch_utc':
    "Ce même fichier a déjà été soumis : c'est le lot {id} ({when}), voir {command} status {id}. Rien n'a été payé cette fois.",
  'commands.very_file_already_submitted_period_batch':
    "Ce même fichier a déjà été soumis pour la période {period} : c'est le lot {id} ({when}), voir {command} status {id}. Rien n'a été payé cette fois.",
  'commands.refused_both': '{one} {other}',
  'commands.file_refused': 'Le fichier a été refusé.',
  'commands.no_row_file_can_paid': 'Aucune ligne du fichier ne peut être payée.',
  'commands.tz_time_zone': "--tz ne s'utilise qu'avec --at ou --between.",
  'commands.workbook_needs_file_go_name_one':
    'Un classeur doit être écrit dans un fichier. Indiquez-en un, par exemple -o paiements.xlsx.',
  'commands.template_fill_validate': 'Modèle : {path}. Remplissez-le, puis lancez : {command} validate {output}',
  'commands.payrun_pays_no_country_pays': 'payrun ne paie pas vers « {name} ». Il paie vers : {countries}.',
  'commands.country_and_code': '{country} ({code})',
  'commands.report_cant_written_folder_cant_made':
    "Impossible d'écrire le rapport dans {home} : le dossier ne peut pas être créé. payrun report peut l'écrire ailleurs.",
  'commands.sheet_holds_rows_file_report_csv':
    'Une feuille contient {maxXlsxRows} lignes, et le fichier en a {rows}. Demandez le rapport en CSV, avec --format csv.',
  'commands.answers_earlier_process_still_outbox_ledger':
    "Les réponses d'un processus précédent attendent encore sur le disque, car le registre n'a pas pu les enregistrer. Sans elles, payrun ne peut pas savoir ce que sont devenues les lignes. Essayez de nouveau, et lancez {command} doctor.",
  'commands.several_batches_begin_give_more_id':
    'Plusieurs lots commencent par « {name} » : {ids}. Tapez davantage de caractères.',
  'commands.no_batch_yet': "Il n'y a pas encore de lot.",
  'commands.anchor_needs_whole_ledger':
    '--anchor et --against portent sur tout le registre, et --line sur un lot : nommez un lot, ou omettez --line.',
  'commands.anchor_key_not_set':
    "Donnez à PAYRUN_ANCHOR_KEY le fichier d'une clé Ed25519 : elle signe les ancrages. docs/fr/operations.md explique comment en créer une.",
  'commands.anchor_key_unreadable': 'La clé de PAYRUN_ANCHOR_KEY, {path}, est illisible ({code}).',
  'commands.anchor_key_open': "La clé {path} doit vous appartenir et n'être lisible que par vous : lancez chmod 600.",
  'commands.anchor_public_key_open':
    "La clé {path} doit appartenir à vous ou à root, et personne d'autre ne doit pouvoir l'écrire.",
  'commands.anchor_key_wrong': "{path} n'est pas une clé privée Ed25519 au format PEM, dont --anchor a besoin.",
  'commands.anchor_public_key_wrong': "{path} n'est pas une clé Ed25519 au format PEM.",
  'commands.anchor_unreadable': "L'ancrage {path} est illisible ({code}).",
  'commands.anchor_is_none': "{path} n'est pas un ancrage écrit par audit --anchor.",
  'commands.anchor_signature_wrong':
    "Cette clé n'a pas signé {path} : l'ancrage a été modifié, ou une autre clé l'a signé. Il ne prouve rien.",
  'commands.anchor_of_another_ledger': "L'ancrage {path} est celui d'un autre registre.",
  'commands.no_batch_command_list_shows_all': "Il n'y a pas de lot « {name} ». La commande list les montre tous.",
  'commands.postgres_database_url': 'le Postgres de DATABASE_URL',
  'commands.embedded_postgres': 'le Postgres intégré',
  'commands.cannot_sign_check_user_password_database':
    "Connexion refusée par {where}. Vérifiez l'utilisateur et le mot de passe dans DATABASE_URL.",
  'commands.postgres_without_tls':
    'Le Postgres de DATABASE_URL ne propose pas TLS. Activez TLS sur ce serveur, ou autorisez la connexion sans TLS avec PAYRUN_ALLOW_CLEARTEXT=postgres.',
  'commands.database_database_url_names_doesnt_exist':
    "La base de données indiquée dans DATABASE_URL n'existe pas. Créez-la d'abord (createdb).",
  'commands.user_has_no_right':
    "L'utilisateur de DATABASE_URL n'a pas le droit de faire cela. Utilisez payrun_desk, ou un utilisateur qui a les mêmes droits.",
  'commands.user_database_url_may_not_use':
    "L'utilisateur de DATABASE_URL n'a pas le droit d'utiliser les tables de payrun, ou de les créer. Lancez payrun migrate sous leur propriétaire, qui a le droit d'en créer.",
  'commands.cannot_reach_check_running_database_url':
    "Injoignable : {where} ({why}). Vérifiez qu'il est en marche et que DATABASE_URL est juste.",
  'commands.cannot_reach_check_running': "Injoignable : {where} ({why}). Vérifiez qu'il est en marche.",
  'commands.provider_cannot_used': "Le prestataire n'est pas utilisable.",
  'commands.not_set_set_environment_env_try':
    "{n, plural, one {{names} n'est pas défini. Définissez-le dans l'environnement ou dans .env, ou essayez payrun avec {command} run FICHIER --sandbox.} other {{names} ne sont pas définis. Définissez-les dans l'environnement ou dans .env, ou essayez payrun avec {command} run FICHIER --sandbox.}}",
  'commands.not_set_set_environment_env_running':
    "{n, plural, one {{names} n'est pas défini. Définissez-le dans l'environnement ou dans .env, ou prenez celui d'un bac à sable en marche ({command} sandbox).} other {{names} ne sont pas définis. Définissez-les dans l'environnement ou dans .env, ou prenez ceux d'un bac à sable en marche ({command} sandbox).}}",
  'commands.applied': 'Appliqué : {name}.',
  'commands.tables_up_date': 'Les tables sont à jour.',
  'commands.has_its_rights': 'Droits accordés à {role}.',

  // Schedules, approvals and purges.
  'commands.nothing_when_paid': "Il n'y avait rien à {path} au moment de payer.",
  'commands.no_file_when_paid':
    "Au moment de payer, {path} n'était pas un fichier, mais un tube, un socket ou un périphérique. Mettez un fichier ou un dossier à cet endroit.",
  'commands.still_written_when_paid': "{path} était encore en cours d'écriture au moment de payer.",
  'commands.could_not_looked_when_paid': "{path} n'a pas pu être lu au moment de payer ({code}).",
  'commands.file_ended_process':
    "Le processus de paiement s'est arrêté brutalement {tries} fois pendant la lecture de {path}. payrun n'ouvre plus ce fichier de lui-même. Vérifiez-le, puis exécutez la planification à la main, enregistrez-le de nouveau ou divisez-le.",
  'commands.schedule_stopped_meanwhile':
    "Ce paiement planifié a été mis en pause ou supprimé pendant la lecture du fichier : rien n'a été soumis. Pour payer ce fichier malgré tout, soumettez-le vous-même.",
  'commands.may_be_cut_off':
    "{path} est peut-être incomplet : sa dernière ligne ne finit pas par un retour à la ligne. payrun le lira quand il n'aura pas changé pendant une minute.",
  'commands.name_taken_before':
    "{file} a été soumis comme lot {batchId}, et son contenu a changé depuis. Un dossier planifié ne prend chaque nom de fichier qu'une fois : donnez un autre nom au fichier pour le faire payer.",
  'commands.changed_since_run_early':
    "{file} a été soumis en avance comme lot {batchId}, et son contenu a changé depuis. Les modifications n'ont pas été payées : un paiement planifié ne paie chaque date prévue qu'une fois. Pour payer des lignes supplémentaires, soumettez-les dans un autre fichier.",
  'commands.batch_of_time_cancelled':
    "{file} n'a pas été payé : son lot {batchId} a été annulé, et un paiement planifié ne le soumet pas de nouveau de lui-même. Pour le payer, exécutez cette échéance à la main : payrun schedule run {id}",
  'commands.unexpected_error_bug_log_worker_more':
    'Une erreur inattendue (un bogue). Le journal du processus de paiement contient les détails.',
  'commands.batch_approved': 'Le lot {id} est approuvé par {approver} : {payable}.',
  'commands.workers_pay_utc': 'Les processus de paiement le paieront à partir du {startAt}.',
  'commands.workers_pay_without_one_resume':
    'Les processus de paiement vont le payer. Si aucun ne tourne : {command} resume {id}',
  'commands.batch_not_approved_rows_not_submitted':
    "Le lot {id} n'a pas été approuvé : ses lignes ne sont pas celles qui ont été soumises. La commande audit montre ce qui a changé. Annulez le lot.",
  'commands.batch_not_approved_file_another_one':
    "Le lot {id} n'a pas été approuvé : son fichier est différent (sha256 {fileSha256}).",
  'commands.batch_not_approved': "Le lot {id} n'a pas été approuvé. {why}",
  'commands.batch_cant_approved_submitted_somebody_else':
    "Le lot {id} ne peut pas être approuvé par {approver} : cette personne, ou quelqu'un qui a le même nom de connexion, l'a soumis. Quelqu'un d'autre doit le faire : {command} approve {id} --account NOM",
  'commands.batch_not_approved_changed_moment_look':
    "Le lot {id} n'a pas été approuvé : il vient de changer. Regardez-le de nouveau.",
  'commands.batch_doesnt_wait_approval': "Le lot {id} n'attend pas d'approbation : il est « {state} ».",
  'commands.batch_approved_already': 'Le lot {id} a déjà été approuvé par {approver} : il est « {state} ».',
  'commands.database_disk_full': 'Le disque de la base de données est plein : libérez de la place.',
  'commands.database_memory_full': 'La base de données manque de mémoire : donnez-en davantage à son serveur.',
  'commands.database_connections_full':
    "La base de données n'accepte plus de connexions : il y en a trop d'ouvertes. Fermez-en, ou augmentez max_connections.",
  'commands.database_short_nothing_lost': "{why} Rien n'est perdu. Relancez la commande ensuite.",
  'commands.database_queue_went_away_nothing_lost':
    "La base de données ou la file d'attente n'est plus disponible ({error}). Rien n'est perdu. Relancez la commande quand elle le sera de nouveau.",
  'commands.purge_before_what':
    "--before : « {before} » doit être une date comme 2026-01-31, et au plus tard celle d'hier.",
  'commands.purge_forbidden':
    "L'utilisateur de DATABASE_URL n'a pas le droit de changer le bénéficiaire d'une ligne. Lancez cette commande comme propriétaire des tables (le migrateur).",
  'commands.purged_batch':
    '{rows, plural, one {{id}  {name}, {rows} ligne, terminé le {day}} other {{id}  {name}, {rows} lignes, terminé le {day}}}',
  'commands.would_purge':
    "{batches, plural, one {{batches} lot serait purgé ; rien n'a été changé.} other {{batches} lots seraient purgés ; rien n'a été changé.}}",
  'commands.purged':
    '{batches, plural, =0 {Aucun lot purgé.} one {{batches} lot purgé : ses noms et ses numéros de téléphone sont définitivement effacés.} other {{batches} lots purgés : leurs noms et leurs numéros de téléphone sont définitivement effacés.}}',
  'commands.would_purge_notifications':
    '{notifications, plural, one {Le champ custom_data de {notifications} notification serait effacé.} other {Le champ custom_data de {notifications} notifications serait effacé.}}',
  'commands.purged_notifications':
    '{notifications, plural, one {Le champ custom_data de {notifications} notification a été effacé.} other {Le champ custom_data de {notifications} notifications a été effacé.}}',
  'commands.stopped_while_storing':
    'Interrompu. {command} list montre si le fichier a été enregistré. Vous pouvez le soumettre de nouveau : un fichier déjà enregistré est refusé.',
  'commands.purge_left_open':
    "{rows, plural, one {Le lot {id} n'a pas été touché : il a {rows} ligne inconnue ou acceptée. Réglez-la d'abord.} other {Le lot {id} n'a pas été touché : il a {rows} lignes inconnues ou acceptées. Réglez-les d'abord.}}",
  'commands.purge_left_retry':
    "{rows, plural, one {Le lot {id} n'a pas été touché : la nouvelle tentative pour {rows} ligne attend une approbation. Décidez-en d'abord.} other {Le lot {id} n'a pas été touché : la nouvelle tentative pour {rows} lignes attend une approbation. Décidez-en d'abord.}}",
  'commands.purge_left_maybe_paid':
    "{rows, plural, one {Le lot {id} n'a pas été touché : d'après un relevé, une notification ou une réponse tardive des 31 derniers jours, {rows} de ses lignes a finalement été payée, et c'est par son numéro que payrun avertit d'un second paiement. Le lot pourra être purgé une fois ces 31 jours passés.} other {Le lot {id} n'a pas été touché : d'après un relevé, une notification ou une réponse tardive des 31 derniers jours, {rows} de ses lignes ont finalement été payées, et c'est par leurs numéros que payrun avertit d'un second paiement. Le lot pourra être purgé une fois ces 31 jours passés.}}",
  'commands.purge_left_called':
    "{rows, plural, one {Le lot {id} n'a pas été touché : ces 31 derniers jours, quelqu'un a déclaré {rows} de ses lignes non payée, et c'est par son numéro que payrun reconnaît un autre paiement à cette personne. Le lot pourra être purgé une fois ces 31 jours passés.} other {Le lot {id} n'a pas été touché : ces 31 derniers jours, quelqu'un a déclaré {rows} de ses lignes non payées, et c'est par leurs numéros que payrun reconnaît un autre paiement à ces personnes. Le lot pourra être purgé une fois ces 31 jours passés.}}",
  'commands.purge_left_needed':
    "Le lot {id} n'a pas été touché : {others, plural, one {le lot {other} a} other {{others} lots, dont {other}, ont}} des lignes vers les mêmes numéros qui ont échoué ou ne sont pas réglées, et payrun les compare à ce lot pour que personne ne soit payé deux fois. Réglez ou réessayez d'abord ces lignes, ou purgez-les aussi.",
  'commands.purge_left_report':
    'Ce rapport contient encore des noms, et payrun ne modifie pas les rapports hors de son dossier. Supprimez-le ou écrivez-le de nouveau : {path}',

  // What listen and sandbox say: where they listen, and what came of each notification.
  'commands.ready_signed':
    "À l'écoute. Indiquez l'adresse ci-dessus comme callback_url. Les notifications doivent être signées avec PAYRUN_CALLBACK_SECRET. Pour arrêter : Ctrl-C.",
  'commands.ready_unsigned':
    "À l'écoute. Indiquez l'adresse ci-dessus comme callback_url. Les notifications ne sont pas signées, car PAYRUN_CALLBACK_SECRET n'est pas défini : toute personne qui connaît l'adresse peut prétendre qu'un paiement a eu lieu, gardez-la donc secrète. Pour arrêter : Ctrl-C.",
  'commands.open_to_others':
    "Attention : sur {host}, les notifications arrivent sans TLS, et d'autres sur le réseau peuvent lire l'adresse. Mettez un serveur avec TLS devant payrun, et omettez --host.",
  'commands.sandbox_open_to_others':
    "Attention : sur {host}, d'autres sur le réseau peuvent atteindre le bac à sable, voir ce qui lui a été envoyé et lui faire envoyer des notifications. Omettez --host pour le réserver à cette machine.",
  'commands.port_in_use': 'Le port {port} sur {host} est déjà utilisé. Choisissez-en un autre avec --port.',
  'commands.cannot_listen':
    "Impossible d'écouter sur {host}, port {port} : choisissez une autre adresse ou un autre port avec --host et --port.",
  'commands.token_invalid': '{path} ne contient pas de jeton : supprimez-le, et payrun en créera un nouveau.',
  'commands.token_unreadable':
    '{path} ne peut être ni lu ni créé. Vérifiez à qui il appartient, ou définissez PAYRUN_LISTEN_TOKEN.',
  'commands.notification': '{at}  {reference}  {status} : {effect}',
  'commands.reference_unknown': "aucun paiement n'a cette référence ici. Rien n'a été fait.",
  'commands.payout_settled': "la ligne {line} du lot {batch} passe à l'état « {state} ».",
  'commands.payout_agrees': "la ligne {line} du lot {batch} était déjà à l'état « {state} ».",
  'commands.payout_undecided':
    "la ligne {line} du lot {batch} reste à l'état « {state} », car ce statut ne permet pas de conclure.",
  'commands.payout_contradicted':
    "contradiction avec le registre, où la ligne {line} du lot {batch} est à l'état « {state} ». Rien n'a été changé : vérifiez.",
  'commands.payment_settled': "le paiement en ligne {id} passe à l'état « {state} ».",
  'commands.payment_agrees': "le paiement en ligne {id} était déjà à l'état « {state} ».",
  'commands.payment_undecided':
    "le paiement en ligne {id} reste à l'état « {state} », car ce statut ne permet pas de conclure.",
  'commands.payment_contradicted':
    "contradiction avec le registre, où le paiement en ligne {id} est à l'état « {state} ». Rien n'a été changé : vérifiez.",
  'commands.collection_settled': "l'encaissement {id} passe à l'état « {state} ».",
  'commands.collection_agrees': "l'encaissement {id} était déjà à l'état « {state} ».",
  'commands.collection_undecided':
    "l'encaissement {id} reste à l'état « {state} », car ce statut ne permet pas de conclure.",
  'commands.collection_contradicted':
    "contradiction avec le registre, où l'encaissement {id} est à l'état « {state} ». Rien n'a été changé : vérifiez.",
  'commands.sandbox_left_out':
    "{batches, plural, one {{batches} lot du bac à sable a été laissé de côté : il n'a réellement payé personne.} other {{batches} lots du bac à sable ont été laissés de côté : ils n'ont réellement payé personne.}} Pour en régler un, nommez-le : {command} reconcile LOT RELEVÉ",
  'commands.report_pain_002_answers_pain_001':
    "Un rapport pain.002 répond à un fichier pain.001, et celui-ci n'en est pas un. Choisissez un autre format de rapport.",
}
