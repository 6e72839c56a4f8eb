import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { plainEnvironment } from './account.ts'
import type { Places } from './places.ts'

/** Who holds the data folder, by Postgres's own lock file and by what the kernel says of the process in it. */
export type Holder =
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
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
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
