import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/terminal.ts'

export const messages: Translation<typeof english> = {
  // A statement that is compared with a batch, notifications, payments that are asked for, and what a row went through.
  'terminal.settled': '{rows, plural, one {{rows} ligne terminée} other {{rows} lignes terminées}}',
  'terminal.would_be': 'Deviendrait',
  'terminal.is_now': 'Maintenant',
  'terminal.reference': 'Référence',
  'terminal.statement': 'Relevé',
  'terminal.another_currency': 'une autre devise',
  'terminal.nothing_changed': "Rien n'a été changé.",
  'terminal.provider_says': 'Le prestataire dit : {message}',
  'terminal.payment_initiated': 'Le paiement de {amount} est initié.',
  'terminal.reference_reference': 'Référence : {reference}',
  'terminal.send_payer': 'Envoyez le payeur à : {paymentUrl}',
  'terminal.customer_asked_nothing_paid_before_confirm':
    "Demande de {amount} envoyée au client. Rien n'est payé avant sa confirmation.",
  'terminal.status': 'Statut : {status}',
  'terminal.fees': 'Frais : {fees}',
  'terminal.provider_refused_not_asked': 'Le prestataire a refusé la demande de {amount}.',
  'terminal.cant_told_whether_asked': 'On ne sait pas si la demande de {amount} a été exécutée.',
  'terminal.look_into_providers_account_before_asking':
    'Vérifiez le compte chez le prestataire avant de refaire la demande : le client pourrait être débité deux fois.',
  'terminal.not_asked_can_done_again_without':
    "La demande de {amount} n'a pas été exécutée. Vous pouvez la refaire sans risque.",
  'terminal.provider_asks_wait_s': "Le prestataire demande d'attendre {waitMs} s.",
  'terminal.request_out_answer_waited_ctrl_c':
    "La demande est partie ; payrun attend la réponse. Appuyez de nouveau sur Ctrl-C pour quitter sans l'attendre.",
  'terminal.provider_answered_reference_another_payment_asked':
    "Le prestataire a répondu par la référence d'un autre paiement demandé plus tôt.",
  'terminal.ledger_did_not_take_answer_keep':
    "Le registre n'a pas enregistré cette réponse. Gardez-la : une notification à son sujet ne sera pas reconnue.",
  'terminal.data_not_json_quote_shell_order':
    "--data n'est pas du JSON : mettez-le entre apostrophes, comme dans '''{\"order\": 7}'''.",
  'terminal.batch': 'lot',
  'terminal.submitted_by': 'soumise par {submittedBy}',
  'terminal.submitted': 'soumise',
  'terminal.attempt_claimed': 'tentative {attempt} prise en charge',
  'terminal.cancelled_before_sent': "annulée avant l'envoi",
  'terminal.settled_after': 'terminée : « {state} », avant « {before} »',
  'terminal.attempt_settled': 'tentative {attempt} terminée : « {state} »',
  'terminal.contradictions': "Ce qui la contredit (la ligne n'a pas été modifiée) :",
  'terminal.said_paid': 'déclarée payée par {actor}',
  'terminal.said_not_paid': 'déclarée non payée par {actor}',
  'terminal.cancelled_by': 'annulée par {actor}',
  'terminal.not_complete':
    "{why} Rien n'a été changé. Sans --complete, les lignes qui figurent sur le relevé sont mises à jour ; pour une seule ligne, utilisez {command} resolve {id}.",
  'terminal.dates_unclear':
    'Avec --complete, les dates du relevé doivent être sans équivoque ; ici, le jour et le mois peuvent partout être inversés. Écrivez-les comme 2026-11-21.',
  'terminal.unread_dates':
    'payrun ne sait pas quelle colonne du relevé contient les dates : peut-être « {name} ». Précisez-le avec --map date="{name}", ou nommez la colonne « Date » dans le fichier.',
  'terminal.unread_dates_unnamed':
    "payrun ne sait pas quelle colonne du relevé contient les dates : peut-être la colonne {place}, qui n'a pas de nom. Nommez-la « Date » dans le fichier.",
  'terminal.lists_nothing_undated':
    "Un relevé sans dates, ou dont peu de lignes ont un numéro de téléphone, ne peut être dit complet que s'il contient une ligne du lot. Celui-ci n'en contient aucune : il est peut-être plus ancien que le lot, vient d'un autre compte, ou ne contient que des sommes. Demandez-en un avec des dates et des numéros.",
  'terminal.perhaps_fees':
    "Certains montants du relevé sont un peu plus élevés que dans le registre. S'ils comprennent des frais, indiquez leur maximum : --fee-tolerance {percent}.",
  'terminal.paid_rows_missing':
    "{rows, plural, one {Le relevé n'est pas complet : {rows} ligne payée n'y figure pas non plus, à la ligne {line} du lot. Il manque peut-être une page, ou le relevé vient d'un autre compte.} other {Le relevé n'est pas complet : {rows} lignes payées n'y figurent pas non plus, la première à la ligne {line} du lot. Il manque peut-être une page, ou le relevé vient d'un autre compte.}}",
  'terminal.undated_maybe_older':
    "Le relevé n'a pas de dates, et la ligne {line} du lot a été réessayée, ou une reprise l'a mise en doute : le relevé est peut-être plus ancien. Demandez-en un avec des dates.",
  'terminal.time_before_not_covered':
    "Le relevé ne couvre pas toute la période : la ligne {line} du lot a pu être envoyée le {sent}, et le relevé n'est certain qu'à partir du {from} (une heure sans fuseau peut être en UTC). Demandez-en un qui commence par un paiement d'un jour antérieur. Si ses heures sont locales, vous pouvez aussi y ajouter le fuseau : 2026-11-21 08:36 +03:00.",
  'terminal.time_not_covered':
    "Le relevé ne couvre pas toute la période : la ligne {line} du lot a été envoyée le {sent}, et le relevé n'est certain que jusqu'au {to}. Téléchargez-le de nouveau quand il contiendra un paiement plus récent : d'un jour ultérieur, s'il n'indique pas d'heures. Un paiement encore en cours, ou daté dans le futur, ne compte pas.",
  'terminal.nothing_over':
    "Aucune ligne datée du relevé n'est celle d'un paiement déjà effectué ou en échec : rien ne montre qu'il va jusqu'à l'envoi de la ligne {line} du lot. Téléchargez-le de nouveau quand il contiendra un tel paiement.",
  'terminal.time_until_recovery_not_covered':
    "Le relevé ne couvre pas toute la période : la ligne {line} du lot a pu être envoyée à tout moment entre le {sent} et la reprise du {until}, et le relevé n'est certain que jusqu'au {to}. Téléchargez-le de nouveau quand il contiendra un paiement postérieur à la reprise (d'un jour ultérieur, s'il n'indique pas d'heures), ou utilisez-le sans le dire complet.",
  'terminal.left_not_listed': 'absente du relevé',
  'terminal.left_operator_not_listed':
    "absente du relevé, qui ne contient aucun paiement par {operator} connu de payrun : c'est peut-être le relevé d'un autre opérateur",
  'terminal.say_covers':
    "Si vous êtes certain que le relevé contient aussi tout ce qui a été payé par {operators}, et que ce qui manque n'a donc pas été payé :",
  'terminal.covers_of_complete': '--covers ne va pas sans --complete.',
  'terminal.left_ambiguous':
    '{n, plural, one {la ligne {lines} peut la concerner, ou concerner un autre paiement} other {les lignes {lines} peuvent la concerner, ou concerner un autre paiement}}',
  'terminal.left_undecided':
    '{n, plural, one {la ligne {lines} dit {status}, ce qui ne règle rien} other {les lignes {lines} disent {status}, ce qui ne règle rien}}',
  'terminal.left_incoming':
    '{n, plural, one {la ligne {lines} est peut-être un encaissement, ce qui ne règle rien} other {les lignes {lines} sont peut-être des encaissements, ce qui ne règle rien}}',
  'terminal.left_other_account':
    "{n, plural, one {la ligne {lines} est d'un autre compte, ce qui ne règle rien} other {les lignes {lines} sont d'un autre compte, ce qui ne règle rien}}",
  'terminal.left_fee':
    '{n, plural, one {la ligne {lines} correspond peut-être à des frais, ce qui ne règle rien} other {les lignes {lines} correspondent peut-être à des frais, ce qui ne règle rien}}',
  'terminal.left_empty_status':
    '{n, plural, one {la ligne {lines} ne dit rien : son statut est vide} other {les lignes {lines} ne disent rien : leur statut est vide}}',
  'terminal.left_contradicted':
    '{n, plural, one {la ligne {lines} la contredit : voir les contradictions} other {les lignes {lines} la contredisent : voir les contradictions}}',
  'terminal.left_undated':
    "{n, plural, one {la ligne {lines} a son numéro et son montant, mais pas de date : c'est peut-être un paiement plus ancien} other {les lignes {lines} ont son numéro et son montant, mais pas de date : c'est peut-être un paiement plus ancien}}",
  'terminal.left_other_reference':
    '{n, plural, one {la ligne {lines} a son numéro et son montant, mais sous une autre référence} other {les lignes {lines} ont son numéro et son montant, mais sous une autre référence}}',
  'terminal.left_earlier_attempt':
    "{n, plural, one {la ligne {lines} dit {status}, peut-être à propos d'une tentative précédente : le paiement a été réessayé, ou l''a peut-être été} other {les lignes {lines} disent {status}, peut-être à propos d'une tentative précédente : le paiement a été réessayé, ou l''a peut-être été}}",
  'terminal.left_maybe_listed':
    '{n, plural, one {peut-être absente : la ligne {lines} ne correspond à aucun paiement et peut la concerner} other {peut-être absente : les lignes {lines} ne correspondent à aucun paiement et peuvent la concerner}}',
  'terminal.left_others_reference':
    "{n, plural, one {peut-être absente : la ligne {lines} porte la référence d'un autre paiement, mais peut la concerner} other {peut-être absente : les lignes {lines} portent la référence d'un autre paiement, mais peuvent la concerner}}",
  'terminal.left_maybe_in_sum':
    '{n, plural, one {peut-être absente : la ligne {lines} regroupe peut-être plusieurs paiements, dont celui-ci. Utilisez un relevé qui détaille chaque paiement, ou réglez cette ligne vous-même} other {peut-être absente : les lignes {lines} regroupent peut-être chacune plusieurs paiements, dont celui-ci. Utilisez un relevé qui détaille chaque paiement, ou réglez cette ligne vous-même}}',
  'terminal.left_maybe_held':
    'absente du relevé, qui ne donne que les paiements exécutés : le prestataire la retient peut-être encore',
  'terminal.left_reference_taken': 'un autre paiement vient de prendre sa référence : vérifiez de nouveau',
  'terminal.discrepancy_paid_but':
    '{n, plural, one {payée dans le registre, mais la ligne {lines} du relevé dit {status}} other {payée dans le registre, mais les lignes {lines} du relevé disent {status}}}',
  'terminal.discrepancy_failed_but_carried_out':
    "{n, plural, one {échouée dans le registre, mais la ligne {lines} du relevé dit que l'argent est parti : ne la relancez pas} other {échouée dans le registre, mais les lignes {lines} du relevé disent que l'argent est parti : ne la relancez pas}}",
  'terminal.discrepancy_failed_but_maybe_carried_out':
    "{n, plural, one {échouée dans le registre, mais la ligne {lines} du relevé dit peut-être que l'argent est parti : ne la relancez pas avant d'en être sûr} other {échouée dans le registre, mais les lignes {lines} du relevé disent peut-être que l'argent est parti : ne la relancez pas avant d'en être sûr}}",
  'terminal.discrepancy_failed_but_undecided':
    "{n, plural, one {échouée dans le registre, mais la ligne {lines} du relevé dit {status} et l'argent peut encore partir : ne la relancez pas avant d'en être sûr} other {échouée dans le registre, mais les lignes {lines} du relevé disent {status} et l'argent peut encore partir : ne la relancez pas avant d'en être sûr}}",
  'terminal.discrepancy_earlier_attempt_undecided':
    "{n, plural, one {une tentative précédente a été refusée, mais la ligne {lines} du relevé dit {status} et cette tentative peut encore aboutir : la ligne n'est pas renvoyée} other {une tentative précédente a été refusée, mais les lignes {lines} du relevé disent {status} et cette tentative peut encore aboutir : la ligne n'est pas renvoyée}}",
  'terminal.discrepancy_earlier_attempt_carried_out':
    "{n, plural, one {une tentative précédente a été refusée, mais la ligne {lines} du relevé dit que l'argent est parti ce jour-là} other {une tentative précédente a été refusée, mais les lignes {lines} du relevé disent que l'argent est parti ce jour-là}}",
  'terminal.discrepancy_differs':
    '{n, plural, one {{ours} dans le registre, mais {theirs} à la ligne {lines} du relevé} other {{ours} dans le registre, mais {theirs} aux lignes {lines} du relevé}}',
  'terminal.discrepancy_number_differs':
    '{n, plural, one {la ligne {lines} du relevé a sa référence, mais un autre numéro de téléphone} other {les lignes {lines} du relevé ont sa référence, mais un autre numéro de téléphone}}',
  'terminal.discrepancy_conflicting_lines':
    '{n, plural, one {la ligne {lines} du relevé se contredit} other {les lignes {lines} du relevé ont la même référence et se contredisent}}',
  'terminal.list_and': '{first} et {last}',
  'terminal.list_and_more': '{first} et {more} autres',
  'terminal.quoted': '« {word} »',
  'terminal.compared':
    '{lines, plural, one {Lot {id} et {name}, {lines} ligne} other {Lot {id} et {name}, {lines} lignes}}',
  'terminal.would_settle':
    "{rows, plural, one {Simulation : {rows} ligne serait réglée, rien n'a été changé} other {Simulation : {rows} lignes seraient réglées, rien n'a été changé}}",
  'terminal.lines_agree':
    '{agreed, plural, one {{agreed} ligne concorde avec le registre} other {{agreed} lignes concordent avec le registre}} ; {others, plural, one {{others} ne concerne pas ce lot.} other {{others} ne concernent pas ce lot.}}',
  'terminal.lines_agree_nameless':
    "{agreed, plural, one {{agreed} ligne concorde avec le registre} other {{agreed} lignes concordent avec le registre}} ; {others, plural, one {{others} ne concerne pas ce lot.} other {{others} ne concernent pas ce lot.}} {lines, plural, one {{lines} n'indique ni référence ni numéro et a été ignorée.} other {{lines} n'indiquent ni référence ni numéro et ont été ignorées.}}",
  'terminal.by_absence': "n'y figure pas",
  'terminal.by_number': 'ligne {line}, par numéro, montant et heure',
  'terminal.by_reference': 'ligne {line}, par référence',
  'terminal.was': 'Avant',
  'terminal.more_in_json': '… et {more} autres : --json les donne toutes.',
  'terminal.left_of_line': 'ligne {line} : « {state} », {finding}',
  'terminal.discrepancies_head': "Contradictions entre le relevé et le registre. Rien n'a été changé",
  'terminal.left_head': 'Laissées telles quelles',
  'terminal.undecided_head': 'Lignes qui ne règlent rien',
  'terminal.undecided_incoming': 'peut-être un encaissement',
  'terminal.undecided_other_account': "d'un autre compte",
  'terminal.undecided_fee': 'peut-être des frais',
  'terminal.status_lines': '{lines, plural, one {{status} : {lines} ligne} other {{status} : {lines} lignes}}',
  'terminal.empty_status': '(vide)',
  'terminal.do_it': 'Pour le faire, lancez la même commande sans --dry-run :',
  'terminal.pay_again_in_new_file':
    '{rows, plural, one {{rows} ligne peut être payée dans un nouveau fichier, car ce lot est annulé.} other {{rows} lignes peuvent être payées dans un nouveau fichier, car ce lot est annulé.}}',
  'terminal.pay_again':
    '{rows, plural, one {{rows} ligne peut être payée de nouveau :} other {{rows} lignes peuvent être payées de nouveau :}}',
  'terminal.resolve_left': "Quand vous saurez ce qu'est devenue une ligne laissée telle quelle :",
  'terminal.resolve_arguments': 'RÉFÉRENCE --note "comment vous le savez"',
  'terminal.ask_about_discrepancies': "Interrogez le prestataire sur ces contradictions. L'historique d'une ligne :",
  'terminal.paid_or_not_paid': 'Indiquez soit --paid RÉF (la référence du prestataire), soit --not-paid.',
  'terminal.note_length':
    "--note dit comment vous le savez, en 1 à {longest} caractères : elle est conservée dans la piste d'audit.",
  'terminal.reference_length': '--paid attend la référence du prestataire, de 1 à {longest} caractères.',
  'terminal.no_such_row': "Le lot {id} n'a rien à la ligne {line}. Le rapport donne le numéro de chaque ligne.",
  'terminal.reference_of_another':
    'Cette référence appartient à un autre paiement : lot {id}, ligne {line}. Vérifiez-la.',
  'terminal.row_not_open':
    'Ligne {line} du lot {id} : « {state} ». Seules les lignes inconnues ou acceptées attendent une décision.',
  'terminal.row_settled_by':
    'Ligne {line} du lot {id} : déjà « {state} », par {actor} ({at}). Pour son historique, lancez {command} audit {id} --line {line}.',
  'terminal.row_is_now': 'Ligne {line} du lot {id} : maintenant « {state} », avant « {from} ».',
  'terminal.row_is_now_pay_in_new_file':
    'Ligne {line} du lot {id} : maintenant « {state} », avant « {from} ». Pour la payer de nouveau, mettez-la dans un nouveau fichier : le lot est annulé.',
  'terminal.row_is_now_retry':
    'Ligne {line} du lot {id} : maintenant « {state} », avant « {from} ». Pour la payer de nouveau : {command} retry {id} --line {line}',
  'terminal.no_row_on_line': "Le lot {id} n'a rien à la ligne {line} de {file}.",
  'terminal.code_and_note': '{code} : {note}',
  'terminal.event_because': '{what} ({because})',
  'terminal.attempt_claimed_on':
    'tentative {attempt} prise en charge par le processus de paiement {worker} sur {machine}',
  'terminal.attempt_claimed_by': 'tentative {attempt} prise en charge par le processus de paiement {worker}',
  'terminal.attempt_not_delivered': "la tentative {attempt} n'est pas arrivée chez le prestataire : à payer de nouveau",
  'terminal.put_back': 'remise à payer par {actor}',
  'terminal.moved_by': '« {state} », par {actor}',
  'terminal.intact':
    "Intact : {payouts, plural, one {{payouts} paiement} other {{payouts} paiements}} et {events, plural, one {{events} événement} other {{events} événements}} du lot {id}. Aucun événement n'a été modifié, supprimé, échangé ou coupé.",
  'terminal.checkpoint': 'Point de contrôle : {checkpoint} (gardez-en une copie ailleurs)',
  'terminal.not_intact':
    '{findings, plural, one {PAS intact : {payouts} paiements et {events} événements du lot {id}, {findings} anomalie :} other {PAS intact : {payouts} paiements et {events} événements du lot {id}, {findings} anomalies :}}',
  'terminal.finding_of_batch': 'lot : {finding}',
  'terminal.finding_of_ledger': 'registre : {finding}',
  'terminal.finding_in_batch': 'lot {batch}, {finding}',
  'terminal.ledger_intact':
    "Intact : {batches, plural, one {{batches} lot} other {{batches} lots}} avec {payouts, plural, one {{payouts} paiement} other {{payouts} paiements}} et {events} événements, leurs approbations, paiements planifiés, suspensions et le reste. Rien n'a été modifié, supprimé ou ajouté.",
  'terminal.ledger_not_intact':
    '{findings, plural, one {PAS intact : {batches} lots avec {payouts} paiements et {events} événements, {findings} anomalie :} other {PAS intact : {batches} lots avec {payouts} paiements et {events} événements, {findings} anomalies :}}',
  'terminal.anchor_compared':
    "Comparé à l'ancrage {path} du {at}, qui contient {batches, plural, one {{batches} lot} other {{batches} lots}}.",
  'terminal.anchor_written':
    'Ancrage de {batches, plural, one {{batches} lot} other {{batches} lots}} écrit dans {path}. Gardez-le hors de portée de toute personne qui peut écrire dans la base de données.',
  'terminal.finding_of_line': 'ligne {line} : {finding}',
  'terminal.changed_past_payrun':
    "Quelqu'un ou quelque chose a modifié la base de données sans passer par payrun. Comparez-la avec une sauvegarde et avec le rapport.",
  'terminal.row_not_payable': 'Ligne {line} : pas payable.',
  'terminal.row_is_payout': 'Ligne {line} : {amount} par {operator}.',
  'terminal.row_is_payout_with_reference': 'Ligne {line} : {amount} par {operator}, référence {reference}.',
  'terminal.now': 'Maintenant : {state}.',
  'terminal.now_with_code': 'Maintenant : {state} ({code}).',
  'terminal.now_at_provider': 'Maintenant : {state}, {reference} chez le prestataire.',
  'terminal.now_at_provider_with_code': 'Maintenant : {state}, {reference} chez le prestataire ({code}).',
  'terminal.earlier_request_unanswered':
    "Remarque : une demande précédente de {amount} ({id}, {at}) n'a jamais reçu de réponse ici : le client a peut-être été débité. Vérifiez le compte chez le prestataire.",
  'terminal.payins_does': 'suivre les paiements et encaissements demandés avec checkout et collect',
  'terminal.payins_list': "afficher les paiements et encaissements demandés, les plus récents d'abord",
  'terminal.payins_state': 'seulement ceux qui sont dans cet état',
  'terminal.payins_kind': 'seulement les paiements en ligne, ou seulement les encaissements mobiles',
  'terminal.payins_limit': 'combien en afficher au plus',
  'terminal.payins_status': 'afficher un paiement ou un encaissement : son état et ses notifications',
  'terminal.payins_word': 'son identifiant, votre référence ou celle du prestataire',
  'terminal.payins_resolve': "indiquer ce qu'est devenu un paiement ou un encaissement inconnu ou en cours",
  'terminal.payins_paid': 'le client a payé',
  'terminal.payins_not_paid': "le client n'a pas payé",
  'terminal.payins_none': "Ce paiement ou encaissement n'existe pas.",
  'terminal.payins_more': 'Il y en a de plus anciens : --limit {limit} en montre davantage.',
  'terminal.payins_kind_head': 'Genre',
  'terminal.payins_asked': 'Demandé (UTC)',
  'terminal.payins_payment': 'paiement',
  'terminal.payins_collection': 'encaissement',
  'terminal.payin_is': '{kind} {id} de {amount} : {state}',
  'terminal.payin_reference': 'Votre référence : {reference}',
  'terminal.payin_provider_reference': 'Référence du prestataire : {reference}',
  'terminal.payin_pays_at': 'Le client paie à : {url}',
  'terminal.payin_asked_at': 'Demandé le {at}',
  'terminal.payin_ended_at': 'Terminé le {at}',
  'terminal.payin_said_by': 'Dit par {name} : {note}',
  'terminal.payin_notified': 'Le prestataire a notifié {status} le {at}, sans signature',
  'terminal.payin_notified_signed': 'Le prestataire a notifié {status} le {at}, signé',
  'terminal.payin_contradicted':
    'Un relevé le contredit : {message} (ligne {line} du relevé {statement}, comparé par {by} le {at})',
  'terminal.payin_unknown':
    'Personne ne sait si le client a payé. Vérifiez le compte chez le prestataire, puis indiquez-le : {command} payins resolve {id} --paid (ou --not-paid) --note TEXTE',
  'terminal.payin_paid_or_not': 'Indiquez soit --paid, soit --not-paid.',
  'terminal.charges_several':
    "Plusieurs paiements ou encaissements correspondent : donnez l'identifiant de l'un d'eux ({ids}).",
  'terminal.kind_placeholder': '<genre>',
  'terminal.payin_placeholder': '<encaissement>',
  'terminal.state_placeholder': '<état>',
  'terminal.payins_note': 'vu sur le compte du prestataire',
  'terminal.payins_reconcile': "régler les paiements et encaissements en suspens d'après le relevé du prestataire",
  'terminal.payins_of_sandbox': 'le relevé vient du bac à sable : ne régler que ce qui lui a été demandé',
  'terminal.payins_account': 'le compte qui reçoit, si le relevé en contient plusieurs',
  'terminal.payins_reconcile_rules':
    "Une ligne correspond par la référence du prestataire ou par la vôtre, exactement, et son montant et sa devise doivent concorder. Seul l'argent reçu compte (sans signe, ou au crédit) : un débit ou un montant précédé d'un moins ne règle rien. Seuls les paiements et encaissements en cours ou inconnus sont réglés. Une ligne qui contredit un état final, ou qui est douteuse, est affichée et ne change rien ; le code de sortie est alors 4. Un paiement que le relevé ne mentionne pas reste en l'état.",
  'terminal.payins_compared':
    '{lines, plural, one {Paiements et encaissements, et {name}, {lines} ligne} other {Paiements et encaissements, et {name}, {lines} lignes}}',
  'terminal.payins_would_settle':
    "{charges, plural, one {Simulation : {charges} serait réglé, rien n'a été modifié} other {Simulation : {charges} seraient réglés, rien n'a été modifié}}",
  'terminal.payins_settled': '{charges, plural, one {{charges} réglé} other {{charges} réglés}}',
  'terminal.payins_settled_one': '{kind} {id} de {amount} : {state} → {to}, ligne {line} du relevé',
  'terminal.payins_agree':
    '{agreed, plural, one {{agreed} ligne concorde avec le registre} other {{agreed} lignes concordent avec le registre}} ; {others, plural, one {{others} ne concerne aucun paiement ni encaissement.} other {{others} ne concernent aucun paiement ni encaissement.}}',
  'terminal.payins_found': '{kind} {id} de {amount}, {state}, ligne {lines} du relevé : {why}',
  'terminal.payins_why_amount_differs': 'le montant diffère',
  'terminal.payins_why_currency_differs': 'la devise diffère',
  'terminal.payins_why_ended_but_paid':
    'terminé sans paiement, alors que le relevé dit que le client a payé, ou peut-être',
  'terminal.payins_why_paid_but_not_paid': "payé, alors que le relevé dit que c'est un échec",
  'terminal.payins_why_several_lines': 'plusieurs lignes ont sa référence',
  'terminal.payins_why_several_charges': 'plusieurs paiements ou encaissements ont cette référence',
  'terminal.payins_why_of_payout': 'un versement a aussi cette référence',
  'terminal.payins_why_other_mode': "l'un est du bac à sable, l'autre non",
  'terminal.payins_why_too_early': 'la ligne est plus ancienne que la demande',
  'terminal.payins_why_no_amount': "la ligne n'a pas de montant",
  'terminal.payins_why_undecided': 'la ligne ne dit pas avec certitude si le client a payé',
  'terminal.payins_why_outgoing':
    "l'argent est sorti, ou peut-être : un remboursement ou un versement, ce qui ne règle rien",
  'terminal.payins_why_other_account': "la ligne est d'un autre compte, ce qui ne règle rien",
  'terminal.payins_why_fee': 'la ligne correspond peut-être à des frais, ce qui ne règle rien',
  'terminal.payins_why_asked': "la réponse du prestataire n'est pas encore connue",
  'terminal.charge_none': "Ce paiement ou encaissement n'existe pas.",
  'terminal.charge_not_unknown': 'Ce paiement ou encaissement est déjà terminé. Regardez-le à nouveau.',
  'terminal.charge_not_resolved':
    "Ce paiement ou encaissement ne peut pas être tranché : il est terminé, vient d'être demandé, ou est en cours depuis moins d'un jour et peut encore être payé. Regardez-le à nouveau.",
  'terminal.charge_reference_in_use':
    'La référence {reference} a déjà servi à un autre paiement ou encaissement. Utilisez-en une nouvelle.',
  'terminal.charge_answer_not_recorded':
    "La demande est partie, mais la réponse n'a pas pu être enregistrée : le client a peut-être été débité. Vérifiez plus tard.",
  'terminal.several_accounts':
    'Le relevé contient des lignes de plusieurs comptes ({accounts}). Avec --complete, dites lequel paie : --from-account.',
  'terminal.output_disk_full':
    "La sortie standard n'a pas pu être écrite en entier : le disque est plein. Il ne manque que cet affichage. Libérez de l'espace, puis affichez-la de nouveau.",
  'terminal.format_name_wrong': 'Le nom donné à --as doit avoir de 1 à 60 caractères, sans caractère de contrôle.',
  'terminal.statement_is_payroll':
    "C'est le fichier soumis comme lot {id} : il dit ce qui devait être payé, et non ce qui l'a été. Utilisez le relevé du prestataire ou de la banque.",
  'terminal.nothing_remembered':
    "payrun n'a pas de réglages enregistrés pour les relevés nommés {name}. Utilisez --map une fois, avec --as {name}.",
  'terminal.batch_refused': 'Lot {id} : {why}',
  'terminal.no_open_batch': "Aucun lot n'a de ligne inconnue ou acceptée : il n'y a rien à mettre à jour.",
  'terminal.statement_has_own_references':
    "Ce fichier ressemble à une liste de paiements à faire, et non à un relevé : sa colonne « {column} » contient vos propres références, et il n'a ni statuts ni références du prestataire. Il dit ce qui devait être payé, et non ce qui l'a été. Utilisez le relevé du prestataire ou de la banque.",
  'terminal.lines_unclear':
    '{lines, plural, one {{lines} ligne peut concerner plusieurs paiements, et ne règle rien.} other {{lines} lignes peuvent concerner plusieurs paiements, et ne règlent rien.}}',
}
