export const messages = {
  // What to do next, and who may do it.
  'deskNext.statement': "Upload the provider's statement",
  'deskNext.unknown_others':
    "What to do: nothing, and don't pay it again. An approver finds out from the provider's statement or its support what became of it.",
  'deskNext.accepted':
    "What to do: wait for the provider's answer. If none comes, its statement or its support says what became of the row.",
  'deskNext.accepted_others':
    "What to do: wait for the provider's answer. If none comes, an approver can settle the row by the provider's statement.",
  'deskNext.failed': 'What to do: fix the cause, then try the row again.',
  'deskNext.retry_row': 'Try this row again',
  'deskNext.failed_others': 'What to do: once the cause is fixed, a preparer can try the row again.',
  'deskNext.failed_later': 'What to do: once nothing of its batch is left to send, a preparer can try the row again.',
  'deskNext.retry_waits': '{who} asked to try failed rows of this batch again. An approver has to decide.',
  'deskNext.anew': 'What to do: if it is still to be paid, put it into a new file.',
  'deskNext.anew_others': 'What to do: if it is still to be paid, a preparer submits it in a new file.',
  'deskNext.pending_unapproved': 'It is sent once an approver has approved its batch.',
  'deskNext.pending_running': 'There is nothing to do: it is sent in its turn.',
  'deskNext.pending_paused': 'It is sent once its batch goes on.',
  'deskNext.sending': "There is nothing to do: the provider's answer comes next.",
} as const
