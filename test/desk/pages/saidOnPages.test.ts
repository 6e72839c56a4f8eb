import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { until } from '../../harness/payrun.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { csv, row } from '../uploads.ts'
import { addPerson, password, readText, signedIn } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

/** Line 2 is refused, line 3 unclear. */
async function settled(desk: TestDesk): Promise<string> {
  const file = csv(row(1, { phone: '2290197009901' }), row(2, { phone: '2290197009905' }))
  const { json } = await desk.call('POST', '/batches?name=November', { file })
  await until('it is settled', async () => (await desk.call('GET', `/batches/${json.id}`)).json.state === 'settled')
  return json.id
}

describe('whoever comes second', () => {
  it('is told what the first recorded, with a link to the row', async () => {
    const desk = await openTestDesk(server)
    const id = await settled(desk)
    const kofi = await signedIn(desk, 'Kofi Mensah', ['approver'])
    const binta = await signedIn(desk, 'Binta', ['approver'], 'fr')
    const path = `/batches/${id}/rows/3/resolve`
    const form = { verdict: 'not_paid', note: 'by phone', sure: 'yes', proof: password }
    await kofi.post(path, form)
    const late = await binta.post(path, form)
    expect(late.status).toBe(409)
    expect(readText(late)).toContain('Kofi Mensah a déjà déclaré la ligne 3 non payée.')
    expect(late.html).toContain(`<a href="/batches/${id}/rows/3">Retour à la ligne</a>`)
    expect(readText(await kofi.post(path, form))).toContain('Kofi Mensah already recorded line 3 as not paid.')
    const cancelled = await kofi.post(`/batches/${id}/cancel`, { sure: 'yes' })
    expect(cancelled.status).toBe(409)
    expect(cancelled.html).toContain(`<a href="/batches/${id}">Back to the batch</a>`)
  })
})

describe('the home page', () => {
  it('names an operator that somebody holds, with who, since when and why', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const hold = (code: string, more: string) =>
      desk.db.query(
        `insert into payrun.operator_holds (operator, sandbox, manual, reason, since, actor, note)
         values ('${code}', true, true, '"held by hand"', '2026-11-26T03:06:00Z', ${more})`,
      )
    await hold('mtn-benin', `'Awa Diop', 'the network is down'`)
    const viewer = await signedIn(desk, 'Chi', ['viewer'])
    const home = await viewer.get('/')
    expect(readText(home)).toContain('Awa Diop has held MTN Benin since 26 Nov 2026, 03:06: "the network is down"')
    expect(home.html).toContain('<a href="/operators/mtn-benin">MTN Benin</a>')
    const french = await signedIn(desk, 'Binta', ['viewer'], 'fr')
    expect(readText(await french.get('/'))).toContain(
      'Awa Diop a suspendu MTN Bénin le 26 nov. 2026, 03:06 : « the network is down »',
    )
  })

  it('has a schedule that failed with its time as the visitor writes it, and a link to it', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const admin = await signedIn(desk, 'Ada', ['admin'], 'fr')
    const wish = { name: 'Salaires', path: '/srv/nowhere', cron: '0 8 25 * *', tz: 'UTC' }
    await admin.post('/schedules/new', wish)
    await desk.db.query(
      `insert into payrun.schedule_runs (schedule_no, planned, planned_at, period, file, in_folder, missed, code, message)
       values (1, '2026-11-25T08:00', '2026-11-25T08:00Z', '2026-11', '/srv/nowhere', false, 0, 'missing', '"nothing is there"')`,
    )
    const { html } = await admin.get('/')
    expect(readText({ html })).toContain('(25 nov. 2026, 08:00)')
    expect(html).not.toContain('2026-11-25 08:00')
    expect(html).toContain('<a href="/schedules/1">')
  })
})

describe('words of others and names', () => {
  it('stand in quotes where they are in another language', async () => {
    const desk = await openTestDesk(server)
    const id = await settled(desk)
    const binta = await signedIn(desk, 'Binta', ['viewer'], 'fr')
    expect(readText(await binta.get(`/batches/${id}/rows/2`))).toContain('« The payout was refused by the operator »')
  })

  it('call a key and a link by their names, and keep to their gender in French', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const admin = await signedIn(desk, 'Ada', ['admin'], 'fr')
    const proof = { sure: 'yes', proof: password }
    const key = await admin.post('/admin/keys/new', { name: 'Paie', role_viewer: 'yes', ...proof })
    expect(readText(key)).toContain('Copiez la clé maintenant : elle ne sera plus affichée')
    const account = await admin.post('/admin/accounts/new', { name: 'Kofi', role_viewer: 'yes', ...proof })
    expect(readText(account)).toContain('Copiez le lien maintenant : il ne sera plus affiché')
    expect((await admin.get('/admin/keys')).html).toMatch(/<\/svg>active<\/span>/)
    expect((await admin.get('/admin')).html).toMatch(/<\/svg>actif<\/span>/)
  })

  it('say who holds an operator since when, and one state by one word, in French', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const admin = await signedIn(desk, 'Ada', ['admin', 'approver'], 'fr')
    await admin.post('/operators/mtn-benin/hold', { note: 'panne', sure: 'yes' })
    expect(readText(await admin.get('/'))).toMatch(/Ada a suspendu MTN Bénin le \d/)
    for (const path of ['/work', '/admin/accounts/new']) {
      expect(readText(await admin.get(path)), path).toMatch(/lignes inconnues/i)
      expect(readText(await admin.get(path)), path).not.toContain('incertain')
    }
    expect(readText(await admin.get('/admin/policy'))).toContain('Une seule personne suffit pour un lot')
  })

  it('calls roles by French words in French, and an account by its name', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const admin = await signedIn(desk, 'Ada', ['admin'], 'fr')
    await addPerson(desk, 'Kofi Mensah', ['preparer', 'approver'])
    const page = readText(await admin.get('/admin'))
    expect(page).toContain('préparateur approbateur')
    expect(page).not.toMatch(/preparer|approver/)
    const again = await admin.post('/admin/accounts/new', { name: 'kofi mensah', role_viewer: 'yes' })
    expect(readText(again)).toContain('Il y a déjà un compte Kofi Mensah.')
  })
})
