import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { openTestDesk, type TestDesk } from './desk.ts'
import { signedIn } from './visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const path = '/operators/mtn-benin/windows'
const zone = 'Africa/Porto-Novo'
const once = { from: '2126-01-01T22:00', to: '2126-01-02T02:00', every: '', zone, window_note: 'Told by MTN' }

const windowsOf = ({ db }: TestDesk) =>
  db.query(
    `select operator, sandbox, starts::text as starts, ends::text as ends, every, time_zone as tz, actor, note,
            removed_by as gone
       from payrun.operator_windows
      order by window_no`,
  )

it('plans maintenance of an operator, once or again and again, in the time zone that the form named', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const admin = await signedIn(desk, 'Ada', ['admin'])
  const viewer = await signedIn(desk, 'Pia', ['viewer', 'preparer', 'approver'])
  expect((await viewer.post(path, once)).status).toBe(403)
  expect((await viewer.get('/operators/mtn-benin')).html).not.toContain(`action="${path}"`)
  expect((await admin.get('/operators/mtn-benin')).html).toContain('name="zone" value="UTC"')
  const done = await admin.follow(await admin.post(path, once))
  expect(done.html).toContain('Maintenance of MTN Benin is planned.')
  expect(done.html).toContain('MTN Benin: planned maintenance from 1 Jan 2126, 21:00')
  await admin.post(path, { from: '2026-01-01T01:00', to: '2026-01-01T02:00', every: 'week', zone: 'Mars/Base' })
  const same = { operator: 'mtn-benin', sandbox: true, actor: 'Ada', gone: null }
  expect(await windowsOf(desk)).toEqual([
    { ...same, starts: '2126-01-01 22:00:00', ends: '2126-01-02 02:00:00', every: null, tz: zone, note: 'Told by MTN' },
    { ...same, starts: '2026-01-01 01:00:00', ends: '2026-01-01 02:00:00', every: 'week', tz: 'UTC', note: null },
  ])
})

it('tells mistakes at their fields, and keeps what was typed', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const admin = await signedIn(desk, 'Ada', ['admin'])
  for (const [wrong, fields] of [
    [{ from: '', to: 'x' }, ['from', 'to']],
    [{ from: '2126-01-01T22:00+01:00' }, ['from']],
    [{ to: once.from }, ['to']],
    [{ from: '2020-01-01T22:00', to: '2020-01-01T23:00' }, ['to']],
    [{ every: 'day', to: '2126-01-03T22:00' }, ['to']],
    [{ every: 'year' }, ['every']],
  ] as const) {
    const { status, html } = await admin.post(path, { ...once, ...wrong })
    expect(status, JSON.stringify(wrong)).toBe(422)
    expect(html.match(/(?<=id=")[a-z-]+(?=-problem")/g), JSON.stringify(wrong)).toEqual(fields)
    expect(html).toContain('value="Told by MTN"')
    expect(html).toContain(`name="zone" value="${zone}"`)
    expect(html).not.toContain('--')
  }
  expect(await windowsOf(desk)).toEqual([])
  expect((await admin.post('/operators/none/windows', once)).status).toBe(404)
})

it('takes what is planned away, once whoever asks is sure', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const admin = await signedIn(desk, 'Ada', ['admin'], 'fr')
  await admin.post(path, once)
  const question = await admin.post(`${path}/remove`)
  expect(question.html).toContain('Supprimer la maintenance prévue de MTN Bénin ?')
  expect(question.html).toContain('MTN Bénin : maintenance prévue à partir du 1 janv. 2126, 21:00')
  expect(await windowsOf(desk)).toMatchObject([{ gone: null }])
  const done = await admin.follow(await admin.post(`${path}/remove`, { sure: 'yes' }))
  expect(done.html).toContain("Plus aucune maintenance n'est prévue pour MTN Bénin.")
  expect(done.html).not.toContain(`${path}/remove`)
  expect(await windowsOf(desk)).toMatchObject([{ gone: 'Ada' }])
  expect((await admin.get('/admin/trail?what=operator')).html).toContain('A supprimé une maintenance prévue')
})
