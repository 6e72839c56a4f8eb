import { readFileSync, readlinkSync } from 'node:fs'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { distrustCode, readTrusted } from './trust.ts'
import { type Language, languageOfLocale, languages } from './words/catalogue.ts'
import { SaidError } from './words/render.ts'
import { type Sentence, say } from './words/sentence.ts'

/** The variables as they are set. Empty variables count as not set. */
interface Environment {
  /** The folder where the command was called. npm runs scripts in the project's folder, and has the other one in INIT_CWD. */
  calledFrom: string
  /** The path and the values of the `.env` file there. A missing file has no values. */
  path: string
  file: { ok: true; values: NodeJS.Dict<string> } | { ok: false; message: Sentence }
  /** The values of the file, overridden by the environment. */
  set: NodeJS.Dict<string>
}

export function readEnvironment(environment: NodeJS.ProcessEnv, cwd = process.cwd()): Environment {
  const calledFrom = (environment['npm_lifecycle_event'] && environment['INIT_CWD']) || cwd
  const path = join(calledFrom, '.env')
  const file = readEnvFile(path)
  return { calledFrom, path, file, set: onlySet({ ...(file.ok ? file.values : {}), ...environment }) }
}

/**
 * The language to speak: PAYRUN_LANG, or the system's locale if payrun speaks it, or English. It is read before the configuration,
 * which may have problems to report, and takes longer to load than a command's help.
 */
export function readLanguage(environment: NodeJS.ProcessEnv, cwd = process.cwd()): Language {
  const { set } = readEnvironment(environment, cwd)
  const locale = set['LC_ALL'] ?? set['LC_MESSAGES'] ?? set['LANG'] ?? ''
  return languages.find((language) => language === set['PAYRUN_LANG']) ?? languageOfLocale(locale) ?? 'en'
}

const onlySet = (values: NodeJS.Dict<string>): NodeJS.Dict<string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''))

function readEnvFile(path: string): Environment['file'] {
  try {
    const text = readTrusted(path, { follow: true })
    // UTF-16, as some editors save it: the names in it would be misread, and the variables ignored.
    if (text.includes('\0')) return { ok: false, message: say('settings.env_not_utf_8', { path }) }
    const content = text.replace(/^\ufeff/, '')
    const line = unreadableLine(content)
    if (line !== null) return { ok: false, message: say('settings.env_line_unreadable', { path, line }) }
    return { ok: true, values: parseEnv(content) }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return { ok: true, values: {} }
    if (error instanceof SaidError && hasCode(error, distrustCode)) return { ok: false, message: error.said }
    return { ok: false, message: say('settings.cant_read_check_text_file_you', { path }) }
  }
}

/** The first line that `parseEnv` would pass over, or of which it would drop a part. */
function unreadableLine(content: string): number | null {
  const untrimmed = content.split(/\r?\n/)
  const lines = untrimmed.map((line) => line.trim())
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    if (line === '' || line.startsWith('#') || /^export \w+$/.test(line)) continue
    const [, quote, value] = /^(?:export +)?[^\s=]+\s*=\s*(["'`]?)(.*)$/.exec(line) ?? []
    if (value === undefined) return at + 1
    // After `NAME=` and blanks, it takes the next line for the value.
    const next = lines[at + 1] ?? ''
    if (value === '' && !quote && /=\s+$/.test(untrimmed[at]!) && next !== '' && !next.startsWith('#')) return at + 1
    if (!quote) continue
    let end = at
    for (let rest = value; ; rest = lines[end]!) {
      const close = rest.indexOf(quote)
      if (close >= 0 && !/^\s*(#|$)/.test(rest.slice(close + 1))) return at + 1
      if (close >= 0) break
      end += 1
      if (end === lines.length) return at + 1
    }
    at = end
  }
  return null
}

/** Whether an error has one of these system codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** Identifies a process, so that another process on the same machine can tell whether it still exists. */
export interface ProcessIdentity {
  host: string
  bootId: string
  pid: number
  processStart: string
}

export function ownIdentity(): ProcessIdentity {
  return {
    host: `${hostname()} ${pidNamespace()}`,
    bootId: bootId(),
    pid: process.pid,
    processStart: readStat(process.pid)?.start ?? '',
  }
}

/**
 * Whether a process of this machine is gone: its pid is free or belongs to another process, or the process is a zombie. Another boot id
 * proves nothing, because two machines may have the same name.
 */
export function isGone({ host, bootId, pid, processStart }: ProcessIdentity, own = ownIdentity()): boolean {
  if (host !== own.host || bootId !== own.bootId) return false
  const stat = readStat(pid)
  // Without /proc (macOS), or if it hides other users' processes, there is only the pid.
  return stat ? stat.start !== processStart || stat.isDead : !hasProcess(pid)
}

/** The process's start time in the kernel's units, and whether it is a zombie; undefined if that can't be read. */
function readStat(pid: number): { start: string | undefined; isDead: boolean } | undefined {
  try {
    // After the name in parentheses, which may contain anything, come the state and, as the 20th field, the start time (proc(5)).
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { start: fields[19], isDead: fields[0] === 'Z' || fields[0] === 'X' }
  } catch {
    return undefined
  }
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

/** Containers may share a host name, and a pid is only meaningful in its namespace. */
function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return process.platform
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
  } catch {
    return 'unknown'
  }
}

/** Whether only this machine can reach a host. `localhost` is the loopback by definition (RFC 6761); other names are not resolved. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare) === 4) return bare.startsWith('127.')
  return bare === '::1' || bare.toLowerCase() === 'localhost'
}

/** Whether requests to an address would go to another machine without TLS. */
export function isPlainHttp(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'http:' && !isLoopback(url.hostname)
}

export type StopSignal = 'SIGINT' | 'SIGTERM'

/** One Ctrl-C can arrive twice: from the terminal, and passed on by npm. A person's second one comes later than this. */
const echoMs = 1_000

/**
 * Listen for SIGINT (Ctrl-C) and SIGTERM. The first one calls `onFirst`, which lets rows in flight finish; each further one calls
 * `onAgain`, which may quit. SIGHUP, when the terminal closes, counts as SIGTERM.
 *
 * @returns a function that removes the listeners
 */
export function onStopSignals(
  onFirst: (signal: StopSignal) => void,
  onAgain: (signal: StopSignal) => void,
): () => void {
  let askedMs: number | undefined
  const listen = (signal: StopSignal) => () => {
    if (askedMs === undefined) {
      askedMs = performance.now()
      onFirst(signal)
    } else if (performance.now() - askedMs > echoMs) onAgain(signal)
  }
  const listeners = [
    ['SIGINT', listen('SIGINT')],
    ['SIGTERM', listen('SIGTERM')],
    ['SIGHUP', listen('SIGTERM')],
  ] as const
  for (const [signal, listener] of listeners) process.on(signal, listener)
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener)
  }
}

export interface Rounds {
  /** Start a round now, or wait for the one under way. */
  once(): Promise<void>
  /** Start no more rounds, and wait for the one under way. */
  stop(): Promise<void>
}

/** Do something regularly, but never twice at the same time. The first round starts after `everyMs`. @param round must never reject */
export function keepRounds(everyMs: number, round: () => Promise<void>): Rounds {
  let under: Promise<void> | undefined
  const once = () => {
    under ??= round().finally(() => {
      under = undefined
    })
    return under
  }
  const timer = setInterval(once, everyMs)
  return {
    once,
    stop: async () => {
      clearInterval(timer)
      await under
    },
  }
}

/** Wait for something before exiting, but only for some time, and even if it fails. */
export const atMost = async (ms: number, work: Promise<unknown>): Promise<void> => {
  await Promise.race([work.catch(() => undefined), delay(ms, undefined, { ref: false })])
}
