/** The SQLSTATE of an error that the server raised; undefined for a broken connection or an error of our own. */
export function sqlStateOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) && 'severity' in error
    ? error.code
    : undefined
}

/**
 * True when the connection is gone or going, so that nobody can know whether a statement under way was committed:
 * network errors, and the server's classes 08 (connection), 57P (shutdown, crash, terminated).
 */
export function isFault(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === undefined || state.startsWith('08') || state.startsWith('57P')
}

/** Postgres raises this when a unique index refuses a row. */
export const isUniqueViolation = (error: unknown): boolean => sqlStateOf(error) === '23505'

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])

/** True when an error plainly says that a server is away: not one of our own mistakes. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (sqlStateOf(error) !== undefined) return isFault(error)
  const code = 'code' in error ? String(error.code) : ''
  const socketGone = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return (
    networkCodes.has(code) ||
    socketGone ||
    /Connection terminated|Connection ended|timeout expired|read timeout|max retries per request/i.test(error.message)
  )
}
