export const messages = {
  // What one person was paid, over all batches.
  'people.what_person_does': 'show everything that one person was paid, over all batches',
  'people.help_word':
    'the beginning of a name or of a reference, or the end of a phone number; several words of a name in quotes',
  'people.help_limit': 'how many people are shown at most (20)',
  'people.note_person': 'The shell keeps what you type in its history; the desk has the same search under People.',
  'people.nobody_found':
    'Nobody was found for {word}. Type the beginning of a name or of a reference, or the end of a number.',
  'people.there_are_more': 'Only the first {shown} are shown. Type more of the name, or use --limit.',
  'people.name_and_number': '{name}, {number}',
  'people.references': 'References: {references}',
  'people.paid_so_far':
    '{n, plural, one {Paid {sums} in {payouts} payout; {open} open.} other {Paid {sums} in {payouts} payouts; {open} open.}}',
  'people.paid_nothing': 'Not paid yet; {open} open.',
  'people.when_utc': 'When (UTC)',
  'people.batch_and_line': 'Batch:line',
  'people.word_placeholder': '<word>',
} as const
