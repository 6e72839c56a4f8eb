import { expect, onTestFinished, test } from 'vitest'
import { auditBatch } from '../../../src/ledger/audit/auditBatch.ts'
import { auditLedger } from '../../../src/ledger/audit/auditLedger.ts'
import { moveBatch } from '../../../src/ledger/batches/batches.ts'
import { openLedger } from '../../../src/ledger/connection/ledger.ts'
import { ignore, payableRows, startLedgerServer, type TestLedger, testLedger } from '../../harness/ledger.ts'

const submitters = 6
const batchesEach = 5
const movers = 6
const mostKills = 12

/** Whoever holds the lock of the ledger's chain, or waits for it. */
const killSql = `
select pg_terminate_backend(pid)
  from pg_locks
 where locktype = 'advisory'
   and (classid, objid) = (1885433201, 0)
   and database = (select oid from pg_database where datname = current_database())
 order by random()
 limit 1`

test('12 processes at once, and some ended while they chain their batches: the chain stays one line', async () => {
  const server = await startLedgerServer()
  onTestFinished(() => server.stop())
  const db = await server.open({ lent: false })
  const moved = await Promise.all(Array.from({ length: movers }, () => db.batchOf(payableRows(1))))
  /** A process of its own has a pool of its own. */
  const asProcess = async (act: (own: TestLedger) => Promise<void>) => {
    const ledger = openLedger({ connectionString: db.url }, ignore)
    await act(testLedger(ledger, db.url, async () => undefined)).finally(ledger.close)
  }
  /** Until it is done: whoever was ended calls again, as a person does. */
  const insist = async (act: () => Promise<unknown>) => {
    for (;;) {
      try {
        return await act()
      } catch (error) {
        expect(String(error)).toMatch(/terminat|Connection|ECONNRESET|EPIPE/i)
      }
    }
  }
  let working = submitters + movers
  const submitting = Array.from({ length: submitters }, (_, who) =>
    asProcess(async (own) => {
      for (let n = 0; n < batchesEach; n += 1) {
        const rows = payableRows(2)
        await insist(() => own.store(rows, { name: `${who}.${n}`, sha256: `${who}.${n}` }))
      }
      working -= 1
    }),
  )
  const moving = moved.map(({ batchNo }) =>
    asProcess(async ({ ledger }) => {
      for (let n = 0; n < batchesEach; n += 1) {
        await insist(() => moveBatch(ledger, batchNo, ['running'], { to: 'paused', reason: 'person' }))
        await insist(() => moveBatch(ledger, batchNo, ['paused'], { to: 'running' }))
      }
      working -= 1
    }),
  )
  let kills = 0
  while (working > 0 && kills < mostKills) kills += (await db.query(killSql)).length
  await Promise.all([...submitting, ...moving])
  expect(kills).toBeGreaterThan(0)

  expect(await auditLedger(db.ledger)).toEqual([])
  const batches = await db.query<{ no: number }>('select batch_no as no from payrun.batches')
  for (const { no } of batches) expect((await auditBatch(db.ledger, no)).findings).toEqual([])
  const [counted] = await db.query(`
    select (select count(distinct name)::int from payrun.batches where name ~ '^\\d\\.\\d$') as names,
           (select count(*)::int from payrun.batches) as batches,
           (select count(*)::int from payrun.links where subject = 'batches') = (select count(*)::int from payrun.batch_events) as linked`)
  expect(counted).toEqual({
    names: submitters * batchesEach,
    batches: submitters * batchesEach + movers,
    linked: true,
  })
}, 60_000)
