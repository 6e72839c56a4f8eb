export const messages = {
  // What to do next, and who may do it.
  'deskNext.statement': "Upload the provider's statement",
  'deskNext.unknown_others':
    "What to do: nothing, and don't pay it again. An approver finds out from the provider's statement or its support what became of it.",
  'deskNext.accepted':
    "What to do: wait for the provider's answer. If none comes, its statement or its support says what became of the row.",
  'deskNext.accepted_others':
    "What to do: wait for the provider's answer. If none comes, an approver can settle the row with the provider's statement.",
  'deskNext.failed': 'What to do: fix the cause, then try the row again.',
  'deskNext.retry_row': 'Try this row again',
  'deskNext.failed_others': 'What to do: once the cause is fixed, a preparer can try the row again.',
  'deskNext.paid_elsewhere':
    'What to do: look at line {heldLine} of batch {batchId} first: it may be the same payment, and is {state}. If it is, leave this row as it is. If both are meant, put the row into a new file, with a reference of its own.',
  'deskNext.failed_elsewhere': 'No money moved with this row.',
  'deskNext.see_elsewhere': 'See that payout',
  'deskNext.failed_later': 'What to do: once nothing of its batch is left to send, a preparer can try the row again.',
  'deskNext.retry_waits': '{who} asked to try failed rows of this batch again. An approver has to decide.',
  'deskNext.anew': 'What to do: if it is still to be paid, put it into a new file.',
  'deskNext.anew_others': 'What to do: if it is still to be paid, a preparer submits it in a new file.',
  'deskNext.pending_unapproved': 'It is sent once an approver has approved its batch.',
  'deskNext.pending_running': 'There is nothing to do: it is sent in its turn.',
  'deskNext.pending_paused': 'It is sent once its batch goes on.',
  'deskNext.sending': "There is nothing to do: wait for the provider's answer.",
  'deskNext.scheduled': 'scheduled',
  'deskNext.none_scheduled': 'A batch is listed here while it waits for the time at which it is to be paid.',
  'deskNext.pause_note': 'Reason for a pause (optional)',
  'deskNext.in_all': 'In all',
  'deskNext.comes_to':
    '{rows, plural, one {The batch comes to {sums}, in {rows} payout.} other {The batch comes to {sums}, in {rows} payouts.}}',
  'deskNext.unknown_rows':
    "{rows, plural, one {{rows} row may or may not have been paid. payrun never sends it again by itself. An approver settles it with the provider's statement, or records what the provider says.} other {{rows} rows may or may not have been paid. payrun never sends them again by itself. An approver settles them with the provider's statement, or records what the provider says.}}",
  'deskNext.failed_rows':
    '{rows, plural, one {{rows} row failed: the provider refused it, or somebody recorded it as not paid. Once the cause is fixed, a preparer can try it again.} other {{rows} rows failed: the provider refused them, or somebody recorded them as not paid. Once the cause is fixed, a preparer can try them again.}}',
  'deskNext.invalid_rows':
    '{rows, plural, one {{rows} row was left out, since something is wrong with it. A preparer corrects it and submits it in a new file.} other {{rows} rows were left out, since something is wrong with them. A preparer corrects them and submits them in a new file.}}',
  'deskNext.trail_search': 'Batch, operator, account, note or line',
  'deskNext.from_after_to': 'The day under "From" is after the day under "To". Choose them the other way round.',
  'deskNext.trail_paid': 'paid',
  'deskNext.trail_not_paid': 'not paid',
  'deskNext.already_paid': '{actor} already recorded line {line} as paid.',
  'deskNext.already_not_paid': '{actor} already recorded line {line} as not paid.',
  'deskNext.to_batch': 'Back to the batch',
  'deskNext.to_row': 'Back to the row',
  'deskNext.quoted': '"{words}"',
  'deskNext.held_by': '{who} has held {operator} since {since}.',
  'deskNext.held_by_why': '{who} has held {operator} since {since}: "{note}"',
  'deskNext.stands_by_hand':
    '{operator} has been held by hand since {since}. Nothing is sent to it until an administrator releases it.',
  'deskNext.batch_stands': 'Batch {id}: {why}',
  'deskNext.more_stand': '{n, plural, one {# more batch is paused.} other {# more batches are paused.}}',
  'deskNext.float_stands':
    '{n, plural, one {# batch waits until more may be spent in {currency}. Whatever else it has to pay goes on.} other {# batches wait until more may be spent in {currency}. Whatever else they have to pay goes on.}}',
  'deskNext.viewer': 'viewer',
  'deskNext.preparer': 'preparer',
  'deskNext.approver': 'approver',
  'deskNext.admin': 'administrator',
  'deskNext.st_paid':
    '{rows, plural, one {This statement would mark {rows} row paid ({sums}).} other {This statement would mark {rows} rows paid ({sums}).}}',
  'deskNext.st_not_paid':
    '{rows, plural, one {This statement would mark {rows} row not paid ({sums}).} other {This statement would mark {rows} rows not paid ({sums}).}}',
  'deskNext.st_both':
    '{rows, plural, one {This statement would mark {rows} row paid ({sums}) and {failed} not paid ({failedSums}).} other {This statement would mark {rows} rows paid ({sums}) and {failed} not paid ({failedSums}).}}',
  'deskNext.maybe_listed':
    '{n, plural, one {Line {lines} of the statement may be about it, but matches no payout.} other {Lines {lines} of the statement may be about it, but match no payout.}}',
  'deskNext.perhaps_fees':
    'Some amounts in the statement are a little higher than in the ledger. If they include fees, enter the most that a fee may be: {percent}.',
  'deskNext.st_first_others': 'The first {shown} are listed.',
  'deskNext.st_our_number': 'The number is one of this batch, which pays it {amount}: line',
  'deskNext.column_by_itself': 'as it was found',
  'deskNext.how_often': 'How often',
  'deskNext.every_month': 'Every month',
  'deskNext.every_last_day': 'Every month, on its last day',
  'deskNext.every_week': 'Every week',
  'deskNext.every_day': 'Every day',
  'deskNext.other_times': 'Other times, as cron',
  'deskNext.day_of_month': 'Day of the month (every month)',
  'deskNext.day_of_month_hint': 'From 1 to 28: these days exist in every month.',
  'deskNext.day_of_week': 'Day of the week (every week)',
  'deskNext.time_of_day': 'Time (every month, week or day)',
  'deskNext.time_of_day_wrong': 'Give a time, such as 08:00.',
  'deskNext.as_cron': 'Cron (other times)',
  'deskNext.idle_field':
    'This field has no effect while "{way}" is chosen. Leave it empty, or choose something else under "How often".',
  'deskNext.no_weekday': 'No day chosen',
  'deskNext.period_of_time': 'each planned time by itself, such as 2026-11-25 08:00',
  'deskNext.period_of_month': 'the month, such as 2026-11',
  'deskNext.period_of_day': 'the day, such as 2026-11-25',
  'deskNext.paused_held_go_on':
    'The operator that this batch waited for is no longer held. You can resume the batch now.',
  'deskNext.called_paid': '{who} recorded it as paid.',
  'deskNext.called_not_paid': '{who} recorded it as not paid.',
  'deskNext.period_hint': 'Each reference is paid once in a period.',
  'deskNext.st_no_columns':
    "payrun finds no column of the statement for the provider's reference, and none for: {fields}. Name the columns below. The file has: {seen}.",
  'deskNext.st_unread_dates':
    'payrun doesn\'t know which column of the statement holds the dates: perhaps "{name}". If so, name it below, under "Date".',
  'deskNext.st_unlisted':
    "The statement lists no payment through {operators} that payrun knows, so it may be another operator's: rows missing from it stay as they are. If you are sure that it covers them, say so below.",
  'deskNext.st_covers': 'The statement also lists everything paid through {operator}.',
  'deskNext.st_no_amount_column':
    'The statement has no column for the amount. Leave the fees out, or name its column below.',
  'deskNext.csv_for_excel': 'CSV for Excel',
  'deskNext.receipts_file': 'receipts',
  'deskNext.receipt_file': 'receipt {line}',
  'deskNext.operators_by_country': 'Operators by country',
  'deskNext.operators_by_country_text':
    'payrun pays through these operators, and through no others. In the file, write the name with the country, or the code.',
  'deskNext.see_operators': 'See the operators of each country (in a new tab)',
  'deskNext.provider_error': 'The provider had an error and did not say what became of this payout.',
  'deskNext.provider_busy': 'The provider asked to slow down.',
  'deskNext.name_and_number': 'Name and number',
} as const
