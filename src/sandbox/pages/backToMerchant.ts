import { paymentStatus } from '../payments.ts'
import type { PaymentRecord } from '../records.ts'

/**
 * Where a payer goes when a payment has ended (interface document, 2.1): `return_url` when it is paid, else `cancel_url`,
 * with `reference` and `status` added to the address's own query, which stays as the merchant wrote it. `status` is the
 * word of the notification. Whether the provider adds any is not shown.
 */
export function backToMerchant(payment: PaymentRecord): string {
  const { state, reference, returnUrl, cancelUrl } = payment
  const url = new URL(state === 'paid' ? returnUrl : cancelUrl)
  const added = new URLSearchParams({ reference, status: paymentStatus(payment).status })
  url.search = url.search === '' ? `${added}` : `${url.search}&${added}`
  return url.href
}
