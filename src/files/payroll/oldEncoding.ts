import { isUtf8 } from 'node:buffer'

interface Census {
  /** Characters beyond ASCII that are whole UTF-8 sequences. */
  good: number
  /** Bytes that belong to no such sequence. */
  bad: number
  firstBadAt: number
  /** The bad bytes that are letters in the old encodings and make no sense in Windows-1252. */
  oldLetters: number
}

/** Counts the characters in bytes that are not valid UTF-8 as a whole. */
export function censusOf(bytes: Buffer): Census {
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

/** The number of bytes of a UTF-8 character that begins with this byte; 1 for ASCII, and if no character begins with it. */
export const sequenceLength = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1)

// The meaning in Windows-1252 of bytes that are accented letters in MS-DOS (850, 437) and Macintosh, and where they can't occur in a
// Windows-1252 text. One such place is enough: `KouamŽ` is not a name.

/** Undefined bytes. */
const nothing: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])
/** Opening quotes, a florin, a dagger, a bullet, per mille: never right after a letter. */
const openings: ReadonlySet<number> = new Set([0x82, 0x83, 0x84, 0x87, 0x88, 0x89, 0x8b, 0x93, 0x95, 0x98])
/** Capitals of other languages: never after a small letter. */
const capitals: ReadonlySet<number> = new Set([0x8a, 0x8c, 0x8e, 0x9f])
/** Euro, dots, closing quotes, trade mark: never inside a word. */
const closings: ReadonlySet<number> = new Set([0x80, 0x85, 0x86, 0x94, 0x99, 0x9b])

/** @param before,after the bytes beside it */
function isOldLetter(byte: number, before = 0, after = 0): boolean {
  // These are Œ and œ of Macintosh, which Windows-1252 shows as `Îuvre` and `cÏur`.
  if (byte === 0xce) return after === 0x75 && !isLetter(before)
  if (byte === 0xcf) return after === 0x75 && isLetter(before)
  // An opening quote inside a word may be an apostrophe; at its end it is Macintosh's ë.
  if (byte === 0x91) return isLetter(before) && !isLetter(after)
  // Ç and É at the beginning of a name.
  if ((byte === 0x80 || byte === 0x82 || byte === 0x83) && isLetter(after)) return true
  if (nothing.has(byte)) return true
  if (openings.has(byte)) return isLetter(before)
  if (capitals.has(byte)) return isSmall(before)
  return closings.has(byte) && isLetter(before) && isLetter(after)
}

/** An ASCII letter. */
const isLetter = (byte: number): boolean => (byte >= 0x41 && byte <= 0x5a) || isSmall(byte)
const isSmall = (byte: number): boolean => byte >= 0x61 && byte <= 0x7a
