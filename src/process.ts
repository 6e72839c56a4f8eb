import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

/** Where and as what a process runs, so that another process of the same machine can tell whether it's still there. */
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
 * Whether a process of this very machine is gone: its pid is free, was given to another process, or waits for nothing but to be
 * reaped. Another boot proves nothing: two machines may have one name.
 */
export function isGone({ host, bootId, pid, processStart }: ProcessIdentity, own = ownIdentity()): boolean {
  if (host !== own.host || bootId !== own.bootId) return false
  const stat = readStat(pid)
  // Without /proc (macOS), or where it hides the processes of others, a pid is all there is.
  return stat ? stat.start !== processStart || stat.isDead : !hasProcess(pid)
}

/** When the process was started, as the kernel counts it, and whether it is a zombie; undefined when that can't be read. */
function readStat(pid: number): { start: string | undefined; isDead: boolean } | undefined {
  try {
    // After the parenthesised name, which may hold anything, come the state and, as the 20th field, the start time (proc(5)).
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
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Containers may share a host name: a pid means something only inside its namespace. */
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

export type StopSignal = 'SIGINT' | 'SIGTERM'

/** One Ctrl-C can arrive twice: from the terminal, and handed on by npm. A person's second one comes later than this. */
const echoMs = 1_000

/**
 * Listen for Ctrl-C and a polite kill. The first calls `onFirst`, which lets what is in flight finish; each further one
 * calls `onAgain`, which may quit. (SIGHUP, the terminal closing, counts as SIGTERM.)
 *
 * @returns takes the listeners off again
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

/** Wait for something on the way out, but not for ever: it may hang or fail, and we leave all the same. */
export const atMost = async (ms: number, work: Promise<unknown>): Promise<void> => {
  await Promise.race([work.catch(() => undefined), delay(ms, undefined, { ref: false })])
}
