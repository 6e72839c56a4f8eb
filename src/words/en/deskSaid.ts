export const messages = {
  // What the command line answers with an option or another command, for somebody at a page.
  'deskSaid.none_failed':
    "There is nothing to try again: no row has failed. Unknown and accepted rows are never sent again, since the money may have moved. Say what became of them on their own pages, or load the provider's statement.",
  'deskSaid.open_rows':
    "Unknown and accepted rows are never sent again, since the money may have moved. Say what became of them on their own pages, or load the provider's statement.",
  'deskSaid.other_lines': 'To try the others again, give their lines.',
  'deskSaid.these_other_lines': 'To try the others again, give their lines: {lines}.',
  'deskSaid.alike_elsewhere':
    'To try the others again, give their lines. If both payments are meant, put the row into a new file, where you can say so.',
  'deskSaid.ask_provider_first':
    'Ask the provider about them first. The page of each row has its history. To try the others again, give their lines.',
  'deskSaid.settled_by': 'Line {line} is already {state}, by {actor} ({at}). The page of the row has its history.',
  'deskSaid.is_now':
    'Line {line} is now {state}; it was {from}. To pay it again, try the failed rows of its batch again.',
  'deskSaid.waits_for_approval': 'The batch waits for approval by somebody other than its submitter.',
  'deskSaid.submitter_cancels': 'You have submitted this batch: cancel it instead.',
  'deskSaid.requester_withdraws': "You asked for this retry: withdraw the request instead, on the batch's page.",
  'deskSaid.no_such_batch': 'There is no batch "{name}". The page of batches has all of them.',
  'deskSaid.no_such_schedule': 'There is no schedule "{id}". The page of schedules has all of them.',
  'deskSaid.name_is_a_number': 'Give the schedule a name that is not a number: numbers are ids.',
  'deskSaid.code_of_unknown_rows':
    '{code} is the code of rows that may or may not have been paid. They are never sent again: reconcile the batch with a statement, or resolve each of them.',
  'deskSaid.code_of_accepted_rows':
    '{code} is the code of rows that the provider has and may still pay. Reconcile the batch with a statement, or resolve each of them.',
  'deskSaid.code_of_unsent_rows': '{code} is the code of rows that were not sent. To send them, resume the batch.',
  'deskSaid.file_refused':
    '{problems, plural, one {{path} was refused: it has {problems} problem ({codes}). To see it, upload the file as a new batch.} other {{path} was refused: it has {problems} problems ({codes}). To see them, upload the file as a new batch.}}',
  'deskSaid.policy_blocks':
    'The policy blocks this file: {why}. Correct it, or have an administrator change the policy on warnings.',
  'deskSaid.limits_to_check': 'The limits for {operators} have not been verified. Tell your administrator.',
  'deskSaid.limits_of': '{operator}',
  'deskSaid.limits_of_vowel': '{operator}',
  'deskSaid.fenced':
    'The ledger is blocked: nothing is sent from it. {why} Whoever runs payrun has to say what happened.',
  'deskSaid.statement_needed':
    "The ledger lacks what was submitted since {since}, so a new file could pay somebody twice. Whoever runs payrun has to load the provider's statement since then first.",
  'deskSaid.reference_paid':
    "The provider's statement (line {line}) has a payment under this reference that the ledger has forgotten. Ask the provider about it, and remove the row if it was paid. If it was not, or is another payment, tell whoever runs payrun.",
  'deskSaid.number_paid':
    "The provider's statement (line {line}) has a payment of this amount to this number that the ledger has forgotten: remove the row. If it is another payment, tell whoever runs payrun.",
  'deskSaid.float_first': 'No float is set for {currency}. First set what may be spent.',
  'deskSaid.which_budget': 'Give a daily budget, a monthly one, or both.',
  'deskSaid.day_asked_for':
    'The file asks for execution on {day}. payrun pays when you tell it to: give the time below.',
  'deskSaid.no_workbook': '{shownName} is not a workbook (.xlsx) and has no sheets: leave the sheet out.',
  'deskSaid.payout_variant':
    'Another payout ({where}, {state}) has the reference "{held}". The two differ only in leading zeros, zeros after the decimal point, capital letters, spaces, dashes or invisible characters. If this is the same payout, send it with that reference. If not, give it a reference that differs more.',
  'deskSaid.no_such_column': 'There is no column "{column}" for {field}. The file has: {seen}.',
} as const
