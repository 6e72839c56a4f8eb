import { z } from 'zod'
import { say, toSay } from '../words/sentence.ts'

/**
 * The bodies on the wire, as in the interface document. The client and the sandbox share these schemas, so neither can
 * drift from the document alone.
 */

/** The path of each operation, below the base URL (interface document, section 4). */
export const wirePaths = {
  payment: '/v1/payment/init',
  collection: '/v1/payment/payin/mobile',
  payout: '/v1/payment/payout/mobile',
} as const

/** The currencies of an online payment (2.1), used for everything else too, as there is no other list. */
export const wireCurrencies = ['XOF', 'XAF', 'UGX', 'KES', 'GHS', 'RWF', 'TZS', 'ZMW'] as const

/** The payer of an online payment or a collection (2.2). The document doesn't say which fields are required; here none is. */
export const payer = z.object({
  name: text('customer.name').max(200, tooLong('customer.name', 200)).optional(),
  email: z.email({ error: toSay(say('provider.not_e_mail_address', { field: 'customer.email' })) }).optional(),
  phoneNumber: phoneNumber('customer.phoneNumber').optional(),
})

/**
 * An online payment's request body (2.1). `amount` is a JSON number; a client that keeps decimals exactly writes its
 * digits itself.
 */
export const paymentRequest = z.object({
  amount: amountNumber(),
  currency: wireCurrency(),
  payment_mode: paymentMode('payment_mode'),
  return_url: webAddress('return_url'),
  cancel_url: webAddress('cancel_url'),
  callback_url: webAddress('callback_url').optional(),
  description: description().optional(),
  customer: payer.optional(),
})

export type PaymentRequest = z.infer<typeof paymentRequest>

/** An online payment's answer (2.3), HTTP 200. */
export const paymentAnswer = z.object({
  status: z.int(),
  message: z.string().nullish(),
  payment_url: webAddress('payment_url'),
  reference: referenceCode(),
})

/** A mobile collection's request body (2.4). `custom_data` may be anything that JSON can say. */
export const collectionRequest = z.object({
  amount: amountNumber(),
  operator: text('operator'),
  phoneNumber: phoneNumber('phoneNumber'),
  customer: payer.optional(),
  custom_data: z.unknown().optional(),
  callback_url: webAddress('callback_url').optional(),
})

export type CollectionRequest = z.infer<typeof collectionRequest>

/** A mobile collection's answer (2.5): `amount` comes back as text, `fees` as a number. */
export const collectionAnswer = z.object({
  error: z.boolean(),
  status: z.string().trim().min(1),
  amount: z.union([z.string(), z.number()]).nullish(),
  fees: z.number().nullish(),
  message: z.string().nullish(),
  reference: referenceCode().nullish(),
})

/** A payout's request body (2.6). `amount` is text, as in the document's sample: `1500`, `150.50`. */
export const payoutRequest = z.object({
  operator: text('operator'),
  amount: text('amount').regex(/^\d{1,15}(?:\.\d{1,4})?$/, {
    error: toSay(say('provider.amount_must_digits_such_1500_150')),
  }),
  phoneNumber: phoneNumber('phoneNumber'),
  currency: text('currency'),
  customer: z
    .object({
      name: text('customer.name').optional(),
      phoneNumber: phoneNumber('customer.phoneNumber').optional(),
    })
    .optional(),
})

export type PayoutRequest = z.infer<typeof payoutRequest>

/**
 * A payout's answer (2.7). Tolerant of what it does not know (other fields), strict about what it relies on: a status
 * that is a number or an error that is the text "false" is not read at all. A null is read as an absent field.
 */
export const payoutAnswer = z.object({
  error: z.boolean(),
  status: z.string().trim().min(1),
  reference: referenceCode().nullish(),
  message: z.string().nullish(),
})

export type PayoutAnswer = z.infer<typeof payoutAnswer>

/** An error body (section 7): `status` mirrors the HTTP status. */
export const errorAnswer = z.object({ status: z.int(), message: z.string() })

export type ErrorAnswer = z.infer<typeof errorAnswer>

/** A reference code of the provider's: any text of a line, at most 200 characters. */
export function referenceCode() {
  return lineOf(200)
}

/** A text of one line, of so many characters at most. */
export function lineOf(characters: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(characters)
    .regex(/^\P{Cc}*$/u)
}

export function wireCurrency() {
  return z.enum(wireCurrencies, {
    error: toSay(say('provider.currency_must_one', { wireCurrencies: wireCurrencies.join(', ') })),
  })
}

export function paymentMode(field: string) {
  return z.enum(['ALL', 'CARD'], { error: toSay(say('provider.must_all_card', { field })) })
}

export function description() {
  return text('description').max(500, tooLong('description', 500))
}

function amountNumber() {
  return z
    .number({
      error: (issue) =>
        issue.input === undefined ? toSay(say('provider.amount_missing')) : toSay(say('provider.amount_not_number')),
    })
    .positive({ error: toSay(say('provider.amount_must_above_zero')) })
    .max(1e15, { error: toSay(say('provider.amount_too_large')) })
}

/**
 * An absolute http or https address, without a user or password. It must be well-formed: something that one parser silently
 * corrects (`https:host`, spaces, line breaks), another may read as a different address.
 */
export function webAddress(name: string) {
  return text(name)
    .max(2000, tooLong(name, 2000))
    .refine(isWebAddress, { error: toSay(say('provider.must_absolute_address_starts_http_https', { name })) })
}

function isWebAddress(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && /^https?:\/\/[^\s\p{Cc}/\\][^\s\p{Cc}]*$/iu.test(value) && !url.username && !url.password
}

export function text(name: string) {
  return z
    .string({
      error: (issue) =>
        issue.input === undefined
          ? toSay(say('provider.is_missing', { name }))
          : toSay(say('provider.not_text', { name })),
    })
    .min(1, { error: toSay(say('provider.is_empty', { name })) })
}

export function tooLong(name: string, characters: number) {
  return { error: toSay(say('provider.longer_characters', { name, characters })) }
}

export function phoneNumber(name: string) {
  return text(name).regex(/^\+?\d{7,15}$/, {
    error: toSay(say('provider.must_digits_country_code_leading_plus', { name })),
  })
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

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Null if it is not UTF-8. */
export function decodeUtf8(body: Uint8Array): string | null {
  try {
    return utf8.decode(body)
  } catch {
    return null
  }
}

/** Parses JSON. Undefined if it is invalid, or nested so deeply that reading it could overflow the stack. */
export function parseJson(text: string): unknown {
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
