import { expect, test } from 'vitest'
import { accepted, lastEvent, paid, rowsOf, settledBatch, unclear } from '../paidRows.ts'
import { setUpLedger } from '../setUpLedger.ts'
import { later, listed, reconcileWith, sha256, words } from './reconciling.ts'

const db = setUpLedger()
const run = reconcileWith(db)

test('rows that a complete statement does not have were not paid; their sentence says why', async () => {
  const { batchNo } = await settledBatch(db, [paid('P'), unclear(), accepted('A')])
  const lines = [listed('carried_out', 2, 'P'), later()]
  expect(words(await run(batchNo, lines))).toEqual(['3 left not_listed', '4 left not_listed'])
  expect(words(await run(batchNo, lines, { complete: true }))).toEqual(['3 failed by absence', '4 failed by absence'])
  expect(await rowsOf(db, batchNo)).toEqual(['paid 1 P -', 'failed 1 - refused', 'failed 1 A refused'])
  expect((await lastEvent(db, batchNo, 3))?.note).toBe('not in statement 0123456789ab, which is complete')
  const [told] = await db.query('select error_message from payrun.payouts where batch_no = $1 and line = 3', [batchNo])
  expect(told).toEqual({ error_message: "It is not in the provider's statement, which was said to be complete." })
})

test('a statement that ends before a row was sent is not complete for it: nothing is changed, not even by its lines', async () => {
  const { batchNo } = await settledBatch(db, [unclear(), unclear()])
  const hour = 3_600_000
  const early = { at: { fromMs: Date.now() - hour, toMs: Date.now() - hour } }
  const before = await rowsOf(db, batchNo)
  const wish = { complete: true, covers: ['mtn-benin'] }
  const refusedWhole = await run(batchNo, [listed('carried_out', 9, 'X', early)], wish)
  expect(refusedWhole).toMatchObject({ kind: 'refused', refusal: { kind: 'ends_earlier', row: { line: 2 } } })
  const unclearDates = { name: 's.csv', sha256, lines: [listed('carried_out', 2, 'X')], dateOrder: 'assumed' as const }
  expect(await run(batchNo, [], { ...wish, statement: unclearDates })).toEqual({
    kind: 'refused',
    refusal: { kind: 'unclear_dates' },
  })
  expect(await rowsOf(db, batchNo)).toEqual(before)
})

test('a statement without dates is complete only when it lists a row of the batch', async () => {
  const { batchNo } = await settledBatch(db, [paid('P'), unclear(), unclear('U')])
  const { batchNo: other } = await settledBatch(db, [unclear(), unclear()])
  const undated = (line: number, reference: string) => listed('carried_out', line, reference, { at: null, phones: [] })
  expect(await run(other, [undated(9, 'P')], { complete: true })).toEqual({
    kind: 'refused',
    refusal: { kind: 'not_recognised' },
  })
  expect(await rowsOf(db, other)).toEqual(['unknown 1 - server_error', 'unknown 1 - server_error'])
  expect(words(await run(batchNo, [undated(2, 'P')], { complete: true }))).toEqual([
    '3 failed by absence',
    '4 failed by absence',
  ])
})

test('a statement is of an operator if it lists a payout of any batch through it, or if a person says so', async () => {
  await settledBatch(db, [paid('P')])
  const { batchNo } = await settledBatch(db, [unclear()])
  const complete = (lines: ReturnType<typeof listed>[], covers: string[] = []) =>
    run(batchNo, lines, { complete: true, dryRun: true, covers })
  const ofBatch = listed('carried_out', 2, 'P')
  const stranger = listed('carried_out', 9, 'X')
  expect(words(await complete([stranger, later()]))).toEqual(['2 left operator_not_listed'])
  expect(words(await complete([stranger, later()], ['moov-benin']))).toEqual(['2 left operator_not_listed'])
  expect(words(await complete([stranger, later()], ['mtn-benin']))).toEqual(['2 failed by absence'])
  expect(words(await complete([{ ...ofBatch, phones: ['22901970000099'] }, later()]))).toEqual([
    '2 left operator_not_listed',
  ])
  expect(words(await complete([{ ...ofBatch, phones: [] }, later()]))).toEqual(['2 failed by absence'])
})

test('an accepted row that a statement without a status column lacks may still be paid: it is left', async () => {
  const { batchNo } = await settledBatch(db, [paid('P'), unclear(), accepted('A')])
  const lines = [listed('carried_out', 2, 'P', { status: null }), { ...later(), status: null }]
  expect(words(await run(batchNo, lines, { complete: true }))).toEqual(['3 failed by absence', '4 left maybe_held'])
})

test('a statement that lacks paid rows as well is not complete: nothing is changed', async () => {
  const { batchNo } = await settledBatch(db, [paid('P'), unclear(), paid('Q'), unclear()])
  const before = await rowsOf(db, batchNo)
  const lines = [listed('carried_out', 2, 'P'), listed('carried_out', 3, 'N'), later()]
  expect(await run(batchNo, lines, { complete: true })).toMatchObject({
    kind: 'refused',
    refusal: { kind: 'not_complete', rows: [{ line: 4 }] },
  })
  expect(await rowsOf(db, batchNo)).toEqual(before)
  const whole = [...lines, listed('carried_out', 4, 'Q')]
  expect(words(await run(batchNo, whole, { complete: true }))).toEqual(['3 paid by number', '5 failed by absence'])
})
