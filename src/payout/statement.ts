/**
 * What a line of a provider's statement says of a payout. `carried_out`: the money moved. `not_carried_out`: it did not.
 * `under_way` and `unrecognised` decide nothing. `doubtful`: it says that money moved, and perhaps the other way (an amount without
 * a minus among amounts with one). It settles nothing, but a row that it may be about is not paid again unless a person has looked.
 */
export type LineMeaning = 'carried_out' | 'not_carried_out' | 'doubtful' | 'under_way' | 'unrecognised'

/** Whether a line says, for certain or perhaps, that a payout was made. */
export const mayBePaid = ({ meaning }: Pick<StatementLine, 'meaning'>): boolean =>
  meaning === 'carried_out' || meaning === 'doubtful'

/** A moment as a statement gives it: to the second, the minute or the day. Milliseconds since 1970, UTC; both ends count. */
export interface Moment {
  fromMs: number
  toMs: number
}

/** One line of a provider's statement, read and checked. */
export interface StatementLine {
  /** Its place in the file: the line on which it starts (JSON: the element's index from 1). */
  line: number
  /** The provider's reference; null when the line has none. */
  reference: string | null
  /** The numbers that the line may mean, as digits with the country code: several for one written nationally. */
  phones: readonly string[]
  /** Hundredths of the currency's unit, whatever its decimals are: a statement may leave the currency out. */
  amountHundredths: bigint | null
  /** ISO 4217; null when the line doesn't say. */
  currency: string | null
  at: Moment | null
  /** The status as written; null when the file has no column for it: it then lists what was carried out. */
  status: string | null
  meaning: LineMeaning
}

/** A total, a fee: it says of no payout in particular what became of it. */
export const isNameless = ({ reference, phones }: Pick<StatementLine, 'reference' | 'phones'>): boolean =>
  reference === null && phones.length === 0

export interface Statement {
  /** The file's name, for people. Never kept: file names may hold people's names. */
  name: string
  /** Of the file's bytes, lower-case hex: what the ledger knows it by. */
  sha256: string
  lines: readonly StatementLine[]
  /** `assumed`: all its dates can be read day first or month first (03/04/2026), and were read day first. */
  dateOrder: 'certain' | 'assumed'
}
