import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/help.ts'

export const messages: Translation<typeof english> = {
  // --help: files, batches, what is open, schedules and approvals.
  'help.check_file_print_every_problem_line':
    'vérifier un fichier et afficher chaque problème : ligne, colonne, valeur, code et explication',
  'help.let_rows_without_reference_repeat_number':
    'payer aussi ce qui répète peut-être un paiement : le même fichier pour une autre période, les personnes des dernières 24 heures, une référence écrite autrement, un numéro et un montant sans référence',
  'help.refuse_rows_above_amount_rows_currency':
    'refuser les lignes qui dépassent ce montant, dans la devise de la ligne',
  'help.write_copy_fixes_certain_list_no':
    "écrire une copie avec les corrections certaines, et en donner la liste ; aucun montant n'est modifié",
  'help.where_copy_goes':
    'où écrire une copie où les problèmes sont marqués ou, avec --fix, la copie corrigée (.csv ou .xlsx)',
  'help.to_mark_problems': 'Pour obtenir une copie du fichier où les problèmes sont marqués : {command}',
  'help.payrun_validate_payroll_xlsx_o_problems': 'payrun validate paie.xlsx -o problemes.xlsx',
  'help.payrun_validate_payroll_csv_fix_o': 'payrun validate payroll.csv --fix -o corrige.csv',
  'help.write_empty_payout_file_fill_csv':
    'créer un fichier de paiement vide à remplir : CSV, ou un classeur avec des listes de choix',
  'help.operators_listed_name_iso_code_may':
    'donner la liste des opérateurs de ce pays (nom ou code ISO) ; peut être répété',
  'help.else_files_name_else_csv': 'le format ; par défaut celui du nom du fichier, ou csv',
  'help.columns_explanations': 'la langue des colonnes et des explications',
  'help.where_goes_file_replaced_else_standard':
    "où l'écrire (un fichier existant est remplacé) ; par défaut, la sortie standard",
  'help.check_submit_pay_report_process': 'vérifier, soumettre, payer et établir le rapport, en une seule commande',
  'help.leave_paying_workers': "laisser les processus de paiement s'en charger",
  'help.check_submit_leave_paying_workers_print':
    "vérifier et soumettre un fichier que les processus de paiement paieront, et afficher l'identifiant du lot",
  'help.xlsx_csv_json_ndjson_standard_input': "XLSX, CSV, JSON, NDJSON ou pain.001 ; - pour l'entrée standard",
  'help.batchs_name_else_files': 'le nom du lot ; par défaut celui du fichier',
  'help.submits_else_your_login_name_payrun':
    "la personne qui le soumet ; par défaut votre nom de connexion (seulement s'il n'y a pas de comptes). Avec PAYRUN_APPROVALS=2, une autre personne doit l'approuver",
  'help.scope_references_such_2026_11_reference':
    'la période, par exemple 2026-11 : une référence y est payée une seule fois ; payer le même fichier ou les mêmes personnes pour une autre demande --allow-duplicates',
  'help.scope_references_such_2026_11': "la période où une référence n'est payée qu'une fois, par exemple 2026-11",
  'help.take_file_now_let_workers_pay':
    'enregistrer le fichier maintenant, et laisser les processus de paiement le payer à partir de cette heure : 2026-12-01T08:00',
  'help.pay_only_between_hours':
    'ne payer que dans ces heures de la journée : 08:00-18:00, ou 22:00-05:00 à cheval sur minuit',
  'help.time_zone_such_africa_abidjan_else':
    'le fuseau horaire de --at et de --between, par exemple Africa/Abidjan ; par défaut celui de cette machine',
  'help.dont_ask_before_paying': 'montrer ce qui va être payé, sans demander confirmation',
  'help.pay_built_sandbox_instead_provider': 'payer dans le bac à sable intégré plutôt que chez le prestataire',
  'help.where_report_goes_when_batch_settles': 'où écrire le rapport quand le lot est terminé',
  'help.column_stands_field_phone_n_de':
    'la colonne à lire pour un champ, par exemple amount="Net à payer" ; peut être répété',
  'help.workbook_xlsx_else_first_sheet':
    'la feuille du classeur (.xlsx) à lire ; par défaut, la seule visible qui a les colonnes des paiements',
  'help.hidden_rows_columns':
    "que faire des colonnes et lignes masquées d'un classeur : pay les lit comme les autres, skip les laisse de côté ; sans cette option, elles font refuser le fichier",
  'help.pay_valid_rows_file_invalid_ones': 'payer les lignes valides même si le fichier en contient qui ne le sont pas',
  'help.refuse_file_unless_many_rows_paid': "refuser le fichier s'il n'a pas exactement ce nombre de lignes à payer",
  'help.refuse_file_unless_payable_rows_add': 'refuser le fichier si ses lignes à payer ne totalisent pas ce montant',
  'help.pause_many_rows_fate_unknown': 'mettre le lot en pause à partir de ce nombre de lignes inconnues',
  'help.pause_many_refusals_in_a_row':
    'mettre le lot en pause quand autant de paiements de suite sont refusés dans les mêmes termes : chez un opérateur, et tous opérateurs confondus (un seul nombre : le double pour tous)',
  'help.must_one_or_two_numbers':
    'Il faut un nombre entier à partir de 1, ou deux séparés par une virgule, comme 10,20.',
  'help.of_the_report': 'le format du rapport',
  'help.batch': 'Lot :',
  'help.how_file_read': 'Lecture du fichier :',
  'help.what_is_paid_of_it': 'Lignes à payer :',
  'help.report': 'Rapport :',
  'help.schedule': 'Paiement planifié :',
  'help.all_batches_newest_first': "tous les lots, le plus récent d'abord",
  'help.one_batchs_state_counts_sums': "l'état d'un lot, avec ses nombres de lignes et ses totaux",
  'help.follow_until_settled_paused': "suivre le lot jusqu'à ce qu'il soit terminé ou en pause",
  'help.write_report_standard_output_without_o': "écrire le rapport d'un lot",
  'help.where_write_older_report_replaced_whole':
    "où l'écrire (un rapport existant est remplacé) ; par défaut, la sortie standard",
  'help.verify_batchs_audit_trail_edit_deletion':
    "vérifier la piste d'audit d'un lot : détecte toute modification, suppression, permutation ou fin manquante",
  'help.tell_whole_history_payout_line_file': "afficher tout l'historique du paiement de cette ligne du fichier",
  'help.id_unique_beginning_one_last':
    "l'identifiant d'un lot, ses premiers caractères si aucun autre ne commence ainsi, ou last",
  'help.id_unique_beginning_one_last_or_all':
    "l'identifiant d'un lot, ses premiers caractères si aucun autre ne commence ainsi, ou last ; sans lot, tout le registre",
  'help.audit_anchor':
    'si tout le registre est intact, écrire les empreintes de tous ses lots dans ce fichier, signées avec PAYRUN_ANCHOR_KEY',
  'help.audit_against':
    'comparer tout le registre à un tel fichier : révèle une modification même si toutes les empreintes ont été recalculées, et un registre revenu en arrière',
  'help.operators_each_country_held_why_hold':
    'afficher les opérateurs de chaque pays, ceux qui sont suspendus et pourquoi ; suspendre un opérateur, ou lever la suspension',
  'help.sandboxs_holds': 'afficher les suspensions du bac à sable',
  'help.code_operator': "le code de l'opérateur",
  'help.why_kept_shown_operators_status': 'le motif ; conservé, et affiché par operators et status',
  'help.sandboxs_operator_batches_sandbox_paid': "l'opérateur du bac à sable, pour les lots soumis avec --sandbox",
  'help.send_nothing_operator_until_released': "suspendre les envois vers un opérateur jusqu'à nouvel ordre",
  'help.payrun_operators_hold_mtn_benin_note': 'payrun operators hold mtn-benin --note "panne annoncée"',
  'help.send_operator_again_whoever_held':
    "reprendre les envois vers un opérateur, quelle que soit l'origine de la suspension",
  'help.try_failed_rows_again_new_attempts': 'réessayer les lignes échouées ; jamais les lignes inconnues',
  'help.only_row_line_file_may_given': 'seulement cette ligne du fichier ; peut être répété',
  'help.withdraw_retry':
    'retirer votre propre demande de réessayer des lignes, qui attend une approbation ; elles restent en échec',
  'help.only_rows_failed_error_code_may': "seulement les lignes échouées avec ce code d'erreur ; peut être répété",
  'help.also_rows_look_like_payout_another':
    "aussi les lignes qui pourraient faire double emploi avec un paiement d'un autre lot",
  'help.also_rows_evidence_calls_paid_line':
    "aussi les lignes qui semblent avoir été payées ; avec --line, et seulement si le prestataire l'a démenti",
  'help.say_became_unknown_accepted_row': "indiquer ce qu'est devenue une ligne inconnue ou acceptée",
  'help.line_file': 'le numéro de la ligne dans le fichier',
  'help.paid_under_reference_providers': 'elle a été payée, avec cette référence du prestataire',
  'help.not_paid': "elle n'a pas été payée",
  'help.how_you_know_kept_audit_trail': "comment vous le savez ; conservé dans la piste d'audit",
  'help.payrun_resolve_last_line_17_paid':
    'payrun resolve last --line 17 --paid TX-48151623 --note "vu sur le portail du prestataire"',
  'help.settle_unknown_accepted_rows_providers_statement':
    "régler les lignes inconnues et acceptées d'après le relevé du prestataire",
  'help.statement_all_paid_unknown_accepted_rows':
    "le relevé contient tout ce qui a été payé : les lignes inconnues ou acceptées qui n'y figurent pas n'ont pas été payées",
  'help.say_done_change_nothing': 'montrer ce qui serait fait, sans rien changer',
  'help.payrun_reconcile_last_november_csv_dry': 'payrun reconcile last novembre.csv --dry-run',
  'help.stop_sending_rows_flight_settle': 'arrêter les envois ; les lignes déjà envoyées vont à leur terme',
  'help.go_batch_paused_interrupted': 'reprendre un lot en pause ou interrompu',
  'help.stop_batch_good_unsent_rows_never':
    'arrêter un lot définitivement : les lignes non envoyées ne le seront jamais',
  'help.let_batch_go_waits_second_person': 'approuver un lot qui attend une deuxième personne (PAYRUN_APPROVALS=2)',
  'help.approves_else_your_login_name_never':
    "la personne qui approuve ; par défaut votre nom de connexion (seulement s'il n'y a pas de comptes). Celle qui a soumis le lot ne peut pas l'approuver",
  'help.kept_approval': "conservé avec l'approbation",
  'help.refuse_unless_file_one': "refuser si le fichier n'a pas cette empreinte SHA-256",
  'help.refuse_unless_many_rows_paid': "refuser s'il n'y a pas exactement ce nombre de lignes à payer",
  'help.refuse_unless_add_up': 'refuser si les lignes ne totalisent pas ce montant',
  'help.pay_file_each_new_file_folder': "payer un fichier, ou chaque nouveau fichier d'un dossier, aux dates prévues",
  'help.every_schedule_next_five_times_latest':
    'tous les paiements planifiés, avec leurs cinq prochaines dates et leur dernière exécution',
  'help.number_name': 'le numéro ou le nom du paiement planifié',
  'help.became_planned_times_latest_first': "toutes les exécutions d'un paiement planifié, la plus récente d'abord",
  'help.run_now_latest_planned_time': 'exécuter un paiement planifié maintenant, pour la dernière date prévue',
  'help.next_planned_time_early': "pour la prochaine date prévue, à l'avance",
  'help.run_none_times_until_resumed': "ne plus exécuter un paiement planifié jusqu'à ce que vous le repreniez",
  'help.run_times_again_now': 'reprendre un paiement planifié, à partir de maintenant',
  'help.never_run_again_batches_kept': 'supprimer un paiement planifié ; ses lots sont conservés',
  'help.plan_file_folder_prints_id': 'planifier un fichier ou un dossier, et afficher son identifiant',
  'help.workers_machines_see': 'son chemin sur les machines des processus de paiement',
  'help.when_minute_hour_day_month_month': 'minute, heure, jour du mois, mois, jour de la semaine',
  'help.clocks_time_zone_such_africa_abidjan': 'le fuseau horaire, par exemple Africa/Abidjan',
  'help.schedule_batches': 'le nom du paiement planifié et de ses lots ; par défaut, celui du fichier',
  'help.period_each_planned_time_such_yyyy':
    'la forme de la période de chaque date prévue, par exemple yyyy-MM ; par défaut, chaque minute est une période',
  'help.payrun_schedule_add_payroll_csv_cron':
    'payrun schedule add payroll.csv --cron "0 8 28 * *" --tz Africa/Abidjan --period-format yyyy-MM --name Salaires',

  // --help: headings, placeholders, exit codes, and what is wrong with a command line.
  'help.pay_file_people_mobile_money_every':
    "Payer par mobile money toutes les personnes d'un fichier. payrun vérifie chaque ligne, paie une seule fois chaque ligne valide, et dit ce qu'est devenue chacune.",
  'help.show_version': 'afficher la version',
  'help.show_how_used': 'afficher cette aide',
  'help.help_shows_how_used': "(--help affiche l'aide)",
  'help.print_one_json_document_standard_output': "écrire un document JSON sur la sortie standard, et rien d'autre",
  'help.pay_file': 'Payer un fichier :',
  'help.look': 'Consulter :',
  'help.settle_open': 'Traiter les lignes en suspens :',
  'help.schedules_approvals': 'Paiements planifiés et approbations :',
  'help.one_call': 'Paiements isolés :',
  'help.serve': 'Services :',
  'help.set_up': 'Installation :',
  'help.payrun_template_o_payouts_xlsx': 'payrun template -o paiements.xlsx',
  'help.ends_with': 'Codes de sortie :',
  'help.example': 'Exemple :',
  'help.examples': 'Exemples :',
  'help.usage': 'Utilisation :',
  'help.arguments': 'Arguments :',
  'help.options': 'Options :',
  'help.commands': 'Commandes :',
  'help.default': 'par défaut {defaultValue}',
  'help.one_of': 'au choix : {known}',
  'help.required': 'obligatoire',
  'help.done_run_retry_resume_every_payable':
    'terminé ; pour run, retry et resume : toutes les lignes à payer sont payées',
  'help.unexpected_error_bug_one_line_where':
    'une erreur inattendue (un bogue) : une ligne indique où trouver les détails',
  'help.usage_configuration_nothing_begun': "commande ou configuration incorrecte : rien n'a été fait",
  'help.file_refused_nothing_paid_nothing_kept':
    "refusé (le fichier, le relevé ou ce que vous attendiez), ou vous avez répondu non : rien n'a été payé",
  'help.settled_but_some_rows_failed_unknown':
    "terminé, mais des lignes sont échouées, inconnues, acceptées ou invalides ; ou exécuté, mais le rapport ou le résultat n'a pas pu être écrit",
  'help.paused_reason_printed_resume_goes': 'en pause : la raison est affichée ; reprenez avec resume',
  'help.database_queue_can_not_reached': "la base de données ou la file d'attente est injoignable",
  'help.interrupted_ctrl_c_batch_can_resumed': 'interrompu par Ctrl-C : vous pouvez reprendre le lot',
  'help.ended_sigterm_batch_can_resumed': 'arrêté par SIGTERM : vous pouvez reprendre le lot',
  'help.check_again': 'Pour le vérifier de nouveau : {command}',
  'help.to_pay_it': 'Pour le payer : {command}',
  'help.must_port_or_off': 'Il faut un nombre entier de 0 à 65535, ou off.',
  'help.must_whole_number': 'Il faut un nombre entier de {min} à {max}.',
  'help.empty_leave_option_out_if_meant': "Elle est vide. Si vous n'en avez pas besoin, n'indiquez pas l'option.",
  'help.csv_that_excel_opens': "un fichier CSV qu'Excel ouvre tel quel, dans votre langue",
  'help.list_paid_rows_in_html': "énumérer aussi les lignes payées, jusqu'à 5 000 (HTML)",
  'help.error_excel_csv': "erreur : --excel ne s'emploie que pour un rapport CSV",
  'help.receipts_instead': 'un reçu à imprimer pour chaque personne payée (HTML)',
  'help.error_receipts_html': 'erreur : --receipts écrit une page HTML (-o recus.html)',
  'help.error_with_paid_html': "erreur : --with-paid ne s'emploie que pour un rapport HTML (-o rapport.html)",
  'help.error_fix_needs_o_file_copy': 'erreur : avec --fix, indiquez -o FICHIER pour la copie',
  'help.error_invalid_argument': "erreur : « {value} » n'est pas valable pour l'argument « {name} ». {why}",
  'help.error_missing_required_argument': "erreur : il manque l'argument « {name} »",
  'help.error_option_argument_missing': "erreur : il manque la valeur de l'option « {flags} »",
  'help.error_option_as_value':
    "erreur : l'option « {flags} » est suivie de « {value} » au lieu d'une valeur. Si « {value} » est bien la valeur, écrivez {option}={value}",
  'help.error_required_option_not_specified': "erreur : il manque l'option obligatoire « {flags} »",
  'help.error_option_cannot_used_option': "erreur : l'option « {one} » est incompatible avec l'option « {other} »",
  'help.error_unknown_option': 'erreur : option inconnue « {flag} »',
  'help.error_missing_command': "erreur : il manque la commande. Ajoutez l'une de celles-ci : {commands}.",
  'help.error_unknown_command': 'erreur : commande inconnue « {name} »',
  'help.error_too_many_arguments_expected_got':
    "erreur : trop d'arguments. Attendus : {expected} ; reçus {got} : {given}",
  'help.did_you_mean_one': '(Vouliez-vous dire : {names} ?)',
  'help.did_you_mean': '(Vouliez-vous dire {name} ?)',
  'help.error_option_argument_invalid': "erreur : option « {flags} » : « {value} » n'est pas valable. {why}",
  'help.allowed_choices': 'Valeurs possibles : {choices}.',
  'help.address_placeholder': '<adresse>',
  'help.amount_placeholder': '<montant>',
  'help.docs_commands': 'Commandes',
  'help.docs_generated':
    '`npm run docs` produit cette page à partir des définitions des commandes. Modifiez les définitions, pas cette page.',
  'help.batch_placeholder': '<lot>',
  'help.code_placeholder': '<code>',
  'help.counts_placeholder': '<nombres>',
  'help.country_placeholder': '<pays>',
  'help.currency_placeholder': '<devise>',
  'help.day_placeholder': '<jour>',
  'help.expression_placeholder': '<expression>',
  'help.field_column_placeholder': '<champ=colonne>',
  'help.file_placeholder': '<fichier>',
  'help.file_folder_placeholder': '<fichier|dossier>',
  'help.folder_placeholder': '<dossier>',
  'help.format_placeholder': '<format>',
  'help.hash_placeholder': '<empreinte>',
  'help.host_placeholder': '<hôte>',
  'help.id_placeholder': '<id>',
  'help.json_placeholder': '<json>',
  'help.language_placeholder': '<langue>',
  'help.mode_placeholder': '<mode>',
  'help.ms_placeholder': '<ms>',
  'help.n_placeholder': '<n>',
  'help.name_placeholder': '<nom>',
  'help.names_placeholder': '<nom...>',
  'help.number_placeholder': '<numéro>',
  'help.operator_placeholder': '<opérateur>',
  'help.percent_placeholder': '<pourcentage>',
  'help.period_placeholder': '<période>',
  'help.port_placeholder': '<port>',
  'help.reference_placeholder': '<référence>',
  'help.shell_placeholder': '<shell>',
  'help.statement_placeholder': '<relevé>',
  'help.text_placeholder': '<texte>',
  'help.time_placeholder': '<heure>',
  'help.url_placeholder': '<url>',
  'help.hours_placeholder': '<heures>',
  'help.zone_placeholder': '<fuseau>',
  'help.command': '[commande]',
  'help.options_2': '[options]',
  'help.batch_or_all':
    "l'identifiant d'un lot, ses premiers caractères si aucun autre ne commence ainsi, ou last ; ou le relevé seul, pour tous les lots ouverts",
  'help.statement_file': "XLSX, CSV, JSON, NDJSON ou camt.053 ; - pour l'entrée standard",
  'help.reconcile_all': 'tous les lots qui ont des lignes inconnues ou acceptées',
  'help.statement_map': 'la colonne à lire pour un champ : amount=Débit',
  'help.statement_sheet':
    "la feuille d'un classeur (.xlsx) à lire ; par défaut, la seule visible qui contient des lignes de relevé",
  'help.statement_account': 'le compte qui paie, si le relevé en contient plusieurs',
  'help.statement_covers':
    "avec --complete : les opérateurs que couvre le relevé même s'il ne contient aucun de leurs paiements que payrun connaisse, par exemple orange-money-ml,moov-ml",
  'help.fee_tolerance': 'les montants comprennent des frais, au plus : 1%',
  'help.statement_as': "retenir ces réglages sous un nom, pour d'autres relevés du même genre",
  'help.reconcile_example_map': 'payrun reconcile last novembre.csv --map amount=Débit --as ecobank',
  'help.reconcile_example_all': 'payrun reconcile --all decembre.csv --as ecobank',
  'help.error_all_or_batch': 'erreur : --all ne prend pas de lot : indiquez seulement le relevé',
  'help.must_be_fee_tolerance': 'Il faut un pourcentage de 0% à 10%, avec deux décimales au plus.',
}
