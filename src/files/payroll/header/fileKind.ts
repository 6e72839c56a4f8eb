import { isAscii, isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import { type Sentence, say } from '../../../words/sentence.ts'
import { censusOf, sequenceLength } from '../oldEncoding.ts'

/** Every .xlsx file is a zip, and no text begins like one. */
export const isZip = (head: Buffer): boolean => startsWith(head, 'PK\u0003\u0004')

/**
 * The kind of a file that payrun doesn't read, from its content and then its name, and what to do. Null if it may be a workbook or
 * text.
 *
 * @param givenPath the caller's name for the file, which is at `path`
 */
export async function foreignKind(givenPath: string, path: string, head: Buffer): Promise<Sentence | null> {
  const extension = extname(givenPath).toLowerCase()
  if (isOle(head)) {
    const isEncrypted = head.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    return oleKind(isEncrypted ? 'EncryptedPackage' : await oleNames(path, head), extension)
  }
  if (isZip(head)) return null
  const known = binaryKind(head, extension) ?? textKind(textOf(head), extension)
  if (known) return known
  const named = byExtension.get(extension)
  if (named) return named
  return /^\.xl[st][xm]?$/.test(extension) ? say('files.file_named_but_no_excel_workbook', { extension }) : null
}

const startsWith = (head: Buffer, bytes: string): boolean =>
  head.subarray(0, bytes.length).equals(Buffer.from(bytes, 'latin1'))

const isOle = (head: Buffer): boolean => startsWith(head, '\u00d0\u00cf\u0011\u00e0')

/** The names in the first part of the directory of an old Office file ([MS-CFB] 2.2). */
async function oleNames(path: string, head: Buffer): Promise<string> {
  if (head.length < 52) return ''
  const sectorBytes = 2 ** Math.min(head.readUInt16LE(30), 12)
  const at = (head.readUInt32LE(48) + 1) * sectorBytes
  const directory = Buffer.alloc(4096)
  const file = await open(path)
  try {
    const { bytesRead } = await file.read(directory, 0, directory.length, at)
    const names: string[] = []
    for (let from = 0; from + 128 <= bytesRead; from += 128) {
      names.push(directory.toString('utf16le', from, from + 64).replace(/\0.*$/s, ''))
    }
    return names.join('\n')
  } finally {
    await file.close()
  }
}

/** Excel stores an encrypted .xlsx in the same container as workbooks before 2007. */
function oleKind(names: string, extension: string): Sentence {
  if (/^EncryptedPackage$/m.test(names)) return say('files.workbook_protected_password_open_excel_take')
  if (/^WordDocument$/m.test(names)) return say('files.kind_text_document')
  if (/^PowerPoint Document$/m.test(names)) return say('files.kind_presentation')
  if (/^__(?:substg|properties|nameid)/m.test(names)) return say('files.kind_mail')
  if (/^(?:Workbook|Book)$/im.test(names)) return say('files.workbook_old_kind_xls_open_save')
  return /^\.xl[st][xm]$/.test(extension)
    ? say('files.workbook_protected_password_open_excel_take')
    : say('files.workbook_old_kind_xls_open_save')
}

const images = ['\u0089PNG', '\u00ff\u00d8\u00ff', 'GIF8', 'II*\0', 'MM\0*']
const packed = [
  '\u001f\u008b',
  '7z\u00bc\u00af',
  'Rar!',
  '\u00fd7zXZ',
  'BZh',
  'PK\u0005\u0006',
  '\u0028\u00b5\u002f\u00fd',
]
const isPicture = (head: Buffer): boolean =>
  images.some((start) => startsWith(head, start)) ||
  (startsWith(head, 'RIFF') && head.subarray(8, 12).toString('latin1') === 'WEBP') ||
  /^ftyp(?:hei|hev|mif|avif)/.test(head.subarray(4, 12).toString('latin1'))

function binaryKind(head: Buffer, extension: string): Sentence | null {
  if (startsWith(head, '%PDF-')) return say('files.pdf_payrun_reads_xlsx_csv_json')
  if (isPicture(head) || (extension === '.bmp' && startsWith(head, 'BM'))) return say('files.kind_picture')
  if (packed.some((start) => startsWith(head, start))) return say('files.file_compressed_unpack_give_file_inside')
  if (startsWith(head, '{\\rtf')) return say('files.kind_text_document')
  if (startsWith(head, 'bplist00') || startsWith(head, 'SQLite format 3') || startsWith(head, 'PAR1')) {
    return say('files.kind_database')
  }
  return null
}

/** The beginning of a file as text. */
function textOf(head: Buffer): string {
  return new TextDecoder(unicodeOf(head)).decode(head).trimStart()
}

/** How files of banks begin, by the names of their formats. MT940 and MT101 begin alike. */
const bankFormats: readonly [format: string, start: RegExp][] = [
  ['SWIFT MT', /^(?:\{1:F\d\d|:20:)/],
  ['OFX', /^(?:OFXHEADER:|<OFX>|<\?xml[^>]*>\s*<\?OFX\s)/i],
  ['QIF', /^!(?:Type|Account|Option):/],
]

/** Texts that aren't tables that payrun reads, whatever their name: some programs save a web page as `.xls`. */
function textKind(text: string, extension: string): Sentence | null {
  const [format] = bankFormats.find(([, start]) => start.test(text)) ?? []
  if (format !== undefined) return say('files.kind_bank_format', { format })
  if (text.startsWith('<')) {
    if (text.includes('urn:oasis:names:tc:opendocument')) return say('files.kind_flat_opendocument')
    if (/^<(?:!--[\s\S]*?-->\s*<)*(?:!doctype\s+html|html|head|body|table|meta|style)[\s>]/i.test(text)) {
      return say('files.kind_web_page')
    }
    if (text.includes('urn:schemas-microsoft-com:office:spreadsheet')) return say('files.kind_xml_spreadsheet')
    if (/<(?:html|table)[\s>]/i.test(text)) return say('files.kind_web_page')
    if (/^<\?xml/i.test(text)) return say('files.kind_xml')
  }
  if (/^MIME-Version:/im.test(text.slice(0, 2000)) && /^Content-Type:/im.test(text.slice(0, 4000))) {
    return say('files.kind_web_page')
  }
  // A table whose first column is named ID begins the same way, so the next lines must be SYLK, too.
  if (/^ID;P[^\r\n]*[\r\n]+(?:[A-Z]{1,2};[^\r\n]*[\r\n]+)*[BCF];/.test(text) || extension === '.slk') {
    return say('files.kind_sylk')
  }
  if (/^TABLE\s*[\r\n]+0,1\s*[\r\n]/.test(text) || extension === '.dif') return say('files.kind_dif')
  return /^\{\s*"(?:url|doc_id)"\s*:/.test(text) && extension !== '.json' ? say('files.kind_online_link') : null
}

/** Used if the content doesn't tell. */
const byExtension: ReadonlyMap<string, Sentence> = new Map([
  ['.ods', say('files.opendocument_spreadsheet_ods_save_xlsx_csv')],
  ['.fods', say('files.kind_flat_opendocument')],
  ['.xlsb', say('files.binary_workbook_xlsb_save_xlsx_csv')],
  ['.numbers', say('files.numbers_spreadsheet_export_excel_xlsx_csv')],
  ['.gsheet', say('files.kind_online_link')],
  ['.dbf', say('files.kind_other_spreadsheet', { extension: '.dbf' })],
  ['.wk1', say('files.kind_other_spreadsheet', { extension: '.wk1' })],
  ['.wks', say('files.kind_other_spreadsheet', { extension: '.wks' })],
  ['.123', say('files.kind_other_spreadsheet', { extension: '.123' })],
])

/** The namespaces of ISO 20022 messages, with the message's kind, variant and version. */
const isoNamespace = /^urn:iso:std:iso:20022:tech:xsd:([a-z]{4}\.\d{3})\.\d{3}\.\d{2}$/

/** What may come before a document's first element: a declaration, comments, instructions. */
const prologue = /^\ufeff?(?:\s|<\?[^>]*\?>|<!--[\s\S]*?-->)*/
const root = /^<(?:([\w.-]+):)?Document(?=[\s>])([^>]*)>/

/** The messages that payrun reads, and for what. */
const readable: Readonly<Record<string, 'payouts' | 'statement'>> = {
  'pain.001': 'payouts',
  'camt.053': 'statement',
}

/**
 * Recognises an ISO 20022 message by its first element.
 *
 * @param head the beginning of the file
 * @returns `message` if it can be read for this; `wrong` if it is another message; null if it isn't one
 */
export function messageKind(
  head: Buffer,
  of: 'payouts' | 'statement',
): { kind: 'message' } | { kind: 'wrong'; message: Sentence } | null {
  const text = textOf(head).replace(prologue, '')
  if (/^<!DOCTYPE/i.test(text) && text.includes('urn:iso:std:iso:20022:'))
    return { kind: 'wrong', message: say('files.xml_doctype') }
  const [, prefix, attributes = ''] = root.exec(text) ?? []
  const declared = new RegExp(`(?:^|\\s)xmlns${prefix === undefined ? '' : `:${prefix}`}\\s*=\\s*["']([^"']*)["']`)
  const found = isoNamespace.exec(declared.exec(attributes)?.[1] ?? '')
  if (!found) return null
  const name = found[1] ?? ''
  if (readable[name] === of) return { kind: 'message' }
  if (readable[name] === 'statement') return { kind: 'wrong', message: say('files.message_is_statement', { name }) }
  if (readable[name] === 'payouts') return { kind: 'wrong', message: say('files.message_is_payouts', { name }) }
  const isPayouts = of === 'payouts'
  const message = isPayouts ? say('files.message_not_payouts', { name }) : say('files.message_not_statement', { name })
  return { kind: 'wrong', message }
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export type EncodingResult = { ok: true; encoding: Encoding; bomBytes: number } | { ok: false; message: Sentence }

/**
 * Detects a file's encoding from its bytes, chunk by chunk: by a byte order mark; UTF-16 without one by its zero bytes; UTF-8 if all
 * of it is valid; otherwise Windows-1252, which accepts any bytes. A file that is mostly UTF-8 with broken places is refused instead:
 * read as Windows-1252, its names would become `DiÃ©ne`. So is what Excel saves as CSV for MS-DOS or Macintosh: `Di‚ne`, `DiŽne`.
 */
export function createEncodingDetector() {
  let first: Buffer = Buffer.alloc(0)
  /** The beginning of a character that continues in the next chunk. */
  let carried: Buffer = Buffer.alloc(0)
  let goodCharacters = 0
  let badBytes = 0
  let firstBadAt = -1
  let oldLetters = 0
  let offset = 0

  const add = (chunk: Buffer, isLast: boolean) => {
    const bytes = carried.length > 0 ? Buffer.concat([carried, chunk]) : chunk
    const whole = isLast ? bytes : bytes.subarray(0, bytes.length - unfinishedBytes(bytes))
    carried = bytes.subarray(whole.length)
    if (isAscii(whole)) {
      // Nothing to count: ASCII is the same in all encodings.
    } else if (badBytes === 0 && isUtf8(whole)) {
      goodCharacters++
    } else {
      const census = censusOf(whole)
      goodCharacters += census.good
      if (badBytes === 0 && census.bad > 0) firstBadAt = offset + census.firstBadAt
      badBytes += census.bad
      oldLetters += census.oldLetters
    }
    offset += whole.length
  }

  return {
    add(chunk: Buffer) {
      if (first.length < 4096) first = Buffer.concat([first, chunk.subarray(0, 4096)])
      add(chunk, false)
    },
    result(): EncodingResult {
      add(Buffer.alloc(0), true)
      const marked = fromMark(first)
      const encoding = marked?.encoding ?? fromZeros(first) ?? 'utf-8'
      if (encoding !== 'utf-8' || badBytes === 0) return { ok: true, encoding, bomBytes: marked?.bomBytes ?? 0 }
      if (marked !== null || goodCharacters > badBytes) {
        return { ok: false, message: say('files.file_utf_8_text_but_broken', { firstBadAt: firstBadAt + 1 }) }
      }
      if (oldLetters > 0) return { ok: false, message: say('files.file_saved_old_encoding_ms_dos') }
      return { ok: true, encoding: 'windows-1252', bomBytes: 0 }
    },
  }
}

function fromMark(first: Buffer): { encoding: Encoding; bomBytes: number } | null {
  if (first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf) return { encoding: 'utf-8', bomBytes: 3 }
  const encoding = unicodeOf(first)
  return encoding === 'utf-8' ? null : { encoding, bomBytes: 2 }
}

/** UTF-16 if the text begins with its byte order mark; otherwise UTF-8. */
export function unicodeOf(head: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/** In UTF-16, a payout file's text (mostly ASCII) has a zero in every other byte. */
function fromZeros(first: Buffer): Encoding | null {
  let even = 0
  let odd = 0
  for (let index = 0; index < first.length; index++) {
    if (first[index] !== 0) continue
    if (index % 2 === 0) even++
    else odd++
  }
  const pairs = first.length / 2
  if (odd > pairs * 0.7 && even < pairs * 0.1) return 'utf-16le'
  if (even > pairs * 0.7 && odd < pairs * 0.1) return 'utf-16be'
  return null
}

/** The bytes at the end that begin an unfinished UTF-8 character: 0 to 3. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte >= 0xc0) return back < sequenceLength(byte) ? back : 0
    if (byte < 0x80) return 0
  }
  return 0
}
