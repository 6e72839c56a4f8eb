import { type BatchState, type PayoutState, payoutStates } from '../../payout/state.ts'
import { batchStateOf, count, stateOf } from '../../words/sentence.ts'
import { shown, t } from '../speak.ts'
import type { Paint } from './text.ts'

/** The state of a row, or of a collection, in a word. */
export const stateWord = (state: string): string => shown(stateOf(state))

/** A batch's state in words. */
export const batchStateWord = (state: BatchState): string => shown(batchStateOf(state))

/** How a state is shown: a mark that tells it apart without colour, a word (`stateWord`), a colour. */
export interface StateLook {
  mark: string
  paint: Paint
}

/** In the order in which people want them: what is done, what needs a look, what is still open. */
export const stateLooks: Readonly<Record<PayoutState, StateLook>> = {
  paid: { mark: '✓', paint: 'green' },
  failed: { mark: '✗', paint: 'red' },
  unknown: { mark: '?', paint: 'magenta' },
  accepted: { mark: '…', paint: 'cyan' },
  sending: { mark: '→', paint: 'dim' },
  pending: { mark: '·', paint: 'dim' },
  invalid: { mark: '!', paint: 'yellow' },
  cancelled: { mark: '-', paint: 'dim' },
}

export const statesInOrder: readonly PayoutState[] = [...payoutStates].sort(
  (one, other) => Object.keys(stateLooks).indexOf(one) - Object.keys(stateLooks).indexOf(other),
)

/** How many rows are in a state: `1,250 paid`. In French the word goes with the rows, where a state on its own is "payé". */
export function rowsInState(number: number, state: PayoutState): string {
  const rows = count(number)
  switch (state) {
    case 'paid':
      return t('summary.count_paid', { rows })
    case 'failed':
      return t('summary.count_failed', { rows })
    case 'unknown':
      return t('summary.count_unknown', { rows })
    case 'accepted':
      return t('summary.count_accepted', { rows })
    case 'sending':
      return t('summary.count_sending', { rows })
    case 'pending':
      return t('summary.count_pending', { rows })
    case 'invalid':
      return t('summary.count_invalid', { rows })
    case 'cancelled':
      return t('summary.count_cancelled', { rows })
  }
}
