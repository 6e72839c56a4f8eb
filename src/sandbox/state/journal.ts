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
  /** What an earlier run left, in its order. */
  found: Entry[]
  /** Written before it returns. @throws when it could not be: then nothing of it is in the file */
  append(entry: Entry): void
  /** How many entries the file holds. */
  lines(): number
  /** Replaces all entries by these, at once or not at all. */
  compact(entries: Iterable<Entry>): void
  close(): void
}

/**
 * An append-only file of JSON lines in a folder that one process at a time may use. It survives the death of the process
 * at any moment: a last line that was cut off is dropped. Losing the machine may lose the last lines, which is enough for
 * a sandbox.
 *
 * @throws StateFolderError when the folder is in use, is not writable, or the file is damaged before its end
 */
export function openJournal<Entry>(folder: string): Journal<Entry> {
  makeFolder(folder)
  const unlock = lockFolder(folder)
  const path = join(folder, 'journal.ndjson')
  try {
    const read = readEntries<Entry>(path)
    let file = openSync(path, 'a', 0o600)
    // The torn end goes, so that the next line does not continue it.
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
          // A disk that filled up half-way through a line: what stands before it stays readable.
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
  // What has no end of line was being written when the process died.
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

/** Folders that this very process holds: its own id in a lock file says nothing, containers often give out the same. */
const held = new Set<string>()

/**
 * Takes a folder for this process alone. A lock that a dead process left is taken over.
 *
 * @returns releases it
 * @throws StateFolderError when another process has it, or it can't be written to
 */
function lockFolder(folder: string): () => void {
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
      throw new StateFolderError(say('sandbox.folder_unusable', { folder }), { cause })
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
  new StateFolderError(say('sandbox.folder_in_use', { folder, pid, path }))

/** A folder for the sandbox's state that can't be used as it is. */
export class StateFolderError extends SaidError {}
