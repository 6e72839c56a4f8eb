import { describe, expect, it } from 'vitest'
import { coverageOf } from '../../src/reconcile/matchStatement.ts'
import { hour, listed, match, row, sentAtMs } from './matching.ts'

describe('what a statement covers', () => {
  it('is the person’s word where it has no dates, and a row of the batch', () => {
    const undated = { ...covering, lines: [listed('carried_out', { at: null })] }
    expect(coverageOf(undated, [row()], { unlisted: [], listsBatch: true }).kind).toBe('covered')
  })

  const day = (from: number, to: number) => [listed('carried_out', { at: { fromMs: from, toMs: to } })]
  const covering = { name: 's.csv', sha256: 'ab', lines: day(sentAtMs, sentAtMs), dateOrder: 'certain' as const }
  it.each([
    { what: 'the very moment', lines: day(sentAtMs, sentAtMs), kind: 'covered' },
    { what: 'a beginning two minutes after it', lines: day(sentAtMs + 120_000, sentAtMs + 400_000), kind: 'covered' },
    { what: 'an end 30 seconds before it', lines: day(sentAtMs - 400_000, sentAtMs - 30_000), kind: 'covered' },
    { what: 'an end 31 seconds before it', lines: day(sentAtMs - 400_000, sentAtMs - 31_000), kind: 'not_covered' },
    { what: 'five minutes before it', lines: day(sentAtMs - 300_000, sentAtMs - 300_000), kind: 'not_covered' },
    { what: 'five minutes after it', lines: day(sentAtMs + 300_000, sentAtMs + 400_000), kind: 'not_covered' },
    {
      what: 'an end before it, and a total of after it',
      lines: [...day(sentAtMs - 400_000, sentAtMs - 300_000), listed('carried_out', { reference: null, phones: [] })],
      kind: 'not_covered',
    },
    { what: 'no dates, and no row of the batch', lines: [listed('carried_out', { at: null })], kind: 'not_recognised' },
    {
      what: 'sums of that time without a number, and no row of the batch',
      lines: [listed('carried_out', { phones: [], at: { fromMs: sentAtMs, toMs: sentAtMs } })],
      kind: 'not_recognised',
    },
  ])('$what: $kind', ({ lines: given, kind }) => {
    const unlisted = { unlisted: [], listsBatch: false }
    expect(coverageOf({ ...covering, lines: given }, [row()], unlisted).kind).toBe(kind)
  })

  it('is not complete where it lacks a paid row of its time', () => {
    const paidRow = row({ line: 5, state: 'paid' })
    expect(coverageOf(covering, [row()], { unlisted: [paidRow], listsBatch: true })).toEqual({
      kind: 'not_complete',
      rows: [paidRow],
    })
    expect(coverageOf({ ...covering, lines: [] }, [row()], { unlisted: [paidRow], listsBatch: true }).kind).toBe(
      'not_complete',
    )
  })

  it('may lack a paid row of another time, and matters only where a row is absent', () => {
    expect(
      coverageOf(covering, [row()], { unlisted: [row({ sentAtMs: sentAtMs - 24 * hour })], listsBatch: false }).kind,
    ).toBe('covered')
    expect(coverageOf(covering, [], { unlisted: [row({ state: 'paid' })], listsBatch: false }).kind).toBe('covered')
  })

  it('paid rows are unlisted when no line has their reference, nor their number and amount', () => {
    const rows = [
      row({ line: 3, state: 'paid', reference: 'A' }),
      row({ line: 4, state: 'paid', phone: '2290197000004' }),
      row({ line: 5, state: 'paid', phone: '2290197000005', reference: 'E' }),
    ]
    const lines = [
      listed('carried_out', { reference: 'A', phones: [], amountHundredths: null }),
      listed('carried_out', { phones: ['2290197000004'] }),
    ]
    const unlisted = (complete: boolean) => match({ rows, lines, complete }).unlisted.map(({ line }) => line)
    expect(unlisted(true)).toEqual([5])
    expect(unlisted(false)).toEqual([])
  })
})
