import { setTimeout as delay } from 'node:timers/promises'
import pRetry from 'p-retry'
import type { Payable } from '../../payout/keys.ts'
import type { Answer, NotSentCause } from '../answers/answer.ts'
import type { ProviderClient, SendOptions } from '../client.ts'

/**
 * The causes after which another try is worth it, under the same claim. Absent on purpose: `tls` (a certificate does
 * not fix itself), `held_back` (the claim is too old) and `deadline` (the time is spent).
 */
const passing: readonly NotSentCause[] = ['refused', 'dns', 'connect_timeout', 'other']

/** Three tries within about two seconds, so that the claim stays younger than the 5 s after which it may not be sent. */
const firstPauseMs = 100
const pauses = { retries: 1, minTimeout: 200, maxTimeout: 500, factor: 2, randomize: true, maxRetryTime: 2000 } as const

/**
 * Makes one payout call, again after a pause only while it is proved that nothing left. Whatever did leave, or may have,
 * is returned at once and never repeated here. Never rejects.
 */
export async function payoutWithRetry(
  client: Pick<ProviderClient, 'payout'>,
  payable: Payable,
  options: SendOptions = {},
): Promise<Answer> {
  return sendWithRetry(() => client.payout(payable, options))
}

/** The same for any request: `send` makes one call. */
export async function sendWithRetry(send: () => Promise<Answer>): Promise<Answer> {
  let answer = await send()
  // The usual case, thousands of times a second, costs no retry machinery.
  if (!mayTryAgain(answer)) return answer
  const attempt = async (): Promise<Answer> => {
    await delay(firstPauseMs)
    answer = await send()
    // p-retry goes by what is thrown; the answer itself is kept.
    if (mayTryAgain(answer)) throw notYet
    return answer
  }
  return pRetry(attempt, pauses).catch((error: unknown) => {
    if (error !== notYet) throw error
    return answer
  })
}

const notYet = new Error('not sent yet')

const mayTryAgain = (answer: Answer): boolean => answer.kind === 'not_sent' && passing.includes(answer.cause)
