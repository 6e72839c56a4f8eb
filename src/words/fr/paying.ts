import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/paying.ts'

export const messages: Translation<typeof english> = {
  // What is said of paying a batch: going on with it, stopping it, and holding an operator.
  'paying.paid_by_another_command':
    'Une autre commande payrun paie le lot {id} en ce moment : voir {command} status {id}',
  'paying.finished_by_another_command':
    'Une autre commande payrun est en train de terminer le lot {id} : voir {command} status {id}',
  'paying.none_left': 'Il ne reste aucune ligne à payer dans le lot {id}. Voir : {command} status {id}',
  'paying.left_to_workers':
    'Le lot {id} reprend ; les processus de paiement le paient. Pour le suivre : {command} status {id} --watch',
  'paying.stopping':
    "{inFlight, plural, =0 {Arrêt : aucune requête n'est en cours. Plus rien n'est envoyé.} one {Arrêt : {inFlight} requête est en cours et sera terminée. Plus rien n'est envoyé.} other {Arrêt : {inFlight} requêtes sont en cours et seront terminées. Plus rien n'est envoyé.}}",
  'paying.database_away':
    "La base de données ne répond pas ou n'accepte aucune écriture : payrun s'est arrêté et ne peut pas dire où en est le lot {id}. Rien n'est perdu : les réponses qui n'ont pas pu être enregistrées sont conservées, et la prochaine commande les enregistrera. Dès que la base de données sera de retour : {command} resume {id}",
  'paying.quitting':
    "{inFlight, plural, =0 {Arrêt immédiat. Aucune requête n'est en cours.} one {Arrêt immédiat avec {inFlight} requête en cours : cette ligne est peut-être payée, peut-être pas, et sera inconnue.} other {Arrêt immédiat avec {inFlight} requêtes en cours : ces lignes sont peut-être payées, peut-être pas, et seront inconnues.}}",
  'paying.resume_with': 'Pour le reprendre : {command} resume {id}',
  'paying.paused': 'Le lot {id} est en pause. Pour le reprendre : {command} resume {id}',
  'paying.paused_already': 'Le lot {id} était déjà en pause. Pour le reprendre : {command} resume {id}',
  'paying.pause_impossible': 'Le lot {id} ne peut pas être mis en pause : il est « {state} ».',
  'paying.cancelled':
    '{rows, plural, one {Le lot {id} est annulé : {rows} ligne non envoyée ne partira pas.} other {Le lot {id} est annulé : {rows} lignes non envoyées ne partiront pas.}}',
  'paying.cancelled_in_flight':
    "{inFlight, plural, one {{inFlight} ligne est en cours d'envoi et va encore se terminer ; voir : {command} status {id}} other {{inFlight} lignes sont en cours d'envoi et vont encore se terminer ; voir : {command} status {id}}}",
  'paying.cancel_impossible': 'Le lot {id} ne peut pas être annulé : il est déjà « {state} ».',
  'paying.resume_cancelled': 'Le lot {id} ne peut pas être repris : il est annulé.',
  'paying.resume_own_early':
    "« {name} » a été approuvé pour le {at}, et c'est vous qui l'avez soumis. Pour le payer plus tôt, quelqu'un d'autre doit le reprendre.",
  'paying.note_resume':
    "Un lot mis en pause avant l'heure prévue l'attend de nouveau. Reprenez-le encore une fois pour le faire payer tout de suite.",
  'paying.waits_again':
    "Le lot {id} attend de nouveau l'heure prévue : {at}. Pour le payer plus tôt : {command} resume {id}",
  'paying.resume_unapproved':
    "Le lot {id} attend l'approbation d'une autre personne que celle qui l'a soumis : {command} approve {id} --account NOM",
  'paying.operator_held':
    '{operator} est suspendu. Les processus de paiement cessent de lui envoyer des paiements dans les 5 secondes, et les paiements en cours se terminent. Les autres opérateurs continuent. Pour le libérer : {release}',
  'paying.rows_wait_for_held':
    '{operator} est suspendu : {rows, plural, one {{rows} ligne ({sum}) attendra} other {{rows} lignes ({sum}) attendront}} la fin de la suspension.',
  'paying.rows_wait_for_held_by':
    '{operator} est suspendu par {who} : {rows, plural, one {{rows} ligne ({sum}) attendra} other {{rows} lignes ({sum}) attendront}} la fin de la suspension.',
  'paying.operator_held_already':
    '{operator} était déjà suspendu à la main. Cette suspension et sa note restent comme elles étaient.',
  'paying.operator_released':
    "{operator} est libéré. Les processus de paiement lui envoient de nouveau des paiements d'ici 5 secondes, prudemment au début.",
  'paying.operator_not_held': "{operator} n'était pas suspendu.",
  'paying.paused_by_hold': 'La suspension a mis le lot {id} en pause. Pour le reprendre : {command} resume {id}',
  'paying.operator_unknown': "Il n'y a pas d'opérateur « {code} ». {command} operators les montre tous.",
  'paying.operator_unknown_nearest':
    "Il n'y a pas d'opérateur « {code} ». Vouliez-vous dire {nearest} ? {command} operators les montre tous.",

  // What people are told by webhook and e-mail.
  'paying.all_rows_paid':
    '{paid, plural, one {{name} : la seule ligne est payée.} other {{name} : les {paid} lignes sont toutes payées.}}',
  'paying.settled_rows_paid_see_payrun_status':
    '{name} : terminé ; lignes payées : {paid} sur {rows}. Voir : payrun status {batchId}',
  'paying.paused_nothing_more_sent_until_somebody':
    "{name} : en pause. {why} Plus rien n'est envoyé tant que le lot n'est pas repris : payrun resume {batchId}",
  'paying.paused_until_it_goes_on': '{name} : en pause. {why} Voir : payrun status {batchId}',
  'paying.waits_second_persons_approval_payrun_approve':
    "{name} : attend l'approbation d'une deuxième personne : payrun approve {batchId}",
  'paying.schedule_file_failed':
    "Un fichier du paiement planifié {name} a échoué ({code}) : personne n'y a été payé. Voir : payrun schedule runs {id}",
  'paying.schedule_failed_nobody_paid_see_payrun':
    "Le paiement planifié {name} a échoué ({code}) : personne n'a été payé. Voir : payrun schedule runs {id}",
  'paying.payrun_settled': 'payrun : {name} est terminé',
  'paying.payrun_paused': 'payrun : {name} est en pause',
  'paying.payrun_waits_approval': 'payrun : {name} attend une approbation',
  'paying.payrun_schedule_failed': 'payrun : le paiement planifié {name} a échoué',

  // What a person sees before money moves, and is asked.
  'paying.declined': "Rien n'a été payé.",
  'paying.file_changed_meanwhile':
    "Le fichier a changé pendant que la question était posée. Rien n'a été payé. Relancez la commande pour voir ce qu'il paie maintenant.",
  'paying.differs_from_seen':
    "Ce qui serait payé n'est plus ce qui vous a été montré, car d'autres paiements ont été faits, ou la politique a changé, entre-temps. Rien n'a été payé. Relancez la commande pour voir ce qu'elle paie maintenant.",
  'paying.cannot_ask':
    "Le fichier est arrivé par l'entrée standard : payrun ne peut pas vous demander s'il faut le payer. Ajoutez --yes s'il faut le payer.",
  'paying.preview_file': '{rows, plural, one {{name} : {rows} ligne} other {{name} : {rows} lignes}}',
  'paying.preview_sheet':
    '{rows, plural, one {{name}, feuille « {sheet} » : {rows} ligne} other {{name}, feuille « {sheet} » : {rows} lignes}}',
  'paying.preview_batch': 'Lignes en échec du lot {id} ({name})',
  'paying.preview_column': 'Colonne',
  'paying.preview_read_as': 'Lue comme',
  'paying.preview_payouts': 'Paiements',
  'paying.preview_number': 'Numéro',
  'paying.preview_largest': '{n, plural, one {Le plus gros paiement} other {Les plus gros paiements}}',
  'paying.preview_left_out':
    '{rows, plural, one {Laissée de côté : {rows} ligne} other {Laissées de côté : {rows} lignes}}',
  'paying.preview_more_problems': '… et {more} autres. validate les montre tous.',
  'paying.preview_notes': 'À noter',
  'paying.field_operator': 'opérateur',
  'paying.field_phone_number': 'numéro de téléphone',
  'paying.field_amount': 'montant',
  'paying.field_reference': 'référence',
  'paying.field_country': 'pays',
  'paying.field_currency': 'devise',
  'paying.field_name': 'nom',
  'paying.act_pay':
    '{people, plural, one {payer {sums} à {people} personne} other {payer {sums} à {people} personnes}}',
  'paying.act_payouts':
    '{people, plural, one {faire {rows} paiements à {people} personne, {sums} en tout} other {faire {rows} paiements à {people} personnes, {sums} en tout}}',
  'paying.act_again': 'réessayer de {act}',
  'paying.act_from': '{act}, pas avant le {at}',
  'paying.act_between': '{act}, entre {from} et {to} ({zone})',
  'paying.act_approval': 'envoyer pour approbation : {act}',
  'paying.question': '{act} ? [o/N]',
  'paying.question_in_sandbox': "Bac à sable, personne n'est réellement payé. {question}",
  // Ce qui peut être dépensé dans une devise.
  'paying.float_what_float_does': 'afficher ou fixer ce qui peut être dépensé dans chaque devise',
  'paying.float_help_sandbox': 'la provision du bac à sable, pour les lots que le bac à sable paie',
  'paying.float_help_set': 'indiquer ce qui peut être dépensé à partir de maintenant',
  'paying.float_help_add': 'ajouter à ce qui peut être dépensé',
  'paying.float_help_budget': 'limiter ce qui est dépensé par jour ou par mois',
  'paying.float_help_currency': 'une devise des opérateurs, comme XOF',
  'paying.float_help_amount': 'ce qui peut être dépensé à partir de maintenant ; none : sans limite',
  'paying.float_help_added': 'ce qui a été versé sur le compte',
  'paying.float_help_daily': 'ce qui peut être dépensé en un jour ; none : sans limite',
  'paying.float_help_monthly': 'ce qui peut être dépensé en un mois ; none : sans limite',
  'paying.float_help_tz': 'le fuseau horaire dans lequel un jour commence (UTC)',
  'paying.float_note_float':
    "Chaque paiement prend sur la provision avant d'être envoyé, quel que soit le processus qui le paie, et un paiement refusé la rend. Les lignes qui la dépasseraient attendent : leur lot est mis en pause (float) dès qu'il n'a rien d'autre à payer, et les autres devises continuent. Dès qu'elle suffit de nouveau, les processus de paiement reprennent d'eux-mêmes.",
  'paying.float_note_set':
    "Indiquez ce que contient maintenant le compte chez le prestataire. Les lignes en route, acceptées ou inconnues à ce moment en sont déduites jusqu'à ce que l'on sache ce qu'elles sont devenues : leur argent est peut-être encore sur le compte.",
  'paying.float_note_budget':
    "Un budget compte ce qui a été envoyé dans la journée ou le mois, sauf ce qui a été refusé. Si rien n'était fixé pour la devise, il compte à partir de maintenant.",
  'paying.float_none_set':
    "Aucune provision n'est fixée : rien ne limite ce qui est dépensé. `{set} XOF 5000000` en fixe une.",
  'paying.float_set': 'Fixé',
  'paying.float_spent': 'Dépensé',
  'paying.float_held': 'Retenu par les lignes inconnues',
  'paying.float_left': 'Reste',
  'paying.float_no_limit': 'sans limite',
  'paying.float_daily_line': "{currency} : {spent} sur {budget} dépensés aujourd'hui ({timeZone}).",
  'paying.float_monthly_line': '{currency} : {spent} sur {budget} dépensés ce mois-ci ({timeZone}).',
  'paying.float_waiting_line':
    '{n, plural, one {{count} lot attend {currency} : {batches}.} other {{count} lots attendent {currency} : {batches}.}}',
  'paying.float_nothing_to_add_to':
    "Aucune provision n'est fixée pour {currency}. Fixez d'abord ce qui peut être dépensé : `{set} {currency} MONTANT`.",
  'paying.float_add_needs_amount': 'Tapez le montant qui a été ajouté.',
  'paying.float_which_budget': 'Indiquez quel budget : --daily MONTANT, --monthly MONTANT, ou les deux.',
  'paying.float_unknown_time_zone': "Il n'y a pas de fuseau horaire {zone}. Utilisez-en un comme Africa/Porto-Novo.",
  'paying.float_did_set': 'a fixé une provision',
  'paying.float_did_add': 'a ajouté à une provision',
  'paying.float_did_change_budgets': 'a changé les budgets',
  // Maintenance prévue des opérateurs.
  'paying.window_help_from': 'maintenance prévue : son début, comme 2026-12-01T22:00',
  'paying.window_help_to': 'sa fin',
  'paying.window_help_every': 'la répéter chaque jour ou chaque semaine, aux mêmes heures',
  'paying.window_help_tz': 'le fuseau horaire de --from et --to (celui de cette machine)',
  'paying.window_help_planned': 'supprimer toute la maintenance prévue',
  'paying.window_help_window': 'ne supprimer que la maintenance prévue de ce numéro ; operators affiche les numéros',
  'paying.window_note':
    "Avec --from et --to, rien n'est envoyé pendant ce temps : les lignes de l'opérateur attendent, les autres continuent, et les processus de paiement reprennent d'eux-mêmes à la fin.",
  'paying.window_from_with_to': "--from et --to s'utilisent ensemble ; --every et --tz ne s'utilisent qu'avec eux.",
  'paying.window_ends_first': "La maintenance doit finir après son début, mais {from} n'est pas avant {to}.",
  'paying.window_over': "La maintenance jusqu'au {to} est déjà finie.",
  'paying.window_too_long': 'Une maintenance répétée (--every {every}) doit durer moins que cela.',
  'paying.window_not_now': 'Donnez les heures de maintenance sans décalage, et leur fuseau horaire avec --tz.',
  'paying.window_is_on': "{operator} : maintenance prévue jusqu'au {until}.",
  'paying.window_next': '{operator} : maintenance prévue du {from} au {to} ({timeZone}).',
  'paying.window_next_daily':
    '{operator} : maintenance prévue chaque jour, la prochaine le {at} ({from} à {to}, {timeZone}).',
  'paying.window_next_weekly':
    '{operator} : maintenance prévue chaque semaine, la prochaine le {at} ({from} à {to}, {timeZone}).',
  'paying.window_numbered': 'N° {number}, {window}',
  'paying.window_removed':
    '{n, plural, one {{count} maintenance prévue chez {operator} a été supprimée.} other {{count} maintenances prévues chez {operator} ont été supprimées.}}',
  'paying.window_did_plan': "a prévu une maintenance d'opérateur",
  'paying.window_did_remove': 'a supprimé une maintenance prévue',
  'paying.queue_away':
    "La file d'attente ne répond pas : aucun autre paiement n'est envoyé. Rien n'est perdu : les paiements reprendront d'eux-mêmes dès qu'elle répondra.",
}
