import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startDesk } from '../../src/desk/startDesk.ts'
import { type LedgerServer, payableRows, startLedgerServer } from '../harness/ledger.ts'
import { openTestDesk } from './desk.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

/** A desk of its own beside a test's, which the test closes. */
async function openDeskToClose() {
  const { app, newKey, db } = await openTestDesk(server, { pays: false })
  const started = await startDesk(app, { host: '127.0.0.1', port: 0, sandbox: true, pays: false, stalledMs: 500 })
  if (!started.ok) throw new Error(JSON.stringify(started))
  const dial = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(started.url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }
  const soon = () => Promise.race([started.close().then(() => 'closed'), delay(10_000, 'open', { ref: false })])
  return { url: started.url, dial, soon, db, key: await newKey('closing', ['viewer', 'preparer']) }
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

  it('ends the download of who takes nothing of it, and its look at the ledger', async () => {
    const { url, dial, soon, key, db } = await openDeskToClose()
    // Far more than what a connection holds in between.
    const { batchId } = await db.batchOf(payableRows(60_000), { sandbox: true })
    const reader = await dial()
    reader.pause()
    const host = new URL(url).host
    const head = [
      `GET /api/v1/batches/${batchId}/report?format=json HTTP/1.1`,
      `Host: ${host}`,
      `Authorization: Bearer ${key}`,
    ]
    reader.write(`${head.join('\r\n')}\r\n\r\n`)
    /** Statements that wait until more of their rows is asked for. */
    const waiting = async () => {
      const [found] = await db.query<{ n: number }>(
        `select count(*)::int as n
           from pg_stat_activity
          where datname = current_database()
            and state = 'active'
            and wait_event = 'ClientRead'`,
      )
      return found?.n
    }
    await vi.waitUntil(async () => (await waiting()) === 1, 10_000)
    await vi.waitUntil(async () => (await waiting()) === 0, 10_000)
    expect(await soon()).toBe('closed')
  })
})
