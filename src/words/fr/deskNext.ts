import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/deskNext.ts'

export const messages: Translation<typeof english> = {
  // What to do next, and who may do it.
  'deskNext.statement': 'Importer le relevé du prestataire',
  'deskNext.unknown_others':
    "Que faire : rien, et surtout ne pas la repayer. Un approbateur vérifie auprès du prestataire, ou sur son relevé, ce qu'elle est devenue.",
  'deskNext.accepted':
    'Que faire : attendez la réponse du prestataire. Si elle ne vient pas, son relevé ou son assistance dit ce que la ligne est devenue.',
  'deskNext.accepted_others':
    'Que faire : attendez la réponse du prestataire. Si elle ne vient pas, un approbateur peut régler la ligne avec le relevé du prestataire.',
  'deskNext.failed': 'Que faire : corrigez la cause, puis réessayez la ligne.',
  'deskNext.retry_row': 'Réessayer cette ligne',
  'deskNext.failed_others': 'Que faire : une fois la cause corrigée, un préparateur peut réessayer la ligne.',
  'deskNext.paid_elsewhere':
    "Que faire : voyez d'abord la ligne {heldLine} du lot {batchId} : c'est peut-être le même paiement, et il est « {state} ». Si c'est le cas, laissez cette ligne comme elle est. Si les deux sont voulus, mettez la ligne dans un nouveau fichier, avec sa propre référence.",
  'deskNext.failed_elsewhere': "L'argent n'est pas parti avec cette ligne.",
  'deskNext.see_elsewhere': 'Voir ce paiement',
  'deskNext.failed_later':
    "Que faire : quand le lot n'aura plus rien à envoyer, un préparateur pourra réessayer la ligne.",
  'deskNext.retry_waits': '{who} a demandé de réessayer des lignes échouées de ce lot. Un approbateur doit décider.',
  'deskNext.anew': 'Que faire : si elle est toujours à payer, mettez-la dans un nouveau fichier.',
  'deskNext.anew_others': 'Que faire : si elle est toujours à payer, un préparateur la soumet dans un nouveau fichier.',
  'deskNext.pending_unapproved': 'Elle partira quand un approbateur aura approuvé son lot.',
  'deskNext.pending_running': 'Rien à faire : elle partira à son tour.',
  'deskNext.pending_paused': 'Elle partira quand le paiement de son lot reprendra.',
  'deskNext.sending': 'Rien à faire : attendez la réponse du prestataire.',
  'deskNext.scheduled': 'planifié',
  'deskNext.none_scheduled': "Un lot apparaît ici tant qu'il attend l'heure à laquelle il doit être payé.",
  'deskNext.pause_note': 'Raison de la pause (facultatif)',
  'deskNext.in_all': 'Total',
  'deskNext.comes_to':
    "{rows, plural, one {Le lot s'élève à {sums}, en {rows} paiement.} other {Le lot s'élève à {sums}, en {rows} paiements.}}",
  'deskNext.unknown_rows':
    '{rows, plural, one {{rows} ligne a peut-être été payée, peut-être pas. payrun ne la renverra jamais de lui-même. Un approbateur la règle avec le relevé du prestataire, ou note sa réponse.} other {{rows} lignes ont peut-être été payées, peut-être pas. payrun ne les renverra jamais de lui-même. Un approbateur les règle avec le relevé du prestataire, ou note sa réponse.}}',
  'deskNext.failed_rows':
    "{rows, plural, one {{rows} ligne a échoué : le prestataire l'a refusée, ou quelqu'un l'a déclarée non payée. Une fois la cause corrigée, un préparateur peut la réessayer.} other {{rows} lignes ont échoué : le prestataire les a refusées, ou quelqu'un les a déclarées non payées. Une fois la cause corrigée, un préparateur peut les réessayer.}}",
  'deskNext.invalid_rows':
    '{rows, plural, one {{rows} ligne a été écartée, car elle contient une erreur. Un préparateur la corrige et la soumet dans un nouveau fichier.} other {{rows} lignes ont été écartées, car elles contiennent des erreurs. Un préparateur les corrige et les soumet dans un nouveau fichier.}}',
  'deskNext.trail_search': 'Lot, opérateur, compte, note ou ligne',
  'deskNext.from_after_to': "Le jour « du » vient après le jour « au ». Choisissez-les dans l'autre sens.",
  'deskNext.trail_paid': 'payée',
  'deskNext.trail_not_paid': 'non payée',
  'deskNext.already_paid': '{actor} a déjà déclaré la ligne {line} payée.',
  'deskNext.already_not_paid': '{actor} a déjà déclaré la ligne {line} non payée.',
  'deskNext.to_batch': 'Retour au lot',
  'deskNext.to_row': 'Retour à la ligne',
  'deskNext.quoted': '« {words} »',
  'deskNext.held_by': '{who} a suspendu {operator} le {since}.',
  'deskNext.held_by_why': '{who} a suspendu {operator} le {since} : « {note} »',
  'deskNext.stands_by_hand':
    "{operator} est suspendu à la main depuis le {since}. Rien ne lui est envoyé tant qu'un administrateur ne lève pas la suspension.",
  'deskNext.batch_stands': 'Lot {id} : {why}',
  'deskNext.more_stand': '{n, plural, one {# autre lot est en pause.} other {# autres lots sont en pause.}}',
  'deskNext.float_stands':
    "{n, plural, one {# lot attend que la provision en {currency} soit augmentée. Ce qu'il a d'autre à payer continue.} other {# lots attendent que la provision en {currency} soit augmentée. Ce qu'ils ont d'autre à payer continue.}}",
  'deskNext.viewer': 'lecteur',
  'deskNext.preparer': 'préparateur',
  'deskNext.approver': 'approbateur',
  'deskNext.admin': 'administrateur',
  'deskNext.st_paid':
    '{rows, plural, one {Ce relevé marquerait {rows} ligne payée ({sums}).} other {Ce relevé marquerait {rows} lignes payées ({sums}).}}',
  'deskNext.st_not_paid':
    '{rows, plural, one {Ce relevé marquerait {rows} ligne non payée ({sums}).} other {Ce relevé marquerait {rows} lignes non payées ({sums}).}}',
  'deskNext.st_both':
    '{rows, plural, one {Ce relevé marquerait {rows} ligne payée ({sums})} other {Ce relevé marquerait {rows} lignes payées ({sums})}} et {failed, plural, one {{failed} non payée} other {{failed} non payées}} ({failedSums}).',
  'deskNext.maybe_listed':
    '{n, plural, one {La ligne {lines} du relevé la concerne peut-être, mais ne correspond à aucun paiement.} other {Les lignes {lines} du relevé la concernent peut-être, mais ne correspondent à aucun paiement.}}',
  'deskNext.perhaps_fees':
    "Certains montants du relevé sont un peu plus élevés que dans le registre. S'ils comprennent des frais, indiquez les frais maximaux : {percent}.",
  'deskNext.st_first_others': 'Les {shown} premières sont affichées.',
  'deskNext.st_our_number': 'Ce numéro est dans ce lot, qui lui paie {amount} : ligne',
  'deskNext.column_by_itself': "telle qu'elle a été reconnue",
  'deskNext.how_often': 'À quel rythme',
  'deskNext.every_month': 'Chaque mois',
  'deskNext.every_last_day': 'Chaque mois, le dernier jour',
  'deskNext.every_week': 'Chaque semaine',
  'deskNext.every_day': 'Chaque jour',
  'deskNext.other_times': "À d'autres heures, au format cron",
  'deskNext.day_of_month': 'Jour du mois (chaque mois)',
  'deskNext.day_of_month_hint': 'De 1 à 28 : ces jours existent tous les mois.',
  'deskNext.day_of_week': 'Jour de la semaine (chaque semaine)',
  'deskNext.time_of_day': 'Heure (chaque mois, semaine ou jour)',
  'deskNext.time_of_day_wrong': 'Indiquez une heure, par exemple 08:00.',
  'deskNext.as_cron': 'Cron (autres heures)',
  'deskNext.idle_field':
    'Ce champ est sans effet quand « {way} » est choisi. Laissez-le vide, ou faites un autre choix sous « À quel rythme ».',
  'deskNext.no_weekday': 'Aucun jour choisi',
  'deskNext.period_of_time': 'chaque heure prévue à part, par exemple 2026-11-25 08:00',
  'deskNext.period_of_month': 'le mois, par exemple 2026-11',
  'deskNext.period_of_day': 'le jour, par exemple 2026-11-25',
  'deskNext.paused_held_go_on':
    "L'opérateur que ce lot attendait n'est plus suspendu. Vous pouvez maintenant reprendre le lot.",
  'deskNext.called_paid': "{who} l'a déclarée payée.",
  'deskNext.called_not_paid': "{who} l'a déclarée non payée.",
  'deskNext.period_hint': 'Chaque référence est payée une fois par période.',
  'deskNext.st_no_columns':
    'payrun ne trouve pas de colonne du relevé pour la référence du prestataire, ni pour : {fields}. Indiquez les colonnes ci-dessous. Le fichier contient : {seen}.',
  'deskNext.st_unread_dates':
    'payrun ne sait pas quelle colonne du relevé contient les dates : peut-être « {name} ». Si oui, indiquez-la plus bas, sous « Date ».',
  'deskNext.st_unlisted':
    "Le relevé ne contient aucun paiement par {operators} connu de payrun : c'est peut-être celui d'un autre opérateur. Les lignes absentes restent telles quelles. Si vous êtes certain qu'il les couvre, dites-le plus bas.",
  'deskNext.st_covers': 'Le relevé contient aussi tout ce qui a été payé par {operator}.',
  'deskNext.st_no_amount_column':
    "Le relevé n'a pas de colonne pour le montant. Laissez les frais vides, ou indiquez sa colonne ci-dessous.",
  'deskNext.csv_for_excel': 'CSV pour Excel',
  'deskNext.receipts_file': 'reçus',
  'deskNext.receipt_file': 'reçu {line}',
  'deskNext.operators_by_country': 'Les opérateurs de chaque pays',
  'deskNext.operators_by_country_text':
    'payrun paie par ces opérateurs, et par aucun autre. Dans le fichier, écrivez le nom avec le pays, ou le code.',
  'deskNext.see_operators': 'Voir les opérateurs de chaque pays (dans un nouvel onglet)',
  'deskNext.provider_error': "Le prestataire a eu une erreur et n'a pas dit ce qu'est devenu ce paiement.",
  'deskNext.provider_busy': 'Le prestataire a demandé de ralentir.',
  'deskNext.name_and_number': 'Nom et numéro',
}
