import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeSchedule } from '../../../src/app/schedules/changeSchedules.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { until } from '../../harness/payrun.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { password, signedIn } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const open = () => openTestDesk(server, { pays: false })

/** Each entry as text: who, what, to what. */
const entriesOf = (html: string): string[] =>
  html
    .split(/<tr[^>]*>/)
    .slice(2)
    .map((row) => (row.split('</tr>')[0] ?? '').replaceAll(/<[^>]*>/g, ' '))
    .map((text) => text.replaceAll(/[\s\u202f\u00a0]+/g, ' ').trim())

const record = (desk: TestDesk, what: string, subject: string, details: object) =>
  desk.db.query('insert into payrun.changes (actor, what, subject, details) values ($1, $2, $3, $4)', [
    'Zoe',
    what,
    subject,
    JSON.stringify(details),
  ])

describe('/admin/trail', () => {
  it('has who added, paused, resumed and removed a schedule, at the desk, by the API and on the command line', async () => {
    const desk = await open()
    const admin = await signedIn(desk, 'Ada', ['admin'])
    const wish = { name: 'Salaries', path: '/srv/payroll', cron: '0 8 25 * *', tz: 'Africa/Porto-Novo' }
    await admin.post('/schedules/new', wish)
    await desk.call('POST', '/schedules/Salaries/pause')
    await changeSchedule(desk.app, 'Salaries', 'pause')
    await changeSchedule(desk.app, 'Salaries', 'resume')
    const path = '/admin/trail?what=schedule'
    const { html } = await admin.get(path)
    expect(html).toContain('<option value="schedule" selected>Schedules</option>')
    expect(html).toContain('<a href="/schedules/1">Salaries</a>')
    await admin.post('/schedules/1/remove', { sure: 'yes' })
    const entries = entriesOf((await admin.get(path)).html)
    expect(entries).toHaveLength(4)
    expect(entries[0]).toMatch(/Ada Removed a schedule Salaries$/)
    expect(entries[1]).toMatch(`${desk.app.config.user} Resumed a schedule Salaries`)
    expect(entries[2]).toMatch(/tests Paused a schedule Salaries$/)
    expect(entries[3]).toMatch(/Ada Added a schedule Salaries$/)
    expect((await admin.get('/admin/trail?what=account')).html).not.toContain('Salaries')
  })

  it('says warnings, rules, roles and operators in words, and what holds after a change', async () => {
    const desk = await open()
    const admin = await signedIn(desk, 'Ada', ['admin'])
    await record(desk, 'policy.approvals', 'approvals XOF 10000000', { from: 1, to: 3 })
    await record(desk, 'policy.approvals', 'approvals XOF 5000000', { from: 3, to: 1 })
    await record(desk, 'policy.approvals', 'approvals', { from: 1, to: 2 })
    await record(desk, 'policy.keys_approve', 'keys_approve', { from: false, to: true })
    await record(desk, 'policy.second_factor', 'second_factor', { from: true, to: false })
    await record(desk, 'policy.warnings', 'first_payment', { from: 'warn', to: 'approve' })
    await record(desk, 'float.set', 'XOF', { from: null, to: '5000000' })
    await record(desk, 'float.set', 'KES', { from: '100', to: null })
    await record(desk, 'float.budgets', 'XOF', { daily: '20000', monthly: null })
    await record(desk, 'account.roles', 'Kofi', { roles: ['viewer', 'approver'] })
    await desk.db.query(
      `insert into payrun.operator_events (operator, sandbox, action, actor) values ('mtn-benin', true, 'held', 'Zoe')`,
    )
    const text = entriesOf((await admin.get('/admin/trail?who=zoe')).html).join('\n')
    for (const said of [
      'A batch of more than 10,000,000 FCFA needs 3 people. Batches of more than 10,000,000 FCFA',
      'There is no rule for batches of more than 5,000,000 FCFA any more.',
      'Every batch needs 2 people',
      'API keys with the role approver may approve. Approvals by programs',
      'A second factor is optional. Second factor',
      'Now: One more approval Number never paid before',
      'Set a float Now: 5,000,000 FCFA XOF',
      'Set a float Now: no limit KES',
      'Changed budgets 20,000 FCFA in a day, no limit in a month XOF',
      'viewer, approver',
      'Held an operator MTN Benin',
    ])
      expect(text).toContain(said)
    expect(text).not.toMatch(/approvals XOF|keys_approve|second_factor|first_payment|mtn-benin/)
  })

  it('begins each deed with a capital letter, and counts warnings in words, in French', async () => {
    const desk = await open()
    const admin = await signedIn(desk, 'Ada', ['admin'], 'fr')
    await record(desk, 'float.set', 'XOF', { from: null, to: '5000000' })
    const { json } = await desk.call('POST', '/batches', {
      file: 'operator,phone_number,amount,reference,name\nmtn-benin,2290190000001,1500,R-1,Awa\n',
    })
    await desk.db.query(
      `insert into payrun.warnings_seen (batch_no, deed, actor, counts, shown)
       select batch_no, 'approved', 'Zoe', '{"number_repeated": 2, "first_payment": 1}', '[]'
         from payrun.batches where id = '${json.id}'`,
    )
    const text = entriesOf((await admin.get('/admin/trail?who=zoe')).html).join('\n')
    expect(text).toContain('A fixé une provision Montant actuel : 5 000 000 FCFA')
    expect(text).toContain(
      "1 ligne paie un numéro qui n'a encore jamais été payé, 2 lignes paient un numéro que paie déjà une autre ligne du fichier",
    )
  })

  it('finds a batch by its name, its id and its row, an operator, an account and a note', async () => {
    const desk = await openTestDesk(server)
    const admin = await signedIn(desk, 'Ada', ['admin', 'approver'])
    const file = 'operator,phone_number,amount,reference,name\nmtn-benin,2290197009905,1500,R-1,Awa\n'
    const { json } = await desk.call('POST', '/batches?name=November', { file })
    await until('it is settled', async () => (await desk.call('GET', `/batches/${json.id}`)).json.state === 'settled')
    const yes = { sure: 'yes', proof: password }
    await admin.post(`/batches/${json.id}/rows/2/resolve`, { verdict: 'not_paid', note: 'asked by phone', ...yes })
    await desk.db.query(
      `insert into payrun.operator_events (operator, sandbox, action, actor) values ('mtn-benin', true, 'held', 'Zoe')`,
    )
    await record(desk, 'account.roles', 'Kofi Mensah', { roles: ['viewer'] })
    const found = async (q: string) =>
      entriesOf((await admin.get(`/admin/trail?q=${encodeURIComponent(q)}`)).html).join('\n')
    for (const q of ['novem', json.id]) {
      expect(await found(q)).toMatch(/Submitted a batch November/)
      expect(await found(q)).not.toContain('Kofi')
    }
    for (const q of ['asked by PHONE', 'line 2', `${json.id}:2`, 'ligne 2']) {
      const text = await found(q)
      expect(text, q).toMatch(/not paid.*asked by phone.*November, line 2/)
      expect(text, q).not.toContain('Submitted')
    }
    for (const q of ['mtn-benin', 'MTN Ben']) expect(await found(q), q).toMatch(/Zoe Held an operator MTN Benin$/)
    expect(await found('mensah')).toMatch(/Zoe .* Kofi Mensah$/)
    expect((await admin.get(`/admin/trail?q=${json.id}`)).html).toContain(
      `<a href="/batches/${json.id}/rows/2">November, line 2</a>`,
    )
    expect((await admin.get('/admin/trail?q=100%25')).html).toContain('Nothing was found.')
    const csv = (await admin.get('/admin/trail.csv?q=line%202')).html
    expect(csv).toMatch(/row\.resolved,\w+:2,"\{""to"": ?""failed"", ?""note"": ?""asked by phone""\}",November,/)
    expect(csv).toMatch(/,November,"Resolved a row \(not paid, asked by phone\)"$/m)
  })

  it('is taken along with its sentences in the language of who takes it, and no sentence as it is stored', async () => {
    const desk = await open()
    const [ada, pia] = [await signedIn(desk, 'Ada', ['admin']), await signedIn(desk, 'Pia', ['admin'], 'fr')]
    const note = { key: 'commands.file_refused', args: {} }
    await record(desk, 'policy.approvals', 'approvals', { from: 1, to: 2, note })
    await record(desk, 'float.set', 'XOF', { from: null, to: '5000000' })
    // Who only asks whether it is there takes nothing.
    expect((await ada.head('/admin/trail.csv')).headers.get('content-type')).toContain('text/csv')
    expect(await desk.db.query(`select 1 from payrun.changes where what = 'trail.taken'`)).toEqual([])
    const [english, french] = [
      (await ada.get('/admin/trail.csv?who=zoe')).html,
      (await pia.get('/admin/trail.csv?who=zoe')).html,
    ]
    expect(english).toContain('Set a float (Now: 5,000,000 FCFA)')
    expect(french.replaceAll(/[\u202f\u00a0]/g, ' ')).toContain(
      'A fixé une provision (Montant actuel : 5 000 000 FCFA)',
    )
    for (const csv of [english, french]) {
      expect(csv).toMatch(/,float\.set,XOF,/)
      expect(csv).not.toMatch(/commands\.file_refused|""key""/)
    }
  })

  it('says so when the first day is after the last', async () => {
    const desk = await open()
    const admin = await signedIn(desk, 'Ada', ['admin'])
    const { status, html } = await admin.get('/admin/trail?from=2026-11-26&to=2026-11-20')
    expect(status).toBe(422)
    expect(html).toContain('is after the day under')
    expect(html).not.toContain('Nothing was found')
  })
})
