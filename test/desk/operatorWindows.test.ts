import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditLedger } from '../../src/ledger/audit/auditLedger.ts'
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
  expect(done.html).toContain(
    'MTN Benin: planned maintenance from 1 Jan 2126, 22:00 to 2 Jan 2126, 02:00 (Africa/Porto-Novo).',
  )
  expect((await viewer.get('/operators/mtn-benin')).html).toContain('Told by MTN')
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

const nightly = { from: '2026-01-01T01:00', to: '2026-01-01T02:00', every: 'day', zone, window_note: '' }

it('takes the window away that is shown, once whoever asks is sure, and says in the trail which one', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const admin = await signedIn(desk, 'Ada', ['admin'], 'fr')
  const viewer = await signedIn(desk, 'Pia', ['viewer', 'preparer', 'approver'])
  await admin.post(path, nightly)
  await admin.post(path, once)
  const { html } = await admin.get('/operators/mtn-benin')
  for (const no of [1, 2]) expect(html).toContain(`action="${path}/${no}/remove"`)
  expect((await viewer.get('/operators/mtn-benin')).html).not.toContain('/remove"')
  expect((await viewer.post(`${path}/2/remove`, { sure: 'yes' })).status).toBe(403)
  const question = await admin.post(`${path}/2/remove`)
  expect(question.html).toContain('Supprimer cette maintenance prévue chez MTN Bénin\u00a0?')
  expect(question.html).toContain(
    'MTN Bénin\u00a0: maintenance prévue du 1er janv. 2126, 22:00 au 2 janv. 2126, 02:00 (Africa/Porto-Novo).',
  )
  expect(question.html).not.toContain('chaque jour')
  expect(await windowsOf(desk)).toMatchObject([{ gone: null }, { gone: null }])
  const done = await admin.follow(await admin.post(`${path}/2/remove`, { sure: 'yes' }))
  expect(done.html).toContain('La maintenance chez MTN Bénin est supprimée.')
  expect(done.html).toContain(`action="${path}/1/remove"`)
  expect(done.html).not.toContain(`action="${path}/2/remove"`)
  expect(await windowsOf(desk)).toMatchObject([{ gone: null }, { gone: 'Ada' }])
  const trail = (await admin.get('/admin/trail?what=operator')).html
  const removed = trail.slice(trail.indexOf('A supprimé une maintenance prévue'))
  expect(removed).toMatch(/^[^\n]*>n° 2, du 2126-01-01 22:00 au 2126-01-02 02:00 \(Africa\/Porto-Novo\)</)
  expect(trail).toContain('n° 1, chaque jour, la première fois du 2026-01-01 01:00 au 2026-01-01 02:00')
  expect(await auditLedger(desk.core.ledger)).toEqual([])
})

it('tells whoever takes a window away that is gone by then, or was never there', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const [ada, otto] = [await signedIn(desk, 'Ada', ['admin']), await signedIn(desk, 'Otto', ['admin'])]
  await ada.post(path, once)
  await ada.post(path, once)
  await ada.post(`${path}/1/remove`, { sure: 'yes' })
  for (const wrong of [
    `${path}/1/remove`,
    `${path}/9/remove`,
    `${path}/x/remove`,
    '/operators/moov-benin/windows/2/remove',
  ])
    for (const form of [{}, { sure: 'yes' }])
      expect((await otto.follow(await otto.post(wrong, form))).html, wrong).toContain('is no longer planned')
  expect(await windowsOf(desk)).toMatchObject([{ gone: 'Ada' }, { gone: null }])
})
