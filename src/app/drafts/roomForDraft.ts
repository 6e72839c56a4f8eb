import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { say } from '../../words/sentence.ts'
import { forbids } from '../accounts/actor.ts'
import { type App, type Failure, failure } from '../context.ts'
import { hasRoom, sweepFolder } from '../reconcile/keptUploads.ts'
import { draftsFolder, listDrafts, readDraft } from './drafts.ts'

const most = { drafts: 10, bytesOfOne: 2 * 1024 ** 3, bytesOfAll: 8 * 1024 ** 3 }

/**
 * Whether there is room for another draft. Called before the upload starts.
 * @param bytes the size of the upload, according to its sender
 */
export async function roomForDraft(app: App, bytes: number): Promise<{ ok: true } | Failure> {
  const forbidden = forbids(app, 'submit')
  if (forbidden) return forbidden
  const folder = draftsFolder(app)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await sweepDrafts(app)
  // Unreadable drafts don't count: they are removed after the upload.
  const own = (await listDrafts(app)).filter(({ isUnreadable }) => !isUnreadable)
  const ownBytes = own.reduce((sum, each) => sum + each.bytes, 0)
  if (own.length >= most.drafts || ownBytes + bytes > most.bytesOfOne)
    return failure('usage', say('deskNew.too_many_drafts', { drafts: own.length }))
  if ((await bytesIn(folder)) + bytes > most.bytesOfAll || !(await hasRoom(folder, bytes)))
    return failure('usage', say('deskNew.no_room'))
  return { ok: true }
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)))
  return sizes.reduce((sum, each) => sum + (each?.isFile() ? each.size : 0), 0)
}

export const sweepDrafts = (app: App): Promise<void> =>
  sweepFolder(draftsFolder(app), async (name) => (await readDraft(app, name)) !== null)
