import {
  amountsOf,
  type Findings,
  fitsAmount,
  hundredthsOf,
  isOpen,
  type LineGroup,
  type MatchInput,
  mayBePaid,
  numbersOf,
  type SentRow,
  type StatementLine,
} from '../payout/reconciliation.ts'
import { zoneSlackMs } from '../payout/times/zonedTime.ts'
import { leaveInDoubt, leaveRow } from './judgeRow.ts'
import { append, isNear } from './matchByNumber.ts'

type MayBeOf = (row: SentRow) => StatementLine[]

/** Worth the same, and written for each other. */
const cfaFrancs: ReadonlySet<string> = new Set(['XOF', 'XAF'])

/**
 * The lines that may be a row's, of those that belong to no payout for certain: they have its number, whatever the amount (fees), or
 * no clear number and its amount. Such a row doesn't become failed, and one that has failed is not sent again before a person
 * has looked, if amount and time fit.
 */
export function findUnclaimed(unclaimed: readonly LineGroup[], feeTolerance: number): MayBeOf {
  const byPhone = new Map<string, StatementLine[]>()
  const unsaid: StatementLine[] = []
  const byAmount: { from: bigint; to: bigint; line: StatementLine }[] = []
  for (const line of unclaimed.flatMap(({ lines }) => lines)) {
    // A payout that a line calls failed was not paid either way.
    if (line.meaning === 'not_carried_out') continue
    for (const phone of numbersOf(line)) append(byPhone, phone, line)
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
        (currency === null || currency === row.currency || (cfaFrancs.has(currency) && cfaFrancs.has(row.currency))) &&
        (at === null || row.sentAtMs === null || at.toMs >= row.sentAtMs - zoneSlackMs),
    )
  }
}

/** A line calls a row failed, and another one may be its payment: a person decides. */
export function holdRefused(mayBeOf: MayBeOf, found: Findings): void {
  const held = new Map<SentRow, StatementLine[]>()
  for (const { row, to } of found.resolutions) {
    const lines = to === 'failed' ? mayBeOf(row).filter((line) => speaksForRefused(line, row)) : []
    if (lines.length > 0) held.set(row, lines)
  }
  if (held.size === 0) return
  for (const { row, line } of found.recognised) {
    const lines = held.get(row)
    if (lines) found.left.push({ row, why: 'ambiguous', lines: [line, ...lines] })
  }
  found.resolutions = found.resolutions.filter(({ row }) => !held.has(row))
  found.recognised = found.recognised.filter(({ row }) => !held.has(row))
}

/** Rows that have failed, and of which no line says yet that they were carried out. */
export function doubtFailed(mayBeOf: MayBeOf, { rows }: MatchInput, found: Findings): void {
  const told = new Set(found.discrepancies.filter(({ lines }) => lines.some(mayBePaid)).map(({ row }) => row))
  for (const row of rows) {
    if (row.state !== 'failed' || told.has(row)) continue
    const lines = mayBeOf(row).filter(
      (line) =>
        fitsAmount(line, hundredthsOf(row), found.feeTolerance) && isNear(line, row) && speaksForRefused(line, row),
    )
    leaveInDoubt(row, 'ambiguous', lines, found)
  }
}

/** Words that name somebody else, or a reference alone, are too little against a refusal. */
const speaksForRefused = (line: StatementLine, { phone }: SentRow): boolean => {
  const numbers = numbersOf(line)
  return numbers.includes(phone) || (numbers.length === 0 && line.amountHundredths !== null)
}

/**
 * Rows that the statement doesn't have. They were not paid, if a person says that it is complete, and if none of the lines
 * that belong to nobody may be theirs after all.
 *
 * A statement without a status column lists what was carried out: an accepted row may be missing in it because the provider
 * still holds it, and would be paid twice if it were tried again.
 */
export function judgeAbsentRows(mayBeOf: MayBeOf, { rows, complete, lines: all }: MatchInput, found: Findings): void {
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

/** Finds the spans that an amount is in: those of one amount by it, and the few that are longer one by one. */
function findBetween(
  spans: readonly { from: bigint; to: bigint; line: StatementLine }[],
): (hundredths: bigint) => StatementLine[] {
  const exact = new Map<bigint, StatementLine[]>()
  const longer = spans.filter(({ from, to }) => from < to).sort((one, other) => (one.to < other.to ? -1 : 1))
  for (const { from, to, line } of spans) if (from === to) append(exact, from, line)
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
