import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createReceiver } from '../../src/notifications/createReceiver.ts'
import type { Notification, NotificationStore } from '../../src/notifications/notification.ts'
import { openNotificationFolder } from '../../src/notifications/openNotificationFolder.ts'
import { receiveNotification } from '../../src/notifications/receiveNotification.ts'
import { signatureHeader } from '../../src/provider/notificationSignature.ts'
import { latch } from '../harness/ledger.ts'
import { temporaryFolder } from '../harness/payrun.ts'
import { bytes, posted, secret, token } from './samples.ts'

let folder: ReturnType<typeof temporaryFolder>
let store: NotificationStore
let given: Notification[]
const take = (notification: Notification) => void given.push(notification)

beforeEach(async () => {
  folder = temporaryFolder()
  store = await openNotificationFolder(folder.path)
  given = []
})
afterEach(() => folder.remove())

const receive = (request: Parameters<typeof receiveNotification>[0]) => receiveNotification(request, store, take)

describe('what a notification must look like', () => {
  it('needs a reference and a status, and keeps the rest as it came, digit for digit', async () => {
    const text =
      '{"reference":" P-1 ","status":"SUCCESS","amount":150.50,"id":12345678901234567890,"custom_data":{"cart":[7]}}'
    const received = await receive(posted(text))
    if (received.kind !== 'new') throw new Error(received.kind)
    expect(await received.handled).toBe(true)
    expect(given).toEqual([received.notification])
    expect(received.notification).toMatchObject({ reference: 'P-1', status: 'SUCCESS', signed: false })
    expect(received.notification.body).toBe(text)
  })

  it.each([
    { what: 'no JSON', body: 'reference=P-1&status=success', httpStatus: 400 },
    { what: 'not UTF-8', body: Buffer.from([0x7b, 0xff, 0x7d]), httpStatus: 400 },
    { what: 'an empty body', body: '', httpStatus: 400 },
    { what: 'a list', body: [{ reference: 'P-1', status: 'success' }], httpStatus: 400 },
    { what: 'null', body: 'null', httpStatus: 400 },
    { what: 'no reference', body: { status: 'success' }, httpStatus: 400 },
    { what: 'no status', body: { reference: 'P-1' }, httpStatus: 400 },
    { what: 'a status that is a number', body: { reference: 'P-1', status: 200 }, httpStatus: 400 },
    { what: 'a blank reference', body: { reference: ' ', status: 'success' }, httpStatus: 400 },
    { what: 'a reference with a line break', body: { reference: 'P\n1', status: 'success' }, httpStatus: 400 },
    { what: 'a status twice', body: '{"reference":"P-1","status":"FAILED","status":"success"}', httpStatus: 400 },
    {
      what: 'a hidden second status',
      body: '{"reference":"P-1","status":"FAILED","st\\u0061tus":"success"}',
      httpStatus: 400,
    },
    { what: 'fields of its prototype', body: '{"__proto__":{"reference":"P-1","status":"success"}}', httpStatus: 400 },
    { what: 'more than 64 KiB', body: { reference: 'P-1', status: 'success', x: 'x'.repeat(65_536) }, httpStatus: 413 },
    {
      what: 'endless nesting',
      body: `{"reference":"P-1","status":"ok","x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
      httpStatus: 400,
    },
  ])('is refused, and nothing is kept: $what', async ({ body, httpStatus }) => {
    const raw = Buffer.isBuffer(body) ? body : bytes(body)
    const received = await receive({ headers: { 'content-type': 'application/json' }, body: raw })
    expect(received).toMatchObject({ kind: 'not_a_notification', httpStatus })
    expect(await store.waiting()).toEqual([])
  })

  it.each([
    ['application/json', true],
    ['Application/JSON; charset=utf-8', true],
    ['application/vnd.provider+json', true],
    ['text/plain', false],
    ['application/x-www-form-urlencoded', false],
    ['application/jsonp', false],
    [undefined, false],
  ])('is JSON by its content type: %s', async (contentType, taken) => {
    const { body } = posted({ reference: 'P-1', status: 'success' })
    const received = await receive({ headers: { 'content-type': contentType }, body })
    expect(received.httpStatus).toBe(taken ? 200 : 415)
  })

  it('says why in words that hold nothing of what came', async () => {
    const received = await receive(posted('{"reference":"P-1","status":{"secretword":1}}'))
    expect(JSON.stringify(received)).not.toMatch(/secretword|P-1/)
  })
})

describe('personal data', () => {
  it('is neither kept nor handed over', async () => {
    const received = await receive(
      posted(
        `{"reference":"P-2","status":"success","phoneNumber":"+229 01 97 00 00 12","msisdn":2290197000012,
          "customer":{"name":"Afiavi Dossou","e-mail":"afiavi@example.com","phones":["2290197000012"]},"payer":"Afiavi Dossou",
          "Prénom":"Afiavi","from":{"full_name":{"first":"Afiavi"}},"custom_data":{"who":"mail afiavi@example.com or +2290197000012"},
          "message":"Afiavi paid 1500 XOF from 2290197000012","account":2290197000012}`,
      ),
    )
    if (received.kind !== 'new') throw new Error(received.kind)
    await received.handled
    expect(JSON.stringify(await store.waiting()) + JSON.stringify(given)).not.toMatch(/Dossou|example\.com|97 ?00 ?00/)
    expect(JSON.parse(received.notification.body)).toEqual({
      reference: 'P-2',
      status: 'success',
      phoneNumber: '229********12',
      msisdn: '229********12',
      customer: { name: '(left out)', 'e-mail': '(left out)', phones: '(left out)' },
      payer: '(left out)',
      Prénom: '(left out)',
      from: { full_name: '(left out)' },
      custom_data: { who: 'mail (left out) or 229********12' },
      message: 'Afiavi paid 1500 XOF from 229********12',
      account: '(left out)',
    })
  })
})

describe('where it comes from', () => {
  const value = { reference: 'P-3', status: 'success' }

  it.each([undefined, '', 'x', `${token}x`, token.slice(1), token.toLowerCase()])(
    'the wrong token finds nothing: %s',
    async (wrong) => {
      const received = await receive({ ...posted(value), token: { given: wrong, expected: token } })
      expect(received).toMatchObject({ kind: 'not_found', httpStatus: 404 })
      expect(await store.waiting()).toEqual([])
    },
  )

  it('the right token and signature are taken, and it is said to be signed', async () => {
    const received = await receive({ ...posted(value, Date.now()), secret, token: { given: token, expected: token } })
    expect(received).toMatchObject({ kind: 'new', notification: { signed: true } })
  })

  it.each([
    { what: 'an empty token', token: { given: '', expected: '' }, says: /token .* 22 to 100/ },
    { what: 'a short token', token: { given: 'x', expected: 'x' }, says: /token .* 22 to 100/ },
    { what: 'an empty secret', secret: '', says: /secret .* at least 16 characters/ },
    { what: 'a short secret', secret: 'x'.repeat(15), says: /secret .* at least 16 characters/ },
  ])('what a forgotten variable gives is no check, and takes nothing: $what', async ({ says, ...options }) => {
    await expect(receive({ ...posted(value), ...options })).rejects.toThrow(says)
    expect(await store.waiting()).toEqual([])
  })

  const signed = (change: (header: string) => string | undefined, atMs = Date.now()) => {
    const request = posted(value, atMs)
    const header = change(request.headers[signatureHeader] ?? '')
    return { ...request, headers: { 'content-type': 'application/json', [signatureHeader]: header } }
  }
  it.each([
    { what: 'without a signature', request: () => posted(value) },
    { what: 'with an empty one', request: () => signed(() => '') },
    {
      what: 'over another body',
      request: () => ({ ...signed((header) => header), body: bytes({ ...value, status: 'FAILED' }) }),
    },
    {
      what: 'over the same fields in another order',
      request: () => ({ ...signed((header) => header), body: bytes({ status: 'success', reference: 'P-3' }) }),
    },
    {
      what: 'with another time',
      request: () => signed((header) => header.replace(/^t=\d+/, `t=${Math.floor(Date.now() / 1000) + 1}`)),
    },
    { what: 'with half a signature', request: () => signed((header) => header.slice(0, -2)) },
    {
      what: 'with another secret',
      request: () => signed(() => `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`),
    },
    { what: 'signed 5 minutes and a second ago', request: () => signed((header) => header, Date.now() - 301_000) },
    {
      what: 'signed 5 minutes and some seconds ahead',
      request: () => signed((header) => header, Date.now() + 303_000),
    },
  ])('is refused with a secret: $what', async ({ request }) => {
    const received = await receive({ ...request(), secret })
    expect(received).toMatchObject({ kind: 'unsigned', httpStatus: 401 })
    expect(await store.waiting()).toEqual([])
  })

  it("takes a signature whose parts stand the other way round, and one of several secrets'", async () => {
    const turned = signed((header) => [...header.split(',').reverse(), `v1=${'f'.repeat(64)}`].join(','))
    expect(await receive({ ...turned, secret })).toMatchObject({ kind: 'new' })
  })
})

describe('sending again', () => {
  it('is recognised, counted, and not handed over again, whatever the case of the status', async () => {
    const first = await receive(posted({ reference: 'P-4', status: 'SUCCESS' }))
    const second = await receive(posted({ reference: 'P-4', status: 'success ', at: 'later' }))
    const third = await receive(posted({ reference: 'P-4', status: 'Success' }))
    if (first.kind !== 'new') throw new Error(first.kind)
    await first.handled
    expect(second).toMatchObject({ kind: 'repeated', httpStatus: 200, times: 2 })
    expect(third).toMatchObject({ kind: 'repeated', httpStatus: 200, times: 3 })
    expect(given.map(({ status }) => status)).toEqual(['SUCCESS'])
  })

  it('with another status, or about another reference, is another notification', async () => {
    for (const [reference, status] of [
      ['P-5', 'pending'],
      ['P-5', 'success'],
      ['p-5', 'success'],
    ]) {
      const received = await receive(posted({ reference, status }))
      if (received.kind !== 'new') throw new Error(received.kind)
      await received.handled
    }
    expect(given).toHaveLength(3)
  })

  it.each([
    { what: 'another amount', first: { amount: 9 }, second: { amount: '1500' } },
    { what: 'another currency', first: { currency: 'XAF' }, second: { currency: 'XOF' } },
    { what: 'without the error', first: { error: true }, second: { error: false } },
    { what: 'another number', first: { phoneNumber: '2290197000099' }, second: { phoneNumber: '2290197000001' } },
  ])(
    'that says something else is another notification, so that a wrong one hides no right one: $what',
    async (each) => {
      const value = { reference: 'P-5', status: 'success' }
      expect(await receive(posted({ ...value, ...each.first }))).toMatchObject({ kind: 'new' })
      expect(await receive(posted({ ...value, ...each.second }))).toMatchObject({ kind: 'new' })
      expect(await receive(posted({ ...value, ...each.second, at: 'later' }))).toMatchObject({ kind: 'repeated' })
    },
  )

  it('with the amount in another form is the same', async () => {
    await receive(posted('{"reference":"P-5","status":"success","amount":1500.50,"currency":"KES"}'))
    const again = await receive(posted('{"reference":"P-5","status":"success","amount":"1500.50","currency":"kes"}'))
    expect(again).toMatchObject({ kind: 'repeated', times: 2 })
  })

  it('20 at once are one', async () => {
    const others = await openNotificationFolder(folder.path)
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        receiveNotification(posted({ reference: 'P-6', status: 'success', n }), n % 2 ? store : others, take),
      ),
    )
    const first = all.filter((received) => received.kind === 'new')
    expect(first).toHaveLength(1)
    expect(all.filter(({ kind }) => kind === 'repeated')).toHaveLength(19)
    await first[0]?.handled
    expect(given).toHaveLength(1)
  })
})

describe('the handler', () => {
  it('runs after the answer: a slow one keeps nobody waiting', async () => {
    const { opened, open } = latch()
    const received = await receiveNotification(posted({ reference: 'P-7', status: 'success' }), store, () => opened)
    if (received.kind !== 'new') throw new Error(received.kind)
    expect(await store.waiting()).toHaveLength(1)
    open()
    expect(await received.handled).toBe(true)
    expect(await store.waiting()).toEqual([])
  })

  it('that throws is told, and is given the notification again', async () => {
    const troubles: unknown[] = []
    let fails = true
    const receiver = createReceiver({
      store,
      onNotification: (notification) => {
        if (fails) throw new Error('not now')
        take(notification)
      },
      onTrouble: (error) => troubles.push(error),
    })
    const received = await receiver.receive(posted({ reference: 'P-8', status: 'success' }))
    if (received.kind !== 'new') throw new Error(received.kind)
    expect(await received.handled).toBe(false)
    expect(troubles).toHaveLength(1)
    fails = false
    expect(await receiver.handOverWaiting()).toBe(1)
    expect(given.map(({ reference }) => reference)).toEqual(['P-8'])
    expect(await receiver.handOverWaiting()).toBe(0)
  })

  it('is given what was kept by a process that died before it handled it, the oldest first', async () => {
    const dead = createReceiver({ store, onNotification: () => new Promise(() => undefined) })
    for (const [reference, hour] of [
      ['P-9', 10],
      ['P-10', 9],
    ] as const) {
      const at = Date.UTC(2026, 10, 21, hour)
      const receiver = createReceiver({ store, onNotification: () => new Promise(() => undefined), nowMs: () => at })
      await receiver.receive(posted({ reference, status: 'success' }))
    }
    await dead.receive(posted({ reference: 'P-11', status: 'success' }))
    const next = createReceiver({ store: await openNotificationFolder(folder.path), onNotification: take })
    expect(await next.handOverWaiting()).toBe(3)
    expect(given.map(({ reference }) => reference)).toEqual(['P-10', 'P-9', 'P-11'])
    expect(await next.receive(posted({ reference: 'P-9', status: 'success' }))).toMatchObject({ kind: 'repeated' })
  })

  it('is not given what it has in hand', async () => {
    const { opened, open } = latch()
    const receiver = createReceiver({
      store,
      onNotification: (notification) => {
        take(notification)
        return opened
      },
    })
    await receiver.receive(posted({ reference: 'P-12', status: 'success' }))
    expect(await receiver.handOverWaiting()).toBe(0)
    open()
    await receiver.idle()
    expect(given).toHaveLength(1)
  })
})

it('what can not be kept is answered so that it is sent again, and is not handled', async () => {
  const broken: NotificationStore = { ...store, keep: () => Promise.reject(new Error('the disk is full')) }
  const received = await receiveNotification(posted({ reference: 'P-13', status: 'success' }), broken, take)
  expect(received).toMatchObject({ kind: 'not_kept', httpStatus: 503 })
  expect(given).toEqual([])
})
