import { expect, it } from 'vitest'
import type { MatchInput, SentRow, StatementLine } from '../../src/payout/reconciliation.ts'
import { judgeStatement } from '../../src/reconcile/matchStatement.ts'
import { at, describeMatches, type Example, hour, listed, match, row, sentAtMs } from './matching.ts'

const nobody = { phones: [] }
/** A paid row that the statement lists by its reference, and an unknown one that the provider may have paid. */
const known = (
  paidHundredths: bigint,
  its: Partial<StatementLine>,
  change: Partial<SentRow> = {},
): Partial<MatchInput> => ({
  complete: true,
  rows: [row({ state: 'paid', reference: 'P' }), row({ line: 3, amountMinor: 1_700n, ...change })],
  owners: new Map([['P', 2]]),
  lines: [
    listed('carried_out', { reference: 'P', ...nobody, amountHundredths: paidHundredths }),
    listed('carried_out', { reference: 'N', ...nobody, ...its }),
  ],
})
const differs = '2 discrepancy amount_differs'

const fees: Example[] = [
  {
    what: 'shown by the line of a known payout keep a row from being absent',
    given: () => known(151_500n, { amountHundredths: 171_700n }),
    expected: ['3 left maybe_listed', differs],
    notOfBatch: 1,
  },
  {
    what: 'higher than those that are shown do so, too, up to 10%',
    given: () => known(151_500n, { amountHundredths: 187_000n }),
    expected: ['3 left maybe_listed', differs],
    notOfBatch: 1,
  },
  {
    what: 'of more than 10% are none',
    given: () => known(151_500n, { amountHundredths: 187_100n }),
    expected: ['3 failed - by absence', differs],
    notOfBatch: 1,
  },
  {
    what: 'of more than 10% are some if they are shown',
    given: () => known(180_000n, { amountHundredths: 200_000n }),
    expected: ['3 left maybe_listed', differs],
    notOfBatch: 1,
  },
  {
    what: 'that are the same for every payout are a larger part of a small one',
    given: () => known(160_000n, { amountHundredths: 30_000n }, { amountMinor: 200n }),
    expected: ['3 left maybe_listed', differs],
    notOfBatch: 1,
  },
  {
    what: 'are not less than nothing',
    given: () => known(151_500n, { amountHundredths: 169_999n }),
    expected: ['3 failed - by absence', differs],
    notOfBatch: 1,
  },
  {
    what: 'are none where the known payout has its very amount',
    given: () => known(150_000n, { amountHundredths: 171_700n }),
    expected: ['3 failed - by absence'],
    agreed: 1,
    notOfBatch: 1,
  },
  {
    what: 'are as high as a person says, where the known payout bears that out',
    given: () => ({ ...known(151_500n, { amountHundredths: 173_400n }), feeTolerance: 100 }),
    expected: ['3 failed - by absence'],
    agreed: 1,
    notOfBatch: 1,
  },
  {
    what: 'are not in a line to the number of somebody else',
    given: () => known(151_500n, { amountHundredths: 171_700n, phones: ['2290197000009'] }),
    expected: ['3 failed - by absence', differs],
    notOfBatch: 1,
  },
  {
    what: 'are not in a line that failed',
    given: () => known(151_500n, { amountHundredths: 171_700n, meaning: 'not_carried_out' }),
    expected: ['3 failed - by absence', differs],
    notOfBatch: 1,
  },
  {
    what: 'are not in a line of before the row was sent',
    given: () => known(151_500n, { amountHundredths: 171_700n, at: at(sentAtMs - 72 * hour) }),
    expected: ['3 failed - by absence', differs],
    notOfBatch: 1,
  },
  {
    what: 'are not in a line in another currency',
    given: () => known(151_500n, { amountHundredths: 171_700n, currency: 'GHS' }),
    expected: ['3 failed - by absence', differs],
    notOfBatch: 1,
  },
  {
    what: 'may be in any line where no payout is known',
    given: () => ({
      complete: true,
      rows: [row()],
      lines: [listed('carried_out', { ...nobody, amountHundredths: 151_500n })],
    }),
    expected: ['2 left maybe_listed'],
    notOfBatch: 1,
  },
  {
    what: 'do not speak for a row that was refused',
    given: () => known(151_500n, { amountHundredths: 171_700n }, { state: 'failed' }),
    expected: [differs],
    notOfBatch: 1,
  },
]

describeMatches('fees of lines without a clear number', fees)

it('the line of a known payout is its own with the fee, though it may be another row’s with one', () => {
  const given = known(151_500n, {}, { amountMinor: 1_400n })
  const { resolutions } = match({ ...given, lines: (given.lines ?? []).slice(0, 1) })
  expect(resolutions).toMatchObject([{ to: 'failed', by: 'absence' }])
})

it('a statement that lists no payout but with a fee is not complete before that is said', () => {
  const given = known(151_500n, { amountHundredths: 900_000n, at: at(sentAtMs + hour) })
  const statement = { name: 's.csv', sha256: 'ab', lines: given.lines ?? [], dateOrder: 'certain' as const }
  const judged = (fee?: number) =>
    judgeStatement(statement, true, { rows: [], owners: new Map(), ...given, others: [] }, fee)
  expect(judged()).toEqual({ ok: false, refusal: { kind: 'perhaps_fees', feeTolerance: 100 } })
  expect(judged(100)).toMatchObject({ ok: true, matched: { resolutions: [{ to: 'failed' }] } })
})

it.each([
  [1, 'not_recognised'],
  [3, 'covered'],
])('of four lines, %i with a number, and no row of the batch: %s', (numbered, kind) => {
  const lines = [0, 1, 2, 3].map((index) =>
    listed('carried_out', {
      phones: index < numbered ? ['2290197000009'] : [],
      amountHundredths: 900_000n,
      at: at(sentAtMs + index * hour),
    }),
  )
  const known = { rows: [row()], others: [], owners: new Map(), covers: [row().operator] }
  const judged = judgeStatement({ name: 's.csv', sha256: 'ab', lines, dateOrder: 'certain' }, true, known)
  expect(judged.ok ? 'covered' : judged.refusal.kind).toBe(kind)
})
