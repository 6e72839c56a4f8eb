export const messages = {
  // Payments and collections, and the provider's statement.
  'deskPayins.title': 'Reconcile payments and collections',
  'deskPayins.text':
    "The provider's statement says which customers have paid. Only money that came in counts: what went out (a debit, or a minus) settles nothing. First you see what it would settle; nothing changes before you apply it.",
  'deskPayins.statement_changed':
    'Payments or collections have changed since you looked, and the statement would settle something else now. Nothing was changed. This is how it is now.',
  'deskPayins.apply_title': 'Apply the statement to payments and collections?',
  'deskPayins.apply_text': 'Your name is recorded with each of them. One that has already ended stays as it is.',
  'deskPayins.apply':
    '{charges, plural, one {Settle {charges} payment or collection} other {Settle {charges} payments and collections}}',
  'deskPayins.was_reconciled':
    'The statement was applied. Paid: {paid}. Not paid: {failed}. Contradictions kept: {contradicted}. Left as they are: {left}.',
  'deskPayins.paid': '{charges, plural, one {{charges} as paid: {sums}.} other {{charges} as paid: {sums}.}}',
  'deskPayins.not_paid':
    '{charges, plural, one {{charges} as not paid: {sums}.} other {{charges} as not paid: {sums}.}}',
  'deskPayins.settles_nothing': 'The statement settles no payment or collection.',
  'deskPayins.contradictions_text':
    'Ask the provider about these. They are not changed. When you apply the statement, the contradiction is kept and shown with each.',
  'deskPayins.left': 'Left as they are',
  'deskPayins.left_head': 'What is left as it is, and why',
  'deskPayins.others': 'Lines that belong to no payment or collection',
  'deskPayins.what': 'Payment or collection',
  'deskPayins.account_hint': 'If the statement has several accounts: the one that receives.',
  'deskPayins.discrepancies': 'Statements contradict it',
  'deskPayins.discrepancies_text': 'Ask the provider what is true. Nothing was changed here.',
  'deskPayins.maybe_paid': 'may have been paid',
  'deskPayins.maybe_not_paid': 'may have failed',
  'deskPayins.maybe_paid_ask':
    'A notification or a statement says that the customer has paid. Ask the provider before you charge the customer again.',
  'deskPayins.maybe_not_paid_ask':
    'It is recorded as paid, but a notification or a statement says that it is not. Ask the provider.',
  'deskPayins.compared_by': 'Compared by',
  'deskPayins.statement': 'Statement',
  'deskPayins.statement_line': '{statement}, line {line}',
  'deskPayins.none_older': 'There are no older ones. The newest are on the first page.',
} as const
