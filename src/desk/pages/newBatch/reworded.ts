import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { operatorName } from '../../../payout/operators/operator.ts'
import { isSentence, type Sentence, type StoredArgument, say, type Words } from '../../../words/sentence.ts'
import { type Arguments, otherLines, type Rewording, rewordedBy } from '../../api/namedHere.ts'
import { rowLink } from '../links.ts'

/** Sentences that advise an option or a command. On a page they say what to choose, or whom to ask, instead. */
const forPeople: Rewording = {
  'files.workbook_no_sheet_can_seen_show': () => say('deskNew.no_visible_sheet'),
  'files.sheet_no_rows_nothing_pay_sheet': (given) => say('deskNew.sheet_no_rows', given),
  'files.workbook_sheets_read_others_not_sheet': (given) => say('deskNew.other_sheets', given),
  'files.hidden_say_what_to_do': () => say('deskNew.hidden_what'),
  'files.workbook_hidden_sheets_not_read': (given) => say('deskNew.hidden_sheets', given),
  'titles.perhaps_hidden_sheet': (given) => say('deskNew.perhaps_hidden_sheet', given),
  'files.workbook_several_sheets': (given) => say('deskNew.several_sheets', given),
  'titles.sheet_paid': (given) => say('titles.sheet_paid_choose', given),
  'titles.sheet_not_to_pay': (given) => say('titles.sheet_not_to_pay_choose', given),
  'files.either_column': (given) => say('deskNew.either_column', given),
  'files.no_column_map_names_file': (given) => say('deskNew.no_column_named', given),
  'files.rename_or_map': () => say('deskNew.choose_column'),
  'files.likely_columns': () => say('deskNew.choose_column'),
  'terminal.unread_dates': (given) => say('deskNext.st_unread_dates', given),
  'payout.expected_payable_rows_expect_count_but': (given) => say('deskNew.expected_count', given),
  'payout.expected_total_expect_total_but_payable': (given) => say('deskNew.expected_total', given),
  'payout.expect_total_works_file_one_currency': (given) => say('deskNew.expected_one_currency', given),
  'payout.expected_total_expect_total_but_no': (given) => say('deskNew.expected_nothing', given),
  'payout.expected_retry_count': (given) => say('deskApprove.expected_retry_count', given),
  'payout.expected_retry_total': (given) => say('deskApprove.expected_retry_total', given),
  'payout.expected_retry_currencies': (given) => say('deskApprove.expected_retry_currencies', given),
  'payout.expect_total': (given) => say('deskNew.expected_unreadable', given),
  'payout.brand_in_several_countries': (given) => say('deskNew.brand_in_several_countries', given),
  'payout.brand_probably': (given) => say('deskNew.brand_probably', given),
  'payout.reference_variant_of_line': (given) => say('deskNew.reference_variant', given),
  'payout.line_pays_same_amount_same_number': (given) => say('deskNew.same_payment', given),
  'stored.reference_already_paid': (given) => say('deskNew.reference_paid', given),
  'stored.reference_in_use': (given) => say('deskNew.reference_used', given),
  'stored.reference_variant': (given) => say('deskNew.variant_of_batch', given),
  'stored.reference_of_failed': (given) => say('deskRetry.maybe_paid_reference_of_failed', given),
  'stored.reference_of_cancelled': (given) => say('deskRetry.maybe_paid_reference_of_cancelled', given),
  'stored.reported_failed': (given) => say('deskNew.report_failed', given),
  'stored.reported_failed_changed': (given) => say('deskNew.report_failed_changed', given),
  'stored.same_file_of_period': (given) => say('deskNew.same_file_period', given),
  'stored.same_file_without_period': (given) => say('deskNew.same_file_no_period', given),
  'stored.repeated': repeated,
  'stored.repeats_batch': (given) => (isSentence(given.repeated) ? given.repeated : repeated(given)),
  'stored.repeats_period': (given) => say('deskNew.repeats_period', given),
  'stored.repeats_no_period': (given) => say('deskNew.repeats_no_period', given),
  'stored.repeats_batch_again': (given) => say('deskNew.repeats_again', given),
  'stored.possible_duplicate': (given) => say('deskNew.alike_paid', given),
  'stored.held_in_period': (given) => say('deskNew.held_in_period', given),
  'stored.held_without_period': (given) => say('deskNew.held_without_period', given),
  'stored.held_elsewhere': (given) => say('deskNew.held_elsewhere', given),
  'commands.very_file_already_submitted_batch_utc': (given) => say('deskNew.same_file', given),
  'commands.very_file_already_submitted_period_batch': (given) => say('deskNew.same_file_in_period', given),
  'provider.provider_error_http_did_not_say': () => say('deskNext.provider_error'),
  'provider.provider_asked_slow_down_http_429': () => say('deskNext.provider_busy'),
  'paying.differs_from_seen': () => say('deskNew.differs_from_seen'),
  'payout.passed_already_leave_out_pay_once': (given) => say('deskNew.at_past', given),
  'payout.more_year_ahead_check_year': (given) => say('deskNew.at_far', given),
  'payout.not_time_such_2026_12_01t08': (given) => say('deskNew.at_no_time', given),
  'payout.clocks_set_forward_never_show_choose': (given) => say('deskNew.at_skipped', given),
  'payout.not_hours': (given) => say('deskNew.not_hours', given),
  'payout.hours_of_no_time': (given) => say('deskNew.hours_of_no_time', given),
  'payout.clocks_set_back_show_twice_add': (given) => say('deskNew.at_twice', given),
  'files.pain_asks_for_day': (given) => say('deskSaid.day_asked_for', given),
  'files.sheet_workbooks_xlsx_none': (given) => say('deskSaid.no_workbook', given),
  'payout.statement_no_amount_column': () => say('deskNext.st_no_amount_column'),
  'files.statement_map_no_column': (given) => say('deskSaid.no_such_column', given),
  'ledger.none_failed_some_open': () => say('deskSaid.none_failed'),
  'ledger.open_rows': () => say('deskSaid.open_rows'),
  'ledger.name_other_lines': () => say('deskSaid.other_lines'),
  'ledger.retry_others': otherLines,
  'ledger.allow_duplicates': () => say('deskSaid.alike_elsewhere'),
  'ledger.ask_provider_first': () => say('deskSaid.ask_provider_first'),
  'terminal.row_settled_by': settledBy,
  'terminal.left_maybe_listed': (given) => say('deskNext.maybe_listed', given),
  'terminal.perhaps_fees': (given) => say('deskNext.perhaps_fees', given),
  'terminal.row_is_now_retry': (given) => say('deskSaid.is_now', given),
  'paying.resume_unapproved': () => say('deskSaid.waits_for_approval'),
  'paying.float_nothing_to_add_to': (given) => say('deskSaid.float_first', given),
  'paying.float_which_budget': () => say('deskSaid.which_budget'),
  'accounts.role_lacking': () => say('deskPages.role_lacking'),
  'accounts.submitter_cancels': () => say('deskSaid.submitter_cancels'),
  'accounts.requester_withdraws': () => say('deskSaid.requester_withdraws'),
  'commands.batch_cant_approved_submitted_somebody_else': () => say('deskApprove.you_submitted'),
  'desk.maybe_done': () => say('deskPages.maybe_done'),
  'desk.maybe_done_short': (given) => say('deskPages.maybe_done_short', given),
  'commands.no_batch_command_list_shows_all': (given) => say('deskSaid.no_such_batch', given),
  'ledger.unknown': (given) => say('deskSaid.no_such_schedule', given),
  'ledger.name_is_a_number': () => say('deskSaid.name_is_a_number'),
  'ledger.code_of_unknown_rows': (given) => say('deskSaid.code_of_unknown_rows', given),
  'ledger.code_of_accepted_rows': (given) => say('deskSaid.code_of_accepted_rows', given),
  'ledger.code_of_unsent_rows': (given) => say('deskSaid.code_of_unsent_rows', given),
  'ledger.file_refused_problems': (given) => say('deskSaid.file_refused', given),
  'warnings.blocked': (given) => say('deskSaid.policy_blocks', given),
  'warnings.limits_to_check': ({ operators }) => say('deskSaid.limits_to_check', { operators: limitsOf(operators) }),
  'recover.fenced': (given) => say('deskSaid.fenced', given),
  'stored.submissions_wait_for_statement': (given) => say('deskSaid.statement_needed', given),
  'stored.paid_without_row_reference': (given) => say('deskSaid.reference_paid', given),
  'stored.paid_without_row_number': (given) => say('deskSaid.number_paid', given),
}

/** A sentence in the words for people at a page, including the sentences in it. */
export const reworded = (said: Sentence): Sentence => rewordedBy(forPeople, said)

/** The same for words that may be a person's own. */
export const rewordedWords = (words: Words): Words => (isSentence(words) ? reworded(words) : words)

/** A link to the row of another batch that a sentence warns of before it is paid again. */
export function seeHeld({ key, args }: Sentence): VNode | null {
  const { batchId, heldLine } = args
  const isInDoubt = key.startsWith('warnings.may_be_paid') || key.startsWith('stored.reference_of_')
  if (!isInDoubt || typeof batchId !== 'string') return null
  return html`${' '}${rowLink(batchId, String(heldLine), say('deskRetry.maybe_paid_see_row'))}`
}

/** Somebody else has already resolved the row or done something else with it. */
function settledBy(given: Arguments): Sentence {
  const { actor, line, state } = given
  const to = typeof state === 'object' && 'state' in state ? state.state : null
  if (to === 'failed') return say('deskNext.already_not_paid', { actor, line })
  return to === 'paid' ? say('deskNext.already_paid', { actor, line }) : say('deskSaid.settled_by', given)
}

/** How many rows of a file are like payouts of the last 24 hours. */
function repeated(given: Arguments): Sentence {
  return JSON.stringify(given.rows) === JSON.stringify(given.same)
    ? say('deskNew.repeats_some', given)
    : say('deskNew.repeats_batch', given)
}

/** The names of operators, each joined as French needs it before a vowel or a consonant. */
function limitsOf(operators: StoredArgument): Sentence[] {
  const codes = (Array.isArray(operators) ? operators : [operators]).map((each) =>
    typeof each === 'object' && 'operator' in each ? each.operator : String(each),
  )
  return codes.map((code) => {
    const operator = operatorName(code)
    return /^[aeiouh]/i.test(code)
      ? say('deskSaid.limits_of_vowel', { operator })
      : say('deskSaid.limits_of', { operator })
  })
}

/** Whether a person may overrule the problem by confirming that the payouts are intended. */
export const mayBeMeant = ({ key }: Sentence): boolean => meant.has(key)
const meant = new Set([
  'payout.reference_variant_of_line',
  'payout.line_pays_same_amount_same_number',
  'stored.reference_variant',
  'stored.possible_duplicate',
  'stored.held_in_period',
  'stored.held_without_period',
  'stored.held_elsewhere',
])
