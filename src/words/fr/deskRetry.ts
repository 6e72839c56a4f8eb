import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/deskRetry.ts'

export const messages: Translation<typeof english> = {
  // Failed rows that are tried again.
  'deskRetry.title': 'Réessayer les lignes échouées de « {name} »',
  'deskRetry.text':
    "{rows, plural, one {{rows} ligne a échoué : l'argent n'est pas parti. Corrigez d'abord la cause, par exemple en approvisionnant le compte.} other {{rows} lignes ont échoué : l'argent n'est pas parti. Corrigez d'abord la cause, par exemple en approvisionnant le compte.}}",
  'deskRetry.which': 'Quelles lignes',
  'deskRetry.all': 'Toutes les lignes échouées',
  'deskRetry.refused': 'Celles que le prestataire a refusées',
  'deskRetry.called_not_paid': "Celles que quelqu'un a déclarées non payées",
  'deskRetry.lines': 'Seulement ces lignes',
  'deskRetry.lines_hint': 'Par exemple 2, 5, 17. Laissez vide pour toutes.',
  'deskRetry.lines_wrong': 'Indiquez des numéros de ligne, séparés par des virgules.',
  'deskRetry.look': 'Voir les lignes et le montant',
  'deskRetry.ask_title': '{rows, plural, one {Réessayer {rows} ligne ?} other {Réessayer {rows} lignes ?}}',
  'deskRetry.ask_text':
    '{people, plural, one {Lignes à réessayer : {rows}. Montant : {sums}, pour {people} personne.} other {Lignes à réessayer : {rows}. Montant : {sums}, pour {people} personnes.}}',
  'deskRetry.do_it': 'Réessayer',
  'deskRetry.ask_for_approval': "Demander l'approbation",
  'deskRetry.needs_approver':
    "{rows, plural, one {Quelqu'un a déclaré {rows} ligne non payée : un approbateur, qui n'est ni cette personne ni vous, doit approuver la nouvelle tentative. Rien n'est envoyé avant.} other {{rows} de ces lignes ont été déclarées non payées : un approbateur, qui n'est ni vous ni l'auteur de ces déclarations, doit approuver la nouvelle tentative. Rien n'est envoyé avant.}}",
  'deskRetry.needs_approver_unusual':
    "À cause des avertissements, la politique exige un approbateur autre que vous. Rien n'est envoyé avant.",
  'deskRetry.needs_approver_rejected':
    "Un approbateur a déjà rejeté cette nouvelle tentative : un approbateur autre que vous doit donc l'approuver. Rien n'est envoyé avant.",
  'deskRetry.rejected_before':
    "{rows, plural, one {{by} a rejeté une nouvelle tentative d'une de ces lignes ({at}).} other {{by} a rejeté une nouvelle tentative de {rows} de ces lignes ({at}).}}",
  'deskRetry.rejected_before_because':
    "{rows, plural, one {{by} a rejeté une nouvelle tentative d'une de ces lignes ({at}).} other {{by} a rejeté une nouvelle tentative de {rows} de ces lignes ({at}).}} Motif : {note}",
  'deskRetry.needs_approver_statement':
    "{rows, plural, one {{rows} ligne a échoué d'après un relevé fourni par vous, ou par quelqu'un sans compte : un autre approbateur doit approuver la nouvelle tentative. Rien n'est envoyé avant.} other {{rows} de ces lignes ont échoué d'après un relevé fourni par vous, ou par quelqu'un sans compte : un autre approbateur doit approuver la nouvelle tentative. Rien n'est envoyé avant.}}",
  'deskRetry.nobody_else':
    "Personne d'autre ici ne peut l'approuver : demandez un autre approbateur à un administrateur.",
  'deskRetry.others_at_once':
    "{rows, plural, one {L'autre ligne n'a pas besoin d'approbation. Seule, elle peut être réessayée tout de suite.} other {Les {rows} autres lignes n'ont pas besoin d'approbation. Seules, elles peuvent être réessayées tout de suite.}}",
  'deskRetry.choose_others': '{rows, plural, one {Ne choisir que celle-là} other {Ne choisir que celles-là}}',
  'deskRetry.choose_rows': 'Choisir des lignes',
  'deskRetry.called_title': 'Lignes déclarées non payées',
  'deskRetry.called_by': "{by} l'a déclarée non payée ({at}).",
  'deskRetry.called_by_note': "{by} l'a déclarée non payée ({at}) : {note}",
  'deskRetry.called_by_statement': "{by} a fourni un relevé selon lequel elle n'est pas payée ({at}) : {note}",
  'deskRetry.insisted_title': 'Peut-être déjà payées',
  'deskRetry.insisted':
    "{by} demande de réessayer des lignes qui sont peut-être déjà payées. Renseignez-vous auprès du prestataire avant d'approuver :",
  'deskRetry.failed_while_waiting':
    "{rows, plural, one {{rows} ligne a échoué : le prestataire l'a refusée, ou quelqu'un l'a déclarée non payée.} other {{rows} lignes ont échoué : le prestataire les a refusées, ou quelqu'un les a déclarées non payées.}}",
  'deskRetry.changed':
    "Les lignes ont changé depuis que vous les avez consultées. Rien n'a été envoyé. Regardez de nouveau.",
  'deskRetry.tried_since':
    "Ces lignes ont été réessayées depuis que vous les avez consultées. Rien n'a été envoyé cette fois-ci. Regardez de nouveau.",
  'deskRetry.policy_since':
    "Depuis que vous avez regardé, la règle d'approbation de cette nouvelle tentative a changé. Rien n'a été envoyé. Regardez à nouveau.",
  'deskRetry.row_tried_since':
    "Cette ligne a été envoyée de nouveau depuis que vous l'avez consultée. Rien n'a été enregistré. Consultez-la de nouveau, vérifiez ce que la dernière tentative est devenue, puis indiquez-le.",
  'deskRetry.waits':
    'Demande enregistrée. Une ligne au moins avait été déclarée non payée : une seconde personne doit donc approuver.',
  'deskRetry.waits_rejected':
    "Votre demande est envoyée. Un approbateur l'avait déjà rejetée : un approbateur doit donc l'approuver.",
  'deskRetry.elsewhere_left_out':
    "D'autres lots paient ces lignes échouées, ou semblent les payer : elles sont laissées de côté.",
  'deskRetry.no_more':
    'Personne ne peut plus approuver cette nouvelle tentative. Rejetez-la : {who} pourra refaire la demande, sans ces lignes.',
  'deskRetry.no_more_own':
    "Personne ne peut plus approuver cette nouvelle tentative. Retirez la demande sur la page du lot, puis redemandez les lignes qu'aucun autre lot ne paie.",
  'deskRetry.failed_elsewhere':
    "{rows, plural, one {{rows} ligne échouée est payée par un autre lot, ou semble l'être. Elle n'est pas réessayée avec les autres :} other {{rows} lignes échouées sont payées par d'autres lots, ou semblent l'être. Elles ne sont pas réessayées avec les autres :}}",
  'deskRetry.rows_changed':
    '{rows, plural, one {La ligne {lines} a été réessayée ou réglée depuis la demande.} other {Les lignes {lines} ont été réessayées ou réglées depuis la demande.}}',
  'deskRetry.waits_statement':
    "Votre demande est envoyée. Comme ces lignes ont échoué d'après un relevé fourni par vous, ou par quelqu'un sans compte, une deuxième personne doit l'approuver.",
  'deskRetry.waits_unusual': 'Demande enregistrée. La politique exige une seconde personne à cause des avertissements.',
  'deskRetry.done': '{rows, plural, one {{rows} ligne est réessayée.} other {{rows} lignes sont réessayées.}}',
  'deskRetry.did_reconcile': 'A appliqué un relevé. Lignes réglées : {rows}. Lignes contredites : {contradicted}.',
  'deskRetry.contradicted_rows':
    '{rows, plural, one {Un élément contredit ce qui est enregistré pour {rows} ligne : vérifiez-la avant de la payer à nouveau.} other {Des éléments contredisent ce qui est enregistré pour {rows} lignes : vérifiez-les avant de les payer à nouveau.}}',
  'deskRetry.contradictions': 'Ce qui la contredit',
  'deskRetry.contradictions_text':
    "La ligne n'a pas été modifiée. Interrogez le prestataire avant de la payer à nouveau.",
  'deskRetry.contradiction_looked_into': "Quelqu'un l'a vérifié.",
  'deskRetry.contradiction_open': "Personne ne l'a encore vérifié.",
  'deskRetry.withdraw': 'Retirer la demande de nouvelle tentative',
  'deskRetry.withdrawn':
    '{rows, plural, one {La demande est retirée : {rows} ligne reste échouée.} other {La demande est retirée : {rows} lignes restent échouées.}}',
  'deskRetry.did_withdraw':
    '{rows, plural, one {A retiré la demande de réessayer {rows} ligne} other {A retiré la demande de réessayer {rows} lignes}}',
  'deskRetry.withdraw_own_only': "{who} a fait cette demande. Personne d'autre ne peut la retirer.",
  'deskRetry.see_waiting': "Voir ce qui attend l'approbation",
  'deskRetry.wrong_number':
    "Si le numéro est faux ou n'a pas de compte mobile money, réessayer ne sert à rien. Le numéro d'une ligne soumise ne peut pas être modifié : soumettez la ligne corrigée dans un nouveau fichier.",
  'deskRetry.home_failed':
    '{rows, plural, one {{rows} ligne de « {name} » a échoué. Une fois la cause corrigée, vous pouvez la réessayer.} other {{rows} lignes de « {name} » ont échoué. Une fois la cause corrigée, vous pouvez les réessayer.}}',
  // Lignes dites non payées, alors que des indices montrent qu'elles l'ont été.
  'deskRetry.maybe_paid_badge': 'peut-être payée',
  'deskRetry.maybe_paid_by_statement': "D'après un relevé, elle a été payée.",
  'deskRetry.maybe_paid_by_notification': "D'après une notification du prestataire, elle a été payée.",
  'deskRetry.maybe_paid_by_answer': "D'après une réponse tardive du prestataire, elle a été payée.",
  'deskRetry.maybe_paid_by_evidence': "Des indices montrent qu'elle a été payée.",
  'deskRetry.maybe_paid_ask_provider':
    "À faire : demandez au prestataire si elle a été payée. Tant qu'il n'a pas répondu, ne la payez pas de nouveau, même avec un nouveau fichier. Si elle n'a pas été payée, la personne qui administre payrun peut faire renvoyer la ligne.",
  'deskRetry.maybe_paid_ask_then_anew':
    "À faire : demandez au prestataire si elle a été payée. Tant qu'il n'a pas répondu, ne la payez pas de nouveau, même avec un nouveau fichier. Si elle n'a pas été payée, soumettez la ligne dans un nouveau fichier.",
  'deskRetry.maybe_paid_of_batch':
    "{rows, plural, one {{rows} ligne est enregistrée comme échouée, mais elle a peut-être été payée. Interrogez le prestataire. Tant qu'il n'a pas répondu, ne réessayez pas cette ligne et ne la mettez pas dans un nouveau fichier.} other {{rows} lignes sont enregistrées comme échouées, mais elles ont peut-être été payées. Interrogez le prestataire. Tant qu'il n'a pas répondu, ne réessayez pas ces lignes et ne les mettez pas dans un nouveau fichier.}}",
  'deskRetry.maybe_paid_home':
    "{rows, plural, one {{rows} ligne de « {name} » est enregistrée comme échouée, mais elle a peut-être été payée. Interrogez le prestataire avant que quelqu'un la paie de nouveau.} other {{rows} lignes de « {name} » sont enregistrées comme échouées, mais elles ont peut-être été payées. Interrogez le prestataire avant que quelqu'un les paie de nouveau.}}",
  'deskRetry.maybe_paid_left_out':
    "{rows, plural, one {{rows} ligne échouée est laissée de côté : elle a peut-être été payée. Interrogez d'abord le prestataire à son sujet :} other {{rows} lignes échouées sont laissées de côté : elles ont peut-être été payées. Interrogez d'abord le prestataire à leur sujet :}}",
  'deskRetry.maybe_paid_none_left':
    "Il n'y a rien à réessayer : toutes les lignes échouées ont peut-être été payées. Interrogez d'abord le prestataire à leur sujet :",
  'deskRetry.maybe_paid_lines_left_out': "Ce que vous avez choisi a peut-être été payé. Indiquez d'autres lignes.",
  'deskRetry.maybe_paid_all_others': 'Toutes les autres lignes échouées',
  'deskRetry.maybe_paid_see_row': 'Voir cette ligne',
  'deskRetry.maybe_paid_reference_of_failed':
    "La référence {reference} est celle de la ligne {heldLine} du lot {batchId}, qui a échoué, mais des indices montrent qu'elle a été payée. Retirez la ligne ici, et ne lui donnez pas une autre référence. Interrogez d'abord le prestataire : si elle n'a pas été payée, la personne qui administre payrun peut faire renvoyer cette ligne.",
  'deskRetry.maybe_paid_reference_of_cancelled':
    "La référence {reference} est celle de la ligne {heldLine} du lot {batchId}, qui a été annulée, mais des indices montrent qu'elle a été payée. Retirez la ligne, et interrogez d'abord le prestataire. Si elle n'a certainement pas été payée, donnez-lui sa propre référence.",
  'deskRetry.maybe_paid_ask_then_command':
    "À faire : demandez au prestataire si elle a été payée. Tant qu'il n'a pas répondu, ne la payez pas de nouveau, même avec un nouveau fichier. Si elle n'a certainement pas été payée, elle peut être renvoyée depuis un terminal : {command} retry {id} --line {line} --despite-evidence",
  'deskRetry.maybe_not_paid_badge': 'peut-être échouée',
  'deskRetry.maybe_not_paid_by_statement': "Elle est enregistrée comme payée, mais d'après un relevé, elle a échoué.",
  'deskRetry.maybe_not_paid_by_notification':
    "Elle est enregistrée comme payée, mais d'après une notification du prestataire, elle a échoué.",
  'deskRetry.maybe_not_paid_by_answer':
    "Elle est enregistrée comme payée, mais d'après une réponse tardive du prestataire, elle a échoué.",
  'deskRetry.maybe_not_paid_ask':
    "À faire : demandez au prestataire si l'argent est arrivé. S'il n'est pas arrivé, payez cette personne dans un nouveau fichier, avec une nouvelle référence.",
  'deskRetry.maybe_not_paid_of_batch':
    "{rows, plural, one {{rows} ligne est enregistrée comme payée, mais elle a peut-être échoué. Demandez au prestataire si l'argent est arrivé.} other {{rows} lignes sont enregistrées comme payées, mais elles ont peut-être échoué. Demandez au prestataire si l'argent est arrivé.}}",
  'deskRetry.maybe_not_paid_home':
    "{rows, plural, one {{rows} ligne de « {name} » est enregistrée comme payée, mais elle a peut-être échoué. Demandez au prestataire si l'argent est arrivé.} other {{rows} lignes de « {name} » sont enregistrées comme payées, mais elles ont peut-être échoué. Demandez au prestataire si l'argent est arrivé.}}",
  'deskRetry.contradictions_of_paid': "La ligne n'a pas été modifiée. Demandez au prestataire si l'argent est arrivé.",
}
