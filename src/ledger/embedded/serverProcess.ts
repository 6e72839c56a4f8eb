import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Account, plainEnvironment } from './account.ts'
import type { Places } from './places.ts'

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
