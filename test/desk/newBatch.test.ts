import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { openTestDesk, type TestDesk } from './desk.ts'
import { type Seen, signedIn, type Visitor } from './visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const open = () => openTestDesk(server, { pays: false })

const head = 'operator,phone_number,amount,reference,name'
const row = (n: number, over: Partial<Record<'phone' | 'amount' | 'reference' | 'name', string>> = {}) =>
  [
    'mtn-benin',
    over.phone ?? `22901970000${String(n).padStart(2, '0')}`,
    over.amount ?? String(1500 + n),
    over.reference ?? `R-${n}`,
    over.name ?? `Awa ${n}`,
  ].join(',')
const csv = (...rows: string[]) => `${[head, ...rows].join('\n')}\n`
const good = csv(row(1), row(2), row(3))

/** As a browser uploads a file by the form, without its script. */
async function upload(desk: TestDesk, visitor: Visitor, text: string | Uint8Array<ArrayBuffer>, name = 'paie.csv') {
  const body = new FormData()
  body.append('file', new Blob([text]), name)
  const cookie = [...visitor.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const answer = await fetch(`${desk.url}/batches/new`, {
    method: 'POST',
    body,
    headers: { cookie, origin: desk.url, 'sec-fetch-site': 'same-origin', 'accept-language': 'en' },
    redirect: 'manual',
  })
  return { status: answer.status, location: answer.headers.get('location') ?? '', html: await answer.text() }
}

/** The page of a draft of this file. */
async function draftOf(desk: TestDesk, visitor: Visitor, text: string | Uint8Array<ArrayBuffer>, name?: string) {
  const { location, status, html } = await upload(desk, visitor, text, name)
  expect(status, html).toBe(303)
  expect(location).toMatch(/^\/batches\/new\/[0-9a-f]{32}$/)
  return { path: location, page: await visitor.get(location) }
}

/** The hidden fields of the form that posts there. */
function hiddenOf({ html }: Seen, action: string): Record<string, string> {
  const form = html.split(`action="${action}"`)[1]?.split('</form>')[0] ?? ''
  const inputs = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]))
}

const batches = async (desk: TestDesk) => (await desk.call('GET', '/batches')).json.batches as { id: string }[]

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
    const fix = { ...hiddenOf(page, `${path}/fix`), 'cell-3-1': '2290197000002', 'leave-4': 'yes' }
    const fixed = await awa.post(`${path}/fix`, fix)
    expect(fixed.location).toBe(path)
    const after = await awa.follow(fixed)
    expect(after.html).toContain('Done: 1 cell corrected, 1 row left out.')
    expect(after.html).toContain('Pay 3 people 4,507 FCFA')
    const again = await awa.post(`${path}/fix`, fix)
    expect(again.html).toContain('changed in another window')
  })
})

describe('drafts', () => {
  it('are their owner’s alone, and gone when dropped', async () => {
    const desk = await open()
    const [awa, kofi] = [await signedIn(desk, 'Awa', ['preparer']), await signedIn(desk, 'Kofi', ['preparer'])]
    const { path, page } = await draftOf(desk, awa, good)
    for (const each of ['', '/fix', '/pay', '/drop', '/problems']) {
      const seen = await kofi.get(`${path}${each}`)
      expect([seen.status, seen.html], each).toEqual([404, expect.stringContaining('This file is not here')])
      if (each === '/problems') continue
      const posted = await kofi.post(`${path}${each}`, { ...hiddenOf(page, `${path}/pay`), act: 'pay', sure: 'yes' })
      expect(posted.status, each).toBe(404)
    }
    expect(await batches(desk)).toEqual([])
    expect((await kofi.get('/batches/new')).html).not.toContain('paie.csv')
    expect((await awa.get('/batches/new')).html).toContain('paie.csv')
    await awa.post(`${path}/drop`, { sure: 'yes' })
    expect((await awa.get(path)).status).toBe(404)
    expect(await readdir(join(desk.app.config.home, 'drafts'))).toEqual([])
  })

  it('are for preparers', async () => {
    const desk = await open()
    const viewer = await signedIn(desk, 'Ines', ['viewer', 'approver', 'admin'])
    expect((await viewer.get('/batches/new')).status).toBe(403)
    expect((await upload(desk, viewer, good)).status).toBe(403)
  })
})
