import { afterAll, beforeAll, expect, it } from 'vitest'
import { setApprovals } from '../../src/app/accounts/policy.ts'
import { messages } from '../../src/words/fr/accounts.ts'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { openTestDesk } from './desk.ts'
import { csv, row } from './uploads.ts'
import { password, readText, signedIn } from './visitor.ts'

/** In French, roles have French names: a code such as `approver` is what is typed on a command line. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const codes = /\b(?:approver|preparer|viewer|admin)\b/

it('on the pages that say who may decide, cancel, sign in or do what somebody else did', async () => {
  const desk = await openTestDesk(server, { pays: false })
  await setApprovals(desk.app, desk.core, 2)
  const { json } = await desk.call('POST', '/batches', { file: csv(row(1)) })
  const kofi = await signedIn(desk, 'Kofi', ['preparer'], 'fr')
  const ada = await signedIn(desk, 'Ada', ['admin'], 'fr')
  for (const path of ['/approvals', `/approvals/${json.id}`])
    expect(readText(await kofi.get(path))).toContain("C'est à un approbateur de décider.")
  const others = await kofi.post(`/batches/${json.id}/cancel`, { sure: 'yes', proof: password })
  expect(readText(others)).toContain(`Un approbateur peut annuler ${json.id}.`)
  const { account_no: no } = (
    await desk.db.query<{ account_no: number }>("select account_no from payrun.accounts where name = 'Ada'")
  )[0]!
  const last = await ada.post(`/admin/accounts/${no}/disable`, { sure: 'yes', proof: password })
  expect(readText(last)).toContain('Ada est la seule personne à pouvoir se connecter comme administrateur.')
  const keys = await ada.post('/admin/policy/keys-approve', { to: 'on' })
  expect(readText(keys)).toContain("Les clés d'API qui ont le rôle d'approbateur peuvent approuver.")
  for (const seen of [others, last, keys]) expect(readText(seen)).not.toMatch(codes)
})

it('a sentence that names the role by its code has the name beside it', () => {
  const sentences = Object.entries(messages).filter(([key]) => !/^accounts\.(?:help|note|example)_/.test(key))
  for (const [key, text] of sentences) {
    const plain = text.replaceAll(/\{[^}]*\}|\p{L}+ \(\p{L}+\)/gu, '')
    expect(plain, key).not.toMatch(codes)
  }
})
