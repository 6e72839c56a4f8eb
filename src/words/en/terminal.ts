export const messages = {
  // A statement that is compared with a batch, notifications, payments that are asked for, and what a row went through.
  'terminal.settled': '{rows, plural, one {{rows} row settled} other {{rows} rows settled}}',
  'terminal.would_be': 'Would be',
  'terminal.is_now': 'Is now',
  'terminal.reference': 'Reference',
  'terminal.statement': 'Statement',
  'terminal.another_currency': 'another currency',
  'terminal.nothing_changed': 'Nothing was changed.',
  'terminal.provider_says': 'The provider says: {message}',
  'terminal.payment_initiated': 'The payment of {amount} is initiated.',
  'terminal.reference_reference': 'Reference: {reference}',
  'terminal.send_payer': 'Send the payer to: {paymentUrl}',
  'terminal.customer_asked_nothing_paid_before_confirm':
    'The customer is asked for {amount}. Nothing is paid until they confirm.',
  'terminal.status': 'Status: {status}',
  'terminal.fees': 'Fees: {fees}',
  'terminal.provider_refused_not_asked': 'The provider refused the request for {amount}.',
  'terminal.cant_told_whether_asked': 'Nobody can know yet whether the request for {amount} was carried out.',
  'terminal.look_into_providers_account_before_asking':
    "Check the provider's account before you ask again: the customer may be charged twice.",
  'terminal.not_asked_can_done_again_without':
    'The request for {amount} was not carried out. You can safely make it again.',
  'terminal.provider_asks_wait_s': 'The provider asks you to wait {waitMs} s.',
  'terminal.request_out_answer_waited_ctrl_c':
    'The request has been sent; waiting for its answer. Press Ctrl-C again to quit without it.',
  'terminal.provider_answered_reference_another_payment_asked':
    'The provider answered with the reference of another payment that was asked for earlier.',
  'terminal.ledger_did_not_take_answer_keep':
    'The ledger did not store this answer. Keep it: a notification about it will not be recognised.',
  'terminal.data_not_json_quote_shell_order': "--data is not JSON: quote it for the shell, as in '''{\"order\": 7}'''.",
  'terminal.batch': 'batch',
  'terminal.submitted_by': 'submitted by {submittedBy}',
  'terminal.submitted': 'submitted',
  'terminal.attempt_claimed': 'attempt {attempt} claimed',
  'terminal.cancelled_before_sent': 'cancelled before it was sent',
  'terminal.settled_after': 'settled as {state}, after it was {before}',
  'terminal.attempt_settled': 'attempt {attempt} settled as {state}',
  'terminal.contradictions': 'What contradicts it (none of this has changed the row):',
  'terminal.said_paid': 'declared paid by {actor}',
  'terminal.said_not_paid': 'declared not paid by {actor}',
  'terminal.cancelled_by': 'cancelled by {actor}',
  'terminal.not_complete':
    '{why} Nothing was changed. Without --complete, the rows that the statement lists are settled; to settle a single row, use {command} resolve {id}.',
  'terminal.dates_unclear':
    "With --complete, the statement's dates must be clear, and these can all be read day first or month first. Write them as 2026-11-21.",
  'terminal.unread_dates':
    'payrun doesn\'t know which column of the statement holds the dates: perhaps "{name}". Say so with --map date="{name}", or name the column "Date" in the file.',
  'terminal.unread_dates_unnamed':
    'payrun doesn\'t know which column of the statement holds the dates: perhaps column {place}, which has no name. Name it "Date" in the file.',
  'terminal.lists_nothing_undated':
    'A statement without dates, or with phone numbers on few of its lines, can only be called complete if it lists at least one row of the batch. This one lists none: it may be older than the batch, come from another account, or have sums only. Get one with dates and numbers.',
  'terminal.perhaps_fees':
    'Some amounts in the statement are a little higher than in the ledger. If they include fees, say how high these can be: --fee-tolerance {percent}.',
  'terminal.paid_rows_missing':
    '{rows, plural, one {The statement is not complete: {rows} paid row is not in it either, the first on line {line} of the batch. A page may be missing, or the statement is from another account.} other {The statement is not complete: {rows} paid rows are not in it either, the first on line {line} of the batch. A page may be missing, or the statement is from another account.}}',
  'terminal.undated_maybe_older':
    'The statement has no dates, and line {line} of the batch was tried again, or a recovery put it in doubt: the statement may be older than that. Get one with dates.',
  'terminal.time_before_not_covered':
    "The statement doesn't cover the whole time: line {line} of the batch may have been sent at {sent}, but the statement certainly covers only the time from {from} (a time without a zone may be UTC). Get one that begins with a payment of an earlier day. If its times are local, you can also write their zone in the file: 2026-11-21 08:36 +03:00.",
  'terminal.time_not_covered':
    "The statement doesn't cover the whole time: line {line} of the batch was sent at {sent}, but the statement certainly covers only the time until {to}. Download it again when it lists a later payment: of a later day, if it has no times. A payment that is still pending, or dated in the future, doesn't count.",
  'terminal.nothing_over':
    "None of the statement's dated lines is of a payment that is paid or failed by now, so nothing shows that it reaches the time at which line {line} of the batch was sent. Download it again when it lists such a payment.",
  'terminal.time_until_recovery_not_covered':
    "The statement doesn't cover the whole time: line {line} of the batch may have been sent at any time from {sent} until the recovery at {until}, but the statement certainly covers only the time until {to}. Download it again when it lists a payment made after the recovery (of a later day, if it has no times), or use it without calling it complete.",
  'terminal.left_not_listed': 'not in the statement',
  'terminal.left_operator_not_listed':
    "not in the statement, which lists no payment through {operator} that payrun knows: it may be another operator's statement",
  'terminal.say_covers':
    'If you are sure that the statement also lists everything paid through {operators}, so that what is missing was not paid:',
  'terminal.covers_of_complete': '--covers only works with --complete.',
  'terminal.left_ambiguous':
    '{n, plural, one {line {lines} may be about it, or about another payout} other {lines {lines} may be about it, or about another payout}}',
  'terminal.left_undecided':
    '{n, plural, one {line {lines} says {status}, which settles nothing} other {lines {lines} say {status}, which settles nothing}}',
  'terminal.left_incoming':
    '{n, plural, one {line {lines} may be money coming in, which settles nothing} other {lines {lines} may be money coming in, which settles nothing}}',
  'terminal.left_other_account':
    '{n, plural, one {line {lines} is of another account, which settles nothing} other {lines {lines} are of another account, which settles nothing}}',
  'terminal.left_fee':
    '{n, plural, one {line {lines} may be a fee, which settles nothing} other {lines {lines} may be fees, which settle nothing}}',
  'terminal.left_empty_status':
    '{n, plural, one {line {lines} says nothing: its status is empty} other {lines {lines} say nothing: their status is empty}}',
  'terminal.left_contradicted':
    '{n, plural, one {line {lines} contradicts it: see the discrepancies} other {lines {lines} contradict it: see the discrepancies}}',
  'terminal.left_undated':
    '{n, plural, one {line {lines} has its number and amount but no date: it may be an older payment} other {lines {lines} have its number and amount but no date: it may be an older payment}}',
  'terminal.left_other_reference':
    '{n, plural, one {line {lines} has its number and amount, but under another reference} other {lines {lines} have its number and amount, but under another reference}}',
  'terminal.left_earlier_attempt':
    '{n, plural, one {line {lines} says {status}, perhaps about an earlier attempt: the row was tried again, or may have been} other {lines {lines} say {status}, perhaps about an earlier attempt: the row was tried again, or may have been}}',
  'terminal.left_maybe_listed':
    '{n, plural, one {perhaps not listed: line {lines} belongs to no payout and may be about it} other {perhaps not listed: lines {lines} belong to no payout and may be about it}}',
  'terminal.left_others_reference':
    '{n, plural, one {perhaps not listed: line {lines} has the reference of another payout, but may be about it} other {perhaps not listed: lines {lines} have the reference of another payout, but may be about it}}',
  'terminal.left_maybe_in_sum':
    '{n, plural, one {perhaps not listed: line {lines} may stand for several payments, this one among them. Use a statement that lists each payment, or settle the row yourself} other {perhaps not listed: lines {lines} may each stand for several payments, this one among them. Use a statement that lists each payment, or settle the row yourself}}',
  'terminal.left_maybe_held':
    'not in the statement, which lists only what was carried out: the provider may still be holding it',
  'terminal.left_reference_taken': 'another payout has just taken its reference: look again',
  'terminal.discrepancy_paid_but':
    '{n, plural, one {paid in the ledger, but line {lines} of the statement says {status}} other {paid in the ledger, but lines {lines} of the statement say {status}}}',
  'terminal.discrepancy_failed_but_carried_out':
    "{n, plural, one {failed in the ledger, but line {lines} of the statement says that the money moved: don't retry it} other {failed in the ledger, but lines {lines} of the statement say that the money moved: don't retry it}}",
  'terminal.discrepancy_failed_but_maybe_carried_out':
    "{n, plural, one {failed in the ledger, but line {lines} of the statement may say that the money moved: don't retry it before you are sure} other {failed in the ledger, but lines {lines} of the statement may say that the money moved: don't retry it before you are sure}}",
  'terminal.discrepancy_failed_but_undecided':
    "{n, plural, one {failed in the ledger, but line {lines} of the statement says {status}, so the money may yet move: don't retry it before you are sure} other {failed in the ledger, but lines {lines} of the statement say {status}, so the money may yet move: don't retry it before you are sure}}",
  'terminal.discrepancy_earlier_attempt_undecided':
    '{n, plural, one {an earlier attempt was refused, but line {lines} of the statement says {status}, so the money may yet move by it: the row is not sent again} other {an earlier attempt was refused, but lines {lines} of the statement say {status}, so the money may yet move by it: the row is not sent again}}',
  'terminal.discrepancy_earlier_attempt_carried_out':
    '{n, plural, one {an earlier attempt was refused, but line {lines} of the statement says that the money moved then} other {an earlier attempt was refused, but lines {lines} of the statement say that the money moved then}}',
  'terminal.discrepancy_differs':
    '{n, plural, one {{ours} in the ledger, but line {lines} of the statement has {theirs}} other {{ours} in the ledger, but lines {lines} of the statement have {theirs}}}',
  'terminal.discrepancy_number_differs':
    '{n, plural, one {line {lines} of the statement has its reference but another phone number} other {lines {lines} of the statement have its reference but another phone number}}',
  'terminal.discrepancy_conflicting_lines':
    '{n, plural, one {line {lines} of the statement contradicts itself} other {lines {lines} of the statement have the same reference and contradict each other}}',
  'terminal.list_and': '{first} and {last}',
  'terminal.list_and_more': '{first} and {more} more',
  'terminal.quoted': '"{word}"',
  'terminal.compared':
    '{lines, plural, one {Batch {id} and {name}, {lines} line} other {Batch {id} and {name}, {lines} lines}}',
  'terminal.would_settle':
    '{rows, plural, one {Dry run: {rows} row would be settled, nothing was changed} other {Dry run: {rows} rows would be settled, nothing was changed}}',
  'terminal.lines_agree':
    '{agreed, plural, one {{agreed} line agrees with the ledger} other {{agreed} lines agree with the ledger}}; {others, plural, one {{others} belongs to another batch or to none.} other {{others} belong to another batch or to none.}}',
  'terminal.lines_agree_nameless':
    '{agreed, plural, one {{agreed} line agrees with the ledger} other {{agreed} lines agree with the ledger}}; {others, plural, one {{others} belongs to another batch or to none.} other {{others} belong to another batch or to none.}} {lines, plural, one {{lines} names neither a reference nor a number, and was ignored.} other {{lines} name neither a reference nor a number, and were ignored.}}',
  'terminal.by_absence': 'not in it',
  'terminal.by_number': 'line {line}, by number, amount, time',
  'terminal.by_reference': 'line {line}, by reference',
  'terminal.was': 'Was',
  'terminal.more_in_json': '… and {more} more: --json has all of them.',
  'terminal.left_of_line': 'line {line}: {state}, {finding}',
  'terminal.discrepancies_head': 'Discrepancies: the statement contradicts the ledger. Nothing was changed',
  'terminal.left_head': 'Left as they are',
  'terminal.undecided_head': 'Lines that settle nothing',
  'terminal.undecided_incoming': 'may be money coming in',
  'terminal.undecided_other_account': 'of another account',
  'terminal.undecided_fee': 'may be a fee',
  'terminal.status_lines': '{lines, plural, one {{status}: {lines} line} other {{status}: {lines} lines}}',
  'terminal.empty_status': '(empty)',
  'terminal.do_it': 'To do it, run the same command without --dry-run:',
  'terminal.pay_again_in_new_file':
    '{rows, plural, one {{rows} row can be paid again in a new file: the batch is cancelled.} other {{rows} rows can be paid again in a new file: the batch is cancelled.}}',
  'terminal.pay_again': '{rows, plural, one {{rows} row can be paid again:} other {{rows} rows can be paid again:}}',
  'terminal.resolve_left': 'Once you know what became of a row that is left:',
  'terminal.resolve_arguments': 'REFERENCE --note "how you know"',
  'terminal.ask_about_discrepancies': 'Ask the provider about the discrepancies. The history of one:',
  'terminal.paid_or_not_paid': "Give either --paid REF (the provider's reference) or --not-paid.",
  'terminal.note_length': '--note says how you know, in 1 to {longest} characters: it is kept in the audit trail.',
  'terminal.reference_length': "--paid takes the provider's reference, of 1 to {longest} characters.",
  'terminal.no_such_row': 'Batch {id} has no row on line {line}. The report gives the line of each row.',
  'terminal.reference_of_another': 'This reference belongs to another payout: batch {id}, line {line}. Check it.',
  'terminal.row_not_open': 'Line {line} of batch {id} is {state}: only unknown and accepted rows can be resolved.',
  'terminal.row_settled_by':
    'Line {line} of batch {id} is already {state}, by {actor} ({at}). For its history, run {command} audit {id} --line {line}.',
  'terminal.row_is_now': 'Line {line} of batch {id} is now {state}; it was {from}.',
  'terminal.row_is_now_pay_in_new_file':
    'Line {line} of batch {id} is now {state}; it was {from}. To pay it again, put it into a new file: the batch is cancelled.',
  'terminal.row_is_now_retry':
    'Line {line} of batch {id} is now {state}; it was {from}. To pay it again: {command} retry {id} --line {line}',
  'terminal.no_row_on_line': 'Batch {id} has no row on line {line} of {file}.',
  'terminal.code_and_note': '{code}: {note}',
  'terminal.event_because': '{what} ({because})',
  'terminal.attempt_claimed_on': 'attempt {attempt} claimed by worker {worker} on {machine}',
  'terminal.attempt_claimed_by': 'attempt {attempt} claimed by worker {worker}',
  'terminal.attempt_not_delivered': 'attempt {attempt} did not reach the provider: to be paid again',
  'terminal.put_back': 'put back to be paid again, by {actor}',
  'terminal.moved_by': '{state}, by {actor}',
  'terminal.intact':
    'Intact: {payouts, plural, one {{payouts} payout} other {{payouts} payouts}} and {events, plural, one {{events} event} other {{events} events}} of batch {id}. No event was edited, deleted, swapped or cut off.',
  'terminal.checkpoint': 'Checkpoint: {checkpoint} (keep a copy somewhere else)',
  'terminal.not_intact':
    '{findings, plural, one {NOT intact: {payouts} payouts and {events} events of batch {id}, {findings} finding:} other {NOT intact: {payouts} payouts and {events} events of batch {id}, {findings} findings:}}',
  'terminal.finding_of_batch': 'batch: {finding}',
  'terminal.finding_of_ledger': 'ledger: {finding}',
  'terminal.finding_in_batch': 'batch {batch}, {finding}',
  'terminal.ledger_intact':
    'Intact: {batches, plural, one {{batches} batch} other {{batches} batches}} with {payouts, plural, one {{payouts} payout} other {{payouts} payouts}} and {events} events, their approvals, schedules, holds and the rest. Nothing was changed, deleted or inserted.',
  'terminal.ledger_not_intact':
    '{findings, plural, one {NOT intact: {batches} batches with {payouts} payouts and {events} events, {findings} finding:} other {NOT intact: {batches} batches with {payouts} payouts and {events} events, {findings} findings:}}',
  'terminal.anchor_compared':
    'Compared with the anchor {path} of {at}, which has {batches, plural, one {{batches} batch} other {{batches} batches}}.',
  'terminal.anchor_written':
    'Anchor of {batches, plural, one {{batches} batch} other {{batches} batches}} written to {path}. Keep it where nobody who can write to the database can reach it.',
  'terminal.finding_of_line': 'line {line}: {finding}',
  'terminal.changed_past_payrun':
    'Somebody or something changed the database without payrun. Compare it with a backup and with the report.',
  'terminal.row_not_payable': 'Line {line}: not payable.',
  'terminal.row_is_payout': 'Line {line}: {amount} through {operator}.',
  'terminal.row_is_payout_with_reference': 'Line {line}: {amount} through {operator}, reference {reference}.',
  'terminal.now': 'Now {state}.',
  'terminal.now_with_code': 'Now {state} ({code}).',
  'terminal.now_at_provider': 'Now {state}, {reference} at the provider.',
  'terminal.now_at_provider_with_code': 'Now {state}, {reference} at the provider ({code}).',
  'terminal.earlier_request_unanswered':
    "Note: an earlier request for {amount} ({id}, {at}) was never answered here: the customer may be charged. Check the provider's account.",
  'terminal.payins_does': 'follow the payments and collections requested with checkout and collect',
  'terminal.payins_list': 'list the payments and collections that were requested, newest first',
  'terminal.payins_state': 'only those in this state',
  'terminal.payins_kind': 'only online payments, or only mobile collections',
  'terminal.payins_limit': 'how many to show at most',
  'terminal.payins_status': "show a payment or a collection: its state, and the provider's notifications about it",
  'terminal.payins_word': "its id, your reference or the provider's",
  'terminal.payins_resolve': 'say what became of a payment or a collection that is unknown or under way',
  'terminal.payins_paid': 'the customer has paid',
  'terminal.payins_not_paid': 'the customer has not paid',
  'terminal.payins_none': 'There is no such payment or collection.',
  'terminal.payins_more': 'There are older ones: --limit {limit} shows more.',
  'terminal.payins_kind_head': 'Kind',
  'terminal.payins_asked': 'Asked (UTC)',
  'terminal.payins_payment': 'payment',
  'terminal.payins_collection': 'collection',
  'terminal.payin_is': '{kind} {id} of {amount}: {state}',
  'terminal.payin_reference': 'Your reference: {reference}',
  'terminal.payin_provider_reference': "Provider's reference: {reference}",
  'terminal.payin_pays_at': 'The customer pays at: {url}',
  'terminal.payin_asked_at': 'Asked at {at}',
  'terminal.payin_ended_at': 'Ended at {at}',
  'terminal.payin_said_by': 'Said by {name}: {note}',
  'terminal.payin_notified': 'The provider notified {status} at {at}, without a signature',
  'terminal.payin_notified_signed': 'The provider notified {status} at {at}, signed',
  'terminal.payin_contradicted':
    'A statement contradicts it: {message} (line {line} of statement {statement}, compared by {by} at {at})',
  'terminal.payin_unknown':
    "Nobody knows whether the customer has paid. Check the provider's account, then record it: {command} payins resolve {id} --paid (or --not-paid) --note TEXT",
  'terminal.payin_paid_or_not': 'Give either --paid or --not-paid.',
  'terminal.charges_several': 'Several payments or collections match: give the id of one ({ids}).',
  'terminal.kind_placeholder': '<kind>',
  'terminal.payin_placeholder': '<payin>',
  'terminal.state_placeholder': '<state>',
  'terminal.payins_note': 'seen in the account',
  'terminal.payins_reconcile':
    "settle payments and collections that are under way or unknown with the provider's statement",
  'terminal.payins_of_sandbox': 'the statement comes from the sandbox: settle only what was requested from it',
  'terminal.payins_account': 'the account that receives, if the statement has several',
  'terminal.payins_reconcile_rules':
    "A line matches by the provider's reference or yours, exactly, and its amount and currency have to agree. Only incoming money counts (no sign, or the credit column): a debit or an amount with a minus settles nothing. Only payments and collections that are under way or unknown are settled. A line that contradicts a final state, or is doubtful, is listed and changes nothing, and the command exits with code 4. A payment that the statement doesn't list stays as it is.",
  'terminal.payins_compared':
    '{lines, plural, one {Payments and collections, and {name}, {lines} line} other {Payments and collections, and {name}, {lines} lines}}',
  'terminal.payins_would_settle':
    '{charges, plural, one {Dry run: {charges} would be settled, nothing was changed} other {Dry run: {charges} would be settled, nothing was changed}}',
  'terminal.payins_settled': '{charges, plural, one {{charges} settled} other {{charges} settled}}',
  'terminal.payins_settled_one': '{kind} {id} of {amount}: {state} → {to}, line {line} of the statement',
  'terminal.payins_agree':
    '{agreed, plural, one {{agreed} line agrees with the ledger} other {{agreed} lines agree with the ledger}}; {others, plural, one {{others} belongs to no payment or collection.} other {{others} belong to no payment or collection.}}',
  'terminal.payins_found': '{kind} {id} of {amount}, {state}, line {lines} of the statement: {why}',
  'terminal.payins_why_amount_differs': 'the amount differs',
  'terminal.payins_why_currency_differs': 'the currency differs',
  'terminal.payins_why_ended_but_paid':
    'it ended without a payment, and the statement says that the customer paid, or may have',
  'terminal.payins_why_paid_but_not_paid': 'it is paid, and the statement says that it failed',
  'terminal.payins_why_several_lines': 'several lines have its reference',
  'terminal.payins_why_several_charges': 'several payments or collections have this reference',
  'terminal.payins_why_of_payout': 'a payout has this reference, too',
  'terminal.payins_why_other_mode': 'one is of the sandbox, the other is not',
  'terminal.payins_why_too_early': 'the line is older than the request',
  'terminal.payins_why_no_amount': 'the line has no amount',
  'terminal.payins_why_undecided': "the line doesn't say for certain whether the customer paid",
  'terminal.payins_why_outgoing': 'the money went out, or may have: a refund or a payout, which settles nothing',
  'terminal.payins_why_other_account': 'the line is of another account, which settles nothing',
  'terminal.payins_why_fee': 'the line may be a fee, which settles nothing',
  'terminal.payins_why_asked': "the provider's answer is not known yet",
  'terminal.charge_none': 'There is no such payment or collection.',
  'terminal.charge_not_unknown': 'This payment or collection has already ended. Look at it again.',
  'terminal.charge_not_resolved':
    "This payment or collection can't be resolved: it has ended, was just requested, or has been under way for less than a day and may still be paid. Look at it again.",
  'terminal.charge_reference_in_use':
    'The reference {reference} was already used for another payment or collection. Use a new one.',
  'terminal.charge_answer_not_recorded':
    'The request was sent, but the ledger could not store the answer: the customer may be charged. Look at it again later.',
  'terminal.several_accounts':
    'The statement has lines of several accounts ({accounts}). With --complete, say which one pays: --from-account.',
  'terminal.output_disk_full':
    'Standard output could not be written completely: the disk is full. Only this output is missing. Free some space, then print it again.',
  'terminal.format_name_wrong': 'The name after --as must have 1 to 60 characters, without control characters.',
  'terminal.statement_is_payroll':
    'This is the file that batch {id} was submitted from. It says what was to be paid, and not what was paid. Use the statement of the provider or the bank.',
  'terminal.nothing_remembered':
    'payrun has no saved settings for statements named {name}. Use --map once, together with --as {name}.',
  'terminal.batch_refused': 'Batch {id}: {why}',
  'terminal.no_open_batch': 'No batch has unknown or accepted rows: there is nothing to settle.',
  'terminal.statement_has_own_references':
    'This looks like a file of payouts, not a statement: its column "{column}" has your own references, and it has neither statuses nor the provider\'s references. It says what was to be paid, and not what was paid. Use the statement of the provider or the bank.',
  'terminal.lines_unclear':
    '{lines, plural, one {{lines} line could be of several payouts, and settles nothing.} other {{lines} lines could be of several payouts, and settle nothing.}}',
} as const
