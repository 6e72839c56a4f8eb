import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setApprovals } from '../../../src/app/accounts/policy.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { until } from '../../harness/payrun.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { csv, draftOf, hiddenOf, row } from '../uploads.ts'
import { addPerson, openVisitor, password, signedIn, type Visitor } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

async function submitted(desk: TestDesk, file: string, query = 'name=November'): Promise<string> {
  const { json, status } = await desk.call('POST', `/batches?${query}`, { file })
  expect(status).toBe(201)
  return json.id
}

const yes = { sure: 'yes', proof: password }

/** The text of a page, as it is read. */
const read = ({ html }: { html: string }): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&quot;', '"')

/** A file uploaded and sent for approval on the pages, as a person does it. */
async function sendForApproval(desk: TestDesk, visitor: Visitor, file: string): Promise<string> {
  const { path, page } = await draftOf(desk, visitor, file)
  const form = { ...hiddenOf(page, `${path}/pay`), act: 'pay', batch_name: 'Bonus', period: '' }
  const sent = await visitor.post(`${path}/pay`, form)
  expect(sent).toMatchObject({ status: 303 })
  return (await desk.call('GET', '/batches')).json.batches[0].id
}

describe('the home page', () => {
  it('counts all that wait for an approval, and lists them from the oldest on', async () => {
    const desk = await openTestDesk(server, { pays: false })
    await setApprovals(desk.app, desk.core, 2)
    const oldest = await submitted(desk, csv(row(1)), 'name=Oldest')
    await desk.db.query(`do $$ begin
      set local session_replication_role = replica;
      insert into payrun.batches
      select (jsonb_populate_record(b, jsonb_build_object(
        'batch_no', payrun.next_number('payrun.batch_numbers'::regclass), 'id', 'waits' || lpad(n::text, 4, '0'),
        'name', 'Later ' || n, 'file_sha256', md5(n::text), 'created_at', b.created_at + make_interval(secs => n)))).*
        from payrun.batches b, generate_series(1, 120) n;
    end $$`)
    const visitor = await signedIn(desk, 'Kofi', ['approver'])
    const home = await visitor.get('/')
    expect(read(home)).toContain('121 approvals wait for you')
    expect(/\/approvals\/(\w+)/.exec(home.html)?.[1]).toBe(oldest)
    const listed: string[] = []
    for (let at: string | undefined = '/approvals'; at; ) {
      const { html } = await visitor.get(at)
      listed.push(...[...html.matchAll(/href="\/approvals\/(\w+)"/g)].map(([, id = '']) => id))
      at = [...html.matchAll(/href="(\/approvals\?from=\d+)"/g)]
        .map(([, to]) => to)
        .find((to) => to?.endsWith(`=${listed.length}`))
    }
    expect([listed[0], listed.at(-1), new Set(listed).size]).toEqual([oldest, 'waits0120', 121])
  })

  it('has what waits for approval and the latest batches, with what they come to', async () => {
    const desk = await openTestDesk(server, { pays: false })
    await desk.call('POST', '/batches?name=October', { file: csv(row(1)) })
    const visitor = await signedIn(desk, 'Awa', ['viewer'])
    const { html } = await visitor.get('/')
    expect(html).toContain('Nothing needs attention.')
    expect(html).toMatch(/October.*running.*1,501\u00a0FCFA/s)
  })

  it('has what needs somebody: approvals, paused batches with their button, unknown rows, held operators', async () => {
    const desk = await openTestDesk(server)
    const unclear = await submitted(desk, csv(row(1, { phone: '2290197009905' }), row(2, { phone: '2290197009909' })))
    await until('it is settled', async () => (await desk.call('GET', `/batches/${unclear}`)).json.state === 'settled')
    const waiting = await submitted(
      desk,
      csv(row(3)),
      `name=Later&at=${new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)}Z`,
    )
    const awa = await signedIn(desk, 'Awa', ['preparer', 'approver'])
    expect((await awa.get('/')).html).not.toContain(`/batches/${waiting}/resume`)
    await awa.post(`/batches/${waiting}/pause`)
    await desk.db.query(
      `insert into payrun.operator_holds (operator, sandbox, manual, reason, until)
       values ('moov-benin', true, false, '"no clear answers"', now() + interval '1 hour')`,
    )
    await setApprovals(desk.app, desk.core, 2)
    const unapproved = await submitted(desk, csv(row(4)), 'name=Bonus')
    const { html } = await awa.get('/')
    expect(html).toContain('1 approval waits for you')
    expect(html).toContain(`href="/approvals/${unapproved}"`)
    expect(html).toContain(`action="/batches/${waiting}/resume"`)
    expect(html).toContain(`href="/batches/${unclear}?status=unknown#rows"`)
    expect(html).toContain(`href="/batches/${unclear}?status=accepted#rows"`)
    expect(html).toContain('1 row of &quot;November&quot; is with the provider')
    expect(html).toContain('Nothing has been sent to Moov Benin since')
    const viewer = await signedIn(desk, 'Binta', ['viewer'], 'fr')
    const seen = (await viewer.get('/')).html
    expect(seen).toContain('1 ligne de «\u00a0November\u00a0» a peut-être été payée, peut-être pas.')
    expect(seen).not.toMatch(/approbation vous attend|\/resume"/)
  })

  it('has what is paused behind ten that only wait for their time or their hours, and none of those', async () => {
    const desk = await openTestDesk(server)
    const tomorrow = `at=${new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)}Z`
    const paused = await submitted(desk, csv(row(1)), `name=Oldest&${tomorrow}`)
    await desk.call('POST', `/batches/${paused}/pause`)
    const clock = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)
    const closed = await submitted(desk, csv(row(2)), `name=Hours&between=${clock(60)}-${clock(120)}&tz=UTC`)
    for (let n = 3; n < 13; n += 1) await submitted(desk, csv(row(n)), tomorrow)
    await until('it waits', async () => (await desk.call('GET', `/batches/${closed}`)).json.reason === 'hours')
    const visitor = await signedIn(desk, 'Awa', ['preparer'])
    const { html } = await visitor.get('/')
    expect(html).toContain(`action="/batches/${paused}/resume"`)
    expect(html).not.toContain(`action="/batches/${closed}/resume"`)
    expect(html.match(/\/resume"/g)).toHaveLength(1)
  })

  it('has failed rows of batches that ended lately for whoever may try them again', async () => {
    const desk = await openTestDesk(server)
    const id = await submitted(desk, csv(row(1), row(2, { phone: '2290197009901' })))
    await until('it is settled', async () => (await desk.call('GET', `/batches/${id}`)).json.state === 'settled')
    expect((await desk.call('GET', `/batches/${id}`)).json.counts).toMatchObject({ failed: 1 })
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const home = await awa.get('/')
    expect(read(home)).toContain('1 row of "November" has failed. Once the cause is fixed, you can try it again.')
    expect(home.html).toContain(`href="/batches/${id}/retry"`)
    const line = await awa.get(`/batches/${id}/rows/2`)
    expect(read(line)).toContain('Submitted with the file')
    expect(read(line)).toMatch(/\S+ Submitted with the file/)
    expect(read(line)).not.toContain('payrun Submitted with the file')
    const binta = await signedIn(desk, 'Binta', ['approver'])
    expect(read(await binta.get('/'))).not.toContain('has failed')
  })

  it('and approvals have the rows that would be paid, and how many are left out', async () => {
    const desk = await openTestDesk(server, { pays: false })
    await setApprovals(desk.app, desk.core, 2)
    await submitted(desk, csv(row(1), row(2), row(3, { phone: '12' })), 'name=November&skip_invalid=true')
    const awa = await signedIn(desk, 'Awa', ['approver'])
    const fatou = await signedIn(desk, 'Fatou', ['approver'], 'fr')
    for (const path of ['/', '/approvals']) {
      expect(read(await awa.get(path))).toMatch(/Pay 2 rows 1 left out/)
      expect(read(await fatou.get(path))).toMatch(/Payer 2 lignes 1 laissée de côté/)
    }
  })

  it('has what somebody asked for and others decide on, and what was rejected of it', async () => {
    const desk = await openTestDesk(server)
    await setApprovals(desk.app, desk.core, 2)
    const [kofi, awa] = [await signedIn(desk, 'Kofi', ['preparer']), await signedIn(desk, 'Awa', ['approver'])]
    const paid = await sendForApproval(desk, kofi, csv(row(1, { phone: '2290197009905' })))
    expect(read(await kofi.get('/'))).toContain('What you asked for, and others approve')
    expect(read(await kofi.get('/'))).toContain(
      'There is nothing for you to do. What you asked for waits for somebody else',
    )
    expect(read(await kofi.get('/'))).not.toContain('Nothing needs attention')
    expect(read(await awa.get('/'))).not.toContain('What you asked for')
    await awa.post(`/approvals/${paid}/approve`, yes)
    await until('it is settled', async () => (await desk.call('GET', `/batches/${paid}`)).json.state === 'settled')
    const ama = await signedIn(desk, 'Ama', ['approver'])
    await ama.post(`/batches/${paid}/rows/2/resolve`, { verdict: 'not_paid', note: 'by phone', ...yes })
    const seen = /name="seen" value="([^"]+)"/.exec((await kofi.post(`/batches/${paid}/retry`, {})).html)?.[1]
    await kofi.post(`/batches/${paid}/retry`, { sure: 'yes', seen: seen?.replaceAll('&quot;', '"') ?? '' })
    for (const [visitor, path] of [
      [kofi, '/'],
      [awa, '/approvals'],
    ] as const)
      expect(read(await visitor.get(path))).toMatch(/Try 1 row again Kofi 1,501 FCFA/)
    // Whoever called the row not paid can only reject it: another approver decides.
    expect(read(await awa.get('/'))).toContain('1 approval waits for you')
    expect(read(await ama.get('/'))).not.toContain('waits for you')
    await awa.post(`/approvals/${paid}/reject`, { ...yes, note: 'Ask MTN first' })
    for (const path of ['/', `/batches/${paid}`])
      expect(read(await kofi.get(path))).toMatch(
        /Awa rejected the retry of 1 row of "Bonus" \([^)]+\)\. It stays failed\. The reason: Ask MTN first/,
      )
    const other = await sendForApproval(desk, kofi, csv(row(2)))
    await awa.post(`/approvals/${other}/reject`, { ...yes, note: 'Wrong month' })
    expect(read(await kofi.get('/'))).toMatch(
      /Awa rejected "Bonus" \([^)]+\)\. Nobody will be paid\. The reason: Wrong month/,
    )
    expect(read(await kofi.get(`/batches/${other}`))).toMatch(
      /Awa rejected this batch on .*Nobody was paid\.[^<]*(?:<[^>]*>\s*)*The reason: Wrong month/,
    )
    expect(read(await awa.get('/'))).not.toContain('rejected')
  })
})

it('a moment in a sentence is what the clock of its reader says', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const id = await submitted(desk, csv(row(1)), `at=${day}T08:00Z`)
  await addPerson(desk, 'Awa', ['viewer'], 'fr')
  const awa = openVisitor(desk, 'fr')
  awa.cookies.set('payrun_zone', 'Africa/Porto-Novo')
  await awa.post('/sign-in', { name: 'Awa', password })
  const { html } = await awa.get(`/batches/${id}`)
  const french = new Intl.DateTimeFormat('fr', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))
  expect(html).toContain(`${french}, 09:00`)
  expect(html).not.toContain(`${day} 08:00`)
})
