import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, extname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isSystemError, removeLeftovers, temporaryPath } from '../../durableFile.ts'
import { fileNamed, type Sentence, say, type Words } from '../../words/sentence.ts'
import type { SheetSought } from '../formats/xlsx/chooseSheet.ts'
import { openSheet, sheetSha256 } from '../formats/xlsx/openSheet.ts'
import type { StatementMap } from '../statement/statementColumns.ts'
import type { ColumnMap } from './header/columns.ts'
import { createEncodingDetector, type Encoding, foreignKind, isZip, messageKind } from './header/fileKind.ts'
import { fileChanged, type Hidden, type Refused, refused, type Unreadable } from './row.ts'

export interface PayoutFileSource {
  /** A path, or `-` for `stdin`. */
  path: string
  /** The file's name for people, if its path doesn't tell. */
  called?: string | undefined
  stdin?: Readable
  /** What it is read for, `payouts` by default. An empty file is refused with a sentence about that. */
  of?: 'payouts' | 'statement'
  /** `--sheet` of a workbook; null for the only one with the columns of payouts, or with lines of a statement. */
  sheet?: string | null
  /** `--map`: the columns by which a sheet is recognised. */
  map?: ColumnMap | undefined
  /** The same for a statement. */
  statementMap?: StatementMap | undefined
  /** `--hidden`. */
  hidden?: Hidden | undefined
  /** A private folder for standard input and pipes while they are read (twice). Created if missing. */
  incomingDir: string
}

/** A file that has been read once from end to end: it is readable, and its bytes are known. */
export interface PayoutFile {
  /** Where the bytes are. */
  path: string
  /** The file's name: `payroll.csv`, or `-` for standard input. */
  name: string
  /** Of all bytes, in lower-case hex. For a sheet that isn't a workbook's first, of the bytes and the sheet's name. */
  sha256: string
  bytes: number
  /** At least the number of records; 0 for JSON on one line. */
  lineBreaks: number
  format: FileFormat
  encoding: Encoding
  bomBytes: number
  /** In a workbook: the sheet that was requested; null if none was. */
  sheet: string | null
  /** In a workbook: the name of the sheet that is read. */
  sheetName: string | null
  /** In a workbook: how its hidden columns and rows are treated. */
  hidden: Hidden
  /** The first 64 KiB, and the last two bytes. */
  head: Buffer
  end: Buffer
  /** Its open streams: a reader may stop before the last row. */
  reading: Set<Readable>
  /** Closes its streams, and removes the private copy if there is one. Safe to call twice. */
  close(): Promise<void>
}

export type OpenResult = { kind: 'opened'; file: PayoutFile } | Refused | Unreadable

const headBytes = 64 * 1024

/**
 * Reads the file once, for its hash, size, encoding and format. Standard input, pipes and others that can't be read twice are first
 * copied to a private file. The caller closes the file.
 */
export async function openPayoutFile(source: PayoutFileSource): Promise<OpenResult> {
  const name = source.called ?? basename(source.path)
  const shownName = fileNamed(name)
  try {
    const path = await readablePath(source)
    const reading = new Set<Readable>()
    const close = async () => {
      for (const stream of reading) stream.destroy()
      if (path !== source.path) await rm(path, { force: true })
    }
    const surveyed = await survey(path, source, { name, shownName, reading, close })
    if (surveyed.kind !== 'opened') await close()
    return surveyed
  } catch (error) {
    return { kind: 'unreadable', message: unreadableMessage(error, shownName) }
  }
}

/** Whether the file's bytes have changed since it was opened, or are gone. */
export async function hasChanged({ path, sheetName, sha256 }: PayoutFile): Promise<boolean> {
  const isFile = await stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  )
  if (!isFile) return true
  const again = await openPayoutFile({ path, sheet: sheetName, incomingDir: dirname(path) })
  return again.kind !== 'opened' || again.file.sha256 !== sha256
}

/** The path itself for a regular file, otherwise the path of a copy. */
async function readablePath({ path, stdin, incomingDir }: PayoutFileSource): Promise<string> {
  if (path !== '-') {
    const stats = await stat(path)
    if (stats.isDirectory()) throw Object.assign(new Error('a directory'), { code: 'EISDIR' })
    if (stats.isFile()) return path
  }
  await mkdir(incomingDir, { recursive: true, mode: 0o700 })
  await removeLeftovers(incomingDir)
  const copied = temporaryPath(incomingDir, 'input')
  removeOnSignals(copied)
  try {
    const from = path === '-' && stdin ? stdin : createReadStream(path === '-' ? '/dev/stdin' : path)
    await pipeline(from, createWriteStream(copied, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    await rm(copied, { force: true })
    throw error
  }
  return copied
}

/** Copies with names, numbers and sums, to remove on an exit or a signal. A killed process leaves its copy to the next one. */
const copies = new Set<string>()

function removeOnSignals(copied: string): void {
  if (copies.size === 0) {
    const remove = () => {
      for (const each of copies) rmSync(each, { force: true })
    }
    process.once('exit', remove)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => {
        // Another listener will end the process, and needs the copy until then.
        if (process.listenerCount(signal) > 0) return
        remove()
        process.kill(process.pid, signal)
      })
    }
  }
  copies.add(copied)
}

async function survey(
  path: string,
  { path: givenPath, of = 'payouts', sheet = null, map = {}, statementMap = {}, hidden = null }: PayoutFileSource,
  { name, shownName, ...kept }: Pick<PayoutFile, 'name' | 'reading' | 'close'> & { shownName: Words },
): Promise<OpenResult> {
  const hash = createHash('sha256')
  const detector = createEncodingDetector()
  let head: Buffer = Buffer.alloc(0)
  let end: Buffer = Buffer.alloc(0)
  let bytes = 0
  let lineBreaks = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
    // Packed bytes have no encoding, and checking each of them would take time.
    if (!isZip(head)) detector.add(chunk)
    bytes += chunk.length
    end = Buffer.concat([end, chunk.subarray(-2)]).subarray(-2)
    lineBreaks += countLineBreaks(chunk)
  }
  if (bytes === 0) return emptyFile(shownName, of)
  const iso = messageKind(head, of)
  if (iso?.kind === 'wrong') return refused(iso.message)
  const called = givenPath === '-' ? '' : givenPath
  const foreign = iso ? null : await foreignKind(called, path, head)
  if (foreign) return refused(foreign)
  const sha256 = hash.digest('hex')
  const read = { path, name, bytes, lineBreaks, sheet, sheetName: null, hidden, head, end, ...kept }
  if (isZip(head)) {
    const workbook = { ...read, sha256, format: 'xlsx', encoding: 'utf-8', bomBytes: 0 } as const
    return surveyWorkbook(workbook, of === 'payouts' ? { map, hidden } : { statement: statementMap })
  }
  if (sheet !== null) {
    return { kind: 'unreadable', message: say('files.sheet_workbooks_xlsx_none', { shownName }) }
  }
  const detected = detector.result()
  if (!detected.ok) return refused(detected.message)
  const { encoding, bomBytes } = detected
  const headText = new TextDecoder(encoding).decode(head.subarray(bomBytes))
  if (headText.trim() === '' && bytes <= headBytes) return emptyFile(shownName, of)
  const format = iso ? 'xml' : formatOf(called, headText)
  return { kind: 'opened', file: { ...read, sha256, format, encoding, bomBytes } }
}

const emptyFile = (name: Words, of: 'payouts' | 'statement'): Refused =>
  of === 'statement'
    ? refused(say('files.empty_nothing_compare', { name }))
    : refused(say('files.empty_nothing_pay', { name }))

/** Finds out whether the workbook can be read, and which of its sheets, before anything else is done. */
async function surveyWorkbook(file: PayoutFile, wish: SheetSought): Promise<OpenResult> {
  const opened = await openSheet(file.path, file.sheet, wish)
  if (opened.kind !== 'sheet') return opened
  opened.workbook.zip.close()
  const sha256 = sheetSha256(file.sha256, opened.sheet, opened.isFirst)
  return { kind: 'opened', file: { ...file, sha256, sheetName: opened.sheet.name } }
}

/** Only an estimate of the rows, for the size of tables, which grow if it is too low. */
function countLineBreaks(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count++
  return count
}

function unreadableMessage(error: unknown, name: Words): Sentence {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT' || code === 'ENOTDIR') return say('files.no_file_check_path', { name })
  if (code === 'EISDIR') return say('files.directory_give_file', { name })
  if (code === 'EACCES' || code === 'EPERM') return say('files.no_permission_read', { name })
  if (code === 'ENOSPC') return say('files.disk_full_cant_kept_while_read', { name })
  return typeof code === 'string' ? say('files.cant_read', { name, code }) : say('files.cant_read_name', { name })
}

/** `xml`: an ISO 20022 message. */
type FileFormat = 'csv' | 'json' | 'ndjson' | 'xlsx' | 'xml'

/** The names of the array of rows in a JSON object: payrun's reports have `rows`; providers have their own words. */
export const rowsNames = {
  payouts: new Set(['rows']),
  statement: new Set(['rows', 'data', 'items', 'results', 'transactions', 'payouts', 'payments', 'statement']),
}

const byExtension = new Map<string, FileFormat>([
  ['.csv', 'csv'],
  ['.tsv', 'csv'],
  ['.tab', 'csv'],
  ['.txt', 'csv'],
  ['.json', 'json'],
  ['.ndjson', 'ndjson'],
  ['.jsonl', 'ndjson'],
])

/** The format, from the content: people and programs give a file any name. Its extension decides what the content leaves open. */
function formatOf(path: string, headText: string): FileFormat {
  const named = byExtension.get(extname(path).toLowerCase())
  const text = headText.trimStart()
  // The first name of a table may be in brackets.
  if (named === 'csv' && !/^(?:\[\s*[[{]|\{\s*")/.test(text)) return 'csv'
  if (text.startsWith('[')) return 'json'
  if (text.startsWith('{')) return formatOfObject(text, named)
  // With names as JSON has them, it is JSON that is broken at its start.
  return named !== undefined && /"\s*:/.test(text) ? named : 'csv'
}

/** `{` begins NDJSON if its first line is a whole object; otherwise a JSON document over several lines (a report of payrun). */
function formatOfObject(text: string, named: FileFormat | undefined): FileFormat {
  const [firstLine = '', next = ''] = text.split(/[\r\n]+/, 2)
  try {
    const value: unknown = JSON.parse(firstLine)
    if (next.trimStart().startsWith('{')) return 'ndjson'
    const isDocument =
      typeof value === 'object' &&
      value !== null &&
      Object.entries(value).some(([name, inside]) => rowsNames.statement.has(name) && Array.isArray(inside))
    return isDocument || named === 'json' ? 'json' : 'ndjson'
  } catch {
    return named === 'json' || /^\{\s*"batch"\s*:/.test(text) || firstLine.trim() === '{' ? 'json' : 'ndjson'
  }
}

/** Small, because objects made from a chunk survive V8's first collections, and 64 KiB are no faster. */
const chunkBytes = 16 * 1024

/**
 * Reads the file again as UTF-8 bytes without a byte order mark, in chunks of about 16 KiB. Returns a refusal if the file has changed
 * since the first reading, or is not in its encoding. All rows so far are then worthless.
 */
export async function* textChunks(file: PayoutFile): AsyncGenerator<Buffer, Refused | null> {
  const hash = createHash('sha256')
  const decoder = file.encoding === 'utf-8' ? null : new TextDecoder(file.encoding, { fatal: true, ignoreBOM: true })
  let toSkip = file.bomBytes
  const stream = createReadStream(file.path, { highWaterMark: chunkBytes })
  file.reading.add(stream)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk)
      const content = chunk.subarray(Math.min(toSkip, chunk.length))
      toSkip -= chunk.length - content.length
      if (content.length > 0) yield decoder ? Buffer.from(decoder.decode(content, { stream: true })) : content
    }
    const rest = decoder?.decode()
    if (rest) yield Buffer.from(rest)
  } catch (error) {
    if (error instanceof TypeError) return refused(say('files.file_utf_16_text_but_broken'))
    if (isSystemError(error)) return fileChanged()
    throw error
  } finally {
    file.reading.delete(stream)
  }
  return hash.digest('hex') === file.sha256 ? null : fileChanged()
}
