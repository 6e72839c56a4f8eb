import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Account, plainEnvironment } from './account.ts'
import type { Places } from './places.ts'

/** Who holds the data folder, by Postgres's own lock file and by what the kernel says of the process in it. */
type Holder =
  /** Nobody; a lock file of a dead process is Postgres's to clear. */
  | { kind: 'nobody' }
  /** The process in the lock file lives, but is no server of this folder: its number was given out again. */
  | { kind: 'stale' }
  /** A server of this folder whose supervisor is dead. */
  | { kind: 'orphan'; pid: number }
  /** A server of this folder that is the child of a living supervisor. */
  | { kind: 'supervised'; supervisorPid: number }

/**
 * A server is supervised when its parent is a supervisor of the same home. The kernel changes the parent in the moment
 * in which the supervisor dies, so there is no second lock file that could lie.
 */
export function holderOf(places: Places): Holder {
  const holders = locksOf(places).map((lock) => holderBy(pidIn(lock), places))
  const server = holders.find((holder) => holder.kind === 'supervised' || holder.kind === 'orphan')
  return server ?? holders.find((holder) => holder.kind === 'stale') ?? { kind: 'nobody' }
}

function locksOf(places: Places): string[] {
  return [join(places.data, 'postmaster.pid'), join(places.run, '.s.PGSQL.5432.lock')]
}

function holderBy(pid: number | null, places: Places): Holder {
  const server = pid === null ? null : processOf(pid)
  if (pid === null || server === null) return { kind: 'nobody' }
  if (!isServerOf(places, server)) return { kind: 'stale' }
  const parent = processOf(server.parentPid)
  if (parent !== null && isSupervisorOf(places, parent)) {
    return { kind: 'supervised', supervisorPid: server.parentPid }
  }
  return { kind: 'orphan', pid }
}

type Process = { parentPid: number; command: string }

function isServerOf(places: Places, server: Process): boolean {
  return server.command.includes(`postgres -D ${places.data} -c`)
}

/** Whether this process is a supervisor of this home (its command line ends with the home's path). */
export function isSupervisorOf(places: Places, supervisor: Process): boolean {
  return /\/supervisor\.[jt]s /.test(supervisor.command) && supervisor.command.endsWith(` ${places.home}`)
}

/** Only after `stale`: Postgres itself would take the stranger's process for a server and refuse to start. */
export function clearStaleLocks(places: Places): void {
  for (const lock of locksOf(places)) {
    if (holderBy(pidIn(lock), places).kind === 'stale') rmSync(lock, { force: true })
  }
}

/** Fast shutdown, then harder: an orphan that does not listen must not keep its folder for ever. */
export async function stopOrphan(pid: number, places: Places): Promise<void> {
  const steps = [
    { signal: 'SIGINT', patienceMs: 30_000 },
    { signal: 'SIGQUIT', patienceMs: 10_000 },
    { signal: 'SIGKILL', patienceMs: 5_000 },
  ] as const
  for (const { signal, patienceMs } of steps) {
    const until = performance.now() + patienceMs
    if (!isOrphan(pid, places)) return
    sendSignal(pid, signal)
    while (performance.now() < until) {
      if (!isOrphan(pid, places)) return
      await pause(20)
    }
  }
}

function isOrphan(pid: number, places: Places): boolean {
  const holder = holderOf(places)
  return holder.kind === 'orphan' && holder.pid === pid
}

/** A signal to a process that may be gone by now. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // gone already, which is what the signal was for
  }
}

function pidIn(path: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(path, 'utf8'), 10)
    return pid > 0 ? pid : null
  } catch {
    return null
  }
}

/** Parent and command line of a living process; null when it is gone, or dead and only waiting to be reaped. */
export function processOf(pid: number): Process | null {
  return process.platform === 'linux' ? processFromProc(pid) : processFromPs(pid)
}

function processFromProc(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may hold anything; state and parent follow its last parenthesis.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return null
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trimEnd()
    return { parentPid: Number(parent), command }
  } catch {
    return null
  }
}

function processFromPs(pid: number): Process | null {
  const columns = ['-ww', '-o', 'ppid=', '-o', 'stat=', '-o', 'command=', '-p', String(pid)]
  const shown = spawnSync('ps', columns, { env: { ...plainEnvironment, LC_ALL: 'en_US.UTF-8' }, encoding: 'utf8' })
  const match = /^\s*(\d+)\s+(\S+)\s+(.*?)\s*$/s.exec(shown.status === 0 ? shown.stdout : '')
  if (!match?.[1] || match[2]?.startsWith('Z')) return null
  return { parentPid: Number(match[1]), command: match[3] ?? '' }
}

/** A Postgres that takes connections. */
export type ServerProcess = {
  pid: number
  /** Settles when the process has ended, for whatever reason. */
  exited: Promise<void>
  /** Fast shutdown: sessions are cut off, everything committed is on disk. Settles when the process has ended. */
  stop(): Promise<void>
}

/** Starts Postgres and waits until it takes connections; null when it ended before that (its log says why). */
export async function startServerProcess(
  places: Places,
  account: Account,
  postgres: string,
): Promise<ServerProcess | null> {
  const { command, args, ...drop } = account.launch(postgres, ['-D', places.data, ...settings(places)])
  const child = spawn(command, args, {
    ...drop,
    cwd: '/',
    env: plainEnvironment,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  let ended = false
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      ended = true
      resolve()
    }
    child.once('exit', end)
    child.once('error', end)
  })
  if (child.pid === undefined) return null
  const pid = child.pid
  const lifeline = tieLifeline(pid)
  exited.then(lifeline.release)
  // Recovery after a crash takes as long as it takes: there is no deadline while the process lives.
  while (!ended && !isReady(places, pid)) await pause(10)
  return ended ? null : { pid, exited, stop: () => stopProcess(child, exited) }
}

/**
 * Given on the command line, which wins over anything that a file in the data folder says. The log gets what the server
 * says of itself (LOG, FATAL, PANIC), tersely: the messages, details and parameters of a statement's errors and warnings
 * may quote names and phone numbers, and they reach the client that sent the statement anyway.
 */
function settings(places: Places): string[] {
  const values: Record<string, string> = {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: `"${places.run.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    hba_file: places.hba,
    ident_file: places.ident,
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    shared_buffers: '128MB',
    // Rows are found by key, a page at a time: processes that read for others would only cost.
    io_method: 'sync',
    max_connections: '100',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    jit: 'off',
    autovacuum: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_error_verbosity: 'terse',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Postgres writes its state into line 8 of its lock file (pg_ctl reads it there, too). */
function isReady(places: Places, pid: number): boolean {
  try {
    const lines = readFileSync(join(places.data, 'postmaster.pid'), 'utf8').split('\n')
    return lines[0] === String(pid) && lines[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

/**
 * A shell that waits for the end of a pipe from this process. When the supervisor is killed, the kernel closes the pipe
 * and the shell shuts the server down, so that none is left running for ever; a line in the pipe calls it off.
 */
function tieLifeline(serverPid: number): { release(): void } {
  const script = 'read -r word || kill -INT "$1"'
  const shell = spawn('/bin/sh', ['-c', script, 'payrun-lifeline', String(serverPid)], {
    cwd: '/',
    env: plainEnvironment,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  shell.on('error', () => {})
  shell.stdin.on('error', () => {})
  shell.unref()
  return { release: () => shell.stdin.end('released\n') }
}

async function stopProcess(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.kill('SIGINT')
  const harder = setTimeout(() => child.kill('SIGQUIT'), 60_000)
  const hardest = setTimeout(() => child.kill('SIGKILL'), 75_000)
  await exited
  clearTimeout(harder)
  clearTimeout(hardest)
}
