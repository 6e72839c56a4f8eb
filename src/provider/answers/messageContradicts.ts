import type { Payable } from '../../payout/keys.ts'
import { countries, currencyDecimals } from '../../payout/operators/operator.ts'

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

/**
 * Whether the fields of an answer that stand beside its status name another amount, currency or recipient than ours. They are read as a
 * message is, so forms don't matter: `1500`, `"1500.00"`, a plus, spaces, a masked number. Fields that are neither text nor a number
 * say nothing.
 */
export function fieldsContradict(fields: Record<string, unknown>, payable: Payable): boolean {
  const currency = plainOf(fields['currency'])
  if (currency && isOtherCurrency(currency, payable.currency)) return true
  const amount = plainOf(fields['amount'])
  if (amount && messageContradicts(`${amount} ${currency ?? payable.currency}`, payable)) return true
  return numberFields.some((field) => {
    const number = plainOf(fields[field])
    if (number === undefined || isTailOf(payable.phone, number)) return false
    return messageContradicts(`to +${number.replace(/^[+\s]+/, '')}`, payable)
  })
}

/** A number without its country code, and also without its leading zero: JSON numbers have none. */
function isTailOf(phone: string, number: string): boolean {
  const digits = number.replace(/\D/g, '')
  return digits.length >= 8 && phone.endsWith(digits)
}

/** The recipient's number in the interface document (2.6), and what else services of this kind call it. */
const numberFields = ['phoneNumber', 'phone_number', 'phone', 'msisdn'] as const

/** Text or a number, as text; undefined if it is anything else. */
const plainOf = (value: unknown): string | undefined =>
  (typeof value === 'string' && value.length <= 40) || typeof value === 'number' ? String(value) : undefined

/** Only this much of a message is read: the patterns below take quadratic time. */
const maxJudgedLength = 1000

const space = '[ \\u00a0\\u202f]'

/** A run of digits as people write numbers, not glued to letters, masks or other digits. */
const digitRuns = new RegExp(
  `(?<![\\w*•./#-])\\+?\\(?\\d(?:[().\\-]|${space}){0,2}(?:\\d(?:[().\\-]|${space}){0,2}){5,18}`,
  'g',
)
/** Words before a recipient's number, in English and French. */
const recipientWord =
  /(?:\b(?:to|vers(?: le)?|au|recipient|beneficiary|destinataire|msisdn|wallet|phone)(?: (?:number|no\.?|num[eé]ro))?|à|bénéficiaire)[\s:=(]*$/iu
/** "66 00 00 00 a reçu …": the subject is a phone number, unless it is called an id. */
const received =
  /^\s*(?:a (?:bien )?re[cç]u|(?:has |have )?received|(?:a [ée]t[ée]|est|was|is|has been) (?:cr[ée]dit[ée]e?|credited|paid|pay[ée]e?))(?![\p{L}])/iu
const isReceiver = (before: string, rest: string): boolean => received.test(rest) && !idWord.test(before)
const idWord =
  /(?:\b(?:id|ref|reference|tx|txn|transaction|code|no|num|number|operation|receipt)|réf|référence|opération|n°|reçu)[\s.:#=°]*(?:id|no|number|n°)?[\s.:#=°]*$/iu
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
    const rest = message.slice(match.index + text.length)
    other ||= looksLikeNumber(text, message.slice(0, match.index), rest, ours)
  }
  return other
}

/** The usual case, without patterns: our digits as sent, with no digit on either side. */
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

/** Whether it is certainly a phone number: international, in our country's form, or national next to a word for the recipient. */
function looksLikeNumber(run: string, before: string, rest: string, ours: RecipientForms): boolean {
  const digits = run.replace(/\D/g, '')
  if (date.test(run)) return false
  if (run.startsWith('+') && digits.length >= 8) return true
  const first = run.match(/\d+/)?.[0] ?? ''
  for (const each of new Set([digits, first])) {
    const bare = each.replace(/^00/, '')
    if (bare.startsWith(ours.diallingCode) && ours.nationalLengths.has(bare.length - ours.diallingCode.length))
      return true
    if (ours.nationalLengths.has(each.length) && (recipientWord.test(before) || isReceiver(before, rest))) return true
    if (each.length >= 10 && each.length <= 15 && recipientWord.test(before)) return true
  }
  return false
}

/** The names of currencies in messages, and the currencies that each may mean. */
const currencyNames: [RegExp, readonly string[]][] = [
  [/^f(?:rancs?|rs?)? ?cfa$|^cfa$/i, ['XOF', 'XAF']],
  [/^f(?:rancs?|rs?)?$/i, ['XOF', 'XAF', 'RWF']],
  [/^gh[s₵¢c]$|^cedis?$/i, ['GHS']],
  [/^shillings?$/i, ['KES', 'UGX', 'TZS']],
  [/^k(?:e)?shs?$/i, ['KES']],
  [/^ushs?$/i, ['UGX']],
  [/^tshs?$/i, ['TZS']],
  [/^kwachas?$/i, ['ZMW']],
]
const foreign = 'NGN|USD|EUR|euros?|dollars?|nairas?'
const codes = `XOF|XAF|RWF|KES|UGX|TZS|ZMW|GHS|${foreign}`
const isForeign = new RegExp(`^(?:${foreign})$`, 'i')
const names = 'F(?:rancs?|rs?)? ?CFA|CFA|francs?|GH[₵¢C]|cedis?|shillings?|K(?:E)?shs?|Ushs?|Tshs?|kwachas?'
const amountText = `\\d+(?:(?:[.,']|${space})\\d+)*`
/** "3000F" and "3000 F" are francs; "F 3000" may be anything. */
const amountBefore = new RegExp(`(?<![\\w.,])(${amountText})${space}?(${codes}|${names}|F|Frs?)(?!\\w)`, 'gi')
const amountAfter = new RegExp(`(?<!\\w)(${codes}|${names})${space}?(${amountText})(?!\\w)`, 'gi')
/** Without a currency, a number is an amount only if it can't be anything else. */
const amountAlone = new RegExp(
  `\\b(?:(?:montant|amount)(?: (?:sent|paid|transferred|envoyé|envoye|payé|paye|transféré|is|est|of|de))?\\s?[:=]?\\s?(${amountText})(?![\\w%])|(?:transfer|payment|payout|transfert|paiement|virement|envoi) (?:of|de) (${amountText}) (?:to|vers|à|au)(?![\\p{L}]))`,
  'giu',
)
/** Words before or after an amount that is not the payout's. */
const otherBefore =
  /(?:(?:\bbal\.|\b(?:bal|fees?|frais|charges?|commissions?|balance|solde|tax|taxes?|tva|vat|limite?|plafond|remaining|restant|reste|bonus|min(?:imum)?|max(?:imum)?|disponible|available)\b)[^\d.;]{0,25})$/iu
const otherBehind =
  /^\s*(?:of |de |d')?(?:fees?|frais|charges?|commissions?|balance|solde|restant|remaining|disponible|available|bonus)\b/iu

function namesOtherAmount(message: string, payable: Payable): boolean {
  const { amountMinor, currency } = payable
  let other = false
  let rest = message
  const found = [
    ...[...message.matchAll(amountBefore)].map((match) => ({
      match,
      amount: match[1]!,
      word: match[2]!,
      of: suffixes,
    })),
    ...[...message.matchAll(amountAfter)].map((match) => ({ match, amount: match[2]!, word: match[1]!, of: prefixes })),
  ]
  for (const { match, amount, word, of } of found) {
    if (isAnother(message, match.index, match[0], amount, payable)) continue
    if (of === suffixes && isOfCode(message, match.index, match[0], word)) continue
    if (isCurrencyWord(word, currency) && of(amount).some((each) => mayMean(each, amountMinor, currency))) return false
    if (isForeign.test(word)) rest = rest.replace(match[0], ' ')
    else other = true
  }
  // "1500 (2.44 USD)" converts our amount.
  return other || (rest !== message && !hasOurs(rest, payable)) || namesOtherAlone(message, payable)
}

/** Whether it contains our amount anywhere, with or without a currency. */
const hasOurs = (message: string, { amountMinor, currency }: Payable): boolean =>
  [...message.matchAll(new RegExp(amountText, 'g'))].some(([run]) =>
    suffixes(run).some((each) => mayMean(each, amountMinor, currency)),
  )

/** Whether an amount in francs is a part of an id: "742f" in `1c9e6679-742f-40de`. */
const isOfCode = (message: string, index: number, found: string, word: string): boolean =>
  /^f(?:rs?)?$/i.test(word) &&
  (/\df$/.test(found) ||
    /[-#/]/.test(`${message[index - 1] ?? ''}${message[index + found.length] ?? ''}`) ||
    idWord.test(message.slice(0, index)))

/** A fee or a balance, or a total of ours and a fee. */
function isAnother(message: string, index: number, found: string, amount: string, payable: Payable): boolean {
  const before = message.slice(Math.max(0, index - 40), index)
  if (otherBefore.test(before) || otherBehind.test(message.slice(index + found.length))) return true
  return totalBefore.test(before) && isWithFee(amount, payable)
}

const totalBefore = /\b(?:total|cost|co[uû]t)\b[^\d.;]{0,25}$/iu

const isWithFee = (amount: string, { amountMinor, currency }: Payable): boolean =>
  readings(amount, currency).some((each) => each >= amountMinor && each * 10n <= amountMinor * 11n)

function namesOtherAlone(message: string, payable: Payable): boolean {
  const { amountMinor, currency } = payable
  let other = false
  for (const { 0: found, 1: after, 2: of, index } of message.matchAll(amountAlone)) {
    const amount = after ?? of ?? ''
    if (isAnother(message, index, found, amount, payable)) continue
    if (prefixes(amount).some((each) => mayMean(each, amountMinor, currency))) return false
    other = true
  }
  // Ours may be elsewhere: "Amount 1515 (1500 + 15)".
  return other && !hasOurs(message, payable)
}

function isCurrencyWord(word: string, currency: string): boolean {
  if (word.toUpperCase() === currency) return true
  return currencyNames.some(([names, of]) => names.test(word) && of.includes(currency))
}

/** Whether a text that stands alone is certainly another currency: a code or a name of one. */
function isOtherCurrency(text: string, currency: string): boolean {
  const word = text.trim()
  const isOne = /^[a-z]{3}$/i.test(word) || isForeign.test(word) || currencyNames.some(([names]) => names.test(word))
  return isOne && !isCurrencyWord(word, currency)
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

const mayMean = (text: string, amountMinor: bigint, currency: string): boolean =>
  readings(text, currency).includes(amountMinor)

/** The possible values of an amount, in minor units: its last separator read as decimal, or all of them as thousands. */
function readings(text: string, currency: string): bigint[] {
  const decimals = new Map<string, number>(Object.entries(currencyDecimals)).get(currency) ?? 0
  const allDigits = BigInt(text.replace(/\D/g, '')) * 10n ** BigInt(decimals)
  const marked = /^(.*)[.,](\d+)$/.exec(text)
  if (!marked) return [allDigits]
  const [, whole = '', fraction = ''] = marked
  // A repeated separator separates thousands: `1.500.000` is not 1500.
  if (whole.includes(text[whole.length] ?? '')) return [allDigits]
  const trimmed = fraction.replace(/0+$/, '')
  if (trimmed.length > decimals) return [allDigits]
  return [allDigits, BigInt(whole.replace(/\D/g, '') + trimmed.padEnd(decimals, '0'))]
}

/** The ways in which texts write a phone number, as digits. */
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
