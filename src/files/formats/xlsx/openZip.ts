import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { isSystemError } from '../../../durableFile.ts'

export interface Zip {
  kind: 'zip'
  has(name: string): boolean
  /** Of all parts, as they are written, in their order. */
  names(): string[]
  /**
   * The part's bytes, unpacked as they are read; returns what is wrong with them. Names are compared in any case. All that is
   * read of a zip counts together: a workbook may name one part a thousand times.
   */
  read(name: string): ZipBytes
  /** The same for a part that is copied and not looked into. */
  copy(name: string): ZipBytes
  close(): void
}

type ZipBytes = AsyncGenerator<Buffer, Broken | null>

/** What a workbook may be at most, packed and unpacked. A bomb's middle part is some 1,000 times smaller than what it holds. */
export interface ZipLimits {
  entries: number
  /** Of all entries together. */
  unpackedBytes: number
  /** Of all that is read while it is open: 40 ns a byte of XML come to some 20 s. A sheet of a million rows has 200 MB. */
  readBytes: number
  /** Of all names, extra fields and comments in the table of contents, which are kept. */
  tableBytes: number
  /** Unpacked to packed bytes of an entry, counted from `freeBytes` on: sheets of a million like rows come to about 40. */
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
 * Opens a zip and looks at its whole table of contents before anything is unpacked. While an entry is unpacked its length
 * is held against what the table says (by yauzl), so a table that lies ends with an error and not with a full memory.
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
    // Of two parts with one name, the program that shows the sheet may take the one and payrun the other.
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

/** As long as there is room for them; what is read takes it up. */
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
    // What a disk or a transfer changed may still be a sheet, with other amounts. yauzl leaves this to its callers.
    return sum === entry.crc32 ? null : broken('zip')
  } catch (error) {
    if (isSystemError(error)) throw error
    return broken('zip', error)
  }
}

/** Why a workbook can't be read. The sentence for each is said where people are spoken to. */
export type BrokenReason =
  /** Not a zip, cut off, damaged, or with parts that say two things. */
  | 'zip'
  /** A part of it is encrypted. */
  | 'encrypted'
  /** It would unpack to more than any workbook of this size: a zip bomb. */
  | 'bomb'
  /** More than can be read in a moment. */
  | 'too_large'
  /** A zip without a workbook in it. */
  | 'no_workbook'
  /** An OpenDocument spreadsheet, a binary workbook, a text document: its own word, so that people learn what to do. */
  | 'ods'
  | 'xlsb'
  | 'numbers'
  | 'document'
  | 'presentation'
  | 'xml'
  | 'doctype'
  | 'too_long'
  /** The workbook has no sheet of cells that can be seen. */
  | 'no_sheet'
  /** Rows come out of order or twice. */
  | 'order'

export interface Broken {
  kind: 'broken'
  reason: BrokenReason
  /** Where in the workbook: `xl/worksheets/sheet1.xml`. */
  part?: string
  cause?: unknown
}

export const broken = (reason: BrokenReason, cause?: unknown): Broken =>
  cause === undefined ? { kind: 'broken', reason } : { kind: 'broken', reason, cause }
