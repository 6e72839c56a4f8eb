import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { until } from '../harness/payrun.ts'
import { type SilentProxy, startSilentProxy } from '../harness/silentProxy.ts'
import { openTestDesk } from './desk.ts'
import { batches, csv, draftOf, good, hiddenOf, row } from './uploads.ts'
import { readText, signedIn } from './visitor.ts'

/** What somebody is told whose ledger goes away, silently or loudly, while they wait. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

async function deskBehindWire(pays = false, more: { patienceMs?: number } = {}) {
  let wire: SilentProxy | undefined
  const wireTo = async (url: string) => {
    wire = await startSilentProxy(url)
    return wire.url
  }
  const desk = await openTestDesk(server, { pays, wireTo, ...more })
  const opened = wire as unknown as SilentProxy
  onTestFinished(() => opened.close())
  return { desk, wire: opened }
}

const nothing = /Nothing was changed|Rien n'a été changé/

it.each([
  { language: 'en', may: 'may have been done all the same, and payments may have begun. Look at how things are now' },
  { language: 'fr', may: 'est peut-être fait malgré tout, et des paiements ont pu commencer. Regardez où en sont' },
] as const)(
  'whoever pays as the connection breaks after the commit is told that it may be done: $language',
  async (seen) => {
    const { desk, wire } = await deskBehindWire()
    const awa = await signedIn(desk, 'Awa', ['preparer'], seen.language)
    const { path, page } = await draftOf(desk, awa, good)
    const form = { ...hiddenOf(page, `${path}/pay`), act: 'pay', batch_name: 'Salaires', period: '' }
    wire.cutAtCommitOf('insert into payrun.batches')
    const cut = await awa.post(`${path}/pay`, form)
    expect([cut.status, cut.headers.get('retry-after')]).toEqual([503, '5'])
    expect(readText(cut)).toContain(seen.may)
    expect(readText(cut)).not.toMatch(nothing)
    expect(cut.html).toContain('<a href="/batches">')
    const [batch, ...others] = await batches(desk)
    expect(others).toEqual([])
    const again = await awa.post(`${path}/pay`, form)
    expect(again.html).toContain(`/batches/${batch?.id}`)
  },
)

it('so is a program, and its repetition under the same key is carried out once', async () => {
  const { desk, wire } = await deskBehindWire()
  const wish = { file: csv(row(1)), headers: { 'idempotency-key': 'the-same' } }
  wire.cutAtCommitOf('insert into payrun.batches')
  const cut = await desk.call('POST', '/batches', wish)
  expect(cut).toMatchObject({ status: 503, json: { code: 'unavailable' } })
  expect(cut.json.detail).toContain(
    'may have been done all the same. If you used an Idempotency-Key, send the request again',
  )
  const [batch, ...others] = await batches(desk)
  expect(others).toEqual([])
  expect(await desk.call('POST', '/batches', wish)).toMatchObject({ status: 201, json: { id: batch?.id } })
})

it('what only reads, or has no key that could be checked, says nothing of what was done before', async () => {
  const { desk, wire } = await deskBehindWire()
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  wire.turnAway(true)
  const read = await desk.call('GET', '/batches')
  expect(read).toMatchObject({ status: 503, json: { detail: expect.stringContaining('Try again later.') } })
  expect(read.json.detail).not.toMatch(/Nothing was changed|may have been done/)
  // Its key could not be checked, so nothing was done for this one, either.
  expect((await desk.call('POST', '/batches', { file: csv(row(1)) })).json).toMatchObject(read.json)
  const page = await awa.get('/')
  expect(page.status).toBe(503)
  expect(readText(page)).toMatch(/payrun gets no answer from its database .*Try again later\./)
  wire.turnAway(false)
})

const waitingSql = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

it('whoever waits for a server that hangs is answered soon, and what they have not begun is not begun any more', async () => {
  const { desk, wire } = await deskBehindWire(false, { patienceMs: 200 })
  const awa = await signedIn(desk, 'Awa', ['preparer'], 'fr')
  const payout = { reference: 'P-1', operator: 'mtn-benin', phone_number: '2290197000001', amount: '1500' }
  const pay = () => desk.call('POST', '/payouts', { body: payout, headers: { 'idempotency-key': 'p' } })
  wire.freeze(true)
  const [read, paid, page] = await Promise.all([desk.call('GET', '/batches'), pay(), awa.get('/')])
  for (const { status, headers } of [read, paid, page]) expect([status, headers.get('retry-after')]).toEqual([503, '5'])
  // Its key could not be checked.
  expect(paid.json.detail).toBe(read.json.detail)
  expect(readText(page)).toContain('La base de données de payrun ne répond pas')
  wire.freeze(false)
  expect(await batches(desk)).toEqual([])
  // A lock keeps one in the middle.
  const locked = new pg.Client(desk.db.url)
  await locked.connect()
  await locked.query('begin; lock payrun.request_keys')
  const inTheMiddle = pay()
  await until('it waits', async () => (await desk.db.query(waitingSql)).length > 0)
  wire.freeze(true)
  expect((await inTheMiddle).json.detail).toContain('may have been done all the same')
  wire.freeze(false)
  await locked.end()
  await until('the key is free', async () => (await pay()).status === 201)
  expect(await batches(desk)).toHaveLength(1)
})

it('a file that was still arriving as it was answered leaves its Idempotency-Key free', async () => {
  const { desk, wire } = await deskBehindWire(false, { patienceMs: 200 })
  const headers = { 'idempotency-key': 'k', authorization: `Bearer ${desk.key}`, 'content-type': 'text/csv' }
  wire.freeze(true)
  const sending = request(`${desk.url}/api/v1/batches?name=slow`, { method: 'POST', headers })
  sending.on('error', () => undefined).write(csv())
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(503)
  wire.freeze(false)
  // What its key is looked up with has arrived by now.
  await until('the ledger answers', async () => (await desk.call('GET', '/batches')).status === 200)
  sending.end(row(1))
  const wish = { file: csv(row(1)), headers: { 'idempotency-key': 'k' } }
  expect(await desk.call('POST', '/batches?name=slow', wish)).toMatchObject({ status: 201 })
})

it.each([
  { code: '53100', why: 'The disk of the database is full' },
  { code: '53200', why: 'The database is out of memory' },
  { code: '53300', why: 'The database takes no more connections' },
])('what the database has no room for may be sent again, and is no bug: $code', async ({ code, why }) => {
  const desk = await openTestDesk(server)
  await desk.db.query(`
    create function payrun.planted() returns trigger language plpgsql as
      $$ begin raise exception 'planted' using errcode = '${code}'; end $$;
    create trigger planted before insert on payrun.batches for each row execute function payrun.planted()`)
  const refused = await desk.call('POST', '/batches', { file: csv(row(1)) })
  expect(refused).toMatchObject({ status: 503, json: { code: 'unavailable', detail: expect.stringContaining(why) } })
  expect(refused.json.detail).toContain('may have been done all the same. If you used an Idempotency-Key')
  expect(refused.headers.get('retry-after')).toBe('5')
  await desk.db.query('drop function payrun.planted cascade')
  expect(await desk.call('POST', '/batches', { file: csv(row(1)) })).toMatchObject({ status: 201 })
})

/** Somebody closes the database for writing, and the sessions of the desk learn of it. */
async function closeForWriting({ desk, wire }: Awaited<ReturnType<typeof deskBehindWire>>): Promise<void> {
  const set = (what: string) =>
    desk.db.query(`do $$ begin execute format('alter database %I ${what}', current_database()); end $$`)
  await set('set default_transaction_read_only = on')
  onTestFinished(async () => void (await set('reset default_transaction_read_only')))
  wire.turnAway(true)
  wire.turnAway(false)
  await until('its sessions are new', async () => (await desk.call('GET', '/batches')).status === 200)
}

it.each([
  { language: 'en', closed: 'The database accepts no changes', stands: 'Nothing is stuck' },
  { language: 'fr', closed: "La base de données n'accepte aucune modification", stands: "Rien n'est bloqué" },
] as const)('what is closed for writing is not ready, says so, and is still read: $language', async (seen) => {
  const opened = await deskBehindWire(seen.language === 'en')
  const { desk } = opened
  const awa = await signedIn(desk, 'Awa', ['preparer'], seen.language)
  const { path, page } = await draftOf(desk, awa, good)
  await desk.db.query(`update payrun.accounts set used_at = now() - interval '2 minutes'`)
  await desk.db.query(`update payrun.sessions set seen_at = now() - interval '2 minutes'`)
  await closeForWriting(opened)
  const form = { ...hiddenOf(page, `${path}/pay`), act: 'pay', batch_name: 'Salaires', period: '' }
  const refused = await awa.post(`${path}/pay`, form)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(readText(refused)).toContain(seen.closed)
  expect(await desk.call('POST', '/batches', { file: csv(row(1)) })).toMatchObject({
    status: 503,
    json: { code: 'unavailable', detail: expect.stringContaining('accepts no changes') },
  })
  expect((await desk.call('GET', '/batches')).status).toBe(200)
  expect((await fetch(`${desk.url}/readyz`)).status).toBe(503)
  const work = readText(await awa.get('/work'))
  expect(work).toContain(seen.closed)
  expect(work).not.toContain(seen.stands)
  expect(readText(await awa.get('/'))).toContain(seen.closed)
})
