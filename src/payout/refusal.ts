import {
  asideFailed,
  doneStatus,
  duplicate,
  isDone,
  isStillOpen,
  negations,
  notOfThePayout,
  openStatus,
  saysUnderWayIn,
  success,
  timeout,
  wholeFailure,
  words,
} from './doubtWords.ts'
import { withoutAccents } from './typedText.ts'

/**
 * What makes an answer a refusal. A row that is called refused may be tried again, so only words that can mean nothing else
 * are words of refusal; any other word leaves the row to a person. Beside a word of refusal, no word may say that the payout
 * was, or may have been, made after all: a timeout, a duplicate, something under way, a success.
 *
 * Texts are compared in lower case, without accents, as words with one space between them; `transactionFailed` is two words.
 */

const refusals = [
  'fail(?:ed|ures?|s)?',
  'reject(?:ed|ion)?',
  'refus(?:ed|al|ee?s?)?',
  'declin(?:ed?|ee?s?)',
  'cancell?ed',
  'invalid\\w*',
  'insuffi(?:cien|san)\\w*',
  'echecs?',
  'echou(?:er|ee?s?)',
  'rejet(?:ee?s?)?',
  'annul(?:ee?s?)',
].join('|')

const refusal = words(refusals)
const refusalDenied = words(`(?:${negations})(?: (?:been|be|yet|ete|encore))* (?:${refusals})`)

/** Whether a status is a word of refusal, or contains one and no word that contradicts it. */
export const isRefusal = (status: string, more: readonly string[]): boolean =>
  hasRefusal(plainStatus(status), more) && !saysOtherwise(status, more)

/** Whether a status says anything other than that the payout was refused, or is not certain. */
export function saysOtherwise(status: string, more: readonly string[]): boolean {
  const text = plainStatus(status)
  const rest = without(text, more)
  return refusalDenied.test(text) || openStatus.test(rest) || isDone(rest, doneStatus) || speaksOfDoubt(rest)
}

/** Whether a status contains a word of refusal, whatever else it says. */
export const mentionsRefusal = (status: string, more: readonly string[]): boolean =>
  hasRefusal(plainStatus(status), more)

/** Whether a text says that the payout was, or may have been, made. */
export function raisesDoubt(text: string, more: readonly string[]): boolean {
  const rest = without(plain(text), more)
  return speaksOfDoubt(rest) || success.some((word) => isDone(rest, word))
}

/** Whether a whole message is about failure: "Transfer failed", not "Transfer successful, SMS failed". */
export function saysFailed(message: string): boolean {
  if (!anyFailure.test(message)) return false
  const text = plain(message)
  if (!wholeFailure.test(text) || notOfThePayout.test(text)) return false
  return !isDone(text, doneStatus) && !success.some((word) => isDone(text, word))
}

/** A quick check that is enough for most answers, of which there are thousands a second. */
const anyFailure = /fail|refus|reject|rejet|declin|cancel|annul|insuf|unsucc|chec|chou|\bno[nt]\b|n['’ ]a /i

/** Whether a text speaks of a duplicate. */
export const saysDuplicate = (text: string): boolean => duplicate.test(plain(text))

/** Whether a text beside a success says that the payout is under way, or that its end is not known. */
export const saysUnderWay = (text: string): boolean => isStillOpen(plain(text))

/**
 * A word of refusal that the merchant adds (PAYRUN_REFUSAL_WORDS), as texts are compared; null where it is none: empty, or a
 * word of a timeout, a duplicate, something under way or a success.
 */
export function refusalWord(text: string): string | null {
  const word = plain(text)
  if (word.trim() === '') return null
  const mayBePaid = /^ expire\w* $/.test(word) ? false : speaksOfDoubt(word)
  return mayBePaid || openStatus.test(word) || doneStatus.test(word) || success[0]!.test(word) ? null : word.trim()
}

const speaksOfDoubt = (text: string): boolean =>
  timeout.test(text) || saysUnderWayIn(text) || duplicate.test(text) || asideFailed.test(text)

/** Normalises a text for comparison with these words. */
export function plain(text: string): string {
  const bare = withoutAccents(text)
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return ` ${bare} `
}

/** Cached: a provider uses few words for a status, thousands of times a second. */
function plainStatus(status: string): string {
  const known = plainStatuses.get(status)
  if (known !== undefined) return known
  const bare = plain(status)
  if (plainStatuses.size < most.statuses && status.length <= most.letters) plainStatuses.set(status, bare)
  return bare
}

const plainStatuses = new Map<string, string>()
const most = { statuses: 200, letters: 60 }

const hasRefusal = (text: string, more: readonly string[]): boolean =>
  refusal.test(text) || more.some((word) => text.includes(plain(word)))

/** The text without the merchant's own refusal words, which raise no doubt. */
const without = (text: string, more: readonly string[]): string =>
  more.reduce((rest, word) => rest.replaceAll(plain(word), ' '), text)
