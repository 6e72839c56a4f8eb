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

const file = 'operator,phone_number,amount,reference,name\nmtn-benin,2290197000001,1500,R-1,Awa <b>\n'

describe('the page of the work', () => {
  it('says that batches run and nobody pays them, and what waits of which operator', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const visitor = await signedIn(desk, 'Awa', ['viewer'])
    const idle = await visitor.get('/work')
    expect(idle.html).toContain('No worker is there. What is submitted waits until one is started.')
    expect(idle.html).toContain('Nothing waits.')
    expect((await desk.call('POST', '/batches?name=Secret+name', { file })).status).toBe(201)
    await until('the page knows', async () => (await visitor.get('/work')).html.includes('no worker is there to pay'))
    const { html } = await visitor.get('/work')
    expect(html).toMatch(/MTN B[ée]nin<\/td><td[^>]*>running/)
    expect(html).toMatch(/Rows of running batches, at most<\/dt><dd>1</)
    expect(html).toMatch(/Jobs in the queue<\/dt><dd>1</)
    expect(html).not.toMatch(/Secret name|Awa &lt;b|22901970/)
    const french = await signedIn(desk, 'Binta', ['viewer'], 'fr')
    expect((await french.get('/work')).html).toContain("Des lots sont en cours et aucun processus de paiement n'est là")
    const live = await visitor.get('/work', { 'x-payrun-part': 'live' })
    expect(live.html).not.toContain('<html')
    expect(live.html).toContain('no worker is there to pay')
  })

  it('calls a batch scheduled that waits for its time, and paused one that a person paused', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const at = new Date(Date.now() + 86_400_000).toISOString()
    await desk.call('POST', `/batches?at=${at}`, { file })
    const visitor = await signedIn(desk, 'Awa', ['viewer'])
    const waits = async () =>
      [...(await visitor.get('/work')).html.matchAll(/MTN B[ée]nin<\/td><td[^>]*>([^<]*)/g)].map(([, state]) => state)
    expect(await waits()).toEqual(['scheduled'])
    const { json } = await desk.call('POST', '/batches', { file: file.replace('R-1', 'R-2').replace('1500', '1600') })
    await desk.call('POST', `/batches/${json.id}/pause`)
    await until('both are there', async () => (await waits()).length === 2)
    expect((await waits()).sort()).toEqual(['paused', 'scheduled'])
    const french = await signedIn(desk, 'Binta', ['viewer'], 'fr')
    expect((await french.get('/work')).html).toMatch(/<td[^>]*>planifié</)
  })

  it('shows the workers that live, and one that fell silent', async () => {
    const desk = await openTestDesk(server)
    const visitor = await signedIn(desk, 'Awa', ['viewer'])
    expect((await visitor.get('/work')).html).toMatch(/Working<\/span>/)
    const gone = `insert into payrun.workers (host, boot_id, pid, process_start, heartbeat_at)
                  values ('<i>far', 'b', 7, '1', now() - interval '26 seconds')`
    await desk.db.ledger.pool.query(gone)
    await until('it is shown', async () => (await visitor.get('/work')).html.includes('&lt;i>far'))
  })

  it.each([
    ['9 seconds', 'il y a \\d+ secondes'],
    ['2710 seconds', 'il y a 45 minutes'],
    ['3 hours', 'il y a 3 heures'],
    ['50 hours', 'il y a 2 jours'],
  ])('says that a batch was submitted %s ago: %s', async (age, told) => {
    const desk = await openTestDesk(server, { pays: false })
    await desk.call('POST', '/batches', { file })
    await desk.db.query(`update payrun.batches set created_at = now() - interval '${age}'`)
    const visitor = await signedIn(desk, 'Awa', ['viewer'], 'fr')
    expect((await visitor.get('/work')).html).toMatch(new RegExp(`<td[^>]*>${told}<`))
  })

  it('checks the parts for an administrator, and for nobody else', async () => {
    const desk = await openTestDesk(server)
    const admin = await signedIn(desk, 'Ada', ['admin'])
    expect((await admin.get('/work')).html).toContain('href="/admin/check"')
    const { html, status } = await admin.get('/admin/check')
    expect(status).toBe(200)
    expect(html).toMatch(/<td[^>]*>ledger: fsync</)
    expect(html).toContain('The built-in sandbox is the provider here.')
    expect(html).not.toContain('PAYRUN_PROVIDER_URL')
    expect(html).toMatch(/let the database wait for each standby \(synchronous_standby_names\)/)
    const french = (await (await signedIn(desk, 'Aïcha', ['admin'], 'fr')).get('/admin/check')).html
    for (const name of ['dossier de travail', 'registre : fsync', "file d'attente", 'prestataire'])
      expect(french.replaceAll('\u00a0', ' ')).toMatch(new RegExp(`<td[^>]*>${name}<`))
    expect(html).not.toContain(new URL(desk.db.url).password || 'no password')
    const visitor = await signedIn(desk, 'Awa', ['viewer', 'preparer', 'approver'])
    expect((await visitor.get('/work')).html).not.toContain('href="/admin/check"')
    expect((await visitor.get('/admin/check')).status).toBe(403)
    expect((await visitor.post('/work')).status).not.toBe(200)
  })
})
