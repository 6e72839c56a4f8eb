import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/provider.ts'

/** What the provider's answers mean, and what is wrong with a request before it is sent. */
export const messages: Translation<typeof english> = {
  'provider.notification_not_handled_handed_over_again':
    "une notification n'a pas été traitée : elle sera remise plus tard",
  'provider.notification_about_another_number': 'une notification sur un autre numéro',
  'provider.provider_closed_kept_connection_under_request':
    'Le prestataire a fermé une connexion persistante pendant une demande. Désormais, chaque demande ouvre la sienne.',
  'provider.stray_answer':
    "Le prestataire a envoyé une réponse qu'aucune demande n'attendait. Désormais, chaque demande ouvre sa propre connexion.",
  'provider.customer_may_asked_pay_all_same': '{cause} : le client est peut-être invité à payer malgré tout.',
  'provider.amount_must_above_zero_15_digits':
    'amount doit être supérieur à zéro et avoir 15 chiffres au plus avant les décimales.',
  'provider.amount_not_above_zero': 'amount est {text} : écrivez un montant supérieur à zéro.',
  'provider.amount_not_right': "amount n'est pas correct : {message}",
  'provider.operator_none_supported_codes_did_you': "operator n'est pas un code accepté : vouliez-vous dire {code} ?",
  'provider.operator_none_supported_codes': "operator n'est pas un code accepté.",
  'provider.phonenumber_lacks_country_code_write_number':
    "phoneNumber n'a pas l'indicatif du pays : écrivez +{diallingCode} puis le numéro.",
  'provider.phonenumber_not_phone_number_write_number':
    "phoneNumber n'est pas un numéro de téléphone ({name}) : écrivez +{diallingCode} puis le numéro, uniquement des chiffres.",
  'provider.phonenumber_nowhere':
    "phoneNumber n'est un numéro de téléphone d'aucun pays : écrivez +, l'indicatif du pays puis le numéro, uniquement des chiffres.",
  'provider.phonenumber_number_another_country_operator_correct':
    "phoneNumber est un numéro d'un autre pays que celui de l'opérateur ({name}). Corrigez l'un des deux.",
  'provider.phonenumber_not_mobile_number_mobile_money':
    "phoneNumber n'est pas un numéro mobile ({name}) : le mobile money demande un numéro mobile.",
  'provider.app_key_empty_spaces_line_breaks':
    'La clé app-key est vide, ou contient des espaces, des sauts de ligne ou des lettres hors ASCII : copiez-la de nouveau.',
  'provider.merchant_key_empty_spaces_line_breaks':
    'La clé merchant-key est vide, ou contient des espaces, des sauts de ligne ou des lettres hors ASCII : copiez-la de nouveau.',
  'provider.providers_base_url_must_start_http':
    "L'adresse du prestataire doit commencer par http:// ou https:// et nommer un hôte.",
  'provider.providers_base_url_must_address_only':
    "L'adresse du prestataire ne doit être qu'une adresse : sans utilisateur, mot de passe, ? ni #.",
  'provider.must_something_json_can_say': '{name} doit pouvoir être écrit en JSON',
  'provider.custom_data_too_large':
    'Ces données sont trop volumineuses pour revenir dans une notification : {most} Kio au plus, écrites en JSON',
  'provider.the_collection': "L'encaissement",
  'provider.the_payment': 'Le paiement',
  'provider.the_payout': 'Le versement',
  'provider.provider_answered_http_no_error_text':
    'Le prestataire a répondu HTTP {httpStatus}, sans erreur dans son texte.',
  'provider.provider_answered_http_another_status_text':
    'Le prestataire a répondu HTTP {httpStatus}, avec un autre statut dans son texte.',
  'provider.error_without_clear_refusal':
    "Le prestataire a signalé une erreur, mais n'a pas refusé clairement : le paiement a peut-être été fait.",
  'provider.error_without_clear_refusal_in_words':
    "Le prestataire a signalé une erreur, mais n'a pas refusé clairement : le paiement a peut-être été fait. Il dit : {words}",
  'provider.provider_reported_no_error_together_status':
    "Le prestataire n'a signalé aucune erreur, mais son statut indique un échec.",
  'provider.success_beside_failure':
    'Le prestataire a annoncé un succès, mais sa réponse dit aussi que le paiement a échoué.',
  'provider.provider_answered_about_another_amount_asked':
    "Le prestataire a répondu au sujet d'un autre montant que celui demandé.",
  'provider.provider_answered_about_another_number_amount':
    "Le prestataire a répondu au sujet d'un autre numéro, d'un autre montant ou d'une autre devise que ceux envoyés.",
  'provider.provider_reported_no_error_gave_no':
    "Le prestataire n'a signalé aucune erreur et n'a donné aucune référence.",
  'provider.provider_called_neither_done_nor_failed':
    "Le prestataire n'a dit ni que c'était fait ni que cela avait échoué, et n'a donné aucune référence.",
  'provider.provider_payout_not_said_yet_whether':
    "Le prestataire a reçu le paiement et n'a pas encore dit s'il a été fait.",
  'provider.provider_answered_form_no_collection_answer':
    "Le prestataire a envoyé autre chose qu'une réponse d'encaissement (HTTP {httpStatus}).",
  'provider.provider_answered_form_no_payout_answer':
    "Le prestataire a envoyé autre chose qu'une réponse de paiement (HTTP {httpStatus}).",
  'provider.provider_answered_form_no_payment_answer':
    "Le prestataire a envoyé autre chose qu'une réponse de paiement en ligne (HTTP {httpStatus}).",
  'provider.provider_answered_status_no_known_meaning':
    'Le prestataire a répondu avec un statut que payrun ne connaît pas.',
  'provider.provider_refused_without_giving_reason': "Le prestataire l'a refusé sans donner de raison.",
  'provider.provider_refused_payout_without_giving_reason':
    'Le prestataire a refusé le paiement sans donner de raison.',
  'provider.unreachable_since':
    "Le prestataire est injoignable depuis le {since}. {why} payrun réessaie de lui-même, au moins une fois par minute, et continue dès que le prestataire répond. Si cela dure, vérifiez le réseau et l'adresse du prestataire (PAYRUN_PROVIDER_URL), ou interrogez le prestataire.",
  'provider.nothing_sent': "{cause} : rien n'a été envoyé.",
  'provider.payout_may_made': '{cause} : le paiement a peut-être été fait.',
  'provider.provider_refused_connection': 'Le prestataire a refusé la connexion',
  'provider.providers_host_name_could_not_found': "Le nom d'hôte du prestataire est introuvable",
  'provider.no_connection_provider_came_about_time': 'Le délai de connexion au prestataire est dépassé',
  'provider.providers_tls_certificate_handshake_failed': 'Le certificat ou la négociation TLS du prestataire a échoué',
  'provider.time_limit_passed_before_connection_free': "Le délai s'est écoulé avant qu'une connexion soit libre",
  'provider.request_held_back_last_moment': 'La demande a été retenue au dernier moment',
  'provider.client_closed': 'Ce client est fermé',
  'provider.no_connection_provider_could': "payrun n'a pas pu se connecter au prestataire",
  'provider.provider_did_not_answer_time': "Le prestataire n'a pas répondu à temps",
  'provider.connection_reset_before_whole_answer_came': "La connexion a été coupée avant l'arrivée de toute la réponse",
  'provider.connection_closed_before_whole_answer_came':
    "La connexion a été fermée avant l'arrivée de toute la réponse",
  'provider.request_broken_off_before_answer_came': "La demande a été interrompue avant l'arrivée de la réponse",
  'provider.answer_larger_any_answer_interface': 'La réponse était plus grande que ne le permet cette interface',
  'provider.came_back_not_http': "La réponse n'était pas du HTTP",
  'provider.answer_to_earlier_request': 'La réponse est celle à une demande antérieure',
  'provider.answer_lost': 'La réponse a été perdue',
  'provider.answer_could_not_be_read': "payrun n'a pas su interpréter la réponse.",
  'provider.provider_did_not_accept_keys_http':
    "Le prestataire n'a pas accepté les clés (HTTP {httpStatus}) : vérifiez PAYRUN_APP_KEY et PAYRUN_MERCHANT_KEY.",
  'provider.turned_away_in_words': 'Le prestataire a refusé la demande (HTTP {httpStatus}). Il dit : {words}',
  'provider.names_reference':
    "{said} (La réponse cite la référence {reference}. C'est peut-être celle de ce paiement, peut-être celle d'un autre : demandez au prestataire.)",
  'provider.turned_away_but_taken_in':
    "Le prestataire a répondu HTTP {httpStatus}, mais d'après le texte de sa réponse, la demande a été prise en compte ou a pu l'être.",
  'provider.turned_away_unreadable':
    "Le prestataire a répondu HTTP {httpStatus}, mais sa réponse n'a pas pu être lue jusqu'au bout : elle dit peut-être que la demande a été prise en compte.",
  'provider.provider_no_such_service_address_http':
    "Le prestataire n'a pas ce service à cette adresse (HTTP {httpStatus}) : vérifiez PAYRUN_PROVIDER_URL.",
  'provider.provider_answered_redirect_http_not_followed':
    "Le prestataire a répondu par une redirection (HTTP {httpStatus}), qui n'est pas suivie : vérifiez PAYRUN_PROVIDER_URL.",
  'provider.provider_error_http_did_not_say':
    "Le prestataire a eu une erreur (HTTP {httpStatus}) et n'a pas dit ce qu'il en est advenu.",
  'provider.provider_answered_http_no_known_meaning':
    'Le prestataire a répondu HTTP {httpStatus}, que payrun ne connaît pas.',
  'provider.provider_asked_slow_down_http_429': 'Le prestataire a demandé de ralentir (HTTP 429).',
  'provider.name_beside_customer': 'name ne va pas avec customer : indiquez-le dans customer.name',
  'provider.keys_refused':
    "Le prestataire n'a pas accepté les clés (HTTP {httpStatus}) : vérifiez appKey et merchantKey.",
  'provider.no_service_at_base_url':
    "Le prestataire n'offre pas ce service à cette adresse (HTTP {httpStatus}) : vérifiez baseUrl.",
  'provider.redirect_from_base_url':
    "Le prestataire a répondu par une redirection (HTTP {httpStatus}), qui n'est pas suivie : vérifiez baseUrl.",
  'provider.amount_missing': 'amount manque',
  'provider.amount_must_text_such_150_50':
    'amount doit être un texte comme "150.50", ou un bigint en unités mineures : un nombre JavaScript n\'est pas exact',
  'provider.unknown_field': "{field} n'est pas un champ connu",
  'provider.must_object': '{name} doit être un objet',
  'provider.currency_must_one': "currency doit être l'une de celles-ci : {wireCurrencies}",
  'provider.must_all_card': '{field} doit être ALL ou CARD',
  'provider.currency_must_payouts': 'currency doit être {currency}, la devise des paiements du pays ({country}).',
  'provider.empty_answer_http': 'une réponse vide (HTTP {httpStatus})',
  'provider.answer_not_utf_8': "une réponse qui n'est pas en UTF-8",
  'provider.answer_not_json': "une réponse qui n'est pas en JSON",
  'provider.answer_cut_short': 'une réponse coupée avant la fin',
  'provider.answer_missing_unexpected_fields': 'une réponse avec des champs manquants ou inattendus',
  'provider.providers_answer_gives_same_field_twice': 'La réponse du prestataire donne deux fois le même champ.',
  'provider.provider_sent_cant_told_became_request':
    "Le prestataire a envoyé {what} : impossible de savoir ce qu'est devenue la demande.",
  'provider.error_without_payment_status': 'une erreur sans statut de paiement',
  'provider.answer_gives_same_field_twice': 'une réponse qui donne deux fois le même champ',
  'provider.answer_no_known_form': 'une réponse sous une forme inconnue',
  'provider.answer_about_another_reference': 'une réponse sur une autre référence',
  'provider.answer_about_another_number_amount':
    'une réponse sur un autre numéro, un autre montant ou une autre devise',
  'provider.answer_status_inside_another_part': "une réponse avec un statut à l'intérieur d'une autre partie",
  'provider.with_an_error': '{word} avec une erreur',
  'provider.words_against_status': '{word}, mais le reste de la réponse dit autre chose',
  'provider.without_payments_reference': '{word} sans la référence du paiement',
  'provider.connection_refused': 'connexion refusée',
  'provider.host_name_not_found': "nom d'hôte introuvable",
  'provider.no_connection_time': 'délai de connexion dépassé',
  'provider.tls_failed': 'échec TLS',
  'provider.held_back': 'retenue',
  'provider.no_answer_time': 'pas de réponse à temps',
  'provider.connection_reset': 'connexion coupée',
  'provider.connection_closed': 'connexion fermée',
  'provider.broken_off': 'interrompue',
  'provider.answer_over_64_kib': 'une réponse de plus de 64 Kio',
  'provider.not_http': 'pas du HTTP',
  'provider.connection_lost': 'connexion perdue',
  'provider.payrun_status_path_must_path_without':
    'PAYRUN_STATUS_PATH doit être un chemin qui contient {field}, sans espaces ni #.',
  'provider.not_e_mail_address': "{field} n'est pas une adresse e-mail",
  'provider.amount_must_digits_such_1500_150': 'amount doit être en chiffres, comme "1500" ou "150.50"',
  'provider.amount_not_number': "amount n'est pas un nombre",
  'provider.amount_must_above_zero': 'amount doit être supérieur à zéro',
  'provider.amount_too_large': 'amount est trop grand',
  'provider.must_absolute_address_starts_http_https':
    '{name} doit être une adresse complète qui commence par http:// ou https://',
  'provider.is_missing': '{name} manque',
  'provider.not_text': "{name} n'est pas un texte",
  'provider.is_empty': '{name} est vide',
  'provider.longer_characters': '{name} dépasse {characters} caractères',
  'provider.must_digits_country_code_leading_plus':
    "{name} doit être en chiffres avec l'indicatif du pays, précédés au plus d'un plus",
  'provider.cause_with_code': '{cause} ({code})',
  'provider.request_problem': '{problem}.',
}
