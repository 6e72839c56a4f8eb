import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setApprovals } from '../../../src/app/accounts/policy.ts'
import { places } from '../../../src/desk/pages/layout.ts'
import { pathHere } from '../../../src/desk/pages/page.ts'
import { pages } from '../../../src/desk/pages/pages.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { fieldsOf, press } from '../browserForm.ts'
import { openTestDesk } from '../desk.ts'
import { good } from '../uploads.ts'
import { addPerson, openVisitor, password, signedIn } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const open = () => openTestDesk(server, { pays: false })
const file = 'operator,phone_number,amount,reference,name\nmtn-benin,22901970000%,1500,R-%,Awa %\n'
const payroll = (number: number) => file.replaceAll('%', String(number).padStart(2, '0'))

describe('a form', () => {
  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another site of the same domain', { 'sec-fetch-site': 'same-site' }],
    ['nowhere', { 'sec-fetch-site': 'none' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a hidden origin', { origin: 'null' }],
    [
      'here by one word, and from elsewhere by the other',
      { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
    ],
    ['somebody who says nothing', {}],
  ] as [string, Record<string, string>][])('from %s changes nothing', async (_where, headers) => {
    const desk = await open()
    const visitor = await signedIn(desk, 'Awa', ['viewer'])
    expect(await visitor.post('/sign-out', {}, headers)).toMatchObject({
      status: 403,
      html: expect.stringContaining('was not sent from a page of the desk'),
    })
    expect((await visitor.get('/')).status).toBe(200)
    expect((await openVisitor(desk).post('/sign-in', { name: 'Awa', password }, headers)).status).toBe(403)
  })
})

describe('a page', () => {
  it('is for nobody else: no cache, no frame, no script or style but ours', async () => {
    const desk = await open()
    const visitor = await signedIn(desk, 'Awa', ['viewer'])
    for (const path of ['/', '/account', '/sign-in', '/nowhere', '/setup?token=x']) {
      const { headers, html } = await visitor.get(path)
      expect(headers.get('cache-control'), path).toBe('no-store')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none';script-src 'self';style-src 'self'/)
      expect(html).not.toMatch(/ style=|<style|<script(?! src="\/assets\/)|https?:\/\/(?!www\.w3\.org)/)
      expect(Buffer.byteLength(html)).toBeLessThan(60_000)
    }
  })

  it('loads what may be kept forever, scripts of less than 15 kB', async () => {
    const desk = await open()
    const { html } = await openVisitor(desk).get('/sign-in')
    const loaded = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(loaded).toHaveLength(4)
    const sizes = await Promise.all(
      loaded.map(async (path) => {
        const answer = await fetch(desk.url + path)
        expect(answer.headers.get('cache-control')).toContain('immutable')
        return path.endsWith('.js') ? (await answer.arrayBuffer()).byteLength : 0
      }),
    )
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(15_000)
  })

  it('opens by a cookie and never by a key, and the API by a key and never by a cookie', async () => {
    const desk = await open()
    const visitor = await signedIn(desk, 'Awa', ['viewer', 'preparer', 'approver', 'admin'])
    const stranger = openVisitor(desk)
    const bearer = { authorization: `Bearer ${desk.key}` }
    expect((await stranger.get('/', bearer)).status).toBe(303)
    expect((await visitor.get('/api/v1/me')).status).toBe(401)
  })

  it('of another host is not served', async () => {
    const desk = await open()
    const { request } = await import('undici')
    const { statusCode, headers } = await request(`${desk.url}/sign-in`, { headers: { host: 'evil.example' } })
    expect(statusCode).toBe(421)
    expect(headers['content-type']).toContain('text/html')
  })

  it.each([
    ['GET', '/nowhere', 404, 'There is nothing here'],
    ['GET', '/sign-in/%00', 404, 'There is nothing here'],
    ['PUT', '/account', 405, 'GET, HEAD'],
    ['DELETE', '/sign-in', 405, 'GET, HEAD, POST'],
  ])('%s %s is answered with a page of %i', async (method, path, status, said) => {
    const desk = await open()
    const answer = await fetch(desk.url + path, { method, headers: { 'accept-language': 'en' } })
    expect(answer.status).toBe(status)
    expect(await answer.text()).toContain(said)
  })

  it('takes a NUL in an address or a form for a character that nothing has', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer', 'approver', 'admin'])
    const answers = {
      '/batches/%00': 404,
      '/batches/a%00/rows/2': 404,
      '/approvals/%00': 404,
      '/payins/collection/%00': 404,
      '/schedules/%00': 404,
      '/people?q=%00': 200,
    }
    for (const [path, status] of Object.entries(answers)) expect((await awa.get(path)).status, path).toBe(status)
    expect((await openVisitor(desk).post('/sign-in', { name: 'a\0b', password: 'x\0' })).status).toBe(401)
    expect((await awa.post('/operators/mtn-benin/hold', { note: 'a\0b', sure: 'yes' })).status).toBe(303)
    // What was typed before a session ended is kept for the next one.
    expect((await openVisitor(desk).post('/batches/a/retry', { 'x\0': '\0' })).status).toBeLessThan(500)
  })

  it('to sign in is in another language with all that was typed, also what was posted after a session ended', async () => {
    const desk = await open()
    await addPerson(desk, 'Awa', ['preparer'])
    const visitor = openVisitor(desk)
    const asked = await visitor.post('/batches/a/retry', { lines: '2, 5' })
    expect(asked.status).toBe(401)
    const french = await press(visitor, asked, 'Français', { name: 'Awa', password: 'half of i' })
    expect([french.status, french.html]).toEqual([200, expect.stringContaining('Se connecter')])
    expect(french.html).not.toContain('half of i')
    expect(fieldsOf(french)['name']).toBe('Awa')
    const wrong = await press(visitor, french, 'Se connecter', { password: 'not it' })
    const english = await press(visitor, wrong, 'English')
    expect(english.html).toContain('what you typed is kept')
    const { typed = '' } = fieldsOf(english)
    expect(JSON.parse(typed)).toEqual({ path: '/batches/a/retry', form: { lines: '2, 5' } })
    const entered = await visitor.post('/sign-in', { name: 'Awa', password, typed })
    expect(entered).toMatchObject({ status: 303, location: '/batches/a/retry' })
  })

  it('of an approval is in another language with what was typed, as is the question after it, and decides nothing', async () => {
    const desk = await open()
    await setApprovals(desk.app, desk.core, 2)
    const { json } = await desk.call('POST', '/batches', { file: good })
    const marc = await signedIn(desk, 'Marc', ['approver'])
    const typed = { expect_count: '3', expect_total: '4506' }
    const page = await marc.get(`/approvals/${json.id}`)
    const french = await press(marc, page, 'Français', { ...typed, note: 'Seen' })
    expect([french.status, french.html]).toEqual([200, expect.stringContaining('lang="fr"')])
    expect(fieldsOf(french)).toMatchObject(typed)
    expect(french.html).toMatch(/id="approve-note"[^>]* value="Seen"/)
    const question = await press(marc, french, 'Approuver')
    const english = await press(marc, question, 'English', { proof: password })
    expect([english.status, english.html]).toEqual([200, expect.stringContaining('lang="en"')])
    expect(english.html).not.toContain(password)
    expect(fieldsOf(english)).toMatchObject({ ...typed, note: 'Seen', sure: 'yes', proof: '' })
    const now = async () => (await desk.call('GET', `/batches/${json.id}`)).json.state
    expect(await now()).toBe('awaiting_approval')
    const done = await press(marc, english, 'Approve', { proof: password })
    expect(done.html).toContain('lang="en"')
    expect(await now()).not.toBe('awaiting_approval')
  })

  it('of a link that is good once is in another language, with what was typed after a slip', async () => {
    const desk = await open()
    const { pathname, search } = new URL(desk.setUpUrl ?? '')
    const visitor = openVisitor(desk)
    const page = await visitor.get(`${pathname}${search}`)
    const slip = await press(visitor, page, 'account', { name: 'Awa', password, again: 'another' })
    expect(slip.status).toBe(422)
    const french = await press(visitor, slip, 'Français')
    expect([french.status, fieldsOf(french)['name']]).toEqual([200, 'Awa'])
    const made = await press(visitor, french, 'compte', { password, again: password })
    expect(made.html).toContain('Awa')
  })

  it('that is asked by a link from elsewhere is asked once more from here, with the cookie', async () => {
    const desk = await open()
    const visitor = openVisitor(desk)
    const outside = await visitor.get('/account?a=1', { 'sec-fetch-site': 'cross-site' })
    expect(outside).toMatchObject({ status: 200 })
    expect(outside.headers.get('refresh')).toBe('0; url=/account?a=1')
    expect(await visitor.get('/account?a=1', { 'sec-fetch-site': 'same-origin' })).toMatchObject({ status: 303 })
  })

  it('is in the language of the account, else of the browser, and in the time zone that was chosen', async () => {
    const desk = await open()
    const visitor = await signedIn(desk, 'Awa', ['viewer'], 'fr')
    expect((await visitor.get('/', { 'accept-language': 'en' })).html).toContain('Rien à traiter.')
    expect((await openVisitor(desk, 'fr-SN,en;q=0.5').get('/sign-in')).html).toContain('Se connecter')
    expect(await visitor.post('/language', { language: 'en', to: '/account' })).toMatchObject({ location: '/account' })
    expect((await visitor.get('/')).html).toContain('Nothing needs attention.')
    visitor.cookies.set('payrun_zone', 'Africa/Nairobi')
    expect((await visitor.get('/')).html).toContain('Times: Africa/Nairobi')
    visitor.cookies.set('payrun_zone', 'Mars/Base')
    expect((await visitor.get('/')).html).toContain('Times: UTC')
    expect((await visitor.post('/account/visit', { language: 'en', zone: 'Mars/Base' })).status).toBe(422)
    await visitor.post('/account/visit', { language: 'fr', zone: 'Africa/Porto-Novo' })
    const chosen = await visitor.get('/')
    expect(chosen.html).toContain('Heures\u00a0: Africa/Porto-Novo')
  })

  it('shows what a name has in it that nobody sees, and runs none of it', async () => {
    const desk = await open()
    const visitor = await signedIn(desk, 'Awa', ['viewer'])
    await desk.call('POST', '/batches', { file: payroll(1) })
    // As the command line may name it.
    const name = '<img src=x onerror=alert(1)>\u202e"evil\u200b'
    await desk.db.query('update payrun.batches set name = $1', [name])
    const { html } = await visitor.get('/')
    expect(html).toContain('&lt;img src=x onerror=alert(1)>\ufffd')
    expect(html).not.toMatch(/<img|[\u202e\u200b]/)
  })
})

describe('the navigation', () => {
  it('leads to what there is, and knows no place twice', async () => {
    const desk = await open()
    const visitor = await signedIn(desk, 'Awa', ['viewer', 'preparer', 'approver', 'admin'])
    const { html } = await visitor.get('/')
    const nav = /<nav class="places".*?<\/nav>/s.exec(html)?.[0] ?? ''
    const shown = [...nav.matchAll(/href="([^"]+)"/g)].map(([, path]) => path)
    expect(shown).toEqual(places.map(({ path }) => path).filter((path) => pages.some((each) => each.path === path)))
    expect(nav.match(/aria-current="page"/g)).toHaveLength(1)
  })
})

describe('pathHere', () => {
  it.each([
    ['/batches/8F3K?state=failed', '/batches/8F3K?state=failed'],
    ['//evil.example/x', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
    ['/x\n/y', '/'],
    ['/..//evil.example', '/'],
    [undefined, '/'],
  ])('leads from %s to %s', (text, path) => expect(pathHere(text)).toBe(path))
})
