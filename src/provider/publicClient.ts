import type { Outcome } from '../payout/outcome.ts'
import type { Invalid } from './callResult.ts'
import type { Checked } from './checkOrder.ts'
import { createProviderClient } from './client.ts'
import { type CollectionOrder, type CollectionResult, checkCollection, sendCollection } from './collection.ts'
import { outcomeOf } from './outcome.ts'
import { checkPayment, type PaymentOrder, type PaymentResult, sendPayment } from './payment.ts'
import { checkPayout, type PayoutOrder } from './payoutOrder.ts'
import { payoutWithRetry } from './payoutWithRetry.ts'

export interface ClientOptions {
  /** The interface's base URL, `{base_url}` of section 4: http or https; a path and a trailing slash are fine. */
  baseUrl: string
  /** Section 5. It goes into request headers and nowhere else. */
  appKey: string
  /** Section 5. It goes into request headers and nowhere else. */
  merchantKey: string
  /** Deadline of one request, from the call to the answer's last byte: 100 to 600,000; 30,000 by default. */
  timeoutMs?: number
  /** Requests in flight at once, 1 to 10,000; 10 by default. A request beyond them waits, within its deadline. */
  connections?: number
  /** Told in a sentence for a log, without credentials, numbers or names. */
  onNotice?: (message: string) => void
}

/**
 * The provider's three endpoints. Nothing here rejects: what can be expected comes as a result whose `kind` says what it is.
 * A request is checked first, and all that is wrong with it comes as `invalid`; nothing is sent then. No request is sent
 * twice, except where it is proved that nothing of the first one left this machine (within about two seconds).
 *
 * The interface has no idempotency key. After `unknown`, making the same call again may charge or pay somebody twice.
 */
export interface Client {
  /** Initiates an online payment (4.1). `initiated`: send the payer to `paymentUrl`. */
  initiatePayment(order: PaymentOrder): Promise<PaymentResult | Invalid>
  /** Asks a customer for a payment on the handset (4.2). */
  collect(order: CollectionOrder): Promise<CollectionResult | Invalid>
  /**
   * Sends money (4.3). This is the bare call: nothing is recorded, and the same order given twice pays twice. `payrun run` and
   * `payrun payout` go through the ledger, which keeps that from happening.
   */
  payout(order: PayoutOrder): Promise<Outcome | Invalid>
  /** Waits for what is out, then closes every connection. */
  close(): Promise<void>
}

/**
 * A client of the provider, or of a sandbox.
 *
 * @throws Error when the base URL, a key or a limit can't be used at all; the text never quotes them.
 */
export function createClient(options: ClientOptions): Client {
  const { timeoutMs = 30_000, connections = 10 } = options
  // Timers take what they can't count for a millisecond: every request would leave, and be given up before its answer.
  checkLimit('timeoutMs', timeoutMs, 100, 600_000)
  checkLimit('connections', connections, 1, 10_000)
  const provider = createProviderClient({ ...options, timeoutMs, connections })
  return {
    initiatePayment: (order) => ifValid(checkPayment(order), (payment) => sendPayment(provider, payment)),
    collect: (order) => ifValid(checkCollection(order), (collection) => sendCollection(provider, collection)),
    payout: (order) =>
      ifValid(checkPayout(order), async (payable) =>
        outcomeOf(await payoutWithRetry(provider, payable), payable, new Date()),
      ),
    close: () => provider.close(),
  }
}

function checkLimit(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return
  throw new Error(`${name} must be a whole number from ${least} to ${most}.`)
}

async function ifValid<Order, Result>(
  checked: Checked<Order>,
  send: (order: Order) => Promise<Result>,
): Promise<Result | Invalid> {
  return checked.ok ? send(checked.order) : { kind: 'invalid', problems: checked.problems }
}
