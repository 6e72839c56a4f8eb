import { afterAll, beforeAll, expect, it } from 'vitest'
import { setUp } from '../../src/app/accounts/accounts.ts'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { payrun } from '../harness/payrun.ts'
import { openTestDesk } from './desk.ts'
import { openVisitor, password, readText, signedIn } from './visitor.ts'

/** The first account prepares payments until somebody else does. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

async function opened() {
  const desk = await openTestDesk(server, { pays: false })
  const token = new URL(desk.setUpUrl ?? '').searchParams.get('token') ?? ''
  expect(await setUp(desk.core, token, { name: 'Grace', password, language: 'en' })).toMatchObject({ ok: true })
  const grace = openVisitor(desk)
  await grace.post('/sign-in', { name: 'Grace', password })
  return { desk, grace }
}

it('whoever adds the first preparer is told that they prepare no longer, and the trail says why', async () => {
  const { desk, grace } = await opened()
  expect((await grace.get('/')).html).toContain('href="/batches/new"')
  const approver = await grace.post('/admin/accounts/new', { name: 'Marc', role_approver: 'yes' })
  expect(readText(approver)).not.toContain('From now on')
  const added = await grace.post('/admin/accounts/new', { name: 'Awa', role_preparer: 'yes' })
  expect(readText(added)).toContain('From now on Awa prepares payments, and you no longer do.')
  expect((await grace.get('/')).html).not.toContain('href="/batches/new"')
  expect(readText(await grace.get('/admin/trail'))).toContain('administrator, because Awa prepares payments now')
  const second = await grace.post('/admin/accounts/new', { name: 'Ama', role_preparer: 'yes' })
  expect(readText(second)).not.toContain('From now on')
  expect(await desk.call('GET', '/me')).toMatchObject({ status: 200 })
})

it('so is another administrator, and whoever gives somebody that role, in French, too', async () => {
  const { desk, grace } = await opened()
  const chantal = await signedIn(desk, 'Chantal', ['admin'], 'fr')
  await grace.post('/admin/accounts/new', { name: 'Awa', role_viewer: 'yes' })
  const [awa] = await desk.db.query(`select account_no as no from payrun.accounts where name = 'Awa'`)
  const done = await chantal.follow(
    await chantal.post(`/admin/accounts/${awa?.['no']}/roles`, { role_preparer: 'yes' }),
  )
  expect(readText(done)).toContain('Désormais, Awa prépare les paiements, et Grace ne les prépare plus.')
})

it('a terminal says it, too', async () => {
  const { desk } = await opened()
  const added = await payrun(['account', 'add', 'Awa', '--role', 'preparer'], { env: { DATABASE_URL: desk.db.url } })
  expect(added.stderr).toContain('From now on Awa prepares payments, and Grace no longer does.')
  expect(added.code).toBe(0)
})
