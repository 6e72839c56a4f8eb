import { currencyDecimals, isCurrency } from './operators/operator.ts'
import type { PayoutState } from './state.ts'

/** A payout that was sent at least once, as the matching of a statement sees it. */
export interface SentRow {
  batchNo: number
  line: number
  state: PayoutState
  /** Digits with the country code. */
  phone: string
  amountMinor: bigint
  currency: string
  /** When its latest claim was committed; null when it waits to be sent again. */
  sentAtMs: number | null
  /** Until when it may have been sent, at any time since `sentAtMs`: a recovery of the ledger has put it in doubt. */
  sentUntilMs?: number
  /** The provider's reference that it keeps, unless another payout holds that one. */
  reference: string | null
  /** The reference that its answer named, where another payout holds that one. */
  sharedReference?: string
  /** It was refused, and a person had it tried again: lines about an earlier attempt may be in the statement too. */
  retried: boolean
}

/** A payout of another batch that holds a reference. Its number is empty where it was purged. */
export type Holder = Pick<SentRow, 'state' | 'phone' | 'amountMinor' | 'currency'>

export interface MatchInput {
  lines: readonly StatementLine[]
  /** Rows of the batch that a line may be about: all unknown and accepted; if complete, all paid; if a line has no number, all failed. */
  rows: readonly SentRow[]
  /** Rows of other batches to the same numbers: a line that may be about one of them is not ours for certain. */
  others: readonly SentRow[]
  /** References that the ledger holds: by a row of this batch (its line), or by another batch's. */
  owners: ReadonlyMap<string, number | Holder>
  /** A person says that the statement covers the whole period: what isn't in it was not paid. */
  complete: boolean
  /** How much more than a payout its line may be, in hundredths of a percent: what was debited with its fee. Left out: nothing. */
  feeTolerance?: number
}

/** A row whose fate the statement settles. */
export interface Resolution {
  row: SentRow
  to: 'paid' | 'failed'
  /** The provider's reference to keep. */
  reference: string | null
  by: 'reference' | 'number' | 'absence'
  /** Null for a row that the statement doesn't have. */
  statementLine: number | null
}

/** The statement contradicts the ledger, or itself. A person has to look; nothing is changed. */
export type DiscrepancyKind =
  | 'paid_but_not_carried_out'
  | 'failed_but_carried_out'
  /** The row is failed, and a line may say that it was carried out (of several rows, with the other sign), or may yet be. */
  | 'failed_but_maybe_carried_out'
  | 'amount_differs'
  | 'currency_differs'
  | 'number_differs'
  /** Lines of one reference that don't say the same. */
  | 'conflicting_lines'

export interface Discrepancy {
  row: SentRow
  kind: DiscrepancyKind
  lines: readonly StatementLine[]
}

/** Why an unknown or accepted row stays as it is. */
export type LeftReason =
  | 'not_listed'
  /** Several lines, or several rows, come into question. */
  | 'ambiguous'
  /** Its line decides nothing, by its status or whatever that is. */
  | 'undecided'
  /** A discrepancy was found for it. */
  | 'discrepancy'
  /** A line has its number and amount, and no date: it may be last month's. */
  | 'undated'
  /** A line has its number and amount under another reference. */
  | 'other_reference'
  /** It has been tried more than once, and the line that says "failed" may be about an earlier attempt. */
  | 'earlier_attempt'
  /** It is not listed, but a line that belongs to nobody may be its own: too little to call it absent. */
  | 'maybe_listed'
  /** It is not listed, but a line under the reference of another payout is not that one's for certain, and may be its own. */
  | 'others_reference'
  /** It is accepted and not listed, and the statement has no status column: the provider may still hold it. */
  | 'maybe_held'
  /** Another payout took its reference at this very moment. */
  | 'reference_taken'

export interface Left {
  row: SentRow
  why: LeftReason
  lines: readonly StatementLine[]
}

/** What a statement says of a batch. */
export interface Matched {
  resolutions: Resolution[]
  discrepancies: Discrepancy[]
  left: Left[]
  /** Lines about rows of this batch that decide nothing. */
  undecided: StatementLine[]
  /** Lines that say what the ledger has. */
  agreed: number
  /** Lines that are about no row of this batch. */
  notOfBatch: number
  /** The first of those. `row`: one of this batch with the line's number, and another amount or another time. */
  others: { line: StatementLine; row: SentRow | null }[]
  /** Lines that name neither a reference nor a number (totals, fees): nobody's. */
  nameless: number
  /** Rows of this batch that a line settles, or with whose latest attempt it agrees: it is the right account's. */
  recognised: { row: SentRow; line: StatementLine }[]
  /** Paid rows that no line can be about: a complete statement would have them. */
  unlisted: SentRow[]
}

/** Lines that are one: those of one reference. `conflicting` when they don't all say the same. */
export interface LineGroup {
  first: StatementLine
  lines: StatementLine[]
  conflicting: boolean
}

/** What the steps of the matching have found out so far. */
export interface Findings extends Matched {
  /** The unknown and accepted rows that are dealt with, by line: the first finding stands. */
  dealtWith: Set<number>
  /** Rows that some line may be about, by its reference or its number and amount. */
  listed: Set<SentRow>
  /** As they were asked for. */
  feeTolerance: number
  complete: boolean
}

export const isOpen = ({ state }: SentRow): boolean => state === 'unknown' || state === 'accepted'

/** The most that a fee may be of a payout, in hundredths of a percent: 10%. */
export const maxFeeTolerance = 1_000

/** `1%`, `1`, `0,5 %`: in hundredths of a percent. Undefined for what is none, or too much. */
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

/** Whether a line's amount may be a payout's of so many hundredths. */
export const fitsAmount = (
  line: Pick<StatementLine, 'amountHundredths' | 'feeHundredths'>,
  hundredths: bigint,
  feeTolerance = 0,
) => amountsOf(line, feeTolerance).some(({ from, to }) => from <= hundredths && hundredths <= to)

/** A row's amount as statements are compared: in hundredths of the unit, also where the currency has no decimals. */
export const hundredthsOf = ({ amountMinor, currency }: Pick<SentRow, 'amountMinor' | 'currency'>): bigint =>
  isCurrency(currency) && currencyDecimals[currency] === 0 ? amountMinor * 100n : amountMinor

/**
 * What a line of a provider's statement says of a payout. `carried_out`: the money moved. `not_carried_out`: it did not.
 * `under_way` and `unrecognised` decide nothing. `doubtful`: it says that money moved, and perhaps the other way (an amount without
 * a minus among amounts with one). It settles nothing, but a row that it may be about is not paid again unless a person has looked.
 */
export type LineMeaning = 'carried_out' | 'not_carried_out' | 'doubtful' | 'under_way' | 'unrecognised'

/**
 * Why a line settles nothing, whatever its status is. `other_direction`: of payouts, it may be money that came in; of what customers
 * paid, money that went out. `other_account`: of several in the file, it is not the one that pays. `fee`: its words call it one.
 */
export type SettlesNothing = 'other_direction' | 'other_account' | 'fee'

/** That money moved stays evidence; that it didn't is said of something else than a payout. The first reason stands. */
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
  /** It was written without a zone, and read as UTC. */
  isLocal?: true
}

/** One line of a provider's statement, read and checked. */
export interface StatementLine {
  /** Its place in the file: the line on which it starts (JSON: the element's index from 1). */
  line: number
  /** The provider's reference; null when the line has none. */
  reference: string | null
  /** The numbers that the line may mean, as digits with the country code: several for one written nationally, none where it is not clear. */
  phones: readonly string[]
  /** Hundredths of the currency's unit, whatever its decimals are: a statement may leave the currency out. */
  amountHundredths: bigint | null
  /** Of the fee beside it, likewise: the amount may be with it or without. */
  feeHundredths?: bigint
  /** Its words call it a fee: beside a line of the same reference it is that one's. */
  isFee?: true
  /** The numbers that its words name, where it has none of its own. They match, and never contradict. Empty: none that is clear. */
  mentioned?: readonly string[]
  /** Other numbers that its words may name. They settle nothing: the row to such a number is only not called absent. */
  inWords?: readonly string[]
  /** Whose line it is, where the file has several accounts. */
  account?: string
  /** ISO 4217; null when the line doesn't say. */
  currency: string | null
  at: Moment | null
  /** The status as written; null when the file has no column for it: it then lists what was carried out. */
  status: string | null
  meaning: LineMeaning
  settlesNothing?: SettlesNothing
}

/** A total, a fee: it says of no payout in particular what became of it. */
export const isNameless = ({
  reference,
  phones,
  mentioned,
}: Pick<StatementLine, 'reference' | 'phones' | 'mentioned'>): boolean =>
  reference === null && phones.length === 0 && mentioned === undefined

/** The numbers by which a line may be a payout's. */
export const numbersOf = ({ phones, mentioned }: Pick<StatementLine, 'phones' | 'mentioned'>): readonly string[] =>
  mentioned ?? phones

/** The same, and those to which it may have gone all the same. */
export const mayBeTo = (line: Pick<StatementLine, 'phones' | 'mentioned' | 'inWords'>): readonly string[] =>
  line.inWords === undefined ? numbersOf(line) : [...numbersOf(line), ...line.inWords]

/** Whether a line under a reference may be of the payout that holds it: nothing that it says is another one's. */
export const isHolders = (line: StatementLine, { phone, amountMinor, currency }: Holder, feeTolerance = 0): boolean => {
  const numbers = numbersOf(line)
  return (
    (numbers.length === 0 || numbers.includes(phone)) &&
    (line.currency === null || line.currency === currency) &&
    (line.amountHundredths === null || fitsAmount(line, hundredthsOf({ amountMinor, currency }), feeTolerance))
  )
}

export interface Statement {
  /** The file's name, for people. Never kept: file names may hold people's names. */
  name: string
  /** Of the file's bytes, lower-case hex: what the ledger knows it by. */
  sha256: string
  lines: readonly StatementLine[]
  /** `assumed`: all its dates can be read day first or month first (03/04/2026), and were read day first. */
  dateOrder: 'certain' | 'assumed'
  /** The accounts that its lines are of, where the file names any: two to twenty, or one; none where no account is named. */
  accounts?: readonly string[]
}
