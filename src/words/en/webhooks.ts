/** What is posted of the feed of events. */
export const messages = {
  'webhooks.what_it_does': 'show what is waiting for your webhook, or post events again',
  'webhooks.help_list': 'list the posts that are waiting or were given up, and the last one received',
  'webhooks.help_resend': 'post events again, including those from before the webhook was set',
  'webhooks.help_after': 'the events after this number; by default all of them',
  'webhooks.help_until': 'up to and including this number; by default the last one',
  'webhooks.note_resend':
    'Workers post them before they go on with new events. Each post has its own webhook-id; the events keep their numbers.',
  'webhooks.none_set':
    'There is no webhook for events: set PAYRUN_WEBHOOK_URL, and leave PAYRUN_WEBHOOK_EVENTS empty or set it to 1.',
  'webhooks.until_after': '--until must be more than --after, which is {after}.',
  'webhooks.resent':
    '{events, plural, one {# event will be posted} other {# events will be posted}} again, in {posts, plural, one {# post} other {# posts}}.',
  'webhooks.resent_none': 'No event has such a number: nothing is posted again.',
  'webhooks.nothing': 'Nothing has been posted yet, and nothing is waiting.',
  'webhooks.events': 'Events',
  'webhooks.tries': 'Tries',
  'webhooks.trouble': 'Last trouble',
  'webhooks.waits': 'waits until {at}',
  'webhooks.given_up': 'given up {at}',
  'webhooks.received': 'received {at}',
} as const
