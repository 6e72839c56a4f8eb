import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { seeded } from '../../properties/seeded.ts'
import { openTestDesk } from '../desk.ts'
import { fileOf, requestOf } from '../hostile.ts'
import { sendRaw } from '../rawHttp.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

it('answers a request whose address can not be read once, whatever its body is like', async () => {
  const { url, key } = await openTestDesk(server, { pays: false })
  for (const body of ['zz\r\nmX+{D/', '5\r\nabcdeXX', 'zz'])
    for (const hangsUp of [true, false]) {
      const headers = [`Authorization: Bearer ${key}`, 'Content-Type: application/json', 'Transfer-Encoding: chunked']
      const request = { method: 'POST', target: '/api/v1/batches/%/pause', headers, body: Buffer.from(body), hangsUp }
      const answer = await sendRaw(url, request)
      expect(answer?.status).toBe(400)
      expect(JSON.parse(answer?.text ?? '')).toMatchObject({ code: 'invalid_request' })
    }
})

it('answers whatever is sent as its document says: no failure, no stack, no shape of its own', async () => {
  const { promises, url, call, key } = await openTestDesk(server, { pays: false })
  const { id } = (await call('POST', '/batches', { file: fileOf('Z') })).json
  const requests = fc.oneof(...promises.operations.map((each) => requestOf(each, key, id)))
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const answer = await sendRaw(url, request)
      // Somebody who hangs up need not be answered.
      if (answer === null) return expect(request.hangsUp ?? false).toBe(true)
      const { status, text } = answer
      seen.set(String(status), (seen.get(String(status)) ?? 0) + 1)
      expect(status, text).not.toBe(500)
      expect(text).not.toMatch(/\bat \S+ \(|\.ts:\d+|node:internal|node_modules|SequelizeError|syntax error at/)
      if (request.method !== 'HEAD')
        expect(promises.broken({ ...answer, method: request.method, path: request.target })).toEqual([])
    }),
    // A tenth of them every day; all in the slow tests.
    { ...seeded(process.env['FC_THOROUGH'] === '1' ? 1_500 : 1_200), endOnFailure: true },
  )
  // It got through to the calls, and was not only turned away at the door.
  for (const status of ['200', '400', '404', '405', '409', '415', '422'])
    expect([status, seen.has(status)]).toEqual([status, true])
})
