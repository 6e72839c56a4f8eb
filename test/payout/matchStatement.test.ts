import { describe, expect, it } from 'vitest'
import { matchStatement } from '../../src/payout/matchStatement.ts'
import type { Matched, MatchInput, SentRow } from '../../src/payout/reconciliation.ts'
import type { LineMeaning, StatementLine } from '../../src/payout/statement.ts'
import { coverageOf } from '../../src/payout/statementCoverage.ts'

const sentAtMs = Date.UTC(2026, 10, 21, 12)
const hour = 3_600_000
const number = '2290197000001'

const row = (change: Partial<SentRow> = {}): SentRow => ({
  batchNo: 1,
  line: 2,
  state: 'unknown',
  phone: number,
  amountMinor: 1_500n,
  currency: 'XOF',
  sentAtMs,
  reference: null,
  retried: false,
  ...change,
})

const at = (ms: number) => ({ fromMs: ms, toMs: ms + 999 })
let lastLine = 1
function listed(meaning: LineMeaning, change: Partial<StatementLine> = {}): StatementLine {
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

const match = (change: Partial<MatchInput>) =>
  matchStatement({ lines: [], rows: [], others: [], owners: new Map(), complete: false, ...change })

/** What became of each row: `2 paid R by number`, `2 left ambiguous`, `2 case amount_differs`; and how many lines were none of it. */
const words = ({ resolutions, left, cases }: Matched): string[] => [
  ...resolutions.map((each) => `${each.row.line} ${each.to} ${each.reference ?? '-'} by ${each.by}`),
  ...left.map((each) => `${each.row.line} left ${each.why}`),
  ...cases.map((each) => `${each.row.line} case ${each.kind}`),
]

interface Example {
  what: string
  given: () => Partial<MatchInput>
  expected: string[]
  notOfBatch?: number
  agreed?: number
}

const byReference: Example[] = [
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
    what: 'a reference that another payout holds is not a match, whatever else the line says',
    given: () => ({
      rows: [row()],
      lines: [listed('carried_out', { reference: 'X' })],
      owners: new Map([['X', 'other']]),
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
    what: 'a paid row that was not carried out is a case',
    given: () => ({
      rows: [row({ state: 'paid', reference: 'A' })],
      lines: [listed('not_carried_out', { reference: 'A' })],
      owners: new Map([['A', 2]]),
    }),
    expected: ['2 case paid_but_not_carried_out'],
  },
  {
    what: 'a failed row that was carried out is a case',
    given: () => ({
      rows: [row({ state: 'failed', reference: 'A' })],
      lines: [listed('carried_out', { reference: 'A' })],
    }),
    expected: ['2 case failed_but_carried_out'],
  },
  {
    what: 'another amount under the same reference is a case, and settles nothing',
    given: () => ({
      rows: [row({ reference: 'A' })],
      lines: [listed('carried_out', { reference: 'A', amountHundredths: 1_500n })],
    }),
    expected: ['2 left case', '2 case amount_differs'],
  },
  {
    what: 'another number under the same reference is a case',
    given: () => ({
      rows: [row({ state: 'paid', reference: 'A' })],
      lines: [listed('carried_out', { reference: 'A', phones: ['2290197000009'] })],
    }),
    expected: ['2 case number_differs'],
  },
  {
    what: 'another currency under the same reference is a case',
    given: () => ({
      rows: [row({ reference: 'A' })],
      lines: [listed('carried_out', { reference: 'A', currency: 'XAF' })],
    }),
    expected: ['2 left case', '2 case currency_differs'],
  },
  {
    what: 'two lines of one reference that contradict each other are a case',
    given: () => ({
      rows: [row({ reference: 'A' })],
      lines: [listed('carried_out', { reference: 'A' }), listed('not_carried_out', { reference: 'A' })],
    }),
    expected: ['2 left case', '2 case conflicting_lines'],
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
    what: 'an earlier attempt that was carried out after all is a case, and keeps the latest from failing',
    given: () => ({
      rows: [row({ retried: true, reference: 'SECOND' })],
      lines: [listed('not_carried_out', { reference: 'SECOND' }), listed('carried_out', { reference: 'FIRST' })],
      owners: new Map([['FIRST', 2]]),
    }),
    expected: ['2 left case', '2 case failed_but_carried_out'],
  },
]

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
    given: () => ({ rows: [row()], lines: [listed('carried_out', { currency: 'XAF' })] }),
    expected: ['2 left not_listed'],
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
      owners: new Map([['S', 'other']]),
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
    what: 'a failed row with a line that says carried out is a case',
    given: () => ({ rows: [row({ state: 'failed' })], lines: [listed('carried_out')] }),
    expected: ['2 case failed_but_carried_out'],
  },
  {
    what: 'a second success to a row that was tried again and is paid is a case',
    given: () => ({
      rows: [row({ state: 'paid', retried: true, reference: 'P' })],
      lines: [listed('carried_out', { reference: 'P' }), listed('carried_out', { at: at(sentAtMs - 2 * hour) })],
      owners: new Map([['P', 2]]),
    }),
    expected: ['2 case failed_but_carried_out'],
    agreed: 1,
  },
  {
    what: 'a paid row without a reference with a line that says failed is a case',
    given: () => ({ rows: [row({ state: 'paid' })], lines: [listed('not_carried_out')] }),
    expected: ['2 case paid_but_not_carried_out'],
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

const absent: Example[] = [
  {
    what: 'an unknown and an accepted row that a complete statement does not have were not paid',
    given: () => ({
      rows: [row(), row({ line: 3, state: 'accepted', reference: 'A', phone: '2290197000003' })],
      lines: [listed('carried_out', { phones: ['2290197000009'] })],
      owners: new Map([['A', 3]]),
      complete: true,
    }),
    expected: ['2 failed - by absence', '3 failed A by absence'],
    notOfBatch: 1,
  },
  {
    what: 'an accepted row that a complete statement without a status column does not have may still be held',
    given: () => ({
      rows: [row(), row({ line: 3, state: 'accepted', reference: 'A', phone: '2290197000003' })],
      lines: [listed('carried_out', { phones: ['2290197000009'], status: null })],
      owners: new Map([['A', 3]]),
      complete: true,
    }),
    expected: ['2 failed - by absence', '3 left maybe_held'],
    notOfBatch: 1,
  },
  {
    what: 'a total of its amount keeps a row from being absent, and one of another amount does not',
    given: () => ({
      rows: [row(), row({ line: 3, amountMinor: 9_000n })],
      lines: [listed('carried_out', { reference: null, phones: [] })],
      complete: true,
    }),
    expected: ['3 failed - by absence', '2 left maybe_listed'],
  },
  {
    what: 'a remark without number, reference and amount keeps no row from being absent',
    given: () => ({
      rows: [row()],
      lines: [listed('carried_out', { reference: null, phones: [], amountHundredths: null })],
      complete: true,
    }),
    expected: ['2 failed - by absence'],
  },
  {
    what: 'paid, failed and sending rows that it does not have stay as they are',
    given: () => ({
      rows: [row({ state: 'paid' }), row({ line: 3, state: 'failed' }), row({ line: 4, state: 'sending' })],
      complete: true,
    }),
    expected: [],
  },
  {
    what: 'a row that is ambiguous is not absent',
    given: () => ({ rows: [row(), row({ line: 3 })], lines: [listed('carried_out')], complete: true }),
    expected: ['2 left ambiguous', '3 left ambiguous'],
  },
  {
    what: 'a line to its number with another amount (fees) keeps it from being absent',
    given: () => ({ rows: [row()], lines: [listed('carried_out', { amountHundredths: 151_500n })], complete: true }),
    expected: ['2 left maybe_listed'],
    notOfBatch: 1,
  },
  {
    what: 'a line to its number that says failed does not',
    given: () => ({
      rows: [row()],
      lines: [listed('not_carried_out', { amountHundredths: 151_500n })],
      complete: true,
    }),
    expected: ['2 failed - by absence'],
    notOfBatch: 1,
  },
  {
    what: 'a line without a number of its amount keeps it from being absent',
    given: () => ({ rows: [row()], lines: [listed('carried_out', { phones: [] })], complete: true }),
    expected: ['2 left maybe_listed'],
    notOfBatch: 1,
  },
  {
    what: 'a line with nothing but an unknown reference keeps every row from being absent',
    given: () => ({
      rows: [row()],
      lines: [listed('carried_out', { phones: [], amountHundredths: null, currency: null, at: null })],
      complete: true,
    }),
    expected: ['2 left maybe_listed'],
    notOfBatch: 1,
  },
  {
    what: 'a line to its number of days before does not, since it was not sent yet',
    given: () => ({
      rows: [row()],
      lines: [listed('carried_out', { at: at(sentAtMs - 72 * hour) })],
      complete: true,
    }),
    expected: ['2 failed - by absence'],
    notOfBatch: 1,
  },
  {
    what: 'a line that is certainly another payout’s does not',
    given: () => ({
      rows: [row(), row({ line: 3, amountMinor: 9_000n })],
      lines: [listed('carried_out', { reference: 'N', amountHundredths: 900_000n })],
      complete: true,
    }),
    expected: ['2 failed - by absence', '3 paid N by number'],
  },
]

describe.each([
  { kind: 'by reference', examples: byReference },
  { kind: 'by number, amount, currency and time', examples: byNumber },
  { kind: 'absent from a complete statement', examples: absent },
])('$kind', ({ examples }) => {
  it.each(examples)('$what', ({ given, expected, notOfBatch = 0, agreed = 0 }) => {
    const matched = match(given())
    expect(words(matched)).toEqual(expected)
    expect({ notOfBatch: matched.notOfBatch, agreed: matched.agreed }).toEqual({ notOfBatch, agreed })
  })

  it.each(examples)('… and says the same when lines and rows come in the other order: $what', ({ given, expected }) => {
    const { lines = [], rows = [], ...rest } = given()
    expect(words(match({ ...rest, lines: [...lines].reverse(), rows: [...rows].reverse() }))).toEqual(expected)
  })
})

it('lines whose status decides nothing are shown, of paid rows too', () => {
  const line = listed('unrecognised', { reference: 'A' })
  const matched = match({ rows: [row({ state: 'paid', reference: 'A' })], lines: [line], owners: new Map([['A', 2]]) })
  expect(matched).toMatchObject({ undecided: [line], left: [], cases: [] })
})

it('every unknown and accepted row is either settled or left, once, whatever the lines are', () => {
  const all = [...byReference, ...byNumber, ...absent]
  expect(all.length).toBeGreaterThan(50)
  for (const { given } of all) {
    const input = given()
    const { resolutions, left } = match(input)
    const open = (input.rows ?? []).filter(({ state }) => state === 'unknown' || state === 'accepted')
    expect([...resolutions, ...left].map((each) => each.row.line).sort()).toEqual(open.map(({ line }) => line).sort())
  }
})

it('a batch is recognised by a row that is settled or agrees, and not by an earlier attempt or a contradiction', () => {
  const recognised = (change: Partial<SentRow>, meaning: LineMeaning, reference: string) =>
    match({ rows: [row(change)], lines: [listed(meaning, { reference })], owners: new Map([[reference, 2]]) })
      .listsBatch
  expect(recognised({ state: 'accepted', reference: 'A' }, 'carried_out', 'A')).toBe(true)
  expect(recognised({ state: 'paid', reference: 'A' }, 'carried_out', 'A')).toBe(true)
  expect(recognised({ state: 'paid', reference: 'A' }, 'not_carried_out', 'A')).toBe(false)
  expect(recognised({ retried: true, reference: 'B' }, 'not_carried_out', 'A')).toBe(false)
})

it('lines that name neither a reference nor a number are counted by themselves', () => {
  const total = listed('carried_out', { reference: null, phones: [], amountHundredths: 9_900_000n })
  expect(match({ rows: [row()], lines: [total] })).toMatchObject({ nameless: 1, notOfBatch: 0, listsBatch: false })
})

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
