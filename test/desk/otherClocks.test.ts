import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { openTestDesk } from './desk.ts'
import { batches, draftOf, good, hiddenOf } from './uploads.ts'
import { signedIn } from './visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

it('hours on clocks that the database does not have pay nothing, and can be taken out of the form again', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  const { path, page } = await draftOf(desk, awa, good)
  const typed = { batch_name: 'Bonus', period: '', between: '08:00-18:00' }
  await awa.post(`${path}/pay`, { ...hiddenOf(page, `${path}/pay`), ...typed, act: 'check' })
  // A desk offers no zone on which the two always differ: India's for Node, an abbreviation of Israel's time for Postgres.
  const draft = join(desk.app.config.home, 'drafts', path.split('/').at(-1) ?? '', 'draft.json')
  writeFileSync(draft, readFileSync(draft, 'utf8').replace('"hoursZone":"UTC"', '"hoursZone":"IST"'))
  const looked = await awa.get(path)
  expect(looked.html).toContain('value="pay"')
  const refused = await awa.post(`${path}/pay`, { ...hiddenOf(looked, `${path}/pay`), ...typed, act: 'pay' })
  expect(refused.status).toBe(409)
  expect(refused.html).toContain('agree on the time in IST')
  expect(refused.html).toContain('name="between"')
  expect(await batches(desk)).toEqual([])
  const without = { ...typed, between: '' }
  await awa.post(`${path}/pay`, { ...hiddenOf(refused, `${path}/pay`), ...without, act: 'check' })
  const again = await awa.get(path)
  const paid = await awa.post(`${path}/pay`, { ...hiddenOf(again, `${path}/pay`), ...without, act: 'pay' })
  expect(paid).toMatchObject({ status: 303, location: expect.stringMatching(/^\/batches\/\w{10}$/) })
})

it('the API says so, and stores nothing', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const refused = await desk.call('POST', '/batches?between=08:00-18:00&tz=IST', { file: good })
  expect(refused).toMatchObject({ status: 422, json: { code: 'refused', detail: expect.stringContaining('IST') } })
  expect(await batches(desk)).toEqual([])
})
