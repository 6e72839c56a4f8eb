import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { JsonSchema, OpenApi, Operation, ResponseObject } from '../../src/desk/api/openApi.ts'

/** An answer as it came. */
export interface Answered {
  method: string
  /** With /api/v1, and with its query or without. */
  path: string
  status: number
  headers: Headers
  text: string
}

export type { JsonSchema, OpenApi, Operation }

/** What an OpenAPI document promises, to hold answers against. */
export interface Promises {
  document: OpenApi
  /** The operations, each with its method and its path as the document has them. */
  operations: { method: string; path: string; operation: Operation }[]
  /** What of an answer isn't as the document says: an empty list is as it should be. Answers of no call have to be problems. */
  broken(answer: Answered): string[]
  /** What of a value isn't as the schema says. */
  differs(schema: JsonSchema, value: unknown): string[]
}

export function promisesOf(document: OpenApi): Promises {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema({ $id: 'document', ...document })
  const compiled = new Map<JsonSchema, ValidateFunction>()
  const differs = (schema: JsonSchema, value: unknown): string[] => {
    const validate = compiled.get(schema) ?? ajv.compile(inDocument(schema))
    compiled.set(schema, validate)
    return validate(value)
      ? []
      : (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`)
  }
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const places = operations.map((each) => ({
    ...each,
    is: new RegExp(`^${each.path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
  }))
  const broken = (answer: Answered): string[] => {
    const path = answer.path.split('?')[0] ?? ''
    const there = places.filter(({ is }) => is.test(path))
    const asked = answer.method === 'HEAD' ? 'GET' : answer.method
    const operation = there.find(({ method }) => method === asked)?.operation
    const promised = operation ? promisedAnswer(document, operation, answer.status) : anyProblem
    if (!promised) return [`${operation?.operationId} promises no ${answer.status}: ${answer.text.slice(0, 200)}`]
    const to = answer.headers.get('location')
    const isRead = to === null || places.some(({ method, is }) => method === 'GET' && is.test(to))
    return [...brokenBy(promised, answer, differs), ...(isRead ? [] : [`nothing can be read at ${to}`])]
  }
  return { document, operations, broken, differs }
}

/** No call: a problem all the same. */
const anyProblem: ResponseObject = {
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

function promisedAnswer(document: OpenApi, { responses }: Operation, status: number): ResponseObject | undefined {
  const found = responses[status]
  const name = found?.$ref?.split('/').at(-1)
  return name === undefined ? found : document.components.responses[name]
}

function brokenBy(
  { headers = {}, content = {} }: ResponseObject,
  answer: Answered,
  differs: Promises['differs'],
): string[] {
  const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? ''
  // Several codes of one status may differ in their headers: only those of all of them are sure.
  const missing = Object.keys(headers).filter((name) => name !== 'Retry-After' && !answer.headers.has(name))
  const media = content[type]
  if (!media)
    return [
      `${answer.status} is promised as ${Object.keys(content)}, and came as ${type}: ${answer.text.slice(0, 300)}`,
    ]
  const wrong = /[/+]json$/.test(type) && answer.text !== '' ? differs(media.schema, JSON.parse(answer.text)) : []
  return [...missing.map((name) => `${name} is missing`), ...wrong]
}

/** Its references lead to the document. */
const inDocument = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (name, value) =>
    name === '$ref' && typeof value === 'string' && value.startsWith('#') ? `document${value}` : value,
  )
