import { randomBytes } from 'node:crypto'
import type { PaymentRequest } from '../provider/wire.ts'
import { checkPayment, checkWallet, payerRecord } from './checkRequest.ts'
import type { Switchboard } from './faults.ts'
import type { Notifier } from './notifications/notifications.ts'
import { notificationTimes, type PayerDigits, payerScriptOf } from './scriptedOutcomes.ts'
import { type Clock, isoTime } from './state/clock.ts'
import { openLives } from './state/lives.ts'
import {
  maxTries,
  type PaidBy,
  type PayAsked,
  type PaymentRecord,
  type PaymentState,
  type PayResult,
  type Refusal,
  type SandboxServices,
} from './state/records.ts'
import type { Kept } from './state/store.ts'

interface PaymentsOptions {
  clock: Clock
  notifier: Notifier
  switchboard: Switchboard
  /** How long a payer has to pay. */
  expiresMs: number
}

type Payments = SandboxServices['payments'] & {
  /** Resumes what an earlier run left open. */
  start(): void
  close(): void
}

/** Online payments (interface document, 4.1), from the request to the end state. Each end is notified. */
export function createPayments(kept: Kept<PaymentRecord>, options: PaymentsOptions): Payments {
  const { clock, expiresMs } = options
  const { find, settle, begin, start, close } = openLives(kept, {
    clock,
    notifier: options.notifier,
    open: 'created',
    times: timesOf,
    noticeOf,
  })

  function pay(reference: string, asked: PayAsked): PayResult {
    const payment = find(reference)
    if (!payment) return { kind: 'not_found' }
    if (payment.state !== 'created') return { kind: 'final', payment }
    const payer = readPayer(payment, asked)
    if (!payer.ok) return { kind: 'invalid', payment, field: payer.field }
    const script = payerScriptOf(payer.number)
    const { outageOperator } = options.switchboard.get()
    const out = payer.paidBy.by === 'mobile' && payer.paidBy.operator === outageOperator
    const refusal = out ? 'operator_unavailable' : refusalOf(script, payer.paidBy)
    if (refusal !== null) return refuse(payment, refusal, script === '9901')
    return { kind: 'paid', payment: settle(payment, { state: 'paid', paidBy: payer.paidBy, refusal: null }) }
  }

  function refuse(payment: PaymentRecord, refusal: Refusal, forGood: boolean): PayResult {
    const refusedTries = payment.refusedTries + 1
    if (forGood || refusedTries >= maxTries) {
      return { kind: 'refused', payment: settle(payment, { state: 'failed', refusedTries, refusal }), refusal }
    }
    const open = { ...payment, refusedTries, refusal }
    kept.put(open)
    return { kind: 'refused', payment: open, refusal }
  }

  return {
    create: (body, digits) => {
      const checked = checkPayment(body, digits)
      if (!checked.ok) return checked
      return { ok: true, record: begin(newPayment(checked.request, digits, clock.nowMs(), expiresMs)) }
    },
    find,
    list: (page) => kept.page(page),
    pay,
    cancel: (reference) => {
      const payment = find(reference)
      if (!payment) return { kind: 'not_found' }
      if (payment.state !== 'created') return { kind: 'final', payment }
      return { kind: 'cancelled', payment: settle(payment, { state: 'cancelled' }) }
    },
    start,
    close,
  }
}

const newPayment = (
  request: PaymentRequest,
  digits: string | null,
  nowMs: number,
  expiresMs: number,
): PaymentRecord => ({
  reference: `sbx-pay-${randomBytes(16).toString('hex')}`,
  state: 'created',
  amount: digits ?? String(request.amount),
  currency: request.currency,
  mode: request.payment_mode,
  returnUrl: request.return_url,
  cancelUrl: request.cancel_url,
  callbackUrl: request.callback_url ?? null,
  description: request.description ?? null,
  customer: payerRecord(request.customer),
  createdAt: isoTime(nowMs),
  expiresAt: isoTime(nowMs + expiresMs),
  settledAt: null,
  paidBy: null,
  refusedTries: 0,
  refusal: null,
})

type Payer = { ok: true; paidBy: PaidBy; number: string } | { ok: false; field: 'card' | 'operator' | 'phone' }

/** Only the last four digits of a card are stored. */
function readPayer(payment: PaymentRecord, asked: PayAsked): Payer {
  if (asked.by === 'card') {
    const number = asked.card.replace(/[\s-]/g, '')
    if (!/^\d{12,19}$/.test(number)) return { ok: false, field: 'card' }
    return { ok: true, number, paidBy: { by: 'card', lastFour: number.slice(-4) } }
  }
  if (payment.mode === 'CARD') return { ok: false, field: 'operator' }
  const wallet = checkWallet(asked.operator, asked.phone)
  if (!wallet.ok) return { ok: false, field: wallet.field }
  if (wallet.country.currency !== payment.currency) return { ok: false, field: 'operator' }
  const paidBy = { by: 'mobile', operator: wallet.operator.code, phone: wallet.phone } as const
  return { ok: true, number: wallet.phone, paidBy }
}

function refusalOf(script: PayerDigits | null, { by }: PaidBy): Refusal | null {
  switch (script) {
    case '9901':
      return 'refused'
    case '9911':
      return 'insufficient_funds'
    case '9912':
      return by === 'card' ? 'three_d_secure_failed' : 'wrong_pin'
    case '9913':
      return by === 'card' ? 'expired_card' : 'refused'
    case '9915':
    case '9916':
    case null:
      return null
  }
}

/** How often the end of a payment is notified, derived from its record. */
const timesOf = ({ state, paidBy }: PaymentRecord): number =>
  state === 'paid' && paidBy
    ? notificationTimes(payerScriptOf(paidBy.by === 'card' ? paidBy.lastFour : paidBy.phone))
    : 1

const noticeOf = (payment: PaymentRecord) => ({
  event: 'payment' as const,
  reference: payment.reference,
  status: statuses[payment.state],
  amount: payment.amount,
  currency: payment.currency,
  ...(payment.paidBy?.by === 'mobile'
    ? { operator: payment.paidBy.operator, phoneNumber: payment.paidBy.phone }
    : { phoneNumber: payment.customer.phoneNumber?.replace(/^\+/, '') }),
  message: messages[payment.state],
})

/** The provider's words for the states. The document shows `success` and `FAILED` (section 3); the others are ours. */
const statuses: Record<PaymentState, string> = {
  created: 'PENDING',
  paid: 'success',
  cancelled: 'CANCELLED',
  failed: 'FAILED',
  expired: 'EXPIRED',
}

const messages: Record<PaymentState, string> = {
  created: 'The payment is waiting for the payer',
  paid: 'The payment was successful',
  cancelled: 'The payment was cancelled by the payer',
  failed: 'The payment was refused',
  expired: 'The payment was not made in time',
}

/** The answer of the status call about a payment. */
export const paymentStatus = ({ reference, state }: PaymentRecord) => ({
  error: state === 'failed' || state === 'cancelled' || state === 'expired',
  status: statuses[state],
  reference,
  message: messages[state],
})
