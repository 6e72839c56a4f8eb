import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelBatch } from '../../../src/ledger/batches/moveAsked.ts'
import type { RowToStore } from '../../../src/ledger/intake/insertBatch.ts'
import type { Problem } from '../../../src/payout/problem.ts'
import { payrunIdOf } from '../../../src/payout/report.ts'
import { keyHoldingStates, type PayoutState } from '../../../src/payout/state.ts'
import { say } from '../../../src/words/sentence.ts'
import { keyOf, type LedgerServer, payableRows, row, startLedgerServer, type TestLedger } from '../../harness/ledger.ts'

/** What the ledger knows of rows that can't be paid as they are. */

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

const problem = (line: number, over: Partial<Problem> = {}): Problem => ({
  line,
  column: 'phone',
  value: '197000001',
  code: 'invalid_phone',
  message: say('payout.lacks_digit_perhaps_0_front_spreadsheets', { text: '197000001', digits: '2290197000001' }),
  suggestion: '+2290197000001',
  ...over,
})
const good = (line: number, reference: string) => row({ line, reference, key: keyOf(reference, null) })
const wrong = (line: number, reference: string | null, over: Partial<RowToStore> = {}): RowToStore => ({
  ...row({ line, reference, key: keyOf(reference, null, line) }),
  payable: null,
  problems: [problem(line)],
  ...over,
})
const reportedAs = (batchId: string, line: number): Pick<RowToStore, 'reported'> => ({
  reported: { payrunId: payrunIdOf(batchId, line), says: 'paid', isSandbox: false, column: 'status', value: 'paid' },
})

async function bring(batchNo: number, ...states: PayoutState[]): Promise<void> {
  for (const state of states)
    await db.query('update payrun.payouts set state = $2, holds_key = $3, sent_at = now() where batch_no = $1', [
      batchNo,
      state,
      keyHoldingStates.includes(state),
    ])
}

/** What is told of these rows, whether somebody looks or they are to be stored. */
async function codesOf(rows: RowToStore[], wish = {}): Promise<string[]> {
  const codes: string[][] = []
  for (const look of [() => {}, undefined]) {
    let told: Problem[] = []
    await db.store(rows, {
      ...wish,
      look,
      accept: ({ inUse }) => {
        told = inUse
        return false
      },
    })
    codes.push(told.map(({ line, code, column }) => `${line} ${code} ${column}`))
  }
  expect(codes[0]).toEqual(codes[1])
  return codes[1]!
}

test.each<{ way: PayoutState[]; found: boolean }>([
  { way: [], found: true },
  { way: ['sending'], found: true },
  { way: ['sending', 'unknown'], found: true },
  { way: ['sending', 'accepted'], found: true },
  { way: ['sending', 'paid'], found: true },
  { way: ['sending', 'failed'], found: false },
  { way: ['cancelled'], found: false },
])('the reference of a row that is wrong is looked up ($way: $found)', async ({ way, found }) => {
  const { batchNo } = await db.batchOf([good(2, 'EMP-1')])
  await bring(batchNo, ...way)
  expect(await codesOf([wrong(5, 'EMP-1'), good(6, 'EMP-2')])).toEqual(found ? ['5 reference_in_use reference'] : [])
  const variant = wrong(5, 'emp–001')
  expect(await codesOf([variant])).toEqual(found ? ['5 reference_in_use reference'] : [])
  expect(await codesOf([variant], { allowDuplicates: true })).toEqual([])
})

test('so is what a report calls it, also of a failed row, and of a cancelled one only where another batch has it', async () => {
  const { batchId, batchNo } = await db.batchOf([good(2, 'EMP-1')])
  const again = [wrong(5, 'OTHER', reportedAs(batchId, 2)), wrong(6, null, reportedAs(batchId, 2))]
  const told = ['5 reference_in_use payrun_id', '6 reference_in_use payrun_id']
  expect(await codesOf(again)).toEqual(told)
  await bring(batchNo, 'sending', 'failed')
  expect(await codesOf(again)).toEqual(told)
  const cancelled = await db.batchOf([good(2, 'EMP-3')])
  await cancelBatch(db.ledger, cancelled.batchNo, 'awa')
  const late = [wrong(5, null, reportedAs(cancelled.batchId, 2)), good(6, 'EMP-4')]
  expect(await codesOf(late)).toEqual([])
  await db.batchOf([good(2, 'EMP-3')])
  expect(await codesOf(late)).toEqual(['5 reference_in_use payrun_id'])
})

test('so is evidence that it was paid, and what a statement has under its reference', async () => {
  const { batchNo } = await db.batchOf([good(2, 'EMP-1')])
  await bring(batchNo, 'sending', 'failed')
  await db.query(
    `insert into payrun.discrepancies (batch_no, line, attempt, kind, says_paid, note) values ($1, 2, 1, 'contradicts', true, '"x"')`,
    [batchNo],
  )
  await db.query(
    `insert into payrun.payments_without_row (source, statement, statement_line, reference, hashes)
     values ('statement', 'march.csv', 7, 'EMP-2', '{}')`,
  )
  const told = ['5 reference_in_use reference', '6 reference_in_use reference']
  expect(await codesOf([wrong(5, 'EMP-1'), wrong(6, 'EMP-2'), wrong(7, 'EMP-3')])).toEqual(told)
})

test('a row that a report calls paid is told so once, one that somebody marked so by the ledger, too', async () => {
  await db.batchOf([good(2, 'EMP-1')])
  const said = problem(5, { column: 'status', code: 'reference_in_use', message: say('payout.marked_paid') })
  const says = { payrunId: null, isSandbox: false, column: 'status', value: 'paid' }
  const of = (each: 'paid' | 'marked_paid') =>
    wrong(5, 'EMP-1', { problems: [said, problem(5)], reported: { ...says, says: each } })
  expect(await codesOf([of('paid')])).toEqual([])
  expect(await codesOf([of('marked_paid')])).toEqual(['5 reference_in_use reference'])
})

test('stored, it holds no key and says first that it is paid, and not what else to write', async () => {
  await db.batchOf([good(2, 'EMP-1')])
  const rows = [wrong(2, 'EMP-1'), wrong(3, 'EMP-2'), good(4, 'EMP-3'), good(5, 'EMP-1')]
  expect(await db.store(rows, { skipInvalid: true })).toMatchObject({ kind: 'stored', invalidated: 1 })
  const stored = await db.query(
    `select line, p.state, holds_key, jsonb_path_query_array(problems, '$[*].code') as codes,
            jsonb_path_query_array(problems, '$[*].suggestion') as suggestions
       from payrun.payouts p join payrun.batches using (batch_no) where file_rows = 4 order by line`,
  )
  expect(stored).toEqual([
    {
      line: 2,
      state: 'invalid',
      holds_key: false,
      codes: ['reference_in_use', 'invalid_phone'],
      suggestions: [],
    },
    { line: 3, state: 'invalid', holds_key: false, codes: ['invalid_phone'], suggestions: ['+2290197000001'] },
    { line: 4, state: 'pending', holds_key: true, codes: null, suggestions: null },
    { line: 5, state: 'invalid', holds_key: false, codes: ['reference_in_use'], suggestions: [] },
  ])
  expect(await codesOf([good(2, 'EMP-2'), ...payableRows(1)])).toEqual([])
})
