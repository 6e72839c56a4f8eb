import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { resolveCharge } from '../../../src/app/charges/charges.ts'
import { settleCharge } from '../../../src/ledger/evidence/charges.ts'
import { recordChargeOnce } from '../../../src/ledger/evidence/recordCharge.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk } from '../desk.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const open = () => openTestDesk(server, { pays: false })
const checkout = {
  reference: 'ORDER-7',
  amount: '1500',
  currency: 'XOF',
  return_url: 'https://shop.example/thanks',
  cancel_url: 'https://shop.example/cart',
  name: 'Awa Zinsou',
}
const collection = { reference: 'ORDER-8', operator: 'mtn-benin', phone_number: '+229 01 97 00 00 01', amount: '1500' }

const keys = { PAYRUN_APP_KEY: 'app', PAYRUN_MERCHANT_KEY: 'merchant' }

describe('online payments and collections', () => {
  it.each([
    { path: 'checkouts', body: checkout, kind: 'payment', other: 'collections' },
    { path: 'collections', body: collection, kind: 'collection', other: 'checkouts' },
  ])('POST /$path asks once, and shows what became of it', async ({ path, body, kind, other }) => {
    const { call, db } = await open()
    const made = await call('POST', `/${path}`, { body })
    expect(made).toMatchObject({
      status: 201,
      json: { kind, reference: body.reference, state: 'under_way', amount: '1500', currency: 'XOF', sandbox: true },
    })
    expect(made.json.payment_url).toEqual(kind === 'payment' ? expect.stringMatching(/^http/) : null)
    const { id } = made.json
    expect(made.headers.get('location')).toBe(`/api/v1/${path}/${id}`)
    expect(await call('POST', `/${path}`, { body })).toMatchObject({ status: 200, json: made.json })
    expect((await call('GET', `/${path}/${id}`)).json).toEqual(made.json)
    expect((await call('GET', `/${other}/${id}`)).status).toBe(404)
    expect(await call('POST', `/${path}`, { body: { ...body, amount: '1501' } })).toMatchObject({
      status: 409,
      json: { code: 'reference_in_use', charge: id },
    })
    await settleCharge(db.ledger, made.json.provider_reference, 'paid')
    expect(await call('POST', `/${path}`, { body })).toMatchObject({ status: 200, json: { id, state: 'paid' } })
    expect(JSON.stringify(await db.query('select * from payrun.charges'))).not.toMatch(/Awa|Zinsou|97000001/)
  })

  it("sends the customer's own number beside the one that pays, and names it where it is wrong", async () => {
    const sent: string[] = []
    const provider = createServer(async (request, response) => {
      sent.push(await text(request))
      response.end('{"error":false,"status":"PENDING","amount":"1500","fees":0,"message":"PIN","reference":"COL-1"}')
    })
    await once(provider.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void provider.close())
    const { port } = provider.address() as AddressInfo
    const env = { ...keys, PAYRUN_PROVIDER_URL: `http://127.0.0.1:${port}` }
    const { call } = await openTestDesk(server, { pays: false, sandbox: false, env })
    const ask = (change: object) => call('POST', '/collections', { body: { ...collection, ...change } })
    expect(await ask({ customer_phone_number: '+229 01 97 00 00 09' })).toMatchObject({ status: 201 })
    expect(sent.map((body) => JSON.parse(body))).toMatchObject([
      { phoneNumber: '2290197000001', customer: { phoneNumber: '+2290197000009' } },
    ])
    const wrong = await ask({ reference: 'ORDER-9', customer_phone_number: '97' })
    expect(wrong).toMatchObject({ status: 400, json: { problems: [{ field: 'customer_phone_number' }] } })
    expect(wrong.json.detail).toMatch(/^customer_phone_number must be digits/)
    const checkedOut = await call('POST', '/checkouts', { body: { ...checkout, phone_number: '97' } })
    expect(checkedOut.json.detail).toMatch(/^phone_number must be digits/)
  })

  it('recognises a collection however it is written, and refuses another one under its reference', async () => {
    const { call, db } = await open()
    const { id } = (await call('POST', '/collections', { body: collection })).json
    const again = (change: Record<string, unknown>) =>
      call('POST', '/collections', { body: { ...collection, ...change } })
    for (const same of [
      { phone_number: '2290197000001', amount: '1500.00' },
      { name: 'Awa', callback_url: 'https://shop.example/n', data: { cart: 7 } },
    ])
      expect(await again(same)).toMatchObject({ status: 200, json: { id } })
    for (const other of [{ amount: '1501' }, { phone_number: '+229 01 97 00 00 02' }, { operator: 'moov-benin' }])
      expect(await again({ name: 'Awa', ...other })).toMatchObject({ status: expect.not.toBeOneOf([200, 201]) })
    for (const reference of ['order-8', 'ORDER–8', 'ORDER-08'])
      expect(await again({ reference })).toMatchObject({
        status: 409,
        json: { code: 'reference_in_use', charge: id, detail: expect.stringContaining('ORDER-8 was already used') },
      })
    expect(await db.query('select count(*)::int from payrun.charges')).toEqual([{ count: 1 }])
  })

  it('takes a request of the sandbox for no real one, and knows one whose customer was kept in another form', async () => {
    const env = { ...keys, PAYRUN_PROVIDER_URL: 'http://127.0.0.1:9' }
    const { call, db } = await openTestDesk(server, { pays: false, sandbox: false, env })
    const charge = { kind: 'collection', amountMinor: 1500n, currency: 'XOF', operator: 'mtn-benin' } as const
    const who = { phoneNumber: '2290197000001' }
    const made = await recordChargeOnce(db.ledger, { ...charge, sandbox: true }, collection.reference, who)
    if (made.kind !== 'recorded') throw new Error(made.kind)
    const ask = (change = {}) => call('POST', '/collections', { body: { ...collection, ...change } })
    const inUse = { status: 409, json: { code: 'reference_in_use', charge: made.id } }
    const tried = await ask()
    expect(tried).toMatchObject(inUse)
    expect(tried.json.detail).toContain('ORDER-8 was already used in the sandbox')
    await db.query('alter table payrun.charges disable trigger user')
    await db.query(`update payrun.charges set sandbox = false`)
    expect(await ask()).toMatchObject({ status: 200, json: { id: made.id } })
    await db.query(`update payrun.charges set values_hash = sha256('the whole request, as earlier versions kept it')`)
    expect(await ask()).toMatchObject({ status: 200, json: { id: made.id } })
    for (const other of [{ amount: '1501' }, { operator: 'moov-benin' }, { reference: 'order-8' }])
      expect(await ask({ phone_number: '+229 01 95 00 00 01', ...other })).toMatchObject(inUse)
  })

  it.each([
    ['checkouts', checkout],
    ['collections', collection],
  ])(
    'POST /%s at a desk without credentials says what its operator has to set, and stores nothing',
    async (path, body) => {
      const { call, db } = await openTestDesk(server, { pays: false, sandbox: false })
      const answer = await call('POST', `/${path}`, { body })
      expect(answer).toMatchObject({
        status: 503,
        json: { code: 'unavailable', detail: expect.stringContaining('PAYRUN_MERCHANT_KEY') },
      })
      expect(await db.query('select from payrun.charges')).toEqual([])
    },
  )

  it('asks once, however many ask for it at the same moment', async () => {
    const { call, db } = await open()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('POST', '/collections', { body: collection })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19)
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
    expect(await db.query('select count(*)::int from payrun.charges')).toEqual([{ count: 1 }])
    const others = await Promise.all([
      call('POST', '/collections', { body: { ...collection, reference: 'SAME' } }),
      call('POST', '/checkouts', { body: { ...checkout, reference: 'SAME' } }),
    ])
    expect(others.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it('never asks again for what a desk asked for and died, and a person says what became of it', async () => {
    const desk = await open()
    const { call, db, app } = desk
    const { id } = (await call('POST', '/checkouts', { body: checkout })).json
    // As its desk would have left it that died before the answer.
    await db.query(`alter table payrun.charges disable trigger user`)
    await db.query(
      `update payrun.charges set state = 'asked', reference = null, payment_url = null, answered_at = null`,
    )
    await db.query(`alter table payrun.charges enable trigger user`)
    const again = () => call('POST', '/checkouts', { body: checkout, headers: { 'idempotency-key': 'order-7' } })
    expect(await again()).toMatchObject({ status: 200, json: { id, state: 'asked', provider_reference: null } })
    await db.query(`update payrun.charges set created_at = now() - interval '16 minutes'`)
    expect((await call('GET', `/checkouts/${id}`)).json).toMatchObject({ state: 'unknown', code: 'worker_lost' })
    expect(await again()).toMatchObject({ status: 200, json: { state: 'unknown', provider_reference: null } })
    const word = { kind: 'payment', id, end: 'paid', note: 'Seen in the portal; +229 01 97 00 00 01' } as const
    expect(await resolveCharge(app, { ...word, note: ' ' })).toMatchObject({ ok: false })
    expect(await resolveCharge(app, word)).toMatchObject({
      ok: true,
      charge: { state: 'paid', settled_by: app.config.user, note: 'Seen in the portal; 229********01' },
    })
    expect(await resolveCharge(app, { ...word, end: 'failed' })).toMatchObject({ ok: false, code: 'wrong_state' })
    const viewer = { ...app, actor: { kind: 'key', name: 'v', login: null, account: null, roles: ['viewer'] } } as const
    expect(await resolveCharge(viewer, word)).toMatchObject({ code: 'forbidden' })
    expect(await again()).toMatchObject({ status: 200, json: { state: 'paid' } })
  })

  it('asks for nothing from a ledger that may have gone back in time', async () => {
    const { call, db } = await open()
    await db.query(`update payrun.server set fenced_at = now(), fenced_why = payrun.sentence('recover.behind_mark')`)
    expect(await call('POST', '/collections', { body: collection })).toMatchObject({ status: 503 })
    expect(await db.query('select from payrun.charges')).toEqual([])
  })

  it('lists them newest first, by state, page by page', async () => {
    const { call, db } = await open()
    for (const n of [1, 2, 3]) await call('POST', '/collections', { body: { ...collection, reference: `R-${n}` } })
    const first = (await call('GET', '/collections?limit=2')).json
    expect(first.collections.map(({ reference }: { reference: string }) => reference)).toEqual(['R-3', 'R-2'])
    const rest = (await call('GET', `/collections?limit=2&cursor=${first.next}`)).json
    expect(rest).toMatchObject({ collections: [{ reference: 'R-1' }], next: null })
    for (const other of ['/batches?', '/checkouts?', '/people?q=awa&', '/collections?state=paid&'])
      expect(await call('GET', `${other}cursor=${first.next}`)).toMatchObject({
        status: 400,
        json: { problems: [{ field: 'cursor', message: expect.stringContaining('not of this list') }] },
      })
    await settleCharge(db.ledger, rest.collections[0].provider_reference, 'failed')
    expect((await call('GET', '/collections?state=failed')).json.collections).toMatchObject([{ reference: 'R-1' }])
    expect((await call('GET', '/checkouts')).json).toEqual({ checkouts: [], next: null })
  })

  it('says what is wrong, by the names of its fields', async () => {
    const { call } = await open()
    const wrong = { ...checkout, currency: 'ZZZ', return_url: 'shop', colour: 'red' }
    const refused = (body: unknown) => call('POST', '/checkouts', { body })
    expect(await refused(wrong)).toMatchObject({ status: 400, json: { problems: [{ field: 'colour' }, {}, {}] } })
    const { colour: _, ...known } = wrong
    const { status, json } = await refused(known)
    expect([status, json.problems.map(({ field }: { field: string }) => field).sort()]).toEqual([
      400,
      ['currency', 'return_url'],
    ])
    const { reference: __, ...nameless } = checkout
    expect(await refused(nameless)).toMatchObject({ status: 400, json: { problems: [{ field: 'reference' }] } })
  })
})
