import { type Case, hundredthsOf, type Left } from '../../payout/reconciliation.ts'
import type { StatementLine } from '../../payout/statement.ts'
import { plural, t } from '../../words/t.ts'
import { formatAmount, formatHundredths } from './money.ts'
import { printable } from './printable.ts'

/** Why a row is left as it is. */
export function leftSentence({ why, lines }: Left): string {
  const where = linesText(lines)
  const says = (): string => statusText(lines)
  const form = (one: string, other: string): string => plural(lines.length, one, other)
  switch (why) {
    case 'not_listed':
      return t`not in the statement`
    case 'ambiguous':
      return form(
        t`${where} may be about it, or about another payout`,
        t`${where} may be about it, or about another payout`,
      )
    case 'undecided':
      return form(t`${where} says ${says()}, which decides nothing`, t`${where} say ${says()}, which decides nothing`)
    case 'case':
      return form(t`${where} contradicts it: see the cases`, t`${where} contradict it: see the cases`)
    case 'undated':
      return form(
        t`${where} has its number and amount, and no date: it may be an older payment`,
        t`${where} have its number and amount, and no date: it may be an older payment`,
      )
    case 'other_reference':
      return form(
        t`${where} has its number and amount under another reference than its own`,
        t`${where} have its number and amount under another reference than its own`,
      )
    case 'earlier_attempt':
      return form(
        t`${where} says ${says()}, perhaps of an earlier attempt: it was tried again`,
        t`${where} say ${says()}, perhaps of an earlier attempt: it was tried again`,
      )
    case 'maybe_listed':
      return form(
        t`not listed for certain: ${where} belongs to no payout and may be about it`,
        t`not listed for certain: ${where} belong to no payout and may be about it`,
      )
    case 'maybe_held':
      return t`not in the statement, which lists what was carried out: the provider may still hold it`
    case 'reference_taken':
      return t`another payout took its reference at this moment: look again`
  }
}

/** What contradicts what. */
export function caseSentence({ row, kind, lines }: Case): string {
  const where = t`${linesText(lines)} of the statement`
  const [first] = lines
  switch (kind) {
    case 'paid_but_not_carried_out':
      return t`paid in the ledger, but ${where} says ${statusText(lines)}`
    case 'failed_but_carried_out':
      return row.state === 'failed'
        ? t`failed in the ledger, but ${where} says that the money moved: don't retry it`
        : t`an earlier attempt was refused, but ${where} says that the money moved then`
    case 'amount_differs': {
      const ours = formatAmount(row.amountMinor, row.currency)
      const theirs = formatHundredths(first?.amountHundredths ?? hundredthsOf(row))
      return t`${ours} in the ledger, but ${where} has ${theirs}`
    }
    case 'currency_differs':
      return t`${row.currency} in the ledger, but ${where} has ${first?.currency ?? t`another currency`}`
    case 'number_differs':
      return t`${where} has its reference and another phone number`
    case 'conflicting_lines':
      return t`${where} have one reference and say different things`
  }
}

const shownLines = 5

/** `line 4`, `lines 4, 7 and 9`, `lines 4, 5, 6, 7, 8 and 12 more`. */
function linesText(lines: readonly StatementLine[]): string {
  const numbers = [...new Set(lines.map(({ line }) => line))].sort((one, other) => one - other)
  if (numbers.length === 1) return t`line ${numbers[0]!}`
  const shown = numbers.slice(0, shownLines)
  const more = numbers.length - shown.length
  if (more > 0) return t`lines ${shown.join(', ')} and ${more} more`
  return t`lines ${shown.slice(0, -1).join(', ')} and ${shown.at(-1)!}`
}

/** The statuses as the statement has them. */
function statusText(lines: readonly StatementLine[]): string {
  const words = [...new Set(lines.map(({ status }) => status ?? ''))].slice(0, 3)
  return words
    .map((word) => (word === '' ? t`nothing` : `"${printable(word.slice(0, 40))}"`))
    .reduce((one, other) => t`${one} and ${other}`)
}
