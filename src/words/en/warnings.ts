/** What a file should be looked at for before it is paid: its rows and limits, the same person, the last period's file. */
export const messages = {
  // A row, and the operator's limits.
  'warnings.below_least': '{operator} accepts no payment below {least}; this row pays {amount}.',
  'warnings.above_most': '{operator} accepts no payment above {most}; this row pays {amount}.',
  'warnings.not_multiple': '{operator} only accepts multiples of {multiple}; this row pays {amount}.',
  'warnings.over_daily':
    'With everything else that was paid to this number in the last 24 hours or is waiting for it, it would get {sum}. {operator} allows at most {most} a day per number.',
  'warnings.limits_to_check': 'Nobody has checked the limits of {operators} yet: see {command} operators limits.',
  'warnings.limits_unreadable': "The operators' limits were not checked: {why}",
  'warnings.limits_no_file': "{path} can't be read: {why}",
  'warnings.limits_columns': '{path} needs a first line with the columns {columns}.',
  'warnings.limits_no_operator': '{path}, line {line}: there is no operator {code}.',
  'warnings.limits_twice': '{path}, line {line}: {code} is listed a second time.',
  'warnings.limits_bad_amount': '{path}, line {line}: {column} must be an amount of {currency} above 0, or empty.',
  // A row, and what the ledger knows of the person.
  'warnings.number_changed_reference':
    'The reference {reference} was last paid to {before} (batch {batchId}, line {heldLine}), and this row pays {now}. Before you pay, call the person on a number you know.',
  'warnings.number_changed_name':
    '{name}, or somebody of the same name, was last paid at {before} (batch {batchId}, line {heldLine}), and this row pays {now}. Before you pay, call the person on a number you know.',
  'warnings.name_differs':
    'This number was last paid under the name "{before}" (batch {batchId}, line {heldLine}); this row says "{now}".',
  'warnings.first_payment': 'This number has never been paid before.',
  'warnings.unusual_amount': '{amount} is more than three times what this number usually gets ({usual}).',
  'warnings.unusual_in_file':
    '{amount} is more than 20 times the median amount of this file ({usual}). Check that it has no zero too many.',
  'warnings.unusual_in_small_file':
    '{amount} is more than 50 times the median amount of this file ({usual}). Check that it has no zeros too many.',
  'warnings.unusual_at_all': '{amount} is more than {large} for one person. Check that it has no zeros too many.',
  'warnings.may_be_paid_statement':
    'A payout of {amount} to this number is recorded as {state} in batch {batchId}, line {heldLine}, but a statement says that it was paid. Ask the provider before you pay this number.',
  'warnings.may_be_paid_notification':
    'A payout of {amount} to this number is recorded as {state} in batch {batchId}, line {heldLine}, but a notification says that it was paid. Ask the provider before you pay this number.',
  'warnings.may_be_paid_answer':
    'A payout of {amount} to this number is recorded as {state} in batch {batchId}, line {heldLine}, but a late answer says that it was paid. Ask the provider before you pay this number.',
  'warnings.may_be_paid':
    'A payout of {amount} to this number is recorded as {state} in batch {batchId}, line {heldLine}, but there is evidence that it was paid. Ask the provider before you pay this number.',
  'warnings.kind_failed_may_be_paid':
    '{rows, plural, one {{rows} row pays a number whose earlier payout failed, but may have been paid} other {{rows} rows pay numbers whose earlier payout failed, but may have been paid}}',
  'warnings.called_not_paid':
    'The same payout was {state} in batch {batchId}, line {heldLine}, until {who} recorded it as not paid. If that is wrong, this row pays it a second time.',
  'warnings.kind_called_not_paid':
    '{rows, plural, one {{rows} row pays again what a person recorded as not paid} other {{rows} rows pay again what a person recorded as not paid}}',
  'warnings.other_period':
    'The reference {reference} is already in batch {batchId}, line {heldLine}, for the period {period} ({state}). If this is the same payment, give that period here, too, and payrun will refuse it.',
  'warnings.other_period_none':
    'The reference {reference} is already in batch {batchId}, line {heldLine}, without a period ({state}). If this is the same payment, give no period here, and payrun will refuse it.',
  'warnings.kind_other_period':
    '{rows, plural, one {{rows} row may be paid already: its reference is used with another period, or without one} other {{rows} rows may be paid already: their references are used with another period, or without one}}',
  'warnings.number_repeated': 'Line {other} pays the same number under another name or reference.',
  'warnings.payment_repeated':
    'Line {other} pays the same number the same amount, under the same name. If it is one payout, remove one of the two lines.',
  'warnings.person_repeated':
    'Line {other} pays this person another amount. If the file covers several months, keep only the rows to pay now.',
  'warnings.name_repeated':
    'Line {other} pays somebody of this name the same amount at another number. If it is one person, remove one of the two lines.',
  'warnings.person_missing': '{who} is not in this file, but was in each of the last three.',
  'warnings.not_looked_up':
    '{n, plural, one {For {rows} new number, changed numbers were not looked for: there are too many at once.} other {For {rows} new numbers, changed numbers were not looked for: there are too many at once.}}',
  'warnings.ledger_not_asked': 'What was paid before is not compared: {why}',
  // How many of each kind.
  'warnings.kind_amount_below_least':
    "{rows, plural, one {{rows} amount is below the operator's minimum} other {{rows} amounts are below the operator's minimum}}",
  'warnings.kind_amount_above_most':
    "{rows, plural, one {{rows} amount is above the operator's maximum} other {{rows} amounts are above the operator's maximum}}",
  'warnings.kind_amount_not_multiple':
    '{rows, plural, one {{rows} amount is not a multiple that the operator accepts} other {{rows} amounts are not multiples that the operator accepts}}',
  'warnings.kind_over_daily_limit':
    "{rows, plural, one {{rows} number would get more than the operator's daily limit} other {{rows} numbers would get more than the operator's daily limit}}",
  'warnings.kind_number_changed':
    '{rows, plural, one {{rows} person has a different number from the last time they were paid} other {{rows} people have a different number from the last time they were paid}}',
  'warnings.kind_name_differs':
    '{rows, plural, one {{rows} number was last paid under another name} other {{rows} numbers were last paid under another name}}',
  'warnings.kind_first_payment':
    '{rows, plural, one {{rows} row pays a number that has never been paid before} other {{rows} rows pay numbers that have never been paid before}}',
  'warnings.kind_unusual_amount':
    '{rows, plural, one {{rows} amount is unusually large} other {{rows} amounts are unusually large}}',
  'warnings.kind_number_repeated':
    '{rows, plural, one {{rows} row pays a number that an earlier row of the file pays, too} other {{rows} rows pay a number that an earlier row of the file pays, too}}',
  'warnings.kind_name_repeated':
    '{rows, plural, one {{rows} row has the name and the amount of an earlier row, but another number} other {{rows} rows have the name and the amount of an earlier row, but another number}}',
  'warnings.kind_person_missing':
    '{rows, plural, one {{rows} person of the last three files is missing} other {{rows} people of the last three files are missing}}',
  'warnings.to_look_at': 'Look at this before you pay:',
  'warnings.before_you_approve': 'Check before you approve:',
  'warnings.line_says': 'line {line}: {message}',
  'warnings.and_more': 'and {more} more',
  // The file, and the one of the last period.
  'warnings.compared':
    'Compared with {name} (batch {batchId}, {when}): {before, plural, one {{before} person} other {{before} people}} and {sumsBefore} then, {now, plural, one {{now} person} other {{now} people}} and {sumsNow} now.',
  'warnings.compared_new':
    '{people, plural, one {{people} person is new: {sums}.} other {{people} people are new: {sums}.}}',
  'warnings.compared_gone':
    '{people, plural, one {{people} person is gone: {sums}.} other {{people} people are gone: {sums}.}}',
  'warnings.compared_with_problems':
    "{people, plural, one {{people} person is in the file, but their row can't be paid: {sums} then.} other {{people} people are in the file, but their rows can't be paid: {sums} then.}}",
  'warnings.compared_changed':
    '{people, plural, one {{people} person gets another amount: {sumsBefore} then, {sumsNow} now.} other {{people} people get another amount: {sumsBefore} then, {sumsNow} now.}}',
  'warnings.compared_numbers':
    '{people, plural, one {{people} person has another number.} other {{people} people have another number.}}',
  'warnings.compared_same': 'Everybody gets the same amount as before.',
  // What policy makes of it.
  'warnings.blocked_payout':
    'The policy blocks this payout: {why}. Correct it, or have an administrator change the policy ({command} policy warnings).',
  'warnings.blocked_retry':
    'The policy blocks this retry: {why}. Leave these rows out, or have an administrator change the policy on warnings.',
  'warnings.blocked_batch':
    'The policy blocks this batch: {why}. Reject it, or have an administrator change the policy on warnings.',
  'warnings.blocked':
    'The policy blocks this file: {why}. Correct it, or have an administrator change the policy ({command} policy warnings).',
  'warnings.help_warnings': 'set what a warning of a file does: warn, ask for one more approval, or block the file',
  'warnings.help_code': 'the code of a warning, as validate shows it',
  'warnings.help_action': 'warn: only show it; approve: one more person has to approve; block: refuse the file',
  'warnings.rule_approve': 'One more person approves a batch with the warning {code}.',
  'warnings.rule_block': 'A file with the warning {code} is refused.',
  'warnings.action_placeholder': '<action>',
  'warnings.warning_placeholder': '<warning>',
  // The limits as a table.
  'warnings.help_limits': "show the operators' limits, or write them to a file that you edit",
  'warnings.help_limits_output': 'write the table as CSV to this file',
  'warnings.note_limits':
    'payrun reads PAYRUN_LIMITS, or limits.csv in PAYRUN_HOME; otherwise the list that comes with it, which you should check.',
  'warnings.limits_there_already': '{path} already exists: choose another name, or edit it.',
  'warnings.limits_written':
    'The limits are in {path}. Edit it, and put its path into PAYRUN_LIMITS or move it to {home}.',
  'warnings.least_head': 'Minimum',
  'warnings.most_head': 'Maximum',
  'warnings.multiple_head': 'Multiple of',
  'warnings.daily_head': 'Maximum a day per number',
  'warnings.source_head': 'Source',
  'warnings.as_of_head': 'As of',
  'warnings.checked_head': 'Checked',
  'warnings.to_be_checked': 'to be checked',
} as const
