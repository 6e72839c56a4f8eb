import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { until } from '../../harness/payrun.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { addPerson, password, signedIn, type Visitor } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const header = 'operator,phone_number,amount,reference,name'
const row = (last: string, name = 'Awa Diop') => `mtn-benin,2290197${last.padStart(6, '0')},1500,R-${last},${name}`

/** A batch whose second and third row nobody knows about, and whose fourth was paid. */
async function openRows(desk: TestDesk): Promise<string> {
  const file = `${[header, row('9905'), row('9907', 'Koffi <b>'), row('1')].join('\n')}\n`
  const { json, status } = await desk.call('POST', '/batches?name=November', { file })
  expect(status).toBe(201)
  await until('it is settled', async () => (await desk.call('GET', `/batches/${json.id}`)).json.state === 'settled')
  return json.id
}

const statement = (...lines: string[]) => ['reference,phone,amount,status,date', ...lines, ''].join('\n')
const today = new Date().toISOString().slice(0, 10)
const paid = `OP-5,2290197009905,1500,SUCCESS,${today}`
const refused = `OP-7,2290197009907,1500,FAILED,${today}`
const strange = `OP-9,2290197555555,900,SUCCESS,${today}`

async function upload(desk: TestDesk, visitor: Visitor, path: string, body: FormData | string, type?: string) {
  const cookie = [...visitor.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const headers = { cookie, origin: desk.url, 'sec-fetch-site': 'same-origin', ...(type && { 'content-type': type }) }
  const answer = await fetch(desk.url + path, { method: 'POST', body, headers, redirect: 'manual' })
  return { status: answer.status, location: answer.headers.get('location') ?? '', html: await answer.text() }
}

function fileOf(text: string, name = 'relevé <i>.csv'): FormData {
  const body = new FormData()
  body.append('file', new Blob([text]), name)
  return body
}

async function uploaded(desk: TestDesk, visitor: Visitor, id: string, text: string): Promise<string> {
  const { status, location, html } = await upload(desk, visitor, `/batches/${id}/reconcile`, fileOf(text))
  expect(status, html).toBe(303)
  expect(location).toMatch(/^\/batches\/[a-z0-9]+\/reconcile\/[0-9a-f]{32}$/)
  return location
}

const seenOf = (html: string): string => /name="seen" value="([0-9a-f]{32})"/.exec(html)?.[1] ?? ''
const countsOf = async (desk: TestDesk, id: string) => (await desk.call('GET', `/batches/${id}`)).json.counts
const textOf = (html: string): string => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
/** A part with a file's type and no file's name. */
const nameless = (text: string) =>
  [
    '--xx',
    'content-disposition: form-data; name="file"',
    'content-type: application/octet-stream',
    '',
    text,
    '--xx--',
    '',
  ].join('\r\n')

it('the file that a batch was submitted from is no statement, at the desk and for programs', async () => {
  const desk = await openTestDesk(server)
  const id = await openRows(desk)
  const awa = await signedIn(desk, 'Awa', ['approver'])
  const file = `${[header, row('9905'), row('9907', 'Koffi <b>'), row('1')].join('\n')}\n`
  const said = `This is the file that batch ${id} was submitted from.`
  const seen = await awa.get(await uploaded(desk, awa, id, file))
  expect(seen.status).toBe(422)
  expect(textOf(seen.html)).toContain(said)
  expect(textOf(seen.html)).not.toContain('the money left')
  const called = await desk.call('POST', `/batches/${id}/reconciliations`, { file })
  expect(called.status).toBe(422)
  expect(called.text).toContain(said)
  // Another one of the same people, with a column of dates: neither statuses nor references of the provider.
  const copy = [
    'Matricule;Nom;Téléphone;Montant;Date',
    `R-9905;Awa;2290197009905;1500;${today}`,
    `R-9;Koffi;2290197000555;1500;${today}`,
  ]
  const own = await desk.call('POST', `/batches/${id}/reconciliations`, { file: copy.slice(0, 2).join('\n') })
  expect([own.status, own.text]).toEqual([
    422,
    expect.stringContaining('its column \\"Matricule\\" has your own references'),
  ])
  // Not most of its lines have them: it may be a statement, whose columns are told.
  const path = await uploaded(desk, awa, id, copy.join('\n'))
  expect(textOf((await awa.get(path)).html)).toContain("for: Provider's reference. Not used: Matricule, Nom.")
})

it('an amount of no known currency has its digits in groups', async () => {
  const desk = await openTestDesk(server)
  const id = await openRows(desk)
  const awa = await signedIn(desk, 'Awa', ['approver'])
  const far = `OP-9,2290197555555,70000,SUCCESS,${today}`
  expect((await awa.get(await uploaded(desk, awa, id, statement(paid, far)))).html).toContain('70,000<')
})

describe('the page that reconciles', () => {
  it('shows what a statement would settle and leave, changes nothing, then applies what was shown with the password', async () => {
    const desk = await openTestDesk(server)
    const id = await openRows(desk)
    const awa = await signedIn(desk, 'Awa', ['approver'])
    expect((await awa.get(`/batches/${id}`)).html).toContain(`href="/batches/${id}/reconcile"`)
    const path = await uploaded(desk, awa, id, statement(paid, refused, strange))
    const { html, status } = await awa.get(path)
    expect(status).toBe(200)
    expect(html).toContain('relevé &lt;i>.csv')
    expect(html).toMatch(/This statement would mark 1 row paid \(1,500\sFCFA\) and 1 not paid \(1,500\sFCFA\)\./)
    expect(html).toMatch(/Lines that belong to no row of this batch<\/dt><dd>1</)
    expect(html).toContain('229********05')
    expect(textOf(html)).toMatch(/3 Koffi &lt;b> 229\*+07 .* 2 Awa Diop 229\*+05/)
    expect(await countsOf(desk, id)).toMatchObject({ unknown: 2 })
    const seen = seenOf(html)
    const asked = await awa.post(path, { seen })
    expect(asked.html).toContain('Apply the statement to November?')
    expect((await awa.post(path, { seen, sure: 'yes', proof: 'not it' })).status).toBe(422)
    expect(await countsOf(desk, id)).toMatchObject({ unknown: 2 })
    const done = await awa.follow(await awa.post(path, { seen, sure: 'yes', proof: password }))
    expect(done.html).toContain('The statement was applied. Paid: 1. Not paid: 1. Contradictions: 0. Still open: 0.')
    expect(await countsOf(desk, id)).toEqual({ paid: 2, failed: 1 })
    expect((await awa.get(`/batches/${id}/rows/2`)).html).toMatch(/<td[^>]*>Awa</)
    expect((await awa.get(path)).status).toBe(404)
    expect(await readdir(join(desk.app.config.home, 'statements'))).toEqual([])
  })

  it('lists the lines that belong to no row, with a hint where the number is one of the batch, and offers columns to choose', async () => {
    const desk = await openTestDesk(server)
    const id = await openRows(desk)
    const awa = await signedIn(desk, 'Awa', ['approver'])
    const almost = paid.replace('OP-5', 'OP-6').replace('1500', '1400')
    const path = await uploaded(desk, awa, id, statement(strange, almost))
    const { html } = await awa.get(path)
    const text = textOf(html)
    expect(text).toMatch(/Lines that belong to no row of this batch .*2 OP-9 229\*+55 900/)
    expect(text).toMatch(/3 OP-6 229\*+05 1,400.* The number is one of this batch, which pays it 1,500\sFCFA: line 2/)
    expect(html).toMatch(/<select id="column-amount" name="column-amount"/)
    expect(html).toContain('<option value="status">status</option>')
    expect(html).not.toMatch(/<input[^>]*name="column-/)
    const other = await awa.get(`${path}?column-reference=status`)
    expect(other.html).toContain('<option value="status" selected>status</option>')
  })

  it('keeps on the pages of the batch and of the row what contradicts it', async () => {
    const desk = await openTestDesk(server)
    const id = await openRows(desk)
    const awa = await signedIn(desk, 'Awa', ['approver'])
    for (const text of [statement(paid, refused), statement(refused.replace('FAILED', 'SUCCESS'))]) {
      expect((await awa.get(`/batches/${id}`)).html).not.toContain('Evidence contradicts')
      const path = await uploaded(desk, awa, id, text)
      const seen = seenOf((await awa.get(path)).html)
      expect((await awa.post(path, { seen, sure: 'yes', proof: password })).status).toBe(303)
    }
    const { html } = await awa.get(`/batches/${id}`)
    expect(html).toContain('Evidence contradicts what is recorded for 1 row')
    expect(html).toContain(`<a href="/batches/${id}/rows/3">line 3</a>`)
    expect((await desk.call('GET', `/batches/${id}`)).json.contradicted).toEqual({ rows: 1, failed: 1, lines: [3] })
    expect((await awa.get(`/batches/${id}/rows/2`)).html).not.toContain('What contradicts it')
    const row = (await awa.get(`/batches/${id}/rows/3`)).html
    expect(row).toContain('What contradicts it')
    expect(row).toContain('Nobody has looked into it yet.')
    expect(row).toMatch(/statement [0-9a-f]{12}, line 2 \(1,500 FCFA, [^<]*20\d\d, SUCCESS\)</)
    expect(textOf(html)).toContain('Awa Applied a statement. Rows settled: 0. Rows contradicted: 1.')
    const admin = await signedIn(desk, 'Ada', ['admin'])
    expect((await admin.get('/admin/trail?who=Awa')).html.replaceAll(/<[^>]+>/g, '')).toMatch(
      /Applied a statement\s+0 rows settled, 1 row contradicted/,
    )
    const binta = await signedIn(desk, 'Binta', ['viewer'], 'fr')
    expect((await binta.get(`/batches/${id}/rows/3`)).html).toContain(
      'Personne ne l&#39;a encore vérifié.'.replace('&#39;', "'"),
    )
  })

  it('settles nothing that was not shown: of two people who apply at once one is told', async () => {
    const desk = await openTestDesk(server)
    const id = await openRows(desk)
    const awa = await signedIn(desk, 'Awa', ['approver'])
    const binta = await signedIn(desk, 'Binta', ['approver'], 'fr')
    const [first, second] = [
      await uploaded(desk, awa, id, statement(paid)),
      await uploaded(desk, binta, id, statement(refused, paid.replace('OP-5', 'OP-6'))),
    ]
    const [seen, other] = [seenOf((await awa.get(first)).html), seenOf((await binta.get(second)).html)]
    expect((await awa.post(second, { seen: other, sure: 'yes', proof: password })).status).toBe(404)
    expect((await awa.post(first, { seen, sure: 'yes', proof: password })).status).toBe(303)
    const late = await binta.post(second, { seen: other, sure: 'yes', proof: password })
    expect(late.status).toBe(409)
    expect(late.html).toContain('Le lot a changé depuis que vous l’avez regardé'.replace('’', "'"))
    expect(await countsOf(desk, id)).toEqual({ paid: 2, unknown: 1 })
    expect((await binta.post(second, { seen: 'x', sure: 'yes', proof: password })).status).toBe(409)
    expect(await countsOf(desk, id)).toEqual({ paid: 2, unknown: 1 })
  })

  it('says why a statement tells too little to call a row unpaid, and reads it otherwise', async () => {
    const desk = await openTestDesk(server)
    const id = await openRows(desk)
    const awa = await signedIn(desk, 'Awa', ['approver'])
    const path = await uploaded(desk, awa, id, statement(paid))
    const whole = await awa.get(`${path}?complete=yes`)
    expect(whole.status).toBe(422)
    expect(whole.html).toContain('Untick &quot;The statement is complete&quot;')
    expect(whole.html).not.toContain('name="seen"')
    expect((await awa.post(`${path}?complete=yes`, { seen: '', sure: 'yes', proof: password })).status).toBe(422)
    const other = await uploaded(desk, awa, id, statement(strange))
    const unlisted = await awa.get(`${other}?complete=yes`)
    expect(textOf(unlisted.html)).toContain('The statement lists no payment through MTN Benin that payrun knows')
    expect(unlisted.html).toContain('name="covers-mtn-benin" value="yes"/>')
    const covered = await awa.get(`${other}?complete=yes&covers-mtn-benin=yes`)
    expect([covered.status, covered.html]).toEqual([
      422,
      expect.stringContaining('name="covers-mtn-benin" value="yes" checked/>'),
    ])
    expect((await awa.get(`${path}?fee=lots`)).html).toContain('Give a percentage from 0 to 10')
    expect((await awa.get(`${path}?column-reference=no such <b>`)).html).toMatch(/no such &lt;b>/)
    const noColumn = await awa.get(`${path}?column-amount=nope`)
    expect(noColumn.html).toContain('There is no column &quot;nope&quot; for Amount. The file has: reference, phone')
    const noSheet = await awa.get(`${path}?sheet=Novembre`)
    expect(noSheet.html).toContain('is not a workbook (.xlsx) and has no sheets: leave the sheet out.')
    for (const { status, html } of [noColumn, noSheet]) {
      expect(status).toBe(422)
      expect(html).not.toMatch(/--(?:map|sheet)/)
    }
    expect((await awa.get(path)).html).toContain('not in the statement')
    const odd = await uploaded(desk, awa, id, statement('OP-5,2290197009905,15x,SUCCESS,yesterday'))
    expect((await awa.get(odd)).html).toMatch(/15x/)
    expect(await countsOf(desk, id)).toMatchObject({ unknown: 2 })
  })

  it('says of a line that decides nothing why, where its status is not the reason', async () => {
    const desk = await openTestDesk(server)
    const id = await openRows(desk)
    const awa = await signedIn(desk, 'Awa', ['approver'])
    const path = await uploaded(desk, awa, id, statement(paid, refused.replace('1500', '-1500'), strange))
    const { html } = await awa.get(path)
    expect(html).toContain('line 2 may be money coming in, which settles nothing')
    expect(html).toMatch(/Lines that settle nothing<[\s\S]*SUCCESS<[\s\S]*may be money coming in</)
  })

  it('is for approvers over the API, too, also where it is a dry run', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const { json } = await desk.call('POST', '/batches', { file: `${[header, row('1')].join('\n')}\n` })
    const dryRun = (key: string) =>
      desk.call('POST', `/batches/${json.id}/reconciliations?dry_run=true`, { file: statement(paid), key })
    for (const role of ['viewer', 'preparer', 'admin'] as const)
      expect(await dryRun(await desk.newKey(role, [role]))).toMatchObject({ status: 403, json: { code: 'forbidden' } })
    const allowed = await dryRun(await desk.newKey('controller', ['approver']))
    expect(allowed).toMatchObject({ status: 200, json: { dry_run: true } })
  })

  it('is for approvers, and keeps a statement to whoever uploaded it', async () => {
    const desk = await openTestDesk(server)
    const id = await openRows(desk)
    const preparer = await signedIn(desk, 'Chi', ['preparer', 'admin'])
    expect((await preparer.get(`/batches/${id}`)).html).not.toContain('/reconcile"')
    expect((await preparer.get(`/batches/${id}/reconcile`)).status).toBe(403)
    expect((await upload(desk, preparer, `/batches/${id}/reconcile`, fileOf(statement(paid)))).status).toBe(403)
    await addPerson(desk, 'Other', ['approver'])
    const awa = await signedIn(desk, 'Awa', ['approver'])
    const none = `/batches/${id}/reconcile/${'0'.repeat(32)}`
    expect((await awa.get(none)).status).toBe(404)
    expect((await awa.get('/batches/no-such/reconcile')).status).toBe(404)
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect((await awa.post(none, { seen: 'x' }, headers)).status).toBe(403)
  })

  it('says that there is no file, here and of a new batch, whatever a form sends in its place', async () => {
    const desk = await openTestDesk(server)
    const id = await openRows(desk)
    const awa = await signedIn(desk, 'Awa', ['approver', 'preparer'])
    for (const path of [`/batches/${id}/reconcile`, '/batches/new']) {
      const cut = await upload(desk, awa, path, nameless('a,b\n'), 'multipart/form-data; boundary=xx')
      expect(cut.status, path).toBe(422)
      expect(cut.html).toContain('Choose a file first.')
      const field = nameless('x').replace('content-type: application/octet-stream\r\n', '')
      const text = await upload(desk, awa, path, field, 'multipart/form-data; boundary=xx')
      expect([400, 422], text.html).toContain(text.status)
      const empty = await upload(desk, awa, path, fileOf('', ''))
      expect(empty.status).toBe(422)
    }
  })
})
