import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkSignature, signatureHeader } from '../../src/provider/notifications/signature.ts'
import { notificationDelaysMs } from '../../src/sandbox/notifications/notifications.ts'
import {
  asJson,
  collectionPath,
  collectionSample,
  merchant,
  paymentPath,
  paymentSample,
  type TestSandbox,
  wholeSandbox,
} from '../harness/wholeSandbox.ts'

/** A collection that was approved: its notification is due now. */
async function paidCollection(sandbox: TestSandbox, callback_url: string, more: object = {}): Promise<string> {
  const { body } = await sandbox.post(collectionPath, { ...collectionSample, callback_url, ...more })
  const reference = String(body['reference'])
  expect(sandbox.services.collections.approve(reference, '1234')).toMatchObject({ kind: 'paid' })
  sandbox.clock.advance(0)
  return reference
}

describe('a notification', () => {
  it('of a collection says what became of it, with the digits and the data that the merchant sent', async () => {
    const sandbox = await wholeSandbox()
    const shop = await merchant()
    const custom_data = { order: 7, note: '<b>"é"</b>' }
    const reference = await paidCollection(sandbox, `${shop.url}/in?x=1`, { custom_data })
    const { id } = await sandbox.tried(reference, 1)
    expect(shop.posted[0]).toMatchObject({ path: '/in?x=1', headers: { 'content-type': 'application/json' } })
    expect(JSON.parse(shop.posted[0]!.body)).toEqual({
      event: 'collection',
      reference,
      status: 'success',
      amount: '1500',
      currency: 'XOF',
      operator: 'mtn-benin',
      phoneNumber: '2290197000001',
      custom_data,
      message: 'The payment was successful',
      id,
    })
    expect(shop.posted[0]!.headers[signatureHeader]).toBeUndefined()
  })

  it('writes numbers as digits, however the merchant wrote them', async () => {
    const sandbox = await wholeSandbox()
    const shop = await merchant()
    const asked = { ...paymentSample, callback_url: shop.url, customer: { phoneNumber: '+2290197000001' } }
    const reference = String((await sandbox.post(paymentPath, asked)).body['reference'])
    sandbox.services.payments.pay(reference, { by: 'card', card: '4242424242424242' })
    sandbox.clock.advance(0)
    await sandbox.tried(reference, 1)
    expect(JSON.parse(shop.posted[0]!.body)).toMatchObject({ phoneNumber: '2290197000001' })
  })

  it('comes at every end of a payment and a collection, and not before', async () => {
    const sandbox = await wholeSandbox()
    const shop = await merchant()
    const { payments, collections } = sandbox.services
    const initiate = async () =>
      String((await sandbox.post(paymentPath, { ...paymentSample, callback_url: shop.url })).body['reference'])
    const collect = async () =>
      String((await sandbox.post(collectionPath, { ...collectionSample, callback_url: shop.url })).body['reference'])
    const ends: [string, string][] = []
    const paid = await initiate()
    payments.pay(paid, { by: 'card', card: '4242424242424242' })
    const failed = await initiate()
    payments.pay(failed, { by: 'card', card: '4242424242429901' })
    const cancelled = await initiate()
    payments.cancel(cancelled)
    const declined = await collect()
    collections.decline(declined)
    const [expired, late] = [await initiate(), await collect()]
    sandbox.clock.advance(0)
    ends.push([paid, 'success'], [failed, 'FAILED'], [cancelled, 'CANCELLED'], [declined, 'DECLINED'])
    for (const [reference] of ends) await sandbox.tried(reference, 1)
    expect(sandbox.services.notifications.list({ offset: 0, limit: 9 }).total).toBe(4)
    sandbox.clock.advance(3_600_000)
    ends.push([expired, 'EXPIRED'], [late, 'EXPIRED'])
    for (const [reference] of ends) await sandbox.tried(reference, 1)
    const told = shop.posted.map(({ body }) => JSON.parse(body) as { reference: string; status: string })
    expect(told.map(({ reference, status }) => [reference, status]).sort()).toEqual(ends.sort())
  })

  it('is signed when there is a secret, each attempt with its own time', async () => {
    const callbackSecret = 'a secret of both sides'
    const sandbox = await wholeSandbox({ callbackSecret, notificationDelaysMs: [400_000] })
    const shop = await merchant()
    shop.answers.push(500)
    const reference = await paidCollection(sandbox, shop.url)
    await sandbox.tried(reference, 1)
    sandbox.clock.advance(400_000)
    await sandbox.tried(reference, 2)
    const [first, second] = shop.posted
    expect(second!.body).toBe(first!.body)
    const nowMs = sandbox.clock.nowMs()
    const signed = (posted: typeof first, atMs: number) =>
      checkSignature(String(posted!.headers[signatureHeader]), posted!.body, callbackSecret, atMs)
    expect(signed(second, nowMs)).toEqual({ ok: true })
    expect(signed(first, nowMs)).toEqual({ ok: false, reason: 'too_old' })
    expect(signed(first, nowMs - 400_000)).toEqual({ ok: true })
  })

  it('is tried 8 times with growing pauses, then given up; each answer is kept', async () => {
    const sandbox = await wholeSandbox()
    const shop = await merchant()
    shop.answers.push(500, 404, 302, 503, 500, 500, 500, 500)
    shop.answers[2] = { status: 302, location: `${shop.url}/elsewhere` }
    const reference = await paidCollection(sandbox, shop.url)
    for (const [index, delayMs] of notificationDelaysMs.entries()) {
      const waiting = await sandbox.tried(reference, index + 1)
      expect(waiting.state).toBe('waiting')
      expect(waiting.nextAt).toBe(new Date(sandbox.clock.nowMs() + delayMs).toISOString())
      sandbox.clock.advance(delayMs - 1)
      expect(sandbox.services.notifications.find(waiting.id)?.attempts.length).toBe(index + 1)
      sandbox.clock.advance(1)
    }
    const end = await sandbox.tried(reference, 8)
    expect(end).toMatchObject({ state: 'given_up', nextAt: null })
    expect(end.attempts.map(({ status }) => status)).toEqual([500, 404, 302, 503, 500, 500, 500, 500])
    expect(end.attempts[2]).toMatchObject({ error: 'Redirects are not followed.' })
    expect(shop.posted.map(({ path }) => path)).not.toContain('/elsewhere')
    sandbox.clock.advance(100_000_000)
    expect(shop.posted.length).toBe(8)
  })

  it('is delivered by any 2xx, and then no more is sent', async () => {
    const sandbox = await wholeSandbox()
    const shop = await merchant()
    shop.answers.push(500, 202)
    const reference = await paidCollection(sandbox, shop.url)
    await sandbox.tried(reference, 1)
    sandbox.clock.advance(1000)
    expect(await sandbox.tried(reference, 2)).toMatchObject({ state: 'delivered', nextAt: null })
    sandbox.clock.advance(100_000_000)
    expect(shop.posted.length).toBe(2)
  })

  it('can be sent again by hand, in every state, by the same bytes; what the plan still holds is not used up', async () => {
    const sandbox = await wholeSandbox()
    const shop = await merchant()
    shop.answers.push(500, 500)
    const reference = await paidCollection(sandbox, shop.url)
    const { id } = await sandbox.tried(reference, 1)
    const path = `/sandbox/notifications/${id}/resend`
    const byHand = await sandbox.call('POST', path, {})
    expect(byHand).toMatchObject({
      status: 200,
      body: { state: 'waiting', attempts: [{ byHand: false }, { byHand: true }] },
    })
    expect(await sandbox.call('POST', path, {})).toMatchObject({ body: { state: 'delivered', nextAt: null } })
    expect(await sandbox.call('POST', path, {})).toMatchObject({ body: { state: 'delivered' } })
    sandbox.clock.advance(100_000_000)
    expect(shop.posted.length).toBe(4)
    expect(new Set(shop.posted.map(({ body }) => body)).size).toBe(1)
    expect(await sandbox.call('POST', '/sandbox/notifications/nobody/resend', {})).toMatchObject({ status: 404 })
  })

  it('is not sent again for the page of another site', async () => {
    const sandbox = await wholeSandbox()
    const shop = await merchant()
    const { id } = await sandbox.tried(await paidCollection(sandbox, shop.url), 1)
    const path = `/sandbox/notifications/${id}/resend`
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      expect((await sandbox.call('POST', path, { ...asJson, ...headers })).status).toBe(403)
    }
    expect(shop.posted.length).toBe(1)
  })

  it('to nobody is recorded as such; neither a deaf receiver nor a long answer holds it up', async () => {
    const sandbox = await wholeSandbox({ notificationTimeoutMs: 50 })
    const gone = await merchant()
    await gone.close().catch(() => undefined)
    const refused = await sandbox.tried(await paidCollection(sandbox, gone.url), 1)
    expect(refused.attempts[0]).toMatchObject({ status: null, error: expect.stringContaining('ECONNREFUSED') })
    const deaf = await rawServer(() => undefined)
    const silent = await sandbox.tried(await paidCollection(sandbox, deaf), 1)
    expect(silent.attempts[0]).toMatchObject({ status: null, error: 'No answer within 0.05 seconds.', answer: null })
    // Its first part may take longer than that on a busy machine.
    const patient = await wholeSandbox({ notificationTimeoutMs: 2000 })
    const endless = await rawServer((write) => write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(100_000)}`))
    const cut = await patient.tried(await paidCollection(patient, endless), 1)
    expect(cut).toMatchObject({ state: 'delivered', attempts: [{ status: 200, answer: 'x'.repeat(200) }] })
  })

  it('goes to an address whose scheme is written in capitals, and an answer that is none leaves it to be tried again', async () => {
    const sandbox = await wholeSandbox({ notificationTimeoutMs: 2000 })
    const shop = await merchant()
    const capitals = await paidCollection(sandbox, shop.url.replace('http:', 'HTTP:'))
    expect(await sandbox.tried(capitals, 1)).toMatchObject({ state: 'delivered' })
    const secure = await paidCollection(sandbox, shop.url.replace('http:', 'HTTPS:'))
    expect((await sandbox.tried(secure, 1)).attempts[0]).toMatchObject({ status: null, error: expect.any(String) })
    const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    const other = await paidCollection(sandbox, await rawServer((write) => write(switching)))
    expect(await sandbox.tried(other, 1)).toMatchObject({
      state: 'waiting',
      nextAt: expect.any(String),
      attempts: [{ status: 101, error: 'The receiver answered with another protocol.' }],
    })
  })

  it('is never posted to a link-local address, whatever its notation', async () => {
    const sandbox = await wholeSandbox()
    const { body } = await sandbox.post(collectionPath, {
      ...collectionSample,
      callback_url: 'http://169.254.169.254/',
    })
    expect(body).toMatchObject({ error: true, status: 400 })
  })

  it('is listed newest first, a page at a time', async () => {
    const sandbox = await wholeSandbox()
    const shop = await merchant()
    const references: string[] = []
    for (let n = 0; n < 3; n++) references.push(await paidCollection(sandbox, shop.url))
    for (const reference of references) await sandbox.tried(reference, 1)
    const listed = await sandbox.call('GET', '/sandbox/notifications?offset=1&limit=1', {})
    expect(listed.body).toMatchObject({ total: 3, rows: [{ reference: references[1] }] })
  })
})

/** Speaks TCP only. */
async function rawServer(onRequest: (write: (text: string) => void) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => onRequest((text) => void socket.write(text)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
