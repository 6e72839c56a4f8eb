/** Accounts, keys, policy and signing in. */
export const messages = {
  'accounts.viewer': 'viewer',
  'accounts.preparer': 'preparer',
  'accounts.approver': 'approver',
  'accounts.admin': 'admin',
  'accounts.role_lacking': '{name} may not do this. It needs one of these roles: {roles}.',
  'accounts.password_length': 'A password has {shortest} to {longest} characters.',
  'accounts.password_too_simple':
    'This password is too simple: use at least 4 different characters, and not your name.',
  'accounts.link_spent': 'This link was used already or is too old. Ask for a new one.',
  'accounts.no_such_account': 'There is no account {name}.',
  'accounts.no_such_key': 'There is no key {name}.',
  'accounts.is_disabled': 'The account {name} is disabled.',
  'accounts.last_admin':
    '{name} is the only administrator who can sign in. First give the role to somebody else who has set a password, so that there is someone to manage accounts.',
  'accounts.bad_name':
    'A name has 1 to {longest} letters, digits, spaces, apostrophes or any of . _ @ + - and begins with a letter or a digit.',
  'accounts.no_role': 'Give at least one role.',
  'accounts.key_exceeds':
    '{name} does not have these roles: {roles}. A key that counts as a person can do no more than the person. Give {name} the roles first, or name nobody for the key.',
  'accounts.looks_like':
    'The name {name} looks like {other}, which is taken by an account or a key. Choose one that nobody can mistake for it.',
  'accounts.signed_out': 'You are signed out. Sign in again.',
  'accounts.wrong': 'The name, the password or the code is wrong.',
  'accounts.wrong_key': 'This API key is not valid.',
  'accounts.code_missing': 'This account has a second factor: give its code, too.',
  'accounts.second_factor_required':
    'The policy requires a second factor. Set one up for {name} on the desk: an authenticator app and its code.',
  'accounts.has_second_factor': 'A second factor is already set up, or the set-up was not started.',
  'accounts.throttled':
    'Too many wrong tries for this account or from this connection, not necessarily yours. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
  'accounts.unknown_currency': 'payrun does not know the currency {currency}. It pays in {known}.',
  'accounts.currency_of_several': '{currency} may be several currencies: {which}. Give its three letters.',
  'accounts.currency_xof': 'XOF (West African CFA franc)',
  'accounts.currency_xaf': 'XAF (Central African CFA franc)',
  'accounts.currency_ghs': 'GHS (Ghanaian cedi)',
  'accounts.currency_kes': 'KES (Kenyan shilling)',
  'accounts.currency_rwf': 'RWF (Rwandan franc)',
  'accounts.currency_tzs': 'TZS (Tanzanian shilling)',
  'accounts.currency_ugx': 'UGX (Ugandan shilling)',
  'accounts.currency_zmw': 'ZMW (Zambian kwacha)',
  'accounts.currency_missing': 'Give a currency, such as XOF.',
  'accounts.amount_missing': 'Give an amount, such as 10000000.',
  'accounts.account_needed':
    'Now that there are accounts, only they can decide on payments: {command} … --account NAME',
  'accounts.no_approver':
    '{name} may not approve or reject. Both need the role approver; keys can do so only if the policy allows it (policy keys-approve on).',
  'accounts.approved_before':
    '{approver} has approved batch {id} already, perhaps under another name or by an API key: a key and whoever made it count as one person. Another person has to approve it now.',
  'accounts.retry_same_person':
    'The retry of batch {id} has to be approved by somebody other than whoever asked for it and whoever recorded its rows as not paid. If either was done without an account, it has to be somebody with another login.',
  'accounts.another_retry_waits':
    '{rows, plural, one {A retry of {rows} row that {who} asked for} other {A retry of {rows} rows that {who} asked for}} ({at}) waits for approval. Approve or reject it first, or have {who} withdraw the request.',
  'accounts.retry_changed':
    'This retry is no longer what was asked for. Nothing was sent. Reject it, or have it withdrawn, and have a new retry asked for of the rows that are still to be tried again.',
  'accounts.no_retry_waits': 'No retry of batch {id} waits for an approval.',
  'accounts.retry_decided': 'Somebody has decided on the retry of batch {id} in the meantime.',
  'accounts.submitted_by_your_login':
    "Batch {id} was submitted under your login {login} without an account, so it may have been you, and you can't decide on it. Cancel it and submit it again with --account NAME, or have somebody with another login decide: {command} cancel {id}",
  'accounts.submitted_by_login':
    'It was submitted by the login {login} without an account, so nobody who uses this login can approve it. If everybody does, cancel it and submit it again with --account NAME: {command} cancel {id}',
  'accounts.requester_withdraws':
    'You asked for the retry of batch {id}: withdraw the request instead, with {command} retry {id} --withdraw',
  'accounts.submitter_cancels': 'You have submitted batch {id}: cancel it instead, with {command} cancel {id}',
  'accounts.retry_waits':
    '{calledNotPaid, plural, one {A person recorded # row as not paid.} other {A person recorded # rows as not paid.}} The retry of batch {id} waits for an approver who is neither that person nor you, and the rows stay failed until then: {command} approve {id}',
  'accounts.retry_replaced':
    'This request replaces the earlier one. {rows, plural, one {{rows} row of that one is no longer requested (line {lines}).} other {{rows} rows of that one are no longer requested (lines {lines}).}} To have them retried as well, request all rows together.',
  'accounts.retry_waits_rejected':
    'An approver rejected this retry before. The retry of batch {id} waits for an approver who is not you, and the rows stay failed until then: {command} approve {id}',
  'accounts.retry_waits_unusual':
    'Because of the warnings, the policy asks for one more person. The retry of batch {id} waits for an approver who is not you, and the rows stay failed until then: {command} approve {id}',
  'accounts.retry_waits_statement':
    '{rows, plural, one {# row failed by a statement that you, or somebody without an account, gave in.} other {# rows failed by a statement that you, or somebody without an account, gave in.}} The retry of batch {id} waits for an approver who is not you, and the rows stay failed until then: {command} approve {id}.',
  'accounts.retry_waits_insisted':
    '{rows, plural, one {# row may already have been paid.} other {# rows may already have been paid.}} The retry of batch {id} waits for an approver who is not you, and the rows stay failed until then: {command} approve {id}',
  'accounts.option_account_decides': 'the account that acts (needed once there are accounts)',
  'accounts.option_account': 'the account that acts, with its roles',
  'accounts.option_password_stdin':
    "read the password from standard input, and a second factor's code from its second line",
  'accounts.password_without_account': '--password-stdin can only be used with --account.',
  'accounts.password_needed':
    'There is no terminal to type the password on: pass it on standard input, with --password-stdin.',
  'accounts.two_from_stdin': 'Standard input can be either the file or the password: name the file.',
  'accounts.ask_password': 'Password:',
  'accounts.ask_code': 'Code of the second factor (leave empty if there is none):',
  'accounts.account_placeholder': '<account>',
  'accounts.login_placeholder': '<login>',
  'accounts.days_placeholder': '<days>',
  'accounts.role_placeholder': '<role>',
  'accounts.roles_placeholder': '<role...>',
  'accounts.on_off_placeholder': '<on|off>',
  'accounts.people_placeholder': '<people>',
  'accounts.what_account_does': "manage people's accounts: add, list, disable, change roles, reset",
  'accounts.what_key_does': 'manage API keys of programs: add, list, revoke',
  'accounts.what_policy_does': 'show or change how many people a batch needs, and who may approve',
  'accounts.what_reject_does': 'reject a batch or a retry that waits for approval',
  'accounts.help_add': 'add a person; prints a link to set a password, which works once, for a day',
  'accounts.help_list': 'list all accounts',
  'accounts.help_disable': 'close an account: it can never sign in again',
  'accounts.help_roles': 'give an account these roles and no others',
  'accounts.help_reset': 'remove the password and the second factor; prints a new link. Keys of that person stay valid',
  'accounts.help_name': "the account's name",
  'accounts.help_role': 'viewer, preparer, approver or admin; several are possible',
  'accounts.help_login': "the person's login name on the command line: the account and the login count as one person",
  'accounts.note_link':
    'The link begins with PAYRUN_DESK_URL, or else with http://127.0.0.1:8080. With --password-stdin there is no link: the password is set at once.',
  'accounts.help_key_add': 'add a program; prints its API key once',
  'accounts.help_key_name': "the key's name",
  'accounts.help_key_list': 'list all keys, without their secrets',
  'accounts.help_key_revoke': 'revoke a key: it stops working',
  'accounts.help_expires': 'how many days the key works',
  'accounts.help_for': 'the key counts as this person: neither can approve what the other submitted',
  'accounts.note_key': 'Only a hash of the key is kept: payrun cannot show it again.',
  'accounts.help_approvals': 'set how many people a batch needs, including its submitter',
  'accounts.help_people': '1: nobody approves; 2: the submitter and one more; and so on',
  'accounts.help_above': 'only for batches of more than this amount',
  'accounts.help_currency': 'of this currency',
  'accounts.help_remove': 'remove this rule',
  'accounts.help_keys_approve': 'set whether API keys with the role approver may approve',
  'accounts.help_second_factor': 'set whether everybody needs a second factor',
  'accounts.help_on_off': 'on or off',
  'accounts.note_policy':
    'The policy is in the ledger and holds for every process. PAYRUN_APPROVALS can make it stricter, never laxer. The strictest rule that applies counts.',
  'accounts.help_reject_as': 'who rejects it; by default your login name (only if there are no accounts)',
  'accounts.cancel_own_only':
    '{name} may cancel only batches that they submitted and that are not approved yet. An approver cancels {id}.',
  'accounts.help_reject_note': 'the reason; kept in the audit trail',
  'accounts.example_reject': 'payrun reject last --note "two amounts are too high"',
  'accounts.note_reject':
    'A rejected batch is cancelled; the rows of a rejected retry stay failed. If you submitted the batch yourself, use cancel instead; if you asked for the retry, retry --withdraw.',
  'accounts.note_cancel':
    'If the batch is settled and a retry of it that you asked for waits for approval, the request for the retry is withdrawn. Before that, cancel stops the batch itself: withdraw the request with retry --withdraw.',
  'accounts.must_be_role': 'It must be one of {roles}.',
  'accounts.prepares_instead':
    'From now on {name} prepares payments, and {first} no longer does. To let {first} prepare, too, give that account the role again. Any keys for {first} lose the role as well: add new ones if programs need them.',
  'accounts.link_follows': 'Give this link to the person. It works once, for a day:',
  'accounts.key_told_once': 'Copy this key now: it is not shown again.',
  'accounts.no_accounts': 'There are no accounts yet.',
  'accounts.no_keys': 'There are no keys yet.',
  'accounts.revoked': 'revoked',
  'accounts.disabled': 'disabled',
  'accounts.address_assumed':
    "The desk's address is not known here, so the link begins with {address}, on this machine. If the desk has another address or port, replace that part, or set {variable}.",
  'accounts.with_login': 'login {login}',
  'accounts.for_person': 'for {name}',
  'accounts.person_disabled': 'the account is disabled: the key does not work',
  'accounts.schedules_go_on':
    'Schedules that this account added still pay: {schedules}. Pause or remove those that should not: {command} schedule list',
  'accounts.until': 'until {at}',
  'accounts.without_password': 'no password yet',
  'accounts.with_second_factor': 'second factor',
  'accounts.line': '{name}: {roles}',
  'accounts.line_facts': '{name}: {roles} ({facts})',
  'accounts.people_or_remove': 'Say how many people, or --remove.',
  'accounts.above_with_currency': '--above and --currency go together.',
  'accounts.people_for_all':
    '{people, plural, one {One person is enough for a batch: it needs no approval.} other {Every batch needs # people: the submitter and those who approve it.}}',
  'accounts.people_above': 'A batch of more than {amount} needs {people, plural, one {# person.} other {# people.}}',
  'accounts.people_by_environment': 'Here, PAYRUN_APPROVALS asks for at least {people}.',
  'accounts.keys_approve': 'API keys with the role approver may approve.',
  'accounts.keys_do_not_approve': "API keys can't approve anything.",
  'accounts.second_factor_for_all': 'Everybody needs a second factor.',
  'accounts.second_factor_by_choice': 'A second factor is optional.',
  'accounts.batch_to_approve': 'Batch {id} ({name}), submitted by {by}: {act}.',
  'accounts.retry_to_approve': 'Batch {id} ({name}), a retry that {by} asked for: {act}.',
  'accounts.more_people': '{missing, plural, one {One more person has} other {# more people have}} to approve it.',
  'accounts.rejected': 'Batch {id} is rejected: none of its {rows, plural, one {# row is} other {# rows are}} paid.',
  'accounts.retry_rejected':
    'The retry of batch {id} is rejected: {rows, plural, one {# row stays} other {# rows stay}} failed.',
  'accounts.name_taken': 'There is already an account named {name}.',
} as const
