import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { addAccount, addKey } from '../../src/app/accounts/accounts.ts'
import { setApprovals, setPolicy } from '../../src/app/accounts/policy.ts'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { payrun, temporaryFolder } from '../harness/payrun.ts'
import { press } from './browserForm.ts'
import { openTestDesk } from './desk.ts'
import { draftOf, good } from './uploads.ts'
import { password, readText, signedIn } from './visitor.ts'

/** Batches that wait for an approver whom there is not. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const nobody = 'Nobody here may approve it: nobody approves what they submitted, and there is no other approver.'
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
