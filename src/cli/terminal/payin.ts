import type { Payin, PayinToAsk } from '../../ledger/payins.ts'
import type { CollectionResult } from '../../provider/collection.ts'
import type { PaymentResult } from '../../provider/payment.ts'
import { t } from '../../words/t.ts'
import { formatAmount } from './money.ts'
import { printable } from './printable.ts'
import type { Style } from './style.ts'

/** What came of one payment or collection, for people, a line each. The provider's words are shown as its own. */
export function payinLines(
  { amountMinor, currency }: PayinToAsk,
  result: PaymentResult | CollectionResult,
  style: Style,
): string[] {
  const amount = formatAmount(amountMinor, currency)
  const words = (message: string | null) => (message === null ? [] : [t`The provider says: ${printable(message)}`])
  switch (result.kind) {
    case 'initiated':
      return [
        style.paint(t`The payment of ${amount} is initiated.`, 'green'),
        t`Reference: ${printable(result.reference)}`,
        t`Send the payer to: ${printable(result.paymentUrl)}`,
        ...words(result.message),
      ]
    case 'under_way':
      return [
        style.paint(t`The customer is asked for ${amount}. Nothing is paid before they confirm it.`, 'green'),
        t`Reference: ${printable(result.reference)}`,
        t`Status: ${printable(result.status)}`,
        ...(result.fees === null ? [] : [t`Fees: ${printable(result.fees)}`]),
        ...words(result.message),
      ]
    case 'refused':
      return [style.paint(t`The provider refused it: ${amount} were not asked for.`, 'red'), ...words(result.message)]
    case 'unknown':
      return [
        style.paint(t`It can't be told whether ${amount} were asked for.`, 'magenta'),
        printable(result.message),
        ...(result.reference === null ? [] : [t`Reference: ${printable(result.reference)}`]),
        t`Look into the provider's account before asking again: the customer may be charged twice.`,
      ]
    case 'unauthorized':
    case 'rate_limited':
    case 'not_sent':
      return [
        style.paint(t`${amount} were not asked for. It can be done again without harm.`, 'yellow'),
        printable(result.message),
        ...('waitMs' in result && result.waitMs !== null
          ? [t`The provider asks to wait for ${Math.ceil(result.waitMs / 1000)} s.`]
          : []),
      ]
  }
}

/** A payin whose asker died before it recorded an answer. */
export function lostPayinSentence({ id, amountMinor, currency, createdAt }: Payin): string {
  const when = createdAt.toISOString().slice(0, 16).replace('T', ' ')
  return t`Note: an earlier request for ${formatAmount(amountMinor, currency)} (${id}, ${when} UTC) was never answered here: the customer may be charged. Look into the provider's account.`
}
