import { hash } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { z } from 'zod'
import type { Matched } from '../payout/reconciliation.ts'
import { say } from '../words/sentence.ts'
import { forbids } from './accounts/actor.ts'
import { type App, type Failure, failure, refused } from './context.ts'
import { hasRoom, isUploadId, keptMs, ownerOf, sweepFolder, takeIn, uploadName, writeBeside } from './keptUploads.ts'

/**
 * A statement that somebody uploaded and has not applied yet. It lies in the home of one desk, in a private folder of its own, for
 * a day, and belongs to whoever uploaded it for that batch: nobody else learns that it is there.
 */
export interface UploadedStatement {
  /** 128 random bits, in hex. */
  id: string
  path: string
  /** What the uploader calls it. */
  name: string
}

const kept = z.object({
  ownerNo: z.number(),
  batch: z.string(),
  name: z.string(),
  file: z.string().regex(/^statement(\.[a-z0-9]{2,6})?$/),
  uploadedAtMs: z.number(),
})

const mostOfOne = 5

/** Where statements arrive, on the disk on which they stay. */
export const statementsFolder = ({ config }: App): string => join(config.home, 'statements')

/** Whether this person may, and there is room; asked before a byte of it is taken. @param bytes as far as the sender says */
export async function roomForStatement(app: App, bytes: number): Promise<{ ok: true } | Failure> {
  const forbidden = forbids(app, 'reconcile')
  if (forbidden) return forbidden
  const folder = statementsFolder(app)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await sweepStatements(app)
  return (await hasRoom(folder, bytes)) ? { ok: true } : failure('usage', say('deskNew.no_room'))
}

/** Keeps a statement that has come whole; of one person the latest five. Killed in between, what is left goes after a day. */
export async function keepStatement(
  app: App,
  batch: string,
  upload: { path: string; name: string },
): Promise<UploadedStatement> {
  const name = uploadName(upload.name)
  const file = `statement${/^\.[a-z0-9]{2,6}$/i.exec(extname(name))?.[0].toLowerCase() ?? ''}`
  const { id, path } = await takeIn(statementsFolder(app), upload.path, file)
  const about = { ownerNo: ownerOf(app), batch, name, file, uploadedAtMs: Date.now() } satisfies z.infer<typeof kept>
  await writeBeside(dirname(path), 'about.json', about)
  await sweepStatements(app)
  return { id, path, name }
}

/** One of the person who asks, for that batch. One of somebody else's, of another desk's, or of yesterday, is not there. */
export async function findStatement(
  app: App,
  batch: string,
  id: string,
): Promise<{ ok: true; statement: UploadedStatement } | Failure> {
  const found = await read(app, id)
  if (!found || found.ownerNo !== ownerOf(app) || found.batch !== batch)
    return refused('not_found', say('deskBatch.no_statement'))
  const { file, name } = found
  return { ok: true, statement: { id, path: join(statementsFolder(app), id, file), name } }
}

async function read(app: App, id: string): Promise<z.infer<typeof kept> | null> {
  if (!isUploadId(id)) return null
  try {
    const about = await readFile(join(statementsFolder(app), id, 'about.json'), 'utf8')
    const found = kept.parse(JSON.parse(about))
    return Date.now() - found.uploadedAtMs > keptMs ? null : found
  } catch {
    return null
  }
}

export const dropStatement = (app: App, { id }: UploadedStatement): Promise<void> =>
  rm(join(statementsFolder(app), id), { recursive: true, force: true })

/** Removes what nobody finds any more, and of whoever asks all but the latest. */
export async function sweepStatements(app: App): Promise<void> {
  const folder = statementsFolder(app)
  await sweepFolder(folder, async (name) => (await read(app, name)) !== null)
  const own: { name: string; atMs: number }[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await read(app, name)
    if (found?.ownerNo === ownerOf(app)) own.push({ name, atMs: found.uploadedAtMs })
  }
  const old = own.sort((one, other) => other.atMs - one.atMs).slice(mostOfOne)
  for (const { name } of old) await rm(join(folder, name), { recursive: true, force: true })
}

/** A hash of what a statement would settle, to compare what a person was shown with what would be done. */
export function shownOf({ resolutions, discrepancies }: Matched): string {
  const settles = resolutions.map(({ row, to, reference }) => [row.line, row.state, to, reference])
  const contradicts = discrepancies.map(({ row, kind }) => [row.line, row.state, kind])
  return hash('sha256', JSON.stringify([settles, contradicts]), 'hex').slice(0, 32)
}
