export const messages = {
  // The desk's page for a new batch: the file, what is wrong with it, what is paid of it and when.
  'deskNew.text':
    'Choose the file with the people to pay. You will see what it pays, and what is wrong with it, before anything is paid.',
  'deskNew.step_file': 'Choose a file',
  'deskNew.step_check': 'Check it',
  'deskNew.step_pay': 'Pay',
  'deskNew.step_either': 'Pay or send for approval',
  'deskNew.step_send': 'Send for approval',
  'deskNew.choose_file': 'File of payouts',
  'deskNew.choose_another': 'Choose another file',
  'deskNew.choose_hint':
    'A workbook (.xlsx), a CSV file, JSON or pain.001 (.xml), up to 512 MB. Each row has an operator, a mobile number and an amount.',
  'deskNew.drop_here': 'Drop the file here, or choose it:',
  'deskNew.upload': 'Upload and check',
  'deskNew.uploading': 'Uploading…',
  'deskNew.checking': 'The file is here. Checking it…',
  'deskNew.upload_broken':
    'The upload was interrupted, and nothing was kept. Check the connection and send the file again.',
  'deskNew.no_file': 'Choose a file first.',
  'deskNew.private':
    'Only you can see the file until you submit it. It stays at this desk for a day, or until you discard it.',
  'deskNew.your_drafts': 'Files that you have not submitted yet',
  'deskNew.uploaded': 'Uploaded',
  'deskNew.size': 'Size',
  'deskNew.too_many_drafts':
    '{drafts, plural, one {You have {drafts} file here that is not submitted, and with this one there would be too many. Submit it or discard it first.} other {You have {drafts} files here that are not submitted, and with this one there would be too many. Submit or discard some of them first.}}',
  'deskNew.no_room':
    'There is no room for more files at the moment. Files that nobody submits are removed after a day. Ask an administrator if this is urgent.',
  'deskNew.no_draft':
    'This file is not here. It was submitted or discarded, a day has passed, or it was uploaded to another desk. Upload it again: nothing was paid.',
  'deskNew.changed_elsewhere':
    'This file was changed in another window in the meantime. Here is how it is now. Nothing was paid.',
  'deskNew.nothing_wrong': 'There is nothing wrong with the rows of this file.',
  'deskNew.not_editable':
    'The entries of this file cannot be written as a table without changing them. Correct them in the program that wrote the file, and upload it again.',
  'deskNew.becomes_csv':
    'This file is not a table (it is JSON, NDJSON or pain.001). If you correct or leave out entries here, payrun creates a CSV file with the same entries, and pays that file instead. The uploaded file stays unchanged.',
  'deskNew.is_csv':
    "{name} was rewritten as a CSV file: the same entries with your corrections. Its column {column} says which entry of {name} each row was. {name}'s own control totals and execution date are not carried over: compare the totals below with yours.",
  'deskNew.as_csv': 'rewritten as CSV',
  'deskNew.cell_not_fixable':
    'This could not be corrected here: the cell may hold a formula, or be part of a larger one. Nothing was changed. Correct it in your spreadsheet program and upload the file again.',
  'deskNew.cell_not_here':
    'This cell cannot be corrected here. Correct it in your spreadsheet program and upload the file again, or leave the row out.',
  'deskNew.cell_has_formula':
    'This cell has a formula, so it cannot be corrected here. In your spreadsheet program, type the value in place of the formula and upload the file again.',
  'deskNew.row_has_formula':
    'This row has a formula, so it cannot be left out by itself. Delete it in your spreadsheet program and upload the file again, or leave out all rows with problems.',
  'deskNew.cells_corrected': '{n, plural, one {{n} cell corrected} other {{n} cells corrected}}',
  'deskNew.rows_left_out': '{n, plural, one {{n} row left out} other {{n} rows left out}}',
  'deskNew.dropped': 'The file was discarded. Nothing in it was paid.',
  'deskNew.drop': 'Discard this file',
  'deskNew.drop_short': 'Discard',
  'deskNew.drop_named': 'Discard {name}',
  'deskNew.drop_title': 'Discard this file?',
  'deskNew.drop_text':
    '{name} will be removed from the desk, with everything that you corrected in it. Nothing in it has been paid.',
  'deskNew.submitted': 'The batch is submitted. Sending this file again for the same period pays nobody a second time.',
  'deskNew.already_title': 'Already submitted',
  'deskNew.already_submitted':
    'You had already submitted this file ({at}), {holds}. What you typed since then has no effect.',
  'deskNew.holds_time': 'to be paid from {at} on',
  'deskNew.holds_no_time': 'to be paid as soon as possible',
  'deskNew.holds_hours': 'only between {from} and {to} ({tz})',
  'deskNew.started':
    '{people, plural, one {Payment has started: {sums} to {people} person.} other {Payment has started: {sums} to {people} people.}}',
  'deskNew.in_progress': 'This file is being submitted at the moment. Look again in a minute.',
  'deskNew.check_file': 'Check {name}',
  'deskNew.found_rows': 'Rows in the file',
  'deskNew.sum': 'Total to pay',
  'deskNew.sum_valid': 'Total of the rows without problems',
  'deskNew.hash_fixed': 'Fingerprint of the corrected file',
  'deskNew.fixed_cells': 'Corrected here',
  'deskNew.same_batch': 'Open the batch that this file made',
  'deskNew.cannot_pay': 'Nothing in this file can be paid yet',
  'deskNew.nothing_payable': 'No row of this file can be paid.',
  'deskNew.with_problems': '{rows, plural, one {{rows} row has a problem} other {{rows} rows have problems}}',
  'deskNew.with_problems_text':
    'Make the corrections here, leave rows out, or correct the file and upload it again. Nothing is paid before you decide.',
  'deskNew.left_out_now':
    '{rows, plural, one {{rows} row with a problem is left out and will not be paid} other {{rows} rows with problems are left out and will not be paid}}',
  'deskNew.take_in': 'Do not leave them out',
  'deskNew.leave_all': '{rows, plural, one {Leave out this row} other {Leave out these {rows} rows}}',
  'deskNew.left_out': 'Rows left out',
  'deskNew.now_left_out': '{n, plural, one {{count} row is left out now.} other {{count} rows are left out now.}}',
  'deskNew.not_left_out':
    '{n, plural, one {{count} row with a problem is not left out any more.} other {{count} rows with problems are not left out any more.}}',
  'deskNew.leave_kind_many': 'Leave out all these rows',
  'deskNew.done_and': '{done} {still}',
  'deskNew.no_problem_left': 'No row has a problem any more.',
  'deskNew.problems_left':
    '{n, plural, one {{count} row still has a problem.} other {{count} rows still have a problem.}}',
  'deskNew.problems_workbook': 'Download the problems as a workbook',
  'deskNew.problems_file': 'problems',
  'deskNew.more_of_kind': '{n, plural, one {Show all {count}} other {Show all {count}}}',
  'deskNew.all_kinds': 'All problems',
  'deskNew.next_rows': 'Next rows',
  'deskNew.previous_rows': 'Previous rows',
  'deskNew.first_problems': 'Only the first {count} problems are listed. The workbook has all of them.',
  'deskNew.line': 'Line {line}',
  'deskNew.entry': 'Entry {entry}',
  'deskNew.line_of_entry': 'Line {line} (entry {entry} of the uploaded file)',
  'deskNew.new_value': '{column}, line {line}',
  'deskNew.new_value_entry': '{column}, entry {entry}',
  'deskNew.alike': '{column}: all {rows} rows with "{value}"',
  'deskNew.alike_empty': '{column}: all {rows} rows where it is empty',
  'deskNew.alike_many': '{column}: all rows with "{value}"',
  'deskNew.alike_many_empty': '{column}: all rows where it is empty',
  'deskNew.leave_row': 'Leave out line {line}',
  'deskNew.leave_entry': 'Leave out entry {entry}',
  'deskNew.fix': 'Correct and check again',
  'deskNew.fixed': 'Done: {what}. The uploaded file itself is unchanged.',
  'deskNew.nothing_typed': 'Nothing was changed: every cell already says that.',
  'deskNew.duplicates_allowed': 'Rows that look like payouts already made are paid, too',
  'deskNew.duplicates_allowed_text':
    'You said that these people are to be paid again. References that are already paid or waiting are still refused within the same period, but not those of another period.',
  'deskNew.allow_duplicates': 'They are meant: pay them, too',
  'deskNew.allow_duplicates_text':
    'If these are separate payouts, you can pay them all the same: the same people then get the same amount once more. A reference that is already paid, or waits to be paid, is refused only within the same period. Under another period it is paid again.',
  'deskNew.disallow_duplicates': 'Take this choice back',
  'deskNew.totals_differ':
    'You have corrected rows or left some out, so the total or number of rows in the file no longer matches them. Compare the new sum with your own figures: is this what you want to pay?',
  'deskNew.totals_tell': 'The new sum is right: do not compare the total of the file',
  'deskNew.totals_told': 'The total of the file is not compared',
  'deskNew.totals_told_text': 'You said so after you had corrected rows. The sum that is paid is the one on this page.',
  'deskNew.totals_wrong':
    'Below is the sum of the rows. If the rows are right and the total line is wrong, you can pay by the rows. Whoever approves the batch sees that you set the total of the file aside.',
  'deskNew.totals_wrong_tell': 'The total line is wrong: pay by the rows',
  'deskNew.totals_wrong_told':
    'You said that the total line of the file is wrong. The sum that is paid is the one on this page.',
  'deskNew.without_own_total': 'own total not compared',
  'deskNew.totals_compare': 'Compare it again',
  'deskNew.how_read': 'How the file is read',
  'deskNew.how_read_text': 'Change this if payrun has misread something.',
  'deskNew.sheet': 'Sheet to pay',
  'deskNew.by_itself': 'Found by itself',
  'deskNew.by_itself_as': '{name} (found by itself)',
  'deskNew.no_such_column': 'None',
  'deskNew.choose': 'Not chosen yet',
  'deskNew.column_for': 'Column for the {field}',
  'deskNew.hidden': 'Hidden rows and columns',
  'deskNew.hidden_ask': 'Refuse the file if there are any',
  'deskNew.hidden_pay': 'Count them like the others',
  'deskNew.hidden_row': 'hidden',
  'deskNew.hidden_skip': 'Leave them out',
  'deskNew.check_again': 'Check again',
  'deskNew.read_again': 'Read again with your choices.',
  'deskNew.first_rows': 'The first rows of the file',
  'deskNew.more_columns':
    '{n, plural, one {The file has {count} more column.} other {The file has {count} more columns.}}',
  'deskNew.entry_head': 'Entry',
  'deskNew.pay_title': 'Name, time and control totals',
  'deskNew.details_title': 'Name, period and time',
  'deskNew.batch_name': 'Name of the batch',
  'deskNew.batch_name_hint': 'What you and your colleagues call it.',
  'deskNew.period': 'Period (optional)',
  'deskNew.period_hint': 'What it is paid for, such as 2026-11. The same references can be paid once in each period.',
  'deskNew.at': 'Do not pay before (optional)',
  'deskNew.at_hint': 'Leave it empty to pay at once. Time zone: {timeZone}',
  'deskNew.between': 'Pay only between (optional)',
  'deskNew.between_hint':
    'Hours of each day, such as 08:00-18:00. Leave it empty to pay at any time. Time zone: {timeZone}',
  'deskNew.expect_count': 'Expected number of payouts (optional)',
  'deskNew.expect_total': 'Expected total (optional)',
  'deskNew.expect_hint': 'From your payroll. If the file differs, nothing is paid.',
  'deskNew.agrees': 'The file agrees with your control totals.',
  'deskNew.say_number': 'Expected number of payouts: write a whole number, such as 400.',
  'deskNew.pay': '{people, plural, one {Pay {people} person {sums}} other {Pay {people} people {sums}}}',
  'deskNew.pay_payouts':
    '{people, plural, one {Make {rows} payouts to {people} person, {sums}} other {Make {rows} payouts to {people} people, {sums}}}',
  'deskNew.send':
    '{people, plural, one {Send for approval: {people} person, {sums}} other {Send for approval: {people} people, {sums}}}',
  'deskNew.send_payouts':
    '{people, plural, one {Send for approval: {rows} payouts to {people} person, {sums}} other {Send for approval: {rows} payouts to {people} people, {sums}}}',
  'deskNew.pay_now_text':
    'Payment starts as soon as you press the button. You can pause it, but a payout that was sent cannot be taken back.',
  'deskNew.pay_at_from': 'Payment starts no earlier than',
  'deskNew.send_text': 'Nothing is paid before it is approved.',
  'deskNew.sandbox_text': 'This is the sandbox: nobody is really paid.',
  'deskNew.first_solve': 'Decide on the problems above first. Then you can go on here.',
  'deskNew.first_correct': 'Correct the fields marked above first. Then you can go on here.',
  'deskNew.look_again': 'You changed {what}. Check the batch, then press again.',
  'deskNew.changed_period': 'the period',
  'deskNew.changed_at': 'the start time',
  'deskNew.changed_between': 'the hours of payment',
  'deskNew.changed_expect_count': 'the expected number of payouts',
  'deskNew.changed_expect_total': 'the expected total',
  'deskNew.changed_rows': 'rows of the file',
  'deskNew.changed_reading': 'which part of the file is paid',
  'deskNew.differs_title': 'Nothing was paid',
  'deskNew.to_others': 'All your files',
  'deskNew.kind_malformed': 'Rows that cannot be read',
  'deskNew.kind_missing_operator': 'Operator missing',
  'deskNew.kind_unknown_operator': 'Unknown operator',
  'deskNew.kind_operator_country_mismatch': 'Operator of another country',
  'deskNew.kind_unknown_country': 'Unknown country',
  'deskNew.kind_missing_phone': 'Number missing',
  'deskNew.kind_invalid_phone': 'Number not valid',
  'deskNew.kind_phone_country_mismatch': 'Number of another country',
  'deskNew.kind_phone_not_mobile': 'Number that is not a mobile one',
  'deskNew.kind_missing_amount': 'Amount missing',
  'deskNew.kind_invalid_amount': 'Amount not valid',
  'deskNew.kind_amount_not_positive': 'Amount of zero or less',
  'deskNew.kind_too_many_decimals': 'Too many decimals',
  'deskNew.kind_amount_over_limit': 'Amount over the limit',
  'deskNew.kind_unknown_currency': 'Unknown currency',
  'deskNew.kind_currency_mismatch': 'Currency of another country',
  'deskNew.kind_invalid_name': 'Name not valid',
  'deskNew.kind_duplicate_reference': 'Reference used twice in the file',
  'deskNew.kind_reference_in_use': 'Already paid, perhaps paid, or waiting to be paid',
  'deskNew.in_use_first': 'This row is listed under "{kind}", too. Look there first.',
  'deskNew.kind_possible_duplicate': 'Perhaps paid already',
  // What the command line says with an option, for people who have a page.
  'deskNew.no_visible_sheet': 'The workbook has no visible sheet. Show the sheet to pay, and upload it again.',
  'deskNew.sheet_no_rows':
    'The sheet "{sheet}" has no rows: there is nothing to pay. Choose another sheet if that is what you meant.',
  'deskNew.other_sheets': 'The workbook has {visible} sheets. Only "{name}" was read. Not read: {others}.',
  'deskNew.hidden_what': 'Show what is hidden in the workbook, or choose below what to do with it.',
  'deskNew.hidden_sheets': 'The workbook has hidden sheets, which are not read: {hidden}.',
  'deskNew.perhaps_hidden_sheet':
    '{message} The workbook has hidden sheets, which were not read: {hidden}. If one of them is to be paid, show it in your spreadsheet program and upload the file again.',
  'deskNew.several_sheets': 'Several sheets of the workbook could be paid: {sheets}. Choose one below.',
  'deskNew.either_column': '"{one}" and "{other}" could both be the column for {field}. Choose the right one below.',
  'deskNew.no_column_named': 'There is no column "{column}" for {field}; the file has: {seen}.',
  'deskNew.choose_column':
    'Choose below which column it is. If the file does not have it, add it there and upload the file again.',
  'deskNew.brand_in_several_countries':
    '"{text}" is an operator in several countries, and nothing here says in which. Choose the operator ({codes}), or write the number with its country code.',
  'deskNew.brand_probably':
    '"{text}" is an operator in several countries. By the number and the rest of the file, it is probably {code}. If so, choose it.',
  'deskNew.operator_missing': 'The operator is missing. Choose it.',
  'deskNew.unknown_operator': 'There is no operator "{text}". Choose one from the list, or leave the row out.',
  'deskNew.expected_count': 'You expected {expectCount} payouts, but the file has {valid}.',
  'deskNew.expected_total': 'You expected a total of {amount}, but the rows add up to {sum}.',
  'deskNew.expected_one_currency':
    'A total can only be compared in a file of one currency, and this one has several ({found}). Use the number of payouts.',
  'deskNew.expected_nothing': 'You expected a total of {text}, but no row of the file can be paid.',
  'deskNew.expected_unreadable': 'Expected total: {message}',
  'deskNew.reference_variant':
    'The reference "{reference}" is already used on line {first}. The two differ only in leading zeros, zeros after the decimal point, capital letters, the number of spaces, the kind of dashes or apostrophes, or invisible characters. Leave one of the rows out, or say that both are meant.',
  'deskNew.same_payment':
    'Line {earlier} pays the same amount to the same number. Leave one of them out, give both a reference, or say that both are meant.',
  'deskNew.variant_of_batch':
    'Batch {batchId}, line {heldLine} ({state}) has the reference "{held}". The two differ only in leading zeros, zeros after the decimal point, capital letters, the number of spaces, the kind of dashes or apostrophes, or invisible characters. Leave the row out, or say that both are meant.',
  'deskNew.held_in_period':
    'This reference is already in batch {batchId}, line {heldLine}, for the period {period} ({state}). If it is the same payment, type that period. If it is another one, type a period of its own, or say that both are meant.',
  'deskNew.held_without_period':
    'This reference is already in batch {batchId}, line {heldLine}, without a period ({state}). If it is the same payment, leave the period empty. If it is another one, say that both are meant.',
  'deskNew.held_elsewhere':
    'This reference is already in batch {batchId}, line {heldLine}, {held} ({state}). If it is the same payment, leave the row out. If it is another one, say that both are meant.',
  'deskNew.report_failed':
    'This row comes from a report: it is line {heldLine} of batch {batchId}, which failed. Try that row again in its batch, and leave it out here. If it is another payout, clear what the report added to it (status to payrun_id).',
  'deskNew.report_failed_changed':
    "This row comes from a report: it is line {heldLine} of batch {batchId}, which failed, but its number, operator or amount is another one now. Trying that row again would use the old ones. To pay the row as it is here, clear what the report added to it (status to payrun_id) and upload the file again. Then don't try line {heldLine} of that batch again.",
  'deskNew.reference_paid': 'This reference is already paid in batch {batchId}, line {heldLine}.',
  'deskNew.reference_used': 'This reference is already used ({state}) in batch {batchId}, line {heldLine}.',
  'deskNew.reference_once':
    'A reference is paid once in each period. Leave these rows out if these people have been paid for this period.',
  'deskNew.other_month':
    'If this is the payroll of another month, type its period below, such as 2026-12, and press "Check again".',
  'deskNew.same_file_period':
    'This same file was already submitted for the period {period}, as "{name}" (batch {batchId}, {when}). {paid}',
  'deskNew.same_file_no_period':
    'This same file was already submitted without a period, as "{name}" (batch {batchId}, {when}). {paid}',
  'deskNew.repeats_batch':
    '{rows} of the {of} rows have the same number and amount as payouts of the last 24 hours, {same} of them as in "{name}" ({held}, {when}), where this is paid already or waits to be paid: the same people would get {sums} a second time ({rows, plural, one {line} other {lines}} {lines}).',
  'deskNew.repeats_some':
    '{rows} of the {of} rows have the same number and amount as in "{name}" ({held}, {when}), where this is paid already or waits to be paid: the same people would get {sums} a second time ({rows, plural, one {line} other {lines}} {lines}).',
  'deskNew.repeats_period':
    '{repeated} Is it the same payroll? Then type its period below, {period}, and press "Check again": the rows that are already paid are refused, and you pay only the others.',
  'deskNew.repeats_no_period':
    '{repeated} Is it the same payroll? Then leave the period below empty and press "Check again": the rows that are already paid are refused, and you pay only the others.',
  'deskNew.repeats_again': '{repeated} It was confirmed that this is meant.',
  'deskNew.alike_paid':
    'A payout of the same amount to the same number is {state} in batch {batchId}, line {heldLine}: leave the row out, give it a reference, or say that both are meant.',
  'deskNew.same_file': 'This same file was already submitted, as batch {id} ({when}). Nothing was paid now.',
  'deskNew.same_file_in_period':
    'This same file was already submitted for the period {period}, as batch {id} ({when}). Nothing was paid now.',
  'deskNew.differs_from_seen':
    'What would be paid is no longer what you were shown, because other payouts were made or the policy was changed in the meantime. Here is what it would pay now.',
  'deskNew.not_hours': '"{text}" is not a span of hours such as 08:00-18:00, or 22:00-05:00 over midnight.',
  'deskNew.hours_of_no_time': '{text} begins and ends at the same time. Leave it empty to pay at any time.',
  'deskNew.at_past': 'This time is in the past ({text}). Leave it empty to pay at once.',
  'deskNew.at_far': 'This time is more than a year away ({text}). Check the year.',
  'deskNew.at_no_time': '"{text}" is not a time such as 2026-12-01T08:00.',
  'deskNew.at_skipped': '{text} does not exist in {where}, where the clocks go forward. Choose another time.',
  'deskNew.at_twice': '{text} happens twice in {where}, where the clocks go back. Choose another time.',
} as const
