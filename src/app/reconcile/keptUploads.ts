import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { removeLeftovers, temporaryPath, writeDurably } from '../../durableFile.ts'
import { actorOf } from '../accounts/actor.ts'
import type { App } from '../context.ts'

/**
 * Uploaded files of any kind. Each is kept for a day in its own private folder in the home of one desk, and belongs to the person
 * who uploaded it.
 */

/** A day. */
export const keptMs = 24 * 60 * 60 * 1000

/** The share of a disk that has to stay free. */
const freeShare = 0.05

/** 128 random bits, in hex. */
export const isUploadId = (id: string): boolean => /^[0-9a-f]{32}$/.test(id)

/** Uploads belong to people: a key has no account number. */
export const ownerOf = (app: App): number => actorOf(app).account?.accountNo ?? 0

/** The uploader's name for it. */
export const uploadName = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(-200)

/** Moves a complete upload into its own folder. @param all the parent of these folders */
export async function takeIn(all: string, arrived: string, file: string): Promise<{ id: string; path: string }> {
  const id = randomBytes(16).toString('hex')
  await mkdir(join(all, id), { mode: 0o700 })
  const path = join(all, id, file)
  await rename(arrived, path)
  return { id, path }
}

/** Writes what is known about an upload next to it. */
export async function writeBeside(folder: string, file: string, about: unknown): Promise<void> {
  const error = await writeDurably({
    path: join(folder, file),
    temporary: temporaryPath(folder, 'input'),
    pieces: [JSON.stringify(about)],
  })
  if (error) throw error
}

/**
 * Removes what is older than a day, and the partial upload that a killed desk left.
 *
 * @param isFound whether anybody still finds what lies under a name: that stays
 */
export async function sweepFolder(folder: string, isFound: (name: string) => Promise<boolean>): Promise<void> {
  await removeLeftovers(folder)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const stats = await stat(path).catch(() => null)
    const isOld = stats !== null && Date.now() - stats.mtimeMs > keptMs
    if (isOld && !(await isFound(name))) await rm(path, { recursive: true, force: true })
  }
}

/** Whether the disk has room for this many more bytes. */
export async function hasRoom(folder: string, bytes: number): Promise<boolean> {
  const disk = await statfs(folder)
  return disk.bavail * disk.bsize - bytes >= disk.blocks * disk.bsize * freeShare
}
