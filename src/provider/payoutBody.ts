import { formatWireAmount } from '../payout/money.ts'
import type { Payable } from '../payout/payable.ts'
import type { PayoutRequest } from './wire.ts'

/** The request body of a payout (interface document, 2.6), in one piece so that its length is known. */
export function payoutBody({ operator, amountMinor, phone, currency, name }: Payable): Buffer {
  const request: PayoutRequest = {
    operator,
    amount: formatWireAmount(amountMinor, currency),
    phoneNumber: phone,
    currency,
    ...(name ? { customer: { name, phoneNumber: phone } } : {}),
  }
  return Buffer.from(JSON.stringify(request))
}
