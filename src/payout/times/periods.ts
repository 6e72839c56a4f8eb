import { withoutAccents } from '../typedText.ts'

/** The beginnings of the months' names in French and English, folded. */
const months: readonly (readonly string[])[] = [
  ['jan'],
  ['fev', 'feb'],
  ['mar'],
  ['avr', 'apr'],
  ['mai', 'may'],
  ['juin', 'jun'],
  ['juil', 'jul'],
  ['aou', 'aug'],
  ['sep'],
  ['oct'],
  ['nov'],
  ['dec'],
]
const wholeMonths =
  /^(?:janv?(?:ier)?|january|fevr?(?:ier)?|feb(?:ruary)?|mars?|march|avr(?:il)?|apr(?:il)?|mai|may|juin|june?|juil(?:let)?|july?|aout?|aug(?:ust)?|sept?(?:embre|ember)?|oct(?:obre|ober)?|nov(?:embre|ember)?|dec(?:embre|ember)?)$/

/** 1 to 12; null if it isn't a month's name. */
export function monthOf(word: string): number | null {
  const plain = withoutAccents(word).toLowerCase()
  if (!wholeMonths.test(plain)) return null
  const at = months.findIndex((starts) => starts.some((start) => plain.startsWith(start)))
  return at === -1 ? null : at + 1
}

/** Whether two different texts probably mean the same period: `2026-11`, `novembre 2026`, `Nov. 26`; `Q4  2026`, `q4-2026`. */
export const looksLikePeriod = (one: string, other: string): boolean => one !== other && formOf(one) === formOf(other)

/** A period's words and numbers, with a month and its year as one. Anything else in it, such as a bonus or a day, counts, too. */
function formOf(period: string): string {
  const plain = withoutAccents(period).toLowerCase()
  const parts = (plain.match(/\p{L}+|\d+/gu) ?? []).filter((part) => !joining.has(part))
  const named = parts.map((part) => (monthOf(part) === null ? part : `m${monthOf(part)}`)).join(' ')
  const text = named.replace(/\b(20\d\d)(0[1-9]|1[0-2])\b/, '$1 $2')
  if ((text.match(/\b\d/g) ?? []).length > 2) return text
  return text
    .replace(/\bm?0?(1[0-2]|[1-9]) (20\d\d)\b/, '$2-$1')
    .replace(/\b(20\d\d) m?0?(1[0-2]|[1-9])\b/, '$1-$2')
    .replace(/\bm(\d+) (\d\d)\b/, '20$2-$1')
}

const joining = new Set(['de', 'd', 'du', 'mois', 'of', 'month'])
