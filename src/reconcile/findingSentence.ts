import type { ChargeDiscrepancyKind } from '../payout/charge.ts'
import { statedAmount } from '../payout/evidenceSentence.ts'
import { operatorName } from '../payout/operators/operator.ts'
import { type Discrepancy, type Left, mayBePaid, type StatementLine } from '../payout/reconciliation.ts'
import { type Argument, count, listed, moment, money, type Sentence, say } from '../words/sentence.ts'
import type { ChargeLeft } from './matchCharges.ts'
import type { NotComplete } from './matchStatement.ts'

/** Why a row stays as it is. */
export function leftSentence({ row, why, lines }: Left): Sentence {
  const where = { n: lines.length, lines: listOf(lines) }
  switch (why) {
    case 'not_listed':
      return say('terminal.left_not_listed')
    case 'operator_not_listed':
      return say('terminal.left_operator_not_listed', { operator: operatorName(row.operator) })
    case 'ambiguous':
      return say('terminal.left_ambiguous', where)
    case 'undecided':
      return nothingSaidBy(lines) ?? say('terminal.left_undecided', { ...where, status: statusOf(lines) })
    case 'discrepancy':
      return say('terminal.left_contradicted', where)
    case 'undated':
      return say('terminal.left_undated', where)
    case 'other_reference':
      return say('terminal.left_other_reference', where)
    case 'earlier_attempt':
      return nothingSaidBy(lines) ?? say('terminal.left_earlier_attempt', { ...where, status: statusOf(lines) })
    case 'maybe_listed':
      return say('terminal.left_maybe_listed', where)
    case 'others_reference':
      return say('terminal.left_others_reference', where)
    case 'maybe_in_sum':
      return say('terminal.left_maybe_in_sum', where)
    case 'maybe_held':
      return say('terminal.left_maybe_held')
    case 'reference_taken':
      return say('terminal.left_reference_taken')
  }
}

/** Why lines decide nothing, if their status isn't the reason. A fee beside a payout doesn't count. */
function nothingSaidBy(lines: readonly StatementLine[]): Sentence | null {
  const where = { n: lines.length, lines: listOf(lines) }
  const leading = lines.find(({ isFee }) => isFee === undefined) ?? lines[0]
  const why = leading?.settlesNothing
  if (why === undefined) return lines.some(({ status }) => status) ? null : say('terminal.left_empty_status', where)
  switch (why) {
    case 'other_direction':
      return say('terminal.left_incoming', where)
    case 'other_account':
      return say('terminal.left_other_account', where)
    case 'fee':
      return say('terminal.left_fee', where)
  }
}

/** The same for one line, under a heading that says that it decides nothing; null if its status is the reason. */
export function undecidedSentence({ settlesNothing }: StatementLine): Sentence | null {
  if (settlesNothing === undefined) return null
  switch (settlesNothing) {
    case 'other_direction':
      return say('terminal.undecided_incoming')
    case 'other_account':
      return say('terminal.undecided_other_account')
    case 'fee':
      return say('terminal.undecided_fee')
  }
}

/** Why a line leaves a payment or collection as it is, or how it contradicts it. */
export function chargeSentence(
  why: ChargeLeft | ChargeDiscrepancyKind,
  line?: Pick<StatementLine, 'settlesNothing'>,
): Sentence {
  switch (why) {
    case 'amount_differs':
      return say('terminal.payins_why_amount_differs')
    case 'currency_differs':
      return say('terminal.payins_why_currency_differs')
    case 'ended_but_paid':
      return say('terminal.payins_why_ended_but_paid')
    case 'paid_but_not_paid':
      return say('terminal.payins_why_paid_but_not_paid')
    case 'several_lines':
      return say('terminal.payins_why_several_lines')
    case 'several_charges':
      return say('terminal.payins_why_several_charges')
    case 'of_payout':
      return say('terminal.payins_why_of_payout')
    case 'other_mode':
      return say('terminal.payins_why_other_mode')
    case 'too_early':
      return say('terminal.payins_why_too_early')
    case 'no_amount':
      return say('terminal.payins_why_no_amount')
    case 'undecided':
      return undecidedCharge(line?.settlesNothing)
    case 'asked':
      return say('terminal.payins_why_asked')
  }
}

function undecidedCharge(why: StatementLine['settlesNothing']): Sentence {
  switch (why) {
    case 'other_direction':
      return say('terminal.payins_why_outgoing')
    case 'other_account':
      return say('terminal.payins_why_other_account')
    case 'fee':
      return say('terminal.payins_why_fee')
    case undefined:
      return say('terminal.payins_why_undecided')
  }
}

/** How a statement contradicts a row. */
export function discrepancySentence({ row, kind, lines }: Discrepancy): Sentence {
  const where = { n: lines.length, lines: listOf(lines) }
  const [first] = lines
  switch (kind) {
    case 'paid_but_not_carried_out':
      return say('terminal.discrepancy_paid_but', { ...where, status: statusOf(lines) })
    case 'failed_but_carried_out':
      return row.state === 'failed'
        ? say('terminal.discrepancy_failed_but_carried_out', where)
        : say('terminal.discrepancy_earlier_attempt_carried_out', where)
    case 'failed_but_maybe_carried_out':
      if (lines.some(mayBePaid)) return say('terminal.discrepancy_failed_but_maybe_carried_out', where)
      return row.state === 'failed'
        ? say('terminal.discrepancy_failed_but_undecided', { ...where, status: statusOf(lines) })
        : say('terminal.discrepancy_earlier_attempt_undecided', { ...where, status: statusOf(lines) })
    case 'amount_differs':
      return say('terminal.discrepancy_differs', {
        ...where,
        ours: money(row.amountMinor, row.currency),
        theirs: (first && statedAmount(first, row.currency)) ?? money(row.amountMinor, row.currency),
      })
    case 'currency_differs':
      return say('terminal.discrepancy_differs', {
        ...where,
        ours: row.currency,
        theirs: first?.currency ?? say('terminal.another_currency'),
      })
    case 'number_differs':
      return say('terminal.discrepancy_number_differs', where)
    case 'conflicting_lines':
      return say('terminal.discrepancy_conflicting_lines', where)
  }
}

const shownLines = 5

/** `4`, `4, 7 and 9`, `4, 5, 6, 7, 8 and 12 more`. */
function listOf(lines: readonly StatementLine[]): Argument {
  const numbers = [...new Set(lines.map(({ line }) => line))].sort((one, other) => one - other)
  const shown = numbers.slice(0, shownLines)
  const more = numbers.length - shown.length
  if (more > 0) return say('terminal.list_and_more', { first: shown.join(', '), more: count(more) })
  return listed(shown.map(String))
}

/** The first three statuses, as in the statement. */
const statusOf = (lines: readonly StatementLine[]): Sentence =>
  [...new Set(lines.map(({ status }) => status ?? ''))]
    .slice(0, 3)
    .map((word) => (word === '' ? say('terminal.empty_status') : say('terminal.quoted', { word: word.slice(0, 40) })))
    .reduce((first, last) => say('terminal.list_and', { first, last }))

/** Why a statement can't be called complete. */
export function notCompleteSentence(refusal: NotComplete): Sentence {
  switch (refusal.kind) {
    case 'unclear_dates':
      return say('terminal.dates_unclear')
    case 'unread_dates': {
      const { name, place } = refusal.column
      return name === '' ? say('terminal.unread_dates_unnamed', { place }) : say('terminal.unread_dates', { name })
    }
    case 'several_accounts':
      return say('terminal.several_accounts', { accounts: [...refusal.accounts] })
    case 'perhaps_fees':
      return say('terminal.perhaps_fees', { percent: `${refusal.feeTolerance / 100}%` })
    case 'not_recognised':
      return say('terminal.lists_nothing_undated')
    case 'not_complete':
      return say('terminal.paid_rows_missing', {
        rows: count(refusal.rows.length),
        line: refusal.rows[0]?.line ?? '',
      })
    case 'maybe_older':
      return say('terminal.undated_maybe_older', { line: refusal.row.line })
    case 'nothing_over':
      return say('terminal.nothing_over', { line: refusal.row.line })
    case 'begins_later': {
      const { row, fromMs } = refusal
      return say('terminal.time_before_not_covered', {
        line: row.line,
        sent: second(row.sentAtMs ?? fromMs),
        from: second(fromMs),
      })
    }
    case 'ends_earlier': {
      const { sentAtMs, sentUntilMs, line } = refusal.row
      const to = reachSentence(refusal)
      const sent = second(sentAtMs ?? refusal.toMs)
      if (sentUntilMs === undefined) return say('terminal.time_not_covered', { line, sent, to })
      return say('terminal.time_until_recovery_not_covered', { line, sent, until: second(sentUntilMs), to })
    }
  }
}

/** Until when a statement certainly reaches, and what was taken off the time of its last payment. */
export const reachSentence = ({ toMs, noZone }: { toMs: number; noZone: boolean }): Sentence =>
  noZone
    ? say('recover.reach_without_zone', { to: second(toMs) })
    : say('recover.reach_by_clocks', { to: second(toMs) })

const second = (ms: number) => moment(new Date(ms), 'second')
