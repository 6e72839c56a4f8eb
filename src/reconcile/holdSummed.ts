import {
  amountsOf,
  type Findings,
  hundredthsOf,
  isHolders,
  type LineGroup,
  type Matched,
  type MatchInput,
  type SentRow,
  type StatementLine,
} from '../payout/reconciliation.ts'
import { zoneSlackMs } from '../payout/times/zonedTime.ts'
import { mostTold } from './judgeRow.ts'
import { firstOf } from './judgeUnclaimed.ts'

/** Whether a row counts as unpaid because its payment is missing in the statement, or one after an attempt that was refused. */
export const isByAbsence = ({ row, to, by }: Matched['resolutions'][number]): boolean =>
  by === 'absence' || (to === 'failed' && row.sentUntilMs !== undefined)

/**
 * A bank may book several payments as one line. A row that such a line may include is not absent. The line says so itself, or it
 * belongs to no payout and its amount is the sum of several rows without a line, which is rarely true of rent, for example.
 *
 * @param unclaimed the lines without a certain payout
 */
export function holdSummed(unclaimed: readonly LineGroup[], input: MatchInput, found: Findings): void {
  const absent = found.resolutions.filter(isByAbsence).map(({ row }) => row)
  if (absent.length === 0) return
  const speaks = ({ meaning, settlesNothing }: StatementLine) =>
    meaning !== 'not_carried_out' && settlesNothing === undefined
  const isHeld = findHeld(input, found.feeTolerance)
  const known = new Set(found.recognised.map(({ line }) => line))
  const said = input.lines.filter((line) => line.sum === 'said' && !known.has(line) && !isHeld(line))
  const possible = unclaimed.flatMap((group) => group.lines).filter(({ sum }) => sum === 'possible')
  const isSum =
    possible.length === 0 ? () => false : sumsOf([...absent, ...found.left.map(({ row }) => row)], found.feeTolerance)
  const sums = [...said, ...possible.filter(isSum)].filter(speaks).sort(byAmount)
  const held = new Set<SentRow>()
  for (const row of sums.length === 0 ? [] : absent) {
    const its = linesWith(row, sums)
    if (its.length === 0) continue
    held.add(row)
    found.left.push({ row, why: 'maybe_in_sum', lines: its })
  }
  found.resolutions = found.resolutions.filter(({ row }) => !held.has(row))
  found.recognised = found.recognised.filter(({ row }) => !held.has(row))
}

/** Whether a line is the payment of the payout with its reference, whatever its words say: `Salaires, novembre`. */
function findHeld({ rows, owners }: MatchInput, feeTolerance: number): (line: StatementLine) => boolean {
  const ofLine = new Map(rows.map((row) => [row.line, row]))
  return (line) => {
    const owner = line.reference === null ? undefined : owners.get(line.reference)
    const holder = typeof owner === 'number' ? ofLine.get(owner) : owner
    return holder !== undefined && isHolders(line, holder, feeTolerance)
  }
}

/** Lines without an amount first, then the largest amounts. */
function byAmount({ amountHundredths: one }: StatementLine, { amountHundredths: other }: StatementLine): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null)
  return one > other ? -1 : Number(one < other)
}

/**
 * The sums that may include a row: not smaller than its amount, and not from before it was sent.
 *
 * @param sums the smallest last
 */
function linesWith(row: SentRow, sums: readonly StatementLine[]): StatementLine[] {
  const hundredths = hundredthsOf(row)
  const fromMs = (row.sentAtMs ?? Number.NEGATIVE_INFINITY) - zoneSlackMs
  const found: StatementLine[] = []
  for (const line of sums) {
    const { currency, amountHundredths, at } = line
    if (amountHundredths !== null && amountHundredths < hundredths) break
    const fits = currency === null || kindOf(currency) === kindOf(row.currency)
    if (fits && (at === null || at.toMs >= fromMs)) found.push(line)
    if (found.length === mostTold) break
  }
  return found
}

/** The two CFA francs have the same value, and people write one for the other. */
const kindOf = (currency: string): string => (currency === 'XAF' ? 'XOF' : currency)

/** Whether a line's amount is the sum of two or more of the rows. */
function sumsOf(rows: readonly SentRow[], feeTolerance: number): (line: StatementLine) => boolean {
  const ofKind = new Map(
    [...Map.groupBy(rows, ({ currency }) => kindOf(currency))].map(([kind, its]) => [
      kind,
      addUp(its.map(hundredthsOf)),
    ]),
  )
  return (line) => {
    const { currency } = line
    const reached = currency === null ? [...ofKind.values()] : [ofKind.get(kindOf(currency)) ?? (() => false)]
    return amountsOf(line, feeTolerance).some(({ from, to }) => reached.some((reaches) => reaches(from, to)))
  }
}

/** The most additions to try. Many rows add up to almost anything: then any amount from the smallest sum to the total may be a sum. */
const mostAdditions = 300_000

function addUp(amounts: readonly bigint[]): (from: bigint, to: bigint) => boolean {
  const single = new Set<bigint>()
  const sums = new Set<bigint>()
  let additions = 0
  for (const amount of amounts) {
    additions += sums.size + single.size
    if (additions > mostAdditions) break
    for (const sum of [...sums, ...single]) sums.add(sum + amount)
    single.add(amount)
  }
  const ascending = (one: bigint, other: bigint) => (one < other ? -1 : Number(one > other))
  if (additions <= mostAdditions) {
    const sorted = [...sums].sort(ascending)
    return (from, to) => (sorted[firstOf(sorted, (sum) => sum >= from)] ?? to + 1n) <= to
  }
  const [first = 0n, second = 0n] = [...amounts].sort(ascending)
  const whole = amounts.reduce((sum, amount) => sum + amount, 0n)
  return (from, to) => to >= first + second && from <= whole
}
