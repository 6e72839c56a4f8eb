import { type FileHandle, link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

export type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

export interface DurableFile {
  path: string
  /** Where it is written before it takes its name: a path of its own, on the same file system. */
  temporary: string
  pieces: Pieces
  /** Refuse to replace a file that has the name already (EEXIST): of any number of writers, one succeeds. */
  isNew?: boolean
  /** Asked when the file is whole. False: it doesn't take its name. */
  isWanted?: (temporary: string) => Promise<boolean>
}

/**
 * Writes a file whole or not at all, and so that it survives a crash of the machine: a temporary file (mode 0600) is written,
 * synced and renamed, and then its folder is synced. Whatever fails, a file that had the name before stays, and the temporary
 * one goes. Crash window: a process that is killed on the way leaves the temporary file.
 *
 * @returns the file system's error, null if there was none. What `pieces` and `isWanted` throw is thrown on.
 */
export async function writeDurably(file: DurableFile): Promise<NodeJS.ErrnoException | null> {
  const { path, temporary, pieces, isNew = false, isWanted } = file
  const opened = await onDisk(open(temporary, 'wx', 0o600))
  if (!opened.ok) return opened.error
  try {
    const filling = await fill(opened.value, pieces)
    if (filling !== null) return filling
    if (isWanted && !(await isWanted(temporary))) return null
    // A link is made by one of any number of processes, and the file behind it is whole already.
    const naming = await errorOf(isNew ? link(temporary, path) : rename(temporary, path))
    return naming ?? (await syncFolder(dirname(path)))
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Every byte on the disk, and the file closed; an error of the disk is returned, one of the pieces is thrown. */
async function fill(file: FileHandle, pieces: Pieces): Promise<NodeJS.ErrnoException | null> {
  let error: NodeJS.ErrnoException | null = null
  try {
    for await (const piece of pieces) {
      error = await errorOf(file.appendFile(piece))
      if (error !== null) break
    }
    error ??= await errorOf(file.sync())
  } finally {
    const closing = await errorOf(file.close())
    error ??= closing
  }
  return error
}

/** Some file systems can't sync a folder, and some folders can't be opened to read: the file is in place then too. */
const harmless: ReadonlySet<string | undefined> = new Set(['EINVAL', 'ENOTSUP', 'EISDIR', 'EACCES', 'EPERM'])

async function syncFolder(path: string): Promise<NodeJS.ErrnoException | null> {
  const opened = await onDisk(open(path, 'r'))
  const error = opened.ok ? await errorOf(opened.value.sync()) : opened.error
  if (opened.ok) await errorOf(opened.value.close())
  return error === null || harmless.has(error.code) ? null : error
}

type DiskResult<T> = { ok: true; value: T } | { ok: false; error: NodeJS.ErrnoException }

async function errorOf(operation: Promise<unknown>): Promise<NodeJS.ErrnoException | null> {
  const done = await onDisk(operation)
  return done.ok ? null : done.error
}

/** Tells errors of the file system, which are expected, from everything else, which is thrown on. */
export async function onDisk<T>(operation: Promise<T>): Promise<DiskResult<T>> {
  try {
    return { ok: true, value: await operation }
  } catch (error) {
    if (isSystemError(error)) return { ok: false, error }
    throw error
  }
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error
