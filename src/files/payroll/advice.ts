import { suggestAmount } from '../../payout/money/money.ts'
import { meansCurrency, type WrittenAmountProblem } from '../../payout/money/writtenAmount.ts'
import {
  type Country,
  type CountryCode,
  type Currency,
  currencyDecimals,
  type Operator,
  operatorsOf,
  suggestCountry,
  suggestOperator,
} from '../../payout/operators/operator.ts'
import type { BrandReading } from '../../payout/operators/readBrand.ts'
import { homesOf } from '../../payout/phone/homes.ts'
import {
  countryOfNumber,
  isShortened,
  type PhoneProblem,
  type PhoneSuggestion,
  parsePhone,
  suggestPhone,
} from '../../payout/phone/phone.ts'
import { country, type Sentence, say } from '../../words/sentence.ts'

/** A problem's sentence, and a likely value for the cell if there is one. Only for wrong cells. */
export interface Advice {
  message: Sentence
  suggestion?: string
}

/** What a file tells about the country of its rows (likelyCountry.ts). */
export interface Whereabouts {
  likely: Country | null
  /** Where there is no likely country: those of which too few numbers may be, although all may be of another one. */
  unlikely: ReadonlySet<CountryCode>
}

/** What the number of a row without a country, and the rest of its file, tell about the country. */
interface RowWhereabouts extends Partial<Whereabouts> {
  phone: string
}

/** For a brand that doesn't tell which operator is meant. */
export function adviseBrand(
  text: string,
  brand: Extract<BrandReading, { kind: 'doubt' | 'elsewhere' }>,
  where: RowWhereabouts,
): Advice {
  if (brand.kind === 'elsewhere') return { message: notThere(text, brand.country) }
  const home = likelyHome(where)
  const there = brand.operators.filter((each) => each.country === home?.code)
  const [only, ...rest] = brand.operators
  if (only && rest.length === 0 && speaksAgainst(only, home, where)) return { message: notOfFile(text, only) }
  if (home && there.length === 0) return { message: notInLikely(text, home) }
  const possible = there.length > 0 ? there : ofNumber(brand.operators, where)
  const codes = possible.map(({ code }) => code)
  const [first, ...others] = codes
  if (first === undefined) return { message: notOfNumber(text, brand.operators) }
  if (others.length > 0) return { message: say('payout.brand_in_several_countries', { text, codes }) }
  return brand.operators.length > 1
    ? { message: say('payout.brand_probably', { text, code: first }) }
    : { message: say('payout.no_operator_did_you_mean', { text, code: first }), suggestion: first }
}

/** The likely country, unless the number is one of other countries only. */
function likelyHome({ phone, likely = null }: RowWhereabouts): Country | null {
  const homes = homesOf(phone)
  return likely && (homes.length === 0 || homes.includes(likely.code)) ? likely : null
}

/** Those of the operators whose country the number is of, or all if it is wrong everywhere. */
function ofNumber(found: readonly Operator[], { phone }: RowWhereabouts): readonly Operator[] {
  const homes = homesOf(phone)
  return homes.length === 0 ? found : found.filter(({ country }) => homes.includes(country))
}

/** Whether the number, as it is written, is one of the operator's country, although the file seems to be of another one. */
const speaksAgainst = ({ country }: Operator, home: Country | null, { phone, unlikely }: RowWhereabouts): boolean =>
  parsePhone(phone, country).ok &&
  (home ? home.code !== country && !parsePhone(phone, home.code).ok : unlikely?.has(country) === true)

const notThere = (text: string, home: Country): Sentence =>
  say('payout.no_operator_there', { text, country: country(home.code), codes: codesIn(home) })

const notInLikely = (text: string, home: Country): Sentence =>
  say('payout.no_operator_in_likely_country', { text, country: country(home.code), codes: codesIn(home) })

const notOfFile = (text: string, { code, country: home }: Operator): Sentence =>
  say('payout.no_operator_of_file', { text, code, country: country(home) })

const notOfNumber = (text: string, found: readonly Operator[]): Sentence =>
  say('payout.no_operator_of_number', { text, codes: found.map(({ code }) => code) })

/** For an unknown operator. @param named the row's country */
export function adviseOperator(text: string, named: Country | null, where: RowWhereabouts): Advice {
  const { phone } = where
  const home = named ?? (/^\s*(?:\+|00)/.test(phone) ? countryOfNumber(phone) : null)
  const found = suggestOperator(text, home)
  if (!found) {
    const likely = home ? null : likelyHome(where)
    if (likely) return { message: notInLikely(text, likely) }
    return { message: home ? notThere(text, home) : say('payout.no_operator_payrun_operators_lists_codes', { text }) }
  }
  const possible = named
    ? found.operators.filter((each) => each.country === named.code)
    : ofNumber(found.operators, where)
  const codes = possible.map(({ code }) => code)
  const [first, ...others] = codes
  if (first === undefined && named) return { message: notThere(text, named) }
  // What is spelt like it is not all that there is: `Orrange money` is near to that of two countries.
  if (first === undefined && found.operators.length > 1)
    return { message: say('payout.no_operator_payrun_operators_lists_codes', { text }) }
  if (first === undefined) return { message: notOfNumber(text, found.operators) }
  if (others.length === 0) {
    return { message: say('payout.no_operator_did_you_mean', { text, code: first }), suggestion: first }
  }
  return { message: say('payout.no_operator_did_you_mean_one', { text, codes }) }
}

export const codesIn = (home: Country): string[] => operatorsOf(home).map(({ code }) => code)

export function adviseCountry(text: string): Advice {
  const near = suggestCountry(text)
  return near
    ? {
        message: say('payout.no_country_payrun_pays_did_you', { text, name: country(near.code) }),
        suggestion: near.name,
      }
    : { message: say('payout.no_country_payrun_pays_write_name', { text }) }
}

export function adviseCurrency(text: string, home: Country | null): Advice {
  if (home && meansCurrency(text, home.currency)) {
    return {
      message: say('payout.no_currencys_code_did_you_mean', { text, currency: home.currency }),
      suggestion: home.currency,
    }
  }
  const known = Object.keys(currencyDecimals)
  return { message: say('payout.no_currency_payrun_pays_use_one', { text, known }) }
}

/** For an unreadable amount. @param failed why */
export function adviseAmount(
  text: string,
  currency: Currency | null,
  failed: { code: WrittenAmountProblem; message: Sentence },
): Advice {
  const suggestion = currency && failed.code === 'invalid_amount' ? suggestAmount(text, currency) : null
  return suggestion === null
    ? { message: failed.message }
    : { message: say('payout.problem_did_you_mean', { problem: failed.message, suggestion }), suggestion }
}

/** For a number that is not a mobile number of `home`. @param failed why */
export function advisePhone(text: string, home: Country, failed: { code: PhoneProblem; message: Sentence }): Advice {
  const { message } = failed
  if (failed.code === 'phone_country_mismatch') {
    const abroad = countryOfNumber(text)
    if (!abroad) return { message }
    return {
      message: say('payout.problem_number_of_country', {
        problem: message,
        country: country(abroad.code),
        operators: codesIn(abroad),
      }),
    }
  }
  if (failed.code !== 'invalid_phone') return { message }
  if (isShortened(text)) {
    return {
      message: say('payout.number_spreadsheet_shortened_last_digits_lost', { text }),
    }
  }
  const joined = text.split(/[\r\n]+|\s*[-–]\s*/).filter((part) => part.replace(/\D/g, '').length > 7)
  if (joined.length > 1) return { message: say('payout.several_numbers_in_cell', { text }) }
  const meant = suggestPhone(text, home.code)
  if (meant) return { message: phoneSentence(text, home, meant), suggestion: `+${meant.digits}` }
  const numbers = text.split(/[^\d\s+.()-]+/).filter((part) => part.replace(/\D/g, '').length > 3)
  if (numbers.length > 1) return { message: say('payout.several_numbers_in_cell', { text }) }
  if (message.key === 'payout.number_is_like_date') return { message }
  const read = parsePhone(numbers[0] ?? text.replace(/[/_]+/g, ' '), home.code)
  if (!read.ok) return { message }
  return { message: say('payout.more_than_a_number', { text, digits: read.digits }), suggestion: `+${read.digits}` }
}

function phoneSentence(text: string, home: Country, { why, digits }: PhoneSuggestion): Sentence {
  switch (why) {
    case 'letters':
      return say('payout.letter_where_digit_belongs_o_0', { text, digits })
    case 'decimals':
      return say('payout.decimals_spreadsheets_give_numbers_did_you', { text, digits })
    case 'old_benin':
      return say('payout.number_benin_form_before_november_2024', { text, digits })
    case 'code_twice':
      return say('payout.country_code_twice_did_you_mean', { text, diallingCode: home.diallingCode, digits })
    case 'plus_without_code':
      return say('payout.no_country_code_plus_00_begins', { text, digits })
    case 'lost_zero':
      return say('payout.lacks_digit_perhaps_0_front_spreadsheets', { text, digits })
  }
}
