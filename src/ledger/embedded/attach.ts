import { spawn } from 'node:child_process'
import { closeSync, constants, fchmodSync, fstatSync, openSync, renameSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { connect, Socket } from 'node:net'
import { dirname, extname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readSentence, type Sentence, say } from '../../words/sentence.ts'
import { plainEnvironment } from './account.ts'
import { databaseRole, versionOf } from './dataFolder.ts'
import { type Places, prepareHome, serverBinaries } from './places.ts'

/** For node-postgres. Port and ssl are given so that PGPORT and PGSSLMODE of the caller's environment don't matter. */
export type EmbeddedConnection = { host: string; port: number; user: string; database: string; ssl: false }

export type AttachedPostgres =
  | {
      ok: true
      connection: EmbeddedConnection
      /** Says that this process needs the server no longer; does not wait for it to stop. End the pools first. */
      release(): Promise<void>
    }
  /** One sentence or more for the user: what is wrong (`isHome`: with PAYRUN_HOME) and what to do. */
  | { ok: false; message: Sentence; isHome?: true }

type AttachOptions = {
  /** PAYRUN_HOME; made, with mode 0700, when it is not there. */
  home: string
  /** Gets a sentence for the user when a start takes long, or when the server was lost and comes back. */
  onNotice: (sentence: Sentence) => void
  /** Called as soon as there is somebody to wait for: what blocks this process from then on holds up no start. */
  onAsked?: () => void
}

/**
 * Attaches this process to the private Postgres of this home, and starts that when it does not run. It stays up as long
 * as any process is attached; a process that dies without `release` counts as gone at once. When the server's supervisor
 * is lost, this process attaches again by itself: the connections of that moment fail, new ones to the same place work.
 * Being attached does not keep a process alive.
 */
export async function attachEmbeddedPostgres({ home, onNotice, onAsked }: AttachOptions): Promise<AttachedPostgres> {
  const binaries = serverBinaries()
  if (!binaries.ok) return binaries
  const prepared = prepareHome(home)
  if (!prepared.ok) return { ...prepared, isHome: true }
  const { places } = prepared
  const first = await reachSupervisor(places, { ref: true, onNotice, onAsked })
  if (!first.ok) return first
  const attachment = keepAttached(places, first.socket, onNotice)
  const connection = { host: places.run, port: 5432, user: databaseRole, database: 'postgres', ssl: false } as const
  return { ok: true, connection, release: async () => attachment.end() }
}

function keepAttached(places: Places, firstSocket: Socket, onNotice: (sentence: Sentence) => void): { end(): void } {
  let socket = firstSocket
  let ended = false
  hold(firstSocket)

  function hold(next: Socket): void {
    socket = next
    if (ended) return void next.destroy()
    next.once('close', () => {
      if (!ended) void attachAgain()
    })
  }

  async function attachAgain(): Promise<void> {
    onNotice(say('ledger.embedded_postgres_lost_starting_again'))
    // Never a new, empty database under a process that knows the old one.
    if (versionOf(places.data) === null) return onNotice(say('ledger.database_gone', { data: places.data }))
    const reached = await reachSupervisor(places, { ref: false, onNotice, isEnded: () => ended })
    if (reached.ok) return hold(reached.socket)
    if (!ended) onNotice(reached.message)
  }

  return {
    end: () => {
      ended = true
      socket.destroy()
    },
  }
}

type Reached = { ok: true; socket: Socket } | { ok: false; message: Sentence }
type ReachOptions = {
  /** Whether waiting keeps this process alive. */
  ref: boolean
  onNotice: (sentence: Sentence) => void
  onAsked?: AttachOptions['onAsked']
  isEnded?: () => boolean
}

const slowAfterMs = 5_000
const giveUpAfterMs = 300_000
/** Supervisors that ended without a word, before this one gives up. */
const silentEndsMax = 5

/** Looks for a supervisor and starts one when there is none, until one says that its server is ready. */
async function reachSupervisor(places: Places, { ref, onNotice, onAsked, isEnded }: ReachOptions): Promise<Reached> {
  const since = performance.now()
  let start: SupervisorStart | null = null
  let silentEnds = 0
  let told = false
  try {
    while (!isEnded?.() && performance.now() - since < giveUpAfterMs) {
      const socket = await connectControl(places.control, ref)
      if (socket !== null) return { ok: true, socket }
      if (start?.state.kind === 'failed') return { ok: false, message: start.state.message }
      if (start?.state.kind === 'ended') silentEnds += 1
      if (silentEnds > silentEndsMax) break
      if (start === null || start.state.kind === 'ended') start = startSupervisor(places, { ref })
      onAsked?.()
      if (!told && performance.now() - since > slowAfterMs) {
        told = true
        onNotice(say('ledger.embedded_postgres_starting_after_crash_can'))
      }
      await pause(20, undefined, { ref })
    }
    return { ok: false, message: notStarting(places) }
  } finally {
    start?.letGo()
  }
}

/**
 * Connects to a supervisor and waits until it says that its server takes connections. Null when there is no supervisor,
 * or when it is just leaving (then the connection ends without a word). The socket never keeps the process alive.
 *
 * @param ref whether waiting for the answer does
 */
function connectControl(path: string, ref: boolean): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(path)
    if (!ref) socket.unref()
    socket.setTimeout(giveUpAfterMs, () => socket.destroy())
    socket.on('error', () => {})
    const nobody = () => resolve(null)
    socket.once('close', nobody)
    socket.once('data', () => {
      socket.off('close', nobody)
      socket.setTimeout(0)
      socket.unref()
      socket.resume()
      resolve(socket)
    })
  })
}

type SupervisorStart = {
  /** `ended`: it went without saying why. A supervisor that serves stays `running`. */
  readonly state: { kind: 'running' } | { kind: 'failed'; message: Sentence } | { kind: 'ended' }
  /** This process waits for it no longer; one that has not started its server by then goes away. */
  letGo(): void
}

/**
 * Starts a supervisor in a session of its own (no Ctrl-C of a terminal reaches it), with nothing of this process: not
 * its folder, its standard output, nor its environment, where credentials are. Only where Node keeps compiled code:
 * without it, taking the types off would be half of what a start takes.
 */
function startSupervisor(places: Places, { ref }: { ref: boolean }): SupervisorStart {
  let state: SupervisorStart['state'] = { kind: 'running' }
  const log = openLog(places.log)
  // The same kind of file as this one: TypeScript in a checkout, JavaScript in a built package.
  const script = fileURLToPath(new URL(`./supervisor${extname(import.meta.url)}`, import.meta.url))
  const child = spawn(process.execPath, [script, places.home], {
    cwd: '/',
    env: { ...plainEnvironment, ...compiledCode() },
    detached: true,
    stdio: ['ignore', log, log, 'pipe'],
  })
  closeSync(log)
  child.unref()
  const channel = child.stdio[3]
  let heard = ''
  if (channel instanceof Socket) {
    if (!ref) channel.unref()
    channel.setEncoding('utf8').on('data', (text: string) => {
      heard += text
    })
    channel.on('error', () => {})
  }
  const end = () => {
    state = heard === '' ? { kind: 'ended' } : { kind: 'failed', message: sentenceIn(heard) ?? notStarting(places) }
  }
  child.once('error', end)
  child.once('close', end)
  return {
    get state() {
      return state
    },
    letGo: () => {
      if (channel instanceof Socket) channel.destroy()
    },
  }
}

/** Node tells the folder of its own version and makes that one again below what it is given. */
function compiledCode(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

const notStarting = ({ log }: Places): Sentence => say('ledger.embedded_postgres_does_not_start_see', { log })

const logMaxBytes = 1_000_000

function openLog(path: string): number {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW
  let log = openSync(path, flags, 0o600)
  if (fstatSync(log).size > logMaxBytes) {
    closeSync(log)
    renameSync(path, `${path}.old`)
    log = openSync(path, flags, 0o600)
  }
  fchmodSync(log, 0o600)
  return log
}

/** What a supervisor said before it went; null: it was cut off in the middle, and the log has the whole of it. */
function sentenceIn(line: string): Sentence | null {
  try {
    const told: unknown = JSON.parse(line)
    return typeof told === 'object' && told !== null && 'message' in told ? readSentence(told.message) : null
  } catch {
    return null
  }
}
