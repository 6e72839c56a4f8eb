import type { PayoutState } from '../payout/state.ts'
import type { StyleName } from '../spreadsheet/sheetXml.ts'

/** Colour is never all that tells: the word stands in the cell. */
export const statusColours: Readonly<Record<PayoutState, StyleName>> = {
  paid: 'good',
  failed: 'bad',
  invalid: 'bad',
  unknown: 'doubtful',
  accepted: 'waiting',
  pending: 'waiting',
  sending: 'waiting',
  cancelled: 'quiet',
}
