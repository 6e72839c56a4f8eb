import { parseAmount } from '../../payout/money/money.ts'
import { isCurrency } from '../../payout/operators/operator.ts'
import { money, type Sentence, say } from '../../words/sentence.ts'
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
  const messages: Sentence[] = []
  if (expected.expectCount != null && expected.expectCount !== valid) {
    messages.push(say('payout.expected_payable_rows_expect_count_but', { expectCount: expected.expectCount, valid }))
  }
  const total = expected.expectTotal == null ? null : compareTotal(expected.expectTotal, totals)
  if (total !== null) messages.push(total)
  const [first, second] = messages
  if (!first) return null
  return refused(second ? say('payout.count_and_total', { count: first, total: second }) : first)
}

function compareTotal(text: string, totals: ReadonlyMap<string, bigint>): Sentence | null {
  const [only, ...others] = totals
  if (others.length > 0) {
    const found = [...totals].map(([currency, sum]) => money(sum, currency))
    return say('payout.expect_total_works_file_one_currency', { found })
  }
  if (!only) return say('payout.expected_total_expect_total_but_no', { text })
  const [currency, sum] = only
  if (!isCurrency(currency)) throw new Error(`no currency ${currency}`)
  const expected = parseAmount(text, currency)
  if (!expected.ok) return say('payout.expect_total', { message: expected.message })
  if (expected.amountMinor === sum) return null
  return say('payout.expected_total_expect_total_but_payable', {
    amount: money(expected.amountMinor, currency),
    sum: money(sum, currency),
  })
}
