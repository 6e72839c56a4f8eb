import { type CheckedPayment, checkPayment, sendPayment } from '../provider/calls/payment.ts'
import { type Asked, askCharge } from './askCharge.ts'
import type { App } from './context.ts'

export interface CheckoutWish extends CustomerOptions {
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

/**
 * Initiate one online payment (interface document, 4.1).
 *
 * @param hold as in `Ask`
 */
export function checkout(app: App, wish: CheckoutWish, hold: () => () => void): Promise<Asked> {
  const { amount, returnUrl, cancelUrl, callbackUrl, description, name, email, phone } = wish
  const order = {
    amount,
    currency: wish.currency.trim().toUpperCase(),
    paymentMode: wish.mode?.trim().toUpperCase(),
    returnUrl,
    cancelUrl,
    callbackUrl,
    description,
    customer: customerOf(name, email, phone),
  }
  return askCharge<CheckedPayment>(app, {
    checked: checkPayment(order),
    charge: ({ amountMinor, currency }) => ({ kind: 'payment', amountMinor, currency, operator: null }),
    send: sendPayment,
    hold,
  })
}

/** Nobody, when nothing was given. */
export function customerOf(name: string | undefined, email: string | undefined, phone: string | undefined) {
  if (name === undefined && email === undefined && phone === undefined) return undefined
  return { name, email, phoneNumber: phone?.replace(/[\s().-]/g, '') }
}
