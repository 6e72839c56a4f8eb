import { setTimeout as delay } from 'node:timers/promises'
import type { PayoutRequest } from '../provider/wire.ts'
import { errorAnswer, ok, type SandboxAnswer } from './answer.ts'
import { invalidRequest } from './checkWallet.ts'
import { serverError, tooMany } from './faults.ts'
import type { PayoutBook } from './payoutBook.ts'
import type { Script } from './scriptedOutcomes.ts'

export interface PlayOptions {
  /** How long the slow script waits. */
  slowMs: number
  /** How long a payout that was answered with PENDING stays so. */
  finalMs: number
}

/** Answers a valid payout, by its script. */
export function createPayoutPlayer(book: PayoutBook, { slowMs, finalMs }: PlayOptions) {
  const turnedAway = new Set<string>()

  return async (payout: PayoutRequest, script: Script | null): Promise<SandboxAnswer> => {
    switch (script) {
      case null:
        return ok(book.pay(payout))
      case '9901':
        return ok(book.refuse(true, 'The payout was refused by the operator'))
      case '9902':
        return errorAnswer('transfer', 400, invalidRequest('the wallet does not exist'))
      case '9903':
        await delay(slowMs, undefined, { ref: false })
        return ok(book.pay(payout))
      case '9904':
        if (turnedAway.has(payout.phoneNumber)) return ok(book.pay(payout))
        turnedAway.add(payout.phoneNumber)
        return tooMany('transfer', 1)
      case '9905':
        book.pay(payout)
        return serverError('transfer')
      case '9906':
        book.pay(payout)
        return { kind: 'reset' }
      case '9907':
        book.pay(payout)
        return { kind: 'html', body: '<!doctype html><title>Welcome</title><h1>It works!</h1>' }
      case '9908':
        return ok(book.refuse(false, 'The payout was not made'))
      case '9909':
        return ok(book.pay(payout, finalMs))
    }
  }
}
