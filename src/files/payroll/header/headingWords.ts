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
    .replace(/\bbaada ya makato\b/g, ' net ')
    .replace(/\bkabla ya makato\b/g, ' brut ')
    .replace(/(\p{L}{2})(?=\d)/gu, '$1 ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(singular)
}

function singular(word: string): string {
  return word.length > 3 && word !== 'pays' && /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

/** The words in the form that `wordsOf` returns: `frais` is `frai` there. */
export const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/).map(singular))

/** `phoneNumber` is two words. */
export const splitCases = (text: string): string => text.replace(/(\p{Ll}{2})(?=\p{Lu})/gu, '$1 ')

export const longestHeading = 60

/** A heading's words without those that join others and mean nothing by themselves. */
export const contentOf = (name: string): string[] => wordsOf(name).filter((word) => !joining.has(word))

/**
 * Words of Swahili and Kinyarwanda, in which payrolls of Tanzania, Kenya and Rwanda are kept, too. None of them is a word of French or
 * English headings.
 */
export const regional = {
  operator: 'mtandao',
  phone: 'simu telefone telefoni',
  /** Mobile, and what a number in a payroll may be of: an emergency, an office, a bank. */
  mobile: 'mkononi',
  notPhone: 'benki dharura ofisi',
  amount: 'amafaranga kiasi',
  quantity: 'umubare',
  pay: 'malipo mshahara umushahara',
  total: 'jumla',
  /** `To be paid`. */
  toPay: 'guhembwa kulipa kulipwa kwishyurwa',
  left: 'asigaye baki salio',
  /** Gross, tax, loan, deductions, allowance. */
  notPaid: 'ghafi inguzanyo kodi makato mkopo posho umusoro',
  number: 'namba nambari nimero nomero',
  name: 'amazina izina jina majina',
  whole: 'kamili',
  payee: 'abakozi mfanyakazi mnufaika mpokeaji mwajiriwa umukozi wafanyakazi waajiriwa wanufaika wapokeaji',
  reference: 'kumbukumbu rejea',
  currency: 'sarafu',
} as const

const joining = setOf(
  'a au aux cha d de des du en et for in l la le les na of par per pour s the to un w wa y ya yo za',
)

export const hasAll = (words: readonly string[], heads: ReadonlySet<string>, beside: ReadonlySet<string>): boolean =>
  words.some((word) => heads.has(word)) && words.every((word) => heads.has(word) || beside.has(word))

const toBePaid = setOf(`due payable payer percevoir verser virer ${regional.toPay}`)

/** Whether a heading without a year says that its amounts are to be paid: `Net à payer`, `Amount due`, `NetToPay`. */
export const saysToPay = (name: string): boolean =>
  wordsOf(name).some((word) => toBePaid.has(word)) ||
  /payer|verser|virer|percevoir|topay|tobepaid|payable|due$/.test(fold(name))
