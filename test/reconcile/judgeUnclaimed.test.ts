import { expect, it } from 'vitest'
import type { StatementLine } from '../../src/payout/reconciliation.ts'
import { at, describeMatches, type Example, hour, listed, match, number, row, sentAtMs } from './matching.ts'

const accepted = () => ({ rows: [row({ state: 'accepted', reference: 'A' })], owners: new Map([['A', 2]]) })
const failed = (reference: string | null = 'A') => ({ rows: [row({ state: 'failed', reference })] })
const other = '2290197000009'

/** A line says "failed", and another one, which is no payout's for certain, may be the payment all the same. */
const held: Example[] = (
  [
    ['of its number and amount', {}],
    ['of its number and more (fees)', { amountHundredths: 151_500n }],
    ['of its number, 50 hours later', { at: at(sentAtMs + 50 * hour) }],
    ['of its number and amount in the other CFA franc', { currency: 'XAF' }],
    ['of its amount with a number that is not clear', { phones: [] }],
    ['of its amount with what may be an account', { phones: [], mentioned: [other], perhapsAccount: true }],
    ['of its amount without a number and a reference', { phones: [], reference: null }],
  ] satisfies [string, Partial<StatementLine>][]
).map(([what, change]) => ({
  what: `"failed" of a row’s reference does not count against a payment ${what}`,
  given: () => ({
    ...accepted(),
    lines: [listed('not_carried_out', { reference: 'A' }), listed('carried_out', change)],
  }),
  expected: ['2 left ambiguous'],
  notOfBatch: 'reference' in change ? 0 : 1,
}))

describeMatches('a line that belongs to no payout for certain', [
  ...held,
  {
    what: '"failed" by number does not count against it either',
    given: () => ({
      rows: [row()],
      lines: [listed('not_carried_out'), listed('carried_out', { amountHundredths: 151_500n })],
    }),
    expected: ['2 left ambiguous'],
    notOfBatch: 1,
  },
  {
    what: 'to somebody else, one that failed too, or a reference alone leaves "failed" as it is',
    given: () => ({
      ...accepted(),
      lines: [
        listed('not_carried_out', { reference: 'A' }),
        listed('carried_out', { phones: [other] }),
        listed('not_carried_out', { amountHundredths: 151_500n }),
        listed('carried_out', { phones: [], amountHundredths: null }),
      ],
    }),
    expected: ['2 failed A by reference'],
    notOfBatch: 3,
  },
  {
    what: 'is none of a twin that it settles',
    given: () => ({
      rows: [row({ state: 'accepted', reference: 'A' }), row({ line: 3 })],
      owners: new Map([['A', 2]]),
      lines: [listed('not_carried_out', { reference: 'A' }), listed('carried_out', { reference: 'N' })],
    }),
    expected: ['2 failed A by reference', '3 paid N by number'],
  },
  {
    what: 'speaks for a refused row though its own line says "failed"',
    given: () => ({ ...failed(), lines: [listed('not_carried_out', { reference: 'A' }), listed('carried_out')] }),
    expected: ['2 discrepancy failed_but_maybe_carried_out'],
    agreed: 1,
    notOfBatch: 1,
  },
  {
    what: 'speaks for a refused row of its amount where its number is not clear',
    given: () => ({ ...failed(null), lines: [listed('carried_out', { phones: [] })] }),
    expected: ['2 discrepancy failed_but_maybe_carried_out'],
    notOfBatch: 1,
  },
  {
    what: 'speaks for a refused row in the other CFA franc',
    given: () => ({ ...failed(null), lines: [listed('carried_out', { currency: 'XAF' })] }),
    expected: ['2 discrepancy failed_but_maybe_carried_out'],
    notOfBatch: 1,
  },
  {
    what: 'says nothing of a refused row with another amount',
    given: () => ({ ...failed(null), lines: [listed('carried_out', { phones: [], amountHundredths: 151_500n })] }),
    expected: [],
    notOfBatch: 1,
  },
  {
    what: 'says nothing of a row that was refused at another time',
    given: () => ({ ...failed(null), lines: [listed('carried_out', { phones: [], at: at(sentAtMs + 49 * hour) })] }),
    expected: [],
    notOfBatch: 1,
  },
  {
    what: 'says nothing of a refused row where its words name somebody else',
    given: () => ({ ...failed(null), lines: [listed('carried_out', { phones: [], mentioned: [other] })] }),
    expected: [],
    notOfBatch: 1,
  },
  {
    what: 'speaks for a refused row of its amount where words name it beside the number of somebody else',
    given: () => ({ ...failed(null), lines: [listed('carried_out', { phones: [other], inWords: [number] })] }),
    expected: ['2 discrepancy failed_but_maybe_carried_out'],
    notOfBatch: 1,
  },
  {
    what: 'adds nothing where a line says already that the refused row was paid',
    given: () => ({
      ...failed(),
      lines: [listed('carried_out', { reference: 'A' }), listed('carried_out', { phones: [] })],
    }),
    expected: ['2 discrepancy failed_but_carried_out'],
    notOfBatch: 1,
  },
])

/** The row was refused, and another batch has paid the same amount to its number since. */
const paidElsewhere = (...references: (string | null)[]) => ({
  ...failed(null),
  others: references.map((reference) => row({ batchNo: 7, state: 'paid', reference })),
})
const carriedOut = (reference: string | null) => listed('carried_out', { reference })

it.each<[string, (string | null)[], StatementLine[], number]>([
  ['is not in question for the one line', ['P'], [carriedOut(null)], 0],
  ['is not for two lines of two payouts', ['P', 'Q'], [carriedOut(null), carriedOut(null)], 0],
  ['is for a second line', ['P'], [carriedOut(null), carriedOut(null)], 1],
  ['is for a third line', ['P', 'Q'], [carriedOut(null), carriedOut(null), carriedOut(null)], 1],
  ['is for a line under another reference', ['P'], [carriedOut('N')], 1],
  ['is not for one under another where the payout has none', [null], [carriedOut('N')], 0],
  ['is for a second one under another', [null], [carriedOut('N'), carriedOut('M')], 1],
  ['is for one beside the payout’s own', ['P'], [carriedOut('P'), carriedOut('N')], 1],
  ['is not for its own "failed"', ['P'], [carriedOut(null), listed('not_carried_out', { reference: null })], 0],
])('a refused row whose amount another batch has paid to its number %s', (_what, references, lines, cases) => {
  const { discrepancies } = match({ ...paidElsewhere(...references), lines })
  expect(discrepancies.map(({ row: { line } }) => line)).toEqual(Array(cases).fill(2))
})

const many = 20_000
const unclear = (change: Partial<StatementLine> = {}) =>
  Array.from({ length: many }, () => listed('carried_out', { phones: [], ...change }))

it.each<[string, StatementLine[], number]>([
  ['of their time speak for each, with the first of them', unclear(), 50],
  ['of another time speak for none', unclear({ at: at(sentAtMs + 49 * hour) }), 0],
])('of 20,000 refused rows, as many lines without a clear number %s', (_what, lines, told) => {
  const rows = Array.from({ length: many }, (_, index) => row({ line: index + 2, state: 'failed', phone: `${index}` }))
  const { discrepancies } = match({ rows, lines })
  expect(discrepancies).toHaveLength(told === 0 ? 0 : many)
  expect(discrepancies.every((each) => each.lines.length === told)).toBe(true)
})
