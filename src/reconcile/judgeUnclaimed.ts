import { type Country, countryOfOperator, operatorOf } from '../payout/operators/operator.ts'
import {
  amountsOf,
  type Findings,
  fitsAmount,
  hundredthsOf,
  isOpen,
  isUnnamed,
  type LineGroup,
  type MatchInput,
  mayBePaid,
  mayBeTo,
  numbersOf,
  type SentRow,
  type StatementLine,
} from '../payout/reconciliation.ts'
import { zoneSlackMs } from '../payout/times/zonedTime.ts'
import { type Disputed, sharedWith } from './disputedLines.ts'
import { leaveInDoubt, leaveRow, mostTold } from './judgeRow.ts'
import { append, isNear, nearUntilMs } from './matchByNumber.ts'

/**
 * Finds the lines that may be about a row.
 *
 * @param speaks only lines for which this is true
 * @param untilMs lines that are certainly later may be left out
 */
export type MayBeOf = (row: SentRow, speaks?: (line: StatementLine) => boolean, untilMs?: number) => StatementLine[]

/** They have the same value, and people write one for the other. */
const cfaFrancs: ReadonlySet<string> = new Set(['XOF', 'XAF'])

/**
 * Finds lines that may be about a row among those that belong to no payout for certain, or have another payout's reference. They have
 * the row's number and any amount (because of fees), or no clear number and the row's amount. Such a row doesn't become failed. If it
 * has failed, and amount and time fit, it is not sent again before a person has looked.
 */
export function findUnclaimed(unclaimed: readonly LineGroup[], disputed: Disputed, feeTolerance: number): MayBeOf {
  const byPhone = new Map<string, StatementLine[]>()
  const unsaid: StatementLine[] = []
  const byAmount: { from: bigint; to: bigint; line: StatementLine }[] = []
  // A line that says "failed" shows no payment, unless it has the reference of another payout, which was paid.
  const paying = unclaimed.flatMap(({ lines }) => lines.filter(({ meaning }) => meaning !== 'not_carried_out'))
  for (const line of [...paying, ...disputed.lines]) {
    for (const phone of mayBeTo(line)) append(byPhone, phone, line)
    if (line.phones.length > 0) continue
    for (const amount of amountsOf(line, feeTolerance)) byAmount.push({ ...amount, line })
    // A line without number, reference and amount is about nobody.
    if (line.amountHundredths === null && line.reference !== null) unsaid.push(line)
  }
  const withAmount = findBetween(byAmount)
  return (row, speaks = () => true, untilMs = Number.POSITIVE_INFINITY) => {
    const found = new Set<StatementLine>()
    function* all() {
      yield* byPhone.get(row.phone) ?? []
      yield* withAmount(hundredthsOf(row), sinceMs(row), untilMs)
      yield* unsaid
      yield* sharedWith(disputed, row)
    }
    for (const line of all()) {
      const isShared = line.reference !== null && line.reference === row.sharedReference
      const isOfAmount = !disputed.aboveByFee.has(line) || fitsAmount(line, hundredthsOf(row), feeTolerance)
      if (!isShared && !isOfAmount) continue
      if (isOfTime(line, row) && speaks(line)) found.add(line)
      if (found.size === mostTold) break
    }
    return [...found]
  }
}

/** Lines that are certainly earlier are not about the row. */
export const sinceMs = ({ sentAtMs }: SentRow): number => (sentAtMs ?? Number.NEGATIVE_INFINITY) - zoneSlackMs

/** Whether a line may be about a row, by its time and currency. */
export function isOfTime({ currency, at }: StatementLine, row: SentRow): boolean {
  const isCurrency =
    currency === null || currency === row.currency || (cfaFrancs.has(currency) && cfaFrancs.has(row.currency))
  return isCurrency && (at === null || at.toMs >= sinceMs(row))
}

/** Leaves a row to a person if one line says that it failed, and another may be its payment. */
export function holdRefused(mayBeOf: MayBeOf, found: Findings): void {
  const held = new Map<SentRow, StatementLine[]>()
  for (const { row, to } of found.resolutions) {
    const lines =
      to === 'failed' ? mayBeOf(row, (line) => line.meaning !== 'not_carried_out' && speaksForRefused(line, row)) : []
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

/** Finds evidence that failed rows were carried out, unless a discrepancy already has some. */
export function doubtFailed(mayBeOf: MayBeOf, { rows }: MatchInput, found: Findings): void {
  const told = new Set(found.discrepancies.filter(({ lines }) => lines.some(mayBePaid)).map(({ row }) => row))
  for (const row of rows) {
    if (row.state !== 'failed' || told.has(row) || row.sentAtMs === null) continue
    const hundredths = hundredthsOf(row)
    const speaks = (line: StatementLine) =>
      mayBePaid(line) &&
      fitsAmount(line, hundredths, found.feeTolerance) &&
      isNear(line, row) &&
      speaksForRefused(line, row)
    leaveInDoubt(row, 'ambiguous', mayBeOf(row, speaks, nearUntilMs(row)), found)
  }
}

/** Whether a line is enough to doubt a refusal: a reference alone, or words that name somebody else, are not. */
const speaksForRefused = (line: StatementLine, { phone }: SentRow): boolean =>
  mayBeTo(line).includes(phone) || (isUnnamed(line) && line.amountHundredths !== null)

/**
 * Judges the rows that the statement doesn't list. They were not paid if a person says that it is complete, and if none of the lines
 * without a certain payout may be about them.
 *
 * A statement without a status column lists only what was carried out. A row that the provider accepted, also one whose answer came too
 * late to say more than its reference, may be missing because the provider still holds it, and would be paid twice if it were retried.
 */
export function judgeAbsentRows(mayBeOf: MayBeOf, withFee: MayBeOf, input: MatchInput, found: Findings): void {
  const { rows, complete, lines: all, owners } = input
  const isCovered = findCovered(input, found)
  const isHeld = ({ reference }: StatementLine) => reference !== null && owners.has(reference)
  const hasStatus = all.some(({ status }) => status !== null)
  for (const row of rows) {
    if (!isOpen(row) || found.dealtWith.has(row.line)) continue
    const lines = [...new Set([...mayBeOf(row), ...withFee(row)])].slice(0, mostTold)
    if (lines.length > 0) leaveRow(row, lines.every(isHeld) ? 'others_reference' : 'maybe_listed', lines, found)
    else if (!complete) leaveRow(row, 'not_listed', [], found)
    else if (!isCovered(row)) leaveRow(row, 'operator_not_listed', [], found)
    else if (!hasStatus && (row.state === 'accepted' || row.reference !== null)) leaveRow(row, 'maybe_held', [], found)
    else {
      found.dealtWith.add(row.line)
      found.resolutions.push({ row, to: 'failed', reference: row.reference, by: 'absence', statementLine: null })
    }
  }
}

/** How much earlier than a row another payout may have been sent that shows that a statement covers the operator of both. */
const coveredMs = 24 * 3_600_000

/**
 * Whether a statement covers the operator of a row: it lists a payout through it of about that time or later, or a person says so.
 * Otherwise it may be one operator's own. Payouts through two operators of the row's country, or of several countries with its currency,
 * show that it is the provider's.
 */
function findCovered(
  { rows, lines, owners, covers = [] }: MatchInput,
  { recognised }: Findings,
): (row: SentRow) => boolean {
  const ofLine = new Map(rows.map((row) => [row.line, row]))
  const listed: Pick<SentRow, 'operator' | 'sentAtMs'>[] = recognised.map(({ row }) => row)
  for (const line of lines) {
    const owner = line.reference === null ? undefined : owners.get(line.reference)
    const holder = typeof owner === 'number' ? ofLine.get(owner) : owner
    // Amounts may have fees in them.
    if (holder && (isUnnamed(line) || numbersOf(line).includes(holder.phone))) listed.push(holder)
  }
  const latest = new Map<string, number>()
  for (const { operator, sentAtMs } of listed) latest.set(operator, Math.max(sentAtMs ?? 0, latest.get(operator) ?? 0))
  return ({ operator, currency, sentAtMs }) => {
    const sinceMs = (sentAtMs ?? Number.POSITIVE_INFINITY) - coveredMs
    const known = [...latest].filter(([, latestMs]) => latestMs >= sinceMs).map(([code]) => code)
    if (known.includes(operator) || covers.includes(operator)) return true
    const countries = known
      .map((code) => countryIn(code))
      .filter((country) => country?.currency === currency)
      .map((country) => country?.code)
    const own = countryIn(operator)?.code
    return new Set(countries).size > 1 || countries.filter((code) => code === own).length > 1
  }
}

function countryIn(code: string): Country | null {
  const operator = operatorOf(code)
  return operator && countryOfOperator(operator)
}

interface Between {
  from: bigint
  to: bigint
  line: StatementLine
}

/**
 * Finds the spans that contain an amount: those of a single amount by amount and time, and the few longer ones one by one, whatever
 * their time.
 */
export function findBetween(
  spans: readonly Between[],
): (hundredths: bigint, fromMs: number, untilMs: number) => Generator<StatementLine, void> {
  const exact = new Map<bigint, StatementLine[]>()
  const longer = spans.filter(({ from, to }) => from < to).sort((one, other) => (one.to < other.to ? -1 : 1))
  for (const { from, to, line } of spans) if (from === to) append(exact, from, line)
  const timed = new Map([...exact].map(([hundredths, lines]) => [hundredths, byTime(lines)]))
  return function* (hundredths, fromMs, untilMs) {
    yield* timed.get(hundredths)?.(fromMs, untilMs) ?? []
    // Their beginnings grow with their ends, so after the first that begins above the amount, no other contains it.
    const first = firstOf(longer, ({ to }) => to >= hundredths)
    for (let at = first; at < longer.length && longer[at]!.from <= hundredths; at++) yield longer[at]!.line
  }
}

/** Finds undated lines, and those that may overlap a time. */
function byTime(lines: readonly StatementLine[]): (fromMs: number, untilMs: number) => Generator<StatementLine, void> {
  const undated = lines.filter(({ at }) => at === null)
  const dated = lines.flatMap((line) => (line.at === null ? [] : [{ line, ...line.at }]))
  dated.sort((one, other) => one.toMs - other.toMs)
  const longestMs = dated.reduce((longest, { fromMs, toMs }) => Math.max(longest, toMs - fromMs), 0)
  return function* (fromMs, untilMs) {
    yield* undated
    const first = firstOf(dated, ({ toMs }) => toMs >= fromMs)
    for (let at = first; at < dated.length && dated[at]!.toMs - longestMs <= untilMs; at++) yield dated[at]!.line
  }
}

/** The index of the first item for which `holds` is true, as it is for all after it; the number of items if there is none. */
export function firstOf<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(items[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
