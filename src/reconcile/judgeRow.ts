import {
  amountsOf,
  type DiscrepancyKind,
  type Findings,
  fitsAmount,
  hundredthsOf,
  isOpen,
  type LeftReason,
  type LineGroup,
  type MatchInput,
  mayBePaid,
  numbersOf,
  type SentRow,
  type StatementLine,
} from '../payout/reconciliation.ts'

/** Judge a row by the line that is certainly its own: it settles the row, agrees with it, contradicts it, or decides nothing. */
export function judgeRow(row: SentRow, group: LineGroup, by: 'reference' | 'number', found: Findings): void {
  const { first, lines } = group
  const difference = group.conflicting ? 'conflicting_lines' : differenceOf(row, first, found.feeTolerance)
  if (difference !== null) addDiscrepancy(row, difference, lines, found)
  else if (row.state === 'failed' && first.meaning === 'doubtful') leaveInDoubt(row, 'undecided', lines, found)
  else if (first.meaning !== 'carried_out' && first.meaning !== 'not_carried_out') {
    found.undecided.push(...lines)
    leaveRow(row, 'undecided', lines, found)
  } else judgeDecided(row, group, by, found)
}

function judgeDecided(row: SentRow, { first, lines }: LineGroup, by: 'reference' | 'number', found: Findings): void {
  const carriedOut = first.meaning === 'carried_out'
  if (isOpen(row)) {
    // Refused, and perhaps tried again after that, in the time that the ledger has lost: a complete statement would have that, too.
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

/** Of what belongs to other batches so many are listed. */
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
 * Leave a row to a person because it is not certain that its lines are about it, or what they say. Evidence that it was carried
 * out is kept all the same: a failed row is not sent again before a person has looked.
 */
export function leaveInDoubt(row: SentRow, why: LeftReason, lines: readonly StatementLine[], found: Findings): void {
  const paying = lines.filter(mayBePaid)
  if (row.state === 'failed' && paying.length > 0) addDiscrepancy(row, 'failed_but_maybe_carried_out', paying, found)
  else leaveRow(row, why, lines, found)
}

/** Leave a row to a person. Rows that are neither unknown nor accepted need no decision; of several findings the first stands. */
function leaveRow(row: SentRow, why: LeftReason, lines: readonly StatementLine[], found: Findings): void {
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
  { rows, complete, lines: all, feeTolerance = 0 }: MatchInput,
  found: Findings,
): void {
  const mayBeOf = findUnclaimed(unclaimed, feeTolerance)
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

function findUnclaimed(unclaimed: readonly LineGroup[], feeTolerance: number): (row: SentRow) => StatementLine[] {
  const byPhone = new Map<string, StatementLine[]>()
  const unsaid: StatementLine[] = []
  const byAmount: { from: bigint; to: bigint; line: StatementLine }[] = []
  for (const line of unclaimed.flatMap(({ lines }) => lines)) {
    // A payout that a line calls failed was not paid either way.
    if (line.meaning === 'not_carried_out') continue
    for (const phone of numbersOf(line)) add(byPhone, phone, line)
    if (line.phones.length > 0) continue
    for (const amount of amountsOf(line, feeTolerance)) byAmount.push({ ...amount, line })
    // A remark without number, reference and amount is nobody's.
    if (line.amountHundredths === null && line.reference !== null) unsaid.push(line)
  }
  const withAmount = findBetween(byAmount)
  return (row) => {
    const lines = [...(byPhone.get(row.phone) ?? []), ...withAmount(hundredthsOf(row)), ...unsaid]
    return [...new Set(lines)].filter(
      ({ currency, at }) =>
        (currency === null || currency === row.currency) &&
        (at === null || row.sentAtMs === null || at.toMs >= row.sentAtMs - earliestMs),
    )
  }
}

/** Finds the spans that an amount is in: those of one amount by it, and the few that are longer one by one. */
function findBetween(
  spans: readonly { from: bigint; to: bigint; line: StatementLine }[],
): (hundredths: bigint) => StatementLine[] {
  const exact = new Map<bigint, StatementLine[]>()
  const longer = spans.filter(({ from, to }) => from < to).sort((one, other) => (one.to < other.to ? -1 : 1))
  for (const { from, to, line } of spans) if (from === to) add(exact, from, line)
  return (hundredths) => {
    let [low, high] = [0, longer.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (longer[middle]!.to < hundredths) low = middle + 1
      else high = middle
    }
    const found = [...(exact.get(hundredths) ?? [])]
    // All of them are as long as a part of their end: past the first that begins above it, none is left.
    for (let at = low; at < longer.length && longer[at]!.from <= hundredths; at++) found.push(longer[at]!.line)
    return found
  }
}

function add<Key>(map: Map<Key, StatementLine[]>, key: Key, line: StatementLine): void {
  const lines = map.get(key)
  if (lines) lines.push(line)
  else map.set(key, [line])
}
