import type { ClientConfig } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createGroupCommit, type GroupCommit } from '../../../src/ledger/commit/groupCommit.ts'
import { openLedger } from '../../../src/ledger/connection/ledger.ts'
import { migrate } from '../../../src/ledger/connection/server.ts'
import { registerWorker } from '../../../src/ledger/rows/workers.ts'
import {
  ignore,
  type LedgerServer,
  payableRows,
  queryOnce,
  startLedgerServer,
  type TestLedger,
  testLedger,
} from '../../harness/ledger.ts'
import { expectIntactTrails, expectWholeHistory } from '../audit/history.ts'
import { attach, freshHome, serverOf } from '../embedded/embedded-home.ts'
import { attemptOf, linesOf, paidAttempt, sendingAfterCommits, statesIn } from './claimedRow.ts'
import { startCutProxy } from './cutProxy.ts'

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
    await expectIntactTrails(db)
    await db.close()
  }
})

function openGroupCommit(connection: ClientConfig): GroupCommit {
  const groupCommit = createGroupCommit({ ...connection, application_name: 'groupCommit-under-test' }, ignore)
  onTestFinished(() => groupCommit.close())
  return groupCommit
}

/** A batch of `rows`, a worker, and a group commit that reaches the server through a wire which can be cut. */
async function overProxy(rows: number, settings: ClientConfig = {}) {
  const proxy = await startCutProxy(db.url)
  onTestFinished(() => proxy.close())
  const groupCommit = openGroupCommit({ ...proxy.connection, ...settings })
  return { proxy, groupCommit, ...(await db.batchOf(payableRows(rows))), workerNo: await db.worker() }
}

const eventually = { timeout: 20_000, interval: 20 }
const statesOf = (batchNo: number, on = db) => statesIn(on, batchNo)

test('connections that are terminated again and again: each row is claimed once, and every answer arrives', async () => {
  const rows = 300
  const [{ batchNo }, workerNo] = [await db.batchOf(payableRows(rows)), await db.worker()]
  const groupCommit = openGroupCommit(db.ledger.connection)
  const handedOut: number[] = []
  let settled = 0
  let kills = 0
  // While the other lanes go on.
  const kill = async () => {
    const killed = await db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'groupCommit-under-test' and datname = current_database()`,
    )
    kills += killed.length
  }
  const pay = async (lines: number[]) => {
    for (const line of lines) {
      const claim = await groupCommit.claim({ batchNo, line, workerNo })
      if (!claim.ok) throw new Error(`line ${line} was lost`)
      handedOut.push(line)
      expect(await groupCommit.settle(paidAttempt(claim.attempt))).toEqual({ state: 'paid', own: true })
      settled += 1
      if (settled % 10 === 0) await kill()
    }
  }
  const all = linesOf(rows)
  await Promise.all(Array.from({ length: 10 }, (_, lane) => pay(all.filter((line) => line % 10 === lane))))
  expect(kills).toBeGreaterThan(10)
  expect(handedOut.sort((a, b) => a - b)).toEqual(all)
  expect(await statesOf(batchNo)).toEqual({ paid: rows })
})

test('a claim that was committed while its answer was lost is read back, with the time of the first try', async () => {
  const { proxy, groupCommit, batchNo, workerNo } = await overProxy(2)
  await groupCommit.claim({ batchNo, line: 2, workerNo })
  proxy.silence('to client')
  const claiming = groupCommit.claim({ batchNo, line: 3, workerNo })
  await vi.waitFor(async () => expect(await statesOf(batchNo)).toEqual({ sending: 2 }), eventually)
  const committedMs = performance.now()
  proxy.cut()
  const claim = await claiming
  expect(claim).toMatchObject({ ok: true, attempt: { line: 3, attempt: 1 } })
  expect(claim.ok && claim.claimedAt.monotonicMs).toBeLessThan(committedMs)
})

test('answers whose commit is in doubt make no room for claims: no more are sending than there are slots', async () => {
  const slots = 150
  const { proxy, groupCommit, batchNo, workerNo } = await overProxy(2 * slots)
  const lines = linesOf(2 * slots)
  const claim = (line: number) => groupCommit.claim({ batchNo, line, workerNo })
  const first = (await Promise.all(lines.slice(0, slots).map(claim))).map(attemptOf)
  proxy.silence('to client')
  const settling = Promise.all(first.map((attempt) => groupCommit.settle(paidAttempt(attempt))))
  const claiming = Promise.all(lines.slice(slots).map(claim))
  await vi.waitFor(async () => expect(await statesOf(batchNo)).toHaveProperty('paid'), eventually)
  proxy.cut()
  expect((await claiming).every(({ ok }) => ok)).toBe(true)
  await settling
  expect(Math.max(...(await sendingAfterCommits(db, batchNo)))).toBe(slots)
  expect(await statesOf(batchNo)).toEqual({ paid: slots, sending: slots })
})

test('a claim that never reached the server is made anew', async () => {
  const { proxy, groupCommit, batchNo, workerNo } = await overProxy(2)
  await groupCommit.claim({ batchNo, line: 2, workerNo })
  proxy.silence('to server')
  const claiming = groupCommit.claim({ batchNo, line: 3, workerNo })
  await vi.waitUntil(() => proxy.swallowed() > 0, eventually)
  proxy.cut()
  expect(await claiming).toMatchObject({ ok: true, attempt: { line: 3, attempt: 1 } })
  expect(await statesOf(batchNo)).toEqual({ sending: 2 })
})

test('a claim whose commit the server is still at when the connection is cut is handed out once, and not lost', async () => {
  const { proxy, groupCommit, batchNo, workerNo } = await overProxy(1)
  const release = await holdCommits()
  const claiming = groupCommit.claim({ batchNo, line: 2, workerNo })
  const [first] = await waiters(1)
  proxy.cut()
  // The server is told to end the session that is still at it. The claim made anew then waits as the first did.
  await vi.waitFor(async () => expect((await waiters(1))[0]).not.toEqual(first), eventually)
  await release()
  expect(await claiming).toMatchObject({ ok: true, attempt: { line: 2, attempt: 1 } })
  expect(await groupCommit.claim({ batchNo, line: 2, workerNo })).toEqual({ ok: false })
  expect(await db.query('select attempts, seq from payrun.payouts')).toEqual([{ attempts: 1, seq: 1 }])
})

/** From now on each commit of a transition waits, until the function that is returned is called. */
async function holdCommits(): Promise<() => Promise<void>> {
  await db.query(`create function payrun.wait_here() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(77); return null; end $$;
    create constraint trigger wait_here after insert on payrun.events deferrable initially deferred
      for each row execute function payrun.wait_here()`)
  const holder = await db.ledger.pool.connect()
  await holder.query('select pg_advisory_lock(77)')
  return async () => {
    await holder.query('select pg_advisory_unlock(77)')
    holder.release(true)
  }
}

const waiters = (count: number) =>
  vi.waitFor(async () => {
    const waiting = await db.query(
      `select pid from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'groupCommit-under-test' and datname = current_database()`,
    )
    expect(waiting).toHaveLength(count)
    return waiting
  }, eventually)

test('a second caller for a row that is in doubt gets nothing, though it reads back as claimed by this process', async () => {
  const { proxy, groupCommit, batchNo, workerNo } = await overProxy(1)
  const first = await groupCommit.claim({ batchNo, line: 2, workerNo })
  proxy.silence('to server')
  const second = groupCommit.claim({ batchNo, line: 2, workerNo })
  proxy.cut()
  expect([first.ok, (await second).ok]).toEqual([true, false])
})

test('a server that falls silent is taken for lost: claim and settle go through over a new connection', async () => {
  const { proxy, groupCommit, batchNo, workerNo } = await overProxy(2, { query_timeout: 300 })
  const first = await groupCommit.claim({ batchNo, line: 2, workerNo })
  if (!first.ok) throw new Error('refused')
  proxy.silence('to client')
  const both = [
    groupCommit.settle(paidAttempt(first.attempt)),
    groupCommit.claim({ batchNo, line: 3, workerNo }),
  ] as const
  expect(await both[0]).toEqual({ state: 'paid', own: true })
  expect(await both[1]).toMatchObject({ ok: true, attempt: { attempt: 1 } })
})

test('answers arrive after the server was stopped at once and started again, and claims wait for it', async () => {
  const home = freshHome()
  const { connection } = await attach(home)
  const ledger = openLedger(connection, ignore)
  onTestFinished(() => ledger.close())
  await migrate(ledger.pool)
  const own = testLedger(ledger, '', async () => {})
  const [{ batchNo }, workerNo] = [await own.batchOf(payableRows(21)), await registerWorker(ledger)]
  const groupCommit = openGroupCommit(connection)
  const claims = await Promise.all(linesOf(20).map((line) => groupCommit.claim({ batchNo, line, workerNo })))
  const attempts = claims.filter((claim) => claim.ok).map(({ attempt }) => attempt)
  process.kill(serverOf(home).postgresPid, 'SIGQUIT')
  const settling = Promise.all(attempts.map((attempt) => groupCommit.settle(paidAttempt(attempt))))
  const claiming = groupCommit.claim({ batchNo, line: 22, workerNo })
  expect(groupCommit.unsettled()).toHaveLength(20)
  expect((await settling).map(({ state }) => state)).toEqual(Array(20).fill('paid'))
  expect((await claiming).ok).toBe(true)
  expect(groupCommit.unsettled()).toEqual([])
  await vi.waitFor(async () => expect(await statesOf(batchNo, own)).toEqual({ paid: 20, sending: 1 }), eventually)
})

test('closing while the database is away ends, refuses the claims and keeps the answers', async () => {
  const { proxy, groupCommit, batchNo, workerNo } = await overProxy(2)
  const first = await groupCommit.claim({ batchNo, line: 2, workerNo })
  if (!first.ok) throw new Error('refused')
  await proxy.close()
  const claiming = groupCommit.claim({ batchNo, line: 3, workerNo })
  void groupCommit.settle(paidAttempt(first.attempt))
  await groupCommit.close()
  expect(await claiming).toEqual({ ok: false })
  expect(groupCommit.unsettled()).toEqual([paidAttempt(first.attempt)])
  expect(await queryOnce(db.url, 'select state from payrun.payouts order by line')).toEqual([
    { state: 'sending' },
    { state: 'pending' },
  ])
})
