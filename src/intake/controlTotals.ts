import { isCurrency } from '../payout/country.ts'
import { formatAmount, parseAmount } from '../payout/money.ts'
import { t } from '../words/t.ts'
import { type Refused, refused } from './row.ts'

export interface ControlTotals {
  /** `--expect-count`: how many rows would be paid. */
  expectCount?: number | null
  /** `--expect-total`: their sum, as text, in the file's only currency. */
  expectTotal?: string | null
}

/** Compares what a person expects of the file with what would be paid. Null when they agree or nothing is expected. */
export function compareControlTotals(
  expected: ControlTotals,
  valid: number,
  totals: ReadonlyMap<string, bigint>,
): Refused | null {
  const messages: string[] = []
  if (expected.expectCount != null && expected.expectCount !== valid) {
    messages.push(t`Expected ${expected.expectCount} payable rows (--expect-count), but the file has ${valid}.`)
  }
  const total = expected.expectTotal == null ? null : compareTotal(expected.expectTotal, totals)
  if (total !== null) messages.push(total)
  return messages.length === 0 ? null : refused(messages.join(' '))
}

function compareTotal(text: string, totals: ReadonlyMap<string, bigint>): string | null {
  const [only, ...others] = totals
  if (others.length > 0) {
    const found = [...totals].map(([currency, sum]) => formatAmount(sum, currency)).join(', ')
    return t`--expect-total works for a file in one currency, and this one has several (${found}): use --expect-count, or split the file.`
  }
  if (!only) return t`Expected a total of ${text} (--expect-total), but no row of the file can be paid.`
  const [currency, sum] = only
  if (!isCurrency(currency)) throw new Error(`no currency ${currency}`)
  const expected = parseAmount(text, currency)
  if (!expected.ok) return t`--expect-total: ${expected.message}`
  if (expected.amountMinor === sum) return null
  return t`Expected a total of ${formatAmount(expected.amountMinor, currency)} (--expect-total), but the payable rows add up to ${formatAmount(sum, currency)}.`
}
