import { type PayoutState, payoutStates } from '../../payout/state.ts'
import type { Paint } from './style.ts'

/** How a state is shown: a mark that tells it apart without colour, a word, a colour. */
export interface StateWords {
  mark: string
  word: string
  paint: Paint
}

/** In the order in which people want them: what is done, what needs a look, what is still open. */
export const stateWords: Readonly<Record<PayoutState, StateWords>> = {
  paid: { mark: '✓', word: 'paid', paint: 'green' },
  failed: { mark: '✗', word: 'failed', paint: 'red' },
  unknown: { mark: '?', word: 'unknown', paint: 'magenta' },
  accepted: { mark: '…', word: 'accepted', paint: 'cyan' },
  sending: { mark: '→', word: 'sending', paint: 'dim' },
  pending: { mark: '·', word: 'pending', paint: 'dim' },
  invalid: { mark: '!', word: 'invalid', paint: 'yellow' },
  cancelled: { mark: '-', word: 'cancelled', paint: 'dim' },
}

export const statesInOrder: readonly PayoutState[] = [...payoutStates].sort(
  (one, other) => Object.keys(stateWords).indexOf(one) - Object.keys(stateWords).indexOf(other),
)
