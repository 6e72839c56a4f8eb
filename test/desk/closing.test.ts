import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDesk } from '../../src/desk/startDesk.ts'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { openTestDesk } from './desk.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

/** A desk of its own beside a test's, which the test closes. */
async function openDeskToClose() {
  const { app, newKey } = await openTestDesk(server, { pays: false })
  const started = await startDesk(app, { host: '127.0.0.1', port: 0, sandbox: true, pays: false })
  if (!started.ok) throw new Error(JSON.stringify(started))
  const dial = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(started.url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }
  const soon = () => Promise.race([started.close().then(() => 'closed'), delay(10_000, 'open', { ref: false })])
  return { url: started.url, dial, soon, key: await newKey('closing', ['preparer']) }
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
})
