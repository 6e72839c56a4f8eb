export const messages = {
  // Before payment goes on.
  'deskMeanwhile.resume_title': 'Go on paying "{name}"?',
  'deskMeanwhile.pay_now_title': 'Pay "{name}" now?',
  'deskMeanwhile.resume_pays':
    '{people, plural, one {To be sent from now on: {sums} to {people} person. What has been sent cannot be taken back.} other {To be sent from now on: {sums} to {people} people. What has been sent cannot be taken back.}}',
  'deskMeanwhile.resume_pays_nothing': 'No row is left to be sent.',
  // Somebody else was faster.
  'deskMeanwhile.resumed_by':
    '{who} resumed the payment of "{name}" in the meantime. It is being paid, and nothing is sent twice.',
  'deskMeanwhile.resumed_by_itself':
    'The payment of "{name}" went on by itself in the meantime. It is being paid, and nothing is sent twice.',
  'deskMeanwhile.over': 'The payment of "{name}" has ended in the meantime: no row is left to be sent.',
  'deskMeanwhile.paused_anew':
    '"{name}" was changed or paused again since you looked at it. Nothing was resumed. Look at it again, then decide.',
  'deskMeanwhile.float_changed':
    'Somebody changed what may be spent in {currency} since you looked at it. Your change was not made. What holds now is below: look at it, then decide.',
  'deskMeanwhile.policy_changed':
    'Somebody changed the policy since you looked at it. Your change was not made. What holds now is below: look at it, then decide.',
  'deskMeanwhile.roles_changed':
    'Somebody changed the roles of {name} since you looked at them. Your change was not made. What holds now is below: look at it, then decide.',
  'deskMeanwhile.held_anew': 'Since you looked at it, {who} holds this operator by hand. It was not released.',
  'deskMeanwhile.held_anew_because':
    'Since you looked at it, {who} holds this operator by hand ("{note}"). It was not released.',
  'deskMeanwhile.reset_changed':
    'The password of {name} was reset or set since you looked at it. Nothing was done a second time. To make a new link nevertheless, reset it again.',
} as const
