import { describeMatches, type Example, listed, row } from './matching.ts'

const byReference: Example[] = [
  {
    what: 'a refused row whose line may say either is a discrepancy, and an unknown one is left',
    given: () => ({
      rows: [row({ state: 'failed', reference: 'A' }), row({ line: 3, reference: 'B' })],
      lines: [listed('doubtful', { reference: 'A' }), listed('doubtful', { reference: 'B' })],
    }),
    expected: ['3 left undecided', '2 discrepancy failed_but_maybe_carried_out'],
  },
  {
    what: 'a refused row whose line does not say that it is over is a discrepancy',
    given: () => ({
      rows: ['A', 'B', 'C'].map((reference, at) => row({ line: at + 2, state: 'failed', reference })),
      lines: [
        listed('under_way', { reference: 'A' }),
        listed('unrecognised', { reference: 'B', status: '' }),
        listed('unrecognised', { reference: 'C', settlesNothing: 'other_direction' }),
      ],
    }),
    expected: ['2 discrepancy failed_but_maybe_carried_out', '3 discrepancy failed_but_maybe_carried_out'],
  },
  {
    what: 'a refused row whose earlier attempt is under way is a discrepancy',
    given: () => ({
      rows: [row({ state: 'failed', retried: true, reference: 'B' })],
      owners: new Map([['A', 2]]),
      lines: [listed('under_way', { reference: 'A' }), listed('not_carried_out', { reference: 'B' })],
    }),
    agreed: 1,
    expected: ['2 discrepancy failed_but_maybe_carried_out'],
  },
  {
    what: 'a refused row is a discrepancy though a fee has the same reference',
    given: () => ({
      rows: [row({ state: 'failed', reference: 'A' })],
      lines: [
        listed('doubtful', { reference: 'A' }),
        listed('carried_out', { reference: 'A', amountHundredths: 2_500n }),
        listed('not_carried_out', { reference: 'A', amountHundredths: 2_500n }),
      ],
    }),
    expected: ['2 discrepancy conflicting_lines'],
  },
  {
    what: 'a reference that two refused rows keep, and was carried out, is a discrepancy of both',
    given: () => ({
      rows: [row({ state: 'failed', reference: 'A' }), row({ line: 3, state: 'failed', reference: 'A' })],
      lines: [listed('carried_out', { reference: 'A' })],
    }),
    expected: ['2 discrepancy failed_but_maybe_carried_out', '3 discrepancy failed_but_maybe_carried_out'],
  },
  {
    what: 'a refused row with two references, one of them carried out, is a discrepancy',
    given: () => ({
      rows: [row({ state: 'failed', reference: 'A' })],
      owners: new Map([['B', 2]]),
      lines: [listed('not_carried_out', { reference: 'A' }), listed('carried_out', { reference: 'B' })],
    }),
    agreed: 1,
    expected: ['2 discrepancy failed_but_carried_out'],
  },
  {
    what: 'an accepted row whose reference was carried out is paid',
    given: () => ({
      rows: [row({ state: 'accepted', reference: 'A' })],
      lines: [listed('carried_out', { reference: 'A' })],
      owners: new Map([['A', 2]]),
    }),
    expected: ['2 paid A by reference'],
  },
  {
    what: 'an accepted row whose reference was not carried out has failed',
    given: () => ({
      rows: [row({ state: 'accepted', reference: 'A' })],
      lines: [listed('not_carried_out', { reference: 'A', phones: [], amountHundredths: null, at: null })],
      owners: new Map([['A', 2]]),
    }),
    expected: ['2 failed A by reference'],
  },
  {
    what: 'an unknown row is found by the reference that an unclear answer brought',
    given: () => ({ rows: [row({ reference: 'U' })], lines: [listed('carried_out', { reference: 'U' })] }),
    expected: ['2 paid U by reference'],
  },
  {
    what: 'a reference that two rows keep settles neither',
    given: () => ({
      rows: [row({ reference: 'U' }), row({ line: 3, reference: 'U' })],
      lines: [listed('carried_out', { reference: 'U' })],
    }),
    expected: ['2 left ambiguous', '3 left ambiguous'],
  },
  {
    what: 'a reference that a payout of another batch holds is not a match for a twin of it',
    given: () => ({
      rows: [row()],
      lines: [listed('carried_out', { reference: 'X' })],
      owners: new Map([['X', row({ batchNo: 7, state: 'paid' })]]),
    }),
    expected: ['2 left not_listed'],
    notOfBatch: 1,
  },
  {
    what: 'a status that is under way changes nothing',
    given: () => ({ rows: [row({ reference: 'A' })], lines: [listed('under_way', { reference: 'A' })] }),
    expected: ['2 left undecided'],
  },
  {
    what: 'a status that nobody knows changes nothing',
    given: () => ({ rows: [row({ reference: 'A' })], lines: [listed('unrecognised', { reference: 'A' })] }),
    expected: ['2 left undecided'],
  },
  {
    what: 'a paid row that was carried out agrees',
    given: () => ({
      rows: [row({ state: 'paid', reference: 'A' })],
      lines: [listed('carried_out', { reference: 'A' })],
      owners: new Map([['A', 2]]),
    }),
    expected: [],
    agreed: 1,
  },
  {
    what: 'a paid row that was not carried out is a discrepancy',
    given: () => ({
      rows: [row({ state: 'paid', reference: 'A' })],
      lines: [listed('not_carried_out', { reference: 'A' })],
      owners: new Map([['A', 2]]),
    }),
    expected: ['2 discrepancy paid_but_not_carried_out'],
  },
  {
    what: 'a failed row that was carried out is a discrepancy',
    given: () => ({
      rows: [row({ state: 'failed', reference: 'A' })],
      lines: [listed('carried_out', { reference: 'A' })],
    }),
    expected: ['2 discrepancy failed_but_carried_out'],
  },
  {
    what: 'another amount under the same reference is a discrepancy, and settles nothing',
    given: () => ({
      rows: [row({ reference: 'A' })],
      lines: [listed('carried_out', { reference: 'A', amountHundredths: 1_500n })],
    }),
    expected: ['2 left discrepancy', '2 discrepancy amount_differs'],
  },
  {
    what: 'another number under the same reference is a discrepancy',
    given: () => ({
      rows: [row({ state: 'paid', reference: 'A' })],
      lines: [listed('carried_out', { reference: 'A', phones: ['2290197000009'] })],
    }),
    expected: ['2 discrepancy number_differs'],
  },
  {
    what: 'another currency under the same reference is a discrepancy',
    given: () => ({
      rows: [row({ reference: 'A' })],
      lines: [listed('carried_out', { reference: 'A', currency: 'XAF' })],
    }),
    expected: ['2 left discrepancy', '2 discrepancy currency_differs'],
  },
  {
    what: 'two lines of one reference that contradict each other are a discrepancy',
    given: () => ({
      rows: [row({ reference: 'A' })],
      lines: [listed('carried_out', { reference: 'A' }), listed('not_carried_out', { reference: 'A' })],
    }),
    expected: ['2 left discrepancy', '2 discrepancy conflicting_lines'],
  },
  {
    what: 'the same line twice (pages that overlap) is one',
    given: () => ({
      rows: [row({ reference: 'A' })],
      lines: [listed('carried_out', { reference: 'A' }), listed('carried_out', { reference: 'A' })],
    }),
    expected: ['2 paid A by reference'],
  },
  {
    what: 'a refusal of an earlier attempt says nothing of the latest one',
    given: () => ({
      rows: [row({ retried: true })],
      lines: [listed('not_carried_out', { reference: 'FIRST' })],
      owners: new Map([['FIRST', 2]]),
    }),
    expected: ['2 left not_listed'],
    agreed: 1,
  },
  {
    what: 'an earlier attempt that was carried out after all is a discrepancy, and keeps the latest from failing',
    given: () => ({
      rows: [row({ retried: true, reference: 'SECOND' })],
      lines: [listed('not_carried_out', { reference: 'SECOND' }), listed('carried_out', { reference: 'FIRST' })],
      owners: new Map([['FIRST', 2]]),
    }),
    expected: ['2 left discrepancy', '2 discrepancy failed_but_carried_out'],
  },
]

describeMatches('by reference', byReference)
