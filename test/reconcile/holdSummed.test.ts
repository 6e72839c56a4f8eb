import { expect, it } from 'vitest'
import type { StatementLine } from '../../src/payout/reconciliation.ts'
import { at, describeMatches, type Example, hour, listed, match, row, sentAtMs } from './matching.ts'

const two = () => [row(), row({ line: 3, phone: '2290197000003', amountMinor: 2_100n })]
const other = (change: Partial<StatementLine> = {}) =>
  listed('carried_out', { phones: [], mentioned: [], amountHundredths: 360_000n, sum: 'possible', ...change })
const bothAbsent = ['2 failed - by absence', '3 failed - by absence']
const bothHeld = ['2 left maybe_in_sum', '3 left maybe_in_sum']

const examples: Example[] = (
  [
    ['of their sum', {}, bothHeld],
    ['of their sum in the other franc', { currency: 'XAF' }, bothHeld],
    ['of their sum and no currency', { currency: null, at: null }, bothHeld],
    ['of their sum with its fee', { amountHundredths: 363_600n, feeHundredths: 3_600n }, bothHeld],
    ['that may be their sum, by its status', { meaning: 'unrecognised' }, bothHeld],
    ['of another amount', { amountHundredths: 25_000_000n }, bothAbsent],
    ['of their sum in another currency', { currency: 'GHS' }, bothAbsent],
    ['of their sum, days before', { at: at(sentAtMs - 72 * hour) }, bothAbsent],
    ['of their sum that came in', { meaning: 'doubtful', settlesNothing: 'other_direction' }, bothAbsent],
    ['of their sum from another account', { meaning: 'doubtful', settlesNothing: 'other_account' }, bothAbsent],
    ['of their sum that failed', { meaning: 'not_carried_out' }, bothAbsent],
    ['that says it is a sum', { amountHundredths: 400_000n, sum: 'said' }, bothHeld],
    ['that says so, and was not carried out', { sum: 'said', meaning: 'not_carried_out' }, bothAbsent],
  ] satisfies [string, Partial<StatementLine>, string[]][]
).map(([what, change, expected]) => ({
  what: `two rows and a line ${what}`,
  given: () => ({ rows: two(), lines: [other(change)], complete: true }),
  expected,
  notOfBatch: 1,
}))

describeMatches('a line for several payments:', [
  ...examples,
  {
    what: 'a line to somebody is no sum',
    given: () => {
      const { sum: _, ...line } = other({ phones: ['2290197000009'] })
      return { rows: two(), lines: [line], complete: true }
    },
    expected: bothAbsent,
    notOfBatch: 1,
  },
  {
    what: 'a line of a payout of this batch is no sum, though its words say salaries',
    given: () => ({
      rows: [row({ state: 'paid', reference: 'A', amountMinor: 3_000n }), two()[1]!],
      owners: new Map([['A', 2]]),
      lines: [listed('carried_out', { reference: 'A', phones: [], amountHundredths: 300_000n, sum: 'said' })],
      complete: true,
    }),
    expected: ['3 failed - by absence'],
    agreed: 1,
  },
  {
    what: 'nor is one of a payout of another batch',
    given: () => ({
      rows: two(),
      owners: new Map([['B', { state: 'paid', phone: '', amountMinor: 3_600n, currency: 'XOF' }]]),
      lines: [other({ reference: 'B', sum: 'said' })],
      complete: true,
    }),
    expected: bothAbsent,
    notOfBatch: 1,
  },
  {
    what: 'one of more than the payout under its reference is',
    given: () => ({
      rows: two(),
      owners: new Map([['B', { state: 'paid', phone: '', amountMinor: 1_000n, currency: 'XOF' }]]),
      lines: [other({ reference: 'B', sum: 'said' })],
      complete: true,
    }),
    expected: bothHeld,
    notOfBatch: 1,
  },
  {
    what: 'nor is one that settles a row by its number',
    given: () => ({
      rows: [row({ amountMinor: 3_000n }), two()[1]!],
      lines: [listed('carried_out', { reference: 'N', amountHundredths: 300_000n, sum: 'said' })],
      complete: true,
    }),
    expected: ['2 paid N by number', '3 failed - by absence'],
  },
  {
    what: 'a row that is larger than the sum is not in it',
    given: () => ({
      rows: [...two(), row({ line: 4, phone: '2290197000004', amountMinor: 9_000n })],
      lines: [other({ sum: 'said' })],
      complete: true,
    }),
    expected: ['4 failed - by absence', ...bothHeld],
    notOfBatch: 1,
  },
  {
    what: 'a row that the statement lists is settled, and not in the sum',
    given: () => ({
      rows: [...two(), row({ line: 4, phone: '2290197000004' })],
      lines: [other(), listed('carried_out', { reference: 'N', phones: ['2290197000004'] })],
      complete: true,
    }),
    expected: ['4 paid N by number', ...bothHeld],
    notOfBatch: 1,
  },
  {
    what: 'a later attempt of a row that a line calls failed may be in the sum',
    given: () => ({
      rows: [row({ reference: 'A', sentUntilMs: sentAtMs + hour })],
      owners: new Map(),
      lines: [listed('not_carried_out', { reference: 'A' }), other({ sum: 'said' })],
      complete: true,
    }),
    expected: ['2 left maybe_in_sum'],
    notOfBatch: 1,
  },
])

it('with a tolerance of fees, amounts around a sum are one', () => {
  const judged = (amountHundredths: bigint) =>
    match({ rows: two(), lines: [other({ amountHundredths })], complete: true, feeTolerance: 100 }).left.length
  expect([359_999n, 360_000n, 363_600n, 363_700n].map(judged)).toEqual([0, 2, 2, 0])
})

it('of very many rows, what may be the sum of some is in doubt for each', () => {
  const rows = Array.from({ length: 20_000 }, (_, index) =>
    row({ line: index + 2, phone: `${index}`, amountMinor: 1_000n + BigInt((index * 7_919) % 90_001) }),
  )
  const judged = (amountHundredths: bigint) => match({ rows, lines: [other({ amountHundredths })], complete: true })
  expect(judged(100_000_000n).left).toHaveLength(20_000)
  expect(judged(100_000_000_000_000n).left).toHaveLength(0)
})
