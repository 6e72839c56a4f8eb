import type { Outcome } from '../../payout/outcome.ts'
import type { PayoutState } from '../../payout/state.ts'
import { storedJson, type Words } from '../../words/sentence.ts'

export interface StoredOutcome {
  state: PayoutState
  reference: string | null
  code: string | null
  /** As the JSON of a column that holds a sentence or the provider's own words. */
  message: string | null
}

/** How an outcome stands in the ledger. The one place that says which state each outcome leads to. */
export function storedOutcome(outcome: Outcome): StoredOutcome {
  switch (outcome.kind) {
    case 'paid':
      return { state: 'paid', reference: outcome.providerReference, code: null, message: null }
    case 'accepted':
    case 'failed':
    case 'unknown':
      return {
        state: outcome.kind,
        reference: outcome.providerReference,
        code: outcome.code,
        message: storedMessage(outcome.message),
      }
    case 'not_taken':
      return { state: 'pending', reference: null, code: outcome.code, message: storedMessage(outcome.message) }
  }
}

/** The provider's own words are one sentence, never a page. */
const storedMessage = (message: Words): string =>
  storedJson(typeof message === 'string' ? message.replaceAll('\0', '').slice(0, 500) : message)
