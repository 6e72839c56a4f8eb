import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { cancelBatch } from '../../../src/ledger/batches/moveAsked.ts'
import type { RowToStore } from '../../../src/ledger/intake/insertBatch.ts'
import { operators } from '../../../src/payout/operators/operator.ts'
import { inEnglish } from '../../harness/inEnglish.ts'
import {
  inGroups,
  keyOf,
  type LedgerServer,
  latch,
  payableRows,
  row,
  startLedgerServer,
  type TestLedger,
} from '../../harness/ledger.ts'
import { anySentence } from '../../harness/words.ts'

let server: LedgerServer
let db: TestLedger

beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  // One of the tests cuts a connection.
  db = await server.open({ lent: false })
  return () => db.close()
})

const countOf = async (table: string) =>
  (await db.query<{ n: number }>(`select count(*)::int as n from payrun.${table}`))[0]?.n

async function expectNoBatch(): Promise<void> {
  for (const table of ['batches', 'chunks', 'payouts', 'batch_events']) expect(await countOf(table)).toBe(0)
}

test('a stored batch is running, with a row per line and one event', async () => {
  const { batchNo } = await db.batchOf(payableRows(3), { period: '2026-11' })
  expect(await db.query('select state, period, file_rows, file_columns, round_no from payrun.batches')).toEqual([
    { state: 'running', period: '2026-11', file_rows: 3, file_columns: ['name', 'amount'], round_no: 1 },
  ])
  expect(await db.query('select batch_no, from_state, to_state, actor from payrun.batch_events')).toEqual([
    { batch_no: batchNo, from_state: null, to_state: 'running', actor: 'tester' },
  ])
  expect(await db.query('select line, state, holds_key, seq, attempts from payrun.payouts order by line')).toEqual(
    [2, 3, 4].map((line) => ({ line, state: 'pending', holds_key: true, seq: 0, attempts: 0 })),
  )
})

test('a file that can not be read to its end leaves nothing, and the connection is good for the next', async () => {
  const rows = payableRows(120)
  async function* broken() {
    yield rows.slice(0, 100)
    throw new Error('the file changed while it was being read')
  }
  await expect(db.store(broken())).rejects.toThrow('the file changed while it was being read')
  await expectNoBatch()
  expect(await db.store(rows)).toMatchObject({ kind: 'stored' })
  expect(await countOf('payouts')).toBe(120)
})

test('a connection that is terminated in the middle of the intake leaves no batch, and the next intake works', async () => {
  const [rows, halfway, killed] = [payableRows(1_000), latch(), latch()]
  async function* slow() {
    yield* inGroups(rows.slice(0, 500))
    halfway.open()
    await killed.opened
    yield* inGroups(rows.slice(500))
  }
  const storing = db.store(slow())
  storing.catch(() => {})
  await halfway.opened
  const terminate = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'copy staging%'`
  await vi.waitFor(async () => expect(await db.query(terminate)).toHaveLength(1), { timeout: 20_000, interval: 20 })
  killed.open()
  await expect(storing).rejects.toThrow(/terminat|EPIPE|ECONNRESET/)
  await expectNoBatch()
  expect(await db.store(rows)).toMatchObject({ kind: 'stored' })
})

test('what the caller does not accept, knowing the totals, is not stored', async () => {
  const kes = {
    operator: 'momo-kenya' as const,
    phone: '254712345678',
    amountMinor: 150_050n,
    currency: 'KES',
    name: null,
  }
  const rows = [...payableRows(2), row({ line: 9, payable: kes }), { ...row({ line: 10 }), payable: null, key: null }]
  const accept = vi.fn((_judged: unknown) => false)
  expect(await db.store(rows, { accept })).toEqual({ kind: 'refused', inUse: [] })
  const totals = new Map([
    ['KES', 150_050n],
    ['XOF', 2_005n],
  ])
  expect(accept).toHaveBeenCalledExactlyOnceWith({
    inUse: [],
    payable: { rows: 3, totals },
    repeats: { refusal: null, again: null, warnings: [] },
    people: null,
    peopleByPolicy: 1,
    rules: new Map(),
  })
  await expectNoBatch()
})

test('the same bytes again, in the same period, are refused with the batch that has them, whatever is allowed', async () => {
  const sha256 = 'a'.repeat(64)
  const { batchId } = await db.batchOf(payableRows(1), { sha256 })
  const refused = { kind: 'same_file', batchId, createdAt: expect.any(Date) }
  expect(await db.store(payableRows(1), { sha256 })).toEqual(refused)
  expect(await db.store(payableRows(1), { sha256, allowDuplicates: true })).toEqual(refused)
  expect(await countOf('batches')).toBe(1)
})

test('the same bytes are taken again once their batch is cancelled', async () => {
  const sha256 = 'b'.repeat(64)
  const { batchNo } = await db.batchOf(payableRows(1), { sha256 })
  await cancelBatch(db.ledger, batchNo, 'tester')
  expect(await db.store(payableRows(1), { sha256 })).toMatchObject({ kind: 'stored' })
})

test('ten processes that store the same file at once: one stores it, nine are told which batch has it', async () => {
  const [rows, sha256] = [payableRows(40), 'c'.repeat(64)]
  const stored = await Promise.all(Array.from({ length: 10 }, () => db.store(rows, { sha256 })))
  const [won, ...others] = stored.sort((a, b) => (a.kind === 'stored' ? -1 : b.kind === 'stored' ? 1 : 0))
  expect(won?.kind).toBe('stored')
  const batchId = won?.kind === 'stored' && won.batchId
  expect(others).toEqual(Array(9).fill({ kind: 'same_file', batchId, createdAt: expect.any(Date) }))
  expect(await countOf('payouts')).toBe(40)
})

test('two files with one reference at once: one is stored, the other refused with the line that holds it', async () => {
  const first = [row({ line: 7, reference: 'EMP-1' }), ...payableRows(60, (i) => ({ line: 100 + i }))]
  const second = [...payableRows(60, (i) => ({ line: 200 + i })), row({ line: 8, reference: 'EMP-1' })]
  const [a, b] = await Promise.all([db.store(first), db.store(second)])
  const [stored, refused, line, heldLine] = a.kind === 'stored' ? [a, b, 8, 7] : [b, a, 7, 8]
  const batchId = stored.kind === 'stored' && stored.batchId
  expect(inEnglish(refused)).toEqual({
    kind: 'refused',
    inUse: [
      {
        line,
        column: 'reference',
        value: 'EMP-1',
        code: 'reference_in_use',
        message: `This reference is already used (pending) in batch ${batchId}, line ${heldLine}: remove the row or give it its own reference.`,
      },
    ],
  })
  expect(await countOf('batches')).toBe(1)
})

test('rows get chunks of at most 200 rows of one operator, numbered as their first rows come', async () => {
  const codes = ['mtn-benin', 'moov-benin', 'wave-senegal'] as const
  const rows = payableRows(900, (i) => {
    const operator = codes[i % 3] ?? 'mtn-benin'
    return { payable: { operator, phone: `2290197${100_000 + i}`, amountMinor: 100n, currency: 'XOF', name: null } }
  })
  await db.batchOf(rows)
  const chunks = await db.query('select chunk_no, operator, rows, open from payrun.chunks order by chunk_no')
  expect(chunks).toEqual(
    [1, 2, 3, 4, 5, 6].map((no) => ({
      chunk_no: no,
      operator: codes[(no - 1) % 3],
      rows: no <= 3 ? 200 : 100,
      open: true,
    })),
  )
  const mixed = await db.query(
    `select from payrun.payouts p join payrun.chunks c using (batch_no, chunk_no) where p.operator <> c.operator`,
  )
  expect(mixed).toEqual([])
})

test('every operator of the table may stand in a file at once', async () => {
  const rows = payableRows(operators.length, (i) => ({
    payable: {
      operator: operators[i]!.code,
      phone: `2290197${100_000 + i}`,
      amountMinor: 1n,
      currency: 'XOF',
      name: '',
    },
  }))
  await db.batchOf(rows)
  expect(await countOf('chunks')).toBe(operators.length)
})

const cells: [string, string][] = [
  ['a tab', 'a\tb'],
  ['line breaks', 'a\nb\r\nc\rd'],
  ['backslashes', 'C:\\new\\table \\N \\. \\\\'],
  ['the end-of-copy mark', '\\.'],
  ['quotes and commas', `"a", 'b'; {c}`],
  ['accents and emoji', 'Aïssatou Bénédicte Ọládélé 👩🏾‍🌾'],
  ['invisible characters', '\u200b\u202a\u00a0\ufeff'],
  ['a lone surrogate made whole', '\ufffd'],
  ['control characters', '\u0001\b\f\v\u007f\u0085'],
  ['nothing', ''],
  ['the word null', 'null'],
]

test.each(cells)('%s goes in and comes out as it was', async (_what, text) => {
  const payable = {
    operator: 'mtn-benin' as const,
    phone: '2290197000001',
    amountMinor: 1n,
    currency: 'XOF',
    name: text,
  }
  await db.batchOf([row({ line: 2, reference: `r${text}`, key: keyOf('r', null), payable, cells: [text, null, ''] })])
  expect(await db.query('select name, reference, cells from payrun.payouts')).toEqual([
    { name: text, reference: `r${text}`, cells: [text, null, ''] },
  ])
})

test('amounts keep every digit', async () => {
  const payable = {
    operator: 'momo-kenya' as const,
    phone: '254712345678',
    amountMinor: 9_007_199_254_740_993n,
    currency: 'KES',
    name: null,
  }
  await db.batchOf([row({ line: 2, payable })])
  expect(await db.query('select amount_minor from payrun.payouts')).toEqual([{ amount_minor: '9007199254740993' }])
})

test.each(['a\0b', 'half \ud83d'])(
  'a cell that no report could be made of is refused, and nothing is stored: %j',
  async (cell) => {
    const rows = payableRows(3, (index) => (index === 1 ? { cells: ['Awa', cell] } : {}))
    await expect(db.store(rows)).rejects.toThrow('line 3: a cell with a NUL')
    expect([await countOf('batches'), await countOf('payouts')]).toEqual([0, 0])
  },
)

test('invalid rows are kept with their problems, without chunk or key', async () => {
  const problem = {
    line: 3,
    column: 'amount',
    value: 'x',
    code: 'invalid_amount' as const,
    message: anySentence('Not an amount.'),
  }
  const invalid: RowToStore = { line: 3, cells: ['x'], payable: null, reference: 'R', key: null, problems: [problem] }
  await db.batchOf([...payableRows(1), invalid])
  expect(
    await db.query('select state, chunk_no, holds_key, payout_key, problems from payrun.payouts where line = 3'),
  ).toEqual([
    {
      state: 'invalid',
      chunk_no: null,
      holds_key: false,
      payout_key: null,
      problems: [{ ...problem, message: 'Not an amount.' }],
    },
  ])
})
