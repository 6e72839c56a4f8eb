/** What payrun adds to the input's columns, in this order. Part of the contract ("The report"). */
export const resultColumns = [
  'line',
  'status',
  'provider_reference',
  'error_code',
  'error_message',
  'attempts',
  'sent_at',
  'settled_at',
] as const

const resultNames: ReadonlySet<string> = new Set(resultColumns)

export interface KeptColumn {
  /** Where its cell is in a row's `cells`. */
  index: number
  name: string
}

/**
 * The input's columns that come out in the report. A report can go in again as a payout file, so columns named like
 * the report's own (trimmed, any case) are left out: the new values replace them.
 */
export const keptColumns = (columns: readonly string[]): KeptColumn[] =>
  columns.map((name, index) => ({ index, name })).filter(({ name }) => !resultNames.has(name.trim().toLowerCase()))
