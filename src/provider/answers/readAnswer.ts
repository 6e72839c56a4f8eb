import { type Sentence, say } from '../../words/sentence.ts'
import { type ErrorAnswer, errorAnswer, type PayoutAnswer, payoutAnswer } from '../wire.ts'
import type { Response } from './answer.ts'
import { type Said, saidIn } from './said.ts'

export type ReadAnswer =
  | ({ kind: 'payout'; answer: PayoutAnswer } & Said)
  /** An error body with an integer status (interface document, section 7). */
  | ({ kind: 'error'; answer: ErrorAnswer } & Said)
  /** `error: true` without a status: a refusal only if the HTTP status says so too. */
  | ({ kind: 'bare_error'; message: string } & Said)
  | { kind: 'contradictory'; message: Sentence }
  | { kind: 'unreadable'; message: Sentence }

const decidingKeys = ['error', 'status', 'reference'] as const

/** Reads the body of an answer with any HTTP status. Strict about types: the text "false" is not a boolean. */
export function readAnswer(response: Response): ReadAnswer {
  const json = readJson(response, decidingKeys)
  if (json.kind !== 'json') return json
  const { value } = json
  const said = saidIn(value)
  const payout = payoutAnswer.safeParse(value)
  if (payout.success) return { kind: 'payout', answer: payout.data, ...said }
  if (isBareError(value, response.httpStatus)) {
    return { kind: 'bare_error', message: textOf(value, 'message'), ...said }
  }
  if (typeof value === 'object' && value !== null && 'error' in value) {
    return unreadable(say('provider.answer_missing_unexpected_fields'))
  }
  const error = errorAnswer.safeParse(value)
  if (error.success) return { kind: 'error', answer: error.data, ...said }
  return unreadable(say('provider.answer_missing_unexpected_fields'))
}

/** `{"error": true}` without a text status. It may have section 7's integer status if that mirrors the HTTP status. */
export function isBareError(value: unknown, httpStatus: number): value is { error: true } {
  if (typeof value !== 'object' || value === null || !('error' in value) || value.error !== true) return false
  return !('status' in value) || value.status === httpStatus
}

export function textOf(value: object, key: string): string {
  const found: unknown = Object.entries(value).find(([name]) => name === key)?.[1]
  return typeof found === 'string' ? found : ''
}

type ReadJson =
  | { kind: 'json'; value: unknown; text: string }
  | { kind: 'contradictory'; message: Sentence }
  | { kind: 'unreadable'; message: Sentence }

/**
 * Reads the body of an answer as JSON, whatever its content type says.
 *
 * @param decidingKeys the fields that decide: given twice, a parser silently takes the last, and the sender may have meant
 *   the first
 */
export function readJson({ body, delimited, httpStatus }: Response, decidingKeys: readonly string[]): ReadJson {
  if (body.length === 0) return unreadable(say('provider.empty_answer_http', { httpStatus }))
  const text = decode(body)
  if (text === null) return unreadable(say('provider.answer_not_utf_8'))
  const value = parse(text)
  if (value === undefined)
    return unreadable(delimited ? say('provider.answer_not_json') : say('provider.answer_cut_short'))
  if (hasRepeatedKey(text, decidingKeys)) {
    return { kind: 'contradictory', message: say('provider.providers_answer_gives_same_field_twice') }
  }
  return { kind: 'json', value: withReference(value, text), text }
}

/**
 * The answer with its reference as a text. A whole number becomes its digits as written, however many. An empty text becomes
 * null, which means no reference.
 */
export function withReference(value: unknown, text: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !('reference' in value)) return value
  const { reference } = value
  if (typeof reference === 'string') return reference.trim() === '' ? { ...value, reference: null } : value
  if (typeof reference !== 'number') return value
  const exactly = parseExact(text, ['reference'])
  const digits = typeof exactly === 'object' && exactly !== null && 'reference' in exactly ? exactly.reference : null
  return typeof digits === 'string' && /^\d+$/.test(digits) ? { ...value, reference: digits } : value
}

const unreadable = (what: Sentence): { kind: 'unreadable'; message: Sentence } => ({
  kind: 'unreadable',
  message: say('provider.provider_sent_cant_told_became_request', { what }),
})

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Null if it is not UTF-8. */
export function decode(body: Uint8Array): string | null {
  try {
    return utf8.decode(body)
  } catch {
    return null
  }
}

/** Parses JSON. Undefined if it is invalid, or nested so deeply that reading it could overflow the stack. */
export function parse(text: string): unknown {
  if (isNestedDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const deepest = 64

function countOf(text: string, letter: string): number {
  let count = 0
  for (let at = text.indexOf(letter); at >= 0; at = text.indexOf(letter, at + 1)) count += 1
  return count
}

function isNestedDeep(text: string): boolean {
  if (countOf(text, '{') + countOf(text, '[') <= deepest) return false
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    if (depth > deepest) return true
  }
  return false
}

/**
 * Whether a JSON text, an object that JSON.parse has accepted, gives one of `keys` more than once at its top level.
 * JSON.parse keeps the last silently; here `{"status":"FAILED","status":"success"}` must not read as a success.
 */
export function hasRepeatedKey(json: string, keys: readonly string[]): boolean {
  // A text search misses an escaped key (`st\u0061tus`), so any \u needs the full scan.
  const suspicious = json.includes('\\u') || keys.some((key) => occursTwice(json, `"${key}"`))
  if (!suspicious) return false
  const seen = new Set<string>()
  for (const key of topLevelKeys(json)) {
    if (seen.has(key) && keys.includes(key)) return true
    seen.add(key)
  }
  return false
}

const occursTwice = (text: string, part: string): boolean => text.indexOf(part) !== text.lastIndexOf(part)

/** The JSON is known to be valid, so it is enough to recognise strings and brackets. */
function* topLevelKeys(json: string): Generator<string> {
  let depth = 0
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (depth === 1 && /^\s*:/.test(json.slice(index + token.length, index + token.length + 100))) {
      yield JSON.parse(token) as string
    }
  }
}

/** The parts of JSON that keep a number's digits as they are written (ES2026; Node 24 has them). */
const exact = JSON as unknown as {
  rawJSON(text: string): object
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown
}

/** A JSON number of exactly these digits: `150.50` stays `150.50`. For JSON.stringify. */
export const numberOfDigits = (digits: string): object => exact.rawJSON(digits)

/**
 * Parses JSON. Numbers under one of `keys` become texts with their digits as written. With `*`, every number becomes an object
 * that JSON.stringify writes with the same digits again.
 *
 * @throws SyntaxError, as JSON.parse
 */
export function parseExact(json: string, keys: readonly string[] | '*'): unknown {
  return exact.parse(json, (key, value, { source }) => {
    if (typeof value !== 'number' || source === undefined) return value
    if (keys === '*') return numberOfDigits(source)
    return keys.includes(key) ? source : value
  })
}
