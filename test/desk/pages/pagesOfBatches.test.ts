import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purgeBatch } from '../../../src/ledger/batches/purgeBatch.ts'
import type { Outcome } from '../../../src/payout/outcome.ts'
import { acceptedBatch } from '../../harness/accepted.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { until } from '../../harness/payrun.ts'
import { press } from '../browserForm.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { signedIn } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const header = 'operator,phone_number,amount,reference,name'
const row = (last: string, name = 'Awa Diop') => `mtn-benin,2290197${last.padStart(6, '0')},1500,R-${last},${name}`
const fileOf = (...rows: string[]) => `${[header, ...rows].join('\n')}\n`

async function submitted(desk: TestDesk, file: string, query = 'name=November'): Promise<string> {
  const { json, status } = await desk.call('POST', `/batches?${query}`, { file })
  expect(status).toBe(201)
  return json.id
}

async function settled(desk: TestDesk, file: string): Promise<string> {
  const id = await submitted(desk, file)
  await until('it is settled', async () => (await desk.call('GET', `/batches/${id}`)).json.state === 'settled')
  return id
}

describe('the list of batches', () => {
  it('has all, or those of a state, 25 a page', async () => {
    const desk = await openTestDesk(server, { pays: false })
    for (let at = 1; at <= 26; at += 1) await submitted(desk, fileOf(row(String(at))), `name=Batch-${at}.`)
    const visitor = await signedIn(desk, 'Awa', ['viewer'])
    const first = await visitor.get('/batches')
    expect(first.html).toContain('Batch-26.')
    expect(first.html).not.toContain('Batch-1.')
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first.html) ?? []
    const second = await visitor.get(next.replaceAll('&amp;', '&'))
    expect(second.html).toContain('Batch-1.')
    expect(second.html).not.toContain('Batch-2.')
    const paused = await visitor.get('/batches?state=paused')
    expect(paused.html).toContain('No batch is in this state: paused.')
    expect((await visitor.get('/batches?state=nonsense&before=x')).html).toContain('Batch-26.')
  })
})

describe('the page of a batch', () => {
  it('says in the language of the visitor that its file came from standard input', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const id = await submitted(desk, fileOf(row('1')))
    await desk.db.query(`update payrun.batches set file_name = '-' where id = '${id}'`)
    const visitor = await signedIn(desk, 'Binta', ['viewer'], 'fr')
    expect((await visitor.get(`/batches/${id}`)).html).toContain("<dd>l'entrée standard</dd>")
  })

  it('offers no retry of a batch whose names and numbers were purged', async () => {
    const desk = await openTestDesk(server)
    const id = await settled(desk, fileOf(row('1'), row('9901')))
    const visitor = await signedIn(desk, 'Awa', ['preparer'])
    expect((await visitor.get(`/batches/${id}`)).html).toContain(`href="/batches/${id}/retry"`)
    const [batch] = await desk.db.query<{ no: number }>(`select batch_no as no from payrun.batches where id = '${id}'`)
    expect(await purgeBatch(desk.core.ledger, batch!.no, [], 'awa')).toBe(true)
    const { html } = await visitor.get(`/batches/${id}`)
    expect(html).toContain('names and numbers were purged')
    expect(html).toContain('Deleted the names and phone numbers')
    expect(html).not.toContain(`href="/batches/${id}/retry"`)
    // Evidence that it was paid stays on Home.
    expect((await visitor.get('/')).html).not.toContain(`href="/batches/${id}?state=failed"`)
    await desk.db.query(
      `insert into payrun.discrepancies (batch_no, line, attempt, kind, says_paid, note)
       values ($1, 3, 1, 'notification', true, '"a success"')`,
      [batch!.no],
    )
    expect((await visitor.get('/')).html).toContain('may have been paid')
    // Nobody knows any more to whom it was: not that all that were purged were to one number.
    expect((await visitor.get(`/batches/${id}/rows/2`)).html).not.toContain('Other payouts to this number or')
  })

  it('says in both languages what became of it, and what to do', async () => {
    const desk = await openTestDesk(server)
    const id = await settled(desk, fileOf(row('1'), row('9901'), row('9905'), row('9909')))
    const english = await signedIn(desk, 'Awa', ['preparer', 'approver'])
    const { html } = await english.get(`/batches/${id}`)
    expect(html).toContain('1 of 4 rows is paid.')
    expect(html).toContain('1 row may or may not have been paid. payrun never sends it again by itself.')
    expect(html).toContain('1 row is with the provider')
    expect(html).toContain('1 row failed: the provider refused it, or somebody recorded it as not paid.')
    expect(html).toContain(`href="/batches/${id}/retry"`)
    const french = await signedIn(desk, 'Binta', ['viewer'], 'fr')
    const seen = (await french.get(`/batches/${id}`)).html
    expect(seen).toContain('1 ligne payée sur 4.')
    expect(seen).not.toContain(`href="/batches/${id}/retry"`)
    expect(Buffer.byteLength(seen)).toBeLessThan(60_000)
  })

  it('masks numbers until somebody is searched for, by name, reference or a part of the number', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const id = await submitted(desk, fileOf(row('1234'), row('777', 'Koffi')))
    const visitor = await signedIn(desk, 'Awa', ['viewer'])
    const all = (await visitor.get(`/batches/${id}`)).html
    expect(all).toContain('229********34')
    expect(all).not.toContain('2290197001234')
    for (const q of ['koffi', 'R-777', '0197 000 777']) {
      const { html } = await visitor.get(`/batches/${id}?q=${encodeURIComponent(q)}`)
      expect(html, q).toContain('2290197000777')
      expect(html, q).not.toContain('R-1234')
    }
    expect((await visitor.get(`/batches/${id}?q=%25`)).html).toContain('No row of this batch matches')
    expect((await visitor.get(`/batches/${id}?q=a%00b%ED%A0%80`)).status).toBe(200)
    expect((await visitor.get(`/batches/${id}?status=paid`)).html).toContain('No row of this batch is in this state.')
  })

  it('shows what names have in them, and runs none of it', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const hostile = '"<script>alert(1)</script>‎=cmd"'
    const id = await submitted(desk, fileOf(row('1', hostile)))
    // As the command line may name it.
    await desk.db.query('update payrun.batches set name = $1', ['<b onclick=x>"\u202e'])
    const visitor = await signedIn(desk, 'Awa', ['viewer'])
    for (const path of ['/batches', `/batches/${id}`, `/batches/${id}?q=${encodeURIComponent('"><script>')}`]) {
      const { html, status } = await visitor.get(path)
      expect(status).toBe(200)
      expect(html).not.toMatch(/<script>|<b onclick|\u202e/)
    }
  })

  it('gives 50 rows a page, and only those of a state', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const id = await submitted(desk, fileOf(...Array.from({ length: 51 }, (_, at) => row(String(at + 100)))))
    const visitor = await signedIn(desk, 'Awa', ['viewer'])
    const first = (await visitor.get(`/batches/${id}?status=pending`)).html
    expect(first.match(/href="\/batches\/\w+\/rows\/\d+"/g)).toHaveLength(50)
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first) ?? []
    const second = (await visitor.get(next.replaceAll('&amp;', '&').replace(/#.*/, ''))).html
    expect(second.match(/href="\/batches\/\w+\/rows\/\d+"/g)).toHaveLength(1)
  })

  it('is not there for an id that nobody has', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const visitor = await signedIn(desk, 'Awa', ['viewer'])
    expect((await visitor.get('/batches/nothing')).status).toBe(404)
    expect((await visitor.get('/batches/nothing', { 'x-payrun-part': 'live' })).status).toBe(404)
  })

  it('gives its watchers the part that changes, and says when it is over', async () => {
    const desk = await openTestDesk(server)
    const id = await settled(desk, fileOf(row('1')))
    const visitor = await signedIn(desk, 'Awa', ['viewer'])
    const part = await visitor.get(`/batches/${id}`, { 'x-payrun-part': 'live' })
    expect(part.headers.get('x-payrun-over')).toBe('true')
    // Somebody may resolve or retry rows of it, so its page goes on asking.
    expect((await visitor.get(`/batches/${id}`)).html).toContain('data-live="main"')
    expect(part.html).toContain('The only row is paid.')
    expect(part.html).not.toContain('<html')
  })
})

describe('a button', () => {
  it('pauses and resumes; of two who cancel one is told that it was too late', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const id = await submitted(desk, fileOf(row('1'), row('2')))
    const awa = await signedIn(desk, 'Awa', ['preparer', 'approver'])
    const binta = await signedIn(desk, 'Binta', ['preparer', 'approver'], 'fr')
    // It waits for the float, and would go on by itself.
    await desk.db.query(`select payrun.move_batch(batch_no, '{running}', 'paused', 'float') from payrun.batches`)
    expect((await awa.get(`/batches/${id}`)).html).toContain(`id="pause-${id}"`)
    const paused = await awa.follow(await awa.post(`/batches/${id}/pause`))
    expect(paused.html).not.toContain(`id="pause-${id}"`)
    expect(paused.html).toContain('<p>It is paused.</p>')
    expect(paused.html).toContain('Awa paused this batch on ')
    const again = await binta.follow(await binta.post(`/batches/${id}/pause`))
    expect(again.html).toContain('Il était déjà en pause.')
    const goesOn = await press(awa, await awa.post(`/batches/${id}/resume`), 'Resume')
    expect(goesOn.html).toContain('Payment goes on.')
    const asked = await awa.post(`/batches/${id}/cancel`)
    expect(asked.html).toContain('2 rows that have not been sent will never be sent: 3,000\u00a0FCFA.')
    const done = await Promise.all([awa, binta].map((each) => each.post(`/batches/${id}/cancel`, { sure: 'yes' })))
    expect(done.map(({ status }) => status).sort()).toEqual([303, 409])
    const seen = (await binta.get(`/batches/${id}`)).html
    expect(seen).toContain('a annulé ce lot le ')
    for (const who of ['Awa', 'Binta']) expect(seen).toContain(who)
    expect((await awa.post(`/batches/${id}/resume`)).status).toBe(409)
  })

  it('is for those whose roles include it, and a viewer sees none', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const id = await submitted(desk, fileOf(row('1')))
    const viewer = await signedIn(desk, 'Awa', ['viewer'])
    const { html } = await viewer.get(`/batches/${id}`)
    expect(html).not.toMatch(new RegExp(`action="/batches/${id}/(pause|resume|cancel)"`))
    for (const action of ['pause', 'resume', 'cancel'])
      expect((await viewer.post(`/batches/${id}/${action}`, { sure: 'yes' })).status).toBe(403)
    const admin = await signedIn(desk, 'Chi', ['admin'])
    expect((await admin.post(`/batches/${id}/pause`)).status).toBe(303)
    expect((await admin.post(`/batches/${id}/resume`)).status).toBe(403)
    // Whoever prepares cancels what they submitted themselves.
    const preparer = await signedIn(desk, 'Binta', ['preparer'])
    expect((await preparer.post(`/batches/${id}/cancel`, { sure: 'yes' })).status).toBe(403)
  })

  it('gives the report in each format, and that somebody took it is in the trail', async () => {
    const desk = await openTestDesk(server)
    const id = await settled(desk, fileOf(row('1')))
    const viewer = await signedIn(desk, 'Awa', ['viewer'])
    for (const format of ['csv', 'json', 'html', 'xlsx']) {
      const { status, headers, html } = await viewer.get(`/batches/${id}/report?format=${format}`)
      expect(status).toBe(200)
      expect(headers.get('content-disposition')).toContain(`attachment; filename="November - ${id}.${format}"; `)
      if (format === 'csv') expect(html).toContain('2290197000001')
    }
    const rows = await desk.db.query(
      `select actor, subject, details->>'format' as format from payrun.changes where what = 'report.taken' order by change_no`,
    )
    expect(rows).toEqual(['csv', 'json', 'html', 'xlsx'].map((format) => ({ actor: 'Awa', subject: id, format })))
    expect((await viewer.get('/batches/nothing/report')).status).toBe(404)
    const french = await signedIn(desk, 'Binta', ['viewer'], 'fr')
    expect((await french.get(`/batches/${id}`)).html).toContain(
      `report?format=csv&amp;excel=yes" download>CSV pour Excel<`,
    )
    expect((await french.get(`/batches/${id}/report?format=csv&excel=yes`)).html).toContain(';ligne;statut;')
  })

  it('has no options of the command line in the report to print', async () => {
    const desk = await openTestDesk(server)
    await settled(desk, fileOf(row('1')))
    const id = await submitted(desk, fileOf(row('1'), row('2')), 'skip_invalid=true')
    const viewer = await signedIn(desk, 'Awa', ['viewer'])
    const { html } = await viewer.get(`/batches/${id}/report?format=html`)
    expect(html).toContain('This reference is already paid in batch')
    expect(html.split('</style>')[1]).not.toContain('--')
  })

  it('gives a receipt of each paid row, and of one, and none of a row that is not paid', async () => {
    const desk = await openTestDesk(server)
    // 9901 is refused.
    const id = await settled(desk, fileOf(row('1', 'Awa Diop'), row('9901', 'Yao Kra'), row('3', 'Aïcha Koné')))
    const viewer = await signedIn(desk, 'Awa', ['viewer'])
    const all = await viewer.get(`/batches/${id}/receipts`)
    expect(all.headers.get('content-disposition')).toContain(`filename="November - ${id} - receipts.html"; `)
    expect(all.html.match(/<h2>[^<]*/g)).toEqual(['<h2>Awa Diop', '<h2>Aïcha Koné'])
    expect((await viewer.get(`/batches/${id}/rows/4`)).html).toContain(`href="/batches/${id}/rows/4/receipt"`)
    const one = await viewer.get(`/batches/${id}/rows/4/receipt`)
    expect(one.html.match(/<h2>[^<]*/g)).toEqual(['<h2>Aïcha Koné'])
    expect((await viewer.get(`/batches/${id}/rows/3`)).html).not.toContain('/receipt"')
    expect((await viewer.get(`/batches/${id}/rows/3/receipt`)).html).toContain('Nobody has been paid yet.')
    expect((await viewer.get(`/batches/${id}/rows/x/receipt`)).status).toBe(404)
  })
})

it('what is downloaded as a web page is on the clock of whoever asks, and no format for programs is, nor what a program asks for', async () => {
  const desk = await openTestDesk(server)
  const id = await settled(desk, fileOf(row('1', 'Awa Diop')))
  await desk.db.query(`update payrun.batches set created_at = '2026-11-21T23:36:54Z' where id = $1`, [id])
  await desk.db.query(
    `update payrun.payouts set settled_at = '2026-11-21T23:40:00Z' where batch_no = (select batch_no from payrun.batches where id = $1)`,
    [id],
  )
  const viewer = await signedIn(desk, 'Awa', ['viewer'])
  viewer.cookies.set('payrun_zone', 'Africa/Nairobi')
  const { html: report } = await viewer.get(`/batches/${id}/report?format=html`)
  expect(report).toContain('<dt>Submitted (Africa/Nairobi)</dt><dd>22 Nov 2026, 02:36</dd>')
  expect(report).toContain('@page { margin')
  expect(report).toContain('<h2 id="paid">Paid rows (1)</h2>')
  for (const path of [`/batches/${id}/receipts`, `/batches/${id}/rows/2/receipt`])
    expect((await viewer.get(path)).html, path).toContain('<dd>22 Nov 2026, 02:40 (Africa/Nairobi)</dd>')
  for (const format of ['csv', 'json', 'ndjson'])
    expect((await viewer.get(`/batches/${id}/report?format=${format}`)).html, format).toContain(
      '2026-11-21T23:40:00.000Z',
    )
  const asked = await desk.call('GET', `/batches/${id}/report?format=html`)
  expect(asked.text).toContain('<dt>Submitted (UTC)</dt><dd>2026-11-21 23:36</dd>')
})

it('the page of a batch counts one row as one in French, and states apart', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const outcomeOf = (providerReference: string, line: number): Outcome => {
    if (line === 2) return { kind: 'failed', providerReference, code: 'refused', message: 'no' }
    if (line === 3) return { kind: 'unknown', providerReference: null, code: 'timeout', message: 'no' }
    return { kind: 'paid', providerReference }
  }
  const { batchId } = await acceptedBatch(desk.db, 4, { sandbox: true }, outcomeOf)
  const { html } = await (await signedIn(desk, 'Awa', ['viewer'], 'fr')).get(`/batches/${batchId}`)
  expect(html).toContain(
    '<li class="good">2 payées</li><li class="wrong">1 échouée</li><li class="ask">1 inconnue</li>',
  )
  expect(html).toContain('MTN Bénin\u00a0: 2 payées sur 4, 1 échouée, 1 inconnue, 0 acceptée')
})

it.each([
  ['/batches/none', 'There is no batch &quot;none&quot;. The page of batches has all of them.'],
  ['/schedules/7', 'There is no schedule &quot;7&quot;. The page of schedules has all of them.'],
])('what %s is not is told without a command', async (path, told) => {
  const desk = await openTestDesk(server, { pays: false })
  const { html, status } = await (await signedIn(desk, 'Awa', ['viewer'])).get(path)
  expect([status, html]).toEqual([404, expect.stringContaining(told)])
})
