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
  /** Standard input; empty by default. */
  input?: string
}

/** Starts the real command line in its own process, without this process's payrun settings. */
export const startPayrun = (args: string[], options?: CallOptions): Running =>
  startNode([join(root, 'bin/payrun.js'), ...args], options)

/** Starts a Node program, without this process's payrun settings. */
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

/** Makes sure that a failing test leaves no process behind. */
function killWithTest(child: ChildProcess): void {
  try {
    onTestFinished(() => void child.kill('SIGKILL'))
  } catch {
    // Started outside a test: the hooks of its file end it.
  }
}

/**
 * Runs a command until it ends. If it makes no difference, it runs inside this process, at a tenth of the cost. Use `startPayrun` to test a
 * death, a signal or a terminal.
 */
export function payrun(args: string[], options: CallOptions = {}): Promise<Ended> {
  return needsProcess(args, options) ? startPayrun(args, options).ended : callHere(args, options)
}

/** Settings that only affect the arguments of `runCommandLine`. Any other may affect the whole process. */
const harmless = /^(DATABASE_URL=|REDIS_URL=|CI=|LANG=|PAYRUN_(?!CRASH_POINT=))/

/**
 * Whether a command affects a whole process: by a crash point, by colours, by a .env, or by a language that differs from that of another
 * running command. The embedded server needs a process too, because it stops when its last process ends.
 */
function needsProcess(args: string[], { env = {}, cwd = root }: CallOptions): boolean {
  const strange = Object.entries(env).some(([name, value]) => !harmless.test(`${name}=${value}`))
  const embedded = !env['DATABASE_URL'] && !args.some((arg) => withoutLedger.test(arg))
  const otherTongue = calls > 0 && readLanguage({ ...inherited(), ...env }, cwd) !== spokenLanguage()
  return strange || embedded || otherTongue || existsSync(join(cwd, '.env'))
}

const withoutLedger = /^(validate|template|completion|complete|--help|--version)$/

let calls = 0
/** The language of the test itself, between its commands. */
let tongue: Language = 'en'

async function callHere(args: string[], { input = '', ...options }: CallOptions): Promise<Ended> {
  const [stdout, stderr] = [collector(), collector()]
  const streams = { stdin: Readable.from([Buffer.from(input)]), stdout: stdout.stream, stderr: stderr.stream }
  const code = await callWith(args, options, streams)
  return { code, signal: null, stdout: stdout.text(), stderr: stderr.text() }
}

/** Runs a command inside this process on the caller's streams, and returns its exit code. */
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

/** A command listens for signals until its process ends, but this process continues. */
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

/** A temporary folder, to be removed with the test. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'payrun-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}

/**
 * Waits for a condition. The time limit only guards against waiting for ever. It checks less often the longer it takes, because a check may
 * be a whole command.
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
