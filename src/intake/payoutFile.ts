import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { t } from '../words/t.ts'
import { createEncodingDetector, type Encoding } from './encoding.ts'
import { type FileFormat, foreignKind, formatOf, isZip } from './fileFormat.ts'
import { openSheet, sheetSha256 } from './openSheet.ts'
import { type Refused, refused, type Unreadable } from './row.ts'

export interface PayoutFileSource {
  /** A path, or `-` for `stdin`. */
  path: string
  stdin?: Readable
  /** What it is read for: `payouts`, unless said otherwise. An empty file is said to be of no use for that. */
  of?: 'payouts' | 'statement'
  /** `--sheet`: of a workbook; null: its first. */
  sheet?: string | null
  /** Where standard input and pipes are kept while they are read (twice): made when missing, private. */
  spoolDir: string
}

/** A file that has been read once from end to end: it can be read, and its bytes are known. */
export interface PayoutFile {
  /** Where the bytes are. */
  path: string
  /** The file's name for people: `payroll.csv`, `standard input`. */
  name: string
  /** Of all bytes, lower-case hex; of another sheet than a workbook's first, of the bytes and the sheet's name. */
  sha256: string
  bytes: number
  /** At least as many as the file has records; 0 for JSON on one line. */
  lineBreaks: number
  format: FileFormat
  encoding: Encoding
  bomBytes: number
  /** Of a workbook: the sheet that was asked for; null: the first. */
  sheet: string | null
  /** The first 64 KiB. */
  head: Buffer
  /** Removes the spooled copy, if there is one. Safe to call twice. */
  close(): Promise<void>
}

export type OpenResult = { kind: 'opened'; file: PayoutFile } | Refused | Unreadable

const headBytes = 64 * 1024

/**
 * Reads the file once: hash, size, encoding, format. Standard input, pipes and other things that can't be read twice are
 * spooled to a private file first. The caller closes the file in the end.
 */
export async function openPayoutFile(source: PayoutFileSource): Promise<OpenResult> {
  const name = source.path === '-' ? 'standard input' : basename(source.path)
  const shownName = source.path === '-' ? t`standard input` : name
  try {
    const path = await readablePath(source)
    const close = path === source.path ? async () => {} : () => rm(path, { force: true })
    const surveyed = await survey(path, source, { name, shownName, close })
    if (surveyed.kind !== 'opened') await close()
    return surveyed
  } catch (error) {
    return { kind: 'unreadable', message: unreadableMessage(error, shownName) }
  }
}

/** The path itself for a regular file, else that of a copy. */
async function readablePath({ path, stdin, spoolDir }: PayoutFileSource): Promise<string> {
  if (path !== '-') {
    const stats = await stat(path)
    if (stats.isDirectory()) throw Object.assign(new Error('a directory'), { code: 'EISDIR' })
    if (stats.isFile()) return path
  }
  await mkdir(spoolDir, { recursive: true, mode: 0o700 })
  const spooled = join(spoolDir, `input-${randomUUID()}`)
  try {
    const from = path === '-' && stdin ? stdin : createReadStream(path === '-' ? '/dev/stdin' : path)
    await pipeline(from, createWriteStream(spooled, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    await rm(spooled, { force: true })
    throw error
  }
  return spooled
}

async function survey(
  path: string,
  { path: givenPath, of = 'payouts', sheet = null }: PayoutFileSource,
  { name, shownName, close }: { name: string; shownName: string; close: () => Promise<void> },
): Promise<OpenResult> {
  const hash = createHash('sha256')
  const detector = createEncodingDetector()
  let head: Buffer = Buffer.alloc(0)
  let bytes = 0
  let lineBreaks = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    detector.add(chunk)
    if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
    bytes += chunk.length
    lineBreaks += countLineBreaks(chunk)
  }
  if (bytes === 0) return emptyFile(shownName, of)
  const foreign = foreignKind(givenPath, head)
  if (foreign) return refused(foreign)
  const sha256 = hash.digest('hex')
  const read = { path, name, bytes, lineBreaks, sheet, head, close }
  if (isZip(head)) return surveyWorkbook({ ...read, sha256, format: 'xlsx', encoding: 'utf-8', bomBytes: 0 })
  if (sheet !== null) {
    return { kind: 'unreadable', message: t`--sheet is for workbooks (.xlsx), and ${shownName} is none.` }
  }
  const detected = detector.result()
  if (!detected.ok) return refused(detected.message)
  const { encoding, bomBytes } = detected
  const headText = new TextDecoder(encoding).decode(head.subarray(bomBytes))
  if (headText.trim() === '' && bytes <= headBytes) return emptyFile(shownName, of)
  const format = formatOf(givenPath === '-' ? '' : givenPath, headText)
  return { kind: 'opened', file: { ...read, sha256, format, encoding, bomBytes } }
}

const emptyFile = (name: string, of: 'payouts' | 'statement'): Refused =>
  of === 'statement'
    ? refused(t`${name} is empty: there is nothing to compare with.`)
    : refused(t`${name} is empty: there is nothing to pay.`)

/** Whether the workbook can be read at all, and has the sheet, is said before anything else is done. */
async function surveyWorkbook(file: PayoutFile): Promise<OpenResult> {
  const opened = await openSheet(file.path, file.sheet)
  if (opened.kind !== 'sheet') return opened
  opened.workbook.zip.close()
  return { kind: 'opened', file: { ...file, sha256: sheetSha256(file.sha256, opened.sheet, opened.isFirst) } }
}

/** Only an estimate of the rows, to size tables by, which grow where it is too low. */
function countLineBreaks(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count++
  return count
}

function unreadableMessage(error: unknown, name: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT' || code === 'ENOTDIR') return t`There is no file ${name}: check the path.`
  if (code === 'EISDIR') return t`${name} is a directory: give a file.`
  if (code === 'EACCES' || code === 'EPERM') return t`No permission to read ${name}.`
  if (code === 'ENOSPC') return t`The disk is full: ${name} can't be kept while it is read.`
  return typeof code === 'string' ? t`${name} can't be read (${code}).` : t`${name} can't be read.`
}
