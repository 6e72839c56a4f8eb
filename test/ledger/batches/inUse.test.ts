import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RowToStore } from '../../../src/ledger/intake/insertBatch.ts'
import { retryRows } from '../../../src/ledger/rows/retryRows.ts'
import { keyHoldingStates, type PayoutState, payoutStates } from '../../../src/payout/state.ts'
import { keyOf, type LedgerServer, payableRows, row, startLedgerServer, type TestLedger } from '../../harness/ledger.ts'
import { saying } from '../../harness/words.ts'

let server: LedgerServer
let db: TestLedger

beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  db = await server.open()
  return () => db.close()
})

const way: Record<PayoutState, PayoutState[]> = {
  invalid: [],
  pending: [],
  sending: ['sending'],
  accepted: ['sending', 'accepted'],
  unknown: ['sending', 'unknown'],
  paid: ['sending', 'paid'],
  failed: ['sending', 'failed'],
  cancelled: ['cancelled'],
}

/** Takes the one row of a batch to a state, as sent `ago`. */
async function bring(batchNo: number, state: PayoutState, ago = '1 hour'): Promise<void> {
  for (const to of way[state]) {
    await db.query(
      `update payrun.payouts set state = $2, holds_key = $3, sent_at = now() - $4::interval where batch_no = $1`,
      [batchNo, to, keyHoldingStates.includes(to), ago],
    )
  }
}

const noReference = (line = 2) => row({ line, reference: null })
const withReference = (line: number, reference: string, period: string | null = null) =>
  row({ line, reference, key: keyOf(reference, period) }, { payable: payableRows(1)[0]!.payable })
const codesOf = async (rows: RowToStore[], wish = {}) => {
  const stored = await db.store(rows, wish)
  return stored.kind === 'refused' ? stored.inUse.map(({ line, code }) => `${line} ${code}`) : stored.kind
}

const heldIn = payoutStates
  .filter((state) => state !== 'invalid')
  .map((state) => ({ state, word: keyHoldingStates.includes(state) ? 'refused' : 'free again' }))

test.each(heldIn)('a reference whose payout is $state is $word', async ({ state }) => {
  const { batchNo } = await db.batchOf([withReference(2, 'EMP-1')])
  await bring(batchNo, state)
  const again = await codesOf([withReference(5, 'EMP-1')])
  expect(again).toEqual(keyHoldingStates.includes(state) ? ['5 reference_in_use'] : 'stored')
})

test('a reference of an invalid row is free', async () => {
  await db.batchOf([{ ...withReference(2, 'EMP-1'), payable: null, key: null }])
  expect(await codesOf([withReference(2, 'EMP-1')])).toBe('stored')
})

test('a paid reference is said to be paid, with the batch and the line that hold it', async () => {
  const { batchNo, batchId } = await db.batchOf([withReference(12, 'EMP-1')])
  await bring(batchNo, 'paid')
  expect(await db.store([withReference(3, 'EMP-1')])).toMatchObject({
    inUse: [{ value: 'EMP-1', message: saying(`already paid in batch ${batchId}, line 12`) }],
  })
})

test('a period is a scope of its own for references', async () => {
  await db.batchOf([withReference(2, 'EMP-1', 'march')], { period: 'march' })
  expect(await codesOf([withReference(2, 'EMP-1', 'april')], { period: 'april' })).toBe('stored')
  expect(await codesOf([withReference(2, 'EMP-1')])).toBe('stored')
  expect(await codesOf([withReference(4, 'EMP-1', 'march')], { period: 'march' })).toEqual(['4 reference_in_use'])
})

test('a reference in use is refused even when duplicates are allowed', async () => {
  await db.batchOf([withReference(2, 'EMP-1')])
  expect(await codesOf([withReference(2, 'EMP-1')], { allowDuplicates: true })).toEqual(['2 reference_in_use'])
})

describe('a reference that differs in its form only', () => {
  test.each([
    ['001', '1'],
    ['1', '001'],
    ['EMP-7', 'emp–007'],
    ['Awa 1', 'AWA\u00a0 1'],
  ])('%j held, %j is refused, with the row that holds it, until duplicates are allowed', async (held, given) => {
    const { batchId } = await db.batchOf([withReference(12, held)])
    expect(await db.store([withReference(3, given)])).toMatchObject({
      inUse: [{ line: 3, value: given, code: 'reference_in_use', message: saying(`Batch ${batchId}, line 12`) }],
    })
    expect(await codesOf([withReference(3, given)], { allowDuplicates: true })).toBe('stored')
    expect(await codesOf([withReference(3, given)], { allowDuplicates: true })).toEqual(['3 reference_in_use'])
  })

  test('NFC and NFD are the very same reference, which no option lets through', async () => {
    await db.batchOf([withReference(2, 'é1')])
    expect(await codesOf([withReference(2, 'e\u03011')], { allowDuplicates: true })).toEqual(['2 reference_in_use'])
  })

  test('is free in another period, and when the payout failed', async () => {
    const { batchNo } = await db.batchOf([withReference(2, '001', 'march')], { period: 'march' })
    expect(await codesOf([withReference(2, '1', 'april')], { period: 'april' })).toBe('stored')
    await bring(batchNo, 'failed')
    expect(await codesOf([withReference(2, '1', 'march')], { period: 'march' })).toBe('stored')
  })

  test('in two files at once: one is stored', async () => {
    for (let round = 0; round < 5; round++) {
      const files = ['', '0', '00', '000'].map((zeros) => db.store([withReference(2, `${zeros}${round + 1}`)]))
      const kinds = (await Promise.all(files)).map(({ kind }) => kind)
      expect(kinds.sort()).toEqual(['refused', 'refused', 'refused', 'stored'])
    }
  })

  test('in the way of a retry, too, until duplicates are allowed', async () => {
    const { batchNo, batchId } = await db.batchOf([withReference(2, '001')])
    await bring(batchNo, 'failed')
    await db.query(`update payrun.chunks set open = false`)
    await db.query(`select payrun.move_batch($1, '{running}', 'settled')`, [batchNo])
    const other = await db.batchOf([withReference(5, '1')])
    const wish = { batchNo, actor: 'tester' }
    expect(await retryRows(db.ledger, wish)).toMatchObject({
      kind: 'keys_taken',
      rows: [{ line: 2, batchId: other.batchId, heldLine: 5 }],
    })
    expect(batchId).not.toBe(other.batchId)
    expect(await retryRows(db.ledger, { ...wish, allowDuplicates: true })).toMatchObject({ kind: 'retried' })
  })
})

const likeness: { what: string; state: PayoutState; ago: string; refused: boolean }[] = [
  { what: 'still to be paid', state: 'pending', ago: '3 days', refused: true },
  { what: 'being sent', state: 'sending', ago: '1 second', refused: true },
  { what: 'accepted an hour ago', state: 'accepted', ago: '1 hour', refused: true },
  { what: 'unknown since an hour', state: 'unknown', ago: '1 hour', refused: true },
  { what: 'paid 23 hours ago', state: 'paid', ago: '23 hours', refused: true },
  { what: 'paid 25 hours ago', state: 'paid', ago: '25 hours', refused: false },
  { what: 'failed an hour ago', state: 'failed', ago: '1 hour', refused: false },
  { what: 'cancelled an hour ago', state: 'cancelled', ago: '1 hour', refused: false },
]

test.each(likeness)('a row without a reference like one that is $what: refused $refused', async (each) => {
  const { batchNo } = await db.batchOf([noReference()])
  await bring(batchNo, each.state, each.ago)
  expect(await codesOf([noReference()])).toEqual(each.refused ? ['2 possible_duplicate'] : 'stored')
})

test('likeness is looked for in payouts that have a reference, too, but not for rows that have one', async () => {
  const { payable } = noReference()
  await db.batchOf([row({ line: 2, reference: 'EMP-1', payable })])
  expect(await codesOf([row({ line: 2, reference: 'EMP-2', payable })])).toBe('stored')
  expect(await codesOf([row({ line: 2, reference: null, payable })])).toEqual(['2 possible_duplicate'])
})

test.each([
  { what: 'number', change: { phone: '2290197999999' } },
  { what: 'amount', change: { amountMinor: 1n } },
  { what: 'currency', change: { currency: 'XAF' } },
])('rows that differ in their $what are not alike', async ({ change }) => {
  await db.batchOf([noReference()])
  const payable = { ...noReference().payable!, ...change }
  expect(await codesOf([row({ line: 2, payable })])).toBe('stored')
})

test('rows that look alike are stored when duplicates are allowed', async () => {
  await db.batchOf([noReference()])
  expect(await codesOf([noReference()], { allowDuplicates: true })).toBe('stored')
})

test('all findings are told, in the order of the file, one a row', async () => {
  await db.batchOf([withReference(2, 'EMP-1'), noReference(3), withReference(4, 'EMP-2')])
  const rows = [withReference(7, 'EMP-2'), ...payableRows(1), noReference(3), withReference(1, 'EMP-1')]
  const lines = rows.map((each, index) => ({ ...each, line: index + 10 }))
  expect(await codesOf(lines)).toEqual(['10 reference_in_use', '12 possible_duplicate', '13 reference_in_use'])
})

test('with skipInvalid, rows in use become invalid with their problem, and the others are paid', async () => {
  await db.batchOf([withReference(2, 'EMP-1')])
  const rows = [withReference(2, 'EMP-1'), withReference(3, 'EMP-2'), withReference(4, 'EMP-3')]
  expect(await db.store(rows, { skipInvalid: true })).toMatchObject({ kind: 'stored', invalidated: 1 })
  const stored = await db.query(
    `select line, p.state, holds_key, chunk_no, problems->0->>'code' as code
       from payrun.payouts p join payrun.batches using (batch_no) where file_rows = 3 order by line`,
  )
  expect(stored).toEqual([
    { line: 2, state: 'invalid', holds_key: false, chunk_no: null, code: 'reference_in_use' },
    { line: 3, state: 'pending', holds_key: true, chunk_no: 1, code: null },
    { line: 4, state: 'pending', holds_key: true, chunk_no: 1, code: null },
  ])
  expect(await db.query('select rows from payrun.chunks order by batch_no')).toEqual([{ rows: 1 }, { rows: 2 }])
})

test('no two payouts hold one key, whatever let them in', async () => {
  const [first, second] = [withReference(2, 'EMP-1'), withReference(3, 'EMP-1')]
  await expect(db.store([first, second])).rejects.toThrow(/payouts_key/)
  expect(await db.query('select from payrun.batches')).toEqual([])
})
