export const messages = {
  // The desk: what starts it, and what its API answers.
  'desk.needs_url':
    'The desk can only listen on {host} when {variable} is set to the address that people use: https, or http://127.0.0.1 and a port.',
  'desk.listens_here': 'The desk listens on {local}, for the proxy in front of it.',
  'desk.set_up_here': 'Create the first account here (the link works once, for an hour): {setUpUrl}',
  'desk.ask_provider_first':
    'Ask the provider about them first: the history of each row shows what was said about it. To retry the others, name them in `lines`. Only the command line can retry a row that was certainly not paid.',
  'desk.none_failed_some_open':
    "There is nothing to retry: no row has failed. Unknown and accepted rows are never sent again, since the money may have moved: resolve each of them, or reconcile the batch with the provider's statement.",
  'desk.open_rows':
    "Unknown and accepted rows are never sent again, since the money may have moved: resolve each of them, or reconcile the batch with the provider's statement.",
  'desk.none_failed_some_unpaid':
    'There is nothing to retry: no row has failed. Some are still to be paid: resume the batch.',
  'desk.last_decides_nothing':
    'Give the id of the batch: by the time a request arrives, another batch may be the last one.',
  'desk.no_such_batch': 'There is no batch "{name}".',
  'desk.no_such_schedule': 'There is no schedule "{id}".',
  'desk.row_settled_by': 'Line {line} is already {state}, by {actor} ({at}).',
  'desk.reference_waits': 'This reference is waiting to be paid, in {where}.',
  'desk.reference_being_paid': 'This reference is being paid right now, in {where}.',
  'desk.reference_accepted': 'The provider has this reference, but has not said yet whether it is paid ({where}).',
  'desk.reference_unknown':
    "This reference may or may not have been paid ({where}). Resolve its row, or reconcile its batch with the provider's statement.",
  'desk.reference_in_doubt':
    'This reference is {state} in {where}, but there is evidence that it was paid after all. Ask the provider first.',
  'desk.paid_or_not_paid': "Say either paid, with the provider's reference, or not_paid: true.",
  'desk.not_http': 'This is not an HTTP request, or it was cut off. Nothing was changed.',
  'desk.path_too_long': 'There is nothing at this address: it is too long for an id or a name.',
  'desk.path_invalid': 'The address is not encoded correctly. Write % as %25.',
  'desk.request_invalid': 'The request could not be read. Nothing was changed.',
  'desk.field_wrong': '{field}: {what}',
  'desk.fields_wrong': 'Correct {fields}: problems says what is wrong with each.',
  'desk.field_unknown': 'There is no such field or parameter. Check its spelling, or leave it out.',
  'desk.field_missing': 'This is required.',
  'desk.field_invalid': 'This value has the wrong form. The documentation (/api/docs) shows the right one.',
  'desk.field_one_of': 'This must be one of: {choices}.',
  'desk.field_at_least': 'This must be at least {least}.',
  'desk.field_at_most': 'This must be at most {most}.',
  'desk.field_empty': 'This must not be empty. If you have nothing to say, leave it out.',
  'desk.field_required': 'This is required and must not be empty.',
  'desk.field_too_long': 'This may have at most {most, plural, one {# character} other {# characters}}.',
  'desk.field_empty_list': 'This list is empty. Name at least one, or leave the field out.',
  'desk.field_too_many': 'This may have at most {most, plural, one {# entry} other {# entries}}.',
  'desk.must_be_text': 'This must be text, once.',
  'desk.must_be_line': "This has characters that can't be seen or stored, such as NUL. Remove them.",
  'desk.must_be_whole': 'This must be a whole number, such as 50.',
  'desk.must_be_boolean': 'This must be true or false.',
  'desk.must_be_list': 'This must be a list.',
  'desk.must_be_object': 'This must be a JSON object.',
  'desk.must_be_amount': 'This must be an amount as text, such as "150000" or "12.50".',
  'desk.must_be_currency': 'This must be a currency that an operator pays in, such as XOF.',
  'desk.must_be_zone': 'This must be a time zone, such as Africa/Porto-Novo.',
  'desk.float_one_change': 'Give one of "set", "add" or budgets ("daily", "monthly", "tz").',
  'desk.float_not_set': 'No float is set for {currency}. First set what may be spent, with "set".',
  'desk.must_be_instant': 'Give a time with its offset from UTC, such as 2026-12-01T08:00Z.',
  'desk.tz_without_between': 'tz can only be used with between.',
  'desk.must_be_sha256': 'This must be a SHA-256 in 64 hexadecimal digits.',
  'desk.cursor_invalid':
    'This cursor is not of this list. Use the value of next from the previous page, with the same filters.',
  'desk.body_of_read':
    'A GET request has no body here. Write filters and other parameters into the address, after a question mark.',
  'desk.body_not_json': 'The body is not JSON.',
  'desk.field_name':
    'No field can be called "__proto__", or "constructor" with a "prototype" in it. Leave it out or rename it.',
  'desk.body_not_utf8': 'The body is not valid UTF-8. Nothing was stored. Write the JSON as UTF-8 and send it again.',
  'desk.too_large': 'The file is too large. It may have up to 512 MiB.',
  'desk.body_too_large': 'The body is too large. It may have up to {kib} KiB here.',
  'desk.unsupported_encoding':
    'The body is compressed (Content-Encoding), which payrun does not read. Send it as it is.',
  'desk.parameter_encoding': 'The percent-encoding is wrong. Encode the text as UTF-8.',
  'desk.unsupported_type':
    'This content type is not accepted here. Send JSON; a file as text/csv, application/json, application/x-ndjson, XLSX, or as the part file of multipart/form-data.',
  'desk.too_many_requests': 'Too many requests. Wait as long as Retry-After says.',
  'desk.internal': 'The desk had an internal error. Its log has the details.',
  'desk.unavailable': 'The database or the queue does not answer, or takes too long. Try again later.',
  'desk.read_only':
    'The database accepts no changes at the moment: somebody has made it read-only, or it has become a standby. Try again later.',
  'desk.database_short': '{why} Try again later.',
  'desk.maybe_done':
    'The database or the queue did not answer in time. What you asked for may have been done all the same. If you used an Idempotency-Key, send the request again: it is carried out only once. If not, first check whether it was done.',
  'desk.maybe_done_short':
    '{why} What you asked for may have been done all the same. If you used an Idempotency-Key, send the request again afterwards: it is carried out only once. If not, first check whether it was done.',
  'desk.wrong_host': 'This host name is not served here. Set {variable} to the address that people use.',
  'desk.host_missing': 'The request does not say which host it is for. Send the header Host.',
  'desk.no_such_path': 'There is nothing at this address.',
  'desk.method_not_allowed': 'This address accepts only {allow}.',
  'desk.key_missing': 'Send your API key: Authorization: Bearer pr_…',
  'desk.key_in_progress': 'The first request with this Idempotency-Key is still in progress. Ask again in a moment.',
  'desk.key_reused': 'This Idempotency-Key was used for another request. Use a new one.',
  'desk.key_not_usable': 'An Idempotency-Key has 1 to 255 visible ASCII characters.',
  'desk.file_missing': 'There is no file. Send it as the body, or as the part file of multipart/form-data.',
  'desk.reference_alike':
    'The reference {reference} was already used, and this one differs only in how it is written (capitals, spaces or leading zeros, for example). To repeat that request, write the reference in the same way. Otherwise use one that is clearly different.',
  'desk.reference_of_sandbox': 'The reference {reference} was already used in the sandbox. Use a new one.',
  'desk.data_too_deep': 'This may be nested at most {most, plural, one {# level} other {# levels}} deep.',
  'desk.field_twice': 'This field was sent more than once. Send it once.',
  'desk.file_twice': 'There is more than one file. Send each in its own request.',
  'desk.body_broken_off': 'The file was cut off before its end. Nothing was stored. Send it again.',
  'desk.body_too_slow': 'The file arrived too slowly and was cut off. Nothing was stored. Send it again.',
  'desk.file_refused': 'The file was refused: see problems.',
  'desk.payout_refused': 'The payout was refused: see problems.',
} as const
