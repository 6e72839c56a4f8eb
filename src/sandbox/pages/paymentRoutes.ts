import type { FastifyInstance, FastifyReply } from 'fastify'
import type { PaymentRecord, SandboxServices } from '../records.ts'
import { backToMerchant } from './backToMerchant.ts'
import type { Problems } from './field.ts'
import { type Form, readForm } from './form.ts'
import { notFoundPage } from './notFoundPage.ts'
import { paymentEndPage } from './paymentEndPage.ts'
import { type PayBy, paymentPage } from './paymentPage.ts'
import { readPayForm } from './readPayForm.ts'
import { sendPage } from './sendPage.ts'
import { type Visit, visitOf } from './visit.ts'

interface PaymentRoute {
  Params: { reference: string }
  Querystring: { by?: unknown }
}

/** The hosted payment page (interface document, 4.1): `/pay/:reference`. */
export function paymentRoutes(app: FastifyInstance, { payments, merchant, language }: SandboxServices): void {
  function show(reply: FastifyReply, visit: Visit, payment: PaymentRecord, typed: Typed) {
    if (payment.state !== 'created') {
      return sendPage(reply, 200, paymentEndPage(visit, merchant.name, payment, payment.state))
    }
    const status = Object.keys(typed.problems).length > 0 ? 422 : 200
    return sendPage(reply, status, paymentPage({ visit, merchant: merchant.name, payment, ...typed }), 'merchant')
  }

  app.get<PaymentRoute>('/pay/:reference', (request, reply) => {
    const visit = visitOf(request, language)
    const payment = payments.find(request.params.reference)
    if (!payment) return notFoundPage(reply, visit)
    return show(reply, visit, payment, { by: wayOf(payment, request.query.by), values: {}, problems: {} })
  })

  app.post<PaymentRoute>('/pay/:reference', (request, reply) => {
    const visit = visitOf(request, language)
    const { reference } = request.params
    const payment = payments.find(reference)
    if (!payment) return notFoundPage(reply, visit)
    if (payment.state !== 'created') return leave(reply, visit, payment)
    const by = wayOf(payment, request.query.by)
    const form = readForm(request.body)
    const read = readPayForm(form, by, payment, visit, new Date())
    if (!read.ok) return show(reply, visit, payment, { by, values: toCorrect(form), problems: read.problems })
    const result = payments.pay(reference, read.asked)
    switch (result.kind) {
      case 'not_found':
        return notFoundPage(reply, visit)
      case 'invalid':
        return show(reply, visit, result.payment, {
          by,
          values: toCorrect(form),
          problems: { [result.field]: invalidSentence(visit, result.field) },
        })
      case 'refused':
        if (result.payment.state !== 'created') return leave(reply, visit, result.payment)
        // The refusal stands on the page itself, so that reloading it does not try again.
        return reply.redirect(visit.to(`/pay/${encodeURIComponent(reference)}?by=${by}`), 303)
      case 'paid':
      case 'final':
        return leave(reply, visit, result.payment)
    }
  })

  app.post<PaymentRoute>('/pay/:reference/cancel', (request, reply) => {
    const visit = visitOf(request, language)
    const result = payments.cancel(request.params.reference)
    return result.kind === 'not_found' ? notFoundPage(reply, visit) : leave(reply, visit, result.payment)
  })
}

interface Typed {
  by: PayBy
  values: Readonly<Record<string, string>>
  problems: Problems
}

/** A payment for cards only has no other way. */
const wayOf = ({ mode }: PaymentRecord, asked: unknown): PayBy =>
  mode === 'ALL' && asked === 'mobile' ? 'mobile' : 'card'

/** What a form may give back: nothing of a card that could be used. */
const toCorrect = ({ expiry = '', operator = '', phone = '' }: Form) => ({ expiry, operator, phone })

const invalidSentence = ({ words: { problems } }: Visit, field: 'card' | 'operator' | 'phone'): string =>
  ({ card: problems.badCard, operator: problems.badOperator, phone: problems.missingPhone })[field]

/**
 * Back to the merchant when the payer has paid or cancelled, also when a second click of the same button comes in after
 * the first one did it. The other end states are shown here first.
 */
const leave = (reply: FastifyReply, visit: Visit, payment: PaymentRecord) =>
  reply.redirect(
    payment.state === 'paid' || payment.state === 'cancelled'
      ? backToMerchant(payment)
      : visit.to(`/pay/${encodeURIComponent(payment.reference)}`),
    303,
  )
