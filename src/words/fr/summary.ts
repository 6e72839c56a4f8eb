import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/summary.ts'

export const messages: Translation<typeof english> = {
  // What the commands say of a batch: its state, its rows, what to do next.
  'summary.cancelled': 'Annulé',
  'summary.rows': '{rows, plural, one {{rows} ligne} other {{rows} lignes}}',
  'summary.rows_done_total': '{total, plural, one {{done}/{total} ligne} other {{done}/{total} lignes}}',
  'summary.held_no_clear_answers': 'suspendus, faute de réponses claires : {held}',
  'summary.held': '{line} ; suspendus : {held}',
  'summary.begins_message': '{begins} : {message}',
  'summary.about_left': 'encore {time} environ',
  'summary.days': '{minutes} jours',
  'summary.paying': 'Paiement',
  'summary.watching': 'Suivi',
  'summary.do_next': 'Que faire ensuite',
  'summary.report': 'Rapport : {reportPath}',
  'summary.batch': 'Lot {batchId}',
  'summary.batch_batch_id': 'Lot : {batchId}',
  'summary.batch_batch_id_payable': 'Lot {batchId} : {payable}.',
  'summary.awaiting_approval': "En attente d'approbation",
  'summary.being_paid': 'Paiement en cours',
  'summary.paused': 'En pause',
  'summary.all_rows_paid':
    "{rows, plural, one {L'unique ligne est payée} other {Les {rows} lignes sont toutes payées}}",
  'summary.all_rows_paid_some_elsewhere': "Les {rows} lignes sont toutes payées, dont {elsewhere} dans d'autres lots",
  'summary.total': 'total',
  'summary.status': 'Statut',
  'summary.it_took': 'Durée : {took}.',
  'summary.took_at_rate': 'Durée : {took} ({rate}).',
  'summary.provider_reference': 'Référence du prestataire : {providerReference}',
  'summary.why_error_message': 'Motif : {errorMessage}',
  'summary.report_says_why': 'Pour savoir pourquoi : {command} report {batchId}.',
  'summary.no_answer': 'pas de réponse ({answer})',
  'summary.somebody': "quelqu'un",
  'summary.period': 'Période',
  'summary.state': 'État',
  'summary.country': 'Pays',
  'summary.code': 'Code',
  'summary.operator': 'Opérateur',
  'summary.currency': 'Devise',
  'summary.dialling_code': 'Indicatif',
  'summary.help_waiting':
    "lister ce qui attend quelqu'un : lots et nouvelles tentatives à approuver, lots en pause, lignes inconnues, acceptées ou échouées, paiements planifiés qui ont échoué, opérateurs suspendus",
  'summary.nothing_waits': "Rien n'attend personne.",
  'summary.batch_waits':
    '{rows, plural, one {{who} a soumis {rows} ligne à payer ({sums}) le {at}.} other {{who} a soumis {rows} lignes à payer ({sums}) le {at}.}}',
  'summary.no_batches_yet': 'Pas encore de lot. Soumettez un fichier : {command} run FICHIER',
  'summary.batch_head': 'Lot',
  'summary.name_head': 'Nom',
  'summary.rows_head': 'Lignes',
  'summary.paid_head': 'Payées',
  'summary.held_head': 'Suspendu',
  'summary.is_held': 'suspendu',
  'summary.is_probed': 'en cours de test',
  'summary.held_by':
    '{operator} est suspendu par {who} depuis le {since} : payrun ne lui envoie rien tant que personne ne lève la suspension.',
  'summary.held_by_with_note':
    '{operator} est suspendu par {who} depuis le {since} ({note}) : payrun ne lui envoie rien tant que personne ne lève la suspension.',
  'summary.being_probed':
    "{operator} a été suspendu pour {why}. payrun le teste maintenant, une ligne à la fois, jusqu'à une réponse claire.",
  'summary.held_until_probed':
    '{operator} est suspendu depuis le {since} pour {why}. payrun le testera à partir de {until}, une ligne à la fois.',
  'summary.not_paid_before': 'Ne sera pas payé avant le {at}.',
  'summary.contradicted':
    "{n, plural, one {Un relevé, une notification ou une réponse tardive contredit {rows} ligne : la ligne {lines}. Interrogez d'abord le prestataire à son sujet. Ce qui la contredit :} other {Des relevés, des notifications ou des réponses tardives contredisent {rows} lignes, dont les premières : {lines}. Interrogez d'abord le prestataire à leur sujet. Ce qui contredit la première :}}",
  'summary.retry_waits':
    'La demande de réessayer {rows, plural, one {# ligne} other {# lignes}}, faite par {who} le {at}, attend une deuxième personne.',
  'summary.asked_about_accepted_rows': 'Interrogé sur les lignes acceptées, le prestataire a dit',
  'summary.rows_answered': '{rows, plural, one {{rows} ligne : {answer}.} other {{rows} lignes : {answer}.}}',
  'summary.rows_answered_asking_over':
    '{rows, plural, one {{rows} ligne : {answer}. payrun ne demande plus : consultez le relevé du prestataire.} other {{rows} lignes : {answer}. payrun ne demande plus : consultez le relevé du prestataire.}}',
  'summary.rows_answered_some_over':
    "{rows, plural, one {{rows} ligne : {answer}. payrun ne demande plus pour {over} d'entre elles : consultez le relevé du prestataire.} other {{rows} lignes : {answer}. payrun ne demande plus pour {over} d'entre elles : consultez le relevé du prestataire.}}",
  'summary.answer_under_way': 'en cours ({answer})',
  'summary.answer_decides_nothing': '{answer}. Cela ne permet pas de conclure',
  'summary.answer_not_known': '« {answer} », que payrun ne connaît pas. Cela ne permet pas de conclure',
  'summary.paused_go_on': '{why} Pour reprendre :',
  'summary.paused_rows_wait':
    '{rows, plural, one {{why} {rows} ligne reste à payer. Pour reprendre :} other {{why} {rows} lignes restent à payer. Pour reprendre :}}',
  'summary.release_first': "{operator} est suspendu à la main, et resume n'y met pas fin. Libérez-le d'abord :",
  'summary.rows_left_to_workers':
    '{rows, plural, one {{rows} ligne reste à payer, par un `{worker}` en marche ou par `{resume}`. Pour suivre :} other {{rows} lignes restent à payer, par un `{worker}` en marche ou par `{resume}`. Pour suivre :}}',
  'summary.needs_approval':
    "Rien ne sera payé sans approbation. La personne qui a soumis le lot ne peut pas l'approuver elle-même :",
  'summary.name_to_type': 'NOM',
  'summary.statement_to_type': 'RELEVÉ',
  'summary.batch_is_paused': 'Le lot est en pause.',
  'summary.you_interrupted': 'Vous avez interrompu le paiement.',
  'summary.was_interrupted': 'Le paiement a été interrompu.',
  'summary.stopped_by_service':
    "Le processus qui payait ce lot a reçu l'ordre de s'arrêter le {at}. Rien n'est envoyé tant que personne ne reprend le paiement.",
  'summary.process_told_to_stop': "Le processus qui payait a reçu l'ordre de s'arrêter.",
  'summary.paused_by_person': 'Ce lot a été mis en pause à la main.',
  'summary.rejected': "La personne qui devait approuver ce lot l'a rejeté, et rien n'en est payé.",
  'summary.paused_until_its_time':
    "Ce lot sera payé par les processus de paiement à l'heure prévue. Avec resume, il est payé tout de suite.",
  'summary.paused_unauthorized':
    "Le prestataire a refusé les clés d'accès. Vérifiez PAYRUN_APP_KEY et PAYRUN_MERCHANT_KEY.",
  'summary.paused_unauthorized_says':
    "Le prestataire a refusé les demandes et dit : « {says} ». S'il s'agit des identifiants, vérifiez PAYRUN_APP_KEY et PAYRUN_MERCHANT_KEY. Sinon, adressez-vous au prestataire : le compte n'est peut-être pas autorisé à faire des paiements.",
  'summary.paused_wrong_interface':
    "L'adresse du prestataire ne répond pas comme une interface de paiement. Vérifiez PAYRUN_PROVIDER_URL.",
  'summary.paused_redirected':
    'Le prestataire redirige vers une autre adresse. payrun ne suit pas cette redirection, car il pourrait payer deux fois. Vérifiez PAYRUN_PROVIDER_URL : elle doit peut-être commencer par https:// ou désigner un autre serveur.',
  'summary.paused_tls':
    "Le certificat du prestataire n'est pas fiable : rien ne lui a été envoyé. Vérifiez PAYRUN_PROVIDER_URL et la date de cette machine ; si les deux sont justes, contactez le prestataire.",
  'summary.paused_too_many_unknown':
    "Trop de lignes ont un sort inconnu : payrun s'est arrêté pour qu'il n'y en ait pas davantage. Cherchez d'abord dans le relevé du prestataire ce qu'elles sont devenues.",
  'summary.paused_refused_in_a_row':
    "De nombreux paiements de suite ont été refusés, tous dans les mêmes termes : « {says} ». payrun s'est arrêté avant que le reste du fichier ne soit refusé aussi. Si votre compte chez le prestataire est vide, approvisionnez-le d'abord.",
  'summary.paused_refused_without_reason':
    "De nombreux paiements de suite ont été refusés, tous sans motif. payrun s'est arrêté avant que le reste du fichier ne soit refusé aussi. Demandez-en la raison au prestataire ; votre compte est peut-être vide.",
  'summary.paused_operator_held':
    "Un opérateur est suspendu, parce que ses réponses n'étaient pas claires ou parce que quelqu'un l'a suspendu, et il ne reste rien d'autre à payer. `{operators}` montre lequel.",
  'summary.paused_window':
    "Un opérateur est en maintenance prévue, et il ne reste aucune ligne d'un autre opérateur à payer. Les processus de paiement reprennent d'eux-mêmes quand elle est finie : `{operators}` montre quand.",
  'summary.paused_hours':
    "Ce lot n'est payé qu'à certaines heures, et ce n'est pas l'heure. Les processus de paiement reprennent d'eux-mêmes à l'heure dite. Sans processus de paiement, reprenez-le à ce moment-là avec resume.",
  'summary.paused_float':
    "Le prochain paiement dépasserait ce qui peut être dépensé (la provision ou un budget), et il ne reste rien d'autre à payer. Les processus de paiement reprennent d'eux-mêmes dès qu'elle suffit : `{float}` montre ce qui reste, `{set}` dit ce que contient le compte maintenant.",
  'summary.paused_unreachable':
    "Le prestataire est resté injoignable pendant 2 minutes. Rien n'est perdu. Vérifiez le réseau et PAYRUN_PROVIDER_URL.",
  'summary.paused_mark_unwritable':
    "Pendant 2 minutes, payrun n'a pas pu noter où en est le paiement, et sans cela il n'envoie rien. Rien n'est perdu. Le disque de PAYRUN_HOME est peut-être plein ou en lecture seule, ou Redis injoignable : `{doctor}` le dit.",
  'summary.rows_unknown':
    '{rows, plural, one {Impossible de savoir si {rows} ligne a été payée ; payrun ne la renverra jamais de lui-même. Vérifiez sur le relevé du prestataire, ou notez sa réponse avec resolve :} other {Impossible de savoir si {rows} lignes ont été payées ; payrun ne les renverra jamais de lui-même. Vérifiez sur le relevé du prestataire, ou notez sa réponse, ligne par ligne, avec resolve :}}',
  'summary.see_report': 'Le rapport indique pourquoi.',
  'summary.rows_failed_retry':
    "{rows, plural, one {{rows} ligne a échoué : le prestataire l'a refusée, ou quelqu'un l'a déclarée non payée. {why} Si un numéro est faux, soumettez la ligne corrigée dans un nouveau fichier. Sinon, corrigez la cause, puis réessayez :} other {{rows} lignes ont échoué : le prestataire les a refusées, ou quelqu'un les a déclarées non payées. {why} Si un numéro est faux, soumettez la ligne corrigée dans un nouveau fichier. Sinon, corrigez la cause, puis réessayez :}}",
  'summary.rows_failed_retry_after_resume':
    "{rows, plural, one {{rows} ligne a échoué : le prestataire l'a refusée, ou quelqu'un l'a déclarée non payée. {why} Si un numéro est faux, soumettez la ligne corrigée dans un nouveau fichier. Sinon, corrigez la cause, reprenez le lot, puis réessayez :} other {{rows} lignes ont échoué : le prestataire les a refusées, ou quelqu'un les a déclarées non payées. {why} Si un numéro est faux, soumettez la ligne corrigée dans un nouveau fichier. Sinon, corrigez la cause, reprenez le lot, puis réessayez :}}",
  'summary.rows_failed_then_new_file':
    "{rows, plural, one {{rows} ligne a échoué : le prestataire l'a refusée, ou quelqu'un l'a déclarée non payée. {why} Corrigez la cause, puis soumettez-la dans un nouveau fichier.} other {{rows} lignes ont échoué : le prestataire les a refusées, ou quelqu'un les a déclarées non payées. {why} Corrigez la cause, puis soumettez-les dans un nouveau fichier.}}",
  'summary.rows_failed_purged':
    "{rows, plural, one {{rows} ligne a échoué, et l'argent n'est pas parti. Les noms et les numéros du lot ont été effacés, vous ne pouvez donc pas la réessayer : soumettez-la dans un nouveau fichier.} other {{rows} lignes ont échoué, et l'argent n'est pas parti. Les noms et les numéros du lot ont été effacés, vous ne pouvez donc pas les réessayer : soumettez-les dans un nouveau fichier.}}",
  'summary.rows_failed_contradicted':
    "{rows, plural, one {{rows} ligne a échoué, mais elle a peut-être été payée malgré tout (voir plus haut). Ne réessayez rien avant d'en être sûr.} other {{rows} lignes ont échoué, mais l'argent de {n} d'entre elles est peut-être parti malgré tout (voir plus haut). Ne réessayez rien avant d'en être sûr.}}",
  'summary.rows_accepted':
    "{rows, plural, one {Le prestataire a reçu {rows} ligne et n'a pas encore dit si elle est payée. Vérifiez-la sur son relevé, ou notez sa réponse avec resolve :} other {Le prestataire a reçu {rows} lignes et n'a pas encore dit si elles sont payées. Vérifiez-les sur son relevé, ou notez sa réponse, ligne par ligne, avec resolve :}}",
  'summary.rows_accepted_asked':
    "{rows, plural, one {Le prestataire a reçu {rows} ligne et n'a pas encore dit si elle est payée. Les processus de paiement l'interrogent. Attendez, puis vérifiez de nouveau :} other {Le prestataire a reçu {rows} lignes et n'a pas encore dit si elles sont payées. Les processus de paiement l'interrogent. Attendez, puis vérifiez de nouveau :}}",
  'summary.rows_invalid':
    '{rows, plural, one {{rows} ligne est invalide et a été laissée de côté. Le rapport indique pourquoi. Corrigez-la et soumettez-la dans un nouveau fichier.} other {{rows} lignes sont invalides et ont été laissées de côté. Le rapport indique pourquoi. Corrigez-les et soumettez-les dans un nouveau fichier.}}',
  'summary.rows_paid_elsewhere':
    "{rows, plural, one {{rows} ligne a été laissée de côté, car elle est déjà payée} other {{rows} lignes ont été laissées de côté, car elles sont déjà payées}} dans {n, plural, one {le lot} other {les lots}} {batches}. Il n'y a rien à faire.",
  'summary.rows_open_elsewhere':
    "{rows, plural, one {{rows} ligne a été laissée de côté, car elle est déjà} other {{rows} lignes ont été laissées de côté, car elles sont déjà}} dans {n, plural, one {le lot} other {les lots}} {batches}, {rows, plural, one {où elle n'est pas payée} other {où elles ne sont pas payées}}, ou pas avec certitude. {rows, plural, one {Traitez-la} other {Traitez-les}} là-bas :",
  'summary.rows_cancelled':
    "{rows, plural, one {{rows} ligne a été annulée avant l'envoi : l'argent n'est pas parti.} other {{rows} lignes ont été annulées avant l'envoi : l'argent n'est pas parti.}}",
  'summary.hand_on_report': 'Pour un rapport à imprimer ou à transmettre :',
  'summary.batch_named': 'Lot {batchId} ({name})',
  'summary.settled_not_all_paid':
    "{notPaid, plural, one {Terminé, mais {notPaid} ligne sur {rows} n'est pas payée} other {Terminé, mais {notPaid} lignes sur {rows} ne sont pas payées}}",
  'summary.settled_some_maybe_paid':
    '{maybe, plural, one {Terminé, mais {maybe} ligne sur {rows} a peut-être été payée} other {Terminé, mais {maybe} lignes sur {rows} ont peut-être été payées}}',
  'summary.settled_not_and_maybe_paid':
    "Terminé, mais sur {rows} lignes, {notPaid, plural, one {{notPaid} n'est pas payée} other {{notPaid} ne sont pas payées}} et {maybe, plural, one {{maybe} l'est peut-être} other {{maybe} le sont peut-être}}",
  'summary.count_paid': '{rows, plural, one {{rows} payée} other {{rows} payées}}',
  'summary.count_failed': '{rows, plural, one {{rows} échouée} other {{rows} échouées}}',
  'summary.count_unknown': '{rows, plural, one {{rows} inconnue} other {{rows} inconnues}}',
  'summary.count_accepted': '{rows, plural, one {{rows} acceptée} other {{rows} acceptées}}',
  'summary.count_sending': "{rows} en cours d'envoi",
  'summary.count_pending': '{rows} en attente',
  'summary.count_invalid': '{rows, plural, one {{rows} invalide} other {{rows} invalides}}',
  'summary.count_cancelled': '{rows, plural, one {{rows} annulée} other {{rows} annulées}}',
  'summary.no_problems': '{file} : aucun problème.',
  'summary.problem_at_line': 'ligne {line}',
  'summary.problem_at_element': 'élément {line}',
  'summary.problem': '{at} : {problem}',
  'summary.problem_of_column': '{at}, {column} : {problem}',
  'summary.problem_of_cell': '{at}, {column} « {value} » : {problem}',
  'summary.problem_of_row': '{at}, « {value} » : {problem}',
  'summary.problem_at_lines': 'lignes {lines}',
  'summary.problem_at_elements': 'éléments {lines}',
  'summary.problem_column': '{column} (colonne {letter})',
  'summary.problem_values': 'De même : {values}.',
  'summary.problem_value': '{at} « {value} »',
  'summary.problem_value_meant': '{at} « {value} » → {suggestion}',
  'summary.problem_value_as_earlier': '{at} « {value} » (déjà à la ligne {earlier})',
  'summary.more_problems': '… et {more} autres. --json les affiche tous.',
  'summary.problems': '{problems, plural, one {{file} : {problems} problème.} other {{file} : {problems} problèmes.}}',
  'summary.problems_in_rows':
    '{file} : {problems, plural, one {{problems} problème} other {{problems} problèmes}} dans {rows, plural, one {{rows} ligne} other {{rows} lignes}} ({kinds}).',
  'summary.fix_statement': 'Exportez {file} de nouveau ou corrigez-le, puis rechargez-le.',
  'summary.fix_file': 'Corrigez {file} et soumettez-le de nouveau.',
  'summary.skip_invalid':
    'Pour payer les autres lignes maintenant et laisser celles-ci de côté, ajoutez --skip-invalid.',
  'summary.allow_duplicates': 'Si les lignes qui ressemblent à des doublons sont voulues, ajoutez --allow-duplicates.',
  'summary.workbook_to_terminal':
    "Un classeur ne s'affiche pas dans un terminal. Indiquez un fichier, comme -o payes.xlsx.",
  'summary.sandbox': "Bac à sable : personne n'est réellement payé",
  'summary.state_in_sandbox': 'bac à sable, {state}',
  'summary.sandbox_batches': "Les lots du bac à sable sont des essais : personne n'a été payé.",
  'summary.reason_person': 'à la main',
  'summary.reason_scheduled': 'planifié',
  'summary.reason_unauthorized': 'non autorisé',
  'summary.reason_wrong_interface': 'mauvaise adresse',
  'summary.reason_redirected': 'redirigé',
  'summary.reason_tls': 'certificat non fiable',
  'summary.reason_too_many_unknown': 'trop de lignes inconnues',
  'summary.reason_refused_in_a_row': 'refus à la suite',
  'summary.reason_operator_held': 'opérateur suspendu',
  'summary.reason_window': 'maintenance prévue',
  'summary.reason_hours': 'hors de ses heures',
  'summary.reason_float': 'provision épuisée',
  'summary.reason_provider_unreachable': 'prestataire injoignable',
  'summary.reason_mark_unwritable': 'progression impossible à enregistrer',
  'summary.reason_rejected': 'rejeté',
  // What one person was paid, over all batches.
  'summary.person_does': "afficher tout ce qu'une personne a reçu, tous lots confondus",
  'summary.person_help_word':
    "le début d'un nom ou d'une référence, ou la fin d'un numéro de téléphone ; plusieurs mots d'un nom entre guillemets",
  'summary.person_help_limit': 'combien de personnes afficher au plus',
  'summary.person_note_person':
    'Le shell garde ce que vous tapez dans son historique. La console propose la même recherche sous Personnes.',
  'summary.person_whom': "Qui cherchez-vous ? Tapez le début d'un nom ou d'une référence, ou la fin d'un numéro.",
  'summary.person_nobody_found':
    "Personne n'a été trouvé pour {word}. Tapez le début d'un nom ou d'une référence, ou la fin d'un numéro.",
  'summary.person_there_are_more':
    'Seules les {shown} premières personnes sont affichées. Précisez le nom, ou utilisez --limit.',
  'summary.person_name_and_number': '{name}, {number}',
  'summary.person_references': 'Références : {references}',
  'summary.person_paid_so_far':
    '{n, plural, one {{payouts} paiement reçu : {sums} ; {open} en cours.} other {{payouts} paiements reçus : {sums} ; {open} en cours.}}',
  'summary.person_paid_nothing': 'Pas encore payé ; {open} en cours.',
  'summary.person_trials':
    "{n, plural, one {{payouts} paiement du bac à sable n'est pas compté : personne n'a été payé.} other {{payouts} paiements du bac à sable ne sont pas comptés : personne n'a été payé.}}",
  'summary.person_when_utc': 'Quand (UTC)',
  'summary.person_batch_and_line': 'Lot:ligne',
  'summary.word_placeholder': '<mot>',
  'summary.columns_missing':
    "payrun n'a reconnu aucune colonne du relevé pour : {fields}. Non utilisées : {columns}. Si c'est l'une d'elles, indiquez-la : --map {field}=\"…\"",
  'summary.person_doubtful':
    '{n, plural, one {Des indices contredisent # de ces paiements : interrogez le prestataire avant de payer de nouveau.} other {Des indices contredisent # de ces paiements : interrogez le prestataire avant de payer de nouveau.}}',
  'summary.rejected_by': "{who} a rejeté ce lot le {at}. Personne n'a été payé.",
  'summary.cancelled_by':
    '{who} a annulé ce lot le {at}. Plus rien ne sera envoyé. Ce qui a déjà été envoyé reste tel quel.',
  'summary.paused_by':
    "{who} a mis ce lot en pause le {at}. Rien n'est envoyé tant que personne ne reprend le paiement.",
  'summary.paused_by_why':
    "{who} a mis ce lot en pause le {at} : « {note} ». Rien n'est envoyé tant que personne ne reprend le paiement.",
}
