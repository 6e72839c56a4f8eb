import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { hidden, press } from './browserForm.ts'
import { openTestDesk, type TestDesk } from './desk.ts'
import { csv, row } from './uploads.ts'
import { readText, signedIn } from './visitor.ts'

/** Batches that wait for their time, their hours or the end of a maintenance. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const clock = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)
/** Hours that have not begun. */
const shut = () => `between=${clock(60)}-${clock(120)}&tz=UTC`
const inFiveDays = () => `at=${new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 16)}Z`

const submitted = async (desk: TestDesk, query: string): Promise<string> =>
  (await desk.call('POST', `/batches?name=November&${query}`, { file: csv(row(1), row(2)) })).json.id

const pausedFor = (desk: TestDesk, reason: string) =>
  desk.db.query(`select payrun.move_batch(b.batch_no, '{running}', 'paused', '${reason}') from payrun.batches b`)

it('one that is to be paid before its time, but outside its hours: when that will be is asked first', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const id = await submitted(desk, `${inFiveDays()}&${shut()}`)
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  const marc = await signedIn(desk, 'Marc', ['approver'], 'fr')
  expect(readText(await awa.get(`/batches/${id}`))).toMatch(/when its time comes: .* It pays between .* \(UTC\) only\./)
  expect(readText(await marc.get(`/batches/${id}`))).toMatch(/Heures de paiement entre \d\d:\d\d et \d\d:\d\d \(UTC\)/)
  const asked = await press(awa, await awa.get(`/batches/${id}`), 'Pay now')
  const told = /outside the hours .* It would be paid from (.*) on, and not at the planned time \((.*?)\)\./
  const [, at, planned] = told.exec(readText(asked)) ?? []
  expect(at).toBeTruthy()
  expect(planned).toBeTruthy()
  expect(planned).not.toBe(at)
  expect(asked.html).not.toMatch(/<button[^>]*>Pay now/)
  expect(readText(await marc.post(`/batches/${id}/resume`))).toMatch(
    /hors des heures où il est payé .* et non à l'heure prévue/,
  )
  const done = await press(awa, asked, 'Pay from')
  expect(readText(done)).toContain('It goes on by itself when its hours begin:')
})

it('one whose hours have begun is paid now, as ever', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const id = await submitted(desk, `${inFiveDays()}&between=${clock(-60)}-${clock(60)}&tz=UTC`)
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  const asked = await press(awa, await awa.get(`/batches/${id}`), 'Pay now')
  expect(readText(asked)).not.toContain('outside the hours')
  expect(readText(await press(awa, asked, 'Pay now'))).toContain('Payment goes on.')
})

it('one that somebody paused waits for its time again when it is resumed, and is paid before only if asked for', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const id = await submitted(desk, inFiveDays())
  const stands = async () => (await desk.call('GET', `/batches/${id}`)).json
  const fatou = await signedIn(desk, 'Fatou', ['approver'], 'fr')
  const planned = /Il sera payé automatiquement à l'heure prévue : .*\./
  await press(fatou, await fatou.get(`/batches/${id}`), 'Mettre en pause')
  const question = await press(fatou, await fatou.get(`/batches/${id}`), 'Reprendre')
  expect(readText(question)).toMatch(planned)
  const fields = hidden(question.html)
  // Pressed twice, it pays nothing either.
  const done = await Promise.all([1, 2].map(() => fatou.post(`/batches/${id}/resume`, fields)))
  expect([...done, await fatou.post(`/batches/${id}/resume`, fields)].map(({ status }) => status)).toEqual([
    303, 303, 303,
  ])
  expect(await stands()).toMatchObject({ state: 'paused', reason: 'scheduled' })
  const page = await fatou.get(`/batches/${id}`)
  expect(readText(page)).toMatch(planned)
  expect(page.html).toContain('>Repris<')
  await fatou.post(`/batches/${id}/pause`)
  for (const _ of ['the call', 'the same again, without a key']) {
    const again = await desk.call('POST', `/batches/${id}/resume`)
    expect([again.status, again.json]).toMatchObject([200, { state: 'paused', reason: 'scheduled' }])
  }
  const ada = await signedIn(desk, 'Ada', ['admin'])
  expect((await ada.get('/admin/trail?what=batch')).html.match(/Resumed a batch/g)).toHaveLength(2)
  const asked = await press(fatou, await fatou.get(`/batches/${id}`), 'Payer maintenant')
  expect(readText(asked)).toMatch(planned)
  await press(fatou, asked, 'Payer maintenant')
  expect(await stands()).toMatchObject({ state: 'running' })
  // Its time no longer counts.
  await fatou.post(`/batches/${id}/pause`)
  await press(fatou, await fatou.post(`/batches/${id}/resume`), 'Reprendre')
  expect(await stands()).toMatchObject({ state: 'running' })
})

it('nobody resumes one that waits for its hours, and whoever tries is told why', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const id = await submitted(desk, shut())
  await pausedFor(desk, 'hours')
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  expect((await awa.get(`/batches/${id}`)).html).not.toContain(`action="/batches/${id}/resume"`)
  const tried = await awa.post(`/batches/${id}/resume`)
  expect(tried.status).toBe(409)
  expect(readText(tried)).toContain('goes on by itself then')
})

it('one that somebody paused is resumed outside its hours with a word about them', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const id = await submitted(desk, shut())
  await pausedFor(desk, 'person')
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  const asked = await awa.post(`/batches/${id}/resume`)
  expect(readText(asked)).toMatch(/outside the hours .* It will be paid from .* on\./)
  expect(readText(await press(awa, asked, 'Resume'))).toContain('It goes on by itself when its hours begin:')
})

it('nor one whose operators are in maintenance, until that is over', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const id = await submitted(desk, '')
  await desk.db.query(
    `insert into payrun.operator_windows (operator, sandbox, starts, ends, time_zone, actor)
     values ('mtn-benin', true, now() at time zone 'UTC' - interval '1 hour', now() at time zone 'UTC' + interval '1 hour', 'UTC', 'Moussa')`,
  )
  await pausedFor(desk, 'window')
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  for (const path of [`/batches/${id}`, '/'])
    expect((await awa.get(path)).html).not.toContain(`action="/batches/${id}/resume"`)
  const tried = await awa.post(`/batches/${id}/resume`)
  expect(tried.status).toBe(409)
  expect(readText(tried)).toContain('It goes on by itself when that is over.')
  await desk.db.query('update payrun.operator_windows set removed_at = now(), removed_by = actor')
  expect((await awa.get(`/batches/${id}`)).html).toContain(`action="/batches/${id}/resume"`)
})

it("a program's call pays one before its time, but after a first call that had it wait again only with a key", async () => {
  const desk = await openTestDesk(server, { pays: false })
  const [planned, putOff] = [
    await submitted(desk, inFiveDays()),
    await submitted(desk, `period=2&allow_duplicates=true&${inFiveDays()}`),
  ]
  const resume = async (id: string, key?: string) =>
    (await desk.call('POST', `/batches/${id}/resume`, { headers: key ? { 'idempotency-key': key } : {} })).json.state
  expect(await resume(planned)).toBe('running')
  await desk.call('POST', `/batches/${putOff}/pause`)
  expect([await resume(putOff, 'one'), await resume(putOff, 'one'), await resume(putOff)]).toEqual(
    Array(3).fill('paused'),
  )
  expect(await resume(putOff, 'now')).toBe('running')
})
