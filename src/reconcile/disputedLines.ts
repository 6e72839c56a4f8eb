import {
  type Findings,
  fitsAmount,
  type Holder,
  hundredthsOf,
  isHolders,
  isUnnamed,
  type LineGroup,
  maxFeeTolerance,
  numbersOf,
  type SentRow,
  type StatementLine,
} from '../payout/reconciliation.ts'
import { append } from './matchByNumber.ts'

/**
 * Lines with the reference of one payout that may still be about another: a provider may have given both the same reference. They
 * settle nothing, but a row that they may be about isn't absent.
 */
export interface Disputed {
  /** The lines in which something doesn't fit the holder of the reference. */
  lines: Set<StatementLine>
  /** Those of them that exceed the holder's amount only by a fee. They may only be about a row whose amount they fit. */
  aboveByFee: Set<StatementLine>
  /** By reference: all lines with a reference that the answer to another row named, too. */
  shared: Map<string, StatementLine[]>
  /** Lines of holders show whether fees are part of the amounts: whether some have exactly their payout's amount. */
  hasAmounts: boolean
  /** … and by how much others exceed it, perhaps because of a fee. */
  fees: { ofHundredths: bigint; hundredths: bigint }[]
}

export const disputeNothing = (): Disputed => ({
  lines: new Set(),
  aboveByFee: new Set(),
  shared: new Map(),
  hasAmounts: false,
  fees: [],
})

/** @param shared the references that the answers to several rows named */
export function dispute(
  group: LineGroup,
  holders: readonly Holder[],
  shared: ReadonlySet<string>,
  { feeTolerance }: Pick<Findings, 'feeTolerance'>,
  disputed: Disputed,
): void {
  const hasFailed = holders.every(({ state }) => state === 'failed')
  for (const line of group.lines) {
    const isItsFee = line.isFee === true && group.first.isFee === undefined
    if (isItsFee || (hasFailed && line.meaning === 'not_carried_out')) continue
    const { reference } = line
    if (reference !== null && shared.has(reference)) append(disputed.shared, reference, line)
    if (holders.some((holder) => isHolders(line, holder, feeTolerance))) {
      disputed.hasAmounts ||= line.amountHundredths !== null
      continue
    }
    disputed.lines.add(holders.some((holder) => isHoldersInWords(line, holder)) ? withoutWords(line) : line)
    disputed.fees.push(...holders.flatMap((holder) => feeAbove(line, holder)))
    if (holders.some((holder) => isHolders(line, holder, maxFeeTolerance))) disputed.aboveByFee.add(line)
  }
}

/** Whether a line has somebody else's number (an aggregator's), but its words name the holder. */
const isHoldersInWords = (line: StatementLine, holder: Holder): boolean =>
  line.inWords?.includes(holder.phone) === true &&
  isHolders({ ...line, phones: [holder.phone] }, holder, maxFeeTolerance)

/** A line without the numbers in its words, because they only mean the holder. */
const withoutWords = ({ inWords: _, ...line }: StatementLine): StatementLine => line

/** By how much a line exceeds its holder's amount, if by no more than that amount, and if nothing else differs. */
function feeAbove(line: StatementLine, holder: Holder): Disputed['fees'] {
  const ofHundredths = hundredthsOf(holder)
  const hundredths = (line.amountHundredths ?? 0n) - ofHundredths
  const isIts = isHolders({ ...line, amountHundredths: null }, holder)
  return isIts && hundredths > 0n && hundredths <= ofHundredths ? [{ ofHundredths, hundredths }] : []
}

/** The lines with the reference in the row's answer whose number and amount may be the row's. */
export const sharedWith = ({ shared }: Disputed, row: SentRow): StatementLine[] =>
  (shared.get(row.sharedReference ?? '') ?? []).filter((line) => {
    const isNumber = isUnnamed(line) || numbersOf(line).includes(row.phone)
    return isNumber && (line.amountHundredths === null || fitsAmount(line, hundredthsOf(row), maxFeeTolerance))
  })
