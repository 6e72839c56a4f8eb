import { describe, expect, it } from 'vitest'
import { judgeStatement } from '../../src/reconcile/matchStatement.ts'
import { at, describeMatches, type Example, hour, listed, number, row, sentAtMs } from './matching.ts'

const sentUntilMs = sentAtMs + 96 * hour
const doubtful = (change: Parameters<typeof row>[0] = {}) => row({ sentUntilMs, ...change })
const late = at(sentAtMs + 95 * hour)

const examples: Example[] = [
  {
    what: 'a line at the beginning of the time in which it may have been sent',
    given: () => ({ rows: [doubtful()], lines: [listed('carried_out', { reference: 'N' })] }),
    expected: ['2 paid N by number'],
  },
  {
    what: 'a line at its end',
    given: () => ({ rows: [doubtful()], lines: [listed('carried_out', { reference: 'N', at: late })] }),
    expected: ['2 paid N by number'],
  },
  {
    what: 'a line 48 hours after the recovery',
    given: () => ({
      rows: [doubtful()],
      lines: [listed('carried_out', { reference: 'N', at: at(sentUntilMs + 48 * hour) })],
    }),
    expected: ['2 paid N by number'],
  },
  {
    what: 'a line of before it',
    given: () => ({ rows: [doubtful()], lines: [listed('carried_out', { at: at(sentAtMs - hour) })] }),
    expected: ['2 left maybe_listed'],
    notOfBatch: 1,
  },
  {
    what: 'a line of 49 hours after the recovery',
    given: () => ({ rows: [doubtful()], lines: [listed('carried_out', { at: at(sentUntilMs + 49 * hour) })] }),
    expected: ['2 left maybe_listed'],
    notOfBatch: 1,
  },
  {
    what: 'two lines of its time are ambiguous',
    given: () => ({ rows: [doubtful()], lines: [listed('carried_out'), listed('carried_out', { at: late })] }),
    expected: ['2 left ambiguous'],
    notOfBatch: 0,
  },
  {
    what: 'two rows of one time are ambiguous, complete or not',
    given: () => ({
      rows: [doubtful(), doubtful({ line: 3 })],
      lines: [listed('carried_out', { at: late })],
      complete: true,
    }),
    expected: ['2 left ambiguous', '3 left ambiguous'],
  },
  {
    what: 'a row of another batch that may have been sent then is ambiguous',
    given: () => ({
      rows: [row({ sentAtMs: sentAtMs + 94 * hour })],
      others: [doubtful({ batchNo: 2 })],
      lines: [listed('carried_out', { at: late })],
    }),
    expected: ['2 left ambiguous'],
  },
  {
    what: 'a refusal may be of an attempt before one that was paid',
    given: () => ({ rows: [doubtful()], lines: [listed('not_carried_out', { at: late })] }),
    expected: ['2 left earlier_attempt'],
  },
  {
    what: 'a refusal by a reference likewise',
    given: () => ({
      rows: [doubtful({ reference: 'N' })],
      lines: [listed('not_carried_out', { reference: 'N', at: late })],
    }),
    expected: ['2 left earlier_attempt'],
  },
  {
    what: 'a refusal is the whole story in a complete statement',
    given: () => ({
      rows: [doubtful()],
      lines: [listed('not_carried_out', { reference: 'N', at: late })],
      complete: true,
    }),
    expected: ['2 failed N by number'],
  },
  {
    what: 'a refusal and a payment in a complete statement are ambiguous',
    given: () => ({
      rows: [doubtful()],
      lines: [listed('not_carried_out'), listed('carried_out', { at: late })],
      complete: true,
    }),
    expected: ['2 left ambiguous'],
  },
]

describeMatches('rows that a recovery put in doubt', examples)

describe('a statement that is complete for rows that a recovery put in doubt', () => {
  const other = { phones: ['2290197000009'], amountHundredths: 9_900n }
  const judged = (toMs: number, line = listed('carried_out', { ...other, at: at(sentAtMs) })) =>
    judgeStatement(
      {
        name: 's.csv',
        sha256: 'ab',
        lines: [
          line,
          listed('carried_out', { ...other, at: at(sentAtMs) }),
          listed('carried_out', { ...other, at: at(toMs) }),
        ],
        dateOrder: 'certain',
      },
      true,
      { rows: [doubtful()], others: [], owners: new Map(), covers: [row().operator] },
    )
  const refusal = (line: ReturnType<typeof listed>) => ({ ...line, phones: [number], amountHundredths: 150_000n })

  it('reaches from the beginning of their time until the recovery', () => {
    expect(judged(sentUntilMs + hour)).toMatchObject({
      ok: true,
      matched: { resolutions: [{ to: 'failed', by: 'absence' }] },
    })
    for (const toMs of [sentUntilMs - hour, sentUntilMs - 25_000, sentUntilMs])
      expect(judged(toMs)).toMatchObject({ ok: false, refusal: { kind: 'ends_earlier', row: { line: 2 } } })
  })

  it('has to for a row that it calls refused, too', () => {
    const line = refusal(listed('not_carried_out'))
    expect(judged(sentUntilMs + hour, line)).toMatchObject({ ok: true, matched: { resolutions: [{ to: 'failed' }] } })
    expect(judged(sentUntilMs - hour, line)).toMatchObject({ ok: false, refusal: { kind: 'ends_earlier' } })
  })
})
