/** What the provider's answers mean, and what is wrong with a request before it is sent. */
export const messages = {
  'provider.notification_not_handled_handed_over_again':
    'a notification was not handled: it will be delivered again later',
  'provider.notification_about_another_number': 'a notification about another number',
  'provider.provider_closed_kept_connection_under_request':
    'The provider closed a kept-alive connection during a request. From now on, each request opens its own.',
  'provider.stray_answer':
    'The provider sent an answer that no request waited for. From now on, each request opens its own connection.',
  'provider.customer_may_asked_pay_all_same': '{cause}: the customer may still be asked to pay.',
  'provider.amount_must_above_zero_15_digits':
    'amount must be above zero and have at most 15 digits before the decimals.',
  'provider.amount_not_above_zero': 'amount is {text}: write an amount above zero.',
  'provider.amount_not_right': 'amount is wrong: {message}',
  'provider.operator_none_supported_codes_did_you': 'operator is not a supported code: did you mean {code}?',
  'provider.operator_none_supported_codes': 'operator is not a supported code.',
  'provider.phonenumber_lacks_country_code_write_number':
    'phoneNumber has no country code: write +{diallingCode} and the number.',
  'provider.phonenumber_not_phone_number_write_number':
    'phoneNumber is not a phone number of {name}: write +{diallingCode} and the number, digits only.',
  'provider.phonenumber_nowhere':
    'phoneNumber is not a phone number of any country: write +, the country code and the number, digits only.',
  'provider.phonenumber_number_another_country_operator_correct':
    'phoneNumber is from another country, but the operator is in {name}: correct one of the two.',
  'provider.phonenumber_not_mobile_number_mobile_money':
    'phoneNumber is not a mobile number of {name}: mobile money needs a mobile number.',
  'provider.app_key_empty_spaces_line_breaks':
    'The app key is empty, or contains spaces, line breaks or characters beyond ASCII: copy it again.',
  'provider.merchant_key_empty_spaces_line_breaks':
    'The merchant key is empty, or contains spaces, line breaks or characters beyond ASCII: copy it again.',
  'provider.providers_base_url_must_start_http':
    "The provider's base URL must start with http:// or https:// and name a host.",
  'provider.providers_base_url_must_address_only':
    "The provider's base URL must be an address only: no user, password, ? or # in it.",
  'provider.must_something_json_can_say': '{name} must be something that JSON can represent',
  'provider.custom_data_too_large':
    'This data is too large to come back in a notification: as JSON, it must have at most {most} KiB',
  'provider.the_collection': 'The collection',
  'provider.the_payment': 'The payment',
  'provider.the_payout': 'The payout',
  'provider.provider_answered_http_no_error_text':
    'The provider answered with HTTP {httpStatus} and no error in its text.',
  'provider.provider_answered_http_another_status_text':
    'The provider answered with HTTP {httpStatus} and another status in its text.',
  'provider.error_without_clear_refusal':
    'The provider reported an error, but did not clearly refuse: the payment may have been made.',
  'provider.error_without_clear_refusal_in_words':
    'The provider reported an error, but did not clearly refuse: the payment may have been made. It says: {words}',
  'provider.provider_reported_no_error_together_status':
    'The provider reported no error, but its status is one of failure.',
  'provider.success_beside_failure':
    'The provider reported a success, but its answer also says that the payout failed.',
  'provider.provider_answered_about_another_amount_asked':
    'The provider answered about a different amount than the one requested.',
  'provider.provider_answered_about_another_number_amount':
    'The provider answered about a different number, amount or currency than was sent.',
  'provider.provider_reported_no_error_gave_no': 'The provider reported no error, and gave no reference.',
  'provider.provider_called_neither_done_nor_failed':
    'The provider said neither that it was done nor that it failed, and gave no reference.',
  'provider.provider_payout_not_said_yet_whether':
    'The provider has the payout and has not said yet whether it was made.',
  'provider.provider_answered_form_no_collection_answer':
    'The provider sent something that is not a collection answer (HTTP {httpStatus}).',
  'provider.provider_answered_form_no_payout_answer':
    'The provider sent something that is not a payout answer (HTTP {httpStatus}).',
  'provider.provider_answered_form_no_payment_answer':
    'The provider sent something that is not a payment answer (HTTP {httpStatus}).',
  'provider.provider_answered_status_no_known_meaning':
    'The provider answered with a status that payrun does not know.',
  'provider.provider_refused_without_giving_reason': 'The provider refused it without giving a reason.',
  'provider.provider_refused_payout_without_giving_reason': 'The provider refused the payout without giving a reason.',
  'provider.unreachable_since':
    'The provider has been out of reach since {since}. {why} payrun tries again by itself, once a minute or more often, and goes on as soon as the provider answers. If this lasts, check the network and the address of the provider (PAYRUN_PROVIDER_URL), or ask the provider.',
  'provider.nothing_sent': '{cause}: nothing was sent.',
  'provider.payout_may_made': '{cause}: the payout may have been made.',
  'provider.provider_refused_connection': 'The provider refused the connection',
  'provider.providers_host_name_could_not_found': "The provider's host name could not be found",
  'provider.no_connection_provider_came_about_time': 'The connection to the provider timed out',
  'provider.providers_tls_certificate_handshake_failed': "The provider's TLS certificate or handshake failed",
  'provider.time_limit_passed_before_connection_free': 'The time limit passed before a connection was free',
  'provider.request_held_back_last_moment': 'The request was held back at the last moment',
  'provider.client_closed': 'This client is closed',
  'provider.no_connection_provider_could': 'payrun could not connect to the provider',
  'provider.provider_did_not_answer_time': 'The provider did not answer in time',
  'provider.connection_reset_before_whole_answer_came': 'The connection was reset before the whole answer arrived',
  'provider.connection_closed_before_whole_answer_came': 'The connection was closed before the whole answer arrived',
  'provider.request_broken_off_before_answer_came': 'The request was interrupted before the answer arrived',
  'provider.answer_larger_any_answer_interface': 'The answer was larger than this interface allows',
  'provider.came_back_not_http': 'The answer was not HTTP',
  'provider.answer_to_earlier_request': 'The answer belongs to an earlier request',
  'provider.answer_lost': 'The answer was lost',
  'provider.answer_could_not_be_read': 'payrun could not make sense of the answer.',
  'provider.provider_did_not_accept_keys_http':
    'The provider did not accept the keys (HTTP {httpStatus}): check PAYRUN_APP_KEY and PAYRUN_MERCHANT_KEY.',
  'provider.turned_away_in_words': 'The provider turned the request down (HTTP {httpStatus}). It says: {words}',
  'provider.names_reference':
    "{said} (The answer names the reference {reference}. It may be this payout's or another one's: ask the provider about it.)",
  'provider.turned_away_but_taken_in':
    'The provider answered with HTTP {httpStatus}, but by the text of its answer it took the request, or may have.',
  'provider.turned_away_unreadable':
    'The provider answered with HTTP {httpStatus}, but its answer could not be read to its end: it may say that the provider took the request.',
  'provider.provider_no_such_service_address_http':
    'The provider has no such service at this address (HTTP {httpStatus}): check PAYRUN_PROVIDER_URL.',
  'provider.provider_answered_redirect_http_not_followed':
    'The provider answered with a redirect (HTTP {httpStatus}), which is not followed: check PAYRUN_PROVIDER_URL.',
  'provider.provider_error_http_did_not_say':
    'The provider had an error (HTTP {httpStatus}) and did not say what became of it.',
  'provider.provider_answered_http_no_known_meaning':
    'The provider answered with HTTP {httpStatus}, which payrun does not know.',
  'provider.provider_asked_slow_down_http_429': 'The provider asked to slow down (HTTP 429).',
  'provider.name_beside_customer': 'name must be left out where customer is given: write it as customer.name',
  'provider.keys_refused': 'The provider did not accept the keys (HTTP {httpStatus}): check appKey and merchantKey.',
  'provider.no_service_at_base_url':
    'The provider has no such service at this address (HTTP {httpStatus}): check baseUrl.',
  'provider.redirect_from_base_url':
    'The provider answered with a redirect (HTTP {httpStatus}), which is not followed: check baseUrl.',
  'provider.amount_missing': 'amount is missing',
  'provider.amount_must_text_such_150_50':
    'amount must be a text such as "150.50", or a bigint of minor units: a JavaScript number is not exact',
  'provider.unknown_field': '{field} is not a known field',
  'provider.must_object': '{name} must be an object',
  'provider.currency_must_one': 'currency must be one of {wireCurrencies}',
  'provider.must_all_card': '{field} must be ALL or CARD',
  'provider.currency_must_payouts': 'currency must be {currency}, in which payouts in {country} are.',
  'provider.empty_answer_http': 'an empty answer (HTTP {httpStatus})',
  'provider.answer_not_utf_8': 'an answer that is not UTF-8',
  'provider.answer_not_json': 'an answer that is not JSON',
  'provider.answer_cut_short': 'an answer that was cut short',
  'provider.answer_missing_unexpected_fields': 'an answer with missing or unexpected fields',
  'provider.providers_answer_gives_same_field_twice': "The provider's answer gives the same field twice.",
  'provider.provider_sent_cant_told_became_request':
    'The provider sent {what}, so nobody can know what became of the request.',
  'provider.error_without_payment_status': 'an error without a payment status',
  'provider.answer_gives_same_field_twice': 'an answer that gives the same field twice',
  'provider.answer_no_known_form': 'an answer in no known form',
  'provider.answer_about_another_reference': 'an answer about another reference',
  'provider.answer_about_another_number_amount': 'an answer about another number, amount or currency',
  'provider.answer_status_inside_another_part': 'an answer with a status inside another part of it',
  'provider.with_an_error': '{word} with an error',
  'provider.words_against_status': '{word}, but the rest of the answer says otherwise',
  'provider.without_payments_reference': "{word} without the payment's reference",
  'provider.connection_refused': 'connection refused',
  'provider.host_name_not_found': 'host name not found',
  'provider.no_connection_time': 'connection timed out',
  'provider.tls_failed': 'TLS failed',
  'provider.held_back': 'held back',
  'provider.no_answer_time': 'no answer in time',
  'provider.connection_reset': 'connection reset',
  'provider.connection_closed': 'connection closed',
  'provider.broken_off': 'interrupted',
  'provider.answer_over_64_kib': 'an answer over 64 KiB',
  'provider.not_http': 'not HTTP',
  'provider.connection_lost': 'connection lost',
  'provider.payrun_status_path_must_path_without':
    'PAYRUN_STATUS_PATH must be a path with {field} in it, without spaces and #.',
  'provider.not_e_mail_address': '{field} is not an e-mail address',
  'provider.amount_must_digits_such_1500_150': 'amount must be digits, such as "1500" or "150.50"',
  'provider.amount_not_number': 'amount is not a number',
  'provider.amount_must_above_zero': 'amount must be above zero',
  'provider.amount_too_large': 'amount is too large',
  'provider.must_absolute_address_starts_http_https':
    '{name} must be an absolute address that starts with http:// or https://',
  'provider.is_missing': '{name} is missing',
  'provider.not_text': '{name} is not a text',
  'provider.is_empty': '{name} is empty',
  'provider.longer_characters': '{name} is longer than {characters} characters',
  'provider.must_digits_country_code_leading_plus':
    '{name} must be digits with the country code, a leading plus at most',
  'provider.cause_with_code': '{cause} ({code})',
  // What is wrong with one field of a request, which begins with the field's name, as a sentence.
  'provider.request_problem': '{problem}.',
} as const
