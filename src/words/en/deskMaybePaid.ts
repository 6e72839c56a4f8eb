export const messages = {
  // Rows that are called unpaid, and of which evidence says that they were paid.
  'deskMaybePaid.badge': 'may have been paid',
  'deskMaybePaid.by_statement': 'A statement says that it was paid.',
  'deskMaybePaid.by_notification': 'A notification says that it was paid.',
  'deskMaybePaid.by_answer': 'A late answer of the provider says that it was paid.',
  'deskMaybePaid.by_evidence': 'There is evidence that it was paid.',
  'deskMaybePaid.ask_provider':
    "What to do: ask the provider whether it was paid. Until the provider has answered, don't pay it again, by a new file either. If it was not paid, whoever runs payrun can have the row sent again.",
  'deskMaybePaid.of_batch':
    "{rows, plural, one {{rows} row is recorded as failed, but may have been paid. Ask the provider. Until it has answered, don't try that row again, and don't put it into a new file.} other {{rows} rows are recorded as failed, but may have been paid. Ask the provider. Until it has answered, don't try those rows again, and don't put them into a new file.}}",
  'deskMaybePaid.home':
    '{rows, plural, one {{rows} row of "{name}" is recorded as failed, but may have been paid. Ask the provider before anybody pays it again.} other {{rows} rows of "{name}" are recorded as failed, but may have been paid. Ask the provider before anybody pays them again.}}',
  'deskMaybePaid.left_out':
    '{rows, plural, one {{rows} failed row is left out, because it may have been paid. Ask the provider about it first:} other {{rows} failed rows are left out, because they may have been paid. Ask the provider about them first:}}',
  'deskMaybePaid.none_left':
    'There is nothing to try again: all rows that failed may have been paid. Ask the provider about them first:',
  'deskMaybePaid.lines_left_out': 'What you chose may have been paid. Give other lines.',
  'deskMaybePaid.all_others': 'All others that failed',
  'deskMaybePaid.see_row': 'See that row',
  'deskMaybePaid.reference_of_failed':
    "The reference {reference} belongs to line {heldLine} of batch {batchId}, which failed, but there is evidence that it was paid. Leave the row out here, and don't give it another reference. Ask the provider first: if it was not paid, whoever runs payrun can have that row sent again.",
  'deskMaybePaid.reference_of_cancelled':
    'The reference {reference} belongs to line {heldLine} of batch {batchId}, which was cancelled, but there is evidence that it was paid. Leave the row out, and ask the provider first. If it was certainly not paid, give it a reference of its own.',
} as const
