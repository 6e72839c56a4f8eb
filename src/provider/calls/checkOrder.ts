import { z } from 'zod'
import { formatWireAmount, parseAmount } from '../../payout/money/money.ts'
import {
  type Currency,
  countryOfOperator,
  findOperator,
  nearestOperator,
  type Operator,
} from '../../payout/operators/operator.ts'
import { bareDigits, isNowhere, parsePhone } from '../../payout/phone/phone.ts'
import { quote } from '../../payout/typedText.ts'
import { country, saidIn, say, toSay, type Words } from '../../words/sentence.ts'
import type { RequestProblem } from '../answers/callResult.ts'
import { payer, text, tooLong, webAddress } from '../wire.ts'

/** A checked request, ready to be sent, or everything that is wrong with it. */
export type Checked<Order> = { ok: true; order: Order } | { ok: false; problems: RequestProblem[] }

export type Report = (field: string, message: Words) => void

/**
 * Checks a request: its shape by the schema, then what one field means for another by `judge`, which returns null if it has
 * reported a problem. If the shape is wrong, `judge` gets the fields that are right by themselves, so that all problems are
 * found at once. `names`: the fields that the request has, right or wrong.
 */
export function checkOrder<Schema extends z.ZodObject, Order>(
  schema: Schema,
  request: unknown,
  judge: (given: Partial<z.output<Schema>>, report: Report, names: ReadonlySet<string>) => Order | null,
): Checked<Order> {
  const problems: RequestProblem[] = []
  const report: Report = (field, message) => void problems.push({ field, message })
  const read = schema.safeParse(request)
  for (const issue of read.error?.issues ?? []) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) reportUnknown([...issue.path, key].join('.'), report)
    else report(issue.path.join('.'), say('provider.request_problem', { problem: saidIn(issue) }))
  }
  const fields = fieldsOf(request)
  const named = Object.keys(schema.shape).filter((name) => fields[name] !== undefined)
  const given: Partial<z.output<Schema>> = read.success ? read.data : rightFields(schema, fields)
  const order = judge(given, report, new Set(named))
  return order === null || problems.length > 0 ? { ok: false, problems } : { ok: true, order }
}

/** A typo must not be dropped silently. */
function reportUnknown(field: string, report: Report): void {
  const shown = /^[\w.]{1,80}$/.test(field) ? field : JSON.stringify(field.slice(0, 40))
  report(field, say('provider.request_problem', { problem: say('provider.unknown_field', { field: shown }) }))
}

const fieldsOf = (request: unknown): Readonly<Record<string, unknown>> =>
  typeof request === 'object' && request !== null ? (request as Readonly<Record<string, unknown>>) : {}

function rightFields<Schema extends z.ZodObject>(
  schema: Schema,
  fields: Readonly<Record<string, unknown>>,
): Partial<z.output<Schema>> {
  const right = Object.entries(schema.shape).flatMap(([name, field]) => {
    const read = z.safeParse(field, fields[name])
    return read.success && read.data !== undefined ? [[name, read.data] as const] : []
  })
  return Object.fromEntries(right) as Partial<z.output<Schema>>
}

/** An amount, exactly: its minor units, and the digits that go out. */
export interface ExactAmount {
  amountMinor: bigint
  digits: string
}

/**
 * Reads an amount: a bigint is minor units (ISO 4217), a text is read as in payout files (`parseAmount`). Plain digits go
 * out as they are (`150.5` stays `150.5`), anything else in the currency's form (`1 500.00` XOF is `1500`).
 *
 * @param currency null if unknown: then only what is wrong in every currency is reported, and the answer is null
 */
export function readExactAmount(
  amount: string | bigint | undefined,
  currency: Currency | null,
  report: Report,
): ExactAmount | null {
  if (amount === undefined) return null
  if (typeof amount === 'bigint') {
    if (amount > 0n && amount < 10n ** 17n) {
      return currency && { amountMinor: amount, digits: formatWireAmount(amount, currency) }
    }
    report('amount', say('provider.amount_must_above_zero_15_digits'))
    return null
  }
  // A currency with decimals, so that only the notation is checked.
  const read = parseAmount(amount, currency ?? 'KES')
  if (!read.ok) {
    if (currency || read.code !== 'too_many_decimals') {
      const { code, message } = read
      report(
        'amount',
        code === 'amount_not_positive'
          ? say('provider.amount_not_above_zero', { text: quote(amount) })
          : say('provider.amount_not_right', { message }),
      )
    }
    return null
  }
  if (!currency) return null
  const decimals = formatWireAmount(read.amountMinor, currency).split('.')[1]?.length ?? 0
  const written = amount.trim()
  const isPlain = /^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(written) && (written.split('.')[1]?.length ?? 0) <= decimals
  return { amountMinor: read.amountMinor, digits: isPlain ? written : formatWireAmount(read.amountMinor, currency) }
}

export function readOperator(code: string | undefined, report: Report): Operator | null {
  if (code === undefined) return null
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
 * @param operator null if unknown: then only a number that is invalid in every country is reported, and the answer is null
 * @returns its digits with the country code and no plus
 */
export function readInternational(text: string | undefined, operator: Operator | null, report: Report): string | null {
  if (text === undefined) return null
  if (!operator) {
    if (isNowhere(text)) report('phoneNumber', say('provider.phonenumber_nowhere'))
    return null
  }
  const home = countryOfOperator(operator)
  const { diallingCode } = home
  const name = country(home.code)
  const phone = parsePhone(text, operator.country)
  if (phone.ok) {
    if (bareDigits(text) === phone.digits) return phone.digits
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

/** A schema's message for what is no object. */
export function objectError(name: Words): string {
  return toSay(say('provider.must_object', { name }))
}
