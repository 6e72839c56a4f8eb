import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { findBatch, listBatches, moveBatch, readBatch, takeForeground } from '../../../src/ledger/batches/batches.ts'
import { cancelBatch } from '../../../src/ledger/batches/moveAsked.ts'
import { createGroupCommit } from '../../../src/ledger/commit/groupCommit.ts'
import { closeChunk } from '../../../src/ledger/rows/chunks.ts'
import { endWorker, sweepLostRows } from '../../../src/ledger/rows/workers.ts'
import { ignore, type LedgerServer, payableRows, startLedgerServer, type TestLedger } from '../../harness/ledger.ts'
import { expectWholeHistory } from '../audit/history.ts'

let server: LedgerServer
let db: TestLedger

beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  db = await server.open({ lent: false })
  return async () => {
    await expectWholeHistory(db)
    await db.close()
  }
})

function openGroupCommit() {
  const groupCommit = createGroupCommit({ ...db.ledger.connection, application_name: 'groupCommit-under-test' }, ignore)
  onTestFinished(() => groupCommit.close())
  return groupCommit
}

const eventually = { timeout: 20_000, interval: 20 }

const batchEvents = () =>
  db.query('select from_state, to_state, reason, actor from payrun.batch_events order by event_no')
const statesOf = async (batchNo: number) =>
  (
    await db.query<{ state: string }>('select state from payrun.payouts where batch_no = $1 order by line', [batchNo])
  ).map(({ state }) => state)

test('a batch is found by its id, in either case, by a unique beginning of it, and as the last one', async () => {
  const [first, second] = [await db.batchOf(payableRows(1)), await db.batchOf(payableRows(1))]
  await db.query(`update payrun.batches set id = 'k' || substr(id, 2) where batch_no = $1`, [first.batchNo])
  await db.query(`update payrun.batches set id = 'm' || substr(id, 2) where batch_no = $1`, [second.batchNo])
  const { id } = await readBatch(db.ledger, first.batchNo)
  for (const name of [id, id.toUpperCase(), 'k', id.slice(0, 4)]) {
    expect(await findBatch(db.ledger, name)).toMatchObject({ kind: 'found', batch: { batchNo: first.batchNo } })
  }
  expect(await findBatch(db.ledger, 'last')).toMatchObject({ batch: { batchNo: second.batchNo } })
})

test('a beginning that several batches share names them all; one that none has finds none', async () => {
  for (const id of ['kb1', 'kb2']) {
    const { batchNo } = await db.batchOf(payableRows(1))
    await db.query('update payrun.batches set id = $2 where batch_no = $1', [batchNo, id])
  }
  expect(await findBatch(db.ledger, 'kb')).toEqual({ kind: 'several', ids: ['kb2', 'kb1'] })
  for (const name of ['', 'z', '%', 'kb_', "'; drop table payrun.batches; --"]) {
    expect(await findBatch(db.ledger, name)).toEqual({ kind: 'none' })
  }
})

test('there is no last batch in an empty ledger', async () => {
  expect(await findBatch(db.ledger, 'last')).toEqual({ kind: 'none' })
  expect(await listBatches(db.ledger)).toEqual([])
})

test('batches are listed newest first', async () => {
  const ids = [await db.batchOf(payableRows(1)), await db.batchOf(payableRows(1))].map(({ batchId }) => batchId)
  expect((await listBatches(db.ledger)).map(({ id }) => id)).toEqual(ids.reverse())
})

test('of ten who pause a batch at once, one is told that it did, and there is one event', async () => {
  const { batchNo } = await db.batchOf(payableRows(1))
  const moves = Array.from({ length: 10 }, () =>
    moveBatch(db.ledger, batchNo, ['running'], { to: 'paused', reason: 'person', actor: 'awa' }),
  )
  expect((await Promise.all(moves)).filter(Boolean)).toHaveLength(1)
  expect(await batchEvents()).toEqual([
    { from_state: null, to_state: 'running', reason: null, actor: 'tester' },
    { from_state: 'running', to_state: 'paused', reason: 'person', actor: 'awa' },
  ])
  expect(await readBatch(db.ledger, batchNo)).toMatchObject({ state: 'paused', reason: 'person' })
})

test('resuming clears the reason', async () => {
  const { batchNo } = await db.batchOf(payableRows(1))
  await moveBatch(db.ledger, batchNo, ['running'], { to: 'paused', reason: 'tls' })
  expect(await moveBatch(db.ledger, batchNo, ['paused'], { to: 'running' })).toBe(true)
  expect(await readBatch(db.ledger, batchNo)).toMatchObject({ state: 'running', reason: null })
})

test('a batch settles only when none of its chunks is open, and then it can not be paused any more', async () => {
  const { batchNo } = await db.batchOf(payableRows(1))
  const settle = () => moveBatch(db.ledger, batchNo, ['running'], { to: 'settled' })
  expect(await settle()).toBe(false)
  await db.query('update payrun.chunks set open = false')
  expect(await moveBatch(db.ledger, batchNo, ['running'], { to: 'paused', reason: 'person' })).toBe(false)
  expect((await Promise.all([settle(), settle(), settle()])).filter(Boolean)).toHaveLength(1)
  const batch = await readBatch(db.ledger, batchNo)
  expect(batch.state).toBe('settled')
  expect(batch.settledAt).toBeInstanceOf(Date)
})

test('cancelling takes the pending rows along, frees their keys, and says how many', async () => {
  const rows = payableRows(3)
  const { batchNo } = await db.batchOf(rows)
  expect(await cancelBatch(db.ledger, batchNo, 'awa')).toBe(3)
  expect(await statesOf(batchNo)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect(await db.query('select distinct to_state, actor from payrun.events')).toEqual([
    { to_state: 'cancelled', actor: 'awa' },
  ])
  expect(await db.query('select from payrun.chunks where open')).toEqual([])
  expect(await db.store(rows)).toMatchObject({ kind: 'stored' })
  expect(await cancelBatch(db.ledger, batchNo, 'awa')).toBeNull()
})

test('of ten who cancel at once, one cancels', async () => {
  const { batchNo } = await db.batchOf(payableRows(5))
  const cancelled = await Promise.all(Array.from({ length: 10 }, () => cancelBatch(db.ledger, batchNo, 'awa')))
  expect(cancelled.filter((count) => count !== null)).toEqual([5])
})

test('rows in flight when their batch is cancelled settle on their own', async () => {
  const { batchNo } = await db.batchOf(payableRows(3))
  const [groupCommit, workerNo] = [openGroupCommit(), await db.worker()]
  const claim = await groupCommit.claim({ batchNo, line: 3, workerNo })
  if (!claim.ok) throw new Error('refused')
  expect(await cancelBatch(db.ledger, batchNo, 'awa')).toBe(2)
  expect(await statesOf(batchNo)).toEqual(['cancelled', 'sending', 'cancelled'])
  await groupCommit.settle({ attempt: claim.attempt, outcome: { kind: 'paid', providerReference: 'TX-1' } })
  expect(await closeChunk(db.ledger, batchNo, 1)).toBe(true)
  expect(await statesOf(batchNo)).toEqual(['cancelled', 'paid', 'cancelled'])
})

test('a row that comes back as not taken, after its batch was cancelled, is cancelled, too', async () => {
  const { batchNo } = await db.batchOf(payableRows(2))
  const [groupCommit, workerNo] = [openGroupCommit(), await db.worker()]
  const claim = await groupCommit.claim({ batchNo, line: 2, workerNo })
  if (!claim.ok) throw new Error('refused')
  await cancelBatch(db.ledger, batchNo, 'awa')
  await groupCommit.settle({
    attempt: claim.attempt,
    outcome: { kind: 'not_taken', code: 'rate_limited', message: 'Wait.' },
  })
  expect(await closeChunk(db.ledger, batchNo, 1)).toBe(true)
  expect(await statesOf(batchNo)).toEqual(['cancelled', 'cancelled'])
})

test('the sweep cancels such a row when the process that had it is gone', async () => {
  const { batchNo } = await db.batchOf(payableRows(2))
  const [groupCommit, workerNo] = [openGroupCommit(), await db.worker()]
  const claims = [
    await groupCommit.claim({ batchNo, line: 2, workerNo }),
    await groupCommit.claim({ batchNo, line: 3, workerNo }),
  ]
  await cancelBatch(db.ledger, batchNo, 'awa')
  const [first] = claims
  if (!first?.ok) throw new Error('refused')
  await groupCommit.settle({ attempt: first.attempt, outcome: { kind: 'not_taken', code: 'not_sent', message: 'No.' } })
  await endWorker(db.ledger, workerNo)
  await sweepLostRows(db.ledger)
  expect(await statesOf(batchNo)).toEqual(['cancelled', 'unknown'])
  expect(await db.query('select from payrun.chunks where open')).toEqual([])
})

test('a claim whose commit is under way while its batch is cancelled keeps the chunk open until it is settled', async () => {
  const { batchNo } = await db.batchOf(payableRows(2))
  const workerNo = await db.worker()
  const claiming = await db.ledger.pool.connect()
  await claiming.query('begin')
  await claiming.query(
    `select from payrun.move_rows(array[payrun.a_move($1, array[2], 'pending', 'sending', worker_no => $2)])`,
    [batchNo, workerNo],
  )
  const cancelling = cancelBatch(db.ledger, batchNo, 'awa')
  await vi.waitFor(async () => {
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    expect(await db.query(waiting)).toHaveLength(1)
  }, eventually)
  await claiming.query('commit')
  claiming.release()
  expect(await cancelling).toBe(1)
  expect(await statesOf(batchNo)).toEqual(['sending', 'cancelled'])
  await endWorker(db.ledger, workerNo)
  expect(await sweepLostRows(db.ledger)).toBe(1)
  expect(await statesOf(batchNo)).toEqual(['unknown', 'cancelled'])
})

test('a late answer that moves a row twice while its batch is being cancelled does not wait for the cancel', async () => {
  const { batchNo } = await db.batchOf(payableRows(2))
  const late = await db.ledger.pool.connect()
  try {
    // Sooner than Postgres would look for a deadlock.
    await late.query(`begin; set local lock_timeout = '300ms'`)
    await late.query('select from payrun.payouts where batch_no = $1 and line = 2 for update', [batchNo])
    const cancelling = cancelBatch(db.ledger, batchNo, 'ann')
    // The cancel has the batch by now, and waits for the row.
    await vi.waitFor(async () => {
      const waiting = await db.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(waiting).toHaveLength(1)
    }, eventually)
    // The second update of a row in one transaction looks its batch up, whatever it changes: so do foreign keys.
    for (const message of ['once', 'twice'])
      await late.query(
        'update payrun.payouts set error_message = to_jsonb($2::text) where batch_no = $1 and line = 2',
        [batchNo, message],
      )
    await late.query('commit')
    expect(await cancelling).toBe(2)
  } finally {
    late.release(true)
  }
  expect(await statesOf(batchNo)).toEqual(['cancelled', 'cancelled'])
})

test('a foreground payer is named while it lives, and each one begins a new round', async () => {
  const { batchNo } = await db.batchOf(payableRows(1))
  const workerNo = await db.worker()
  expect(await takeForeground(db.ledger, batchNo, workerNo)).toBe(true)
  expect(await readBatch(db.ledger, batchNo)).toMatchObject({ foregroundNo: workerNo, roundNo: 2 })
  await endWorker(db.ledger, workerNo)
  expect(await readBatch(db.ledger, batchNo)).toMatchObject({ foregroundNo: null, roundNo: 2 })
})

test('of many commands that want to pay one batch at the same moment, one is its payer until it ends', async () => {
  const { batchNo } = await db.batchOf(payableRows(1))
  const workers = await Promise.all(Array.from({ length: 8 }, () => db.worker()))
  const taken = await Promise.all(workers.map((workerNo) => takeForeground(db.ledger, batchNo, workerNo)))
  const winner = workers[taken.indexOf(true)]
  expect(taken.filter(Boolean)).toHaveLength(1)
  expect(await readBatch(db.ledger, batchNo)).toMatchObject({ foregroundNo: winner, roundNo: 2 })
  expect(await takeForeground(db.ledger, batchNo, winner!)).toBe(true)
  await endWorker(db.ledger, winner!)
  expect(await takeForeground(db.ledger, batchNo, workers.find((workerNo) => workerNo !== winner)!)).toBe(true)
})
