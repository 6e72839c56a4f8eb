import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { until } from '../../harness/payrun.ts'
import { openTestDesk } from '../desk.ts'
import { signedIn } from '../visitor.ts'

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
    expect(html).toMatch(/MTN Benin: planned maintenance until \d\d? \w+ \d{4}, \d\d:\d\d/)
    expect(html).toContain(
      'Moov Benin: planned maintenance from 1 Jan 2126, 22:00 to 2 Jan 2126, 02:00 (Africa/Porto-Novo).',
    )
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

  it('is held and released by an administrator, who is asked before, and by nobody else', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const admin = await signedIn(desk, 'Ada', ['admin'])
    const viewer = await signedIn(desk, 'Pia', ['viewer', 'preparer', 'approver'])
    const [holding, releasing] = ['/operators/mtn-benin/hold', '/operators/mtn-benin/release']
    expect((await viewer.post(holding, { note: 'x', sure: 'yes' })).status).toBe(403)
    const why = { note: 'MTN is away <b>until</b> noon' }
    const question = await admin.post(holding, why)
    expect(question.html).toContain('Hold MTN Benin?')
    expect(question.html).toContain('Note: MTN is away &lt;b>until&lt;/b> noon')
    expect(await desk.db.query('select from payrun.operator_holds')).toEqual([])
    const held = await admin.post(holding, { ...why, sure: 'yes' })
    expect(held.location).toBe('/operators/mtn-benin')
    const page = await admin.follow(held)
    expect(page.html).toContain('MTN Benin is held. Workers stop sending to it within 5 seconds.')
    expect(page.html).toContain('Note: MTN is away &lt;b>until&lt;/b> noon')
    expect((await viewer.get('/operators')).html).toContain('MTN Benin is held')
    expect((await viewer.post(releasing, { sure: 'yes' })).status).toBe(403)
    expect((await admin.post(releasing)).html).toContain('Release MTN Benin?')
    expect((await viewer.get('/operators')).html).toContain('MTN Benin is held')
    expect((await admin.follow(await admin.post(releasing, { sure: 'yes' }))).html).toContain('is released')
    expect((await admin.follow(await admin.post(releasing, { sure: 'yes' }))).html).toContain('was not held')
    expect((await admin.post('/operators/none/hold', { ...why, sure: 'yes' })).status).toBe(404)
  })

  it('is not held without a note, which is told at its field', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const admin = await signedIn(desk, 'Ada', ['admin'], 'fr')
    for (const form of [{ note: ' ', sure: 'yes' }, { sure: 'yes' }]) {
      const { status, html } = await admin.post('/operators/mtn-benin/hold', form as Record<string, string>)
      expect(status).toBe(422)
      expect(html).toContain('<p class="problem" id="hold-note-problem">Indiquez pourquoi')
    }
    expect(await desk.db.query('select from payrun.operator_holds')).toEqual([])
  })

  it('says who holds it, to whoever did it and to others', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const ada = await signedIn(desk, 'Ada', ['admin'])
    const otto = await signedIn(desk, 'Otto', ['admin'])
    const wish = { note: 'away until noon', sure: 'yes' }
    const page = await ada.follow(await ada.post('/operators/mtn-benin/hold', wish))
    expect(page.html).toContain('</svg>Held by Ada</span>')
    for (const visitor of [ada, otto]) {
      const { html } = await visitor.follow(await visitor.post('/operators/mtn-benin/hold', wish))
      expect(html).toContain('Ada holds MTN Benin already. That hold stays as it is.')
      expect(html).not.toMatch(/[Ss]omebody else|Held by a person/)
    }
  })
})
