import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addKey } from '../../../src/app/accounts/accounts.ts'
import { setApprovals, setPolicy } from '../../../src/app/accounts/policy.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { until } from '../../harness/payrun.ts'
import { press } from '../browserForm.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { csv, draftOf, good, row } from '../uploads.ts'
import { password, readText, signedIn } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const yes = { sure: 'yes', proof: password }
const seenIn = (html: string) => /name="seen" value="([^"]+)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? ''

/** A batch that needs two people, beside who submitted it: a program. */
async function waiting(desk: TestDesk, file: string, query = ''): Promise<string> {
  await setApprovals(desk.app, desk.core, 2)
  const { status, json } = await desk.call('POST', `/batches?${query}`, { file })
  expect(status).toBe(201)
  return json.id
}

it('the API tells a program that comes second which key decided, and who looks at the same file again who rejected it', async () => {
  const desk = await openTestDesk(server, { pays: false })
  await setApprovals(desk.app, desk.core, 2)
  await setPolicy(desk.app, desk.core, 'keys_approve', true)
  const [one, other] = [await desk.newKey('controller', ['approver']), await desk.newKey('treasury', ['approver'])]
  const { json } = await desk.call('POST', '/batches?name=November', { file: good })
  expect(
    (await desk.call('POST', `/batches/${json.id}/reject`, { key: one, body: { note: 'wrong names' } })).status,
  ).toBe(200)
  const late = await desk.call('POST', `/batches/${json.id}/approve`, { key: other, body: {} })
  expect(late.status).toBe(409)
  expect(late.json).toMatchObject({
    code: 'wrong_state',
    details: [expect.stringMatching(/^controller already rejected "November" \(/)],
  })
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  const marc = await signedIn(desk, 'Marc', ['approver'], 'fr')
  const { page } = await draftOf(desk, awa, good)
  const told = /controller rejected this same file before, as "November" \(batch .*\)\. The reason: wrong names/
  expect(readText(page)).toMatch(told)
  await press(awa, page, 'Send for approval')
  const [{ id }] = (await desk.call('GET', '/batches?state=awaiting_approval')).json.batches
  expect(readText(await awa.get(`/approvals/${id}`))).toMatch(told)
  const asked = await marc.post(`/approvals/${id}/approve`, {})
  expect(readText(asked)).toMatch(/controller a déjà rejeté ce même fichier.* Motif : wrong names/)
})

it('the API says of what waits what the page says, in the language that is asked for, and what each key may do', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const awa = await signedIn(desk, 'Awa', ['approver'], 'fr')
  const [viewer, own] = [await desk.newKey('board', ['viewer']), await desk.newKey('hr', ['preparer', 'approver'])]
  const approver = await desk.newKey('controller', ['approver'])
  await setApprovals(desk.app, desk.core, 3)
  const file = csv(row(1), row(2), row(3, { phone: 'x' }))
  const { json } = await desk.call('POST', '/batches?name=November&skip_invalid=true', { file, key: own })
  const path = `/batches/${json.id}/approval`
  const french = { 'accept-language': 'fr' }
  const seen = await desk.call('GET', path, { key: viewer, headers: french })
  expect(seen.json).toMatchObject({
    kind: 'batch',
    batch: { id: json.id, file: { sha256: json.file.sha256 }, approval: { people_needed: 3, approvers: [] } },
    asked_by: 'hr',
    key: { made_by: expect.any(String) },
    people_missing: 2,
    rows: 2,
    left_out: 1,
    totals: { XOF: '3003' },
    largest: [{ line: 3, phone_number: '2290197000002' }, { line: 2 }],
    new_people: { people: 2, lines: [2, 3] },
    you: { may: 'nothing', why: "C'est à un approbateur de décider." },
    decisions: [expect.stringMatching(/^1 ligne/)],
  })
  const page = readText(await awa.get(`/approvals/${json.id}`))
  for (const said of [...seen.json.decisions, seen.json.nobody_may]) expect(page).toContain(said)
  const may = async (key: string) => (await desk.call('GET', path, { key })).json.you
  // Keys don't approve before the policy lets them, and none what it submitted, whatever its roles.
  expect(await may(approver)).toMatchObject({ may: 'nothing', why: expect.stringContaining('controller may not') })
  await setPolicy(desk.app, desk.core, 'keys_approve', true)
  expect(await may(approver)).toEqual({ may: 'approve', why: null })
  expect(await may(own)).toEqual({ may: 'nothing', why: 'You submitted it, so somebody else has to decide.' })
  const { rows: expect_count, totals } = seen.json
  const body = { expect_count, expect_total: totals.XOF, sha256: seen.json.batch.file.sha256 }
  expect((await desk.call('POST', `/batches/${json.id}/approve`, { key: approver, body })).status).toBe(200)
  expect((await desk.call('GET', path, { key: approver })).json).toMatchObject({
    people_missing: 1,
    you: { may: 'nothing', why: expect.stringContaining('approved') },
  })
  await awa.post(`/approvals/${json.id}/reject`, { note: 'Non', sure: 'yes' })
  expect(await desk.call('GET', path, { key: viewer, headers: french })).toMatchObject({
    status: 409,
    json: { code: 'wrong_state', detail: expect.stringMatching(/^Awa a déjà rejeté «\u00a0November/) },
  })
})

describe('the page of an approval', () => {
  it('says when the batch is paid, keeps what was typed, and says afterwards what comes', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const at = new Date(Date.now() + 30 * 86_400_000)
    const id = await waiting(desk, good, `at=${at.toISOString()}`)
    const awa = await signedIn(desk, 'Awa', ['approver'])
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(at)
    for (const path of [`/approvals/${id}`, `/batches/${id}`]) {
      const { html } = await awa.get(path)
      expect([path, html.includes('Not paid before'), html.includes(day)]).toEqual([path, true, true])
    }
    expect((await awa.get(`/approvals/${id}`)).html).toMatch(/Submitted by<.*tests \(an API key that \S+ made, /s)
    const wrong = { expect_count: '7', note: 'as agreed with HR' }
    const { html, status } = await awa.post(`/approvals/${id}/approve`, wrong)
    expect([status, html.match(/value="as agreed with HR"/g)?.length]).toEqual([422, 1])
    const unreadable = await awa.post(`/approvals/${id}/approve`, { expect_count: 'five' })
    expect([unreadable.status, unreadable.html.includes('Expected number of payouts: write a whole number')]).toEqual([
      422,
      true,
    ])
    // As the page writes the sum itself.
    for (const expect_total of ['4 506 FCFA', '4,506 FCFA', '4\u202f506\u00a0FCFA', '4506 XOF', '4 506']) {
      const question = await awa.post(`/approvals/${id}/approve`, { expect_total })
      expect([expect_total, question.status, question.html.includes('name="proof"')]).toEqual([expect_total, 200, true])
      expect(question.html).toContain(day)
    }
    for (const expect_total of ['4 507 FCFA', '4 506 EUR', '4,506', '4 k FCFA'])
      expect([expect_total, (await awa.post(`/approvals/${id}/approve`, { expect_total })).status]).toEqual([
        expect_total,
        422,
      ])
    const done = await awa.follow(await awa.post(`/approvals/${id}/approve`, { ...yes, note: wrong.note }))
    expect(done.html).toContain('Approved. It is paid when its time comes.')
  })

  it('does not offer a retry to whoever called a row not paid, nor the batch another one meanwhile', async () => {
    const desk = await openTestDesk(server)
    const id = await waiting(desk, csv(row(1, { phone: '2290197009905' })))
    const [awa, kofi, ama] = [
      await signedIn(desk, 'Awa', ['approver']),
      await signedIn(desk, 'Kofi', ['preparer']),
      await signedIn(desk, 'Ama', ['approver'], 'fr'),
    ]
    await ama.post(`/approvals/${id}/approve`, yes)
    await until('it is settled', async () => (await desk.call('GET', `/batches/${id}`)).json.state === 'settled')
    expect((await kofi.get(`/batches/${id}/report?format=html`)).html).toMatch(
      /<dt>Submitted by<\/dt><dd>tests<\/dd>.*<dt>Approved by<\/dt><dd>Ama \(\d+ \w+ \d{4}, \d\d:\d\d\)<\/dd>/s,
    )
    await awa.post(`/batches/${id}/rows/2/resolve`, { verdict: 'not_paid', note: 'by phone', ...yes })
    expect((await kofi.get(`/batches/${id}`)).html).toContain(`href="/batches/${id}/retry"`)
    const seen = seenIn((await kofi.post(`/batches/${id}/retry`, {})).html)
    await kofi.post(`/batches/${id}/retry`, { sure: 'yes', seen })
    const said =
      'You recorded one of its rows as not paid, so another approver has to approve it. You can only reject it.'
    for (const path of ['/approvals', `/approvals/${id}`]) expect((await awa.get(path)).html).toContain(said)
    expect((await awa.get(`/approvals/${id}`)).html).not.toContain(`action="/approvals/${id}/approve"`)
    expect((await awa.get(`/approvals/${id}`)).html).toContain(`action="/approvals/${id}/reject"`)
    const page = await ama.get(`/approvals/${id}`)
    expect(page.html).toContain(`action="/approvals/${id}/approve"`)
    expect(page.html).not.toContain('Approuvé par')
    expect((await kofi.get(`/batches/${id}`)).html).not.toContain(`href="/batches/${id}/retry"`)
    expect((await ama.get(`/batches/${id}`)).html).toContain('1 ligne déclarée non payée')
    // Whoever asked for it may take it back, and nobody else.
    const withdraw = `/batches/${id}/withdraw-retry`
    expect((await kofi.get(`/batches/${id}`)).html).toContain(`action="${withdraw}"`)
    const efua = await signedIn(desk, 'Efua', ['preparer'])
    expect((await efua.get(`/batches/${id}`)).html).not.toContain(withdraw)
    const others = await efua.post(withdraw)
    expect([others.status, others.html.includes('Kofi asked for this retry')]).toEqual([403, true])
    const told = await kofi.follow(await kofi.post(withdraw))
    expect(told.html).toContain('The request is withdrawn: 1 row stays failed.')
    expect(told.html).toContain('Withdrew the request to retry 1 row')
    expect(told.html).toContain(`href="/batches/${id}/retry"`)
    expect((await kofi.post(withdraw)).status).toBe(409)
    expect((await ama.post(`/approvals/${id}/approve`, yes)).status).toBe(409)
    expect((await desk.call('GET', `/batches/${id}`)).json.counts).toMatchObject({ failed: 1 })
    const ada = await signedIn(desk, 'Ada', ['admin'])
    expect((await ada.get('/admin/trail?what=retry')).html).toContain('Withdrew a request for a retry')
  })

  it('nor to the person of the API key that asked for it', async () => {
    const desk = await openTestDesk(server)
    const { json } = await desk.call('POST', '/batches', { file: csv(row(1, { phone: '2290197009905' })) })
    await until('it is settled', async () => (await desk.call('GET', `/batches/${json.id}`)).json.state === 'settled')
    const kofi = await signedIn(desk, 'Kofi', ['approver'])
    const ama = await signedIn(desk, 'Ama', ['preparer', 'approver'])
    await kofi.post(`/batches/${json.id}/rows/2/resolve`, { verdict: 'not_paid', note: 'by phone', ...yes })
    await setApprovals(desk.app, desk.core, 2)
    const added = await addKey(desk.app, desk.core, { name: 'hr', roles: ['preparer'], forAccount: 'Ama' })
    if (!added.ok) throw new Error('no key')
    await desk.call('POST', `/batches/${json.id}/retry`, { key: added.key, body: {} })
    const own = 'You asked for it, so somebody else has to decide.'
    for (const path of ['/approvals', `/approvals/${json.id}`]) expect((await ama.get(path)).html).toContain(own)
    expect((await ama.get(`/approvals/${json.id}`)).html).not.toContain(`action="/approvals/${json.id}/`)
  })

  it('and that of its batch know who submitted it by a key of theirs: they cancel it, and somebody else decides', async () => {
    const desk = await openTestDesk(server, { pays: false })
    await setApprovals(desk.app, desk.core, 2)
    const awa = await signedIn(desk, 'Awa', ['preparer', 'approver'])
    const kofi = await signedIn(desk, 'Kofi', ['preparer'])
    const added = await addKey(desk.app, desk.core, { name: 'hr', roles: ['preparer', 'viewer'], forAccount: 'Kofi' })
    if (!added.ok) throw new Error('no key')
    const at = new Date(Date.now() + 86_400_000).toISOString()
    const { json } = await desk.call('POST', `/batches?at=${at}`, { file: good, key: added.key })
    const path = `/batches/${json.id}`
    const ofKofi = (await kofi.get(path)).html
    expect(ofKofi).toContain('You submitted it, so somebody else has to approve it.')
    expect(ofKofi).toContain(`action="${path}/cancel"`)
    expect((await awa.get(path)).html).toContain(`href="/approvals/${json.id}"`)
    const other = await signedIn(desk, 'Ama', ['preparer'])
    expect((await other.get(path)).html).not.toContain(`action="${path}/cancel"`)
    await awa.post(`/approvals/${json.id}/approve`, yes)
    const early = await desk.call('POST', `${path}/resume`, { key: added.key, body: {} })
    expect(early).toMatchObject({ status: 403, json: { code: 'same_person' } })
    const why = (deed: string) =>
      desk.promises.operations.find(({ path }) => path.endsWith(`/{id}/${deed}`))?.operation.responses['403']
        ?.description
    for (const [deed, reason] of [
      ['withdraw-retry', 'or somebody else asked for the retry'],
      ['cancel', 'or only an approver can cancel it'],
      ['approve', 'or the policy does not let keys approve'],
      ['reject', 'or the policy does not let keys approve'],
    ] as const)
      expect([deed, why(deed)]).toEqual([deed, expect.stringContaining(reason)])
    expect((await other.get(path)).html).toContain(`action="${path}/resume"`)
    expect((await kofi.get(path)).html).not.toContain(`action="${path}/resume"`)
    await kofi.post(`${path}/pause`)
    for (const shown of [path, '/']) expect((await kofi.get(shown)).html).toContain(`action="${path}/resume"`)
    await press(kofi, await kofi.post(`${path}/resume`), 'Resume')
    expect((await kofi.get(path)).html).not.toContain(`action="${path}/resume"`)
  })

  it('tells of two who decide the second by whom it was decided, and leads to the batch', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const id = await waiting(desk, good, 'name=November')
    const [awa, ama] = [await signedIn(desk, 'Awa', ['approver']), await signedIn(desk, 'Ama', ['approver'], 'fr')]
    await awa.post(`/approvals/${id}/approve`, yes)
    const lates = [
      await ama.get(`/approvals/${id}`),
      await ama.post(`/approvals/${id}/approve`, yes),
      await ama.post(`/approvals/${id}/reject`, { note: 'Non', sure: 'yes' }),
    ]
    for (const late of lates) {
      expect(late.status).toBe(409)
      expect(late.html).toMatch(/Awa a déjà approuvé «\u00a0November\u00a0» \(.*\d\d:\d\d.*\)\./)
      expect(late.html).toContain(`href="/batches/${id}">Ouvrir`)
      expect(late.html).not.toContain(`Le lot ${id}`)
    }
    const other = await waiting(desk, csv(row(5)), 'name=Bonus')
    await ama.post(`/approvals/${other}/reject`, { note: 'Wrong month', sure: 'yes' })
    const told = await awa.post(`/approvals/${other}/approve`, yes)
    expect(told.status).toBe(409)
    expect(told.html).toMatch(/Ama already rejected &quot;Bonus&quot; \(.*\)\. Nobody will be paid\./)
    expect(told.html).toContain('The reason: Wrong month')
  })

  it('asks why a batch is rejected, and rejects nothing without', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const id = await waiting(desk, good)
    const awa = await signedIn(desk, 'Awa', ['approver'])
    for (const note of ['', '  ']) {
      const asked = await awa.post(`/approvals/${id}/reject`, { note, sure: 'yes' })
      expect(asked.status).toBe(422)
      expect(asked.html).toContain('href="#reject-note">Say why you reject it.')
    }
    expect((await desk.call('GET', `/batches/${id}`)).json.state).toBe('awaiting_approval')
    expect((await awa.post(`/approvals/${id}/reject`, { note: 'Wrong month' })).html).toContain('Wrong month')
    // A program says why or not, as it likes.
    await desk.db.query('update payrun.policy set keys_approve = true')
    const key = await desk.newKey('other', ['approver'])
    expect((await desk.call('POST', `/batches/${id}/reject`, { body: {}, key })).status).toBe(200)
  })

  it('says who decides to somebody who does not', async () => {
    const desk = await openTestDesk(server, { pays: false })
    await waiting(desk, good)
    const kofi = await signedIn(desk, 'Kofi', ['preparer'])
    expect((await kofi.get('/approvals')).html).toContain('Somebody with the role approver has to decide.')
  })
})

it('a page keeps its search when its language is changed', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const awa = await signedIn(desk, 'Awa', ['viewer'])
  const { html } = await awa.get('/batches?state=settled')
  const to = /name="to" value="([^"]+)"/.exec(html)?.[1] ?? ''
  expect(await awa.post('/language', { to, language: 'fr' })).toMatchObject({ location: '/batches?state=settled' })
})
