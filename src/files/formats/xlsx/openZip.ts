import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { isSystemError } from '../../../durableFile.ts'
import { type Broken, type BrokenReason, broken } from './brokenWorkbook.ts'

export interface Zip {
  kind: 'zip'
  has(name: string): boolean
  /** The names of all parts as written, in their order. */
  names(): string[]
  /**
   * The part's bytes, unpacked as they are read; returns what is wrong with them. Case doesn't matter in names. All reads of a zip
   * share one limit: a workbook may name one part a thousand times.
   */
  read(name: string): ZipBytes
  /** The same, without the limit, for a part that is copied and not parsed. */
  copy(name: string): ZipBytes
  close(): void
}

type ZipBytes = AsyncGenerator<Buffer, Broken | null>

/** The largest workbook, packed and unpacked. The compressed part of a zip bomb unpacks to some 1,000 times its size. */
export interface ZipLimits {
  entries: number
  /** Of all entries together. */
  unpackedBytes: number
  /** Of everything read while it is open. At 40 ns a byte of XML, this takes some 20 s. A sheet of a million rows has 200 MB. */
  readBytes: number
  /** Of all names, extra fields and comments in the table of contents, which are kept in memory. */
  tableBytes: number
  /** Unpacked to packed bytes of an entry larger than `freeBytes`. A sheet of a million similar rows has about 40. */
  ratio: number
  freeBytes: number
}

export const zipLimits: ZipLimits = {
  entries: 10_000,
  unpackedBytes: 4 * 1024 ** 3,
  readBytes: 512 * 1024 ** 2,
  tableBytes: 4 * 1024 ** 2,
  ratio: 200,
  freeBytes: 1024 ** 2,
}

/**
 * Opens a zip and checks its whole table of contents before anything is unpacked. While an entry is unpacked, yauzl compares its
 * length with the table, so a false table ends in an error and not in full memory.
 */
export async function openZip(path: string, limits: ZipLimits = zipLimits): Promise<Zip | Broken> {
  let file: ZipFile | null = null
  try {
    file = await openPromise(path, { lazyEntries: true, autoClose: false })
    const entries = await readEntries(file, limits)
    if (!(entries instanceof Map)) {
      file.close()
      return entries
    }
    return zipOf(file, entries, limits)
  } catch (error) {
    file?.close()
    if (isSystemError(error)) throw error
    return broken('zip', error)
  }
}

async function readEntries(file: ZipFile, limits: ZipLimits): Promise<Map<string, Entry> | Broken> {
  if (file.entryCount > limits.entries) return broken('bomb')
  const entries = new Map<string, Entry>()
  let unpackedBytes = 0
  let tableBytes = 0
  for await (const entry of file.eachEntry()) {
    const name = entry.fileName.toLowerCase()
    // Of two parts with the same name, Excel might show one and payrun read the other.
    if (entries.has(name)) return broken('zip')
    entries.set(name, entry)
    unpackedBytes += entry.uncompressedSize
    const isBlown =
      entry.uncompressedSize > limits.freeBytes && entry.uncompressedSize > limits.ratio * entry.compressedSize
    tableBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    if (isBlown || unpackedBytes > limits.unpackedBytes || tableBytes > limits.tableBytes) return broken('bomb')
  }
  return entries
}

function zipOf(file: ZipFile, entries: Map<string, Entry>, { readBytes }: ZipLimits): Zip {
  const room = { bytes: readBytes }
  const copy = (name: string) => unpack(file, entries.get(name.toLowerCase()))
  return {
    kind: 'zip',
    names: () => [...entries.values()].map(({ fileName }) => fileName).filter((name) => !name.endsWith('/')),
    has: (name) => entries.has(name.toLowerCase()),
    read: (name) => within(room, copy(name), 'too_large'),
    copy,
    close: () => file.close(),
  }
}

/** Passes bytes on as long as there is room for them, and reduces the room. */
export async function* within(room: { bytes: number }, bytes: ZipBytes, reason: BrokenReason): ZipBytes {
  try {
    for (;;) {
      const next = await bytes.next()
      if (next.done) return next.value
      room.bytes -= next.value.length
      if (room.bytes < 0) return broken(reason)
      yield next.value
    }
  } finally {
    await bytes.return(null)
  }
}

async function* unpack(file: ZipFile, entry: Entry | undefined): ZipBytes {
  if (!entry) return broken('zip')
  if (!entry.canDecodeFileData()) return broken(entry.isEncrypted() ? 'encrypted' : 'zip')
  try {
    let sum = 0
    for await (const chunk of await file.openReadStreamPromise(entry)) {
      sum = crc32(chunk, sum)
      yield chunk
    }
    // A sheet that was damaged on a disk or in a transfer may still be readable, with other amounts. yauzl doesn't check this.
    return sum === entry.crc32 ? null : broken('zip')
  } catch (error) {
    if (isSystemError(error)) throw error
    return broken('zip', error)
  }
}
