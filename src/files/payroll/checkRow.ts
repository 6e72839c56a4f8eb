import type { Payable } from '../../payout/keys.ts'
import { parseLimit } from '../../payout/money/money.ts'
import { currenciesOf, parseWrittenAmount } from '../../payout/money/writtenAmount.ts'
import {
  type Country,
  type Currency,
  countryOfOperator,
  findCountry,
  findOperator,
  isCurrency,
  type Operator,
} from '../../payout/operators/operator.ts'
import { readBrand } from '../../payout/operators/readBrand.ts'
import { isNowhere, parsePhone } from '../../payout/phone/phone.ts'
import type { Problem, ProblemCode } from '../../payout/problem.ts'
import { directionProblem, onOneLine } from '../../payout/typedText.ts'
import { country as countryValue, isSentence, money, type Sentence, say } from '../../words/sentence.ts'
import {
  type Advice,
  adviseAmount,
  adviseBrand,
  adviseCountry,
  adviseCurrency,
  adviseOperator,
  advisePhone,
  codesIn,
  type Whereabouts,
} from './advice.ts'
import type { Columns, Field } from './header/columns.ts'
import { cellOf } from './header/columns.ts'
import type { CellDoubt, Row } from './row.ts'

export interface CheckRowOptions {
  /** `--max-amount`, compared in each row's own currency. Null for no limit. */
  maxAmount?: string | null
  /** What the rest of the file tells about the country, for advice on a row that tells none. */
  whereabouts?: Whereabouts
}

/** The check of a row by itself. `reference` is trimmed, and null if there is none. */
export type RowCheck =
  | { ok: true; payable: Payable; reference: string | null }
  | { ok: false; problems: Problem[]; reference: string | null }

type Report = (field: Field | null, code: ProblemCode, advice: Sentence | Advice, at?: number) => void

const [maxNameLength, maxReferenceLength] = [100, 200]
const control = /\p{Cc}/u
/** Control characters, and those that may change the direction of writing. */
const odd = /[\p{Cc}\u061c\u200f\u202a-\u202e\u2066-\u2069]/u
const lostCharacter = '\ufffd'
/** What a spreadsheet saves for a formula that failed. */
const failed = /^#(?:N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!)$/
/** Matches nearly every name. */
const plainName = /^[\x20-\x7e]*$/
/** UTF-8 that some program has read as Windows-1252: `KouamÃ©`, `Nâ€™Guessan`. */
const garbled =
  /[ÂÃ][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u2026\u2030\u2039\u203a\u20ac\u2122]|â€/

/**
 * Checks one row (docs/payout-files.md) and finds all its problems, not just the first. Checks that depend on a missing or wrong cell
 * are left out: a phone number needs a country for more than its form, and decimals need a currency.
 */
export function checkRow(row: Row, columns: Columns, options: CheckRowOptions): RowCheck {
  const problems: Problem[] = []
  if (row.malformed) {
    const { column, value, message } = row.malformed
    problems.push({ line: row.line, column, value: shorten(value), code: 'malformed', message })
    return { ok: false, problems, reference: null }
  }
  const text = (field: Field): string => cellOf(row, columns, field).trim()
  const reportPlain: Report = (field, code, advice, at = field === null ? undefined : columns.index[field]) => {
    const value = at === undefined ? '' : shorten(row.cells[at] ?? '')
    const said = isSentence(advice) ? { message: advice } : advice
    problems.push({ line: row.line, column: columns.names[at ?? -1] ?? field ?? '', value, code, ...said })
  }
  const report: Report = row.doubts ? reportDoubts(row.doubts, reportPlain) : reportPlain
  const operator = checkOperator(text, options.whereabouts, report)
  const home = checkCountry(text('country'), operator, report)
  const currency = checkCurrency(text('currency'), home, report)
  const phone = checkPhone(text('phone_number'), home, report)
  const amountMinor = checkAmount(text('amount'), currency, { ...options, isNumber: row.isAmountNumber }, report)
  if (columns.units.length > 0) checkHeading(columns, currency, report)
  checkShownCurrency(row, currency, report)
  const name = checkName(row, columns, report)
  const reference = checkReference(text('reference'), report)
  if (failed.test(text('reference')))
    report('reference', 'malformed', say('payout.sheet_shows_error_here_correct_formula', { text: text('reference') }))
  for (const mark of row.otherMarks ?? []) problems.push({ line: row.line, code: 'malformed', ...mark })
  if (problems.length > 0 || !operator || !currency || phone === null || amountMinor === null) {
    return { ok: false, problems, reference }
  }
  return { ok: true, payable: { operator: operator.code, phone, amountMinor, currency, name }, reference }
}

/** Reports the cells that the sheet doesn't vouch for, and no other problems of those cells: their values mean nothing. */
function reportDoubts(doubts: readonly CellDoubt[], report: Report): Report {
  for (const { field, at, code, message } of doubts) report(field, code, message, at)
  return (field, code, message, at) => {
    if (!doubts.some((doubt) => doubt.field === field)) report(field, code, message, at)
  }
}

export const shorten = (value: string): string => (value.length > 80 ? `${value.slice(0, 79)}…`.toWellFormed() : value)

function checkOperator(cell: (field: Field) => string, told: Whereabouts | undefined, report: Report): Operator | null {
  const text = cell('operator')
  if (text === '') {
    report('operator', 'missing_operator', say('payout.operator_missing_write_code_mtn_benin'))
    return null
  }
  const operator = findOperator(text)
  if (operator?.code === text) return operator
  const turned = directionProblem(text)
  if (turned) report('operator', 'unknown_operator', turned)
  if (operator || turned) return operator
  const country = findCountry(cell('country'))
  const phone = cell('phone_number')
  const brand = readBrand(text, country, phone)
  if (brand?.kind === 'operator') return brand.operator
  // The row names a country, which is unknown and a problem of its own.
  if (brand?.kind === 'doubt' && country === null && cell('country') !== '') return null
  const [shortened, where] = [shorten(text), { phone, ...told }]
  const advice = brand ? adviseBrand(shortened, brand, where) : adviseOperator(shortened, country, where)
  report('operator', 'unknown_operator', advice)
  return null
}

/** The country that the row pays to: the operator's, or without an operator the one that the row names. */
function checkCountry(text: string, operator: Operator | null, report: Report): Country | null {
  const home = operator && countryOfOperator(operator)
  if (text === '') return home
  const turned = directionProblem(text)
  if (turned) {
    report('country', 'unknown_country', turned)
    return home
  }
  const country = findCountry(text)
  if (!country) {
    report('country', 'unknown_country', adviseCountry(shorten(text)))
    return home
  }
  if (operator && home && home.code !== country.code) {
    const message = say('payout.operator_not_correct_one_two', {
      code: operator.code,
      home: countryValue(home.code),
      country: countryValue(country.code),
      operators: codesIn(country),
    })
    report('country', 'operator_country_mismatch', message)
  }
  return home ?? country
}

function checkCurrency(text: string, home: Country | null, report: Report): Currency | null {
  if (text === '') return home?.currency ?? null
  const turned = directionProblem(text)
  if (turned) {
    report('currency', 'unknown_currency', turned)
    return home?.currency ?? null
  }
  const currency = currencyIn(text, home)
  if (currency === 'unclear') return null
  if (currency === null) {
    report('currency', 'unknown_currency', adviseCurrency(shorten(text), home))
    return home?.currency ?? null
  }
  if (home && home.currency !== currency) {
    const message = say('payout.payouts_not_correct_currency_amount', {
      country: countryValue(home.code),
      currency: home.currency,
      a: currency,
    })
    report('currency', 'currency_mismatch', message)
  }
  return home?.currency ?? currency
}

/** Reads a code, or a sign such as `FCFA` as the country's currency if possible. `unclear`: a sign of several, without a country. */
function currencyIn(text: string, home: Country | null): Currency | 'unclear' | null {
  const code = text.toUpperCase()
  if (isCurrency(code)) return code
  const meant = [...(currenciesOf(text) ?? [])].filter(isCurrency)
  if (home && meant.includes(home.currency)) return home.currency
  return meant.length > 1 && !home ? 'unclear' : (meant[0] ?? null)
}

function checkPhone(text: string, home: Country | null, report: Report): string | null {
  if (/^[-–—]*$/.test(text)) {
    report('phone_number', 'missing_phone', say('payout.phone_number_missing_write_number_paid'))
    return null
  }
  if (!home) {
    if (isNowhere(text))
      report('phone_number', 'invalid_phone', say('payout.no_number_anywhere', { text: shorten(text) }))
    return null
  }
  const phone = parsePhone(text, home.code)
  if (phone.ok) return phone.digits
  report('phone_number', phone.code, advisePhone(text, home, phone))
  return null
}

function checkAmount(
  text: string,
  currency: Currency | null,
  options: CheckRowOptions & { isNumber: boolean | undefined },
  report: Report,
): bigint | null {
  if (text === '') {
    report('amount', 'missing_amount', say('payout.amount_missing_write_how_much_paid'))
    return null
  }
  // Without a currency, the notation can be checked, but not the decimals.
  const amount = parseWrittenAmount(text, currency, options.isNumber)
  if (!amount.ok) {
    if (currency || amount.code !== 'too_many_decimals')
      report('amount', amount.code, adviseAmount(text, currency, amount))
    return null
  }
  if (!currency) return null
  const limit = options.maxAmount == null ? null : parseLimit(options.maxAmount, currency)
  if (limit?.ok && amount.amountMinor > limit.amountMinor) {
    const message = say('payout.over_limit_correct_amount_raise_max', {
      amount: money(amount.amountMinor, currency),
      most: money(limit.amountMinor, currency),
    })
    report('amount', 'amount_over_limit', message)
  }
  return amount.amountMinor
}

/** Checks the currency that the amount's cell shows because of its format. */
function checkShownCurrency({ shownCurrency }: Row, currency: Currency | null, report: Report): void {
  if (!shownCurrency || currency === null || shownCurrency.currencies.includes(currency)) return
  const message = say('payout.sheet_shows_other_currency', { text: shownCurrency.text, currency })
  report('amount', 'currency_mismatch', message)
}

/** A currency in the heading of the amounts, in a title above it or in the sheet's name must be the row's. */
function checkHeading({ units, names, index }: Columns, currency: Currency | null, report: Report): void {
  if (currency === null) return
  const against = units.find(({ codes }) => !codes.has(currency))
  if (!against) return
  const { line, sheet, written: sign } = against
  const column = shorten(names[index.amount ?? -1] ?? '')
  const message =
    line !== undefined
      ? say('titles.other_currency', { line, sign, currency })
      : sheet !== undefined
        ? say('titles.sheet_other_currency', { name: sheet, sign, currency })
        : say('payout.heading_other_currency', { column, currency })
  report('amount', 'currency_mismatch', message)
}

/** Where the name is in several columns, a problem is that of the first cell that has it, or of the longest one. */
function checkName(row: Row, columns: Columns, report: Report): string | null {
  const text = onOneLine(cellOf(row, columns, 'name').trim())
  if (text === '') return null
  const isOne = columns.nameAt.length < 2
  if (isOne && plainName.test(text) && text.length <= maxNameLength && !text.startsWith('#')) return text
  const cells = columns.nameAt.map((at) => ({ at, cell: (row.cells[at] ?? '').trim() }))
  const error = cells.find(({ cell }) => failed.test(cell))
  if (error)
    report('name', 'malformed', say('payout.sheet_shows_error_here_correct_formula', { text: error.cell }), error.at)
  const problem = nameProblem(text)
  if (problem === null) return text
  const longest = cells.reduce((one, other) => (other.cell.length > one.cell.length ? other : one))
  const wrong = cells.find(({ cell }) => nameProblem(onOneLine(cell)) !== null) ?? longest
  report('name', 'invalid_name', problem, wrong.at)
  return text
}

function nameProblem(text: string): Sentence | null {
  if (isLonger(text, maxNameLength)) return say('payout.name_longer_characters_shorten', { maxNameLength })
  if (plainName.test(text)) return null
  if (control.test(text)) return say('payout.name_line_break_another_control_character')
  if (text.includes(lostCharacter)) return say('payout.name_character_lost_saving_type_again', { lostCharacter })
  return garbled.test(text) ? say('payout.name_garbled') : directionProblem(text)
}

function checkReference(text: string, report: Report): string | null {
  if (text === '') return null
  if (isLonger(text, maxReferenceLength)) {
    report('reference', 'malformed', say('payout.reference_longer_characters_shorten', { maxReferenceLength }))
    return null
  }
  if (!odd.test(text)) return text
  const problem = control.test(text)
    ? say('payout.reference_line_break_another_control_character')
    : directionProblem(text)
  if (problem === null) return text
  report('reference', 'malformed', problem)
  return null
}

/** Counts characters, which may have two code units each. */
const isLonger = (text: string, most: number): boolean => text.length > most && [...text].length > most
