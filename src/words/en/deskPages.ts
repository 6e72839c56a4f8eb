export const messages = {
  // What frames every page of the desk, and its home.
  'deskPages.title': '{title} · payrun',
  'deskPages.skip': 'Skip to the content',
  'deskPages.sandbox': 'Sandbox: nobody is really paid.',
  'deskPages.navigation': 'Places',
  'deskPages.menu': 'Menu',
  'deskPages.close': 'Close',
  'deskPages.home': 'Home',
  'deskPages.new_batch': 'New batch',
  'deskPages.approvals': 'Approvals',
  'deskPages.batches': 'Batches',
  'deskPages.people': 'People',
  'deskPages.collections': 'Collections',
  'deskPages.schedules': 'Schedules',
  'deskPages.operators': 'Operators',
  'deskPages.work': 'Work',
  'deskPages.administration': 'Administration',
  'deskPages.your_account': 'Your account',
  'deskPages.times_in': 'Times: {timeZone}',
  'deskPages.sign_out': 'Sign out',
  'deskPages.back': 'Go back',
  'deskPages.to_home': 'Back to the home page',
  'deskPages.hello': 'Hello, {name}',
  'deskPages.home_text': 'What needs a decision, and the latest payments.',
  'deskPages.needs_you': 'Needs attention',
  'deskPages.nothing_of_you':
    'There is nothing for you to do. What you asked for waits for somebody else to approve it.',
  'deskPages.nothing_needed':
    'Nothing needs attention. Batches that wait for approval, or that are paused, appear here.',
  'deskPages.last_batches': 'Latest batches',
  'deskPages.no_batches':
    'No batches yet. A batch is a file of people to pay: one row for each, with an operator, a mobile number and an amount. As soon as a preparer has submitted one under "New batch", it is listed here.',
  'deskPages.none_awaiting':
    'Batches wait here when the policy asks for a second person. An approver approves them under "Approvals".',
  'deskPages.none_running':
    'A batch is listed here from its submission, or approval, until each of its rows has an outcome.',
  'deskPages.none_paused':
    'A batch is listed here when somebody pauses it, or when payrun stops and needs someone to look at it. Its page says why, and has the button to resume it.',
  'deskPages.none_settled':
    'A batch comes here by itself when each of its rows has an outcome. Its page has the report.',
  'deskPages.none_cancelled': 'A batch comes here when somebody cancels it on its page, or an approver rejects it.',
  'deskPages.batch': 'Batch',
  'deskPages.state': 'State',
  'deskPages.submitted': 'Submitted',
  'deskPages.other_site':
    'This form was not sent from a page of the desk. Nothing was changed. Open the page here and try again.',
  'deskPages.role_lacking': 'Your roles do not include this. Ask an administrator if you need it.',
  'deskPages.not_done': 'This was not done',
  'deskPages.forbidden': 'You may not do this',
  'deskPages.not_found': 'There is nothing here',
  'deskPages.changed_meanwhile': 'This is no longer possible',
  'deskPages.too_large': 'This is too large',
  'deskPages.too_many': 'Too many tries',
  'deskPages.wrong_host': 'This address is not served',
  'deskPages.failed': 'Something went wrong',
  'deskPages.lost':
    'payrun is not answering, so what you see may be out of date. This page keeps trying and goes on by itself.',
  'deskPages.maybe_done':
    'It did not answer in time. What you asked for may have been done all the same, and payments may have begun. Look at how things are now before you do anything again.',
  'deskPages.maybe_done_short':
    '{why} What you asked for may have been done all the same, and payments may have begun. Look at how things are now before you do anything again.',
  'deskPages.read_only': 'Nothing can be changed at the moment',
  'deskPages.away': 'payrun gets no answer from its database',
  'deskPages.reference': 'The API',
  'deskPages.reference_text': 'Every call that a program can make, with its parameters, bodies and answers.',
  'deskPages.reference_in_english': 'The descriptions are in English.',
  'deskPages.reference_document': 'The same as an OpenAPI document (JSON)',
  'deskPages.reference_of': '{name} (API)',
  'deskPages.reference_shapes': 'Documents',
  'deskPages.reference_parameters': 'Parameters',
  'deskPages.reference_body': 'Body',
  'deskPages.reference_answers': 'Answers',
  'deskPages.reference_place': 'Where',
  'deskPages.reference_status': 'Status',
  'deskPages.reference_example': 'Example',
  // The home page of the desk: what needs somebody.
  'deskPages.home_all_batches': 'All batches',
  'deskPages.home_wait_for_you':
    '{batches, plural, one {{batches} approval waits for you} other {{batches} approvals wait for you}}',
  'deskPages.home_asked': 'What you asked for, and others approve',
  'deskPages.home_rejected': '{by} rejected "{name}" ({at}). Nobody will be paid.',
  'deskPages.home_retry_rejected':
    '{rows, plural, one {{by} rejected the retry of {rows} row of "{name}" ({at}). It stays failed.} other {{by} rejected the retry of {rows} rows of "{name}" ({at}). They stay failed.}}',
  'deskPages.home_paused': '"{name}": {why}',
  'deskPages.home_look': 'Look at it',
  'deskPages.home_unknown':
    '{rows, plural, one {{rows} row of "{name}" may or may not have been paid. The provider\'s statement settles it.} other {{rows} rows of "{name}" may or may not have been paid. The provider\'s statement settles them.}}',
  'deskPages.home_accepted':
    '{rows, plural, one {{rows} row of "{name}" is with the provider, which has not said yet whether it was paid. Its statement settles it, too.} other {{rows} rows of "{name}" are with the provider, which has not said yet whether they were paid. Its statement settles them, too.}}',
  'deskPages.home_schedule_file_failed':
    'The schedule "{name}" paid nobody in one of its files at its last run ({planned}).',
  'deskPages.home_schedule_failed': 'The schedule "{name}" paid nobody at its last run ({planned}).',
  'deskPages.home_schedule_go_on':
    'A corrected file is not tried again by itself: submit it as a new batch, or wait for the next run.',
} as const
