import { expect, test } from 'vitest'
import { type Resolved, type ResolveWish, resolveRow } from '../../../src/ledger/rows/resolveRow.ts'
import { accepted, lastEvent, paid, refused, rowsOf, settledBatch, unclear } from '../paidRows.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger()

const isPaid = (reference: string): ResolveWish['verdict'] => ({ kind: 'paid', reference })
const resolve = (batchNo: number, line: number, verdict: ResolveWish['verdict'], change: Partial<ResolveWish> = {}) =>
  resolveRow(db.ledger, { batchNo, line, verdict, note: 'seen in the portal', actor: 'ann', ...change })

test.each([
  { from: 'unknown', outcome: unclear() },
  { from: 'accepted', outcome: accepted('A') },
])('an $from row is said to be paid, with its reference, or not to be paid', async ({ from, outcome }) => {
  const { batchNo } = await settledBatch(db, [outcome, from === 'accepted' ? accepted('B') : outcome])
  expect(await resolve(batchNo, 2, isPaid('R'))).toEqual({ kind: 'resolved', from, to: 'paid' })
  expect(await resolve(batchNo, 3, { kind: 'not_paid' })).toEqual({ kind: 'resolved', from, to: 'failed' })
  expect((await rowsOf(db, batchNo))[0]).toBe('paid 1 R -')
  expect((await rowsOf(db, batchNo))[1]).toMatch(/^failed 1 (-|B) resolved_not_paid$/)
  expect(await lastEvent(db, batchNo, 2)).toEqual({
    from_state: from,
    to_state: 'paid',
    code: null,
    actor: 'ann',
    note: 'seen in the portal',
  })
  expect(await lastEvent(db, batchNo, 3)).toMatchObject({ to_state: 'failed', code: 'resolved_not_paid', actor: 'ann' })
  const [told] = await db.query('select error_message from payrun.payouts where batch_no = $1 and line = 3', [batchNo])
  expect(told).toEqual({ error_message: 'A person looked into it and said that it was not paid.' })
})

test('a row that was not paid gives its key back', async () => {
  const { batchNo } = await settledBatch(db, [unclear()])
  await resolve(batchNo, 2, { kind: 'not_paid' })
  expect(await db.query('select holds_key from payrun.payouts where batch_no = $1', [batchNo])).toEqual([
    { holds_key: false },
  ])
})

test('rows in any other state stay as they are', async () => {
  const { batchNo } = await settledBatch(db, [paid('P'), refused()])
  expect(await resolve(batchNo, 2, { kind: 'not_paid' })).toEqual({ kind: 'not_open', state: 'paid', by: null })
  expect(await resolve(batchNo, 3, isPaid('R'))).toEqual({ kind: 'not_open', state: 'failed', by: null })
  expect(await resolve(batchNo, 9, isPaid('R'))).toEqual({ kind: 'no_row' })
  expect(await db.query('select reference from payrun.provider_references')).toEqual([{ reference: 'P' }])
})

test('a reference that another payout holds is refused, by its batch and line', async () => {
  const first = await settledBatch(db, [unclear(), paid('HELD')])
  const second = await settledBatch(db, [unclear()])
  expect(await resolve(second.batchNo, 2, isPaid('HELD'))).toEqual({
    kind: 'reference_held',
    batchId: first.batchId,
    line: 3,
  })
  expect(await rowsOf(db, second.batchNo)).toEqual(['unknown 1 - server_error'])
})

test("an accepted row's own reference is its own", async () => {
  const { batchNo } = await settledBatch(db, [accepted('A')])
  expect(await resolve(batchNo, 2, isPaid('A'))).toMatchObject({ kind: 'resolved' })
  expect(await rowsOf(db, batchNo)).toEqual(['paid 1 A -'])
})

test('two people resolve the same row at once: one wins, the other hears who, fifty times', async () => {
  const { batchNo } = await settledBatch(
    db,
    Array.from({ length: 50 }, () => unclear()),
  )
  for (let line = 2; line < 52; line += 1) {
    const both = await Promise.all([
      resolve(batchNo, line, isPaid(`R-${line}`), { actor: 'ann' }),
      resolve(batchNo, line, { kind: 'not_paid' }, { actor: 'bea' }),
    ])
    const won = both.findIndex(({ kind }) => kind === 'resolved')
    const lost = both[1 - won] as Extract<Resolved, { kind: 'not_open' }>
    expect(lost).toMatchObject({ kind: 'not_open', state: won === 0 ? 'paid' : 'failed' })
    expect(lost.by?.actor).toBe(won === 0 ? 'ann' : 'bea')
  }
})

test('two rows that claim one reference at once: one has it', async () => {
  const { batchNo, batchId } = await settledBatch(db, [unclear(), unclear()])
  const both = await Promise.all([resolve(batchNo, 2, isPaid('ONE')), resolve(batchNo, 3, isPaid('ONE'))])
  expect(both.map(({ kind }) => kind).sort()).toEqual(['reference_held', 'resolved'])
  expect(both).toContainEqual(expect.objectContaining({ kind: 'reference_held', batchId }))
})

test('the event keeps no phone number and no name of the note', async () => {
  const { batchNo } = await settledBatch(db, [unclear()])
  const [{ name, phone } = { name: '', phone: '' }] = await db.query<{ name: string; phone: string }>(
    'select name, phone from payrun.payouts where batch_no = $1',
    [batchNo],
  )
  await resolve(batchNo, 2, { kind: 'not_paid' }, { note: `${name} says no; called +${phone} on 2026-11-21` })
  expect((await lastEvent(db, batchNo, 2))?.note).toBe('(name) says no; called 229********02 on 2026-11-21')
})
