import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Failure } from '../../app/context.ts'
import { isAway, isReadOnly, shortageSentence } from '../../app/open/openCore.ts'
import { warnedDocument } from '../../payout/warning.ts'
import type { Language } from '../../words/catalogue.ts'
import { count, isSentence, type Sentence, saidIn, say } from '../../words/sentence.ts'
import { inWordsHere } from './namedHere.ts'

/** The codes of the API's errors, and the HTTP status of each. */
export const statusOf = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  same_person: 403,
  not_found: 404,
  method_not_allowed: 405,
  wrong_state: 409,
  already_submitted: 409,
  reference_in_use: 409,
  reference_held: 409,
  nothing_to_retry: 409,
  key_in_progress: 409,
  too_large: 413,
  unsupported_type: 415,
  wrong_host: 421,
  refused: 422,
  unreadable_file: 422,
  key_reused: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ProblemCode = keyof typeof statusOf

/** What is wrong with one field of a request. */
export interface FieldProblem {
  field: string
  message: Sentence | string
}

/** Ends a request with a problem document (RFC 9457). It is thrown, so that any function can end the request. */
export class ApiProblem extends Error {
  readonly code: ProblemCode
  readonly said: Sentence
  /** More members of the problem document. */
  readonly more: object
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ProblemCode, said: Sentence, more: object = {}, headers: Readonly<Record<string, string>> = {}) {
    super(code)
    this.code = code
    this.said = said
    this.more = more
    this.headers = headers
  }
}

/** The problem of one invalid field, parameter or header. */
export const invalid = (field: string, message: Sentence): ApiProblem =>
  wrongFields([{ field: shownField(field), message }])

/** The problem of a body that can't be read. */
export const invalidBody = (message: Sentence): ApiProblem =>
  new ApiProblem('invalid_request', message, { problems: [{ field: 'body', message }] })

/** The problem for a use case's failure. */
export function problemOf({ fault, code, field, message, details, warned, retryAfterSeconds }: Failure): ApiProblem {
  if (field !== undefined) return invalid(field, message)
  const more = { ...(details && { details }), ...(warned && warnedDocument(warned)) }
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  if (code !== undefined) return new ApiProblem(code === 'misconfigured' ? 'unavailable' : code, message, more, headers)
  switch (fault) {
    case 'usage':
      return new ApiProblem('wrong_state', message, more)
    case 'refused':
      return new ApiProblem('refused', message, more)
    case 'unreachable':
    case 'fenced':
      return new ApiProblem('unavailable', message, more, retryLater)
    case 'bug':
      return new ApiProblem('internal', message)
  }
}

/** Returns a use case's success. A failure ends the request. */
export function succeeded<Done extends { ok: true }>(ended: Done | Failure): Done {
  if (!ended.ok) throw problemOf(ended)
  return ended
}

const retryLater = { 'retry-after': '5' }

/** Answers an error. The message of an unexpected error is not sent. */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = loggedProblem(error, request)
  return reply
    .code(statusOf[problem.code])
    .headers({ ...(problem.code === 'unauthorized' && { 'www-authenticate': 'Bearer' }), ...problem.headers })
    .type(problemType)
    .send(problemText(problem, request.language))
}

export const problemType = 'application/problem+json'
export const problemText = ({ code, said, more }: ApiProblem, language: Language): string =>
  JSON.stringify(
    {
      type: `urn:payrun:problem:${code}`,
      title: code.replaceAll('_', ' '),
      status: statusOf[code],
      code,
      detail: said,
      ...more,
    },
    inLanguage(language),
  )

const lastAnswers = new WeakMap<Socket, ServerResponse>()

/** Remembers the connection's latest answer, for answerNoRequest. */
export const keepAnswer = (request: IncomingMessage, response: ServerResponse): void =>
  void lastAnswers.set(request.socket, response)

/** Answers bytes that Node can't read. There is no request, so this writes the answer's head, too. */
export function answerNoRequest(socket: Socket, problem: ApiProblem): void {
  if (!socket.writable) return void socket.destroy()
  // Body bytes of a request that is already answered: a second answer would be read as part of the first.
  const last = lastAnswers.get(socket)
  if (last?.headersSent && !last.req.complete) return void socket.end()
  const text = problemText(problem, 'en')
  const status = statusOf[problem.code]
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(problem.headers).map(([name, value]) => `${name}: ${value}`),
    `content-type: ${problemType}`,
    `content-length: ${Buffer.byteLength(text)}`,
    'cache-control: no-store',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}

/** The problem for an error. An unexpected error is also logged. */
export function loggedProblem(error: unknown, request: FastifyRequest): ApiProblem {
  const problem = toProblem(error, request)
  if (problem.code === 'internal') request.server.deskLog.error('a request to the desk failed', { error })
  return problem
}

function toProblem(error: unknown, request: FastifyRequest): ApiProblem {
  const { method, routeOptions } = request
  if (error instanceof ApiProblem) return error
  if (isAway(error)) return away(error, isRead(method))
  if (hasZodFastifySchemaValidationErrors(error)) return invalidRequest(error, request)
  const { statusCode = 500, code = '' } = error as Partial<FastifyError>
  if (statusCode === 413)
    return new ApiProblem(
      'too_large',
      say('desk.body_too_large', { kib: count(Math.floor(routeOptions.bodyLimit / 1024)) }),
    )
  if (statusCode === 415) return new ApiProblem('unsupported_type', say('desk.unsupported_type'))
  if (statusCode === 429) return new ApiProblem('too_many_requests', say('desk.too_many_requests'))
  if (
    code === 'FST_ERR_CTP_INVALID_JSON_BODY' ||
    code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ||
    error instanceof SyntaxError
  )
    return invalidBody(say('desk.body_not_json'))
  if (statusCode < 500) return invalidBody(say('desk.request_invalid'))
  return new ApiProblem('internal', say('desk.internal'))
}

/** The ledger may fail after a commit but before the answer, so only a read is sure to have changed nothing. */
function away(error: unknown, isRead: boolean): ApiProblem {
  const why = shortageSentence(error)
  if (why) {
    const short = isRead ? say('desk.database_short', { why }) : say('desk.maybe_done_short', { why })
    return new ApiProblem('unavailable', short, {}, retryLater)
  }
  const said = isReadOnly(error) ? say('desk.read_only') : isRead ? say('desk.unavailable') : say('desk.maybe_done')
  return new ApiProblem('unavailable', said, {}, retryLater)
}

export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** The problem of a request that waits for a ledger which has fallen silent. What has a sender that could not be looked up has not begun. */
export const silenceProblem = ({ method, isKnown }: FastifyRequest): ApiProblem =>
  away(null, isRead(method) || !isKnown)

/** Ends a request whose key could not be checked: whatever it is, nothing was done for it. */
export function nothingDone(error: unknown): never {
  throw isAway(error) ? away(error, true) : error
}

/** An issue in the form that the zod provider gives it. */
type Issue = Parameters<typeof saidIn>[0] & { keyword: string; instancePath: string; params?: Record<string, unknown> }

/**
 * A body or query of this shape. Where some of its fields have a wrong shape or are unknown, `find` says what is wrong with the others, so
 * that all is listed at once. Otherwise, the call itself finds it.
 */
export function checkedWith<Shape extends z.ZodObject>(
  shape: Shape,
  find: (given: Partial<z.output<Shape>>) => readonly FieldProblem[],
): Shape {
  const check = z.core._check<z.output<Shape>>(({ value, issues }) => {
    const wrong = new Set(issues.map(({ path }) => path?.[0]))
    const right = Object.entries(value).filter(([name]) => !wrong.has(name))
    const given = Object.fromEntries(right) as Partial<z.output<Shape>>
    for (const told of find(given))
      if (told.field in given) issues.push({ code: 'custom', input: value, path: [told.field], message: '', told })
  })
  check._zod.def.when = ({ value, issues }) => issues.length > 0 && typeof value === 'object' && value !== null
  return shape.check(check)
}

/** Lists each invalid field and each unknown field. */
function invalidRequest(error: { validation: readonly unknown[] }, request: FastifyRequest): ApiProblem {
  const problems = (error.validation as Issue[]).flatMap((issue): FieldProblem[] => {
    const path = issue.instancePath.replace(/^\//, '').replaceAll('/', '.')
    const keys = issue.keyword === 'unrecognized_keys' ? (issue.params?.['keys'] as string[]) : undefined
    if (keys) return keys.map((key) => ({ field: shownField(key), message: say('desk.field_unknown') }))
    if (issue.params?.['told']) return [issue.params['told'] as FieldProblem]
    return [{ field: path === '' ? 'body' : path, message: whatIsWrong(issue, isRequired(request, path)) }]
  })
  return wrongFields(problems)
}

function isRequired({ routeOptions: { schema } }: FastifyRequest, field: string): boolean {
  const parts = [schema?.body, schema?.querystring]
  return parts.some((part) => part instanceof z.ZodObject && part.shape[field]?.safeParse(undefined).success === false)
}

/** A field's name comes from the request: shortens it, and makes its Unicode well-formed. */
const shownField = (name: string): string => (name.length > 80 ? `${name.slice(0, 80)}…` : name).toWellFormed()

/** The problem of invalid fields. With one field, its detail is that field's sentence; with several, it names them all. */
export function wrongFields(problems: readonly FieldProblem[]): ApiProblem {
  const [only, ...others] = problems
  const fields = [...new Set(problems.map(({ field }) => field))].slice(0, 20)
  const detail =
    only && others.length === 0
      ? say('desk.field_wrong', { field: only.field, what: only.message })
      : say('desk.fields_wrong', { fields })
  return new ApiProblem('invalid_request', detail, { problems })
}

/** Translates zod's message, which is in English and for programmers, into a sentence. */
function whatIsWrong(issue: Issue, isRequired: boolean): Sentence {
  const said = saidIn(issue)
  if (isSentence(said)) return said
  const { keyword, params = {} } = issue
  const { origin, minimum, maximum, values, expected } = params
  switch (keyword) {
    case 'invalid_value':
      return said.endsWith('received undefined')
        ? say('desk.field_missing')
        : say('desk.field_one_of', { choices: (values as unknown[]).map(String) })
    case 'too_small':
      if (origin === 'string') return isRequired ? say('desk.field_required') : say('desk.field_empty')
      if (origin === 'array') return say('desk.field_empty_list')
      return say('desk.field_at_least', { least: String(minimum) })
    case 'too_big':
      if (origin === 'string') return say('desk.field_too_long', { most: count(Number(maximum)) })
      if (origin === 'array') return say('desk.field_too_many', { most: count(Number(maximum)) })
      return say('desk.field_at_most', { most: String(maximum) })
    case 'invalid_type':
      if (said.endsWith('received undefined')) return say('desk.field_missing')
      return typeSentences[String(expected)] ?? say('desk.field_invalid')
    default:
      return say('desk.field_invalid')
  }
}

const typeSentences: Readonly<Record<string, Sentence>> = {
  string: say('desk.must_be_text'),
  int: say('desk.must_be_whole'),
  number: say('desk.must_be_whole'),
  boolean: say('desk.must_be_boolean'),
  array: say('desk.must_be_list'),
  object: say('desk.must_be_object'),
}

/** For JSON.stringify: turns each sentence into text in this language. */
export const inLanguage =
  (language: Language) =>
  (_name: string, value: unknown): unknown =>
    isSentence(value) ? inWordsHere(value, language) : value
