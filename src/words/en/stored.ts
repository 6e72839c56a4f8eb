/** What the ledger writes into its tables of itself: see `storedParts`. */
export const messages = {
  'stored.worker_lost': 'The process that was paying this row died before it recorded an answer.',
  'stored.reference_of_another_payout': 'The provider answered with a reference that belongs to another payout.',
  'stored.earlier_attempt_paid': 'There is evidence that an earlier attempt was paid, so the row was not sent again.',
  'stored.evidence_of_payment_not_sent': 'evidence of payment: not sent again',
  'stored.late_answer_not_sent_again': 'late answer of attempt {attempt}: not sent again',
  'stored.late_reference': 'a late answer brought a reference',
  'stored.late_answer_same_attempt': 'late answer of the same attempt',
  'stored.late_answer_contradicts':
    "The provider's late answer says that attempt {attempt} is {answered}; by then the row was {state}.",
  'stored.status_call': 'status call',
  'stored.notification': 'notification',
  'stored.notification_says': 'A notification says {status}.',
  'stored.person_said_not_paid': 'A person looked into it and said that it was not paid.',
  'stored.statement_says_not_paid': "The provider's statement says that it was not paid.",
  'stored.not_in_complete_statement': "It is not in the provider's statement, which was said to be complete.",
  'stored.absent_from_statement': 'not in statement {statement}, which is complete',
  'stored.statement_line': 'statement {statement}, line {line}',
  'stored.statement_line_says': 'statement {statement}, line {line} ({says})',
  'stored.statement_line_by_reference': 'statement {statement}, line {line}, by reference',
  'stored.statement_line_by_number': 'statement {statement}, line {line}, by number, amount and time',
  'stored.reference_already_paid':
    'This reference is already paid in batch {batchId}, line {heldLine}: remove the row. If the file pays another month, give its --period; if this is another payout, give it its own reference.',
  'stored.reference_in_use':
    'This reference is already used ({state}) in batch {batchId}, line {heldLine}: remove the row or give it its own reference.',
  'stored.reference_of_failed':
    "The reference {reference} belongs to line {heldLine} of batch {batchId}, which failed, but there is evidence that it was paid. Remove the row, and don't give it another reference. Ask the provider first; if it was certainly not paid, payrun retry {batchId} --line {heldLine} --despite-evidence pays it again.",
  'stored.reference_of_purged':
    "The reference {reference} belongs to line {heldLine} of batch {batchId}, which failed, but there is evidence that it was paid. Its name and number were purged, so it can't be retried. Remove the row, and ask the provider first. If it was certainly not paid, give it its own reference.",
  'stored.reference_of_cancelled':
    'The reference {reference} belongs to line {heldLine} of batch {batchId}, which was cancelled, but there is evidence that it was paid. Remove the row, and ask the provider first. If it was certainly not paid, give it its own reference.',
  'stored.reference_variant':
    'Batch {batchId}, line {heldLine} ({state}) has the reference "{held}". The two differ only in leading zeros, zeros after the decimal point, capital letters, the number of spaces, the kind of dashes or apostrophes, or invisible characters. Remove the row, or add --allow-duplicates if they are two payouts.',
  'stored.reported':
    'This row comes from a report: by its payrun_id it is line {heldLine} of batch {batchId}, which is {state}. It is not paid again: remove the row. If it is another payout, clear what the report added to it (status to payrun_id).',
  'stored.reported_failed':
    'This row comes from a report: by its payrun_id it is line {heldLine} of batch {batchId}, which failed. Send it again with payrun retry {batchId} --line {heldLine}, and remove it here. If it is another payout, clear what the report added to it (status to payrun_id).',
  'stored.reported_failed_changed':
    "This row comes from a report: by its payrun_id it is line {heldLine} of batch {batchId}, which failed, but its number, operator or amount is another one now. payrun retry would use the old ones. To pay the row as it is here, clear what the report added to it (status to payrun_id), and don't retry line {heldLine}.",
  'stored.reported_failed_purged':
    "This row comes from a report: by its payrun_id it is line {heldLine} of batch {batchId}, which failed. Its name and number were purged, so it can't be retried. If it was certainly not paid, or is another payout, clear what the report added to it (status to payrun_id).",
  'stored.reported_seems_paid':
    'This row comes from a report: by its payrun_id it is line {heldLine} of batch {batchId}, which was cancelled, but there is evidence that it was paid. Ask the provider about it first. If it is another payout, or was certainly not paid, clear what the report added to it (status to payrun_id) and give it a reference of its own.',
  'stored.reported_taken':
    'This row comes from a report: by its payrun_id it is line {heldLine} of batch {batchId}, which came again as line {takenLine} of batch {takenBy} ({state}). It is not paid again: remove the row. If it is another payout, clear what the report added to it (status to payrun_id) and give it a reference of its own.',
  'stored.reported_trial':
    'This row comes from a report: by its payrun_id it is line {heldLine} of batch {batchId}, which is not of the sandbox. Try it out with payrun validate: in the report of a trial it would pass for another payout.',
  'stored.reported_twice':
    'This row comes from a report: by its payrun_id it is line {heldLine} of batch {batchId}, and so is line {otherLine} of this file. Remove one of the two. If they are two payouts, clear what the report added to this row (status to payrun_id) and give it a reference of its own.',
  'stored.period_like':
    'The period "{period}" looks like "{other}", for which "{name}" (batch {batchId}) was submitted. If you mean the same one, write {other}.',
  'stored.period': 'for the period {period}',
  'stored.no_period': 'without a period',
  'stored.paid_already':
    '{rows, plural, one {{rows} of the {of} rows is} other {{rows} of the {of} rows are}} already paid, or waiting to be paid: {sums} would be paid a second time ({rows, plural, one {line} other {lines}} {lines}).',
  'stored.none_paid': 'None of its rows is paid already, or waiting to be paid.',
  'stored.paid_and_refused':
    '{rows, plural, one {{rows} row is refused, as it is} other {{rows} rows are refused, as they are}} already paid, perhaps paid, or waiting to be paid; of the others none is.',
  'stored.paid_purged':
    "Its phone numbers have been deleted since, so payrun can't tell which of these people it paid.",
  'stored.same_file_of_period_again':
    'This same file was already submitted for the period {period}, as "{name}" (batch {batchId}, {when}). {paid} Its rows are paid all the same, as duplicates are allowed.',
  'stored.same_file_without_period_again':
    'This same file was already submitted without a period, as "{name}" (batch {batchId}, {when}). {paid} Its rows are paid all the same, as duplicates are allowed.',
  'stored.repeated':
    '{rows} of the {of} rows have the number and amount of a payout of the last 24 hours, {same} of them as in "{name}" (batch {batchId}, {held}, {when}), where this is paid already or waits to be paid: the same people would get {sums} a second time ({rows, plural, one {line} other {lines}} {lines}).',
  'stored.references_held':
    '{rows} of the {of} rows have a reference of "{name}" (batch {batchId}, {held}, {when}), where it is paid already, may be paid, or waits to be paid ({rows, plural, one {line} other {lines}} {lines}).',
  'stored.repeats_batch_again': '{repeated} They are paid, as duplicates are allowed.',
  'stored.same_file_of_period':
    'This same file was already submitted for the period {period}, as "{name}" (batch {batchId}, {when}). {paid} If everybody in it is to be paid again, add --allow-duplicates.',
  'stored.same_file_without_period':
    'This same file was already submitted without a period, as "{name}" (batch {batchId}, {when}). {paid} If everybody in it is to be paid again, add --allow-duplicates.',
  'stored.repeats_batch': '{repeated} If these people are to be paid again, add --allow-duplicates.',
  'stored.repeats_period':
    '{repeated} If this is the same payroll, add --period "{period}" --skip-invalid: the rows that are already paid are then refused, and only the others are paid. If it is another one, add --allow-duplicates.',
  'stored.repeats_no_period':
    '{repeated} If this is the same payroll, leave out --period and add --skip-invalid: the rows that are already paid are then refused, and only the others are paid. If it is another one, add --allow-duplicates.',
  'stored.rejected_before': '{by} rejected this same file before, as "{name}" (batch {batchId}, {when}).',
  'stored.rejected_before_because':
    '{by} rejected this same file before, as "{name}" (batch {batchId}, {when}). The reason: {note}',
  'stored.alike':
    '{n, plural, one {{n} row pays a number the same amount as another payout does, which has another reference or period: line {line} is like line {heldLine} of batch {batchId}.} other {{n} rows pay a number the same amount as another payout does, which has another reference or period, such as line {line}: it is like line {heldLine} of batch {batchId}.}}',
  'stored.alike_in_file':
    '{n, plural, one {One number is paid the same amount more than once, under different references: see lines {line} and {otherLine}.} other {{numbers} numbers are paid the same amount more than once, under different references: see lines {line} and {otherLine}, for example.}}',
  'stored.possible_duplicate':
    'A payout of the same amount to the same number is {state} in batch {batchId}, line {heldLine}: remove the row, give it a reference, or add --allow-duplicates.',
  'stored.held_in_period':
    'This reference is already in batch {batchId}, line {heldLine}, for the period {period} ({state}). If it is the same payment, give that period: payrun then refuses only what is paid already. If it is another one, give it a period of its own, or add --allow-duplicates.',
  'stored.held_without_period':
    'This reference is already in batch {batchId}, line {heldLine}, without a period ({state}). If it is the same payment, give no period: payrun then refuses only what is paid already. If it is another one, add --allow-duplicates.',
  'stored.held_elsewhere':
    'This reference is already in batch {batchId}, line {heldLine}, {held} ({state}). If it is the same payment, remove the row. If it is another one, add --allow-duplicates.',
  'stored.held_by_person': 'held by a person',
  'stored.unreadable_answers': 'several unreadable answers in a row',
  'stored.ledger_behind_its_mark':
    'payrun had seen more in this ledger than it holds now: it went back in time, as after a restored backup, a copied folder, or a failover to a standby that lacked the last commits.',
  'stored.ledger_marks_are_copies':
    'PAYRUN_HOME was copied, for example to restore a backup of it: what it says about the ledger may be as old as the ledger itself.',
  'stored.ledger_other_timeline':
    'The ledger is on another timeline of its Postgres ({now}, before {before}), as after a failover or a restored backup, and nothing shows that the last commits were not lost.',
  'stored.ledger_other_server':
    'The ledger is on another Postgres server than before, as after a restored dump, and nothing shows that the last commits were not lost.',
  'stored.ledger_other_database':
    'The ledger was copied or restored on its Postgres server, and nothing shows that it has the last commits. If the original still exists, pay from one of the two only.',
  'stored.ledger_forgot_claim': 'attempt {attempt}, which the ledger forgot when it went back in time',
  'stored.ledger_forgot_return': 'not accepted by the provider; the ledger forgot this when it went back in time',
  'stored.answer_of_forgotten_attempt':
    'The provider answered an attempt that the ledger forgot when it went back in time (attempt {attempt}, {answered}); by then the row was {state}.',
  'stored.may_have_been_sent_since':
    'The ledger went back in time: it lacks what happened since {since}, and the row may have been sent since.',
  'stored.submissions_wait_for_fence': 'The ledger is fenced, so no file can be submitted. {why}',
  'stored.submissions_wait_for_statement':
    "The ledger lacks what was submitted since {since}, so a new file could pay somebody twice. Load the provider's statement since then first: payrun recover --statement FILE",
  'stored.submissions_wait_for_answers':
    '{answers, plural, one {The provider has answered about {answers} payment ({references}) that the ledger has no row for, and no statement that was loaded has it.} other {The provider has answered about {answers} payments ({references}) that the ledger has no row for, and no statement that was loaded has them.}} A new file could pay somebody twice. Load a statement that has everything first: payrun recover --statement FILE. payrun recover says what else you can do.',
  'stored.clocks_differ':
    "This machine and the database don't agree on the time in {zone}: {here} here, {there} there. The database keeps to the hours, so they would not be the ones you mean. Update the time zone data of the one that is behind (Node.js or Postgres), or give the hours in UTC.",
  'stored.clocks_unknown':
    'The database does not know the time zone {zone}. Give the hours in another one, such as UTC.',
  'stored.paid_without_row_reference':
    "The provider's statement (line {line}) has a payment under this reference that the ledger has forgotten: ask the provider about it, and remove the row if it was paid. If it was not, or is another payment: payrun recover --set-aside {payment} --note TEXT",
  'stored.paid_without_row_number':
    "The provider's statement (line {line}) has a payment of this amount to this number that the ledger has forgotten: remove the row. If it is another payment, pass --allow-duplicates, or: payrun recover --set-aside {payment} --note TEXT",
  'stored.nobody_has_it_in_hand':
    'The row was being sent, and no process is waiting for the answer: a connection to the ledger was lost.',
} as const
