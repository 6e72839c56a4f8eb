import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { onTestFinished, vi } from 'vitest'
import { attachEmbeddedPostgres, type EmbeddedConnection } from '../../../src/ledger/embedded/attach.ts'
import { holderOf, processOf } from '../../../src/ledger/embedded/holder.ts'
import { embeddedPlaces, type Places } from '../../../src/ledger/embedded/places.ts'
import { waitUntilServerGone } from '../../harness/postgres.ts'
import { english } from '../../harness/words.ts'

export const isRoot = process.getuid?.() === 0

/**
 * A fresh folder for a PAYRUN_HOME; when the test ends its server is waited for and the folder removed. Others may pass
 * through the folder above it, since root in a container could not let its server's user through there.
 */
export function freshHome(name = 'home', mode = 0o711): string {
  const parent = mkdtempSync(join(realpathSync(tmpdir()), 'payrun-embedded-'))
  const home = join(parent, name)
  onTestFinished(async () => {
    await waitUntilServerGone(home)
    rmSync(parent, { recursive: true, force: true })
  })
  chmodSync(parent, mode)
  return home
}

export function placesOf(home: string): Places {
  return embeddedPlaces(realpathSync(home), process.getuid?.() ?? 0)
}

/** Attaches this test process; released when the test ends, before the home is waited for. */
export async function attach(home: string, notices: string[] = []) {
  const attached = await attachEmbeddedPostgres({ home, onNotice: (sentence) => notices.push(english(sentence)) })
  if (!attached.ok) throw new Error(english(attached.message))
  onTestFinished(() => attached.release())
  return attached
}

export async function query(connection: EmbeddedConnection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  // A server that stops ends the connection with an event, too.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** Queries until one gets through, as a pool with a retry would. */
export function queryAgain(connection: EmbeddedConnection, sql: string) {
  return vi.waitFor(() => query(connection, sql), { timeout: 30_000, interval: 50 })
}

/** The pids of the server and of its supervisor. */
export function serverOf(home: string): { postgresPid: number; supervisorPid: number } {
  const places = placesOf(home)
  const holder = holderOf(places)
  if (holder.kind !== 'supervised') throw new Error(`No supervised server in ${home}, but: ${holder.kind}`)
  const postgresPid = Number.parseInt(readFileSync(join(places.data, 'postmaster.pid'), 'utf8'), 10)
  return { postgresPid, supervisorPid: holder.supervisorPid }
}

export function isAlive(pid: number): boolean {
  return processOf(pid) !== null
}

export async function waitUntilGone(pid: number): Promise<void> {
  await vi.waitUntil(() => !isAlive(pid), { timeout: 30_000, interval: 20 })
}

export type ClientProcess = {
  child: ChildProcess
  told: { ok: boolean; role?: string; message?: string }
  stderr(): string
  /** Releases, and waits until the process has ended by itself. */
  end(): Promise<number | null>
}

type ClientOptions = { once?: boolean; env?: Record<string, string>; wrapper?: string[] }

/** Starts embedded-client.ts and waits until it says that it is attached, or why not. */
export async function startClient(home: string, options: ClientOptions = {}): Promise<ClientProcess> {
  const script = fileURLToPath(new URL('./embedded-client.ts', import.meta.url))
  const line = [...(options.wrapper ?? []), process.execPath, script, home, ...(options.once ? ['once'] : [])]
  const child = spawn(line[0] ?? '', line.slice(1), {
    env: { ...process.env, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const first = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const { value } = await first.next()
  if (typeof value !== 'string') throw new Error(`The client ended without a word: ${stderr}`)
  return {
    child,
    told: JSON.parse(value),
    stderr: () => stderr,
    end: async () => {
      // One that has ended by itself hears no more.
      child.stdin.on('error', () => undefined).end('end\n')
      await ended
      return child.exitCode
    },
  }
}
