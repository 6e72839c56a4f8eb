import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Streams } from '../../src/cli/cli.ts'
import { setLanguage, spokenLanguage } from '../../src/cli/terminal/text.ts'
import { readLanguage } from '../../src/process.ts'
import type { Language } from '../../src/words/catalogue.ts'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface Running {
  child: ChildProcess
  pid: number
  /** What has been printed so far. */
  output(): { stdout: string; stderr: string }
  ended: Promise<Ended>
}

export interface CallOptions {
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** Standard input; without it there is none. */
  input?: string
}

/** Start the real command line in a process of its own, with nothing of this process's payrun settings. */
export const startPayrun = (args: string[], options?: CallOptions): Running =>
  startNode([join(root, 'bin/payrun.js'), ...args], options)

/** Start a program of Node's, with nothing of this process's payrun settings. */
export function startNode(args: string[], { env = {}, cwd = root, input }: CallOptions = {}): Running {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...inherited(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  killWithTest(child)
  const out = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    out.stderr += text
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input ?? '')
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, ...out }))
  })
  return { child, pid: child.pid!, output: () => ({ ...out }), ended }
}

export const inherited = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(PAYRUN_|DATABASE_URL|REDIS_URL|npm_|INIT_CWD|NO_COLOR|FORCE_COLOR|NODE_OPTIONS)/.test(name),
    ),
  )

/** A test that fails half-way leaves no process behind. */
function killWithTest(child: ChildProcess): void {
  try {
    onTestFinished(() => void child.kill('SIGKILL'))
  } catch {
    // Started outside a test: its file's own hooks end it.
  }
}

/**
 * Run a command to its end: inside this process, at a tenth of the cost, where it can make no difference. Where a death, a signal or
 * a terminal is what is tested, use `startPayrun`.
 */
export function payrun(args: string[], options: CallOptions = {}): Promise<Ended> {
  return needsProcess(args, options) ? startPayrun(args, options).ended : callHere(args, options)
}

/** Settings that a command reads from its arguments to `runCommandLine` alone. Any other may act on the process itself. */
const harmless = /^(DATABASE_URL=|REDIS_URL=|CI=|LANG=|PAYRUN_(?!CRASH_POINT=))/

/**
 * What acts on a whole process: a crash that was asked for, colours, and whatever a .env may say; a language, where a command is
 * speaking another one at the same time. The embedded server is stopped when its last process ends.
 */
function needsProcess(args: string[], { env = {}, cwd = root }: CallOptions): boolean {
  const strange = Object.entries(env).some(([name, value]) => !harmless.test(`${name}=${value}`))
  const embedded = !env['DATABASE_URL'] && !args.some((arg) => withoutLedger.test(arg))
  const otherTongue = calls > 0 && readLanguage({ ...inherited(), ...env }, cwd) !== spokenLanguage()
  return strange || embedded || otherTongue || existsSync(join(cwd, '.env'))
}

const withoutLedger = /^(validate|template|completion|complete|--help|--version)$/

let calls = 0
/** What the test itself speaks, between its commands. */
let tongue: Language = 'en'

async function callHere(args: string[], { input = '', ...options }: CallOptions): Promise<Ended> {
  const [stdout, stderr] = [collector(), collector()]
  const streams = { stdin: Readable.from([Buffer.from(input)]), stdout: stdout.stream, stderr: stderr.stream }
  const code = await callWith(args, options, streams)
  return { code, signal: null, stdout: stdout.text(), stderr: stderr.text() }
}

/** Run a command inside this process on streams of the caller's, and say its exit code. */
export async function callWith(
  args: readonly string[],
  { env = {}, cwd = root }: Omit<CallOptions, 'input'>,
  streams: Streams,
): Promise<number> {
  const called = { ...inherited(), ...env }
  if (calls === 0) tongue = spokenLanguage()
  calls += 1
  setLanguage(readLanguage(called, cwd))
  try {
    const { runCommandLine } = await import('../../src/cli/main.ts')
    return await runCommandLine({ argv: ['node', 'payrun', ...args], env: called, cwd, ...streams })
  } finally {
    calls -= 1
    if (calls === 0) {
      forgetStopSignals()
      setLanguage(tongue)
    }
  }
}

/** A command listens for them to the last moment of its process, which this one isn't. */
function forgetStopSignals(): void {
  for (const signal of stopSignals) {
    for (const listener of process.listeners(signal)) if (!own.has(listener)) process.off(signal, listener)
  }
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const own = new Set(stopSignals.flatMap<unknown>((signal) => process.listeners(signal)))

function collector() {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk)
      done()
    },
  })
  return { stream, text: () => Buffer.concat(chunks).toString() }
}

/** A temporary folder that goes with the test. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'payrun-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}

/**
 * Wait for a condition; how long it may take is only a guard against waiting for ever. Asked less often the longer it takes, since
 * asking may be a whole command.
 */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  guardMs = 180_000,
): Promise<void> {
  const since = performance.now()
  while (!(await condition())) {
    const waitedMs = performance.now() - since
    if (waitedMs > guardMs) throw new Error(`waited in vain: ${what}`)
    await pause(Math.min(Math.max(20, waitedMs / 10), 250))
  }
}
