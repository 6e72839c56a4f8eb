import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { until } from '../harness/payrun.ts'
import { openTestDesk } from './desk.ts'
import { signedIn } from './visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

describe('/operators', () => {
  it('has no hold and no answer at first, in the language of whoever looks', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const visitor = await signedIn(desk, 'Vera', ['viewer'], 'fr')
    const { html } = await visitor.get('/operators')
    expect(html).toContain("Aucun opérateur n'est suspendu.")
    expect(html).toContain('MTN Bénin')
    const one = await visitor.get('/operators/mtn-benin')
    expect(one.html).toContain('Un administrateur peut suspendre')
    expect(one.html).not.toContain('<form class="panel')
    expect((await visitor.get('/operators/nothing')).status).toBe(404)
  })

  it('has what is planned of an operator, in words, and says when it is on', async () => {
    const desk = await openTestDesk(server, { pays: false })
    await desk.db.query(
      `insert into payrun.operator_windows (operator, sandbox, starts, ends, every, time_zone, actor)
       values ('mtn-benin', true, now() at time zone 'UTC' - interval '1 hour', now() at time zone 'UTC' + interval '1 hour', 'day', 'UTC', 'Awa'),
              ('moov-benin', true, '2126-01-01 22:00', '2126-01-02 02:00', null, 'Africa/Porto-Novo', 'Awa'),
              ('wave-senegal', false, '2126-01-01 22:00', '2126-01-02 02:00', null, 'UTC', 'Awa')`,
    )
    const { html } = await (await signedIn(desk, 'Vera', ['viewer'])).get('/operators')
    expect(html).toContain('Planned maintenance')
    expect(html).toMatch(/MTN Benin: planned maintenance until \d{4}/)
    expect(html).toContain('Moov Benin: planned maintenance from 2126-01-01 21:00')
    expect(html).not.toContain('Wave Senegal: planned')
    expect(html).toContain('Maintenance</span>')
  })

  it('counts the answers of the last hour, drawn by the minute, with their usual time', async () => {
    const desk = await openTestDesk(server, { pays: false })
    await desk.db.query(
      `insert into payrun.operator_answers values
         (date_trunc('minute', now()) - interval '3 minutes', 'mtn-benin', true, 1, 40, 2, 1, '{0,0,20,20,3,0,0,0,0,0,0,0,0}'),
         (date_trunc('minute', now()) - interval '3 minutes', 'mtn-benin', true, 2, 10, 0, 0, '{0,0,10,0,0,0,0,0,0,0,0,0,0}'),
         (date_trunc('minute', now()) - interval '2 hours', 'mtn-benin', true, 1, 900, 0, 0, '{900,0,0,0,0,0,0,0,0,0,0,0,0}'),
         (date_trunc('minute', now()), 'moov-benin', false, 1, 7, 0, 0, '{7,0,0,0,0,0,0,0,0,0,0,0,0}')`,
    )
    const visitor = await signedIn(desk, 'Vera', ['viewer'])
    const { html } = await visitor.get('/operators')
    expect(html).toContain('Answers by minute within the last hour: 50 good, 2 refused, 1 unclear')
    expect(html).toContain('>Within 200 ms, nearly always within 500 ms<')
    expect(html).not.toContain('900')
    expect(html.match(/<svg class="chart"/g)).toHaveLength(1)
  })

  it('has what a worker was answered', async () => {
    const desk = await openTestDesk(server)
    const rows = Array.from({ length: 5 }, (_, at) => `mtn-benin,229019700000${at},1500,R-${at},Awa`)
    const { json } = await desk.call('POST', '/batches', {
      file: `operator,phone_number,amount,reference,name\n${rows.join('\n')}\n`,
    })
    const visitor = await signedIn(desk, 'Vera', ['viewer'])
    await until(
      'the batch settles',
      async () => (await desk.call('GET', `/batches/${json.id}`)).json.state === 'settled',
    )
    await until('its answers are counted', async () =>
      /within the last hour: 5 good/.test((await visitor.get('/operators')).html),
    )
  })

  it('is held and released by an administrator, with a note, and by nobody else', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const admin = await signedIn(desk, 'Ada', ['admin'])
    const viewer = await signedIn(desk, 'Pia', ['viewer', 'preparer', 'approver'])
    expect((await viewer.post('/operators/mtn-benin/hold', { note: 'x' })).status).toBe(403)
    const held = await admin.post('/operators/mtn-benin/hold', { note: 'MTN is away <b>until</b> noon' })
    expect(held.location).toBe('/operators/mtn-benin')
    const page = await admin.follow(held)
    expect(page.html).toContain('MTN Benin is held. Workers stop sending to it within 5 seconds.')
    expect(page.html).toContain('Note: MTN is away &lt;b>until&lt;/b> noon')
    expect(page.html).toContain('Held by Ada')
    const other = await signedIn(desk, 'Otto', ['admin'])
    const again = await other.follow(await other.post('/operators/mtn-benin/hold', { note: 'me too' }))
    expect(again.html).toContain('Somebody else holds MTN Benin already.')
    expect((await viewer.get('/operators')).html).toContain('MTN Benin is held')
    expect((await viewer.post('/operators/mtn-benin/release')).status).toBe(403)
    expect((await admin.follow(await admin.post('/operators/mtn-benin/release'))).html).toContain('is released')
    expect((await other.follow(await other.post('/operators/mtn-benin/release'))).html).toContain('was not held')
    expect((await admin.post('/operators/none/hold')).status).toBe(409)
  })
})
