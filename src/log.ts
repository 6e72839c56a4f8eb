import { printableJson, renderWords } from './words/render.ts'
import type { Sentence, Words } from './words/sentence.ts'

/**
 * The fields that may be logged: no name, no reference, no amount, and a phone number only masked. Nothing else can be passed, so that
 * nothing leaks as part of a larger object.
 */
export interface LogFields {
  batch?: string
  chunk?: number
  line?: number
  attempt?: number
  operator?: string
  phone?: string
  state?: string
  code?: string
  /** A sentence is logged in English. */
  reason?: Words
  worker?: number
  rows?: number
  waitMs?: number
  /** Where a worker serves its health. */
  health?: string | undefined
  /** A schedule's number. */
  schedule?: number
  error?: unknown
}

/** English text, or a sentence. Logs for machines have both in English. */
export type LogMessage = string | Sentence

export interface Log {
  debug(message: LogMessage, fields?: LogFields): void
  info(message: LogMessage, fields?: LogFields): void
  warn(message: LogMessage, fields?: LogFields): void
  error(message: LogMessage, fields?: LogFields): void
}

const severity: Readonly<Record<string, number>> = { debug: 20, info: 30, warn: 40, error: 50, fatal: 60, trace: 10 }

/** A log for a person at a terminal. @param level a pino level or `silent` @param tell prints a line in the person's language */
export function createLog(level: string, tell: (line: LogLine) => void): Log {
  const least = severity[level] ?? Number.POSITIVE_INFINITY
  return logOf((name) => severity[name]! >= least, tell)
}

/** JSON lines on standard error, for machines. @param level a pino level or `silent` */
export async function createJsonLog(level: string): Promise<Log> {
  // Only services need it, and it takes longer to load than most commands take to run.
  const { pino } = await import('pino')
  const out = pino.destination({ dest: 2, sync: true })
  const printed = { write: (line: string) => void out.write(printableJson(line)) }
  const logger = pino({ level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, printed)
  return logOf(
    (name) => logger.isLevelEnabled(name),
    ({ level: name, fields, message }) => logger[name](fields, renderWords(message, 'en')),
  )
}

type Level = keyof Log

/** A log line to write. */
export interface LogLine {
  level: Level
  message: LogMessage
  fields: WrittenFields
}

/** LogFields in their written form: without absent fields, with the phone number masked and the error in words. */
type WrittenFields = Record<string, string | number>

function logOf(isEnabled: (level: Level) => boolean, write: (line: LogLine) => void): Log {
  // Checks the level first, because each settled row logs at debug, and there are thousands a second.
  const at =
    (level: Level) =>
    (message: LogMessage, fields: LogFields = {}) =>
      isEnabled(level) ? write({ level, message, fields: writtenFields(fields) }) : undefined
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

function writtenFields(fields: LogFields): WrittenFields {
  const { batch, chunk, line, attempt, operator, state, code, reason, worker, rows, waitMs, health, schedule } = fields
  const { phone, error } = fields
  const safe = { batch, chunk, line, attempt, operator, state, code, worker, rows, waitMs, health, schedule }
  const written: WrittenFields = {}
  for (const [name, value] of Object.entries(safe)) if (value !== undefined) written[name] = value
  if (reason !== undefined) written['reason'] = renderWords(reason, 'en')
  if (phone !== undefined) written['phone'] = maskPhone(phone)
  if (error !== undefined) written['error'] = describeError(error)
  return written
}

/** `22997000012` → `229******12`: the country code and the last two digits. */
export const maskPhone = (digits: string): string =>
  digits.length < 7 ? '*'.repeat(digits.length) : digits.slice(0, 3) + '*'.repeat(digits.length - 5) + digits.slice(-2)

/**
 * Describes an error for a log: its name, code and message, with addresses removed and longer numbers masked. Without its stack and
 * other fields, where drivers put parameters and connection strings.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
  const inner =
    error instanceof AggregateError && error.errors[0] instanceof Error ? `: ${error.errors[0].message}` : ''
  const message = `${error.message}${inner}`
    .replace(/\b\w+:\/\/\S+/g, '(address)')
    .replace(/\d{6,}/g, (digits) => maskPhone(digits))
  return `${error.name}${code}: ${message}`.slice(0, 300)
}
