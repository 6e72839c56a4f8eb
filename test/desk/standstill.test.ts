import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { openTestDesk } from './desk.ts'
import { csv, row } from './uploads.ts'
import { password, readText, signedIn } from './visitor.ts'

/** What the page of the work says first: all that stands still, and nothing that only waits for its time. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

async function deskAtRest(pays = true) {
  const desk = await openTestDesk(server, { pays })
  const admin = await signedIn(desk, 'Moussa', ['admin', 'preparer'])
  const french = await signedIn(desk, 'Binta', ['viewer'], 'fr')
  /** A batch that is paused for a reason, as if payrun had done it. */
  const paused = async (n: number, reason: string): Promise<string> => {
    const at = new Date(Date.now() + 86_400_000).toISOString()
    const { json } = await desk.call('POST', `/batches?name=Secret+${n}&at=${at}`, { file: csv(row(n)) })
    await desk.db.query(`update payrun.batches set reason = $1 where id = $2`, [reason, json.id])
    return json.id
  }
  const held = (manual: boolean, operator: string, until: string | null) =>
    desk.db.query(
      `insert into payrun.operator_holds (operator, sandbox, manual, reason, until, actor, note)
       values ($1, true, $2, '"no clear answers"', now() + $3::interval, $4, $5)`,
      [operator, manual, until, manual ? 'Moussa' : null, manual ? 'Awa is ill' : null],
    )
  return { desk, admin, french, paused, held }
}

const nothing = /Nothing is stuck|Rien n'est bloqué/

it('an operator that is held, by hand or by itself, or has maintenance stands still', async () => {
  const { desk, admin, french, held } = await deskAtRest()
  expect(readText(await admin.get('/work'))).toMatch(nothing)
  await held(true, 'mtn-benin', null)
  await held(false, 'moov-benin', '1 hour')
  await held(false, 'mtn-ci', '-1 second')
  await desk.db.query(
    `insert into payrun.operator_windows (operator, sandbox, starts, ends, time_zone, actor)
     values ('moov-ci', true, now() at time zone 'UTC' - interval '1 hour', now() at time zone 'UTC' + interval '1 hour', 'UTC', 'Moussa'),
            ('momo-ghana', true, now() at time zone 'UTC' + interval '1 hour', now() at time zone 'UTC' + interval '2 hours', 'UTC', 'Moussa')`,
  )
  const seen = await admin.get('/work')
  const text = readText(seen)
  expect(text).not.toMatch(nothing)
  expect(text).toMatch(
    /MTN Benin has been held by hand since .+?, \d\d:\d\d\. Nothing is sent to it until an administrator/,
  )
  expect(text).toMatch(/Nothing has been sent to Moov Benin since [^.]+: no clear answers/)
  expect(text).toMatch(/MTN Ivory Coast is tried again/)
  expect(text).toMatch(/Moov Ivory Coast: planned maintenance until/)
  expect(text).not.toMatch(/Ghana|Awa is ill/)
  for (const code of ['mtn-benin', 'moov-benin', 'mtn-ci', 'moov-ci'])
    expect(seen.html).toContain(`<a href="/operators/${code}">`)
  expect(readText(await french.get('/work'))).toMatch(
    /MTN Bénin est suspendu à la main depuis le .+?, \d\d:\d\d\. Rien ne lui/,
  )
})

it('a batch that is paused for somebody stands still, and one that waits for its time does not', async () => {
  const { admin, french, paused, held } = await deskAtRest()
  const planned = [await paused(1, 'scheduled'), await paused(2, 'hours'), await paused(3, 'window')]
  expect(readText(await admin.get('/work'))).toMatch(nothing)
  const [person, unknown, waits, spent] = [
    await paused(4, 'person'),
    await paused(5, 'too_many_unknown'),
    await paused(6, 'operator_held'),
    await paused(7, 'float'),
  ]
  await held(true, 'mtn-benin', null)
  const seen = await admin.get('/work')
  const text = readText(seen)
  expect(text).not.toMatch(nothing)
  expect(text).toContain(`Batch ${person}: This batch is paused. Nothing is sent until somebody resumes it.`)
  expect(text).toContain(`Batch ${unknown}: Too many rows may or may not have been paid`)
  expect(text).toContain(`Batch ${waits}: An operator is held by hand`)
  expect(text).toContain(`Batch ${spent}: The next payment would exceed what may be spent`)
  for (const id of [person, unknown, waits, spent]) expect(seen.html).toContain(`<a href="/batches/${id}">`)
  for (const id of planned) expect(text).not.toContain(id)
  expect(text).not.toContain('Secret')
  const french_ = readText(await french.get('/work'))
  expect(french_).toContain(`Lot ${person} : Ce lot est en pause.`)
})

it('of many paused batches the first are named, and a link leads to the others', async () => {
  const { admin, paused } = await deskAtRest()
  for (let n = 1; n <= 12; n++) await paused(n, 'person')
  const { html } = await admin.get('/work')
  expect(html.match(/Batch /g)).toHaveLength(10)
  expect(html).toContain('2 more batches are paused.')
})

it('a batch that goes on with other operators while one waits for the float is told of', async () => {
  const { desk, admin, french } = await deskAtRest(false)
  const atMoov = row(2, { phone: '2290195000002' }).replace('mtn-benin', 'moov-benin')
  const { json } = await desk.call('POST', '/batches', { file: csv(row(1), atMoov) })
  await admin.post('/admin/float/amount', { currency: 'XOF', what: 'set', amount: '10', sure: 'yes', proof: password })
  await desk.db.query(
    `insert into payrun.float_waits (batch_no, operator, currency, needs_minor)
     select batch_no, 'moov-benin', 'XOF', 7000 from payrun.batches`,
  )
  const seen = await admin.get('/work')
  expect(readText(seen)).toContain('1 batch waits until more may be spent in XOF')
  expect(seen.html).toContain(`<a href="/batches/${json.id}">`)
  expect(seen.html).toContain('<a href="/admin/float">')
  const other = await french.get('/work')
  expect(readText(other)).toContain('1 lot attend que la provision en XOF')
  expect(other.html).not.toContain('/admin/float"')
})
