import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cancelBatch, moveBatch, readBatch, takeForeground } from '../../src/ledger/batches.ts'
import { closeChunk } from '../../src/ledger/chunks.ts'
import { createExchange } from '../../src/ledger/exchange.ts'
import { resolveRow } from '../../src/ledger/resolveRow.ts'
import { type RetryWish, retryRows } from '../../src/ledger/retryRows.ts'
import { endWorker } from '../../src/ledger/workers.ts'
import {
  ignore,
  keyOf,
  type LedgerServer,
  payableRows,
  row,
  startLedgerServer,
  type TestLedger,
} from '../harness/ledger.ts'
import { expectWholeHistory } from './history.ts'
import {
  accepted,
  answer,
  expectIntactTrails,
  lastEvent,
  paid,
  refused,
  rowsOf,
  settleBatch,
  unclear,
} from './paidRows.ts'

let server: LedgerServer
let db: TestLedger

beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  db = await server.open()
  return async () => {
    await expectWholeHistory(db)
    await expectIntactTrails(db)
    await db.close()
  }
})

function openExchange() {
  const exchange = createExchange({ ...db.ledger.connection, application_name: 'exchange-under-test' }, ignore)
  onTestFinished(() => exchange.close())
  return exchange
}

const retry = (batchNo: number, wish: Omit<RetryWish, 'batchNo' | 'actor'> = {}) =>
  retryRows(db.ledger, { batchNo, actor: 'ann', ...wish })

/** A settled batch whose rows, from line 2 on, ended like this. */
async function settledBatch(outcomes: Parameters<typeof answer>[3]) {
  const { batchNo } = await db.batchOf(payableRows(outcomes.length))
  await answer(db, openExchange(), batchNo, outcomes)
  await settleBatch(db, batchNo)
  return batchNo
}

test('failed rows of a settled batch go back to pending; everything else stays; the batch runs again', async () => {
  const batchNo = await settledBatch([refused(), paid('P'), unclear(), accepted('A'), refused('F')])
  const ringNo = (await readBatch(db.ledger, batchNo)).ringNo
  expect(await retry(batchNo)).toEqual({ kind: 'retried', lines: [2, 6], operators: ['mtn-benin'], from: 'settled' })
  expect(await rowsOf(db, batchNo)).toEqual([
    'pending 1 - -',
    'paid 1 P -',
    'unknown 1 - server_error',
    'accepted 1 A not_final',
    'pending 1 - -',
  ])
  expect(await lastEvent(db, batchNo, 2)).toMatchObject({ from_state: 'failed', to_state: 'pending', actor: 'ann' })
  const batch = await readBatch(db.ledger, batchNo)
  expect(batch).toMatchObject({ state: 'running', reason: null, settledAt: null, ringNo: ringNo + 1 })
  await answer(db, openExchange(), batchNo, [paid('P2'), null, null, null, paid('P6')])
  await settleBatch(db, batchNo)
  expect((await rowsOf(db, batchNo)).filter((each) => each.startsWith('paid'))).toEqual([
    'paid 2 P2 -',
    'paid 1 P -',
    'paid 2 P6 -',
  ])
})

test('named lines only, and only those with a code that was asked for', async () => {
  const batchNo = await settledBatch([refused(), refused(), refused()])
  expect(await retry(batchNo, { lines: [4, 3, 3] })).toMatchObject({ kind: 'retried', lines: [3, 4] })
  expect(await retry(batchNo, { codes: ['server_error'] })).toEqual({ kind: 'nothing' })
  expect(await retry(batchNo, { lines: [2], codes: ['server_error'] })).toEqual({
    kind: 'not_retryable',
    rows: [{ line: 2, state: 'failed', code: 'refused' }],
  })
  expect(await retry(batchNo, { codes: ['refused'] })).toMatchObject({ kind: 'retried', lines: [2] })
})

test('one named line that has not failed keeps all of them as they are', async () => {
  const batchNo = await settledBatch([refused(), paid('P'), unclear(), accepted('A')])
  const before = await rowsOf(db, batchNo)
  expect(await retry(batchNo, { lines: [2, 3, 4, 5, 99] })).toEqual({
    kind: 'not_retryable',
    rows: [
      { line: 3, state: 'paid', code: null },
      { line: 4, state: 'unknown', code: 'server_error' },
      { line: 5, state: 'accepted', code: 'not_final' },
      { line: 99, state: null, code: null },
    ],
  })
  expect(await rowsOf(db, batchNo)).toEqual(before)
  expect((await readBatch(db.ledger, batchNo)).state).toBe('settled')
})

test('no failed row: nothing is done', async () => {
  const batchNo = await settledBatch([paid('P'), unclear()])
  expect(await retry(batchNo)).toEqual({ kind: 'nothing' })
  expect((await readBatch(db.ledger, batchNo)).state).toBe('settled')
})

test('a batch that is paused with rows not sent yet stays so; a running one goes on', async () => {
  const { batchNo } = await db.batchOf(payableRows(3))
  await answer(db, openExchange(), batchNo, [refused(), null, null])
  await moveBatch(db.ledger, batchNo, ['running'], { to: 'paused', reason: 'person' })
  const before = await rowsOf(db, batchNo)
  expect(await retry(batchNo)).toEqual({ kind: 'paused', pending: 2 })
  expect(await rowsOf(db, batchNo)).toEqual(before)
  expect(await readBatch(db.ledger, batchNo)).toMatchObject({ state: 'paused', reason: 'person' })
  await moveBatch(db.ledger, batchNo, ['paused'], { to: 'running' })
  expect(await retry(batchNo)).toMatchObject({ kind: 'retried', from: 'running' })
})

test('a batch that was paused while its last rows were in flight has nothing unsent: it is retried', async () => {
  const { batchNo } = await db.batchOf(payableRows(1))
  const exchange = openExchange()
  const claim = await exchange.claim({ batchNo, line: 2, workerNo: await db.worker() })
  if (!claim.ok) throw new Error('not claimed')
  await moveBatch(db.ledger, batchNo, ['running'], { to: 'paused', reason: 'person' })
  await exchange.settle({ attempt: claim.attempt, outcome: refused() })
  expect(await retry(batchNo)).toMatchObject({ kind: 'retried', from: 'paused' })
})

test('a cancelled batch is not tried again, and neither is one that a living command pays', async () => {
  const cancelled = await settledBatch([refused()])
  await retry(cancelled)
  await answer(db, openExchange(), cancelled, [refused()])
  await cancelBatch(db.ledger, cancelled, 'ann')
  expect(await retry(cancelled)).toEqual({ kind: 'not_open', state: 'cancelled' })
  const { batchNo } = await db.batchOf(payableRows(2))
  await answer(db, openExchange(), batchNo, [refused()])
  const workerNo = await db.worker()
  await takeForeground(db.ledger, batchNo, workerNo)
  expect(await retry(batchNo)).toEqual({ kind: 'busy', state: 'running' })
  await endWorker(db.ledger, workerNo)
  expect(await retry(batchNo)).toMatchObject({ kind: 'retried' })
})

describe('a key that another batch has taken meanwhile', () => {
  const key = keyOf('EMP-1', null)
  const same = () => row({ line: 7, reference: 'EMP-1', key })

  async function failedThenTaken() {
    const { batchNo } = await db.batchOf([
      row({ line: 2, reference: 'EMP-1', key }),
      ...payableRows(1, () => ({ line: 3 })),
    ])
    await answer(db, openExchange(), batchNo, [refused(), refused()])
    await settleBatch(db, batchNo)
    const other = await db.batchOf([same()])
    return { batchNo, other }
  }

  test('is named with its batch and line, and nothing is half-done', async () => {
    const { batchNo, other } = await failedThenTaken()
    expect(await retry(batchNo)).toEqual({
      kind: 'keys_taken',
      rows: [{ line: 2, batchId: other.batchId, heldLine: 7, heldState: 'pending' }],
    })
    expect((await rowsOf(db, batchNo)).every((each) => each.startsWith('failed'))).toBe(true)
    expect(await retry(batchNo, { lines: [3] })).toMatchObject({ kind: 'retried', lines: [3] })
  })

  test('is free again when that one has failed too', async () => {
    const { batchNo, other } = await failedThenTaken()
    const exchange = openExchange()
    const claim = await exchange.claim({ batchNo: other.batchNo, line: 7, workerNo: await db.worker() })
    if (claim.ok) await exchange.settle({ attempt: claim.attempt, outcome: refused() })
    expect(await retry(batchNo, { lines: [2] })).toMatchObject({ kind: 'retried' })
    // And a new file is refused by name, as for any pending row.
    expect(await db.store([same()])).toMatchObject({ kind: 'refused', inUse: [{ code: 'reference_in_use' }] })
  })

  test('a retry and a new file at the same moment: one of the two has the key', async () => {
    const { batchNo } = await db.batchOf([row({ line: 2, reference: 'EMP-1', key })])
    await answer(db, openExchange(), batchNo, [refused()])
    await settleBatch(db, batchNo)
    const [retried, stored] = await Promise.all([retry(batchNo), db.store([same()])])
    expect([
      ['retried', 'refused'],
      ['keys_taken', 'stored'],
    ]).toContainEqual([retried.kind, stored.kind])
  })
})

describe('a row without a reference that looks like a payout of another batch', () => {
  const alike = (line: number) => ({ ...row({ line: 2 }), line })

  async function failedThenAlike(sandbox = false) {
    const { batchNo } = await db.batchOf([alike(2), ...payableRows(1, () => ({ line: 3 }))])
    await answer(db, openExchange(), batchNo, [refused(), refused()])
    await settleBatch(db, batchNo)
    const other = await db.batchOf([alike(7)], { sandbox })
    const claimOther = async (outcome: ReturnType<typeof paid>) => {
      const exchange = openExchange()
      const claim = await exchange.claim({ batchNo: other.batchNo, line: 7, workerNo: await db.worker() })
      if (claim.ok) await exchange.settle({ attempt: claim.attempt, outcome })
    }
    return { batchNo, other, claimOther }
  }

  test.each([
    { state: 'pending', outcome: null },
    { state: 'paid', outcome: paid('P') },
    { state: 'unknown', outcome: unclear() },
    { state: 'accepted', outcome: accepted('A') },
  ])('is refused while that one is $state, unless duplicates are allowed', async ({ state, outcome }) => {
    const { batchNo, other, claimOther } = await failedThenAlike()
    if (outcome) await claimOther(outcome)
    expect(await retry(batchNo)).toEqual({
      kind: 'look_alike',
      rows: [{ line: 2, batchId: other.batchId, heldLine: 7, heldState: state }],
    })
    expect((await rowsOf(db, batchNo)).every((each) => each.startsWith('failed'))).toBe(true)
    expect(await retry(batchNo, { allowDuplicates: true })).toMatchObject({ kind: 'retried', lines: [2, 3] })
  })

  test('is retried when that one has failed too', async () => {
    const failed = await failedThenAlike()
    await failed.claimOther(refused())
    expect(await retry(failed.batchNo)).toMatchObject({ kind: 'retried' })
  })

  test('… or is the sandbox’s', async () => {
    expect(await retry((await failedThenAlike(true)).batchNo)).toMatchObject({ kind: 'retried' })
  })

  test('is retried when that one was sent before it failed, and more than a day ago', async () => {
    const { batchNo, other, claimOther } = await failedThenAlike()
    await claimOther(paid('P'))
    await db.query(`update payrun.payouts set sent_at = now() - interval '25 hours' where batch_no = $1`, [
      other.batchNo,
    ])
    expect(await retry(batchNo)).toMatchObject({ kind: 'retried' })
  })

  test('is refused when that one was sent after it failed, however long ago', async () => {
    const { batchNo, other, claimOther } = await failedThenAlike()
    await claimOther(paid('P'))
    const move = (column: string, hours: number, no: number) =>
      db.query(`update payrun.payouts set ${column} = now() - make_interval(hours => $2) where batch_no = $1`, [
        no,
        hours,
      ])
    await move('sent_at', 48, other.batchNo)
    await move('settled_at', 72, batchNo)
    expect(await retry(batchNo)).toMatchObject({ kind: 'look_alike' })
  })
})

describe('a failed row that evidence calls paid', () => {
  const evidence = (batchNo: number, line: number, saysPaid: boolean) =>
    db.query(
      `insert into payrun.cases (batch_no, line, attempt, kind, says_paid, reference, note)
       values ($1, $2, 1, 'late_answer', $3, 'LATE', 'an answer that came late')`,
      [batchNo, line, saysPaid],
    )

  test('is refused with all the others, and named; the others are retried by their lines', async () => {
    const batchNo = await settledBatch([refused(), refused()])
    await evidence(batchNo, 3, true)
    await evidence(batchNo, 2, false)
    const row = { line: 3, kind: 'late_answer', reference: 'LATE', note: 'an answer that came late' }
    expect(await retry(batchNo)).toEqual({ kind: 'evidence_of_payment', rows: [row] })
    expect(await rowsOf(db, batchNo)).toEqual(['failed 1 - refused', 'failed 1 - refused'])
    expect((await readBatch(db.ledger, batchNo)).state).toBe('settled')
    expect(await retry(batchNo, { lines: [2] })).toMatchObject({ kind: 'retried', lines: [2] })
  })

  test('is retried when a person insists', async () => {
    const batchNo = await settledBatch([refused()])
    await evidence(batchNo, 2, true)
    expect(await retry(batchNo, { lines: [2] })).toMatchObject({ kind: 'evidence_of_payment' })
    expect(await retry(batchNo, { lines: [2], despiteEvidence: true })).toMatchObject({ kind: 'retried', lines: [2] })
  })

  test('a case that is being recorded at this moment is waited for', async () => {
    const batchNo = await settledBatch([refused()])
    const client = await db.ledger.pool.connect()
    await client.query('begin')
    await client.query('select from payrun.payouts where batch_no = $1 for update', [batchNo])
    await client.query(
      `insert into payrun.cases (batch_no, line, attempt, kind, says_paid, note) values ($1, 2, 1, 'late_answer', true, 'x')`,
      [batchNo],
    )
    const retrying = retry(batchNo)
    await vi.waitUntil(
      async () =>
        (await db.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
          .length > 0,
      { timeout: 20_000, interval: 20 },
    )
    await client.query('commit')
    client.release()
    expect(await retrying).toMatchObject({ kind: 'evidence_of_payment' })
  })
})

test('of many retries at the same moment one moves the rows', async () => {
  const batchNo = await settledBatch([refused(), refused()])
  const kinds = (await Promise.all(Array.from({ length: 6 }, () => retry(batchNo)))).map(({ kind }) => kind)
  expect(kinds.sort()).toEqual(['nothing', 'nothing', 'nothing', 'nothing', 'nothing', 'retried'])
})

test('the reference of a refused attempt stays with the row: nobody else gets it', async () => {
  const batchNo = await settledBatch([refused('F')])
  await retry(batchNo)
  const held = await db.query('select batch_no, line from payrun.provider_references where reference = $1', ['F'])
  expect(held).toEqual([{ batch_no: batchNo, line: 2 }])
})

test('a refusal of an earlier attempt, come late, settles nothing of the new one', async () => {
  const { batchNo } = await db.batchOf(payableRows(1))
  const exchange = openExchange()
  const workerNo = await db.worker()
  const claim = await exchange.claim({ batchNo, line: 2, workerNo })
  if (!claim.ok) throw new Error('not claimed')
  await exchange.settle({ attempt: claim.attempt, outcome: unclear() })
  await resolveRow(db.ledger, { batchNo, line: 2, verdict: { kind: 'not_paid' }, note: 'x', actor: 'ann' })
  await retry(batchNo)
  expect(await exchange.settle({ attempt: claim.attempt, outcome: refused('LATE') })).toMatchObject({ own: false })
  expect(await rowsOf(db, batchNo)).toEqual(['pending 1 - -'])
})

/** A transaction that has done a retry and not committed it yet, while something else waits for it. */
async function whileRetryIsOpen(batchNo: number, act: () => Promise<unknown>): Promise<unknown> {
  const client = await db.ledger.pool.connect()
  await client.query('begin')
  await client.query(`update payrun.batches set ring_no = ring_no + 1 where batch_no = $1`, [batchNo])
  await client.query(`update payrun.chunks set open = true where batch_no = $1`, [batchNo])
  await client.query(
    `with moved as (update payrun.payouts p set state = 'pending', holds_key = true, seq = p.seq + 1, error_code = null,
       head = payrun.next_head(p.head, p.seq + 1, p.attempts, null, now(), 'failed', 'pending', null, 'ann', null)
       where batch_no = $1 and state = 'failed' returning p.batch_no, p.line, p.seq, p.attempts)
     insert into payrun.events (batch_no, line, seq, attempt, from_state, to_state, actor)
     select batch_no, line, seq, attempts, 'failed', 'pending', 'ann' from moved`,
    [batchNo],
  )
  const acting = act()
  await vi.waitUntil(
    async () =>
      (await db.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
        .length > 0,
    { timeout: 20_000, interval: 20 },
  )
  await client.query('commit')
  client.release()
  return acting
}

test('a chunk that is being closed while a retry opens it stays open', async () => {
  const { batchNo } = await db.batchOf(payableRows(1))
  await answer(db, openExchange(), batchNo, [refused()])
  expect(await whileRetryIsOpen(batchNo, () => closeChunk(db.ledger, batchNo, 1))).toBe(false)
  expect(await db.query('select open from payrun.chunks where batch_no = $1', [batchNo])).toEqual([{ open: true }])
})

test('a batch that is being settled while a retry opens it is not settled with a pending row', async () => {
  const { batchNo } = await db.batchOf(payableRows(1))
  await answer(db, openExchange(), batchNo, [refused()])
  await closeChunk(db.ledger, batchNo, 1)
  const settle = () => moveBatch(db.ledger, batchNo, ['running', 'paused'], { to: 'settled' })
  expect(await whileRetryIsOpen(batchNo, settle)).toBe(false)
  expect((await readBatch(db.ledger, batchNo)).state).toBe('running')
})
