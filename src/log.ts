import { t, translated } from './words/t.ts'

/**
 * The fields that may be logged. No name, no reference, no amount; a phone number only masked. Anything that isn't
 * listed here can't be passed, so nothing leaks by being part of a larger object.
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
  reason?: string
  worker?: number
  rows?: number
  waitMs?: number
  /** Where a worker serves its health. */
  health?: string | undefined
  /** A schedule's number. */
  schedule?: number
  error?: unknown
}

export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

const severity: Readonly<Record<string, number>> = { debug: 20, info: 30, warn: 40, error: 50, fatal: 60, trace: 10 }

/** Sentences for a person at a terminal, handed to `sayLine`. `level` is a pino level or `silent`. */
export function createLog(level: string, sayLine: (line: string) => void): Log {
  const least = severity[level] ?? Number.POSITIVE_INFINITY
  return logOf(
    (name) => severity[name]! >= least,
    (name, fields, message) => sayLine(inWords(name, fields, message)),
  )
}

/** JSON lines on standard error, for machines. `level` is a pino level or `silent`. */
export async function createJsonLog(level: string): Promise<Log> {
  // Services only need it, and it takes longer to load than most commands take to answer.
  const { pino } = await import('pino')
  const out = pino.destination({ dest: 2, sync: true })
  const logger = pino({ level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, out)
  return logOf(
    (name) => logger.isLevelEnabled(name),
    (name, fields, message) => logger[name](fields, message),
  )
}

type Level = keyof Log
/** What is left of LogFields when they are written: nothing that is absent, the phone number masked, the error in words. */
type Written = Record<string, string | number>

function logOf(
  isEnabled: (level: Level) => boolean,
  write: (level: Level, fields: Written, message: string) => void,
): Log {
  // Asked first: a row that is settled logs at debug, and there are thousands a second.
  const at =
    (level: Level) =>
    (message: string, fields: LogFields = {}) =>
      isEnabled(level) ? write(level, writtenFields(fields), message) : undefined
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

function writtenFields(fields: LogFields): Written {
  const { batch, chunk, line, attempt, operator, state, code, reason, worker, rows, waitMs, health, schedule } = fields
  const { phone, error } = fields
  const safe = { batch, chunk, line, attempt, operator, state, code, reason, worker, rows, waitMs, health, schedule }
  const written: Written = {}
  for (const [name, value] of Object.entries(safe)) if (value !== undefined) written[name] = value
  if (phone !== undefined) written['phone'] = maskPhone(phone)
  if (error !== undefined) written['error'] = describeError(error)
  return written
}

/** A log line for a person: `Note: the provider asks to wait (1 s)`. */
function inWords(level: Level, { waitMs, ...fields }: Written, message: string): string {
  const details = Object.entries(fields).map(([name, value]) => `${fieldWord(name)} ${fieldValue(name, value)}`)
  if (typeof waitMs === 'number') details.push(`${Math.round(waitMs / 100) / 10} s`)
  // Written in English, for logs that machines read: a person is told in their own language.
  const sentence = translated(message)
  const begins = level === 'error' ? t`Error` : level === 'warn' ? t`Note` : t`Info`
  return `${t`${begins}: ${sentence}`}${details.length > 0 ? ` (${details.join(', ')})` : ''}`
}

function fieldWord(name: string): string {
  switch (name) {
    case 'batch':
      return t`batch`
    case 'chunk':
      return t`chunk`
    case 'line':
      return t`line`
    case 'attempt':
      return t`attempt`
    case 'operator':
      return t`operator`
    case 'phone':
      return t`phone`
    case 'state':
      return t`state`
    case 'reason':
      return t`reason`
    case 'worker':
      return t`worker`
    case 'rows':
      return t`rows`
    case 'schedule':
      return t`schedule`
    case 'error':
      return t`error`
    default:
      return name
  }
}

const fieldValue = (name: string, value: unknown): string =>
  name === 'state' ? translated(String(value)) : String(value)

/** `22997000012` → `229******12`: the country code and the last two digits. */
export const maskPhone = (digits: string): string =>
  digits.length < 7 ? '*'.repeat(digits.length) : digits.slice(0, 3) + '*'.repeat(digits.length - 5) + digits.slice(-2)

/**
 * An error in words that are fit for a log: its name, its code, and its message with every longer run of digits masked.
 * Not its stack or its own fields: drivers put parameters and connection strings there.
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
