import { type CheckedPayment, checkPayment, sendPayment } from '../provider/payment.ts'
import { askPayin } from './askPayin.ts'
import type { Cli } from './cli.ts'

export interface CheckoutOptions extends CustomerOptions {
  amount: string
  currency: string
  returnUrl: string
  cancelUrl: string
  callbackUrl?: string
  mode?: string
  description?: string
}

export interface CustomerOptions {
  name?: string
  email?: string
  phone?: string
}

/** Initiate one online payment (interface document, 4.1), and print where the payer completes it. */
export function checkout(cli: Cli, options: CheckoutOptions): Promise<number> {
  const { amount, returnUrl, cancelUrl, callbackUrl, description, name, email, phone } = options
  const order = {
    amount,
    currency: options.currency.trim().toUpperCase(),
    paymentMode: options.mode?.trim().toUpperCase(),
    returnUrl,
    cancelUrl,
    callbackUrl,
    description,
    customer: customerOf(name, email, phone),
  }
  return askPayin<CheckedPayment>(cli, {
    checked: checkPayment(order),
    optionOf: {
      amount: '--amount',
      currency: '--currency',
      paymentMode: '--mode',
      returnUrl: '--return-url',
      cancelUrl: '--cancel-url',
      callbackUrl: '--callback-url',
      description: '--description',
      'customer.name': '--name',
      'customer.email': '--email',
      'customer.phoneNumber': '--phone',
    },
    payin: ({ amountMinor, currency }) => ({ kind: 'payment', amountMinor, currency, operator: null }),
    send: sendPayment,
  })
}

/** Nobody, when nothing was given. */
export function customerOf(name: string | undefined, email: string | undefined, phone: string | undefined) {
  if (name === undefined && email === undefined && phone === undefined) return undefined
  return { name, email, phoneNumber: phone?.replace(/[\s().-]/g, '') }
}
