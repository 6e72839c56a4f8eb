import {
  type Findings,
  fitsAmount,
  type Holder,
  hundredthsOf,
  isHolders,
  type LineGroup,
  maxFeeTolerance,
  numbersOf,
  type SentRow,
  type StatementLine,
} from '../payout/reconciliation.ts'
import { append } from './matchByNumber.ts'

/**
 * Lines under a reference that a payout holds, and that may be about another one all the same: a provider may have given both the same
 * reference. They settle nothing, but such a row isn't absent.
 */
export interface Disputed {
  /** Something in them is not the holder's. */
  lines: Set<StatementLine>
  /** Of these, the lines that are only a fee above the holder's amount: they may be about a row of their own amount alone. */
  aboveByFee: Set<StatementLine>
  /** All lines under a reference that the answer to another row named too. */
  shared: Map<string, StatementLine[]>
  /** Lines of holders show whether fees are part of the amounts: some have the very amount of their payout. */
  hasAmounts: boolean
  /** … and some exceed it, by what may be a fee. */
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

/** Beside a number that is somebody else's (an aggregator's), its words name the holder. */
const isHoldersInWords = (line: StatementLine, holder: Holder): boolean =>
  line.inWords?.includes(holder.phone) === true &&
  isHolders({ ...line, phones: [holder.phone] }, holder, maxFeeTolerance)

/** A line whose words speak for nobody but the holder. */
const withoutWords = ({ inWords: _, ...line }: StatementLine): StatementLine => line

/** What a line exceeds its holder's amount by, if that is no more than the amount, and nothing else in it differs. */
function feeAbove(line: StatementLine, holder: Holder): Disputed['fees'] {
  const ofHundredths = hundredthsOf(holder)
  const hundredths = (line.amountHundredths ?? 0n) - ofHundredths
  const isIts = isHolders({ ...line, amountHundredths: null }, holder)
  return isIts && hundredths > 0n && hundredths <= ofHundredths ? [{ ofHundredths, hundredths }] : []
}

/** The lines under the reference that the row's answer named, if number and amount may be the row's. */
export const sharedWith = ({ shared }: Disputed, row: SentRow): StatementLine[] =>
  (shared.get(row.sharedReference ?? '') ?? []).filter((line) => {
    const numbers = numbersOf(line)
    const isNumber = numbers.length === 0 || numbers.includes(row.phone)
    return isNumber && (line.amountHundredths === null || fitsAmount(line, hundredthsOf(row), maxFeeTolerance))
  })
