import { withoutAccents } from '../../payout/typedText.ts'

const payments =
  'beneficiaires|beneficiaries|virements|transferts|paiements|payments|payouts|transfers|salaires|salaries|employees|employes'
const somePayments = new RegExp(payments)
/** `Virement de masse 3 bénéficiaires`, but not a year, a date or a document's number: `Novembre 2026 salaires`, `11/2026 paiements`. */
const counted = new RegExp(`(?<![\\p{L}\\d/.-])(?!(?:19|20)\\d\\d(?!\\d))(\\d{1,5})\\s*(?:${payments})(?!\\p{L})`, 'gu')
/** Words of banks and providers for one booking of many payments. */
const bulk = new RegExp(
  [
    'bulk|batch|(?:en|de) masse|lots?|groupee?s?',
    'beneficiaires|beneficiaries|salaires|salaries|payroll',
    '(?:virements?|paiements?|transferts?) multiples?',
  ]
    .map((words) => `(?<!\\p{L})(?:${words})(?!\\p{L})`)
    .join('|'),
  'u',
)

/**
 * Whether a line may stand for several payments. `said`: its words say so, or how many. `possible`: nothing names the person it paid.
 *
 * @param stated the number of payments in a column of its own
 * @param hasNumber whether it has the number of the person it paid, perhaps masked
 * @param mayBeAccount whether that number may also be that of an account for bulk payments
 */
export function sumOf(
  texts: readonly string[],
  { stated, hasNumber, mayBeAccount = false }: { stated: string; hasNumber: boolean; mayBeAccount?: boolean },
): 'said' | 'possible' | null {
  const number = /^\d{1,9}$/.test(stated) ? Number(stated) : null
  if (number !== null && number > 1) return 'said'
  const words = texts.map((text) => withoutAccents(text.slice(0, 1_000)).toLowerCase().replaceAll('_', ' '))
  // Most lines have none of these words, which are found sooner than digits that no letter stands before.
  const counts = words.filter((text) => somePayments.test(text)).flatMap((text) => [...text.matchAll(counted)])
  if (counts.some(([, count]) => Number(count) > 1)) return 'said'
  if ((!hasNumber || mayBeAccount) && words.some((text) => bulk.test(text))) return 'said'
  return hasNumber || number !== null ? null : 'possible'
}
