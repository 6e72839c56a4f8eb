import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setApprovals } from '../../../src/app/accounts/policy.ts'
import type { Outcome } from '../../../src/payout/outcome.ts'
import { acceptedBatch } from '../../harness/accepted.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { until } from '../../harness/payrun.ts'
import { press } from '../browserForm.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { everyPage } from '../everyPage.ts'
import { csv, row } from '../uploads.ts'
import { password, readText, signedIn, type Visitor } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

/** Person 2 was paid 1,002 at the number that ends in 02: another name now, and nine times as much. Nobody was paid at 09. */
async function openWithPast(): Promise<TestDesk> {
  const desk = await openTestDesk(server, { pays: false })
  await acceptedBatch(desk.db, 1, { sandbox: true }, (providerReference) => ({ kind: 'paid', providerReference }))
  return desk
}

const file = `operator,phone_number,amount,reference,name
mtn-benin,2290197000002,9002,R-1,<b>Awa</b> Diop
moov-benin,2290195000009,1500,R-2,Yao Kouassi
`

async function draftOf(desk: TestDesk, { cookies }: Visitor): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([file]), 'november.csv')
  const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const answer = await fetch(`${desk.url}/batches/new`, {
    method: 'POST',
    body,
    headers: { cookie, origin: desk.url, 'sec-fetch-site': 'same-origin' },
    redirect: 'manual',
  })
  expect(answer.status).toBe(303)
  return answer.headers.get('location') ?? ''
}

/** What to look at, by code: the summary, and a line for each. */
function warnedOf(html: string): Record<string, string[]> {
  const part = html.split('id="warnings"')[1]?.split('</section>')[0] ?? ''
  return Object.fromEntries(
    [...part.matchAll(/<details[^>]*data-code="([^"]*)"[^>]*>(.*?)<\/details>/gs)].map(([, code = '', inner = '']) => [
      code,
      [...inner.matchAll(/<(summary|li)>(.*?)<\/\1>/gs)].map(([, , text = '']) => text),
    ]),
  )
}

describe('warnings on the pages', () => {
  it('stand on the page of a new batch, by kind, with operators by their names', async () => {
    const desk = await openWithPast()
    const visitor = await signedIn(desk, 'Pia', ['preparer'])
    const { html } = await visitor.get(await draftOf(desk, visitor))
    const warned = warnedOf(html)
    expect(Object.keys(warned)).toEqual(['name_differs', 'first_payment', 'unusual_amount'])
    expect(warned['first_payment']).toEqual([
      '1 row pays a number that has never been paid before',
      'Line 3 · This number has never been paid before.',
    ])
    expect(warned['name_differs']?.[1]).toContain('&lt;b>Awa&lt;/b> Diop')
    expect(warned['unusual_amount']?.[1]).toMatch(/9,002\sFCFA is more than three times/)
    expect(html).toMatch(/<td[^>]*>MTN Benin</)
    expect(html).toContain('Moov Benin')
    const french = await signedIn(desk, 'Awa', ['preparer'], 'fr')
    expect(warnedOf((await french.get(await draftOf(desk, french))).html)['first_payment']?.[0]).toBe(
      "1 ligne paie un numéro qui n'a encore jamais été payé",
    )
  })

  it('stand on the page of whoever approves, each with a link to its row', async () => {
    const desk = await openWithPast()
    await desk.db.query(`insert into payrun.warning_rules (code, action) values ('name_differs', 'approve')`)
    const { status, json } = await desk.call('POST', '/batches', { file })
    expect(status).toBe(201)
    const approver = await signedIn(desk, 'Ann', ['approver'])
    const { html } = await approver.get(`/approvals/${json.id}`)
    // Who is paid for the first time is told by name, and once.
    expect(Object.keys(warnedOf(html))).toEqual(['name_differs', 'unusual_amount'])
    expect(html).toContain('No confirmed payment yet to this number:')
    expect(html).toContain('Check before you approve:')
    // A rule that comes while it waits holds, too.
    await desk.db.query(`update payrun.warning_rules set action = 'block'`)
    const blocked = await approver.get(`/approvals/${json.id}`)
    expect(blocked.html).toContain('The policy blocks this batch: ')
    expect(blocked.html).not.toContain(`action="/approvals/${json.id}/approve"`)
    expect(blocked.html).toContain(`action="/approvals/${json.id}/reject"`)
    await desk.db.query('update payrun.policy set keys_approve = true')
    const key = await desk.newKey('boss', ['approver'])
    expect(await desk.call('POST', `/batches/${json.id}/approve`, { key })).toMatchObject({
      status: 422,
      json: { code: 'refused', detail: expect.stringContaining('The policy blocks this batch: ') },
    })
    expect(warnedOf(html)['name_differs']?.[1]).toContain(`<a href="/batches/${json.id}/rows/2">Line 2</a>`)
  })

  it('lead from the first ten who are paid for the first time to all of them', async () => {
    const desk = await openWithPast()
    await setApprovals(desk.app, desk.core, 2)
    const people = Array.from({ length: 120 }, (_, n) => row(n, { phone: `2290197${String(100000 + n)}` }))
    const { json } = await desk.call('POST', '/batches?name=Paie', { file: csv(...people) })
    const ann = await signedIn(desk, 'Ann', ['approver'])
    const { html } = await ann.get(`/approvals/${json.id}`)
    const path = `/approvals/${json.id}/new-people`
    expect(html).toContain(`<a href="${path}">and 110 more</a>`)
    expect(html).not.toContain('data-code="first_payment"')
    // As its submitter was told.
    const unread = 'For 20 new numbers, changed numbers were not looked for: there are too many at once.'
    expect(readText({ html })).toContain(`About the file ${unread}`)
    const pages = await everyPage(ann, path)
    expect(pages.map(({ html }) => html.length).filter((length) => length > 60_000)).toEqual([])
    const lines = pages.flatMap(({ html }) => [...html.matchAll(/rows\/(\d+)">\1</g)].map(([, line]) => Number(line)))
    expect(lines).toEqual(people.map((_, n) => n + 2))
    expect(readText(pages[0]!)).toContain('Paid for the first time by Paie')
  })

  it('tell an approver of a changed number as such, as its submitter was told, and not of somebody new, too', async () => {
    const desk = await openTestDesk(server)
    const paid = csv(row(1, { name: 'Yao Kouassi Konan' }), row(2, { name: 'Fatou Bamba Diop' }))
    const { json: first } = await desk.call('POST', '/batches?name=November', { file: paid })
    const isPaid = async () => (await desk.call('GET', `/batches/${first.id}`)).json.counts.paid === 2
    await until('it is paid', isPaid)
    await setApprovals(desk.app, desk.core, 2)
    const changed = row(3, { name: 'Yao Kouassi Konan' })
    const file = csv(
      row(2, { name: 'Fatou Bamba Diop', reference: 'R-9' }),
      changed,
      row(4, { name: 'Ama Mensah Ofori' }),
    )
    const { json, status } = await desk.call('POST', '/batches?name=December&allow_duplicates=true', { file })
    expect([status, json.warnings]).toEqual([201, { number_changed: 1, first_payment: 1 }])
    const ann = await signedIn(desk, 'Ann', ['approver'])
    const { html } = await ann.get(`/approvals/${json.id}`)
    expect(Object.keys(warnedOf(html))).toEqual(['number_changed'])
    expect(readText({ html })).toMatch(/No confirmed payment yet to this number: Ama Mensah Ofori (?!Yao)/)
    expect(readText(await ann.get(`/approvals/${json.id}/new-people`))).not.toContain('Yao')
    // All that there is to look at comes before the decision.
    expect(html.indexOf(` action="/approvals/${json.id}/approve"`)).toBeGreaterThan(html.indexOf('Largest'))
    expect(html.indexOf('Largest')).toBeGreaterThan(0)
  })

  it('stand where rows are tried again, before anything is sent; the policy may refuse it', async () => {
    const desk = await openWithPast()
    const failed: Outcome = { kind: 'failed', code: 'refused', message: 'Wallet is full', providerReference: null }
    const { batchId } = await acceptedBatch(desk.db, 2, { sandbox: true }, () => failed)
    const preparer = await signedIn(desk, 'Pia', ['preparer'])
    const question = await preparer.post(`/batches/${batchId}/retry`, {})
    expect(warnedOf(question.html)['first_payment']).toEqual([
      '1 row pays a number that has never been paid before',
      expect.stringContaining(`<a href="/batches/${batchId}/rows/3">Line 3</a>`),
    ])
    await desk.db.query(`insert into payrun.warning_rules (code, action) values ('first_payment', 'block')`)
    expect((await preparer.post(`/batches/${batchId}/retry`, {})).html).toContain('The policy blocks this retry')
    expect(await desk.call('POST', `/batches/${batchId}/retry`, { body: {} })).toMatchObject({
      status: 422,
      json: {
        code: 'refused',
        detail: expect.stringContaining('The policy blocks this retry'),
        warnings: [{ line: 3, code: 'first_payment' }],
        warning_counts: { first_payment: 1 },
      },
    })
    await desk.db.query(`update payrun.warning_rules set action = 'approve'`)
    const headers = { 'idempotency-key': 'again', 'accept-language': 'fr' }
    const asked = await desk.call('POST', `/batches/${batchId}/retry`, { body: {}, headers })
    expect(asked).toMatchObject({
      status: 200,
      json: {
        counts: { failed: 2 },
        warned: {
          warnings: [{ line: 3, code: 'first_payment', message: "Ce numéro n'a encore jamais été payé." }],
          warning_counts: { first_payment: 1 },
        },
      },
    })
    expect((await desk.call('POST', `/batches/${batchId}/retry`, { body: {}, headers })).json).toEqual(asked.json)
    // The kept answer names people: it goes with the batch's names.
    expect(
      await desk.db.query(
        `select b.id from payrun.request_keys k join payrun.batches b using (batch_no) where k.key = 'again'`,
      ),
    ).toEqual([{ id: batchId }])
    const approver = await signedIn(desk, 'Ann', ['approver'])
    expect(warnedOf((await approver.get(`/approvals/${batchId}`)).html)).toHaveProperty('first_payment')
    const other = await desk.newKey('other', ['approver'])
    await desk.db.query('update payrun.policy set keys_approve = true')
    expect(await desk.call('POST', `/batches/${batchId}/approve`, { body: {}, key: other })).toMatchObject({
      status: 200,
      json: { counts: { pending: 2 }, warned: { warnings: [{ line: 3, code: 'first_payment' }] } },
    })
  })

  it('lead to what an administrator chooses on the page of policies, after the password, and nobody else', async () => {
    const desk = await openWithPast()
    const admin = await signedIn(desk, 'Ada', ['admin'])
    const other = await signedIn(desk, 'Pia', ['viewer', 'preparer', 'approver'])
    const wish = { warning: 'unusual_amount', to: 'block' }
    const rules = () => desk.db.query('select code, action from payrun.warning_rules order by code')
    expect((await other.post('/admin/policy/warnings', { ...wish, sure: 'yes', proof: password })).status).toBe(403)
    expect((await admin.post('/admin/policy/warnings', { ...wish, sure: 'yes', proof: 'wrong' })).status).toBe(422)
    const question = await admin.post('/admin/policy/warnings', wish)
    expect(question.html).toContain('A file with the warning “Unusually large amount” is refused.')
    expect(await rules()).toEqual([])
    const { html } = await press(admin, question, 'Change', { proof: password })
    expect(await rules()).toEqual([{ code: 'unusual_amount', action: 'block' }])
    const form = html.split('name="warning" value="unusual_amount"')[1]?.split('</form>')[0] ?? ''
    expect(form).toMatch(/<option value="block" selected/)
    const { html: trail } = await admin.get('/admin/trail')
    expect(trail).toContain('data-label="To what">Unusually large amount</td>')
    expect(trail).toContain('Now: Refuse the file')
    const slip = await admin.post('/admin/policy/warnings', {
      warning: 'none',
      to: 'block',
      sure: 'yes',
      proof: password,
    })
    expect(slip.location).toBe('/admin/policy')
    expect(await rules()).toHaveLength(1)
    const refused = await desk.call('POST', '/batches', { file })
    expect(refused).toMatchObject({ status: 422, json: { code: 'refused' } })
    expect(refused.json.detail).toContain('The policy blocks this file')
  })
})
