export const messages = {
  // Failed rows that are tried again.
  'deskRetry.title': 'Try failed rows of "{name}" again',
  'deskRetry.text':
    '{rows, plural, one {{rows} row has failed: no money moved. Fix the cause first, for example top up the account.} other {{rows} rows have failed: no money moved. Fix the cause first, for example top up the account.}}',
  'deskRetry.which': 'Which rows',
  'deskRetry.all': 'All that failed',
  'deskRetry.refused': 'Those that the provider refused',
  'deskRetry.called_not_paid': 'Those that a person recorded as not paid',
  'deskRetry.lines': 'Only these lines',
  'deskRetry.lines_hint': 'For example 2, 5, 17. Leave it empty for all.',
  'deskRetry.lines_wrong': 'Give the numbers of lines, with commas between them.',
  'deskRetry.look': 'See the rows and the amount',
  'deskRetry.ask_title': '{rows, plural, one {Try {rows} row again?} other {Try {rows} rows again?}}',
  'deskRetry.ask_text':
    '{people, plural, one {Rows to send again: {rows}. Amount: {sums}, to {people} person.} other {Rows to send again: {rows}. Amount: {sums}, to {people} people.}}',
  'deskRetry.do_it': 'Try them again',
  'deskRetry.ask_for_approval': 'Ask for approval',
  'deskRetry.needs_approver':
    '{rows, plural, one {Somebody recorded {rows} row as not paid, so an approver who is neither that person nor you has to approve the retry. Nothing is sent until then.} other {Somebody recorded {rows} of these rows as not paid, so an approver who is neither one of those people nor you has to approve the retry. Nothing is sent until then.}}',
  'deskRetry.needs_approver_unusual':
    'Because of the warnings, the policy requires an approver other than you. Nothing is sent until then.',
  'deskRetry.needs_approver_rejected':
    'An approver rejected this before, so an approver other than you has to approve it. Nothing is sent until then.',
  'deskRetry.rejected_before':
    '{rows, plural, one {{by} rejected a retry of one of these rows ({at}).} other {{by} rejected a retry of {rows} of these rows ({at}).}}',
  'deskRetry.rejected_before_because':
    '{rows, plural, one {{by} rejected a retry of one of these rows ({at}).} other {{by} rejected a retry of {rows} of these rows ({at}).}} The reason: {note}',
  'deskRetry.needs_approver_statement':
    '{rows, plural, one {{rows} row failed by a statement that you, or somebody without an account, gave in, so another approver has to approve the retry. Nothing is sent until then.} other {{rows} of these rows failed by a statement that you, or somebody without an account, gave in, so another approver has to approve the retry. Nothing is sent until then.}}',
  'deskRetry.nobody_else': 'Nobody else here may approve it: ask an administrator for another approver.',
  'deskRetry.others_at_once':
    '{rows, plural, one {The other row needs no approval. By itself it can be tried again at once.} other {The other {rows} rows need no approval. By themselves they can be tried again at once.}}',
  'deskRetry.choose_others': '{rows, plural, one {Choose only that one} other {Choose only those}}',
  'deskRetry.choose_rows': 'Choose rows',
  'deskRetry.called_title': 'Recorded as not paid',
  'deskRetry.called_by': '{by} recorded it as not paid ({at}).',
  'deskRetry.called_by_note': '{by} recorded it as not paid ({at}): {note}',
  'deskRetry.called_by_statement': '{by} gave in a statement that calls it not paid ({at}): {note}',
  'deskRetry.insisted_title': 'May already have been paid',
  'deskRetry.insisted':
    '{by} wants rows tried again that may already have been paid. Ask the provider about them before you approve:',
  'deskRetry.failed_while_waiting':
    '{rows, plural, one {{rows} row failed: the provider refused it, or somebody recorded it as not paid.} other {{rows} rows failed: the provider refused them, or somebody recorded them as not paid.}}',
  'deskRetry.changed': 'The rows have changed since you looked at them. Nothing was sent. Look again.',
  'deskRetry.tried_since':
    'These rows were tried again since you looked at them. Nothing was sent this time. Look again.',
  'deskRetry.policy_since':
    'Whether this retry needs an approval has changed since you looked at it. Nothing was sent. Look again.',
  'deskRetry.row_tried_since':
    'This row was sent again since you looked at it. Nothing was recorded. Look at it again, find out what became of the latest attempt, and record that.',
  'deskRetry.waits':
    'Your request was sent. Because of what a person had recorded as not paid, a second person has to approve it.',
  'deskRetry.waits_rejected':
    'Your request was sent. An approver rejected this before, so an approver has to approve it.',
  'deskRetry.elsewhere_left_out': 'Other batches pay these failed rows, or seem to, so they are left out:',
  'deskRetry.no_more':
    'Nobody can approve this retry any more. Reject it: {who} can then ask again, without these rows.',
  'deskRetry.no_more_own':
    "Nobody can approve this retry any more. Withdraw the request on the batch's page, and ask again for rows that no other batch pays.",
  'deskRetry.failed_elsewhere':
    '{rows, plural, one {{rows} row that failed is paid by another batch, or seems to be. It is not tried again with the others:} other {{rows} rows that failed are paid by other batches, or seem to be. They are not tried again with the others:}}',
  'deskRetry.rows_changed':
    '{rows, plural, one {Line {lines} was tried again or settled since it was asked for.} other {Lines {lines} were tried again or settled since it was asked for.}}',
  'deskRetry.waits_statement':
    'Your request was sent. Because these rows failed by a statement that you, or somebody without an account, gave in, a second person has to approve it.',
  'deskRetry.waits_unusual': 'Your request was sent. The policy requires a second person because of the warnings.',
  'deskRetry.done': '{rows, plural, one {{rows} row is tried again.} other {{rows} rows are tried again.}}',
  'deskRetry.did_reconcile': 'Applied a statement. Rows settled: {rows}. Rows contradicted: {contradicted}.',
  'deskRetry.contradicted_rows':
    '{rows, plural, one {Evidence contradicts what is recorded for {rows} row: look into it before it is paid again.} other {Evidence contradicts what is recorded for {rows} rows: look into them before they are paid again.}}',
  'deskRetry.contradictions': 'What contradicts it',
  'deskRetry.contradictions_text': 'None of this has changed the row. Ask the provider before you pay it again.',
  'deskRetry.contradiction_looked_into': 'Somebody has looked into it.',
  'deskRetry.contradiction_open': 'Nobody has looked into it yet.',
  'deskRetry.withdraw': 'Withdraw the request for a retry',
  'deskRetry.withdrawn':
    '{rows, plural, one {The request is withdrawn: {rows} row stays failed.} other {The request is withdrawn: {rows} rows stay failed.}}',
  'deskRetry.did_withdraw':
    '{rows, plural, one {Withdrew the request to retry {rows} row} other {Withdrew the request to retry {rows} rows}}',
  'deskRetry.withdraw_own_only': '{who} asked for this retry, and only {who} can withdraw the request.',
  'deskRetry.see_waiting': 'See what waits for approval',
  'deskRetry.wrong_number':
    "If the number is wrong or has no mobile money account, trying again does not help. A submitted row's number can't be changed: submit the corrected row in a new file.",
  'deskRetry.home_failed':
    '{rows, plural, one {{rows} row of "{name}" has failed. Once the cause is fixed, you can try it again.} other {{rows} rows of "{name}" have failed. Once the cause is fixed, you can try them again.}}',
  // Rows that are called unpaid, and of which evidence says that they were paid.
  'deskRetry.maybe_paid_badge': 'may have been paid',
  'deskRetry.maybe_paid_by_statement': 'A statement says that it was paid.',
  'deskRetry.maybe_paid_by_notification': 'A notification says that it was paid.',
  'deskRetry.maybe_paid_by_answer': 'A late answer of the provider says that it was paid.',
  'deskRetry.maybe_paid_by_evidence': 'There is evidence that it was paid.',
  'deskRetry.maybe_paid_ask_provider':
    "What to do: ask the provider whether it was paid. Until the provider has answered, don't pay it again, not even with a new file. If it was not paid, whoever runs payrun can have the row sent again.",
  'deskRetry.maybe_paid_ask_then_anew':
    "What to do: ask the provider whether it was paid. Until the provider has answered, don't pay it again, not even with a new file. If it was not paid, submit the row in a new file.",
  'deskRetry.maybe_paid_of_batch':
    "{rows, plural, one {{rows} row is recorded as failed, but may have been paid. Ask the provider. Until it has answered, don't try that row again, and don't put it into a new file.} other {{rows} rows are recorded as failed, but may have been paid. Ask the provider. Until it has answered, don't try those rows again, and don't put them into a new file.}}",
  'deskRetry.maybe_paid_home':
    '{rows, plural, one {{rows} row of "{name}" is recorded as failed, but may have been paid. Ask the provider before anybody pays it again.} other {{rows} rows of "{name}" are recorded as failed, but may have been paid. Ask the provider before anybody pays them again.}}',
  'deskRetry.maybe_paid_left_out':
    '{rows, plural, one {{rows} failed row is left out, because it may have been paid. Ask the provider about it first:} other {{rows} failed rows are left out, because they may have been paid. Ask the provider about them first:}}',
  'deskRetry.maybe_paid_none_left':
    'There is nothing to try again: all rows that failed may have been paid. Ask the provider about them first:',
  'deskRetry.maybe_paid_lines_left_out': 'What you chose may have been paid. Give other lines.',
  'deskRetry.maybe_paid_all_others': 'All others that failed',
  'deskRetry.maybe_paid_see_row': 'See that row',
  'deskRetry.maybe_paid_reference_of_failed':
    "The reference {reference} belongs to line {heldLine} of batch {batchId}, which failed, but there is evidence that it was paid. Leave the row out here, and don't give it another reference. Ask the provider first: if it was not paid, whoever runs payrun can have that row sent again.",
  'deskRetry.maybe_paid_reference_of_cancelled':
    'The reference {reference} belongs to line {heldLine} of batch {batchId}, which was cancelled, but there is evidence that it was paid. Leave the row out, and ask the provider first. If it was certainly not paid, give it a reference of its own.',
  'deskRetry.maybe_paid_ask_then_command':
    "What to do: ask the provider whether it was paid. Until the provider has answered, don't pay it again, not even with a new file. If it was certainly not paid, it can be sent again from a terminal: {command} retry {id} --line {line} --despite-evidence",
  'deskRetry.maybe_not_paid_badge': 'may have failed',
  'deskRetry.maybe_not_paid_by_statement': 'It is recorded as paid, but a statement says that it failed.',
  'deskRetry.maybe_not_paid_by_notification': 'It is recorded as paid, but a notification says that it failed.',
  'deskRetry.maybe_not_paid_by_answer':
    'It is recorded as paid, but a late answer of the provider says that it failed.',
  'deskRetry.maybe_not_paid_ask':
    'What to do: ask the provider whether the money arrived. If it did not, pay it in a new file, with a reference of its own.',
  'deskRetry.maybe_not_paid_of_batch':
    '{rows, plural, one {{rows} row is recorded as paid, but may have failed. Ask the provider whether the money arrived.} other {{rows} rows are recorded as paid, but may have failed. Ask the provider whether the money arrived.}}',
  'deskRetry.maybe_not_paid_home':
    '{rows, plural, one {{rows} row of "{name}" is recorded as paid, but may have failed. Ask the provider whether the money arrived.} other {{rows} rows of "{name}" are recorded as paid, but may have failed. Ask the provider whether the money arrived.}}',
  'deskRetry.contradictions_of_paid': 'None of this has changed the row. Ask the provider whether the money arrived.',
} as const
