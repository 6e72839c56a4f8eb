import type { Payable } from '../../payout/keys.ts'
import { countries, currencyDecimals } from '../../payout/operators/operator.ts'
import { type Sentence, say, type Words } from '../../words/sentence.ts'

const maxLength = 300

/**
 * The provider's own words on a refusal, fit for a report and a log: one line without control characters, 300
 * characters at most. The beneficiary's number is masked (`229******01`), any other long number and the beneficiary's
 * name are taken out. A sentence of ours where nothing is left.
 */
export function providerWords(
  words: string,
  payable: Pick<Payable, 'phone' | 'name'>,
  withoutAny: Sentence = say('provider.provider_refused_payout_without_giving_reason'),
): Words {
  return plainProviderWords(words, payable) ?? withoutAny
}

/** The same words; null where nothing is left. */
export function plainProviderWords(words: string, payable: Pick<Payable, 'phone' | 'name'>): string | null {
  // Cut before the patterns run, generously: what is taken out makes the text shorter.
  const line = words
    .slice(0, 4 * maxLength)
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const clean = withoutName(withoutNumbers(line, payable.phone), payable.name)
  if (clean === '') return null
  return clean.length > maxLength ? `${clean.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…` : clean
}

function withoutNumbers(line: string, phone: string): string {
  const { forms } = recipientForms(phone)
  return line.replace(/\+?\d(?:[ .()/-]{0,2}\d){6,}/g, (run) =>
    forms.has(run.replace(/\D/g, '')) ? `${phone.slice(0, 3)}******${phone.slice(-2)}` : '[number]',
  )
}

/**
 * Each part of the name by itself, since providers turn the order around, leave accents out and take hyphens for spaces. Parts of one
 * or two letters say nothing.
 */
function withoutName(line: string, name: string | null): string {
  const parts = (name ?? '').split(/[\s,.]+/)
  const written = [...parts, ...parts.flatMap((part) => part.split(/[-'’]/))].flatMap((part) => [part, bare(part)])
  return [...new Set(written)]
    .filter((part) => part.length > 2)
    .reduce((text, part) => text.replaceAll(wholeWord(part), '[name]'), line)
}

const bare = (part: string): string => part.normalize('NFD').replace(/\p{M}+/gu, '')

function wholeWord(part: string): RegExp {
  const literal = part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu')
}

/**
 * Whether the message of a good answer is about another payout. The message states amount, currency and recipient number
 * (interface document, 2.7), but in no fixed form; so it contradicts only when it names
 * - phone numbers, and ours is not among them, or
 * - amounts beside a currency, and ours is not among them (a fee or a balance may stand there too).
 * Texts without either say nothing; dates, references and masked numbers are neither.
 */
export function messageContradicts(message: string, payable: Payable): boolean {
  const beginning = message.slice(0, maxJudgedLength)
  if (!/\d/.test(beginning)) return false
  return namesOtherNumber(beginning, payable.phone) || namesOtherAmount(beginning, payable)
}

/** A message is a sentence. What goes on for longer is not read to its end: the patterns below take time by the square. */
const maxJudgedLength = 1000

const space = '[ \\u00a0\\u202f]'

/** A run of digits as people write numbers, not glued to letters, masks or other digits. */
const digitRuns = new RegExp(
  `(?<![\\w*•./#-])\\+?\\(?\\d(?:[().\\-]|${space}){0,2}(?:\\d(?:[().\\-]|${space}){0,2}){5,18}`,
  'g',
)
/** What stands before a recipient's number in English and French. */
const recipientWord =
  /(?:\b(?:to|vers(?: le)?|au|recipient|beneficiary|destinataire|msisdn|wallet|phone)(?: (?:number|no\.?|num[eé]ro))?|à|bénéficiaire)[\s:=(]*$/iu
const date = /^(?:(?:19|20)\d\d[-. ]\d\d?[-. ]\d\d?|\d\d?[-. ]\d\d?[-. ](?:19|20)\d\d)(?!\d)/

function namesOtherNumber(message: string, phone: string): boolean {
  if (holdsWhole(message, phone)) return false
  const ours = recipientForms(phone)
  let other = false
  for (const match of message.matchAll(digitRuns)) {
    const text = match[0]
    const after = message[match.index + text.length] ?? ''
    if (holdsOurs(text, ours)) return false
    if (/[\w*•]/.test(after) && /\d$/.test(text)) continue
    other ||= looksLikeNumber(text, message.slice(0, match.index), ours)
  }
  return other
}

/** The usual case, without any pattern: our digits as they were sent, with no digit at either side. */
function holdsWhole(message: string, phone: string): boolean {
  const at = message.indexOf(phone)
  return at >= 0 && !isDigit(message[at - 1]) && !isDigit(message[at + phone.length])
}

const isDigit = (letter: string | undefined): boolean => letter !== undefined && letter >= '0' && letter <= '9'

/**
 * Whether our number stands in a run of digits. A run may take in what follows (`97 00 00 01 1500 XOF`), so it is read
 * from every one of its groups to every later one.
 */
function holdsOurs(run: string, { forms }: RecipientForms): boolean {
  const groups = run.match(/\d+/g) ?? []
  return groups.some((_, from) => groups.some((_, to) => to >= from && forms.has(groups.slice(from, to + 1).join(''))))
}

/** Beyond doubt a phone number: international form, our country's form, or national after a word for the recipient. */
function looksLikeNumber(run: string, before: string, ours: RecipientForms): boolean {
  const digits = run.replace(/\D/g, '')
  if (date.test(run)) return false
  if (run.startsWith('+') && digits.length >= 8) return true
  const first = run.match(/\d+/)?.[0] ?? ''
  for (const each of new Set([digits, first])) {
    const bare = each.replace(/^00/, '')
    if (bare.startsWith(ours.diallingCode) && ours.nationalLengths.has(bare.length - ours.diallingCode.length))
      return true
    if (ours.nationalLengths.has(each.length) && recipientWord.test(before)) return true
    if (each.length >= 10 && each.length <= 15 && recipientWord.test(before)) return true
  }
  return false
}

const currencyWord = 'XOF|XAF|RWF|KES|UGX|TZS|ZMW|GHS|F ?CFA|CFA'
const amountText = `\\d+(?:(?:[.,']|${space})\\d+)*`
const amountBefore = new RegExp(`(?<![\\w.,])(${amountText})${space}?(${currencyWord})(?!\\w)`, 'gi')
const amountAfter = new RegExp(`(?<!\\w)(${currencyWord})${space}?(${amountText})(?!\\w)`, 'gi')

function namesOtherAmount(message: string, { amountMinor, currency }: Payable): boolean {
  let other = false
  for (const [, amount = '', word = ''] of message.matchAll(amountBefore)) {
    if (isCurrencyWord(word, currency) && suffixes(amount).some((each) => mayMean(each, amountMinor, currency)))
      return false
    other = true
  }
  for (const [, word = '', amount = ''] of message.matchAll(amountAfter)) {
    if (isCurrencyWord(word, currency) && prefixes(amount).some((each) => mayMean(each, amountMinor, currency)))
      return false
    other = true
  }
  return other
}

/** CFA francs are named without telling which of the two they are. */
function isCurrencyWord(word: string, currency: string): boolean {
  const upper = word.toUpperCase()
  return upper === currency || (upper.endsWith('CFA') && (currency === 'XOF' || currency === 'XAF'))
}

/** `22997000001 1500` before a currency is a number and an amount: the amount is one of the endings. */
function suffixes(amount: string): string[] {
  const parts = amount.split(/[ \u00a0\u202f]/)
  return parts.map((_, from) => parts.slice(from).join(''))
}

function prefixes(amount: string): string[] {
  const parts = amount.split(/[ \u00a0\u202f]/)
  return parts.map((_, index) => parts.slice(0, index + 1).join(''))
}

/** Whether one reading of the text is our amount: its last mark as the decimal one, or all marks as thousands. */
function mayMean(text: string, amountMinor: bigint, currency: string): boolean {
  const decimals = new Map<string, number>(Object.entries(currencyDecimals)).get(currency) ?? 0
  const allDigits = BigInt(text.replace(/\D/g, '')) * 10n ** BigInt(decimals)
  if (allDigits === amountMinor) return true
  const marked = /^(.*)[.,](\d+)$/.exec(text)
  if (!marked) return false
  const [, whole = '', fraction = ''] = marked
  const trimmed = fraction.replace(/0+$/, '')
  if (trimmed.length > decimals) return false
  return BigInt(whole.replace(/\D/g, '') + trimmed.padEnd(decimals, '0')) === amountMinor
}

/** A phone number in the ways in which texts write it, as digits. */
interface RecipientForms {
  diallingCode: string
  /** Every form, with and without the country code; a leading plus and separators are left to the reader. */
  forms: ReadonlySet<string>
  /** How long the numbers of this country are without the country code, in each form. */
  nationalLengths: ReadonlySet<number>
}

/**
 * The forms of `phone` (digits with the country code). Benin's numbers went from 8 to 10 digits by a `01` in front
 * (2024); texts of both ages are about, so with and without it is one number.
 */
export function recipientForms(phone: string): RecipientForms {
  const diallingCode = countries.find((each) => phone.startsWith(each.diallingCode))?.diallingCode ?? ''
  const national = phone.slice(diallingCode.length)
  const nationals = [national, ...beninForms(diallingCode, national)]
  const forms = nationals.flatMap((each) => [each, `0${each}`, `${diallingCode}${each}`, `00${diallingCode}${each}`])
  return {
    diallingCode,
    forms: new Set(forms),
    nationalLengths: new Set(nationals.flatMap((each) => [each.length, each.length + 1])),
  }
}

function beninForms(diallingCode: string, national: string): string[] {
  if (diallingCode !== '229') return []
  if (national.length === 10 && national.startsWith('01')) return [national.slice(2)]
  return national.length === 8 ? [`01${national}`] : []
}

export type StatusMeaning = 'success' | 'positive' | 'under_way' | 'failure' | 'other'

/**
 * What the text of a payout's status says. The interface document shows two words, `success` and `FAILED` (2.5, 2.7), and
 * lists none; the rest are what services of this kind use. Only `success` ever makes a payout paid: the others are here
 * to notice a contradiction.
 */
export function statusMeaning(status: string): StatusMeaning {
  return (
    meanings.get(status) ??
    meanings.get(
      status
        .trim()
        .toLowerCase()
        .replaceAll(/[\s_-]+/g, ' '),
    ) ??
    'other'
  )
}

const meanings = new Map<string, StatusMeaning>([
  ['success', 'success'],
  ...all('positive', ['successful', 'succeeded', 'succeed', 'completed', 'complete', 'paid', 'approved', 'done', 'ok']),
  ...all('under_way', [
    'pending',
    'processing',
    'in progress',
    'initiated',
    'accepted',
    'submitted',
    'queued',
    'waiting',
  ]),
  ...all('failure', ['failed', 'failure', 'fail', 'error', 'rejected', 'refused', 'declined', 'denied', 'reversed']),
  ...all('failure', ['cancelled', 'canceled', 'expired', 'invalid', 'unsuccessful', 'aborted', 'timeout']),
])

function all(meaning: StatusMeaning, words: readonly string[]): [string, StatusMeaning][] {
  return words.map((word) => [word, meaning])
}
