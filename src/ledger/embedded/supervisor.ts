/**
 * The process that owns the embedded server: `node supervisor.ts HOME`, started by the first command that finds no
 * other, in a session of its own. It lives through these modes, in this order:
 *
 * 1. starting: waits while another supervisor holds the data folder, stops an orphaned server, creates the database if
 *    need be, starts Postgres. Postgres's lock file is the arbiter: of two, the one whose Postgres started goes on.
 * 2. serving: binds the control socket. Each command holds one connection to it, which the kernel closes whatever
 *    becomes of the command, so their number is always true. A Postgres that dies is started again.
 * 3. leaving: nobody was connected for a short grace. The control socket goes first, while the lock is still held, so
 *    that a successor's socket is never unlinked; then Postgres is stopped.
 *
 * Descriptor 3 leads to the command that started it: a failure to start is told there, and its end means that nobody
 * waits any more. Only node: imports (through its neighbours), so that it starts quickly.
 */
import { chmodSync, existsSync, rmdirSync, rmSync } from 'node:fs'
import { createServer, type Server, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { render } from '../../words/render.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { type Account, serverAccount } from './account.ts'
import { ensureDataFolder, versionOf } from './dataFolder.ts'
import { clearStaleLocks, holderOf, type ServerProcess, startServerProcess, stopOrphan } from './holder.ts'
import { embeddedPlaces, type Places, prepareHome, serverBinaries } from './places.ts'

const graceMs = 500
/** The command that started the server needs a moment to connect. */
const firstGraceMs = 3_000
const longestPauseMs = 10_000
const startAttempts = 6

type Launcher = { places: Places; account: Account; initdb: string; postgres: string }

async function main(home: string): Promise<void> {
  process.umask(0o077)
  process.on('SIGHUP', () => {})
  const places = embeddedPlaces(home, process.getuid?.() ?? 0)
  const starter = connectStarter(() => tidySockets(places))
  const binaries = serverBinaries()
  if (!binaries.ok) return starter.fail(binaries.message)
  const { initdb, postgres } = binaries
  const found = serverAccount(places, postgres)
  if (!found.ok) return starter.fail(found.message)
  const launcher: Launcher = { places, account: found.account, initdb, postgres }
  const started = await startFirst(launcher, starter).catch((error: Error): Started => {
    note(String(error.stack))
    return { ok: false, message: withAdvice(say('ledger.embedded_postgres_does_not_start'), places) }
  })
  if (started === null) return process.exit(0)
  if (!started.ok) return starter.fail(started.message)
  serve(launcher, started.server)
}

type Starter = { isGone(): boolean; fail(message: Sentence): void }

function connectStarter(tidy: () => void): Starter {
  let gone = false
  const channel = new Socket({ fd: 3 })
  channel.on('error', () => {})
  channel.on('close', () => {
    gone = true
  })
  channel.resume()
  channel.unref()
  return {
    isGone: () => gone,
    fail: (message) => {
      note(render(message, 'en'))
      tidy()
      channel.end(`${JSON.stringify({ message })}\n`, () => process.exit(1))
    },
  }
}

type Started = { ok: true; server: ServerProcess } | { ok: false; message: Sentence }

/** Null when the command that asked has gone, most likely to another supervisor. */
async function startFirst(launcher: Launcher, starter: Starter): Promise<Started | null> {
  const { places, account, initdb, postgres } = launcher
  for (let failures = 0; failures < startAttempts; ) {
    if (starter.isGone()) return null
    const holder = holderOf(places)
    if (holder.kind === 'supervised') {
      await pause(20)
      continue
    }
    if (holder.kind === 'orphan') {
      note(`stopping the server ${holder.pid}, whose supervisor is gone`)
      await stopOrphan(holder.pid, places)
      continue
    }
    if (holder.kind === 'stale') clearStaleLocks(places)
    // Again, since a supervisor that was just leaving may have tidied the folders away.
    const prepared = prepareHome(places.home)
    if (!prepared.ok) return prepared
    const trouble = ensureDataFolder(places, account, initdb)
    if (trouble !== null) return { ok: false, message: withAdvice(trouble, places) }
    const server = await startServerProcess(places, account, postgres)
    if (server !== null) return { ok: true, server }
    // Another was quicker, or sessions of a killed server are still ending, or it will not start at all.
    failures += 1
    await pause(50 * 2 ** failures)
  }
  return { ok: false, message: withAdvice(say('ledger.embedded_postgres_does_not_start'), places) }
}

const withAdvice = (problem: Sentence, { log }: Places): Sentence => say('ledger.reason_in_log', { problem, log })

function serve(launcher: Launcher, firstServer: ServerProcess): void {
  const clients = new Set<Socket>()
  let running: ServerProcess | null = firstServer
  let leaving = false
  let grace = setTimeout(leave, firstGraceMs)
  const greet = (client: Socket) => client.write('ready\n')
  const control = openControl(launcher.places, (client) => {
    clients.add(client)
    clearTimeout(grace)
    client.on('error', () => {})
    client.on('close', () => {
      clients.delete(client)
      if (clients.size === 0 && !leaving) grace = setTimeout(leave, graceMs)
    })
    client.resume()
    if (running !== null) greet(client)
  })

  /** The clients see their connection end and look for the next supervisor. */
  async function leave(): Promise<void> {
    if (leaving) return
    leaving = true
    clearTimeout(grace)
    control.close()
    for (const client of clients) client.destroy()
    await running?.stop()
    tidySockets(launcher.places)
    process.exit(0)
  }

  async function watch(server: ServerProcess): Promise<void> {
    const since = performance.now()
    await server.exited
    running = null
    if (leaving) return
    note('Postgres ended by itself; starting it again')
    const next = await startAgain(launcher, performance.now() - since, () => leaving)
    // Without closing the control socket, which by now may be a successor's file.
    if (next === null) return leaving ? undefined : process.exit(0)
    running = next
    for (const client of clients) greet(client)
    return watch(next)
  }

  process.on('SIGTERM', leave)
  process.on('SIGINT', leave)
  void watch(firstServer)
}

/** The lock on the data folder is held: whatever is at the socket's path is a dead supervisor's. */
function openControl(places: Places, onClient: (client: Socket) => void): Server {
  rmSync(places.control, { force: true })
  const control = createServer(onClient)
  control.listen(places.control, () => {
    if (existsSync(places.control)) chmodSync(places.control, 0o600)
  })
  return control
}

let restartPauseMs = 100

/** Tries until it runs, with growing pauses; null when leaving, or when the folder is gone or another's. */
async function startAgain(
  { places, account, postgres }: Launcher,
  livedMs: number,
  isLeaving: () => boolean,
): Promise<ServerProcess | null> {
  if (livedMs > 60_000) restartPauseMs = 100
  for (;;) {
    await pause(restartPauseMs)
    restartPauseMs = Math.min(restartPauseMs * 2, longestPauseMs)
    if (isLeaving() || versionOf(places.data) === null) return null
    const holder = holderOf(places)
    if (holder.kind === 'supervised') return null
    if (holder.kind === 'orphan') await stopOrphan(holder.pid, places)
    if (holder.kind === 'stale') clearStaleLocks(places)
    const server = await startServerProcess(places, account, postgres)
    if (server !== null) return server
  }
}

/** Leaves nothing below /tmp. HOME is not touched any more: whoever waits for the server's end may be removing it. */
function tidySockets({ shortFolder, run }: Places): void {
  if (shortFolder === null) return
  for (const folder of [run, shortFolder]) {
    try {
      rmdirSync(folder)
    } catch {
      // in use by another supervisor, or gone
    }
  }
}

function note(what: string): void {
  process.stderr.write(`${new Date().toISOString()} supervisor ${process.pid}: ${what}\n`)
}

await main(process.argv[2] ?? '')
