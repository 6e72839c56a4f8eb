import {
  type Findings,
  hundredthsOf,
  isOpen,
  type LineGroup,
  type MatchInput,
  type SentRow,
} from '../payout/reconciliation.ts'
import { isNameless, type StatementLine } from '../payout/statement.ts'
import { leaveRow } from './judgeRow.ts'

/** A line without a zone may be written in one to the west: so much earlier it still keeps a row from being absent. */
const earliestMs = 24 * 3_600_000

/**
 * Rows that the statement doesn't have. They were not paid, if a person says that it is complete, and if none of the lines
 * that belong to nobody may be theirs after all: of that number (whatever the amount: fees), or of that amount where the
 * line has no number.
 *
 * A statement without a status column lists what was carried out: an accepted row may be missing in it because the provider
 * still holds it, and would be paid twice if it were tried again.
 */
export function judgeAbsentRows(
  unclaimed: readonly LineGroup[],
  { rows, complete, lines: all }: MatchInput,
  found: Findings,
): void {
  const mayBeOf = findUnclaimed(unclaimed)
  const hasStatus = all.some(({ status }) => status !== null)
  for (const row of rows) {
    if (!isOpen(row) || found.dealtWith.has(row.line)) continue
    const lines = mayBeOf(row)
    if (lines.length > 0) leaveRow(row, 'maybe_listed', lines, found)
    else if (!complete) leaveRow(row, 'not_listed', [], found)
    else if (row.state === 'accepted' && !hasStatus) leaveRow(row, 'maybe_held', [], found)
    else {
      found.dealtWith.add(row.line)
      found.resolutions.push({ row, to: 'failed', reference: row.reference, by: 'absence', statementLine: null })
    }
  }
}

function findUnclaimed(unclaimed: readonly LineGroup[]): (row: SentRow) => StatementLine[] {
  const byPhone = new Map<string, StatementLine[]>()
  const byAmount = new Map<bigint | null, StatementLine[]>()
  for (const line of unclaimed.flatMap(({ lines }) => lines)) {
    // A payout that a line calls failed was not paid either way.
    if (line.meaning === 'not_carried_out') continue
    for (const phone of line.phones) add(byPhone, phone, line)
    // A remark without number, reference and amount is nobody's.
    if (isNameless(line) && line.amountHundredths === null) continue
    if (line.phones.length === 0) add(byAmount, line.amountHundredths, line)
  }
  return (row) =>
    [
      ...(byPhone.get(row.phone) ?? []),
      ...(byAmount.get(hundredthsOf(row)) ?? []),
      ...(byAmount.get(null) ?? []),
    ].filter(
      ({ currency, at }) =>
        (currency === null || currency === row.currency) &&
        (at === null || row.sentAtMs === null || at.toMs >= row.sentAtMs - earliestMs),
    )
}

function add<Key>(map: Map<Key, StatementLine[]>, key: Key, line: StatementLine): void {
  const lines = map.get(key)
  if (lines) lines.push(line)
  else map.set(key, [line])
}
