import { type CheckedCollection, checkCollection, sendCollection } from '../provider/collection.ts'
import { parseExact } from '../provider/exactJson.ts'
import { t } from '../words/t.ts'
import { askPayin } from './askPayin.ts'
import { type CustomerOptions, customerOf } from './checkout.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, failure } from './exitCode.ts'

export interface CollectOptions extends Omit<CustomerOptions, 'phone'> {
  amount: string
  operator: string
  phone: string
  callbackUrl?: string
  /** JSON. */
  data?: string
}

/** Ask one customer for a payment on the handset (interface document, 4.2). */
export async function collect(cli: Cli, options: CollectOptions): Promise<number> {
  const { amount, operator, phone, callbackUrl, data, name, email } = options
  const read = readData(data)
  if (!read.ok)
    return fail(cli, failure(exitCode.usage, t`--data is not JSON: quote it for the shell, as in '{"order": 7}'.`))
  const order = {
    amount,
    operator,
    phoneNumber: phone,
    customer: customerOf(name, email, undefined),
    customData: read.value,
    callbackUrl,
  }
  return askPayin<CheckedCollection>(cli, {
    checked: checkCollection(order),
    optionOf: {
      amount: '--amount',
      operator: '--operator',
      phoneNumber: '--phone',
      callbackUrl: '--callback-url',
      customData: '--data',
      'customer.name': '--name',
      'customer.email': '--email',
    },
    payin: ({ amountMinor, currency, operator: code }) => {
      return { kind: 'collection', amountMinor, currency, operator: code }
    },
    send: sendCollection,
  })
}

/** Its numbers go out with the digits that were typed. */
function readData(text: string | undefined): { ok: true; value: unknown } | { ok: false } {
  if (text === undefined) return { ok: true, value: undefined }
  try {
    return { ok: true, value: parseExact(text, '*') }
  } catch {
    return { ok: false }
  }
}
