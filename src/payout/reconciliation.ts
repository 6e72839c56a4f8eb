import { currencyDecimals, isCurrency } from './operators/operator.ts'
import type { PayoutState } from './state.ts'

/** A payout that was sent at least once, for matching with a statement. */
export interface SentRow {
  batchNo: number
  line: number
  state: PayoutState
  operator: string
  /** Digits with the country code. */
  phone: string
  name?: string | null
  amountMinor: bigint
  currency: string
  /** When its latest claim was committed; null while it waits to be sent again. */
  sentAtMs: number | null
  /** Set if a recovery of the ledger put it in doubt: it may have been sent at any time from `sentAtMs` to this. */
  sentUntilMs?: number
  /** The provider's reference, unless another payout holds it. */
  reference: string | null
  /** The reference in its answer, if another payout holds it. */
  sharedReference?: string
  /** It was refused and a person retried it: the statement may also have lines about an earlier attempt. */
  retried: boolean
}

/** A payout of another batch that holds a reference. Its number is empty if it was purged. */
export type Holder = Pick<SentRow, 'state' | 'operator' | 'phone' | 'amountMinor' | 'currency' | 'sentAtMs'>

export interface MatchInput {
  lines: readonly StatementLine[]
  /** Rows of the batch that a line may be about: all unknown and accepted; if complete, all paid; if a line has no number, all failed. */
  rows: readonly SentRow[]
  /** Rows of other batches to the same numbers: a line that may be about one of them is not certainly ours. */
  others: readonly SentRow[]
  /** References that the ledger holds: by a row of this batch (its line), or by another batch's. */
  owners: ReadonlyMap<string, number | Holder>
  /** A person says that the statement covers the whole period: what isn't in it was not paid. */
  complete: boolean
  /** Operators that it covers, as a person says, although it may list no payout through them. */
  covers?: readonly string[] | undefined
  /** How much larger than its payout a line may be, because it includes the fee, in hundredths of a percent. By default 0. */
  feeTolerance?: number
}

/** A row that the statement settles, and the provider's reference to keep. */
export interface Resolution {
  row: SentRow
  to: 'paid' | 'failed'
  reference: string | null
  by: 'reference' | 'number' | 'absence'
  /** Null if the row is missing from the statement. */
  statementLine: number | null
}

/** The statement contradicts the ledger, or itself. A person has to look; nothing is changed. */
export type DiscrepancyKind =
  | 'paid_but_not_carried_out'
  | 'failed_but_carried_out'
  /** The row is failed, but a line may say that it was, or will be, carried out (it may be another row's, or have the other sign). */
  | 'failed_but_maybe_carried_out'
  | 'amount_differs'
  | 'currency_differs'
  | 'number_differs'
  /** Lines with the same reference disagree. */
  | 'conflicting_lines'

export interface Discrepancy {
  row: SentRow
  kind: DiscrepancyKind
  lines: readonly StatementLine[]
}

/** Why an unknown or accepted row stays as it is. */
export type LeftReason =
  | 'not_listed'
  /** Several lines or several rows are possible matches. */
  | 'ambiguous'
  /** Its line decides nothing, because of its status or regardless of it. */
  | 'undecided'
  /** There is a discrepancy. */
  | 'discrepancy'
  /** A line has its number and amount, but no date: it may be last month's. */
  | 'undated'
  /** A line has its number and amount under another reference. */
  | 'other_reference'
  /** It was tried more than once, and the line that says "failed" may be about an earlier attempt. */
  | 'earlier_attempt'
  /** It is not listed, and no other payout through its operator is: the statement may be another operator's. */
  | 'operator_not_listed'
  /** It is not listed, but an unmatched line may be its own, so it can't be called absent. */
  | 'maybe_listed'
  /** It is not listed, but a line may stand for several payments, and this one may be among them. */
  | 'maybe_in_sum'
  /** It is not listed, but a line under another payout's reference may be its own. */
  | 'others_reference'
  /** It is accepted and not listed, and the statement has no status column: the provider may still hold it. */
  | 'maybe_held'
  /** Another payout has just taken its reference. */
  | 'reference_taken'

export interface Left {
  row: SentRow
  why: LeftReason
  lines: readonly StatementLine[]
}

/** What a statement says about a batch. */
export interface Matched {
  resolutions: Resolution[]
  discrepancies: Discrepancy[]
  left: Left[]
  /** Lines about rows of this batch that decide nothing. */
  undecided: StatementLine[]
  /** The number of lines that agree with the ledger. */
  agreed: number
  /** The number of lines about no row of this batch. */
  notOfBatch: number
  /** The first of those. `row`: a row of this batch with the line's number, but another amount or another time. */
  others: { line: StatementLine; row: SentRow | null }[]
  /** The number of lines with neither a reference nor a number, such as totals and fees. */
  nameless: number
  /** Rows of this batch that a line settles or agrees with: proof that the statement is of the right account. */
  recognised: { row: SentRow; line: StatementLine }[]
  /** Paid rows that no line can be about: a complete statement would have them. */
  unlisted: SentRow[]
}

/** The lines with the same reference, treated as one. `conflicting` if they disagree. */
export interface LineGroup {
  first: StatementLine
  lines: StatementLine[]
  conflicting: boolean
}

/** What the matching has found so far. */
export interface Findings extends Matched {
  /** The unknown and accepted rows that already have a finding, by line. The first finding wins. */
  dealtWith: Set<number>
  /** Rows that some line may be about, by its reference or its number and amount. */
  listed: Set<SentRow>
  /** As requested. */
  feeTolerance: number
  complete: boolean
}

export const isOpen = ({ state }: SentRow): boolean => state === 'unknown' || state === 'accepted'

/** The largest fee of a payout, in hundredths of a percent: 10%. */
export const maxFeeTolerance = 1_000

/** Parses `1%`, `1` or `0,5 %` into hundredths of a percent. Undefined if it is no percentage, or too large. */
export function readFeeTolerance(given: string): number | undefined {
  const [, whole = '', part = ''] = /^(\d{1,2})(?:[.,](\d{1,2}))?\s*%?$/.exec(given.trim()) ?? []
  const tolerance = whole === '' ? Number.NaN : Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return tolerance <= maxFeeTolerance ? tolerance : undefined
}

/**
 * The amounts that a payout may have if a line is about it, in hundredths, both ends included: the line's own; without the fee that
 * stands beside it; and, where a person says that fees are part of the amounts, as much less as such a fee may be.
 */
export function amountsOf(
  { amountHundredths, feeHundredths }: Pick<StatementLine, 'amountHundredths' | 'feeHundredths'>,
  feeTolerance = 0,
): { from: bigint; to: bigint }[] {
  if (amountHundredths === null) return []
  const amounts = [{ from: amountHundredths, to: amountHundredths }]
  if (feeHundredths !== undefined && feeHundredths < amountHundredths) {
    const without = amountHundredths - feeHundredths
    amounts.push({ from: without, to: without })
  }
  if (feeTolerance > 0) {
    // The least payout that is no more than the tolerance below the line: rounded up, so that none is taken that is not.
    const whole = 10_000n + BigInt(feeTolerance)
    amounts.push({ from: (amountHundredths * 10_000n + whole - 1n) / whole, to: amountHundredths })
  }
  return amounts
}

/** Whether a line's amount may be that of a payout of so many hundredths. */
export const fitsAmount = (
  line: Pick<StatementLine, 'amountHundredths' | 'feeHundredths'>,
  hundredths: bigint,
  feeTolerance = 0,
) => amountsOf(line, feeTolerance).some(({ from, to }) => from <= hundredths && hundredths <= to)

/** A row's amount in hundredths of the unit, even if the currency has no decimals: the unit in which statements are compared. */
export const hundredthsOf = ({ amountMinor, currency }: Pick<SentRow, 'amountMinor' | 'currency'>): bigint =>
  isCurrency(currency) && currencyDecimals[currency] === 0 ? amountMinor * 100n : amountMinor

/**
 * What a line of a provider's statement says about a payout. `carried_out`: the money moved. `not_carried_out`: it did not.
 * `under_way` and `unrecognised` decide nothing. `doubtful`: money moved, but perhaps the other way (an amount without a minus
 * among amounts with one). It settles nothing, but a row it may be about is not paid again before a person has looked.
 */
export type LineMeaning = 'carried_out' | 'not_carried_out' | 'doubtful' | 'under_way' | 'unrecognised'

/**
 * Why a line settles nothing, whatever its status. `other_direction`: for payouts, it may be incoming money; for collections,
 * outgoing money. `other_account`: the file has several accounts, and this is not the paying one. `fee`: it is called a fee.
 */
export type SettlesNothing = 'other_direction' | 'other_account' | 'fee'

/** A claim that money moved still counts as evidence; a claim that it didn't is not about a payout. The first reason wins. */
export const settlingNothing = <Line extends Pick<StatementLine, 'meaning' | 'settlesNothing'>>(
  line: Line,
  why: SettlesNothing,
): Line => ({
  ...line,
  settlesNothing: line.settlesNothing ?? why,
  meaning:
    line.meaning === 'carried_out' ? 'doubtful' : line.meaning === 'not_carried_out' ? 'unrecognised' : line.meaning,
})

/** Whether a line says, for certain or perhaps, that a payout was made. */
export const mayBePaid = ({ meaning }: Pick<StatementLine, 'meaning'>): boolean =>
  meaning === 'carried_out' || meaning === 'doubtful'

/** A moment as a statement gives it: to the second, the minute or the day. Milliseconds since 1970, UTC; both ends count. */
export interface Moment {
  fromMs: number
  toMs: number
  /** It was written without a time zone, and read as UTC. */
  isLocal?: true
}

/** One line of a provider's statement, read and checked. */
export interface StatementLine {
  /** The line of the file where it starts (JSON: the element's index from 1). */
  line: number
  /** The provider's reference; null if the line has none. */
  reference: string | null
  /** The numbers that the line may mean, as digits with the country code: several for a national number, none if it isn't clear. */
  phones: readonly string[]
  /** Hundredths of the currency's unit, whatever its decimals are: a statement may leave the currency out. */
  amountHundredths: bigint | null
  /** Of the fee beside it, likewise: the amount may be with it or without. */
  feeHundredths?: bigint
  /** It is called a fee: next to a line with the same reference, it belongs to that line. */
  isFee?: true
  /** The numbers that its text names, if it has none of its own. They can match, but never contradict. Empty if none is clear. */
  mentioned?: readonly string[]
  /** What it mentions stands in a column that may also have accounts: it can match, but doesn't rule out other payouts. */
  perhapsAccount?: true
  /** Other numbers that its text may name. They settle nothing, but a row to such a number is not called absent. */
  inWords?: readonly string[]
  /** It may stand for several payments. `said`: it says so itself. `possible`: it names nobody, and is neither a total nor a fee. */
  sum?: 'said' | 'possible'
  /** The account it belongs to, if the file has several. */
  account?: string
  /** ISO 4217; null if the line has none. */
  currency: string | null
  at: Moment | null
  /** The status as written; null when the file has no column for it: it then lists what was carried out. */
  status: string | null
  meaning: LineMeaning
  settlesNothing?: SettlesNothing
}

/** A total or a fee: it is about no particular payout. */
export const isNameless = ({
  reference,
  phones,
  mentioned,
}: Pick<StatementLine, 'reference' | 'phones' | 'mentioned'>): boolean =>
  reference === null && phones.length === 0 && mentioned === undefined

/** The numbers that can match a line with a payout. */
export const numbersOf = ({ phones, mentioned }: Pick<StatementLine, 'phones' | 'mentioned'>): readonly string[] =>
  mentioned ?? phones

/** Whether a line names nobody for certain. */
export const isUnnamed = (line: StatementLine): boolean => line.perhapsAccount === true || numbersOf(line).length === 0

/** The numbers that can match, and other numbers in its text to which it may have gone. */
export const mayBeTo = (line: Pick<StatementLine, 'phones' | 'mentioned' | 'inWords'>): readonly string[] =>
  line.inWords === undefined ? numbersOf(line) : [...numbersOf(line), ...line.inWords]

/** Whether a line with a reference may be about the payout that holds it: nothing in the line contradicts that. */
export const isHolders = (line: StatementLine, { phone, amountMinor, currency }: Holder, feeTolerance = 0): boolean =>
  (isUnnamed(line) || numbersOf(line).includes(phone)) &&
  (line.currency === null || line.currency === currency) &&
  (line.amountHundredths === null || fitsAmount(line, hundredthsOf({ amountMinor, currency }), feeTolerance))

export interface Statement {
  /** The file's name, for people. Never kept: file names may hold people's names. */
  name: string
  /** Of the file's bytes, in lower-case hex. It identifies the statement in the ledger. */
  sha256: string
  lines: readonly StatementLine[]
  /** `assumed`: all its dates can be read day first or month first (03/04/2026), and were read day first. */
  dateOrder: 'certain' | 'assumed'
  /** In a file without statuses: the first cells of its only column of references, which may be the payer's own. */
  perhapsOwn?: { column: string; references: readonly string[] }
  /** A column of dates under a name that payrun doesn't know. */
  unreadDates?: { name: string; place: number }
  /** The accounts that its lines belong to, up to twenty. Absent if the file names none. */
  accounts?: readonly string[]
}
