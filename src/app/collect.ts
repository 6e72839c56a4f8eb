import { parseExact } from '../provider/answers/readAnswer.ts'
import { type CheckedCollection, checkCollection, sendCollection } from '../provider/calls/collection.ts'
import { say } from '../words/sentence.ts'
import { type Asked, askCharge } from './askCharge.ts'
import { type CustomerOptions, customerOf } from './checkout.ts'
import { type App, failure } from './context.ts'

export interface CollectWish extends Omit<CustomerOptions, 'phone'> {
  amount: string
  operator: string
  phone: string
  callbackUrl?: string
  /** JSON. */
  data?: string
}

/**
 * Ask one customer for a payment on the handset (interface document, 4.2).
 *
 * @param hold as in `Ask`
 */
export async function collect(app: App, wish: CollectWish, hold: () => () => void): Promise<Asked> {
  const { amount, operator, phone, callbackUrl, data, name, email } = wish
  const read = readData(data)
  if (!read.ok) return failure('usage', say('terminal.data_not_json_quote_shell_order'))
  const order = {
    amount,
    operator,
    phoneNumber: phone,
    customer: customerOf(name, email, undefined),
    customData: read.value,
    callbackUrl,
  }
  return askCharge<CheckedCollection>(app, {
    checked: checkCollection(order),
    charge: ({ amountMinor, currency, operator: code }) => {
      return { kind: 'collection', amountMinor, currency, operator: code }
    },
    send: sendCollection,
    hold,
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
