import { type Case, hundredthsOf, type Left } from '../../payout/reconciliation.ts'
import type { StatementLine } from '../../payout/statement.ts'
import { formatAmount } from './money.ts'
import { printable } from './printable.ts'

/** Why a row is left as it is. */
export function leftSentence({ why, lines }: Left): string {
  const where = linesText(lines)
  const [has, says, may] = lines.length === 1 ? ['has', 'says', 'may'] : ['have', 'say', 'may']
  switch (why) {
    case 'not_listed':
      return 'not in the statement'
    case 'ambiguous':
      return `${where} ${may} be about it, or about another payout`
    case 'undecided':
      return `${where} ${says} ${statusText(lines)}, which decides nothing`
    case 'case':
      return `${where} ${lines.length === 1 ? 'contradicts' : 'contradict'} it: see the cases`
    case 'undated':
      return `${where} ${has} its number and amount, and no date: it may be an older payment`
    case 'other_reference':
      return `${where} ${has} its number and amount under another reference than its own`
    case 'earlier_attempt':
      return `${where} ${says} ${statusText(lines)}, perhaps of an earlier attempt: it was tried again`
    case 'maybe_listed':
      return `not listed for certain: ${where} ${lines.length === 1 ? 'belongs' : 'belong'} to no payout and ${may} be about it`
    case 'maybe_held':
      return 'not in the statement, which lists what was carried out: the provider may still hold it'
    case 'reference_taken':
      return 'another payout took its reference at this moment: look again'
  }
}

/** What contradicts what. */
export function caseSentence({ row, kind, lines }: Case): string {
  const where = `${linesText(lines)} of the statement`
  const [first] = lines
  switch (kind) {
    case 'paid_but_not_carried_out':
      return `paid in the ledger, but ${where} says ${statusText(lines)}`
    case 'failed_but_carried_out':
      return row.state === 'failed'
        ? `failed in the ledger, but ${where} says that the money moved: don't retry it`
        : `an earlier attempt was refused, but ${where} says that the money moved then`
    case 'amount_differs': {
      const theirs = first?.amountHundredths ?? hundredthsOf(row)
      return `${formatAmount(row.amountMinor, row.currency)} in the ledger, but ${where} has ${hundredthsText(theirs)}`
    }
    case 'currency_differs':
      return `${row.currency} in the ledger, but ${where} has ${first?.currency ?? 'another currency'}`
    case 'number_differs':
      return `${where} has its reference and another phone number`
    case 'conflicting_lines':
      return `${where} have one reference and say different things`
  }
}

const shownLines = 5

/** `line 4`, `lines 4, 7 and 9`, `lines 4, 5, 6, 7, 8 and 12 more`. */
function linesText(lines: readonly StatementLine[]): string {
  const numbers = [...new Set(lines.map(({ line }) => line))].sort((one, other) => one - other)
  if (numbers.length === 1) return `line ${numbers[0]}`
  const shown = numbers.slice(0, shownLines)
  const more = numbers.length - shown.length
  if (more > 0) return `lines ${shown.join(', ')} and ${more} more`
  return `lines ${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** The statuses as the statement has them. */
function statusText(lines: readonly StatementLine[]): string {
  const words = [...new Set(lines.map(({ status }) => status ?? ''))].slice(0, 3)
  return words.map((word) => (word === '' ? 'nothing' : `"${printable(word.slice(0, 40))}"`)).join(' and ')
}

function hundredthsText(hundredths: bigint): string {
  const digits = String(hundredths).padStart(3, '0')
  const fraction = digits.slice(-2) === '00' ? '' : `.${digits.slice(-2)}`
  return `${digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, ' ')}${fraction}`
}
