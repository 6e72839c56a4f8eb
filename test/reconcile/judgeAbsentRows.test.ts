import type { SentRow } from '../../src/payout/reconciliation.ts'
import { at, describeMatches, type Example, hour, listed, number, row, sentAtMs } from './matching.ts'

const wave = { state: 'paid', operator: 'wave-senegal' } as const
const orange = { operator: 'orange-money-senegal', phone: '2290197000003' }
const ofTwo = (change: Partial<SentRow>, covers: string[] = []) => ({
  rows: [row(wave), row({ ...orange, line: 3 }), row({ ...orange, line: 4, reference: 'O', ...change })],
  lines: [listed('carried_out'), listed('carried_out', { reference: 'O', phones: [] })],
  owners: new Map([['O', 4]]),
  complete: true,
  covers,
})

const absent: Example[] = [
  {
    what: 'a row of an operator through which a statement lists no payout is not absent: it is of another one',
    given: () => ofTwo({ ...wave, state: 'unknown' }),
    expected: ['4 paid O by reference', '3 left operator_not_listed'],
    agreed: 1,
  },
  {
    what: 'a row of an operator is absent if a payout through it is listed',
    given: () => ofTwo({ state: 'paid' }),
    expected: ['3 failed - by absence'],
    agreed: 2,
  },
  {
    what: 'a row of an operator is not absent if all payouts through it that are listed are older by more than a day',
    given: () => ofTwo({ state: 'paid', sentAtMs: sentAtMs - 25 * hour }),
    expected: ['3 left operator_not_listed'],
    agreed: 2,
  },
  {
    what: 'a row of an operator is absent if payouts through two others are listed: the statement is no operator’s own',
    given: () => ofTwo({ operator: 'free-money-senegal', state: 'paid' }),
    expected: ['3 failed - by absence'],
    agreed: 2,
  },
  {
    what: 'a row of an operator is not absent for payouts through two operators of another country',
    given: () => ({
      rows: [row({ ...wave, operator: 'mtn-benin' }), row({ ...orange, line: 3 })],
      lines: [listed('carried_out'), listed('carried_out', { reference: 'O', phones: [] })],
      owners: new Map([['O', { ...row(), state: 'paid' as const, operator: 'moov-benin' }]]),
      complete: true,
      covers: [],
    }),
    expected: ['3 left operator_not_listed'],
    agreed: 1,
    notOfBatch: 1,
  },
  {
    what: 'a row of an operator is absent if a person says that the statement covers it',
    given: () => ofTwo({ ...wave, state: 'paid' }, [orange.operator]),
    expected: ['3 failed - by absence'],
    agreed: 2,
  },
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
    what: 'nor is an unknown row absent whose answer gave a reference when its worker was taken for dead',
    given: () => ({
      rows: [row(), row({ line: 3, reference: 'A', phone: '2290197000003' })],
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
    what: 'a line whose words may name its number keeps it from being absent, and does not settle it',
    given: () => ({
      rows: [row(), row({ line: 3, phone: '2290197000003' })],
      lines: [listed('carried_out', { phones: ['2290197000009'], inWords: [number] })],
      complete: true,
    }),
    expected: ['3 failed - by absence', '2 left maybe_listed'],
    notOfBatch: 1,
  },
  {
    what: 'a line that is its own for certain says nothing of the row that its words name besides',
    given: () => ({
      rows: [row(), row({ line: 3, phone: '2290197000003' })],
      lines: [listed('carried_out', { reference: 'N', phones: ['2290197000003'], inWords: [number] })],
      complete: true,
    }),
    expected: ['2 failed - by absence', '3 paid N by number'],
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

describeMatches('absent from a complete statement', absent)
