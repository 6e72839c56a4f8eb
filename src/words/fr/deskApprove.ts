import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/deskApprove.ts'

export const messages: Translation<typeof english> = {
  // Approvals: what waits for somebody else's yes.
  'deskApprove.text': "Personne n'est payé sans l'accord de quelqu'un d'autre que l'auteur de la demande.",
  'deskApprove.none':
    "Rien n'attend d'approbation. Les lots apparaissent ici quand la politique exige une seconde personne, tout comme les demandes de réessayer des lignes que quelqu'un avait déclarées non payées.",
  'deskApprove.what': 'Quoi',
  'deskApprove.asked_by': 'Demandé par',
  'deskApprove.since': 'Depuis',
  'deskApprove.you': 'Vous',
  'deskApprove.your_turn': 'Vous pouvez décider',
  'deskApprove.pay_rows': '{rows, plural, one {Payer {rows} ligne} other {Payer {rows} lignes}}',
  'deskApprove.left_out': '{rows, plural, one {{rows} laissée de côté} other {{rows} laissées de côté}}',
  'deskApprove.retry_rows': '{rows, plural, one {Réessayer {rows} ligne} other {Réessayer {rows} lignes}}',
  'deskApprove.you_submitted': "C'est vous qui l'avez soumis : une autre personne doit décider.",
  'deskApprove.you_made_key':
    "C'est vous qui avez créé la clé d'API dont vient la demande : un autre approbateur doit l'approuver. Pour pouvoir approuver ce qu'un programme demande, faites-lui utiliser une clé créée par un autre administrateur.",
  'deskApprove.same_behind_key':
    "La demande vient de la personne qui a créé cette clé d'API, ou d'une clé que la personne de cette clé a créée : un autre approbateur doit l'approuver.",
  'deskApprove.by_key': "{key} (une clé d'API créée par {by}, {at})",
  'deskApprove.you_approved': "Vous, ou une de vos clés d'API, l'avez déjà approuvé.",
  'deskApprove.you_asked': "C'est vous qui l'avez demandé : une autre personne doit décider.",
  'deskApprove.you_called_not_paid':
    "Vous avez déclaré une de ses lignes non payée : c'est donc à quelqu'un d'autre de l'approuver. Vous pouvez seulement rejeter.",
  'deskApprove.enough_now':
    "Il a autant d'approbations qu'il en faut, car la politique a été assouplie. Approuvez-le, même si vous l'avez déjà fait, pour qu'il parte.",
  'deskApprove.for_approvers': "C'est à un approbateur de décider.",
  'deskApprove.nobody_may':
    "Personne ici ne peut l'approuver : on n'approuve pas ce que l'on a soumis, soi-même ou par une clé que l'on a créée, et il n'y a pas d'autre approbateur. Demandez à un administrateur d'en ajouter un.",
  'deskApprove.too_few_may':
    "{missing, plural, one {Il manque ici {missing} approbateur. Demandez à un administrateur d'en ajouter un.} other {Il manque ici {missing} approbateurs. Demandez à un administrateur de les ajouter.}}",
  'deskApprove.stuck':
    '« {name} » attend une approbation, mais les approbateurs qui peuvent la donner manquent : ajoutez-en un.',
  'deskApprove.retry_stuck':
    "« {name} » attend l'accord d'un approbateur pour réessayer des lignes, mais aucun ne peut le donner : ajoutez-en un autre.",
  'deskApprove.waits_no_more': "« {name} » n'attend pas d'approbation : son état est « {state} ».",
  'deskApprove.nothing_here': 'Rien à approuver ici',
  'deskApprove.already_approved': '{who} a déjà approuvé « {name} » ({at}).',
  'deskApprove.already_rejected': '{who} a déjà rejeté « {name} » ({at}). Personne ne sera payé.',
  'deskApprove.already_cancelled': '{who} a annulé « {name} » ({at}).',
  'deskApprove.retry_already_approved': '{who} a déjà approuvé la nouvelle tentative de « {name} » ({at}).',
  'deskApprove.retry_already_rejected':
    '{who} a déjà rejeté la nouvelle tentative de « {name} » ({at}). Ses lignes restent échouées.',
  'deskApprove.retry_already_withdrawn': '{who} a retiré la demande de réessayer des lignes de « {name} » ({at}).',
  'deskApprove.reason': 'Motif : {note}',
  'deskApprove.look_at_batch': 'Ouvrir « {name} »',
  'deskApprove.title': 'Approuver « {name} » ?',
  'deskApprove.retry_title': 'Réessayer des lignes de « {name} » ?',
  'deskApprove.retry_text':
    "Ces lignes ont échoué. Si quelqu'un a déclaré qu'une ligne n'avait pas été payée, consultez d'abord son historique : si c'est faux, une personne sera payée deux fois.",
  'deskApprove.pay_people': '{people, plural, one {{sums} à {people} personne} other {{sums} à {people} personnes}}',
  'deskApprove.rows_to_pay': 'Lignes à payer',
  'deskApprove.rows_to_retry': 'Lignes à réessayer',
  'deskApprove.approved_by': 'Approuvé par',
  'deskApprove.nobody_yet': 'personne pour le moment',
  'deskApprove.all_rows': 'Voir toutes les lignes',
  'deskApprove.decide': 'Votre décision',
  'deskApprove.decide_text':
    "Comparez le montant, le nombre de lignes et l'empreinte avec ce que vous savez du fichier, puis décidez. Une confirmation vous sera demandée.",
  'deskApprove.decide_retry_text':
    'Consultez les lignes à réessayer et leur historique, comparez leur nombre et leur total avec ce que vous attendez, puis décidez. Une confirmation vous sera demandée.',
  'deskApprove.expect_count': 'Lignes à payer que vous attendez (facultatif)',
  'deskApprove.expect_retry_count': 'Lignes à réessayer que vous attendez (facultatif)',
  'deskApprove.expect_retry_total': 'Total de ces lignes que vous attendez (facultatif)',
  'deskApprove.expected_retry_count':
    'Vous attendiez {expectCount, plural, one {{expectCount} ligne} other {{expectCount} lignes}} à réessayer, mais il y en a {valid}.',
  'deskApprove.expected_retry_total':
    'Vous attendiez un total de {amount}, mais le total des lignes à réessayer est de {sum}.',
  'deskApprove.expected_retry_currencies':
    'On ne peut comparer un total que si toutes les lignes sont dans une seule devise, et celles à réessayer sont dans plusieurs ({found}). Indiquez le nombre de lignes.',
  'deskApprove.expect_total': 'Total que vous attendez (facultatif)',
  'deskApprove.rejected_before': 'Déjà rejeté par un approbateur',
  'deskApprove.paid_again': 'Des personnes seraient payées une seconde fois',
  'deskApprove.not_as_expected': "Ce n'est pas ce que vous attendez",
  'deskApprove.note': 'Remarque',
  'deskApprove.approve_note': 'Remarque (facultatif)',
  'deskApprove.why_reject': 'Motif du rejet',
  'deskApprove.why_reject_hint': "L'auteur de la demande le lira.",
  'deskApprove.say_why': 'Indiquez pourquoi vous rejetez cette demande.',
  'deskApprove.approve': 'Approuver',
  'deskApprove.reject': 'Rejeter',
  'deskApprove.too_many_to_look_up':
    'Pour un lot de plus de 5 000 lignes, les personnes payées pour la première fois ne sont pas indiquées.',
  'deskApprove.no_new_people': 'Toutes les personnes de ce lot ont déjà été payées auparavant.',
  'deskApprove.new_people':
    '{people, plural, one {Aucun paiement confirmé à ce numéro :} other {Aucun paiement confirmé à ces numéros :}}',
  'deskApprove.new_people_title': 'Payés pour la première fois par {name}',
  'deskApprove.first_time': 'Payés pour la première fois',
  'deskApprove.control_totals': 'Totaux de contrôle',
  'deskApprove.control_agreed': '{what} (indiqués à la soumission ; le fichier correspond)',
  'deskApprove.control_count': '{rows, plural, one {{rows} paiement} other {{rows} paiements}}',
  'deskApprove.control_none': 'aucun indiqué à la soumission',
  'deskApprove.largest': 'Plus gros montants',
  'deskApprove.approve_title': 'Approuver le paiement de « {name} » ?',
  'deskApprove.changed': "« {name} » a changé depuis que vous l'avez consulté. Regardez-le de nouveau, puis décidez.",
  'deskApprove.approved': 'Approuvé. Le paiement commence.',
  'deskApprove.approved_for_later': "Approuvé. Le paiement commencera à l'heure prévue.",
  'deskApprove.approved_missing':
    "{people, plural, one {Approuvé. Une personne doit encore l'approuver.} other {Approuvé. {people} personnes doivent encore l'approuver.}}",
  'deskApprove.reject_title': 'Rejeter « {name} » ?',
  'deskApprove.reject_text':
    'Personne ne sera payé. Ce lot est annulé définitivement. Le fichier peut être soumis de nouveau.',
  'deskApprove.reject_retry_text': 'Ses lignes restent échouées. Le lot reste tel quel.',
  'deskApprove.rejected': 'Rejeté. Personne ne sera payé.',
  'deskApprove.retry_rejected': 'Rejeté. Ses lignes restent échouées.',
}
