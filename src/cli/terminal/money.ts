const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** A count for people, digits in groups of three: `1 250 000`. */
export const formatCount = (count: number | bigint): string => whole.format(count).replaceAll(',', ' ')

/**
 * Money for people: `1 250 000 XOF`, `1 500.50 KES`. Plain spaces, so that it can be searched for and copied.
 * @param minor minor units; the number of decimals is the currency's (ISO 4217, as Intl has it)
 */
export function formatAmount(minor: bigint, currency: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0')
  const units = formatCount(BigInt(digits.slice(0, digits.length - decimals)))
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`
  return `${minor < 0n ? '-' : ''}${units}${fraction} ${currency}`
}

const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
