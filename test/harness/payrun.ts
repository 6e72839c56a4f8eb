import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

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
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(PAYRUN_|DATABASE_URL|REDIS_URL|npm_|INIT_CWD|NO_COLOR|FORCE_COLOR|NODE_OPTIONS)/.test(name),
  )
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...Object.fromEntries(inherited), ...env },
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

/** A test that fails half-way leaves no process behind. */
function killWithTest(child: ChildProcess): void {
  try {
    onTestFinished(() => void child.kill('SIGKILL'))
  } catch {
    // Started outside a test: its file's own hooks end it.
  }
}

/** Run a command to its end. */
export const payrun = (args: string[], options?: CallOptions): Promise<Ended> => startPayrun(args, options).ended

/** A temporary folder that goes with the test. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'payrun-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}

/** Wait for a condition; how long it may take is only a guard against waiting for ever. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  guardMs = 60_000,
): Promise<void> {
  const end = performance.now() + guardMs
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`waited in vain: ${what}`)
    await pause(20)
  }
}
