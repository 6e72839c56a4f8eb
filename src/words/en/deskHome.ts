export const messages = {
  // The home page of the desk: what needs somebody.
  'deskHome.all_batches': 'All batches',
  'deskHome.wait_for_you':
    '{batches, plural, one {{batches} approval waits for you} other {{batches} approvals wait for you}}',
  'deskHome.paused': '"{name}" is paused. {why}',
  'deskHome.look': 'Look at it',
  'deskHome.unknown':
    '{rows, plural, one {{rows} row of "{name}" may or may not have been paid. The provider\'s statement settles it.} other {{rows} rows of "{name}" may or may not have been paid. The provider\'s statement settles them.}}',
  'deskHome.schedule_failed': 'The schedule "{name}" paid nobody at its last run ({planned}).',
} as const
