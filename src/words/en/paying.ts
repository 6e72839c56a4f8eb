export const messages = {
  // What is said of paying a batch: going on with it, stopping it, and holding an operator.
  'paying.paid_by_another_command': 'Another payrun command is paying batch {id}: see {command} status {id}',
  'paying.finished_by_another_command':
    'Another payrun command is just finishing batch {id}: see {command} status {id}',
  'paying.none_left': 'No row of batch {id} is left to be paid. See: {command} status {id}',
  'paying.left_to_workers': 'Batch {id} goes on; the workers pay it. Follow it with: {command} status {id} --watch',
  'paying.stopping':
    '{inFlight, plural, =0 {Stopping: no request is in flight. Nothing more is sent.} one {Stopping: {inFlight} request is in flight and will be finished. Nothing more is sent.} other {Stopping: {inFlight} requests are in flight and will be finished. Nothing more is sent.}}',
  'paying.database_away':
    "The database doesn't answer or takes no changes, so payrun has stopped and can't say how far batch {id} has come. Nothing is lost: answers that could not be recorded are kept, and the next command records them. Once the database is back: {command} resume {id}",
  'paying.quitting':
    '{inFlight, plural, =0 {Quitting now. Nothing is in flight.} one {Quitting now with {inFlight} request in flight: this row may or may not be paid, and will be unknown.} other {Quitting now with {inFlight} requests in flight: these rows may or may not be paid, and will be unknown.}}',
  'paying.resume_with': 'Resume it with: {command} resume {id}',
  'paying.paused': 'Batch {id} is paused. Resume it with: {command} resume {id}',
  'paying.paused_already': 'Batch {id} was already paused. Resume it with: {command} resume {id}',
  'paying.pause_impossible': "Batch {id} can't be paused: it is {state}.",
  'paying.cancelled':
    '{rows, plural, one {Batch {id} is cancelled: {rows} unsent row will not be sent.} other {Batch {id} is cancelled: {rows} unsent rows will not be sent.}}',
  'paying.cancelled_in_flight':
    '{inFlight, plural, one {{inFlight} row is in flight and still settles; see: {command} status {id}} other {{inFlight} rows are in flight and still settle; see: {command} status {id}}}',
  'paying.cancel_impossible': "Batch {id} can't be cancelled: it is already {state}.",
  'paying.resume_cancelled': "Batch {id} can't be resumed: it is cancelled.",
  'paying.resume_own_early':
    '"{name}" was approved for {at}, and you submitted it. Somebody else has to resume it if it is to be paid before then.',
  'paying.note_resume':
    'A batch that was paused before its planned time waits for it again. Resume it once more to have it paid at once.',
  'paying.waits_again': 'Batch {id} waits for its time again: {at}. To have it paid before then: {command} resume {id}',
  'paying.resume_unapproved':
    'Batch {id} is waiting for approval by somebody other than its submitter: {command} approve {id} --account NAME',
  'paying.operator_held':
    '{operator} is held. Workers stop sending to it within 5 seconds, and payments in flight still settle. Other operators go on. To release it: {release}',
  'paying.rows_wait_for_held':
    '{operator} is held: {rows, plural, one {{rows} row ({sum}) waits} other {{rows} rows ({sum}) wait}} until somebody releases it.',
  'paying.rows_wait_for_held_by':
    '{operator} is held by {who}: {rows, plural, one {{rows} row ({sum}) waits} other {{rows} rows ({sum}) wait}} until somebody releases it.',
  'paying.operator_held_already': '{operator} was already held by hand. That hold and its note stay as they were.',
  'paying.operator_released': '{operator} is released. Workers send to it again within 5 seconds, carefully at first.',
  'paying.operator_not_held': '{operator} was not held.',
  'paying.paused_by_hold': 'The hold paused batch {id}. Resume it with: {command} resume {id}',
  'paying.operator_unknown': 'There is no operator "{code}". {command} operators lists all of them.',
  'paying.operator_unknown_nearest':
    'There is no operator "{code}". Did you mean {nearest}? {command} operators lists all of them.',

  // What people are told by webhook and e-mail.
  'paying.all_rows_paid':
    '{paid, plural, one {{name}: the one row is paid.} other {{name}: all {paid} rows are paid.}}',
  'paying.settled_rows_paid_see_payrun_status':
    '{name}: settled, with {paid} of {rows} rows paid. See: payrun status {batchId}',
  'paying.paused_nothing_more_sent_until_somebody':
    '{name}: paused. {why} Nothing more is sent until the batch is resumed: payrun resume {batchId}',
  'paying.paused_until_it_goes_on': '{name}: paused. {why} See: payrun status {batchId}',
  'paying.waits_second_persons_approval_payrun_approve':
    "{name}: waiting for a second person's approval: payrun approve {batchId}",
  'paying.schedule_file_failed':
    'A file of the schedule {name} failed ({code}): nobody in it was paid. See: payrun schedule runs {id}',
  'paying.schedule_failed_nobody_paid_see_payrun':
    'The schedule {name} failed ({code}): nobody was paid. See: payrun schedule runs {id}',
  'paying.payrun_settled': 'payrun: {name} is settled',
  'paying.payrun_paused': 'payrun: {name} is paused',
  'paying.payrun_waits_approval': 'payrun: {name} is waiting for approval',
  'paying.payrun_schedule_failed': 'payrun: the schedule {name} failed',

  // What a person sees before money moves, and is asked.
  'paying.declined': 'Nothing was paid.',
  'paying.file_changed_meanwhile':
    'The file changed while you were asked. Nothing was paid. Run the command again to see what it pays now.',
  'paying.differs_from_seen':
    'What would be paid is no longer what you were shown, because other payouts were made or the policy was changed in the meantime. Nothing was paid. Run the command again to see what it pays now.',
  'paying.cannot_ask':
    "The file came from standard input, so payrun can't ask you whether to pay it. Add --yes if it is to be paid.",
  'paying.preview_file': '{rows, plural, one {{name}: {rows} row} other {{name}: {rows} rows}}',
  'paying.preview_sheet':
    '{rows, plural, one {{name}, sheet "{sheet}": {rows} row} other {{name}, sheet "{sheet}": {rows} rows}}',
  'paying.preview_batch': 'Failed rows of batch {id} ({name})',
  'paying.preview_column': 'Column',
  'paying.preview_read_as': 'Read as',
  'paying.preview_payouts': 'Payouts',
  'paying.preview_number': 'Number',
  'paying.preview_largest': '{n, plural, one {Largest payout} other {Largest payouts}}',
  'paying.preview_left_out': '{rows, plural, one {Left out: {rows} row} other {Left out: {rows} rows}}',
  'paying.preview_more_problems': '… and {more} more. validate shows all of them.',
  'paying.preview_notes': 'Please note',
  'paying.field_operator': 'operator',
  'paying.field_phone_number': 'phone number',
  'paying.field_amount': 'amount',
  'paying.field_reference': 'reference',
  'paying.field_country': 'country',
  'paying.field_currency': 'currency',
  'paying.field_name': 'name',
  'paying.act_pay': '{people, plural, one {pay {people} person {sums}} other {pay {people} people {sums}}}',
  'paying.act_payouts':
    '{people, plural, one {make {rows} payouts to {people} person, {sums} in all} other {make {rows} payouts to {people} people, {sums} in all}}',
  'paying.act_again': 'try again to {act}',
  'paying.act_from': '{act}, not before {at}',
  'paying.act_between': '{act}, between {from} and {to} ({zone})',
  'paying.act_approval': 'send for approval: {act}',
  'paying.question': '{act}? [y/N]',
  'paying.question_in_sandbox': 'Sandbox, nobody is really paid. {question}',
  // What may be spent of a currency.
  'paying.float_what_float_does': 'show or set what may be spent in each currency',
  'paying.float_help_sandbox': "the sandbox's float, for batches that the sandbox pays",
  'paying.float_help_set': 'say how much may be spent from now on',
  'paying.float_help_add': 'add to what may be spent',
  'paying.float_help_budget': 'limit what is spent in a day or a month',
  'paying.float_help_currency': 'a currency of the operators, such as XOF',
  'paying.float_help_amount': 'what may be spent from now on; none: no limit',
  'paying.float_help_added': 'what was added to the account',
  'paying.float_help_daily': 'what may be spent in a day; none: no limit',
  'paying.float_help_monthly': 'what may be spent in a month; none: no limit',
  'paying.float_help_tz': 'the time zone in which a day begins (UTC)',
  'paying.float_note_float':
    'Each payment takes its amount from the float before it is sent, whichever process pays it; a refused payment gives it back. Rows that would exceed the float wait: their batch is paused (float) once it has nothing else to pay, and other currencies go on. Once there is enough again, workers go on by themselves.',
  'paying.float_note_set':
    'Enter what the account at the provider holds now. Rows that are on their way, accepted or unknown at this moment count against it until it is known what became of them: their money may still be in the account.',
  'paying.float_note_budget':
    'A budget counts what was sent in the day or month, except what was refused. If nothing was set for the currency before, it counts from now on.',
  'paying.float_none_set': 'No float is set: nothing limits what is spent. `{set} XOF 5000000` sets one.',
  'paying.float_set': 'Set',
  'paying.float_spent': 'Spent',
  'paying.float_held': 'Held by unknown rows',
  'paying.float_left': 'Left',
  'paying.float_no_limit': 'no limit',
  'paying.float_daily_line': '{currency}: {spent} of {budget} spent today ({timeZone}).',
  'paying.float_monthly_line': '{currency}: {spent} of {budget} spent this month ({timeZone}).',
  'paying.float_waiting_line':
    '{n, plural, one {{count} batch waits for {currency}: {batches}.} other {{count} batches wait for {currency}: {batches}.}}',
  'paying.float_nothing_to_add_to':
    'No float is set for {currency}. First set what may be spent: `{set} {currency} AMOUNT`.',
  'paying.float_add_needs_amount': 'Type the amount that was added.',
  'paying.float_which_budget': 'Say which budget: --daily AMOUNT, --monthly AMOUNT, or both.',
  'paying.float_unknown_time_zone': 'There is no time zone {zone}. Use one such as Africa/Porto-Novo.',
  'paying.float_did_set': 'set a float',
  'paying.float_did_add': 'added to a float',
  'paying.float_did_change_budgets': 'changed budgets',
  // Planned maintenance of operators.
  'paying.window_help_from': 'planned maintenance: when it begins, such as 2026-12-01T22:00',
  'paying.window_help_to': 'when it ends',
  'paying.window_help_every': 'repeat it every day or week, at the same hours',
  'paying.window_help_tz': "the time zone of --from and --to (this machine's)",
  'paying.window_help_planned': 'remove all planned maintenance',
  'paying.window_help_window': 'remove only the planned maintenance with this number; operators shows the numbers',
  'paying.window_note':
    'With --from and --to, nothing is sent during that time: rows of the operator wait, others go on, and workers go on by themselves when it is over.',
  'paying.window_from_with_to':
    '--from and --to have to be used together; --every and --tz can only be used with them.',
  'paying.window_ends_first': 'Maintenance has to end after it begins, but {from} is not before {to}.',
  'paying.window_over': 'Maintenance until {to} is already over.',
  'paying.window_too_long': 'Maintenance that is repeated every {every} has to be shorter than that.',
  'paying.window_not_now': 'Give the times of maintenance without an offset, and their time zone with --tz.',
  'paying.window_is_on': '{operator}: planned maintenance until {until}.',
  'paying.window_next': '{operator}: planned maintenance from {from} to {to} ({timeZone}).',
  'paying.window_next_daily': '{operator}: planned maintenance every day, next at {at} ({from} to {to}, {timeZone}).',
  'paying.window_next_weekly': '{operator}: planned maintenance every week, next at {at} ({from} to {to}, {timeZone}).',
  'paying.window_numbered': 'No. {number}, {window}',
  'paying.window_removed':
    '{n, plural, one {{count} planned maintenance of {operator} was removed.} other {{count} planned maintenances of {operator} were removed.}}',
  'paying.window_did_plan': 'planned maintenance of an operator',
  'paying.window_did_remove': 'removed planned maintenance of an operator',
  'paying.queue_away':
    'The queue does not answer, so no further payment is sent. Nothing is lost: payments go on by themselves as soon as it answers.',
} as const
