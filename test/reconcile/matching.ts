import { describe, expect, it } from 'vitest'
import type { LineMeaning, Matched, MatchInput, SentRow, StatementLine } from '../../src/payout/reconciliation.ts'
import { matchStatement } from '../../src/reconcile/matchStatement.ts'

export const sentAtMs = Date.UTC(2026, 10, 21, 12)
export const hour = 3_600_000
export const number = '2290197000001'

export const row = (change: Partial<SentRow> = {}): SentRow => ({
  batchNo: 1,
  line: 2,
  state: 'unknown',
  operator: 'mtn-benin',
  phone: number,
  amountMinor: 1_500n,
  currency: 'XOF',
  sentAtMs,
  reference: null,
  retried: false,
  ...change,
})

export const at = (ms: number) => ({ fromMs: ms, toMs: ms + 999 })
let lastLine = 1
export function listed(meaning: LineMeaning, change: Partial<StatementLine> = {}): StatementLine {
  lastLine += 1
  return { ...plainLine(meaning), line: lastLine, reference: `R-${lastLine}`, ...change }
}

const plainLine = (meaning: LineMeaning): Omit<StatementLine, 'line' | 'reference'> => ({
  phones: [number],
  amountHundredths: 150_000n,
  currency: 'XOF',
  at: at(sentAtMs + 2_000),
  status: meaning,
  meaning,
})

export const match = (change: Partial<MatchInput>) =>
  matchStatement({
    lines: [],
    rows: [],
    others: [],
    owners: new Map(),
    complete: false,
    covers: [row().operator],
    ...change,
  })

/** What became of each row: `2 paid R by number`, `2 left ambiguous`, `2 discrepancy amount_differs`; and how many lines were none of it. */
const words = ({ resolutions, left, discrepancies }: Matched): string[] => [
  ...resolutions.map((each) => `${each.row.line} ${each.to} ${each.reference ?? '-'} by ${each.by}`),
  ...left.map((each) => `${each.row.line} left ${each.why}`),
  ...discrepancies.map((each) => `${each.row.line} discrepancy ${each.kind}`),
]

export interface Example {
  what: string
  given: () => Partial<MatchInput>
  expected: string[]
  notOfBatch?: number
  agreed?: number
}

/** Each example as it stands, and in the other order; and of none a row that is lost. */
export function describeMatches(kind: string, examples: readonly Example[]): void {
  describe(kind, () => {
    it.each(examples)('$what', ({ given, expected, notOfBatch = 0, agreed = 0 }) => {
      const matched = match(given())
      expect(words(matched)).toEqual(expected)
      expect({ notOfBatch: matched.notOfBatch, agreed: matched.agreed }).toEqual({ notOfBatch, agreed })
    })

    it.each(examples)(
      '… and says the same when lines and rows come in the other order: $what',
      ({ given, expected }) => {
        const { lines = [], rows = [], ...rest } = given()
        expect(words(match({ ...rest, lines: [...lines].reverse(), rows: [...rows].reverse() }))).toEqual(expected)
      },
    )

    it('every unknown and accepted row is either settled or left, once, whatever the lines are', () => {
      expect(examples.length).toBeGreaterThan(10)
      for (const { given } of examples) {
        const input = given()
        const { resolutions, left } = match(input)
        const open = (input.rows ?? []).filter(({ state }) => state === 'unknown' || state === 'accepted')
        const told = [...resolutions, ...left].map((each) => each.row.line)
        expect(told.sort()).toEqual(open.map(({ line }) => line).sort())
      }
    })
  })
}
