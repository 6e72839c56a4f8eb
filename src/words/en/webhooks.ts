/** What is posted of the feed of events. */
export const messages = {
  'webhooks.what_it_does': 'events for your webhook: what waits, and posting them again',
  'webhooks.help_list': 'the posts that wait or were given up, and the last one received',
  'webhooks.help_resend': 'post events again, also those of before the webhook was set',
  'webhooks.help_after': 'the events after this number; by default all',
  'webhooks.help_until': 'up to this number, and with it; by default the last one',
  'webhooks.note_resend':
    'Workers post them, before they go on with new events. Each post has a webhook-id of its own; the numbers of the events stay as they were.',
  'webhooks.none_set':
    'There is no webhook for events: set PAYRUN_WEBHOOK_URL, and leave PAYRUN_WEBHOOK_EVENTS empty or set it to 1.',
  'webhooks.until_after': '--until must be more than --after, which is {after}.',
  'webhooks.resent':
    '{events, plural, one {# event goes} other {# events go}} out again, in {posts, plural, one {# post} other {# posts}}.',
  'webhooks.resent_none': 'No event has such a number: nothing goes out again.',
  'webhooks.nothing': 'Nothing has been posted yet, and nothing waits.',
  'webhooks.events': 'Events',
  'webhooks.state': 'State',
  'webhooks.tries': 'Tries',
  'webhooks.trouble': 'Last trouble',
  'webhooks.waits': 'waits until {at}',
  'webhooks.given_up': 'given up {at}',
  'webhooks.received': 'received {at}',
} as const
