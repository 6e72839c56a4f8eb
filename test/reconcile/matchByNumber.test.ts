import { expect, it } from 'vitest'
import type { SentRow, StatementLine } from '../../src/payout/reconciliation.ts'
import { at, describeMatches, type Example, hour, listed, match, number, row, sentAtMs } from './matching.ts'

/** What a line that says "failed", under another reference than the paid row's own, says of that row. */
const underAnotherReference: Example[] = (
  [
    ['is a discrepancy', {}, [], { expected: ['2 discrepancy paid_but_not_carried_out'] }],
    ['is none where its own line is there', {}, ['HAND'], { agreed: 1, notOfBatch: 1 }],
    ['is none where another line says paid', {}, ['M'], {}],
    ['is none where the row was tried again', { retried: true }, [], {}],
    ['is none of last week', { sentAtMs: sentAtMs + 7 * 24 * hour }, [], { notOfBatch: 1 }],
  ] satisfies [string, Partial<SentRow>, string[], Partial<Example>][]
).map(([what, change, paid, found]) => ({
  what: `"failed" about a paid row under another reference ${what}`,
  given: () => ({
    rows: [row({ state: 'paid', reference: 'HAND', ...change })],
    lines: [
      listed('not_carried_out', { reference: 'N' }),
      ...paid.map((reference) => listed('carried_out', { reference })),
    ],
    owners: new Map([['HAND', 2]]),
  }),
  expected: [],
  ...found,
}))

const byNumber: Example[] = [
  {
    what: 'one line of its number, amount, currency and time settles an unknown row as paid, with its reference',
    given: () => ({ rows: [row()], lines: [listed('carried_out', { reference: 'N' })] }),
    expected: ['2 paid N by number'],
  },
  {
    what: '… and as failed',
    given: () => ({ rows: [row()], lines: [listed('not_carried_out', { reference: 'N' })] }),
    expected: ['2 failed N by number'],
  },
  {
    what: 'a line without a currency goes by the row’s',
    given: () => ({ rows: [row()], lines: [listed('carried_out', { reference: 'N', currency: null })] }),
    expected: ['2 paid N by number'],
  },
  {
    what: 'an accepted row with a reference is found by a line that has none',
    given: () => ({
      rows: [row({ state: 'accepted', reference: 'A' })],
      lines: [listed('carried_out', { reference: null })],
      owners: new Map([['A', 2]]),
    }),
    expected: ['2 paid A by number'],
  },
  {
    what: 'another amount is not a match',
    given: () => ({ rows: [row()], lines: [listed('carried_out', { amountHundredths: 150_100n })] }),
    expected: ['2 left maybe_listed'],
    notOfBatch: 1,
  },
  {
    what: 'another number is not a match',
    given: () => ({ rows: [row()], lines: [listed('carried_out', { phones: ['2290197000009'] })] }),
    expected: ['2 left not_listed'],
    notOfBatch: 1,
  },
  {
    what: 'another currency is not a match',
    given: () => ({ rows: [row()], lines: [listed('carried_out', { currency: 'KES' })] }),
    expected: ['2 left not_listed'],
    notOfBatch: 1,
  },
  {
    what: 'the other CFA franc is none either, and may be written for this one',
    given: () => ({ rows: [row()], lines: [listed('carried_out', { currency: 'XAF' })] }),
    expected: ['2 left maybe_listed'],
    notOfBatch: 1,
  },
  {
    what: 'ten minutes before the claim is near enough',
    given: () => ({ rows: [row()], lines: [listed('carried_out', { reference: 'N', at: at(sentAtMs - 600_000) })] }),
    expected: ['2 paid N by number'],
  },
  {
    what: 'eleven minutes before the claim is too early',
    given: () => ({ rows: [row()], lines: [listed('carried_out', { at: at(sentAtMs - 660_000) })] }),
    expected: ['2 left maybe_listed'],
    notOfBatch: 1,
  },
  {
    what: '48 hours after the claim is near enough',
    given: () => ({ rows: [row()], lines: [listed('carried_out', { reference: 'N', at: at(sentAtMs + 48 * hour) })] }),
    expected: ['2 paid N by number'],
  },
  {
    what: '49 hours after the claim is too late',
    given: () => ({ rows: [row()], lines: [listed('carried_out', { at: at(sentAtMs + 49 * hour) })] }),
    expected: ['2 left maybe_listed'],
    notOfBatch: 1,
  },
  {
    what: 'a line without a date may be last month’s: it is left',
    given: () => ({ rows: [row()], lines: [listed('carried_out', { at: null })] }),
    expected: ['2 left undated'],
  },
  {
    what: 'two rows and one line: both are left',
    given: () => ({ rows: [row(), row({ line: 3 })], lines: [listed('carried_out')] }),
    expected: ['2 left ambiguous', '3 left ambiguous'],
  },
  {
    what: 'one row and two lines: it is left',
    given: () => ({ rows: [row()], lines: [listed('carried_out'), listed('not_carried_out')] }),
    expected: ['2 left ambiguous'],
  },
  {
    what: 'a row of another batch that the line may be about as well: it is left',
    given: () => ({ rows: [row()], others: [row({ batchNo: 7 })], lines: [listed('carried_out')] }),
    expected: ['2 left ambiguous'],
  },
  {
    what: 'a row of another batch whose own reference is in the statement does not compete',
    given: () => ({
      rows: [row()],
      others: [row({ batchNo: 7, state: 'paid', reference: 'S' })],
      lines: [listed('carried_out', { reference: 'N' }), listed('carried_out', { reference: 'S' })],
      owners: new Map([['S', row({ batchNo: 7, state: 'paid' })]]),
    }),
    expected: ['2 paid N by number'],
    notOfBatch: 1,
  },
  {
    what: 'a paid row that is not found by its reference competes: it may be listed under another',
    given: () => ({
      rows: [row(), row({ line: 3, state: 'paid', reference: 'P' })],
      lines: [listed('carried_out', { reference: 'N' })],
      owners: new Map([['P', 3]]),
    }),
    expected: ['2 left ambiguous'],
  },
  {
    what: 'a paid row that is found by its reference leaves the other line to its twin',
    given: () => ({
      rows: [row(), row({ line: 3, state: 'paid', reference: 'P' })],
      lines: [listed('carried_out', { reference: 'N' }), listed('carried_out', { reference: 'P' })],
      owners: new Map([['P', 3]]),
    }),
    expected: ['2 paid N by number'],
    agreed: 1,
  },
  {
    what: 'a reference that an unknown row of another batch keeps is that row’s',
    given: () => ({
      rows: [row()],
      others: [row({ batchNo: 7, reference: 'K' })],
      lines: [listed('carried_out', { reference: 'K' })],
    }),
    expected: ['2 left not_listed'],
    notOfBatch: 1,
  },
  {
    what: 'a failure may be that of the refused row with the same number and amount: the unknown one is left',
    given: () => ({ rows: [row(), row({ line: 3, state: 'failed' })], lines: [listed('not_carried_out')] }),
    expected: ['2 left ambiguous'],
  },
  {
    what: 'a success is not that of the refused row: the unknown one is paid',
    given: () => ({
      rows: [row(), row({ line: 3, state: 'failed' })],
      lines: [listed('carried_out', { reference: 'N' })],
    }),
    expected: ['2 paid N by number'],
  },
  {
    what: 'a failure may be that of a refused row in another batch',
    given: () => ({
      rows: [row()],
      others: [row({ batchNo: 7, state: 'failed' })],
      lines: [listed('not_carried_out')],
    }),
    expected: ['2 left ambiguous'],
  },
  {
    what: 'a failure may be that of the earlier attempt of a row that was tried again: it is left',
    given: () => ({ rows: [row({ retried: true })], lines: [listed('not_carried_out')] }),
    expected: ['2 left earlier_attempt'],
  },
  {
    what: 'a success of a row that was tried again counts for it: it has been paid',
    given: () => ({ rows: [row({ retried: true })], lines: [listed('carried_out', { reference: 'N' })] }),
    expected: ['2 paid N by number'],
  },
  {
    what: 'a failed row with a line that says carried out is a discrepancy',
    given: () => ({ rows: [row({ state: 'failed' })], lines: [listed('carried_out')] }),
    expected: ['2 discrepancy failed_but_carried_out'],
  },
  {
    what: 'a second success to a row that was tried again and is paid is a discrepancy',
    given: () => ({
      rows: [row({ state: 'paid', retried: true, reference: 'P' })],
      lines: [listed('carried_out', { reference: 'P' }), listed('carried_out', { at: at(sentAtMs - 2 * hour) })],
      owners: new Map([['P', 2]]),
    }),
    expected: ['2 discrepancy failed_but_carried_out'],
    agreed: 1,
  },
  {
    what: 'a paid row without a reference with a line that says failed is a discrepancy',
    given: () => ({ rows: [row({ state: 'paid' })], lines: [listed('not_carried_out')] }),
    expected: ['2 discrepancy paid_but_not_carried_out'],
  },
  {
    what: 'a line under another reference than the row’s own is not taken for it',
    given: () => ({
      rows: [row({ state: 'accepted', reference: 'A' })],
      lines: [listed('carried_out', { reference: 'N' })],
      owners: new Map([['A', 2]]),
    }),
    expected: ['2 left other_reference'],
  },
  ...underAnotherReference,
  {
    what: 'a number written nationally is matched by any of its readings',
    given: () => ({
      rows: [row()],
      lines: [listed('carried_out', { reference: 'N', phones: ['2250197000001', number] })],
    }),
    expected: ['2 paid N by number'],
  },
  {
    what: '… and not when the other reading is a row too',
    given: () => ({
      rows: [row(), row({ line: 3, phone: '2250197000001' })],
      lines: [listed('carried_out', { phones: ['2250197000001', number] })],
    }),
    expected: ['2 left ambiguous', '3 left ambiguous'],
  },
  {
    what: 'conflicting lines of a reference that nobody knows leave the row',
    given: () => ({
      rows: [row()],
      lines: [listed('carried_out', { reference: 'N' }), listed('not_carried_out', { reference: 'N' })],
    }),
    expected: ['2 left ambiguous'],
  },
]

describeMatches('by number, amount, currency and time', byNumber)

it.each<[string, number, SentRow[], StatementLine[]]>([
  [
    'payouts to one number, and as many lines',
    300,
    Array.from({ length: 300 }, (_, index) => row({ line: index + 2 })),
    Array.from({ length: 300 }, () => listed('carried_out')),
  ],
  [
    'payouts to one number, one of them refused, and lines that all have one reference',
    2,
    [row(), row({ line: 3 }), row({ line: 4, state: 'failed' })],
    Array.from({ length: 150_000 }, () => listed('carried_out', { reference: 'PAYROLL' })),
  ],
])('%s leave each row to a person, who is told of some lines', (_what, count, rows, lines) => {
  const { left, discrepancies } = match({ rows, lines })
  expect(left.map((each) => [each.why, each.lines.length])).toEqual(Array(count).fill(['ambiguous', 50]))
  expect(discrepancies.map((each) => each.lines.length)).toEqual(rows.length > count ? [50] : [])
})
