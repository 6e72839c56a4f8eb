import { hash } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { z } from 'zod'
import type { Matched } from '../../payout/reconciliation.ts'
import { say } from '../../words/sentence.ts'
import { forbids } from '../accounts/actor.ts'
import { type App, type Failure, failure, refused } from '../context.ts'
import { hasRoom, isUploadId, keptMs, ownerOf, sweepFolder, takeIn, uploadName, writeBeside } from './keptUploads.ts'

/**
 * A statement that somebody uploaded and has not applied yet. It is kept for a day in a private folder in the home of one desk, and
 * belongs to the person who uploaded it for that batch. Nobody else can see that it exists.
 */
export interface UploadedStatement {
  /** 128 random bits, in hex. */
  id: string
  path: string
  /** The uploader's name for it. */
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

/** The folder for incoming statements, on the same disk as their final place. */
export const statementsFolder = ({ config }: App): string => join(config.home, 'statements')

/** Checks permission and disk space before anything is received. @param bytes the size that the sender announces */
export async function roomForStatement(app: App, bytes: number): Promise<{ ok: true } | Failure> {
  const forbidden = forbids(app, 'reconcile')
  if (forbidden) return forbidden
  const folder = statementsFolder(app)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await sweepStatements(app)
  return (await hasRoom(folder, bytes)) ? { ok: true } : failure('usage', say('deskNew.no_room'))
}

/** Keeps a complete upload, and only the latest five of a person. If it is killed in between, leftovers are removed after a day. */
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

/** Finds the caller's own statement for that batch. Those of other people, other desks or earlier days are not found. */
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

/** Removes expired statements, and all but the latest of the caller. */
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

/** A hash of what a statement would settle, to check that what is done is what the person was shown. */
export function shownOf({ resolutions, discrepancies }: Matched): string {
  const settles = resolutions.map(({ row, to, reference }) => [row.line, row.state, to, reference])
  const contradicts = discrepancies.map(({ row, kind }) => [row.line, row.state, kind])
  return hash('sha256', JSON.stringify([settles, contradicts]), 'hex').slice(0, 32)
}
