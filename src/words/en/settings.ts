export const messages = {
  'settings.must_desk_url':
    '{name} must be the address that people use, without a path: https://pay.example.com, or http://127.0.0.1 and a port.',
  // What is wrong with a variable of the environment, or with a file that is to be written.
  'settings.set_environment_env': '{problem} Set it in the environment or in .env.',
  'settings.the_environment': 'the environment',
  'settings.cant_read_check_text_file_you': "{path} can't be read: check that it is a text file that you may read.",
  'settings.env_line_unreadable':
    "Line {line} of {path} can't be read. Write NAME=value, with quotes around the whole value or without any, and no space after the = of an empty one.",
  'settings.env_not_utf_8': "{path} isn't saved as UTF-8: save it as plain text in UTF-8.",
  'settings.certificates_unchecked':
    'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the check of certificates, so that anybody in between could read the keys and answer for the provider. Unset it. To trust a certificate authority of your own, name its file in NODE_EXTRA_CA_CERTS.',
  'settings.must_key': '{name} must be a key without spaces, line breaks and characters beyond ASCII: copy it again.',
  'settings.must_address_only': '{name} must be an address without a user, a password, ? and #.',
  'settings.must_address_such': '{name} must be an address such as {example}.',
  'settings.must_address_such_redis_127_0':
    '{name} must be an address such as redis://127.0.0.1:6379, or one of sentinels or a cluster.',
  'settings.must_whole_number': '{name} must be a whole number from {min} to {max}.',
  'settings.must_path_such_v1_payment_status':
    '{name} must be a path with {field} in it, such as /v1/payment/status/{field}.',
  'settings.must_words_of_refusal':
    '{name} must be words separated by commas, and none of them may mean a timeout, a duplicate, a payment in progress or a success.',
  'settings.must_be_webhook_secret':
    '{name} must be whsec_ followed by 24 to 64 bytes in base64, or a text that begins differently.',
  'settings.must_least_16_characters': '{name} must have at least 16 characters.',
  'settings.must_22_100_letters_digits': '{name} must be 22 to 100 letters, digits, - or _.',
  'settings.must_address_listen_such_127_0': '{name} must be an address to listen on, such as 127.0.0.1 or 0.0.0.0.',
  'settings.must_port_off': '{name} must be a port or off.',
  'settings.must_1_0': '{name} must be 1 or 0.',
  'settings.must_e_mail_address_such_payrun': '{name} must be an e-mail address such as payrun@example.com.',
  'settings.must_e_mail_addresses_commas_between': '{name} must be e-mail addresses separated by commas.',
  'settings.must_be_log_level': '{name} must be fatal, error, warn, info, debug, trace or silent.',
  'settings.must_be_cleartext': '{name} must be one or more of {kinds}, separated by commas.',
  'settings.in_the_clear':
    '{name} names another machine without TLS: anybody on the way could read what is sent, passwords too. Use {instead}, or allow it with PAYRUN_ALLOW_CLEARTEXT={kind}.',
  'settings.not_yours':
    '{path} belongs to another user (uid {uid}, you are uid {own}), who could put files of their own there: payrun uses nothing in it. Work in a folder of your own, or set PAYRUN_HOME to one.',
  'settings.others_may_write':
    '{path} can be changed by other users (mode {mode}): payrun uses nothing in it. Remove that right: chmod go-w {path}',
  'settings.link_of_another':
    "{path} is another user's link in a folder that everybody can write to: payrun writes nothing through it. Name a file in a folder of your own.",
  'settings.must_en_fr': '{name} must be en or fr.',
  'settings.must_number_payouts_second_such_20': '{name} must be a number of payouts a second, such as 20 or 0.5.',
  'settings.must_more_0_most_100000': '{name} must be more than 0 and at most 100000.',
  'settings.must_list_operators_payouts_second_such':
    '{name} must be a list of operators with their payouts a second, such as mtn-benin=20,wave-senegal=0.5.',
  'settings.payrun_crash_point_payruns_own_fault':
    "PAYRUN_CRASH_POINT is for payrun's own fault tests and is refused here: unset it.",
  'settings.payrun_crash_point_must_token_point':
    'PAYRUN_CRASH_POINT must be a token, a point ({crashPoints}), kill, stop, throw or block=MS, and perhaps a number.',
  'settings.report_cant_written': "The report can't be written to {path}: {reason}",
  'settings.copy_cant_written': "The copy can't be written to {path}: {reason}",
  'settings.template_cant_written': "The template can't be written to {path}: {reason}",
  'settings.anchor_cant_written': "The anchor can't be written to {path}: {reason}",
  'settings.folder_does_not_exist_create_name': 'the folder {path} does not exist. Create it, or name another file.',
  'settings.part_file_not_folder_name_another': 'a part of {path} is a file, not a folder. Name another file.',
  'settings.folder_name_file': 'it is a folder. Name a file in it.',
  'settings.you_may_not_write_folder_permission':
    "you can't write in the folder {path}. Have the permission changed, or name another file.",
  'settings.disk_can_only_read_name_file': 'that disk can only be read. Name a file on another disk.',
  'settings.disk_full_make_room_name_file':
    'the disk is full. Make room, or name a file on another disk, then try again.',
  'settings.larger_file_may_name_file_another': 'it is larger than files can be there. Name a file on another disk.',
  'settings.name_too_long_choose_shorter_one': 'the name is too long. Choose a shorter one.',
  'settings.links_way_go_round_circle_name': 'the links on the way to it form a loop. Name another file.',
  'settings.system_answered_try_again_name_another': 'the system answered {code}. Try again, or name another file.',
  'settings.unknown_error': 'an unknown error',
  'settings.report_cant_written_not_plain_file':
    "The report can't be written to {path}: it is not a plain file. Name a file, or leave the file out to get the report on standard output.",
  'settings.copy_cant_written_not_plain_file':
    "The copy can't be written to {path}: it is not a plain file. Name a file.",
  'settings.template_cant_written_not_plain_file':
    "The template can't be written to {path}: it is not a plain file. Name a file, or leave the file out to get the template on standard output.",
  'settings.anchor_cant_written_not_plain_file':
    "The anchor can't be written to {path}: it is not a plain file. Name a file.",
  'settings.unknown_error_2': 'unknown error',
  'settings.system_answered_write_report_again_another':
    'the system answered {code}. Write the report again, or to another place.',
  'settings.report_could_not_written': 'The report could not be written: {why}',

  // What doctor finds.
  'settings.ok': 'ok',
  'settings.warning': 'warning',
  'settings.problem': 'problem',
  'settings.check': 'Check',
  'settings.finding': 'Finding',
  'settings.all_well': 'All is well.',
  'settings.only_warnings': 'Nothing is in the way. Warnings: {warnings}.',
  'settings.problems_found': 'Problems to fix before paying: {problems}. Warnings: {warnings}.',

  'settings.name_home': 'home folder',
  'settings.name_outbox': 'outbox',
  'settings.name_disk': 'disk space',
  'settings.name_ledger': 'ledger',
  'settings.name_primary': 'ledger: primary',
  'settings.name_fsync': 'ledger: fsync',
  'settings.name_synchronous_commit': 'ledger: synchronous_commit',
  'settings.name_full_page_writes': 'ledger: full_page_writes',
  'settings.name_checksums': 'ledger: data checksums',
  'settings.name_schema': 'ledger: schema',
  'settings.name_past': 'ledger: past',
  'settings.name_marks': 'ledger: marks',
  'settings.name_replication': 'ledger: replication',
  'settings.past_whole': 'The ledger has everything that payrun has seen of it.',
  'settings.past_asked': 'The ledger moved to another server; payrun is asking its workers whether it is complete.',
  'settings.past_awaits_statement':
    "The ledger lacks what happened since {since}. Load the provider's statement since then: {command} recover --statement FILE",
  'settings.past_advice': 'Nothing is sent until you say what happened: {command} recover',
  'settings.marks_kept': '{marks} kept outside the ledger',
  'settings.marks_none_yet': 'none yet: workers keep them in PAYRUN_HOME, and in Redis if there is one',
  'settings.marks_none':
    'Workers have paid from this ledger, and no mark of theirs is here: a ledger that goes back in time would not be noticed from this machine.',
  'settings.marks_advice': 'Keep PAYRUN_HOME on a volume that survives restarts, or set REDIS_URL.',
  'settings.replication_confirmed':
    'Each commit waits for {standbys}: a failover to a synchronous standby goes on by itself.',
  'settings.replication_unconfirmed':
    'The database does not wait until a standby server has the same. If a standby takes over after a failure, the latest payments may be missing there, so payrun sends nothing until you run recover, unless marks in Redis show that nothing is missing. To avoid that, let the database wait for each standby (synchronous_standby_names).',
  'settings.name_clock': 'ledger: clock',
  'settings.name_float': 'float: {currency}',
  'settings.name_float_sandbox': 'float: {currency} (sandbox)',
  'settings.name_schedule': 'schedule: {name}',
  'settings.name_queue': 'queue',
  'settings.name_policy': 'queue: maxmemory-policy',
  'settings.name_persistence': 'queue: persistence',
  'settings.name_provider': 'provider',

  'settings.node_too_old': 'payrun needs Node 24, and this is {version}.',

  'settings.env_file_open': 'Others on this machine can read {path}, which holds secrets. Run chmod 600 on it.',
  'settings.variable_unknown': 'payrun has no variable of this name: is this a typo?',
  'settings.variable_wrong': 'not checked: {variable} is wrong',
  'settings.value_wrong': '{wrong} It is set in {from}.',
  'settings.set': 'set in {from}',
  'settings.set_to': 'set in {from}: {value}',
  'settings.default': 'default: {value}',
  'settings.rate': '{rate} a second',
  'settings.not_set': 'not set',
  'settings.not_set_needed': 'not set: without it, only --sandbox can pay',
  'settings.not_set_database': 'not set: the ledger is on the embedded Postgres of PAYRUN_HOME',
  'settings.not_set_redis': "not set: the queue is on the ledger's Postgres",
  'settings.not_set_rate': 'not set: no limit',
  'settings.not_set_status_path': 'not set: accepted rows wait for a statement or a person',
  'settings.not_set_log_level': 'not set: info for worker, warn for other commands',

  'settings.home_to_be_made': '{home} does not exist yet: payrun will create it',
  'settings.home_cannot_be_made': "{home} does not exist, and can't be created in {parent}.",
  'settings.home_no_folder': 'PAYRUN_HOME must be a folder, and {path} is not one. Set it to a folder of your own.',
  'settings.home_takes_no_folders':
    "PAYRUN_HOME can't be in {path}, where no folders can be created. Set it to a folder of your own.",
  'settings.home_not_writable': "payrun can't write to {home} ({code}).",
  'settings.home_not_writable_unknown': "payrun can't write to {home}, for a reason the system does not give.",
  'settings.home_advice': 'Set PAYRUN_HOME to a folder of your own.',
  'settings.home_writable': '{home} is writable (mode {mode})',
  'settings.home_open': 'Others on this machine can look into {home} (mode {mode}). Run chmod 700 on it.',
  'settings.outbox_empty': 'empty',
  'settings.outbox_waiting':
    '{files, plural, one {# file of answers is waiting to be recorded in the ledger. The next run, resume or worker with this PAYRUN_HOME records it.} other {# files of answers are waiting to be recorded in the ledger. The next run, resume or worker with this PAYRUN_HOME records them.}}',
  'settings.outbox_of_others':
    '{files, plural, one {# file of answers in {folder} is of another ledger, and nothing that uses this one records it. Start payrun once with the DATABASE_URL of that ledger and this PAYRUN_HOME. If that ledger is gone for good, delete the file.} other {# files of answers in {folder} are of another ledger, and nothing that uses this one records them. Start payrun once with the DATABASE_URL of that ledger and this PAYRUN_HOME. If that ledger is gone for good, delete the files.}}',
  'settings.outbox_unreadable':
    "{files, plural, one {# file could not be read, and was set aside as .bad in {folder}. It holds the provider's answers: look into it.} other {# files could not be read, and were set aside as .bad in {folder}. They hold the provider's answers: look into them.}}",
  'settings.disk_free': '{gib} GiB free',
  'settings.disk_low': 'Only {mib} MiB are free.',
  'settings.disk_full': 'The disk is full.',
  'settings.disk_unknown': 'This system does not say how much is free.',
  'settings.disk_advice': 'Free some space, or set PAYRUN_HOME to a folder on another disk.',

  'settings.ledger_not_reached': 'not checked: the ledger was not reached',
  'settings.postgres_answers': 'Postgres {version} answers',
  'settings.embedded_postgres_answers': 'embedded Postgres {version} answers',
  'settings.takes_writes': 'accepts writes',
  'settings.synchronous_commit_by_payrun':
    "on in payrun's sessions, which set it themselves; {byDefault} by the server's default",
  'settings.checksums_off': 'off: a page that the disk corrupts would not be noticed at once',
  'settings.schema_newer': 'The ledger is at version {version}, which this payrun does not know. Use a newer payrun.',
  'settings.schema_of_other_edition':
    'The ledger was made by another edition of payrun. Use that one, or another database or PAYRUN_HOME.',
  'settings.schema_to_be_made': 'none yet: the first command creates it',
  'settings.schema_older': 'version {version}: the next command brings it up to date',
  'settings.schema_up_to_date': 'version {version}, up to date',
  'settings.clock_agrees': "agrees with this machine's clock",
  'settings.clock_ahead': "The database's clock is {seconds} s ahead of this machine's.",
  'settings.clock_behind': "The database's clock is {seconds} s behind this machine's.",
  'settings.clock_advice': 'Synchronise both with NTP.',
  'settings.float_left': '{left} may still be spent; {open} is waiting to be sent',
  'settings.float_short': 'Only {left} may still be spent, and {open} is waiting to be sent.',
  'settings.float_waits':
    '{n, plural, one {{count} batch waits for it ({batches}): {left} may still be spent, and {open} is waiting to be sent.} other {{count} batches wait for it ({batches}): {left} may still be spent, and {open} is waiting to be sent.}}',

  'settings.queue_on_ledger': "on the ledger's Postgres",
  'settings.queue_ledger_not_checked': "not checked: it is on the ledger's Postgres",
  'settings.redis_not_reached': 'not checked: Redis was not reached',
  'settings.redis_not_looked_at': 'not checked: Redis did not give the database',
  'settings.redis_answers': 'Redis answers, and does not give its version',
  'settings.redis_version_answers': 'Redis {version} answers',
  'settings.redis_policy_hidden': 'This Redis does not report it: make sure that it is noeviction',
  'settings.redis_append_only_file': 'append-only file',
  'settings.redis_snapshots': 'snapshots only: the latest jobs may be lost, and are enqueued again',

  'settings.provider_is_sandbox': 'The built-in sandbox is the provider here. Nobody is really paid.',
  'settings.provider_not_set': 'not checked: PAYRUN_PROVIDER_URL is not set',
  'settings.provider_answers': 'answers (HTTP {httpStatus} to a HEAD of the base address)',
  'settings.provider_in_the_clear':
    'It answers (HTTP {httpStatus}), but over http: keys and payouts can be read on the way. Use https.',
  'settings.provider_out_of_order': 'It answers with HTTP {httpStatus}: it may be out of order.',
  'settings.provider_unreadable': 'It accepts connections, but gave no readable answer to a HEAD of the base address.',
  'settings.provider_advice': 'Check PAYRUN_PROVIDER_URL and the network.',
} as const
