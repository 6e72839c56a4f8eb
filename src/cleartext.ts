import { isLoopback, isPlainHttp } from './process.ts'
import { type Sentence, say } from './words/sentence.ts'

/** What may be sent to another machine without TLS if PAYRUN_ALLOW_CLEARTEXT names it. */
export const cleartextKinds = ['smtp', 'postgres', 'provider', 'redis', 'webhook'] as const
export type CleartextKind = (typeof cleartextKinds)[number]

/** A variable whose value may cause something to be sent in the clear. */
interface CleartextRule {
  variable: string
  kind: CleartextKind
  /** What to write for the same with TLS. */
  instead: string
  isInTheClear(text: string, environment: NodeJS.ProcessEnv): boolean
}

const cleartextRules: readonly CleartextRule[] = [
  {
    variable: 'PAYRUN_PROVIDER_URL',
    kind: 'provider',
    instead: 'https://',
    isInTheClear: (text) => isPlainHttp(text),
  },
  {
    variable: 'DATABASE_URL',
    kind: 'postgres',
    instead: 'sslmode=require',
    isInTheClear: (text, environment) => postgresTls(text, environment) === 'refused',
  },
  { variable: 'REDIS_URL', kind: 'redis', instead: 'rediss://', isInTheClear: isPlainRedis },
  { variable: 'PAYRUN_WEBHOOK_URL', kind: 'webhook', instead: 'https://', isInTheClear: (text) => isPlainHttp(text) },
  {
    variable: 'PAYRUN_SMTP_URL',
    kind: 'smtp',
    instead: 'smtps://',
    isInTheClear: isPlainMail,
  },
]

/**
 * Finds variables that would send a password, a key or names to another machine in the clear, although that isn't allowed.
 *
 * @param set all variables that are set
 * @param environment has the defaults of Postgres clients (PGHOST)
 * @returns a sentence by the variable's name, without its value
 */
export function cleartextProblems(
  set: NodeJS.Dict<string>,
  allowed: ReadonlySet<CleartextKind>,
  environment: NodeJS.ProcessEnv,
): Map<string, Sentence> {
  const found = new Map<string, Sentence>()
  for (const { variable, kind, instead, isInTheClear } of cleartextRules) {
    const text = set[variable]
    if (text === undefined || allowed.has(kind) || !isInTheClear(text, environment)) continue
    found.set(variable, say('settings.in_the_clear', { name: variable, instead, kind }))
  }
  return found
}

/** Whether one server, or any of a list of sentinels or nodes, is on another machine and used without TLS. */
function isPlainRedis(text: string): boolean {
  // As ioredis reads it: only this scheme turns TLS on, and only where no parameter has turned it off.
  const { tls } = Object.fromEntries(URL.parse(text)?.searchParams ?? [])
  if (text.startsWith('rediss') && tls !== '') return false
  const list = /^redis(?:\+\w+)?:\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(text)?.[1] ?? ''
  return !list.split(',').every((each) => isLoopback(each.replace(/:\d*$/, '')))
}

/** As nodemailer reads it. Without these parameters, STARTTLS is required (mailNeedsTls), and the certificate is checked. */
function isPlainMail(text: string): boolean {
  const names = [...(URL.parse(text)?.searchParams.keys() ?? [])]
  // A service replaces the server of the address, and its TLS; a secured connection through a proxy gets none.
  const isElsewhere = names.some((name) => ['service', 'secured'].includes(name))
  const isLoose = names.some((name) => /^((ignore|require|opportunistic)TLS$|tls\.)/.test(name))
  return isElsewhere || (isLoose && mailNeedsTls(text))
}

/** Whether a mail server must use STARTTLS before anything is sent to it. */
export function mailNeedsTls(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol !== 'smtps:' && !isLoopback(url?.hostname ?? '')
}

/** `unsaid`: on another machine, without a setting for TLS. `refused`: explicitly in the clear. `fine`: everything else. */
function postgresTls(text: string, environment: NodeJS.ProcessEnv): 'fine' | 'unsaid' | 'refused' {
  // As pg-connection-string reads it: a space changes what is encoded, parameters override the address, and the last one of a name counts.
  const isRaw = / |%[^a-f0-9]|%[a-f0-9][^a-f0-9]/i.test(text)
  const url = URL.parse(isRaw ? encodeURI(text).replace(/%25(\d\d)/g, '%$1') : text)
  if (url === null) return 'fine'
  const { host = '', ssl, sslmode, uselibpqcompat } = Object.fromEntries(url.searchParams)
  const at = host || url.hostname.replace(/%2f/gi, '/') || environment['PGHOST'] || 'localhost'
  if (at.startsWith('/') || isLoopback(at)) return 'fine'
  if (ssl !== undefined && !sslmode) return ['true', '1', 'no-verify'].includes(ssl) ? 'fine' : 'refused'
  const mode = sslmode || environment['PGSSLMODE']
  if (!mode) return 'unsaid'
  // node-postgres uses TLS or fails, even where libpq would fall back to cleartext. It reads an unknown mode as no TLS.
  const modes = ['prefer', 'require', 'verify-ca', 'verify-full', ...(uselibpqcompat === 'true' ? [] : ['no-verify'])]
  return modes.includes(mode) ? 'fine' : 'refused'
}

/** The ledger's address that is used: a Postgres on another machine must use TLS unless the address says otherwise. */
export function withPostgresTls(
  text: string | undefined,
  allowed: ReadonlySet<CleartextKind>,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  if (text === undefined || allowed.has('postgres') || postgresTls(text, environment) !== 'unsaid') return text
  const [address = ''] = text.split('#')
  return `${address}${address.includes('?') ? '&' : '?'}sslmode=verify-full`
}
