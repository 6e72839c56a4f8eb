import { expect, it } from 'vitest'
import type { MatchInput, SentRow, StatementLine } from '../../src/payout/reconciliation.ts'
import { describeMatches, type Example, listed, match, number, row, sentAtMs } from './matching.ts'

const own = '2290198000002'

/** A row that was paid under the reference, here or in another batch, and one (unknown) that the provider may have paid under it too. */
const paidHere = (change: Partial<SentRow> = {}): Partial<MatchInput> => ({
  complete: true,
  rows: [row({ state: 'paid', reference: 'DUP' }), row({ line: 3, phone: own, amountMinor: 1_700n, ...change })],
  owners: new Map([['DUP', 2]]),
})
const paidElsewhere = (change: Partial<SentRow> = {}, holder: Partial<SentRow> = {}): Partial<MatchInput> => ({
  complete: true,
  rows: [row({ line: 3, phone: own, amountMinor: 1_700n, ...change })],
  owners: new Map([['DUP', row({ batchNo: 7, state: 'paid', ...holder })]]),
})
const holders = (change: Partial<StatementLine> = {}) => listed('carried_out', { reference: 'DUP', ...change })
const others = (change: Partial<StatementLine> = {}, meaning: StatementLine['meaning'] = 'carried_out') =>
  listed(meaning, { reference: 'DUP', phones: [own], amountHundredths: 170_000n, ...change })

const doubted: Example[] = [
  {
    what: 'to a row’s own number keeps the row from being absent',
    given: () => ({ ...paidHere(), lines: [holders(), others()] }),
    expected: ['3 left others_reference', '2 discrepancy conflicting_lines'],
  },
  {
    what: 'does so whatever its amount is (fees)',
    given: () => ({ ...paidHere(), lines: [others({ amountHundredths: 171_700n })] }),
    expected: ['3 left others_reference', '2 discrepancy amount_differs'],
  },
  {
    what: 'does so where the holder is of another batch',
    given: () => ({ ...paidElsewhere(), lines: [others()] }),
    expected: ['3 left others_reference'],
    notOfBatch: 1,
  },
  {
    what: 'does so where the holder’s number was purged',
    given: () => ({ ...paidElsewhere({}, { phone: '' }), lines: [others()] }),
    expected: ['3 left others_reference'],
    notOfBatch: 1,
  },
  {
    what: 'does so where it says "failed" and its holder is paid',
    given: () => ({ ...paidElsewhere(), lines: [others({}, 'not_carried_out')] }),
    expected: ['3 left others_reference'],
    notOfBatch: 1,
  },
  {
    what: 'does not where both have failed',
    given: () => ({ ...paidElsewhere({}, { state: 'failed' }), lines: [others({}, 'not_carried_out')] }),
    expected: ['3 failed - by absence'],
    notOfBatch: 1,
  },
  {
    what: 'does so of the holder’s number and the row’s amount',
    given: () => ({ ...paidElsewhere({ phone: number }), lines: [others({ phones: [number] })] }),
    expected: ['3 left others_reference'],
    notOfBatch: 1,
  },
  {
    what: 'does so of the row’s amount without a clear number',
    given: () => ({ ...paidElsewhere(), lines: [others({ phones: [] })] }),
    expected: ['3 left others_reference'],
    notOfBatch: 1,
  },
  {
    what: 'does so of exactly the row’s amount, though that is little above the holder’s',
    given: () => ({
      ...paidElsewhere({ amountMinor: 1_515n }),
      lines: [others({ phones: [], amountHundredths: 151_500n })],
    }),
    expected: ['3 left others_reference'],
    notOfBatch: 1,
  },
  {
    what: 'does not where it is the holder’s with a fee',
    given: () => ({
      ...paidElsewhere({ phone: number, amountMinor: 1_500n }),
      lines: [others({ phones: [number], amountHundredths: 151_500n })],
    }),
    expected: ['3 failed - by absence'],
    notOfBatch: 1,
  },
  {
    what: 'does not where it is the holder’s own, even of a twin',
    given: () => ({ ...paidElsewhere({ phone: number, amountMinor: 1_500n }), lines: [holders()] }),
    expected: ['3 failed - by absence'],
    notOfBatch: 1,
  },
  {
    what: 'does so of a twin whose own answer named the reference',
    given: () => ({
      ...paidElsewhere({ phone: number, amountMinor: 1_500n, sharedReference: 'DUP' }),
      lines: [holders()],
    }),
    expected: ['3 left others_reference'],
    notOfBatch: 1,
  },
  {
    what: 'does not of somebody else whose answer named it',
    given: () => ({ ...paidElsewhere({ sharedReference: 'DUP' }), lines: [holders()] }),
    expected: ['3 failed - by absence'],
    notOfBatch: 1,
  },
  {
    what: 'does not where it is what the holder’s payout cost',
    given: () => ({
      ...paidElsewhere({ phone: number }),
      lines: [holders(), holders({ amountHundredths: 1_500n, isFee: true })],
    }),
    expected: ['3 failed - by absence'],
    notOfBatch: 2,
  },
  {
    what: 'does not where its words name the holder beside the number of an aggregator',
    given: () => ({
      ...paidElsewhere({ phone: number }),
      lines: [holders({ phones: ['2290190000000'], inWords: [number] })],
    }),
    expected: ['3 failed - by absence'],
    notOfBatch: 1,
  },
  {
    what: 'does so where they name somebody else',
    given: () => ({ ...paidElsewhere(), lines: [holders({ phones: ['2290190000000'], inWords: [own] })] }),
    expected: ['3 left others_reference'],
    notOfBatch: 1,
  },
  {
    what: 'does so of its number, though the words name the holder',
    given: () => ({ ...paidElsewhere(), lines: [others({ amountHundredths: 150_000n, inWords: [number] })] }),
    expected: ['3 left others_reference'],
    notOfBatch: 1,
  },
  {
    what: 'does not where it was certainly before the row was sent',
    given: () => ({
      ...paidElsewhere(),
      lines: [others({ at: { fromMs: sentAtMs - 72 * 3_600_000, toMs: sentAtMs - 72 * 3_600_000 } })],
    }),
    expected: ['3 failed - by absence'],
    notOfBatch: 1,
  },
  {
    what: 'speaks for a refused row of its number and amount',
    given: () => ({ ...paidElsewhere({ state: 'failed' }), lines: [others()] }),
    expected: ['3 discrepancy failed_but_maybe_carried_out'],
    notOfBatch: 1,
  },
  {
    what: 'holds the row’s own "failed" back',
    given: () => ({
      ...paidElsewhere({ state: 'accepted', reference: 'A' }),
      lines: [others(), listed('not_carried_out', { reference: 'A', phones: [own], amountHundredths: 170_000n })],
    }),
    expected: ['3 left ambiguous'],
    notOfBatch: 1,
  },
]

describeMatches('a line under a reference that another payout holds', doubted)

it('a paid row is listed by a line to its number under the reference of another payout', () => {
  const given = paidElsewhere({ state: 'paid' })
  expect(match({ ...given, lines: [others()] }).unlisted).toEqual([])
  expect(match({ ...given, lines: [others({ phones: [] })] }).unlisted).toHaveLength(1)
})
