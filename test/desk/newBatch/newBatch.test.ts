import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setApprovals } from '../../../src/app/accounts/policy.ts'
import { withCore } from '../../../src/app/open/openCore.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk } from '../desk.ts'
import { batches, csv, draftOf, fromHere, good, hiddenOf, row } from '../uploads.ts'
import { type Seen, signedIn } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const open = () => openTestDesk(server, { pays: false })

describe('a new batch', () => {
  it('goes from a file to people paid: uploaded, looked at, submitted once however often the form comes', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const { path, page } = await draftOf(desk, awa, good)
    expect(page.html).toContain('Pay 3 people 4,506 FCFA')
    const form = { ...hiddenOf(page, `${path}/pay`), act: 'pay', batch_name: 'Salaires', period: '' }
    const answers = await Promise.all([1, 2, 3].map(() => awa.post(`${path}/pay`, form)))
    const [batch, ...others] = await batches(desk)
    expect(others).toEqual([])
    expect(answers.map(({ location }) => location)).toEqual([1, 2, 3].map(() => `/batches/${batch?.id}`))
    expect((await awa.post(`${path}/pay`, form)).location).toBe(`/batches/${batch?.id}`)
    expect((await awa.get(path)).location).toBe(`/batches/${batch?.id}`)
    expect((await desk.call('GET', `/batches/${batch?.id}`)).json).toMatchObject({
      name: 'Salaires',
      file: { rows: 3 },
    })
  })

  it('says it in French', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'], 'fr')
    const { page } = await draftOf(desk, awa, good)
    expect(page.html.replaceAll(/[\u202f\u00a0]/g, ' ')).toContain('Payer 4 506 FCFA à 3 personnes')
  })

  it('has the name of its file with the quotes that are in it', async () => {
    const desk = await open()
    const { page } = await draftOf(desk, await signedIn(desk, 'Awa', ['preparer']), good, 'Paie "nov".csv')
    expect(page.html).toContain('Check Paie &quot;nov&quot;.csv')
  })

  it('shows what is wrong by its kind, and corrects it in place in a new file', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const { path, page } = await draftOf(
      desk,
      awa,
      csv(row(1), row(2, { phone: '123' }), row(3, { amount: 'x' }), row(4)),
    )
    expect(page.html).toContain('2 rows have problems')
    expect(page.html).not.toContain('Pay 2 people')
    const fix = { ...hiddenOf(page, `${path}/pay`), 'cell-3-1': '2290197000002', 'leave-4': 'yes' }
    const fixed = await awa.post(`${path}/fix`, fix)
    expect(fixed.location).toBe(path)
    const after = await awa.follow(fixed)
    expect(after.html).toContain('Done: 1 cell corrected and 1 row left out.')
    expect(after.html).toContain('Pay 3 people 4,507 FCFA')
    const again = await awa.post(`${path}/fix`, fix)
    expect(again.html).toContain('changed in another window')
  })

  it('counts a row once, whatever is wrong with it, also where nothing can be paid', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const { page } = await draftOf(desk, awa, csv(row(1, { phone: '123', amount: 'x' }), row(2, { amount: '-5' })))
    expect(page.html).toContain('2 rows have problems')
    expect(page.html).not.toContain('<dl class="facts">')
  })

  it.each([
    ['empty', ''],
    ['cut short', '[{"amount": 1'],
  ])('offers another file where nothing can be chosen in one that is %s', async (_, text) => {
    const desk = await open()
    const { page } = await draftOf(desk, await signedIn(desk, 'Awa', ['preparer']), text)
    expect(page.html).not.toContain('<select')
    expect(page.html).toMatch(/<a class="primary" href="\/batches\/new">Choose another file<\/a>/)
  })

  it('takes the file without a script, and asks for one where none was chosen', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    // As a browser sends a form whose file was left out.
    const body =
      '--b\r\ncontent-disposition: form-data; name="file"; filename=""\r\ncontent-type: application/octet-stream\r\n\r\n\r\n--b--\r\n'
    const answer = await fetch(`${desk.url}/batches/new`, {
      method: 'POST',
      body,
      headers: { ...fromHere(desk, awa), 'content-type': 'multipart/form-data; boundary=b' },
    })
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('Choose a file first.')])
    expect(await readdir(join(desk.app.config.home, 'drafts'))).toEqual([])
  })

  it('shows anew, and pays nothing, when what would be paid is no longer what was seen', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const { path, page } = await draftOf(desk, awa, good)
    await awa.post(path, { ...hiddenOf(page, `${path}/pay`), skip_invalid: 'yes' })
    const form = { ...hiddenOf(await awa.get(path), `${path}/pay`), act: 'pay' }
    await desk.call('POST', '/batches', { file: csv(row(2)) })
    const seen = await awa.post(`${path}/pay`, form)
    expect(seen.status).toBe(409)
    expect(seen.html).toContain('no longer what you were shown')
    expect(seen.html).toContain('Pay 2 people 3,004 FCFA')
    expect(await batches(desk)).toHaveLength(1)
  })

  it('takes hours of the day, on the clock of whoever typed them, and pays nothing while they are wrong', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const { path, page } = await draftOf(desk, awa, good)
    const pay = (seen: Seen, between: string) =>
      awa.post(`${path}/pay`, { ...hiddenOf(seen, `${path}/pay`), act: 'pay', between })
    const first = await pay(page, '8 to 18')
    expect(first.status).toBe(409)
    expect(first.html).toContain('is not a span of hours')
    // Once more, nothing changed since it was shown: it is as wrong.
    expect((await pay(first, '8 to 18')).status).toBe(409)
    expect(await batches(desk)).toEqual([])
    const done = await pay(first, '22:00-05:00')
    const [batch] = await batches(desk)
    expect(batch).toMatchObject({ between: { from: '22:00', to: '05:00' } })
    expect((await awa.get(done.location ?? '')).html).toContain('between 22:00 and 05:00')
  })

  it('keeps the planned time and the hours each on the clock on which it was typed', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    awa.cookies.set('payrun_zone', 'Africa/Porto-Novo')
    const { path, page } = await draftOf(desk, awa, good)
    const post = (seen: Seen, typed: Record<string, string>) =>
      awa.post(`${path}/pay`, { ...hiddenOf(seen, `${path}/pay`), ...typed })
    const at = '2027-03-01T08:00'
    await post(page, { act: 'check', at, between: '09:00-17:00' })
    // Elsewhere from here on: only the hours are typed anew, then only the time.
    awa.cookies.set('payrun_zone', 'Africa/Nairobi')
    const there = await awa.get(path)
    expect(there.html).toMatch(/id="at-hint"[^>]*>[^<]*Africa\/Porto-Novo/)
    await post(there, { act: 'check', at, between: '10:00-18:00' })
    expect((await awa.get(path)).html).toContain('Pays between 10:00 and 18:00 (Africa/Porto-Novo)')
    // Emptied and typed anew, they are meant here; so they are where a form doesn't say.
    await post(await awa.get(path), { act: 'check', at, between: '' })
    const emptied = await awa.get(path)
    expect(emptied.html).toMatch(/id="between-hint"[^>]*>[^<]*Africa\/Nairobi/)
    await post(emptied, { act: 'check', at, between: '10:00-17:00' })
    await post(await awa.get(path), { act: 'check', at, between: '10:00-18:00', between_zone: '' })
    const done = await post(await awa.get(path), { act: 'pay', at, between: '10:00-18:00' })
    expect(done.location).toMatch(/^\/batches\/\w+$/)
    expect(await batches(desk)).toMatchObject([
      { start_at: '2027-03-01T07:00:00.000Z', between: { from: '10:00', to: '18:00', tz: 'Africa/Nairobi' } },
    ])
  })

  it('means a time that is typed anew on the clock that its hint names, wherever the browser is by then', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    awa.cookies.set('payrun_zone', 'Africa/Porto-Novo')
    const { path, page } = await draftOf(desk, awa, good)
    awa.cookies.set('payrun_zone', 'Africa/Nairobi')
    const typed = { at: '2027-03-01T08:00', between: '09:00-17:00' }
    await awa.post(`${path}/pay`, { ...hiddenOf(page, `${path}/pay`), ...typed, act: 'check' })
    const looked = hiddenOf(await awa.get(path), `${path}/pay`)
    await awa.post(`${path}/pay`, { ...looked, ...typed, at: '2027-03-01T09:00', act: 'pay' })
    expect(await batches(desk)).toMatchObject([
      { start_at: '2027-03-01T08:00:00.000Z', between: { tz: 'Africa/Porto-Novo' } },
    ])
  })

  it('compares control totals, and refuses what differs', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const { path, page } = await draftOf(desk, awa, good)
    const check = async (typed: Record<string, string>) => {
      const hidden = hiddenOf(await awa.get(path), `${path}/pay`)
      expect((await awa.post(`${path}/pay`, { ...hidden, act: 'check', ...typed })).status).toBe(303)
      return (await awa.get(path)).html
    }
    expect(page.html).not.toContain('control totals.')
    expect(await check({ expect_count: '4' })).toContain('You expected 4 payouts, but the file has 3.')
    expect(await check({ expect_count: 'many' })).toContain('write a whole number')
    const wrong = await check({ expect_count: '3', expect_total: '4 507' })
    expect(wrong).toContain('You expected a total of 4,507 FCFA, but the rows add up to 4,506 FCFA.')
    expect(wrong).not.toContain('value="pay"')
    const hidden = hiddenOf(await awa.get(path), `${path}/pay`)
    expect((await awa.post(`${path}/pay`, { ...hidden, act: 'pay' })).status).toBe(409)
    expect(await check({ expect_total: '4506' })).toContain('The file agrees with your control totals.')
    expect(await batches(desk)).toEqual([])
  })

  it('is sent for approval where the policy asks for more people', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    await withCore(desk.app, (core) => setApprovals(desk.app, core, 2))
    const { path, page } = await draftOf(desk, awa, good)
    expect(page.html).toContain('Send for approval: 3 people, 4,506 FCFA')
    const sent = await awa.post(`${path}/pay`, { ...hiddenOf(page, `${path}/pay`), act: 'pay' })
    expect(sent.location).toMatch(/^\/batches\/\w+$/)
    expect(await batches(desk)).toMatchObject([{ state: 'awaiting_approval' }])
  })

  it('pays people again only where somebody says that it is meant, and leads to the batch that the file made', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const { json } = await desk.call('POST', '/batches?period=2026-10', { file: good })
    const { path, page } = await draftOf(desk, awa, good)
    expect(page.html).toContain('This same file was already submitted for the period 2026-10, as')
    expect(page.html).toContain(`(batch ${json.id}, `)
    expect(page.html).not.toContain('--allow')
    await awa.post(path, { ...hiddenOf(page, `${path}/pay`), allow_duplicates: 'yes' })
    const meant = await awa.get(path)
    expect(meant.html).toContain('Pay 3 people')
    const paid = await awa.post(`${path}/pay`, { ...hiddenOf(meant, `${path}/pay`), act: 'pay' })
    expect(paid.location).toMatch(/^\/batches\//)
    const { page: third } = await draftOf(desk, awa, good)
    expect(third.html).toContain(`href="${paid.location}"`)
    expect(third.html).not.toContain('value="pay"')
  })

  it('reads columns as they are chosen, and says so without an option of the command line', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const text = good.replace('phone_number', 'Ligne').replace('amount', 'Versement')
    const { path, page } = await draftOf(desk, awa, text)
    expect(page.html).toContain('Nothing in this file can be paid yet')
    expect(page.html).not.toContain('--map')
    const choice = { 'column-phone_number': 'Ligne', 'column-amount': 'Versement' }
    await awa.post(path, { ...hiddenOf(page, `${path}/pay`), ...choice })
    expect((await awa.get(path)).html).toContain('Pay 3 people 4,506 FCFA')
  })

  it('shows hostile names and cells as text', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const evil = '<img src=x onerror=alert(1)>\u202e'
    const text = csv(row(1, { name: evil }), row(2, { phone: evil }), row(3, { amount: '><script>x', reference: evil }))
    const { path, page } = await draftOf(desk, awa, text, `${evil}'";\u0000.csv`)
    expect(page.html).not.toMatch(/<img|<script>x|\u202e/)
    const form = {
      ...hiddenOf(page, `${path}/pay`),
      'cell-3-1': evil,
      'cell-99999999-1': 'x',
      'cell-4-999': 'x',
      __proto__x: 'y',
    }
    const fixed = await awa.post(`${path}/fix`, form)
    expect([303, 422]).toContain(fixed.status)
    expect((await awa.get(path)).html).not.toMatch(/<img|\u202e/)
    for (const id of ['..%2f..', `${'0'.repeat(32)}`, 'x'.repeat(400), '%00'])
      expect([404, 400], id).toContain((await awa.get(`/batches/new/${id}`)).status)
    for (const query of ['?kind=<b>&from=-1', '?kind=invalid_phone&from=1e9', '?kind=constructor'])
      expect((await awa.get(`${path}${query}`)).status, query).toBe(200)
  })

  it('takes its problems away as a workbook, and leaves no copy of it', async () => {
    const desk = await open()
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const { path } = await draftOf(desk, awa, csv(row(1), row(2, { phone: '1' })))
    const answer = await awa.get(`${path}/problems`)
    expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('paie – problems.xlsx'))
    expect(answer.html.startsWith('PK')).toBe(true)
    const folder = join(desk.app.config.home, 'drafts', path.split('/').at(-1) ?? '')
    await expect.poll(() => readdir(folder)).toEqual(expect.not.arrayContaining([expect.stringMatching(/problems/)]))
  })
})
