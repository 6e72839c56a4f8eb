import { type Country, type Currency, countryName, currencyDecimals, findCountry } from '../payout/country.ts'
import type { AmountProblem } from '../payout/money.ts'
import type { PhoneProblem } from '../payout/phone.ts'
import { meansCurrency, suggestAmount } from '../payout/suggestAmount.ts'
import { operatorsOf, suggestCountry, suggestOperator } from '../payout/suggestOperator.ts'
import { countryOfNumber, isShortened, type PhoneSuggestion, suggestPhone } from '../payout/suggestPhone.ts'
import { t } from '../words/t.ts'

/** A problem's sentence, and what could stand in the cell where there is a likely guess. Made for wrong cells only. */
export interface Advice {
  message: string
  suggestion?: string
}

/** Of an unknown operator. `country` and `phone`: the row's other cells, which may say where it is. */
export function adviseOperator(text: string, country: string, phone: string): Advice {
  const found = suggestOperator(
    text,
    findCountry(country) ?? (/^\s*(?:\+|00)/.test(phone) ? countryOfNumber(phone) : null),
  )
  if (!found) return { message: t`There is no operator "${text}": payrun operators lists the codes.` }
  const [first, ...others] = found.operators
  if (others.length === 0) {
    return { message: t`There is no operator "${text}": did you mean ${first.code}?`, suggestion: first.code }
  }
  const codes = found.operators.map(({ code }) => code).join(', ')
  return { message: t`There is no operator "${text}": did you mean one of ${codes}?` }
}

export const operatorsSentence = (country: Country): string =>
  t`Operators of ${countryName(country)}: ${operatorsOf(country)
    .map(({ code }) => code)
    .join(', ')}.`

export function adviseCountry(text: string): Advice {
  const near = suggestCountry(text)
  const name = near && countryName(near)
  return name
    ? { message: t`"${text}" is no country that payrun pays to: did you mean ${name}?`, suggestion: name }
    : { message: t`"${text}" is no country that payrun pays to: write its name or ISO code, as in Benin or BJ.` }
}

export function adviseCurrency(text: string, home: Country | null): Advice {
  if (home && meansCurrency(text, home.currency)) {
    return { message: t`"${text}" is no currency's code: did you mean ${home.currency}?`, suggestion: home.currency }
  }
  const known = Object.keys(currencyDecimals).join(', ')
  return { message: t`"${text}" is no currency that payrun pays in: use one of ${known}.` }
}

/** Of an amount that can't be read: `failed` says why. */
export function adviseAmount(
  text: string,
  currency: Currency | null,
  failed: { code: AmountProblem; message: string },
): Advice {
  const suggestion = currency && failed.code === 'invalid_amount' ? suggestAmount(text, currency) : null
  return suggestion === null
    ? { message: failed.message }
    : { message: `${failed.message} ${t`Did you mean ${suggestion}?`}`, suggestion }
}

/** Of a number that is no mobile number of `home`: `failed` says why. */
export function advisePhone(text: string, home: Country, failed: { code: PhoneProblem; message: string }): Advice {
  const { message } = failed
  if (failed.code === 'phone_country_mismatch') {
    const abroad = countryOfNumber(text)
    if (!abroad) return { message }
    return { message: `${message} ${t`The number is of ${countryName(abroad)}.`} ${operatorsSentence(abroad)}` }
  }
  if (failed.code !== 'invalid_phone') return { message }
  if (isShortened(text)) {
    return {
      message: t`"${text}" is a number that a spreadsheet shortened, and its last digits are lost: format the column as text, and type the numbers again.`,
    }
  }
  const meant = suggestPhone(text, home.code)
  return meant ? { message: phoneSentence(text, home, meant), suggestion: `+${meant.digits}` } : { message }
}

function phoneSentence(text: string, home: Country, { why, digits }: PhoneSuggestion): string {
  switch (why) {
    case 'letters':
      return t`"${text}" has a letter where a digit belongs, O for 0 or l for 1: did you mean +${digits}?`
    case 'decimals':
      return t`"${text}" has decimals, as spreadsheets give to numbers: did you mean +${digits}?`
    case 'old_benin':
      return t`"${text}" is a number of Benin in the form of before November 2024: put 01 before the eight digits, as in +${digits}.`
    case 'code_twice':
      return t`"${text}" has the country code ${home.diallingCode} twice: did you mean +${digits}?`
    case 'plus_without_code':
      return t`"${text}" has no country code, which a plus or 00 begins: did you mean +${digits}?`
    case 'lost_zero':
      return t`"${text}" lacks a digit, perhaps the 0 in front, which spreadsheets drop: did you mean +${digits}?`
  }
}
