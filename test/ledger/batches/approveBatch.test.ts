import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditBatch } from '../../../src/ledger/audit/auditBatch.ts'
import { type ApprovalWish, approveBatch, readFigures } from '../../../src/ledger/batches/approveBatch.ts'
import { moveBatch, readBatch } from '../../../src/ledger/batches/batches.ts'
import { cancelBatch } from '../../../src/ledger/batches/moveAsked.ts'
import { readToBePaid, type ToBePaid } from '../../../src/ledger/batches/toBePaid.ts'
import { inTransaction } from '../../../src/ledger/connection/ledger.ts'
import type { RowToStore } from '../../../src/ledger/intake/insertBatch.ts'
import { openChunks } from '../../../src/ledger/rows/chunks.ts'
import { type LedgerServer, payableRows, startLedgerServer, type TestLedger } from '../../harness/ledger.ts'
import { untilBlocked } from '../paidRows.ts'

let server: LedgerServer
let db: TestLedger
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  db = await server.open()
})
afterEach(() => db.close())

const waiting = (more: { startAt?: Date } = {}) =>
  db.batchOf(payableRows(3), { peopleNeeded: 2, actor: 'Awa Diop', login: 'payroll', ...more })

async function wishFor(batchNo: number, change: Partial<ApprovalWish> = {}): Promise<ApprovalWish> {
  return {
    ...(await readFigures(db.ledger, batchNo)),
    batchNo,
    approver: 'Kofi',
    login: 'kofi',
    note: null,
    ...change,
  }
}
const stateOf = async (batchNo: number) => (await readBatch(db.ledger, batchNo)).state

test('a batch waits for a second person, runs once one has approved it, and its trail tells so', async () => {
  const { batchNo } = await waiting()
  expect(await readBatch(db.ledger, batchNo)).toMatchObject({
    state: 'awaiting_approval',
    submitter: 'Awa Diop',
    peopleNeeded: 2,
    approvers: [],
  })
  expect(await openChunks(db.ledger, false)).toEqual([])
  expect(await approveBatch(db.ledger, await wishFor(batchNo, { note: 'as agreed' }))).toEqual({
    kind: 'approved',
    state: 'running',
    missing: 0,
  })
  expect(await readBatch(db.ledger, batchNo)).toMatchObject({ state: 'running', approvers: ['Kofi'] })
  expect(await openChunks(db.ledger, false)).toHaveLength(1)
  expect(await db.query('select to_state, reason, actor from payrun.batch_events order by event_no')).toEqual([
    { to_state: 'awaiting_approval', reason: null, actor: 'Awa Diop' },
    { to_state: 'running', reason: 'approved 3 rows, XOF 3009', actor: 'Kofi' },
  ])
  expect((await auditBatch(db.ledger, batchNo)).findings).toEqual([])
})

test.each(['Awa Diop', 'awa diop', ' AWA  DIOP ', 'AwaDiop', 'Ａｗａ Diop', 'payroll', 'PayRoll '])(
  'nobody approves what they have submitted, however they write themselves: "%s"',
  async (approver) => {
    const { batchNo } = await waiting()
    expect(await approveBatch(db.ledger, await wishFor(batchNo, { approver }))).toEqual({ kind: 'same_person' })
    expect(await stateOf(batchNo)).toBe('awaiting_approval')
    expect(await db.query('select from payrun.approvals')).toEqual([])
  },
)

test.each([
  'ÉLODIE NGUÉMA',
  'Élodie Nguéma',
  'Elodie Nguema',
  'elodie.nguema',
  'Élodie\u200b Nguéma',
  'ELODIE_NGUÉMA\u00ad',
])('nor under another spelling of accents, with signs, or with characters that nobody sees: "%s"', async (approver) => {
  const { batchNo } = await db.batchOf(payableRows(1), { peopleNeeded: 2, actor: 'Élodie Nguéma', login: 'x' })
  expect(await approveBatch(db.ledger, await wishFor(batchNo, { approver }))).toEqual({ kind: 'same_person' })
})

test('people whose names are written in other letters are told apart', async () => {
  const { batchNo } = await db.batchOf(payableRows(1), { peopleNeeded: 2, actor: 'አበበ', login: 'x' })
  expect(await approveBatch(db.ledger, await wishFor(batchNo, { approver: 'ከበደ' }))).toMatchObject({ kind: 'approved' })
})

test('the database itself refuses it: by raw SQL, too', async () => {
  const { batchNo } = await waiting()
  const insert = (approver: string, sha = 'file_sha256', rows = '3', totals = `'{"XOF": "3009"}'`) =>
    db.query(
      `insert into payrun.approvals (batch_no, approver, login, file_sha256, rows, totals)
       select batch_no, '${approver}', 'x', ${sha}, ${rows}, ${totals} from payrun.batches where batch_no = ${batchNo}`,
    )
  await expect(insert('awa DIOP')).rejects.toThrow('somebody other than its submitter')
  await expect(insert(' ')).rejects.toThrow('nobody')
  await expect(insert('Kofi', `'another'`)).rejects.toThrow('not what batch')
  await expect(insert('Kofi', undefined, '2')).rejects.toThrow('not what batch')
  await expect(insert('Kofi', undefined, undefined, `'{"XOF": "3008"}'`)).rejects.toThrow('not what batch')
  const set = (what: string) => db.query(`update payrun.batches set ${what} where batch_no = ${batchNo}`)
  await expect(set(`state = 'running'`)).rejects.toThrow('has not been approved')
  await expect(set(`state = 'paused'`)).rejects.toThrow('has not been approved')
  await expect(set(`submitter = 'somebody'`)).rejects.toThrow('stay as they are')
  await expect(set(`submitter_login = null`)).rejects.toThrow('stay as they are')
  await expect(set(`approvals_needed = 1`)).rejects.toThrow('stay as they are')
  await expect(set(`file_sha256 = 'x'`)).rejects.toThrow('stay as they are')
  await insert('Kofi')
  // The file's hash is kept with the batch's salt, so that a purge leaves nothing to confirm a guess by.
  const same = `select from payrun.approvals a join payrun.batches b using (batch_no) where a.file_sha256 = b.file_sha256`
  expect(await db.query(same)).toEqual([])
  await expect(db.query(`update payrun.approvals set approver = 'x'`)).rejects.toThrow('append-only')
  await expect(db.query('delete from payrun.approvals')).rejects.toThrow('append-only')
  await expect(db.query('truncate payrun.approvals')).rejects.toThrow('append-only')
  await expect(
    db.query(
      `insert into payrun.batches (id, name, state, approvals_needed, submitter, sandbox, file_name, file_sha256, file_rows, file_columns, max_unknown, report_format)
       values ('born', 'x', 'running', 2, 'awa', false, 'f', 'sha', 1, '[]', 100, 'csv')`,
    ),
  ).rejects.toThrow('illegal transition')
})

test('an approval of other bytes, rows or totals is refused', async () => {
  const { batchNo } = await waiting()
  for (const change of [{ fileSha256: 'x' }, { rows: 4 }, { totals: new Map([['XOF', 3_000n]]) }])
    expect(await approveBatch(db.ledger, await wishFor(batchNo, change))).toEqual({ kind: 'differs' })
  const wish = await wishFor(batchNo)
  await db.query('update payrun.payouts set amount_minor = amount_minor + 1 where line = 2')
  expect(await approveBatch(db.ledger, wish)).toEqual({ kind: 'differs' })
  expect(await stateOf(batchNo)).toBe('awaiting_approval')
})

test('of two who approve at once one does; what is over or running is not approved', async () => {
  const { batchNo } = await waiting()
  const wish = await wishFor(batchNo)
  const both = await Promise.all([approveBatch(db.ledger, wish), approveBatch(db.ledger, { ...wish, approver: 'Ama' })])
  expect(both.map(({ kind }) => kind).sort()).toEqual(['approved', 'not_waiting'])
  const other = await waiting()
  expect(await cancelBatch(db.ledger, other.batchNo, 'Awa')).toBe(3)
  expect(await approveBatch(db.ledger, await wishFor(other.batchNo))).toEqual({ kind: 'not_waiting' })
  const plain = await db.batchOf(payableRows(1))
  expect(await approveBatch(db.ledger, await wishFor(plain.batchNo))).toEqual({ kind: 'not_waiting' })
})

/** What is to be paid, as the rows themselves say it. */
function comingTo(rows: readonly RowToStore[]): ToBePaid {
  const paid = rows.flatMap(({ payable, line }) => (payable ? [{ ...payable, line }] : []))
  const byOperator = [...Map.groupBy(paid, ({ operator, currency }) => `${operator} ${currency}`).values()]
  const sumOf = (its: typeof paid) => its.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  const totals = [...Map.groupBy(paid, ({ currency }) => currency)].sort()
  return {
    rows: paid.length,
    people: new Set(paid.map(({ phone }) => phone)).size,
    totals: new Map(totals.map(([currency, its]) => [currency, sumOf(its)])),
    operators: byOperator
      .map((its) => ({ ...its[0]!, rows: its.length, amountMinor: sumOf(its) }))
      .map(({ operator, currency, rows, amountMinor }) => ({ operator, currency, rows, amountMinor, heldBy: null }))
      .sort((one, other) => Number(other.amountMinor - one.amountMinor)),
    largest: totals.flatMap(([, its]) =>
      its
        .sort((one, other) => Number(other.amountMinor - one.amountMinor) || one.line - other.line)
        .slice(0, totals.length === 1 ? 3 : 1),
    ),
  }
}

const readSql = `
select (seq_tup_read + idx_tup_fetch)::int as rows
  from pg_stat_xact_user_tables
 where relid = 'payrun.payouts'::regclass`

test.each([1, 2])(
  'what approvers are shown is what the rows say, and no more rows are read (currencies: %s)',
  async (many) => {
    const rows = payableRows(600, (n) => {
      if (n % 50 === 0) return { payable: null }
      const isGhs = many > 1 && n % 3 === 0
      const operator = isGhs ? 'momo-ghana' : n % 5 === 0 ? 'moov-benin' : 'mtn-benin'
      const [phone, amountMinor] = [String(2290197000000 + (n % 400)), BigInt(1_000 + (n % 90))]
      return { payable: { operator, phone, amountMinor, currency: isGhs ? 'GHS' : 'XOF', name: `Person ${n}` } }
    })
    const { batchNo } = await db.batchOf(rows, { peopleNeeded: 2, skipInvalid: true, allowDuplicates: true })
    const [before, shown, after] = await inTransaction(db.ledger, async (client) => {
      const read = async () => (await client.query<{ rows: number }>(readSql)).rows[0]!.rows
      const found = [await read(), await readToBePaid(client, { of: 'pending', batchNo }), await read()] as const
      return { commit: false, value: found }
    })
    expect(shown).toEqual(comingTo(rows))
    expect(after - before).toBeLessThan(10)
    const [gone] = shown.largest
    await db.query(
      `select payrun.move_rows(array[payrun.a_move($1, array[$2::int], 'pending', 'cancelled', actor => 'Awa')])`,
      [batchNo, gone!.line],
    )
    const left = rows.filter(({ line }) => line !== gone!.line)
    expect(await readToBePaid(db.ledger.pool, { of: 'pending', batchNo })).toEqual(comingTo(left))
    expect((await auditBatch(db.ledger, batchNo)).findings).toEqual([])
  },
)

test('no pause and no resume takes a batch past its approval', async () => {
  const { batchNo } = await waiting()
  expect(await moveBatch(db.ledger, batchNo, ['running', 'paused'], { to: 'paused', reason: 'person' })).toBe(false)
  expect(await moveBatch(db.ledger, batchNo, ['paused'], { to: 'running' })).toBe(false)
  await expect(moveBatch(db.ledger, batchNo, ['awaiting_approval'], { to: 'running' })).rejects.toThrow('approved')
  expect(await stateOf(batchNo)).toBe('awaiting_approval')
})

test('approved before its time it waits for that, paused; approved after it, it runs', async () => {
  const early = await waiting({ startAt: new Date(Date.now() + 3_600_000) })
  expect(await approveBatch(db.ledger, await wishFor(early.batchNo))).toEqual({
    kind: 'approved',
    state: 'paused',
    missing: 0,
  })
  expect(await readBatch(db.ledger, early.batchNo)).toMatchObject({ state: 'paused', reason: 'scheduled' })
  const late = await waiting({ startAt: new Date(Date.now() - 1_000) })
  expect(await approveBatch(db.ledger, await wishFor(late.batchNo))).toEqual({
    kind: 'approved',
    state: 'running',
    missing: 0,
  })
})

test('an approval given while the rules change counts by the new ones', async () => {
  const { batchNo } = await waiting()
  const wish = await wishFor(batchNo)
  const other = await db.ledger.pool.connect()
  // What a move reads after it was found that nobody is missing.
  await other.query('begin; lock table payrun.chunks')
  const approved = approveBatch(db.ledger, wish)
  await untilBlocked(db)
  await other.query('insert into payrun.approval_rules (people) values (3); commit')
  other.release()
  expect(await approved).toEqual({ kind: 'approved', state: 'awaiting_approval', missing: 1 })
  expect(await readBatch(db.ledger, batchNo)).toMatchObject({ state: 'awaiting_approval', approvers: ['Kofi'] })
})
