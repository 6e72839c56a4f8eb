import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setApprovals } from '../../../src/app/accounts/policy.ts'
import { clockText } from '../../../src/words/render.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { until } from '../../harness/payrun.ts'
import { press } from '../browserForm.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { csv, draftOf, row } from '../uploads.ts'
import { password, readText, signedIn } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const tomorrow = () => `at=${new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)}Z`

async function submitted(desk: TestDesk, query: string, ...rows: string[]): Promise<string> {
  const { json, status } = await desk.call('POST', `/batches?${query}`, { file: csv(...rows) })
  expect(status).toBe(201)
  return json.id
}

describe('a batch that waits for its time', () => {
  it('is called scheduled, and listed by itself', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const id = await submitted(desk, `name=Later&${tomorrow()}`, row(1))
    const stopped = await submitted(desk, 'name=Stopped', row(2))
    await desk.call('POST', `/batches/${stopped}/pause`)
    const awa = await signedIn(desk, 'Awa', ['viewer'])
    expect(readText(await awa.get(`/batches/${id}`))).toMatch(
      /scheduled sandbox It is paid by itself when its time comes/,
    )
    const paused = (await awa.get('/batches?state=paused')).html
    expect(paused).toContain('Stopped')
    expect(paused).not.toContain('Later')
    const scheduled = (await awa.get('/batches?state=scheduled')).html
    expect(scheduled).toContain('Later')
    expect(scheduled).not.toContain('Stopped')
    const binta = await signedIn(desk, 'Binta', ['viewer'], 'fr')
    expect(readText(await binta.get('/batches'))).toMatch(/Later \w+ planifié/)
    expect(readText(await binta.get(`/batches/${id}`))).not.toContain('payer maintenant')
    // For programs it is paused, as before.
    expect((await desk.call('GET', `/batches/${id}`)).json.state).toBe('paused')
  })
})

describe('cancelling', () => {
  it('is refused before the question where a preparer may not do it any more', async () => {
    const desk = await openTestDesk(server, { pays: false })
    await setApprovals(desk.app, desk.core, 2)
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const kofi = await signedIn(desk, 'Kofi', ['approver'])
    const { page } = await draftOf(desk, awa, csv(row(1)))
    await press(awa, page, 'Send for approval')
    const [{ id }] = (await desk.call('GET', '/batches')).json.batches
    expect(readText(await awa.post(`/batches/${id}/cancel`))).toContain('Cancel the batch')
    await kofi.post(`/approvals/${id}/approve`, { sure: 'yes', proof: password })
    const late = await awa.post(`/batches/${id}/cancel`)
    expect(late.status).toBe(403)
    expect(readText(late)).toContain('Awa may cancel only batches that they submitted and that are not approved yet')
    expect(late.html).not.toContain('name="sure"')
  })
})

describe('a request for a retry that is withdrawn', () => {
  it('where there is none, nobody is said to have decided on it', async () => {
    const desk = await openTestDesk(server, { pays: false })
    await setApprovals(desk.app, desk.core, 2)
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const kofi = await signedIn(desk, 'Kofi', ['approver'])
    const { page } = await draftOf(desk, awa, csv(row(1)))
    await press(awa, page, 'Send for approval')
    const [{ id }] = (await desk.call('GET', '/batches')).json.batches
    await kofi.post(`/approvals/${id}/approve`, { sure: 'yes', proof: password })
    const seen = await awa.post(`/batches/${id}/withdraw-retry`)
    expect(seen.status).toBe(409)
    expect(readText(seen)).toContain(`No retry of batch ${id} waits for an approval.`)
    expect(readText(seen)).not.toContain('Kofi')
  })
})

describe('a pause', () => {
  it('takes a reason, and home and the batch say who paused it, when and why', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const id = await submitted(desk, 'name=November', row(1), row(2))
    const awa = await signedIn(desk, 'Mariama Sow', ['preparer'])
    awa.cookies.set('payrun_zone', 'Africa/Nairobi')
    expect((await awa.get(`/batches/${id}`)).html).toMatch(/<input id="pause-note" name="note"/)
    await awa.post(`/batches/${id}/pause`, { note: 'the float is low' })
    const [event] = await desk.db.query(`select at from payrun.batch_events where to_state = 'paused'`)
    const when = (language: 'en' | 'fr', zone: string) =>
      clockText(new Date(String(event!['at'])).toISOString(), 'minute', language, zone)
    const said = `Mariama Sow paused this batch on ${when('en', 'Africa/Nairobi')}: "the float is low". Nothing is sent until somebody resumes it.`
    expect(readText(await awa.get(`/batches/${id}`))).toContain(said)
    expect(readText(await awa.get('/'))).toContain(`"November": ${said}`)
    expect((await awa.get('/')).html).toMatch(/<button[^>]*>Resume<\/button>/)
    const binta = await signedIn(desk, 'Binta', ['approver'], 'fr')
    expect(readText(await binta.get(`/batches/${id}`))).toContain(
      `Mariama Sow a mis ce lot en pause le ${when('fr', 'UTC')} : « the float is low ». Rien n'est envoyé tant que personne ne reprend le paiement.`,
    )
  })
})

describe('the page of a batch', () => {
  it('has at a glance what the batch comes to, and the control totals', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const given = await submitted(desk, 'name=November&expect_count=2&expect_total=3003', row(1), row(2))
    const awa = await signedIn(desk, 'Awa', ['viewer'])
    const text = readText(await awa.get(`/batches/${given}`))
    expect(text).toContain('The batch comes to 3,003 FCFA, in 2 payouts.')
    expect(text).toContain('In all 2 3,003 FCFA')
    expect(text).toContain('Control totals 2 payouts, 3,003 FCFA (given when it was submitted; the file matches)')
    const none = await submitted(desk, 'name=December', row(3))
    expect(readText(await awa.get(`/batches/${none}`))).toContain('Control totals none given when it was submitted')
  })

  it('offers receipts and a statement only where something was paid, or sent', async () => {
    const desk = await openTestDesk(server)
    await setApprovals(desk.app, desk.core, 2)
    const id = await submitted(desk, 'name=Bonus', row(1))
    const awa = await signedIn(desk, 'Awa', ['approver'])
    await awa.post(`/approvals/${id}/reject`, { note: 'no', sure: 'yes', proof: password })
    const rejected = (await awa.get(`/batches/${id}`)).html
    expect(rejected).toContain('Awa rejected this batch')
    expect(rejected).not.toMatch(/\/receipts"|\/reconcile"/)
    await setApprovals(desk.app, desk.core, 1)
    const paid = await submitted(desk, 'name=Paid', row(2))
    await until('it is settled', async () => (await desk.call('GET', `/batches/${paid}`)).json.state === 'settled')
    const { html } = await awa.get(`/batches/${paid}`)
    expect(html).toMatch(/\/receipts"/)
    expect(html).toMatch(/\/reconcile"/)
  })

  it('tells nobody to do what their roles do not include', async () => {
    const desk = await openTestDesk(server)
    const id = await submitted(
      desk,
      'name=November',
      row(1, { phone: '2290197009901' }),
      row(2, { phone: '2290197009905' }),
    )
    await until('it is settled', async () => (await desk.call('GET', `/batches/${id}`)).json.state === 'settled')
    const preparer = readText(await (await signedIn(desk, 'Chi', ['preparer'], 'fr')).get(`/batches/${id}`))
    expect(preparer).toContain('Un approbateur la règle avec le relevé du prestataire, ou note sa réponse.')
    expect(preparer).toContain('vous pouvez la réessayer')
    const approver = readText(await (await signedIn(desk, 'Awa', ['approver'], 'fr')).get(`/batches/${id}`))
    expect(approver).toContain('interrogez le prestataire et notez sa réponse')
    expect(approver).toContain('un préparateur peut la réessayer')
    expect(approver).not.toContain('vous pouvez la réessayer')
  })
})
