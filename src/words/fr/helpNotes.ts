import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/helpNotes.ts'

export const messages: Translation<typeof english> = {
  'helpNotes.desk_does': "servir la console web et l'API HTTP, et payer ce qui est soumis",
  'helpNotes.desk_without_worker': "ne rien payer ici : d'autres processus de paiement le font",
  'helpNotes.desk_first_start':
    "Le premier démarrage affiche un lien, valable une fois et pendant une heure, pour créer le premier compte. Derrière un proxy TLS, indiquez dans PAYRUN_DESK_URL l'adresse que les gens utilisent.",
  // --help: the paragraphs below the options.
  'helpNotes.references_used_earlier_batches_checked_run':
    'Si un registre existe, validate dit du fichier ce que run et submit en diraient avec les mêmes options.',
  'helpNotes.names_columns_no_rows_workbooks_first':
    'Le fichier contient les noms des colonnes et aucune ligne. Dans un classeur, remplissez la première feuille : ses colonnes sont au format texte, pour garder les zéros en tête et les signes plus. Les autres feuilles donnent la liste des opérateurs et expliquent les colonnes.',
  'helpNotes.ends_4_when_trail_not_intact': "Code de sortie 4 si la piste d'audit n'est pas intacte.",
  'helpNotes.anchor':
    'Une personne qui peut écrire dans les tables peut modifier un enregistrement et recalculer toutes les empreintes qui en découlent. Seul un ancrage écrit auparavant le révèle : gardez les ancrages, et la clé, hors de sa portée. docs/fr/operations.md explique comment créer une clé.',
  'helpNotes.flight_settles_workers_paying_stop_within':
    "Les lignes déjà envoyées vont à leur terme, et les processus de paiement cessent de payer vers cet opérateur dans les 5 secondes. Les autres opérateurs continuent. Un lot auquel il ne reste que des lignes d'opérateurs suspendus est mis en pause (operator_held). payrun ne teste jamais de lui-même un opérateur suspendu par une personne : seul operators release met fin à la suspension.",
  'helpNotes.batches_paused_hold_named_payrun_resume':
    'La commande nomme les lots que la suspension avait mis en pause. Reprenez chacun avec payrun resume.',
  'helpNotes.row_refused_gives_reference_back_nothing':
    "La référence d'une ligne échouée est de nouveau libre. Rien n'est réessayé, et le code de sortie est 2, si",
  'helpNotes.another_batch_pays_one_rows_now':
    "- un autre lot paie maintenant une des lignes : même référence, y compris quand un seul des deux lots a une période, ou, pour une ligne sans référence, mêmes numéro, montant et devise (dans ces deux cas : envoyé depuis ou dans les dernières 24 heures, ou en attente d'envoi ; ajoutez --allow-duplicates pour payer les deux) ;",
  'helpNotes.late_answer_statement_says_one_rows':
    "- d'après une réponse tardive ou un relevé, l'argent d'une des lignes est parti (demandez au prestataire, puis utilisez --despite-evidence) ;",
  'helpNotes.one_named_lines_not_failed': "- une des lignes indiquées n'est pas échouée ;",
  'helpNotes.batch_paused_rows_not_sent_yet':
    "- le lot est en pause et a des lignes non envoyées (d'abord resume pour le reprendre, ou cancel pour l'annuler).",
  'helpNotes.nothing_retry_ends_0_when_every':
    "S'il n'y a rien à réessayer, le code de sortie est 0 quand toutes les lignes sont payées, sinon 2. Après un paiement, c'est celui de run.",
  'helpNotes.row_becomes_paid_failed_failed_one':
    "La ligne devient payée ou échouée, et une ligne échouée peut être réessayée avec retry. payrun conserve la note, votre nom de connexion et l'heure. Dans la note, il masque le nom du bénéficiaire et les chiffres qui ressemblent à un numéro de téléphone.",
  'helpNotes.columns_found_french_english_names_reference':
    'payrun trouve les colonnes par leur nom français ou anglais : référence, téléphone, montant, devise, statut, date. Un relevé sans colonne de statut est la liste de ce qui a été exécuté. Les montants peuvent être négatifs. Les lignes sans référence ni numéro (totaux, frais) sont comptées et ignorées. Les heures sans fuseau sont en UTC. 03/04/2026 est le 3 avril, sauf si le fichier montre le contraire.',
  'helpNotes.line_matched_row_providers_reference_else':
    "payrun rapproche une ligne du relevé d'une ligne du lot par la référence du prestataire, ou sinon par le numéro, le montant, la devise et l'heure : de 10 minutes avant l'envoi à 48 heures après. Chaque ligne en a une seule en face, ou aucune. Les cas douteux sont affichés et laissés tels quels.",
  'helpNotes.complete_says_statement_made_after_batchs':
    "Avec --complete, vous affirmez que le relevé a été établi après l'envoi de la dernière ligne du lot, qu'il couvre toute sa durée et qu'il vient du bon compte : les lignes qui n'y figurent pas n'ont alors pas été payées. payrun le refuse s'il n'est pas certain que le relevé aille au-delà de l'envoi d'une ligne absente (un jour sans heure compte à partir de son début, une heure sans fuseau peut avancer de 3 heures, et les horloges peuvent différer de 2 minutes), si des lignes payées en sont absentes aussi, ou si un relevé sans dates ou sans numéros ne contient aucune ligne du lot. Une ligne absente reste telle quelle si aucun paiement du relevé que payrun connaît, envoyé au plus un jour avant elle, ne montre qu'il couvre son opérateur (un paiement par cet opérateur, ou par deux opérateurs de son pays) : c'est peut-être le relevé d'un autre opérateur. --covers dit qu'il couvre quand même cet opérateur. Si le relevé n'a pas de colonne de statut, les lignes acceptées restent telles quelles : le prestataire peut encore les traiter.",
  'helpNotes.contradicts_paid_failed_row_changes_nothing':
    "Une ligne du relevé qui contredit une ligne payée ou échouée ne change rien, et elle est conservée comme contradiction. Une ligne échouée que le relevé dit payée n'est pas réessayée sans --despite-evidence. Code de sortie 0 s'il ne reste aucune ligne et si rien n'est contredit, 3 si le relevé est refusé, 4 sinon.",
  'helpNotes.approval_covers_files_bytes_number_rows':
    "L'approbation porte sur ce fichier exact, le nombre de lignes et leurs totaux, et elle est conservée avec eux. Un nom qui ne diffère que par les majuscules, les accents, les espaces, la ponctuation ou des lettres semblables est le même nom. Code de sortie 2 si vous avez soumis le lot vous-même, 3 si quelque chose ne correspond pas à ce que vous attendez.",
  'helpNotes.workers_run_schedules_without_one_payrun':
    'Ce sont les processus de paiement qui exécutent les paiements planifiés : si aucun ne tourne (payrun worker), rien ne se passe à la date prévue.',
  'helpNotes.file_taken_each_planned_time_not':
    "payrun lit le fichier à chaque date prévue, pas maintenant. Le paiement planifié d'un fichier paie chaque période une seule fois, même s'il se déclenche deux fois ou en retard. Celui d'un dossier prend chaque nouveau fichier une seule fois, d'après son nom. Si aucun processus de paiement ne tournait à certaines dates prévues, seule la dernière est rattrapée.",
  'helpNotes.call_made_once_asked_kept_ledger':
    "payrun fait l'appel une seule fois. Il conserve la demande dans le registre, sans données personnelles, pour que listen en reconnaisse la référence. Pour essayer, lancez payrun sandbox et mettez dans PAYRUN_PROVIDER_URL l'adresse affichée.",
  'helpNotes.ends_0_when_under_way_2':
    "Code de sortie 0 si la demande est en cours, 2 si une option est incorrecte (rien n'est envoyé), 4 si le prestataire l'a refusée ou si personne ne peut savoir ce qu'elle est devenue, 5 s'il est certain que le prestataire ne l'a pas prise (injoignable, clés refusées, trop de demandes), et 6 si le registre est injoignable.",
  'helpNotes.without_reference_payout_looks_like_one':
    'Sans référence, payrun refuse un paiement qui pourrait faire double emploi avec un autre des dernières 24 heures (mêmes numéro, montant et devise).',
  'helpNotes.ends_0_when_paid_3_when':
    "Code de sortie 0 si le paiement est fait, 3 si payrun le refuse (rien n'est payé maintenant, et le lot qui détient la référence est nommé), 4 s'il a échoué ou si personne ne peut savoir s'il a été fait, et 5 s'il reste à faire : reprenez avec resume.",
  'helpNotes.give_printed_address_callback_url_last':
    "Indiquez l'adresse affichée comme callback_url. Sa dernière partie est un jeton secret : PAYRUN_LISTEN_TOKEN, ou sinon un jeton créé une fois et gardé dans PAYRUN_HOME. Avec PAYRUN_CALLBACK_SECRET, listen refuse les notifications qui ne sont pas signées avec ce secret.",
  'helpNotes.notification_kept_before_answered_settles_payment':
    "listen enregistre une notification avant d'y répondre. Une notification règle un encaissement de ce registre ou un paiement accepté. Elle ne crée jamais de paiement et ne change jamais ce qui est payé : si elle contredit le registre, elle est gardée pour que vous l'examiniez. Les notifications répétées sont reconnues. Code de sortie 0 quand vous l'arrêtez, 2 si l'écoute est impossible à cette adresse, 6 sans base de données.",
  'helpNotes.browser_sandbox_carried_out_handset_where':
    "À ouvrir dans un navigateur : /sandbox (ce qui a été exécuté), /handset (où les clients approuvent), /docs (l'interface). Les quatre derniers chiffres d'un numéro ou d'une carte décident de ce qui arrive : la page / en donne la liste.",
  'helpNotes.ends_0_when_nothing_problem_2':
    "Code de sortie 0 si tout va bien, 2 si la configuration est incorrecte, et 6 si la base de données ou la file d'attente est injoignable.",
  'helpNotes.call_owner_tables_before_workers_new':
    "À lancer en tant que propriétaire des tables, avant de démarrer les processus de paiement d'une nouvelle version. Vous pouvez la lancer plusieurs fois en même temps, et la relancer ne change rien. Les rôles sont ceux de deploy/roles.sql. Sans eux, chaque commande travaille en tant que propriétaire.",
  'helpNotes.kept_operators_amounts_references_states_times':
    "payrun conserve les opérateurs, les montants, les références, les états et les heures : les totaux, les rapports, l'audit et le contrôle des références déjà utilisées continuent de fonctionner. Il efface les numéros, les noms, les messages du prestataire, et toute colonne du fichier qu'il ne connaît pas, car elle peut contenir n'importe quoi. Il ne touche pas aux lots qui ont encore des lignes inconnues ou acceptées, ni à ceux dont une ligne échouée a été payée d'après un relevé, une notification ou une réponse des 31 derniers jours, ou a été déclarée non payée par quelqu'un pendant ce temps, ni à ceux auxquels des lignes échouées ou non réglées d'autres lots doivent être comparées. Les lignes échouées d'un lot effacé ne peuvent plus être renvoyées. payrun réécrit les rapports de PAYRUN_HOME ; ceux qui sont ailleurs, et les sauvegardes de la base, sont à votre charge.",
  'helpNotes.first_line_bashrc_folder_zsh_one':
    'La première ligne va dans ~/.bashrc. Pour zsh, le dossier doit figurer dans fpath avant compinit. La langue est celle de PAYRUN_LANG.',
  'helpNotes.sandbox_nothing_leaves_machine_command_takes':
    "Avec --sandbox, rien ne quitte cette machine. Pour les options d'une commande : payrun COMMANDE --help",
  'helpNotes.payrun_lang_fr_speaks_french_payrun':
    'payrun parle français avec PAYRUN_LANG=fr, anglais avec PAYRUN_LANG=en, et sinon la langue de votre système.',

  // --help: one call, services, setting up.
  'helpNotes.initiate_one_online_payment_print_where':
    "demander un paiement en ligne, et afficher l'adresse où le payeur paie",
  'helpNotes.such_1500_150_50': 'par exemple 1500 ou 150.50',
  'helpNotes.xof_xaf_ugx_kes_ghs_rwf': 'XOF, XAF, UGX, KES, GHS, RWF, TZS ou ZMW',
  'helpNotes.where_payer_comes_back_after_paying': 'où renvoyer le payeur quand il a payé',
  'helpNotes.where_payer_comes_back_after_cancelling': "où renvoyer le payeur s'il annule",
  'helpNotes.where_notifications_posted_such_address_listen':
    "où envoyer les notifications, par exemple l'adresse qu'affiche listen",
  'helpNotes.all_card_cards_only': 'ALL, ou CARD pour les cartes seulement',
  'helpNotes.what_is_paid_for': "l'objet du paiement",
  'helpNotes.payers_name': 'le nom du payeur',
  'helpNotes.payers_e_mail_address': "l'adresse e-mail du payeur",
  'helpNotes.payers_number_country_code': "le numéro du payeur, avec l'indicatif du pays",
  'helpNotes.ask_one_customer_payment_handset': 'demander un paiement à un client sur son téléphone',
  'helpNotes.such_mtn_benin_operators_lists': 'par exemple mtn-benin ; payrun operators en donne la liste',
  'helpNotes.customers_number_country_code': "le numéro du client, avec l'indicatif du pays",
  'helpNotes.such_1500_150_50_currency_operators': "par exemple 1500 ou 150.50, dans la devise du pays de l'opérateur",
  'helpNotes.customers_name': 'le nom du client',
  'helpNotes.customers_own_number': "le numéro de l'objet customer, si ce n'est pas celui de --phone",
  'helpNotes.sandbox_lenient': "accepter les appels sans l'en-tête Accept: application/json",
  'helpNotes.customers_e_mail_address': "l'adresse e-mail du client",
  'helpNotes.anything_come_back_notifications': 'ce que vous voulez retrouver dans les notifications (48 Kio au plus)',
  'helpNotes.pay_one_payout_batch_one_checked':
    "payer une seule personne : un lot d'une ligne, vérifiée et réservée comme celle d'un fichier",
  'helpNotes.beneficiarys_number': 'le numéro du bénéficiaire',
  'helpNotes.your_own_id_payout_given_again':
    "votre identifiant pour ce paiement : le même identifiant n'est jamais payé deux fois",
  'helpNotes.must_operators_country': "doit être celle du pays de l'opérateur",
  'helpNotes.must_operator': "doit être celui de l'opérateur",
  'helpNotes.beneficiarys_name': 'le nom du bénéficiaire',
  'helpNotes.kept_payout_comes_out_report': 'conservé avec le paiement et repris dans son rapport',
  'helpNotes.pay_although_payout_last_24_hours':
    "payer même s'il peut s'agir d'un doublon d'un paiement des dernières 24 heures",
  'helpNotes.pay_whatever_submitted_until_stopped_sigterm':
    "payer tout ce qui est soumis, jusqu'à l'arrêt ; après SIGTERM, terminer ce qui est en cours",
  'helpNotes.pay_batches_submitted_sandbox_only': 'ne payer que les lots soumis avec --sandbox',
  'helpNotes.where_health_metrics_served_off_nowhere': 'le port où publier son état et ses mesures ; off : aucun',
  'helpNotes.receive_providers_payment_notifications_until_stopped':
    "recevoir les notifications du prestataire jusqu'à l'arrêt, et afficher une ligne pour chacune",
  'helpNotes.where_listen_0_takes_free_one': 'le port à écouter ; 0 en choisit un libre',
  'helpNotes.sandbox_allow_host':
    "un autre nom sous lequel on peut appeler le bac à sable ; il ne répond sinon qu'à localhost et aux adresses IP",
  'helpNotes.on_which_address': "l'adresse à écouter",
  'helpNotes.address_server_tls_front_printed_one':
    "l'adresse publique du serveur TLS placé devant, reprise dans l'adresse affichée",
  'helpNotes.print_json_document_line_each_notification': 'afficher chaque notification en JSON, sur une ligne',
  'helpNotes.must_address_such_https_pay_example': 'Il faut une adresse comme https://pay.example.com.',
  'helpNotes.serve_providers_whole_interface_locally_payments':
    "simuler sur cette machine toute l'interface du prestataire : paiements en ligne, encaissements et paiements mobiles ; personne n'est payé",
  'helpNotes.keep_state_here_over_restarts_else':
    "garder l'état dans ce dossier d'un démarrage à l'autre ; par défaut, en mémoire seulement",
  'helpNotes.merchant_payers_shown': 'le nom du marchand que voient les payeurs',
  'helpNotes.refuse_payouts_http_403_merchant_not':
    "refuser les paiements avec HTTP 403, comme à un marchand qui n'y est pas autorisé",
  'helpNotes.every_answer_waits_long': 'retarder chaque réponse de cette durée',
  'helpNotes.how_long_payer_payment_page': 'le temps dont dispose le payeur sur la page de paiement',
  'helpNotes.how_long_customer_handset': 'le temps dont dispose le client pour répondre sur son téléphone',
  'helpNotes.check_configuration_ledger_queue_providers_reachability':
    "vérifier la configuration, le registre, la file d'attente et l'accès au prestataire ; ne paie rien",
  'helpNotes.make_ledgers_queues_tables_bring_up':
    "créer ou mettre à jour les tables du registre et de la file d'attente, et donner leurs droits aux rôles",
  'helpNotes.blank_names_phone_numbers_batches_over':
    'effacer les noms et les numéros des lots terminés depuis longtemps ; irréversible',
  'helpNotes.batches_over_before_day_utc_such': 'les lots terminés avant ce jour (UTC), par exemple 2026-01-31',
  'helpNotes.say_purged_change_nothing': 'montrer ce qui serait effacé, sans rien changer',
  'helpNotes.print_script_shell_completes_commands_options':
    'afficher un script pour que votre shell complète les commandes, les options et leurs valeurs',
  'helpNotes.shell_reads': 'votre shell',
}
