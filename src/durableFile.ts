import { hash, randomBytes } from 'node:crypto'
import {
  access,
  constants,
  type FileHandle,
  link,
  lstat,
  open,
  readdir,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isGone, ownIdentity, type ProcessIdentity } from './process.ts'
import { foreignLink } from './trust.ts'
import { type Sentence, say } from './words/sentence.ts'

type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

interface DurableFile {
  path: string
  /** The path where it is written first, on the same file system. */
  temporary: string
  pieces: Pieces
  /** Don't replace a file that already has the name (EEXIST): of several writers, only one succeeds. */
  isNew?: boolean
  /** Called when the file is complete. If it returns false, the file is dropped. */
  isWanted?: (temporary: string) => Promise<boolean>
}

/**
 * Writes a file completely or not at all, so that it survives a crash of the machine: a temporary file (mode 0600) is written, synced
 * and renamed, and then its folder is synced. If anything fails, the old file stays, and the temporary one is removed. Crash window: a
 * process that is killed in between leaves the temporary file.
 *
 * @returns the file system's error, or null. Errors of `pieces` and `isWanted` are thrown.
 */
export async function writeDurably(file: DurableFile): Promise<NodeJS.ErrnoException | null> {
  const { path, temporary, pieces, isNew = false, isWanted } = file
  const opened = await onDisk(open(temporary, 'wx', 0o600))
  if (!opened.ok) return opened.error
  try {
    const filling = await fill(opened.value, pieces)
    if (filling !== null) return filling
    if (isWanted && !(await isWanted(temporary))) return null
    // Only one of several processes can create the link, and its file is already complete.
    const naming = await errorOf(isNew ? link(temporary, path) : rename(temporary, path))
    return naming ?? (await syncFolder(dirname(path)))
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Writes, syncs and closes the file. A disk error is returned; an error of the pieces is thrown. */
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

/** Some file systems can't sync a folder, and some folders can't be opened for reading: even then the file is in place. */
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

/** Returns errors of the file system, which are expected, and throws all others. */
export async function onDisk<T>(operation: Promise<T>): Promise<DiskResult<T>> {
  try {
    return { ok: true, value: await operation }
  } catch (error) {
    if (isSystemError(error)) return { ok: false, error }
    throw error
  }
}

export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error

export type ReplaceResult = { ok: true; path: string } | { ok: false; message: Sentence }

interface FileToReplace {
  path: string
  what: WrittenThing
  pieces: Pieces
  /** Checks the finished file before it gets its name. If it returns a sentence, the old file stays. */
  objection?: (temporary: string) => Promise<Sentence | null>
}

/**
 * Writes a file completely or not at all (see `writeDurably`), with mode 0600 because it contains names, numbers and sums. Crash window:
 * a process that is killed in between leaves a temporary file, which the next writer in that folder removes. A link is followed: its
 * file is replaced, not the link. A link to no file is never replaced. Errors of `pieces` itself (the ledger's) are thrown after the
 * cleanup.
 */
export async function replaceFile({ path, what, pieces, objection }: FileToReplace): Promise<ReplaceResult> {
  const place = await findPlace(resolve(path), what)
  if (!place.ok) return place
  const folder = dirname(place.target)
  // Before writing: on a full disk, this may be the space that is missing.
  await removeLeftovers(folder)
  let message: Sentence | null = null
  const error = await writeDurably({
    path: place.target,
    temporary: temporaryPath(folder, what),
    pieces,
    isWanted: async (temporary) => {
      message = (await objection?.(temporary)) ?? null
      return message === null
    },
  })
  if (error?.code === 'ENOENT' && (await isFolder(folder))) return notPlain(path, what)
  if (error !== null) return fileFailure(path, error, what)
  return message === null ? { ok: true, path: resolve(path) } : { ok: false, message }
}

/** Why a file can't be written there now; null if no reason is known. Changes nothing. */
export async function whyNotWritable(path: string, what: WrittenThing): Promise<Sentence | null> {
  const place = await findPlace(resolve(path), what)
  if (!place.ok) return place.message
  const allowed = await onDisk(access(dirname(place.target), constants.W_OK | constants.X_OK))
  return allowed.ok ? null : fileFailure(path, allowed.error, what).message
}

/** In an existing folder, "no such file" means that no file can be created in it: `-o >(cat)` is in `/dev/fd`. */
const isFolder = async (path: string): Promise<boolean> => {
  const found = await onDisk(stat(path))
  return found.ok && found.value.isDirectory()
}

/**
 * The real path of the file. Renaming over a device or a pipe (`-o /dev/stdout`) would destroy it for the whole machine, and so would
 * renaming over the link to it, which resolves to nothing if standard output is a pipe. Only a plain file is ever replaced.
 */
async function findPlace(
  path: string,
  what: WrittenThing,
): Promise<{ ok: true; target: string } | { ok: false; message: Sentence }> {
  const link = foreignLink(path)
  if (link !== null) return { ok: false, message: say('settings.link_of_another', { path: link }) }
  const target = await onDisk(realpath(path))
  if (!target.ok) {
    if (target.error.code !== 'ENOENT') return fileFailure(path, target.error, what)
    const itself = await onDisk(lstat(path))
    return itself.ok && itself.value.isSymbolicLink() ? notPlain(path, what) : { ok: true, target: path }
  }
  const found = await onDisk(stat(target.value))
  if (!found.ok) return fileFailure(path, found.error, what)
  if (found.value.isDirectory()) return fileFailure(path, { code: 'EISDIR' }, what)
  if (found.value.isFile()) return { ok: true, target: target.value }
  return notPlain(path, what)
}

const notPlain = (path: string, what: WrittenThing) => ({ ok: false as const, message: notPlainSentences[what](path) })

const notPlainSentences: Readonly<Record<WrittenThing, (path: string) => Sentence>> = {
  report: (path) => say('settings.report_cant_written_not_plain_file', { path }),
  copy: (path) => say('settings.copy_cant_written_not_plain_file', { path }),
  template: (path) => say('settings.template_cant_written_not_plain_file', { path }),
  anchor: (path) => say('settings.anchor_cant_written_not_plain_file', { path }),
}

/**
 * Where a file is written first: in the same folder, hidden, with a name that identifies the process that writes it,
 * `.payrun-report-<pid>-<its start>-<its machine>-<random>.tmp`.
 */
export function temporaryPath(
  folder: string,
  what: WrittenThing | 'input',
  writer: ProcessIdentity = ownIdentity(),
): string {
  const parts = [what, writer.pid, writer.processStart, machineOf(writer), randomBytes(6).toString('hex')]
  return join(folder, `.payrun-${parts.join('-')}.tmp`)
}

/**
 * Removes the files of dead writers from a folder, with their names, numbers and sums. On this machine, since its last boot, a process
 * either exists or is gone. About any other process, only its last write is known: after a day it counts as dead. What can't be read
 * or removed stays.
 */
export async function removeLeftovers(folder: string): Promise<void> {
  const own = ownIdentity()
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => temporaryName.test(each))) {
    const path = join(folder, name)
    if (await isLeftover(path, name, own).catch(() => false)) await rm(path, { force: true }).catch(() => undefined)
  }
}

const temporaryName = /^\.payrun-(?:report|copy|template|anchor|input)-.+\.tmp(?:\.xlsx)?$/
const withWriter = /-(\d+)-(\d*)-([0-9a-f]{12})-[0-9a-f]{12}\.tmp(?:\.xlsx)?$/
const silentMs = 86_400_000

async function isLeftover(path: string, name: string, own: ProcessIdentity): Promise<boolean> {
  const [, pid, processStart = '', machine] = withWriter.exec(name) ?? []
  const file = await lstat(path)
  if (!file.isFile()) return false
  if (machine === machineOf(own)) return isGone({ ...own, pid: Number(pid), processStart }, own)
  return Date.now() - file.mtimeMs > silentMs
}

/** A machine since its last boot. A container counts as a machine of its own. */
const machineOf = ({ host, bootId }: ProcessIdentity): string =>
  hash('sha256', `${host}\n${bootId}`, 'hex').slice(0, 12)

/** What is written to a file that a person has named. */
type WrittenThing = 'report' | 'copy' | 'template' | 'anchor'

/** A sentence for a file that could not be written: what is wrong, where, and how to fix it. */
function fileFailure(
  path: string,
  error: { code?: string | undefined },
  what: WrittenThing,
): { ok: false; message: Sentence } {
  return { ok: false, message: sentences[what](path, reason(path, error.code)) }
}

const sentences: Readonly<Record<WrittenThing, (path: string, reason: Sentence) => Sentence>> = {
  report: (path, reason) => say('settings.report_cant_written', { path, reason }),
  copy: (path, reason) => say('settings.copy_cant_written', { path, reason }),
  template: (path, reason) => say('settings.template_cant_written', { path, reason }),
  anchor: (path, reason) => say('settings.anchor_cant_written', { path, reason }),
}

function reason(path: string, code: string | undefined): Sentence {
  switch (code) {
    case 'ENOENT':
      return say('settings.folder_does_not_exist_create_name', { path: dirname(path) })
    case 'ENOTDIR':
      return say('settings.part_file_not_folder_name_another', { path: dirname(path) })
    case 'EISDIR':
      return say('settings.folder_name_file')
    case 'EACCES':
    case 'EPERM':
      return say('settings.you_may_not_write_folder_permission', { path: dirname(path) })
    case 'EROFS':
      return say('settings.disk_can_only_read_name_file')
    case 'ENOSPC':
    case 'EDQUOT':
      return say('settings.disk_full_make_room_name_file')
    case 'EFBIG':
      return say('settings.larger_file_may_name_file_another')
    case 'ENAMETOOLONG':
      return say('settings.name_too_long_choose_shorter_one')
    case 'ELOOP':
      return say('settings.links_way_go_round_circle_name')
    default:
      return say('settings.system_answered_try_again_name_another', { code: code ?? say('settings.unknown_error') })
  }
}
