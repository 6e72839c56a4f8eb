import { type CountryCode, countries } from '../../payout/operators/operator.ts'
import { parsePhone, punctuation } from '../../payout/phone/phone.ts'

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
