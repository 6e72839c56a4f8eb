/** A ledger that went back in time, and how a person ends that. */
export const messages = {
  'recover.fenced': 'The ledger is fenced: nothing is sent from it. {why} Say what happened with: {command} recover',
  'recover.fenced_for_batch': 'The ledger is fenced: nothing is sent. {command} recover says why and what to do.',
  'recover.fenced_subject': 'payrun: the ledger is fenced, nothing is paid',
  'recover.what_it_does': 'say what happened to a ledger that went back in time',
  'recover.option_nothing_lost': 'the ledger has everything: it only moved',
  'recover.option_against_marks': 'with --nothing-lost: even if a mark shows that commits are missing',
  'recover.option_since': 'the ledger lacks what happened since this time, such as 2026-11-22T08:30',
  'recover.option_zone': "the time zone of --since, such as Africa/Abidjan; by default this machine's",
  'recover.option_statement': "load the provider's statement since then, over all batches",
  'recover.option_yes': 'do not ask',
  'recover.example_since': 'payrun recover --since 2026-11-22T08:30 --note "backup of 08:30 restored"',
  'recover.note_when':
    'A restored backup, a copied folder, or a failover to a standby without the last commits puts the ledger back in time. payrun then sends nothing until you say what happened. Without options, recover says how things stand, and exits with code 5 as long as something is left to do.',
  'recover.note_nothing_lost':
    "--nothing-lost is refused if a mark outside the ledger shows that commits are missing: what they sent would be paid twice. Add --against-marks only if the mark is another ledger's, such as that of a copy that used the same Redis or PAYRUN_HOME, or if the provider confirms that nothing was sent in the missing time.",
  'recover.note_since':
    'With --since, every row that may have been sent since then becomes unknown, whatever the ledger says about it. Give a time at which the backup was certainly still current: too early costs work, too late pays twice.',
  'recover.note_statement':
    "Until you load the provider's statement since then, payrun takes no new files and runs no schedules. If a payment on it has no row in the ledger, payrun refuses its reference, or its number and amount, in new files. The statement has to begin with a payment made before that time and end with one made after the recovery; --complete, with a note, accepts another one on your word.",
  'recover.one_of_them': 'Give one of --nothing-lost, --since, --statement and --set-aside.',
  'recover.note_required': 'Say how you know with --note: it is kept in the audit trail.',
  'recover.since_unreadable':
    '--since: "{since}" is not a time such as 2026-11-22T08:30, or 2026-11-22T08:30Z, on the clocks of --tz.',
  'recover.since_in_future': '--since is in the future: give the time up to which the ledger has everything.',
  'recover.not_fenced': 'The ledger is not fenced: there is nothing to recover.',
  'recover.against_marks_of_nothing_lost': '--against-marks goes with --nothing-lost and --note TEXT.',
  'recover.mark_shows_loss':
    'Nothing was changed. A mark outside the ledger shows that the ledger lacks commits that payrun had made. Rows that look unsent may have been paid, so payrun does not accept --nothing-lost. Give the time up to which the ledger certainly has everything (that of the backup, or of the last commit that the standby received, which the Postgres log names when the standby is promoted): {command} recover --since TIME --note TEXT. If the mark is not of this ledger, see {command} recover --help.',
  'recover.marks_unread':
    'Nothing was changed. Redis does not answer, and a mark that is kept there may show that the ledger lacks commits. Try again when Redis answers. If it is lost for good, set REDIS_URL to the new one first.',
  'recover.nothing_changed': 'Nothing was changed.',
  'recover.say_since_first':
    'The ledger is fenced. First say what happened: {command} recover --since TIME --note TEXT',
  'recover.say_since_of_answers':
    'The ledger lacks payments that the provider has answered about. First say up to which time it has everything: {command} recover --since TIME --note TEXT.',
  'recover.option_complete':
    "with --statement: it has every payment since then, though its lines don't show it (needs --note)",
  'recover.complete_of_statement': '--complete goes with --statement FILE and --note TEXT.',
  'recover.statement_too_short':
    '{why} Nothing was changed, and payrun still takes no new files: what was paid between {from} and the recovery at {to} could be missing. Download a statement that begins with a payment made before that time and ends with one made more than 2 minutes after it (of an earlier and of a later day, if it has no times); if it has several pages, put them into one file. If no payment was made since, and you are certain that the statement has everything until now: {command} recover --statement FILE --complete --note TEXT',
  'recover.statement_lacks_operators':
    'The statement has no payment that this ledger knows through {operators}. Nothing was changed, and payrun still takes no new files: if it is the statement of one operator, payments through others between {from} and the recovery at {to} are missing from it, and would be made again. Download a statement of all operators, or put those of each into one file; each of them has to begin with an earlier payment and to reach until now. If you are certain that the statement has everything until now: {command} recover --statement FILE --complete --note TEXT',
  'recover.statement_lacks_paid':
    "{rows, plural, one {The statement lacks {rows} payment that this ledger knows was made between {from} and the recovery at {to}: it was sent at {times}.} other {The statement lacks {rows} payments that this ledger knows were made between {from} and the recovery at {to}: the first were sent at {times}.}} It may lack others, too: a page may be missing, or it may be from another account. Nothing was changed, and payrun still takes no new files: what the ledger doesn't know would be paid again. Download the statement again, with all of its pages and of the account that pays. If you are certain that no other payment is missing: {command} recover --statement FILE --complete --note TEXT",
  'recover.nothing_known_before':
    'The ledger has no payment of the 40 days before {from}, so payrun cannot tell whether this is the statement of all operators and of the right account. Nothing was changed, and payrun still takes no new files: what was paid until the recovery at {to} could be missing. If you are certain that the statement has everything until now: {command} recover --statement FILE --complete --note TEXT',
  'recover.short_from': 'The statement certainly covers only the time from {from}.',
  'recover.short_until': 'The statement certainly covers only the time until {to}.',
  'recover.reach_by_clocks': '{to} (2 minutes before its last payment, because clocks may differ)',
  'recover.reach_without_zone':
    '{to} (2 minutes before its last payment, because clocks may differ, and up to 3 hours more, because its times have no zone: write it in the file, as in 2026-11-21 08:36Z or 2026-11-21 08:36 +01:00)',
  'recover.short_nothing_over': "None of the statement's dated lines is of a payment that is paid or failed by now.",
  'recover.short_dates_unclear':
    "The statement's dates can all be read day first or month first. Write them as 2026-11-21.",
  'recover.short_undated': 'The statement has no dates.',
  'recover.short_unread_dates':
    'payrun doesn\'t know which column of the statement holds the dates. Name it "Date" in the file.',
  'recover.short_numbers': 'The statement has no phone numbers, so it does not show who was paid.',
  'recover.no_statement_awaited':
    'The ledger is not waiting for a statement. To settle the rows of a batch with one, use reconcile. If you loaded the wrong statement, say again what the ledger lacks: {command} recover --since TIME --note TEXT',
  'recover.whole': 'The ledger is complete, as far as payrun can tell. There is nothing to recover.',
  'recover.fenced_since': 'The ledger has been fenced since {at}: nothing is sent from it. {why}',
  'recover.what_it_has':
    'It shows {pending} rows as pending, {sending} as sending and {failed} as failed. Some of them may have been sent, or paid, after the point that it went back to.',
  'recover.choose_since':
    "If it was restored, copied, or may lack commits, give the time up to which it certainly has everything: that of the backup, or of the last commit that the standby received (the Postgres log names it when the standby is promoted). Too early costs work, too late pays twice.\n  {command} recover --since TIME --note TEXT\nThen load the provider's statement since that time:\n  {command} recover --statement FILE",
  'recover.choose_nothing_lost':
    'If you are certain that nothing was lost (a planned move, a standby that had every commit):\n  {command} recover --nothing-lost --note TEXT',
  'recover.awaits_statement':
    "The ledger lacks what happened since {since}. It takes no new files and runs no schedules until you load the provider's statement since then: {command} recover --statement FILE",
  'recover.payments_without_row':
    'Payments that the ledger has no row for: {answers} by answers of the provider, {statement} on a statement. Ask the provider who was paid, and keep them out of new files. Once you have looked into one of them: {command} recover --set-aside NUMBER --note TEXT',
  'recover.came_back': 'What people changed since then may have come back, too. Check:',
  'recover.came_back_holds':
    '{holds, plural, =0 {operators: none is held by hand (operators)} one {operators: {holds} is held by hand (operators)} other {operators: {holds} are held by hand (operators)}}',
  'recover.came_back_schedules':
    '{schedules, plural, =0 {schedules: there are none (schedule list)} one {schedules: there is {schedules}, and it may have been paused or removed since (schedule list)} other {schedules: there are {schedules}, and some may have been paused or removed since (schedule list)}}',
  'recover.came_back_batches':
    '{unapproved, plural, =0 {batches: some may have been paused, cancelled or approved since (list)} one {batches: {unapproved} waits for approval, and some may have been paused, cancelled or approved since (list)} other {batches: {unapproved} wait for approval, and some may have been paused, cancelled or approved since (list)}}',
  'recover.came_back_purges':
    '{purged, plural, =0 {names and numbers that were purged since (purge)} one {names and numbers that were purged since: {purged} batch is purged (purge)} other {names and numbers that were purged since: {purged} batches are purged (purge)}}',
  'recover.ask_since': 'Everything that may have been sent since {since} becomes unknown. Go on? [y/N]',
  'recover.ask_nothing_lost': 'What looks unsent will be sent. Are you certain that nothing was lost? [y/N]',
  'recover.ask_against_marks':
    'A mark shows that the ledger lacks commits. What was sent with them will be paid a second time. Are you certain that nothing was? [y/N]',
  'recover.in_doubt':
    "{rows, plural, =0 {No row is in doubt.} one {{rows} row may have been sent since {since} and is unknown now.} other {{rows} rows may have been sent since {since} and are unknown now.}} Until you load the provider's statement since then, payrun takes no new files and runs no schedules: {command} recover --statement FILE",
  'recover.over': 'The ledger is no longer fenced: paying goes on.',
  'recover.loaded':
    'The statement is loaded: it settled {settled} rows; {left} are still unknown or accepted, and {withoutRow} payments on it have no row in the ledger.',
  'recover.files_again': 'New files are taken again. For what is left: {command} reconcile, {command} resolve.',
  'recover.statement_lacks':
    '{answers, plural, one {The provider has answered about {answers} payment that it lacks, so it is not the whole statement} other {The provider has answered about {answers} payments that it lacks, so it is not the whole statement}}, and payrun still takes no new files. Load one that has everything since then. If the provider says that there was no such payment: {command} recover --set-aside NUMBER --note TEXT, and load the statement again.',
  'recover.lacks_answered':
    '{answers, plural, one {The provider has answered about {answers} payment that the ledger has no row for, and no statement that was loaded has it.} other {The provider has answered about {answers} payments that the ledger has no row for, and no statement that was loaded has them.}} It takes no new files until you load one that has everything: {command} recover --statement FILE',
  'recover.option_set_aside':
    'this payment without a row, by its number in the list, has been looked into: it no longer blocks new files',
  'recover.note_set_aside':
    'A payment on the statement that has no row in the ledger blocks its reference. If you find out that the row in your new file is another payment, or that the money came back, --set-aside lets it through. The audit trail keeps your note.',
  'recover.no_such_payment': 'No payment {payment} blocks new files: see {command} recover.',
  'recover.set_aside': 'Payment {payment} no longer blocks new files.',
  'recover.payment_of_statement': '{payment}: line {line} of statement {statement}, reference {reference}',
  'recover.payment_of_answer':
    '{payment}: an answer about line {line} of a forgotten batch ({state}), reference {reference}',
  'recover.payment_unreadable': 'give the number of a payment without a row, as recover lists them',
} as const
