import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { addAccount, addKey } from '../../src/app/accounts/accounts.ts'
import { setApprovals, setPolicy } from '../../src/app/accounts/policy.ts'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { payrun, temporaryFolder, until } from '../harness/payrun.ts'
import { press } from './browserForm.ts'
import { openTestDesk, type TestDesk } from './desk.ts'
import { csv, draftOf, good, row } from './uploads.ts'
import { password, readText, signedIn } from './visitor.ts'

/** Batches that wait for an approver whom there is not. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const numberOf = async ({ db }: TestDesk, name: string) =>
  (await db.query('select account_no from payrun.accounts where name = $1', [name]))[0]?.['account_no']

const nobody =
  'Nobody here may approve it: nobody approves what they, or a key that they made, submitted, and there is no other approver.'
const personne = "Personne ici ne peut l'approuver : on n'approuve pas ce que l'on a soumis"

it('whoever submits is told before and after that nobody but them may approve it, until there is an approver', async () => {
  const desk = await openTestDesk(server, { pays: false })
  await setApprovals(desk.app, desk.core, 2)
  const awa = await signedIn(desk, 'Awa', ['preparer', 'approver'])
  const fatou = await signedIn(desk, 'Fatou', ['viewer'], 'fr')
  const { page } = await draftOf(desk, awa, good)
  expect(readText(page)).toContain(nobody)
  const sent = await press(awa, page, 'Send for approval')
  expect(readText(sent)).toContain(nobody)
  const [{ id }] = (await desk.call('GET', '/batches')).json.batches
  for (const path of ['/', '/approvals', `/approvals/${id}`]) expect(readText(await awa.get(path))).toContain(nobody)
  for (const path of ['/approvals', `/batches/${id}`]) expect(readText(await fatou.get(path))).toContain(personne)
  await signedIn(desk, 'Kofi', ['approver'])
  for (const path of ['/', `/approvals/${id}`, `/batches/${id}`])
    expect(readText(await awa.get(path))).not.toContain('Nobody here may approve it')
})

it('home tells an administrator of a batch and of a retry that nobody may approve, and where to add an approver', async () => {
  const desk = await openTestDesk(server)
  const file = csv(row(1, { phone: '2290197009905' }))
  const { json } = await desk.call('POST', '/batches?name=November', { file })
  const id = json.id as string
  await until('it is settled', async () => (await desk.call('GET', `/batches/${id}`)).json.state === 'settled')
  const grace = await signedIn(desk, 'Grace', ['admin'])
  const chantal = await signedIn(desk, 'Chantal', ['admin'], 'fr')
  const marc = await signedIn(desk, 'Marc', ['approver'])
  await signedIn(desk, 'Awa', ['preparer', 'approver'])
  await marc.post(`/batches/${id}/rows/2/resolve`, { verdict: 'not_paid', note: 'x', sure: 'yes', proof: password })
  await setApprovals(desk.app, desk.core, 2)
  expect((await desk.call('POST', `/batches/${id}/retry`, { body: {} })).status).toBe(200)
  const retry = 'A retry of "November" waits for an approval, and no approver may give it: add another one.'
  expect(readText(await grace.get('/'))).not.toContain(retry)
  await grace.post(`/admin/accounts/${await numberOf(desk, 'Awa')}/disable`, { sure: 'yes', proof: password })
  const home = await grace.get('/')
  expect(readText(home)).toContain(retry)
  expect(home.html).toContain('href="/admin/accounts/new"')
  expect(readText(await chantal.get('/'))).toMatch(/« November » attend l'accord .* aucun ne peut le donner/)
  expect(readText(await marc.get('/'))).not.toContain(retry)
  for (const path of ['/approvals', `/approvals/${id}`])
    expect(readText(await grace.get(path))).toContain('Nobody else here may approve it')
  await setApprovals(desk.app, desk.core, 3)
  await desk.call('POST', '/batches?name=December', { file: csv(row(2)) })
  const batch = '"December" waits for an approval, and there are not enough approvers who may give it: add one.'
  expect(readText(await grace.get('/'))).toContain(batch)
})

it('a key with the role counts where the policy lets keys approve, and one that is for the submitter never does', async () => {
  const desk = await openTestDesk(server, { pays: false })
  await setApprovals(desk.app, desk.core, 2)
  const awa = await signedIn(desk, 'Awa', ['preparer', 'approver'])
  await addKey(desk.app, desk.core, { name: 'hers', roles: ['approver'], forAccount: 'Awa' })
  const { page, path } = await draftOf(desk, awa, good)
  expect(readText(page)).toContain(nobody)
  await setPolicy(desk.app, desk.core, 'keys_approve', true)
  expect(readText(await awa.get(path))).not.toContain('Nobody here may approve it')
})

it('an approver who has never set a password is nobody who may approve it yet', async () => {
  const desk = await openTestDesk(server, { pays: false })
  await setApprovals(desk.app, desk.core, 2)
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  await addAccount(desk.app, desk.core, { name: 'Kofi', roles: ['approver'] })
  const { page } = await draftOf(desk, awa, good)
  expect(readText(page)).toContain(nobody)
  await press(awa, page, 'Send for approval')
  expect(readText(await awa.get('/approvals'))).toContain(nobody)
})

it('of three people who are needed, so many are missing', async () => {
  const desk = await openTestDesk(server, { pays: false })
  await setApprovals(desk.app, desk.core, 3)
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  const kofi = await signedIn(desk, 'Kofi', ['approver'])
  const { page } = await draftOf(desk, awa, good)
  const missing = 'It needs 1 more approver than there are here. Ask an administrator to add one.'
  expect(readText(page)).toContain(missing)
  await press(awa, page, 'Send for approval')
  const [{ id }] = (await desk.call('GET', '/batches')).json.batches
  await kofi.post(`/approvals/${id}/approve`, { sure: 'yes', proof: password })
  expect(readText(await kofi.get(`/batches/${id}`))).toContain(nobody)
})

it('a warning asks for one more person than the policy, but never for more than a batch can have', async () => {
  const desk = await openTestDesk(server, { pays: false })
  await setApprovals(desk.app, desk.core, 9)
  await desk.db.query(`insert into payrun.warning_rules (code, action) values ('first_payment', 'approve')`)
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  for (let at = 1; at <= 8; at += 1)
    await addAccount(desk.app, desk.core, { name: `approver ${at}`, roles: ['approver'] })
  await desk.db.query(
    `update payrun.accounts
        set password_hash = (select password_hash from payrun.accounts where name = 'Awa')
      where kind = 'account'`,
  )
  const { page } = await draftOf(desk, awa, good)
  expect(readText(page)).toContain('never been paid before')
  expect(readText(page)).not.toContain('more approver')
  const sent = await press(awa, page, 'Send for approval')
  expect(readText(sent)).not.toContain('more approver')
  expect((await desk.call('GET', '/batches')).json.batches[0].approval.people_needed).toBe(9)
})

it('a terminal says it, too', async () => {
  const desk = await openTestDesk(server, { pays: false })
  await setApprovals(desk.app, desk.core, 2)
  await signedIn(desk, 'Awa', ['preparer', 'approver'])
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  writeFileSync(join(folder.path, 'paie.csv'), good)
  const submitted = await payrun(['submit', 'paie.csv', '--sandbox', '--account', 'Awa', '--password-stdin'], {
    env: { DATABASE_URL: desk.db.url, PAYRUN_HOME: join(folder.path, 'home') },
    cwd: folder.path,
    input: `${password}\n`,
  })
  expect(submitted.stderr).toContain(nobody)
  expect(submitted.code).toBe(0)
})
