import {
  type CaseKind,
  type Findings,
  hundredthsOf,
  isOpen,
  type LeftReason,
  type LineGroup,
  type SentRow,
} from './reconciliation.ts'
import type { StatementLine } from './statement.ts'

/** Judge a row by the line that is certainly its own: it settles the row, agrees with it, contradicts it, or decides nothing. */
export function judgeRow(row: SentRow, group: LineGroup, by: 'reference' | 'number', found: Findings): void {
  const { first, lines } = group
  const difference = group.conflicting ? 'conflicting_lines' : differenceOf(row, first)
  if (difference !== null) addCase(row, difference, lines, found)
  else if (first.meaning === 'under_way' || first.meaning === 'unrecognised') {
    found.undecided.push(...lines)
    leaveRow(row, 'undecided', lines, found)
  } else judgeDecided(row, group, by, found)
}

function judgeDecided(row: SentRow, { first, lines }: LineGroup, by: 'reference' | 'number', found: Findings): void {
  const carriedOut = first.meaning === 'carried_out'
  if (isOpen(row)) {
    if (found.dealtWith.has(row.line)) return
    found.dealtWith.add(row.line)
    found.listsBatch = true
    const reference = first.reference ?? row.reference
    found.resolutions.push({ row, to: carriedOut ? 'paid' : 'failed', reference, by, statementLine: first.line })
  } else if (row.state === 'paid' && !carriedOut) addCase(row, 'paid_but_not_carried_out', lines, found)
  else if (row.state === 'failed' && carriedOut) addCase(row, 'failed_but_carried_out', lines, found)
  else {
    found.agreed += lines.length
    found.listsBatch = true
  }
}

export function addCase(row: SentRow, kind: CaseKind, lines: readonly StatementLine[], found: Findings): void {
  found.cases.push({ row, kind, lines })
  leaveRow(row, 'case', lines, found)
}

/** Leave a row to a person. Rows that are neither unknown nor accepted need no decision; of several findings the first stands. */
export function leaveRow(row: SentRow, why: LeftReason, lines: readonly StatementLine[], found: Findings): void {
  if (!isOpen(row) || found.dealtWith.has(row.line)) return
  found.dealtWith.add(row.line)
  found.left.push({ row, why, lines })
}

function differenceOf(row: SentRow, line: StatementLine): CaseKind | null {
  if (line.currency !== null && line.currency !== row.currency) return 'currency_differs'
  if (line.amountHundredths !== null && line.amountHundredths !== hundredthsOf(row)) return 'amount_differs'
  if (line.phones.length > 0 && !line.phones.includes(row.phone)) return 'number_differs'
  return null
}
