import {
  type Findings,
  hundredthsOf,
  isOpen,
  isUnnamed,
  type LineGroup,
  type Matched,
  maxFeeTolerance,
  type SentRow,
  type StatementLine,
} from '../payout/reconciliation.ts'
import type { Disputed } from './disputedLines.ts'
import { mostTold } from './judgeRow.ts'
import { findBetween, isOfTime, type MayBeOf, sinceMs } from './judgeUnclaimed.ts'

/**
 * Finds lines that may be about a row and include a fee that nobody has mentioned: they have no clear number, and exceed the row's
 * amount by at most the highest possible fee.
 */
export function findWithFee(
  unclaimed: readonly LineGroup[],
  disputed: Disputed,
  rows: readonly SentRow[],
  found: Findings,
): MayBeOf {
  const fee = unsaidFee(disputed, found)
  if (fee === null) return () => []
  const fromMs = rows.filter(isOpen).reduce((first, row) => Math.min(first, sinceMs(row)), Number.POSITIVE_INFINITY)
  const isUnclear = (line: StatementLine) =>
    isUnnamed(line) && line.isFee === undefined && (line.at === null || line.at.toMs >= fromMs)
  const lines = unclaimed.flatMap((group) => group.lines.filter(({ meaning }) => meaning !== 'not_carried_out'))
  const others = [...disputed.lines].filter((line) => !disputed.aboveByFee.has(line))
  const spans = [...lines, ...others].filter(isUnclear).flatMap((line) => {
    const { amountHundredths: to } = line
    return to === null ? [] : [{ from: leastPayout(to, fee), to, line }]
  })
  const withAmount = findBetween(spans)
  return (row) => {
    const its: StatementLine[] = []
    for (const line of withAmount(hundredthsOf(row), Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)) {
      if (isOfTime(line, row)) its.push(line)
      if (its.length === mostTold) break
    }
    return its
  }
}

/** A share of the payout, in hundredths of a percent, or a flat fee, in hundredths of the currency's unit, whichever is more. */
interface Fee {
  share: bigint
  flat: bigint
}

/**
 * The highest fee that may be part of the amounts, which the lines of known payouts show. Null if their amounts are those of the
 * payouts, within the given fee tolerance. If no payout is known, the highest allowed fee is assumed.
 */
function unsaidFee({ fees, hasAmounts }: Disputed, { recognised }: Findings): Fee | null {
  const isKnown = hasAmounts || recognised.some(({ line }) => line.amountHundredths !== null)
  if (isKnown && fees.length === 0) return null
  const fee = { share: BigInt(maxFeeTolerance), flat: 0n }
  for (const { ofHundredths, hundredths } of fees) {
    const share = shareOf(hundredths, ofHundredths)
    if (share > fee.share) fee.share = share
    if (hundredths > fee.flat) fee.flat = hundredths
  }
  return fee
}

function leastPayout(hundredths: bigint, { share, flat }: Fee): bigint {
  const whole = 10_000n + share
  const byShare = (hundredths * 10_000n + whole - 1n) / whole
  return hundredths - flat < byShare ? hundredths - flat : byShare
}

/**
 * The fee tolerance, in hundredths of a percent, that is needed for lines that exceed their payouts by a possible fee. Null if there
 * are none, or if it would be more than is allowed.
 */
export function perhapsFees({ discrepancies }: Pick<Matched, 'discrepancies'>): number | null {
  const shares = discrepancies.flatMap(({ row, kind, lines: [line] }) => {
    const above = (line?.amountHundredths ?? 0n) - hundredthsOf(row)
    return kind === 'amount_differs' && above > 0n ? [shareOf(above, hundredthsOf(row))] : []
  })
  const most = shares.reduce((one, other) => (one > other ? one : other), 0n)
  return most > 0n && most <= maxFeeTolerance ? Number(most) : null
}

/** In hundredths of a percent, rounded up. */
const shareOf = (hundredths: bigint, ofHundredths: bigint): bigint =>
  (hundredths * 10_000n + ofHundredths - 1n) / ofHundredths
