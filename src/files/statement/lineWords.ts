import { type CountryCode, countries } from '../../payout/operators/operator.ts'
import { parsePhone, punctuation } from '../../payout/phone/phone.ts'
import { withoutAccents } from '../../payout/typedText.ts'

/**
 * Phone numbers in a text, with or without the country code, for a line that has none in a column of its own. Null if no digits may be
 * a number.
 */
export function numbersIn(label: string, phones: readonly string[] | null): string[] | null {
  if (phones !== null || label === '') return null
  const runs = [...label.slice(0, 500).matchAll(/(?<![\p{L}\d])\+?\d{8,15}(?![\p{L}\d])/gu)]
  if (runs.length === 0) return null
  return [...new Set(runs.flatMap(([run]) => phonesOf(run)))].slice(0, 40)
}

/** The numbers that a whole text may mean; none if it isn't a number. */
export const phonesOf = (text: string): readonly string[] => {
  const read = readStatementPhones(text)
  return read.ok ? read.phones : []
}

/** A text with more numbers names whole payrolls. */
const mostNumbers = 1_000

/**
 * All phone numbers that texts may name: with spaces, dots or hyphens (`01 97 00 00 01`), next to letters, in any column.
 *
 * @param known the numbers that the line is already known to have
 */
export function numbersBeside(texts: readonly string[], known: readonly string[]): string[] {
  const found = new Set<string>()
  const seen = new Set<string>()
  for (const text of texts) {
    if (!/(?:\d\D{0,3}){8}/.test(text)) continue
    for (const [chain] of text.slice(0, 20_000).matchAll(chains)) if (chain.length >= leastDigits) read(chain)
    if (found.size >= mostNumbers) return [...found]
  }
  return [...found]

  /** Reads groups of digits alone and joined with those after them, since a number may begin at any: `17 000 01 97 00 00 01`. */
  function read(chain: string): void {
    const groups = chain.match(/\+?\d+/g) ?? []
    for (const [first, begin] of groups.entries()) {
      const most = /^[+02]/.test(begin) ? mostDigits : mostWithoutCode
      let run = ''
      for (let next = first; next < groups.length; next++) {
        run += groups[next] ?? ''
        if (run.length > most) break
        if (run.length < leastDigits || seen.has(run)) continue
        seen.add(run)
        for (const phone of phonesOf(run)) if (!known.includes(phone)) found.add(phone)
      }
      if (found.size >= mostNumbers) return
    }
  }
}

/** Groups of digits that may be one number or several. A plus can only come first. */
const chains = /\+?\d+(?:[\s.()/_\u2010-\u2015-]{1,3}\d+)*/g
const leastDigits = 8
/** Longer numbers have a country code, which begins with a 2 in all 13 countries. This rules out most dates and references. */
const mostWithoutCode = 10
/** Enough for `000` before the country code, as some countries dial. */
const mostDigits = 16

const invisible = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
/** Providers may mask part of a number: `229******12`. Such a line names nobody. */
const masked = /^\+?[\dx*•#]*[x*•#]{2,}[\dx*•#]*$/i
/** `2,2902E+12`: a spreadsheet keeps only some of a number's digits. */
const rounded = /^\d(?:[.,]\d+)?e\+?\d{1,2}$/i

/** No mobile pattern of the 13 countries uses the last four digits (see phone.ts), so numbers that differ only in these share an entry. */
const blocks = new Map<string, string[]>()
const blockDigits = 4
const maxBlocks = 20_000

/** `2290197000001.0`: spreadsheets and programs treat a phone number as an amount. */
const decimals = /(?<=^\+?\d{5,})[.,]0{1,2}$/

/**
 * The numbers that a statement's line may mean, as digits with the country code: one for a number with a country code, every reading
 * of a national one, and the new form of an old number of Benin. Empty if it is masked, rounded, cut short or otherwise incomplete. A number of
 * a country that payrun doesn't pay to keeps its digits.
 */
export function readStatementPhones(text: string): { ok: true; phones: string[] } | { ok: false } {
  const bare = numberOf(text).replace(/^'/, '').replace(invisible, '').replace(decimals, '')
  const written = bare.replace(punctuation, '').replace(/^00/, '+')
  if (masked.test(written) || rounded.test(bare)) return { ok: true, phones: [] }
  if (!/^\+?\d{6,20}$/.test(written)) return { ok: false }
  const block = `${written.length} ${written.slice(0, -blockDigits)}`
  const last = written.slice(-blockDigits)
  let starts = blocks.get(block)
  if (!starts) {
    starts = readings(written).map((digits) => digits.slice(0, -blockDigits))
    if (blocks.size >= maxBlocks) blocks.clear()
    blocks.set(block, starts)
  }
  return { ok: true, phones: starts.map((start) => start + last) }
}

/** Extracts the number from `FRI:2290197000001/MSISDN`, the name of a wallet between systems. */
const numberOf = (text: string): string => /^(?:FRI:|tel:)?(.+?)(?:\/MSISDN)?$/i.exec(text.trim())?.[1] ?? ''

/**
 * Benin's numbers got a leading 01 in 2024, and some systems still write the eight old digits. Spreadsheets remove the 0 from them, and
 * from those of the Ivory Coast. Other numbers that begin with 2 may be longer ones that were cut short.
 */
const shortened: readonly [CountryCode, RegExp, string][] = [
  ['BJ', /^(?:229(?=\d{8}$)|(?=[4-9]))(\d{8})$/, '+22901'],
  ['BJ', /^(?:229)?(1\d{8})$/, '+2290'],
  ['CI', /^(?:225)?([157]\d{8})$/, '+2250'],
]

function readings(written: string): string[] {
  const found = new Set<string>()
  let isElsewhere = false
  const read = (text: string, country: CountryCode) => {
    const phone = parsePhone(text, country)
    if (phone.ok) found.add(phone.digits)
    else if (phone.code === 'phone_country_mismatch') isElsewhere = true
  }
  for (const { code } of countries) read(written, code)
  const digits = written.replace('+', '')
  for (const [country, form, start] of shortened) {
    const rest = form.exec(digits)?.[1]
    if (rest !== undefined) read(start + rest, country)
  }
  return found.size > 0 || !isElsewhere ? [...found] : [digits]
}

/**
 * Whether a line may stand for several payments. `said`: its words say so, or how many. `possible`: nothing names the person it paid.
 *
 * @param stated the number of payments in a column of its own
 * @param hasNumber whether it has the number of the person it paid, perhaps masked
 * @param mayBeAccount whether that number may also be that of an account for bulk payments
 */
export function sumOf(
  texts: readonly string[],
  { stated, hasNumber, mayBeAccount = false }: { stated: string; hasNumber: boolean; mayBeAccount?: boolean },
): 'said' | 'possible' | null {
  const number = /^\d{1,9}$/.test(stated) ? Number(stated) : null
  if (number !== null && number > 1) return 'said'
  const words = texts.map((text) => withoutAccents(text.slice(0, 1_000)).toLowerCase().replaceAll('_', ' '))
  // Most lines have none of these words, which are found sooner than digits that no letter stands before.
  const counts = words.filter((text) => somePayments.test(text)).flatMap((text) => [...text.matchAll(counted)])
  if (counts.some(([, count]) => Number(count) > 1)) return 'said'
  if ((!hasNumber || mayBeAccount) && words.some((text) => bulk.test(text))) return 'said'
  return hasNumber || number !== null ? null : 'possible'
}

const payments =
  'beneficiaires|beneficiaries|virements|transferts|paiements|payments|payouts|transfers|salaires|salaries|employees|employes'
const somePayments = new RegExp(payments)
/** `Virement de masse 3 bénéficiaires`, but not a year, a date or a document's number: `Novembre 2026 salaires`, `11/2026 paiements`. */
const counted = new RegExp(`(?<![\\p{L}\\d/.-])(?!(?:19|20)\\d\\d(?!\\d))(\\d{1,5})\\s*(?:${payments})(?!\\p{L})`, 'gu')
/** Words of banks and providers for one booking of many payments. */
const bulk = new RegExp(
  [
    'bulk|batch|(?:en|de) masse|lots?|groupee?s?',
    'beneficiaires|beneficiaries|salaires|salaries|payroll',
    '(?:virements?|paiements?|transferts?) multiples?',
  ]
    .map((words) => `(?<!\\p{L})(?:${words})(?!\\p{L})`)
    .join('|'),
  'u',
)
