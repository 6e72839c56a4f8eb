import type { FastifyInstance, FastifyReply } from 'fastify'
import { countryOfOperator, operatorOf } from '../../payout/operators/operator.ts'
import { parsePhone } from '../../payout/phone/phone.ts'
import { type Form, type Problems, readForm } from '../../web/fields.ts'
import { country as countryNamed, type Sentence, say } from '../../words/sentence.ts'
import type { PayAsked, PaymentRecord, SandboxServices } from '../state/records.ts'
import { notFoundPage, sendPage } from './layout.ts'
import { backToMerchant, type PayBy, paymentEndPage, paymentPage, secondsLeft } from './paymentPage.ts'
import { payPath, type Visit, visitOf } from './visit.ts'

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
    // When the payer's time is over, the page reloads and says so.
    const here = visit.to(`${payPath(payment.reference)}?by=${typed.by}`)
    reply.header('refresh', `${secondsLeft(payment) + 1}; url=${here}`)
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
    const read = by === 'card' ? readCard(form, new Date()) : readMobile(form, payment)
    if (!read.ok) return show(reply, visit, payment, { by, values: toCorrect(form), problems: read.problems })
    const result = payments.pay(reference, read.asked)
    switch (result.kind) {
      case 'not_found':
        return notFoundPage(reply, visit)
      case 'invalid':
        return show(reply, visit, result.payment, {
          by,
          values: toCorrect(form),
          problems: { [result.field]: invalidFields[result.field] },
        })
      case 'refused':
        if (result.payment.state !== 'created') return leave(reply, visit, result.payment)
        // The page itself shows the refusal, so that reloading it doesn't try again.
        return reply.redirect(visit.to(`${payPath(reference)}?by=${by}`), 303)
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

/** A payment in the mode `CARD` can't be paid in another way. */
const wayOf = ({ mode }: PaymentRecord, asked: unknown): PayBy =>
  mode === 'ALL' && asked === 'mobile' ? 'mobile' : 'card'

/** What a form may send back: nothing of a card that could be used. */
const toCorrect = ({ expiry = '', operator = '', phone = '' }: Form) => ({ expiry, operator, phone })

const invalidFields = {
  card: say('sandbox.bad_card'),
  operator: say('sandbox.bad_operator'),
  phone: say('sandbox.enter_phone'),
} as const

/**
 * Leads back to the merchant when the payer has paid or cancelled, also after a second click on the same button. The other end states are
 * shown here first.
 */
const leave = (reply: FastifyReply, visit: Visit, payment: PaymentRecord) =>
  reply.redirect(
    payment.state === 'paid' || payment.state === 'cancelled'
      ? backToMerchant(payment)
      : visit.to(payPath(payment.reference)),
    303,
  )

type PayForm = { ok: true; asked: PayAsked } | { ok: false; problems: Problems }

/** Reads a payer's card. `now` decides whether it has expired. */
function readCard(form: Form, now: Date): PayForm {
  const card = form['card']?.replace(/[\s-]/g, '') ?? ''
  const cvc = form['cvc']?.trim() ?? ''
  const problems: Record<string, Sentence> = {}
  if (card === '') problems['card'] = say('sandbox.enter_card')
  else if (!/^\d{12,19}$/.test(card)) problems['card'] = say('sandbox.bad_card')
  const expiry = expiryProblem(form['expiry']?.replace(/\s/g, '') ?? '', now)
  if (expiry) problems['expiry'] = expiry
  if (cvc === '') problems['cvc'] = say('sandbox.enter_cvc')
  else if (!/^\d{3,4}$/.test(cvc)) problems['cvc'] = say('sandbox.bad_cvc')
  if (Object.keys(problems).length === 0) return { ok: true, asked: { by: 'card', card } }
  return { ok: false, problems: inOrder({ ...problems, ...erasedIn({ card, cvc }, problems) }) }
}

/** Neither is sent back, right or wrong, so both have to be typed again, and the page says so. */
function erasedIn({ card, cvc }: Record<'card' | 'cvc', string>, problems: Problems): Problems {
  const erased = { card: say('sandbox.card_erased'), cvc: say('sandbox.cvc_erased') }
  const told = (name: 'card' | 'cvc'): Sentence =>
    problems[name] ? say('sandbox.wrong_and_erased', { wrong: problems[name], erased: erased[name] }) : erased[name]
  return { ...(card !== '' && { card: told('card') }), ...(cvc !== '' && { cvc: told('cvc') }) }
}

/** In the order of the fields on the page. */
const inOrder = (problems: Record<string, Sentence>): Problems =>
  Object.fromEntries(['card', 'expiry', 'cvc'].flatMap((name) => (problems[name] ? [[name, problems[name]]] : [])))

/** A card is valid until the end of its month. */
function expiryProblem(text: string, now: Date): Sentence | null {
  if (text === '') return say('sandbox.enter_expiry')
  const [, month = '', year = ''] = /^(\d{1,2})[/.-]?((?:20)?\d{2})$/.exec(text) ?? []
  if (!(Number(month) >= 1 && Number(month) <= 12)) return say('sandbox.bad_expiry')
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year)
  return Date.UTC(fullYear, Number(month)) > now.getTime() ? null : say('sandbox.past_expiry')
}

function readMobile(form: Form, payment: PaymentRecord): PayForm {
  const phone = form['phone']?.trim() ?? ''
  const code = form['operator'] ?? ''
  const operator = operatorOf(code)
  const country = operator && countryOfOperator(operator)
  const problems: Record<string, Sentence> = {}
  if (code === '') problems['operator'] = say('sandbox.enter_operator')
  else if (country?.currency !== payment.currency) problems['operator'] = say('sandbox.bad_operator')
  if (phone === '') problems['phone'] = say('sandbox.enter_phone')
  if (Object.keys(problems).length > 0 || !country) return { ok: false, problems }
  const read = parsePhone(phone, country.code)
  if (read.ok) return { ok: true, asked: { by: 'mobile', operator: code, phone: read.digits } }
  const { code: countryCode, diallingCode } = country
  return {
    ok: false,
    problems: { phone: say('sandbox.bad_phone', { country: countryNamed(countryCode), diallingCode }) },
  }
}
