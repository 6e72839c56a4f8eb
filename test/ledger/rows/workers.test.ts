import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createGroupCommit } from '../../../src/ledger/commit/groupCommit.ts'
import {
  endDeadWorkers,
  endWorker,
  heartbeat,
  registerWorker,
  sweepLostRows,
} from '../../../src/ledger/rows/workers.ts'
import { ownIdentity, type ProcessIdentity } from '../../../src/process.ts'
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

const silentFor = (workerNo: number, seconds: number) =>
  db.query(`update payrun.workers set heartbeat_at = now() - make_interval(secs => $2) where worker_no = $1`, [
    workerNo,
    seconds,
  ])
const hasEnded = async (workerNo: number) =>
  (await db.query('select ended_at is not null as ended from payrun.workers where worker_no = $1', [workerNo]))[0]
    ?.ended
const elsewhere = (): ProcessIdentity => ({ ...ownIdentity(), host: 'another machine' })

test('a lease is kept by its heartbeat, and ends once', async () => {
  const workerNo = await db.worker()
  await silentFor(workerNo, 29)
  expect(await heartbeat(db.ledger, workerNo)).toBe(true)
  const [{ late } = { late: null }] = await db.query(
    `select heartbeat_at < now() - interval '10 s' as late from payrun.workers`,
  )
  expect(late).toBe(false)
  await endWorker(db.ledger, workerNo)
  expect(await heartbeat(db.ledger, workerNo)).toBe(false)
  expect(await endDeadWorkers(db.ledger)).toBe(0)
})

test('each registration has a number of its own, the same process or not', async () => {
  const numbers = await Promise.all(Array.from({ length: 10 }, () => db.worker()))
  expect(new Set(numbers).size).toBe(10)
})

test.each([
  { where: 'on this machine', identity: ownIdentity, seconds: 24, dead: false },
  { where: 'on this machine', identity: ownIdentity, seconds: 26, dead: true },
  { where: 'on another machine', identity: elsewhere, seconds: 24, dead: false },
  { where: 'on another machine', identity: elsewhere, seconds: 26, dead: true },
])('a worker $where that was silent for $seconds s: dead $dead', async ({ identity, seconds, dead }) => {
  const workerNo = await registerWorker(db.ledger, identity())
  await silentFor(workerNo, seconds)
  expect(await endDeadWorkers(db.ledger)).toBe(dead ? 1 : 0)
  expect(await hasEnded(workerNo)).toBe(dead)
})

/** The identity of a child process of this one, and how to kill it. */
async function child() {
  const process = spawn(globalThis.process.execPath, ['-e', 'setInterval(() => {}, 1e6); console.log("ready")'])
  const gone = once(process, 'exit')
  onTestFinished(async () => {
    process.kill('SIGKILL')
    await gone
  })
  await once(process.stdout, 'data')
  const pid = process.pid ?? 0
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const processStart = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  const kill = async () => {
    process.kill('SIGKILL')
    await gone
  }
  return { identity: { ...ownIdentity(), pid, processStart }, kill }
}

test('a worker that was silent itself, since the database was, does not find itself dead', async () => {
  const workerNo = await db.worker()
  await silentFor(workerNo, 100)
  expect(await endDeadWorkers(db.ledger, workerNo)).toBe(0)
  expect(await heartbeat(db.ledger, workerNo)).toBe(true)
})

const onLinux = test.skipIf(process.platform !== 'linux')

onLinux('a worker of this machine is dead at once when its process is gone, and not before', async () => {
  const { identity, kill } = await child()
  const workerNo = await registerWorker(db.ledger, identity)
  expect(await endDeadWorkers(db.ledger)).toBe(0)
  await kill()
  expect(await endDeadWorkers(db.ledger)).toBe(1)
  expect(await hasEnded(workerNo)).toBe(true)
})

onLinux('a pid that was given to another process is not taken for the worker', async () => {
  const { identity } = await child()
  await registerWorker(db.ledger, { ...identity, processStart: '1' })
  expect(await endDeadWorkers(db.ledger)).toBe(1)
})

test('another boot under the same name proves nothing (two machines may share one): dead by silence only', async () => {
  await registerWorker(db.ledger, { ...ownIdentity(), bootId: 'an earlier boot' })
  expect(await endDeadWorkers(db.ledger)).toBe(0)
  await db.query(`update payrun.workers set heartbeat_at = now() - interval '31 s'`)
  expect(await endDeadWorkers(db.ledger)).toBe(1)
})

test('a worker of another machine whose pid is free here lives', async () => {
  await registerWorker(db.ledger, { ...elsewhere(), pid: 2 ** 30, bootId: 'theirs' })
  expect(await endDeadWorkers(db.ledger)).toBe(0)
})

/** A batch of `rows` rows; the lines that are claimed under a worker of their own, each. */
async function claimedBy(rows: number, lines: number[][]) {
  const { batchNo } = await db.batchOf(payableRows(rows))
  const groupCommit = openGroupCommit()
  const workers: number[] = []
  for (const own of lines) {
    const workerNo = await db.worker()
    workers.push(workerNo)
    const claims = await Promise.all(own.map((line) => groupCommit.claim({ batchNo, line, workerNo })))
    expect(claims.every(({ ok }) => ok)).toBe(true)
  }
  return { batchNo, workers, groupCommit }
}

const rowsOf = (batchNo: number) =>
  db.query<{ line: number; state: string; error_code: string | null }>(
    'select line, state, error_code from payrun.payouts where batch_no = $1 order by line',
    [batchNo],
  )

test('the sweep makes unknown what an ended worker left in flight, once, and nothing of the living', async () => {
  const { batchNo, workers } = await claimedBy(5, [[2, 3], [4]])
  expect(await sweepLostRows(db.ledger)).toBe(0)
  await endWorker(db.ledger, workers[0]!)
  expect(await sweepLostRows(db.ledger)).toBe(2)
  expect(await sweepLostRows(db.ledger)).toBe(0)
  expect(await rowsOf(batchNo)).toEqual([
    { line: 2, state: 'unknown', error_code: 'worker_lost' },
    { line: 3, state: 'unknown', error_code: 'worker_lost' },
    { line: 4, state: 'sending', error_code: null },
    { line: 5, state: 'pending', error_code: null },
    { line: 6, state: 'pending', error_code: null },
  ])
  const swept = await db.query('select worker_no from payrun.workers where swept_at is not null')
  expect(swept).toEqual([{ worker_no: workers[0] }])
})

test('ten sweeps at once move each row once', async () => {
  const { workers } = await claimedBy(20, [Array.from({ length: 20 }, (_, index) => index + 2)])
  await endWorker(db.ledger, workers[0]!)
  const lost = await Promise.all(Array.from({ length: 10 }, () => sweepLostRows(db.ledger)))
  expect(lost.reduce((sum, n) => sum + n, 0)).toBe(20)
  expect(await db.query(`select from payrun.events where to_state = 'unknown'`)).toHaveLength(20)
})

test('a dead worker begins a new round for running batches, and only a dead worker does', async () => {
  const { batchNo, workers } = await claimedBy(1, [[2]])
  const ring = async () =>
    (await db.query<{ round_no: number }>('select round_no from payrun.batches where batch_no = $1', [batchNo]))[0]
      ?.round_no
  const before = (await ring()) ?? 0
  await sweepLostRows(db.ledger)
  expect(await ring()).toBe(before)
  await endWorker(db.ledger, workers[0]!)
  await sweepLostRows(db.ledger)
  expect(await ring()).toBe(before + 1)
})

test('claims race with the end of their lease: whatever was claimed is swept, and nothing is claimed after', async () => {
  const { batchNo } = await db.batchOf(payableRows(300))
  const workerNo = await db.worker()
  const groupCommits = [openGroupCommit(), openGroupCommit(), openGroupCommit()]
  let won = 0
  const claiming = groupCommits.map(async (groupCommit, lane) => {
    for (let line = 2 + lane; line < 302; line += 3)
      if ((await groupCommit.claim({ batchNo, line, workerNo })).ok) won += 1
  })
  await vi.waitUntil(() => won > 5, { timeout: 20_000, interval: 1 })
  await endWorker(db.ledger, workerNo)
  const swept = await sweepLostRows(db.ledger)
  await Promise.all(claiming)
  // A claim that is just being refused still locks the worker, and the first sweep leaves it to the next.
  expect(swept + (await sweepLostRows(db.ledger))).toBe(won)
  const states = new Set((await rowsOf(batchNo)).map(({ state }) => state))
  expect([...states].sort()).toEqual(['pending', 'unknown'])
})

test('the end of a lease waits for the claim whose commit is under way', async () => {
  const { batchNo } = await db.batchOf(payableRows(1))
  const [workerNo, groupCommit] = [await db.worker(), openGroupCommit()]
  const locker = await db.ledger.pool.connect()
  // The claim takes its lock on the worker, then waits here for its row.
  await locker.query('begin')
  await locker.query('select from payrun.payouts where batch_no = $1 for update', [batchNo])
  const claiming = groupCommit.claim({ batchNo, line: 2, workerNo })
  await waiting(1)
  const ending = endWorker(db.ledger, workerNo)
  await waiting(2)
  await locker.query('rollback')
  locker.release()
  expect((await claiming).ok).toBe(true)
  await ending
  expect(await sweepLostRows(db.ledger)).toBe(1)
})

const waiting = (count: number) =>
  vi.waitFor(
    async () => {
      const blocked = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      expect(await db.query(blocked)).toHaveLength(count)
    },
    { timeout: 20_000, interval: 20 },
  )
