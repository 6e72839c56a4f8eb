import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { type Call, type CallName, calls, tags } from './calls.ts'
import { Problem } from './documents.ts'
import { type ProblemCode, statusOf } from './problem.ts'
import { fileTypes } from './upload.ts'

/** The parts of an OpenAPI document that the reference page shows. */
export interface OpenApi {
  info: { title: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, ResponseObject> }
}

export interface Operation {
  operationId: CallName
  tags: string[]
  summary: string
  description: string
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: JsonSchema }[]
  requestBody?: { required: boolean; description?: string; content: Content }
  responses: Record<string, ResponseObject>
}

type Content = Record<string, { schema: JsonSchema; example?: unknown }>

export interface ResponseObject {
  $ref?: string
  description?: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content?: Content
}

export type JsonSchema = { readonly [keyword: string]: unknown }

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document, made on the first call. */
    openApi(): OpenApi
  }
}

/**
 * Serve the OpenAPI 3.1 document of everything below /api/v1 at GET /api/openapi.json, without a key. Parameters and bodies
 * come from the schemas that check the requests, everything else from calls.ts. Call this before you add the routes.
 */
export async function addOpenApi(app: FastifyInstance): Promise<void> {
  const transform = createJsonSchemaTransform({ skipList: [] })
  await app.register(swagger, {
    openapi: head,
    transform: (route) => (route.url.startsWith('/api/v1/') ? transform(route) : { ...route, schema: { hide: true } }),
    transformObject: createJsonSchemaTransformObject({}),
  })
  let made: OpenApi | undefined
  app.decorate('openApi', () => {
    made ??= complete(app.swagger() as unknown as OpenApi)
    return made
  })
  app.get('/api/openapi.json', (_request, reply) => reply.type('application/json').send(JSON.stringify(app.openApi())))
}

const head: NonNullable<FastifyDynamicSwaggerOptions['openapi']> = {
  openapi: '3.1.0',
  info: {
    title: 'payrun',
    version: '1',
    description:
      'Submit files of people to pay by mobile money, follow them, and fetch their reports. You need an API key: `payrun key add`. ' +
      'Amounts are strings, and times are ISO 8601 in UTC. Unknown fields and parameters are refused. Messages are in English or French, depending on Accept-Language. ' +
      'Errors are RFC 9457 problems: branch on their `code`. Lists come in pages of `limit` entries. Pass `next` as the `cursor` of the following page, with the same filters. ' +
      'After a timeout, repeat the request: with an Idempotency-Key, it is carried out only once.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/', description: 'This desk' }],
  tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key, pr_…' } } },
}

/** The description of each code in the document. */
const meanings: Readonly<Record<ProblemCode, string>> = {
  invalid_request:
    'The request itself is wrong: it is not JSON, or a field, parameter or header is missing, unknown, of the wrong type, or has a value that cannot be used. `problems` says which.',
  unauthorized: 'The key is missing, wrong, revoked or expired.',
  forbidden: 'None of the roles of the key allows this.',
  same_person: 'Somebody else has to do this: you, or whoever made your key, already had a part in it.',
  not_found: 'This does not exist.',
  method_not_allowed: 'This method is not supported here. `Allow` lists the methods that are.',
  wrong_state: 'This cannot be done in the current state.',
  already_submitted: 'The same file was already submitted, as `batch`.',
  reference_in_use: 'The reference is already in use. `batch` and `line`, or `charge`, say by what.',
  reference_held: 'Another payout now has the reference.',
  nothing_to_retry: 'None of these rows can be paid again.',
  key_in_progress: 'The first request with this Idempotency-Key is still in progress.',
  too_large: 'The body is too large. JSON may have up to 256 KiB, a file up to 512 MiB.',
  unsupported_type: 'This Content-Type is not supported here.',
  wrong_host: 'The desk is not served under this host name.',
  refused:
    'This cannot be done now, although the request is right: rows of the file are wrong, a control total differs, or a policy or another payment is in the way. Nothing was stored. `problems` or `detail` says why.',
  unreadable_file:
    'The file is damaged, empty or cut off, or its columns are not known, or it lacks the sheet or column that you named.',
  key_reused: 'A different request was already carried out with this Idempotency-Key.',
  too_many_requests: 'Too many requests.',
  internal: 'The desk had an internal error. Its log has the details.',
  unavailable:
    'The database or the queue does not answer. If your request changes something, it may have been carried out: send it again with the same Idempotency-Key, or check first.',
}

const always: readonly ProblemCode[] = [
  'invalid_request',
  'unauthorized',
  'method_not_allowed',
  'wrong_host',
  'too_many_requests',
  'internal',
  'unavailable',
]

const seconds = { description: 'How many seconds to wait before trying again', schema: { type: 'integer', minimum: 1 } }
const headersOf: Partial<Record<ProblemCode, NonNullable<ResponseObject['headers']>>> = {
  unauthorized: { 'WWW-Authenticate': { description: 'Always `Bearer`', schema: { type: 'string' } } },
  method_not_allowed: { Allow: { description: 'The methods that are supported here', schema: { type: 'string' } } },
  key_in_progress: { 'Retry-After': seconds },
  too_many_requests: { 'Retry-After': seconds },
  unavailable: { 'Retry-After': seconds },
}

const place = { description: 'Where to find it', schema: { type: 'string', format: 'uri-reference' } }
const fileName = {
  description:
    'A name to keep the file by, with the name and the id of the batch: `attachment; filename="…"; filename*=UTF-8\'\'…` (RFC 6266)',
  schema: { type: 'string' },
}

const once = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Up to 255 visible ASCII characters of your choice. A request that is repeated with the same key within 30 days gets the same answer, and is carried out only once. A refused request does not use up its key: you can send the corrected request with the same key.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
}

/** Adds answers, files and what all calls share to the document that swagger makes from the routes. */
function complete(made: OpenApi): OpenApi {
  for (const [path, methods] of Object.entries(made.paths)) {
    for (const operation of Object.values(methods)) {
      if (!calls[operation.operationId]) throw new Error(`calls.ts does not describe ${path}: see described()`)
      describe(operation, calls[operation.operationId])
    }
  }
  // The library adds each schema a second time, for requests.
  const schemas = Object.entries(made.components.schemas).filter(([id]) => !id.endsWith('Input'))
  const responses = Object.fromEntries(always.map((code) => [code, problemAnswer([code])]))
  return { ...made, components: { ...made.components, schemas: Object.fromEntries(schemas), responses } }
}

function describe(operation: Operation, call: Call): void {
  if (call.once) operation.parameters = [...(operation.parameters ?? []), once]
  if (call.file) operation.requestBody = fileBody(call.file)
  const { requestBody } = operation
  if (requestBody && !call.file) {
    const [media] = Object.values(requestBody.content)
    requestBody.required = Array.isArray(media?.schema['required'])
    if (media && call.example !== undefined) media.example = call.example
  }
  const codes = new Set<ProblemCode>([...always, ...call.problems])
  if (call.deed) codes.add('forbidden')
  if (call.once) codes.add('key_in_progress').add('key_reused')
  if (requestBody) codes.add('too_large').add('unsupported_type')
  operation.responses = { ...goodAnswers(call), ...problemAnswers([...codes], call.forbidden) }
}

const reference = (schema: z.ZodType): JsonSchema => ({ $ref: `#/components/schemas/${schema.meta()?.id}` })

function goodAnswers({ answers }: Call): Record<string, ResponseObject> {
  const made = Object.entries(answers).map(([status, { description, document, location, files }]) => {
    const [example] = (document.meta()?.examples as unknown[] | undefined) ?? []
    const media = { schema: reference(document), ...(example !== undefined && { example }) }
    const content = files ?? { 'application/json': media }
    const headers = { ...(location && { Location: place }), ...(files && { 'Content-Disposition': fileName }) }
    return [status, { description, ...(Object.keys(headers).length > 0 && { headers }), content }]
  })
  return Object.fromEntries(made)
}

function problemAnswers(codes: readonly ProblemCode[], forbidden?: string): Record<string, ResponseObject> {
  const byStatus = Map.groupBy(codes, (code) => statusOf[code])
  const made = [...byStatus].map(([status, each]) => {
    const isShared = each.length === 1 && always.includes(each[0] as ProblemCode)
    return [status, isShared ? { $ref: `#/components/responses/${each[0]}` } : problemAnswer(each, forbidden)]
  })
  return Object.fromEntries(made)
}

/** @param forbidden why else a call may be forbidden than for the roles of the key */
function problemAnswer(codes: readonly ProblemCode[], forbidden?: string): ResponseObject {
  const meaningOf = (code: ProblemCode) =>
    code === 'forbidden' && forbidden ? `${meanings[code].slice(0, -1)}, ${forbidden}.` : meanings[code]
  const [code] = codes as [ProblemCode]
  const status = statusOf[code]
  const narrowed = { type: 'object', properties: { status: { const: status }, code: { enum: codes } } }
  const example = {
    type: `urn:payrun:problem:${code}`,
    title: code.replaceAll('_', ' '),
    status,
    code,
    detail: meaningOf(code).replaceAll('`', ''),
  }
  const headers = Object.assign({}, ...codes.map((each) => headersOf[each] ?? {}))
  return {
    description: codes.map((each) => `\`${each}\`: ${meaningOf(each)}`).join(' '),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: { 'application/problem+json': { schema: { allOf: [reference(Problem), narrowed] }, example } },
  }
}

const fileExamples = {
  payouts: 'reference,name,operator,phone_number,amount\nEMP-1,Afiavi Dossou,mtn-benin,+229 01 97 00 00 01,150000\n',
  statement: 'reference,status,amount\nTX-20261125-1,SUCCESS,150000\n',
}

/** A file as the body, or as the part `file` of a form. It is streamed, up to 512 MiB. */
function fileBody(kind: keyof typeof fileExamples): NonNullable<Operation['requestBody']> {
  const isText = (type: string) => type === 'text/csv'
  const files = fileTypes.map((type) => [
    type,
    isText(type)
      ? { schema: { type: 'string' }, example: fileExamples[kind] }
      : { schema: { type: 'string', contentEncoding: 'binary' } },
  ])
  const part = { type: 'string', contentMediaType: 'application/octet-stream' }
  const form = { type: 'object', required: ['file'], properties: { file: part } }
  return {
    required: true,
    description: 'The file itself, or a form with the file as its part `file`. Up to 512 MiB.',
    content: { ...Object.fromEntries(files), 'multipart/form-data': { schema: form } },
  }
}
