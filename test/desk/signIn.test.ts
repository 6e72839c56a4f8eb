import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAccount } from '../../src/app/accounts/accounts.ts'
import { setPolicy } from '../../src/app/accounts/policy.ts'
import { withCore } from '../../src/app/open/openCore.ts'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { openTestDesk, type TestDesk } from './desk.ts'
import { addPerson, openVisitor, password, readText, type Seen, signedIn, type Visitor } from './visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const open = () => openTestDesk(server, { pays: false })
const home = (visitor: Visitor) => visitor.get('/')
const token = (visitor: Visitor) => visitor.cookies.get('payrun_session')
const secretIn = ({ html }: Seen) => /class="secret">([A-Z2-7 ]+)</.exec(html)?.[1]?.replaceAll(' ', '') ?? ''
/** Time goes on for the codes: what was used was used half minutes ago. */
const later = ({ db }: TestDesk) => db.query('update payrun.accounts set last_code_step = last_code_step - 3')

describe('the first account', () => {
  it('is made by the link that the desk prints, which is good once', async () => {
    const desk = await open()
    const path = desk.setUpUrl!.slice(desk.url.length)
    const link = new URL(desk.setUpUrl!).searchParams.get('token')!
    const visitor = openVisitor(desk, 'fr-SN')
    expect((await visitor.get('/sign-in')).html).toContain("Il n'y a pas encore de compte")
    expect((await visitor.get(path)).html).toContain('Créer le premier compte')
    const form = { token: link, name: 'Awa <b>Diop</b>', password, again: password }
    const hostile = await visitor.post('/setup', form)
    expect(hostile).toMatchObject({ status: 422, html: expect.stringContaining('value="Awa &lt;b>Diop&lt;/b>"') })
    expect(hostile.html).not.toContain(password)
    const short = await visitor.post('/setup', { ...form, name: 'Awa Diop', password: 'short', again: 'short' })
    expect(short).toMatchObject({ status: 422, html: expect.stringContaining('de 12 à 256 caractères') })
    const made = await visitor.post('/setup', { ...form, name: 'Awa Diop' })
    expect(made).toMatchObject({ status: 303, location: '/' })
    expect(made.headers.getSetCookie().join()).toMatch(/payrun_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict/)
    const first = await home(visitor)
    expect(first).toMatchObject({ status: 200, html: expect.stringContaining('Votre compte est prêt.') })
    expect(first.html).toContain('<html lang="fr">')
    expect(first.html).toContain("personne n'est réellement payé")
    expect((await home(visitor)).html).not.toContain('Votre compte est prêt.')
    const other = openVisitor(desk)
    expect(await other.get(path)).toMatchObject({ status: 410 })
    expect(await other.post('/setup', { ...form, name: 'Eve' })).toMatchObject({ status: 410 })
  })
})

describe('a link to set a password', () => {
  it('is good once, for its own account, and signs its person in', async () => {
    const desk = await open()
    await addPerson(desk, 'Admin', ['admin'])
    const added = await withCore(desk.app, (core) =>
      addAccount(desk.app, core, { name: "N'Golo Ünal", roles: ['viewer'] }),
    )
    const link = (added.ok && added.link) || ''
    const visitor = openVisitor(desk)
    expect((await visitor.get(link)).html).toContain('Welcome, N')
    const form = { token: link.split('token=')[1] ?? '', password, again: password }
    expect(await visitor.post('/password', { ...form, again: 'another' })).toMatchObject({ status: 422 })
    expect(await visitor.post('/setup', { ...form, name: 'Eve' })).toMatchObject({ status: 410 })
    expect(await visitor.post('/password', form)).toMatchObject({ status: 303, location: '/' })
    expect((await home(visitor)).html).toContain('Your password is set.')
    expect(await openVisitor(desk).post('/password', form)).toMatchObject({ status: 410 })
  })
})

describe('signing in', () => {
  it('leads to where somebody wanted to go, on the desk only', async () => {
    const desk = await open()
    await addPerson(desk, 'Awa', ['viewer'])
    const visitor = openVisitor(desk)
    expect(await visitor.get('/account?x=1')).toMatchObject({ status: 303, location: '/sign-in?to=%2Faccount%3Fx%3D1' })
    const proof = { name: 'awa', password }
    expect(await visitor.post('/sign-in', { ...proof, to: '/account?x=1' })).toMatchObject({ location: '/account?x=1' })
    for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])
      expect(await visitor.post('/sign-in', { ...proof, to })).toMatchObject({ status: 303, location: '/' })
  })

  it('says nothing of which accounts there are, and stops after ten wrong tries', async () => {
    const desk = await open()
    await addPerson(desk, 'Awa', ['viewer'])
    const visitor = openVisitor(desk)
    const wrong = await visitor.post('/sign-in', { name: 'Awa', password: 'not the password' })
    const nobody = await visitor.post('/sign-in', { name: 'Nobody', password: 'not the password' })
    expect(wrong).toMatchObject({ status: 401, html: expect.stringContaining('The name or the password is wrong.') })
    expect(nobody.html.replaceAll('Nobody', 'Awa')).toBe(wrong.html)
    for (let n = 0; n < 8; n++) await visitor.post('/sign-in', { name: 'Awa', password: 'not the password' })
    const eleventh = await visitor.post('/sign-in', { name: 'Awa', password })
    expect(eleventh).toMatchObject({ status: 429, html: expect.stringContaining('Try again in 15 minutes') })
    expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(800)
  })

  it('that others mistype from the same address stops nobody who is signed in, or comes by a link', async () => {
    const desk = await open()
    const visitor = await signedIn(desk, 'Marc', ['approver'], 'fr')
    const added = await withCore(desk.app, (core) => addAccount(desk.app, core, { name: 'Paul', roles: ['viewer'] }))
    for (let n = 0; n < 10; n++) await openVisitor(desk).post('/sign-in', { name: `nobody ${n}`, password: 'wrong' })
    const kept = await openVisitor(desk, 'fr').post('/sign-in', { name: 'Awa', password })
    expect(kept).toMatchObject({ status: 429, html: expect.stringContaining('value="Awa"') })
    expect(readText(kept)).toContain('ou depuis cette connexion, pas forcément les vôtres.')
    const begun = await visitor.post('/account/second-factor/begin', { password })
    expect(begun).toMatchObject({ status: 303, location: '/account/second-factor' })
    const secret = secretIn(await visitor.follow(begun))
    const on = await visitor.post('/account/second-factor', { code: await generate({ secret }) })
    expect(on).toMatchObject({ status: 303, location: '/account' })
    const link = (added.ok && added.link?.split('token=')[1]) || ''
    const form = { token: link, password, again: password }
    expect(await openVisitor(desk).post('/password', form)).toMatchObject({ status: 303, location: '/' })
  })

  it('keeps the form when there were too many wrong codes or passwords', async () => {
    const desk = await open()
    const visitor = await signedIn(desk, 'Awa', ['viewer'])
    const change = { before: 'not the password', password: 'another long password', again: 'another long password' }
    for (let n = 0; n < 10; n++) expect((await visitor.post('/account/password', change)).status).toBe(422)
    for (const path of ['/account/password', '/account/second-factor/begin']) {
      const kept = await visitor.post(path, change)
      expect(kept.status).toBe(429)
      expect(Number(kept.headers.get('retry-after'))).toBeGreaterThan(800)
      expect(readText(kept)).toContain('not necessarily yours. Try again in 15 minutes.')
      expect(kept.html).toContain(`action="${path}"`)
    }
  })

  it('gives a token of its own each time, of which the ledger has the hash only', async () => {
    const desk = await open()
    const visitor = await signedIn(desk, 'Awa', ['viewer'])
    const first = token(visitor)
    await visitor.post('/sign-in', { name: 'Awa', password })
    expect(token(visitor)).not.toBe(first)
    expect(JSON.stringify(await desk.db.query('select * from payrun.sessions'))).not.toContain(first)
  })
})

describe('a session', () => {
  it.each([
    ['30 idle minutes', 'seen_at', 29, 31],
    ['12 hours', 'created_at', 719, 721],
  ])('ends after %s', async (_what, column, before, after) => {
    const desk = await open()
    const visitor = await signedIn(desk, 'Awa', ['viewer'])
    const age = (minutes: number) =>
      desk.db.query(`update payrun.sessions set ${column} = now() - make_interval(mins => $1)`, [minutes])
    await age(before)
    expect((await home(visitor)).status).toBe(200)
    await age(after)
    expect(await home(visitor)).toMatchObject({ status: 303, location: '/sign-in' })
  })

  it('is not kept awake by a page that asks by itself', async () => {
    const desk = await open()
    const visitor = await signedIn(desk, 'Awa', ['viewer'])
    await desk.db.query(`update payrun.sessions set seen_at = now() - interval '29 minutes'`)
    const part = await visitor.get('/', { 'x-payrun-part': 'live' })
    expect(part).toMatchObject({ status: 200, html: expect.not.stringContaining('<html') })
    expect(part.html).toContain('Latest batches')
    await desk.db.query(`update payrun.sessions set seen_at = seen_at - interval '2 minutes'`)
    expect((await visitor.get('/', { 'x-payrun-part': 'live' })).status).toBe(401)
  })

  it('ends by signing out, everywhere else by a new password, and with the account', async () => {
    const desk = await open()
    const [here, there] = [await signedIn(desk, 'Awa', ['viewer']), openVisitor(desk)]
    await there.post('/sign-in', { name: 'Awa', password })
    const stolen = openVisitor(desk)
    stolen.cookies.set('payrun_session', token(here)!)
    const form = { before: password, password: 'another long password', again: 'another long password' }
    expect(await here.post('/account/password', { ...form, before: 'wrong' })).toMatchObject({ status: 422 })
    expect(await here.post('/account/password', form)).toMatchObject({ status: 303, location: '/account' })
    expect((await here.get('/account')).html).toContain('Your other sessions have ended.')
    expect([(await home(there)).status, (await home(stolen)).status, (await home(here)).status]).toEqual([
      303, 303, 200,
    ])
    expect(await here.post('/sign-out')).toMatchObject({ status: 303, location: '/sign-in?signed=out' })
    expect(token(here)).toBeUndefined()
    expect((await home(stolen)).status).toBe(303)
    await here.post('/sign-in', { name: 'Awa', password: form.password })
    await desk.db.query('update payrun.accounts set disabled_at = now() where name = $1', ['Awa'])
    expect((await home(here)).status).toBe(303)
  })

  it('that ended keeps what was typed until somebody has signed in again, but no password', async () => {
    const desk = await open()
    const visitor = await signedIn(desk, 'Awa', ['viewer'])
    await desk.db.query('delete from payrun.sessions')
    const posted = await visitor.post('/account/visit', {
      language: 'fr',
      zone: 'Africa/Dakar',
      password: 'secret word',
    })
    expect(posted).toMatchObject({ status: 401, html: expect.stringContaining('what you typed is kept') })
    expect(posted.html).not.toContain('secret word')
    const typed = /name="typed" value="([^"]*)"/.exec(posted.html)?.[1]?.replaceAll('&quot;', '"') ?? ''
    const again = await visitor.post('/sign-in', { name: 'Awa', password, typed, to: '/' })
    expect(again.location).toBe('/account/visit')
    const form = await visitor.follow(again)
    expect(form.html).toContain('You are signed in again.')
    expect(form.html).toMatch(/<option value="Africa\/Dakar" selected>/)
    expect((await visitor.get('/account')).html).not.toMatch(/<option value="Africa\/Dakar" selected>/)
  })
})

describe('a second factor', () => {
  async function enrolled(desk: TestDesk): Promise<{ visitor: Visitor; secret: string; used: string }> {
    const visitor = await signedIn(desk, 'Awa', ['approver'])
    expect((await visitor.post('/account/second-factor/begin', { password: 'not it' })).status).toBe(422)
    await visitor.post('/account/second-factor/begin', { password })
    const shown = await visitor.get('/account/second-factor')
    const secret = secretIn(shown)
    expect(shown.html).toContain('<svg class="qr"')
    expect(shown.html).toMatch(new RegExp(`<a href="otpauth://totp/payrun:Awa\\?[^"]*secret=${secret}[^"]*">`))
    expect((await visitor.post('/account/second-factor', { code: '000000' })).status).toBe(422)
    expect(secretIn(await visitor.get('/account/second-factor'))).toBe(secret)
    const used = await generate({ secret })
    const on = await visitor.post('/account/second-factor', { code: used })
    expect(on).toMatchObject({ status: 303, location: '/account' })
    return { visitor, secret, used }
  }

  it('is asked for after the password; a wrong code and a used one open nothing', async () => {
    const desk = await open()
    const { visitor, secret, used } = await enrolled(desk)
    expect((await visitor.get('/account/second-factor')).html).not.toContain(secret)
    const other = openVisitor(desk)
    expect(await other.post('/sign-in', { name: 'Awa', password, to: '/account' })).toMatchObject({
      location: '/sign-in/code',
    })
    expect(await home(other)).toMatchObject({ status: 303, location: '/sign-in/code' })
    expect((await other.post('/sign-in/code', { code: used })).status).toBe(401)
    await later(desk)
    expect((await other.post('/sign-in/code', { code: '12345' })).status).toBe(401)
    expect(await other.post('/sign-in/code', { code: await generate({ secret }) })).toMatchObject({
      status: 303,
      location: '/account',
    })
    expect((await home(other)).status).toBe(200)
  })

  it('is turned off with a code, after a question', async () => {
    const desk = await open()
    const { visitor, secret } = await enrolled(desk)
    expect((await visitor.post('/account/second-factor/off')).html).toContain('Turn off the second factor?')
    const wrong = await visitor.post('/account/second-factor/off', { sure: 'yes', proof: password })
    expect(wrong.status).toBe(422)
    await later(desk)
    const off = await visitor.post('/account/second-factor/off', { sure: 'yes', proof: await generate({ secret }) })
    expect(off).toMatchObject({ status: 303, location: '/account' })
    expect((await visitor.get('/account')).html).toContain('The second factor is off.')
  })

  it('that the policy asks for comes before anything else, and stays', async () => {
    const desk = await open()
    const visitor = await signedIn(desk, 'Awa', ['admin'])
    await withCore(desk.app, (core) => setPolicy(desk.app, core, 'second_factor', true))
    expect(await visitor.get('/')).toMatchObject({ location: '/account/second-factor' })
    const led = await visitor.get('/batches?state=paused')
    expect(led).toMatchObject({ location: '/account/second-factor?to=%2Fbatches%3Fstate%3Dpaused' })
    expect((await visitor.follow(led)).html).toContain(
      'An administrator has made a second factor mandatory for everybody. Set up yours first. Then the page that you asked for opens.',
    )
    const to = '/batches?state=paused'
    expect((await visitor.get('/account/second-factor')).html).toContain('Set up yours first, then you can go on.')
    expect(await visitor.post('/account/password', {})).toMatchObject({ location: '/account/second-factor' })
    const wrong = await visitor.post('/account/second-factor/begin', { password: 'not it', to })
    expect(wrong.html).toContain('name="to" value="/batches?state=paused"')
    const begun = await visitor.follow(await visitor.post('/account/second-factor/begin', { password, to }))
    expect(begun.html).toContain('name="to" value="/batches?state=paused"')
    expect(begun.html).toContain('An administrator has made a second factor mandatory')
    const secret = secretIn(begun)
    const on = await visitor.post('/account/second-factor', { code: await generate({ secret }), to })
    expect(on).toMatchObject({ location: '/batches?state=paused' })
    expect((await visitor.follow(on)).html).toContain('The second factor is on.')
    expect((await visitor.get('/account/second-factor')).html).not.toContain('Everybody needs')
    expect((await home(visitor)).status).toBe(200)
    await later(desk)
    const off = { sure: 'yes', proof: await generate({ secret }) }
    expect((await visitor.post('/account/second-factor/off', off)).status).toBe(403)
  })
})
