import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, type TestContext, vi } from 'vitest'
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
    const ended = whyFails(once(client, 'end'))
    watch.close()
    expect(await ended).toContain('had fallen silent')
    await expect(client.query(one)).rejects.toThrow('not queryable')
  })

  it('is not that of a server which answers, though nobody can connect to it now', async (test) => {
    const { wire } = await openBehindWire(test)
    const client = new pg.Client(wire.url)
    await client.connect()
    const nowhere = await startSilentProxy(wire.url)
    await nowhere.close()
    const watch = watchSilence({ connectionString: nowhere.url }, ignore, silentMs)
    await watch.add(client)
    const answer = client.query('select pg_sleep(0.2)')
    expect(await watch.isSilent(3_000)).toBe(false)
    await answer
    expect(await watch.isSilent(100)).toBe(true)
    watch.close()
    await client.end()
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

  it.for<[string, Answering, string]>([
    ['has answered between two short silences', 'says', 'on'],
    ['has only had no connection left before one', 'full', 'on'],
    ['does not say what its sessions do', 'says', 'off'],
  ])('is not one that works while the server %s', async ([, between, tracked], { onTestFinished }) => {
    const db = await server.open()
    const way = await startWay(db.url)
    const client = new pg.Client(db.url)
    client.on('error', ignore)
    await client.connect()
    const heard: string[] = []
    const watch = watchSilence({ connectionString: way.url }, (error) => heard.push(String(error)), silentMs)
    onTestFinished(async () => {
      watch.close()
      await client.end().catch(ignore)
      await way.close()
    })
    await watch.add(client)
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await client.query(`set track_activities = ${tracked}`)
    const long = whyFails(client.query('select pg_sleep(60)'))
    // Asked once a second: a silence lasts longer than these, counted from its beginning.
    if (between === 'says' && tracked === 'on') await way.asked('silent', 1)
    await way.asked(between, 5)
    if (tracked === 'on') await way.asked('silent', 2)
    await db.query('select pg_cancel_backend($1)', [rows[0]!.pid])
    expect(await long).toContain('user request')
    expect(heard).toEqual([])
  })
})

/** Tests run side by side, and an assertion that is awaited later may be taken for that of another one. */
const whyFails = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'it does not fail',
    (error: Error) => error.message,
  )

type Answering = 'says' | 'full' | 'silent'

/** A way to a Postgres on which whoever asks it is answered by it, told that it is full, or cut off. */
async function startWay(url: string) {
  const behind = await startSilentProxy(url)
  const there = new URL(behind.url)
  const port = Number(there.port)
  const sockets = new Set<Socket>()
  let [answering, asked]: [Answering, number] = ['says', 0]
  const listener = createServer((socket) => {
    asked += 1
    sockets.add(socket.on('error', ignore))
    if (answering === 'silent') socket.destroy()
    if (answering === 'full') socket.once('data', () => socket.end(tooManyClients))
    if (answering === 'says') socket.pipe(connect(port, '127.0.0.1').on('error', ignore)).pipe(socket)
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  there.port = String(address.port)
  return {
    url: there.href,
    /** Answers so from now on, until it has been asked so many times. */
    asked: (how: Answering, times: number) => {
      ;[answering, asked] = [how, 0]
      return vi.waitFor(() => expect(asked).toBeGreaterThanOrEqual(times), { timeout: 20_000 })
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await behind.close()
    },
  }
}

/** As Postgres says it. */
const tooManyClients = (() => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0')
  const head = Buffer.alloc(5, 'E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
})()
