import { z } from 'zod'
import { type CleartextKind, cleartextKinds } from './cleartext.ts'
import { findOperator, type OperatorCode } from './payout/operators/operator.ts'
import { refusalWord } from './payout/refusal.ts'
import { languages } from './words/catalogue.ts'
import { readSentence, type Sentence, say } from './words/sentence.ts'

const url = (protocols: string[], example: string) =>
  z
    .string()
    .refine(
      (text) => protocols.includes(URL.parse(text)?.protocol ?? ''),
      otherwise(say('settings.must_address_such', { ...unnamed, example })),
    )

function wholeNumber(min: number, max: number) {
  const wrong = otherwise(say('settings.must_whole_number', { ...unnamed, min, max }))
  return z
    .string()
    .regex(/^\d+$/, wrong)
    .transform(Number)
    .refine((n) => n >= min && n <= max, wrong)
}

/** The characters that an HTTP header can have (RFC 9110, 5.5), without spaces. */
function key() {
  return z.string().regex(/^[\x21-\x7e]+$/, otherwise(say('settings.must_key', unnamed)))
}

function isOnlyAddress(text: string): boolean {
  const parsed = URL.parse(text)
  return !(parsed?.username || parsed?.password || parsed?.search || parsed?.hash)
}

function isAddress(text: string): boolean {
  return /^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(text)
}

/** Any text, or `whsec_` and the base64 of 24 to 64 bytes (standardwebhooks.com). */
function isWebhookSecret(text: string): boolean {
  if (!text.startsWith('whsec_')) return true
  const encoded = text.slice('whsec_'.length)
  const { length } = Buffer.from(encoded, 'base64')
  return /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && length >= 24 && length <= 64
}

/** A placeholder for the variable's name, which is known only when an issue is raised. */
const unnamed = { name: '' }

/** What a variable must be. Zod's issues have only a text, so it contains the sentence as JSON for `sentenceOf`. */
const otherwise = (must: Sentence) => ({ error: () => JSON.stringify(must) })

/** The sentence of an issue that `variables` raised, with the variable's name. */
export function sentenceOf({ message, path }: z.core.$ZodIssue): Sentence {
  const sentence = readSentence(JSON.parse(message))
  if (sentence === null) throw new Error(`an issue of the configuration without a sentence: ${message}`)
  return { ...sentence, args: { ...sentence.args, name: String(path[0]) } }
}

/** Every variable that payrun reads, in the order of docs/configuration.md. */
export const variables = z.object({
  PAYRUN_PROVIDER_URL: url(['http:', 'https:'], 'https://api.example.com')
    .refine(isOnlyAddress, otherwise(say('settings.must_address_only', unnamed)))
    .optional(),
  PAYRUN_APP_KEY: key().optional(),
  PAYRUN_MERCHANT_KEY: key().optional(),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://payrun@127.0.0.1:5432/payrun').optional(),
  REDIS_URL: z
    .string()
    .refine(isRedisUrl, otherwise(say('settings.must_address_such_redis_127_0', unnamed)))
    .optional(),
  PAYRUN_HOME: z.string().optional(),
  PAYRUN_CONCURRENCY: wholeNumber(1, 1000).optional(),
  PAYRUN_APPROVALS: wholeNumber(1, 9).optional(),
  PAYRUN_RATE: rate().optional(),
  PAYRUN_OPERATOR_RATES: z.string().transform(readOperatorRates).optional(),
  PAYRUN_TIMEOUT_MS: wholeNumber(100, 600_000).optional(),
  PAYRUN_STATUS_PATH: z
    .string()
    .refine(
      (path) => /^\/[\x21-\x22\x24-\x7e]*$/.test(path) && path.includes('{reference}'),
      otherwise(say('settings.must_path_such_v1_payment_status', { ...unnamed, field: '{reference}' })),
    )
    .optional(),
  PAYRUN_REFUSAL_WORDS: z.string().transform(readRefusalWords).optional(),
  PAYRUN_LIMITS: z.string().optional(),
  PAYRUN_ANCHOR_KEY: z.string().optional(),
  PAYRUN_CALLBACK_SECRET: z
    .string()
    .min(16, otherwise(say('settings.must_least_16_characters', unnamed)))
    .optional(),
  PAYRUN_LISTEN_TOKEN: z
    .string()
    .regex(/^[\w-]{22,100}$/, otherwise(say('settings.must_22_100_letters_digits', unnamed)))
    .optional(),
  PAYRUN_WORKER_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, otherwise(say('settings.must_address_listen_such_127_0', unnamed)))
    .optional(),
  PAYRUN_WORKER_PORT: z
    .string()
    .refine(
      (text) => text === 'off' || (/^\d{1,5}$/.test(text) && Number(text) <= 65_535),
      otherwise(say('settings.must_port_off', unnamed)),
    )
    .optional(),
  PAYRUN_DESK_URL: z
    .string()
    .refine(isDeskUrl, otherwise(say('settings.must_desk_url', unnamed)))
    .transform((text) => new URL(text))
    .optional(),
  PAYRUN_OTEL: z.enum(['0', '1'], otherwise(say('settings.must_1_0', unnamed))).optional(),
  PAYRUN_WEBHOOK_URL: url(['http:', 'https:'], 'https://example.com/payrun').optional(),
  PAYRUN_WEBHOOK_SECRET: z
    .string()
    .min(16, otherwise(say('settings.must_least_16_characters', unnamed)))
    .refine(isWebhookSecret, otherwise(say('settings.must_be_webhook_secret', unnamed)))
    .optional(),
  PAYRUN_WEBHOOK_EVENTS: z.enum(['0', '1'], otherwise(say('settings.must_1_0', unnamed))).optional(),
  PAYRUN_SMTP_URL: url(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com').optional(),
  PAYRUN_MAIL_FROM: z
    .string()
    .refine(isAddress, otherwise(say('settings.must_e_mail_address_such_payrun', unnamed)))
    .optional(),
  PAYRUN_MAIL_TO: z
    .string()
    .transform((text) => text.split(',').map((each) => each.trim()))
    .refine((all) => all.every(isAddress), otherwise(say('settings.must_e_mail_addresses_commas_between', unnamed)))
    .optional(),
  PAYRUN_ALLOW_CLEARTEXT: z.string().transform(readCleartext).optional(),
  PAYRUN_LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      otherwise(say('settings.must_be_log_level', unnamed)),
    )
    .optional(),
  PAYRUN_LANG: z.enum(languages, otherwise(say('settings.must_en_fr', unnamed))).optional(),
})

/** https, or a container's port that is published on the loopback, with nothing after the host and port. */
function isDeskUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url?.pathname !== '/' || url.search !== '' || url.username !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === '127.0.0.1')
}

function rate() {
  return z
    .string()
    .regex(/^\d+(\.\d+)?$/, otherwise(say('settings.must_number_payouts_second_such_20', unnamed)))
    .transform(Number)
    .refine((n) => n > 0 && n <= 100_000, otherwise(say('settings.must_more_0_most_100000', unnamed)))
}

/** One server; or sentinels with their name for the primary; or some nodes of a cluster (src/queue/redis.ts). */
function isRedisUrl(text: string): boolean {
  const host = '(\\[[\\da-f:]+\\]|[\\w.-]+)(:\\d+)?'
  const listed = (kind: string, after: string) =>
    new RegExp(`^rediss?\\+${kind}://([^:@/,]*(:[^@/,]*)?@)?${host}(,${host})*${after}/?$`).test(text)
  const url = URL.parse(text)
  // ioredis would ignore a database that is not a number.
  if (url && ['redis:', 'rediss:'].includes(url.protocol)) return /^(\/\d*\/?)?$/.test(url.pathname)
  return listed('cluster', '') || listed('sentinel', '/[^/?#]+(/\\d+)?')
}

/** `mtn-benin=20, wave-senegal=0.5` */
function readOperatorRates(text: string, context: z.RefinementCtx): ReadonlyMap<OperatorCode, number> {
  const rates = new Map<OperatorCode, number>()
  for (const part of text.split(',')) {
    const [code = '', value = '', ...more] = part.split('=').map((each) => each.trim())
    const operator = findOperator(code)
    const read = rate().safeParse(value)
    if (!operator || !read.success || more.length > 0 || rates.has(operator.code)) {
      context.addIssue(JSON.stringify(say('settings.must_list_operators_payouts_second_such', unnamed)))
      return z.NEVER
    }
    rates.set(operator.code, read.data)
  }
  return rates
}

/** `smtp, postgres` */
function readCleartext(text: string, context: z.RefinementCtx): ReadonlySet<CleartextKind> {
  const read = z.array(z.enum(cleartextKinds)).safeParse(text.split(',').map((each) => each.trim().toLowerCase()))
  if (read.success) return new Set(read.data)
  const kinds = cleartextKinds.join(', ')
  context.addIssue(JSON.stringify(say('settings.must_be_cleartext', { ...unnamed, kinds })))
  return z.NEVER
}

/** `KO, Solde nul`, in the form in which refusals are compared, without duplicates. */
function readRefusalWords(text: string, context: z.RefinementCtx): readonly string[] {
  const words = text.split(',').map(refusalWord)
  if (!words.includes(null)) return [...new Set(words.filter((word) => word !== null))]
  context.addIssue(JSON.stringify(say('settings.must_words_of_refusal', unnamed)))
  return z.NEVER
}
