import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { disableAccount } from '../../../src/app/accounts/disable.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { sendHalf } from '../rawHttp.ts'
import { good } from '../uploads.ts'

/** A key may end while the body of its request still comes: then it has to start no payment any more. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

/** What is answered to a body whose second half comes only after something has happened. */
async function sentInHalves(
  desk: TestDesk,
  { path, type, body }: { path: string; type: string; body: string },
  meanwhile: () => Promise<unknown>,
): Promise<string> {
  const key = await desk.newKey('payroll', ['preparer', 'approver'])
  const { sendRest } = sendHalf(desk.url, path, [`Authorization: Bearer ${key}`, `Content-Type: ${type}`], body)
  const seen = () => desk.db.query(`select from payrun.accounts where name = 'payroll' and used_at is not null`)
  await expect.poll(async () => (await seen()).length).toBe(1)
  await meanwhile()
  return sendRest()
}

const payout = { reference: 'R-1', operator: 'mtn-benin', phone_number: '2290197000001', amount: '1500' }
const files = ['/checks', '/batches', '/payins/reconciliations'].map((path) => ({ path, type: 'text/csv', body: good }))
const slow = [...files, { path: '/payouts', type: 'application/json', body: JSON.stringify(payout) }]

const expires = `update payrun.accounts set expires_at = now() where name = 'payroll'`
const ends = {
  'is revoked': ({ app, core }: TestDesk) => disableAccount(app, core, 'payroll', 'key'),
  expires: ({ db }: TestDesk) => db.query(expires),
}

it.each(slow.flatMap((request) => Object.entries(ends).map(([what, end]) => ({ ...request, what, end }))))(
  'a key that $what while the body of $path still comes is refused',
  async ({ end, ...request }) => {
    const desk = await openTestDesk(server, { pays: false })
    expect(await sentInHalves(desk, request, () => end(desk))).toMatch(/^HTTP\/1.1 401 /)
    expect((await desk.call('GET', '/batches')).json.batches).toEqual([])
    expect(await readdir(join(desk.app.config.home, 'incoming')).catch(() => [])).toEqual([])
  },
)
