import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { notTakenCodes, unknownCodes } from '../payout/outcome.ts'
import type { Settlement } from './exchangeStatement.ts'

const attempt = z.object({ batchNo: z.int(), line: z.int(), attempt: z.int(), workerNo: z.int() })
const reference = z.string().nullable()
const outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paid'), providerReference: reference }),
  z.object({
    kind: z.literal('accepted'),
    providerReference: z.string(),
    code: z.literal('not_final'),
    message: z.string(),
  }),
  z.object({
    kind: z.literal('failed'),
    providerReference: reference,
    code: z.literal('refused'),
    message: z.string(),
  }),
  z.object({
    kind: z.literal('unknown'),
    providerReference: reference,
    code: z.enum(unknownCodes),
    message: z.string(),
  }),
  z.object({ kind: z.literal('not_taken'), code: z.enum(notTakenCodes), message: z.string() }),
])
const spooled = z.array(z.object({ attempt, outcome }))

/** Each ledger has a folder of its own: its row numbers mean nothing in another ledger. */
const folderOf = (home: string, installationId: string): string => join(home, 'spool', installationId)

/**
 * Keep answers that the database could not take before this process had to end: one file, whole or not there, readable
 * by its owner only. It holds row numbers and outcomes, no names or phone numbers.
 */
export async function writeSpool(
  home: string,
  installationId: string,
  settlements: readonly Settlement[],
): Promise<string> {
  const folder = folderOf(home, installationId)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${Date.now()}-${process.pid}-${randomBytes(4).toString('hex')}.json`)
  // Crash window: died before the rename, the part is never read, and its rows become unknown with this process's lease.
  await writeSynced(`${path}.part`, JSON.stringify(settlements))
  await rename(`${path}.part`, path)
  const opened = await open(folder)
  await opened.sync().finally(() => opened.close())
  return path
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

export interface Replay {
  settle(settlement: Settlement): Promise<unknown>
  /** Hears of a file that can't be read: it is set aside under `.bad`, and the others go on. */
  onUnreadable(path: string): void
}

/**
 * Settle what earlier processes of this ledger left in the spool. A file goes only after all its answers are in the
 * ledger; replaying one twice changes nothing, since an attempt is settled once.
 *
 * @returns how many answers were replayed
 */
export async function replaySpool(
  home: string,
  installationId: string,
  { settle, onUnreadable }: Replay,
): Promise<number> {
  const folder = folderOf(home, installationId)
  const names = await readdir(folder).catch(() => [])
  let replayed = 0
  for (const name of names.filter((each) => each.endsWith('.json')).sort()) {
    const path = join(folder, name)
    const settlements = await readSpooled(path)
    if (settlements === 'gone') continue
    if (settlements === 'unreadable') {
      // Another process may have set it aside at the same moment.
      await rename(path, `${path}.bad`).catch(() => undefined)
      onUnreadable(`${path}.bad`)
      continue
    }
    await Promise.all(settlements.map(settle))
    // Crash window: died before the file goes, it is replayed once more and changes nothing.
    await rm(path, { force: true })
    replayed += settlements.length
  }
  return replayed
}

/** `gone`: another process, starting at the same moment, has replayed it. */
async function readSpooled(path: string): Promise<Settlement[] | 'gone' | 'unreadable'> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'gone'
    throw error
  }
  try {
    const read = spooled.safeParse(JSON.parse(text))
    return read.success ? read.data : 'unreadable'
  } catch {
    return 'unreadable'
  }
}
