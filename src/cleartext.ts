import { isIP } from 'node:net'
import { type Sentence, say } from './words/sentence.ts'

/** What may go without TLS to another machine, once PAYRUN_ALLOW_CLEARTEXT names it. */
export const cleartextKinds = ['smtp', 'postgres', 'provider', 'redis', 'webhook'] as const
export type CleartextKind = (typeof cleartextKinds)[number]

/** Whether only this machine can reach it. `localhost` is the loopback by its name's definition (RFC 6761); no other name is asked for. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare) === 4) return bare.startsWith('127.')
  return bare === '::1' || bare.toLowerCase() === 'localhost'
}

interface Rule {
  variable: string
  kind: CleartextKind
  /** How to say the same with TLS. */
  instead: string
  isInTheClear(text: string, environment: NodeJS.ProcessEnv): boolean
}

const rules: readonly Rule[] = [
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
    // Without these, STARTTLS is required of the server (mailNeedsTls), and its certificate is checked.
    isInTheClear: (text) => mailNeedsTls(text) && /[?&](ignoreTLS|requireTLS|opportunisticTLS|tls\.[^=]*)=/.test(text),
  },
]

/**
 * Which variables would send a password, a key or names to another machine in the clear, without being allowed to by name.
 *
 * @param set all variables as they are set; `environment` has the defaults of Postgres clients (PGHOST)
 * @returns a sentence for each, by the variable's name; never its value
 */
export function cleartextProblems(
  set: NodeJS.Dict<string>,
  allowed: ReadonlySet<CleartextKind>,
  environment: NodeJS.ProcessEnv,
): Map<string, Sentence> {
  const found = new Map<string, Sentence>()
  for (const { variable, kind, instead, isInTheClear } of rules) {
    const text = set[variable]
    if (text === undefined || allowed.has(kind) || !isInTheClear(text, environment)) continue
    found.set(variable, say('settings.in_the_clear', { name: variable, instead, kind }))
  }
  return found
}

function isPlainHttp(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'http:' && !isLoopback(url.hostname)
}

/** One server, or a list of sentinels or nodes: all of them have to be on this machine. */
function isPlainRedis(text: string): boolean {
  if (/^rediss/i.test(text)) return false
  const list = /^redis(?:\+\w+)?:\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(text)?.[1] ?? ''
  return !list.split(',').every((each) => isLoopback(each.replace(/:\d*$/, '')))
}

/** Whether a mail server is to be asked for TLS, and given nothing without. */
export function mailNeedsTls(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol !== 'smtps:' && !isLoopback(url?.hostname ?? '')
}

/** `unsaid`: on another machine, and nothing is said of TLS. `refused`: in the clear, and it says so. `fine`: everything else. */
function postgresTls(text: string, environment: NodeJS.ProcessEnv): 'fine' | 'unsaid' | 'refused' {
  const url = URL.parse(text)
  if (url === null) return 'fine'
  // As pg-connection-string reads it: parameters come before the address, and the last of the same name counts.
  const { host = '', ssl, sslmode, uselibpqcompat } = Object.fromEntries(url.searchParams)
  const at = host || url.hostname.replace(/%2f/gi, '/') || environment['PGHOST'] || 'localhost'
  if (at.startsWith('/') || isLoopback(at)) return 'fine'
  if (ssl !== undefined && !sslmode) return ['true', '1', 'no-verify'].includes(ssl) ? 'fine' : 'refused'
  const mode = sslmode || environment['PGSSLMODE']
  if (!mode) return 'unsaid'
  // node-postgres asks for TLS or fails, also where libpq would try again in the clear. What it doesn't know, it takes for none.
  const modes = ['prefer', 'require', 'verify-ca', 'verify-full', ...(uselibpqcompat === 'true' ? [] : ['no-verify'])]
  return modes.includes(mode) ? 'fine' : 'refused'
}

/** The ledger's address as it is used: a Postgres on another machine is asked for TLS where nothing else is said. */
export function withPostgresTls(
  text: string | undefined,
  allowed: ReadonlySet<CleartextKind>,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  if (text === undefined || allowed.has('postgres') || postgresTls(text, environment) !== 'unsaid') return text
  const [address = ''] = text.split('#')
  return `${address}${address.includes('?') ? '&' : '?'}sslmode=verify-full`
}
