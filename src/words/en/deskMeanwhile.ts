export const messages = {
  // Before payment goes on.
  'deskMeanwhile.resume_title': 'Resume "{name}"?',
  'deskMeanwhile.pay_now_title': 'Pay "{name}" now?',
  'deskMeanwhile.resume_pays':
    '{rows, plural, one {Still to be sent: {sums} in {rows} payout. What has been sent cannot be taken back.} other {Still to be sent: {sums} in {rows} payouts. What has been sent cannot be taken back.}}',
  'deskMeanwhile.resume_pays_nothing': 'No row is left to be sent.',
  'deskMeanwhile.outside_hours':
    'It is {clock} now, outside the hours in which it is paid ({from} to {to}, {tz}). It will be paid from {at} on.',
  'deskMeanwhile.outside_hours_not_planned':
    'It is {clock} now, outside the hours in which it is paid ({from} to {to}, {tz}). It would be paid from {at} on, and not at the planned time ({planned}).',
  'deskMeanwhile.pay_from': 'Pay from {at} on',
  'deskMeanwhile.resumed_for_hours': 'It goes on by itself when its hours begin: {at}.',
  // Somebody else was faster.
  'deskMeanwhile.resumed_by':
    '{who} resumed the payment of "{name}" in the meantime. It is being paid, and nothing is sent twice.',
  'deskMeanwhile.resumed_by_itself':
    'The payment of "{name}" went on by itself in the meantime. It is being paid, and nothing is sent twice.',
  'deskMeanwhile.over': 'The payment of "{name}" has ended in the meantime: no row is left to be sent.',
  'deskMeanwhile.paused_anew':
    '"{name}" was changed or paused again since you looked at it. Nothing was resumed. Look at it again, then decide.',
  'deskMeanwhile.float_changed':
    'What may be spent in {currency} has changed since you looked at it. Your change was not saved. The current values are below: look at them, then decide.',
  'deskMeanwhile.policy_changed':
    'The policy has changed since you looked at it. Your change was not saved. The current policy is below: look at it, then decide.',
  'deskMeanwhile.roles_changed':
    'The roles of {name} have changed since you looked at them. Your change was not saved. The current roles are below: look at them, then decide.',
  'deskMeanwhile.held_anew': '{who} has put this operator on hold since you looked at it. It was not released.',
  'deskMeanwhile.held_anew_because':
    '{who} has put this operator on hold since you looked at it ("{note}"). It was not released.',
  'deskMeanwhile.reset_changed':
    'The password of {name} was reset or set since you looked at it. Nothing was done a second time. To create a new link anyway, reset it again.',
  'deskMeanwhile.revoked_by': '{who} revoked the key {name} in the meantime. Nothing was done a second time.',
  'deskMeanwhile.revoked_before': 'The key {name} was revoked in the meantime. Nothing was done a second time.',
  'deskMeanwhile.disabled_by': '{who} disabled the account of {name} in the meantime. Nothing was done a second time.',
  'deskMeanwhile.disabled_before':
    'The account of {name} was disabled in the meantime. Nothing was done a second time.',
  'deskMeanwhile.schedule_removed_by': '{who} removed the schedule "{name}" in the meantime.',
  'deskMeanwhile.schedule_removed': 'The schedule "{name}" was removed in the meantime.',
  'deskMeanwhile.schedule_paused_by': '{name} was paused already, by {who}.',
  'deskMeanwhile.schedule_resumed_by': '{name} is no longer paused: {who} resumed it.',
  'deskMeanwhile.released_by': '{operator} is no longer held: {who} released it.',
  'deskMeanwhile.resume_held':
    'Nothing in this batch can be paid yet: all operators of its remaining rows are held by hand. Once an administrator has released one of them, resume the batch.',
} as const
