import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'

export interface Config {
  providerUrl: string | undefined
  appKey: string | undefined
  merchantKey: string | undefined
  databaseUrl: string | undefined
  redisUrl: string | undefined
  /** Absolute. */
  home: string
  concurrency: number
  /** Payouts a second over all processes; undefined: no limit. */
  rate: number | undefined
  timeoutMs: number
  statusPath: string | undefined
  logLevel: string | undefined
  /** Where the command was called: file names are relative to it. npm runs scripts in the project's folder. */
  calledFrom: string
  /** How people call payrun here. */
  command: string
  /** The login name of whoever runs this, for batches' histories. */
  user: string
  terminal: { noColor: string | undefined; forceColor: string | undefined; term: string | undefined; ci: boolean }
}

export type ConfigRead = { ok: true; config: Config } | { ok: false; message: string }

const url = (protocols: string[], example: string) =>
  z
    .string()
    .refine((text) => protocols.includes(URL.parse(text)?.protocol ?? ''), `must be an address such as ${example}`)

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`)

const variables = z.object({
  PAYRUN_PROVIDER_URL: url(['http:', 'https:'], 'https://api.example.com').optional(),
  PAYRUN_APP_KEY: z.string().optional(),
  PAYRUN_MERCHANT_KEY: z.string().optional(),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://payrun@127.0.0.1:5432/payrun').optional(),
  REDIS_URL: url(['redis:', 'rediss:'], 'redis://127.0.0.1:6379').optional(),
  PAYRUN_HOME: z.string().optional(),
  PAYRUN_CONCURRENCY: wholeNumber(1, 1000).optional(),
  PAYRUN_RATE: z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'must be a number of payouts a second, such as 20 or 0.5')
    .transform(Number)
    .refine((n) => n > 0 && n <= 100_000, 'must be more than 0 and at most 100000')
    .optional(),
  PAYRUN_TIMEOUT_MS: wholeNumber(100, 600_000).optional(),
  PAYRUN_STATUS_PATH: z
    .string()
    .refine((path) => path.startsWith('/') && path.includes('{reference}'), 'must be a path with {reference} in it')
    .optional(),
  PAYRUN_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be error, warn, info, debug or silent')
    .optional(),
})

/**
 * Read the configuration: the environment, and below it a `.env` file where the command was called. This is the only
 * reader of process.env. An empty variable counts as not set.
 *
 * @returns the configuration, or one sentence that names the variable; never a value, which may be a credential
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): ConfigRead {
  const calledFrom = callerFolder(environment)
  const file = readEnvFile(join(calledFrom, '.env'))
  if (!file.ok) return file
  const merged = { ...file.values, ...environment }
  const set = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined && value !== ''))
  const read = variables.safeParse(set)
  if (!read.success) {
    const issue = read.error.issues[0]!
    return { ok: false, message: `${String(issue.path[0])} ${issue.message}. Set it in the environment or in .env.` }
  }
  const env = read.data
  const config: Config = {
    providerUrl: env.PAYRUN_PROVIDER_URL,
    appKey: env.PAYRUN_APP_KEY,
    merchantKey: env.PAYRUN_MERCHANT_KEY,
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    home: resolve(calledFrom, env.PAYRUN_HOME ?? '.payrun'),
    concurrency: env.PAYRUN_CONCURRENCY ?? 50,
    rate: env.PAYRUN_RATE,
    timeoutMs: env.PAYRUN_TIMEOUT_MS ?? 30_000,
    statusPath: env.PAYRUN_STATUS_PATH,
    logLevel: env.PAYRUN_LOG_LEVEL,
    calledFrom,
    command: environment['npm_lifecycle_event'] ? 'npm run -s payrun --' : 'payrun',
    user: loginName(),
    terminal: {
      noColor: environment['NO_COLOR'],
      forceColor: environment['FORCE_COLOR'],
      term: environment['TERM'],
      ci: (environment['CI'] ?? '') !== '',
    },
  }
  return { ok: true, config }
}

/** npm runs a script in the project's folder and leaves word of where it was called from. */
const callerFolder = (environment: NodeJS.ProcessEnv): string =>
  (environment['npm_lifecycle_event'] && environment['INIT_CWD']) || process.cwd()

function readEnvFile(path: string): { ok: true; values: NodeJS.Dict<string> } | { ok: false; message: string } {
  try {
    return { ok: true, values: parseEnv(readFileSync(path, 'utf8')) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { ok: true, values: {} }
    return { ok: false, message: `${path} can't be read: check that it is a text file that you may read.` }
  }
}

/** A user id without a name (as in some containers) is its number. */
function loginName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`
  }
}
