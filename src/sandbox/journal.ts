import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { t } from '../words/t.ts'
import { lockFolder } from './lockFolder.ts'
import { StateFolderError } from './stateFolderError.ts'

export interface Journal<Entry> {
  /** What an earlier run left, in its order. */
  found: Entry[]
  /** On the file before it returns. @throws when it could not be written: then nothing of it is on the file */
  append(entry: Entry): void
  /** How many entries the file holds. */
  lines(): number
  /** Puts these entries in the place of all others, at once or not at all. */
  compact(entries: Iterable<Entry>): void
  close(): void
}

/**
 * An append-only file of JSON lines in a folder that one process at a time may use. It survives the death of the process
 * at any moment: a last line that was cut off is dropped. Losing the machine may lose the last lines, which is enough for
 * a sandbox.
 *
 * @throws StateFolderError when the folder is in use, is not writable, or the file is damaged before its end
 */
export function openJournal<Entry>(folder: string): Journal<Entry> {
  makeFolder(folder)
  const unlock = lockFolder(folder)
  const path = join(folder, 'journal.ndjson')
  try {
    const read = readEntries<Entry>(path)
    let file = openSync(path, 'a', 0o600)
    // The torn end goes, so that the next line does not continue it.
    ftruncateSync(file, read.goodBytes)
    let bytes = read.goodBytes
    let lines = read.entries.length

    return {
      found: read.entries,
      lines: () => lines,
      append: (entry) => {
        const line = Buffer.from(`${JSON.stringify(entry)}\n`)
        try {
          writeWhole(file, line)
        } catch (cause) {
          // A disk that filled up half-way through a line: what stands before it stays readable.
          ftruncateSync(file, bytes)
          throw cause
        }
        bytes += line.length
        lines += 1
      },
      compact: (entries) => {
        const kept = [...entries].map((entry) => `${JSON.stringify(entry)}\n`)
        const text = Buffer.from(kept.join(''))
        const fresh = `${path}.new`
        writeFileSync(fresh, text, { mode: 0o600, flush: true })
        renameSync(fresh, path)
        closeSync(file)
        file = openSync(path, 'a', 0o600)
        bytes = text.length
        lines = kept.length
      },
      close: () => {
        fsyncSync(file)
        closeSync(file)
        unlock()
      },
    }
  } catch (cause) {
    unlock()
    throw cause
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new StateFolderError(t`${folder} can't be used: give --state a folder that you may write to.`, { cause })
  }
}

function readEntries<Entry>(path: string): { entries: Entry[]; goodBytes: number } {
  if (!existsSync(path)) return { entries: [], goodBytes: 0 }
  const all = readFileSync(path)
  // What has no end of line was being written when the process died.
  const goodBytes = all.lastIndexOf(0x0a) + 1
  const lines = all.toString('utf8', 0, goodBytes).split('\n').slice(0, -1)
  const entries = lines.map((line, index): Entry => {
    try {
      return JSON.parse(line) as Entry
    } catch (cause) {
      const message = t`Line ${index + 1} of ${path} is damaged: mend or remove it, or give --state another folder.`
      throw new StateFolderError(message, { cause })
    }
  })
  return { entries, goodBytes }
}

function writeWhole(file: number, line: Buffer): void {
  for (let written = 0; written < line.length; ) written += writeSync(file, line, written)
}
