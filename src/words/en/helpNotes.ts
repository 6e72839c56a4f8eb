export const messages = {
  'helpNotes.desk_does': 'serve the web console and the HTTP API, and pay what is submitted',
  'helpNotes.desk_without_worker': 'do not pay in this process: workers do',
  'helpNotes.desk_first_start':
    'The first start prints a link that works once, for an hour, to create the first account. Behind a TLS proxy, set PAYRUN_DESK_URL to the address that people use.',
  // --help: the paragraphs below the options.
  'helpNotes.references_used_earlier_batches_checked_run':
    'If there is a ledger, validate says what run and submit would say of the file with the same options.',
  'helpNotes.names_columns_no_rows_workbooks_first':
    'The file has column names and no rows. In a workbook, fill in the first sheet: its columns are text, so that leading zeros and plus signs stay. The other sheets list the operators and explain the columns.',
  'helpNotes.ends_4_when_trail_not_intact': 'Exits with code 4 if the trail is not intact.',
  'helpNotes.anchor':
    "Somebody who can write to the tables can change a record and recompute every hash after it. Only an anchor that was written before shows such a change: keep anchors, and the key, where that person can't reach them. docs/operations.md explains how to make a key.",
  'helpNotes.flight_settles_workers_paying_stop_within':
    'Rows in flight still settle, and workers stop paying through the operator within 5 seconds. Other operators go on. A batch that has only rows of held operators left is paused (operator_held). payrun does not probe an operator that a person holds: only operators release ends the hold.',
  'helpNotes.batches_paused_hold_named_payrun_resume':
    'The command names the batches that were paused because of the hold. Continue each with payrun resume.',
  'helpNotes.row_refused_gives_reference_back_nothing':
    'The reference of a failed row can be used again. Nothing is retried, and the command exits with code 2, if',
  'helpNotes.another_batch_pays_one_rows_now':
    '- another batch now pays one of the rows: the same reference, also where only one of the two batches has a period, or, for a row without one, the same number, amount and currency (in the last two cases, what was sent since or in the last 24 hours, or waits to be sent; add --allow-duplicates to pay both);',
  'helpNotes.late_answer_statement_says_one_rows':
    '- according to a late answer or a statement, the money of one of the rows moved (ask the provider, then use --despite-evidence);',
  'helpNotes.one_named_lines_not_failed': '- one of the lines you named has not failed;',
  'helpNotes.batch_paused_rows_not_sent_yet':
    '- the batch is paused with rows that were not sent yet (resume or cancel it first).',
  'helpNotes.nothing_retry_ends_0_when_every':
    'If there is nothing to retry, it exits with code 0 when every row is paid, and with code 2 otherwise. After paying, it exits as run does.',
  'helpNotes.row_becomes_paid_failed_failed_one':
    "The row becomes paid or failed, and you can retry a failed row. payrun keeps the note, your login name and the time. It masks the beneficiary's name, and digits that look like a phone number, in the note.",
  'helpNotes.columns_found_french_english_names_reference':
    'payrun finds the columns by their French or English names: reference, phone, amount, currency, status, date. A statement without a status column lists what was carried out. Amounts may be negative. Lines without a reference and a number (totals, fees) are counted and ignored. Times without a zone are UTC. 03/04/2026 is 3 April unless the file shows otherwise.',
  'helpNotes.line_matched_row_providers_reference_else':
    "payrun matches a line with a row by the provider's reference, or else by number, amount, currency and time: from 10 minutes before the row was sent to 48 hours after. Each line matches one row and each row one line, or there is no match. Doubtful lines are listed and settle nothing.",
  'helpNotes.complete_says_statement_made_after_batchs':
    "With --complete, you state that the statement was made after the batch's last row was sent, covers the whole time of the batch, and is of the right account: rows that are not on it were then not paid. payrun refuses it if it isn't certain that the statement reaches past the moment at which a missing row was sent (a day without a time counts from its beginning, times without a zone may be up to 3 hours ahead, and clocks may differ by 2 minutes), if paid rows are missing too, or if a statement without dates or numbers lists no row of the batch. A missing row stays as it is if no payment in the statement that payrun knows, sent at most a day before the row, shows that it covers the row's operator (one through it, or through two operators of its country): it may be another operator's. --covers says that it covers that operator all the same. If the statement has no status column, accepted rows stay as they are: the provider may still hold them.",
  'helpNotes.contradicts_paid_failed_row_changes_nothing':
    'A line that contradicts a paid or failed row changes nothing and is kept as a discrepancy. A failed row that the statement calls paid is not retried without --despite-evidence. Exits with code 0 if no row is left and nothing is contradicted, with 3 if the statement is refused, and with 4 otherwise.',
  'helpNotes.approval_covers_files_bytes_number_rows':
    'The approval covers the exact file, the number of rows and their totals, and is stored with them. A name that differs only in case, accents, spaces, punctuation or look-alike letters is the same name. Exits with code 2 if you submitted the batch yourself, and with 3 if something is not as you expect.',
  'helpNotes.workers_run_schedules_without_one_payrun':
    'Workers run schedules: if none is running (payrun worker), nothing happens at a planned time.',
  'helpNotes.file_taken_each_planned_time_not':
    "payrun reads the file at each planned time, not now. A file's schedule pays each period once, even if it fires twice or late. A folder's schedule takes each new file once, by its name. If no worker was running at some of the planned times, only the latest is made up for.",
  'helpNotes.call_made_once_asked_kept_ledger':
    'payrun makes the call once. It stores the request in the ledger, without personal data, so that listen knows its reference. To try it out, start payrun sandbox and set PAYRUN_PROVIDER_URL to the address that it prints.',
  'helpNotes.ends_0_when_under_way_2':
    "Exits with code 0 if the payment is under way, with 2 if an option is wrong (nothing is sent), with 4 if the provider refused it or nobody can know what became of it, with 5 if the provider certainly did not take it (it can't be reached, refused the keys, or asked to wait), and with 6 if the ledger can't be reached.",
  'helpNotes.without_reference_payout_looks_like_one':
    'Without a reference, payrun refuses a payout that may duplicate one of the last 24 hours (same number, amount and currency).',
  'helpNotes.ends_0_when_paid_3_when':
    'Exits with code 0 if it is paid, with 3 if payrun refuses it (nothing is paid now, and payrun names the batch that holds the reference), with 4 if it failed or nobody can know whether it was paid, and with 5 if it is still to be paid: continue with resume.',
  'helpNotes.give_printed_address_callback_url_last':
    'Use the printed address as callback_url. Its last part is a secret token: PAYRUN_LISTEN_TOKEN, or else one that is created once and kept in PAYRUN_HOME. With PAYRUN_CALLBACK_SECRET, listen refuses notifications that are not signed with it.',
  'helpNotes.notification_kept_before_answered_settles_payment':
    "listen stores a notification before it answers. A notification settles a payment or collection of this ledger, or an accepted payout. It never creates a payment and never changes what is paid: if it contradicts the ledger, it is kept for you to look at. Repeated notifications are recognised. Exits with code 0 when you stop it, with 2 if it can't listen at this address, and with 6 without a database.",
  'helpNotes.browser_sandbox_carried_out_handset_where':
    'Open these in a browser: /sandbox (what was carried out), /handset (where customers approve), /docs (the interface). The last four digits of a number or card decide what happens: / lists them.',
  'helpNotes.ends_0_when_nothing_problem_2':
    "Exits with code 0 if everything is fine, with 2 if the configuration is wrong, and with 6 if the database or the queue can't be reached.",
  'helpNotes.call_owner_tables_before_workers_new':
    'Run it as the owner of the tables, before you start workers of a new version. Several can run at once, and running it again changes nothing. The roles are those of deploy/roles.sql. Without them, every command works as the owner.',
  'helpNotes.kept_operators_amounts_references_states_times':
    "payrun keeps operators, amounts, references, states and times, so sums, reports, the audit and the check for used references still work. It blanks phone numbers, names, the provider's messages, and every column of the file that it does not know, since such a column can contain anything. Batches with unknown or accepted rows are left alone until these are settled. So are batches with failed rows that a statement, notification or answer of the last 31 days calls paid, or that a person recorded as not paid in that time, and batches with which failed or unsettled rows of other batches have to be compared. Failed rows of a purged batch can't be retried. payrun writes the reports in PAYRUN_HOME again; reports elsewhere, and backups of the database, are up to you.",
  'helpNotes.first_line_bashrc_folder_zsh_one':
    'The first line goes into ~/.bashrc. For zsh, the folder has to be in fpath before compinit runs. The language is that of PAYRUN_LANG.',
  'helpNotes.sandbox_nothing_leaves_machine_command_takes':
    'With --sandbox, nothing leaves this machine. For the options of a command: payrun COMMAND --help',
  'helpNotes.payrun_lang_fr_speaks_french_payrun':
    "payrun speaks French with PAYRUN_LANG=fr, English with PAYRUN_LANG=en, and otherwise your system's language.",

  // --help: one call, services, setting up.
  'helpNotes.initiate_one_online_payment_print_where':
    'request one online payment, and print the address where the payer pays',
  'helpNotes.such_1500_150_50': 'such as 1500 or 150.50',
  'helpNotes.xof_xaf_ugx_kes_ghs_rwf': 'XOF, XAF, UGX, KES, GHS, RWF, TZS or ZMW',
  'helpNotes.where_payer_comes_back_after_paying': 'where to send the payer after paying',
  'helpNotes.where_payer_comes_back_after_cancelling': 'where to send the payer after cancelling',
  'helpNotes.where_notifications_posted_such_address_listen':
    'where to post notifications, such as the address that listen prints',
  'helpNotes.all_card_cards_only': 'ALL, or CARD for cards only',
  'helpNotes.what_is_paid_for': 'what the payment is for',
  'helpNotes.payers_name': "the payer's name",
  'helpNotes.payers_e_mail_address': "the payer's e-mail address",
  'helpNotes.payers_number_country_code': "the payer's number, with the country code",
  'helpNotes.ask_one_customer_payment_handset': 'ask a customer for a payment on their phone',
  'helpNotes.such_mtn_benin_operators_lists': 'such as mtn-benin; payrun operators lists them',
  'helpNotes.customers_number_country_code': "the customer's number, with the country code",
  'helpNotes.such_1500_150_50_currency_operators': "such as 1500 or 150.50, in the currency of the operator's country",
  'helpNotes.customers_name': "the customer's name",
  'helpNotes.customers_own_number': 'the number of the customer object, if it is not that of --phone',
  'helpNotes.sandbox_lenient': 'accept calls without the header Accept: application/json',
  'helpNotes.customers_e_mail_address': "the customer's e-mail address",
  'helpNotes.anything_come_back_notifications': 'anything you want to get back with notifications (at most 48 KiB)',
  'helpNotes.pay_one_payout_batch_one_checked':
    'make one payout: a batch of one row, checked and claimed like a row of a file',
  'helpNotes.beneficiarys_number': "the beneficiary's number",
  'helpNotes.your_own_id_payout_given_again': 'your own id for this payout: the same id is never paid twice',
  'helpNotes.must_operators_country': "must be that of the operator's country",
  'helpNotes.must_operator': 'must be that of the operator',
  'helpNotes.beneficiarys_name': "the beneficiary's name",
  'helpNotes.kept_payout_comes_out_report': 'kept with the payout and shown in its report',
  'helpNotes.pay_although_payout_last_24_hours': 'pay even if it may duplicate a payout of the last 24 hours',
  'helpNotes.pay_whatever_submitted_until_stopped_sigterm':
    'pay whatever is submitted, until stopped; on SIGTERM, finish what is in flight',
  'helpNotes.pay_batches_submitted_sandbox_only': 'pay only the batches that were submitted with --sandbox',
  'helpNotes.where_health_metrics_served_off_nowhere': 'the port for health and metrics; off: serve nothing',
  'helpNotes.receive_providers_payment_notifications_until_stopped':
    "receive the provider's notifications until stopped, and print a line for each",
  'helpNotes.where_listen_0_takes_free_one': 'the port to listen on; 0 chooses a free one',
  'helpNotes.sandbox_allow_host':
    'another name under which the sandbox can be called; it answers only to localhost and IP addresses otherwise',
  'helpNotes.on_which_address': 'the address to listen on',
  'helpNotes.address_server_tls_front_printed_one':
    'the public address of the TLS server in front, for the address that is printed',
  'helpNotes.print_json_document_line_each_notification': 'print each notification as one line of JSON',
  'helpNotes.must_address_such_https_pay_example': 'It must be an address such as https://pay.example.com.',
  'helpNotes.serve_providers_whole_interface_locally_payments':
    "serve the provider's whole interface on this machine: payments, collections, payouts; nobody is paid",
  'helpNotes.keep_state_here_over_restarts_else':
    'keep the state in this folder across restarts; by default in memory only',
  'helpNotes.merchant_payers_shown': "the merchant's name that payers see",
  'helpNotes.refuse_payouts_http_403_merchant_not':
    'refuse payouts with HTTP 403, as for a merchant who is not approved for them',
  'helpNotes.every_answer_waits_long': 'delay every answer by this long',
  'helpNotes.how_long_payer_payment_page': 'how long a payer has on the payment page',
  'helpNotes.how_long_customer_handset': 'how long a customer has to answer on the handset',
  'helpNotes.check_configuration_ledger_queue_providers_reachability':
    'check the configuration, the ledger, the queue, and that the provider can be reached; pays nothing',
  'helpNotes.make_ledgers_queues_tables_bring_up':
    'create or update the tables of the ledger and the queue, and grant the roles their rights',
  'helpNotes.blank_names_phone_numbers_batches_over':
    "delete the names and phone numbers of batches that ended long ago; you can't undo it",
  'helpNotes.batches_over_before_day_utc_such': 'batches that ended before this day (UTC), such as 2026-01-31',
  'helpNotes.say_purged_change_nothing': 'show what would be purged, and change nothing',
  'helpNotes.print_script_shell_completes_commands_options':
    'print a script for your shell that completes commands, options and their values',
  'helpNotes.shell_reads': 'your shell',
} as const
