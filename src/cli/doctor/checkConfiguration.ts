import { type Config, readVariables, type Variable } from '../../config.ts'
import { type Check, ok, problem, warning } from './check.ts'

/** Each variable: where it is from, its value where that is nobody's secret, or its default. */
export function checkConfiguration(config: Config): Check[] {
  const { known, strange, fileProblem, openFile } = readVariables()
  return [
    ...(fileProblem === undefined ? [] : [{ ...problem('.env', fileProblem), kind: 'configuration' as const }]),
    ...(openFile === undefined
      ? []
      : [warning('.env', `Others on this machine can read ${openFile}, which holds secrets: chmod 600 it.`)]),
    ...known.map((variable) => checkVariable(variable, config)),
    ...strange.map((name) => warning(name, 'payrun has no variable of this name: is it a slip of the pen?')),
  ]
}

function checkVariable({ name, from, problem: wrong }: Variable, config: Config): Check {
  if (wrong !== undefined) return { ...problem(name, `It ${wrong}. It is set in ${from}.`), kind: 'configuration' }
  const shown = shownValue(name, config)
  if (from !== undefined) return ok(name, `set in ${from}${shown === undefined ? '' : `: ${shown}`}`)
  if (needed.includes(name)) return warning(name, 'not set: without it only --sandbox can pay')
  return ok(name, name in defaults ? `not set: ${defaults[name]}` : `default: ${shown}`)
}

const needed = ['PAYRUN_PROVIDER_URL', 'PAYRUN_APP_KEY', 'PAYRUN_MERCHANT_KEY']

const defaults: Record<string, string> = {
  DATABASE_URL: 'the embedded Postgres of PAYRUN_HOME',
  REDIS_URL: "the queue is on the ledger's Postgres",
  PAYRUN_RATE: 'no limit',
  PAYRUN_STATUS_PATH: 'accepted rows wait for a statement or a person',
  PAYRUN_LOG_LEVEL: 'info for worker, warn for the rest',
}

/** A value as it may be shown; undefined for a credential. */
function shownValue(name: string, config: Config): string | undefined {
  const values: Record<string, string | undefined> = {
    PAYRUN_PROVIDER_URL: address(config.providerUrl),
    DATABASE_URL: address(config.databaseUrl),
    REDIS_URL: address(config.redisUrl),
    PAYRUN_HOME: config.home,
    PAYRUN_CONCURRENCY: String(config.concurrency),
    PAYRUN_RATE: config.rate === undefined ? undefined : `${config.rate} a second`,
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
