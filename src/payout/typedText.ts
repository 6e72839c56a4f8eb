import { type Sentence, say } from '../words/sentence.ts'

/**
 * The form in which names typed by people are compared. Case, accents, spaces and punctuation don't matter, so `Côte d'Ivoire`,
 * `COTE D IVOIRE` and `cote_d-ivoire` are the same. Digits and letters of any script stay.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Letters without their accents, which are separate characters in NFKD. */
export const withoutAccents = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '')

/** The names of the months in French and English, in the form of `plain`. */
export const monthNames =
  'janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|january|february|march|april|may|june|july|august|september|october|november|december'

/** The form in which the words of titles, notes and remarks are compared. */
export const plain = (text: string): string =>
  withoutAccents(text).replace(/[’‘]/g, "'").toLowerCase().replace(/\s+/g, ' ').trim()

/** Without the digits of dates, which are not a number. */
export const withoutDates = (text: string): string => text.replace(/\b\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}\b/g, '')

/** As long as a phone number. */
export const isLongNumber = (text: string): boolean => withoutDates(text).replace(/\D/g, '').length >= 7

/** `12/11`, `12.11.2026` or `11/2026`, but not `1/2` nor `12/12 mois`. */
const day =
  /\b(?!\d[/-]\d\b)(?:\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|\d{1,2}[/-]\d{4}|\d{4}[/-]\d{1,2}|(?:[012]?\d|3[01])[/-](?:0?[1-9]|1[0-2]))(?![\d/]| ?(?:j|jours?|days?|h|heures?|hours?|mois|months?)\b)/g

/** `12 novembre 2026`, `12-Nov-26`, `25 nov.`, `Nov 12, 2026`, but not `12 mois` nor `Novembre 2026`. */
const month =
  '(?:janv?(?:ier)?|january|fevr?(?:ier)?|feb(?:ruary)?|mars?|march|avr(?:il)?|apr(?:il)?|mai|may|juin|june?|juil(?:let)?|july?|aout?|aug(?:ust)?|sept?(?:embre|ember)?|oct(?:obre|ober)?|nov(?:embre|ember)?|dec(?:embre|ember)?)'
const dayInWords = new RegExp(
  `\\b\\d{1,2}(?:er|st|nd|rd|th)?[-/. ]+${month}\\b(?:\\.?,?[-/. ]+(?:20)?\\d\\d\\b(?! (?:j|jours?|days?|h|heures?|hours?)\\b))?|\\b${month}\\.? \\d{1,2}(?:st|nd|rd|th)?,? 20\\d\\d\\b`,
  'g',
)

/** `onHold`, `ON_HOLD` and `on hold` are the same words. A date becomes `xdate`. */
export const wordsOf = (text: string): string =>
  withoutDays(plain(text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const withoutDays = (text: string): string =>
  /\d/.test(text) ? text.replace(day, ' xdate ').replace(dayInWords, ' xdate ') : text

/** Levenshtein distance of two short texts: how many letters must be changed, added or removed. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** Marks that address books and web pages leave around numbers. They are invisible and change nothing: digits run left to right anyway. */
const harmless = /[\u200b-\u200e\u202a\u202c\u202d\u2060\u2066\u2068\u2069\ufeff]/g
/** These marks make the displayed order differ from the stored order: `22 97` after such a mark reads `97 22`. */
const turning = /[\u061c\u200f\u202b\u202e\u2067]/
/** These embed, override or isolate a direction: among letters, whatever follows one may be shown in another order. */
const steering = /[\u202a-\u202e\u2066-\u2069]/
/** Letters only: the mark U+061C is Arabic, too. */
const rightToLeft =
  /(?=\p{L})[\p{Script=Adlam}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u
const ascii = /^[\0-\x7f]*$/
const otherNumber = /(?![0-9])\p{N}/u

/**
 * A text with its digits in ASCII and without invisible marks. Full-width and Arabic digits are converted if the whole text consists of
 * them. It fails for any other sign for a number (superscripts, circled digits, fractions), and for a mixture.
 */
export function plainDigits(text: string): { ok: true; text: string } | { ok: false; message: Sentence } {
  if (ascii.test(text)) return { ok: true, text }
  if (turning.test(text)) return { ok: false, message: say('payout.direction_marks', { text: quote(text) }) }
  const visible = text.replace(harmless, '')
  if (!otherNumber.test(visible)) return { ok: true, text: visible }
  const trimmed = visible.trim()
  // Groups of Arabic digits are displayed in the opposite order, so only a single run is unambiguous.
  if (/^[\u0660-\u0669]+$/.test(trimmed)) return { ok: true, text: shifted(trimmed, 0x0660 - 0x30) }
  if (/^[\u06f0-\u06f9]+$/.test(trimmed)) return { ok: true, text: shifted(trimmed, 0x06f0 - 0x30) }
  const isFullWidth = /^[\uff01-\uff5e\u3000\s]+$/.test(trimmed)
  return isFullWidth
    ? { ok: true, text: shifted(trimmed.replaceAll('\u3000', ' '), 0xfee0) }
    : { ok: false, message: say('payout.not_digits', { text: quote(text) }) }
}

/**
 * Why a name, a code or a word can't be read as it is shown: it has marks that change the direction of writing. Next to letters that are
 * written from right to left, a plain right-to-left mark is normal keyboard input, and changes nothing.
 */
export function directionProblem(text: string): Sentence | null {
  const isTurned = steering.test(text) || (turning.test(text) && !rightToLeft.test(text))
  return isTurned ? say('payout.direction_marks', { text: quote(text) }) : null
}

const shifted = (text: string, by: number): string =>
  text.replace(/[^\s]/g, (each) => String.fromCharCode(each.charCodeAt(0) - by))

/** A name or a cell for quoting in a sentence: only its beginning if it is long. */
export const clipped = (text: string, most = 40): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

export const quote = (text: string): Sentence => say('payout.text', { text: clipped(text, 80) })

/**
 * A name with line breaks in its cell, on one line. Anything but words may be rows that a stray quote has joined, and stays as it is.
 */
export const onOneLine = (name: string): string =>
  /[\r\n]/.test(name) && /^[\p{L}\p{M}\s'’".()-]*$/u.test(name) ? name.replace(/\s*[\r\n]+\s*/g, ' ') : name
