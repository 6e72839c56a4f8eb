export const messages = {
  // Approvals: what waits for somebody else's yes.
  'deskApprove.text': 'Nobody is paid before somebody other than the person who submitted it has approved it.',
  'deskApprove.none':
    'Nothing waits for approval. Batches appear here when the policy asks for a second person, and so do retries of rows that a person had called "not paid".',
  'deskApprove.what': 'What',
  'deskApprove.asked_by': 'Asked by',
  'deskApprove.since': 'Since',
  'deskApprove.you': 'You',
  'deskApprove.your_turn': 'Can decide',
  'deskApprove.pay_rows': '{rows, plural, one {Pay {rows} row} other {Pay {rows} rows}}',
  'deskApprove.retry_rows': '{rows, plural, one {Try {rows} row again} other {Try {rows} rows again}}',
  'deskApprove.you_submitted': 'You submitted it, so somebody else has to decide.',
  'deskApprove.you_approved': 'You have approved it already.',
  'deskApprove.you_asked': 'You asked for it, so somebody else has to decide.',
  'deskApprove.waits_no_more': 'Batch {id} does not wait for an approval any more: it is now "{state}".',
  'deskApprove.title': 'Approve "{name}"?',
  'deskApprove.retry_title': 'Try rows of "{name}" again?',
  'deskApprove.retry_text':
    'These rows failed. Where a person said that a row was not paid, look at its history first: if that is wrong, somebody is paid twice.',
  'deskApprove.pay_people': '{people, plural, one {{sums} to {people} person} other {{sums} to {people} people}}',
  'deskApprove.rows_to_pay': 'Rows to pay',
  'deskApprove.rows_to_retry': 'Rows to try again',
  'deskApprove.people': 'People',
  'deskApprove.period': 'Period',
  'deskApprove.approved_by': 'Approved by',
  'deskApprove.nobody_yet': 'nobody yet',
  'deskApprove.all_rows': 'Look at all rows',
  'deskApprove.decide': 'Your decision',
  'deskApprove.decide_text':
    'Compare the amount, the number of rows and the SHA-256 with what you know of the file. Then decide. You are asked once more.',
  'deskApprove.decide_retry_text':
    'Look at the rows to be tried again and their history, and compare their number and their sum with what you expect. Then decide. You are asked once more.',
  'deskApprove.expect_count': 'Rows to pay that you expect (optional)',
  'deskApprove.expect_retry_count': 'Rows to try again that you expect (optional)',
  'deskApprove.expect_retry_total': 'Total of these rows that you expect (optional)',
  'deskApprove.expected_retry_count':
    'You expected {expectCount, plural, one {{expectCount} row} other {{expectCount} rows}} to be tried again, but there {valid, plural, one {is {valid}} other {are {valid}}}.',
  'deskApprove.expected_retry_total':
    'You expected a total of {amount}, but the rows to be tried again add up to {sum}.',
  'deskApprove.expected_retry_currencies':
    'A total can only be compared where all rows are in one currency, and those to be tried again are in several ({found}). Use the number of rows.',
  'deskApprove.expect_total': 'Total that you expect (optional)',
  'deskApprove.not_as_expected': 'This is not what you expect',
  'deskApprove.note': 'Note',
  'deskApprove.approve': 'Approve',
  'deskApprove.reject': 'Reject',
  'deskApprove.too_many_to_look_up': 'Who is paid for the first time is not shown for a batch of more than 5,000 rows.',
  'deskApprove.no_new_people': 'Everybody in it was paid before.',
  'deskApprove.new_people':
    '{people, plural, one {{people} number has never been paid before:} other {{people} numbers have never been paid before:}}',
  'deskApprove.largest': 'Largest amounts',
  'deskApprove.approve_title': 'Approve "{name}" for payment?',
  'deskApprove.changed': '"{name}" has changed since you looked at it. Look again, then decide.',
  'deskApprove.approved': 'Approved. It is paid now, or when its time comes.',
  'deskApprove.approved_missing':
    '{people, plural, one {Approved. One more person has to approve it.} other {Approved. {people} more people have to approve it.}}',
  'deskApprove.reject_title': 'Reject "{name}"?',
  'deskApprove.reject_text': 'Nobody in it is paid, and the batch is cancelled for good. It can be submitted again.',
  'deskApprove.reject_retry_text': 'Its rows stay failed. The batch stays as it is.',
  'deskApprove.rejected': 'Rejected. Nobody in it is paid.',
  'deskApprove.retry_rejected': 'Rejected. Its rows stay failed.',
} as const
