import {
  type DiscrepancyKind,
  type Findings,
  fitsAmount,
  hundredthsOf,
  isOpen,
  type LeftReason,
  type LineGroup,
  mayBePaid,
  type SentRow,
  type StatementLine,
} from '../payout/reconciliation.ts'

/** Judge a row by a line that is certainly its own: it settles the row, agrees with it, contradicts it, or decides nothing. */
export function judgeRow(row: SentRow, group: LineGroup, by: 'reference' | 'number', found: Findings): void {
  const { first, lines } = group
  const difference = group.conflicting ? 'conflicting_lines' : differenceOf(row, first, found.feeTolerance)
  if (difference !== null) addDiscrepancy(row, difference, lines, found)
  else if (row.state === 'failed' && first.meaning === 'doubtful') leaveInDoubt(row, 'undecided', lines, found)
  else if (row.state === 'failed' && mayYetBePaid(first))
    addDiscrepancy(row, 'failed_but_maybe_carried_out', lines, found)
  else if (first.meaning !== 'carried_out' && first.meaning !== 'not_carried_out') {
    for (const line of lines) found.undecided.push(line)
    leaveRow(row, 'undecided', lines, found)
  } else judgeDecided(row, group, by, found)
}

/** Whether a failed row may still be paid: a line's status means that it is under way, or payrun doesn't know the status. */
export const mayYetBePaid = ({ meaning, settlesNothing }: StatementLine): boolean =>
  meaning === 'under_way' || (meaning === 'unrecognised' && settlesNothing === undefined)

function judgeDecided(row: SentRow, { first, lines }: LineGroup, by: 'reference' | 'number', found: Findings): void {
  const carriedOut = first.meaning === 'carried_out'
  if (isOpen(row)) {
    // It may have been sent again after this refusal, in the time that the ledger has lost. A complete statement would list that, too.
    const mayBeEarlier = !carriedOut && row.sentUntilMs !== undefined && !found.complete
    if (mayBeEarlier) leaveRow(row, 'earlier_attempt', lines, found)
    if (found.dealtWith.has(row.line)) return
    found.dealtWith.add(row.line)
    found.recognised.push({ row, line: first })
    const reference = first.reference ?? row.reference
    found.resolutions.push({ row, to: carriedOut ? 'paid' : 'failed', reference, by, statementLine: first.line })
  } else if (row.state === 'paid' && !carriedOut) addDiscrepancy(row, 'paid_but_not_carried_out', lines, found)
  else if (row.state === 'failed' && carriedOut) addDiscrepancy(row, 'failed_but_carried_out', lines, found)
  else {
    found.agreed += lines.length
    found.recognised.push({ row, line: first })
  }
}

/** The most lines of other batches to list. */
const mostOthers = 50

/** Lines that are about no row of this batch. */
export function addOthers(lines: readonly StatementLine[], found: Findings): void {
  found.notOfBatch += lines.length
  found.others.push(...lines.slice(0, mostOthers - found.others.length).map((line) => ({ line, row: null })))
}

export function addDiscrepancy(
  row: SentRow,
  kind: DiscrepancyKind,
  lines: readonly StatementLine[],
  found: Findings,
): void {
  found.discrepancies.push({ row, kind, lines })
  leaveRow(row, 'discrepancy', lines, found)
}

/**
 * Leave a row to a person because it is not certain whether its lines are about it, or what they say. Evidence that it was carried out
 * is still kept, so that a failed row is not sent again before a person has looked.
 */
export function leaveInDoubt(row: SentRow, why: LeftReason, lines: readonly StatementLine[], found: Findings): void {
  const paying = lines.filter(mayBePaid)
  if (row.state === 'failed' && paying.length > 0) addDiscrepancy(row, 'failed_but_maybe_carried_out', paying, found)
  else leaveRow(row, why, lines, found)
}

/** The most lines to report for a row: thousands of lines may be about each of thousands of rows. */
export const mostTold = 50

/** The lines that may be about a row, in their order. If there are many, those that say that it was paid come first. */
export function linesToTell(groups: readonly LineGroup[]): StatementLine[] {
  const [paying, others]: [StatementLine[], StatementLine[]] = [[], []]
  let count = 0
  for (const { lines } of groups)
    for (const line of lines) {
      const which = mayBePaid(line) ? paying : others
      if (which.length < mostTold) which.push(line)
      if (paying.length === mostTold) return paying
      count += 1
    }
  return count > mostTold ? [...paying, ...others].slice(0, mostTold) : groups.flatMap(({ lines }) => lines)
}

/** Leave a row to a person. Rows that are neither unknown nor accepted need no decision. The first of several findings wins. */
export function leaveRow(row: SentRow, why: LeftReason, lines: readonly StatementLine[], found: Findings): void {
  if (!isOpen(row) || found.dealtWith.has(row.line)) return
  found.dealtWith.add(row.line)
  found.left.push({ row, why, lines })
}

function differenceOf(row: SentRow, line: StatementLine, feeTolerance: number): DiscrepancyKind | null {
  if (line.currency !== null && line.currency !== row.currency) return 'currency_differs'
  if (line.amountHundredths !== null && !fitsAmount(line, hundredthsOf(row), feeTolerance)) return 'amount_differs'
  if (line.phones.length > 0 && !line.phones.includes(row.phone)) return 'number_differs'
  return null
}
