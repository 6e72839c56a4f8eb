import { once } from 'node:events'
import { readdir, readlink } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type DeskOptions, startDesk } from '../../src/desk/startDesk.ts'
import { type LedgerServer, payableRows, startLedgerServer } from '../harness/ledger.ts'
import { openTestDesk } from './desk.ts'
import { signedIn } from './visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

/** A desk of its own beside a test's, which the test closes. */
async function openDeskToClose(options: Partial<DeskOptions> = {}) {
  const desk = await openTestDesk(server, { pays: false })
  const { app, newKey, db } = desk
  const started = await startDesk(app, { host: '127.0.0.1', port: 0, sandbox: true, pays: false, ...options })
  if (!started.ok) throw new Error(JSON.stringify(started))
  const dial = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(started.url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }
  const soon = () => Promise.race([started.close().then(() => 'closed'), delay(10_000, 'open', { ref: false })])
  const key = await newKey('closing', ['viewer', 'preparer'])
  /** Asks for a report, and takes nothing of it. */
  const read = (reader: Socket, batchId: string): void => {
    reader.pause()
    const path = `/api/v1/batches/${batchId}/report?format=json`
    const head = [`GET ${path} HTTP/1.1`, `Host: ${new URL(started.url).host}`, `Authorization: Bearer ${key}`]
    reader.write(`${head.join('\r\n')}\r\n\r\n`)
  }
  return { desk, url: started.url, dial, soon, db, key, read, home: app.config.home }
}

describe('a desk that is stopped', () => {
  it('waits for nobody who asks for nothing: silent from the first, with half a head, or kept alive', async () => {
    const { dial, soon } = await openDeskToClose()
    await dial()
    const half = await dial()
    half.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    const kept = await dial()
    kept.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(kept, 'data')
    expect(await soon()).toBe('closed')
  })

  it('takes in what is being uploaded, and ends then', async () => {
    const { url, dial, soon, key } = await openDeskToClose()
    const file = 'operator,phone_number,amount,reference,name\nmtn-benin,2290197000001,1500,R-1,Awa\n'
    const socket = await dial()
    let said = ''
    socket.on('data', (piece) => {
      said += String(piece)
    })
    const head = [
      'POST /api/v1/batches HTTP/1.1',
      `Host: ${new URL(url).host}`,
      `Authorization: Bearer ${key}`,
      'Content-Type: text/csv',
      `Content-Length: ${file.length}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${file.slice(0, 30)}`)
    await delay(100)
    const closed = soon()
    await delay(100)
    socket.write(file.slice(30))
    expect(await closed).toBe('closed')
    expect(said).toMatch(/^HTTP\/1\.1 201 /)
  })

  it('stops paying at once, and waits for a slow reader for so long only', async () => {
    const { dial, soon, db, read } = await openDeskToClose({ pays: true, lastAnswersMs: 2_000 })
    const { batchId } = await db.batchOf(payableRows(30_000), { sandbox: true })
    read(await dial(), batchId)
    const paid = async () => {
      const [found] = await db.query<{ n: number }>(
        `select count(*)::int as n
           from payrun.payouts
          where state <> 'pending'`,
      )
      return found?.n ?? 0
    }
    await vi.waitUntil(async () => (await paid()) > 0, 20_000)
    const closed = soon()
    await delay(1_500)
    const before = await paid()
    expect(before).toBeLessThan(30_000)
    expect(await closed).toBe('closed')
    expect(await paid()).toBe(before)
  })
})

/** Files without a name any more that this process holds open. */
async function kept(home: string): Promise<number> {
  const handles = await readdir('/proc/self/fd')
  const paths = await Promise.all(handles.map((each) => readlink(`/proc/self/fd/${each}`).catch(() => '')))
  return paths.filter((path) => path.startsWith(join(home, 'drafts')) && path.endsWith('(deleted)')).length
}

describe('a download of which nothing is taken', () => {
  it('is ended, and keeps nobody from the ledger meanwhile, however many there are', async () => {
    const { url, dial, db, key, read, home } = await openDeskToClose({ stalledMs: 4_000 })
    // Far more than what a connection holds in between.
    const { batchId } = await db.batchOf(payableRows(30_000), { sandbox: true })
    const readers = await Promise.all(Array.from({ length: 8 }, dial))
    const cut = Promise.all(readers.map((reader) => once(reader, 'close')))
    for (const reader of readers) read(reader, batchId)
    await vi.waitUntil(async () => (await kept(home)) === readers.length, 5_000)
    const signal = AbortSignal.timeout(2_500)
    const answer = await fetch(`${url}/api/v1/batches`, { headers: { authorization: `Bearer ${key}` }, signal })
    expect(answer.status).toBe(200)
    for (const reader of readers) reader.once('error', () => undefined)
    await vi.waitUntil(async () => (await kept(home)) === 0, 20_000)
    // They see that they are cut once they read on.
    for (const reader of readers) reader.resume()
    await cut
    const left = await readdir(join(home, 'drafts')).catch(() => [])
    expect(left).toEqual([])
  })

  it('leaves nothing behind where its reader goes before anything of it is there', async () => {
    const { url, db, key, home } = await openDeskToClose()
    const { batchId } = await db.batchOf(payableRows(10), { sandbox: true })
    const client = await db.ledger.pool.connect()
    await client.query('begin; lock table payrun.payouts in access exclusive mode')
    const gone = new AbortController()
    const { signal } = gone
    const wish = { headers: { authorization: `Bearer ${key}` }, signal }
    const asked = [1, 2, 3, 4].map(() => fetch(`${url}/api/v1/batches/${batchId}/report`, wish).catch(() => 'gone'))
    await vi.waitUntil(async () => (await kept(home)) === asked.length, 5_000)
    gone.abort()
    expect(await Promise.all(asked)).toEqual(asked.map(() => 'gone'))
    await client.query('rollback')
    client.release()
    await vi.waitUntil(async () => (await kept(home)) === 0, 10_000)
  })

  it('is not ended where the reader has all that there is', async () => {
    const { desk, url, db } = await openDeskToClose({ stalledMs: 300 })
    const awa = await signedIn({ ...desk, url }, 'Awa', ['admin'])
    const client = await db.ledger.pool.connect()
    await client.query('begin; lock table payrun.batch_events in access exclusive mode')
    const taken = awa.get('/admin/trail.csv')
    await delay(1_500)
    await client.query('rollback')
    client.release()
    expect((await taken).html).toMatch(/^at,who,.*\n(.*\n)+$/)
  })
})
