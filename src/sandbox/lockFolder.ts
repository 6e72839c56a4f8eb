import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { t } from '../words/t.ts'
import { StateFolderError } from './stateFolderError.ts'

/** Folders that this very process holds: its own id in a lock file says nothing, containers often give out the same. */
const held = new Set<string>()

/**
 * Takes a folder for this process alone. A lock that a dead process left is taken over.
 *
 * @returns gives it back
 * @throws StateFolderError when another process has it, or it can't be written to
 */
export function lockFolder(folder: string): () => void {
  const path = join(resolve(folder), 'lock')
  if (held.has(path)) throw inUse(folder, process.pid, path)
  for (let tries = 0; ; tries++) {
    const holder = tryLock(folder, path)
    if (holder === null) break
    if ((holder !== process.pid && isAlive(holder)) || tries > 10) throw inUse(folder, holder, path)
    takeAway(path, holder)
  }
  held.add(path)
  return () => {
    held.delete(path)
    rmSync(path, { force: true })
  }
}

/** @returns null: it is ours; else the process that holds it (0 when its file says nothing) */
function tryLock(folder: string, path: string): number | null {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx', mode: 0o600 })
    return null
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) {
      throw new StateFolderError(t`${folder} can't be used: give --state a folder that you may write to.`, { cause })
    }
  }
  try {
    return Number(readFileSync(path, 'utf8')) || 0
  } catch {
    return 0
  }
}

/** By renaming, so that of two processes that see a dead lock only one removes it. */
function takeAway(path: string, deadPid: number): void {
  const away = `${path}.${randomUUID()}`
  try {
    renameSync(path, away)
    // Another process was faster, and this is its fresh lock: it gets it back.
    if ((Number(readFileSync(away, 'utf8')) || 0) !== deadPid) linkSync(away, path)
    rmSync(away)
  } catch {
    // Gone already: the next try sees whose lock is there.
  }
}

function isAlive(pid: number): boolean {
  if (pid === 0) return false
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Killed, and not reaped yet: in a container whose first process reaps nobody, that may last. Known on Linux only. */
function isZombie(pid: number): boolean {
  try {
    // After the name, which may have brackets and spaces of its own.
    return /^\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*(?=\))/s, ''))
  } catch {
    return false
  }
}

const inUse = (folder: string, pid: number, path: string): StateFolderError =>
  new StateFolderError(
    t`${folder} is in use by another sandbox (process ${pid}): stop it, or give --state another folder. If that process is no sandbox, remove ${path}.`,
  )
