import { once } from 'node:events'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { createGroupCommit } from '../../../src/ledger/commit/groupCommit.ts'
import { type Ledger, openLedger } from '../../../src/ledger/connection/ledger.ts'
import { watchSilence } from '../../../src/ledger/connection/silence.ts'
import { ignore, type LedgerServer, payableRows, startLedgerServer, type TestLedger } from '../../harness/ledger.ts'
import { type SilentProxy, startSilentProxy } from '../../harness/silentProxy.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

interface Opened {
  db: TestLedger
  ledger: Ledger
  wire: SilentProxy
  heard: string[]
}

async function openBehindWire({ onTestFinished }: TestContext): Promise<Opened> {
  const db = await server.open()
  const wire = await startSilentProxy(db.url)
  const heard: string[] = []
  const ledger = openLedger({ connectionString: wire.url }, (error) => heard.push(String(error)), silentMs)
  onTestFinished(async () => {
    // Some have closed it themselves.
    await ledger.close().catch(ignore)
    await wire.close()
  })
  return { db, ledger, wire, heard }
}

/** Instead of ten: how long a silence may last is no part of what is tested. */
const silentMs = 1_000

const one = { text: 'select 1 as one' }

describe.concurrent('a connection that falls silent', () => {
  it('fails what waits on it, and a long statement on another goes on', async (test) => {
    const { ledger, wire, heard } = await openBehindWire(test)
    const first = await ledger.pool.connect()
    await first.query(one)
    wire.forget()
    const long = ledger.pool.query<{ slept: string }>(`select 'yes' as slept from pg_sleep(4)`)
    await expect(first.query(one)).rejects.toThrow('fallen silent')
    first.release(true)
    expect(heard.join()).toContain('had fallen silent')
    expect((await ledger.pool.query(one)).rows).toEqual([{ one: 1 }])
    expect((await long).rows).toEqual([{ slept: 'yes' }])
  })

  it('takes the idle ones of its age along, so that nobody waits on each in turn', async (test) => {
    const { ledger, wire } = await openBehindWire(test)
    const clients = await Promise.all([1, 2, 3, 4].map(() => ledger.pool.connect()))
    for (const client of clients) client.release()
    wire.forget()
    await expect(ledger.pool.query(one)).rejects.toThrow('fallen silent')
    expect(ledger.pool.totalCount).toBe(0)
    expect((await ledger.pool.query(one)).rows).toEqual([{ one: 1 }])
  })

  it('is the one of the claims: they are made over a new one', async (test) => {
    const { db, ledger, wire } = await openBehindWire(test)
    const { batchNo } = await db.batchOf(payableRows(2))
    const workerNo = await db.worker()
    const groupCommit = createGroupCommit(ledger.connection, ignore)
    test.onTestFinished(() => groupCommit.close())
    expect(await groupCommit.claim({ batchNo, line: 2, workerNo })).toMatchObject({ ok: true })
    expect(wire.forget()).toBe(1)
    expect(await groupCommit.claim({ batchNo, line: 3, workerNo })).toMatchObject({ ok: true })
    expect(groupCommit.losses()).toBe(1)
  })

  it('is cut when nobody needs it any more, though its goodbye is never answered', async (test) => {
    const { wire } = await openBehindWire(test)
    const client = new pg.Client(wire.url)
    client.on('error', ignore)
    await client.connect()
    const watch = watchSilence({ connectionString: wire.url }, ignore, silentMs)
    await watch.add(client)
    wire.forget()
    const ended = expect(once(client, 'end')).rejects.toThrow('had fallen silent')
    watch.close()
    await ended
    await expect(client.query(one)).rejects.toThrow('not queryable')
  })

  it('is no trouble once the ledger is closed', async (test) => {
    const { ledger, wire, heard } = await openBehindWire(test)
    const client = await ledger.pool.connect()
    const ended = once(client, 'end').catch(ignore)
    client.release()
    wire.forget()
    await ledger.close()
    await ended
    expect(heard).toEqual([])
  })
})
