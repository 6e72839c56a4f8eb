import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { t } from '../words/t.ts'
import { fileFailure, type WrittenThing } from './fileFailure.ts'
import { removeLeftovers, temporaryPath } from './temporaryFiles.ts'

export type Pieces = AsyncIterable<string | Uint8Array>

export type ReplaceResult = { ok: true; path: string } | { ok: false; message: string }

export interface FileToReplace {
  path: string
  what: WrittenThing
  pieces: Pieces
  /** Looks at the finished file before it takes its name. What it says against it is why the old file stays. */
  objection?: (temporary: string) => Promise<string | null>
}

/**
 * Writes a file whole or not at all. A temporary file in the same folder (mode 0600: what is written holds names, numbers
 * and sums) is written, synced and renamed, and then the folder is synced. Whatever fails, the old file stays and the
 * temporary one goes. Crash window: a process that is killed on the way leaves it, and whoever next writes a file into
 * that folder removes it. A link is followed: the file that it names is replaced, not the link.
 * Errors of `pieces` itself (the ledger's) are thrown as they are, after the clearing up.
 */
export async function replaceFile({ path, what, pieces, objection }: FileToReplace): Promise<ReplaceResult> {
  const place = await findPlace(resolve(path), what)
  if (!place.ok) return place
  const folder = dirname(place.target)
  // Before, not after: on a full disk this may be the room that is missing.
  await removeLeftovers(folder)
  const temporary = temporaryPath(folder, what)
  const opened = await onDisk(open(temporary, 'wx', 0o600))
  if (!opened.ok) return fileFailure(path, opened.error, what)
  try {
    const filling = await fill(opened.value, pieces)
    if (filling !== null) return fileFailure(path, filling, what)
    const message = (await objection?.(temporary)) ?? null
    if (message !== null) return { ok: false, message }
    const error = await putInPlace(temporary, place.target, folder)
    return error === null ? { ok: true, path: resolve(path) } : fileFailure(path, error, what)
  } finally {
    await rm(temporary, { force: true })
  }
}

/**
 * Where the file goes. Renaming over a device or a pipe (`-o /dev/stdout`) would destroy it for the whole machine,
 * so only a plain file is ever replaced.
 */
async function findPlace(
  path: string,
  what: WrittenThing,
): Promise<{ ok: true; target: string } | { ok: false; message: string }> {
  const target = await onDisk(realpath(path))
  if (!target.ok)
    return target.error.code === 'ENOENT' ? { ok: true, target: path } : fileFailure(path, target.error, what)
  const found = await onDisk(stat(target.value))
  if (!found.ok) return fileFailure(path, found.error, what)
  if (found.value.isDirectory()) return fileFailure(path, { code: 'EISDIR' }, what)
  if (found.value.isFile()) return { ok: true, target: target.value }
  return {
    ok: false,
    message: notPlain[what](path),
  }
}

const notPlain: Readonly<Record<WrittenThing, (path: string) => string>> = {
  report: (path) =>
    t`The report can't be written to ${path}: it is not a plain file. Name a file, or leave the file out to get the report on standard output.`,
  copy: (path) => t`The copy can't be written to ${path}: it is not a plain file. Name a file.`,
  template: (path) =>
    t`The template can't be written to ${path}: it is not a plain file. Name a file, or leave the file out to get the template on standard output.`,
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

async function putInPlace(temporary: string, target: string, folder: string): Promise<NodeJS.ErrnoException | null> {
  return (await errorOf(rename(temporary, target))) ?? (await syncFolder(folder))
}

/** Some file systems can't sync a folder, and some folders can't be opened to read: the report is in place then too. */
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
async function onDisk<T>(operation: Promise<T>): Promise<DiskResult<T>> {
  try {
    return { ok: true, value: await operation }
  } catch (error) {
    if (isSystemError(error)) return { ok: false, error }
    throw error
  }
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error
