import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { sendEvents } from '../../jobs/sendEvents.ts'
import { createPost } from '../../src/alerts/webhook.ts'
import type { EventDocument } from '../../src/ledger/batches/feed.ts'
import { cancelBatch } from '../../src/ledger/batches/moveAsked.ts'
import { listDeliveries, resendFeed } from '../../src/ledger/batches/webhooks.ts'
import { openLedger } from '../../src/ledger/connection/ledger.ts'
import type { LogFields } from '../../src/log.ts'
import { hasOpenssl, makeAuthority } from '../harness/certificates.ts'
import { type LedgerServer, payableRows, startLedgerServer, type TestLedger } from '../harness/ledger.ts'
import { writeFile } from '../harness/payroll.ts'
import { temporaryFolder } from '../harness/payrun.ts'
import { type Posted, type Receiver, startReceiver } from '../harness/receiver.ts'

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

let server: LedgerServer
let db: TestLedger
let receiver: Receiver
const logged: string[] = []
const log = (level: string) => (message: string, fields?: LogFields) =>
  void logged.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`)

beforeAll(async () => {
  server = await startLedgerServer()
})
beforeEach(async () => {
  db = await server.open()
  receiver = await startReceiver()
  logged.length = 0
})
afterEach(() => receiver.close())
afterAll(() => server.stop())

const sender = (url = receiver.url, timeoutMs = 10_000, ledger = db.ledger) => ({
  ledger,
  log: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
  post: createPost({ url, secret, timeoutMs }),
})
const send = (url?: string, timeoutMs?: number) => sendEvents(sender(url, timeoutMs))
const letPass = () => db.query('update payrun.webhook_deliveries set next_at = now() where done_at is null')
const eventsOf = ({ body }: Posted): EventDocument[] => JSON.parse(body).events
const numbers = (posted = receiver.posted) => posted.flatMap((each) => eventsOf(each).map(({ n }) => n))
const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, i) => first + i)

async function listening(started: Server): Promise<void> {
  started.listen(0, '127.0.0.1')
  await once(started, 'listening')
  onTestFinished(() => {
    started.closeAllConnections()
    started.close()
  })
}
const addressOf = (scheme: string, started: Server) =>
  `${scheme}://127.0.0.1:${(started.address() as AddressInfo).port}`

/** As many events: a batch is stored, each of its rows is cancelled, and then it is itself. */
async function happen(events: number): Promise<string> {
  const { batchNo, batchId } = await db.batchOf(payableRows(events - 2))
  await cancelBatch(db.ledger, batchNo, 'tester')
  return batchId
}

describe('the events of the feed', () => {
  it('are posted in pages, each event once and in order, as GET /events has them, and nothing of anybody', async () => {
    const batch = await happen(250)
    await send()
    await send()
    expect(numbers()).toEqual(upTo(250))
    expect(receiver.posted.map((each) => eventsOf(each).length)).toEqual([100, 100, 50])
    const [first] = receiver.posted as [Posted]
    expect(Object.keys(JSON.parse(first.body))).toEqual(['type', 'events'])
    expect(JSON.parse(first.body).type).toBe('events')
    expect(eventsOf(first).slice(0, 3)).toEqual([
      {
        n: 1,
        at: expect.stringMatching(/Z$/),
        batch,
        line: null,
        type: 'batch',
        from: null,
        to: 'running',
        code: null,
      },
      expect.objectContaining({ n: 2, type: 'batch', from: 'running', to: 'cancelled' }),
      expect.objectContaining({ n: 3, type: 'row', line: expect.any(Number), from: 'pending', to: 'cancelled' }),
    ])
    expect(new Set(receiver.posted.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
    for (const { body } of receiver.posted) expect(body).not.toMatch(/Person|22901|R-\d/)
    await happen(4)
    await send()
    expect(numbers()).toEqual(upTo(254))
  })

  it('begin with what happens from now on: whoever sets a webhook up is not told of last year', async () => {
    await happen(150)
    await db.query(`alter table payrun.batch_events disable trigger batch_events_append_only;
      alter table payrun.events disable trigger events_append_only;
      update payrun.batch_events set at = at - interval '1 day';
      update payrun.events set at = at - interval '1 day'`)
    const batch = await happen(3)
    await Promise.all([send(), send()])
    await send()
    expect(numbers()).toEqual([151, 152, 153])
    expect(receiver.posted.flatMap(eventsOf).every((event) => event.batch === batch)).toBe(true)
  })

  it('are posted in order and without a gap by two workers, while more happens', async () => {
    const other = openLedger({ connectionString: db.url }, () => undefined)
    onTestFinished(() => other.close())
    for (let batch = 0; batch < 4; batch += 1) {
      await Promise.all([send(), happen(130), sendEvents(sender(receiver.url, 10_000, other))])
    }
    for (let round = 0; numbers().length < 520 && round < 50; round += 1) {
      await Promise.all([send(), sendEvents(sender(receiver.url, 10_000, other))])
    }
    expect(numbers()).toEqual(upTo(520))
  })

  it('wait for a receiver that fails, in order, and the page that failed comes first, with the same id', async () => {
    await happen(250)
    receiver.answers.push(204, 500, 404, { status: 307, location: `${receiver.url}/elsewhere` })
    for (let round = 0; round < 4; round += 1) {
      await send()
      await send()
      await letPass()
    }
    expect(numbers()).toEqual([...upTo(100), ...[1, 2, 3, 4].flatMap(() => upTo(200, 101)), ...upTo(250, 201)])
    expect(receiver.posted.every(({ path }) => path === '/')).toBe(true)
    const ids = receiver.posted.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids.slice(1, 5)).size).toBe(1)
    expect(new Set(ids).size).toBe(3)
    expect(new Set(receiver.posted.slice(1, 5).map(({ body }) => body)).size).toBe(1)
    expect(logged.map((line) => line.match(/"reason":"(.*?)"/)?.[1])).toEqual(['HTTP 500', 'HTTP 404', 'HTTP 307'])
  })

  it('that one receiver will not take hold up the others for an hour, and then no more', async () => {
    await happen(250)
    receiver.answers.push(400)
    await send()
    await send()
    expect(receiver.posted).toHaveLength(1)
    await db.query(
      `update payrun.webhook_deliveries set tried_at = now() - interval '61 minutes' where trouble is not null`,
    )
    await send()
    expect(numbers()).toEqual([...upTo(100), ...upTo(250, 101)])
    await letPass()
    await send()
    expect(numbers().slice(250)).toEqual(upTo(100))
  })

  it('let ten pages wait at most, so that a receiver that is gone is not asked for each of them', async () => {
    await happen(1_300)
    const gone = await startReceiver()
    await gone.close()
    for (let round = 0; round < 15; round += 1) {
      await send(gone.url)
      await db.query(`update payrun.webhook_deliveries set tried_at = tried_at - interval '61 minutes'`)
    }
    expect(await db.query(`select count(*)::int from payrun.webhook_deliveries where done_at is null`)).toEqual([
      { count: 11 },
    ])
    await letPass()
    await send()
    expect(numbers()).toEqual(upTo(1_300))
  })

  it('are given up after three days, with a line at error level, and can be asked for again', async () => {
    await happen(150)
    receiver.answers.push(503, 503)
    await send()
    await db.query(
      `update payrun.webhook_deliveries set tried_at = now() - interval '71 hours', next_at = now() where trouble is not null`,
    )
    await send()
    expect(logged.filter((line) => line.startsWith('error'))).toHaveLength(0)
    receiver.answers.unshift(503)
    await db.query(
      `update payrun.webhook_deliveries set tried_at = now() - interval '73 hours', next_at = now() where trouble is not null`,
    )
    await send()
    expect(logged.filter((line) => line.startsWith('error'))).toEqual([
      expect.stringContaining('payrun gave up {"reason":"HTTP 503","code":"1-100"}'),
    ])
    expect(numbers()).toEqual([...upTo(100), ...upTo(100), ...upTo(150, 101), ...upTo(100)])
    expect(await listDeliveries(db.ledger, 50)).toMatchObject([
      { firstN: 101, lastN: 150, doneAt: expect.any(Date), trouble: null },
      { firstN: 1, lastN: 100, givenUpAt: expect.any(Date), nextAt: null, trouble: 'HTTP 503' },
    ])
    expect(await resendFeed(db.ledger, 0, 100)).toEqual({ events: 100, posts: 1 })
    await send()
    expect(numbers().slice(-100)).toEqual(upTo(100))
  })

  it('go out again when they are asked for, under new ids, before what is new', async () => {
    await happen(250)
    await send()
    expect(await resendFeed(db.ledger, 20, 240)).toEqual({ events: 220, posts: 3 })
    expect(await resendFeed(db.ledger, 250, null)).toEqual({ events: 0, posts: 0 })
    await happen(5)
    await send()
    expect(numbers().slice(250)).toEqual([...upTo(240, 21), ...upTo(255, 251)])
    expect(new Set(receiver.posted.map(({ headers }) => headers['webhook-id'])).size).toBe(7)
  })

  it('come again from whoever takes over from a process that died with a page in hand, with the same id', async () => {
    await happen(3)
    let stopped = false
    const dying = {
      ...sender(),
      post: async () => {
        stopped = true
        return new Promise<never>(() => undefined)
      },
    }
    void sendEvents(dying)
    await expect.poll(() => stopped).toBe(true)
    await send()
    expect(receiver.posted).toHaveLength(0)
    await letPass()
    await send()
    expect(numbers()).toEqual([1, 2, 3])
  })

  it('wait for a receiver that does not answer in time, or that nobody listens at, and no address is logged', async () => {
    await happen(3)
    const slow = createServer(() => undefined)
    await listening(slow)
    await send(`${addressOf('http', slow)}/planted-path`, 50)
    await letPass()
    await send('http://127.0.0.1:1/planted-path')
    expect(logged).toMatchObject(
      [/"reason":"no answer in time"/, /"reason":"[\w ]+"/].map((each) => expect.stringMatching(each)),
    )
    expect(logged.join()).not.toContain('planted')
  })

  it.skipIf(!hasOpenssl())('are not posted to whoever has a certificate that nobody vouches for', async () => {
    await happen(3)
    const authority = makeAuthority()
    onTestFinished(() => authority.remove())
    const { key, cert } = authority.issue('IP:127.0.0.1')
    let asked = 0
    const secured = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => {
      asked += 1
      response.end()
    })
    await listening(secured)
    await send(addressOf('https', secured))
    expect(logged).toEqual([expect.stringMatching(/^warn .*"reason":"[A-Z_]*(?:CERT|SIGNATURE)[A-Z_]*"/)])
    expect(asked).toBe(0)
  })

  it('are signed as the documents say how to check it', async () => {
    await happen(3)
    await send()
    const [{ headers, body }] = receiver.posted as [Posted]
    const docs = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8')
    const sample = docs
      .split('<!-- sample: check.ts -->')[1]!
      .split('```')[1]!
      .replace(/^\w+\n/, '')
    const folder = temporaryFolder()
    onTestFinished(() => folder.remove())
    const { isGenuine } = await import(writeFile(folder.path, 'check.ts', sample))
    expect(isGenuine(headers, body, secret)).toBe(true)
    expect(isGenuine(headers, body.replace('"n":1', '"n":2'), secret)).toBe(false)
  })
})
