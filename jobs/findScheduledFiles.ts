import { createHash } from 'node:crypto'
import { open, readdir, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isAway, type Ledger } from '../src/ledger/connection/ledger.ts'
import { type PlannedRun, type RunFailure, readFolderRuns } from '../src/ledger/schedules/scheduleRuns.ts'
import type { Schedule } from '../src/ledger/schedules/schedules.ts'
import type { Log } from '../src/log.ts'
import { hasCode } from '../src/process.ts'
import { type Sentence, say } from '../src/words/sentence.ts'

/** A file that was written to within this time may not be complete: it is waited for, a few times. */
const freshSeconds = 10
const mostWaits = 3
/** Nor may one that stops in the middle of a line. Many programs write no last line end, so it does not wait for long. */
const cutOffSeconds = 60

type Failed = { kind: 'failed'; code: RunFailure; message: Sentence }

type Found =
  | Failed
  | {
      kind: 'files'
      /** `name`: in the folder; null: the schedule's only file. `again`: why one with the name of a paid file is not paid. */
      files: { name: string | null; again?: Failed }[]
      /** The paths of those that may not be complete, for much longer than is waited for. */
      unfinished: string[]
    }

/** What there is to pay, once it is no longer being written. */
export async function findScheduledFiles(
  { ledger, log, wait = (ms) => delay(ms) }: { ledger: Ledger; log: Log; wait?: (ms: number) => Promise<void> },
  schedule: Schedule,
  run: PlannedRun,
): Promise<Found> {
  const { path, scheduleNo } = schedule
  for (let waits = 0; ; waits += 1) {
    const seen = await look(ledger, schedule, run)
    if (seen.kind === 'failed' || seen.freshMs === undefined) return seen
    if (waits < mostWaits) {
      await wait(freshSeconds * 1_000 - seen.freshMs)
    } else if (seen.inFolder) {
      log.warn('a file of a scheduled folder is too new, and left for the next time', { schedule: scheduleNo })
      return seen
    } else {
      return { kind: 'failed', code: 'refused', message: say('commands.still_written_when_paid', { path }) }
    }
  }
}

/** `freshMs`: how long ago something was written to that may not be complete. */
type Seen = Failed | (Exclude<Found, Failed> & { inFolder: boolean; freshMs: number | undefined })

async function look(ledger: Ledger, schedule: Schedule, run: PlannedRun): Promise<Seen> {
  const { path } = schedule
  try {
    const there = await statOrNothing(path)
    if (!there) return missing(say('commands.nothing_when_paid', { path }))
    if (there.isDirectory()) return await lookIntoFolder(ledger, schedule, run)
    // Opening or reading it may never end, and the other schedules would wait.
    if (!there.isFile())
      return { kind: 'failed', code: 'refused', message: say('commands.no_file_when_paid', { path }) }
    // Whoever runs a file by hand says that it is complete.
    const freshMs = run.actor === null ? freshMsOf(there) : undefined
    const cutOff = run.actor === null && freshMs === undefined && (await isCutOff(path, there))
    const [files, unfinished] = cutOff ? [[], [path]] : [[{ name: null }], []]
    return { kind: 'files', inFolder: false, freshMs, files, unfinished }
  } catch (error) {
    const code = error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined
    if (code === undefined || isAway(error)) throw error
    // Recorded as a failure and not left due, or nobody would hear of it.
    return missing(say('commands.could_not_looked_when_paid', { path, code }))
  }
}

const missing = (message: Sentence): Seen => ({ kind: 'failed', code: 'missing', message })

/** Their extensions. */
export const payoutFiles: ReadonlySet<string> = new Set([
  '.csv',
  '.tsv',
  '.txt',
  '.json',
  '.ndjson',
  '.jsonl',
  '.xlsx',
  '.xml',
])

/**
 * The new files of a folder, by name, without hidden ones and those that may still be being written. A planned run also leaves out files
 * that were refused and have not changed since, and does not pay those whose batch a person has cancelled. A file that can't be read is left
 * to `submit`, so that it fails alone.
 */
async function lookIntoFolder(ledger: Ledger, { scheduleNo, path }: Schedule, run: PlannedRun): Promise<Seen> {
  const { actor, planned } = run
  const before = await readFolderRuns(ledger, scheduleNo)
  const seen: Seen = { kind: 'files', inFolder: true, freshMs: undefined, files: [], unfinished: [] }
  for (const name of (await readdir(path)).sort()) {
    const was = before.get(name)
    if (name.startsWith('.') || !payoutFiles.has(extname(name).toLowerCase())) continue
    const at = join(path, name)
    const file = await statOrNothing(at).catch(() => unseen)
    if (!file?.isFile()) continue
    const changedMs = Math.max(file.mtimeMs, file.ctimeMs)
    const isSince = (moment: Date | null | undefined) => moment && changedMs >= moment.getTime() - clockSlackMs
    if (actor === null && was?.failedAt && !isSince(was.failedAt)) continue
    // Of a time that a person has run early, and cancelled, nobody has heard yet that it isn't paid.
    const isHeld = was?.batchId && (was.taken || actor === null)
    const isUntold = isHeld && !was.taken && was.byHandFor === planned
    if (isHeld && !isUntold && !isSince(was.batchAt)) continue
    const fresh = freshMsOf(file)
    if (fresh !== undefined) seen.freshMs = Math.min(fresh, seen.freshMs ?? fresh)
    else if (isHeld) {
      const before = was.taken ? takenBefore : cancelledBefore
      if (isUntold || (await hasOtherContent(at, was.sha256)))
        seen.files.push({ name, again: before({ ...run, file: name }, was.batchId ?? '') })
    } else if (actor === null && (await isCutOff(at, file))) seen.unfinished.push(at)
    else seen.files.push({ name })
  }
  return seen
}

/** A file's times lag a little, and may be another machine's: better to try a file once too often than never. */
const clockSlackMs = 1_000

/** What is taken for a file that can't be looked at. */
const unseen = { isFile: () => true, size: 0, mtimeMs: 0, ctimeMs: 0 }

const takenBefore = ({ file }: PlannedRun, batchId: string): Failed => ({
  kind: 'failed',
  code: 'refused',
  message: say('commands.name_taken_before', { file, batchId }),
})

export const changedSinceEarly = ({ file }: PlannedRun, batchId: string): Failed => ({
  kind: 'failed',
  code: 'refused',
  message: say('commands.changed_since_run_early', { file, batchId }),
})

export const cancelledBefore = ({ file, scheduleNo }: PlannedRun, batchId: string): Failed => ({
  kind: 'failed',
  code: 'refused',
  message: say('commands.batch_of_time_cancelled', { file, batchId, id: String(scheduleNo) }),
})

/** @param sha256 of what it was; null: nobody knows any more */
async function hasOtherContent(path: string, sha256: string | null): Promise<boolean> {
  if (sha256 === null) return false
  const hash = createHash('sha256')
  try {
    const file = await open(path)
    for await (const chunk of file.createReadStream()) hash.update(chunk as Buffer)
  } catch {
    return false
  }
  return hash.digest('hex') !== sha256
}

/** Undefined: not written to lately. A time far in the future is another clock's, and says nothing. */
function freshMsOf({ mtimeMs }: { mtimeMs: number }, seconds = freshSeconds): number | undefined {
  const agoMs = Math.abs(Date.now() - mtimeMs)
  return agoMs < seconds * 1_000 ? agoMs : undefined
}

const filesOfLines: ReadonlySet<string> = new Set(['.csv', '.tsv', '.txt'])

/** Whether it may have been copied only in part, up to the middle of a number: its last line has no end, and it is young. */
async function isCutOff(path: string, { size, mtimeMs }: { size: number; mtimeMs: number }): Promise<boolean> {
  if (!filesOfLines.has(extname(path).toLowerCase()) || size === 0) return false
  if (freshMsOf({ mtimeMs }, cutOffSeconds) === undefined) return false
  const file = await open(path).catch(() => undefined)
  if (!file) return false
  try {
    // In UTF-16 a line end is two bytes.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, Math.max(0, size - 2))
    return !buffer.subarray(0, bytesRead).some((byte) => byte === 0x0a || byte === 0x0d)
  } finally {
    await file.close()
  }
}

export async function statOrNothing(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}
