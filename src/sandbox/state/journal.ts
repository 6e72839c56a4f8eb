import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { SaidError } from '../../words/render.ts'
import { say } from '../../words/sentence.ts'

interface Journal<Entry> {
  /** The entries of earlier runs, in order. */
  found: Entry[]
  /**
   * The entry is written when this returns.
   * @throws if it can't be written; then no part of it is in the file
   */
  append(entry: Entry): void
  /** How many entries the file has. */
  lines(): number
  /** Replaces all entries by these, all or nothing. */
  compact(entries: Iterable<Entry>): void
  close(): void
}

/**
 * An append-only file of JSON lines in a folder that only one process may use at a time. It survives the death of the process at any
 * moment: an incomplete last line is dropped. A crash of the machine may lose the last lines, which is acceptable for a sandbox.
 *
 * @throws StateFolderError if the folder is in use or not writable, or if the file is damaged before its end
 */
export function openJournal<Entry>(folder: string): Journal<Entry> {
  makeFolder(folder)
  const unlock = lockFolder(folder)
  const path = join(folder, 'journal.ndjson')
  try {
    const read = readEntries<Entry>(path)
    let file = openSync(path, 'a', 0o600)
    // Removes an incomplete last line, so that the next line doesn't continue it.
    ftruncateSync(file, read.goodBytes)
    let bytes = read.goodBytes
    let lines = read.entries.length

    return {
      found: read.entries,
      lines: () => lines,
      append: (entry) => {
        const line = Buffer.from(`${JSON.stringify(entry)}\n`)
        try {
          writeWhole(file, line)
        } catch (cause) {
          // If the disk fills up in the middle of a line, the lines before it stay readable.
          ftruncateSync(file, bytes)
          throw cause
        }
        bytes += line.length
        lines += 1
      },
      compact: (entries) => {
        const kept = [...entries].map((entry) => `${JSON.stringify(entry)}\n`)
        const text = Buffer.from(kept.join(''))
        const fresh = `${path}.new`
        writeFileSync(fresh, text, { mode: 0o600, flush: true })
        renameSync(fresh, path)
        closeSync(file)
        file = openSync(path, 'a', 0o600)
        bytes = text.length
        lines = kept.length
      },
      close: () => {
        fsyncSync(file)
        closeSync(file)
        unlock()
      },
    }
  } catch (cause) {
    unlock()
    throw cause
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new StateFolderError(say('sandbox.folder_unusable', { folder }), { cause })
  }
}

function readEntries<Entry>(path: string): { entries: Entry[]; goodBytes: number } {
  if (!existsSync(path)) return { entries: [], goodBytes: 0 }
  const all = readFileSync(path)
  // A line without an end was being written when the process died.
  const goodBytes = all.lastIndexOf(0x0a) + 1
  const lines = all.toString('utf8', 0, goodBytes).split('\n').slice(0, -1)
  const entries = lines.map((line, index): Entry => {
    try {
      return JSON.parse(line) as Entry
    } catch (cause) {
      throw new StateFolderError(say('sandbox.line_damaged', { line: index + 1, path }), { cause })
    }
  })
  return { entries, goodBytes }
}

function writeWhole(file: number, line: Buffer): void {
  for (let written = 0; written < line.length; ) written += writeSync(file, line, written)
}

/** The folders that this process holds. Its own id in a lock file proves nothing, because containers often have the same ids. */
const held = new Set<string>()

/**
 * Locks a folder for this process. The lock of a dead process is taken over.
 *
 * @returns a function that releases it
 * @throws StateFolderError if another process holds it, or if it isn't writable
 */
function lockFolder(folder: string): () => void {
  const path = join(resolve(folder), 'lock')
  if (held.has(path)) throw inUse(folder, process.pid, path)
  for (let tries = 0; ; tries++) {
    const holder = tryLock(folder, path)
    if (holder === null) break
    if ((holder !== process.pid && isAlive(holder)) || tries > 10) throw inUse(folder, holder, path)
    removeDeadLock(path, holder)
  }
  held.add(path)
  return () => {
    held.delete(path)
    rmSync(path, { force: true })
  }
}

/** @returns null if we got the lock, otherwise the process that holds it (0 if the file doesn't say) */
function tryLock(folder: string, path: string): number | null {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx', mode: 0o600 })
    return null
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) {
      throw new StateFolderError(say('sandbox.folder_unusable', { folder }), { cause })
    }
  }
  try {
    return Number(readFileSync(path, 'utf8')) || 0
  } catch {
    return 0
  }
}

/** Renames the lock, so that only one of two processes that find a dead lock removes it. */
function removeDeadLock(path: string, deadPid: number): void {
  const away = `${path}.${randomUUID()}`
  try {
    renameSync(path, away)
    // Another process was faster and this is its new lock: put it back.
    if ((Number(readFileSync(away, 'utf8')) || 0) !== deadPid) linkSync(away, path)
    rmSync(away)
  } catch {
    // It is gone already: the next try reads the current lock.
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

/** Killed, but not reaped yet. In a container whose first process doesn't reap, that may last. Only detected on Linux. */
function isZombie(pid: number): boolean {
  try {
    // After the name, which may contain brackets and spaces.
    return /^\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*(?=\))/s, ''))
  } catch {
    return false
  }
}

const inUse = (folder: string, pid: number, path: string): StateFolderError =>
  new StateFolderError(say('sandbox.folder_in_use', { folder, pid, path }))

/** A state folder that can't be used as it is. */
export class StateFolderError extends SaidError {}
