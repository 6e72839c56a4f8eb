import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeDurably } from '../../durableFile.ts'
import { notTakenCodes, unknownCodes } from '../../payout/outcome.ts'
import { hasCode } from '../../process.ts'
import { readTrusted } from '../../trust.ts'
import { readSentence } from '../../words/sentence.ts'
import type { Settlement } from './statement.ts'

const attempt = z.object({ batchNo: z.int(), line: z.int(), attempt: z.int(), workerNo: z.int() })
const reference = z.string().nullable()
const message = z.union([
  z.string(),
  z
    .unknown()
    .transform(readSentence)
    .refine((sentence) => sentence !== null),
])
const outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paid'), providerReference: reference }),
  z.object({
    kind: z.literal('accepted'),
    providerReference: z.string(),
    code: z.literal('not_final'),
    message,
  }),
  z.object({
    kind: z.literal('failed'),
    providerReference: reference,
    code: z.literal('refused'),
    message,
  }),
  z.object({
    kind: z.literal('unknown'),
    providerReference: reference,
    code: z.enum(unknownCodes),
    message,
  }),
  z.object({ kind: z.literal('not_taken'), code: z.enum(notTakenCodes), message }),
])
const outboxFile = z.array(z.object({ attempt, outcome }))

/** Each ledger has a folder of its own: its row numbers mean nothing in another ledger. */
const folderOf = (home: string, installationId: string): string => join(home, 'outbox', installationId)

/**
 * Keep answers that the database could not take before this process had to end, in one file that is complete or not there, and readable by
 * its owner only. It holds row numbers and outcomes, no names or phone numbers.
 *
 * @returns its path
 */
export async function writeOutbox(
  home: string,
  installationId: string,
  settlements: readonly Settlement[],
): Promise<string> {
  const folder = folderOf(home, installationId)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${Date.now()}-${process.pid}-${randomBytes(4).toString('hex')}.json`)
  // Crash window: if the process dies before the rename, the part is never read, and its rows become unknown with this process's lease.
  const error = await writeDurably({ path, temporary: `${path}.part`, pieces: [JSON.stringify(settlements)] })
  if (error !== null) throw error
  return path
}

interface Replay {
  settle(settlement: Settlement): Promise<unknown>
  /** Hears of a file that can't be read: it is renamed to `.bad`, and the others go on. */
  onUnreadable(path: string): void
}

/**
 * Settle what earlier processes left in this ledger's outbox. A file is deleted only after all its answers are in the ledger; replaying it
 * twice changes nothing, since an attempt is settled once.
 *
 * @returns how many answers were replayed
 */
export async function replayOutbox(
  home: string,
  installationId: string,
  { settle, onUnreadable }: Replay,
): Promise<number> {
  const folder = folderOf(home, installationId)
  const names = await readdir(folder).catch(() => [])
  let replayed = 0
  for (const name of names.filter((each) => each.endsWith('.json')).sort()) {
    const path = join(folder, name)
    const settlements = await readOutboxFile(path)
    if (settlements === 'gone') continue
    if (settlements === 'unreadable') {
      // Another process may have set it aside at the same moment.
      await rename(path, `${path}.bad`).catch(() => undefined)
      onUnreadable(`${path}.bad`)
      continue
    }
    await Promise.all(settlements.map(settle))
    // Crash window: if the process dies before the file is deleted, it is replayed once more and changes nothing.
    await rm(path, { force: true })
    replayed += settlements.length
  }
  return replayed
}

/** `gone`: another process, starting at the same moment, has replayed it. */
async function readOutboxFile(path: string): Promise<Settlement[] | 'gone' | 'unreadable'> {
  let text: string
  try {
    text = readTrusted(path)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 'gone'
    throw error
  }
  try {
    const read = outboxFile.safeParse(JSON.parse(text))
    return read.success ? read.data : 'unreadable'
  } catch {
    return 'unreadable'
  }
}

interface OutboxWaiting {
  /** Files of answers that the next process of the ledger records. */
  files: number
  /** Those of other ledgers. Nothing with this one records them. */
  ofOthers: number
  /** Files that couldn't be read and were set aside. */
  unreadable: number
}

/** What lies in the outbox of a PAYRUN_HOME. If the ledger isn't known (null), it may all be its own. */
export async function outboxWaiting(home: string, installationId: string | null): Promise<OutboxWaiting> {
  const waiting = { files: 0, ofOthers: 0, unreadable: 0 }
  for (const ledger of await readdir(join(home, 'outbox')).catch(() => [])) {
    for (const name of await readdir(join(home, 'outbox', ledger)).catch(() => [])) {
      const isOwn = installationId === null || ledger === installationId
      if (name.endsWith('.json')) waiting[isOwn ? 'files' : 'ofOthers'] += 1
      if (name.endsWith('.bad')) waiting.unreadable += 1
    }
  }
  return waiting
}
