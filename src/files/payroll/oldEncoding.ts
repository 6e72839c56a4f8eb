import { isUtf8 } from 'node:buffer'

interface Census {
  /** Characters beyond ASCII that are whole UTF-8 sequences. */
  good: number
  /** Bytes that belong to none. */
  bad: number
  firstBadAt: number
  /** Of the bad ones: those that are letters in the old encodings, and make no sense in Windows-1252. */
  oldLetters: number
}

/** What stands in bytes that are not UTF-8 as a whole. */
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

/** How many bytes a UTF-8 character has that begins so; 1: none begins with it, or it is ASCII. */
export const sequenceLength = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1)

// What a byte is in Windows-1252 where MS-DOS (850, 437) and Macintosh have letters with accents, and where it can't stand in a
// text of that encoding. One such place is enough: `KouamŽ` is no name.

/** They stand for nothing at all. */
const nothing: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])
/** Opening quotes, a florin, a dagger, a bullet, per mille: never right behind a letter. */
const openings: ReadonlySet<number> = new Set([0x82, 0x83, 0x84, 0x87, 0x88, 0x89, 0x8b, 0x93, 0x95, 0x98])
/** Capitals of other languages: never behind a small letter. */
const capitals: ReadonlySet<number> = new Set([0x8a, 0x8c, 0x8e, 0x9f])
/** Euro, dots, closing quotes, trade mark: never in a word. */
const closings: ReadonlySet<number> = new Set([0x80, 0x85, 0x86, 0x94, 0x99, 0x9b])

/** @param before,after the bytes beside it */
function isOldLetter(byte: number, before = 0, after = 0): boolean {
  // Macintosh has Œ and œ here: `Îuvre` and `cÏur`, as Windows-1252 shows them.
  if (byte === 0xce) return after === 0x75 && !isLetter(before)
  if (byte === 0xcf) return after === 0x75 && isLetter(before)
  // An opening quote inside a word may be an apostrophe; at its end it is the ë of Macintosh.
  if (byte === 0x91) return isLetter(before) && !isLetter(after)
  // Ç and É at the beginning of a name.
  if ((byte === 0x80 || byte === 0x82 || byte === 0x83) && isLetter(after)) return true
  if (nothing.has(byte)) return true
  if (openings.has(byte)) return isLetter(before)
  if (capitals.has(byte)) return isSmall(before)
  return closings.has(byte) && isLetter(before) && isLetter(after)
}

/** Of ASCII. */
const isLetter = (byte: number): boolean => (byte >= 0x41 && byte <= 0x5a) || isSmall(byte)
const isSmall = (byte: number): boolean => byte >= 0x61 && byte <= 0x7a
