import { createHmac, hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { BatchDocument } from '../../app/batches/batchDocument.ts'
import type { App } from '../../app/context.ts'
import type { OpenDesk } from '../../app/desk.ts'
import { pageOf } from '../../app/page.ts'
import { answerOnce, type HeldKey, holdKey, type KeptAnswer, type RequestKey } from '../../app/submit/answerOnce.ts'
import type { Log } from '../../log.ts'
import type { Language } from '../../words/catalogue.ts'
import { say, toSay } from '../../words/sentence.ts'
import { callOf } from './calls.ts'
import { ApiProblem, inLanguage, invalid, nothingDone, problemOf, silenceProblem, succeeded } from './problem.ts'

/** What every part of the desk needs. */
export interface Desk extends OpenDesk {
  sandbox: boolean
  /** The public address (PAYRUN_DESK_URL). Undefined if it serves only the loopback. */
  url: URL | undefined
}

/** Whether all of its pages are read over TLS. */
export const isOverTls = ({ url }: Pick<Desk, 'url'>): boolean => url?.protocol === 'https:'

/** Where calls are added. Their parameters and bodies are checked by zod. */
export type Scope = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

declare module 'fastify' {
  interface FastifyInstance {
    deskLog: Log
  }
  interface FastifyRequest {
    /** The language of the answer, from Accept-Language. */
    language: Language
    /** Its Idempotency-Key, from before its body arrived until it is carried out or answered. */
    heldKey: HeldKey | undefined
  }
}

/** The use cases for this request, with its key's actor and its language. */
export const appOf = ({ app }: Desk, { actor, language }: FastifyRequest): App => ({ ...app, actor, language })

/**
 * Takes the Idempotency-Key of a request before its body arrives: a repetition that comes meanwhile is told so at once, rather than
 * received and checked as well. The key is free again when the request is refused or breaks off.
 */
export async function holdRequestKey(desk: Desk, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const call = callOf(request)
  const key = call?.once && requestKey(request)
  // One that has arrived takes it where it is carried out, at once. One that has broken off is not carried out.
  if (!key || request.raw.complete || reply.raw.closed) return
  // Only the code that receives files cuts off a sender that has fallen silent.
  const holding = holdKey(appOf(desk, request), key, call.file !== undefined)
  const end = async () => {
    const ended = await holding
    if (ended.ok && ended.kind === 'held') await ended.held.free()
  }
  reply.raw.once('close', () => void end().catch(() => undefined))
  const found = succeeded(await holding.catch(nothingDone))
  if (found.kind === 'in_progress') throw keyInProgress()
  if (found.kind === 'held') request.heldKey = found.held
}

const keyInProgress = (): ApiProblem =>
  new ApiProblem('key_in_progress', say('desk.key_in_progress'), {}, retryAfter(1))

/** A call that decides something has the batch's id: by the time it arrives, another batch may be the last one. */
export function refuseLast(id: string): void {
  if (id === 'last') throw new ApiProblem('not_found', say('desk.last_decides_nothing'))
}

/** The answer to a call that changes something. */
export interface Answer {
  status: number
  headers?: Record<string, string>
  /** Sentences in it become text in the request's language. */
  body: unknown
  /** The id of a batch; purging it also deletes the stored answer. */
  ofBatch?: string
  /** False for the state of something that was done before: the next request with the key gets the state of its own time. */
  keep?: false
}

/**
 * Carry out a call that changes something, and answer it. With an Idempotency-Key header it is carried out only once. Only a success is
 * stored under the key: after an error, the corrected request can use the same key.
 */
export async function once(
  desk: Desk,
  request: FastifyRequest,
  reply: FastifyReply,
  act: (key: RequestKey | undefined) => Promise<Answer>,
  again: Again = {},
): Promise<FastifyReply> {
  // Answered while the ledger was silent (answerInSilence.ts): another one may have been sent since.
  const begin = async (key?: RequestKey) => (reply.sent ? Promise.reject(silenceProblem(request)) : act(key))
  const { status, headers, body } = await answerOf(desk, request, begin, again)
  return reply.code(status).headers(headers).send(body)
}

interface Again {
  /** The file of the body. Its name counts, since the batch has it, and a file without a name has one by its type. */
  file?: { sha256: Buffer; name: string }
  /** Answers when an earlier try stored or changed a batch, but its own answer is no longer known. */
  ofStored?: (batch: BatchDocument) => Answer | Promise<Answer>
  /** The same when the earlier try changed something other than a batch. */
  ofDone?: () => Promise<Answer>
}

async function answerOf(
  desk: Desk,
  request: FastifyRequest,
  act: (key: RequestKey | undefined) => Promise<Answer>,
  { file, ofStored = answerWithBatch, ofDone }: Again,
): Promise<KeptAnswer> {
  const key = requestKey(request)
  const said = ({ status, headers = {}, body, ofBatch }: Answer): KeptAnswer => ({
    status,
    headers,
    ...(ofBatch && { ofBatch }),
    body: JSON.parse(JSON.stringify(body, inLanguage(request.language))),
  })
  const answered = async (): Promise<KeptAnswer> => said(await act(key))
  if (!key) return answered()
  // The HMAC key is the API key, which is not in the ledger, so nobody who reads the ledger can confirm a guessed request.
  const fingerprintOf = (body: string | Buffer, name = '') =>
    createHmac('sha256', (request.headers.authorization ?? '').split(' ')[1] ?? '')
      .update(`${request.method} ${request.url}\n`)
      .update(body)
      .update(name)
      .digest()
  const fingerprint = file ? fingerprintOf(file.sha256, file.name) : fingerprintOf(JSON.stringify(request.body ?? {}))
  // A key kept before the name counted: its request is answered again, too, so that nobody is told to use a new key for it.
  const nameless = file && fingerprintOf(file.sha256)
  const carryOut = async () => {
    const answer = await act(key)
    return { ...said(answer), keep: answer.keep ?? true }
  }
  const done = await answerOnce(appOf(desk, request), key, fingerprint, carryOut, request.heldKey, nameless)
  if (!done.ok) throw problemOf(done)
  switch (done.kind) {
    case 'answered':
      return done.answer
    case 'stored':
      return said(await ofStored(done.batch))
    case 'done':
      if (!ofDone) throw new Error("a request that is no batch's is marked as done")
      return said(await ofDone())
    case 'in_progress':
      throw keyInProgress()
    case 'reused':
      throw new ApiProblem('key_reused', say('desk.key_reused'))
  }
}

/** The answer for a new batch. */
export const answerWithBatch = (batch: BatchDocument): Answer => ({
  status: 201,
  headers: { location: `/api/v1/batches/${batch.id}` },
  body: batch,
})

function requestKey({ headers, actor }: FastifyRequest): RequestKey | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid('Idempotency-Key', say('desk.key_not_usable'))
  return { holder: actor.name, key }
}

export const flag = (description: string) =>
  z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .meta({ description })
    .optional()
export const amount = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,3})?$/, toSay(say('desk.must_be_amount')))
  .meta({ description: 'An amount as a string' })
/** One line of text. Refuses control characters, of which the ledger can't hold NUL, those that turn text around, and lone surrogates. */
export const line = (most: number) =>
  z
    .string()
    .refine((text) => !/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u.test(text), toSay(say('desk.must_be_line')))
    .trim()
    .min(1)
    .max(most)
/** A person's note, with line breaks or without; it may be empty. */
export const note = z
  .string()
  .refine((text) => !/[^\P{Cc}\n\r\t]|\p{Cs}/u.test(text), toSay(say('desk.must_be_line')))
  .trim()
  .max(500)
  .meta({ description: 'A note that is kept with it' })
/** A whole number in a query or a path. `1e3`, ` 5` and an empty text are refused. */
export const digits = (least: number, most: number) =>
  z.preprocess(
    (text) => (typeof text === 'string' && /^\d{1,16}$/.test(text) && Number.isSafeInteger(+text) ? +text : text),
    z.number().int().min(least).max(most),
  )
const cursorOf = (place: string) =>
  z
    .string()
    .regex(new RegExp(`^[0-9a-f]{8}-${place}$`), toSay(say('desk.cursor_invalid')))
    .meta({ description: '`next` of the previous page of the same list' })
    .optional()
/** The page of a list: how many entries, and after which one. */
export const pageQuery = z.strictObject({
  limit: digits(1, 500).default(50).describe('Entries per page'),
  cursor: cursorOf('\\d{1,9}'),
})
/** The same for a list that is ordered by number. */
export const pageOfPhones = pageQuery.extend({ cursor: cursorOf('[!-~]{1,40}') })

type PageAsked = Pick<FastifyRequest, 'routeOptions'> & { query: z.infer<typeof pageQuery> }

/**
 * Reads a request for a page of a list: `cursor` is the place after which it begins, and `next` makes a place a cursor. A cursor belongs to
 * its list and filters: with others, it would leave entries out.
 *
 * @param of the id of what the list belongs to, which `last` and the beginnings of ids stand for
 */
export function pageOfList(
  { routeOptions, query: { limit: _, cursor, ...filters } }: PageAsked,
  of?: string,
): {
  cursor: string | undefined
  next(place: string | null): string | null
} {
  const list = [routeOptions.url, of, Object.entries(filters).sort()]
  const own = `${hash('sha256', JSON.stringify(list), 'hex').slice(0, 8)}-`
  if (cursor !== undefined && !cursor.startsWith(own)) throw invalid('cursor', say('desk.cursor_invalid'))
  return { cursor: cursor?.slice(own.length), next: (place) => place && own + place }
}
/**
 * The page of a list that is read whole.
 *
 * @param placeOf a number that grows from entry to entry, and stays an entry's own where entries come and go
 */
export function pageOfAll<Each>(
  request: PageAsked,
  all: readonly Each[],
  placeOf = (_: Each, at: number): number => at + 1,
): { page: Each[]; next: string | null } {
  const { cursor = '0', next } = pageOfList(request)
  const after = all.filter((each, at) => placeOf(each, at) > Number(cursor))
  const { page, last } = pageOf(after, request.query.limit)
  return { page, next: next(last && String(placeOf(last, all.indexOf(last)))) }
}
export const batchParams = z.object({ id: line(40).meta({ description: 'The id of a batch' }) })
export const noted = z.strictObject({ note: note.optional() })
/** Treats a missing body as an empty object. */
export async function emptyIsObject(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {}
}

/** Sends a document with its sentences in the request's language. */
export const sendDocument = (request: FastifyRequest, reply: FastifyReply, document: unknown): FastifyReply =>
  reply.type('application/json').send(JSON.stringify(document, inLanguage(request.language)))

export const retryAfter = (seconds: number) => ({ 'retry-after': String(Math.max(1, Math.ceil(seconds))) })
