import { fold, withoutAccents } from '../../../payout/typedText.ts'

/** A heading's words without accents and plural s, with `n°` and `MoMo` as one word each, and `%` as another. */
export function wordsOf(name: string): string[] {
  // A text with a long number is a cell of a row.
  if (name.length > longestHeading || /\d{4}/.test(name)) return []
  const split = splitCases(
    name
      .replace(/mo\s?mo\b/giu, ' momo ')
      .replace(/whats\s?app/giu, ' whatsapp ')
      .replace(/\b([mt])[\s-](?=(?:pesa|money)\b)/giu, '$1'),
  )
  return withoutAccents(split)
    .toLowerCase()
    .replace(/\b(?:n|no)\s?[°º]/g, ' no ')
    .replace(/%/g, ' pourcentage ')
    .replace(/(\p{L}{2})(?=\d)/gu, '$1 ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(singular)
}

function singular(word: string): string {
  return word.length > 3 && word !== 'pays' && /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

/** The words in the form that `wordsOf` returns: `frais` is `frai` there. */
export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(singular))

/** `phoneNumber` is two words. */
export const splitCases = (text: string): string => text.replace(/(\p{Ll}{2})(?=\p{Lu})/gu, '$1 ')

export const longestHeading = 60

/** A heading's words without those that join others and mean nothing by themselves. */
export const contentOf = (name: string): string[] => wordsOf(name).filter((word) => !joining.has(word))

const joining = setOf('a au aux d de des du en et for in l la le les of par per pour s the to un')

export const hasAll = (words: readonly string[], heads: ReadonlySet<string>, beside: ReadonlySet<string>): boolean =>
  words.some((word) => heads.has(word)) && words.every((word) => heads.has(word) || beside.has(word))

const toBePaid = setOf('due payable payer percevoir verser virer')

/** Whether a heading without a year says that its amounts are to be paid: `Net à payer`, `Amount due`, `NetToPay`. */
export const saysToPay = (name: string): boolean =>
  wordsOf(name).some((word) => toBePaid.has(word)) ||
  /payer|verser|virer|percevoir|topay|tobepaid|payable|due$/.test(fold(name))
