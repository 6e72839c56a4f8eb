export const messages = {
  // What the commands say of a batch: its state, its rows, what to do next.
  'summary.cancelled': 'Cancelled',
  'summary.rows': '{rows, plural, one {{rows} row} other {{rows} rows}}',
  'summary.rows_done_total': '{total, plural, one {{done}/{total} row} other {{done}/{total} rows}}',
  'summary.held_no_clear_answers': 'held, no clear answers: {held}',
  'summary.held': '{line}; held: {held}',
  'summary.begins_message': '{begins}: {message}',
  'summary.about_left': 'about {time} left',
  'summary.days': '{minutes} days',
  'summary.paying': 'Paying',
  'summary.watching': 'Watching',
  'summary.do_next': 'What to do next',
  'summary.report': 'Report: {reportPath}',
  'summary.batch': 'Batch {batchId}',
  'summary.batch_batch_id': 'Batch: {batchId}',
  'summary.batch_batch_id_payable': 'Batch {batchId}: {payable}.',
  'summary.awaiting_approval': 'Awaiting approval',
  'summary.being_paid': 'Being paid',
  'summary.paused': 'Paused',
  'summary.all_rows_paid': '{rows, plural, one {The only row is paid} other {All {rows} rows are paid}}',
  'summary.all_rows_paid_some_elsewhere': 'All {rows} rows are paid, {elsewhere} of them in other batches',
  'summary.total': 'total',
  'summary.status': 'Status',
  'summary.it_took': 'It took {took}.',
  'summary.took_at_rate': 'It took {took} ({rate}).',
  'summary.provider_reference': 'Provider reference: {providerReference}',
  'summary.why_error_message': 'Why: {errorMessage}',
  'summary.report_says_why': '{command} report {batchId} says why.',
  'summary.no_answer': 'no answer ({answer})',
  'summary.somebody': 'somebody',
  'summary.period': 'Period',
  'summary.state': 'State',
  'summary.country': 'Country',
  'summary.code': 'Code',
  'summary.operator': 'Operator',
  'summary.currency': 'Currency',
  'summary.dialling_code': 'Dialling code',
  'summary.help_waiting':
    'list what waits for somebody: batches and retries to approve, paused batches, unknown, accepted and failed rows, failed schedules, operators on hold',
  'summary.nothing_waits': 'Nothing waits for anybody.',
  'summary.batch_waits':
    '{rows, plural, one {{who} submitted {rows} row to pay ({sums}) on {at}.} other {{who} submitted {rows} rows to pay ({sums}) on {at}.}}',
  'summary.no_batches_yet': 'No batches yet. Submit a file: {command} run FILE',
  'summary.batch_head': 'Batch',
  'summary.name_head': 'Name',
  'summary.rows_head': 'Rows',
  'summary.paid_head': 'Paid',
  'summary.held_head': 'Held',
  'summary.is_held': 'held',
  'summary.is_probed': 'probed',
  'summary.held_by':
    '{operator} has been held by {who} since {since}: nothing is sent to it until somebody releases it.',
  'summary.held_by_with_note':
    '{operator} has been held by {who} since {since} ({note}): nothing is sent to it until somebody releases it.',
  'summary.being_probed':
    '{operator} was held because of {why}. payrun is probing it with one row at a time, until a clear answer comes.',
  'summary.held_until_probed':
    '{operator} has been held since {since} because of {why}. From {until} on, payrun probes it with one row at a time.',
  'summary.not_paid_before': 'Not to be paid before {at}.',
  'summary.contradicted':
    '{n, plural, one {A statement, a notification or a late answer contradicts {rows} row: line {lines}. Ask the provider about it first. What contradicts it:} other {Statements, notifications or late answers contradict {rows} rows, the first on lines {lines}. Ask the provider about them first. What contradicts the first:}}',
  'summary.retry_waits':
    'A retry of {rows, plural, one {# row} other {# rows}}, asked for by {who} on {at}, waits for a second person.',
  'summary.asked_about_accepted_rows': 'Asked about accepted rows, the provider said',
  'summary.rows_answered': '{rows, plural, one {{rows} row: {answer}.} other {{rows} rows: {answer}.}}',
  'summary.rows_answered_asking_over':
    "{rows, plural, one {{rows} row: {answer}. payrun has stopped asking: look at the provider's statement.} other {{rows} rows: {answer}. payrun has stopped asking: look at the provider's statement.}}",
  'summary.rows_answered_some_over':
    "{rows, plural, one {{rows} row: {answer}. payrun has stopped asking about {over} of them: look at the provider's statement.} other {{rows} rows: {answer}. payrun has stopped asking about {over} of them: look at the provider's statement.}}",
  'summary.answer_under_way': 'under way ({answer})',
  'summary.answer_decides_nothing': '{answer}. This settles nothing',
  'summary.answer_not_known': '"{answer}", which payrun does not know. This settles nothing',
  'summary.paused_go_on': '{why} To go on:',
  'summary.paused_rows_wait':
    '{rows, plural, one {{why} {rows} row is waiting to be paid. To go on:} other {{why} {rows} rows are waiting to be paid. To go on:}}',
  'summary.release_first': '{operator} is held by hand, and resume does not end that. Release it first:',
  'summary.rows_left_to_workers':
    '{rows, plural, one {{rows} row is still to be paid, by any running `{worker}` or by `{resume}`. To follow it:} other {{rows} rows are still to be paid, by any running `{worker}` or by `{resume}`. To follow them:}}',
  'summary.needs_approval': 'Nothing is paid until somebody other than the submitter approves it:',
  'summary.name_to_type': 'NAME',
  'summary.statement_to_type': 'STATEMENT',
  'summary.batch_is_paused': 'The batch is paused.',
  'summary.you_interrupted': 'You interrupted the payment.',
  'summary.was_interrupted': 'The payment was interrupted.',
  'summary.stopped_by_service':
    'The process that was paying this batch was told to stop on {at}. Nothing is sent until somebody resumes it.',
  'summary.process_told_to_stop': 'The process that was paying was told to stop.',
  'summary.paused_by_person': 'This batch was paused by hand.',
  'summary.rejected': 'An approver rejected this batch, and nothing in it is paid.',
  'summary.paused_until_its_time':
    'This batch is waiting for its time. Workers will pay it then; with resume, it is paid at once.',
  'summary.paused_unauthorized': 'The provider rejected the credentials. Check PAYRUN_APP_KEY and PAYRUN_MERCHANT_KEY.',
  'summary.paused_unauthorized_says':
    'The provider rejected the requests and says: "{says}" If this is about the credentials, check PAYRUN_APP_KEY and PAYRUN_MERCHANT_KEY. If not, ask the provider: the account may not be approved for payouts.',
  'summary.paused_wrong_interface':
    "There is no payout interface at the provider's address. Check PAYRUN_PROVIDER_URL.",
  'summary.paused_redirected':
    'The provider redirected the request. payrun does not follow redirects, since that could pay twice. Check PAYRUN_PROVIDER_URL: perhaps it should begin with https:// or name another host.',
  'summary.paused_tls':
    "The provider's certificate can't be trusted, so nothing was sent. Check PAYRUN_PROVIDER_URL and this machine's date; if both are right, ask the provider.",
  'summary.paused_too_many_unknown':
    "Too many rows may or may not have been paid, so payrun stopped before there were more. First find out what happened from the provider's statement.",
  'summary.paused_refused_in_a_row':
    'Many payouts in a row were refused, all with the same words: "{says}" payrun stopped before the rest of the file was refused too. If your account with the provider is empty, top it up first.',
  'summary.paused_refused_without_reason':
    'Many payouts in a row were refused, all without a reason. payrun stopped before the rest of the file was refused too. Ask the provider why; perhaps your account is empty.',
  'summary.paused_operator_held':
    'An operator is held, because its rows got no clear answers or because somebody held it, and no other rows are left to pay. `{operators}` shows which one.',
  'summary.paused_window':
    'An operator has planned maintenance, and no rows of other operators are left to pay. Workers go on by themselves when it is over: `{operators}` shows when.',
  'summary.paused_hours':
    'This batch is paid only in certain hours, and it is outside them now. Workers go on by themselves when the hours begin. Without a worker, resume it then.',
  'summary.paused_float':
    'The next payment would exceed what may be spent (the float or a budget), and there is nothing else left to pay. Workers go on by themselves once there is enough: `{float}` shows what is left, `{set}` says what the account holds now.',
  'summary.paused_unreachable':
    'The provider could not be reached for 2 minutes. Nothing is lost. Check the network and PAYRUN_PROVIDER_URL.',
  'summary.paused_mark_unwritable':
    'For 2 minutes, payrun could not write down how far paying has come, and it sends nothing without that. Nothing is lost. The disk of PAYRUN_HOME may be full or read-only, or Redis may be out of reach: `{doctor}` shows which.',
  'summary.rows_unknown':
    "{rows, plural, one {{rows} row may or may not have been paid. payrun will never send it again by itself. The provider's statement settles it (or resolve does, for a single row):} other {{rows} rows may or may not have been paid. payrun will never send them again by itself. The provider's statement settles them (or resolve does, row by row):}}",
  'summary.see_report': 'See the report for why.',
  'summary.rows_failed_retry':
    '{rows, plural, one {{rows} row failed: the provider refused it, or somebody recorded it as not paid. {why} If a number is wrong, submit the corrected row in a new file. Once any other cause is fixed, try again:} other {{rows} rows failed: the provider refused them, or somebody recorded them as not paid. {why} If a number is wrong, submit the corrected row in a new file. Once any other cause is fixed, try again:}}',
  'summary.rows_failed_retry_after_resume':
    '{rows, plural, one {{rows} row failed: the provider refused it, or somebody recorded it as not paid. {why} If a number is wrong, submit the corrected row in a new file. Once any other cause is fixed and the batch has gone on, try again:} other {{rows} rows failed: the provider refused them, or somebody recorded them as not paid. {why} If a number is wrong, submit the corrected row in a new file. Once any other cause is fixed and the batch has gone on, try again:}}',
  'summary.rows_failed_then_new_file':
    '{rows, plural, one {{rows} row failed: the provider refused it, or somebody recorded it as not paid. {why} Fix the problem and submit the row in a new file.} other {{rows} rows failed: the provider refused them, or somebody recorded them as not paid. {why} Fix the problem and submit the rows in a new file.}}',
  'summary.rows_failed_purged':
    "{rows, plural, one {{rows} row failed, and no money moved. The batch's names and numbers were purged, so it can't be tried again: submit it in a new file.} other {{rows} rows failed, and no money moved. The batch's names and numbers were purged, so they can't be tried again: submit them in a new file.}}",
  'summary.rows_failed_contradicted':
    '{rows, plural, one {{rows} row failed, but may have been paid after all (see above). Try nothing again until that is clear.} other {{rows} rows failed, but {n} of them may have been paid after all (see above). Try nothing again until that is clear.}}',
  'summary.rows_accepted':
    "{rows, plural, one {{rows} row is with the provider, which has not said yet whether it is paid. The provider's statement settles it (or resolve does, for a single row):} other {{rows} rows are with the provider, which has not said yet whether they are paid. The provider's statement settles them (or resolve does, row by row):}}",
  'summary.rows_accepted_asked':
    '{rows, plural, one {{rows} row is with the provider, which has not said yet whether it is paid. Workers keep asking. Wait, then look again:} other {{rows} rows are with the provider, which has not said yet whether they are paid. Workers keep asking. Wait, then look again:}}',
  'summary.rows_invalid':
    '{rows, plural, one {{rows} row is invalid and was skipped. The report says why. Fix it and submit it in a new file.} other {{rows} rows are invalid and were skipped. The report says why. Fix them and submit them in a new file.}}',
  'summary.rows_paid_elsewhere':
    '{rows, plural, one {{rows} row was skipped because it is already paid} other {{rows} rows were skipped because they are already paid}} in {n, plural, one {batch} other {batches}} {batches}. There is nothing to do.',
  'summary.rows_open_elsewhere':
    '{rows, plural, one {{rows} row was skipped because it is already} other {{rows} rows were skipped because they are already}} in {n, plural, one {batch} other {batches}} {batches}, not paid or not certainly. Settle or retry {rows, plural, one {it} other {them}} there:',
  'summary.rows_cancelled':
    '{rows, plural, one {{rows} row was cancelled before it was sent. No money moved for it.} other {{rows} rows were cancelled before they were sent. No money moved for them.}}',
  'summary.hand_on_report': 'For a report to print or forward:',
  'summary.batch_named': 'Batch {batchId} ({name})',
  'summary.settled_not_all_paid':
    '{notPaid, plural, one {Settled, but {notPaid} of {rows} rows is not paid} other {Settled, but {notPaid} of {rows} rows are not paid}}',
  'summary.settled_some_maybe_paid': 'Settled, but {maybe} of {rows} rows may or may not have been paid',
  'summary.settled_not_and_maybe_paid':
    'Settled, but of {rows} rows, {notPaid, plural, one {{notPaid} is} other {{notPaid} are}} not paid and {maybe} may or may not have been paid',
  'summary.count_paid': '{rows} paid',
  'summary.count_failed': '{rows} failed',
  'summary.count_unknown': '{rows} unknown',
  'summary.count_accepted': '{rows} accepted',
  'summary.count_sending': '{rows} sending',
  'summary.count_pending': '{rows} pending',
  'summary.count_invalid': '{rows} invalid',
  'summary.count_cancelled': '{rows} cancelled',
  'summary.no_problems': '{file}: no problems.',
  'summary.problem_at_line': 'line {line}',
  'summary.problem_at_element': 'element {line}',
  'summary.problem': '{at}: {problem}',
  'summary.problem_of_column': '{at}, {column}: {problem}',
  'summary.problem_of_cell': '{at}, {column} "{value}": {problem}',
  'summary.problem_of_row': '{at}, "{value}": {problem}',
  'summary.problem_at_lines': 'lines {lines}',
  'summary.problem_at_elements': 'elements {lines}',
  'summary.problem_column': '{column} (column {letter})',
  'summary.problem_values': 'Likewise: {values}.',
  'summary.problem_value': '{at} "{value}"',
  'summary.problem_value_meant': '{at} "{value}" → {suggestion}',
  'summary.problem_value_as_earlier': '{at} "{value}" (already on line {earlier})',
  'summary.more_problems': '… and {more} more. --json prints all of them.',
  'summary.problems': '{problems, plural, one {{file}: {problems} problem.} other {{file}: {problems} problems.}}',
  'summary.problems_in_rows':
    '{file}: {problems, plural, one {{problems} problem} other {{problems} problems}} in {rows, plural, one {{rows} row} other {{rows} rows}} ({kinds}).',
  'summary.fix_statement': 'Export {file} again or fix it, then load it again.',
  'summary.fix_file': 'Fix {file} and submit it again.',
  'summary.skip_invalid': 'To pay the other rows now and leave these out, add --skip-invalid.',
  'summary.allow_duplicates': 'If the rows that look like duplicates are intended, add --allow-duplicates.',
  'summary.workbook_to_terminal': "A workbook can't be shown on a terminal. Name a file, as in -o paid.xlsx.",
  'summary.sandbox': 'Sandbox: nobody is really paid',
  'summary.state_in_sandbox': 'sandbox, {state}',
  'summary.sandbox_batches': 'Sandbox batches are trials: nobody was paid.',
  'summary.reason_person': 'by hand',
  'summary.reason_scheduled': 'scheduled',
  'summary.reason_unauthorized': 'not authorized',
  'summary.reason_wrong_interface': 'wrong address',
  'summary.reason_redirected': 'redirected',
  'summary.reason_tls': 'certificate not trusted',
  'summary.reason_too_many_unknown': 'too many unknown',
  'summary.reason_refused_in_a_row': 'refused in a row',
  'summary.reason_operator_held': 'operator held',
  'summary.reason_window': 'planned maintenance',
  'summary.reason_hours': 'outside its hours',
  'summary.reason_float': 'float spent',
  'summary.reason_provider_unreachable': 'provider out of reach',
  'summary.reason_mark_unwritable': "progress can't be recorded",
  'summary.reason_rejected': 'rejected',
  // What one person was paid, over all batches.
  'summary.person_does': 'show everything that one person was paid, over all batches',
  'summary.person_help_word':
    'the beginning of a name or of a reference, or the end of a phone number; several words of a name in quotes',
  'summary.person_help_limit': 'how many people are shown at most',
  'summary.person_note_person':
    'The shell keeps what you type in its history. The desk has the same search under People.',
  'summary.person_whom':
    'Whom do you look for? Type the beginning of a name or of a reference, or the end of a number.',
  'summary.person_nobody_found':
    'Nobody was found for {word}. Type the beginning of a name or of a reference, or the end of a number.',
  'summary.person_there_are_more': 'Only the first {shown} are shown. Type more of the name, or use --limit.',
  'summary.person_name_and_number': '{name}, {number}',
  'summary.person_references': 'References: {references}',
  'summary.person_paid_so_far':
    '{n, plural, one {Paid {sums} in {payouts} payout; {open} open.} other {Paid {sums} in {payouts} payouts; {open} open.}}',
  'summary.person_paid_nothing': 'Not paid yet; {open} open.',
  'summary.person_trials':
    '{n, plural, one {{payouts} payout of the sandbox is not counted: nobody was paid.} other {{payouts} payouts of the sandbox are not counted: nobody was paid.}}',
  'summary.person_when_utc': 'When (UTC)',
  'summary.person_batch_and_line': 'Batch:line',
  'summary.word_placeholder': '<word>',
  'summary.columns_missing':
    'The statement has no column that payrun knows for: {fields}. Not used: {columns}. If one of these is it, say so: --map {field}="…"',
  'summary.person_doubtful':
    '{n, plural, one {Evidence contradicts # of these payouts: ask the provider before you pay again.} other {Evidence contradicts # of these payouts: ask the provider before you pay again.}}',
  'summary.rejected_by': '{who} rejected this batch on {at}. Nobody was paid.',
  'summary.cancelled_by':
    '{who} cancelled this batch on {at}. Nothing more will be sent. What was sent before stays as it is.',
  'summary.paused_by': '{who} paused this batch on {at}. Nothing is sent until somebody resumes it.',
  'summary.paused_by_why': '{who} paused this batch on {at}: "{note}". Nothing is sent until somebody resumes it.',
} as const
