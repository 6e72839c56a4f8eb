import { isAscii, isUtf8 } from 'node:buffer'
import { type Sentence, say } from '../../words/sentence.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export type EncodingResult = { ok: true; encoding: Encoding; bomBytes: number } | { ok: false; message: Sentence }

/**
 * Tells a file's encoding from its bytes, fed chunk by chunk: a byte order mark; UTF-16 without one, by its zero bytes;
 * valid UTF-8 as a whole; else Windows-1252, which takes any bytes. A file that is mostly UTF-8 with broken places is
 * refused instead: read as Windows-1252, its names would come out as `DiÃ©ne`. So is what Excel saves as CSV for MS-DOS or
 * Macintosh: `Di‚ne`, `DiŽne`.
 */
export function createEncodingDetector() {
  let first: Buffer = Buffer.alloc(0)
  /** The beginning of a character that the next chunk goes on with. */
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
      // Nothing to count: ASCII is the same in all of them.
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
      if (encoding !== 'utf-8') return { ok: true, encoding, bomBytes: marked?.bomBytes ?? 0 }
      if (badBytes === 0) return { ok: true, encoding, bomBytes: marked?.bomBytes ?? 0 }
      if (marked === null && goodCharacters <= badBytes && oldLetters > 0) return oldEncoding()
      if (marked === null && goodCharacters <= badBytes) return { ok: true, encoding: 'windows-1252', bomBytes: 0 }
      const message = say('files.file_utf_8_text_but_broken', { firstBadAt: firstBadAt + 1 })
      return { ok: false, message }
    },
  }
}

const oldEncoding = (): EncodingResult => ({
  ok: false,
  message: say('files.file_saved_old_encoding_ms_dos'),
})

/**
 * What a byte is in Windows-1252 where MS-DOS (850, 437) and Macintosh have letters with accents, and where it can't stand in a
 * text of that encoding. One such place is enough: `KouamŽ` is no name.
 */
const impossible: ReadonlyMap<number, 'anywhere' | 'after_letter' | 'after_small' | 'in_word'> = new Map([
  // Nothing at all.
  ...[0x81, 0x8d, 0x8f, 0x90, 0x9d].map((byte) => [byte, 'anywhere'] as const),
  // Opening quotes, a florin, a dagger, a bullet, per mille: never right behind a letter.
  ...[0x82, 0x83, 0x84, 0x87, 0x88, 0x89, 0x8b, 0x93, 0x95, 0x98].map((byte) => [byte, 'after_letter'] as const),
  // Capitals of other languages.
  ...[0x8a, 0x8c, 0x8e, 0x9f].map((byte) => [byte, 'after_small'] as const),
  // Euro, dots, closing quotes, trade mark.
  ...[0x80, 0x85, 0x86, 0x94, 0x99, 0x9b].map((byte) => [byte, 'in_word'] as const),
])

/** @param before,after the bytes beside it */
function isOldLetter(byte: number, before = 0, after = 0): boolean {
  // Macintosh has Œ and œ here: `Îuvre` and `cÏur`, as Windows-1252 shows them.
  if (byte === 0xce) return after === 0x75 && !isLetter(before)
  if (byte === 0xcf) return after === 0x75 && isLetter(before)
  // An opening quote inside a word may be an apostrophe; at its end it is the ë of Macintosh.
  if (byte === 0x91) return isLetter(before) && !isLetter(after)
  // Ç and É at the beginning of a name.
  if ((byte === 0x80 || byte === 0x82 || byte === 0x83) && isLetter(after)) return true
  switch (impossible.get(byte)) {
    case 'anywhere':
      return true
    case 'after_letter':
      return isLetter(before)
    case 'after_small':
      return isSmall(before)
    case 'in_word':
      return isLetter(before) && isLetter(after)
    default:
      return false
  }
}

function fromMark(first: Buffer): { encoding: Encoding; bomBytes: number } | null {
  if (first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf) return { encoding: 'utf-8', bomBytes: 3 }
  if (first[0] === 0xff && first[1] === 0xfe) return { encoding: 'utf-16le', bomBytes: 2 }
  if (first[0] === 0xfe && first[1] === 0xff) return { encoding: 'utf-16be', bomBytes: 2 }
  return null
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

/** How many bytes at the end begin a UTF-8 character that is not finished: 0 to 3. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte >= 0xc0) return back < sequenceLength(byte) ? back : 0
    if (byte < 0x80) return 0
  }
  return 0
}

interface Census {
  /** Characters beyond ASCII that are whole UTF-8 sequences. */
  good: number
  /** Bytes that belong to none. */
  bad: number
  firstBadAt: number
  /** Of the bad ones: those that are letters in the old encodings, and make no sense in Windows-1252. */
  oldLetters: number
}

function censusOf(bytes: Buffer): Census {
  let oldLetters = 0
  let good = 0
  let bad = 0
  let firstBadAt = 0
  for (let index = 0; index < bytes.length; ) {
    const byte = bytes[index] ?? 0
    if (byte < 0x80) {
      index++
      continue
    }
    const length = sequenceLength(byte)
    if (length > 1 && index + length <= bytes.length && isUtf8(bytes.subarray(index, index + length))) {
      good++
      index += length
      continue
    }
    if (bad === 0) firstBadAt = index
    if (isOldLetter(byte, bytes[index - 1], bytes[index + 1])) oldLetters++
    bad++
    index++
  }
  return { good, bad, firstBadAt, oldLetters }
}

/** Of ASCII. */
const isLetter = (byte: number): boolean => (byte >= 0x41 && byte <= 0x5a) || isSmall(byte)
const isSmall = (byte: number): boolean => byte >= 0x61 && byte <= 0x7a

const sequenceLength = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1)
