import { t } from '../words/t.ts'
import type { PayinState } from './payin.ts'
import type { BatchState, PayoutState } from './state.ts'

/** The state of a row, or of a payin, in a word for people. */
export function stateWord(state: PayoutState | PayinState): string {
  switch (state) {
    case 'paid':
      return t`paid`
    case 'failed':
      return t`failed`
    case 'unknown':
      return t`unknown`
    case 'accepted':
      return t`accepted`
    case 'sending':
      return t`sending`
    case 'pending':
      return t`pending`
    case 'invalid':
      return t`invalid`
    case 'cancelled':
      return t`cancelled`
    case 'asked':
      return t`asked`
    case 'under_way':
      return t`under way`
    case 'refused':
      return t`refused`
    case 'expired':
      return t`expired`
  }
}

/** A batch's state in words, for people. */
export function batchStateWord(state: BatchState): string {
  switch (state) {
    case 'awaiting_approval':
      return t`awaiting approval`
    case 'running':
      return t`running`
    case 'paused':
      return t`paused`
    case 'settled':
      return t`settled`
    case 'cancelled':
      return t`cancelled`
  }
}
