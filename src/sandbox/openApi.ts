import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import Fastify, { type FastifySchema } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { operators } from '../payout/operators/operator.ts'
import {
  collectionAnswer,
  collectionRequest,
  errorAnswer,
  paymentAnswer,
  paymentRequest,
  payoutAnswer,
  payoutRequest,
  wireCurrencies,
  wirePaths,
} from '../provider/wire.ts'
import { sampleMessage } from './collections.ts'
import { sandboxStatusPath } from './createSandbox.ts'
import { describeFields } from './meanings.ts'
import { notificationBody } from './notifications/notifications.ts'
import { type OpenUnseen, sampleErrors } from './sampleErrors.ts'

/** The operator codes of 2.8 and the currencies of 2.1 that the checks accept. */
const operatorCode = z.enum(operators.map(({ code }) => code))
const currency = z.enum(wireCurrencies)

/** An error of a collection or payout: the form of section 7 with the boolean of 2.5 and 2.7. */
const transferError = errorAnswer.extend({ error: z.boolean() })

const payoutOf = { status: 'success', reference: 'sbx-4f1c22ab-1' }
const paid = { error: false, ...payoutOf, message: 'Transfer of 1500 XOF to 2290197000001 was successful' }
const customer = { name: 'Awa Zinsou', email: 'awa@example.com', phoneNumber: '2290197000001' }
const paymentReference = 'sbx-pay-0a1b2c3d4e5f60718293a4b5c6d7e8f9'
const collectionReference = 'sbx-col-0a1b2c3d4e5f60718293a4b5c6d7e8f9'

/** The bodies as the client and the sandbox read them, limited to the accepted codes, each with an example. */
const bodies = {
  paymentRequest: paymentRequest.meta({
    examples: [
      {
        amount: 1500,
        currency: 'XOF',
        payment_mode: 'ALL',
        return_url: 'https://shop.example/thanks',
        cancel_url: 'https://shop.example/cart',
        callback_url: 'https://shop.example/notifications/a-part-that-nobody-guesses',
        description: 'Order 4711',
        customer,
      },
    ],
  }),
  paymentAnswer: paymentAnswer.meta({
    examples: [
      {
        status: 200,
        message: 'The payment was initiated',
        payment_url: `http://127.0.0.1:4010/pay/${paymentReference}`,
        reference: paymentReference,
      },
    ],
  }),
  collectionRequest: collectionRequest.extend({ operator: operatorCode }).meta({
    examples: [
      {
        amount: 1500,
        operator: 'mtn-benin',
        phoneNumber: '+2290197000001',
        customer,
        custom_data: { order: 4711 },
        callback_url: 'https://shop.example/notifications/a-part-that-nobody-guesses',
      },
    ],
  }),
  collectionAnswer: collectionAnswer.meta({
    examples: [
      {
        error: false,
        status: 'PENDING',
        amount: '1500',
        fees: 0,
        message: sampleMessage,
        reference: collectionReference,
      },
    ],
  }),
  payoutRequest: payoutRequest.extend({ operator: operatorCode, currency }).meta({
    examples: [
      {
        operator: 'mtn-benin',
        amount: '1500',
        phoneNumber: '2290197000001',
        currency: 'XOF',
        customer: { name: 'Awa Zinsou', phoneNumber: '2290197000001' },
      },
    ],
  }),
  payoutAnswer: payoutAnswer.meta({ examples: [paid] }),
  statusAnswer: z
    .object({ error: z.boolean(), status: z.string(), reference: z.string(), message: z.string() })
    .meta({ examples: [paid] }),
  notification: notificationBody.extend({ operator: operatorCode.optional(), currency }).meta({
    examples: [
      {
        event: 'collection',
        reference: collectionReference,
        status: 'success',
        amount: '1500',
        currency: 'XOF',
        operator: 'mtn-benin',
        phoneNumber: '2290197000001',
        custom_data: { order: 4711 },
        message: 'The payment was successful',
        id: '5f0c9d5e-6a53-4a3c-9a53-0d4f1b7c2e10',
      },
    ],
  }),
}

/**
 * The OpenAPI 3.1 document of the three endpoints, from the schemas of the client and the sandbox. It is made on the first request, by a
 * separate server that is never listening, so the sandbox starts without it.
 *
 * @param open creates a sandbox that is not listening, to get examples of errors
 */
export async function createOpenApi(open: OpenUnseen): Promise<object> {
  const app = Fastify({ logger: false })
  // Nothing is ever posted to this server.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  await app.register(swagger, { openapi: head, transform: createJsonSchemaTransform({ skipList: [] }) })
  const samples = await sampleErrors(open, Object.fromEntries(endpoints.map((each) => [each.path, asked(each)])))
  for (const endpoint of endpoints) {
    const { method, path, schema } = endpoint
    const response = answers(endpoint, samples[path] ?? {})
    const url = path.replace('{reference}', ':reference')
    app.route({ method, url, schema: { ...schema, response }, handler: async () => ({}) })
  }
  await app.ready()
  const document = app.swagger() as OpenApiDocument
  for (const methods of [...Object.values(document.paths), ...Object.values(document.webhooks)])
    describeFields(Object.values(methods))
  await app.close()
  return document
}

interface OpenApiDocument {
  paths: Record<string, object>
  webhooks: Record<string, object>
}

/** JSON Schema without `$schema`, because an OpenAPI 3.1 document has a single dialect. */
function schemaOf(schema: z.ZodType): object {
  const { $schema: _mark, ...described } = z.toJSONSchema(schema)
  return described
}

const head: NonNullable<FastifyDynamicSwaggerOptions['openapi']> = {
  openapi: '3.1.0',
  info: {
    title: 'Merchant payment service',
    version: '1',
    description:
      'Online payments, mobile collections and mobile payouts, as the payrun sandbox simulates them. Nobody is paid. Operator codes: ' +
      `${operatorCode.options.join(', ')}.`,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/', description: 'This sandbox' }],
  tags: [
    { name: 'in', description: 'Money from customers' },
    { name: 'out', description: 'Money to mobile wallets' },
    { name: 'status', description: 'The outcome of either. Not part of the interface document' },
  ],
  security: [{ appKey: [], merchantKey: [] }],
  webhooks: {
    notification: {
      post: {
        operationId: 'notify',
        tags: ['in'],
        summary: 'A notification, posted to callback_url when a payment or collection ends',
        description:
          'It is sent again until the receiver answers with 2xx. If there is a shared secret, the header x-payrun-signature has its signature.',
        security: [],
        requestBody: { required: true, content: { 'application/json': { schema: schemaOf(bodies.notification) } } },
        responses: { 204: { description: 'Received.' }, 500: { description: 'Not received. It is sent again later.' } },
      },
    },
  },
  components: {
    securitySchemes: {
      appKey: { type: 'apiKey', in: 'header', name: 'app-key', description: "The merchant's application key" },
      merchantKey: { type: 'apiKey', in: 'header', name: 'merchant-key', description: "The merchant's own key" },
    },
  },
}

interface Endpoint {
  method: 'GET' | 'POST'
  path: string
  schema: FastifySchema & { body?: z.ZodType }
  answer: z.ZodType
  what: string
  error: z.ZodType
  statuses: readonly (keyof typeof errors)[]
}

const asked = ({ statuses, schema }: Endpoint) => ({
  statuses,
  valid: (schema.body?.meta()?.['examples'] as object[] | undefined)?.[0] ?? null,
})

const answers = ({ error, answer, what, statuses }: Endpoint, samples: Readonly<Record<number, object>>) => ({
  200: { description: what, content: { 'application/json': { schema: answer } } },
  ...Object.fromEntries(
    statuses.map((status) => {
      const schema = error.meta({ examples: [samples[status]] })
      return [status, { description: errors[status], content: { 'application/json': { schema } } }]
    }),
  ),
})

const errors = {
  400: 'The request is invalid. Nothing was done.',
  401: 'A key is missing or wrong.',
  403: 'The merchant is not approved for payouts.',
  404: 'There is no payment, collection or payout with this reference.',
  406: 'The Accept header does not name application/json.',
  413: 'The request is larger than 1 MiB.',
  415: 'The Content-Type is not application/json.',
  429: 'Too many requests. Nothing was done. Retry-After says how long to wait.',
  500: 'The service had an internal error. The money may have moved.',
  503: 'The operator cannot be reached. Nothing was done.',
} as const

const endpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: wirePaths.payment,
    schema: {
      operationId: 'initiatePayment',
      tags: ['in'],
      summary: 'Initiate an online payment',
      description: 'The payer is then directed to payment_url to complete the payment.',
      body: bodies.paymentRequest,
    },
    answer: bodies.paymentAnswer,
    what: 'The payment was initiated.',
    error: errorAnswer,
    statuses: [400, 401, 406, 413, 415, 429, 500],
  },
  {
    method: 'POST',
    path: wirePaths.collection,
    schema: {
      operationId: 'collect',
      tags: ['in'],
      summary: 'Initiate a mobile collection',
      description: 'The customer confirms the payment on their own device by entering a PIN.',
      body: bodies.collectionRequest,
    },
    answer: bodies.collectionAnswer,
    what: 'The outcome so far.',
    error: transferError,
    statuses: [400, 401, 406, 413, 415, 429, 500, 503],
  },
  {
    method: 'POST',
    path: wirePaths.payout,
    schema: {
      operationId: 'payout',
      tags: ['out'],
      summary: 'Send money to a mobile wallet',
      description:
        'Only for merchants that are approved for payouts. The body is read as JSON, whatever its Content-Type.',
      body: bodies.payoutRequest,
    },
    answer: bodies.payoutAnswer,
    what: 'The outcome.',
    error: transferError,
    statuses: [400, 401, 403, 406, 413, 429, 500, 503],
  },
  {
    method: 'GET',
    path: sandboxStatusPath,
    schema: {
      operationId: 'status',
      tags: ['status'],
      summary: 'Get the status of a payment, collection or payout',
      description:
        'The interface document has no such call, but some providers have one. PAYRUN_STATUS_PATH sets its path.',
      params: z.object({ reference: z.string().describe('The reference in the answer to the request') }),
    },
    answer: bodies.statusAnswer,
    what: 'The outcome so far.',
    error: transferError,
    statuses: [401, 404],
  },
]
