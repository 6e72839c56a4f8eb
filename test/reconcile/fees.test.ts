import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { fitsAmount, hundredthsOf, maxFeeTolerance } from '../../src/payout/reconciliation.ts'
import { judgeStatement } from '../../src/reconcile/matchStatement.ts'
import { seeded } from '../properties/seeded.ts'
import { at, describeMatches, listed, match, number, row, sentAtMs } from './matching.ts'

const onePercent = { feeTolerance: 100 }

describeMatches('a fee, or a number in words,', [
  {
    what: 'a fee in a column of its own may be part of the amount',
    given: () => ({
      rows: [row()],
      lines: [listed('carried_out', { reference: 'F', amountHundredths: 151_500n, feeHundredths: 1_500n })],
    }),
    expected: ['2 paid F by number'],
  },
  {
    what: 'a fee in a column of its own may be beside the amount',
    given: () => ({ rows: [row()], lines: [listed('carried_out', { reference: 'F', feeHundredths: 1_500n })] }),
    expected: ['2 paid F by number'],
  },
  {
    what: 'a fee that is not the difference makes no match',
    given: () => ({
      rows: [row()],
      lines: [listed('carried_out', { amountHundredths: 151_500n, feeHundredths: 1_000n })],
    }),
    expected: ['2 left maybe_listed'],
    notOfBatch: 1,
  },
  {
    what: 'a fee within the amount is let through up to what was said',
    given: () => ({
      ...onePercent,
      rows: [row()],
      lines: [listed('carried_out', { reference: 'F', amountHundredths: 151_500n })],
    }),
    expected: ['2 paid F by number'],
  },
  {
    what: 'a fee above what was said is none',
    given: () => ({ ...onePercent, rows: [row()], lines: [listed('carried_out', { amountHundredths: 151_501n })] }),
    expected: ['2 left maybe_listed'],
    notOfBatch: 1,
  },
  {
    what: 'a fee never makes a payout larger than its line',
    given: () => ({ ...onePercent, rows: [row()], lines: [listed('carried_out', { amountHundredths: 149_999n })] }),
    expected: ['2 left maybe_listed'],
    notOfBatch: 1,
  },
  {
    what: 'a fee that would fit two payouts to one number settles neither',
    given: () => ({
      ...onePercent,
      rows: [row(), row({ line: 3, amountMinor: 1_510n })],
      lines: [listed('carried_out', { amountHundredths: 151_000n })],
    }),
    expected: ['2 left ambiguous', '3 left ambiguous'],
  },
  {
    what: 'a fee of a line with the row’s reference is no difference',
    given: () => ({
      ...onePercent,
      rows: [row({ reference: 'F' })],
      lines: [listed('carried_out', { reference: 'F', amountHundredths: 151_000n })],
      owners: new Map([['F', 2]]),
    }),
    expected: ['2 paid F by reference'],
  },
  {
    what: 'a fee of a line with the row’s reference is one where nobody said so',
    given: () => ({
      rows: [row({ reference: 'F' })],
      lines: [listed('carried_out', { reference: 'F', amountHundredths: 151_000n })],
      owners: new Map([['F', 2]]),
    }),
    expected: ['2 left discrepancy', '2 discrepancy amount_differs'],
  },
  {
    what: 'a fee on a line of its own under the payout’s reference is no contradiction',
    given: () => ({
      rows: [row()],
      lines: [
        listed('carried_out', { reference: 'F', phones: [], amountHundredths: 1_500n, isFee: true }),
        listed('carried_out', { reference: 'F' }),
      ],
    }),
    expected: ['2 paid F by number'],
  },
  {
    what: 'a fee that is larger than what it would be a fee of is a contradiction',
    given: () => ({
      rows: [row()],
      lines: [
        listed('carried_out', { reference: 'F', amountHundredths: 160_000n, isFee: true }),
        listed('carried_out', { reference: 'F' }),
      ],
    }),
    expected: ['2 left ambiguous'],
  },
  {
    what: 'a fee by its words alone may be the payout itself (travel expenses), or what another one cost',
    given: () => ({ rows: [row()], lines: [listed('carried_out', { reference: 'F', isFee: true })] }),
    expected: ['2 left undecided'],
  },
  {
    what: 'a fee by its words alone that failed may be what another one cost: the payout may have been made',
    given: () => ({ rows: [row()], lines: [listed('not_carried_out', { reference: 'F', isFee: true })] }),
    expected: ['2 left undecided'],
  },
  {
    what: 'a fee by its words under the row’s own reference and amount is the payout',
    given: () => ({
      rows: [row({ reference: 'F' })],
      lines: [listed('carried_out', { reference: 'F', isFee: true })],
      owners: new Map([['F', 2]]),
    }),
    expected: ['2 paid F by reference'],
  },
  {
    what: 'a fee of one payout that is as much as another one does not settle that one',
    given: () => ({
      rows: [row(), row({ line: 3, amountMinor: 15n })],
      lines: [
        listed('carried_out', { reference: 'F' }),
        listed('carried_out', { reference: 'F', amountHundredths: 1_500n, isFee: true }),
      ],
    }),
    expected: ['2 paid F by number', '3 left not_listed'],
  },
  {
    what: 'a fee that may be a row which was refused keeps it from a retry',
    given: () => ({
      rows: [row({ state: 'failed' })],
      lines: [listed('carried_out', { isFee: true })],
    }),
    expected: ['2 discrepancy failed_but_maybe_carried_out'],
  },
  {
    what: 'a fee within the amount keeps a row from being absent, where a line names nobody',
    given: () => ({
      ...onePercent,
      complete: true,
      rows: [row()],
      lines: [listed('carried_out', { reference: 'X', phones: [], amountHundredths: 151_000n })],
    }),
    expected: ['2 left maybe_listed'],
    notOfBatch: 1,
  },
  {
    what: 'a number in words is the payout’s, with its amount and time',
    given: () => ({
      rows: [row()],
      lines: [listed('carried_out', { reference: 'W', phones: [], mentioned: [number, '2290197000009'] })],
    }),
    expected: ['2 paid W by number'],
  },
  {
    what: 'a number in words never contradicts a line that has the row’s reference',
    given: () => ({
      rows: [row({ reference: 'W' })],
      lines: [listed('carried_out', { reference: 'W', phones: [], mentioned: ['12345678'] })],
      owners: new Map([['W', 2]]),
    }),
    expected: ['2 paid W by reference'],
  },
  {
    what: 'words with the numbers of two rows settle neither',
    given: () => ({
      rows: [row(), row({ line: 3, phone: '2290197000009' })],
      lines: [listed('carried_out', { phones: [], mentioned: [number, '2290197000009'] })],
    }),
    expected: ['2 left ambiguous', '3 left ambiguous'],
  },
  {
    what: 'a number in words two days after the payout is another one',
    given: () => ({
      rows: [row()],
      lines: [listed('carried_out', { phones: [], mentioned: [number], at: at(sentAtMs + 49 * 3_600_000) })],
    }),
    expected: ['2 left maybe_listed'],
    notOfBatch: 1,
  },
])

test('a complete statement with several accounts is refused until one is named', () => {
  const statement = { name: 's', sha256: '', dateOrder: 'certain' as const, lines: [], accounts: ['1', '2'] }
  const known = { rows: [row()], others: [], owners: new Map() }
  expect(judgeStatement(statement, true, known)).toEqual({
    ok: false,
    refusal: { kind: 'several_accounts', accounts: ['1', '2'] },
  })
  expect(judgeStatement(statement, false, known)).toMatchObject({ ok: true })
})

describe('whatever amounts and fees there are', () => {
  const amount = fc.bigInt({ min: 1n, max: 10_000_000n })
  it('a line fits a payout only if it is no smaller, and larger by the fee or the tolerance at most', () => {
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        fc.integer({ min: 0, max: maxFeeTolerance }),
        (paid, line, fee, tolerance) => {
          const fits = fitsAmount({ amountHundredths: line, feeHundredths: fee }, paid, tolerance)
          const isWithin = paid <= line && line * 10_000n <= paid * (10_000n + BigInt(tolerance))
          expect(fits).toBe(line === paid || line - fee === paid || isWithin)
        },
      ),
      seeded(2_000),
    )
  })

  it('a row is settled by one line at most, a line settles one row at most, and no open row is lost', () => {
    const payout = fc.record({ to: fc.integer({ min: 0, max: 3 }), amountMinor: fc.bigInt({ min: 990n, max: 1_020n }) })
    const entry = fc.record({
      to: fc.integer({ min: 0, max: 3 }),
      hundredths: fc.bigInt({ min: 99_000n, max: 103_000n }),
      fee: fc.option(fc.bigInt({ min: 1n, max: 2_000n })),
    })
    const tolerances = fc.constantFrom(0, 50, 100, 300)
    fc.assert(
      fc.property(
        fc.array(payout, { maxLength: 6 }),
        fc.array(entry, { maxLength: 6 }),
        tolerances,
        (payouts, entries, feeTolerance) => {
          const rows = payouts.map(({ to, amountMinor }, at) =>
            row({ line: at + 2, phone: `229019700000${to}`, amountMinor }),
          )
          const lines = entries.map(({ to, hundredths, fee }) =>
            listed('carried_out', {
              phones: [`229019700000${to}`],
              amountHundredths: hundredths,
              ...(fee !== null && { feeHundredths: fee }),
            }),
          )
          const { resolutions, left } = match({ rows, lines, feeTolerance })
          const used = resolutions.map(({ statementLine }) => statementLine)
          expect(new Set(used).size).toBe(used.length)
          expect([...resolutions, ...left].map((each) => each.row.line).sort()).toEqual(
            rows.map(({ line }) => line).sort(),
          )
          for (const { row: settled, statementLine } of resolutions) {
            const line = lines.find((each) => each.line === statementLine)!
            const rivals = rows.filter(
              ({ phone, ...each }) => line.phones.includes(phone) && fitsAmount(line, hundredthsOf(each), feeTolerance),
            )
            expect(rivals).toEqual([settled])
          }
        },
      ),
      seeded(2_000),
    )
  })
})
