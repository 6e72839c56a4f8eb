import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance, type FastifySchema } from 'fastify'
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
  wirePaths,
} from '../provider/wire.ts'
import { notificationBody } from './notifications/notifications.ts'

/** An error of a collection or payout: the form of section 7 with the boolean of 2.5 and 2.7. */
const transferError = errorAnswer.extend({ error: z.boolean() })

/**
 * The OpenAPI 3.1 document of the three endpoints, from the schemas that the client and the sandbox read, and a page that
 * shows it. In a server of its own that listens nowhere: what is described here is served by the sandbox, and nothing of
 * this is loaded before somebody asks for it.
 */
export async function createOpenApi(): Promise<FastifyInstance> {
  const app = Fastify({ logger: false })
  // Nothing is ever posted here.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  await app.register(swagger, { openapi: head, transform: createJsonSchemaTransform({ skipList: [] }) })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    // A sandbox has no TLS to upgrade to.
    transformStaticCSP: (policy) => policy.replace(/ ?upgrade-insecure-requests;?/, ''),
    uiConfig: { tryItOutEnabled: true },
  })
  for (const { url, schema } of endpoints) app.post(url, { schema }, async () => ({}))
  await app.ready()
  return app
}

/** As OpenAPI 3.1 has it: JSON Schema, whose own mark is said once for the whole document. */
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
      'Online payments, mobile collections and mobile payouts, as the payrun sandbox serves them. Nobody is paid. Codes of operators: ' +
      `${operators.map(({ code }) => code).join(', ')}.`,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/', description: 'This sandbox' }],
  tags: [
    { name: 'in', description: 'Money from customers' },
    { name: 'out', description: 'Money to mobile wallets' },
  ],
  security: [{ appKey: [], merchantKey: [] }],
  webhooks: {
    notification: {
      post: {
        operationId: 'notify',
        tags: ['in'],
        summary: 'A notification, posted to callback_url when a payment or collection ends',
        description:
          'Sent again until the receiver answers with 2xx. With a shared secret, the header x-payrun-signature signs it.',
        security: [],
        requestBody: { required: true, content: { 'application/json': { schema: schemaOf(notificationBody) } } },
        responses: { 204: { description: 'Taken.' }, 500: { description: 'Not taken: it is sent again later.' } },
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

const answers = (error: z.ZodType, answer: z.ZodType, what: string, ...statuses: (keyof typeof errors)[]) => ({
  200: { description: what, content: { 'application/json': { schema: answer } } },
  ...Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: errors[status], content: { 'application/json': { schema: error } } },
    ]),
  ),
})

const errors = {
  400: 'The request is invalid; nothing was done.',
  401: 'A key is missing or wrong.',
  403: 'The merchant is not approved for payouts.',
  415: 'The Content-Type is not application/json.',
  429: 'Too many requests; nothing was done. Retry-After says when to come back.',
  500: 'An error of the service. The money may have moved.',
  503: 'The operator can not be reached; nothing was done.',
} as const

const endpoints: { url: string; schema: FastifySchema }[] = [
  {
    url: wirePaths.payment,
    schema: {
      operationId: 'initiatePayment',
      tags: ['in'],
      summary: 'Initiate an online payment',
      description: 'The payer is then directed to payment_url to complete the payment.',
      body: paymentRequest,
      response: answers(errorAnswer, paymentAnswer, 'The payment was initiated.', 400, 401, 415, 429, 500),
    },
  },
  {
    url: wirePaths.collection,
    schema: {
      operationId: 'collect',
      tags: ['in'],
      summary: 'Initiate a mobile collection',
      description: 'The customer confirms the payment on their own device by entering a PIN.',
      body: collectionRequest,
      response: answers(transferError, collectionAnswer, 'What became of it so far.', 400, 401, 415, 429, 500, 503),
    },
  },
  {
    url: wirePaths.payout,
    schema: {
      operationId: 'payout',
      tags: ['out'],
      summary: 'Send money to a mobile wallet',
      description:
        'Only for merchants that are approved for payouts. The body is read as JSON whatever its Content-Type.',
      body: payoutRequest,
      response: answers(transferError, payoutAnswer, 'What became of it.', 400, 401, 403, 429, 500, 503),
    },
  },
]
