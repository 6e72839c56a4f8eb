import { type ZodType, z } from 'zod'
import { formatWireAmount, parseAmount } from '../../payout/money/money.ts'
import {
  type Currency,
  countryOfOperator,
  findOperator,
  nearestOperator,
  type Operator,
} from '../../payout/operators/operator.ts'
import { parsePhone } from '../../payout/phone/phone.ts'
import { country, saidIn, say, toSay, type Words } from '../../words/sentence.ts'
import type { RequestProblem } from '../answers/callResult.ts'
import { payer, text, tooLong, webAddress } from '../wire.ts'

/** A request that was checked, ready to be sent; or all that is wrong with it. */
export type Checked<Order> = { ok: true; order: Order } | { ok: false; problems: RequestProblem[] }

export type Report = (field: string, message: Words) => void

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
  const report: Report = (field, message) => void problems.push({ field, message })
  const read = schema.safeParse(request)
  for (const issue of read.error?.issues ?? []) {
    report(issue.path.join('.'), say('provider.request_problem', { problem: saidIn(issue) }))
  }
  const order = read.success ? judge(read.data, report) : null
  return order === null || problems.length > 0 ? { ok: false, problems } : { ok: true, order }
}

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
    report('amount', say('provider.amount_must_above_zero_15_digits'))
    return null
  }
  const read = parseAmount(amount, currency)
  if (!read.ok) {
    report('amount', say('provider.amount_not_right', { message: read.message }))
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
      ? say('provider.operator_none_supported_codes_did_you', { code: nearest.code })
      : say('provider.operator_none_supported_codes'),
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
  const name = country(home.code)
  const phone = parsePhone(text, operator.country)
  if (phone.ok) {
    if (text.replace(/\D/g, '').replace(/^00/, '') === phone.digits) return phone.digits
    report('phoneNumber', say('provider.phonenumber_lacks_country_code_write_number', { diallingCode }))
    return null
  }
  report(
    'phoneNumber',
    {
      invalid_phone: say('provider.phonenumber_not_phone_number_write_number', { name, diallingCode }),
      phone_country_mismatch: say('provider.phonenumber_number_another_country_operator_correct', { name }),
      phone_not_mobile: say('provider.phonenumber_not_mobile_number_mobile_money', { name }),
    }[phone.code],
  )
  return null
}

/** Fields that requests share. `undefined` counts as absent. */
export const amountShape = z.union([z.string(), z.bigint()], {
  error: (issue) =>
    issue.input === undefined
      ? toSay(say('provider.amount_missing'))
      : toSay(say('provider.amount_must_text_such_150_50')),
})

export const callbackShape = webAddress('callbackUrl').optional()

export const payerShape = z.strictObject(payer.shape, { error: objectError('customer') }).optional()

export const operatorShape = text('operator')
export const phoneShape = text('phoneNumber').max(40, tooLong('phoneNumber', 40))

/** What a schema says of something that is no object, or has a field too many: a typo is not dropped silently. */
export function objectError(name: Words) {
  return (issue: z.core.$ZodRawIssue): string =>
    toSay(
      issue.code === 'unrecognized_keys'
        ? say('provider.no_field', { name, keys: issue.keys.map((key) => JSON.stringify(key.slice(0, 40))) })
        : say('provider.must_object', { name }),
    )
}
