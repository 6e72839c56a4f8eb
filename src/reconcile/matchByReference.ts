import type { Findings, LineGroup, MatchInput, SentRow } from '../payout/reconciliation.ts'
import { mayBePaid } from '../payout/statement.ts'
import { addDiscrepancy, judgeRow, leaveInDoubt } from './judgeRow.ts'

/**
 * Lines whose reference the ledger knows. A reference that another payout holds is that payout's, whatever else the line
 * says.
 *
 * @returns `free`: the lines whose reference nobody knows; `named`: the rows that were found by theirs
 */
export function matchByReference(
  groups: readonly LineGroup[],
  input: MatchInput,
  found: Findings,
): { free: LineGroup[]; named: Set<SentRow> } {
  const holdersOf = findHolders(input)
  const free: LineGroup[] = []
  const own = new Map<SentRow, LineGroup[]>()
  for (const group of groups) {
    const holders = holdersOf(group.first.reference)
    if (holders !== 'other') for (const row of holders) found.listed.add(row)
    if (holders === 'other') found.notOfBatch += group.lines.length
    else if (holders.length === 0) free.push(group)
    else if (holders.length > 1) for (const row of holders) leaveInDoubt(row, 'ambiguous', group.lines, found)
    else {
      const row = holders[0]!
      if (isOfLatestAttempt(row, group.first.reference)) own.set(row, [...(own.get(row) ?? []), group])
      else judgeEarlierAttempt(row, group, found)
    }
  }
  // After the earlier attempts: a discrepancy about one of them keeps its row from being settled.
  for (const [row, its] of own) {
    const [group] = its
    if (its.length === 1 && group) judgeRow(row, group, 'reference', found)
    else leaveInDoubt(row, 'ambiguous', linesOf(its), found)
  }
  return { free, named: new Set(own.keys()) }
}

/** Who has a reference: the row that holds it, or (an unclear answer or a refusal brought it) the rows that keep it. */
function findHolders({ rows, owners }: MatchInput): (reference: string | null) => SentRow[] | 'other' {
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const keepers = new Map<string, SentRow[]>()
  for (const row of rows) {
    if (row.reference !== null) keepers.set(row.reference, [...(keepers.get(row.reference) ?? []), row])
  }
  return (reference) => {
    if (reference === null) return []
    const owner = owners.get(reference)
    if (owner === 'other') return 'other'
    if (owner === undefined) return keepers.get(reference) ?? []
    const row = byLine.get(owner)
    return row ? [row] : []
  }
}

const isOfLatestAttempt = (row: SentRow, reference: string | null): boolean =>
  row.reference === reference || (row.reference === null && !row.retried)

/** The reference of an attempt that was refused before the row was tried again. It says nothing of the latest attempt. */
function judgeEarlierAttempt(row: SentRow, group: LineGroup, found: Findings): void {
  if (group.lines.some(mayBePaid)) addDiscrepancy(row, 'failed_but_carried_out', group.lines, found)
  else found.agreed += group.lines.length
}

const linesOf = (groups: readonly LineGroup[]) => groups.flatMap(({ lines }) => lines)
