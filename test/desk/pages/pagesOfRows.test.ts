import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setApprovals } from '../../../src/app/accounts/policy.ts'
import { withCore } from '../../../src/app/open/openCore.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { until } from '../../harness/payrun.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { password, signedIn } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const header = 'operator,phone_number,amount,reference,name'
const row = (last: string, name = 'Awa Diop') => `mtn-benin,2290197${last.padStart(6, '0')},1500,R-${last},${name}`
const fileOf = (...rows: string[]) => `${[header, ...rows].join('\n')}\n`

async function submitted(desk: TestDesk, file: string): Promise<string> {
  const { json, status } = await desk.call('POST', '/batches?name=November', { file })
  expect(status).toBe(201)
  return json.id
}

async function settled(desk: TestDesk, file: string): Promise<string> {
  const id = await submitted(desk, file)
  await until('it is settled', async () => (await desk.call('GET', `/batches/${id}`)).json.state === 'settled')
  return id
}

const askForTwo = ({ app }: TestDesk) => withCore(app, (core) => setApprovals(app, core, 2))

/** What only a terminal has: an option, or a command. */
const inTerms = / --[a-z]|payrun [a-z]+ [a-z0-9]{8,}/

describe('the page of a row', () => {
  it('tells its history in words, and the other payouts to the same number', async () => {
    const desk = await openTestDesk(server)
    const first = await settled(desk, fileOf(row('1')))
    const second = await settled(desk, fileOf(row('9901'), row('1').replace('R-1,', 'R-2,')))
    const visitor = await signedIn(desk, 'Awa', ['viewer'])
    const { html } = await visitor.get(`/batches/${second}/rows/3`)
    expect(html).toMatch(/Sent to the provider, attempt 1.*The provider confirmed the payment/s)
    expect(html).toContain(`href="/batches/${first}/rows/2"`)
    expect((await visitor.get(`/batches/${second}/rows/2`)).html).toContain('The provider refused it; no money moved')
    for (const line of ['77', 'x', '99999999999'])
      expect((await visitor.get(`/batches/${second}/rows/${line}`)).status, line).toBe(404)
  })

  it('takes what an approver knows of an unknown row, once, and with the password', async () => {
    const desk = await openTestDesk(server)
    const id = await settled(desk, fileOf(row('9905'), row('9907')))
    const awa = await signedIn(desk, 'Awa', ['approver'])
    const path = `/batches/${id}/rows/2/resolve`
    const wrong = await awa.post(path, { verdict: 'paid', reference: ' ', note: '' })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toMatch(/Give the provider's reference.*Say how you know/s)
    const form = { verdict: 'paid', reference: 'OP-77', note: 'Support <said> so' }
    const asked = await awa.post(path, form)
    expect(asked.html).toContain('1,500\u00a0FCFA to Awa Diop is recorded as paid, with the reference OP-77.')
    expect((await awa.post(path, { ...form, sure: 'yes', proof: 'not it' })).status).toBe(422)
    const done = await awa.follow(await awa.post(path, { ...form, sure: 'yes', proof: password }))
    expect(done.html).toContain('Recorded as paid.')
    expect(done.html).toContain('Support &lt;said> so')
    const binta = await signedIn(desk, 'Binta', ['approver'], 'fr')
    const late = await binta.post(path, { verdict: 'not_paid', note: 'vu au relevé', sure: 'yes', proof: password })
    expect(late.status).toBe(409)
    expect(late.html).toContain('Awa')
    expect(late.html).not.toMatch(inTerms)
    const held = { verdict: 'paid', reference: 'OP-77', note: 'n', sure: 'yes', proof: password }
    expect((await awa.post(`/batches/${id}/rows/3/resolve`, held)).status).toBe(422)
    const preparer = await signedIn(desk, 'Chi', ['preparer'])
    expect((await preparer.get(`/batches/${id}/rows/3`)).html).toContain('An approver records what became of it')
    expect((await preparer.post(`/batches/${id}/rows/3/resolve`, form)).status).toBe(403)
  })
})

describe('an approval', () => {
  it('shows what is paid to whom, and lets somebody else decide with the password', async () => {
    const desk = await openTestDesk(server)
    await settled(desk, fileOf(row('1')))
    await askForTwo(desk)
    const id = await submitted(desk, fileOf(row('1').replace('R-1,', 'R-9,'), row('2', 'Koffi <b>')))
    const awa = await signedIn(desk, 'Awa', ['approver'])
    expect((await awa.get('/approvals')).html).toMatch(/November.*Pay 2 rows.*tests.*3,000 FCFA.*Can decide/s)
    const { html } = await awa.get(`/approvals/${id}`)
    expect(html).toContain('3,000 FCFA to 2 people')
    expect(html).toMatch(/No confirmed payment yet to this number:.*Koffi &lt;b>/s)
    expect(html).toMatch(/<code>[0-9a-f]{64}<\/code>/)
    const path = `/approvals/${id}/approve`
    for (const [form, says] of [
      [{ expect_count: '3' }, 'You expected 3 payouts, but the file has 2.'],
      [{ expect_total: '3100' }, 'You expected a total of 3,100'],
      [{ expect_total: 'all' }, 'Expected total: '],
    ] as const) {
      const differs = await awa.post(path, { note: 'checked', ...form, sure: 'yes', proof: password })
      expect(differs.status).toBe(422)
      expect(differs.html.replaceAll(/<[^>]+>/g, '')).toContain('This is not what you expect')
      expect(differs.html).toContain(says)
      expect(differs.html).toContain(`value="${Object.values(form)[0]}"`)
    }
    const asked = await awa.post(path, { note: 'checked', expect_count: '2', expect_total: '3 000' })
    expect(asked.html).toContain('Approve &quot;November&quot; for payment?')
    const seen = /name="seen" value="([^"]+)"/.exec(asked.html)?.[1]?.replaceAll('&quot;', '"') ?? ''
    expect((await awa.post(path, { note: 'checked', sure: 'yes', seen, proof: 'wrong' })).status).toBe(422)
    expect((await awa.post(path, { sure: 'yes', seen: '[1]', proof: password })).status).toBe(409)
    const done = await awa.follow(await awa.post(path, { note: 'checked', sure: 'yes', seen, proof: password }))
    expect(done.html).toContain('Approved. It is being paid.')
    expect(done.html).toContain('Approved 2 rows: &quot;checked&quot;')
    expect((await awa.get(`/approvals/${id}`)).status).toBe(409)
  })

  it('is not for who submitted, nor for other roles; of two who decide one is told', async () => {
    const desk = await openTestDesk(server, { pays: false })
    await askForTwo(desk)
    const id = await submitted(desk, fileOf(row('1')))
    const [awa, binta] = [await signedIn(desk, 'Awa', ['approver']), await signedIn(desk, 'Binta', ['approver'], 'fr')]
    const viewer = await signedIn(desk, 'Chi', ['viewer'])
    expect((await viewer.get(`/approvals/${id}`)).html).not.toContain('action="/approvals')
    expect((await viewer.post(`/approvals/${id}/approve`, { sure: 'yes', proof: password })).status).toBe(403)
    const yes = { sure: 'yes', proof: password }
    const ends = await Promise.all([
      awa.post(`/approvals/${id}/approve`, yes),
      binta.post(`/approvals/${id}/reject`, { ...yes, note: 'montants à revoir' }),
    ])
    expect(ends.map(({ status }) => status).sort()).toEqual([303, 409])
  })

  it('that is rejected cancels the batch, with the note in its history', async () => {
    const desk = await openTestDesk(server, { pays: false })
    await askForTwo(desk)
    const id = await submitted(desk, fileOf(row('1')))
    const awa = await signedIn(desk, 'Awa', ['approver'], 'fr')
    const asked = await awa.post(`/approvals/${id}/reject`, { note: 'montants à revoir' })
    expect(asked.html).toContain('Rejeter «\u00a0November\u00a0»\u00a0?')
    const done = await awa.follow(await awa.post(`/approvals/${id}/reject`, { note: 'montants à revoir', sure: 'yes' }))
    expect(done.html).toMatch(/Awa a rejeté ce lot.*Rejeté\u00a0: «\u00a0montants à revoir\u00a0»/s)
    expect((await awa.get('/approvals')).html).toContain("Rien n'attend d'approbation.")
  })
})

describe('a retry', () => {
  it('says what it comes to, and sends what was shown, once', async () => {
    const desk = await openTestDesk(server)
    const id = await settled(desk, fileOf(row('9901'), row('19901'), row('1')))
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const path = `/batches/${id}/retry`
    expect((await awa.get(path)).html).toContain('2 rows have failed: no money moved.')
    expect((await awa.post(path, { lines: '2 and 3' })).status).toBe(422)
    const asked = await awa.post(path, { reason: '', lines: '3' })
    expect(asked.html).toContain('Rows to send again: 1. Amount: 1,500 FCFA, to 1 person.')
    const seen = /name="seen" value="([^"]+)"/.exec(asked.html)?.[1]?.replaceAll('&quot;', '"') ?? ''
    expect((await awa.post(path, { lines: '', sure: 'yes', seen })).status).toBe(409)
    const done = await awa.post(path, { lines: '3', sure: 'yes', seen })
    expect(done).toMatchObject({ status: 303, location: `/batches/${id}` })
    expect((await awa.follow(done)).html).toContain('1 row is tried again.')
    const paid = await awa.post(path, { lines: '4' })
    expect(paid.status).toBe(409)
    expect(paid.html).toContain('line 4: it is paid.')
    expect(paid.html).not.toMatch(inTerms)
    const viewer = await signedIn(desk, 'Binta', ['viewer'])
    expect((await viewer.get(path)).status).toBe(403)
  })

  it('of the rows that failed for one reason leaves the others, through the question, too', async () => {
    const desk = await openTestDesk(server)
    const id = await settled(desk, fileOf(row('9901'), row('9905')))
    const awa = await signedIn(desk, 'Awa', ['preparer', 'approver'])
    const yes = { sure: 'yes', proof: password }
    await awa.post(`/batches/${id}/rows/3/resolve`, { verdict: 'not_paid', note: 'by phone', ...yes })
    const path = `/batches/${id}/retry`
    const select = /<select[^>]* name="([^"]+)"/.exec((await awa.get(path)).html)?.[1] ?? ''
    const { html } = await awa.post(path, { [select]: 'refused', lines: '' })
    expect(html).toContain('Rows to send again: 1.')
    const kept = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
    const again = kept.map(([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"')])
    expect(await awa.post(path, Object.fromEntries(again))).toMatchObject({ status: 303 })
    await until('it was tried again', async () => (await desk.call('GET', `/batches/${id}`)).json.state === 'settled')
    const tries = await desk.db.query('select line, attempts from payrun.payouts order by line')
    expect(tries).toEqual([
      { line: 2, attempts: 2 },
      { line: 3, attempts: 1 },
    ])
  })

  it('of as many other rows that come to as much is not the one that was shown', async () => {
    const desk = await openTestDesk(server)
    const id = await settled(desk, fileOf(row('9905'), row('19905')))
    const awa = await signedIn(desk, 'Awa', ['preparer', 'approver'])
    const notPaid = (line: number) =>
      awa.post(`/batches/${id}/rows/${line}/resolve`, {
        ...{ verdict: 'not_paid', note: 'by phone', sure: 'yes', proof: password },
      })
    const path = `/batches/${id}/retry`
    await notPaid(2)
    const { html } = await awa.post(path, {})
    expect(html).toContain('Rows to send again: 1. Amount: 1,500 FCFA, to 1 person.')
    const seen = /name="seen" value="([^"]+)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? ''
    // Somebody else tries that row again, and says of the other one that it was not paid.
    expect((await desk.call('POST', path, { body: { lines: [2] } })).status).toBe(200)
    await until('it was tried again', async () => (await desk.call('GET', `/batches/${id}`)).json.state === 'settled')
    await notPaid(3)
    expect((await awa.post(path, { sure: 'yes', seen })).status).toBe(409)
    const tries = await desk.db.query('select line, state, attempts from payrun.payouts order by line')
    expect(tries).toEqual([
      { line: 2, state: 'unknown', attempts: 2 },
      { line: 3, state: 'failed', attempts: 1 },
    ])
  })

  /** A batch of these rows that was paid as far as it goes, and two people: a retry of what one calls "not paid" needs the other. */
  async function settledForTwo(...rows: string[]) {
    const desk = await openTestDesk(server)
    await askForTwo(desk)
    const id = await submitted(desk, fileOf(...rows))
    const awa = await signedIn(desk, 'Awa', ['approver', 'preparer'])
    const binta = await signedIn(desk, 'Binta', ['approver'])
    const yes = { sure: 'yes', proof: password }
    await awa.post(`/approvals/${id}/approve`, yes)
    await until('it is settled', async () => (await desk.call('GET', `/batches/${id}`)).json.state === 'settled')
    return { desk, id, awa, binta, yes }
  }

  it('of a row that a person called "not paid" waits for a second person', async () => {
    const { desk, id, awa, binta, yes } = await settledForTwo(row('9905'), row('1'))
    await awa.post(`/batches/${id}/rows/2/resolve`, { verdict: 'not_paid', note: 'by phone', ...yes })
    const asked = await awa.post(`/batches/${id}/retry`, {})
    const seen = /name="seen" value="([^"]+)"/.exec(asked.html)?.[1]?.replaceAll('&quot;', '"') ?? ''
    const waits = await awa.follow(await awa.post(`/batches/${id}/retry`, { sure: 'yes', seen }))
    expect(waits.html).toContain('a second person has to approve it')
    expect((await awa.get(`/approvals/${id}`)).html).toContain('You asked for it, so somebody else has to decide.')
    expect((await awa.post(`/approvals/${id}/approve`, yes)).status).toBe(403)
    expect((await binta.get('/approvals')).html).toContain('Try 1 row again')
    const { html } = await binta.get(`/approvals/${id}`)
    expect(html).toContain('These rows failed.')
    expect(html).toContain('Rows to try again that you expect')
    expect(html).not.toContain('Rows to pay')
    // What they expect is held against the one row, and not against the file's two.
    const expecting = (form: Record<string, string>) => binta.post(`/approvals/${id}/approve`, form)
    const ofFile = await expecting({ expect_count: '2', expect_total: '3000' })
    expect(ofFile.status).toBe(422)
    expect(ofFile.html).toContain('You expected 2 rows to be tried again, but there is 1.')
    expect(ofFile.html).toMatch(/a total of 3,000\sFCFA, but the rows to be tried again add up to 1,500\sFCFA\./)
    expect((await expecting({ expect_count: '1', expect_total: '1 500' })).html).toContain(
      'Try rows of &quot;November&quot; again?',
    )
    await desk.db.query('update payrun.policy set keys_approve = true')
    const key = await desk.newKey('other', ['approver'])
    const byProgram = await desk.call('POST', `/batches/${id}/approve`, { body: { expect_count: 2 }, key })
    expect([byProgram.status, byProgram.json.detail]).toEqual([
      422,
      expect.stringContaining('You expected 2 rows to be tried again (expect_count), but there is 1.'),
    ])
    const done = await binta.follow(await binta.post(`/approvals/${id}/reject`, { note: 'ask again', sure: 'yes' }))
    expect(done.html).toContain('Rejected. Its rows stay failed.')
  })

  it('that takes the place of the one that somebody looks at is not approved in its place', async () => {
    const { desk, id, awa, binta, yes } = await settledForTwo(row('9905'), row('19905', 'Chi Ba'))
    const seenIn = (html: string) => /name="seen" value="([^"]+)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? ''
    const ask = async (lines: string) => {
      const { html } = await awa.post(`/batches/${id}/retry`, { lines })
      await awa.post(`/batches/${id}/retry`, { lines, sure: 'yes', seen: seenIn(html) })
    }
    for (const line of [2, 3])
      await awa.post(`/batches/${id}/rows/${line}/resolve`, { verdict: 'not_paid', note: 'by phone', ...yes })
    await ask('2')
    const path = `/approvals/${id}/approve`
    const page = seenIn((await binta.get(`/approvals/${id}`)).html)
    const question = seenIn((await binta.post(path, {})).html)
    await ask('2, 3')
    for (const [seen, sure] of [
      [page, {}],
      [question, yes],
    ] as const)
      expect(await binta.post(path, { seen, ...sure })).toMatchObject({
        status: 409,
        html: expect.stringContaining('has changed since you looked at it'),
      })
    const states = () => desk.db.query('select line, state from payrun.payouts order by line')
    expect(await states()).toEqual([2, 3].map((line) => ({ line, state: 'failed' })))
    const now = seenIn((await binta.get(`/approvals/${id}`)).html)
    expect((await binta.post(path, { seen: now, ...yes })).status).toBe(303)
    expect((await states()).filter(({ state }) => state === 'failed')).toEqual([])
  })
})
