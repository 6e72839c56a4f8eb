import { type Config, readVariables, type Variable } from '../../config.ts'
import { t } from '../../words/t.ts'
import { type Check, ok, problem, warning } from './check.ts'

/** Each variable: where it is from, its value where that is nobody's secret, or its default. */
export function checkConfiguration(config: Config): Check[] {
  const { known, strange, fileProblem, openFile } = readVariables()
  return [
    ...(fileProblem === undefined ? [] : [{ ...problem('.env', fileProblem), kind: 'configuration' as const }]),
    ...(openFile === undefined
      ? []
      : [warning('.env', t`Others on this machine can read ${openFile}, which holds secrets: chmod 600 it.`)]),
    ...known.map((variable) => checkVariable(variable, config)),
    ...strange.map((name) => warning(name, t`payrun has no variable of this name: is it a slip of the pen?`)),
  ]
}

function checkVariable({ name, from, problem: wrong }: Variable, config: Config): Check {
  if (wrong !== undefined)
    return { ...problem(name, t`It ${wrong}. It is set in ${from ?? ''}.`), kind: 'configuration' }
  const shown = shownValue(name, config)
  if (from !== undefined) return ok(name, shown === undefined ? t`set in ${from}` : t`set in ${from}: ${shown}`)
  if (needed.includes(name)) return warning(name, t`not set: without it only --sandbox can pay`)
  const meaning = defaultOf(name)
  if (meaning !== undefined) return ok(name, t`not set: ${meaning}`)
  return ok(name, shown === undefined ? t`not set` : t`default: ${shown}`)
}

const needed = ['PAYRUN_PROVIDER_URL', 'PAYRUN_APP_KEY', 'PAYRUN_MERCHANT_KEY']

/** What holds where a variable that has no value of its own isn't set. */
function defaultOf(name: string): string | undefined {
  switch (name) {
    case 'DATABASE_URL':
      return t`the embedded Postgres of PAYRUN_HOME`
    case 'REDIS_URL':
      return t`the queue is on the ledger's Postgres`
    case 'PAYRUN_RATE':
      return t`no limit`
    case 'PAYRUN_STATUS_PATH':
      return t`accepted rows wait for a statement or a person`
    case 'PAYRUN_LOG_LEVEL':
      return t`info for worker, warn for the rest`
    default:
      return undefined
  }
}

/** A value as it may be shown; undefined for a credential. */
function shownValue(name: string, config: Config): string | undefined {
  const values: Record<string, string | undefined> = {
    PAYRUN_PROVIDER_URL: address(config.providerUrl),
    DATABASE_URL: address(config.databaseUrl),
    REDIS_URL: address(config.redisUrl),
    PAYRUN_HOME: config.home,
    PAYRUN_CONCURRENCY: String(config.concurrency),
    PAYRUN_APPROVALS: String(config.approvals),
    PAYRUN_RATE: config.rate === undefined ? undefined : t`${config.rate} a second`,
    PAYRUN_TIMEOUT_MS: String(config.timeoutMs),
    // What follows a question mark may be a key.
    PAYRUN_STATUS_PATH: config.statusPath?.replace(/\?.*/, '?…'),
    PAYRUN_LOG_LEVEL: config.logLevel,
  }
  return values[name]
}

/** Scheme, host and path: no user, no password, and nothing after a question mark, where passwords stand too. */
function address(text: string | undefined): string | undefined {
  const url = text === undefined ? null : URL.parse(text)
  return url ? `${url.protocol}//${url.host}${url.pathname === '/' ? '' : url.pathname}` : undefined
}
