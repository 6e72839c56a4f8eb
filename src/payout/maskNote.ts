import { fold } from './typedText.ts'

/** Runs of digits with the marks that people write between them. */
const digitRuns = /\+?\d(?:[\s.()\u00a0\u202f\u2010-\u2015-]{0,2}\d){6,}/g
/** Dates are not phone numbers: 2026-11-21, 21.11.2026, 20261121. No mobile number of the 13 countries begins with 20. */
const day =
  /^(?:20\d\d([-. ]?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])([-. ])(?:0?[1-9]|1[0-2])\2(?:20)\d\d)$/
const words = /[\p{L}\p{M}\p{N}]+/gu
const shortestWord = 3

/**
 * Masks a person's note for the audit trail, which holds no personal data: digits that look like a phone number, as in logs
 * (`229******12`), and the name of the payout's beneficiary and each word of it.
 */
export function maskNote(note: string, { name }: { name: string | null }): string {
  const masked = note.replaceAll(digitRuns, (run) => (day.test(run) ? run : maskDigits(run.replace(/\D/g, ''))))
  return name === null ? masked : maskName(masked, name)
}

/** A number as logs show it: the country code and the last two digits. */
const maskDigits = (digits: string): string => digits.slice(0, 3) + '*'.repeat(digits.length - 5) + digits.slice(-2)

function maskName(note: string, name: string): string {
  const parts = [...name.matchAll(words)].map(([word]) => fold(word))
  const long = new Set(parts.filter((word) => word.length >= shortestWord))
  const found = [...note.matchAll(words)].map((match) => ({
    at: match.index,
    end: match.index + match[0].length,
    word: fold(match[0]),
  }))
  const hidden = found.map(({ word }) => long.has(word))
  // A name that has only short words is recognised only if all of them follow each other.
  for (let start = 0; parts.length > 0 && start + parts.length <= found.length; start += 1) {
    if (parts.every((part, n) => found[start + n]?.word === part)) hidden.fill(true, start, start + parts.length)
  }
  let text = ''
  let at = 0
  found.forEach((word, n) => {
    if (!hidden[n]) return
    text += n > 0 && hidden[n - 1] ? '' : `${note.slice(at, word.at)}(name)`
    at = word.end
  })
  return text + note.slice(at)
}
