import { z } from 'zod'
import { findOperator, type OperatorCode } from './payout/operator.ts'
import { languages } from './words/language.ts'
import { t } from './words/t.ts'

const url = (protocols: string[], example: string) =>
  z.string().refine((text) => protocols.includes(URL.parse(text)?.protocol ?? ''), {
    error: () => t`must be an address such as ${example}`,
  })

function wholeNumber(min: number, max: number) {
  const wrong = { error: () => t`must be a whole number from ${min} to ${max}` }
  return z
    .string()
    .regex(/^\d+$/, wrong)
    .transform(Number)
    .refine((n) => n >= min && n <= max, wrong)
}

function isAddress(text: string): boolean {
  return /^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(text)
}

/** Every variable that payrun reads, in the order of .env.example and the README. */
export const variables = z.object({
  PAYRUN_PROVIDER_URL: url(['http:', 'https:'], 'https://api.example.com').optional(),
  PAYRUN_APP_KEY: z.string().optional(),
  PAYRUN_MERCHANT_KEY: z.string().optional(),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://payrun@127.0.0.1:5432/payrun').optional(),
  REDIS_URL: z
    .string()
    .refine(isRedisUrl, {
      error: () => t`must be an address such as redis://127.0.0.1:6379, or one of sentinels or a cluster`,
    })
    .optional(),
  PAYRUN_HOME: z.string().optional(),
  PAYRUN_CONCURRENCY: wholeNumber(1, 1000).optional(),
  PAYRUN_APPROVALS: z
    .enum(['1', '2'], { error: () => t`must be 1, or 2 for a second person who approves each batch` })
    .transform(Number)
    .optional(),
  PAYRUN_RATE: rate().optional(),
  PAYRUN_OPERATOR_RATES: z.string().transform(readOperatorRates).optional(),
  PAYRUN_TIMEOUT_MS: wholeNumber(100, 600_000).optional(),
  PAYRUN_STATUS_PATH: z
    .string()
    .refine((path) => /^\/[\x21-\x22\x24-\x7e]*$/.test(path) && path.includes('{reference}'), {
      error: () => t`must be a path with ${'{reference}'} in it, such as /v1/payment/status/${'{reference}'}`,
    })
    .optional(),
  PAYRUN_CALLBACK_SECRET: z
    .string()
    .min(16, { error: () => t`must have at least 16 characters` })
    .optional(),
  PAYRUN_LISTEN_TOKEN: z
    .string()
    .regex(/^[\w-]{22,100}$/, { error: () => t`must be 22 to 100 letters, digits, - or _` })
    .optional(),
  PAYRUN_WORKER_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, { error: () => t`must be an address to listen on, such as 127.0.0.1 or 0.0.0.0` })
    .optional(),
  PAYRUN_WORKER_PORT: z
    .string()
    .refine((text) => text === 'off' || (/^\d{1,5}$/.test(text) && Number(text) <= 65_535), {
      error: () => t`must be a port or off`,
    })
    .optional(),
  PAYRUN_OTEL: z.enum(['0', '1'], { error: () => t`must be 1 or 0` }).optional(),
  PAYRUN_BOARD_PASSWORD: z
    .string()
    .min(12, { error: () => t`must have at least 12 characters` })
    .optional(),
  PAYRUN_WEBHOOK_URL: url(['http:', 'https:'], 'https://example.com/payrun').optional(),
  PAYRUN_WEBHOOK_SECRET: z
    .string()
    .min(16, { error: () => t`must have at least 16 characters` })
    .optional(),
  PAYRUN_SMTP_URL: url(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com').optional(),
  PAYRUN_MAIL_FROM: z
    .string()
    .refine(isAddress, { error: () => t`must be an e-mail address such as payrun@example.com` })
    .optional(),
  PAYRUN_MAIL_TO: z
    .string()
    .transform((text) => text.split(',').map((each) => each.trim()))
    .refine((all) => all.every(isAddress), { error: () => t`must be e-mail addresses with commas in between` })
    .optional(),
  PAYRUN_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: () => t`must be error, warn, info, debug or silent`,
    })
    .optional(),
  PAYRUN_LANG: z.enum(languages, { error: () => t`must be en or fr` }).optional(),
})

function rate() {
  return z
    .string()
    .regex(/^\d+(\.\d+)?$/, { error: () => t`must be a number of payouts a second, such as 20 or 0.5` })
    .transform(Number)
    .refine((n) => n > 0 && n <= 100_000, { error: () => t`must be more than 0 and at most 100000` })
}

/** One server; or sentinels, with what they call the primary; or some nodes of a cluster (src/queue/redisAddress.ts). */
function isRedisUrl(text: string): boolean {
  const host = '(\\[[\\da-f:]+\\]|[\\w.-]+)(:\\d+)?'
  const listed = (kind: string, after: string) =>
    new RegExp(`^rediss?\\+${kind}://([^:@/,]*(:[^@/,]*)?@)?${host}(,${host})*${after}/?$`).test(text)
  if (['redis:', 'rediss:'].includes(URL.parse(text)?.protocol ?? '')) return true
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
      context.addIssue(
        t`must be a list of operators with their payouts a second, such as mtn-benin=20,wave-senegal=0.5`,
      )
      return z.NEVER
    }
    rates.set(operator.code, read.data)
  }
  return rates
}
