import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RowToStore } from '../../../src/ledger/intake/insertBatch.ts'
import type { Repeats } from '../../../src/ledger/intake/repeats.ts'
import { storePayouts } from '../../../src/ledger/intake/storePayouts.ts'
import type { PlannedRun } from '../../../src/ledger/schedules/scheduleRuns.ts'
import { keyHoldingStates, type PayoutState } from '../../../src/payout/state.ts'
import {
  type LedgerServer,
  payableRows,
  row,
  rowsRead,
  type StoreWish,
  startLedgerServer,
  type TestLedger,
} from '../../harness/ledger.ts'
import { english } from '../../harness/words.ts'

let server: LedgerServer
let db: TestLedger

beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  db = await server.open({ lent: false })
  return () => db.close()
})

/** What a file would be told; it is stored only where nothing is. */
async function told(rows: RowToStore[], wish: StoreWish = {}): Promise<string[]> {
  let found: Repeats = { refusal: null, again: null, warnings: [] }
  const stored = await db.store(rows, {
    ...wish,
    accept: ({ inUse, repeats }) => {
      found = repeats
      return inUse.length === 0 && (repeats.refusal === null || (wish.allowDuplicates ?? false))
    },
  })
  const said = wish.allowDuplicates ? found.again : found.refusal
  const refusal = said === null ? [] : [`${stored.kind}: ${english(said)}`]
  return stored.kind === 'stored' || found.refusal ? [...refusal, ...found.warnings.map(english)] : [stored.kind]
}

/** Stores what repeats nothing. */
const refusing: StoreWish = { accept: ({ inUse, repeats }) => inUse.length === 0 && repeats.refusal === null }

const way: Partial<Record<PayoutState, PayoutState[]>> = {
  sending: ['sending'],
  accepted: ['sending', 'accepted'],
  unknown: ['sending', 'unknown'],
  paid: ['sending', 'paid'],
  failed: ['sending', 'failed'],
  cancelled: ['cancelled'],
}
async function bring(batchNo: number, state: PayoutState, ago = '1 hour'): Promise<void> {
  for (const to of way[state] ?? [])
    await db.query(
      'update payrun.payouts set state = $2, holds_key = $3, sent_at = now() - $4::interval where batch_no = $1',
      [batchNo, to, keyHoldingStates.includes(to), ago],
    )
}

/** As if the batch had been made, and all of it had happened, so long ago. */
async function setBack(batchNo: number, ago: string): Promise<void> {
  await db.query('alter table payrun.batch_events disable trigger user')
  await db.query(`update payrun.batch_events set at = at - $2::interval where batch_no = $1`, [batchNo, ago])
  await db.query(`update payrun.batches set state = 'settled', settled_at = now() - $2::interval where batch_no = $1`, [
    batchNo,
    ago,
  ])
}

describe('more than half of a file of five rows or more, with number and amount of payouts of the last 24 hours', () => {
  const known = (rows: number) => payableRows(rows)
  const others = (rows: number) => payableRows(rows, (index) => ({ line: 100 + index, ...other(index) }))
  const other = (index: number): Partial<RowToStore> => ({
    payable: {
      operator: 'mtn-benin',
      phone: `2290166${100_000 + index}`,
      amountMinor: 5n,
      currency: 'XOF',
      name: null,
    },
  })

  test.each<[PayoutState, string, boolean]>([
    ['pending', '1 hour', true],
    ['sending', '1 hour', true],
    ['accepted', '1 hour', true],
    ['unknown', '23 hours', true],
    ['paid', '23 hours', true],
    ['paid', '25 hours', false],
    ['failed', '1 hour', false],
    ['cancelled', '1 hour', false],
  ])('that are %s, sent %s ago: refused %s, until duplicates are allowed', async (state, ago, refused) => {
    const { batchNo, batchId } = await db.batchOf(known(6), { period: 'march' })
    await bring(batchNo, state, ago)
    const sentence = `6 of the 6 rows have the number and amount of a payout of the last 24 hours, 6 of them as in "March" (batch ${batchId}, for the period march, `
    const period = { period: 'april' }
    expect(await told(known(6), period)).toEqual(refused ? [expect.stringContaining(`refused: ${sentence}`)] : [])
    if (!refused) return
    expect(await told(known(6), { ...period, allowDuplicates: true })).toEqual([
      expect.stringContaining(`stored: ${sentence}`),
    ])
  })

  test('rows that wait in a batch of days ago are about to be paid', async () => {
    const { batchNo } = await db.batchOf(known(5))
    await db.query('alter table payrun.batch_events disable trigger user')
    await db.query(`update payrun.batch_events set at = at - interval '9 days' where batch_no = $1`, [batchNo])
    expect(await told(known(5))).toEqual([expect.stringContaining('refused: 5 of the 5')])
  })

  test('half of the rows is not most of them, and four rows are few: both are told', async () => {
    const { batchId } = await db.batchOf(known(5))
    expect(await told([...known(3), ...others(3)])).toEqual([
      `3 rows pay a number the same amount as another payout does, which has another reference or period, such as line 2: it is like line 2 of batch ${batchId}.`,
    ])
    const four = known(4)
    expect(await told(four)).toEqual([expect.stringContaining('4 rows pay a number')])
  })

  test('two submissions at once: one is stored', async () => {
    for (const period of ['a', 'b', 'c']) {
      const rows = payableRows(8, (index) => ({ line: 1000 * period.charCodeAt(0) + index }))
      const again = rows.map((each, index) => ({
        ...each,
        ...payableRows(8)[index],
        line: each.line,
        payable: each.payable,
      }))
      const both = await Promise.all([
        db.store(rows, { ...refusing, period }),
        db.store(again, { ...refusing, period: `${period}2` }),
      ])
      expect(both.map(({ kind }) => kind).sort()).toEqual(['refused', 'stored'])
    }
  })

  test('the sandbox and the provider are apart', async () => {
    await db.batchOf(known(6), { sandbox: true })
    expect(await told(known(6))).toEqual([])
  })
})

describe('the same file', () => {
  const sha256 = 'f'.repeat(64)
  const one = (line = 2) => [row({ line, reference: null })]

  test('in another period, however long ago, is refused until duplicates are allowed, and the batch is named', async () => {
    const { batchNo, batchId } = await db.batchOf(one(), { sha256, period: 'march' })
    await bring(batchNo, 'paid', '90 days')
    await setBack(batchNo, '90 days')
    const sentence = `This same file was already submitted for the period march, as "March" (batch ${batchId}`
    expect(await told(one(), { sha256 })).toEqual([expect.stringContaining(`refused: ${sentence}`)])
    const [again = '', ...others] = await told(one(), { sha256, allowDuplicates: true })
    expect([again.startsWith(`stored: ${sentence}`), others]).toEqual([true, []])
    expect(again).toContain('Its rows are paid all the same, as duplicates are allowed.')
    expect(again).not.toContain('--allow-duplicates')
  })

  test('of workbooks, the same cells, in this period and in others', async () => {
    const cellsSha256 = 'c'.repeat(64)
    const { batchNo, batchId } = await db.batchOf(one(), { cellsSha256 })
    await bring(batchNo, 'paid', '90 days')
    await setBack(batchNo, '90 days')
    expect(await db.store(one(), { cellsSha256 })).toMatchObject({ kind: 'same_file', batchId })
    expect(await told(one(), { cellsSha256, period: 'april' })).toEqual([expect.stringContaining('without a period')])
  })

  test('of a cancelled batch counts in another period if some of it may have been paid', async () => {
    const { batchNo } = await db.batchOf(one(), { sha256, period: 'march' })
    await db.query(`update payrun.batches set state = 'cancelled' where batch_no = $1`, [batchNo])
    await bring(batchNo, 'unknown', '9 hours')
    const perhaps = /^refused: This same file .* 1 row is refused, as it is already paid, perhaps paid, or/
    expect(await told(one(), { sha256 })).toEqual([expect.stringMatching(perhaps)])
    await bring(batchNo, 'failed', '9 days').catch(() => undefined)
  })

  test('in two periods at once: one is stored', async () => {
    const kinds = await Promise.all(
      ['a', 'b', 'c'].map(async (period) => (await db.store(one(), { ...refusing, sha256, period })).kind),
    )
    expect(kinds.sort()).toEqual(['refused', 'refused', 'stored'])
  })
})

describe("a schedule's other planned times are meant to be the same", () => {
  const runOf = (scheduleNo: number, planned: string): PlannedRun => ({
    scheduleNo,
    planned,
    plannedAt: new Date(),
    period: planned.slice(0, 10),
    file: '/payroll.csv',
    inFolder: false,
    actor: null,
    missed: 0,
  })
  test('and are not refused; the same file by hand is, and a schedule after it', async () => {
    const scheduleNo = await scheduleOf('/payroll.csv')
    const sha256 = 'e'.repeat(64)
    const rows = () => payableRows(6)
    const run = (planned: string) => ({ sha256, period: planned.slice(0, 10), run: runOf(scheduleNo, planned) })
    expect(await told(rows(), run('2026-11-01 08:00'))).toEqual([])
    expect(await told(rows(), run('2026-11-02 08:00'))).toEqual([])
    expect(await told(rows(), { sha256, period: 'by hand' })).toEqual([
      expect.stringContaining('refused: This same file'),
    ])
    expect(await told(rows(), { period: 'by hand' })).toEqual([expect.stringContaining('refused: 6 of the 6')])
    expect(await told(rows(), { period: 'by hand', allowDuplicates: true })).toHaveLength(1)
    expect(await told(rows(), run('2026-11-03 08:00'))).toEqual([expect.stringContaining('refused: 6 of the 6')])
  })
  test('nor are their rows without references', async () => {
    const scheduleNo = await scheduleOf('/payroll.csv')
    const rows = () => [row({ line: 2, reference: null }), row({ line: 3, reference: null })]
    for (const day of ['2026-11-01', '2026-11-02'])
      expect((await db.store(rows(), { period: day, run: runOf(scheduleNo, `${day} 08:00`) })).kind).toBe('stored')
    expect((await db.store(rows(), { period: 'by hand' })).kind).toBe('refused')
  })
})

const scheduleOf = async (path: string): Promise<number> => {
  const [schedule] = await db.query<{ schedule_no: number }>(
    `insert into payrun.schedules (name, path, sandbox, cron, zone, period_format, options, submitter, submitter_login,
       approvals_needed)
     values ('s', $1, false, '0 8 * * *', 'UTC', 'YYYY', '{}', 'tester', 'tester', 1) returning schedule_no`,
    [path],
  )
  return schedule!.schedule_no
}

test('one number, one amount and two references in a file are told, and in one period however long ago', async () => {
  const [first] = payableRows(1)
  const twins = payableRows(2, (index) => ({ line: 5 + index, payable: first!.payable }))
  expect(await told(twins, { period: 'march' })).toEqual([
    'One number is paid the same amount more than once, under different references: see lines 5 and 6.',
  ])
  const [batch] = await db.query<{ batch_no: number; id: string }>('select batch_no, id from payrun.batches')
  await bring(batch!.batch_no, 'paid', '20 days')
  await setBack(batch!.batch_no, '20 days')
  expect(
    await told([{ ...twins[0]!, ...payableRows(1)[0]!, payable: first!.payable, line: 9 }], { period: 'march' }),
  ).toEqual([
    `1 row pays a number the same amount as another payout does, which has another reference or period: line 9 is like line 5 of batch ${batch!.id}.`,
  ])
})

const tables = ['batches', 'batch_events', 'payouts', 'chunks']

test('row by row, beside a batch that the statistics do not know', async () => {
  for (const first of [2, 2002]) {
    const { batchNo } = await db.batchOf(payableRows(2000, (index) => ({ line: first + index })))
    await setBack(batchNo, '9 days')
  }
  await db.query('analyze')
  const rows = payableRows(900, (index) => ({ line: 9000 + index }))
  await db.batchOf(rows, refusing)
  const again = payableRows(900, (index) => ({ line: 9000 + index }))
  const read = await rowsRead(db, tables, async () => {
    expect(await told(again)).toEqual([expect.stringContaining('refused: 900 of the 900')])
  })
  expect(read).toBeLessThan(20_000)
})

test('a payout by itself is compared with what is like it, whatever else was paid that day', async () => {
  const oneOffs = (from: number, count: number) =>
    storePayouts(
      db.ledger,
      payableRows(count, (index) => ({ payable: { ...person, phone: `2290166${100_000 + from + index}` } })).map(
        (each, index) => ({
          batch: { ...oneOff, name: `${from + index}` },
          row: { ...each, line: 1 },
          facts: { sha256: `${from + index}`, columns: [] },
        }),
      ),
    )
  for (let from = 0; from < 3000; from += 200) await oneOffs(from, 200)
  await db.query('analyze')
  // Of both kinds, to be prepared: what a connection does at first is not counted.
  const alike = () => told([row({ line: 2, reference: 'again', payable: { ...person, phone: '2290166100007' } })])
  const inGroup = () => oneOffs(10_000 + Math.floor(performance.now()), 2)
  expect(await alike()).toEqual([expect.stringMatching(/^1 row pays a number the same amount as another payout/)])
  await inGroup()
  // The periods of the latest 2,000 of 3,000 batches, and little else.
  expect.soft(await rowsRead(db, tables, () => told([row({ line: 2, reference: 'new' })]))).toBeLessThan(2_200)
  expect.soft(await rowsRead(db, tables, inGroup)).toBeLessThan(2_200)
})

const oneOff = {
  period: null,
  sandbox: false,
  maxUnknown: 100,
  reportPath: null,
  reportFormat: 'csv' as const,
  fileName: 'x',
  actor: 'hr',
}
const person = { operator: 'mtn-benin' as const, phone: '', amountMinor: 1500n, currency: 'XOF', name: null }
