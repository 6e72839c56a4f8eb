import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { fromHere } from '../uploads.ts'
import { password, signedIn, type Visitor } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

/** Collections of the sandbox of 1,500 francs, under PRO-n and OWN-n: two under way, one paid. One under way is real. */
async function openWithPayins(): Promise<TestDesk> {
  const desk = await openTestDesk(server, { pays: false })
  for (const [id, state] of Object.entries({ w1: 'under_way', w2: 'under_way', p1: 'paid', real: 'under_way' })) {
    await desk.db.query(
      `insert into payrun.charges (id, kind, amount_minor, currency, operator, own_reference, values_hash, sandbox)
       values ($1, 'collection', 1500, 'XOF', 'mtn-benin', $2, '\\x00', $3)`,
      [id, `OWN-${id} <b>`, id !== 'real'],
    )
    await desk.db.query(
      `update payrun.charges set state = 'under_way', reference = $2, answered_at = now() where id = $1`,
      [id, `PRO-${id}`],
    )
    if (state !== 'under_way')
      await desk.db.query('update payrun.charges set state = $2, settled_at = now() where id = $1', [id, state])
  }
  return desk
}

const head = 'Référence;Montant;Devise;Statut'
const statement = (...lines: string[]) => `${[head, ...lines].join('\n')}\n`
const all = statement(
  'PRO-w1;1500;XOF;SUCCESS',
  'PRO-w2;1500;XOF;PENDING',
  'PRO-p1;1500;XOF;FAILED',
  'PRO-real;1500;XOF;SUCCESS',
  'FOREIGN;900;XOF;SUCCESS',
)

async function upload(desk: TestDesk, visitor: Visitor, text: string) {
  const body = new FormData()
  body.append('file', new Blob([text]), 'relevé <i>.csv')
  const headers = fromHere(desk, visitor)
  const answer = await fetch(`${desk.url}/payins/reconcile`, { method: 'POST', body, headers, redirect: 'manual' })
  return { status: answer.status, location: answer.headers.get('location') ?? '' }
}

async function uploaded(desk: TestDesk, visitor: Visitor, text: string): Promise<string> {
  const { status, location } = await upload(desk, visitor, text)
  expect([status, location]).toEqual([303, expect.stringMatching(/^\/payins\/reconcile\/[0-9a-f]{32}$/)])
  return location
}

const seenOf = (html: string): string => /name="seen" value="([0-9a-f]{32})"/.exec(html)?.[1] ?? ''
const statesOf = async ({ db }: TestDesk) =>
  Object.fromEntries(
    (await db.query<{ id: string; state: string }>('select id, state from payrun.charges')).map(({ id, state }) => [
      id,
      state,
    ]),
  )
const before = { w1: 'under_way', w2: 'under_way', p1: 'paid', real: 'under_way' }

describe('the page that reconciles payments and collections', () => {
  it('shows what a statement would settle, contradict and leave, then applies what was shown with the password', async () => {
    const desk = await openWithPayins()
    const awa = await signedIn(desk, 'Awa', ['approver'])
    expect((await awa.get('/payins')).html).toContain('href="/payins/reconcile"')
    expect((await awa.get('/payins/reconcile')).html).toContain('which customers have paid')
    const path = await uploaded(desk, awa, all)
    const { html, status } = await awa.get(path)
    expect(status).toBe(200)
    expect(html).toContain('relevé &lt;i>.csv')
    expect(html).toMatch(/1 as paid: 1,500\sFCFA\./)
    expect(html).toMatch(/Lines that belong to no payment or collection<\/dt><dd>1</)
    expect(html).toContain('<a href="/payins/collection/p1">OWN-p1 &lt;b></a>')
    expect(html).toContain('it is paid, and the statement says that it failed')
    expect(html).toContain('one is of the sandbox, the other is not')
    expect(html).not.toContain('name="complete"')
    expect(await statesOf(desk)).toEqual(before)
    const seen = seenOf(html)
    expect((await awa.post(path, { seen })).html).toContain('Apply the statement to payments and collections?')
    expect((await awa.post(path, { seen, sure: 'yes', proof: 'not it' })).status).toBe(422)
    expect(await statesOf(desk)).toEqual(before)
    const done = await awa.follow(await awa.post(path, { seen, sure: 'yes', proof: password }))
    expect(done.html).toContain(
      'The statement was applied. Paid: 1. Not paid: 0. Contradictions kept: 1. Left as they are: 2.',
    )
    expect(await statesOf(desk)).toEqual({ ...before, w1: 'paid' })
    expect((await awa.get('/payins/collection/w1')).html).toMatch(/Awa.*relevé &lt;i>\.csv:2/s)
    expect((await awa.get(path)).status).toBe(404)
    expect(await readdir(join(desk.app.config.home, 'statements'))).toEqual([])
  })

  it('keeps a contradiction with the collection: on its page, over the API, in both languages', async () => {
    const desk = await openWithPayins()
    const awa = await signedIn(desk, 'Awa', ['approver'])
    const viewer = await signedIn(desk, 'Chi', ['viewer'], 'fr')
    expect((await viewer.get('/payins/collection/p1')).html).not.toContain('contredisent')
    expect((await desk.call('GET', '/collections/p1')).json).not.toHaveProperty('discrepancies')
    const path = await uploaded(desk, awa, statement('PRO-p1;1500;XOF;FAILED'))
    const { html } = await awa.get(path)
    expect(html).toContain('Keep the contradictions')
    expect((await awa.post(path, { seen: seenOf(html), sure: 'yes', proof: password })).status).toBe(303)
    const page = await viewer.get('/payins/collection/p1')
    expect(page.html).toContain('Des relevés le contredisent')
    expect(page.html).toMatch(
      /payé, alors que le relevé dit que c&#39;est un échec|payé, alors que le relevé dit que c'est un échec/,
    )
    expect(page.html).toMatch(/[0-9a-f]{12}, ligne 2<.*>Awa</s)
    expect((await desk.call('GET', '/collections/p1')).json).toMatchObject({
      state: 'paid',
      discrepancies: [{ kind: 'paid_but_not_paid', says_paid: false, by: 'Awa', statement_line: 2 }],
    })
    expect(await statesOf(desk)).toEqual(before)
  })

  it('is a call of the API, too: for keys of approvers, once under its key, and as payins reconcile says it', async () => {
    const desk = await openWithPayins()
    const reconcile = (query = '', more: { key?: string; headers?: Record<string, string>; file?: string } = {}) =>
      desk.call('POST', `/payins/reconciliations${query}`, { file: all, ...more })
    const key = await desk.newKey('shop', ['viewer', 'preparer'])
    for (const query of ['', '?dry_run=true']) expect((await reconcile(query, { key })).status).toBe(403)
    expect((await reconcile('?dry_run=true', { key: await desk.newKey('root', ['admin']) })).status).toBe(403)
    const expected = {
      resolved: [{ id: 'w1', kind: 'collection', from: 'under_way', to: 'paid', statement_line: 2 }],
      cases: [
        { id: 'p1', why: 'paid_but_not_paid', message: expect.stringContaining('it failed'), statement_lines: [4] },
      ],
      left: [
        { id: 'w2', why: 'undecided' },
        { id: 'real', why: 'other_mode' },
      ],
      agreed: 0,
      others: 1,
    }
    expect(await reconcile('?dry_run=true')).toMatchObject({ status: 200, json: { dry_run: true, ...expected } })
    expect(await statesOf(desk)).toEqual(before)
    expect(await desk.db.query('select from payrun.charge_discrepancies')).toEqual([])
    const headers = { 'idempotency-key': 'november' }
    for (const _ of ['once', 'again'])
      expect(await reconcile('', { headers })).toMatchObject({ status: 200, json: { dry_run: false, ...expected } })
    expect((await reconcile()).json).toMatchObject({ resolved: [], agreed: 1 })
    expect(await statesOf(desk)).toEqual({ ...before, w1: 'paid' })
    const odd = await reconcile('', { file: statement('PRO-w2;many;XOF;SUCCESS') })
    expect(odd).toMatchObject({ status: 422, json: { code: 'refused', problems: [{ line: 2, value: 'many' }] } })
  })

  it('shows what nobody answered as unknown, as it is once the statement is applied', async () => {
    const desk = await openWithPayins()
    await desk.db.query(
      `insert into payrun.charges (id, kind, amount_minor, currency, operator, own_reference, values_hash, sandbox, created_at)
       values ('lost', 'collection', 1500, 'XOF', 'mtn-benin', 'OWN-lost', '\\x00', true, now() - interval '16 minutes')`,
    )
    const awa = await signedIn(desk, 'Awa', ['approver'])
    const path = await uploaded(desk, awa, statement('OWN-lost;1500;XOF;SUCCESS'))
    const { html } = await awa.get(path)
    expect(html).toMatch(/1 as paid: 1,500\sFCFA\./)
    expect(await statesOf(desk)).toEqual({ ...before, lost: 'asked' })
    expect((await awa.post(path, { seen: seenOf(html), sure: 'yes', proof: password })).status).toBe(303)
    expect(await statesOf(desk)).toEqual({ ...before, lost: 'paid' })
  })

  it('settles nothing that was not shown', async () => {
    const desk = await openWithPayins()
    const awa = await signedIn(desk, 'Awa', ['approver'])
    const path = await uploaded(desk, awa, all)
    const seen = seenOf((await awa.get(path)).html)
    await desk.db.query(`update payrun.charges set state = 'cancelled', settled_at = now() where id = 'w1'`)
    const late = await awa.post(path, { seen, sure: 'yes', proof: password })
    expect([late.status, late.html]).toEqual([
      409,
      expect.stringContaining('Payments or collections have changed since you looked'),
    ])
    expect(late.html).toContain('it ended without a payment')
    expect(await statesOf(desk)).toEqual({ ...before, w1: 'cancelled' })
    expect(await desk.db.query('select from payrun.charge_discrepancies')).toEqual([])
  })

  it('says why it reads nothing of a statement, and reads it otherwise', async () => {
    const desk = await openWithPayins()
    const awa = await signedIn(desk, 'Awa', ['approver'])
    const odd = await awa.get(await uploaded(desk, awa, statement('PRO-w1;many;XOF;SUCCESS')))
    expect([odd.status, odd.html]).toEqual([422, expect.stringContaining('many')])
    expect(odd.html).not.toContain('name="seen"')
    const renamed = await uploaded(desk, awa, 'Pièce;Mouvement\nPRO-w1;1500\n')
    expect((await awa.get(renamed)).status).toBe(422)
    const read = await awa.get(`${renamed}?column-reference=Pi%C3%A8ce&column-amount=Mouvement`)
    expect([read.status, read.html]).toEqual([200, expect.stringMatching(/1 as paid: 1,500\sFCFA/)])
    expect(await statesOf(desk)).toEqual(before)
  })

  it('is for approvers, and keeps a statement to whoever uploaded it, for what it was uploaded', async () => {
    const desk = await openWithPayins()
    const preparer = await signedIn(desk, 'Chi', ['preparer', 'admin'])
    expect((await preparer.get('/payins')).html).not.toContain('/payins/reconcile')
    expect((await preparer.get('/payins/reconcile')).status).toBe(403)
    expect((await upload(desk, preparer, all)).status).toBe(403)
    const [awa, binta] = [await signedIn(desk, 'Awa', ['approver']), await signedIn(desk, 'Binta', ['approver'])]
    const path = await uploaded(desk, awa, all)
    const seen = seenOf((await awa.get(path)).html)
    expect((await binta.get(path)).status).toBe(404)
    expect((await binta.post(path, { seen, sure: 'yes', proof: password })).status).toBe(404)
    expect((await preparer.post(path, { seen, sure: 'yes', proof: password })).status).toBe(403)
    const file = 'operator,phone_number,amount\nmtn-benin,2290197000001,1500\n'
    const { json } = await desk.call('POST', '/batches', { file })
    expect((await awa.get(path.replace('/payins/', `/batches/${json.id}/`))).status).toBe(404)
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect((await awa.post(path, { seen, sure: 'yes', proof: password }, elsewhere)).status).toBe(403)
    expect(await statesOf(desk)).toEqual(before)
  })
})
