import { expect, it } from 'vitest'
import type { LineMeaning, SentRow } from '../../src/payout/reconciliation.ts'
import { listed, match, row } from './matching.ts'

it('lines whose status decides nothing are shown, of paid rows too', () => {
  const line = listed('unrecognised', { reference: 'A' })
  const matched = match({ rows: [row({ state: 'paid', reference: 'A' })], lines: [line], owners: new Map([['A', 2]]) })
  expect(matched).toMatchObject({ undecided: [line], left: [], discrepancies: [] })
})

it('a batch is recognised by a row that is settled or agrees, and not by an earlier attempt or a contradiction', () => {
  const recognised = (change: Partial<SentRow>, meaning: LineMeaning, reference: string) =>
    match({ rows: [row(change)], lines: [listed(meaning, { reference })], owners: new Map([[reference, 2]]) })
      .recognised.length > 0
  expect(recognised({ state: 'accepted', reference: 'A' }, 'carried_out', 'A')).toBe(true)
  expect(recognised({ state: 'paid', reference: 'A' }, 'carried_out', 'A')).toBe(true)
  expect(recognised({ state: 'paid', reference: 'A' }, 'not_carried_out', 'A')).toBe(false)
  expect(recognised({ retried: true, reference: 'B' }, 'not_carried_out', 'A')).toBe(false)
})

it('lines that name neither a reference nor a number are counted by themselves', () => {
  const total = listed('carried_out', { reference: null, phones: [], amountHundredths: 9_900_000n })
  expect(match({ rows: [row()], lines: [total] })).toMatchObject({ nameless: 1, notOfBatch: 0, recognised: [] })
})
