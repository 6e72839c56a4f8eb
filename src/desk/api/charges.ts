import { z } from 'zod'
import { type CheckoutWish, type CollectWish, checkCheckout, checkCollect } from '../../app/charges/askCharge.ts'
import {
  type ChargeAsked,
  type ChargeKind,
  chargeStates,
  checkoutOnce,
  collectOnce,
  getCharge,
  listChargesPage,
} from '../../app/charges/charges.ts'
import type { App, Failure } from '../../app/context.ts'
import { count, readSentence, say, toSay, type Words } from '../../words/sentence.ts'
import {
  type Answer,
  amount,
  appOf,
  type Desk,
  line,
  once,
  pageOfList,
  pageQuery,
  type Scope,
  sendDocument,
} from './call.ts'
import { described } from './calls.ts'
import { fieldOf } from './namedHere.ts'
import { ApiProblem, checkedWith, succeeded, wrongFields } from './problem.ts'

const reference = line(200).describe(
  'Your own reference, unique among all payments and collections. It makes the request safe to repeat',
)

const checkoutShape = z.strictObject({
  reference,
  amount,
  currency: line(10),
  return_url: line(2000),
  cancel_url: line(2000),
  callback_url: line(2000).optional(),
  mode: line(10).optional(),
  description: line(500).optional(),
  name: line(200).optional(),
  email: line(320).optional(),
  phone_number: line(40).optional(),
})

const deepestData = 100

/** Whether a value is nested deeper than this. Reading it could overflow the stack. */
const isDeeper = (value: unknown, most: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (most === 0 || Object.values(value).some((inner) => isDeeper(inner, most - 1)))

const collectionShape = z.strictObject({
  reference,
  operator: line(100),
  phone_number: line(40),
  amount,
  callback_url: line(2000).optional(),
  name: line(200).optional(),
  email: line(320).optional(),
  customer_phone_number: line(40).optional().describe("The customer's own number, if it is not the one that pays"),
  data: z
    .unknown()
    .refine((data) => !isDeeper(data, deepestData), toSay(say('desk.data_too_deep', { most: count(deepestData) })))
    .optional()
    .describe('Returned in notifications. At most 48 KiB as JSON, where a character beyond ASCII counts as 6 bytes'),
})

/** The request that a body asks for. What a wrong body lacks is empty. */
function checkoutOf({
  amount = '',
  currency = '',
  return_url: returnUrl = '',
  cancel_url: cancelUrl = '',
  callback_url: callbackUrl,
  phone_number: phone,
  mode,
  description,
  name,
  email,
}: Partial<z.infer<typeof checkoutShape>>): CheckoutWish {
  return { amount, currency, returnUrl, cancelUrl, callbackUrl, phone, mode, description, name, email }
}
function collectionOf({
  amount = '',
  operator = '',
  phone_number: phone = '',
  customer_phone_number: customerPhone,
  callback_url: callbackUrl,
  name,
  email,
  data,
}: Partial<z.infer<typeof collectionShape>>): CollectWish {
  const json = data === undefined ? undefined : JSON.stringify(data)
  return { amount, operator, phone, customerPhone, callbackUrl, name, email, data: json }
}

const newCheckout = checkedWith(checkoutShape, (given) => problemsIn(checkCheckout(checkoutOf(given)), 'phone_number'))
const newCollection = checkedWith(collectionShape, (given) =>
  problemsIn(checkCollect(collectionOf(given), given.data), 'customer_phone_number'),
)

function problemsIn(checked: { ok: true } | { ok: false; problems: Invalid[] }, customerNumber: string) {
  return checked.ok ? [] : checked.problems.map((problem) => inBody(problem, customerNumber))
}

/** Online payments and collections, like the commands `checkout` and `collect`. */
export function addCharges(scope: Scope, desk: Desk): void {
  addKind(scope, desk, {
    kind: 'payment',
    name: 'Checkout',
    body: newCheckout,
    customerNumber: 'phone_number',
    ask: (app, body) => checkoutOnce(app, body.reference, checkoutOf(body)),
  })
  addKind(scope, desk, {
    kind: 'collection',
    name: 'Collection',
    body: newCollection,
    customerNumber: 'customer_phone_number',
    ask: (app, body) => collectOnce(app, body.reference, collectionOf(body)),
  })
}

interface Kind<Body extends z.ZodType> {
  kind: ChargeKind
  /** The last part of its calls' names. */
  name: 'Checkout' | 'Collection'
  body: Body
  /** The name of the customer's own number (interface document, 2.2) in the body. */
  customerNumber: string
  ask(app: App, wish: z.infer<Body>): Promise<ChargeAsked | Failure>
}

/** Adds the calls to create, list and read one kind of charge. */
function addKind<Body extends z.ZodType>(
  scope: Scope,
  desk: Desk,
  { kind, name, body, customerNumber, ask }: Kind<Body>,
): void {
  const path = `${name.toLowerCase()}s`
  scope.post(`/${path}`, { schema: { ...described(`create${name}`), body } }, (request, reply) =>
    once(desk, request, reply, async () =>
      answerCharge(path, customerNumber, succeeded(await ask(appOf(desk, request), request.body as z.infer<Body>))),
    ),
  )
  const listQuery = pageQuery.extend({
    state: z.enum(chargeStates).optional().describe('List only those in this state'),
  })
  scope.get(
    `/${path}`,
    { schema: { ...described(`list${name}s`), querystring: listQuery } },
    async (request, reply) => {
      const { cursor, next } = pageOfList(request)
      const page = succeeded(await listChargesPage(appOf(desk, request), kind, { ...request.query, cursor }))
      return sendDocument(request, reply, { [path]: page.charges, next: next(page.next) })
    },
  )
  const params = z.object({ id: line(40).describe('The id of the payment or collection') })
  scope.get(`/${path}/:id`, { schema: { ...described(`get${name}`), params } }, async (request, reply) => {
    const { charge } = succeeded(await getCharge(appOf(desk, request), kind, request.params.id))
    return sendDocument(request, reply, charge)
  })
}

function answerCharge(path: string, customerNumber: string, asked: ChargeAsked): Answer {
  switch (asked.kind) {
    case 'asked':
    case 'there_already': {
      const { charge } = asked
      const headers = { location: `/api/v1/${path}/${charge.id}` }
      return asked.kind === 'asked'
        ? { status: 201, headers, body: charge }
        : { status: 200, headers, body: charge, keep: false }
    }
    case 'reference_in_use': {
      const { id: charge, reference: held } = asked.charge
      const named = { reference: held ?? '' }
      const message = asked.tried
        ? say('desk.reference_of_sandbox', named)
        : asked.variant
          ? say('desk.reference_alike', named)
          : say('terminal.charge_reference_in_use', named)
      throw new ApiProblem('reference_in_use', message, { charge })
    }
    case 'invalid':
      throw wrongFields(asked.problems.map((problem) => inBody(problem, customerNumber)))
  }
}

type Invalid = Extract<ChargeAsked, { kind: 'invalid' }>['problems'][number]

/** A problem of a request to the provider, with the names of the fields here. */
function inBody({ field, message }: Invalid, customerNumber: string): { field: string; message: Words } {
  const ownNumber = 'customer.phoneNumber'
  if (field !== ownNumber) return { field: fieldOf[field] ?? field, message }
  const named = JSON.stringify(message).replaceAll(ownNumber, customerNumber)
  return { field: customerNumber, message: readSentence(JSON.parse(named)) ?? message }
}
