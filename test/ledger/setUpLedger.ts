import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type LedgerServer, startLedgerServer, type TestLedger, type Values } from '../harness/ledger.ts'
import { expectIntactTrails, expectWholeHistory } from './audit/history.ts'

/**
 * Register the hooks of a test file: a ledger that is empty before each test (`one`: one for all of them, whose tests look at
 * batches of their own), and of which, after each, every row's history is whole and every trail intact (not `checked`: the
 * tests move rows by SQL of their own). `lent`: it may be one that an earlier test had, as for `open`.
 */
export function setUpLedger({ one = false, checked = true, lent = true } = {}): TestLedger {
  let server: LedgerServer
  let db: TestLedger
  const open = async () => {
    db = await server.open({ lent })
  }
  beforeAll(async () => {
    server = await startLedgerServer()
    if (one) await open()
  })
  afterAll(() => server.stop())
  if (!one)
    beforeEach(async ({ onTestFinished }) => {
      await open()
      const { close } = db
      // After whatever the test itself opened was closed: a ledger at which somebody is still at work is not lent again.
      onTestFinished(close)
    })
  afterEach(async () => {
    if (!checked) return
    await expectWholeHistory(db)
    await expectIntactTrails(db)
  })
  return {
    get ledger() {
      return db.ledger
    },
    get address() {
      return db.address
    },
    get url() {
      return db.url
    },
    query: <Row extends Values>(sql: string, values?: unknown[]) => db.query<Row>(sql, values),
    batchOf: (...args) => db.batchOf(...args),
    store: (...args) => db.store(...args),
    worker: () => db.worker(),
    close: () => db.close(),
  }
}
