import { type PayoutState, payoutStates } from '../../payout/state.ts'
import type { Paint } from './style.ts'

export { batchStateWord, stateWord } from '../../payout/stateWord.ts'

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
