import { hash } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { hasCode } from '../../process.ts'

/**
 * How far a process has seen the ledger come, kept outside of the ledger: a ledger that has not come as far went back in
 * time (docs/design.md, rule 12). It holds no personal data.
 */
export interface Mark {
  /** Of the ledger: recoveries so far. */
  epoch: number
  /** The server's system identifier, and its timeline. */
  systemId: string
  timeline: number
  /** The write-ahead position, in bytes: only comparable on the same server and timeline. Null: not looked at. */
  position: string | null
  /** The worker that the process claims under, and its group commits so far. Null: a command that claims nothing. */
  workerNo: number | null
  commits: number
  /** What had been done to batches, operators, accounts and the policy: see `deedsSql`. Left out: not looked at. */
  deeds?: number | undefined
  /** Of a mark in a file: when the file was made, in milliseconds since 1970, if the file system keeps that. */
  born?: number | undefined
  /** It was read from a file that was made at another time: a copy, such as a whole PAYRUN_HOME that was restored. */
  isCopy?: true | undefined
}

const markShape = z.strictObject({
  epoch: z.int(),
  systemId: z.string(),
  timeline: z.int(),
  position: z.string().regex(/^\d+$/).nullable(),
  workerNo: z.int().nullable(),
  commits: z.int(),
  deeds: z.int().optional(),
  born: z.number().optional(),
})

/** A place outside of the ledger where marks are kept. */
export interface MarkPlace {
  /** Every mark that is there. */
  read(): Promise<Mark[]>
  /** The mark is kept when this resolves. A worker's marks only move forward. */
  write(mark: Mark): void | Promise<void>
  /** Called now and then: what was written before survives a crash of the machine. */
  sync(): void
}

/** A mark as it is kept, with a checksum, so that a half-written mark is not taken for another. */
export function encodeMark(mark: Mark): string {
  const text = JSON.stringify(mark)
  return `${checksum(text)} ${text}`
}

/** @returns null for anything but a complete mark */
export function decodeMark(kept: string): Mark | null {
  const [sum = '', ...rest] = kept.trimEnd().split(' ')
  const text = rest.join(' ')
  if (sum !== checksum(text)) return null
  try {
    return markShape.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const checksum = (text: string): string => hash('sha256', text).slice(0, 16)

/** Each record is written over the one before with one system call: a process that is killed leaves one or the other. */
const recordBytes = 256
/** Marks of processes that are gone are kept, too: the ledger still has to have what they saw. The newest are enough. */
const mostFiles = 32
/** A live process writes its mark at each heartbeat. One that was written so shortly before the newest is kept, however many there are. */
const keptMs = 3_600_000
/** Between two tries to keep a mark. */
const retryMs = 200

export const markFolder = (home: string, installationId: string): string => join(home, 'marks', installationId)

/**
 * Marks as files of PAYRUN_HOME, one for each worker and one for all commands.
 *
 * Each says when its file was made. If a whole folder is restored, the marks together with an embedded ledger, the two agree with each other;
 * but the files are younger than they say.
 *
 * A mark is written without a sync. If the process is killed, the kernel still has it, and the next process finds it. Only a crash of the whole
 * machine loses what was written since the last sync (at the heartbeat, 5 s), and then this file doesn't notice a ledger that went back by less
 * than that at the same moment. An embedded ledger doesn't go back in a crash: its commits are synced. A ledger elsewhere that fails over is on
 * another timeline, which needs more proof than this mark.
 */
export function openMarkFiles(home: string, installationId: string): MarkPlace {
  const folder = markFolder(home, installationId)
  const open = new Map<string, { file: number; born: number | undefined }>()
  return {
    read: async () => readMarks(folder),
    write: (mark) => {
      const name = mark.workerNo === null ? 'commands.mark' : `worker-${mark.workerNo}.mark`
      let into = open.get(name)
      if (into === undefined) {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        const file = openSync(join(folder, name), constants.O_CREAT | constants.O_WRONLY, 0o600)
        into = { file, born: bornAt(fstatSync(file)) }
        for (const [earlier, handle] of open) {
          open.delete(earlier)
          closeSync(handle.file)
        }
        open.set(name, into)
        removeOldest(folder)
      }
      writeSync(into.file, encodeMark({ ...mark, born: into.born }).padEnd(recordBytes), 0)
    },
    sync: () => {
      for (const { file } of open.values()) fsyncSync(file)
    },
  }
}

function readMarks(folder: string): Mark[] {
  return namesIn(folder).flatMap((name) => {
    try {
      const path = join(folder, name)
      const mark = decodeMark(readFileSync(path, 'utf8'))
      if (mark === null) return []
      const isCopy = mark.born !== undefined && bornAt(statSync(path)) !== mark.born
      return [isCopy ? { ...mark, isCopy } : mark]
    } catch (error) {
      // Another process has just removed it.
      if (hasCode(error, 'ENOENT')) return []
      throw error
    }
  })
}

function removeOldest(folder: string): void {
  const files = namesIn(folder).map((name) => ({ name, at: writtenAt(join(folder, name)) }))
  files.sort((one, other) => other.at - one.at)
  const newest = files[0]?.at ?? 0
  for (const { name, at } of files.slice(mostFiles))
    if (at < newest - keptMs) rmSync(join(folder, name), { force: true })
}

/** Undefined if the file system keeps no such time. In whole milliseconds, which rounding doesn't change. */
const bornAt = ({ birthtimeMs }: { birthtimeMs: number }): number | undefined =>
  birthtimeMs > 0 ? Math.floor(birthtimeMs) : undefined

const writtenAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.mark'))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}

/** Keeps a process's newest mark in a file, which is quick, and in the shared place if there is one. One of the two is enough. */
export function openWriter(files: MarkPlace, onTrouble: (error: unknown) => void) {
  let shared: MarkPlace | undefined
  let newest: Mark | undefined
  let late: Promise<void> | undefined
  let sinceMs = 0

  const keep = async (): Promise<void> => {
    if (newest) await (shared ?? files).write(newest)
  }
  /** Always the newest mark: it also serves whoever waits for an older one. */
  const keepTrying = async (): Promise<void> => {
    for (;;) {
      await delay(retryMs, undefined, { ref: false })
      try {
        return await keep()
      } catch {
        // Reported once, when it began.
      }
    }
  }
  const keepOrTryAgain = async (): Promise<void> => {
    if (late) return late
    try {
      await keep()
    } catch (error) {
      onTrouble(error)
      if (!late) sinceMs = performance.now()
      late ??= keepTrying().finally(() => {
        late = undefined
      })
      await late
    }
  }
  return {
    write: (mark: Mark): undefined | Promise<void> => {
      newest = mark
      try {
        files.write(mark)
        if (!shared) return undefined
      } catch (error) {
        if (!shared) onTrouble(error)
      }
      return keepOrTryAgain()
    },
    lateSinceMs: () => (late ? sinceMs : undefined),
    shared: () => shared,
    share: (place: MarkPlace) => {
      shared = place
    },
  }
}
