import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { addPerson, openVisitor, password, signedIn } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const open = () => openTestDesk(server, { pays: false })

const secretIn = (html: string): string => /<code class="secret">([^<]+)<\/code>/.exec(html)?.[1] ?? ''

/** Every text that the ledger keeps of accounts, sessions and the trail. */
const kept = async ({ db }: TestDesk): Promise<string> =>
  JSON.stringify(
    await Promise.all(
      ['accounts', 'sessions', 'one_time_links', 'changes'].map((table) =>
        db.query(`select to_jsonb(t) from payrun.${table} t`),
      ),
    ),
  )

const numberOf = async ({ db }: TestDesk, name: string): Promise<number> =>
  (await db.query<{ no: number }>(`select account_no as no from payrun.accounts where name = '${name}'`))[0]!.no

describe('/admin', () => {
  it('is for administrators alone, and nobody else is led there', async () => {
    const desk = await open()
    const other = await signedIn(desk, 'Pia', ['viewer', 'preparer', 'approver'])
    const no = await numberOf(desk, 'Pia')
    expect((await other.get('/')).html).not.toContain('href="/admin"')
    for (const path of ['/admin', '/admin/accounts/new', `/admin/accounts/${no}`, '/admin/keys', '/admin/keys/new'])
      expect((await other.get(path)).status, path).toBe(403)
    const form = { name: 'Kofi', role_admin: 'yes', sure: 'yes' }
    for (const path of [
      '/admin/accounts/new',
      `/admin/accounts/${no}/roles`,
      `/admin/accounts/${no}/reset`,
      `/admin/accounts/${no}/disable`,
      '/admin/keys/new',
      `/admin/keys/${no}/revoke`,
    ])
      expect((await other.post(path, form)).status, path).toBe(403)
    expect((await openVisitor(desk).get('/admin')).location).toBe('/sign-in?to=%2Fadmin')
    const admin = await signedIn(desk, 'Ada', ['admin'], 'fr')
    expect((await admin.get('/')).html).toContain('href="/admin"')
    const { html } = await admin.get('/admin')
    expect(html).toContain('Ajouter un compte')
    expect(html).toContain('Pia')
    expect((await admin.get('/admin/accounts/9999')).status).toBe(404)
    expect((await admin.get(`/admin/accounts/${no}'`)).status).toBe(404)
  })

  it('adds an account whose link is shown once, and opens nothing twice', async () => {
    const desk = await open()
    const admin = await signedIn(desk, 'Ada', ['admin'])
    const slip = await admin.post('/admin/accounts/new', { name: 'Kofi', login: 'kofi' })
    expect(slip.status).toBe(422)
    expect(slip.html).toContain('Give at least one role.')
    expect(slip.html).toContain('value="Kofi"')
    const added = await admin.post('/admin/accounts/new', { name: 'Kofi', login: 'kofi', role_approver: 'yes' })
    expect(added.status).toBe(200)
    expect(added.headers.get('cache-control')).toContain('no-store')
    const link = new URL(secretIn(added.html))
    expect(link.origin).toBe(desk.url)
    expect((await admin.get('/admin')).html).not.toContain('token=')
    expect(await kept(desk)).not.toContain(link.searchParams.get('token') ?? '-')
    const kofi = openVisitor(desk)
    const form = { token: link.searchParams.get('token') ?? '', password, again: password }
    expect((await kofi.post('/password', form)).status).toBe(303)
    expect((await kofi.post('/password', form)).status).not.toBe(303)
    expect((await openVisitor(desk).post('/sign-in', { name: 'kofi', password })).status).toBe(303)
    const again = await admin.post('/admin/accounts/new', { name: 'KOFI', role_approver: 'yes' })
    expect(again.status).toBe(422)
    expect(again.html).toContain('There is already an account named Kofi.')
  })

  it('changes roles, resets and disables, and asks before it does what cannot be undone', async () => {
    const desk = await open()
    const admin = await signedIn(desk, 'Ada', ['admin'])
    const kofi = await signedIn(desk, 'Kofi', ['preparer'])
    const path = `/admin/accounts/${await numberOf(desk, 'Kofi')}`
    const changed = await admin.post(`${path}/roles`, { role_viewer: 'yes', role_approver: 'yes' })
    expect((await admin.follow(changed)).html).toContain('The roles of Kofi are changed.')
    expect((await kofi.get('/batches/new')).status).toBe(403)
    expect((await admin.post(`${path}/roles`)).status).toBe(422)

    expect((await admin.post(`${path}/reset`)).html).toContain('Reset the account of Kofi?')
    expect((await kofi.get('/')).status).toBe(200)
    const reset = await admin.post(`${path}/reset`, { sure: 'yes' })
    expect(secretIn(reset.html)).toContain(`${desk.url}/password?token=`)
    expect((await kofi.get('/')).location).toBe('/sign-in')

    expect((await admin.post(`${path}/disable`)).html).toContain('Disable the account &quot;Kofi&quot;?')
    const disabled = await admin.post(`${path}/disable`, { sure: 'yes' })
    expect((await admin.follow(disabled)).html).toContain('The account of Kofi is disabled.')
    expect((await admin.get(path)).html).not.toContain('<form class="panel')
    expect((await admin.post(`${path}/reset`, { sure: 'yes' })).status).toBe(409)
  })

  it('keeps the last administrator, and leads one who is none any more home', async () => {
    const desk = await open()
    const admin = await signedIn(desk, 'Ada', ['admin', 'preparer'])
    const path = `/admin/accounts/${await numberOf(desk, 'Ada')}`
    for (const [act, form] of [
      ['roles', { role_viewer: 'yes' }],
      ['disable', { sure: 'yes' }],
    ] as const) {
      const refused = await admin.post(`${path}/${act}`, form)
      expect(refused.status).toBe(409)
      expect(refused.html).toContain('Ada is the only administrator who can sign in.')
    }
    // A program with the role lets nobody in.
    await admin.post('/admin/keys/new', { name: 'robot', role_admin: 'yes' })
    expect((await admin.post(`${path}/disable`, { sure: 'yes' })).status).toBe(409)
    const otto = await signedIn(desk, 'Otto', ['admin'])
    const [one, two] = await Promise.all([
      admin.post(`/admin/accounts/${await numberOf(desk, 'Otto')}/roles`, { role_viewer: 'yes' }),
      otto.post(`${path}/roles`, { role_viewer: 'yes' }),
    ])
    expect([one.status, two.status].sort()).not.toEqual([303, 303])
    const left = await desk.db.query(`select from payrun.accounts where kind = 'account' and 'admin' = any (roles)`)
    expect(left).toHaveLength(1)
  })

  it('adds a key that is shown once, and revokes it', async () => {
    const desk = await open()
    const admin = await signedIn(desk, 'Ada', ['admin'])
    for (const expires of ['0', '-1', '1.5', '4000', 'x'])
      expect((await admin.post('/admin/keys/new', { name: 'hr', role_viewer: 'yes', expires })).status).toBe(422)
    const added = await admin.post('/admin/keys/new', { name: 'hr', role_viewer: 'yes', expires: '30', for: 'Ada' })
    const key = secretIn(added.html)
    expect(key).toMatch(/^pr_[\w-]{43}$/)
    expect(await kept(desk)).not.toContain(key)
    const call = () => fetch(`${desk.url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } })
    expect(await (await call()).json()).toEqual({ name: 'hr', kind: 'key', roles: ['viewer'] })
    const { html } = await admin.get('/admin/keys')
    expect(html).not.toContain(key)
    expect(html).toContain('for Ada')
    const path = `/admin/keys/${await numberOf(desk, 'hr')}/revoke`
    expect((await admin.post(path)).html).toContain('Revoke the key hr?')
    expect((await call()).status).toBe(200)
    expect((await admin.follow(await admin.post(path, { sure: 'yes' }))).html).toContain('The key hr is revoked.')
    expect((await call()).status).toBe(401)
    expect((await admin.post(`/admin/keys/${await numberOf(desk, 'Ada')}/revoke`, { sure: 'yes' })).status).toBe(404)
  })

  it('says of a key whose person is disabled that it opens nothing', async () => {
    const desk = await open()
    const admin = await signedIn(desk, 'Ada', ['admin'])
    await addPerson(desk, 'Awa', ['preparer'])
    await admin.post('/admin/keys/new', { name: 'hr', role_preparer: 'yes', for: 'Awa' })
    await admin.post(`/admin/accounts/${await numberOf(desk, 'Awa')}/disable`, { sure: 'yes' })
    const { html } = await admin.get('/admin/keys')
    expect(html).toContain('the account is disabled: the key does not work')
    // The desk's own.
    expect(html.match(/>active</g)).toHaveLength(1)
  })

  it.each(['<b>Eve</b>', '"><script>alert(1)</script>', 'Eve\u202eadmin', '=1+1'])('shows %s as text', async (name) => {
    const desk = await open()
    const admin = await signedIn(desk, 'Ada', ['admin'])
    for (const path of ['/admin/accounts/new', '/admin/keys/new']) {
      const { status, html } = await admin.post(path, { name, role_viewer: 'yes', login: name })
      expect(status).toBe(422)
      expect(html).not.toMatch(/<b>Eve|<script>alert|\u202e/)
    }
  })
})

describe('/admin/policy', () => {
  const proved = { sure: 'yes', proof: password }
  const rulesOf = async ({ db }: TestDesk) =>
    (
      await db.query<{ rule: string }>(
        `select concat_ws(' ', people, currency, above_minor) as rule from payrun.approval_rules where people > 1 order by 1`,
      )
    ).map(({ rule }) => rule)

  it('sets how many people batches need, and asks for the password again each time', async () => {
    const desk = await open()
    const admin = await signedIn(desk, 'Ada', ['admin'])
    const rules = '/admin/policy/rules'
    const rule = { people: '3', amount: '10 000 000', currency: 'xof' }
    // The codes of warnings are words of the command line.
    expect((await admin.get('/admin/policy')).html).not.toContain('<code')
    for (const [path, form] of [
      ['/admin/policy/approvals', { people: '0' }],
      ['/admin/policy/approvals', { people: 'x' }],
      [rules, { ...rule, people: '1' }],
      [rules, { ...rule, currency: 'ZZZ' }],
      [rules, { ...rule, amount: '<b>ten</b>' }],
      [`${rules}/remove`, { amount: 'x', currency: 'XOF' }],
    ] as const) {
      const { status, html } = await admin.post(path, { ...form, ...proved })
      expect(status).toBe(422)
      expect(html).not.toContain('<b>ten')
    }
    expect((await admin.post(rules, { ...rule, currency: ' ' })).html).toContain('Give a currency, such as XOF.')
    expect((await admin.post(rules, { ...rule, amount: ' ' })).html).toContain('Give an amount, such as 10000000.')
    expect((await admin.post('/admin/float/amount', { what: 'set', amount: '1' })).html).toContain('Give a currency')
    const question = await admin.post('/admin/policy/approvals', { people: '2' })
    expect(question.html).toContain('Every batch needs 2 people')
    expect(question.html).toContain('name="proof"')
    const wrong = await admin.post(rules, { ...rule, sure: 'yes', proof: 'wrong horse battery' })
    expect(wrong.status).toBe(422)
    expect(await rulesOf(desk)).toEqual([])

    const done = await admin.post('/admin/policy/approvals', { people: '2', ...proved })
    expect((await admin.follow(done)).html).toContain('The policy is changed.')
    await admin.post(rules, { ...rule, ...proved })
    expect(await rulesOf(desk)).toEqual(['2', '3 XOF 10000000'])
    expect((await admin.get('/admin/policy')).html).toMatch(/A batch of more than 10,000,000\sFCFA needs 3 people/)
    const same = await admin.post('/admin/policy/approvals', { people: '2', ...proved })
    expect((await admin.follow(same)).html).toContain('Nothing was changed')
    const gone = { amount: '10000000', currency: 'XOF' }
    expect((await admin.post(`${rules}/remove`, gone)).html).toContain('Remove this rule?')
    await admin.post(`${rules}/remove`, { ...gone, ...proved })
    expect(await rulesOf(desk)).toEqual(['2'])
  })

  it('switches what keys may and what everybody needs, for administrators alone, in French, too', async () => {
    const desk = await open()
    const admin = await signedIn(desk, 'Ada', ['admin'], 'fr')
    const other = await signedIn(desk, 'Pia', ['viewer', 'preparer', 'approver'])
    const settings = async () =>
      (await desk.db.query('select keys_approve as keys, second_factor as factor from payrun.policy'))[0]
    for (const path of ['approvals', 'rules', 'rules/remove', 'second-factor', 'keys-approve'])
      expect((await other.post(`/admin/policy/${path}`, { to: 'on', ...proved })).status).toBe(403)
    expect((await admin.get('/admin/policy')).html).toContain("Les clés d'API ne peuvent rien approuver.")
    expect((await admin.post('/admin/policy/keys-approve', { to: 'on' })).html).toContain('Changer la politique\u00a0?')
    await admin.post('/admin/policy/keys-approve', { to: 'maybe', ...proved })
    expect(await settings()).toEqual({ keys: false, factor: false })
    await admin.post('/admin/policy/keys-approve', { to: 'on', ...proved })
    await admin.post('/admin/policy/second-factor', { to: 'on', ...proved })
    expect(await settings()).toEqual({ keys: true, factor: true })
    // From now on that holds for the administrator, too.
    expect((await admin.get('/admin/policy')).location).toBe('/account/second-factor?to=%2Fadmin%2Fpolicy')
  })
})

describe('/admin/trail', () => {
  it('is searched by who, what and when, 50 a page, by administrators alone', async () => {
    const desk = await open()
    const admin = await signedIn(desk, 'Ada', ['admin'])
    const kofi = await signedIn(desk, 'Kofi', ['preparer', 'approver'], 'fr')
    for (const path of ['/admin/trail', '/admin/trail.csv']) expect((await kofi.get(path)).status).toBe(403)
    const { json } = await desk.call('POST', '/batches', {
      file: 'operator,phone_number,amount,reference,name\nmtn-benin,2290190000001,1500,R-1,Awa\n',
    })
    await kofi.post(`/batches/${json.id}/pause`)
    await admin.post('/operators/mtn-benin/hold', { note: 'away <b>until</b> noon', sure: 'yes' })
    const { html } = await admin.get('/admin/trail')
    expect(html).toContain(`<a href="/batches/${json.id}">${json.name}</a> <span class="small">${json.id}</span>`)
    for (const text of ['Submitted a batch', 'Paused a batch', 'Held an operator', 'Added an account'])
      expect(html).toContain(`<span>${text}`)
    expect(html).toContain('away &lt;b>until&lt;/b> noon')
    expect((await admin.get('/admin/trail?who=KOF')).html).not.toContain('<span>Submitted a batch')
    expect((await admin.get('/admin/trail?what=operator')).html).not.toContain('<span>Paused a batch')
    const today = new Date().toISOString().slice(0, 10)
    expect((await admin.get(`/admin/trail?from=${today}&to=2999-01-01`)).html).toContain('<span>Held an operator')
    expect((await admin.get('/admin/trail?to=2020-01-01')).html).toContain('Nothing was found.')
    for (const wrong of ['2026-02-30', 'x', "2026-01-01'"])
      expect((await admin.get(`/admin/trail?from=${wrong}`)).status).toBe(422)
    for (const odd of ['who=%00', 'before=x', 'what=toString', 'who=%25', 'before=1-c1'])
      expect((await admin.get(`/admin/trail?${odd}`)).status, odd).toBe(200)

    await desk.db.query(
      `insert into payrun.changes (actor, what, subject) select 'Zoe', 'key.added', 'nr ' || n || '.' from generate_series(1, 120) n`,
    )
    let [path, pages] = ['/admin/trail?who=zoe', 0]
    const seen: string[] = []
    for (; path !== ''; pages += 1) {
      const page = (await admin.get(path)).html
      seen.push(...(page.match(/nr \d+\./g) ?? []))
      path = /rel="next" href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    }
    expect([pages, seen.length, new Set(seen).size]).toEqual([3, 120, 120])
  })

  it('is taken along as CSV in which nothing is a formula, and that is in the trail', async () => {
    const desk = await open()
    const admin = await signedIn(desk, 'Ada', ['admin'], 'fr')
    await desk.db.query(
      `insert into payrun.changes (actor, what, subject) select '=HYPERLINK("x")', 'key.added', '@sum ' || n from generate_series(1, 1500) n`,
    )
    const { html: csv, headers } = await admin.get('/admin/trail.csv?who=hyperlink')
    expect(headers.get('content-type')).toContain('text/csv')
    expect(headers.get('content-disposition')).toContain('attachment')
    const lines = csv.trimEnd().split('\n')
    expect(lines).toHaveLength(1_501)
    expect(lines[0]).toBe('at,who,what,subject,details,batch,sentence')
    for (const line of lines.slice(1))
      expect(line).toMatch(/^[\dT:.Z-]+,"'=HYPERLINK\(""x""\)",key\.added,'@sum \d+,\{\},,A ajouté une clé$/)
    expect((await admin.get('/admin/trail?what=trail')).html).toContain("A téléchargé l'historique")
  })
})
