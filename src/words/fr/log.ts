import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/log.ts'

/** What is logged as a warning or an error, for a person at a terminal. Logs for machines stay English. */
export const messages: Translation<typeof english> = {
  'log.error_told': 'Erreur : {message}',
  'log.error_told_details': 'Erreur : {message} ({details})',
  'log.warn_told': 'Remarque : {message}',
  'log.warn_told_details': 'Remarque : {message} ({details})',
  'log.info_told': 'Info : {message}',
  'log.info_told_details': 'Info : {message} ({details})',
  'log.chunk': 'tranche',
  'log.line': 'ligne',
  'log.attempt': 'tentative',
  'log.operator': 'opérateur',
  'log.phone': 'téléphone',
  'log.state': 'état',
  'log.reason': 'raison',
  'log.worker': 'processus de paiement',
  'log.rows': 'lignes',
  'log.schedule': 'paiement planifié',
  'log.error_2': 'erreur',
  'log.outbox_file_unreadable': 'un fichier de réponses en attente est illisible : il est mis de côté, regardez-le',
  'log.file_scheduled_folder_too_new_left':
    "un fichier d'un dossier planifié est trop récent, et laissé pour la prochaine fois",
  'log.refusals_not_shared': "les refus consécutifs n'ont pas pu être partagés",
  'log.hold_could_not_recorded': "une suspension n'a pas pu être enregistrée",
  'log.job_names_batch_not_ledger_ignored': "une tâche nomme un lot qui n'est pas dans le registre : ignorée",
  'log.late_answer_kept': 'une réponse tardive contredit le registre : elle est conservée comme preuve',
  'log.late_answer_settled': "une réponse tardive a réglé le sort d'une ligne qui attendait un nouvel envoi",
  'log.late_answer_nothing_new': "une réponse tardive est arrivée : le registre savait déjà ce qu'elle dit",
  'log.notification_came_about_reference_not_known': 'une notification est arrivée pour une référence inconnue',
  'log.notification_contradicts_ledger_nothing_changed': "une notification contredit le registre : rien n'a été changé",
  'log.notification_refused': 'une notification a été refusée',
  'log.notification_could_not_dealt_tried_again':
    "une notification n'a pas pu être traitée : nouvelle tentative plus tard",
  'log.pause_could_not_recorded_yet': "une pause n'a pas encore pu être enregistrée",
  'log.report_not_written_again': "un rapport n'a pas été réécrit",
  'log.report_could_not_written_anew': "un rapport n'a pas pu être réécrit",
  'log.end_of_try_not_counted': "la fin d'une tentative sur un fichier programmé n'a pas pu être comptée",
  'log.scheduled_file_could_not_submitted': "un fichier planifié n'a pas pu être soumis",
  'log.scheduled_run_failed_see_payrun_schedule': 'une exécution planifiée a échoué (voir payrun schedule runs)',
  'log.status_call_no_answer_asked_again': 'une demande de statut est restée sans réponse : redemandée plus tard',
  'log.sweep_did_not_get_through': "une vérification n'a pas abouti",
  'log.accepted_rows_could_not_asked_about': "le prestataire n'a pas pu être interrogé sur les lignes acceptées",
  'log.alerts_could_not_looked': "payrun n'a pas pu vérifier les alertes",
  'log.alert_could_not_told_yet': "une alerte n'a pas encore pu être envoyée",
  'log.alert_could_not_told_given_up': "une alerte n'a pas pu être envoyée, et payrun a abandonné",
  'log.events_not_posted_yet': "des événements n'ont pas encore pu être envoyés au webhook",
  'log.events_given_up': "des événements n'ont pas pu être envoyés au webhook, et payrun y renonce",
  'log.answer_could_not_judged': "une réponse n'a pas pu être jugée",
  'log.another_command_taken_over_meantime': 'une autre commande a pris la suite entre-temps',
  'log.answers_kept_outbox_next_payrun_payrun':
    'des réponses sont gardées sur le disque : le prochain payrun de ce PAYRUN_HOME les enregistre',
  'log.answers_earlier_process_still_outbox_ledger':
    "des réponses d'un processus précédent attendent encore sur le disque : le registre ne les a pas acceptées",
  'log.answers_earlier_process_recorded': "des réponses d'un processus précédent ont été enregistrées",
  'log.batch_paused': 'lot mis en pause',
  'log.mark_could_not_be_kept': "l'avancement du registre n'a pas pu être noté : rien de nouveau n'est envoyé",
  'log.marks_not_compared': "l'avancement du registre n'a pas pu être comparé à ses repères",
  'log.ledger_moved_asking':
    "le registre a changé de serveur : payrun demande à ses processus de paiement s'il est complet",
  'log.ledger_whole_again': 'le registre est complet : les paiements reprennent',
  'log.notifications_could_not_looked_again': "les notifications n'ont pas pu être revues",
  'log.operator_held_too_many_answers_row': 'opérateur suspendu : trop de réponses de suite étaient illisibles',
  'log.planned_times_schedule_missed_not_run':
    'un paiement planifié a manqué des échéances : elles ne seront pas exécutées',
  'log.quitting_now_rows_flight_may_may':
    'arrêt immédiat : les lignes en route sont peut-être payées, peut-être pas, et seront inconnues',
  'log.rows_worker_lost_unknown_now': 'des lignes dont le processus de paiement a disparu sont maintenant inconnues',
  'log.answer_status_call_could_not_recorded': "la réponse à une demande de statut n'a pas pu être enregistrée",
  'log.answer_status_call_decides_nothing_status':
    'la réponse à une demande de statut ne décide rien : status la montre',
  'log.answer_counts_did_not_reach_ledger': "le décompte des réponses n'a pas atteint le registre",
  'log.heartbeat_did_not_reach_ledger': "le signe de vie n'est pas arrivé au registre",
  'log.ledger_did_not_answer': "le registre n'a pas répondu",
  'log.ledger_did_not_take_answer': "le registre n'a pas accepté la réponse",
  'log.ledger_trouble': 'le registre a eu un problème',
  'log.ledgers_connection_trouble': 'la connexion du registre a eu un problème',
  'log.provider_asks_wait': "le prestataire demande d'attendre",
  'log.provider_asks_wait_status_calls': "le prestataire demande d'attendre avec les demandes de statut",
  'log.payouts_wait_for_rate':
    "des paiements attendent à cause de PAYRUN_RATE ou PAYRUN_OPERATOR_RATES, qui limitent l'ensemble des processus",
  'log.provider_out_reach': 'le prestataire est injoignable',
  'log.queue_trouble': "la file d'attente a eu un problème",
  'log.queue_schedules_trouble': 'la file des paiements planifiés a eu un problème',
  'log.chunks_not_enqueued_sweep_will':
    "les tranches n'ont pas pu être mises en file d'attente : la vérification des processus de paiement le fera",
  'log.chunks_not_enqueued_tried_again':
    "les tranches n'ont pas pu être mises en file d'attente : la prochaine vérification réessaiera",
  'log.queue_not_told_workers_look_into':
    "la file d'attente n'a pas pu être prévenue : les processus de paiement trouveront le travail dans le registre",
  'log.report_could_not_written_payrun_report':
    "le rapport n'a pas pu être écrit : payrun report l'écrit à tout moment",
  'log.schedules_could_not_looked': "les paiements planifiés n'ont pas pu être lus",
  'log.unknown_rows_could_not_counted': "les lignes inconnues n'ont pas pu être comptées",
  'log.workers_health_metrics_cant_served_set':
    "l'état et les mesures du processus de paiement ne peuvent pas être servis : définissez PAYRUN_WORKER_HOST et PAYRUN_WORKER_PORT",
  'log.worker_taken_dead_goes_under_new':
    'ce processus de paiement passait pour mort : il continue sous un nouveau numéro',
  'log.workers_found_dead': 'des processus de paiement ne répondent plus',
  'log.work_not_delivered':
    "du travail attend dans la file d'attente sans être distribué : payrun rouvre ses connexions à la file d'attente",
  'log.schedule_not_delivered':
    "un paiement planifié est échu sans être distribué : payrun rouvre les connexions à sa file d'attente",
}
