import type { PayoutState } from '../../payout/state.ts'
import { t } from '../../words/t.ts'
import { formatCount } from './money.ts'

/**
 * How many rows are in a state: `1 250 paid`. One row has sentences of its own, and so have several: in English they are the
 * same, but in French the word goes with the rows ("1 payée, 1 250 payées"), where a state on its own is "payé".
 */
export function rowsInState(count: number, state: PayoutState): string {
  const rows = formatCount(count)
  switch (state) {
    case 'paid':
      return count === 1 ? t`1 paid` : t`${rows} paid`
    case 'failed':
      return count === 1 ? t`1 failed` : t`${rows} failed`
    case 'unknown':
      return count === 1 ? t`1 unknown` : t`${rows} unknown`
    case 'accepted':
      return count === 1 ? t`1 accepted` : t`${rows} accepted`
    case 'sending':
      return t`${rows} sending`
    case 'pending':
      return t`${rows} pending`
    case 'invalid':
      return count === 1 ? t`1 invalid` : t`${rows} invalid`
    case 'cancelled':
      return count === 1 ? t`1 cancelled` : t`${rows} cancelled`
  }
}
