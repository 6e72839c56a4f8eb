import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { password, signedIn } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const open = () => openTestDesk(server, { pays: false })

describe('/schedules', () => {
  const wish = {
    name: 'Salaries',
    path: '/srv/payroll',
    cron: '0 8 25 * *',
    tz: 'Africa/Porto-Novo',
    period_format: 'yyyy-MM',
  }

  it('are added without knowing cron: every month, week or day, at a time', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const admin = await signedIn(desk, 'Ada', ['admin'])
    const page = (await admin.get('/schedules/new')).html
    expect(page).toMatch(/<option value="month" selected>Every month/)
    expect(page).toMatch(/<option value="yyyy-MM" selected>the month, such as 2026-11/)
    const base = { path: '/srv/payroll', tz: 'UTC', day: '25', weekday: '', time: '08:05', cron: '' }
    const cases = { month: '5 8 25 * *', last: '5 8 L * *', week: '5 8 * * 1', day: '5 8 * * *' }
    for (const [often, cron] of Object.entries(cases)) {
      await admin.post('/schedules/new', {
        ...base,
        name: `S ${often}`,
        often,
        ...(often === 'week' && { weekday: '1' }),
      })
      expect(await desk.db.query(`select cron from payrun.schedules where name = 'S ${often}'`)).toEqual([{ cron }])
    }
    const wrong = await admin.post('/schedules/new', { ...base, name: 'X', often: 'month', day: '31' })
    expect([wrong.status, wrong.html]).toEqual([422, expect.stringContaining('id="day-problem"')])
    const late = await admin.post('/schedules/new', { ...base, name: 'X', often: 'day', time: '25:00' })
    expect([late.status, late.html]).toEqual([422, expect.stringContaining('id="time-problem"')])
    const other = await admin.post('/schedules/new', { ...base, name: 'X', often: 'other' })
    expect([other.status, other.html]).toEqual([422, expect.stringContaining('id="cron-problem"')])
  })

  it('is added by a form that keeps what was typed, and tells when it runs next', async () => {
    const desk = await open()
    const admin = await signedIn(desk, 'Ada', ['admin'])
    expect((await admin.get('/schedules')).html).toContain('No schedules yet.')
    const wrong = await admin.post('/schedules/new', { ...wish, cron: 'every day' })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('value="every day"')
    expect((await admin.post('/schedules/new', { ...wish, path: ' ' })).html).toContain('This is required.')
    expect((await admin.post('/schedules/new', { ...wish, tz: 'Mars/Base' })).status).toBe(422)
    const added = await admin.post('/schedules/new', wish)
    expect(added.location).toBe('/schedules/1')
    const { html } = await admin.follow(added)
    expect(html).toContain('There is nothing at /srv/payroll yet')
    expect(html).toMatch(/25 \w{3,4} \d{4}, 08:00, for the period/)
    expect((await admin.get('/schedules')).html).toContain('Africa/Porto-Novo')
    expect(html).not.toContain('in the same period')
    await admin.post('/schedules/new', { ...wish, name: 'Twice a month', cron: '0 8 10,25 * *' })
    expect((await admin.get('/schedules/2')).html).toContain('Some of these times are in the same period.')
  })

  it('says in which hours it pays, and that its next run falls into planned maintenance', async () => {
    const desk = await open()
    const admin = await signedIn(desk, 'Ada', ['admin'])
    expect((await admin.post('/schedules/new', { ...wish, between: '8-18' })).status).toBe(422)
    await admin.post('/schedules/new', { ...wish, between: '09:00-18:00' })
    expect((await admin.get('/schedules/1')).html).toContain(
      'Pays between 09:00 and 18:00 (Africa/Porto-Novo): waits until 09:00.',
    )
    expect((await admin.get('/schedules')).html).not.toContain('Planned maintenance of')
    await desk.db.query(`
      insert into payrun.operator_windows (operator, sandbox, starts, ends, every, time_zone, actor)
      values ('mtn-benin', true, '2026-01-01T07:50', '2026-01-01T08:30', 'day', 'Africa/Porto-Novo', 'Ada')`)
    for (const path of ['/schedules', '/schedules/1'])
      expect((await admin.get(path)).html, path).toMatch(/Planned maintenance of .*MTN.* from 25 \w+ \d{4}, 06:50/)
  })

  it('shows the largest amount, the hours, and what becomes of wrong rows', async () => {
    const desk = await open()
    const admin = await signedIn(desk, 'Ada', ['admin'])
    await admin.post('/schedules/new', { ...wish, max_amount: '150 000', skip_invalid: 'yes' })
    const { html } = await admin.get('/schedules/1')
    expect(html).toContain('<dt>Maximum for one person</dt><dd>150 000</dd>')
    expect(html).toContain('<dt>Hours of payment</dt><dd>At any time</dd>')
    expect(html).toContain('<dt>Rows with problems</dt><dd>Left out: the others are paid</dd>')
    await admin.post('/schedules/new', { ...wish, name: 'Bonuses' })
    const other = await admin.get('/schedules/2')
    expect(other.html).toContain('<dt>Maximum for one person</dt><dd>No limit</dd>')
    expect(other.html).toContain('<dt>Rows with problems</dt><dd>The whole file is refused</dd>')
  })

  it('tells every mistake of a form at its field', async () => {
    const desk = await open()
    const admin = await signedIn(desk, 'Ada', ['admin'])
    const wrong = {
      name: '12',
      path: ' ',
      cron: 'every day',
      tz: 'Mars/Base',
      between: '8-18',
      period_format: '%%',
      max_amount: 'many',
    }
    const { status, html } = await admin.post('/schedules/new', wrong)
    expect(status).toBe(422)
    for (const name of Object.keys(wrong)) expect(html, name).toContain(`id="${name}-problem"`)
    expect(html).not.toMatch(/--(?:max-amount|name)/)
    expect(html).toContain('Give the schedule a name that is not a number: numbers are ids.')
    await admin.post('/schedules/new', wish)
    expect((await admin.post('/schedules/new', wish)).html).toContain('id="name-problem"')
  })

  it('is paused, resumed and removed by an administrator, who is asked before it is gone', async () => {
    const desk = await open()
    const admin = await signedIn(desk, 'Ada', ['admin'])
    const viewer = await signedIn(desk, 'Pia', ['viewer', 'preparer', 'approver'], 'fr')
    await admin.post('/schedules/new', wish)
    expect((await viewer.get('/schedules/1')).html).toContain('Un administrateur peut mettre en pause')
    for (const act of ['pause', 'resume', 'remove'])
      expect((await viewer.post(`/schedules/1/${act}`, { sure: 'yes' })).status, act).toBe(403)
    const other = await signedIn(desk, 'Otto', ['admin'])
    expect((await admin.follow(await admin.post('/schedules/1/pause'))).html).toContain('Salaries is paused.')
    expect((await other.follow(await other.post('/schedules/1/pause'))).html).toContain('was paused already')
    expect((await admin.follow(await admin.post('/schedules/1/resume'))).html).toContain('runs again from now on')
    const question = await admin.post('/schedules/1/remove')
    expect(question.html).toContain('Remove the schedule Salaries?')
    expect((await admin.get('/schedules')).html).toContain('Salaries')
    expect((await admin.follow(await admin.post('/schedules/1/remove', { sure: 'yes' }))).html).toContain('is removed')
    expect((await other.post('/schedules/1/remove', { sure: 'yes' })).status).toBe(409)
  })

  it('pays on when whoever added it is disabled, which is said before', async () => {
    const desk = await open()
    const [ada, bea] = [await signedIn(desk, 'Ada', ['admin']), await signedIn(desk, 'Bea', ['admin'])]
    for (const name of ['Salaries', 'Paused']) await bea.post('/schedules/new', { ...wish, name })
    await bea.post('/schedules/2/pause')
    const [account] = await desk.db.query<{ no: number }>(
      `select account_no as no from payrun.accounts where name = 'Bea'`,
    )
    const path = `/admin/accounts/${account?.no}/disable`
    expect((await ada.post(path)).html).toContain('Schedules that this person added still pay: Salaries.')
    expect((await ada.post(path, { sure: 'yes' })).status).toBe(303)
    expect((await ada.get('/schedules')).html).toContain('Salaries')
  })

  it('says which run failed and why', async () => {
    const desk = await open()
    const admin = await signedIn(desk, 'Ada', ['admin'])
    await admin.post('/schedules/new', { ...wish, name: '<i>Salaries' })
    await desk.db.query(
      `insert into payrun.schedule_runs (schedule_no, planned, planned_at, period, file, in_folder, code, message)
       values (1, '2026-11-25T08:00', now(), '2026-11', 'november.csv', true, 'missing', '{"text": "x"}')`,
    )
    const { html } = await admin.get('/schedules')
    expect(html).toContain('The last run of &lt;i>Salaries failed')
    expect((await admin.get('/schedules/1')).html).toContain('november.csv')
  })

  it('says that a file of a folder failed, here and at home, though another one was submitted after it', async () => {
    const desk = await open()
    const admin = await signedIn(desk, 'Ada', ['admin'])
    await admin.post('/schedules/new', { ...wish, name: 'Incoming' })
    const { json } = await desk.call('POST', '/batches', {
      file: 'operator,phone_number,amount\nmtn-benin,2290197000001,1000\n',
    })
    await desk.db.query(
      `insert into payrun.schedule_runs (schedule_no, planned, planned_at, period, file, in_folder, code, message, batch_no)
       select 1, '2026-11-25T08:00', now(), '2026-11', 'a.csv', true, 'refused', '"x"'::jsonb, null
       union all
       select 1, '2026-11-25T08:00', now(), '2026-11', 'b.csv', true, null, null, batch_no
         from payrun.batches where id = '${json.id}'`,
    )
    expect((await admin.get('/schedules')).html).toContain('The last run of Incoming failed')
    expect((await admin.get('/')).html).toContain(
      'paid nobody in one of its files at its last run (25 Nov 2026, 08:00)',
    )
  })
})

describe('/payins', () => {
  const fill = async (desk: TestDesk) => {
    await desk.db.query(
      `insert into payrun.charges (id, kind, reference, amount_minor, currency, operator, own_reference, values_hash)
       values ('c1', 'collection', 'TX-1', 25000, 'XOF', 'mtn-benin', '<b>INV', '\\x00'),
              ('c2', 'payment', 'TX-2', 12500, 'XOF', null, 'INV-2', '\\x00')`,
    )
    await desk.db.query(`update payrun.charges set state = 'unknown', code = 'timeout'`)
    await desk.db.query(`update payrun.charges set state = 'paid', code = null where id = 'c2'`)
  }

  it('lists what was asked for by kind and state, what nobody knows first', async () => {
    const desk = await open()
    const visitor = await signedIn(desk, 'Vera', ['viewer'], 'fr')
    expect((await visitor.get('/payins')).html).toContain('Aucun encaissement pour le moment.')
    await fill(desk)
    const { html } = await visitor.get('/payins')
    expect(html).toContain('Personne ne sait si ces clients ont payé')
    expect(html).toMatch(/&lt;b>INV.*25\s000\sFCFA/s)
    expect(html).not.toContain('INV-2')
    expect((await visitor.get('/payins?kind=payment')).html).toContain('INV-2')
    expect((await visitor.get('/payins?kind=payment&state=failed')).html).toContain(
      'Rien dans cet état pour le moment.',
    )
    expect((await visitor.get('/payins?before=1')).html).toContain('Les plus récents sont sur la première page.')
  })

  it('shows one with its notifications, and nothing of their bodies', async () => {
    const desk = await open()
    await fill(desk)
    await desk.db.query(
      `insert into payrun.notifications (key, reference, status, body, signed, effect)
       values ('n1', 'TX-2', 'SUCCESS', 'Awa Diop', true, 'settled')`,
    )
    const visitor = await signedIn(desk, 'Vera', ['viewer'])
    const { html } = await visitor.get('/payins/payment/c2')
    expect(html).toContain('Settled it')
    const unknown = await (await signedIn(desk, 'Awa', ['viewer'], 'fr')).get('/payins/collection/c1')
    expect(unknown.html).toContain("<dt>Raison</dt><dd>Aucune réponse n'est arrivée à temps.</dd>")
    expect(html).not.toContain('Awa Diop')
    for (const path of ['/payins/collection/c2', '/payins/other/c2', '/payins/payment/zz'])
      expect((await visitor.get(path)).status, path).toBe(404)
  })

  it('lets an approver say what became of an unknown one, once, after the password', async () => {
    const desk = await open()
    await fill(desk)
    const approver = await signedIn(desk, 'Ann', ['approver'])
    const viewer = await signedIn(desk, 'Vera', ['viewer', 'preparer', 'admin'])
    const path = '/payins/collection/c1/resolve'
    const said = { end: 'paid', note: 'Told by MTN on the telephone', sure: 'yes', proof: password }
    expect((await viewer.post(path, said)).status).toBe(403)
    expect((await approver.post(path, { ...said, note: ' ' })).status).toBe(422)
    expect((await approver.post(path, { ...said, end: 'nothing' })).status).toBe(422)
    const question = await approver.post(path, { end: 'paid', note: said.note })
    expect(question.html).toContain('Settle this payment of 25,000\u00a0FCFA?')
    expect((await approver.post(path, { ...said, proof: 'wrong' })).status).toBe(422)
    const other = await signedIn(desk, 'Bea', ['approver'])
    const answers = await Promise.all([approver.post(path, said), other.post(path, { ...said, end: 'failed' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
    const { html } = await viewer.get('/payins/collection/c1')
    expect(html).toContain('Told by MTN on the telephone')
    expect(html).toMatch(/Ann|Bea/)
    expect((await approver.post(path, said)).status).toBe(409)
  })

  it('lets an approver settle one that is under way as paid; as not paid only after a day', async () => {
    const desk = await open()
    await fill(desk)
    await desk.db.query(`update payrun.charges set state = 'under_way', code = null where id = 'c1'`)
    const approver = await signedIn(desk, 'Ann', ['approver'])
    const path = '/payins/collection/c1/resolve'
    const said = { end: 'failed', note: 'Told by MTN on the telephone', sure: 'yes', proof: password }
    expect((await approver.get('/payins/collection/c1')).html).toContain(`action="${path}"`)
    const early = await approver.post(path, said)
    expect(early.status).toBe(409)
    expect(early.html).toContain('under way for less than a day')
    expect((await approver.post(path, { ...said, end: 'paid' })).status).toBe(303)
    expect((await approver.get('/payins/collection/c1')).html).not.toContain(`action="${path}"`)
  })
})
