import type { ZodType } from 'zod'
import { type Currency, countryName } from '../payout/country.ts'
import { formatWireAmount, parseAmount } from '../payout/money.ts'
import { countryOfOperator, findOperator, nearestOperator, type Operator } from '../payout/operator.ts'
import { parsePhone } from '../payout/phone.ts'
import { t } from '../words/t.ts'
import type { RequestProblem } from './callResult.ts'

/** A request that was checked, ready to be sent; or all that is wrong with it. */
export type Checked<Order> = { ok: true; order: Order } | { ok: false; problems: RequestProblem[] }

export type Report = (field: string, message: string) => void

/**
 * Checks a request: its shape by the schema, then what one field means for another by `judge`, which gives null when it has
 * reported a problem.
 */
export function checkOrder<Shape, Order>(
  schema: ZodType<Shape>,
  request: unknown,
  judge: (shape: Shape, report: Report) => Order | null,
): Checked<Order> {
  const problems: RequestProblem[] = []
  const report: Report = (field, message) => void problems.push({ field, message: sentence(message) })
  const read = schema.safeParse(request)
  for (const { path, message } of read.error?.issues ?? []) report(path.join('.'), message)
  const order = read.success ? judge(read.data, report) : null
  return order === null || problems.length > 0 ? { ok: false, problems } : { ok: true, order }
}

const sentence = (message: string): string => (/[.?]$/.test(message) ? message : `${message}.`)

/** An amount, exactly: its minor units, and the digits that go out. */
export interface ExactAmount {
  amountMinor: bigint
  digits: string
}

/**
 * Reads an amount: a bigint is minor units (ISO 4217), a text is read as in payout files (`parseAmount`). Plain digits go
 * out as they are (`150.5` stays `150.5`), anything else in the currency's form (`1 500.00` XOF is `1500`).
 */
export function readExactAmount(amount: string | bigint, currency: Currency, report: Report): ExactAmount | null {
  if (typeof amount === 'bigint') {
    if (amount > 0n && amount < 10n ** 17n) {
      return { amountMinor: amount, digits: formatWireAmount(amount, currency) }
    }
    report('amount', t`amount must be above zero, and have 15 digits before the decimals at most`)
    return null
  }
  const read = parseAmount(amount, currency)
  if (!read.ok) {
    report('amount', t`amount is not right: ${read.message}`)
    return null
  }
  const decimals = formatWireAmount(read.amountMinor, currency).split('.')[1]?.length ?? 0
  const written = amount.trim()
  const isPlain = /^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(written) && (written.split('.')[1]?.length ?? 0) <= decimals
  return { amountMinor: read.amountMinor, digits: isPlain ? written : formatWireAmount(read.amountMinor, currency) }
}

export function readOperator(code: string, report: Report): Operator | null {
  const operator = findOperator(code)
  if (operator) return operator
  const nearest = nearestOperator(code)
  report(
    'operator',
    nearest
      ? t`operator is none of the supported codes: did you mean ${nearest.code}?`
      : t`operator is none of the supported codes`,
  )
  return null
}

/**
 * Reads a mobile number of the operator's country, which must carry the country code (interface document, 2.4).
 *
 * @returns its digits with the country code and no plus
 */
export function readInternational(text: string, operator: Operator, report: Report): string | null {
  const home = countryOfOperator(operator)
  const { diallingCode } = home
  const name = countryName(home)
  const phone = parsePhone(text, operator.country)
  if (phone.ok) {
    if (text.replace(/\D/g, '').replace(/^00/, '') === phone.digits) return phone.digits
    report('phoneNumber', t`phoneNumber lacks the country code: write +${diallingCode} and the number`)
    return null
  }
  report(
    'phoneNumber',
    {
      invalid_phone: t`phoneNumber is not a phone number of ${name}: write +${diallingCode} and the number, digits only`,
      phone_country_mismatch: t`phoneNumber is a number of another country, and the operator is in ${name}: correct one of the two`,
      phone_not_mobile: t`phoneNumber is not a mobile number of ${name}: mobile money needs a mobile number`,
    }[phone.code],
  )
  return null
}
