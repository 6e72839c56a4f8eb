export const messages = {
  // What the commands say before, while and after they pay; why they refuse.
  'commands.no_problems_file_payable': '{file}: no problems. {payable}.',
  'commands.cell_names_operator_brand_country': 'The operator was given by its brand and country.',
  'commands.letters_look_like_digits_digits_now': 'Letters that look like digits were replaced by digits.',
  'commands.decimals_spreadsheet_gave_number_gone': 'Decimals that a spreadsheet added to the number were removed.',
  'commands.benin_put_01_before_all_numbers': 'Benin put 01 before all numbers on 30 November 2024.',
  'commands.country_code_stood_twice': 'The number had the country code twice.',
  'commands.number_began_like_international_one_no':
    'The number started like an international one but had no country code.',
  'commands.a_column_before_after_reason': '{a}, {column}: "{before}" → "{after}". {reason}',
  'commands.more_fixes_json_prints_all': '… and {hidden} more fixes. --json prints all of them.',
  'commands.no_csv_file_fix_writes_copies': '{name} is neither a CSV file nor a workbook. payrun can copy only those.',
  'commands.copy_csv_file_give_name_ends':
    'The copy is a CSV file or a workbook. Give it a name that ends in .csv or .xlsx instead of {path}.',
  'commands.copy_workbook_give_name_ends':
    'The copy is a workbook. Give it a name that ends in {own} instead of {path}.',
  'commands.copy_sheet_holds_rows':
    'A sheet holds {rows} rows, and the file has more. Give the copy a name that ends in .csv.',
  'commands.copy_no_sheet_holds':
    'A sheet cannot hold this file as it is: a row has too few or too many cells, or a cell has more than 32,767 characters. Give the copy a name that ends in .csv.',
  'commands.copy_with_problems_marked':
    '{rows, plural, one {{output} is a copy of {source} with {rows} row marked: the column "{heading}" says what is wrong with it. Correct the copy, then check it again.} other {{output} is a copy of {source} with {rows} rows marked: the column "{heading}" says what is wrong with each. Correct the copy, then check it again.}}',
  'commands.no_copy_nothing_to_mark': 'There is nothing to mark, so {output} was not written.',
  'commands.report_is_file_itself':
    '{report} is the file that is to be paid, and the report would replace it. Give the report another name.',
  'commands.file_itself_name_another_file_copy': '{output} is the original file. Give the copy another name.',
  'commands.copy_fixed_cells':
    '{n, plural, one {{output}: a copy of {source} with {cells} fixed cell.} other {{output}: a copy of {source} with {cells} fixed cells.}}',
  'commands.copy_utf_8_every_other_cell': 'The copy is in UTF-8. All other cells are unchanged.',
  'commands.payable_rows': '{n, plural, one {{count} payable row} other {{count} payable rows}}',
  'commands.one_off_payout': 'one-off payout',
  'commands.nothing_paid_now': 'Nothing was paid now.',
  'commands.batch_line': 'batch {batchId}, line {heldLine}',
  'commands.payout_same_amount_same_number_less':
    'There is already a payout of the same amount to the same number, less than 24 hours old ({state}, {where}). Give this one a --reference, or add --allow-duplicates if you mean both.',
  'commands.payout_alike':
    'Another payout of the same amount to the same number, under another reference or period, was made recently or is waiting to be paid ({where}).',
  'commands.reference_variant':
    'Another payout ({where}, {state}) has the reference "{held}". The two differ only in leading zeros, zeros after the decimal point, capital letters, the number of spaces, the kind of dashes or apostrophes, or invisible characters. Add --allow-duplicates if they are two payouts.',
  'commands.reference_in_period':
    'This reference is already used for the period {period} ({state}, {where}). If it is the same payment, give that period. If it is another one, give it a reference or a period of its own.',
  'commands.reference_without_period':
    'This reference is already used without a period ({state}, {where}). If it is the same payment, give no period. If it is another one, give it a reference of its own.',
  'commands.reference_paid_already': 'This reference is already paid, in {where}.',
  'commands.reference_paid_already_under_providers_reference':
    "This reference is already paid, in {where}, with the provider's reference {heldReference}.",
  'commands.reference_waiting_paid_status_says_waits':
    'This reference is waiting to be paid, in {where}. To see why: {command} status {batchId}',
  'commands.reference_paid_moment_status_follows':
    'This reference is being paid right now, in {where}. To follow it: {command} status {batchId}',
  'commands.provider_reference_not_said_yet_whether':
    'The provider has this reference, but has not said yet whether it is paid ({where}). For its latest answer: {command} status {batchId}',
  'commands.reference_may_may_not_paid_say':
    'This reference may or may not have been paid ({where}). Say what became of it with {command} resolve {batchId} --line {heldLine}.',
  'commands.reference_evidence_paid_after_all_ask':
    'This reference is {state} in {where}, but there is evidence that it was paid after all. Ask the provider first ({command} audit {batchId} --line {heldLine}).',
  'commands.submitted': 'Submitted {words}.',
  'commands.submitted_invalid_rows_left_out':
    '{invalid, plural, one {Submitted {words}, {invalid} invalid row left out.} other {Submitted {words}, {invalid} invalid rows left out.}}',
  'commands.nothing_paid_until_somebody_other_approves':
    'Nothing is paid until somebody other than {submitter} approves it: {command} approve {id} --account NAME',
  'commands.workers_pay_utc_stop_before_cancel':
    'Workers will pay it from {startAt}. To stop it before then: {command} cancel {id}',
  'commands.workers_pay_follow_status_watch': 'Workers will pay it. To follow it: {command} status {id} --watch',
  'commands.sandbox_workers_pay':
    'Sandbox: nobody is really paid. A sandbox worker will pay it: {command} worker --sandbox. To follow it: {command} status {id} --watch',
  'commands.planned_time_run_already_batch_see':
    'This planned time has already run, as batch {batchId}: see {command} status {batchId}. Nothing was paid now.',
  'commands.very_file_already_submitted_batch_utc':
    'This same file was already submitted, as batch {id} ({when}): see {command} status {id}. Nothing was paid now.',
  'commands.very_file_already_submitted_period_batch':
    'This same file was already submitted for the period {period}, as batch {id} ({when}): see {command} status {id}. Nothing was paid now.',
  'commands.refused_both': '{one} {other}',
  'commands.file_refused': 'The file was refused.',
  'commands.no_row_file_can_paid': 'No row of the file can be paid.',
  'commands.tz_time_zone': '--tz can only be used with --at or --between.',
  'commands.workbook_needs_file_go_name_one': 'A workbook must be written to a file. Name one, as in -o payouts.xlsx.',
  'commands.template_fill_validate': 'Template: {path}. Fill it in, then run: {command} validate {output}',
  'commands.payrun_pays_no_country_pays': 'payrun does not pay to "{name}". It pays to {countries}.',
  'commands.country_and_code': '{country} ({code})',
  'commands.report_cant_written_folder_cant_made':
    "The report can't be written to {home}, because the folder can't be created. payrun report can write it anywhere else.",
  'commands.sheet_holds_rows_file_report_csv':
    'A sheet holds {maxXlsxRows} rows, and the file has {rows}. Ask for the report as CSV, with --format csv.',
  'commands.answers_earlier_process_still_outbox_ledger':
    "The answers of an earlier process are still in the outbox, because the ledger could not store them. payrun can't judge rows without them. Try again, and run {command} doctor.",
  'commands.several_batches_begin_give_more_id': 'Several batches start with "{name}": {ids}. Type more of the id.',
  'commands.no_batch_yet': 'There are no batches yet.',
  'commands.anchor_needs_whole_ledger':
    '--anchor and --against apply to the whole ledger, and --line to a batch: name a batch, or leave --line out.',
  'commands.anchor_key_not_set':
    'Set PAYRUN_ANCHOR_KEY to the file of an Ed25519 key, which signs anchors. docs/operations.md explains how to make one.',
  'commands.anchor_key_unreadable': 'The key of PAYRUN_ANCHOR_KEY, {path}, cannot be read ({code}).',
  'commands.anchor_key_open':
    'The key {path} has to belong to you and be readable by nobody else: run chmod 600 on it.',
  'commands.anchor_public_key_open':
    'The key {path} has to belong to you or root, and nobody else may be able to write to it.',
  'commands.anchor_key_wrong': '{path} is not a private Ed25519 key in PEM format, which --anchor needs.',
  'commands.anchor_public_key_wrong': '{path} is not an Ed25519 key in PEM format.',
  'commands.anchor_unreadable': 'The anchor {path} cannot be read ({code}).',
  'commands.anchor_is_none': '{path} is not an anchor written by audit --anchor.',
  'commands.anchor_signature_wrong':
    'This key did not sign {path}: the anchor was changed, or another key signed it. It proves nothing.',
  'commands.anchor_of_another_ledger': 'The anchor {path} belongs to another ledger.',
  'commands.no_batch_command_list_shows_all': 'There is no batch "{name}". The command list shows all of them.',
  'commands.postgres_database_url': 'the Postgres of DATABASE_URL',
  'commands.embedded_postgres': 'the embedded Postgres',
  'commands.cannot_sign_check_user_password_database':
    'Cannot sign in to {where}. Check the user and password in DATABASE_URL.',
  'commands.postgres_without_tls':
    'The Postgres of DATABASE_URL does not offer TLS. Turn TLS on there, or allow the connection without it with PAYRUN_ALLOW_CLEARTEXT=postgres.',
  'commands.database_database_url_names_doesnt_exist':
    'The database in DATABASE_URL does not exist. Create it first (createdb).',
  'commands.user_has_no_right':
    'The user of DATABASE_URL is not allowed to do this. Use payrun_desk, or a user with the same rights.',
  'commands.user_database_url_may_not_use':
    "The user of DATABASE_URL is not allowed to use payrun's tables, or to create them. Run payrun migrate as their owner, who has to be allowed to create tables in the database.",
  'commands.cannot_reach_check_running_database_url':
    'Cannot reach {where} ({why}). Check that it is running and that DATABASE_URL is right.',
  'commands.cannot_reach_check_running': 'Cannot reach {where} ({why}). Check that it is running.',
  'commands.provider_cannot_used': 'The provider cannot be used.',
  'commands.not_set_set_environment_env_try':
    '{n, plural, one {{names} is not set. Set it in the environment or in .env, or try payrun out with {command} run FILE --sandbox.} other {{names} are not set. Set them in the environment or in .env, or try payrun out with {command} run FILE --sandbox.}}',
  'commands.not_set_set_environment_env_running':
    '{n, plural, one {{names} is not set. Set it in the environment or in .env, or use that of a running sandbox ({command} sandbox).} other {{names} are not set. Set them in the environment or in .env, or use those of a running sandbox ({command} sandbox).}}',
  'commands.applied': 'Applied {name}.',
  'commands.tables_up_date': 'The tables are up to date.',
  'commands.has_its_rights': 'Granted {role} its rights.',

  // Schedules, approvals and purges.
  'commands.nothing_when_paid': 'There was nothing at {path} when it was to be paid.',
  'commands.no_file_when_paid':
    '{path} was not a file but a pipe, a socket or a device when it was to be paid. Put a file or a folder there.',
  'commands.still_written_when_paid': '{path} was still being written when it was to be paid.',
  'commands.could_not_looked_when_paid': '{path} could not be read when it was to be paid ({code}).',
  'commands.file_ended_process':
    'The worker died {tries} times while it read {path}. payrun does not open this file again by itself. Check it, then run the schedule by hand, save the file again, or split it.',
  'commands.schedule_stopped_meanwhile':
    'The schedule was paused or removed while this file was being read, so it was not submitted. To pay it all the same, submit the file yourself.',
  'commands.may_be_cut_off':
    "{path} may not be complete: its last line doesn't end with a line break. payrun reads it once it has not changed for a minute.",
  'commands.name_taken_before':
    '{file} was submitted as batch {batchId}, and its content has changed since. A scheduled folder takes each file name once: give the file another name to have it paid.',
  'commands.changed_since_run_early':
    '{file} was submitted early as batch {batchId}, and its content has changed since. The changes were not paid: a schedule pays each planned time once. To pay additional rows, submit them in another file.',
  'commands.batch_of_time_cancelled':
    '{file} was not paid: its batch {batchId} was cancelled, and a schedule does not submit it again by itself. To pay it, run this time by hand: payrun schedule run {id}',
  'commands.unexpected_error_bug_log_worker_more': "An unexpected error (a bug). The worker's log has the details.",
  'commands.batch_approved': 'Batch {id} is approved by {approver}: {payable}.',
  'commands.workers_pay_utc': 'Workers will pay it from {startAt}.',
  'commands.workers_pay_without_one_resume': 'Workers will pay it. If none is running: {command} resume {id}',
  'commands.batch_not_approved_rows_not_submitted':
    'Batch {id} was not approved: its rows are not the ones that were submitted. The audit command shows what changed. Cancel the batch.',
  'commands.batch_not_approved_file_another_one':
    'Batch {id} was not approved: it has a different file (sha256 {fileSha256}).',
  'commands.batch_not_approved': 'Batch {id} was not approved. {why}',
  'commands.batch_cant_approved_submitted_somebody_else':
    "{approver} can't approve batch {id}, because they, or somebody with the same login, submitted it. Somebody else has to do it: {command} approve {id} --account NAME",
  'commands.batch_not_approved_changed_moment_look':
    'Batch {id} was not approved: it has just changed. Look at it again.',
  'commands.batch_doesnt_wait_approval': 'Batch {id} is not waiting for approval: it is {state}.',
  'commands.batch_approved_already': 'Batch {id} was already approved by {approver}: it is {state}.',
  'commands.database_disk_full': 'The disk of the database is full: make room there.',
  'commands.database_memory_full': 'The database is out of memory: give its server more of it.',
  'commands.database_connections_full':
    'The database takes no more connections: too many are open. Close some of them, or raise max_connections.',
  'commands.database_short_nothing_lost': '{why} Nothing is lost. Run the command again afterwards.',
  'commands.database_queue_went_away_nothing_lost':
    'The database or the queue became unavailable ({error}). Nothing is lost. Run the command again when it is back.',
  'commands.purge_before_what': '--before: "{before}" must be a date such as 2026-01-31, yesterday at the latest.',
  'commands.purge_forbidden':
    'The user of DATABASE_URL is not allowed to change whom a row pays. Run this as the owner of the tables (the migrator).',
  'commands.purged_batch':
    '{rows, plural, one {{id}  {name}, {rows} row, ended {day}} other {{id}  {name}, {rows} rows, ended {day}}}',
  'commands.would_purge':
    '{batches, plural, one {{batches} batch would be purged; nothing was changed.} other {{batches} batches would be purged; nothing was changed.}}',
  'commands.purged':
    '{batches, plural, =0 {No batch was purged.} one {{batches} batch purged: its names and phone numbers are gone for good.} other {{batches} batches purged: their names and phone numbers are gone for good.}}',
  'commands.would_purge_notifications':
    '{notifications, plural, one {The custom_data of {notifications} notification would be deleted.} other {The custom_data of {notifications} notifications would be deleted.}}',
  'commands.purged_notifications':
    '{notifications, plural, one {The custom_data of {notifications} notification was deleted.} other {The custom_data of {notifications} notifications was deleted.}}',
  'commands.stopped_while_storing':
    'Interrupted. {command} list shows whether the file was stored. You can submit it again: a file that was stored is refused.',
  'commands.purge_left_open':
    '{rows, plural, one {Batch {id} was left alone: it has {rows} row that is unknown or accepted. Settle it first.} other {Batch {id} was left alone: it has {rows} rows that are unknown or accepted. Settle them first.}}',
  'commands.purge_left_retry':
    '{rows, plural, one {Batch {id} was left alone: a retry of {rows} row waits for approval. Decide on it first.} other {Batch {id} was left alone: a retry of {rows} rows waits for approval. Decide on it first.}}',
  'commands.purge_left_maybe_paid':
    '{rows, plural, one {Batch {id} was left alone: a statement, notification or late answer of the last 31 days says that {rows} row of it was paid after all, and payrun warns of a second payout by its number. It can be purged once those 31 days are over.} other {Batch {id} was left alone: a statement, notification or late answer of the last 31 days says that {rows} rows of it were paid after all, and payrun warns of a second payout by their numbers. It can be purged once those 31 days are over.}}',
  'commands.purge_left_called':
    '{rows, plural, one {Batch {id} was left alone: in the last 31 days, somebody recorded {rows} row of it as not paid, and payrun recognizes another payout to the same person by its number. It can be purged once those 31 days are over.} other {Batch {id} was left alone: in the last 31 days, somebody recorded {rows} rows of it as not paid, and payrun recognizes other payouts to the same people by their numbers. It can be purged once those 31 days are over.}}',
  'commands.purge_left_needed':
    'Batch {id} was left alone: {others, plural, one {batch {other} has} other {{others} batches (one is {other}) have}} rows to the same numbers that failed or are not settled, and payrun compares them with this batch so that nobody is paid twice. Settle or retry these rows first, or purge them too.',
  'commands.purge_left_report':
    'This report still contains names, and payrun does not change reports outside its own folder. Delete it or write it again: {path}',

  // What listen and sandbox say: where they listen, and what came of each notification.
  'commands.ready_signed':
    'Listening. Use the address above as callback_url. Notifications have to be signed with PAYRUN_CALLBACK_SECRET. Stop with Ctrl-C.',
  'commands.ready_unsigned':
    'Listening. Use the address above as callback_url. Notifications are not signed, since PAYRUN_CALLBACK_SECRET is not set: whoever knows the address can claim that something was paid, so keep it secret. Stop with Ctrl-C.',
  'commands.open_to_others':
    'Warning: on {host}, notifications arrive without TLS, and others on the network can read the address. Put a server with TLS in front of payrun, and leave out --host.',
  'commands.sandbox_open_to_others':
    'Warning: on {host}, others on the network can reach the sandbox, see what was sent to it, and make it post notifications. Leave out --host to keep it to this machine.',
  'commands.port_in_use': 'Port {port} on {host} is already in use. Choose another with --port.',
  'commands.cannot_listen': "Can't listen on {host}, port {port}. Choose another address with --host and --port.",
  'commands.token_invalid': '{path} does not contain a token: delete it, and payrun creates a new one.',
  'commands.token_unreadable': "{path} can't be read or created: check who owns it, or set PAYRUN_LISTEN_TOKEN.",
  'commands.notification': '{at}  {reference}  {status}: {effect}',
  'commands.reference_unknown': 'no payment here has this reference. Nothing was done.',
  'commands.payout_settled': 'line {line} of batch {batch} is now {state}.',
  'commands.payout_agrees': 'line {line} of batch {batch} was already {state}.',
  'commands.payout_undecided': 'line {line} of batch {batch} stays {state}, since this status settles nothing.',
  'commands.payout_contradicted':
    'this contradicts the ledger, where line {line} of batch {batch} is {state}. Nothing was changed: look into it.',
  'commands.payment_settled': 'online payment {id} is now {state}.',
  'commands.payment_agrees': 'online payment {id} was already {state}.',
  'commands.payment_undecided': 'online payment {id} stays {state}, since this status settles nothing.',
  'commands.payment_contradicted':
    'this contradicts the ledger, where online payment {id} is {state}. Nothing was changed: look into it.',
  'commands.collection_settled': 'collection {id} is now {state}.',
  'commands.collection_agrees': 'collection {id} was already {state}.',
  'commands.collection_undecided': 'collection {id} stays {state}, since this status settles nothing.',
  'commands.collection_contradicted':
    'this contradicts the ledger, where collection {id} is {state}. Nothing was changed: look into it.',
  'commands.sandbox_left_out':
    '{batches, plural, one {{batches} batch of the sandbox is left out: nobody was really paid by it.} other {{batches} batches of the sandbox are left out: nobody was really paid by them.}} To settle one, name it: {command} reconcile BATCH STATEMENT',
  'commands.report_pain_002_answers_pain_001':
    'A pain.002 report answers a pain.001 file, and this is not one. Choose another format for the report.',
} as const
